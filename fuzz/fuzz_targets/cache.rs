//! Any entry of the cache is read in full or not at all.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::fuzz;

fuzz_target!(|bytes: &[u8]| {
    fuzz::cache_entry(bytes);
});
