//! Sentences on one change between two texts: where a block moved, and the bits that the change affects.

use crate::{
    compare::{
        HunkEffect,
        diff::{Diff, Moved},
    },
    locale::Lang,
    t,
};

/// The label of a moved block, its old and new place, and how many edits are in it.
pub(crate) fn moved_block(diff: &Diff, at: usize, lang: Lang) -> String {
    let Some(moved) = diff.moved.get(at) else { return String::new() };
    let [from, to] = diff.move_numbers(moved).map(|numbers| match numbers.map(|number| number.unwrap_or(0)) {
        [first, last] if first == last => t!(lang, "diff.paragraph", n = first),
        [first, last] => t!(lang, "diff.paragraphs", n = first, m = last),
    });
    let label = at + 1;
    match moved.edits.len() {
        0 => t!(lang, "diff.moved", label = label, from = from, to = to),
        1 => t!(lang, "diff.moved-edited-one", label = label, from = from, to = to),
        n => t!(lang, "diff.moved-edited", label = label, from = from, to = to, n = n),
    }
}

/// The bits that a change affects; `moved` is its block, if it is a move.
pub(crate) fn affected_bits(effect: &HunkEffect, moved: Option<&Moved>, lang: Lang) -> String {
    let bits: Vec<String> = effect.moved.iter().map(u8::to_string).collect();
    match bits.len() {
        0 if moved.is_some_and(|moved| moved.edits.is_empty()) => t!(lang, "diff.pure-move").to_owned(),
        0 => t!(lang, "diff.moves-none").to_owned(),
        1 => t!(lang, "diff.moves-one", bits = bits[0]),
        2..=8 => t!(lang, "diff.moves", bits = bits.join(" ")),
        n => t!(lang, "diff.moves-many", n = n),
    }
}
