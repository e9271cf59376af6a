//! Escapes untrusted text for Markdown, and writes pages made by maud as Markdown, so that each is made once for both.
//! It must not know the pages.

use std::{
    io::{self, Write},
    mem::{replace, take},
};

use maud::Markup;

use crate::document::visible;

/// A text as one line of Markdown without markup: a backslash precedes every mark, and `CommonMark` removes it. An
/// angle bracket is an entity, since a reader that keeps backslashes would take it for a tag. Line feeds and runs of
/// white space become single spaces.
pub(crate) fn escaped(text: &str) -> String {
    let text = visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let mut safe = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let next = text[at..].chars().nth(1);
        let is_mark = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '>' | '&' | '~' | '|' | '#' | '$' | '@' => true,
            // At the beginning, the mark of a list or of a heading.
            '-' | '+' | '=' => at == 0,
            '.' | ')' if at == digits => next.is_none_or(char::is_whitespace),
            // Some readers make links and emoji of these.
            '.' => text.as_bytes()[..at].last_chunk::<3>().is_some_and(|before| before.eq_ignore_ascii_case(b"www")),
            ':' => next.is_some_and(|next| next == '/' || next.is_ascii_alphanumeric()),
            _ => false,
        };
        if c == '<' {
            safe.push_str("&lt;");
            continue;
        }
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
    page.begin("");
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
    /// What began the last line, if the next one of its kind is right under it: an item of a list, a row of a table.
    last: &'static str,
}

/// An element that is open.
struct Element {
    kind: ElementKind,
    /// Where its text begins in the line.
    start: usize,
    /// The marks around its text.
    marks: [&'static str; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Inline,
    Block,
    Item,
    Quotation,
    /// Goes before the next block.
    Lead,
    Head,
    Row,
    Cell,
    /// With nothing to read in it.
    Hidden,
    /// Copied as it is.
    Code,
}

/// The kind of an element by its name and its class, and the marks around its text.
fn kind(name: &str, class: &str) -> (ElementKind, [&'static str; 2]) {
    use ElementKind::{Block, Cell, Code, Head, Hidden, Inline, Item, Lead, Quotation, Row};
    match (name, class) {
        ("svg", _) | ("span", "ear" | "place") => (Hidden, ["", ""]),
        ("code", "") => (Code, ["`", "`"]),
        ("b", "chip") => (Inline, ["", " "]),
        ("p", "gap" | "fold") => (Block, ["*", "*"]),
        ("p", "caution" | "note") => (Quotation, ["", ""]),
        ("div", "place") => (Lead, ["", ""]),
        ("li", _) => (Item, ["", ""]),
        ("thead", _) => (Head, ["", ""]),
        ("tr", _) => (Row, ["", ""]),
        ("td" | "th", _) => (Cell, ["", ""]),
        ("b" | "strong", _) => (Inline, ["**", "**"]),
        ("dt", _) => (Inline, ["**", "** "]),
        ("span", "") => (Inline, ["· ", ""]),
        ("small", _) | ("span", "gap" | "label") => (Inline, ["*", "*"]),
        ("del", _) => (Inline, ["\\[-", "-\\]"]),
        ("ins", _) => (Inline, ["{+", "+}"]),
        ("s", _) => (Inline, ["\\[x ", " x\\]"]),
        ("u", _) => (Inline, ["\\~", "\\~"]),
        ("mark", _) => (Inline, ["\\[", "\\]"]),
        ("span" | "a" | "dd" | "code", _) => (Inline, ["", ""]),
        _ => (Block, ["", ""]),
    }
}

impl MarkdownPage {
    fn is_in(&self, kind: ElementKind) -> bool {
        self.elements.iter().any(|element| element.kind == kind)
    }

    fn open(&mut self, tag: &str) {
        let name = tag.split(' ').next().unwrap_or_default();
        let (kind, marks) = kind(name, &attribute(tag, "class"));
        match kind {
            ElementKind::Hidden => {
                let label = [attribute(tag, "aria-label"), attribute(tag, "title")].concat();
                self.text(&if label.is_empty() { label } else { label + " " });
            }
            ElementKind::Inline | ElementKind::Code => {}
            _ if self.is_in(ElementKind::Cell) => self.line.push(' '),
            _ => self.flush(),
        }
        match name {
            "h1" => self.lead = "# ".into(),
            "h2" => self.lead = "## ".into(),
            "h3" => self.lead = "### ".into(),
            "dt" | "li" => {
                let number = attribute(tag, "value");
                self.lead = if number.is_empty() { "- ".into() } else { number + ". " };
            }
            _ if kind == ElementKind::Quotation => self.lead.push_str("> "),
            _ => {}
        }
        self.elements.push(Element { kind, start: self.line.len(), marks });
    }

    fn text(&mut self, text: &str) {
        if self.is_in(ElementKind::Hidden) {
            return;
        }
        if self.is_in(ElementKind::Code) {
            return self.line.push_str(text);
        }
        let lines: Vec<String> = text.lines().map(escaped).filter(|line| !line.is_empty()).collect();
        let turn = if self.is_in(ElementKind::Quotation) { format!("\\\n{}", self.lead) } else { " ".into() };
        let end = |at_end: bool| if at_end { " " } else { "" };
        let before = end(text.starts_with(char::is_whitespace));
        let behind = end(!lines.is_empty() && text.ends_with(char::is_whitespace));
        self.line.extend([before, &*lines.join(&turn), behind]);
    }

    fn close(&mut self) {
        let Some(Element { kind, start, marks: [before, behind] }) = self.elements.pop() else { return };
        // White space at the ends separates words, and is not marked.
        let text = self.line.split_off(start.min(self.line.len()));
        let inner = text.trim();
        if inner.is_empty() {
            self.line.push_str(&text);
        } else {
            let [first, last] = [text.trim_end().len() - inner.len(), text.trim_end().len()];
            self.line.extend([&text[..first], before, inner, behind, &text[last..]]);
        }
        match kind {
            ElementKind::Cell => self.cells.push(take(&mut self.line).trim().to_owned()),
            ElementKind::Row => self.row(),
            ElementKind::Lead => {
                let line = take(&mut self.line);
                let mut places: Vec<&str> = line.split("· ").map(str::trim).filter(|place| !place.is_empty()).collect();
                places.dedup();
                self.lead = places.join(" → ") + " ";
            }
            ElementKind::Block | ElementKind::Item | ElementKind::Quotation if !self.is_in(ElementKind::Cell) => {
                self.flush();
            }
            _ => {}
        }
    }

    fn row(&mut self) {
        let cells = take(&mut self.cells);
        self.begin("|");
        self.written.extend(["| ", &*cells.join(" | "), " |\n"]);
        if self.is_in(ElementKind::Head) {
            self.written.extend(["|", &*" --- |".repeat(cells.len()), "\n"]);
        }
    }

    /// Leaves a blank line before what is not of one list or table with the last line.
    fn begin(&mut self, sign: &'static str) {
        if !self.written.is_empty() && (sign.is_empty() || sign != self.last) {
            self.written.push('\n');
        }
        self.last = sign;
    }

    /// Ends the block, if there is anything in it.
    fn flush(&mut self) {
        let line = take(&mut self.line);
        if !line.trim().is_empty() {
            let is_item = self.lead.starts_with(|c: char| c == '-' || c.is_ascii_digit());
            self.begin(if is_item { "-" } else { "" });
            let inner = if self.is_in(ElementKind::Item) { "  " } else { "" };
            let lead = replace(&mut self.lead, inner.into());
            self.written.extend([&*lead, &line.trim().trim_start_matches("· ").replace("  ", " "), "\n"]);
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
