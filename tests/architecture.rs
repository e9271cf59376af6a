//! Who may know whom: reads the paths in the source and fails on an arrow that points the wrong way.
//!
//! `ARCHITECTURE.md` says why; the table here has the rules. Modules built for tests alone may know anyone.

#[path = "support/paths.rs"]
mod paths;
#[path = "support/source.rs"]
mod source;

use std::{collections::BTreeSet, fs, path::Path};

use paths::{Aside, circles, paths};
use source::{Word, files, program, root, rust_files, words};

/// The modules that know no screen.
const LIBRARY: &[&str] = &[
    "batch", "cache", "compare", "config", "document", "files", "html", "lab", "lesson", "locale", "manual",
    "markdown", "review", "say", "search", "simhash", "store", "table", "text",
];

/// Each module and whom it may know beside itself: first other modules of the interface, then those of the library.
///
/// A module belongs to the longest of these names that it begins with. `tui` alone is `src/tui.rs`.
const MODULES: &[(&str, &[&str], &[&str])] = &[
    ("main", &["cli"], &[]),
    ("simhash", &[], &[]),
    ("files", &[], &[]),
    ("document", &[], &["files"]),
    ("locale", &[], &[]),
    ("text", &[], &[]),
    ("html", &[], &["document"]),
    ("manual", &[], &["locale", "text"]),
    ("markdown", &[], &["document"]),
    ("table", &[], &["document", "locale"]),
    ("compare", &[], &["document", "simhash"]),
    ("search", &[], &["simhash"]),
    ("lesson", &[], &["compare", "document", "files", "lab", "locale", "simhash"]),
    ("guide", &[], &[]),
    ("lab", &[], &["simhash"]),
    ("cache", &[], &["compare", "document", "files", "simhash"]),
    ("store", &[], &["compare", "document", "files", "locale", "search", "simhash"]),
    ("review", &[], &["compare", "document", "files", "html", "locale", "markdown", "simhash", "store", "table"]),
    ("config", &[], &["compare", "document", "files", "locale", "simhash"]),
    ("say", &[], &["compare", "config", "document", "lesson", "locale", "markdown", "simhash", "store"]),
    (
        "batch",
        &[],
        &["cache", "compare", "document", "files", "lab", "locale", "review", "say", "search", "simhash", "store"],
    ),
    ("cli", &["tui", "tui::export"], LIBRARY),
    ("fuzzed", &["tui"], LIBRARY),
    (
        "tui",
        &["tui::app", "tui::input", "tui::journal", "tui::keymap", "tui::model", "tui::theme", "tui::update"],
        LIBRARY,
    ),
    (
        "tui::app",
        &[
            "tui::event",
            "tui::export",
            "tui::input",
            "tui::job",
            "tui::journal",
            "tui::model",
            "tui::signals",
            "tui::terminal",
            "tui::theme",
            "tui::update",
            "tui::view",
        ],
        &["review"],
    ),
    (
        "tui::headless",
        &["tui::event", "tui::job", "tui::model", "tui::theme", "tui::update", "tui::view"],
        &["config", "document", "lesson"],
    ),
    ("tui::export", &["tui::headless", "tui::model", "tui::theme", "tui::view"], LIBRARY),
    ("tui::signals", &["tui::event"], &[]),
    ("tui::terminal", &["tui::input"], &[]),
    ("tui::journal", &[], &["compare", "document", "review", "simhash"]),
    ("tui::event", &["tui::job", "tui::journal", "tui::theme"], &["document"]),
    ("tui::input", &["tui::event", "tui::theme"], &[]),
    ("tui::job", &["tui::model"], &["simhash"]),
    ("tui::work", &["tui::job", "tui::model", "tui::screen", "tui::action"], LIBRARY),
    (
        "tui::update",
        &[
            "tui::action",
            "tui::event",
            "tui::flow",
            "tui::job",
            "tui::journal",
            "tui::keymap",
            "tui::model",
            "tui::screen",
            "tui::work",
        ],
        LIBRARY,
    ),
    (
        "tui::view",
        &["tui::action", "tui::flow", "tui::keymap", "tui::model", "tui::screen", "tui::theme", "tui::widget"],
        LIBRARY,
    ),
    ("tui::widget", &["tui::theme"], &["locale", "simhash", "table", "text"]),
    ("tui::flow", &["tui::model"], LIBRARY),
    ("tui::model", &["tui::action", "tui::keymap", "tui::screen", "tui::theme"], LIBRARY),
    ("tui::keymap", &["tui::action", "tui::screen"], &["config"]),
    ("tui::action", &[], &[]),
    ("tui::screen", &[], &[]),
    ("tui::theme", &[], &["config"]),
];

