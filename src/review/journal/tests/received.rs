//! Reviews that came with a folder: nothing of them holds before they are accepted, and nothing is lost either way.

use super::*;
use crate::review::journal::trust::Received;

fn pattern(pattern: &str, on: Option<bool>) -> ReviewChange {
    ReviewChange::Exclude { exclusions: vec![Exclusion::Pattern { pattern: pattern.into() }], on }
}

/// The patterns that are on.
fn on(journal: &Journal) -> Vec<String> {
    let on = journal.exclusions().into_iter().filter(|status| status.on);
    on.filter_map(|status| Some(status.exclusion.words()?.to_owned())).collect()
}

/// The same review as a colleague opens it, who has a data folder of their own.
fn colleague(bench: &Bench) -> Journal {
    let data = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(&bench.roots(), Some(data.path())).unwrap();
    journal.accept();
    journal
}

/// A folder with a review that somebody else made.
fn received() -> Bench {
    let bench = Bench::new();
    let mut theirs = colleague(&bench);
    theirs.append(verdict(1, Verdict::Cleared)).unwrap();
    theirs.append(note(1, "nothing in it")).unwrap();
    theirs.append(pattern(".", Some(true))).unwrap();
    theirs.append(pattern("off", Some(false))).unwrap();
    bench
}

/// A received review whose header is torn, so that it has no id.
fn torn() -> Bench {
    let bench = received();
    let bytes = bench.bytes();
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    fs::write(bench.file(), [&bytes[..header / 2], &bytes[header..]].concat()).unwrap();
    bench
}

#[test]
fn ones_own_review_is_known_wherever_its_folder_goes() {
    let bench = Bench::new();
    let mut journal = bench.open();
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    journal.append(pattern("x", Some(true))).unwrap();
    assert_eq!((journal.received(), bench.open().received()), (None, None));
    let copy = Bench { folder: tempfile::tempdir().unwrap(), data: bench.data };
    fs::create_dir(copy.file().parent().unwrap()).unwrap();
    fs::write(copy.file(), fs::read(bench.folder.path().join(FOLDER).join(FILE)).unwrap()).unwrap();
    let there = copy.open();
    assert_eq!((there.received(), given(&there, 1), on(&there)), (None, Some(Verdict::Copy), vec!["x".to_owned()]));
}

#[test]
fn a_received_review_is_shown_and_nothing_in_it_holds() {
    let bench = received();
    let mut journal = bench.open();
    let rules = vec![Exclusion::Pattern { pattern: ".".into() }];
    assert_eq!(journal.received(), Some(Received { whole: true, verdicts: 1, notes: 1, rules }));
    assert_eq!((given(&journal, 1), journal.exclusions()), (Some(Verdict::Cleared), Vec::new()));
    // A typed note is handed back, to be saved once the review is accepted.
    let before = bench.bytes();
    let unsaved = journal.append(note(2, "mine")).unwrap_err();
    assert!(matches!(unsaved.error, JournalError::NotAccepted));
    assert_eq!(bench.bytes(), before);
    journal.accept();
    assert_eq!(bench.bytes(), before, "accepting is remembered elsewhere");
    journal.append(unsaved.change).unwrap();
    assert_eq!((journal.received(), on(&journal)), (None, vec![".".to_owned()]));
    let again = bench.open();
    assert_eq!((again.received(), on(&again), again.state().all().len()), (None, vec![".".to_owned()], 2));
    assert!(Journal::open(&bench.roots(), None).unwrap().is_received(), "nobody else accepted it");
}

#[test]
fn a_review_without_an_id_asks_once_and_keeps_all_of_it_either_way() {
    let bench = torn();
    let before = bench.bytes();
    let journal = bench.open();
    let asked = journal.received().unwrap();
    assert_eq!((asked.whole, asked.verdicts, asked.notes, asked.rules.len()), (true, 1, 1, 1));
    let all = journal.state().all();
    // Not accepted.
    assert!(journal.exclusions().is_empty());
    drop(journal);
    assert_eq!(bench.bytes(), before);
    // Accepted.
    let mut journal = bench.open();
    assert_eq!(journal.state().all(), all);
    journal.accept();
    assert_eq!(journal.exclusions().len(), 2);
    assert_eq!((journal.state().all(), bench.bytes()), (all, before.clone()));
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    assert!(bench.bytes().starts_with(&before));
    assert_eq!((bench.open().received(), bench.open().exclusions().len()), (None, 2));
}

