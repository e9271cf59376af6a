//! The help: most used keys first, the others by task and by search.

use super::*;

#[test]
fn the_keys_of_the_screen_come_by_task() {
    let mut bench = Bench::new(samples(), Lang::En, (80, 24));
    let picture = bench.keys("?").draw();
    let rows: Vec<&str> = picture.lines().map(|line| line.trim_matches(['"', ' '])).collect();
    let head = rows.iter().position(|row| row.starts_with("THIS SCREEN")).expect("a head");
    assert!(rows[head + 1].starts_with("Enter"), "{picture}");
    assert!(rows.contains(&"Find and order"), "{picture}");
    assert!(bench.keys("Esc 4 ?").draw().contains("Look closer"));
}

#[test]
fn all_keys_are_searched() {
    let mut bench = Bench::new(samples(), Lang::En, (100, 30));
    let picture = bench.keys("? /").type_text("HYPERplanes").draw();
    assert!(picture.contains("KEYS WITH  HYPERplanes") && picture.contains("the hyperplanes between"), "{picture}");
    assert!(!picture.contains("give a verdict"), "{picture}");
    let picture = bench.keys("Ctrl-u").type_text("clusters").draw();
    assert!(picture.contains("6 Library"), "keys of another screen: {picture}");
    let picture = bench.keys("Ctrl-u").type_text("zebra").draw();
    assert!(picture.contains("F1 opens the manual"), "{picture}");
    assert!(bench.keys("Esc").draw().contains("THIS SCREEN"), "all keys again");
    bench.keys("Esc").draw();
    assert!(bench.model.workspace.dialogs.is_empty());
}
