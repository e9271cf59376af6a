//! Verdicts and notes on the screens: given, written, undone, found again.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use xxhash_rust::xxh3::xxh3_64;

use super::*;
use crate::{
    compare::{coverage::RunLength, diff::AlignmentPoint, exclusion::Exclusions},
    document,
    review::{BaseText, ExclusionRules, GivenRules, ReviewChange, Roots, Verdict, journal::Journal},
    tui::{journal::JournalCommand, model::OpenReview},
};

const A: &str = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.";
const B: &str = "The keeper lit the lamp at dawn and wrote the wind down in the book beside the door.";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.txt", A), ("b.txt", B), ("c.txt", "Something else entirely, of a few other words.")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn bench(folder: &Path) -> Bench {
    bench_with(folder, GivenRules::default())
}

/// A review that is opened with options of the command line.
fn bench_with(folder: &Path, given: GivenRules) -> Bench {
    opened(folder, &["a.txt", "b.txt", "c.txt"].map(|name| folder.join(name)), given)
}

/// A review of these files in a folder.
pub(super) fn opened(folder: &Path, files: &[PathBuf], given: GivenRules) -> Bench {
    let sources = files.iter().cloned().map(Source::File).collect();
    let mut bench = Bench::new(sources, Lang::En, (120, 36));
    let roots = Roots::new([folder]);
    let mut journal = Journal::open(&roots, Some(&folder.join(DATA))).unwrap();
    let rules = ExclusionRules::new(&Exclusions::default(), given);
    journal.check_bases(rules.given_bases(), &roots, RunLength::default());
    bench.journal = Some(JournalWriter::new(journal, roots));
    bench.model.workspace.review = Some(OpenReview::new(&rules, None));
    bench.model.workspace.batch.rules = rules;
    bench.send(Event::Input(Input::FocusGained));
    bench.settle();
    bench
}

fn verdict(bench: &Bench, pair: [usize; 2]) -> Option<Verdict> {
    let review = bench.model.workspace.review.as_ref().unwrap();
    Some(review.matched.pair(pair)?.verdict.as_ref()?.verdict)
}

#[test]
fn a_verdict_is_a_key_and_stays() {
    let folder = folder();
    let mut first = bench(folder.path());
    assert!(first.draw().contains("none yet"));
    first.model.workspace.listing = Arc::default();
    first.model.workspace.batch.generation += 1;
    first.keys("v");
    assert!(first.draw().contains("press v again when they are listed"), "{}", first.draw());
    first.settle();
    first.keys("v 1");
    assert_eq!(verdict(&first, [0, 1]), Some(Verdict::Copy));
    let picture = first.draw();
    assert!(
        picture.contains("Saved: verdict 'copy' on a.txt × b.txt.") && picture.contains("VERDICT   copy"),
        "{picture}"
    );
    first.keys("u");
    assert_eq!(verdict(&first, [0, 1]), None);
    first.keys("Ctrl-r v x u");
    assert_eq!(verdict(&first, [0, 1]), Some(Verdict::Copy), "taking a verdict back was taken back");
    drop(first);
    assert_eq!(verdict(&bench(folder.path()), [0, 1]), Some(Verdict::Copy));
    // A file that changed since says so.
    fs::write(folder.path().join("b.txt"), B.replace("door", "gate")).unwrap();
    let mut again = bench(folder.path());
    assert!(again.draw().contains("given before b.txt changed"), "{}", again.draw());
    assert!(again.draw().contains("copy?"));
}

#[test]
fn a_note_is_text_and_esc_saves_it() {
    let folder = folder();
    let mut first = bench(folder.path());
    first.keys("c s e e Space 第 Enter q");
    assert!(first.model.workspace.dialogs.iter().count() == 1, "q is a letter here");
    first.keys("Esc");
    let picture = first.draw();
    assert!(picture.contains("NOTE") && picture.contains("see 第 / q"), "{picture}");
    // Left as it was.
    first.keys("c x x Ctrl-c");
    assert!(first.draw().contains("see 第 / q") && first.draw().contains("Nothing changed"));
    assert!(!first.model.quit);
    first.keys("u");
    assert!(!first.draw().contains("see 第"));
}

