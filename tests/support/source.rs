//! The program's own source as tokens, by the crate proc-macro2: paths, names and texts, without comments and tests.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::{
    fs,
    mem::{replace, take},
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};

/// A file of `src/` or of the core.
pub struct File {
    /// From the root of the repository.
    pub path: PathBuf,
    /// The module that it is: `tui::view::diff`; nothing for `lib.rs`, `main` for `main.rs`.
    pub module: String,
    pub text: String,
    /// The tokens outside `#[cfg(test)]`: names, marks of one character, string literals with their quotes.
    pub words: Vec<String>,
    /// The paths among them.
    pub paths: Vec<String>,
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below a folder of the repository, in the order of their paths.
pub fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("a folder").flatten() {
            let path = folder.join(entry.file_name());
            match entry.file_type().expect("a type").is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// Every file of a source folder that ships, in the order of their paths.
pub fn files(folder: &str) -> Vec<File> {
    let tests =
        |path: &Path| path.iter().any(|part| ["tests", "tests.rs", "laws", "laws.rs"].iter().any(|t| part == *t));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(root().join(&path)).expect("source is text");
        let below = path.strip_prefix(folder).expect("below it").with_extension("");
        let module = below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("::");
        let module = if module == "lib" { String::new() } else { module };
        let (words, paths) = tokens(&text);
        File { path, module, text, words, paths }
    };
    rust_files(folder).into_iter().filter(|path| !tests(path)).map(read).collect()
}

/// The tokens of a source text, and the paths of two names or more, those of a `use` with braces each in full.
pub fn tokens(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut words, mut paths) = (Vec::new(), Vec::new());
    flatten(text.parse().expect("tokens of Rust"), "", &mut words, &mut paths);
    // After a path with braces there is only its beginning left.
    paths.retain(|path| path.contains("::") && !path.ends_with(':'));
    (words, paths)
}

/// What stands in braces after a path goes on from it: `before` is that path.
fn flatten(stream: TokenStream, before: &str, words: &mut Vec<String>, paths: &mut Vec<String>) {
    let mut trees = stream.into_iter().peekable();
    let mut path = String::from(before);
    while let Some(tree) = trees.next() {
        let goes_on = path.ends_with("::");
        match tree {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                let attribute = trees.next_if(|next| matches!(next, TokenTree::Group(_)));
                let attribute = attribute.map_or_else(String::new, |tree| tree.to_string().replace(' ', ""));
                if attribute.starts_with("[cfg(test)") || attribute.starts_with("[cfg(all(test,") {
                    // The item under it ends with its braces, or with a semicolon.
                    trees.find(|tree| tree.to_string() == ";" || tree.to_string().starts_with('{'));
                }
                words.extend(attribute.contains("unix").then(|| "unix".into()));
            }
            TokenTree::Group(group) => {
                let before = if goes_on { take(&mut path) } else { String::new() };
                flatten(group.stream(), &before, words, paths);
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => path.push(':'),
            // The name behind `as` leads nowhere.
            TokenTree::Ident(name) if name == "as" => {
                let other = trees.next_if(|next| !["crate", "super"].contains(&&*next.to_string()));
                words.extend(other.map(|other| other.to_string()));
            }
            tree => {
                words.push(tree.to_string());
                if !goes_on {
                    paths.push(replace(&mut path, String::from(before)));
                }
                if let TokenTree::Ident(name) = tree {
                    path.push_str(&name.to_string());
                }
            }
        }
    }
    paths.push(path);
}
