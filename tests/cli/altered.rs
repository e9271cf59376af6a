//! Texts with characters that deceive the eye: counted, read as they look, and found by a filter.

use super::fixture::{EN, Fixture};

/// A fixture with the English text in which a word joiner is in every "the" and the "p" of "ships" is Cyrillic.
fn fixture() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("altered.txt", EN.replace("the ", "t\u{2060}he ").replace("ships", "shi\u{440}s"));
    fixture
}

fn sentence() -> String {
    let joiners = EN.matches("the ").count();
    let letters = EN.matches("ships").count();
    assert!(joiners > 1 && letters > 0, "{joiners} {letters}");
    let letters = format!("{letters} Cyrillic {}", if letters == 1 { "letter" } else { "letters" });
    format!("altered.txt contains {joiners} invisible characters and {letters} inside Latin words.")
}

#[test]
fn compare_counts_the_characters_and_gives_the_distance_without_them() {
    let fixture = fixture();
    let done = fixture.run("compare en.txt altered.txt");
    assert!(format!("{}{}", done.out, done.err).contains(&sentence()), "{}{}", done.out, done.err);
    let explained = fixture.run("explain en.txt altered.txt").out;
    for part in [&*sentence(), "Without them, and with look-alike letters restored, HD is 0."] {
        assert!(explained.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{part}\n{explained}");
    }

    let json = fixture.json("compare --format json en.txt altered.txt en-edited.txt");
    let warnings = |n: usize| json["documents"][n]["warnings"].as_array().expect("a list").clone();
    let of_kind = |n: usize| warnings(n).into_iter().find(|warning| warning["kind"] == "altered");
    assert_eq!(of_kind(1).expect("a warning")["message"], sentence());
    assert!(of_kind(0).is_none() && of_kind(2).is_none());
    let pair = |a: u64, b: u64| {
        let pairs = json["pairs"].as_array().expect("a list");
        pairs.iter().find(|pair| (&pair["a"], &pair["b"]) == (&a.into(), &b.into())).expect("the pair").clone()
    };
    let altered = pair(0, 1);
    assert!(altered["hamming"].as_u64() > Some(3), "{}", altered["hamming"]);
    assert_eq!(altered["hamming_as_read"], 0);
    assert_eq!([&altered["coverage"]["a_in_b"], &altered["coverage"]["b_in_a"]], [1.0, 1.0]);
    let unaltered = pair(0, 2);
    assert!(unaltered.as_object().expect("an object").contains_key("hamming_as_read"));
    assert!(unaltered["hamming_as_read"].is_null());

    let line = fixture.run("compare --format jsonl en.txt altered.txt").out;
    assert!(line.contains("\"hamming_as_read\": 0,"), "{line}");
}

#[test]
fn hash_counts_the_characters() {
    let fixture = fixture();
    let done = fixture.run("hash en.txt altered.txt");
    assert!(format!("{}{}", done.out, done.err).contains(&sentence()), "{}{}", done.out, done.err);
    let json = fixture.json("hash --format json en.txt altered.txt");
    let kinds = |n: usize| -> Vec<String> {
        let warnings = json[n]["warnings"].as_array().expect("a list");
        warnings.iter().map(|warning| warning["kind"].as_str().expect("a word").to_owned()).collect()
    };
    assert!(kinds(1).contains(&"altered".to_owned()) && !kinds(0).contains(&"altered".to_owned()));
}

#[test]
fn the_filter_selects_pairs_with_an_altered_text() {
    let fixture = fixture();
    let selected = |filter: &str| {
        let report = fixture.json(&format!("review --format json --filter {filter} en.txt altered.txt en-edited.txt"));
        report["pairs"].as_array().expect("a list").len()
    };
    assert_eq!((selected("altered"), selected("!altered")), (2, 1));
}
