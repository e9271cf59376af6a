//! Quotations: what stands between quotation marks, and block quotes.
//!
//! Marks are paired within a paragraph, and what they enclose must be long enough to be somebody's words: a term in
//! quotation marks is none, and neither are titles (《》). A block quote is a run of lines that begin with `>`.

use crate::{
    compare::diff::paragraphs,
    simhash::{Span, is_han},
};

/// Marks that open and close. ’ is an apostrophe too: it closes only where no letter follows.
const MARKS: [(char, char); 4] = [('“', '”'), ('‘', '’'), ('「', '」'), ('『', '』')];
/// At least so long, a Han character counting [`HAN`] and another word [`WORD`]: 8 characters, or 5 words.
const LEAST: usize = 40;
const HAN: usize = 5;
const WORD: usize = 8;
/// Beyond so many bytes a closing mark is taken to belong to another opening one.
const LONGEST: usize = 16 << 10;

/// All quotations of a text, in no order; they may overlap.
pub(super) fn quotations(text: &str) -> Vec<Span> {
    let mut all = block_quotes(text);
    for paragraph in paragraphs(text) {
        marked(paragraph.of(text), paragraph.start as usize, &mut all);
    }
    all
}

/// The quotations between marks in a paragraph that begins at `base`.
fn marked(text: &str, base: usize, all: &mut Vec<Span>) {
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let inside = at + c.len_utf8();
        let end = match MARKS.iter().find(|(open, _)| *open == c) {
            Some(&(open, close)) => closing(text, inside, open, close),
            None if c == '"' && opens(before, text[inside..].chars().next()) => straight(text, inside),
            None => None,
        };
        match end {
            Some(end) if is_long(&text[inside..end]) => {
                all.push(Span::new(base + at, base + end));
                before = text[..end].chars().next_back();
                at = end;
            }
            // What is too short is stepped over whole: its closing mark opens nothing.
            Some(end) => (before, at) = (text[..end].chars().next_back(), end),
            None => (before, at) = (Some(c), inside),
        }
    }
}

/// Behind the mark that closes what was opened before `from`; the same marks may stand inside.
fn closing(text: &str, from: usize, open: char, close: char) -> Option<usize> {
    let mut depth = 1;
    let mut chars = text[from..].char_indices().take_while(|&(at, _)| at < LONGEST).peekable();
    while let Some((at, c)) = chars.next() {
        let apostrophe = c == '’' && chars.peek().is_some_and(|&(_, next)| next.is_alphanumeric() && !is_han(next));
        if c == open {
            depth += 1;
        } else if c == close && !apostrophe {
            depth -= 1;
            if depth == 0 {
                return Some(from + at + c.len_utf8());
            }
        }
    }
    None
}

/// A straight mark opens where no letter or digit without spaces stands before it, and something stands behind it.
fn opens(before: Option<char>, after: Option<char>) -> bool {
    before.is_none_or(|c| !c.is_alphanumeric() || is_han(c)) && after.is_some_and(|c| !c.is_whitespace())
}

/// Behind the next straight mark that can close: nothing but white space must not stand before it.
fn straight(text: &str, from: usize) -> Option<usize> {
    let mut before = None;
    for (at, c) in text[from..].char_indices().take_while(|&(at, _)| at < LONGEST) {
        if c == '"' && before.is_some_and(|before: char| !before.is_whitespace()) {
            return Some(from + at + 1);
        }
        before = Some(c);
    }
    None
}

fn is_long(text: &str) -> bool {
    let mut length = 0;
    let mut in_word = false;
    for c in text.chars() {
        let word = c.is_alphanumeric() && !is_han(c);
        length += match (is_han(c), word && !in_word) {
            (true, _) => HAN,
            (false, true) => WORD,
            (false, false) => 0,
        };
        in_word = word || in_word && matches!(c, '\'' | '’');
        if length >= LEAST {
            return true;
        }
    }
    false
}

/// Runs of lines that begin with `>`, as Markdown and mail have them: behind up to three spaces.
fn block_quotes(text: &str) -> Vec<Span> {
    let mut all: Vec<Span> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let body = line.trim_start_matches(' ');
        if line.len() - body.len() <= 3 && body.starts_with('>') {
            match all.last_mut() {
                // Right behind the line before: only its line feed is between them.
                Some(last) if text[last.end as usize..start].trim().is_empty() && start - (last.end as usize) <= 2 => {
                    last.end = end as u32;
                }
                _ => all.push(Span::new(start, end)),
            }
        }
        start += line.len();
    }
    all.retain(|span| is_long(span.of(text)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> Vec<&str> {
        let mut all = quotations(text);
        all.sort_unstable();
        all.into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn marks_are_paired_within_a_paragraph() {
        for (text, expected) in [
            ("他说：“清晨的风从海上来。”走了。", vec!["“清晨的风从海上来。”"]),
            ("他说：「清晨的『风』从海上来。」走了", vec!["「清晨的『风』从海上来。」"]),
            ("他说“这里的“风”是从海上来的”啊", vec!["“这里的“风”是从海上来的”"]),
            ("所谓“灯塔”与“看守”，见《关于清晨的风从海上来》", vec![]),
            ("“没有结束的话一直说到段落的最后\n\n下一段说完了”", vec![]),
            ("He said: \"The wind comes from the sea.\" So.", vec!["\"The wind comes from the sea.\""]),
            ("a 5\" pipe and a 6\" pipe that go well together", vec![]),
            ("‘It doesn’t matter what they’d say.’ he said", vec!["‘It doesn’t matter what they’d say.’"]),
            ("the so-called “block index”, and \"it\"", vec![]),
            ("他说\"清晨的风从海上吹来\"吧", vec!["\"清晨的风从海上吹来\""]),
        ] {
            assert_eq!(quoted(text), expected, "{text}");
        }
    }

    #[test]
    fn block_quotes_are_runs_of_lines() {
        let text =
            "before\n> The wind comes from\n> the sea at dawn.\nafter\n    > code that is indented by four\n>short\n";
        assert_eq!(quoted(text), ["> The wind comes from\n> the sea at dawn."]);
    }
}
