//! What simscope says and how it is written: the texts of the repository, cut so that terms can be looked for in each.
//! Knows no term.

use std::{fs, path::Path};

use super::{
    names::{declared, spelled},
    source::{Word, files, root, rust_files, test_items, tokens},
};

/// How a text is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sentences and labels.
    Prose,
    /// All of a doc comment; it is prose too.
    Doc,
    /// A declared name as its kind and its lower-case words: `field by rest`.
    Name,
}

/// A text that is searched by itself.
#[derive(Debug)]
pub struct Text {
    /// The part of the project that it is counted for.
    pub area: String,
    /// From the root of the repository.
    pub path: String,
    /// The line on which it begins, from 1. Line feeds are those of the file.
    pub line: usize,
    pub kind: Kind,
    pub content: String,
}

/// Every text of the repository.
pub fn texts() -> Vec<Text> {
    let mut texts = Vec::new();
    for (path, area) in [
        ("README.md", "readme"),
        ("ARCHITECTURE.md", "architecture"),
        ("CHANGELOG.md", "changelog"),
        ("assets/locales.toml", "locales"),
        ("assets/keymap.toml", "keymap"),
    ] {
        document(path, area, &mut texts);
    }
    for (folder, area) in
        [("assets/lessons", "lessons"), ("assets/manual/en", "manual"), ("assets/manual/zh", "manual")]
    {
        let mut names: Vec<_> = fs::read_dir(root().join(folder))
            .expect("a folder of texts")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        for name in names {
            document(&format!("{folder}/{name}"), area, &mut texts);
        }
    }
    let program: Vec<_> = files().into_iter().map(|file| file.path).collect();
    for folder in ["src", "tests", "benches", "examples", "fuzz"] {
        for path in rust_files(folder) {
            rust(&path, program.contains(&path), &mut texts);
        }
    }
    rust(Path::new("build.rs"), false, &mut texts);
    texts
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Takes a file that is no source: of a TOML file the keys are names, all else is prose.
fn document(path: &str, area: &str, texts: &mut Vec<Text>) {
    let mut text = read(path);
    let make =
        |line, kind, text: String| Text { area: area.to_owned(), path: path.to_owned(), line, kind, content: text };
    if Path::new(path).extension().is_some_and(|extension| extension == "toml") {
        let (keys, values): (Vec<_>, Vec<_>) = text.lines().map(key_and_value).unzip();
        if area != "lessons" {
            let keys = keys.iter().enumerate().filter_map(|(i, key)| Some((i + 1, (*key)?)));
            texts.extend(keys.map(|(line, key)| make(line, Kind::Name, format!("key {}", spelled(key)))));
        }
        text = values.join("\n");
    }
    texts.push(make(1, Kind::Prose, text));
}

/// A line of TOML: the key that begins it, or the name of its table, and the part behind the key.
fn key_and_value(line: &str) -> (Option<&str>, &str) {
    let is_key = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    if let Some(table) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
        return (Some(table), "");
    }
    match line.split_once('=') {
        Some((key, value)) if is_key(key.trim()) => (Some(key.trim()), value),
        _ => (None, line),
    }
}

/// Takes the comments and the declared names of a source file, and of the program also the sentences in strings.
fn rust(path: &Path, of_program: bool, texts: &mut Vec<Text>) {
    let path = path.to_string_lossy().into_owned();
    let all = tokens(&read(&path));
    let area = area(&path);
    let is_help = of_program && is_help(&path, &all);
    let make = |area: &str, line, kind, text: String| Text {
        area: area.to_owned(),
        path: path.clone(),
        line,
        kind,
        content: text,
    };
    for (line, marker, text) in comments(&all) {
        let kind = if marker == "//" { Kind::Prose } else { Kind::Doc };
        let area = if is_help && marker == "///" { "help" } else { &area };
        texts.push(make(area, line, kind, text));
    }
    let code: Vec<_> = all.into_iter().filter(|(_, word)| !matches!(word, Word::Comment(_))).collect();
    let names = declared(&code).into_iter();
    texts.extend(
        names.map(|name| make(&area, name.line, Kind::Name, format!("{} {}", name.kind.word(), spelled(&name.text)))),
    );
    if of_program {
        let words: Vec<Word> = code.iter().map(|(_, word)| word.clone()).collect();
        let tests = test_items(&words);
        for (at, (line, word)) in code.into_iter().enumerate() {
            if let Word::Text(text) = word
                && text.contains(' ')
                && !tests.iter().any(|test| test.contains(&at))
            {
                texts.push(make(if is_help { "help" } else { &area }, line, Kind::Prose, text));
            }
        }
    }
}

/// The part of the project that a source file is counted for: of `src`, the module at the top.
fn area(path: &str) -> String {
    let mut parts = path.split('/');
    let first = parts.next().unwrap_or_default();
    let second = parts.next().unwrap_or_default().trim_end_matches(".rs");
    if first == "src" { format!("{first}/{second}") } else { first.trim_end_matches(".rs").to_owned() }
}

/// Whether clap makes help of the file's doc comments, or prints its strings with it.
fn is_help(path: &str, tokens: &[(usize, Word)]) -> bool {
    let has = |name: &str| tokens.iter().any(|(_, word)| word.is(name));
    path.ends_with("cli/examples.rs")
        || has("clap") && ["Args", "Parser", "Subcommand", "ValueEnum"].iter().any(|derived| has(derived))
}

/// The comments, those of lines that follow each other joined: the first line, the marker (`///`, `//!` or `//`), the
/// text without markers.
pub fn comments(tokens: &[(usize, Word)]) -> Vec<(usize, &'static str, String)> {
    let mut found: Vec<(usize, &'static str, String)> = Vec::new();
    let mut last = None;
    for (at, (line, word)) in tokens.iter().enumerate() {
        let Word::Comment(comment) = word else { continue };
        let marker = ["///", "//!", "//"].into_iter().find(|marker| comment.starts_with(marker)).unwrap_or("/*");
        let text = comment[marker.len()..].trim_start();
        let follows = last == Some((at.wrapping_sub(1), line.wrapping_sub(1), marker));
        match found.last_mut().filter(|_| follows) {
            Some((_, _, block)) => {
                block.push('\n');
                block.push_str(text);
            }
            None => found.push((*line, if marker == "/*" { "//" } else { marker }, text.to_owned())),
        }
        last = Some((at, *line, marker));
    }
    found
}
