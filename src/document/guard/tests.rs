//! Children that do all that a child must not do: shell scripts in its place.

use std::{thread, time::Duration};

use super::*;

/// The answer of a child that runs this script.
fn said(script: &str, input: &[u8], bounds: Bounds) -> Result<Vec<u8>, ExtractError> {
    child(script).run(input, bounds, &|| true)
}

fn child(script: &str) -> Start {
    Start { program: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()] }
}

/// Time enough for anything here, and next to none.
const PLENTY: Bounds = Bounds { time: Duration::from_secs(60), answer: 1 << 20 };
const SHORT: Bounds = Bounds { time: Duration::from_millis(200), answer: 1 << 20 };

#[test]
fn what_a_child_says_is_heard() {
    let large = vec![b'x'; 500_000];
    assert_eq!(said("cat", b"", PLENTY), Ok(Vec::new()));
    assert_eq!(said("cat", &large, PLENTY), Ok(large));
    assert_eq!(said("printf done", &vec![0; 300_000], PLENTY), Ok(b"done".to_vec()), "it need not read all");
}

#[test]
fn a_child_that_ends_badly_says_nothing() {
    for script in ["printf half; exit 3", "kill -SEGV $$", "kill -KILL $$", "printf text; kill -ABRT $$"] {
        assert_eq!(said(script, b"x", PLENTY), Err(ExtractError::Crashed), "{script}");
    }
    let none = Start { program: "/no/such/program".into(), arguments: Vec::new() };
    assert_eq!(none.run(b"", PLENTY, &|| true), Err(ExtractError::NoChild));
}

#[test]
fn a_child_that_does_not_end_is_ended() {
    for script in ["exec sleep 1000", "while :; do :; done", "cat >/dev/null; exec sleep 1000"] {
        assert_eq!(said(script, b"x", SHORT), Err(ExtractError::TooSlow), "{script}");
    }
    // One that closes its output and stays is no better.
    assert_eq!(said("exec >&-; exec sleep 1000", b"", PLENTY), Err(ExtractError::Crashed));
}

/// The limit holds although nobody knows of the grandchild.
#[test]
fn a_child_whose_own_child_keeps_its_output_open_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let script = format!("sleep 1000 & echo $! > {0}.new; mv {0}.new {0}", file.display());
    assert_eq!(child(&script).run(b"", PLENTY, &|| !file.exists()), Err(ExtractError::Stopped));
    let number: i32 = std::fs::read_to_string(&file).unwrap().trim().parse().unwrap();
    rustix::process::kill_process(rustix::process::Pid::from_raw(number).unwrap(), rustix::process::Signal::KILL)
        .unwrap();
}

#[test]
fn a_child_that_says_too_much_is_not_listened_to() {
    assert_eq!(said("exec yes", b"", PLENTY), Err(ExtractError::TooMuch));
    assert_eq!(said("head -c 1048576 /dev/zero", b"", PLENTY).map(|said| said.len()), Ok(1 << 20));
    assert_eq!(said("head -c 1048577 /dev/zero", b"", PLENTY), Err(ExtractError::TooMuch));
}

#[test]
fn a_child_that_is_not_wanted_any_more_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    // It tells its number first, so that there is something to look for.
    let script = format!("echo $$ > {0}.new; mv {0}.new {0}; exec sleep 1000", file.display());
    let written = || std::fs::read_to_string(&file).ok();
    assert_eq!(child(&script).run(b"", PLENTY, &|| written().is_none()), Err(ExtractError::Stopped));
    let number: i32 = written().unwrap().trim().parse().unwrap();
    let number = rustix::process::Pid::from_raw(number).unwrap();
    let gone = rustix::process::test_kill_process(number);
    assert_eq!(gone, Err(rustix::io::Errno::SRCH), "neither running nor a zombie");
}

#[test]
fn no_more_turns_than_cores() {
    let most = thread::available_parallelism().map_or(1, usize::from);
    let turns: Vec<_> = (0..most).map(|_| turn(&|| true)).collect();
    assert!(turns.iter().all(Option::is_some));
    assert!(turn(&|| false).is_none());
    drop(turns);
    assert!(turn(&|| true).is_some());
}

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
    assert_eq!(run_child(&["hash".into()]), None);
    assert_eq!(run_child(&[]), None);
}
