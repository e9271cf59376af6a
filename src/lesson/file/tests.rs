//! Lesson files that read, and those that do not: what is said of them, and where.

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
    assert_eq!(lesson.pages[0].at, Some(Place::Step(Stage::Sums, 2)));
    assert_eq!(lesson.check(), Ok(()));
}

#[test]
fn faults_name_line_key_and_what_is_allowed() {
    let table = [
        ("column = 4", "colum = 4", 15, Some("colum"), "expected one of"),
        ("\"100101\"]", "\"1001\"]", 8, Some("features"), "\"1001\" has 4 bits, the recipe 6"),
        ("[\"CSDN\", 4,", "[\"CSDN\", \"four\",", 8, Some("features"), "the weight a number"),
        ("\"sums 2\"", "\"sums two\"", 14, Some("at"), "text, tokens, weights"),
        ("column = 4", "column = 6", 15, Some("column"), "there are 6, counted from 0"),
        ("\"bit 4\"", "\"bit 9\"", 16, Some("answer"), "from 0 to 5"),
        ("format = 1", "format = 1\nsource = 2", 2, Some("source"), "a source is"),
        ("format = 1", "format = 2", 1, Some("format"), "format 1"),
        ("given:all", "givn:all", 4, Some("recipe"), "allowed"),
        ("bits = \"101011\"", "bits = \"1010a1\"", 10, Some("bits"), "digits 0 and 1"),
        ("zh = \"记\"", "", 21, None, "zh"),
        ("[try]", "[try", 18, None, ""),
    ];
    for nothing in ["", "\n", " ", "# only this"] {
        assert!(parse(nothing, "a.toml").unwrap_err().why.contains("missing field"), "{nothing:?}");
    }
    for (from, to, line, key, why) in table {
        let fault = parse(&GOOD.replace(from, to), "a.toml").unwrap_err();
        assert_eq!((fault.line, fault.key.as_deref()), (line, key), "{fault}");
        assert!(fault.to_string().starts_with(&format!("a.toml:{line}: ")), "{fault}");
        assert!(fault.why.contains(why), "{fault}");
    }
}

#[test]
fn figures_that_do_not_come_out_are_faults_too() {
    let fault =
        |from: &str, to: &str| parse(&GOOD.replace(from, to), "a.toml").unwrap().check().unwrap_err().to_string();
    assert_eq!(fault("-1, 1, 9]", "-1, 1, 8]"), "a.toml:7: sums: column 5 of \"A\" sums to 9, not 8");
    assert_eq!(
        fault("bits = \"101011\"", "bits = \"101010\""),
        "a.toml:7: bits: the fingerprint of \"A\" is 101011, not 101010"
    );
    assert!(fault("sums 2", "sums 3").contains("at: there are 2 steps of sums"));
}