#[test]
fn a_colleagues_verdict_is_welcome_and_their_new_rule_is_off_until_it_is_accepted() {
    let bench = Bench::new();
    let mut journal = bench.open();
    journal.append(pattern("mine", Some(true))).unwrap();
    let mut theirs = colleague(&bench);
    theirs.append(verdict(1, Verdict::Copy)).unwrap();
    journal.refresh().unwrap();
    assert_eq!((journal.received(), given(&journal, 1)), (None, Some(Verdict::Copy)));
    theirs.append(pattern("theirs", Some(true))).unwrap();
    for mut journal in [journal, bench.open()] {
        journal.refresh().unwrap();
        let rules = vec![Exclusion::Pattern { pattern: "theirs".into() }];
        assert_eq!(journal.received(), Some(Received { rules, ..Received::default() }));
        assert_eq!(on(&journal), ["mine"]);
        // The review itself stays accepted.
        journal.append(verdict(2, Verdict::Copy)).unwrap();
    }
    let mut journal = bench.open();
    journal.accept();
    assert_eq!((journal.received(), on(&bench.open())), (None, vec!["mine".to_owned(), "theirs".to_owned()]));
    // A rule that somebody switches on again was accepted; one that was accepted as off was not.
    theirs.append(pattern("mine", Some(false))).unwrap();
    theirs.append(pattern("mine", Some(true))).unwrap();
    assert_eq!(bench.open().received(), None);
    journal.refresh().unwrap();
    journal.append(pattern("later", Some(false))).unwrap();
    theirs.append(pattern("later", Some(true))).unwrap();
    assert_eq!(bench.open().received().unwrap().rules.len(), 1);
}

#[test]
fn a_review_that_takes_the_place_of_ones_own_is_received() {
    let bench = Bench::new();
    let mut journal = bench.open();
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    let other = received();
    fs::write(bench.file(), other.bytes()).unwrap();
    journal.refresh().unwrap();
    assert!(journal.is_received() && journal.exclusions().is_empty());
    assert!(matches!(journal.append(verdict(2, Verdict::Copy)).unwrap_err().error, JournalError::NotAccepted));
}

#[cfg(unix)]
#[test]
fn in_a_folder_that_cannot_be_written_it_is_accepted_all_the_same() {
    use std::os::unix::fs::PermissionsExt;

    let bench = received();
    let mode = |mode| fs::set_permissions(bench.file(), fs::Permissions::from_mode(mode)).unwrap();
    mode(0o444);
    if fs::OpenOptions::new().append(true).open(bench.file()).is_ok() {
        // The system lets its administrator write everywhere.
        return;
    }
    let mut journal = bench.open();
    assert!(journal.is_received());
    journal.accept();
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    let again = bench.open();
    assert_eq!((again.received(), given(&again, 1), again.exclusions().len()), (None, Some(Verdict::Copy), 2));
    mode(0o644);
}

#[test]
fn what_cannot_be_remembered_holds_for_now_and_is_said() {
    let bench = received();
    fs::create_dir(bench.data.path().join("accepted.txt")).unwrap();
    let mut journal = bench.open();
    assert!(matches!(&journal.take_notices()[..], [Notice::UnknownReviews { .. }]));
    journal.accept();
    assert!(matches!(&journal.take_notices()[..], [Notice::NotRemembered { .. }]));
    journal.append(verdict(2, Verdict::Copy)).unwrap();
    assert_eq!((given(&journal, 2), journal.received()), (Some(Verdict::Copy), None));
    assert!(bench.open().is_received(), "it asks again");
}
