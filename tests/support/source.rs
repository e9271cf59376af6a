//! The program's own source as tokens: enough of Rust to read paths, names, texts and comments from it, and no more.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
    str::Chars,
};

/// A file of `src/`, for the program itself.
pub struct File {
    /// From the root of the repository.
    pub path: PathBuf,
    /// The module that it is: `tui::view::diff`; nothing for `lib.rs`, `main` for `main.rs`.
    pub module: String,
    pub text: String,
    /// The tokens outside `#[cfg(test)]`, without comments.
    pub words: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A name, a keyword, a number.
    Name(String),
    /// The inside of a string literal, as written.
    Text(String),
    /// Anything else, `::` included.
    Mark(&'static str),
    /// A comment as written, from its `//` or `/*`.
    Comment(String),
}

impl Word {
    pub fn is(&self, text: &str) -> bool {
        match self {
            Self::Name(name) => name == text,
            Self::Mark(mark) => *mark == text,
            Self::Text(_) | Self::Comment(_) => false,
        }
    }
}

/// Every file of `src/` that is part of the program, in the order of their paths.
pub fn files() -> Vec<File> {
    let mut files = Vec::new();
    let mut tests = Vec::new();
    for path in rust_files("src") {
        let text = fs::read_to_string(root().join(&path)).expect("source is text");
        let module = module(&path);
        let (words, for_tests) = program(&words(&text));
        tests.extend(for_tests.into_iter().map(|name| format!("{module}::{name}")));
        files.push(File { path, module, text, words });
    }
    let within = |module: &str, outer: &str| module == outer || module.starts_with(&format!("{outer}::"));
    files.retain(|file| !tests.iter().any(|outer| within(&file.module, outer)));
    files
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files under a folder of the repository, from its root, in the order of their paths.
pub fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    let mut found: Vec<_> =
        found.iter().map(|path| path.strip_prefix(root()).expect("it is in the repository").to_owned()).collect();
    found.sort();
    found
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

/// The tokens of source, without comments.
pub fn words(text: &str) -> Vec<Word> {
    let words = tokens(text).into_iter().map(|(_, word)| word);
    words.filter(|word| !matches!(word, Word::Comment(_))).collect()
}

/// The tokens of source, comments included, each with the line on which it begins, from 1.
pub fn tokens(text: &str) -> Vec<(usize, Word)> {
    let mut cursor = Cursor { chars: text.chars(), line: 1 };
    let mut tokens = Vec::new();
    loop {
        let (line, before) = (cursor.line, cursor.chars.as_str());
        let Some(c) = cursor.next() else { return tokens };
        let word = match c {
            '/' if matches!(cursor.peek(), Some('/' | '*')) => {
                comment(&mut cursor);
                let length = before.len() - cursor.chars.as_str().len();
                Some(Word::Comment(before[..length].to_owned()))
            }
            '"' => Some(Word::Text(quoted(&mut cursor))),
            '\'' => {
                character(&mut cursor);
                None
            }
            c if is_name(c) => {
                let mut name = String::from(c);
                while let Some(c) = cursor.next_if(is_name) {
                    name.push(c);
                }
                let raw = matches!(name.as_str(), "r" | "br") && matches!(cursor.peek(), Some('"' | '#'));
                let raw_text = if raw { raw_quoted(&mut cursor) } else { None };
                Some(raw_text.map_or(Word::Name(name), Word::Text))
            }
            ':' if cursor.next_if(|c| c == ':').is_some() => Some(Word::Mark("::")),
            c => MARKS.iter().find(|mark| mark.starts_with(c)).map(|mark| Word::Mark(mark)),
        };
        tokens.extend(word.map(|word| (line, word)));
    }
}

/// The marks that anything here asks for.
const MARKS: [&str; 17] = ["{", "}", "(", ")", "[", "]", ",", ";", "#", "!", "*", "&", ".", "=", "<", ">", ":"];

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A place in source.
#[derive(Clone)]
struct Cursor<'a> {
    chars: Chars<'a>,
    line: usize,
}

impl Iterator for Cursor<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        self.line += usize::from(c == '\n');
        Some(c)
    }
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.clone().next()
    }

    fn next_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        self.peek().filter(|&c| wanted(c))?;
        self.next()
    }
}

/// Steps over a comment whose first `/` has been read; a line comment ends before its line feed.
fn comment(cursor: &mut Cursor<'_>) {
    if cursor.next() == Some('/') {
        while cursor.next_if(|c| c != '\n').is_some() {}
        return;
    }
    let mut depth = 1;
    while depth > 0 {
        match cursor.next() {
            Some('*') if cursor.next_if(|c| c == '/').is_some() => depth -= 1,
            Some('/') if cursor.next_if(|c| c == '*').is_some() => depth += 1,
            Some(_) => {}
            None => return,
        }
    }
}

fn quoted(cursor: &mut Cursor<'_>) -> String {
    let mut text = String::new();
    while let Some(c) = cursor.next() {
        match c {
            '"' => break,
            '\\' => {
                text.push('\\');
                text.extend(cursor.next());
            }
            c => text.push(c),
        }
    }
    text
}

/// The text between `#"` and `"#`; nothing if `r#` begins a name.
fn raw_quoted(cursor: &mut Cursor<'_>) -> Option<String> {
    let mut fence = String::from("\"");
    while cursor.next_if(|c| c == '#').is_some() {
        fence.push('#');
    }
    cursor.next_if(|c| c == '"')?;
    let mut text = String::new();
    while !text.ends_with(&fence) {
        text.push(cursor.next()?);
    }
    text.truncate(text.len() - fence.len());
    Some(text)
}

/// Steps over a character literal or a lifetime.
fn character(cursor: &mut Cursor<'_>) {
    let mut ahead = cursor.clone();
    match (ahead.next(), ahead.next()) {
        (Some('\\'), Some(_)) => {
            cursor.nth(1);
            cursor.find(|&c| c == '\'');
        }
        (Some(_), Some('\'')) => _ = cursor.nth(1),
        _ => while cursor.next_if(is_name).is_some() {},
    }
}

/// The tokens outside `#[cfg(test)]`, and the names of the modules under it that are files.
pub fn program(words: &[Word]) -> (Vec<Word>, Vec<String>) {
    let items = test_items(words);
    let mut kept = Vec::new();
    let mut files = Vec::new();
    let mut at = 0;
    for item in items {
        kept.extend_from_slice(&words[at..item.start]);
        at = item.end;
        if let [.., keyword, Word::Name(name), end] = &words[item]
            && keyword.is("mod")
            && end.is(";")
        {
            files.push(name.clone());
        }
    }
    kept.extend_from_slice(&words[at..]);
    (kept, files)
}

/// The number of tokens of the attribute that begins here, if it is `#[cfg(test)]` or `#[cfg(all(test, …))]`; else 0.
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

/// The items under `#[cfg(test)]`, their attributes included, in order. `words` has no comments.
pub fn test_items(words: &[Word]) -> Vec<Range<usize>> {
    let mut items = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let marked = only_for_tests(&words[at..]);
        if marked > 0 {
            let begin = at + marked;
            let end = begin + item(&words[begin..]);
            items.push(at..end);
            at = end;
        } else {
            at += 1;
        }
    }
    items
}

/// The number of tokens of the item that begins here: up to its `;` or its closing brace.
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
