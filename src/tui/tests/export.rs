//! Exports of a walk: words, pictures, a recording; and the numbers on the clipboard.

use std::{fs, num::NonZero, path::Path};

use serde_json::Value;

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

fn made(bench: &mut Bench, keys: &str, folder: &Path) -> String {
    bench.keys(keys);
    let wanted = bench.wanted.pop().expect("something was chosen");
    let said = export::position(&mut bench.model, wanted, folder);
    said.split_whitespace().last().expect("a place").to_owned()
}

#[test]
fn the_transcript_has_every_step_with_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    for lang in [Lang::En, Lang::Zh] {
        let mut bench = walked("^ . .", lang);
        let place = made(&mut bench, "e Enter", folder.path());
        let text = fs::read_to_string(place).unwrap();
        assert_eq!(text.matches("\n## ").count(), bench.model.workspace.pipeline.walk.last() + 1);
        assert!(text.contains("| V | 9 | −9 | 1 | −1 | 1 | 9 |"), "{text}");
        assert_snapshot!(format!("transcript-{}", if lang.is_chinese() { "zh" } else { "en" }), text);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the second is not written over the first");
}

#[test]
fn pictures_and_a_recording_show_what_the_screen_shows_and_leave_it_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = walked("$ < <", Lang::En);
    let (before, step) = (bench.draw(), bench.model.workspace.pipeline.step);
    let frame = fs::read_to_string(made(&mut bench, "e j Enter", folder.path())).unwrap();
    assert!(frame.starts_with("<svg ") && frame.contains("博"), "{frame}");

    let frames = made(&mut bench, "e j j Enter", folder.path());
    let last = bench.model.workspace.pipeline.walk.last();
    let pictures: Vec<_> = fs::read_dir(&frames).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(pictures.len(), last + 1);
    let same = format!("{:05}.svg", step.unwrap());
    assert_eq!(fs::read_to_string(Path::new(&frames).join(same)).unwrap(), frame, "it is the same frame");

    let cast = fs::read_to_string(made(&mut bench, "e j j j Enter", folder.path())).unwrap();
    let lines: Vec<Value> = cast.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["version"], &lines[0]["term"]["cols"]), (&3.into(), &80.into()));
    assert_eq!(lines.len(), 1 + 1 + (last + 1) + 1);
    // Played, it ends where the walk does.
    let [rows, columns] = [24, 80].map(|cells| NonZero::new(cells).unwrap());
    let mut player = vt100::Parser::new(rows, columns, 0);
    for line in &lines[1..] {
        player.process(line[2].as_str().unwrap().as_bytes());
    }
    let shown = player.screen().contents();
    assert!(shown.contains("Column 5 is +9, above 0: bit 5 is 1. That was the last one"), "{shown}");
    assert!(shown.contains("博客") && shown.contains("101011"), "{shown}");
    assert_eq!((bench.draw(), bench.model.workspace.pipeline.step), (before, step));
}

#[test]
fn a_folder_that_cannot_be_written_to_is_reported() {
    let mut bench = walked("^", Lang::En);
    bench.keys("e Enter");
    let wanted = bench.wanted.pop().unwrap();
    let said = export::position(&mut bench.model, wanted, Path::new("/nowhere/at/all"));
    assert!(said.starts_with("It cannot be written here: "), "{said}");
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
