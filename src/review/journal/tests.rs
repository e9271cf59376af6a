//! The journal as programs meet it. Two processes at once, `kill -9` and a full disk are in `tests/journal.rs`.

mod failures;
mod received;

use std::fs;

use proptest::prelude::*;

use super::*;
use crate::{
    document::Source,
    files::FileKind,
    locale::Lang,
    review::{Decision, FileId, Target, Verdict, exclusion::MOST_HASHES},
};

struct Bench {
    folder: tempfile::TempDir,
    data: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), data: tempfile::tempdir().unwrap() }
    }

    fn roots(&self) -> Roots {
        Roots::new([self.folder.path()])
    }

    fn open(&self) -> Journal {
        Journal::open(&self.roots(), Some(self.data.path())).unwrap()
    }

    fn file(&self) -> PathBuf {
        self.roots().only().unwrap().join(FOLDER).join(FILE)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.file()).unwrap()
    }
}

fn target(n: u64) -> Target {
    let file = |path: String| FileId { path, size: 1, hash: n };
    Target::pair(&file(format!("{n}.txt")), &file("b.txt".into()))
}

pub(super) fn verdict(n: u64, verdict: Verdict) -> ReviewChange {
    ReviewChange::Verdict { of: target(n), verdict: Some(verdict) }
}

fn note(n: u64, text: &str) -> ReviewChange {
    ReviewChange::Note { of: target(n), text: text.into(), over: Vec::new() }
}

pub(super) fn given(journal: &Journal, n: u64) -> Option<Verdict> {
    journal.state().of(&target(n)).verdict.map(|given| given.verdict)
}

fn settings(k: u32) -> ReviewSettings {
    ReviewSettings {
        program: "0".into(),
        recipe: "words".into(),
        k,
        run: [13, 8],
        exclusions: Vec::new(),
        reading: READING_VERSION,
        reviewer: String::new(),
    }
}

#[test]
fn a_journal_with_shares_of_an_older_reading_says_so_until_it_has_newer_ones() {
    let bench = Bench::new();
    let mut journal = bench.open();
    journal.set_settings(ReviewSettings { reading: READING_VERSION - 1, ..settings(3) });
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    let mut journal = bench.open();
    assert_eq!(journal.take_notices(), [Notice::OlderReading]);
    let messages = [Lang::En, Lang::Zh].map(|lang| Notice::OlderReading.message(lang));
    assert!(messages[0].contains("normalises texts differently") && messages[1].contains("归一化"), "{messages:?}");
    assert!(!journal.refresh().unwrap() && journal.take_notices().is_empty());
    journal.set_settings(settings(3));
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    assert_eq!(bench.open().take_notices(), []);
    // A new review has no shares to differ from.
    assert_eq!(Bench::new().open().take_notices(), []);
}

#[test]
fn a_recipe_is_kept_with_its_threshold() {
    let bench = Bench::new();
    let mut journal = bench.open();
    assert_eq!(journal.recipe(), None);
    let robust: RecipeWithK = "robust".parse().unwrap();
    for (recipe, k, kept) in [
        (robust.recipe.to_string(), 17, Some(robust.clone())),
        (robust.recipe.to_string(), 999, Some(RecipeWithK { k: Some(128), ..robust.clone() })),
        ("of a later version".into(), 3, None),
    ] {
        journal.set_settings(ReviewSettings { recipe, ..settings(k) });
        journal.append(verdict(1, Verdict::Copy)).unwrap();
        assert_eq!(bench.open().recipe(), kept);
    }
    let line = robust.to_string();
    assert!(line.ends_with(";gt;k=17") && line.parse() == Ok(robust), "{line}");
}

