//! The words of the interface, the documentation and the code: no text uses a retired term.
//!
//! `words/retired.toml` has the terms and what to use instead.
//!
//! Figures of the code: `cargo test --test words -- --ignored --nocapture figures`.

#[path = "words/figures.rs"]
mod figures;
#[path = "words/names.rs"]
mod names;
#[path = "support/paths.rs"]
mod paths;
#[path = "support/source.rs"]
mod source;
#[path = "words/terms.rs"]
mod terms;
#[path = "words/texts.rs"]
mod texts;

use std::{path::PathBuf, sync::LazyLock};

use terms::{found, terms};
use texts::{Kind, Text, texts};

static TEXTS: LazyLock<Vec<Text>> = LazyLock::new(texts);

#[test]
fn no_text_uses_a_retired_term() {
    let places = found(&TEXTS, &terms());
    assert!(places.is_empty(), "\n{}\n", places.join("\n"));
}

#[test]
fn every_term_finds_its_examples_and_spares_what_is_alike() {
    let mut wrong = Vec::new();
    for term in terms() {
        assert!(!term.finds.is_empty(), "{}: no example", term.name);
        for (examples, wanted) in [(&term.finds, true), (&term.spares, false)] {
            let texts = examples.iter().map(|example| (example, example_text(example)));
            let missed = texts.filter(|(_, text)| term.found_in(text).is_empty() == wanted);
            let verb = if wanted { "does not find" } else { "must not find" };
            wrong.extend(missed.map(|(example, text)| format!("{} {verb} {example:?} ({:?})", term.name, text.kind)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// An example of `retired.toml`: `area: text`, `area: doc: text`, `kind lower-case words`, or a text.
fn example_text(example: &str) -> Text {
    let (area, example) = match example.split_once(": ") {
        Some((area, text)) if area.starts_with("src/") || AREAS.contains(&area) => (area, text),
        _ => ("src/tui", example),
    };
    let (kind, text) = match example.strip_prefix("doc: ") {
        Some(text) => (Kind::Doc, text),
        None if is_name(example) => (Kind::Name, example),
        None => (Kind::Prose, example),
    };
    Text { area: area.to_owned(), path: String::new(), line: 1, kind, content: text.to_owned() }
}

const AREAS: &[&str] = &["src", "help", "locales", "readme", "lessons", "tests"];

fn is_name(example: &str) -> bool {
    let kinds = ["type", "function", "module", "constant", "macro", "field", "variant", "local", "key"];
    let (kind, name) = example.split_once(' ').unwrap_or((example, ""));
    kinds.contains(&kind) && name.chars().all(|c| c.is_ascii_lowercase() || c == ' ')
}

#[test]
fn texts_of_every_kind_are_read() {
    let has = |area: &str, kind, part: &str| {
        TEXTS.iter().any(|text| text.area == area && text.kind == kind && text.content.contains(part))
    };
    for area in ["readme", "architecture", "changelog", "locales", "lessons", "help", "src/simhash", "tests"] {
        assert!(has(area, Kind::Prose, " ") || has(area, Kind::Doc, " "), "{area}: nothing is read");
    }
    assert!(has("src/tui", Kind::Name, "type action"), "types are read");
    assert!(has("locales", Kind::Name, "key rule"), "keys are read");
    assert!(has("help", Kind::Doc, "Exit code: 0"), "doc comments of clap are help");
    assert!(has("help", Kind::Prose, "Examples:"), "so are its examples");
}

#[test]
fn declared_names_are_found_with_their_kinds() {
    let found = |text: &str| -> Vec<String> {
        let tokens = source::tokens(text);
        let names = names::declared(&tokens).into_iter();
        names.map(|name| format!("{} {}", name.kind.word(), names::spelled(&name.text))).collect()
    };
    for (text, names) in [
        ("pub struct Desk<'a> { pub a_b: &'static str, c: Vec<(u8, u8)> }", vec!["type desk", "field a b", "field c"]),
        ("struct Pair(u8, pub u8); struct Unit;", vec!["type pair", "type unit"]),
        (
            "enum E { #[serde(rename = \"x\")] ByRest, Wide { left: u8 }, Of(Wish), Last = 3 }",
            vec!["type e", "variant by rest", "variant wide", "field left", "variant of", "variant last"],
        ),
        (
            "fn f<T: Clone>(mut a: T, &b: &u8, self) -> X { let mut c = Y { d: 1 }; let Some(e) = f(g) else { }; let h: u8; }",
            vec!["function f", "local a", "local c", "local h"],
        ),
        (
            "const A: u8 = 1; static B_C: u8 = 2; const fn d() {} impl X { const E: u8; }",
            vec!["constant a", "constant b c", "function d", "constant e"],
        ),
        (
            "impl A { fn f(&self) -> impl Fn(u8) { struct B { c: u8 } let d = |e: u8| e; } }",
            vec!["function f", "type b", "field c", "local d"],
        ),
        (
            "mod a; use b::c; trait T { type Item; fn f(&self); } macro_rules! t { () => {} }",
            vec!["module a", "type t", "type item", "function f", "macro t"],
        ),
    ] {
        assert_eq!(found(text), names, "{text}");
    }
}

#[test]
fn circles_of_files_are_found_through_names_that_a_parent_hands_on() {
    let file = |module: &str, text: &str| source::File {
        path: PathBuf::new(),
        module: module.to_owned(),
        text: text.to_owned(),
        words: source::words(text),
    };
    let files = [
        file("", "pub mod a; pub mod b;"),
        file("a", "mod left; mod right; pub use left::Left; use right::run;"),
        file("a::left", "use super::right::Right; use crate::b::B;"),
        file("a::right", "use super::Left;"),
        file("b", "pub struct B;"),
    ];
    let wanted = [vec!["a::left".to_owned(), "a::right".to_owned()]];
    assert_eq!(paths::circles(&files, paths::Aside::Parents), wanted);
    assert_eq!(paths::circles(&files, paths::Aside::ToParents), wanted);
    // An item of the parent itself leads to the parent, which is no circle.
    let parent = [file("", ""), file("a", "use b::run; pub struct A;"), file("a::b", "use super::A;")];
    assert!(paths::circles(&parent, paths::Aside::ToParents).is_empty());
}

#[test]
#[ignore = "prints figures"]
fn figures() {
    print!("{}", figures::figures());
}