#[test]
fn a_note_that_was_not_finished_is_found_again() {
    let folder = folder();
    let mut first = bench(folder.path());
    first.keys("c h a l f");
    // As when the program is killed: what the journal wrote is there, what it held is not waited for.
    first.journal.take().unwrap().finish();
    drop(first);
    let mut again = bench(folder.path());
    assert!(again.draw().contains("an unsaved draft"), "{}", again.draw());
    again.keys("c");
    assert!(again.draw().contains("half") && again.draw().contains("Unsaved draft"), "{}", again.draw());
    again.keys("Esc");
    assert!(again.draw().contains("NOTE") && !again.draw().contains("an unsaved draft"), "{}", again.draw());
}

#[test]
fn a_verdict_says_who_gave_it_and_goes_on_if_a_setting_says_so() {
    let folder = folder();
    fs::write(folder.path().join("c.txt"), with_passage("Cleo")).unwrap();
    let mut bench = bench(folder.path());
    let first = bench.model.workspace.pair().unwrap();
    bench.model.workspace.review.as_mut().unwrap().goes_on = true;
    bench.keys("v");
    assert!(bench.draw().contains("No reviewer is named; r sets the name."), "{}", bench.draw());
    bench.keys("r A n n Enter");
    assert!(bench.draw().contains("Reviewer: Ann; r changes it."), "{}", bench.draw());
    bench.keys("1");
    assert_ne!(bench.model.workspace.pair(), Some(first), "{}", bench.draw());
    let review = bench.model.workspace.review.as_ref().unwrap();
    let given = review.matched.pair(first).unwrap().verdict.clone().unwrap();
    assert_eq!(given.settings.map(|settings| settings.reviewer.clone()), Some("Ann".into()));
    bench.keys("T");
    assert_eq!(bench.model.workspace.overview.marked.len(), bench.model.workspace.listing.len());
    bench.keys("c s e e Esc");
    let review = bench.model.workspace.review.as_ref().unwrap();
    let notes = [[0, 1], [0, 2], [1, 2]].map(|pair| review.matched.pair(pair).and_then(crate::review::Decision::note));
    assert!(notes.iter().all(|note| note.as_deref() == Some("see")), "{notes:?}");
    bench.keys("T");
    assert!(bench.model.workspace.overview.marked.is_empty());
}

#[test]
fn a_place_has_a_verdict_of_its_own() {
    let folder = folder();
    let mut bench = bench(folder.path());
    bench.keys("4");
    if bench.model.workspace.shows_shared() {
        bench.keys("d");
    }
    bench.keys("v");
    assert!(bench.draw().contains("the whole pair a.txt"), "{}", bench.draw());
    bench.keys("Tab");
    assert!(bench.draw().contains("change 1 of a.txt"), "{}", bench.draw());
    bench.keys("2");
    let review = bench.model.workspace.review.as_ref().unwrap();
    assert_eq!((verdict(&bench, [0, 1]), review.matched.hunks([0, 1]).len()), (None, 1));
    // It is beside the change, and so is its note; without Tab a note is of the pair.
    bench.keys("c Tab s e a Esc");
    let picture = bench.draw();
    assert!(picture.contains("CHANGE 1  quotation*") && picture.contains("NOTE  sea"), "{picture}");
    assert!(picture.lines().any(|line| line.contains("~q ")), "{picture}");
    bench.keys("c Tab x Tab");
    assert!(bench.draw().contains("empty"), "{}", bench.draw());
    bench.keys("Ctrl-c c");
    assert!(bench.draw().contains("Note on the whole pair a.txt"), "{}", bench.draw());
    bench.keys("w h o l e Esc");
    let note = |bench: &Bench| bench.model.workspace.review.as_ref().unwrap().matched.pair([0, 1]).unwrap().note();
    assert_eq!(note(&bench).as_deref(), Some("whole"));
    // Undo works on every screen but the lab.
    bench.keys("6 u");
    assert!(bench.draw().contains("Undone: "), "{}", bench.draw());
    bench.keys("4 v 4 1");
    assert_eq!(verdict(&bench, [0, 1]), Some(Verdict::Cleared));
    assert!(bench.draw().contains("verdicts and notes on places in this pair: 1"));
}

/// A text in which one passage is that of [`with_passage`] too.
fn with_passage(name: &str) -> String {
    format!("{name} begins in words of its own.\n\n{A}\n\nAnd {name} ends as no other does.\n")
}

