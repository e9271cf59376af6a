//! `simscope diff`: the differences in every form, and what other programs make of them.

use std::process::Command;

use serde_json::Value;

use super::fixture::{EN, Fixture, ZH};

#[test]
fn codes_are_those_of_diff() {
    let fixture = Fixture::new();
    fixture.write("crlf.txt", EN.replace('\n', "\r\n"));
    fixture.write("spaced.txt", EN.replace("\n\n", "\n\n\n"));
    for form in ["text", "unified", "json"] {
        for (files, code) in [
            ("en.txt en.txt", 0),
            ("en.txt crlf.txt", 0),
            ("en.txt en-edited.txt", 1),
            ("en.txt spaced.txt", 1),
            ("en.txt other.txt", 1),
            ("en.txt missing.txt", 2),
        ] {
            let done = fixture.run(&format!("diff --format {form} {files}"));
            assert_eq!(done.code, code, "{form} {files}: {}", done.err);
            assert_eq!(done.err.is_empty(), code != 2 || form == "json", "{form} {files}: {}", done.err);
            let quiet = fixture.run(&format!("diff -q --format {form} {files}"));
            assert_eq!((quiet.code, &*quiet.out), (code, ""), "{form} {files}");
        }
    }
    assert_eq!(fixture.run("diff --format unified en.txt crlf.txt").out, "");
    assert!(fixture.run("diff en.txt spaced.txt").out.contains("only in whitespace"));
    assert!(fixture.run("diff en.txt en.txt").out.contains("no differences"));
    for (line, part) in [
        ("diff en.txt", "two documents, not 1"),
        ("diff --format json -U 3 en.txt zh.txt", "--context goes with"),
        ("diff --format unified --top 3 en.txt zh.txt", "--top goes with"),
        ("diff --top -1 en.txt zh.txt", "a whole number from 0"),
        ("diff --format patch en.txt zh.txt", "unified, json"),
    ] {
        let done = fixture.run(line);
        assert!(done.code == 2 && done.out.is_empty() && done.err.contains(part), "{line}: {}", done.err);
    }
}

/// Three paragraphs after each other, as often as wanted, each of its own words.
fn paragraphs(order: &[u32]) -> String {
    let paragraph = |n: &u32| {
        let words: Vec<String> = (0..9).map(|w| format!("word{n}x{w}")).collect();
        format!("Number {n}: {}, and so on {n}.\n\n", words.join(" "))
    };
    order.iter().map(paragraph).collect()
}

#[test]
fn a_move_is_one_change_in_every_form() {
    let fixture = Fixture::new();
    fixture.write("a.txt", paragraphs(&[1, 2, 3, 4, 5, 6]));
    fixture.write("b.txt", paragraphs(&[1, 4, 5, 6, 2, 3]).replace("word3x4", "another"));
    let text = fixture.run("diff a.txt b.txt").out;
    assert!(text.contains("1 change, 1 of them moved"), "{text}");
    assert!(text.contains("m1 moved from ¶ 2–3 to ¶ 5–6, 1 edit"), "{text}");
    assert!(text.contains("<m1 Number 2") && text.contains("[-word3x4-]") && text.contains("{+another+}"), "{text}");
    let json = fixture.json("diff --format json a.txt b.txt");
    let moves = &json["moves"];
    assert_eq!((moves[0]["label"].as_str(), &moves[0]["paragraphs_b"]), (Some("m1"), &serde_json::json!([5, 6])));
    assert_eq!(moves[0]["edits"][0]["a"]["text"], "word3x4");
    let hunks = json["hunks"].as_array().expect("hunks");
    assert!(hunks.len() == 4 && hunks.iter().all(|hunk| hunk["move"] == "m1"), "{json}");
    assert_eq!(hunks[0]["hamming_without"], 0, "the whole move is undone");
    let unified = fixture.run("diff --format unified a.txt b.txt").out;
    assert!(unified.contains("@@ m1 moved to +9 m1 moved from -3"), "{unified}");
}

