//! The differences of two texts as a piece of HTML, to be put in a page.
//!
//! Both texts stand in its paragraphs whole: without `ins` they are A, without `del` they are B, white space included.
//! Before a moved block stands a `div` with a link to its other end. No script, no
//! style, and nothing of the texts is left that HTML would take for its own or a reader would not see.

use std::io::{self, Write};

use super::changes::Changes;
use crate::{compare::diff::Edit, review::export::escaped, say, simhash::Span, t};

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
    let mut page =
        Page { out, texts: changes.texts(), starts, paragraph: String::new(), kinds: [false; 3], moved: None };
    let mut hunks = diff.hunks.iter().map(|hunk| [hunk.a, hunk.b]).zip(0..).peekable();
    let mut at = [0; 2];
    for spans in diff.changes() {
        page.equal(at, spans[0].start)?;
        let hunk = hunks.next_if(|(hunk, _)| *hunk == spans).map(|(_, number)| number);
        let edits = hunk.and_then(|hunk| diff.move_of(hunk)).and_then(|at| diff.moved.get(at));
        let edits = edits.map_or(&[][..], |moved| &moved.edits);
        page.change(spans, hunk.map(|hunk| diff.change_number(hunk)), edits)?;
        if let Some(at) = hunk.and_then(|hunk| diff.move_of(hunk)) {
            let from = usize::from(spans[0].is_empty());
            let says = say::moved(diff, at, lang);
            let first = diff
                .moved
                .get(at)
                .is_some_and(|moved| [&moved.removed, &moved.added][from].start as usize == hunk.unwrap_or_default());
            page.moved = Some((at + 1, from, first, says));
        }
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
    /// The moved block that it is an end of: its number, which end, whether its first paragraph, and what is said of it.
    moved: Option<(usize, usize, bool, String)>,
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

    /// What differs: the change with that number, with what was edited on the way in a moved one; or white space alone.
    fn change(&mut self, spans: [Span; 2], hunk: Option<usize>, edits: &[Edit]) -> io::Result<()> {
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
                let text = self.edited(side, spans[side], edits);
                self.paragraph.extend(["<", tag, &attribute, ">", &text, "</", tag, ">"]);
                self.kinds[side + 1] |= hunk.is_some();
            }
        }
        Ok(())
    }

    /// A stretch of a text, with what was edited marked in it.
    fn edited(&self, side: usize, span: Span, edits: &[Edit]) -> String {
        let (mut text, mut start) = (String::new(), span.start);
        let own = edits.iter().map(|edit| [edit.a, edit.b][side]);
        for edit in own.filter(|edit| !edit.is_empty() && span.start <= edit.start && edit.end <= span.end) {
            text.push_str(&escaped(Span { start, end: edit.start }.of(self.texts[side])));
            text.extend(["<mark>", &escaped(edit.of(self.texts[side])), "</mark>"]);
            start = edit.end;
        }
        text + &escaped(Span { start, end: span.end }.of(self.texts[side]))
    }

    /// Ends the paragraph at hand, if anything stands in it.
    fn end(&mut self) -> io::Result<()> {
        let class = match self.kinds {
            [_, false, false] => "equal",
            [false, true, false] => "removed",
            [false, false, true] => "added",
            _ => "changed",
        };
        if let Some((number, from, first, says)) = self.moved.take() {
            // The link to the other end stands before the paragraph, never in it: the paragraphs are the texts.
            let [here, there] = if from == 0 { ["a", "b"] } else { ["b", "a"] };
            let id = if first { format!(" id=\"simscope-m{number}{here}\"") } else { String::new() };
            if first {
                let says = escaped(&says);
                writeln!(
                    self.out,
                    "<div class=\"simscope-move\"><a href=\"#simscope-m{number}{there}\">{says}</a></div>"
                )?;
            }
            let text = &self.paragraph;
            writeln!(self.out, "<p class=\"simscope-{class} simscope-moved\"{id} data-move=\"m{number}\">{text}</p>")?;
        } else if !self.paragraph.is_empty() {
            writeln!(self.out, "<p class=\"simscope-{class}\">{}</p>", self.paragraph)?;
        }
        self.paragraph.clear();
        self.kinds = [false; 3];
        Ok(())
    }
}
