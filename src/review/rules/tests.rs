//! What is kept is what stood, and what stands over what.

use proptest::prelude::*;

use super::*;
use crate::{
    compare::{
        coverage::Windows,
        exclusion::{Base, ExclusionReason, MarkedPlace},
    },
    review::{FileId, update_exclusions},
    simhash::Span,
};

const TEXT: &str = "the keeper of the light wrote the weather down every morning before dawn and then he slept";

fn files() -> Files {
    let file = |n: u64| FileId { path: format!("{n}.txt"), size: n, hash: n };
    Files::new((0..3).map(file).collect())
}

fn opened(exclusions: &Exclusions, said: RuleOverrides) -> ExclusionRules {
    ExclusionRules::new(exclusions, said)
}

fn act(rules: &mut ExclusionRules, (kind, at): (u8, usize)) {
    let why = if at.is_multiple_of(2) { ExclusionReason::Quotation } else { ExclusionReason::Common };
    match kind {
        0 => rules.toggle(at),
        1 => _ = rules.turn(2, at.is_multiple_of(2)),
        2 => _ = rules.add(Pattern::new(&format!("x{}", at % 3)).unwrap()),
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
    /// Whatever is chosen, marked and taken back stands so again where the review is opened the next time.
    #[test]
    fn what_is_kept_is_what_stood(
        acts in prop::collection::vec((0..5u8, 0..8usize), 0..24),
        settings in any::<[bool; 3]>(),
    ) {
        let windows = Windows::new(TEXT, RunLength::default());
        let exclusions = Exclusions {
            quotations: settings[0],
            common: settings[1].then_some(5),
            base: vec![Base { name: "form.txt".into(), windows: windows.into() }],
            patterns: settings[2].then(|| Pattern::new("x1").unwrap()).into_iter().collect(),
            ..Exclusions::default()
        };
        let (mut rules, mut kept, files) = (opened(&exclusions, RuleOverrides::default()), Vec::new(), files());
        for &chosen in &acts {
            let before = rules.list.clone();
            act(&mut rules, chosen);
            for change in rules.changes_since(&before, &files).unwrap() {
                let ReviewChange::Exclude { exclusions, on } = change else { unreachable!() };
                update_exclusions(&mut kept, &exclusions, on, true);
            }
            // What was said just now is what stands: nothing moves under the reader's hands.
            let (list, revision) = (rules.list.clone(), rules.revision);
            rules.apply(&kept, &files, RunLength::default());
            prop_assert!(rules.are(&list), "{list:?}");
            prop_assert_eq!(rules.revision, revision);
        }
        let mut again = opened(&exclusions, RuleOverrides::default());
        again.apply(&kept, &files, RunLength::default());
        // Of a base text what was said on opening holds again.
        again.list[3].on = rules.list[3].on;
        prop_assert!(again.are(&rules.list), "{:?} {:?}", again.list, rules.list);
    }
}

#[test]
fn the_command_line_stands_over_what_was_kept_before_it_but_not_over_what_is_said_since() {
    let kept = |since| {
        let on = |exclusion, on| ExclusionStatus { exclusion, on, since_opening: since };
        vec![on(Exclusion::Quotations, false), on(Exclusion::Common { least: 7 }, true)]
    };
    let (exclusions, said) = (
        Exclusions { quotations: true, ..Exclusions::default() },
        RuleOverrides { kinds: true, ..RuleOverrides::default() },
    );
    let mut rules = ExclusionRules::new(&exclusions, said);
    rules.apply(&kept(false), &files(), RunLength::default());
    assert!(rules.exclusions().quotations && rules.exclusions().common == Some(7));
    rules.apply(&kept(true), &files(), RunLength::default());
    assert!(!rules.exclusions().quotations);
    // Of the settings alone what was kept takes the place.
    let mut rules = ExclusionRules::new(&exclusions, RuleOverrides::default());
    rules.apply(&kept(false), &files(), RunLength::default());
    assert!(!rules.exclusions().quotations);
}

#[test]
fn a_place_waits_for_its_file_and_is_found_under_another_name() {
    let mut rules = ExclusionRules::default();
    rules.mark(vec![Marked::place(1, TEXT, Span::new(4, 10), ExclusionReason::Common)]);
    assert!(rules.changes_since(&[], &Files::default()).is_none());
    let changes = rules.changes_since(&ExclusionRules::default().list, &files()).unwrap();
    let [ReviewChange::Exclude { exclusions, on: Some(true) }] = &changes[..] else { panic!("{changes:?}") };
    let renamed = Files::new(vec![FileId { path: "new.txt".into(), size: 1, hash: 1 }]);
    let kept = [ExclusionStatus { exclusion: exclusions[0].clone(), on: true, since_opening: false }];
    let mut again = ExclusionRules::default();
    again.apply(&kept, &renamed, RunLength::default());
    assert!(matches!(again.exclusions().marked[0].place, MarkedPlace::Once(0, 0)));
    // Taken back under its new name, it is taken back under the one by which the review knows it.
    let before = again.list.clone();
    assert!(!again.mark(again.exclusions().marked));
    let changes = again.changes_since(&before, &renamed).unwrap();
    assert_eq!(changes, [ReviewChange::Exclude { exclusions: exclusions.clone(), on: None }]);
    again.list = before;
    again.apply(&kept, &Files::default(), RunLength::default());
    assert!(again.exclusions().marked.is_empty(), "its file is not here");
}