#[test]
fn shared_passages_are_listed_with_their_places() {
    let fixture = Fixture::new();
    let shared = paragraphs(&[3]);
    fixture.write("a.txt", format!("Mine alone.\n\n{shared}"));
    fixture.write("b.txt", format!("{shared}\n\nQuite different words are between.\n\n{shared}"));
    for command in ["diff", "explain"] {
        let json = fixture.json(&format!("{command} --format json a.txt b.txt"));
        let shared = &json["passages"][0];
        assert_eq!((&shared["count_a"], &shared["count_b"]), (&1.into(), &2.into()), "{shared}");
        assert_eq!((&shared["places_a"][0]["paragraph"], &shared["places_b"][1]["paragraph"]), (&2.into(), &3.into()));
        assert!(shared["text"].as_str().is_some_and(|text| text.contains("word3x0 word3x1")), "{shared}");
    }
    let text = fixture.run("explain a.txt b.txt").out;
    assert!(text.contains("Shared passages: 1 passage") && text.contains("1 +1"), "{text}");
}

#[test]
fn paragraphs_are_aligned_by_hand() {
    let fixture = Fixture::new();
    fixture.write("a.txt", paragraphs(&[1, 2, 3]));
    fixture.write("b.txt", paragraphs(&[1, 3, 2]));
    let text = fixture.run("diff --align 2:2 a.txt b.txt").out;
    assert!(text.lines().any(|line| line.starts_with("2 2 ~ ")), "{text}");
    assert!(fixture.run("diff a.txt b.txt").out.contains("<m1 "));
    for (line, part) in [
        ("diff --align 2 a.txt b.txt", "such as 3:5"),
        ("diff --align 0:1 a.txt b.txt", "from 1"),
        ("diff --align 1:2 --align 2:1 a.txt b.txt", "cross each other"),
        ("diff --align 1:4 a.txt b.txt", "b.txt has no paragraph 4"),
        ("diff --align 1:1 --format unified a.txt b.txt", "--align goes with"),
    ] {
        let done = fixture.run(line);
        assert!(done.code == 2 && done.out.is_empty() && done.err.contains(part), "{line}: {}", done.err);
    }
}

