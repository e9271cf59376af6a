//! The differences of any two texts rebuild either text from the other, within the time limit and beyond it; coverage
//! does not depend on the order of the texts.
#![no_main]

use std::time::Instant;

use libfuzzer_sys::fuzz_target;
use simscope::{
    compare::{
        coverage::{RunLength, Windows, coverage},
        diff::diff,
    },
    simhash::Watch,
};

fuzz_target!(|input: (bool, &str, &str)| {
    let (late, a, b) = input;
    let found = diff(a, b, late.then(Instant::now));
    assert_eq!(found.rebuild(a, b), b);
    let placed = |side: usize| found.rows.iter().filter_map(move |row| [row.a, row.b][side]);
    assert!((0..2).all(|side| placed(side).eq(0..found.paragraphs[side].len() as u32)));
    if !late {
        let marked = |spans: Vec<_>| spans.into_iter().filter(|span: &simscope::simhash::Span| !span.is_empty());
        let back = diff(b, a, None);
        assert!(marked(found.hunks.iter().map(|h| h.a).collect()).eq(marked(back.hunks.iter().map(|h| h.b).collect())));
    }
    for hunk in 0..found.hunks.len().min(4) {
        found.without(a, b, hunk);
    }
    found.folds(usize::from(late));

    let run = RunLength { han: 2, words: 2 };
    let windows =
        [a, b].map(|text| Windows::new(text, run, &Watch::default()).expect("nobody stops it"));
    let [there, back] = coverage(&windows[0], &windows[1]);
    let [back_again, there_again] = coverage(&windows[1], &windows[0]);
    assert_eq!((there, back), (there_again, back_again));
});
