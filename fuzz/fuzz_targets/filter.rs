//! Any filter is rejected with a reason, or keeps its meaning when it is written and read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzz;

fuzz_target!(|text: &str| fuzz::filter(text));
