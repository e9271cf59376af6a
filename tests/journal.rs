//! The saved review under what processes meet: others at the same file, `kill -9`, a full disk.
//!
//! A child is this test program again, with its task in the environment; it prints the number of each change when that
//! is saved.

use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
};

use simscope::app::{
    FileId, ReviewChange, Roots, Target, Verdict,
    journal::{Journal, JournalError},
};

const FOLDER: &str = "JOURNAL_TEST_FOLDER";
const NAME: &str = "JOURNAL_TEST_NAME";
const MANY: &str = "JOURNAL_TEST_MANY";
const SPACE: &str = "JOURNAL_TEST_SPACE";

fn target(name: &str, n: u64) -> Target {
    let file = |path: String| FileId { path, size: n, hash: n };
    Target::pair(&file(format!("{name}-{n}")), &file("zzz".into()))
}

fn open(folder: &Path) -> Journal {
    Journal::open(&Roots::new([folder]), Some(&folder.join("data"))).expect("opened")
}

fn child(folder: &Path, name: &str, many: u64, space: Option<u64>) -> Child {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", "writes", "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(FOLDER, folder).env(NAME, name).env(MANY, many.to_string());
    if let Some(space) = space {
        command.env(SPACE, space.to_string());
    }
    command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().expect("started")
}

/// The numbers that a child has printed as saved, to its end.
fn saved(child: &mut Child) -> Vec<u64> {
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("saved ")?.parse().ok()).collect()
}

/// The child process of the other tests.
#[test]
#[ignore = "the tests below start it"]
fn writes() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let said = |name: &str| env::var(name).expect("said");
    let (name, many) = (said(NAME), said(MANY).parse().expect("a number"));
    let mut journal = open(folder.as_ref());
    #[cfg(unix)]
    if let Ok(space) = env::var(SPACE) {
        use nix::sys::resource::{Resource, setrlimit};
        let space = space.parse().expect("a number");
        // Without a handler the signal would end the program before the error is seen.
        let flag = std::sync::Arc::default();
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag).expect("a handler");
        setrlimit(Resource::RLIMIT_FSIZE, space, space).expect("a limit");
    }
    for n in 0..many {
        let change = if n % 2 == 0 {
            ReviewChange::Verdict { of: target(&name, n), verdict: Some(Verdict::Copy) }
        } else {
            ReviewChange::Note { of: target(&name, n), text: format!("{n} 灯塔\n").repeat(9), over: Vec::new() }
        };
        match journal.append(change.clone()) {
            Ok(_) => {
                // In one write, or the parent could see half a number.
                let mut out = std::io::stdout().lock();
                out.write_all(format!("\nsaved {n}\n").as_bytes()).and_then(|()| out.flush()).expect("written");
            }
            Err(unsaved) => {
                assert!(matches!(unsaved.error, JournalError::Full { .. }), "{}", unsaved.error);
                assert_eq!(unsaved.change, change);
                println!("full {n}");
                return;
            }
        }
    }
}

#[test]
fn processes_at_one_journal_lose_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut children: Vec<Child> = ["a", "b", "c"].map(|name| child(folder.path(), name, 60, None)).into();
    for child in &mut children {
        assert_eq!(saved(child), (0..60).collect::<Vec<_>>());
        assert!(child.wait().expect("ended").success());
    }
    let mut journal = open(folder.path());
    assert_eq!((journal.state().all().len(), journal.take_notices()), (180, Vec::new()));
    for name in ["a", "b", "c"] {
        for n in 0..60 {
            let decision = journal.state().of(&target(name, n));
            assert!(if n % 2 == 0 { decision.verdict.is_some() } else { decision.note().is_some() }, "{name} {n}");
        }
    }
}

#[test]
fn what_was_said_to_be_saved_outlives_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..6u64 {
        let name = format!("r{round}");
        let mut child = child(folder.path(), &name, u64::MAX, None);
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        // At another moment each time: after so many lines, wherever the child is by then.
        let until = round * 7;
        let mut last =
            lines.by_ref().filter_map(|line| line.strip_prefix("saved ")?.parse::<u64>().ok()).find(|&n| n >= until);
        child.kill().expect("killed");
        child.wait().expect("ended");
        last = lines.filter_map(|line| line.strip_prefix("saved ")?.parse().ok()).last().or(last);
        let journal = open(folder.path());
        for n in 0..=last.expect("something was saved") {
            let decision = journal.state().of(&target(&name, n));
            assert!(decision.verdict.is_some() || decision.note().is_some(), "{name} {n} was said to be saved");
        }
    }
    // And it can be written as ever.
    let mut journal = open(folder.path());
    journal.append(ReviewChange::Verdict { of: target("end", 0), verdict: Some(Verdict::Copy) }).expect("saved");
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    for (round, space) in [3000, 3500, 5001].into_iter().enumerate() {
        let mut child = child(folder.path(), &format!("r{round}"), 100, Some(space));
        let saved = saved(&mut child);
        assert!(child.wait().expect("ended").success(), "it was told so");
        let mut journal = open(folder.path());
        assert!((1..100).contains(&saved.len()), "{saved:?}");
        for n in &saved {
            let decision = journal.state().of(&target(&format!("r{round}"), *n));
            assert!(decision.verdict.is_some() || decision.note().is_some(), "{n}");
        }
        assert_eq!(journal.take_notices(), Vec::new(), "half a line is taken back");
        let file = fs::metadata(journal.path()).expect("there").len();
        assert!(file <= space);
    }
    open(folder.path())
        .append(ReviewChange::Verdict { of: target("end", 0), verdict: None })
        .expect("there is room again");
}
