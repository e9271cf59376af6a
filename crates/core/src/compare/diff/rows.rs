//! Writes down rows, hunks and whitespace, in order.

use std::ops::Range;

use super::{
    Diff, DiffRow, Edit, Hunk, HunkKind, Paragraph, RowKind, Spacing,
    phrase::Run,
    piece::{self, Piece},
    space::{alike_at_end, alike_at_start, collapsed, sentence_end, trim_tight, unlike_spaces, visible_chars},
    word::Word,
};
use crate::{room, simhash::Span};

/// The rows written so far.
pub(super) struct Rows<'t> {
    texts: [&'t str; 2],
    diff: Diff,
    /// Up to where each text has been written.
    at: [u32; 2],
    /// The paragraphs that only one side has.
    alone: [Vec<Lone>; 2],
}

/// A paragraph that only one side has.
pub(super) struct Lone {
    /// A number that is the same for the same text, if known.
    pub says: Option<u32>,
    /// Its index into [`Diff::hunks`].
    pub hunk: u32,
}

/// A stretch between two words that occur on both sides, or between one and the end of the paragraph.
#[derive(Clone, Copy)]
struct WordStretch<'w> {
    span: Span,
    words: &'w [Word],
}

impl WordStretch<'_> {
    /// The ends of sentences, except the last if nothing follows it.
    fn sentences(&self, text: &str) -> Vec<u32> {
        let starts = std::iter::once(self.span.start).chain(self.words.iter().map(|word| word.span.end));
        let ends = self.words.iter().map(|word| word.span.start).chain([self.span.end]);
        let gaps = starts.zip(ends).map(|(start, end)| Span { start, end });
        let cuts = gaps.filter_map(|gap| Some(gap.start + sentence_end(gap.of(text))? as u32));
        cuts.filter(|&cut| cut < self.span.end).collect()
    }

    /// Takes off what is before `end`.
    fn take(&mut self, end: u32) -> Self {
        let (before, after) = self.words.split_at(self.words.partition_point(|word| word.span.end <= end));
        let taken = Self { span: Span { start: self.span.start, end }, words: before };
        *self = Self { span: Span { start: end, end: self.span.end }, words: after };
        taken
    }
}

