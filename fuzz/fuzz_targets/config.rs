//! Any text can be read as a settings file: errors are reported with their line, and the other settings apply.
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
