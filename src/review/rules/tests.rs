//! The rules of one opening are those of the next, and which rules override which.

use proptest::prelude::*;

use super::*;
use crate::{
    compare::exclusion::{ExclusionReason, MarkedPlace},
    document::{self, Source},
    review::{FileId, Roots, update_exclusions},
    simhash::Span,
};

const TEXT: &str = "the keeper of the light wrote the weather down every morning before dawn and then he slept";

fn files() -> Files {
    let file = |n: u64| FileId { path: format!("{n}.txt"), size: n, hash: n };
    Files::new((0..3).map(file).collect())
}

fn base(path: &str, text: &str) -> BaseText {
    let document = document::from_bytes(Source::File(path.into()), text.as_bytes().into()).unwrap();
    BaseText::new(&document, &Roots::default(), RunLength::default()).unwrap()
}

fn act(rules: &mut ExclusionRules, (kind, at): (u8, usize)) {
    let why = if at.is_multiple_of(2) { ExclusionReason::Quotation } else { ExclusionReason::Common };
    match kind {
        0 => rules.toggle(at),
        1 => _ = rules.turn(2, at.is_multiple_of(2)),
        2 => _ = rules.add(RuleKind::Pattern(Pattern::new(&format!("x{}", at % 3)).unwrap())),
        3 => {
            let passage = &TEXT[at % 3 * 4..];
            _ = rules.mark(Marked::passage(passage, why, RunLength::default()).into_iter().collect());
        }
        _ => {
            let marks = [0, 1].map(|document| Marked::place((document + at) % 3, TEXT, Span::new(at, at + 5), why));
            _ = rules.mark(marks.into());
        }
    }
}

proptest! {
    /// Whatever is given on opening, chosen, marked and undone applies where the review is opened the next time.
    #[test]
    fn the_kept_rules_are_the_current_ones(
        acts in prop::collection::vec((0..5u8, 0..8usize), 0..24),
        settings in any::<[bool; 3]>(),
        given in any::<[bool; 4]>(),
    ) {
        let pattern = |text| Pattern::new(text).unwrap();
        let settings = Exclusions {
            quotations: settings[0],
            common: settings[1].then_some(5),
            patterns: settings[2].then(|| pattern("x1")).into_iter().collect(),
            ..Exclusions::default()
        };
        let given = GivenRules {
            kinds: given[0].then_some([false, true]),
            common: given[1].then_some(0),
            patterns: given[2].then(|| vec![pattern("x2")]),
            base: given[3].then(|| base("form.txt", TEXT)).into_iter().collect(),
        };
        let (files, run) = (files(), RunLength::default());
        let mut rules = ExclusionRules::new(&settings, given);
        let (mut kept, opened) = (Vec::new(), rules.list.clone());
        let mut before = rules.apply(&kept, &files, run);
        prop_assert!(rules.are(&opened));
        for chosen in std::iter::once(None).chain(acts.into_iter().map(Some)) {
            if let Some(chosen) = chosen {
                act(&mut rules, chosen);
            }
            let changes = rules.changes_since(&before, &files).unwrap();
            kept = update_exclusions(&kept, changes.iter().filter_map(ReviewChange::exclusions));
            // The choice just made applies: nothing moves under the reader's hands.
            let (list, revision) = (rules.list.clone(), rules.revision);
            before = rules.apply(&kept, &files, run);
            prop_assert!(rules.are(&list), "{list:?}");
            prop_assert!(rules.are(&before), "{before:?}");
            prop_assert_eq!(rules.revision, revision);
        }
        let mut again = ExclusionRules::new(&settings, GivenRules::default());
        again.apply(&kept, &files, run);
        prop_assert!(again.are(&rules.list), "{:?} {:?}", again.list, rules.list);
    }
}

