//! Figures of the code as it is, to compare before and after a change. Judges nothing.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::Path,
};

use super::{
    names::{Kind, declared},
    paths::{Aside, circles},
    source::{Word, files, root, rust_files, test_items, tokens},
    texts::comments,
};

/// A source file with the lines that are for tests alone.
struct Source {
    path: String,
    text: String,
    tokens: Vec<(usize, Word)>,
    /// `tokens`, and the comments between them.
    all: Vec<(usize, Word)>,
    /// Whether a line, from 1, is for tests.
    for_tests: Vec<bool>,
}

impl Source {
    fn read(path: &Path, of_program: bool) -> Self {
        let text = fs::read_to_string(root().join(path)).expect("source is text");
        let all = tokens(&text);
        let tokens: Vec<_> = all.iter().filter(|(_, word)| !matches!(word, Word::Comment(_))).cloned().collect();
        let words: Vec<Word> = tokens.iter().map(|(_, word)| word.clone()).collect();
        let mut for_tests = vec![!of_program; text.lines().count() + 2];
        for item in test_items(&words) {
            let lines = tokens[item.start].0..=tokens[item.end - 1].0;
            for_tests[lines].fill(true);
        }
        Self { path: path.to_string_lossy().into_owned(), text, tokens, all, for_tests }
    }

    /// The tokens of the program.
    fn program(&self) -> Vec<(usize, Word)> {
        self.tokens.iter().filter(|(line, _)| !self.for_tests[*line]).cloned().collect()
    }

    /// The lines inside a string that begins on a line before: code, whatever they look like.
    fn in_strings(&self) -> BTreeSet<usize> {
        let lines = |(line, word): &(usize, Word)| match word {
            Word::Text(text) => line + 1..line + 1 + text.matches('\n').count(),
            _ => 0..0,
        };
        self.tokens.iter().flat_map(lines).collect()
    }
}

/// Numbers of lines.
#[derive(Default)]
struct Lines {
    code: usize,
    docs: usize,
    comments: usize,
    blank: usize,
}

impl Lines {
    fn add(&mut self, sources: &[Source], for_tests: bool) {
        for source in sources {
            let in_strings = source.in_strings();
            for (line, text) in (1..).zip(source.text.lines()) {
                if source.for_tests[line] != for_tests {
                    continue;
                }
                let text = text.trim_start();
                let kind = match text {
                    _ if in_strings.contains(&line) => &mut self.code,
                    "" => &mut self.blank,
                    _ if text.starts_with("///") || text.starts_with("//!") => &mut self.docs,
                    _ if text.starts_with("//") => &mut self.comments,
                    _ => &mut self.code,
                };
                *kind += 1;
            }
        }
    }
}

/// All figures, as text.
pub fn figures() -> String {
    let program: BTreeSet<_> = files().into_iter().map(|file| file.path).collect();
    let read = |folder: &str| -> Vec<Source> {
        rust_files(folder).iter().map(|path| Source::read(path, folder != "src" || program.contains(path))).collect()
    };
    let source = read("src");
    let mut text = String::new();
    lines(&source, &read, &mut text);
    functions(&source, &mut text);
    visibility(&source, &mut text);
    type_names(&source, &mut text);
    docs(&source, &mut text);
    for (aside, title) in [
        (Aside::ToParents, "arrows from a file to its parents aside"),
        (Aside::Parents, "all arrows between a file and its parents aside"),
    ] {
        let circles = circles(&files(), aside);
        let sizes: Vec<String> = circles.iter().map(|circle| circle.len().to_string()).collect();
        writeln!(text, "\nCircles of files ({title}): {} of {} files", circles.len(), sizes.join(", ")).unwrap();
        for circle in circles {
            writeln!(text, "  {}: {}", circle.len(), circle.join(" ")).unwrap();
        }
    }
    text
}

fn lines(source: &[Source], read: &impl Fn(&str) -> Vec<Source>, text: &mut String) {
    writeln!(text, "Lines                    code    docs  comments   blank").unwrap();
    let mut row = |name: &str, sources: &[Source], for_tests: bool| {
        let mut lines = Lines::default();
        lines.add(sources, for_tests);
        let Lines { code, docs, comments, blank } = lines;
        writeln!(text, "{name:<20} {code:>8} {docs:>7} {comments:>9} {blank:>7}").unwrap();
    };
    row("src, the program", source, false);
    row("src, its tests", source, true);
    for folder in ["tests", "benches", "examples", "fuzz"] {
        row(folder, &read(folder), false);
    }
}

/// The functions of the program with more lines than this, from `fn` to the closing brace.
const LONG: usize = 80;

