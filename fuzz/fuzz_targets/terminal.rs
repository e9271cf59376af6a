//! Any bytes of a terminal, split anywhere, are events or dropped; nothing waits for more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzz;

fuzz_target!(|reads: Vec<&[u8]>| fuzz::terminal(&reads));
