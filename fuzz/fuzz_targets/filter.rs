//! Any filter is rejected with a reason, or keeps its meaning when it is written and read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzzed;

fuzz_target!(|text: &str| fuzzed::filter(text));
