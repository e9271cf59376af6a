//! `simscope compare --format matrix`: the same distances in every form.

use serde_json::Value;

use super::fixture::{Fixture, ZH};

/// Records of a CSV text, as RFC 4180 has them.
fn records(text: &str) -> Vec<Vec<String>> {
    let (mut records, mut fields, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            '\r' if !quoted => {
                assert_eq!(chars.next(), Some('\n'), "records end in CRLF");
                fields.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut fields));
            }
            c => field.push(c),
        }
    }
    assert!(field.is_empty() && fields.is_empty() && !quoted, "the last record is ended");
    records
}

#[test]
fn every_form_has_the_distances_of_compare() {
    let fixture = Fixture::new();
    std::fs::create_dir(fixture.path().join("old")).expect("made");
    fixture.write("old/say \"so\", 夜市.txt", ZH);
    fixture.write("empty.txt", "");
    let names = ["en.txt", "old/say \"so\", 夜市.txt", "empty.txt", "zh.txt", "missing.txt"];
    let run = |options: &[&str]| {
        super::fixture::done(&fixture.command().args(options).args(names).output().expect("started"))
    };

    let compared: Value = serde_json::from_str(&run(&["compare", "--format", "json"]).out).expect("JSON");
    let mut expected = vec![vec![Value::Null; 5]; 5];
    (0..5).filter(|at| ![2, 4].contains(at)).for_each(|at| expected[at][at] = 0.into());
    for pair in compared["pairs"].as_array().expect("a list") {
        let [a, b] = ["a", "b"].map(|side| pair[side].as_u64().expect("a place") as usize);
        expected[a][b] = pair["hamming"].clone();
        expected[b][a] = pair["hamming"].clone();
    }
    assert_eq!(expected[1][3], 0);

    let done = run(&["compare", "--format", "matrix-json"]);
    let json: Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!((done.code, &json["schema"]), (2, &"simscope/matrix/1".into()));
    assert_eq!(json["distances"], Value::from(expected.clone()));
    assert_eq!(json["documents"], compared["documents"]);
    assert!(done.out.contains("\n    [null, null, null, null, null]"), "a row is a line: {}", done.out);

    let done = run(&["compare", "--format", "matrix-csv"]);
    let records = records(&done.out);
    assert_eq!(records[0][1..], names);
    for (a, record) in records[1..].iter().enumerate() {
        assert_eq!(record[0], names[a]);
        let row = expected[a].iter().map(|distance| distance.as_u64().map_or_else(String::new, |n| n.to_string()));
        assert!(row.eq(record[1..].iter().cloned()), "{record:?}");
    }
    assert!(done.err.contains("missing.txt: no such file"), "{}", done.err);
}

#[test]
fn a_wide_matrix_comes_in_parts_and_a_large_one_as_the_nearest() {
    let fixture = Fixture::new();
    let many = |n: usize| {
        format!("compare --format matrix --tokens space --weight tf {}", "en.txt other.txt zh.txt ".repeat(n))
    };
    let out = fixture.run(&many(20)).out;
    assert!(out.lines().all(|line| line.len() <= 100), "{out}");
    let numbers: Vec<u32> = out
        .lines()
        .filter(|line| line.starts_with("   ") && !line.contains('='))
        .flat_map(|line| line.split_whitespace().filter_map(|n| n.parse().ok()))
        .collect();
    assert!(numbers.into_iter().eq(1..=60), "every column has its number: {out}");
    let out = fixture.run(&many(34)).out;
    assert!(out.contains("the nearest of each"), "{out}");
    // Each of a text's 34 readings has 33 others near, the first of which is named.
    let rows =
        |row: &str| out.lines().filter(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") == row).count();
    assert_eq!((rows("33 0 zh.txt zh.txt (2)"), rows("33 0 zh.txt (34) zh.txt")), (1, 1), "{out}");
    assert_eq!(out.lines().filter(|line| line.starts_with("  33   0  ")).count(), 102, "{out}");
}

#[test]
fn odd_names_do_nothing_to_a_terminal() {
    let fixture = Fixture::new();
    let name = "bad\u{1b}[2J\n.txt";
    fixture.write(name, ZH);
    for form in ["matrix", "matrix-csv", "matrix-json"] {
        let output = fixture.command().args(["compare", "--format", form, name, "zh.txt"]).output().expect("started");
        let out = super::fixture::done(&output).out;
        assert!(!out.contains('\u{1b}') && out.contains("bad"), "{form}: {out:?}");
    }
}
