//! The arrows between modules are those of `ARCHITECTURE.md`, whose tables are read here; and what else holds for every
//! file.

#[path = "support/source.rs"]
mod source;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use source::{File, files, root, rust_files, tokens};

/// The modules that a module of the tables knows. `tui` alone is `src/tui.rs`.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The arrows of the table below a heading of `ARCHITECTURE.md`; "all" stands for all modules but `cli` and `tui`.
fn arrows(heading: &str) -> Arrows {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the map");
    let (_, after) = map.split_once(heading).expect("the heading");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(String::from).collect::<BTreeSet<_>>();
    let rows = after.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|')).skip(2);
    let cells: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    let screens = |name: &String| name == "main" || name == "cli" || name.starts_with("tui") || name == "fuzz";
    let all: BTreeSet<String> = cells.iter().flat_map(|row| names(row[1])).filter(|name| !screens(name)).collect();
    let known = |cell: &str| if cell.starts_with("all") { &names(cell) | &all } else { names(cell) };
    cells.iter().flat_map(|row| names(row[1]).into_iter().map(|name| (name, known(row[2])))).collect()
}

/// The longest of these names that a path begins with; `*` stands for any one module, not for an item.
fn longest<'a>(names: impl Iterator<Item = &'a String>, path: &str) -> Option<&'a str> {
    let leads = |name: &&String| {
        let mut path = path.split("::");
        name.split("::").all(|part| {
            path.next().is_some_and(|found| part == found || part == "*" && found.starts_with(char::is_lowercase))
        })
    };
    names.filter(leads).max_by_key(|name| name.len()).map(String::as_str)
}

/// The module that a path leads to, from the root: paths begin there, at a parent, or (for `main`) at the program's
/// library.
fn target(module: &str, path: &str) -> Option<String> {
    let root = path.strip_prefix("crate::").or_else(|| path.strip_prefix("simscope::").filter(|_| module == "main"));
    let (mut above, mut rest) = (module, path);
    while let Some(after) = rest.strip_prefix("super::") {
        (above, rest) = (above.rsplit_once("::").map_or("", |(above, _)| above), after);
    }
    root.map(String::from)
        .or_else(|| path.starts_with("super::").then(|| format!("{above}::{rest}").trim_start_matches(':').into()))
}

/// The arrows of a module that are not in the table.
fn wrong(module: &str, paths: &[String], arrows: &Arrows) -> Vec<String> {
    let Some(from) = longest(arrows.keys(), module) else { return Vec::new() };
    let to = |path: &String| longest(arrows.keys(), if path == "t" { "locale" } else { path });
    let paths: BTreeSet<String> = paths.iter().filter_map(|path| target(module, path)).collect();
    let bad = paths.iter().filter(|path| to(path).is_some_and(|to| to != from && !arrows[from].contains(to)));
    bad.map(|path| format!("{module}: {from} must not know {path}")).collect()
}

#[test]
fn every_arrow_is_in_the_map_and_every_module_has_a_row() {
    for (folder, heading) in [("src", "## Who may know whom"), ("crates/core/src", "### Inside the core")] {
        let (arrows, files) = (arrows(heading), files(folder));
        assert!(files.len() > 10 && arrows.len() > 5, "{folder} is read");
        let wrong: Vec<_> = files.iter().flat_map(|file| wrong(&file.module, &file.paths, &arrows)).collect();
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
        let rowless = |file: &&File| !file.module.is_empty() && longest(arrows.keys(), &file.module).is_none();
        assert_eq!(files.iter().find(rowless).map(|file| &file.module), None, "a new module needs a row");
    }
}

/// A file may use what its parents declare; those arrows are not counted.
#[test]
fn no_files_know_each_other_in_a_circle() {
    for folder in ["src", "crates/core/src"] {
        let files = files(folder);
        let modules: BTreeSet<String> = files.iter().map(|file| file.module.clone()).collect();
        let mut knows: Arrows = Arrows::new();
        for File { module, paths, .. } in &files {
            let to = paths.iter().filter_map(|path| longest(modules.iter(), &target(module, path)?).map(String::from));
            let aside = |to: &String| to != module && longest([to.clone()].iter(), module).is_none();
            knows.insert(module.clone(), to.filter(aside).collect());
        }
        // Whoever knows only modules that are in no circle is in none.
        while let Some(free) = knows.iter().find(|(_, to)| !to.iter().any(|to| knows.contains_key(to))) {
            let free = free.0.clone();
            knows.remove(&free);
        }
        assert!(knows.is_empty(), "circles among {:#?}", knows.keys());
    }
}