#[test]
fn nothing_is_made_before_something_is_saved_and_then_it_is_there_again() {
    let bench = Bench::new();
    let mut journal = bench.open();
    assert_eq!(journal.path(), bench.file());
    assert!(!bench.folder.path().join(FOLDER).exists());
    journal.set_settings(settings(3));
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    journal.append(note(1, "灯塔\n\u{1b}[2J \u{202e}\"")).unwrap();
    journal.set_settings(settings(3));
    journal.append(verdict(2, Verdict::Unsure)).unwrap();
    let mut again = bench.open();
    assert_eq!(again.state().all(), journal.state().all());
    assert_eq!(again.state().of(&target(1)).note().as_deref(), Some("灯塔\n\u{1b}[2J \u{202e}\""));
    let decision: Decision = again.state().of(&target(2));
    assert_eq!(decision.verdict.unwrap().settings.unwrap().k, 3);
    assert_eq!(
        String::from_utf8(bench.bytes()).unwrap().lines().count(),
        5,
        "a head, the settings once, three changes"
    );
    assert!(again.take_notices().is_empty() && journal.take_notices().is_empty());
}

#[test]
fn a_blank_line_at_the_end_is_no_other_file() {
    let bench = Bench::new();
    let mut journal = bench.open();
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    let with_blank = [bench.bytes(), b"\n\n".to_vec()].concat();
    fs::write(bench.file(), with_blank).unwrap();
    assert!(!journal.refresh().unwrap() && journal.take_notices().is_empty());
    assert!(!journal.refresh().unwrap());
    journal.append(verdict(2, Verdict::Copy)).unwrap();
    assert_eq!(bench.open().state().all(), journal.state().all());
}

#[test]
fn a_file_never_grows_to_what_is_not_read() {
    let bench = Bench::new();
    let mut journal = bench.open();
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    // A hole takes no room on the disk.
    let size = |size: u64| fs::OpenOptions::new().write(true).open(bench.file()).unwrap().set_len(size).unwrap();
    size(3 << 20);
    let draft = ReviewChange::Draft { of: target(1), text: "d".into(), over: Vec::new() };
    assert!(matches!(journal.append(draft).unwrap_err().error, JournalError::Crowded { limit: 3, .. }));
    journal.append(verdict(2, Verdict::Copy)).unwrap();
    size((4 << 20) - 10);
    assert!(matches!(journal.append(verdict(3, Verdict::Copy)).unwrap_err().error, JournalError::Crowded { .. }));
    assert_eq!(given(&bench.open(), 1), Some(Verdict::Copy), "it is read as before");
}

#[test]
fn undo_is_of_what_one_did_oneself() {
    let bench = Bench::new();
    let (mut one, mut two) = (bench.open(), bench.open());
    assert_eq!(one.undo().unwrap(), None);
    one.append(verdict(1, Verdict::Copy)).unwrap();
    one.append(verdict(1, Verdict::Cleared)).unwrap();
    two.append(verdict(2, Verdict::Common)).unwrap();
    let undone = one.undo().unwrap().unwrap();
    assert_eq!((undone.change, undone.overruled), (verdict(1, Verdict::Cleared), false));
    assert_eq!((given(&one, 1), given(&one, 2)), (Some(Verdict::Copy), Some(Verdict::Common)));
    assert_eq!(one.redo().unwrap().unwrap().change, verdict(1, Verdict::Cleared));
    assert_eq!((given(&one, 1), one.redo().unwrap()), (Some(Verdict::Cleared), None));
    // A later change by another wins, and the result says so.
    two.append(verdict(1, Verdict::Unsure)).unwrap();
    assert!(one.undo().unwrap().unwrap().overruled);
    assert_eq!(given(&one, 1), Some(Verdict::Unsure));
    // A new change is where redo ends.
    one.append(verdict(3, Verdict::Copy)).unwrap();
    assert_eq!(one.redo().unwrap(), None);
    // Another opening has nothing of its own yet.
    assert_eq!(bench.open().undo().unwrap(), None);
    // Drafts are no changes.
    one.append(ReviewChange::Draft { of: target(9), text: "d".into(), over: Vec::new() }).unwrap();
    assert_eq!(one.undo().unwrap().unwrap().change, verdict(3, Verdict::Copy));
}

