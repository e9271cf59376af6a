//! The differences of two texts as a piece of HTML, to be put in a page.
//!
//! Both texts stand in it whole: without `ins` it is A, without `del` it is B, white space included. No script, no
//! style, and nothing of the texts is left that HTML would take for its own or a reader would not see.

use std::io::{self, Write};

use super::changes::Changes;
use crate::{compare::diff::RowKind, document::safe_name, say, simhash::Span, t};

/// Writes a section with the verdict of the rule and a `p` for each paragraph.
pub(super) fn fragment(out: &mut dyn Write, changes: &Changes<'_>) -> io::Result<()> {
    let (chosen, diff) = (changes.chosen, &changes.diff);
    let lang = chosen.lang;
    let tag = lang.tag();
    let bare = changes.sketches.iter().position(|sketch| sketch.fingerprint.is_none() || sketch.constant);
    let verdict = say::verdict(changes.hamming(), chosen.k(), bare.map_or("", |at| changes.names[at]), lang);
    let names = changes.names.map(escaped);
    let recipe = t!(lang, "cli.recipe-k", recipe = chosen.recipe, k = chosen.k());
    writeln!(out, "<section class=\"simscope-diff\">")?;
    writeln!(out, "<p class=\"simscope-names\">A {}<br>B {}</p>", names[0], names[1])?;
    writeln!(out, "<p class=\"simscope-recipe\" lang=\"{tag}\">{}</p>", escaped(&recipe))?;
    writeln!(out, "<p class=\"simscope-rule\" lang=\"{tag}\">{}</p>", escaped(&verdict))?;
    let mut walk = Walk { texts: changes.texts(), at: [0; 2], number: 0 };
    let hunks = diff.hunks.iter().map(|hunk| [hunk.a, hunk.b]).collect::<Vec<_>>();
    let mut all = diff.changes().peekable();
    for row in &diff.rows {
        let end = |side: usize, place: Option<u32>| {
            let paragraph = place.and_then(|place| diff.paragraphs[side].get(place as usize));
            paragraph.map_or(walk.at[side], |paragraph| paragraph.span.end)
        };
        let ends = [end(0, row.a), end(1, row.b)];
        let class = match row.kind {
            RowKind::Equal => "equal",
            RowKind::Changed => "changed",
            RowKind::Removed => "removed",
            RowKind::Added => "added",
        };
        write!(out, "<p class=\"simscope-{class}\">")?;
        while let Some(spans) = all.next_if(|[a, b]| a.end <= ends[0] && b.end <= ends[1]) {
            walk.equal(out, spans.map(|span| span.start))?;
            walk.change(out, spans, hunks.get(walk.number) == Some(&spans))?;
        }
        // Up to the next change, should it lie across the end.
        let next = all.peek().map_or(ends, |spans| spans.map(|span| span.start));
        walk.equal(out, [ends[0].min(next[0]), ends[1].min(next[1])])?;
        writeln!(out, "</p>")?;
    }
    writeln!(out, "</section>")
}

/// Goes through both texts at once.
struct Walk<'a> {
    texts: [&'a str; 2],
    at: [u32; 2],
    /// How many hunks were passed.
    number: usize,
}

impl Walk<'_> {
    /// What is the same, at most up to those places.
    fn equal(&mut self, out: &mut dyn Write, ends: [u32; 2]) -> io::Result<()> {
        let len = (ends[0].saturating_sub(self.at[0])).min(ends[1].saturating_sub(self.at[1]));
        let span = Span { start: self.at[0], end: self.at[0] + len };
        self.at = self.at.map(|at| at + len);
        write!(out, "{}", escaped(span.of(self.texts[0])))
    }

    /// What differs: a hunk, or white space alone.
    fn change(&mut self, out: &mut dyn Write, spans: [Span; 2], hunk: bool) -> io::Result<()> {
        let attribute = if hunk {
            self.number += 1;
            format!(" data-hunk=\"{}\"", self.number)
        } else {
            " class=\"simscope-space\"".to_owned()
        };
        for (side, tag) in ["del", "ins"].into_iter().enumerate() {
            if !spans[side].is_empty() {
                write!(out, "<{tag}{attribute}>{}</{tag}>", escaped(spans[side].of(self.texts[side])))?;
            }
        }
        self.at = spans.map(|span| span.end);
        Ok(())
    }
}

/// A text in HTML. Characters that hide, control or turn writing around are shown as elsewhere, in a `span` whose title
/// says which they are.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(c),
            _ => {
                let shown = safe_name(c.encode_utf8(&mut [0; 4]));
                if shown.chars().eq([c]) && !is_noncharacter(c) {
                    safe.push(c);
                } else {
                    let (code, shown) = (u32::from(c), if is_noncharacter(c) { "\u{fffd}" } else { &*shown });
                    safe.push_str(&format!("<span class=\"simscope-control\" title=\"U+{code:04X}\">{shown}</span>"));
                }
            }
        }
    }
    safe
}

/// HTML may hold none of these.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xFFFE == 0xFFFE
}
