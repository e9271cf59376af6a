//! A review that came with its folder: asked about before it holds.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{review::opened, *};
use crate::review::{Exclusion, GivenRules, ReviewChange, Verdict};

const A: &str = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.";
const B: &str = "The keeper lit the lamp at dawn and wrote the wind down in the book beside the door.";

/// A folder with a review that somebody else made: a verdict, and patterns.
fn received(patterns: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), A).unwrap();
    fs::write(folder.path().join("b.txt"), B).unwrap();
    let mut theirs = opened(folder.path(), &files(folder.path()), GivenRules::default());
    theirs.keys("v 4 c").type_text("all their own work").keys("Esc");
    drop(theirs);
    add_rules(folder.path(), patterns);
    fs::remove_dir_all(folder.path().join(DATA)).unwrap();
    folder
}

/// Rules that somebody else adds, whose data folder is elsewhere.
fn add_rules(folder: &Path, patterns: &[&str]) {
    let data = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(&Roots::new([folder]), Some(data.path())).unwrap();
    journal.accept();
    for pattern in patterns {
        let exclusions = vec![Exclusion::Pattern { pattern: (*pattern).into() }];
        journal.append(ReviewChange::Exclude { exclusions, on: Some(true) }).unwrap();
    }
}

fn files(folder: &Path) -> [PathBuf; 2] {
    ["a.txt", "b.txt"].map(|name| folder.join(name))
}

fn open(folder: &tempfile::TempDir) -> Bench {
    opened(folder.path(), &files(folder.path()), GivenRules::default())
}

fn verdict(bench: &Bench) -> Option<Verdict> {
    let review = bench.model.workspace.review.as_ref().unwrap();
    Some(review.matched.pair([0, 1])?.verdict.as_ref()?.verdict)
}

fn journal(folder: &tempfile::TempDir) -> String {
    fs::read_to_string(folder.path().join(".simscope/review.jsonl")).unwrap()
}

#[test]
fn it_is_asked_about_and_nothing_of_it_holds_until_it_is_accepted() {
    let folder = received(&["."]);
    let before = journal(&folder);
    let mut bench = open(&folder);
    let picture = bench.draw();
    for said in ["1 verdict, 1 note", "1 exclusion rule", "exclude 100.0% of all text", "patterns: .", "> look only"] {
        assert!(picture.contains(said), "{said}: {picture}");
    }
    bench.keys("Esc");
    let picture = bench.draw();
    for said in ["(cleared*)", "not accepted", "all their own work", "review received"] {
        assert!(picture.contains(said), "{said}: {picture}");
    }
    assert!(!bench.model.workspace.batch.excludes());
    // Giving a verdict asks first, and writes nothing.
    bench.keys("v");
    assert!(bench.draw().contains("> look only"), "{}", bench.draw());
    bench.keys("Enter");
    assert_eq!((journal(&folder), verdict(&bench)), (before.clone(), Some(Verdict::Cleared)));
    bench.keys("v Down Enter");
    assert!(bench.model.workspace.batch.excludes(), "its rules are on");
    assert_eq!(journal(&folder), before, "accepting writes nothing into the folder");
    let picture = bench.draw();
    assert!(picture.contains("Accepted") && !picture.contains("review received"), "{picture}");
    bench.keys("v 1");
    assert_eq!(verdict(&bench), Some(Verdict::Copy));
    drop(bench);
    let mut again = open(&folder);
    let picture = again.draw();
    assert!(!picture.contains("look only") && picture.contains("copy") && again.model.workspace.batch.excludes());
}

#[test]
fn what_is_changed_while_only_looking_is_kept_until_the_review_is_accepted() {
    let folder = received(&[]);
    let before = journal(&folder);
    let mut bench = open(&folder);
    // The exclusions are a change too.
    bench.keys("Esc b Space");
    assert_eq!(bench.model.workspace.review.as_ref().unwrap().unsaved, 1);
    bench.keys("Esc");
    assert!(bench.draw().contains("> look only"), "{}", bench.draw());
    bench.keys("Esc");
    assert_eq!(journal(&folder), before);
    let left = bench.journal.take().unwrap().finish();
    assert!(matches!(&left[..], [ReviewChange::Exclude { .. }]), "{left:?}");
    let mut bench = open(&folder);
    bench.keys("Esc b Space Esc Down Enter");
    assert_eq!(bench.model.workspace.review.as_ref().unwrap().unsaved, 0);
    assert!(journal(&folder).starts_with(&before) && journal(&folder).contains("quotations"));
}

#[test]
fn rules_of_the_command_line_are_on_and_are_saved_once_the_review_is_accepted() {
    let folder = received(&[]);
    let before = journal(&folder);
    let given = GivenRules { kinds: Some([true, false]), ..GivenRules::default() };
    let mut bench = opened(folder.path(), &files(folder.path()), given);
    assert!(bench.model.workspace.batch.excludes());
    bench.keys("Esc");
    assert_eq!((journal(&folder), bench.model.workspace.review.as_ref().unwrap().unsaved), (before, 0));
    bench.keys("v Down Enter");
    assert!(bench.model.workspace.batch.excludes() && journal(&folder).contains("quotations"));
}

#[test]
fn a_rule_that_somebody_added_is_off_alone() {
    let folder = received(&["keeper"]);
    let mut bench = open(&folder);
    bench.keys("Down Enter");
    assert!(bench.model.workspace.batch.excludes());
    drop(bench);
    add_rules(folder.path(), &["lamp"]);
    let on = |bench: &Bench| {
        bench.model.workspace.batch.rules.on().filter_map(crate::review::RuleKind::option).collect::<Vec<_>>()
    };
    let mut bench = open(&folder);
    assert!(bench.draw().contains("New rules in this review"), "{}", bench.draw());
    bench.keys("Esc");
    assert_eq!(on(&bench), ["--exclude-pattern keeper"]);
    assert!(bench.draw().contains("new rules off"), "{}", bench.draw());
    bench.keys("v 2");
    assert_eq!(verdict(&bench), Some(Verdict::Quotation), "the review stays accepted");
    drop(bench);
    let mut bench = open(&folder);
    bench.keys("Down Enter");
    assert_eq!(on(&bench).len(), 2);
    assert!(!bench.draw().contains("new rules off"));
}

#[test]
fn the_question_fits_every_screen() {
    let folder = received(&[".", "keeper", "[0-9]+", "a", "b", "c", "d", "e"]);
    for lang in [Lang::En, Lang::Zh] {
        for (width, height) in [(120, 36), (80, 24), (60, 20)] {
            let mut bench = open(&folder);
            bench.model.lang = lang;
            bench.send(Event::Input(Input::Resize(width, height)));
            let picture = bench.draw();
            assert!(picture.contains(t!(lang, "received.look")), "{width}x{height}: {picture}");
            assert!(picture.contains(t!(lang, "received.accept-beside")), "{width}x{height}: {picture}");
        }
    }
}