#[test]
fn a_torn_line_is_reported_and_the_next_begins_a_line() {
    let bench = Bench::new();
    let mut journal = bench.open();
    (1..=3).for_each(|n| _ = journal.append(verdict(n, Verdict::Copy)).unwrap());
    let whole = bench.bytes();
    let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
    for cut in 0..whole.len() {
        fs::write(bench.file(), &whole[..cut]).unwrap();
        let mut journal = bench.open();
        // A line is whole without its line feed already: its sum says so.
        let lines = ends.iter().filter(|&&end| end - 1 <= cut).count();
        let torn = cut > 0 && !ends.iter().any(|&end| end == cut || end - 1 == cut);
        let notices = journal.take_notices();
        assert_eq!(!notices.is_empty(), torn, "{cut}: {notices:?}");
        let warned = Notice::Damaged { path: bench.file(), line: lines as u64 + 1 };
        assert!(notices.iter().all(|notice| *notice == warned), "{cut}: {notices:?}");
        assert_eq!(journal.state().all().len(), lines.saturating_sub(1), "{cut}");
        journal.append(verdict(9, Verdict::Common)).unwrap();
        let mut again = bench.open();
        assert_eq!((given(&journal, 9), given(&again, 9)), (Some(Verdict::Common), Some(Verdict::Common)), "{cut}");
        assert_eq!(
            (again.state().all().len(), again.take_notices().len()),
            (lines.saturating_sub(1) + 1, usize::from(torn))
        );
        assert!(bench.bytes().starts_with(&whole[..cut]), "what was there is left");
        // Whoever had it open all the while goes on.
        journal.append(verdict(10, Verdict::Common)).unwrap();
        assert_eq!((again.refresh().unwrap(), given(&again, 10)), (true, Some(Verdict::Common)));
        assert!(again.take_notices().is_empty());
    }
}

