//! Hunks, passages and moved blocks with their places in characters.

use super::shape::{JsonDifferences, JsonHunk, JsonMove, JsonPassage, JsonPlace, JsonShared, JsonSpacing, JsonSpan};
use crate::{
    cli::changes,
    compare::{
        CharOffsets, HunkEffect, LocatedPassage, OffsetTable, PassagePlace, coverage,
        diff::{self, Diff, HunkKind},
    },
    document::{Document, Landmark, Mark, place_of},
    simhash::{Fingerprint, Recipe, Span},
};

/// The differences of two texts; the first hunks, so many, with what they do to the bits.
pub(super) fn differences<'a>(
    documents: [&'a Document; 2],
    fingerprints: Option<[Fingerprint; 2]>,
    recipe: &Recipe,
    effects: usize,
) -> JsonDifferences<'a> {
    let texts = documents.map(|document| document.text.as_str());
    let diff = changes::differences(texts);
    let hunks = hunks(&diff, changes::hunks(&diff, texts, fingerprints, recipe, effects), documents);
    JsonDifferences { hunks: Some(hunks), hunks_complete: Some(diff.complete) }
}

/// Hunks with their places in characters.
pub(super) fn hunks<'h, 'a>(
    diff: &Diff,
    hunks: impl Iterator<Item = (&'h diff::Hunk, Option<HunkEffect>)>,
    documents: [&'a Document; 2],
) -> Vec<JsonHunk<'a>> {
    let mut places =
        documents.map(|document| SpanWriter { landmarks: &document.landmarks, ..SpanWriter::new(&document.text) });
    let hunk = |(at, (hunk, effect)): (usize, (&diff::Hunk, Option<HunkEffect>))| JsonHunk {
        moved: diff.move_of(at).map(label),
        kind: match hunk.kind {
            HunkKind::Punctuation => "punctuation",
            HunkKind::Word => "word",
            HunkKind::Phrase => "phrase",
            HunkKind::Removed => "removed",
            HunkKind::Added => "added",
        },
        a: places[0].stretch(hunk.a),
        b: places[1].stretch(hunk.b),
        hamming_without: effect.as_ref().and_then(|effect| effect.hamming),
        bits_moved: effect.map(|effect| effect.moved),
    };
    hunks.enumerate().map(hunk).collect()
}

/// The label of a moved block.
fn label(moved: usize) -> String {
    format!("m{}", moved + 1)
}

pub(super) fn moves<'a>(diff: &Diff, texts: [&'a str; 2]) -> Vec<JsonMove<'a>> {
    let edits = || diff.moved.iter().flat_map(|moved| &moved.edits);
    let chars = [
        OffsetTable::new(texts[0], edits().map(|edit| edit.a)),
        OffsetTable::new(texts[1], edits().map(|edit| edit.b)),
    ];
    let stretch = |side: usize, span: Span| {
        let [start, end] = chars[side].of(span);
        JsonSpan { start, end, page: None, chapter: None, text: span.of(texts[side]) }
    };
    let ends = |hunks: &std::ops::Range<u32>| [hunks.start, hunks.end.saturating_sub(1)];
    let one = |(at, moved): (usize, &diff::Moved)| {
        let [paragraphs_a, paragraphs_b] = diff.move_numbers(moved).map(|ends| ends.map(Option::unwrap_or_default));
        let edits = moved.edits.iter().map(|edit| JsonSpacing { a: stretch(0, edit.a), b: stretch(1, edit.b) });
        let (removed, added) = (ends(&moved.removed), ends(&moved.added));
        JsonMove { label: label(at), paragraphs_a, paragraphs_b, removed, added, edits: edits.collect() }
    };
    diff.moved.iter().enumerate().map(one).collect()
}

/// The passages that both texts share, with their places and the text of A.
pub(super) fn shared<'a>(passages: &[LocatedPassage], text: &'a str) -> Vec<JsonShared<'a>> {
    let places = |places: &[PassagePlace]| {
        let place =
            |&PassagePlace { chars: [start, end], paragraph }: &PassagePlace| JsonPlace { start, end, paragraph };
        places.iter().map(place).collect()
    };
    let one = |shared: &LocatedPassage| JsonShared {
        chars: shared.chars,
        count_a: shared.counts[0],
        count_b: shared.counts[1],
        places_a: places(&shared.places[0]),
        places_b: places(&shared.places[1]),
        text: shared.first.of(text),
    };
    passages.iter().map(one).collect()
}

/// Differences in white space alone.
pub(super) fn spacing<'a>(diff: &Diff, texts: [&'a str; 2]) -> Vec<JsonSpacing<'a>> {
    let mut places = texts.map(SpanWriter::new);
    let spacing =
        |spacing: &diff::Spacing| JsonSpacing { a: places[0].stretch(spacing.a), b: places[1].stretch(spacing.b) };
    diff.spacing.iter().map(spacing).collect()
}

/// The passages as places in characters.
pub(super) fn passages(passages: &[coverage::Passage], text: &str) -> Vec<JsonPassage> {
    let mut offsets = CharOffsets::new(text);
    let passage = |passage: &coverage::Passage| {
        let [start, end] = offsets.of(passage.span);
        JsonPassage { start, end, chars: passage.chars }
    };
    passages.iter().map(passage).collect()
}

/// Writes spans of a text with their places, for spans in ascending order.
pub(super) struct SpanWriter<'a> {
    text: &'a str,
    offsets: CharOffsets<'a>,
    /// The starts of pages or chapters.
    landmarks: &'a [Landmark],
}

impl<'a> SpanWriter<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, offsets: CharOffsets::new(text), landmarks: &[] }
    }

    pub(super) fn stretch(&mut self, span: Span) -> JsonSpan<'a> {
        let [start, end] = self.offsets.of(span);
        let (page, chapter) = match place_of(self.landmarks, span.start as usize).map(|landmark| landmark.mark) {
            Some(Mark::Page(page)) => (Some(page), None),
            Some(Mark::Chapter(chapter)) => (None, Some(chapter)),
            None => (None, None),
        };
        JsonSpan { start, end, text: span.of(self.text), page, chapter }
    }
}
