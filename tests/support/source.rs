//! The program's own source, cut into words: enough of Rust to read paths and texts out of it, and no more.
//!
//! Comments are left out, and so is what is built for tests alone.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::{
    fs,
    iter::Peekable,
    path::{Path, PathBuf},
    str::Chars,
};

/// A file of `src/`, for the program itself.
pub struct File {
    /// Where it is, from the root of the repository.
    pub path: PathBuf,
    /// The module that it is: `tui::view::diff`; nothing for `lib.rs`, `main` for `main.rs`.
    pub module: String,
    /// All of it.
    pub text: String,
    /// What of it the program is made of.
    pub words: Vec<Word>,
}

/// A piece of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A name, a keyword, a number.
    Name(String),
    /// What stands in a string literal, as written.
    Text(String),
    /// Anything else, `::` included.
    Mark(&'static str),
}

impl Word {
    pub fn is(&self, text: &str) -> bool {
        match self {
            Self::Name(name) => name == text,
            Self::Mark(mark) => *mark == text,
            Self::Text(_) => false,
        }
    }
}

/// Every file of `src/` that is part of the program, in the order of their paths.
pub fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(&root.join("src"), &mut found);
    found.sort();
    let mut tests = Vec::new();
    let mut files = Vec::new();
    for path in found {
        let text = fs::read_to_string(&path).expect("source is text");
        let path = path.strip_prefix(root).expect("it is in the repository").to_owned();
        let module = module(&path);
        let (words, for_tests) = program(&words(&text));
        tests.extend(for_tests.into_iter().map(|name| format!("{module}::{name}")));
        files.push(File { path, module, text, words });
    }
    let within = |module: &str, outer: &str| module == outer || module.starts_with(&format!("{outer}::"));
    files.retain(|file| !tests.iter().any(|outer| within(&file.module, outer)));
    files
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of source") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn module(path: &Path) -> String {
    let path = path.strip_prefix("src").expect("it is source").with_extension("");
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    if parts == ["lib"] { String::new() } else { parts.join("::") }
}

/// Cuts source into words.
pub fn words(text: &str) -> Vec<Word> {
    let mut rest = text.chars().peekable();
    let mut words = Vec::new();
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => _ = rest.find(|&c| c == '\n'),
            '/' if rest.peek() == Some(&'*') => comment(&mut rest),
            '"' => words.push(Word::Text(quoted(&mut rest))),
            '\'' => character(&mut rest),
            c if c.is_alphanumeric() || c == '_' => {
                let mut name = String::from(c);
                while let Some(c) = rest.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    name.push(c);
                }
                let raw = matches!(name.as_str(), "r" | "br") && matches!(rest.peek(), Some('"' | '#'));
                let raw_text = if raw { raw_quoted(&mut rest) } else { None };
                words.push(raw_text.map_or(Word::Name(name), Word::Text));
            }
            ':' if rest.next_if_eq(&':').is_some() => words.push(Word::Mark("::")),
            c => words.extend(MARKS.iter().find(|mark| mark.starts_with(c)).map(|mark| Word::Mark(mark))),
        }
    }
    words
}

/// The marks that anything here asks for.
const MARKS: [&str; 15] = ["{", "}", "(", ")", "[", "]", ",", ";", "#", "!", "*", "&", ".", "=", "<"];

fn comment(rest: &mut Peekable<Chars<'_>>) {
    rest.next();
    let mut depth = 1;
    while depth > 0 {
        match rest.next() {
            Some('*') if rest.next_if_eq(&'/').is_some() => depth -= 1,
            Some('/') if rest.next_if_eq(&'*').is_some() => depth += 1,
            Some(_) => {}
            None => return,
        }
    }
}

fn quoted(rest: &mut Peekable<Chars<'_>>) -> String {
    let mut text = String::new();
    while let Some(c) = rest.next() {
        match c {
            '"' => break,
            '\\' => {
                text.push('\\');
                text.extend(rest.next());
            }
            c => text.push(c),
        }
    }
    text
}

/// What stands between `#"` and `"#`; nothing where `r#` begins a name.
fn raw_quoted(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut fence = String::from("\"");
    while rest.next_if_eq(&'#').is_some() {
        fence.push('#');
    }
    rest.next_if_eq(&'"')?;
    let mut text = String::new();
    while !text.ends_with(&fence) {
        text.push(rest.next()?);
    }
    text.truncate(text.len() - fence.len());
    Some(text)
}

/// Steps over a character literal; of a lifetime, only its mark.
fn character(rest: &mut Peekable<Chars<'_>>) {
    let mut ahead = rest.clone();
    match (ahead.next(), ahead.next()) {
        (Some('\\'), Some(_)) => {
            rest.nth(1);
            rest.find(|&c| c == '\'');
        }
        (Some(_), Some('\'')) => _ = rest.nth(1),
        _ => {}
    }
}

/// Leaves out what stands under `#[cfg(test)]` or `#[cfg(all(test, …))]`. Gives the names of the modules among it that are files.
pub fn program(words: &[Word]) -> (Vec<Word>, Vec<String>) {
    let mut kept = Vec::new();
    let mut files = Vec::new();
    let mut rest = words;
    while let Some(first) = rest.first() {
        let marked = only_for_tests(rest);
        if marked == 0 {
            kept.push(first.clone());
            rest = &rest[1..];
            continue;
        }
        rest = &rest[marked..];
        let item = &rest[..item(rest)];
        if let [.., keyword, Word::Name(name), end] = item
            && keyword.is("mod")
            && end.is(";")
        {
            files.push(name.clone());
        }
        rest = &rest[item.len()..];
    }
    (kept, files)
}

/// How many words the attribute is long that begins here, if it is `#[cfg(test)]` or `#[cfg(all(test, …))]`; else 0.
fn only_for_tests(words: &[Word]) -> usize {
    let alone: &[&str] = &["#", "[", "cfg", "(", "test", ")", "]"];
    let with_others: &[&str] = &["#", "[", "cfg", "(", "all", "(", "test", ","];
    let begins = |with: &[&str]| words.len() > with.len() && words.iter().zip(with).all(|(word, text)| word.is(text));
    if begins(alone) || begins(with_others) {
        words.iter().position(|word| word.is("]")).map_or(0, |end| end + 1)
    } else {
        0
    }
}

/// How many words the item is long that begins here: up to its `;` or its closing brace.
fn item(words: &[Word]) -> usize {
    let mut depth = 0;
    for (i, word) in words.iter().enumerate() {
        match word {
            Word::Mark("{" | "(" | "[") => depth += 1,
            Word::Mark(close @ ("}" | ")" | "]")) => {
                depth -= 1;
                if depth == 0 && *close == "}" {
                    return i + 1;
                }
            }
            Word::Mark(";") if depth == 0 => return i + 1,
            _ => {}
        }
    }
    words.len()
}
