//! Any line of a journal is an event, a header or damaged; an event is written back unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzzed;

fuzz_target!(|object: &str| fuzzed::journal_line(object));
