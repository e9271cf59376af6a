//! Laws for any text.

use std::{collections::BTreeSet, sync::Arc};

use proptest::prelude::*;

use super::*;
use crate::simhash::{Recipe, trace};

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec("[a-z]{1,5}|[灯塔海风看守]{1,4}|[ ,。，]|\n|\n\n", 0..60)
        .prop_map(|parts| parts.join(" "))
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
}