fn functions(source: &[Source], text: &mut String) {
    let mut long = Vec::new();
    let mut all = 0;
    for source in source {
        let tokens = source.program();
        for (at, (line, word)) in tokens.iter().enumerate() {
            let Some((_, Word::Name(name))) = tokens.get(at + 1).filter(|_| word.is("fn")) else { continue };
            let Some(end) = end_of_body(&tokens[at..]) else { continue };
            let length = tokens[at + end].0 - line + 1;
            all += 1;
            if length > LONG {
                long.push((length, format!("{name} ({}:{line})", source.path)));
            }
        }
    }
    long.sort_by(|a, b| b.cmp(a));
    writeln!(text, "\nFunctions of the program: {all}; over {LONG} lines: {}", long.len()).unwrap();
    for (length, name) in long {
        writeln!(text, "  {length:>4}  {name}").unwrap();
    }
}

/// The end of the body of the function that begins here; `None` if it has none.
fn end_of_body(tokens: &[(usize, Word)]) -> Option<usize> {
    let mut depth = 0;
    for (at, (_, word)) in tokens.iter().enumerate() {
        match word {
            Word::Mark("{" | "(" | "[") => depth += 1,
            Word::Mark(close @ ("}" | ")" | "]")) => {
                depth -= 1;
                if depth == 0 && *close == "}" {
                    return Some(at);
                }
            }
            Word::Mark(";") if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Items and fields that others may use, in all of `src`.
fn visibility(source: &[Source], text: &mut String) {
    const ITEMS: [&str; 11] =
        ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "use", "unsafe", "async"];
    let (mut items, mut fields, mut restricted) = (0, 0, 0);
    for window in source.iter().flat_map(|source| source.tokens.windows(2)).filter(|window| window[0].1.is("pub")) {
        let next = &window[1].1;
        *match next {
            Word::Mark("(") => &mut restricted,
            _ if ITEMS.iter().any(|item| next.is(item)) => &mut items,
            _ => &mut fields,
        } += 1;
    }
    writeln!(text, "\nPublic items: {items}, and {fields} fields; restricted (pub(…)): {restricted}").unwrap();
}

fn type_names(source: &[Source], text: &mut String) {
    // By name: the places, and how many of them are not private.
    let mut types: BTreeMap<String, (Vec<String>, usize)> = BTreeMap::new();
    for source in source {
        let names = declared(&source.program());
        for name in names.into_iter().filter(|name| name.kind == Kind::Type && !name.associated) {
            let (places, public) = types.entry(name.text).or_default();
            places.push(format!("{}:{}", source.path, name.line));
            *public += usize::from(name.public);
        }
    }
    let all: usize = types.values().map(|(places, _)| places.len()).sum();
    let mut repeated: Vec<_> = types.into_iter().filter(|(_, (places, _))| places.len() > 1).collect();
    repeated.sort_by_key(|(name, (places, _))| (Reverse(places.len()), name.clone()));
    let public = repeated.iter().filter(|(_, (_, public))| *public > 1).count();
    writeln!(
        text,
        "\nTypes of the program: {all}; names that occur more than once: {}, of these {public} without private types",
        repeated.len()
    )
    .unwrap();
    for (name, (places, public)) in repeated {
        writeln!(text, "  {} × {name} ({public} not private): {}", places.len(), places.join(" ")).unwrap();
    }
}

fn docs(source: &[Source], text: &mut String) {
    let (mut all, mut short, mut riddles) = (0, 0, 0);
    let mut often: BTreeMap<String, usize> = BTreeMap::new();
    for (_, marker, comment) in source.iter().flat_map(|source| comments(&source.all)) {
        if marker == "//" {
            continue;
        }
        all += 1;
        if comment.split_whitespace().count() < 3 {
            short += 1;
            *often.entry(comment.clone()).or_default() += 1;
        }
        riddles += if marker == "///" { comment.lines().filter(|line| is_riddle(line)).count() } else { 0 };
    }
    writeln!(
        text,
        "\nDoc comments in src: {all}, of these {short} of under three words; lines that are one or two words and a \
         full stop: {riddles}"
    )
    .unwrap();
    let mut often: Vec<_> = often.into_iter().filter(|(_, count)| *count > 2).collect();
    often.sort_by_key(|(line, count)| (Reverse(*count), line.clone()));
    for (line, count) in often {
        writeln!(text, "  {count} × {line}").unwrap();
    }
}

/// `Which.`, `See there.`: a capital, then nothing but lower-case letters, one space and a full stop.
fn is_riddle(line: &str) -> bool {
    let Some((first, second)) = line.strip_suffix('.').map(|line| line.split_once(' ').unwrap_or((line, "a"))) else {
        return false;
    };
    let lower = |text: &str| text.chars().all(|c| c.is_ascii_lowercase());
    first.starts_with(|c: char| c.is_ascii_uppercase()) && lower(&first[1..]) && !second.is_empty() && lower(second)
}
