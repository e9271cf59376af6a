//! The differences of two texts as a piece of HTML, to be put in a page.
//!
//! The paragraphs contain both texts whole: without `ins` they are A, without `del` they are B, white space included. A
//! `div` before a moved block links to its other end. No script and no style.

use std::io::{self, Write};

use maud::{Markup, html};

use crate::{cli::changes::Changes, compare::diff::Edit, html, say, simhash::Span, t};

/// Writes a section with the verdict of the rule and a `p` for each paragraph.
pub(super) fn fragment(out: &mut dyn Write, changes: &Changes<'_>) -> io::Result<()> {
    let diff = &changes.diff;
    // Texts may be long: each paragraph is written at once, so the tags of the section are not maud's.
    writeln!(out, "<section class=\"simscope-diff\">")?;
    html::write(out, &head(changes))?;
    let starts = [0, 1].map(|side| diff.paragraphs[side].iter().map(|paragraph| paragraph.span.start).collect());
    let mut page = FragmentWriter { out, texts: changes.texts(), starts, paragraph: Vec::new(), moved: None };
    let mut hunks = diff.hunks.iter().map(|hunk| [hunk.a, hunk.b]).zip(0..).peekable();
    let mut at = [0; 2];
    for spans in diff.changes() {
        page.equal(at, spans[0].start)?;
        let hunk = hunks.next_if(|(hunk, _)| *hunk == spans).map(|(_, number)| number);
        let moved = hunk.and_then(|hunk| diff.move_of(hunk));
        let edits = moved.and_then(|at| diff.moved.get(at)).map_or(&[][..], |moved| &moved.edits);
        page.change(spans, hunk.map(|hunk| diff.change_number(hunk)), edits)?;
        if let Some(at) = moved {
            let from = usize::from(spans[0].is_empty());
            let says = say::moved_block(diff, at, changes.settings.lang);
            let first = diff
                .moved
                .get(at)
                .is_some_and(|moved| [&moved.removed, &moved.added][from].start as usize == hunk.unwrap_or_default());
            page.moved = Some(MovedEnd { number: at + 1, from, says: first.then_some(says) });
        }
        at = spans.map(|span| span.end);
    }
    page.equal(at, changes.texts()[0].len() as u32)?;
    page.end()?;
    writeln!(out, "</section>")
}

fn head(changes: &Changes<'_>) -> Markup {
    let settings = changes.settings;
    let (lang, tag) = (settings.lang, settings.lang.tag());
    let recipe = t!(lang, "cli.recipe-k", recipe = settings.recipe, k = settings.k());
    html! {
        p class="simscope-names" { "A " (changes.names[0]) br; "B " (changes.names[1]) } "\n"
        p class="simscope-recipe" lang=(tag) { (recipe) } "\n"
        p class="simscope-rule" lang=(tag) { (changes.verdict()) } "\n"
    }
}

/// Writes both texts at once, a paragraph at a time.
struct FragmentWriter<'a> {
    out: &'a mut dyn Write,
    texts: [&'a str; 2],
    /// The starts of paragraphs in A and in B, in order.
    starts: [Vec<u32>; 2],
    /// Pieces of the current paragraph so far.
    paragraph: Vec<ParagraphPiece<'a>>,
    /// The moved block that the current paragraph is an end of.
    moved: Option<MovedEnd>,
}

/// An end of a moved block.
struct MovedEnd {
    /// Number of the block, from 1.
    number: usize,
    /// 0 for A, 1 for B.
    from: usize,
    /// The sentence over the first paragraph of the block.
    says: Option<String>,
}