#[test]
fn the_command_line_goes_before_what_is_stored_and_is_stored_then() {
    let status = |exclusion, on| ExclusionStatus { exclusion, on };
    let mut kept = vec![
        status(Exclusion::Quotations, false),
        status(Exclusion::Common { least: 7 }, true),
        status(Exclusion::Pattern { pattern: "old".into() }, true),
        status(Exclusion::Base(base("form.txt", TEXT)), true),
    ];
    let changed = format!("{TEXT} and never woke again");
    let given = GivenRules {
        kinds: Some([true, false]),
        patterns: Some(vec![Pattern::new("new").unwrap()]),
        base: vec![base("form.txt", &changed)],
        ..GivenRules::default()
    };
    let (files, run) = (files(), RunLength::default());
    let mut rules = ExclusionRules::new(&Exclusions::default(), given);
    let stored = rules.apply(&kept, &files, run);
    let is = |rules: &ExclusionRules| {
        let all = rules.exclusions();
        let patterns: Vec<String> = all.patterns.iter().map(|pattern| pattern.as_str().to_owned()).collect();
        (all.quotations, all.common, patterns, all.base.len())
    };
    assert_eq!(is(&rules), (true, Some(7), vec!["new".to_owned()], 1));
    let changes = rules.changes_since(&stored, &files).unwrap();
    kept = update_exclusions(&kept, changes.iter().filter_map(ReviewChange::exclusions));
    let mut again = ExclusionRules::default();
    again.apply(&kept, &files, run);
    assert_eq!(is(&again), is(&rules));
    assert_eq!(again.exclusions().base[0].hashes, base("", &changed).hashes.unwrap(), "the text given last");
    // An undo of what was given holds: the command line speaks once.
    rules.apply(&kept, &files, run);
    rules.apply(&kept[..3], &files, run);
    assert!(rules.exclusions().base.is_empty());
}

#[test]
fn a_place_waits_for_its_file_and_is_found_under_another_name() {
    let mut rules = ExclusionRules::default();
    rules.mark(vec![Marked::place(1, TEXT, Span::new(4, 10), ExclusionReason::Common)]);
    assert!(rules.changes_since(&[], &Files::default()).is_none());
    let changes = rules.changes_since(&ExclusionRules::default().list, &files()).unwrap();
    let [ReviewChange::Exclude { exclusions, on: Some(true) }] = &changes[..] else { panic!("{changes:?}") };
    let renamed = Files::new(vec![FileId { path: "new.txt".into(), size: 1, hash: 1 }]);
    let kept = [ExclusionStatus { exclusion: exclusions[0].clone(), on: true }];
    let mut again = ExclusionRules::default();
    again.apply(&kept, &renamed, RunLength::default());
    assert!(matches!(again.exclusions().marked[0].place, MarkedPlace::Once(0, 0)));
    // Removed under its new name, it is removed under the one by which the review knows it.
    let before = again.list.clone();
    assert!(!again.mark(again.exclusions().marked));
    let changes = again.changes_since(&before, &renamed).unwrap();
    assert_eq!(changes, [ReviewChange::Exclude { exclusions: exclusions.clone(), on: None }]);
    again.list = before;
    again.apply(&kept, &Files::default(), RunLength::default());
    assert!(again.exclusions().marked.is_empty(), "its file is not here");
}

#[test]
fn stored_exclusions_that_no_longer_apply_remain_and_are_named() {
    let status = |exclusion| ExclusionStatus { exclusion, on: true };
    let pattern = |pattern: String| status(Exclusion::Pattern { pattern });
    let mut stored = vec![pattern("(?s)a.*b".into()), pattern("x(".into()), pattern("y".repeat(401))];
    stored.extend((0..63).map(|n| pattern(format!("p{n}"))));
    let mut rules = ExclusionRules::default();
    let before = rules.apply(&stored, &files(), RunLength::default());
    assert!(rules.any() && rules.exclusions().patterns.len() == 61);
    assert!(rules.changes_since(&before, &files()).unwrap().is_empty(), "the review keeps them");
    let (at, said) = (3, rules.unusable(Lang::En).unwrap());
    assert!(rules.list[at].kind.unusable_name(Lang::En).unwrap().contains("line break"), "{:?}", rules.list[at]);
    assert!(said.starts_with("5 exclusions") && said.contains("(?s)a.*b"), "{said}");
    rules.toggle(at);
    assert!(rules.list[at].on, "there is nothing to switch");
}

/// A folder that came from anywhere may hold any number of lines.
#[test]
fn a_review_with_very_many_marks_opens() {
    let mark = |n: usize| Exclusion::Passage { text: format!("{n} {TEXT} {n}"), quotation: false };
    let marks: Vec<Exclusion> = (0..60_000).map(mark).collect();
    let stored = update_exclusions(&[], marks.chunks(1).map(|one| (one, Some(true))));
    let mut rules = ExclusionRules::default();
    let before = rules.apply(&stored, &files(), RunLength::default());
    assert_eq!((rules.exclusions().marked.len(), rules.list.len()), (MAX_MARKS, 3 + 60_000));
    assert!(rules.changes_since(&before, &files()).unwrap().is_empty());
    assert!(rules.unusable(Lang::En).unwrap().starts_with("58000"));
}
