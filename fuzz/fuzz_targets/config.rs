//! Any text is a file of settings: what is wrong in it is named, with a line, and what is left holds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::app::{Lang, parse, wrong_setting};

fuzz_target!(|text: &str| {
    let (_, faults) = parse(text, "settings.toml");
    for fault in faults {
        for lang in [Lang::En, Lang::Zh] {
            assert!(wrong_setting(&fault, lang).starts_with("settings.toml:"), "names the place");
        }
    }
});