enum ParagraphPiece<'a> {
    /// Text that both sides share.
    Equal(&'a str),
    /// Text of one side: the side, the number of the change (none for white space alone), and its parts, each with
    /// whether it was edited.
    Change(usize, Option<usize>, Vec<(bool, &'a str)>),
}

impl FragmentWriter<'_> {
    /// Writes equal text, from there up to `end` in A. A paragraph begins where one does in either text.
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
            self.paragraph.push(ParagraphPiece::Equal(Span { start, end: cut }.of(self.texts[0])));
            start = cut;
            if cut < end {
                self.end()?;
            }
        }
        Ok(())
    }

    /// Writes a difference: the change with that number, with the edits inside a moved one; or white space alone.
    fn change(&mut self, spans: [Span; 2], number: Option<usize>, edits: &[Edit]) -> io::Result<()> {
        let begins =
            |side: usize| !spans[side].is_empty() && self.starts[side].binary_search(&spans[side].start).is_ok();
        if begins(0) || begins(1) {
            self.end()?;
        }
        for (side, span) in spans.into_iter().enumerate().filter(|(_, span)| !span.is_empty()) {
            self.paragraph.push(ParagraphPiece::Change(side, number, edited(self.texts[side], side, span, edits)));
        }
        Ok(())
    }

    /// Ends the current paragraph, unless it is empty.
    fn end(&mut self) -> io::Result<()> {
        let pieces = std::mem::take(&mut self.paragraph);
        let moved = self.moved.take();
        if moved.is_none() && pieces.iter().all(ParagraphPiece::is_empty) {
            return Ok(());
        }
        let of = |kind: fn(&ParagraphPiece<'_>) -> bool| pieces.iter().any(kind);
        let kinds = [
            of(|piece| matches!(piece, ParagraphPiece::Equal(text) if !text.trim().is_empty())),
            of(|piece| matches!(piece, ParagraphPiece::Change(0, Some(_), _))),
            of(|piece| matches!(piece, ParagraphPiece::Change(1, Some(_), _))),
        ];
        let class = match kinds {
            [_, false, false] => "equal",
            [false, true, false] => "removed",
            [false, false, true] => "added",
            _ => "changed",
        };
        let text = html! { @for piece in &pieces { (piece.markup()) } };
        let paragraph = match moved {
            None => html! { p class={ "simscope-" (class) } { (text) } "\n" },
            Some(MovedEnd { number, from, says }) => {
                // The link to the other end precedes the paragraph: paragraphs contain nothing but the texts.
                let [here, there] = if from == 0 { ["a", "b"] } else { ["b", "a"] };
                let id = says.as_ref().map(|_| format!("simscope-m{number}{here}"));
                html! {
                    @if let Some(says) = says {
                        div class="simscope-move" { a href={ "#simscope-m" (number) (there) } { (says) } } "\n"
                    }
                    p class={ "simscope-" (class) " simscope-moved" } id=[id] data-move={ "m" (number) } { (text) } "\n"
                }
            }
        };
        html::write(self.out, &paragraph)
    }
}

impl ParagraphPiece<'_> {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Equal(""))
    }

    fn markup(&self) -> Markup {
        let (side, number, parts) = match self {
            Self::Equal(text) => return html! { (text) },
            Self::Change(side, number, parts) => (side, number, parts),
        };
        let space = number.is_none().then_some("simscope-space");
        let text = html! { @for (edited, text) in parts { @if *edited { mark { (text) } } @else { (text) } } };
        if *side == 0 {
            html! { del class=[space] data-hunk=[number] { (text) } }
        } else {
            html! { ins class=[space] data-hunk=[number] { (text) } }
        }
    }
}

/// Splits a span of a text at the edits of a move.
fn edited<'a>(text: &'a str, side: usize, span: Span, edits: &[Edit]) -> Vec<(bool, &'a str)> {
    let (mut parts, mut start) = (Vec::new(), span.start);
    let own = edits.iter().map(|edit| [edit.a, edit.b][side]);
    for edit in own.filter(|edit| !edit.is_empty() && span.start <= edit.start && edit.end <= span.end) {
        parts.extend([(false, Span { start, end: edit.start }.of(text)), (true, edit.of(text))]);
        start = edit.end;
    }
    parts.push((false, Span { start, end: span.end }.of(text)));
    parts
}