/// The module that a path leads to.
fn module_of(path: &str) -> Option<&'static str> {
    // The macro is at the root of the crate, but it is the locale's.
    let path = if path == "t" { "locale" } else { path };
    let leads = |name: &str| path == name || path.starts_with(&format!("{name}::"));
    MODULES.iter().map(|(name, ..)| *name).filter(|name| leads(name)).max_by_key(|name| name.len())
}

fn may_know(from: &str, to: &str) -> bool {
    let known = |(name, interface, library): &(&str, &[&str], &[&str])| {
        *name == from && (interface.contains(&to) || library.contains(&to))
    };
    from == to || MODULES.iter().any(known)
}

/// The arrows of a module that point the wrong way, in words.
fn wrong(module: &str, source: &[Word], modules: &BTreeSet<String>) -> Vec<String> {
    // `lib.rs` is the map of the library.
    let Some(from) = module_of(module) else { return Vec::new() };
    let paths = paths(module, source, modules);
    let bad = paths.into_iter().filter(|path| module_of(path).is_some_and(|to| !may_know(from, to)));
    bad.map(|path| format!("{module}: {from} must not know {path}")).collect()
}

#[test]
fn every_arrow_points_the_right_way() {
    let files = files();
    let modules: BTreeSet<String> = files.iter().map(|file| file.module.clone()).collect();
    assert!(modules.len() > 50, "the source is read");
    let wrong: Vec<String> = files.iter().flat_map(|file| wrong(&file.module, &file.words, &modules)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// A file may use what its parents declare; those arrows are not counted.
#[test]
fn no_files_know_each_other_in_a_circle() {
    let found: Vec<String> = circles(&files(), Aside::ToParents).iter().map(|circle| circle.join(" ")).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_module_is_in_the_table() {
    let known: BTreeSet<&str> = MODULES.iter().map(|(name, ..)| *name).collect();
    for file in files() {
        let mut parts = file.module.split("::").filter(|part| !part.is_empty());
        let (first, second) = (parts.next(), parts.next());
        let name = match (first, second) {
            (Some("tui"), Some(second)) => format!("tui::{second}"),
            (Some(first), _) => first.to_owned(),
            (None, _) => continue,
        };
        assert!(known.contains(name.as_str()), "{name} is a new module: say in MODULES whom it may know");
    }
}

/// The modules that have what is Unix alone: files, the process that parses documents, the terminal, and what
/// a process has of the system. All others are the same on every system.
const UNIX: &[&str] = &[
    "files",
    "document::guard",
    "document::memory::machine",
    "store::sqlite::network",
    "cli",
    "tui",
    // Hands on what the terminal and the guard have.
    "",
    "fuzzed",
];

#[test]
fn unix_is_behind_few_modules() {
    let within = |module: &str, outer: &&str| module == *outer || module.starts_with(&format!("{outer}::"));
    let names_it = |words: &[Word]| words.iter().any(|word| word.is("unix") || word.is("rustix"));
    let found: Vec<String> = files().into_iter().filter(|file| names_it(&file.words)).map(|file| file.module).collect();
    assert!(found.iter().any(|module| module == "files"), "the attributes are read");
    let wrong: Vec<&String> = found.iter().filter(|module| !UNIX.iter().any(|outer| within(module, outer))).collect();
    assert!(wrong.is_empty(), "{wrong:?}: put it behind src/files/unix.rs and elsewhere.rs");
}

/// `cargo test --no-default-features` has no program: tests that start it are not built then.
#[test]
fn tests_that_start_the_program_need_it() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let starts = [concat!("CARGO_BIN", "_EXE_simscope"), concat!("support/", "terminal.rs")];
    for path in rust_files("tests").iter().filter(|path| !path.starts_with("tests/support")) {
        let text = fs::read_to_string(root().join(path)).expect("source is text");
        if starts.iter().any(|sign| text.contains(sign)) {
            let name = path.iter().nth(1).map(Path::new).and_then(Path::file_stem).expect("a name").to_string_lossy();
            let entry = manifest.split("[[").find(|entry| entry.starts_with(&format!("test]]\nname = \"{name}\"")));
            let needs = entry.is_some_and(|entry| entry.contains("required-features = [\"app\"]"));
            assert!(needs, "{}: Cargo.toml has to say that {name} needs the feature app", path.display());
        }
    }
}

#[test]
fn a_wrong_arrow_is_found_however_it_is_written() {
    let modules: BTreeSet<String> =
        ["simhash", "simhash::hash", "tui", "tui::model", "tui::widget", "tui::widget::pen", "tui::view", "document"]
            .map(String::from)
            .into();
    let wrong = |module: &str, text: &str| wrong(module, &program(&words(text)).0, &modules).len();
    for (module, text) in [
        ("simhash::hash", "use crate::tui::theme::Theme;"),
        ("simhash::hash", "use std::fmt; use crate::{document::Document, locale::Lang};"),
        ("simhash::hash", "fn f() -> crate::document::Document { todo!() }"),
        ("simhash::hash", "use super::super::document;"),
        ("document", "pub use crate::compare as other;"),
        ("tui::widget::pen", "use crate::tui::{text::width, model::{self, Model}};"),
        ("tui::widget::pen", "fn f(m: &super::super::model::Model) {}"),
        ("tui::model", "use super::{action::Action, view};"),
        ("tui::view", "use super::update::update;"),
        ("cli", "use crate::tui::model::Model;"),
        ("compare", "fn f(lang: Lang) { crate::t!(lang, \"a.b\") }"),
        ("main", "use simscope::tui;"),
    ] {
        assert_ne!(wrong(module, text), 0, "{module}: {text}");
    }
    for (module, text) in [
        ("simhash::hash", "use super::{fingerprint::mask, recipe}; use std::{fmt, tui::x};"),
        (
            "simhash::hash",
            "// use crate::tui;\n/* crate::tui::x /* crate::document */ */ const A: &str = \"crate::tui::x\";",
        ),
        ("simhash::hash", "#[cfg(test)] mod tests { use crate::document; } use super::x;"),
        ("simhash::hash", "#[cfg(all(test, feature = \"a\"))] mod tests { use crate::document; } use super::x;"),
        (
            "simhash::hash",
            "fn f<'a>(c: char) -> &'a str { if c == '\"' || c == '\\'' { r#\"crate::tui\"# } else { \"\" } }",
        ),
        ("tui::widget::pen", "use crate::{text::width, tui::theme::Theme}; use super::Pen; use crate::simhash::Fixed;"),
        ("tui", "use model::{Look, Model}; use crate::locale::Lang;"),
        ("cli", "use crate::{t, tui}; fn f() { tui::run(); crate::text::width(\"\") }"),
        ("main", "fn main() { simscope::cli::run() }"),
    ] {
        assert_eq!(wrong(module, text), 0, "{module}: {text}");
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for file in files() {
        assert!(file.text.starts_with("//!"), "{} does not begin with //!", file.path.display());
    }
}