#[test]
fn damage_inside_costs_that_line_alone() {
    let bench = Bench::new();
    let mut journal = bench.open();
    (1..=3).for_each(|n| _ = journal.append(verdict(n, Verdict::Copy)).unwrap());
    let mut bytes = bench.bytes();
    let second = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
    bytes[second + 60] ^= 4;
    fs::write(bench.file(), &bytes).unwrap();
    let mut again = bench.open();
    assert_eq!((1..=3).map(|n| given(&again, n).is_some()).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(again.take_notices(), [Notice::Damaged { path: bench.file(), line: 3 }]);
}

#[test]
fn a_file_that_is_put_back_or_taken_away_is_read_again() {
    let bench = Bench::new();
    let mut journal = bench.open();
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    let early = bench.bytes();
    (2..=3).for_each(|n| _ = journal.append(verdict(n, Verdict::Copy)).unwrap());
    fs::write(bench.file(), &early).unwrap();
    assert!(journal.refresh().unwrap());
    assert_eq!((journal.state().all().len(), journal.take_notices().len()), (1, 1));
    // A longer one that another program wrote.
    let other = Bench::new();
    let mut theirs = other.open();
    (5..=9).for_each(|n| _ = theirs.append(note(n, &"long ".repeat(40))).unwrap());
    fs::write(bench.file(), other.bytes()).unwrap();
    journal.append(verdict(1, Verdict::Cleared)).unwrap();
    assert_eq!((journal.state().all().len(), journal.take_notices().len()), (6, 1));
    fs::remove_dir_all(bench.file().parent().unwrap()).unwrap();
    journal.append(verdict(4, Verdict::Cleared)).unwrap();
    assert_eq!((journal.state().all().len(), bench.open().state().all().len()), (1, 1));
}

#[test]
fn what_is_no_journal_is_left_alone() {
    let bench = Bench::new();
    fs::create_dir(bench.folder.path().join(FOLDER)).unwrap();
    for text in ["shopping list\n", "{}\n", "{\"journal\":1}\nmore\n"] {
        fs::write(bench.file(), text).unwrap();
        assert!(matches!(Journal::open(&bench.roots(), None), Err(JournalError::Foreign { .. })), "{text}");
    }
    assert_eq!(bench.bytes(), b"{\"journal\":1}\nmore\n");
    fs::write(bench.file(), line::seal("{\"journal\":\"simscope review\",\"version\":2}")).unwrap();
    assert!(matches!(Journal::open(&bench.roots(), None), Err(JournalError::Newer { version: 2, .. })));
}

#[test]
fn a_folder_that_cannot_be_written_has_its_journal_elsewhere() {
    let bench = Bench::new();
    // Nobody, not even root, makes a folder where a file is.
    fs::write(bench.folder.path().join(FOLDER), "").unwrap();
    let mut journal = bench.open();
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    assert!(journal.path().starts_with(bench.data.path()));
    assert_eq!(journal.take_notices(), [Notice::Elsewhere { path: journal.path().to_owned() }]);
    assert_eq!(given(&bench.open(), 1), Some(Verdict::Copy));
    // Once it can be written, it is kept beside it again, and nothing is lost.
    fs::remove_file(bench.folder.path().join(FOLDER)).unwrap();
    fs::create_dir(bench.folder.path().join(FOLDER)).unwrap();
    fs::write(bench.file(), "").unwrap();
    let mut beside = bench.open();
    assert_eq!((beside.path(), given(&beside, 1)), (&*bench.file(), Some(Verdict::Copy)));
    beside.append(verdict(1, Verdict::Cleared)).unwrap();
    assert_eq!(given(&bench.open(), 1), Some(Verdict::Cleared));
    assert!(matches!(Journal::open(&Roots::new(Vec::<PathBuf>::new()), None), Err(JournalError::NoPlace)));
}

#[test]
fn several_folders_have_one_of_their_own_for_nobody_else_to_read() {
    let bench = Bench::new();
    let other = tempfile::tempdir().unwrap();
    let roots = Roots::new([bench.folder.path(), other.path()]);
    let mut journal = Journal::open(&roots, Some(&bench.data.path().join("deep"))).unwrap();
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    assert!(!bench.folder.path().join(FOLDER).exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(journal.path()), mode(journal.path().parent().unwrap())), (0o600, 0o700));
    }
}

#[cfg(unix)]
#[test]
fn a_folder_from_anywhere_leads_to_no_other_file() {
    let bench = Bench::new();
    let mine = bench.data.path().join("mine.txt");
    fs::write(&mine, "").unwrap();
    fs::create_dir(bench.folder.path().join(FOLDER)).unwrap();
    std::os::unix::fs::symlink(&mine, bench.file()).unwrap();
    let kind = || match Journal::open(&bench.roots(), Some(bench.data.path())) {
        Err(JournalError::NotAFile { kind, .. }) => Some(kind),
        _ => None,
    };
    assert_eq!((kind(), fs::read(&mine).unwrap().len()), (Some(FileKind::Link), 0));
    fs::remove_file(bench.file()).unwrap();
    fs::create_dir(bench.file()).unwrap();
    assert_eq!(kind(), Some(FileKind::Folder));
    fs::remove_dir_all(bench.folder.path().join(FOLDER)).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), bench.folder.path().join(FOLDER)).unwrap();
    assert_eq!((kind(), fs::read_dir(elsewhere.path()).unwrap().count()), (Some(FileKind::Link), 0));
}

