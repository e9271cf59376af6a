//! Lessons on the command line: listed, checked, exported.

use std::fs;

use simscope::app::{Lang, included};

use super::fixture::Fixture;

/// A sound lesson of one's own.
const OWN: &str = r#"format = 1
title = { en = "My lesson", zh = "我的课" }
goal = { en = "G", zh = "目标" }
recipe = "given;fold=none;given:all;xxh3-64;6;gt"

[[document]]
name = "A <b>"
features = [["CSDN", 4, "100101"], ["博客", 5, "101011"]]
sums = [9, -9, 1, -1, 1, 9]
bits = "101011"

[[document]]
name = "B"
features = [["CSDN", 4, "100101"]]

[[step]]
text = { en = "Look at *this* | that.", zh = "请看。" }
at = "sums 2"
column = 3
predict = { question = { en = "What?", zh = "多少？" }, answer = "sum 3", because = { en = "So it is.", zh = "就是如此。" } }

[[step]]
text = { en = "Compare.", zh = "比较。" }
show = "bits"

[try]
en = "t"
zh = "试"
[remember]
en = "r"
zh = "记"
"#;

#[test]
fn all_lessons_are_listed_sound_and_can_be_exported() {
    let fixture = Fixture::new();
    for (lang, head) in [("en", "lesson"), ("zh", "课程")] {
        let list = fixture.run(&format!("lesson list --lang {lang}"));
        assert!(list.code == 0 && list.out.starts_with(head), "{}{}", list.out, list.err);
        assert_eq!(list.out.lines().count(), 1 + included().len());
        for lesson in included() {
            assert!(list.out.lines().any(|line| line.starts_with(lesson.name)), "{}", lesson.name);
            let text = fixture.run(&format!("lesson export --lang {lang} {}", lesson.name));
            assert_eq!((text.code, &*text.err), (0, ""), "{}", lesson.name);
            let read = lesson.lesson(Lang::En).expect("sound");
            assert_eq!(text.out.matches("\n## ").count(), read.pages_in_all(), "{}", lesson.name);
            assert!(text.out.is_ascii() || !text.out.chars().any(|c| c.is_control() && c != '\n'), "{}", lesson.name);
        }
    }
    let names = included().iter().map(|lesson| lesson.name).collect::<Vec<_>>().join(" ");
    let checked = fixture.run(&format!("lesson check {names}"));
    assert_eq!((checked.code, &*checked.err, checked.out.lines().count()), (0, "", included().len()));
}

#[test]
fn a_lesson_of_ones_own_is_checked_and_written_down() {
    let fixture = Fixture::new();
    fixture.write("own.toml", OWN);
    let checked = fixture.run("lesson check own.toml");
    assert_eq!((checked.code, &*checked.out), (0, "own.toml: 2 steps, all figures are correct (My lesson)\n"));
    for lang in ["en", "zh"] {
        let text = fixture.run(&format!("lesson export --lang {lang} own.toml"));
        insta::assert_snapshot!(format!("lesson-{lang}"), text.out);
        assert_eq!(text.out, fixture.run(&format!("lesson open --lang {lang} own.toml")).out, "without a terminal");
    }
    assert_eq!(fixture.pipe("lesson check -", OWN.as_bytes()).code, 0);
    let page = fixture.run("lesson export own.toml --format html").out;
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("A &lt;b&gt;") && page.contains("我的课"), "{page}");
    assert!(!page.contains("<b>\"") && page.contains("Content-Security-Policy"));
}

