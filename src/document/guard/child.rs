//! The child: bounds itself, reads its standard input to the end, takes it apart, says what came of it.

use std::{
    ffi::{OsStr, OsString},
    io::{self, BufWriter, Read},
    panic,
};

use super::{
    super::{Encoding, ExtractError, Format, LIMIT, extract::extract, extracted::Ask, format::Content},
    CHILD, frame,
};

/// The arguments that make this program a child that answers `ask`.
pub(super) fn arguments(ask: Ask) -> Vec<OsString> {
    let content = match ask.content {
        Content::Is(format) => format.key(),
        Content::Archive => "archive",
        Content::Compound { encrypted: true } => "compound-encrypted",
        Content::Compound { encrypted: false } => "compound",
    };
    let mut arguments = vec![CHILD.into(), content.into()];
    arguments.extend(ask.encoding.map(|encoding| encoding.name().into()));
    arguments
}

fn understood(arguments: &[OsString]) -> Option<Ask> {
    let (content, encoding) = match arguments {
        [content] => (content, None),
        [content, encoding] => (content, Some(Encoding::of(encoding.to_str()?)?)),
        _ => return None,
    };
    let content = match content.to_str()? {
        "archive" => Content::Archive,
        "compound" => Content::Compound { encrypted: false },
        "compound-encrypted" => Content::Compound { encrypted: true },
        key => Content::Is(Format::of(key)?),
    };
    Some(Ask { content, encoding })
}

/// Does the work of a child if these arguments, without the program's name, make it one. Whether it went well: that
/// the file could not be read is an answer too.
pub(crate) fn run(arguments: &[OsString]) -> Option<bool> {
    if arguments.first().map(OsString::as_os_str) != Some(OsStr::new(CHILD)) {
        return None;
    }
    Some(answer(&arguments[1..]).is_some())
}

fn answer(arguments: &[OsString]) -> Option<()> {
    bound_oneself()?;
    // Nobody is to hear of it: the parent tells what there is to tell.
    panic::set_hook(Box::new(|_| {}));
    let ask = understood(arguments)?;
    let mut bytes = Vec::new();
    io::stdin().lock().take(LIMIT + 1).read_to_end(&mut bytes).ok()?;
    let result = if bytes.len() as u64 > LIMIT {
        Err(ExtractError::TooMuch)
    } else {
        panic::catch_unwind(|| extract(bytes, ask)).unwrap_or(Err(ExtractError::Crashed))
    };
    frame::write(BufWriter::new(io::stdout().lock()), &result).ok()
}

/// Lays down what this process may use: 1 GiB of memory, two minutes of work, no file of its own, no dump of what it
/// read. The parent's clock is the stricter one; this is for the case that nobody looks at it.
#[cfg(unix)]
fn bound_oneself() -> Option<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL)).ok()?;
    let bounds = [
        // Where the system has no such limit (macOS), it is not refused but without effect.
        (Resource::As, 1 << 30),
        (Resource::Cpu, 120),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nofile, 16),
    ];
    for (resource, most) in bounds {
        // Only ever less than before.
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        let set = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
        if set.is_err() && cfg!(target_os = "linux") {
            return None;
        }
    }
    Some(())
}

#[cfg(not(unix))]
fn bound_oneself() -> Option<()> {
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_understood() {
        let formats = Format::ALL.map(Content::Is);
        let others = [Content::Archive, Content::Compound { encrypted: true }, Content::Compound { encrypted: false }];
        for content in formats.into_iter().chain(others) {
            for encoding in [None, Encoding::of("gbk")] {
                let ask = Ask { content, encoding };
                assert_eq!(understood(&arguments(ask)[1..]), Some(ask));
            }
        }
        assert_eq!(understood(&["exe".into()]), None);
        assert_eq!(understood(&["rtf".into(), "klingon".into()]), None);
        assert_eq!(run(&["hash".into()]), None);
        assert_eq!(run(&[]), None);
    }
}
