//! Segments are a partition of any text, and the fast path and the trace give it the same fingerprint.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::simhash::{Recipe, segments, sketch, trace};

const RECIPES: [&str; 8] = [
    "jieba-hmm@0.11;fold=no-urls;tfsqrtidf:all@zh-en-1;xxh3-64;64;gt",
    "jieba-hmm@0.11;fold=nfkc;tfidf:5@zh-en-1;xxh3-128;100;ge",
    "words;fold=case;1+lntf;md5;128;gt",
    "chars:3;fold=nfkc;tf;lookup3;64;gt",
    "word-ngrams:2;fold=case;binary;xxh3-64;3;ge",
    "space;fold=none;tf;md5-low;128;gt",
    "pypi-simhash",
    "article-003",
];

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let parts = segments(text);
    let joined: String = parts.iter().map(|part| part.span.of(text)).collect();
    assert_eq!(joined, text);
    assert!(parts.windows(2).all(|pair| pair[0].is_word() || pair[1].is_word()), "two gaps in a row");

    let recipe: Recipe = RECIPES[usize::from(which) % RECIPES.len()].parse().expect("a recipe");
    let traced = trace(text, &recipe).expect("a text");
    assert_eq!(sketch(text, &recipe).expect("a text"), traced.sketch);
    for (at, feature) in traced.features.iter().enumerate() {
        assert_eq!(traced.places(at, 0).count() as u64, u64::from(feature.tf));
    }
});
