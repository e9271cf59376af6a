//! Any text is a list of features or rejected with the line of the error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::simhash::{Recipe, sketch, trace};

const RECIPES: [&str; 4] =
    ["given;fold=none;given;xxh3-64;6;gt", "given;fold=nfkc;given;md5;128;ge", "yanyiwu", "pypi-simhash-list"];

fuzz_target!(|input: (u8, &str)| {
    let (which, list) = input;
    let recipe: Recipe = RECIPES[usize::from(which) % RECIPES.len()].parse().expect("a recipe");
    match (trace(list, &recipe), sketch(list, &recipe)) {
        (Ok(traced), Ok(made)) => assert_eq!(traced.sketch, made),
        (Err(one), Err(other)) => assert_eq!(one.to_string(), other.to_string()),
        (one, other) => panic!("{one:?} but {other:?}"),
    }
});