#[test]
fn what_cannot_be_saved_is_handed_back() {
    let bench = Bench::new();
    let mut journal = bench.open();
    let long = note(1, &"灯".repeat(LONGEST));
    let unsaved = journal.append(long.clone()).unwrap_err();
    assert!(matches!(unsaved.error, JournalError::TooLong { .. }) && unsaved.change == long);
    journal.append(verdict(1, Verdict::Copy)).unwrap();
    let holder = fs::File::open(bench.file()).unwrap();
    holder.lock().unwrap();
    let unsaved = journal.append(note(1, "kept")).unwrap_err();
    assert!(matches!(unsaved.error, JournalError::Busy { .. }), "{}", unsaved.error);
    assert_eq!((unsaved.change.clone(), journal.state().of(&target(1)).note()), (note(1, "kept"), None));
    drop(holder);
    journal.append(unsaved.change).unwrap();
    assert_eq!(bench.open().state().of(&target(1)).note().as_deref(), Some("kept"));
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a few of them")]
enum JournalAction {
    Change(ReviewChange),
    Undo,
    Redo,
    Refresh,
}

fn actions() -> impl Strategy<Value = Vec<(usize, JournalAction)>> {
    let change = (0..3u64, 0..3u8, "[a灯\n\"]{0,3}").prop_map(|(n, kind, text)| {
        JournalAction::Change(match kind {
            0 => verdict(n, Verdict::Copy),
            1 => note(n, &text),
            _ => ReviewChange::Draft { of: target(n), text, over: Vec::new() },
        })
    });
    let action = prop_oneof![
        4 => change,
        1 => Just(JournalAction::Undo),
        1 => Just(JournalAction::Redo),
        1 => Just(JournalAction::Refresh),
    ];
    prop::collection::vec((0..2usize, action), 0..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However two programs take turns, all lines are there, and everybody who reads them comes to the same.
    #[test]
    fn two_programs_lose_nothing(actions in actions()) {
        let bench = Bench::new();
        let mut journals = [bench.open(), bench.open()];
        let (mut saved, mut notes) = (0, 0);
        for (who, action) in actions {
            let journal = &mut journals[who];
            match action {
                JournalAction::Change(change) => {
                    notes += usize::from(matches!(change, ReviewChange::Note { .. }));
                    journal.append(change).unwrap();
                    saved += 1;
                }
                JournalAction::Undo => saved += usize::from(!journal.done.is_empty() && journal.undo().is_ok()),
                JournalAction::Redo => saved += usize::from(!journal.undone.is_empty() && journal.redo().is_ok()),
                JournalAction::Refresh => _ = journal.refresh().unwrap(),
            }
        }
        if saved > 0 {
            let lines = String::from_utf8(bench.bytes()).unwrap();
            prop_assert_eq!(lines.lines().count(), saved + 1);
            prop_assert_eq!(lines.lines().filter(|line| line.contains("\"do\":\"note\"")).count(), notes);
        }
        let fresh = bench.open();
        for journal in &mut journals {
            journal.refresh().unwrap();
            prop_assert_eq!(journal.state().all(), fresh.state().all());
            prop_assert!(journal.take_notices().is_empty());
        }
    }
}

#[test]
fn runs_of_a_base_text_are_kept_up_to_a_bound() {
    let bench = Bench::new();
    let (roots, run) = (bench.roots(), RunLength { han: 2, words: 2 });
    let form = bench.folder.path().join("form.txt");
    let excluded = |journal: &Journal| match &journal.exclusions()[..] {
        [ExclusionStatus { exclusion: Exclusion::Base(base), on: true }] => base.hashes.is_some(),
        others => panic!("{others:?}"),
    };
    for (words, kept) in [(MOST_HASHES, true), (2 * MOST_HASHES, false)] {
        let text: Vec<String> = (0..words).map(|n| format!("word{n}")).collect();
        fs::write(&form, text.join(" ")).unwrap();
        let document = crate::document::read(&Source::File(form.clone())).unwrap();
        let base = BaseText::new(&document, &roots, run).unwrap();
        let mut journal = bench.open();
        let change = ReviewChange::Exclude { exclusions: vec![Exclusion::Base(base)], on: Some(true) };
        journal.append(change).unwrap();
        let warned = journal.take_notices().iter().any(|notice| matches!(notice, Notice::BaseNotKept { .. }));
        assert!(warned != kept && excluded(&journal), "until it is closed, it is excluded either way");
        let mut again = bench.open();
        again.check_bases(&[], &roots, run);
        assert!(excluded(&again) && again.take_notices().is_empty(), "from the file, if from nowhere else");
        // Runs of another length are read from the file too.
        let mut longer = bench.open();
        longer.check_bases(&[], &roots, RunLength { han: 3, words: 3 });
        assert!(excluded(&longer));
        fs::remove_file(&form).unwrap();
        for (run, works) in [(run, kept), (RunLength { han: 3, words: 3 }, false)] {
            let mut without = bench.open();
            without.check_bases(&[], &roots, run);
            let name = form.display().to_string();
            let notice = if works { Notice::BaseGone { name } } else { Notice::BaseUseless { name } };
            assert_eq!((excluded(&without), without.take_notices()), (works, vec![notice]));
        }
    }
}

#[test]
fn a_verdict_on_several_pairs_is_on_all_of_them_or_on_none() {
    let bench = Bench::new();
    let mut journal = bench.open();
    let group = |verdict| ReviewChange::Verdicts { of: (1..=3).map(target).collect(), verdict };
    let all = |journal: &Journal| [1, 2, 3].map(|n| given(journal, n));
    journal.append(verdict(2, Verdict::Copy)).unwrap();
    journal.append(group(Some(Verdict::Cleared))).unwrap();
    assert_eq!(all(&journal), [Some(Verdict::Cleared); 3]);
    let whole = bench.bytes();
    let line = whole.len() - whole[..whole.len() - 1].iter().rev().position(|&byte| byte == b'\n').unwrap();
    for cut in line - 1..whole.len() - 1 {
        fs::write(bench.file(), &whole[..cut]).unwrap();
        let torn = all(&bench.open());
        assert!(torn == [None, Some(Verdict::Copy), None] || torn == [Some(Verdict::Cleared); 3], "{cut}: {torn:?}");
    }
    fs::write(bench.file(), &whole).unwrap();
    let undone = journal.undo().unwrap().unwrap();
    assert_eq!((undone.change, undone.overruled), (group(Some(Verdict::Cleared)), false));
    assert_eq!(all(&journal), [None, Some(Verdict::Copy), None]);
    // Another program decides one of them.
    journal.redo().unwrap();
    bench.open().append(verdict(3, Verdict::Unsure)).unwrap();
    assert!(journal.undo().unwrap().unwrap().overruled);
    assert_eq!(all(&bench.open()), [None, Some(Verdict::Copy), Some(Verdict::Unsure)]);
}

#[test]
fn runs_that_cannot_be_written_are_reported_and_the_exclusion_is_saved() {
    let bench = Bench::new();
    let (roots, run) = (bench.roots(), RunLength::default());
    let form = bench.folder.path().join("form.txt");
    fs::write(&form, "one two three four five six seven eight nine ten").unwrap();
    let document = crate::document::read(&Source::File(form.clone())).unwrap();
    let base = BaseText::new(&document, &roots, run).unwrap();
    // A folder has the name of their file.
    let folder = bench.file().parent().unwrap().join(format!("base-{:016x}.runs", base.sum));
    fs::create_dir_all(folder.join("in the way")).unwrap();
    let mut journal = bench.open();
    journal.append(ReviewChange::Exclude { exclusions: vec![Exclusion::Base(base)], on: Some(true) }).unwrap();
    assert!(matches!(journal.take_notices()[..], [Notice::BaseNotKept { .. }]));
    let names = fs::read_dir(folder.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.filter(|name| name.to_string_lossy().ends_with(".new")).count(), 0, "nothing half written stays");
    let mut again = bench.open();
    again.check_bases(&[], &roots, run);
    assert!(matches!(&again.exclusions()[0].exclusion, Exclusion::Base(base) if base.hashes.is_some()), "by its file");
}
