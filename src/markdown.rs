//! Escapes untrusted text for Markdown, and writes pages made by maud as Markdown, so that a page is made once for both.
//! It must not know the pages.

use std::io::{self, Write};

use maud::Markup;

use crate::document::visible;

/// A text as one line of Markdown without markup: a backslash precedes every mark, and `CommonMark` removes it. Line
/// feeds and runs of white space become single spaces.
pub(crate) fn escaped(text: &str) -> String {
    let text = visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let mut safe = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let next = text[at..].chars().nth(1);
        let is_mark = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' | '#' | '$' | '@' => true,
            // At the beginning, the mark of a list or of a heading.
            '-' | '+' | '=' => at == 0,
            '.' | ')' if at == digits => next.is_none_or(char::is_whitespace),
            // Some readers make links and emoji of these.
            '.' => text.as_bytes()[..at].last_chunk::<3>().is_some_and(|before| before.eq_ignore_ascii_case(b"www")),
            ':' => next.is_some_and(|next| next == '/' || next.is_ascii_alphanumeric()),
            _ => false,
        };
        if is_mark {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// Writes a part of a page as `CommonMark` with the tables of GitHub.
///
/// Removed and added words are `[-…-]` and `{+…+}` as on the screens, since Markdown has no markup for both; excluded
/// ones `[x … x]`, passages `[1 …]`. A picture is its label, and what is only for ears is left to them.
pub(crate) fn write(out: &mut dyn Write, markup: &Markup) -> io::Result<()> {
    let mut page = MarkdownPage::default();
    // maud escapes the angle brackets of texts: all others are of tags.
    for piece in markup.0.split('<') {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        match tag.strip_prefix('/') {
            Some(_) => page.close(),
            None if !tag.is_empty() => page.open(tag),
            None => {}
        }
        page.text(&unescaped(text));
    }
    page.flush();
    out.write_all(page.written.as_bytes())
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// The value of an attribute of a tag; empty without it.
fn attribute(tag: &str, name: &str) -> String {
    let value = tag.split_once(&format!(" {name}=\"")).and_then(|(_, value)| value.split_once('"'));
    unescaped(value.map_or("", |(value, _)| value))
}

#[derive(Default)]
struct MarkdownPage {
    written: String,
    /// The block under construction, and what goes before it.
    line: String,
    lead: String,
    elements: Vec<Element>,
    /// The cells of the row under construction.
    cells: Vec<String>,
}

/// An element that is open.
#[derive(Default)]
struct Element {
    kind: ElementKind,
    /// Where its text begins in the line.
    start: usize,
    /// The marks around its text.
    marks: [&'static str; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ElementKind {
    #[default]
    Inline,
    Block,
    Item,
    Quotation,
    Row,
    Cell,
    /// With nothing to read in it.
    Hidden,
    /// Copied as it is.
    Code,
}

impl MarkdownPage {
    fn is_in(&self, kind: ElementKind) -> bool {
        self.elements.iter().any(|element| element.kind == kind)
    }

    fn open(&mut self, tag: &str) {
        let (name, class) = (tag.split(' ').next().unwrap_or_default(), attribute(tag, "class"));
        let (label, place) = (attribute(tag, "aria-label"), attribute(tag, "title"));
        let mut element = Element::default();
        (element.kind, element.marks) = match (name, &*class) {
            _ if self.is_in(ElementKind::Hidden) => (ElementKind::Hidden, ["", ""]),
            ("svg", _) => {
                self.text(&label);
                (ElementKind::Hidden, ["", ""])
            }
            ("span", "place") => {
                self.text(&format!("{place} "));
                (ElementKind::Hidden, ["", ""])
            }
            (_, "ear") => (ElementKind::Hidden, ["", ""]),
            ("code", "") => (ElementKind::Code, ["`", "`"]),
            (_, "chip") => (ElementKind::Inline, ["", " "]),
            ("p", "gap" | "fold") => (ElementKind::Block, ["*", "*"]),
            ("p", "caution" | "note") => (ElementKind::Quotation, ["", ""]),
            ("div", "") if self.is_in(ElementKind::Item) => (ElementKind::Inline, ["", ""]),
            ("li" | "dt", _) => (ElementKind::Item, ["", ""]),
            ("tr", _) => (ElementKind::Row, ["", ""]),
            ("td" | "th", _) => (ElementKind::Cell, ["", ""]),
            ("b" | "strong", _) => (ElementKind::Inline, ["**", "**"]),
            ("small", _) | (_, "gap" | "label") => (ElementKind::Inline, ["*", "*"]),
            ("del", _) => (ElementKind::Inline, ["\\[-", "-\\]"]),
            ("ins", _) => (ElementKind::Inline, ["{+", "+}"]),
            ("s", _) => (ElementKind::Inline, ["\\[x ", " x\\]"]),
            ("mark", _) => (ElementKind::Inline, ["\\[", "\\]"]),
            ("span" | "a" | "dd" | "code" | "br", _) => (ElementKind::Inline, ["", ""]),
            _ => (ElementKind::Block, ["", ""]),
        };
        if !self.is_in(ElementKind::Cell) {
            self.begin(name, element.kind, &attribute(tag, "value"));
        }
        element.start = self.line.len();
        self.elements.push(element);
    }

    /// Begins a block; one within an item stays in it.
    fn begin(&mut self, name: &str, kind: ElementKind, number: &str) {
        if matches!(kind, ElementKind::Block | ElementKind::Item | ElementKind::Quotation) {
            self.flush();
        }
        match (name, kind) {
            ("h1", _) => self.lead = "# ".into(),
            ("h2", _) => self.lead = "## ".into(),
            ("h3", _) => self.lead = "### ".into(),
            (_, ElementKind::Item) if number.is_empty() => self.lead = "- ".into(),
            (_, ElementKind::Item) => self.lead = format!("{number}. "),
            (_, ElementKind::Quotation) => self.lead.push_str("> "),
            _ => {}
        }
    }

    fn close(&mut self) {
        let Some(Element { kind, start, marks: [before, behind] }) = self.elements.pop() else { return };
        // White space at the ends separates words, and is not marked.
        let text = self.line.split_off(start.min(self.line.len()));
        let (inner, end) = (text.trim(), text.trim_end().len());
        if inner.is_empty() {
            self.line.push_str(&text);
        } else {
            self.line.extend([&text[..text.len() - text.trim_start().len()], before, inner, behind, &text[end..]]);
        }
        match kind {
            _ if kind != ElementKind::Cell && self.is_in(ElementKind::Cell) => {}
            ElementKind::Block | ElementKind::Quotation => self.flush(),
            ElementKind::Item => {
                self.flush();
                self.lead.clear();
            }
            ElementKind::Cell => self.cells.push(std::mem::take(&mut self.line).trim().to_owned()),
            ElementKind::Row => self.row(),
            ElementKind::Inline | ElementKind::Hidden | ElementKind::Code => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// Whatever a text says, Markdown says it and no more.
        #[test]
        fn markdown_gives_back_the_text(
            text in "([ -~]|[灯\u{e9}\n]|\\]\\(|www\\.|https://a\\.b|1\\. |\\*\\*|&amp;|:x:){0,12}",
        ) {
            use pulldown_cmark::{Event, Options, Parser};
            let mut read = String::new();
            for event in Parser::new_ext(&escaped(&text), Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
                match event {
                    Event::Text(text) => read.push_str(&text),
                    Event::Start(pulldown_cmark::Tag::Paragraph) | Event::End(pulldown_cmark::TagEnd::Paragraph) => {}
                    other => prop_assert!(false, "{:?} of {:?}", other, text),
                }
            }
            prop_assert_eq!(read.trim(), text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
}
