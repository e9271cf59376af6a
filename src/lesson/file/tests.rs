//! Lesson files that read, and those that do not: what is known of them, and where.

use super::*;

const GOOD: &str = r#"format = 1
title = { en = "T", zh = "题" }
goal = { en = "G", zh = "目标" }
recipe = "given;fold=none;given:all;xxh3-64;6;gt"

[[document]]
name = "A"
features = [["CSDN", 4, "100101"], ["博客", 5, "101011"]]
sums = [9, -9, 1, -1, 1, 9]
bits = "101011"

[[step]]
text = { en = "x", zh = "字" }
at = "sums 2"
column = 4
predict = { question = { en = "?", zh = "？" }, answer = "bit 4" }

[try]
en = "t"
zh = "试"
[remember]
en = "r"
zh = "记"
"#;

#[test]
fn a_lesson_reads() {
    let lesson = parse(GOOD, "a.toml").unwrap();
    assert_eq!(lesson.documents[0].text, "CSDN\t4\t25\n博客\t5\t2b\n");
    assert_eq!(lesson.pages[0].at, Some(WalkPlace::Step(Stage::Sums, 2)));
    assert_eq!(lesson.checked().map(|(_, warnings)| warnings), Ok(vec![]));
    for nowhere in ["sums 3", "sums 9223372036854775809", "rows 18446744073709551615", "bits 9223372036854775807"] {
        let lesson = parse(&GOOD.replace("sums 2", nowhere), "a.toml").unwrap();
        let errors = lesson.checked().unwrap_err();
        assert_eq!(errors[0].line, 14, "{nowhere}: {errors:?}");
    }
}

#[test]
fn errors_name_line_and_key() {
    let table = [
        ("column = 4", "colum = 4", 15, Some("colum")),
        ("\"100101\"]", "\"1001\"]", 8, Some("features")),
        ("[\"CSDN\", 4,", "[\"CSDN\", \"four\",", 8, Some("features")),
        ("\"sums 2\"", "\"sums two\"", 14, Some("at")),
        ("column = 4", "chosen = 0", 15, Some("chosen")),
        ("column = 4", "column = 6", 15, Some("column")),
        ("\"bit 4\"", "\"bit 9\"", 16, Some("answer")),
        ("format = 1", "format = 1\nsource = 2", 2, Some("source")),
        ("name = \"A\"", "name = 1", 7, Some("name")),
        ("format = 1", "format = 2", 1, Some("format")),
        ("given:all", "givn:all", 4, Some("recipe")),
        ("bits = \"101011\"", "bits = \"1010a1\"", 10, Some("bits")),
        ("zh = \"记\"", "", 21, None),
        ("[try]", "[try", 18, None),
    ];
    for nothing in ["", "\n", " ", "# only this"] {
        let kind = *parse(nothing, "a.toml").unwrap_err().remove(0).kind;
        assert!(matches!(kind, LessonErrorKind::Syntax(why) if why.contains("missing field")), "{nothing:?}");
    }
    for (from, to, line, key) in table {
        let error = parse(&GOOD.replace(from, to), "a.toml").unwrap_err().remove(0);
        assert_eq!((&*error.file, error.line, error.key.as_deref()), ("a.toml", line, key), "{error:?}");
    }
}

#[test]
fn wrong_figures_are_errors_too() {
    let error =
        |from: &str, to: &str| *parse(&GOOD.replace(from, to), "a.toml").unwrap().checked().unwrap_err().remove(0).kind;
    let sum = error("-1, 1, 9]", "-1, 1, 8]");
    assert!(matches!(sum, LessonErrorKind::Sum { column: 5, found: 9.0, wanted: 8.0, .. }), "{sum:?}");
    let print = error("bits = \"101011\"", "bits = \"101010\"");
    let wanted = Fingerprint::new(0b10_1010, 6);
    assert!(matches!(print, LessonErrorKind::Fingerprint { wanted: said, .. } if said == wanted), "{print:?}");
    assert_eq!(error("sums 2", "sums 3"), LessonErrorKind::Steps(Stage::Sums, 2));
}

#[test]
fn a_document_may_have_a_name_in_each_language() {
    let lesson = parse(&GOOD.replace("name = \"A\"", "name = { en = \"rain\", zh = \"雨\" }"), "a.toml").unwrap();
    let name = &lesson.documents[0].name;
    assert_eq!((name.en.as_str(), name.zh.as_str()), ("rain", "雨"));
}

fn tried(a: &str, b: &str) -> LessonDraft {
    LessonDraft { name: "灯塔 \"1\".txt".into(), texts: [a.into(), b.into()], recipe: Recipe::default(), k: 3 }
}

#[test]
fn what_was_tried_reads_back_as_a_lesson() {
    let text = "夜里的海是黑色的。\n\n\"quoted\" \\ tab\t\u{1b}[2J \u{7f}\u{9b} end";
    let changed = text.replace('黑', "蓝");
    let file = tried(text, &changed).file("f.toml").unwrap();
    let lesson = parse(&file, "f.toml").unwrap();
    assert_eq!(lesson.documents.iter().map(|d| d.text.as_str()).collect::<Vec<_>>(), [text, &changed]);
    assert_eq!((lesson.recipe.clone(), lesson.k, lesson.pages.len()), (Recipe::default(), 3, 2));
    assert!(lesson.title.en.contains("灯塔 \"1\".txt"));
    assert!(lesson.pages[0].exercise.is_some() && lesson.distances.len() == 1);
}

#[test]
fn without_a_fingerprint_there_is_no_distance_to_ask_for() {
    let lesson = parse(&tried("a text", "?!").file("f").unwrap(), "f").unwrap();
    assert!(lesson.distances.is_empty() && lesson.pages[0].exercise.is_none());
}

#[test]
fn what_is_too_long_for_a_lesson_is_refused() {
    let long = "x".repeat(LONGEST);
    let error = tried(&long, &long).file("f").unwrap_err().remove(0);
    assert!(matches!(*error.kind, LessonErrorKind::TooLong(bytes) if bytes > LONGEST));
}
