//! The paths in a module's source, and the circles of files that they make. Knows no rule about them.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::source::{File, Word};

/// The paths in a module, each from the root of the crate.
pub fn paths(module: &str, source: &[Word], modules: &BTreeSet<String>) -> Vec<String> {
    let found = written(source).into_iter();
    found.filter_map(|(_, path)| from_the_root(module, &path, modules)).collect()
}

/// The paths as they are written, each with whether a `use` has it.
fn written(source: &[Word]) -> Vec<(bool, Vec<String>)> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let after_path = at > 0 && source[at - 1].is("::");
        let using = source[at].is("use");
        let rooted = ["crate", "super", "self", "simscope"].iter().any(|root| source[at].is(root));
        if using || rooted && !after_path && source.get(at + 1).is_some_and(|next| next.is("::")) {
            let begin = at + usize::from(using);
            let mut found = Vec::new();
            at = tree(source, begin, &[], using, &mut found);
            all.extend(found.into_iter().map(|path| (using, path)));
        } else {
            at += 1;
        }
    }
    all
}

/// Reads a path, with its branches where `using`, from `at`. Returns where it ends.
fn tree(source: &[Word], mut at: usize, before: &[String], using: bool, found: &mut Vec<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    loop {
        match source.get(at) {
            Some(Word::Name(name)) => path.push(name.clone()),
            Some(Word::Mark("{")) if using => {
                at += 1;
                while source.get(at).is_some_and(|word| !word.is("}")) {
                    at = tree(source, at, &path, true, found);
                    at += usize::from(source.get(at).is_some_and(|word| word.is(",")));
                }
                return at + 1;
            }
            // A glob means the module itself.
            Some(Word::Mark("*")) if using => {}
            _ => break,
        }
        at += 1;
        if using && source.get(at).is_some_and(|word| word.is("as")) {
            at += 2;
        }
        if !source.get(at).is_some_and(|word| word.is("::")) {
            break;
        }
        at += 1;
    }
    found.push(path);
    at.max(1)
}

/// A path written in `module`, from the root of the crate; nothing if it leads out of the crate.
fn from_the_root(module: &str, path: &[String], modules: &BTreeSet<String>) -> Option<String> {
    let mut here: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => {
            here.clear();
            rest = &rest[1..];
        }
        "simscope" if module == "main" => {
            here.clear();
            rest = &rest[1..];
        }
        "super" | "self" => {
            while let Some(step @ ("super" | "self")) = rest.first().map(String::as_str) {
                if step == "super" {
                    here.pop();
                }
                rest = &rest[1..];
            }
        }
        // A name in scope: a module of this one, or another crate.
        first => {
            let child = [module, first].join("::");
            if !modules.contains(child.trim_start_matches("::")) {
                return None;
            }
        }
    }
    here.extend(rest.iter().map(String::as_str).filter(|part| *part != "self"));
    Some(here.join("::"))
}

/// Which arrows between a file and the files of its folder make no circle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Aside {
    /// Those from a file to the one whose folder it is in.
    ToParents,
    /// Those, and the ones back.
    Parents,
}

/// The files that know each other in a circle, by their modules: each circle in the order of names, the largest first.
///
/// A name that a module has from another by `use` counts as the other's.
pub fn circles(files: &[File], aside: Aside) -> Vec<Vec<String>> {
    let modules: BTreeSet<String> = files.iter().map(|file| file.module.clone()).collect();
    let imports = imports(files, &modules);
    let counts = |from: &str, to: &str| {
        from != to && !is_within(from, to) && (aside == Aside::ToParents || !is_within(to, from))
    };
    let arrows: BTreeMap<&str, BTreeSet<String>> = files
        .iter()
        .map(|file| {
            let found = paths(&file.module, &file.words, &modules).into_iter();
            let known = found.map(|path| file_of(&resolved(path, &imports, &modules), &modules).to_owned());
            (file.module.as_str(), known.filter(|to| counts(&file.module, to)).collect())
        })
        .collect();
    let reach: BTreeMap<&str, BTreeSet<&str>> = arrows.keys().map(|from| (*from, reached(from, &arrows))).collect();
    let mut circles: BTreeSet<Vec<&str>> = BTreeSet::new();
    for (from, known) in &reach {
        let circle: Vec<&str> = known.iter().copied().filter(|to| reach[to].contains(from)).collect();
        circles.extend(Some(circle).filter(|circle| !circle.is_empty()));
    }
    let mut circles: Vec<Vec<String>> =
        circles.into_iter().map(|circle| circle.into_iter().map(str::to_owned).collect()).collect();
    circles.sort_by_key(|circle| Reverse(circle.len()));
    circles
}

/// The names that the `use` lines of each module bring, with the paths behind them.
fn imports(files: &[File], modules: &BTreeSet<String>) -> BTreeMap<String, BTreeMap<String, String>> {
    let of = |file: &File| {
        let used = written(&file.words).into_iter().filter(|(using, _)| *using);
        let paths = used.filter_map(|(_, path)| from_the_root(&file.module, &path, modules));
        paths.map(|path| (path.rsplit("::").next().unwrap_or_default().to_owned(), path)).collect()
    };
    files.iter().map(|file| (file.module.clone(), of(file))).collect()
}

/// The path to where the item is declared, as far as `use` lines tell.
fn resolved(path: String, imports: &BTreeMap<String, BTreeMap<String, String>>, modules: &BTreeSet<String>) -> String {
    let mut path = path;
    // A circle of `use` lines would not compile, but macros could hide what ends it.
    for _ in 0..8 {
        let file = file_of(&path, modules);
        let item = path[file.len()..].trim_start_matches("::");
        let (name, behind) = item.split_once("::").unwrap_or((item, ""));
        let Some(import) = imports[file].get(name).filter(|import| file_of(import, modules) != file) else { break };
        path = if behind.is_empty() { import.clone() } else { format!("{import}::{behind}") };
    }
    path
}

/// The file in which a path ends: its longest part that is a module.
fn file_of<'a>(path: &'a str, modules: &BTreeSet<String>) -> &'a str {
    let mut path = path;
    while !path.is_empty() && !modules.contains(path) {
        path = path.rsplit_once("::").map_or("", |(outer, _)| outer);
    }
    path
}

fn is_within(module: &str, outer: &str) -> bool {
    outer.is_empty() || module.strip_prefix(outer).is_some_and(|inner| inner.starts_with("::"))
}

/// The files to which arrows lead from this one, over any number of others; itself only by a circle.
fn reached<'a>(from: &str, arrows: &'a BTreeMap<&str, BTreeSet<String>>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = arrows[from].iter().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(arrows[next].iter().map(String::as_str));
        }
    }
    found
}
