//! The picture of screen 2, and the numbers of its steps on the clipboard.

use std::{fs, path::Path};

use super::*;
use crate::tui::export;

/// The example of article 002 on screen 2, after that many steps.
fn walked(steps: &str, lang: Lang) -> Bench {
    let list = Source::Text { nth: 1, text: "CSDN\t4\t25\n博客\t5\t2b\n".into() };
    let name = if lang.is_chinese() { "zh" } else { "en" };
    let settings = [("lang", name), ("recipe", "given;fold=none;given:all;xxh3-64;6;gt"), ("feature-sort", "place")];
    let mut bench = Bench::with(vec![list], &settings, (80, 24));
    bench.keys("2");
    bench.keys(steps);
    bench
}

#[test]
fn the_picture_is_of_what_the_screen_shows() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = walked("$ < <", Lang::En);
    for name in ["text-1-step-7.svg", "text-1-step-7-2.svg"] {
        bench.keys("e");
        assert_eq!(std::mem::take(&mut bench.pictures), 1);
        let said = export::picture(&bench.model, folder.path());
        assert!(said.ends_with(name), "{said}");
        let picture = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(picture.starts_with("<svg ") && picture.contains("博"), "{picture}");
    }
    let mut bench = Bench::of(&["the ferry leaves the island at dawn", "the ferry leaves the island at noon"]);
    bench.keys("2 t e");
    let said = export::picture(&bench.model, folder.path());
    assert!(bench.pictures == 1 && said.ends_with("text-1-text-2.svg"), "{said}");
}

#[test]
fn a_folder_that_cannot_be_written_to_is_reported() {
    let bench = walked("^", Lang::En);
    let said = export::picture(&bench.model, Path::new("/nowhere/at/all"));
    assert!(said.starts_with("Cannot write here: "), "{said}");
}

#[test]
fn y_copies_the_numbers_of_the_step() {
    let mut bench = walked("$", Lang::En);
    bench.keys("y");
    let copied = bench.copied.pop().unwrap();
    assert_eq!(copied, "column\t0\t1\t2\t3\t4\t5\nV\t9\t-9\t1\t-1\t1\t9\nbit\t1\t0\t1\t0\t1\t1\n");
    bench.keys("Esc y");
    assert_eq!(bench.copied.pop().unwrap(), "CSDN\t1\t4\t25", "where no step is shown, the feature");
}