#[test]
fn unix_is_behind_few_modules() {
    let behind =
        ["files", "document::guard", "document::memory", "store::sqlite", "cli", "tui", "fuzz"].map(String::from);
    let names_it = |file: &File| file.words.iter().any(|word| word == "unix" || word == "rustix");
    let outside = |file: &File| !file.module.is_empty() && longest(behind.iter(), &file.module).is_none();
    let found: Vec<_> = files("src").into_iter().filter(|file| names_it(file) && outside(file)).collect();
    assert!(found.is_empty(), "{:?}: put it behind src/files", found.iter().map(|file| &file.path).collect::<Vec<_>>());
}

#[test]
fn every_file_says_what_it_is_for_and_no_line_has_more_than_120_columns() {
    for path in ["src", "crates", "tests", "benches", "examples"].into_iter().flat_map(rust_files) {
        let text = fs::read_to_string(root().join(&path)).expect("source is text");
        assert!(text.starts_with("//!"), "{} does not begin with //!", path.display());
        // rustfmt holds most lines to that width, but not comments and strings.
        let long = text.lines().position(|line| line.chars().count() > 120);
        assert_eq!(long.map(|at| at + 1), None, "{}: this line is longer than 120 columns", path.display());
    }
}

#[test]
fn a_wrong_arrow_is_found_however_it_is_written() {
    let table =
        [("simhash", ""), ("document", "simhash"), ("tui::view", "tui::model"), ("tui::model", ""), ("locale", "")];
    let arrows: Arrows =
        table.iter().map(|(from, to)| (String::from(*from), BTreeSet::from([String::from(*to)]))).collect();
    for (module, text, found) in [
        ("simhash::hash", "use crate::document::Document;", 1),
        ("simhash::hash", "use std::fmt; use crate::{document::{self, Document}, locale::Lang};", 3),
        ("simhash::hash", "fn f() -> crate::document::Document { todo!() }", 1),
        ("simhash::hash", "use super::super::document;", 1),
        ("simhash::hash", "fn f() { crate::t!(lang, \"a.b\") }", 1),
        ("tui::model", "use super::{action::Action, view};", 1),
        ("tui::view::diff", "use crate::{simhash as other, tui::{model::Model, view::Span}};", 1),
        (
            "simhash::hash",
            "// use crate::document;\nconst A: &str = \"crate::document\"; use super::fingerprint::mask;",
            0,
        ),
        ("simhash::hash", "#[cfg(test)] mod tests { use crate::document; } use super::x;", 0),
        ("document", "#[cfg(all(test, unix))]\nmod tests; use crate::simhash::Recipe;", 0),
    ] {
        assert_eq!(wrong(module, &tokens(text).1, &arrows).len(), found, "{module}: {text}");
    }
}

#[test]
fn every_data_file_names_its_source_and_its_licence() {
    let licences = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let licences =
        licences.lines().find_map(|line| line.strip_prefix("license = ")).expect("a licence").trim_matches('"');
    let entries = |folder| fs::read_dir(root().join(folder)).expect("a folder");
    let data = entries("crates/core/assets").chain(entries("assets")).map(|entry| entry.expect("an entry").path());
    let mut named = BTreeSet::from([String::from("MIT")]);
    for path in data.filter(|path| path.extension().is_some_and(|ending| ending == "txt" || ending == "bin")) {
        // What is not text is described by the text of the same name.
        let text = fs::read_to_string(path.with_extension("txt")).unwrap_or_else(|_| panic!("{path:?} has no head"));
        let after = |key: &str| text.lines().take(20).find_map(|line| line.trim_start_matches("# ").strip_prefix(key));
        assert!(after("Source: ").is_some(), "{path:?} names no source");
        let licence = after("SPDX-License-Identifier: ").unwrap_or_else(|| panic!("{path:?} names no licence"));
        named.extend(licence.split(" AND ").map(String::from));
    }
    assert_eq!(
        named,
        licences.split(" AND ").map(String::from).collect(),
        "the licences of the data and of Cargo.toml"
    );
    let texts = |folder| {
        named
            .iter()
            .filter(move |name| *name != "MIT" && !root().join(folder).join(format!("LICENSES/{name}.txt")).is_file())
    };
    assert_eq!(texts("").chain(texts("crates/core")).next(), None, "a licence without its text in LICENSES");
}
