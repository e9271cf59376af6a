//! Any filter is refused with a reason, or means the same once it is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzzed;

fuzz_target!(|text: &str| fuzzed::filter(text));
