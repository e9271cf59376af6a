//! The words are the same as by jieba-rs, for any Han text.

use std::{fs, path::Path, sync::LazyLock};

use jieba_rs::Jieba;
use proptest::prelude::*;

use super::{Cutter, table::tests::WORDS};
use crate::simhash::is_han;

pub(crate) static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// The words of each run of Han characters, one run after the other.
fn words<'a>(cutter: &mut Cutter, text: &'a str) -> Vec<&'a str> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(next) = text[at..].find(is_han) {
        at += next;
        at += cutter.cut(&text[at..], |word| words.push(&text[at + word.start..at + word.end]));
    }
    words
}

fn by_jieba(text: &str) -> Vec<&str> {
    let runs = text.split(|c| !is_han(c)).filter(|run| !run.is_empty());
    runs.flat_map(|run| JIEBA.cut(run, true)).map(|token| token.word).collect()
}

/// Words of the dictionary, characters of all kinds that have to do with Han, and what parts their runs.
fn any_text() -> impl Strategy<Value = String> {
    let one = prop_oneof![
        6 => (0..WORDS.len()).prop_map(|at| WORDS[at].0.clone()),
        3 => "[的一是不了在人有我他这中大来上国]{1,4}",
        3 => "[一-龥]{1,4}",
        1 => "[\u{3400}-\u{4DBF}\u{9FA6}-\u{9FFF}\u{F900}-\u{FAFF}]{1,3}",
        1 => "[\u{20000}-\u{2A6DF}\u{2A700}-\u{2EBEF}\u{2F800}-\u{2FA1F}\u{30000}-\u{323AF}]{1,3}",
        1 => "[a-zA-Z0-9]{1,3}",
        1 => "[，。、 \n々〇カ\u{301}]{1,2}",
    ];
    proptest::collection::vec(one, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]
    #[test]
    fn any_text_is_cut_as_by_jieba(text in any_text()) {
        prop_assert_eq!(words(&mut Cutter::default(), &text), by_jieba(&text));
    }

    /// Halves of words, so that the best words overlap others.
    #[test]
    fn words_cut_anywhere_are_cut_as_by_jieba(all in proptest::collection::vec((0..WORDS.len(), 0..3_usize), 1..12)) {
        let text: String = all.iter().flat_map(|&(at, skip)| WORDS[at].0.chars().skip(skip)).collect();
        prop_assert_eq!(words(&mut Cutter::default(), &text), by_jieba(&text));
    }
}

/// The texts of a folder and those below it.
fn texts(folder: &Path, all: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts(&path, all);
        } else {
            all.extend(fs::read_to_string(path));
        }
    }
}

#[test]
fn every_text_of_the_project_is_cut_as_by_jieba() {
    let mut all = Vec::new();
    for folder in ["assets", "tests", "src"] {
        texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    }
    let mut cutter = Cutter::default();
    assert!(all.iter().any(|text| text.contains("灯塔看守人")));
    for text in &all {
        assert_eq!(words(&mut cutter, text), by_jieba(text));
    }
}