/// Whether the program is there.
fn have(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn patch_and_git_apply_take_it() {
    let fixture = Fixture::new();
    let old = format!("{ZH}- a list\n+++ b\n--- a\n{EN}no line end");
    let new = format!("{}\n{EN}no line end either", ZH.replace("海鸥", "信天翁"));
    for name in ["plain.txt", "two words.txt", "夜市.txt", "say \"so\".txt"] {
        fixture.write(name, &old);
        for context in ["0", "1", "3"] {
            fixture.write("new.txt", &new);
            let line = ["diff", "--format", "unified", "-U", context, name, "new.txt"];
            let patch = fixture.command().args(line).output().expect("started").stdout;
            fixture.write("p.patch", &patch);
            // If both files are there, patch takes the shorter name.
            std::fs::remove_file(fixture.path().join("new.txt")).expect("removed");
            for (program, arguments) in [
                ("patch", &["-s", "-p0", "-i", "p.patch"][..]),
                ("git", &["apply", "-p0", "--unidiff-zero", "p.patch"]),
            ] {
                // git takes the new name for a renamed file's where the two differ.
                if !have(program) || program == "git" && name != "plain.txt" {
                    continue;
                }
                fixture.write(name, &old);
                if program == "git" {
                    let text = String::from_utf8(patch.clone()).expect("UTF-8");
                    fixture.write("p.patch", text.replace("+++ new.txt", "+++ plain.txt"));
                }
                let mut command = Command::new(program);
                let output = command.args(arguments).current_dir(fixture.path()).output().expect("started");
                let status = output.status;
                let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
                assert!(status.success(), "{program} {name} {context}: {said}");
                let made = std::fs::read_to_string(fixture.path().join(name)).expect("read");
                assert_eq!(made, new, "{program} {name} {context}");
            }
            fixture.write(name, &old);
        }
    }
}

#[test]
fn a_patch_of_a_text_that_is_no_file_says_so() {
    let fixture = Fixture::new();
    fixture.write("crlf.txt", ZH.replace('\n', "\r\n"));
    let done = fixture.run("diff --format unified crlf.txt zh-edited.txt");
    assert!(done.code == 1 && done.err.contains("crlf.txt: the patch applies to its text"), "{}", done.err);
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
}

#[test]
fn json_says_what_each_change_does() {
    let fixture = Fixture::new();
    for (a, b) in [("zh.txt", "zh-edited.txt"), ("en.txt", "en-edited.txt")] {
        let texts = [a, b].map(|name| std::fs::read_to_string(fixture.path().join(name)).expect("read"));
        let json = fixture.json(&format!("diff --format json {a} {b}"));
        assert_eq!((&json["schema"], &json["same_text"]), (&"simscope/diff/3".into(), &false.into()));
        let compared = fixture.json(&format!("compare --format json --diff always {a} {b}"));
        assert_eq!(
            (&json["hunks"], &json["hamming"]),
            (&compared["pairs"][0]["hunks"], &compared["pairs"][0]["hamming"])
        );
        let hunks = json["hunks"].as_array().expect("a list");
        assert_eq!(hunks.len(), 2);
        for hunk in hunks {
            // The text with the words put back, hashed on its own.
            let start = hunk["b"]["start"].as_u64().expect("a place") as usize;
            let end = hunk["b"]["end"].as_u64().expect("a place") as usize;
            let chars: Vec<char> = texts[1].chars().collect();
            let side = |range: &[char]| range.iter().collect::<String>();
            let back = side(&chars[..start]) + hunk["a"]["text"].as_str().expect("a text") + &side(&chars[end..]);
            fixture.write("back.txt", back);
            let distances =
                fixture.json(&format!("compare --format matrix-json {a} {b} back.txt"))["distances"].clone();
            assert_eq!(hunk["hamming_without"], distances[0][2]);
            assert_eq!(hunk["bits_moved"].as_array().map(Vec::len), distances[1][2].as_u64().map(|n| n as usize));
        }
        let none = fixture.json(&format!("diff --format json --top 1 {a} {b}"));
        assert!(none["hunks"][0]["bits_moved"].is_array() && none["hunks"][1]["bits_moved"].is_null());
    }
    let missing = fixture.json("diff --format json en.txt missing.txt");
    assert!(missing["hunks"].is_null() && missing["documents"][1]["error"]["kind"] == "not-found");
}

#[test]
fn context_folds_what_is_the_same() {
    let fixture = Fixture::new();
    let a: String = (0..20).map(|n| format!("这是第{n}段的内容，写得很长。\n")).collect::<Vec<_>>().concat();
    fixture.write("a.txt", &a);
    fixture.write("b.txt", a.replace("第10段的内容", "第10段的正文"));
    let shown = |options: &str| {
        let out = fixture.run(&format!("diff {options} a.txt b.txt")).out;
        out.lines().filter(|line| line.contains("这是")).count()
    };
    assert_eq!(["", "-U 0", "--context 4", "-U 99"].map(shown), [5, 1, 9, 20]);
    for most in [u64::MAX, 1 << 63] {
        let unified = format!("--format unified -U {most}");
        assert_eq!([format!("-U {most}"), unified].map(|options| shown(&options)), [20, 21], "{most}");
    }
    assert!(fixture.run("diff a.txt b.txt").out.contains("[-内容-]{+正文+}"));
    let far = fixture.run("diff en.txt other.txt").out;
    assert!(far.contains("not a near-duplicate at threshold 3") && far.contains("CHANGE 1"), "{far}");
}

#[test]
fn no_form_sends_orders_to_a_terminal_and_json_is_whole() {
    let fixture = Fixture::new();
    fixture.write("evil.txt", format!("{EN}\u{1b}[2Jred\u{9b}31m \u{202e}<script>alert('&')</script>\n"));
    for form in ["text", "json"] {
        let out = fixture.run(&format!("diff --format {form} en.txt evil.txt")).out;
        assert!(!out.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{form}: {out:?}");
    }
    // A patch is one only with the very bytes; it goes into a file.
    assert!(fixture.run("diff --format unified en.txt evil.txt").out.contains("+\u{1b}[2Jred"));
    let json: Value = fixture.json("diff --format json en.txt evil.txt");
    assert!(json["hunks"][0]["b"]["text"].as_str().is_some_and(|text| text.contains("\u{1b}[2J")), "{json}");
}
