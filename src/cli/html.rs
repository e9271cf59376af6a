//! The differences of two texts as a piece of HTML, to be put in a page.
//!
//! Both texts stand in it whole: without `ins` it is A, without `del` it is B, white space included. No script, no
//! style, and nothing of the texts is left that HTML would take for its own or a reader would not see.

use std::io::{self, Write};

use super::changes::Changes;
use crate::{review::export::escaped, say, simhash::Span, t};

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
    let starts = [0, 1].map(|side| diff.paragraphs[side].iter().map(|paragraph| paragraph.span.start).collect());
    let mut page = Page { out, texts: changes.texts(), starts, paragraph: String::new(), kinds: [false; 3] };
    let mut hunks = diff.hunks.iter().map(|hunk| [hunk.a, hunk.b]).zip(1..).peekable();
    let mut at = [0; 2];
    for spans in diff.changes() {
        page.equal(at, spans[0].start)?;
        let hunk = hunks.next_if(|(hunk, _)| *hunk == spans).map(|(_, number)| number);
        page.change(spans, hunk)?;
        at = spans.map(|span| span.end);
    }
    page.equal(at, changes.texts()[0].len() as u32)?;
    page.end()?;
    writeln!(out, "</section>")
}

/// Writes both texts at once, a paragraph at a time.
struct Page<'a> {
    out: &'a mut dyn Write,
    texts: [&'a str; 2],
    /// Where paragraphs begin in A and in B, in order.
    starts: [Vec<u32>; 2],
    /// What was written of the one at hand.
    paragraph: String,
    /// Whether it holds words that are the same, removed ones, added ones.
    kinds: [bool; 3],
}

impl Page<'_> {
    /// What is the same, from there up to `end` in A. A paragraph begins where one does in either text.
    fn equal(&mut self, [a, b]: [u32; 2], end: u32) -> io::Result<()> {
        let within = |starts: &[u32], from: u32| -> Vec<u32> {
            let first = starts.partition_point(|&start| start < from);
            let all = starts[first..].iter().take_while(|&&start| start < from + (end - a));
            all.map(|&start| start - from + a).collect()
        };
        let mut cuts = within(&self.starts[0], a);
        cuts.extend(within(&self.starts[1], b));
        cuts.push(end);
        cuts.sort_unstable();
        let mut start = a;
        for cut in cuts {
            let text = Span { start, end: cut }.of(self.texts[0]);
            self.kinds[0] |= !text.trim().is_empty();
            self.paragraph.push_str(&escaped(text));
            start = cut;
            if cut < end {
                self.end()?;
            }
        }
        Ok(())
    }

    /// What differs: the hunk with that number, or white space alone.
    fn change(&mut self, spans: [Span; 2], hunk: Option<usize>) -> io::Result<()> {
        let begins =
            |side: usize| !spans[side].is_empty() && self.starts[side].binary_search(&spans[side].start).is_ok();
        if begins(0) || begins(1) {
            self.end()?;
        }
        let attribute = match hunk {
            Some(number) => format!(" data-hunk=\"{number}\""),
            None => " class=\"simscope-space\"".to_owned(),
        };
        for (side, tag) in ["del", "ins"].into_iter().enumerate() {
            if !spans[side].is_empty() {
                let text = escaped(spans[side].of(self.texts[side]));
                self.paragraph.extend(["<", tag, &attribute, ">", &text, "</", tag, ">"]);
                self.kinds[side + 1] |= hunk.is_some();
            }
        }
        Ok(())
    }

    /// Ends the paragraph at hand, if anything stands in it.
    fn end(&mut self) -> io::Result<()> {
        let class = match self.kinds {
            [_, false, false] => "equal",
            [false, true, false] => "removed",
            [false, false, true] => "added",
            _ => "changed",
        };
        if !self.paragraph.is_empty() {
            writeln!(self.out, "<p class=\"simscope-{class}\">{}</p>", self.paragraph)?;
        }
        self.paragraph.clear();
        self.kinds = [false; 3];
        Ok(())
    }
}
