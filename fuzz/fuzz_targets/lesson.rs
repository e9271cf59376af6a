//! Any lesson file is read and its figures are checked, or it is rejected with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzz;

fuzz_target!(|text: &str| fuzz::lesson(text));