#[test]
fn exclusions_by_hand_are_there_again() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), with_passage("Anna")).unwrap();
    fs::write(folder.path().join("b.txt"), with_passage("Ben")).unwrap();
    let mut first = bench(folder.path());
    first.keys("P x Esc b Space / e n d s Enter Esc");
    let left = |bench: &Bench| bench.model.workspace.batch.all_remainders().map(|left| left.pairs.to_vec());
    let rules = first.model.workspace.batch.rules.list.clone();
    assert!(first.model.workspace.batch.rules.exclusions().marked.len() == 1 && left(&first).is_some());
    first.keys("b");
    assert!(first.draw().contains("The review saves these rules"), "{}", first.draw());
    let mut again = bench(folder.path());
    again.settle();
    assert!(again.model.workspace.batch.rules.are(&rules), "{:?}", again.model.workspace.batch.rules);
    assert_eq!(left(&again), left(&first));
    // The other opening learns of it, and what it undoes is its own.
    again.keys("u");
    assert!(again.draw().contains("Nothing to undo"), "{}", again.draw());
    again.keys("b Space");
    let none = again.model.workspace.batch.rules.list[0].on;
    first.keys("Esc u");
    assert!(!none && first.draw().contains("Undone: "), "{}", first.draw());
    let patterns = |bench: &Bench| bench.model.workspace.batch.rules.exclusions().patterns.len();
    assert!(
        patterns(&first) == 0 && !first.model.workspace.batch.rules.exclusions().quotations,
        "what the other said stands"
    );
    first.keys("Ctrl-r");
    assert_eq!(patterns(&first), 1);
}

#[test]
fn one_undo_reverts_one_key() {
    let folder = folder();
    let mut bench = bench(folder.path());
    bench.keys("4");
    if bench.model.workspace.shows_shared() {
        bench.keys("d");
    }
    bench.keys("x");
    assert_eq!(bench.model.workspace.batch.rules.exclusions().marked.len(), 2, "on both sides");
    bench.keys("u");
    assert!(bench.model.workspace.batch.rules.exclusions().marked.is_empty());
    bench.keys("Ctrl-r");
    assert_eq!(bench.model.workspace.batch.rules.exclusions().marked.len(), 2);
}

/// The base text `form.txt` of a folder, as the command line gives it.
fn given(folder: &Path) -> GivenRules {
    let document = document::read(&Source::File(folder.join("form.txt"))).unwrap();
    let base = BaseText::new(&document, &Roots::new([folder]), RunLength::default()).unwrap();
    GivenRules { base: vec![base], ..GivenRules::default() }
}

#[test]
fn a_base_text_given_once_is_excluded_whatever_becomes_of_its_file() {
    let folder = folder();
    let form = folder.path().join("form.txt");
    fs::write(&form, A).unwrap();
    let excluded = |bench: &Bench| {
        let all = bench.model.workspace.batch.all_remainders().map(|all| all.get(0).unwrap().share.chars);
        (bench.model.workspace.batch.rules.exclusions().base.len(), all.is_some_and(|chars| chars > 60))
    };
    let first = bench_with(folder.path(), given(folder.path()));
    assert_eq!(excluded(&first), (1, true));
    drop(first);
    let mut second = bench(folder.path());
    assert!(excluded(&second) == (1, true) && !second.draw().contains("The base text"), "{}", second.draw());
    second.keys("b j j j Space");
    assert!(second.draw().contains("[ ] passages of the base text"), "{}", second.draw());
    second.keys("q u");
    assert_eq!(excluded(&second), (1, true), "undone");
    drop(second);
    fs::write(&form, B).unwrap();
    let mut third = bench(folder.path());
    assert!(excluded(&third) == (1, true) && third.draw().contains("form.txt has changed;"), "{}", third.draw());
    fs::remove_file(&form).unwrap();
    let mut fourth = bench(folder.path());
    assert!(excluded(&fourth) == (1, true) && fourth.draw().contains("form.txt is gone;"), "{}", fourth.draw());
    // Given again, and another text now: the last word holds, until it is undone.
    fs::write(&form, "Something else entirely, of a few other words that are many more than eight.").unwrap();
    let mut fifth = bench_with(folder.path(), given(folder.path()));
    assert!(excluded(&fifth) == (1, false) && fifth.draw().contains("now uses the current text"), "{}", fifth.draw());
    fifth.keys("u");
    assert_eq!(excluded(&fifth), (1, true), "{}", fifth.draw());
}

