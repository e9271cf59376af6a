//! Any line is a recipe or rejected; a recipe is the same when it is written and read back, and it can be used.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::simhash::{Recipe, Tokenizer, sketch};

fuzz_target!(|line: &str| {
    match line.parse::<Recipe>() {
        Ok(recipe) => {
            assert_eq!(recipe.to_string().parse(), Ok(recipe.clone()));
            let text = if recipe.tokenizer == Tokenizer::Given { "灯塔\t2\nlamp\t1\n" } else { "灯塔 the lamp" };
            let made = sketch(text, &recipe).expect("a text");
            let width = made.fingerprint.map(|fingerprint| fingerprint.width());
            assert!(width.is_none_or(|width| width == recipe.bits));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
