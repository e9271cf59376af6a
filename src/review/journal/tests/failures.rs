//! The journal on a disk whose calls fail, and after power cuts: all that was reported as saved is there, and the next
//! start works.

use proptest::prelude::*;

use super::{
    line::{self, ParsedLine},
    *,
};
use crate::{
    document::from_text,
    files::{Access, append_durably, append_to, create_folders, read_from, tests::every_case},
    locale::Lang,
    review::{
        Verdict,
        journal::calibration::{UnusedCalibration, tests::calibration},
    },
};

/// The change of a document that a case makes or undoes, and what then holds for it.
type Step = (u64, Option<Verdict>);

/// Files in two folders; nothing is on the disk of the machine.
const TEXTS: &str = "/simulated/texts/a.txt";
const OTHERS: &str = "/simulated/others/b.txt";
const DATA: &str = "/simulated/data/reviews";

fn open(disk: &Disk, roots: &Roots) -> Result<Journal, JournalError> {
    Journal::open_on(disk.clone(), roots, Some(Path::new(DATA)))
}

fn folders(disk: &Disk) {
    for folder in ["texts", "others", "data"] {
        create_folders(disk, &Path::new("/simulated").join(folder), false).expect("no call fails here");
    }
}

/// Steps of work, tried again once after an error; each step that was saved is said.
fn decide(disk: &Disk, roots: &Roots, steps: &[Step], said: &mut dyn FnMut(usize)) {
    let Ok(mut journal) = open(disk, roots) else { return };
    for (number, (document, to)) in steps.iter().enumerate() {
        let mut step = || match to {
            Some(to) => journal.append(verdict(*document, *to)).is_ok(),
            None => matches!(journal.undo(), Ok(Some(_))),
        };
        if step() || step() {
            said(number);
        }
    }
}

/// Checks a review after a case: it opens, all that was said holds unless a later step changed it, damage is reported,
/// and more can be saved.
fn check(disk: &Disk, roots: &Roots, steps: &[Step], said: &[usize], case: &str) {
    let mut journal = open(disk, roots).unwrap_or_else(|error| panic!("{case}: {error}"));
    for document in steps.iter().map(|(document, _)| *document) {
        let of = |number: &usize| steps[*number].0 == document;
        let last = said.iter().copied().rfind(of);
        let later = (last.map_or(0, |last| last + 1)..steps.len()).filter(of).map(|number| steps[number].1);
        let allowed: Vec<_> = [last.and_then(|last| steps[last].1)].into_iter().chain(later).collect();
        let found = given(&journal, document);
        assert!(allowed.contains(&found), "{case}: {document} is {found:?}, not one of {allowed:?}");
    }
    accept(&mut journal, case);
    let damaged = has_damage(disk, journal.path());
    let reported = journal.take_notices().iter().any(|notice| matches!(notice, Notice::Damaged { .. }));
    assert_eq!(damaged, reported, "{case}: damage is reported");
    journal.append(verdict(99, Verdict::Unsure)).unwrap_or_else(|unsaved| panic!("{case}: {}", unsaved.error));
    let again = open(disk, roots).unwrap_or_else(|error| panic!("{case}: {error}"));
    assert_eq!(given(&again, 99), Some(Verdict::Unsure), "{case}");
    for (document, _) in steps {
        assert_eq!(given(&again, *document), given(&journal, *document), "{case}");
    }
}

/// As the user does who is asked, since a call failed when the review was to be remembered.
fn accept(journal: &mut Journal, case: &str) {
    if journal.is_received() {
        assert!(case.contains(" at call "), "{case}");
        journal.accept();
    }
}

fn has_damage(disk: &Disk, path: &Path) -> bool {
    let Ok(mut file) = disk.open(path, Access::Read) else { return false };
    let bytes = read_from(&mut *file, 0).expect("no call fails here");
    bytes.split(|&byte| byte == b'\n').any(|line| !line.is_empty() && line::parse(line) == ParsedLine::Damaged)
}

/// Verdicts on new and on known documents; `None` undoes the one before.
const STEPS: [Step; 6] = [
    (1, Some(Verdict::Copy)),
    (2, Some(Verdict::Common)),
    (1, Some(Verdict::Cleared)),
    (3, Some(Verdict::Quotation)),
    (3, None),
    (2, Some(Verdict::Copy)),
];

#[test]
fn a_new_review_beside_its_texts() {
    let roots = Roots::new([TEXTS]);
    let work = |disk: &Disk, said: &mut dyn FnMut(usize)| decide(disk, &roots, &STEPS, said);
    let cases = every_case(folders, work, |disk, said, case| check(disk, &roots, &STEPS, said, case));
    assert!(cases > 1500, "{cases}");
}

/// Verdicts by chance on a few documents, of which some first ones are undone.
fn long_history() -> impl Strategy<Value = Vec<Step>> {
    let verdicts = [Verdict::Copy, Verdict::Common, Verdict::Cleared, Verdict::Quotation];
    prop::collection::vec((0_u64..5, prop::sample::select(verdicts.to_vec()), any::<bool>()), 1..16).prop_map(|all| {
        let (mut steps, mut known) = (Vec::new(), Vec::new());
        for (document, verdict, undone) in all {
            steps.push((document, Some(verdict)));
            if !known.contains(&document) {
                known.push(document);
                steps.extend(undone.then_some((document, None)));
            }
        }
        steps
    })
}