#[test]
fn a_base_text_without_file_and_saved_runs_is_said_to_exclude_nothing() {
    let folder = folder();
    let form = folder.path().join("form.txt");
    fs::write(&form, A).unwrap();
    drop(bench_with(folder.path(), given(folder.path())));
    let runs: Vec<_> = fs::read_dir(folder.path().join(".simscope"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "runs"))
        .collect();
    // Damaged, they are made of the file again.
    fs::write(&runs[0], "12345678").unwrap();
    let mut bench_of_file = bench(folder.path());
    assert_eq!(bench_of_file.model.workspace.batch.rules.exclusions().base.len(), 1);
    assert!(!bench_of_file.draw().contains("The base text"), "{}", bench_of_file.draw());
    fs::remove_file(&form).unwrap();
    let mut without = bench(folder.path());
    assert!(without.draw().contains("form.txt is not excluded: its file is gone"), "{}", without.draw());
    assert!(without.model.workspace.batch.rules.exclusions().base.is_empty());
    without.keys("b");
    assert!(without.draw().contains("form.txt: not available, nothing excluded"), "{}", without.draw());
}

#[test]
fn marked_pairs_are_decided_at_once_and_undone_as_one() {
    let folder = folder();
    let mut bench = bench(folder.path());
    let marked = |bench: &Bench| bench.model.workspace.overview.marked.len();
    let verdicts = |bench: &Bench| [[0, 1], [0, 2], [1, 2]].map(|pair| verdict(bench, pair));
    bench.keys("t t");
    let picture = bench.draw();
    assert!(picture.contains("2 marked") && picture.matches("\" * ").count() == 2, "{picture}");
    assert_eq!(bench.model.workspace.overview.list.selected, 2, "each mark goes down");
    bench.keys("v");
    assert!(bench.draw().contains("Your verdict on 2 marked pairs"), "{}", bench.draw());
    bench.keys("4");
    assert!(bench.draw().contains("Saved: verdict 'cleared' on 2 pairs."), "{}", bench.draw());
    assert_eq!(marked(&bench), 0);
    assert_eq!(verdicts(&bench), [Some(Verdict::Cleared), Some(Verdict::Cleared), None]);
    bench.keys("u");
    assert!(bench.draw().contains("Undone: verdict 'cleared' on 2 pairs."), "{}", bench.draw());
    assert_eq!(verdicts(&bench), [None; 3]);
    // Redone where one of the files is gone by then.
    fs::remove_file(folder.path().join("c.txt")).unwrap();
    bench.keys("Ctrl-r");
    assert_eq!(verdicts(&bench_of_two(folder.path()))[0], Some(Verdict::Cleared));
    assert_eq!(verdicts(&bench), [Some(Verdict::Cleared), Some(Verdict::Cleared), None]);
    let mut of_two = bench_of_two(folder.path());
    let missing = of_two.model.workspace.review.as_ref().unwrap().matched.missing().len();
    assert_eq!(missing, 1, "the pair of the missing file is among the orphans");
    of_two.keys("V");
    assert!(of_two.draw().contains("c.txt"), "{}", of_two.draw());
    bench.keys("u");
    assert_eq!(verdicts(&bench), [None; 3]);
}

/// The same review, of the two files that are there.
fn bench_of_two(folder: &Path) -> Bench {
    let sources = ["a.txt", "b.txt"].map(|name| Source::File(folder.join(name)));
    let mut bench = Bench::new(sources.into(), Lang::En, (120, 36));
    bench.open_review(folder);
    bench
}

#[test]
fn marks_survive_a_filter_and_hidden_pairs_are_not_decided() {
    let folder = folder();
    let mut bench = bench(folder.path());
    bench.keys("t t t /").type_text("share>50").keys("Enter");
    assert!(bench.draw().contains("3 marked, 2 of them hidden"), "{}", bench.draw());
    bench.keys("v");
    let picture = bench.draw();
    assert!(picture.contains("on 1 marked pair") && picture.contains("2 marked pairs are hidden"), "{picture}");
    bench.keys("1");
    assert_eq!([[0, 1], [0, 2]].map(|pair| verdict(&bench, pair)), [Some(Verdict::Copy), None]);
    bench.keys("v");
    assert!(bench.draw().contains("The filter hides all 2 marked pairs."), "{}", bench.draw());
    assert!(bench.model.workspace.dialogs.is_empty());
    // Esc unmarks, then clears the filter; leaving the dialog unmarks nothing.
    bench.keys("Esc Esc t v q");
    assert_eq!(bench.model.workspace.overview.marked.len(), 1);
    bench.keys("k t");
    assert!(bench.model.workspace.overview.marked.is_empty(), "marked twice is not marked");
}

