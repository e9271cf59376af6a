//! Any lesson file is read and its figures checked, or refused with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzzed;

fuzz_target!(|text: &str| fuzzed::lesson(text));
