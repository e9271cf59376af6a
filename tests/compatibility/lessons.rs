//! A user's lesson files, and the names of the included lessons.

use std::fs;

use toml::{Table, Value};

use super::program::{Workspace, each, rows, text};

/// Collects all texts of a language in a lesson file.
fn texts<'t>(value: &'t Value, lang: &str, all: &mut Vec<&'t str>) {
    match value {
        Value::Table(table) => {
            all.extend(table.get(lang).and_then(Value::as_str));
            table.values().for_each(|value| texts(value, lang, all));
        }
        Value::Array(list) => list.iter().for_each(|value| texts(value, lang, all)),
        _ => {}
    }
}

#[test]
fn a_lesson_with_every_field_is_read_and_exported_whole() {
    let workspace = Workspace::new();
    for name in ["lesson.toml", "lesson-from-the-lab.toml"] {
        workspace.add(name, name);
        let checked = workspace.run(&format!("lesson check {name}"));
        assert_eq!((checked.code, &*checked.err), (0, ""), "{name}");
        let file = Value::Table(text(name).parse::<Table>().expect("TOML"));
        for lang in ["en", "zh"] {
            let exported = workspace.run(&format!("lesson export --lang {lang} {name}"));
            let mut words = Vec::new();
            texts(&file, lang, &mut words);
            assert!(words.len() >= 7, "{words:?}");
            for words in words {
                assert!(exported.out.contains(words), "{name}: {words:?} is not in:\n{}", exported.out);
            }
        }
    }
    // Sums, answers, and a fingerprint under the recipe of the last step.
    let exported = workspace.run("lesson export lesson.toml").out;
    for figure in ["| 5.5 | −12.5 | −4.5 | −2.5 | 12.5 | 4.5 | 2.5 | 12.5 |", " 3.5\n", " 12.5. All three", "10011111"]
    {
        assert!(exported.contains(figure), "{figure}: {exported}");
    }
}

#[test]
fn every_figure_of_a_lesson_is_checked() {
    let workspace = Workspace::new();
    let good = text("lesson.toml");
    for (figure, wrong) in [
        ("format = 1", "format = 9"),
        ("order = \"weight\"", "order = \"colour\""),
        ("sums = [5.5,", "sums = [6.5,"),
        ("bits = \"10001111\"", "bits = \"10001110\""),
        ("between = [1, 2]", "between = [1, 3]"),
        ("is = 1", "is = 2"),
        ("document = 2", "document = 3"),
        ("at = \"rows 2\"", "at = \"rows 4\""),
        ("column = 7", "column = 8"),
        ("show = \"angle\"", "show = \"angel\""),
        ("chosen = 2", "chosen = 4"),
        ("answer = \"bit 1\"", "answer = \"bit 8\""),
        ("wrong = 2", "wrong = 3"),
        ("k = 2", "colour = 2"),
    ] {
        assert!(good.contains(figure), "{figure}");
        fs::write(workspace.path().join("wrong.toml"), good.replacen(figure, wrong, 1)).expect("written");
        let checked = workspace.run("lesson check wrong.toml");
        assert_eq!(checked.code, 2, "{wrong}: {}", checked.out);
    }
}

#[test]
fn included_lessons_keep_their_names() {
    let workspace = Workspace::new();
    each(&rows("lessons.txt"), |row| {
        let exported = workspace.run(&format!("lesson export {}", row[0]));
        assert!(exported.code == 0 && exported.out.starts_with("# "), "{}: {}", row[0], exported.err);
    });
}
