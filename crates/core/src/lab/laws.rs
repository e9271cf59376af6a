//! Laws for any text and any order of changes.

use std::{collections::BTreeSet, sync::Arc};

use proptest::prelude::*;

use super::*;
use crate::simhash::{Recipe, trace};

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec("[a-z]{1,5}|[灯塔海风看守]{1,4}|[ ,。，]|\n|\n\n", 0..60)
        .prop_map(|parts| parts.join(" "))
}

fn state(text: &str) -> HistoryState {
    HistoryState { text: Arc::new(text.into()), excluded: BTreeSet::new(), recipe: Recipe::default() }
}

fn distance(recipe: &str, a: &str, b: &str) -> Option<u32> {
    let recipe: Recipe = recipe.parse().unwrap();
    let [a, b] = [a, b].map(|text| Arc::new(trace(text, &recipe).unwrap()));
    Trial::new(a, b, BTreeSet::new()).hamming()
}

/// Tokens that are words, and no windows of them.
const WORDS: [&str; 3] = [
    "jieba-hmm@0.11;fold=none;tf;xxh3-64;64;gt",
    "words;fold=none;1+lntf;xxh3-64;64;gt",
    "space;fold=none;binary;xxh3-64;64;gt",
];

proptest! {
    #[test]
    fn another_order_of_paragraphs_changes_no_bit(text in text(), seed: u64) {
        if let Some(applied) = Preset::Shuffle.apply(&text, 0, None, &mut Dice::new(seed)) {
            for recipe in WORDS {
                prop_assert!(distance(recipe, &text, &applied.text).unwrap_or(0) == 0, "{recipe}: {:?}", applied.text);
            }
        }
    }

    #[test]
    fn a_text_twice_changes_no_bit_under_raw_tf(text in text()) {
        if let Some(applied) = Preset::Double.apply(&text, 0, None, &mut Dice::new(0)) {
            prop_assert_eq!(distance(WORDS[0], &text, &applied.text).unwrap_or(0), 0);
        }
    }

    #[test]
    fn a_preset_changes_one_place_or_says_nothing(text in text(), at in 0usize..400, seed: u64) {
        for preset in Preset::ALL {
            let applied = preset.apply(&text, border(&text, at), Some("x"), &mut Dice::new(seed));
            if let Some(applied) = applied {
                prop_assert!(applied.text != text, "{preset:?} changed nothing");
                prop_assert!(applied.text.is_char_boundary(applied.at));
            }
        }
    }

    /// Steps: 0 to 4 a new state, 5 undo, 6 redo, 7 and up open a row.
    #[test]
    fn undone_and_done_again_is_as_before(steps in proptest::collection::vec(0usize..12, 1..80)) {
        let mut history = History::new(state("original"));
        for (n, step) in steps.into_iter().enumerate() {
            match step {
                0..5 => history.push(state(&n.to_string()), HistoryChange::Edit(Default::default())),
                5 => _ = history.undo(),
                6 => _ = history.redo(),
                row => _ = history.open((row - 7) * 3),
            }
            let before = (history.at(), history.state().clone());
            if history.undo() {
                prop_assert_eq!(Some(history.at()), history.rows()[before.0].parent);
                prop_assert!(history.redo());
            }
            prop_assert_eq!((history.at(), history.state().clone()), before);
        }
        while history.undo() {}
        prop_assert_eq!(history.at(), 0, "every way back ends at the original");
        prop_assert_eq!(history.state().text.as_str(), "original");
    }
}

#[test]
fn many_states_are_not_kept_for_ever_and_the_way_back_stays() {
    let mut history = History::new(state("original"));
    let large = "x".repeat(LIMIT);
    for n in 0..300 {
        let text = if n < 40 { format!("{n}{large}") } else { n.to_string() };
        history.push(state(&text), HistoryChange::Edit(Default::default()));
    }
    assert!(history.rows().len() <= 200);
    assert!(history.rows().iter().map(|row| row.state.text.len()).sum::<usize>() <= 64 << 20);
    assert_eq!(history.state().text.as_str(), "299");
    assert!(history.undo());
    assert_eq!(history.state().text.as_str(), "298");
    while history.undo() {}
    assert_eq!(history.state().text.as_str(), "original");
}

#[test]
fn a_change_that_came_to_nothing_leaves_no_row() {
    let mut history = History::new(state("a"));
    history.push(state("b"), HistoryChange::Edit(Default::default()));
    assert!(history.differs());
    history.amend(state("a"), HistoryChange::edit("a", "a"));
    assert!(!history.differs(), "the text is the original's");
    history.withdraw();
    assert_eq!((history.rows().len(), history.at()), (1, 0));
    history.withdraw();
    assert_eq!(history.rows().len(), 1, "the original stays");
}
