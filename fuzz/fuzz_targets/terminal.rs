//! Any bytes of a terminal, split anywhere, are events or dropped; nothing waits for more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzzed;

fuzz_target!(|reads: Vec<&[u8]>| fuzzed::terminal(&reads));
