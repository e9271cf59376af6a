//! Any line of a journal is an event, a header or damaged; an event is written back unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzz;

fuzz_target!(|object: &str| fuzz::journal_line(object));