#[test]
fn what_is_wrong_with_a_file_is_named_with_line_and_key_and_keeps_no_other_from_being_looked_at() {
    let fixture = Fixture::new();
    for (from, to, said) in [
        ("column = 3", "colum = 3", "bad.toml:19: colum: \"colum\" is unknown; allowed: text, show, "),
        (
            "\"100101\"], [",
            "\"10010\"], [",
            "bad.toml:8: features: \"CSDN\": \"10010\" has 5 bits, but the recipe has 6",
        ),
        ("[\"CSDN\", 4, \"100101\"], [", "[\"CSDN\", \"four\", \"100101\"], [", "bad.toml:8: features: "),
        ("\"sums 2\"", "\"sums 3\"", "bad.toml:18: at: sums has only 2 steps"),
        ("-1, 1, 9]", "-1, 1, 8]", "bad.toml:7: sums: column 5"),
        ("title = ", "titel = ", "bad.toml:2: titel: \"titel\" is unknown; allowed: format, languages, title, "),
        ("name = \"B\"", "name = \"B\u{1b}[2J\"", "bad.toml:13: "),
    ] {
        assert!(OWN.contains(from), "{from}");
        fixture.write("bad.toml", OWN.replacen(from, to, 1));
        fixture.write("own.toml", OWN);
        let done = fixture.run("lesson check bad.toml missing.toml own.toml");
        assert_eq!(done.code, 2, "{to}");
        assert!(done.out.starts_with("own.toml: 2 steps") && done.out.lines().count() == 1, "{}", done.out);
        assert!(done.err.starts_with(said), "{to}: {}", done.err);
        assert!(done.err.contains("missing.toml: no such file") && !done.err.contains('\u{1b}'), "{}", done.err);
        assert_eq!(fixture.run("lesson export bad.toml").code, 2);
    }
    for (line, said) in [
        ("lesson open nosuch", "no lesson or file \"nosuch\"; lessons: why, column-sums, "),
        ("lesson export nosuch --lang zh", "没有名为“nosuch”的课程或文件"),
        ("lesson export xor --format gif", "md, html"),
        ("lesson export --format md", "--format html"),
        ("lesson check", "required"),
        ("lesson", "Usage: simscope lesson"),
    ] {
        let done = fixture.run(line);
        assert!((done.code, &*done.out) == (2, "") && done.err.contains(said), "{line}: {}", done.err);
    }
}

#[test]
fn exports_are_written_to_new_files_and_never_over_what_is_there() {
    let fixture = Fixture::new();
    let at = |path: &str| fixture.path().join(path);
    for (line, path) in [
        ("lesson export xor --output made", "made"),
        ("lesson export xor --format html --lang zh --output xor.html", "xor.html"),
        ("lesson export --lang zh --output course.html", "course.html"),
    ] {
        let done = fixture.run(line);
        assert_eq!((done.code, &*done.out, &*done.err), (0, "", ""), "{line}");
        let again = fixture.run(line);
        assert!(again.code == 2 && (again.err.contains("already exists") || again.err.contains("已经存在")), "{line}");
        assert!(at(path).exists());
    }
    let course = fs::read_to_string(at("course.html")).expect("a page");
    assert!(course.contains("<html lang=\"zh-Hans\">"));
    for lesson in included() {
        assert!(course.contains(&format!("<article id=\"{}\"", lesson.name)), "{}", lesson.name);
    }
    let nowhere = fixture.run("lesson export xor --output nowhere/at/all.md");
    assert!(nowhere.code == 2 && nowhere.err.contains("cannot write nowhere/at/all.md"), "{}", nowhere.err);
}

#[test]
fn a_new_lesson_is_sound_and_written_over_nothing() {
    let fixture = Fixture::new();
    let done = fixture.run("lesson new mine.toml");
    assert!(done.code == 0 && done.out.starts_with("Wrote mine.toml."), "{}{}", done.out, done.err);
    let checked = fixture.run("lesson check mine.toml");
    let sound = "mine.toml: 3 steps, all figures are correct (Two texts, one word)\n";
    assert_eq!((checked.code, &*checked.out, &*checked.err), (0, sound, ""));
    let again = fixture.run("lesson new mine.toml");
    assert!(again.code == 2 && again.err.contains("mine.toml already exists and was not changed"), "{}", again.err);
    assert_eq!(fixture.run("lesson new nowhere/mine.toml").code, 2);
}

#[test]
fn what_is_wrong_with_a_file_is_said_in_chinese_too() {
    let fixture = Fixture::new();
    fixture.write("bad.toml", OWN.replacen("\"sums 2\"", "\"sums 3\"", 1));
    let done = fixture.run("lesson check --lang zh bad.toml");
    assert_eq!((done.code, &*done.err), (2, "bad.toml:18: at: sums 只有 2 步\n"));
}
