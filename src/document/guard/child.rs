//! The child: confines itself, reads its standard input to the end, parses it, and writes the result.

use std::{
    ffi::{OsStr, OsString},
    io::{self, BufWriter, Read},
    panic,
};

use super::{
    super::{Encoding, ExtractError, Format, LIMIT, extract::extract, extracted::Ask, format::Content},
    CHILD,
    confine::confine,
    frame,
};

/// The argument by which a child says what is in force, in place of parsing.
pub(super) const MEASURES: &str = "measures";

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
    let measures = confine()?;
    // Nobody is to hear of it: the parent reports it.
    panic::set_hook(Box::new(|_| {}));
    if matches!(arguments, [what] if what == MEASURES) {
        return serde_json::to_writer(io::stdout().lock(), &measures).ok();
    }
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