#[test]
fn unsaved_changes_are_undone_first() {
    let folder = folder();
    let mut bench = bench(folder.path());
    bench.keys("v 1");
    let journal = folder.path().join(".simscope");
    let aside = folder.path().join("aside");
    fs::rename(&journal, &aside).unwrap();
    fs::write(&journal, "").unwrap();
    bench.keys("v 4");
    assert!(bench.draw().contains("Not saved"), "{}", bench.draw());
    bench.keys("u");
    assert!(bench.draw().contains("Undone: "), "{}", bench.draw());
    fs::remove_file(&journal).unwrap();
    fs::rename(&aside, &journal).unwrap();
    bench.keys("Ctrl-r");
    assert_eq!(verdict(&bench, [0, 1]), Some(Verdict::Cleared), "made again, and now it is saved");
    bench.keys("u u");
    assert_eq!(verdict(&bench, [0, 1]), None);
}

#[test]
fn paragraphs_that_a_review_aligns_are_beside_each_other() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), "one two three\n\nfour five six\n\nseven eight\n").unwrap();
    fs::write(folder.path().join("b.txt"), "1 2 3\n\n4 5 6\n\n7 8\n").unwrap();
    let beside = |bench: &Bench| {
        let diff = &bench.model.workspace.results.diff_of([0, 1]).unwrap().diff;
        diff.rows.iter().find(|row| row.a == Some(1)).unwrap().b
    };
    let mut first = bench(folder.path());
    first.keys("4 d");
    assert_eq!(beside(&first), None);
    let point = AlignmentPoint { numbers: [2, 3], says: ["four five six", "7 8"].map(|text| xxh3_64(text.as_bytes())) };
    let files = first.model.workspace.review.as_ref().unwrap().files.clone();
    let change = ReviewChange::align(point, [0, 1].map(|at| files.get(at).unwrap()), true);
    first.perform(vec![Request::Keep(JournalCommand::Save(change))]);
    first.settle();
    assert_eq!(beside(&first), Some(2), "{}", first.draw());
    let decided = |bench: &Bench| bench.model.workspace.review.as_ref().unwrap().matched.hunks([0, 1]).len();
    first.keys("v Tab 2");
    assert_eq!(decided(&first), 1);
    let mut again = bench(folder.path());
    again.keys("4 d");
    assert_eq!((beside(&again), decided(&again)), (Some(2), 1));
    assert!(again.model.workspace.review.as_ref().unwrap().orphans.is_empty(), "the place is there");
    // The first can undo its own change, and that separates them for the other too.
    first.keys("u u");
    assert_eq!(beside(&first), None, "{}", first.draw());
    again.keys("v 0");
    assert_eq!(beside(&again), None);
}

#[test]
fn exclusions_apply_though_they_cannot_be_saved_yet() {
    let folder = folder();
    let mut bench = bench(folder.path());
    fs::write(folder.path().join(".simscope"), "").unwrap();
    fs::write(folder.path().join(DATA), "").unwrap();
    bench.keys("b Space Space Space");
    assert!(
        bench.model.workspace.batch.rules.list[0].on && bench.draw().contains("[x] quotations"),
        "{}",
        bench.draw()
    );
    bench.keys("Esc q");
    assert!(bench.draw().contains("3 changes not saved yet"), "{}", bench.draw());
    fs::remove_file(folder.path().join(".simscope")).unwrap();
    bench.keys("v 3 q");
    assert!(bench.model.quit && bench.model.workspace.batch.rules.list[0].on);
}

