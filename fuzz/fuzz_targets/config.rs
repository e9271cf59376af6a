//! Any text is a file of settings: what is wrong in it is named, with a line, and what is left holds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::app::{Lang, parse, setting_error};

fuzz_target!(|text: &str| {
    let (_, errors) = parse(text, "settings.toml");
    for error in errors {
        for lang in [Lang::En, Lang::Zh] {
            assert!(setting_error(&error, lang).starts_with("settings.toml:"), "names the place");
        }
    }
});
