//! The help: what the manual says of the screen and its keys, the other keys by task and by search.

use super::*;

#[test]
fn the_manual_says_what_keys_do_here() {
    let mut bench = Bench::new(samples(), Lang::En, (100, 40));
    let picture = bench.keys("?").draw();
    let rows: Vec<&str> = picture.lines().map(|line| line.trim_matches(['"', ' '])).collect();
    let head = rows.iter().position(|row| row.starts_with("THIS SCREEN")).expect("a head");
    assert_eq!(rows[head + 1], "Which pairs matter?");
    assert!(
        rows[head + 3].starts_with("j  k") && picture.contains("next and previous near-duplicate or flagged pair"),
        "{picture}"
    );
    // Of a screen with two modes, the keys of the present one.
    let differences = bench.keys("Esc Enter ?").draw();
    assert!(differences.contains("next and previous change;") && differences.contains("Look closer"), "{differences}");
    let shared = bench.keys("Esc d ?").draw();
    assert!(shared.contains("next and previous passage;"), "{shared}");
}

#[test]
fn a_lesson_has_keys_of_its_own() {
    let mut bench = Bench::new(samples(), Lang::En, (100, 60));
    let picture = bench.keys("L Enter ?").draw();
    let place = |text: &str| picture.find(text).unwrap_or_else(|| panic!("{text}: {picture}"));
    assert!(
        place("THIS LESSON") < place("next and previous page") && place("digits, -, then Enter") < place("THIS SCREEN")
    );
    assert!(!picture.contains("bits that differ from the other text"), "n turns pages: {picture}");
}

/// Keys that the settings changed are named as they are.
#[test]
fn changed_keys_are_named() {
    let mut bench = Bench::new(samples(), Lang::En, (100, 40));
    let (config, _) = crate::config::file::parse("[keys.overview]\nsort = 'S'", "f");
    bench.model.keymap = crate::tui::keymap::Keymap::remapped(&config.bindings).0;
    let picture = bench.keys("?").draw();
    let row = picture.lines().find(|line| line.contains("order: shared text")).expect("a row");
    assert!(row.trim_matches(['"', ' ']).starts_with("S "), "{row}");
}

#[test]
fn all_keys_are_searched() {
    let mut bench = Bench::new(samples(), Lang::En, (100, 30));
    let picture = bench.keys("? /").type_text("HYPERplanes").draw();
    assert!(picture.contains("KEYS MATCHING  HYPERplanes") && picture.contains("with hyperplanes"), "{picture}");
    assert!(!picture.contains("give a verdict"), "{picture}");
    let picture = bench.keys("Ctrl-u").type_text("clusters").draw();
    assert!(picture.contains("6 Library"), "keys of another screen: {picture}");
    let picture = bench.keys("Ctrl-u").type_text("zebra").draw();
    assert!(picture.contains("F1 opens the manual"), "{picture}");
    assert!(bench.keys("Esc").draw().contains("THIS SCREEN"), "all keys again");
    bench.keys("Esc").draw();
    assert!(bench.model.workspace.dialogs.is_empty());
}