#[test]
fn unsaved_changes_are_reported_held_and_saved_when_possible() {
    let folder = folder();
    let mut bench = bench(folder.path());
    // Something else is in the place of the journal.
    fs::write(folder.path().join(".simscope"), "").unwrap();
    fs::write(folder.path().join(DATA), "").unwrap();
    bench.keys("v 3");
    let picture = bench.draw();
    assert!(picture.contains("Not saved") && verdict(&bench, [0, 1]).is_none(), "{picture}");
    bench.keys("q");
    assert!(!bench.model.quit && bench.draw().contains("1 change not saved yet"), "{}", bench.draw());
    // An order that is not about saving does not make it forgotten.
    bench.command("set recipe weight=tf").keys("q");
    assert!(!bench.model.quit && bench.draw().contains("1 change not saved yet"), "{}", bench.draw());
    bench.command("set recipe weight=tfsqrtidf");
    fs::remove_file(folder.path().join(".simscope")).unwrap();
    bench.keys("j k v 3");
    assert_eq!(verdict(&bench, [0, 1]), Some(Verdict::Common));
    bench.keys("q");
    assert!(bench.model.quit);
}

#[test]
fn without_a_review_it_is_said_where_verdicts_belong() {
    let mut bench = Bench::of(&[A, B]);
    bench.keys("v");
    assert!(bench.draw().contains("f on screen 1 chooses a folder") && bench.model.workspace.dialogs.is_empty());
}

#[test]
fn a_filter_shows_the_pairs_it_means() {
    let folder = folder();
    let mut bench = bench(folder.path());
    assert_eq!(bench.model.workspace.listing.len(), 3);
    bench.keys("v 1 / n a m e : c . t x t Enter");
    assert_eq!(bench.model.workspace.listing.len(), 2);
    assert!(bench.draw().contains("2 match name:c.txt"), "{}", bench.draw());
    bench.keys("Esc / v e r Tab");
    assert!(bench.draw().contains("verdict:"));
    bench.keys("c o p y Enter");
    assert_eq!((bench.model.workspace.listing.len(), bench.model.workspace.pair()), (1, Some([0, 1])));
    // A decided pair leaves the list of the undecided.
    bench.keys("/ Ctrl-u v e r d i c t : n o n e Enter");
    assert_eq!(bench.model.workspace.listing.len(), 2);
    bench.keys("v 4");
    assert_eq!(bench.model.workspace.listing.len(), 1);
    bench.keys("v 4");
    assert!(bench.draw().contains("No pair matches the filter"), "{}", bench.draw());
    for key in ["2", "3", "4", "1", "v", "c", "n", "p"] {
        bench.keys(key);
    }
    // A wrong filter says where and why, and stays to be corrected.
    bench.keys("Esc / h d < Enter");
    assert_eq!(bench.model.workspace.dialogs.iter().count(), 1);
    assert!(bench.draw().contains("olumn"), "{}", bench.draw());
    bench.keys("5 Enter Esc");
    assert_eq!((bench.model.workspace.listing.len(), bench.model.workspace.overview.filter.is_none()), (3, true));
}

/// Movement and leaving mean the same in the dialog as everywhere, also where a reader has bound other keys to them.
#[test]
fn in_the_dialog_of_verdicts_only_digits_and_enter_decide() {
    let folder = folder();
    let mut bench = bench(folder.path());
    for key in ["q", "Esc"] {
        bench.keys(&format!("v {key}"));
        assert!(bench.model.workspace.dialogs.is_empty() && verdict(&bench, [0, 1]).is_none(), "{key}");
    }
    bench.keys("v j j k");
    assert!(bench.model.workspace.dialogs.iter().count() == 1 && verdict(&bench, [0, 1]).is_none());
    for letter in ["c", "m", "u"] {
        bench.keys(letter);
        assert!(bench.model.workspace.dialogs.iter().count() == 1 && verdict(&bench, [0, 1]).is_none(), "{letter}");
    }
    assert!(bench.draw().contains("Verdicts are chosen by digit: 'unsure' is 5."), "{}", bench.draw());
    bench.keys("x");
    assert!(bench.draw().contains("Verdicts are chosen by digit: 'none' is 0."), "{}", bench.draw());
    bench.keys("Enter");
    assert_eq!(verdict(&bench, [0, 1]), Some(Verdict::Quotation));
    bench.keys("v 0");
    assert!(verdict(&bench, [0, 1]).is_none() && bench.draw().contains("Saved: verdict removed from a.txt × b.txt."));
    bench.keys("u");
    assert!(bench.draw().contains("Undone: verdict removed from a.txt × b.txt."), "{}", bench.draw());
}