proptest! {
    #[test]
    #[ignore = "thousands of cases for each history: .ci/deep"]
    fn long_histories(steps in long_history()) {
        let roots = Roots::new([TEXTS]);
        let work = |disk: &Disk, said: &mut dyn FnMut(usize)| decide(disk, &roots, &steps, said);
        let cases = every_case(folders, work, |disk, said, case| check(disk, &roots, &steps, said, case));
        println!("{cases} cases");
    }
}

#[test]
fn a_new_review_of_several_folders() {
    let roots = Roots::new([TEXTS, OTHERS]);
    let work = |disk: &Disk, said: &mut dyn FnMut(usize)| decide(disk, &roots, &STEPS, said);
    let cases = every_case(folders, work, |disk, said, case| check(disk, &roots, &STEPS, said, case));
    assert!(cases > 1500, "{cases}");
}

/// Two programs that save in turn, in a review whose last line is torn.
#[test]
fn two_programs_on_a_torn_review() {
    let roots = Roots::new([TEXTS]);
    let begin = |disk: &Disk| {
        folders(disk);
        let mut journal = open(disk, &roots).expect("opened");
        journal.append(verdict(7, Verdict::Copy)).expect("saved");
        let mut file = append_to(disk, journal.path(), false).expect("opened");
        append_durably(&mut *file, b"{\"sum\":\"0123").expect("written");
    };
    let work = |disk: &Disk, said: &mut dyn FnMut(usize)| {
        let journals = [open(disk, &roots), open(disk, &roots)];
        let mut journals: Vec<Journal> = journals.into_iter().flatten().collect();
        for (number, (document, to)) in TWO.iter().enumerate() {
            let Some(journal) = journals.get_mut(number % 2) else { return };
            if to.is_some_and(|to| journal.append(verdict(*document, to)).is_ok()) {
                said(number);
            }
        }
    };
    let cases = every_case(begin, work, |disk, said, case| {
        check(disk, &roots, &TWO, said, case);
        assert_eq!(given(&open(disk, &roots).expect("opened"), 7), Some(Verdict::Copy), "{case}");
    });
    assert!(cases > 800, "{cases}");
}

const TWO: [Step; 5] = [
    (1, Some(Verdict::Copy)),
    (2, Some(Verdict::Common)),
    (1, Some(Verdict::Cleared)),
    (3, Some(Verdict::Quotation)),
    (2, Some(Verdict::Copy)),
];

/// The passages of a base text that was reported as saved are there; in every other case the review opens all the same.
#[test]
fn a_base_text_that_was_saved_is_excluded() {
    let (roots, run) = (Roots::new([TEXTS]), RunLength { han: 2, words: 2 });
    let document = from_text(1, "My task was to describe in about two hundred words how a gauge is read.");
    let base = BaseText::new(&document, &roots, run).expect("long enough");
    let work = |disk: &Disk, said: &mut dyn FnMut(())| {
        let Ok(mut journal) = open(disk, &roots) else { return };
        let exclusions = vec![Exclusion::Base(base.clone())];
        let saved = journal.append(ReviewChange::Exclude { exclusions, on: Some(true) }).is_ok();
        let warned = journal.take_notices().iter().any(|notice| matches!(notice, Notice::BaseNotKept { .. }));
        if saved && !warned {
            said(());
        }
    };
    let cases = every_case(folders, work, |disk, said, case| {
        let mut journal = open(disk, &roots).unwrap_or_else(|error| panic!("{case}: {error}"));
        accept(&mut journal, case);
        match &journal.exclusions()[..] {
            [ExclusionStatus { exclusion: Exclusion::Base(found), on: true }] => {
                assert!(found.hashes.is_some() || said.is_empty(), "{case}: the passages are lost");
                assert!(found.hashes.as_ref().is_none_or(|hashes| Some(hashes) == base.hashes.as_ref()), "{case}");
            }
            others => assert!(others.is_empty() && said.is_empty(), "{case}: {others:?}"),
        }
    });
    assert!(cases > 500, "{cases}");
}

/// The calibration that was reported as saved is there, whole, or a later one; in every other case the one before, or
/// none.
#[test]
fn a_calibration_is_whole_or_not_there() {
    let roots = Roots::new([TEXTS]);
    let kept = ["1:1:98", "5:15:80", "20:20:60"].map(|prior| calibration().with_prior(prior.parse().expect("a prior")));
    let work = |disk: &Disk, said: &mut dyn FnMut(usize)| {
        let Ok(journal) = open(disk, &roots) else { return };
        for (number, calibration) in kept.iter().enumerate() {
            if journal.keep_calibration(calibration).is_ok() {
                said(number);
            }
        }
    };
    let cases = every_case(folders, work, |disk, said, case| {
        let journal = open(disk, &roots).unwrap_or_else(|error| panic!("{case}: {error}"));
        let found = match journal.calibration(&kept[0].recipe) {
            Ok(found) => found,
            // A call failed when it was to be remembered that it was made here.
            Err(UnusedCalibration::Received { .. }) if case.contains(" at call ") => return,
            Err(unused) => panic!("{case}: {}", unused.message(Lang::En)),
        };
        let number = found.map(|found| kept.iter().position(|kept| *kept == found).expect("one of them"));
        assert!(number >= said.last().copied(), "{case}: {number:?}, not {said:?}");
        journal.keep_calibration(&kept[1]).unwrap_or_else(|error| panic!("{case}: {error}"));
        let again = open(disk, &roots).unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(again.calibration(&kept[0].recipe).ok().flatten().as_ref(), Some(&kept[1]), "{case}");
    });
    assert!(cases > 500, "{cases}");
}
