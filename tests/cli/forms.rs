//! The text forms: whole, in both languages; and which form is chosen.

use super::fixture::{Fixture, RECIPE};

#[test]
fn text_forms_are_as_they_were_approved() {
    let fixture = Fixture::new();
    for lang in ["en", "zh"] {
        for (name, line) in [
            ("compare", "compare zh.txt zh-edited.txt en.txt en-edited.txt missing.txt"),
            ("hash", "hash zh.txt zh-edited.txt --text ''"),
            ("explain", "explain --top 4 en.txt en-edited.txt"),
            ("profiles", "compare --profiles zh.txt zh-edited.txt"),
            ("matrix", "compare --format matrix zh.txt zh-edited.txt en.txt en-edited.txt missing.txt --text ''"),
            ("diff", "diff zh.txt zh-edited.txt"),
        ] {
            let done = fixture.run(&format!("{line} --lang {lang} --recipe '{RECIPE}'"));
            let whole = format!("{}--- {}\n{}", done.out, done.code, done.err);
            insta::assert_snapshot!(format!("{name}-{lang}"), whole, line);
        }
    }
}

#[test]
fn without_a_terminal_the_plain_form_comes_by_itself() {
    let fixture = Fixture::new();
    assert_eq!(fixture.run("en.txt other.txt").out, fixture.run("compare en.txt other.txt").out);
    assert_eq!(fixture.run("en.txt").out, fixture.run("hash en.txt").out);
    assert_eq!(fixture.run("--text one").out, fixture.run("hash --text one").out);
    let piped = fixture.pipe("- other.txt", b"from outside").out;
    assert!(piped.contains("stdin × other.txt"), "{piped}");
    let none = fixture.run("");
    assert!(none.code == 2 && none.out.is_empty() && none.err.contains("no document: name files"), "{}", none.err);
}

#[test]
fn the_language_is_that_of_the_environment_unless_told_otherwise() {
    let fixture = Fixture::new();
    let run = |locale: &str, line: &str| {
        let mut command = fixture.command();
        let output = command.env("LC_ALL", locale).args(line.split(' ')).output().expect("started");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    for (locale, line, chinese) in [
        ("zh_CN.UTF-8", "compare en.txt other.txt", true),
        ("en_GB.UTF-8", "compare en.txt other.txt", false),
        ("C", "compare en.txt other.txt", false),
        ("zh_CN.UTF-8", "compare --lang en en.txt other.txt", false),
        ("C", "--lang zh compare en.txt other.txt", true),
        ("C", "en.txt other.txt --lang zh", true),
    ] {
        let out = run(locale, line);
        assert_eq!(out.contains("配方"), chinese, "{locale} {line}: {out}");
        assert_eq!(out.contains("recipe"), !chinese, "{locale} {line}: {out}");
    }
}

#[test]
fn lines_are_at_most_100_cells_wide_where_there_is_no_terminal() {
    use unicode_width::UnicodeWidthStr;
    let fixture = Fixture::new();
    for line in [
        "explain zh.txt en.txt",
        "explain --lang zh zh.txt en.txt",
        "compare en.txt en-edited.txt other.txt",
        "diff en.txt other.txt",
        "diff --lang zh zh.txt zh-edited.txt",
    ] {
        for printed in fixture.run(line).out.lines() {
            assert!(printed.width() <= 100 && printed.trim_end() == printed, "{line}: {printed}");
        }
    }
}

#[test]
fn only_pairs_that_matter_are_spoken_of() {
    let fixture = Fixture::new();
    // Far pairs of many are listed and no more; an only pair is spoken of however far it is.
    let out = fixture.run("compare en.txt other.txt en.txt").out;
    assert!(out.contains("en.txt × en.txt (2)") && !out.contains("en.txt × other.txt"), "{out}");
    let out = fixture.run("compare en.txt other.txt").out;
    assert!(out.contains("en.txt × other.txt") && out.contains("not a near-duplicate at threshold 3"), "{out}");
    assert!(out.ends_with("Similarity is not proof of copying.\n"), "{out}");
}