impl<'t> Rows<'t> {
    /// Nothing is written yet, and both texts are at their beginning.
    pub(super) fn new(texts: [&'t str; 2]) -> Self {
        let diff = Diff {
            paragraphs: [Vec::new(), Vec::new()],
            rows: Vec::new(),
            hunks: Vec::new(),
            spacing: Vec::new(),
            moved: Vec::new(),
            further: Vec::new(),
            arrivals: Vec::new(),
            equal_chars: 0,
            chars: [0; 2],
            complete: true,
        };
        Self { texts, diff, at: [0; 2], alone: [Vec::new(), Vec::new()] }
    }

    /// Paragraphs that are the same except for whitespace.
    pub(super) fn equal(&mut self, spans: [Span; 2]) {
        self.unlike(spans);
        self.row([Some(spans[0]), Some(spans[1])], RowKind::Equal, 0);
    }

    /// A paragraph that only one side has. `says`: a number that is the same for the same text, if known.
    pub(super) fn alone(&mut self, side: usize, span: Span, says: Option<u32>) {
        let mut here = self.at.map(|at| Span { start: at, end: at });
        let body = piece::body(self.texts[side], span);
        here[side] = Span { start: span.start, end: body.start };
        self.unlike(here);
        let mut count = 0;
        if !body.is_empty() {
            let kind = if side == 0 { HunkKind::Removed } else { HunkKind::Added };
            here[side] = body;
            room::push(&mut self.alone[side], Lone { says, hunk: self.diff.hunks.len() as u32 });
            self.hunk(here, kind);
            count = 1;
        }
        here[side] = Span { start: body.end, end: span.end };
        self.unlike(here);
        let mut spans = [None; 2];
        spans[side] = Some(span);
        self.row(spans, if side == 0 { RowKind::Removed } else { RowKind::Added }, count);
    }

    /// Paragraphs with some words that are the same.
    pub(super) fn pair(&mut self, spans: [Span; 2], words: [&[Word]; 2], runs: &[Run]) {
        let before = self.diff.hunks.len();
        let bodies = [0, 1].map(|side| piece::body(self.texts[side], spans[side]));
        self.unlike([0, 1].map(|side| Span { start: spans[side].start, end: bodies[side].start }));
        let mut from = bodies.map(|body| body.start);
        let mut next = [0; 2];
        for run in runs {
            for n in 0..run.len {
                let here = run.at.map(|at| at + n);
                self.between(from, here.map(Some), next, words, bodies);
                next = here.map(|word| word + 1);
                from = [0, 1].map(|side| words[side][here[side]].span.end);
            }
        }
        self.between(from, [None; 2], next, words, bodies);
        self.unlike([0, 1].map(|side| Span { start: bodies[side].end, end: spans[side].end }));
        let count = self.diff.hunks.len() - before;
        let kind = if count == 0 { RowKind::Equal } else { RowKind::Changed };
        self.row(spans.map(Some), kind, count);
    }

    /// Compares what lies from byte `from` to the word `to` (or the end), whose words are `next..to`.
    fn between(
        &mut self,
        from: [u32; 2],
        to: [Option<usize>; 2],
        next: [usize; 2],
        words: [&[Word]; 2],
        bodies: [Span; 2],
    ) {
        let [a, b] = [0, 1].map(|side| {
            let end = to[side].map_or(bodies[side].end, |word| words[side][word].span.start);
            let last = to[side].unwrap_or(words[side].len());
            WordStretch { span: Span { start: from[side], end }, words: &words[side][next[side]..last] }
        });
        if a.span.of(self.texts[0]) == b.span.of(self.texts[1]) {
            return;
        }
        // As many sentences end here on the one side as on the other: the changes are parted there.
        let cuts = [a.sentences(self.texts[0]), b.sentences(self.texts[1])];
        let (mut rest_a, mut rest_b) = (a, b);
        if cuts[0].len() == cuts[1].len() {
            for (&in_a, &in_b) in cuts[0].iter().zip(&cuts[1]) {
                self.changed(&rest_a.take(in_a), &rest_b.take(in_b));
            }
        }
        self.changed(&rest_a, &rest_b);
    }

    /// Marks a change, without the punctuation and whitespace at its ends that are alike on both sides.
    fn changed(&mut self, a: &WordStretch<'_>, b: &WordStretch<'_>) {
        let mut inner = [a.span, b.span];
        let gaps =
            [a, b].map(|x| Span { start: x.span.start, end: x.words.first().map_or(x.span.end, |w| w.span.start) });
        let (m, n) = alike_at_start(gaps[0].of(self.texts[0]), gaps[1].of(self.texts[1]));
        inner[0].start += m as u32;
        inner[1].start += n as u32;
        let gaps = [0, 1].map(|side| {
            let start = [a, b][side].words.last().map_or(inner[side].start, |word| word.span.end);
            Span { start, end: inner[side].end }
        });
        let (m, n) = alike_at_end(gaps[0].of(self.texts[0]), gaps[1].of(self.texts[1]));
        inner[0].end -= m as u32;
        inner[1].end -= n as u32;
        if collapsed(inner[0].of(self.texts[0])) == collapsed(inner[1].of(self.texts[1])) {
            self.unlike([a.span.start..a.span.end, b.span.start..b.span.end].map(span));
            return;
        }
        if inner.iter().all(|span| !span.is_empty()) {
            inner = [0, 1].map(|side| trim_tight(self.texts[side], inner[side]));
        }
        self.unlike([a.span.start..inner[0].start, b.span.start..inner[1].start].map(span));
        self.hunk(
            inner,
            match a.words.len().max(b.words.len()) {
                0 => HunkKind::Punctuation,
                1 => HunkKind::Word,
                _ => HunkKind::Phrase,
            },
        );
        self.unlike([inner[0].end..a.span.end, inner[1].end..b.span.end].map(span));
    }

    fn hunk(&mut self, [a, b]: [Span; 2], kind: HunkKind) {
        room::push(&mut self.diff.hunks, Hunk { a, b, row: self.diff.rows.len() as u32, kind });
    }

    /// Records the different whitespace of two stretches that are the same except for whitespace.
    fn unlike(&mut self, spans: [Span; 2]) {
        let spacing = &mut self.diff.spacing;
        unlike_spaces(self.texts, spans, |a, b| match spacing.last_mut() {
            Some(last) if last.a.end == a.start && last.b.end == b.start => (last.a.end, last.b.end) = (a.end, b.end),
            _ => room::push(spacing, Spacing { a, b }),
        });
    }

    fn row(&mut self, spans: [Option<Span>; 2], kind: RowKind, hunks: usize) {
        let mut places = [None; 2];
        for side in 0..2 {
            if let Some(span) = spans[side] {
                debug_assert_eq!(self.at[side], span.start);
                places[side] = Some(self.diff.paragraphs[side].len() as u32);
                let body = piece::body(self.texts[side], span);
                let before = self.diff.chars[side];
                room::push(&mut self.diff.paragraphs[side], Paragraph { span, body, number: None, before });
                self.diff.chars[side] += visible_chars(body.of(self.texts[side]));
                self.at[side] = span.end;
            }
        }
        let end = self.diff.hunks.len() as u32;
        room::push(&mut self.diff.rows, DiffRow { a: places[0], b: places[1], kind, hunks: end - hunks as u32..end });
    }

    /// The differences of two paragraphs at different places.
    pub(super) fn edits(texts: [&'t str; 2], bodies: [Span; 2], words: [&[Word]; 2], runs: &[Run]) -> Vec<Edit> {
        let mut rows = Self::new(texts);
        rows.at = bodies.map(|body| body.start);
        rows.pair(bodies, words, runs);
        rows.diff.hunks.iter().map(|hunk| Edit { a: hunk.a, b: hunk.b }).collect()
    }

    /// The diff without moves, and the unaligned paragraphs. `pieces` gives the beginnings of paragraphs.
    pub(super) fn finish(mut self, pieces: [&[Piece]; 2]) -> (Diff, [Vec<Lone>; 2]) {
        for (paragraphs, pieces) in self.diff.paragraphs.iter_mut().zip(pieces) {
            number(paragraphs, pieces);
        }
        let changed: u64 = self.diff.hunks.iter().map(|hunk| visible_chars(hunk.a.of(self.texts[0]))).sum();
        self.diff.equal_chars = self.diff.chars[0].saturating_sub(changed);
        (self.diff, self.alone)
    }
}

fn span(range: Range<u32>) -> Span {
    Span { start: range.start, end: range.end }
}

/// Gives paragraphs their numbers.
fn number(paragraphs: &mut [Paragraph], pieces: &[Piece]) {
    let mut firsts = pieces.iter().filter(|piece| piece.first).map(|piece| piece.span.start).peekable();
    let mut number = 0;
    for paragraph in paragraphs {
        // A paragraph always begins where a row does; rows may begin elsewhere too.
        while firsts.next_if(|&first| first < paragraph.span.start).is_some() {}
        if firsts.next_if_eq(&paragraph.span.start).is_some() && !paragraph.body.is_empty() {
            number += 1;
            paragraph.number = Some(number);
        }
    }
}
