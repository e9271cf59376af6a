//! Any tables of keys are accepted or reported as errors.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::{app::parse, tui::wrong_keys};

const TABLES: [&str; 5] = ["everywhere", "overview", "pipeline", "bits", "diff"];

const ACTIONS: [&str; 16] = [
    "help",
    "quit",
    "interrupt",
    "sort",
    "down",
    "up",
    "open",
    "back",
    "hash",
    "profiles",
    "find",
    "untick",
    "marks",
    "command",
    "show-bits",
    "no-such-action",
];

const KEYS: [&str; 16] =
    ["?", "q", "Ctrl-c", "s", "j", "Enter", "Esc", "Tab", "F", "Ctrl-x", "PageUp", "Hyper-x", ":", "1", "=", "茶"];

fuzz_target!(|bindings: Vec<(u8, u8, Vec<u8>)>| {
    let mut text = String::new();
    for (table, action, keys) in bindings.iter().take(24) {
        let name = |names: &[&'static str], at: u8| names[usize::from(at) % names.len()];
        let keys: Vec<String> = keys.iter().take(4).map(|&key| format!("{:?}", name(&KEYS, key))).collect();
        // Dotted keys, so that a table may be opened more than once.
        let (table, action) = (name(&TABLES, *table), name(&ACTIONS, *action));
        let line = format!("keys.{table}.{action} = [{}]\n", keys.join(", "));
        if !text.contains(line.split(" = ").next().unwrap_or_default()) {
            text.push_str(&line);
        }
    }
    let (config, _) = parse(&text, "settings.toml");
    wrong_keys(&config);
});
