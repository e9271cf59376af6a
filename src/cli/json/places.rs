//! The differences of two texts and their shared passages, with their places in characters.

use serde::Serialize;

use crate::{
    batch::{CharOffsets, LocatedPassage, OffsetTable, PassagePlace},
    cli::changes,
    compare::{
        HunkEffect, coverage,
        diff::{self, Diff, HunkKind},
    },
    document::{Document, Landmark, Mark, place_of},
    simhash::{Fingerprint, Recipe, Span},
};

/// The differences of the texts; `null` if `--diff auto` omits them.
#[derive(Default, Serialize)]
pub(in crate::cli) struct JsonDifferences<'a> {
    /// The changes, in order.
    pub hunks: Option<Vec<JsonHunk<'a>>>,
    /// `false` where time ran out: the hunks are right, but coarser.
    pub hunks_complete: Option<bool>,
}

/// A change that a reader would mark.
#[derive(Serialize)]
pub(in crate::cli) struct JsonHunk<'a> {
    /// `punctuation`, `word`, `phrase`, `removed` or `added`.
    kind: &'static str,
    a: JsonSpan<'a>,
    b: JsonSpan<'a>,
    /// The moved block that it is an end of: `m1`, `m2` and so on. It is one change with all hunks of that name.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    moved: Option<String>,
    /// The bits of B that change when the words of A are put back; `null` where that was not computed.
    bits_moved: Option<Vec<u8>>,
    /// The distance after that.
    hamming_without: Option<u32>,
}

/// A block of paragraphs that was moved to another place.
#[derive(Serialize)]
pub(in crate::cli) struct JsonMove<'a> {
    /// `m1`, `m2` and so on.
    label: String,
    /// The numbers of its first and last paragraph in A and in B.
    paragraphs_a: [u32; 2],
    paragraphs_b: [u32; 2],
    /// The places of its hunks in `hunks`, from 0: the first and the last where it was taken out, and put in.
    removed: [u32; 2],
    added: [u32; 2],
    /// Edits inside the moved block.
    edits: Vec<JsonSpacing<'a>>,
}

/// A passage that both texts share.
#[derive(Serialize)]
pub(in crate::cli) struct JsonShared<'a> {
    /// White space not counted.
    chars: u64,
    /// The number of its places in A.
    count_a: u32,
    count_b: u32,
    /// The first hundred of these.
    places_a: Vec<JsonPlace>,
    places_b: Vec<JsonPlace>,
    /// As it stands first in A.
    text: &'a str,
}

/// A place of a passage.
#[derive(Serialize)]
struct JsonPlace {
    start: usize,
    end: usize,
    /// The number of the paragraph that it begins in.
    paragraph: u32,
}

/// A difference in white space.
#[derive(Serialize)]
pub(in crate::cli) struct JsonSpacing<'a> {
    a: JsonSpan<'a>,
    b: JsonSpan<'a>,
}

/// Some of a text; empty where something was inserted or taken out.
#[derive(Serialize)]
pub(in crate::cli) struct JsonSpan<'a> {
    pub start: usize,
    pub end: usize,
    pub text: &'a str,
    /// The page of the source in which it begins; only where the source has pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The chapter, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<u32>,
}

#[derive(Serialize)]
pub(in crate::cli) struct JsonPassage {
    start: usize,
    end: usize,
    /// White space not counted.
    chars: u64,
}

/// The differences of two texts; the first hunks, so many, with what they do to the bits.
pub(in crate::cli) fn differences<'a>(
    documents: [&'a Document; 2],
    fingerprints: Option<[Fingerprint; 2]>,
    recipe: &Recipe,
    effects: usize,
) -> JsonDifferences<'a> {
    let texts = documents.map(|document| document.text.as_str());
    let diff = changes::differences(texts, &[]);
    let hunks = hunks(&diff, changes::hunks(&diff, texts, fingerprints, recipe, effects), documents);
    JsonDifferences { hunks: Some(hunks), hunks_complete: Some(diff.complete) }
}

/// Hunks with their places in characters.
pub(in crate::cli) fn hunks<'h, 'a>(
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

pub(in crate::cli) fn moves<'a>(diff: &Diff, texts: [&'a str; 2]) -> Vec<JsonMove<'a>> {
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
pub(in crate::cli) fn shared<'a>(passages: &[LocatedPassage], text: &'a str) -> Vec<JsonShared<'a>> {
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
pub(in crate::cli) fn spacing<'a>(diff: &Diff, texts: [&'a str; 2]) -> Vec<JsonSpacing<'a>> {
    let mut places = texts.map(SpanWriter::new);
    let spacing =
        |spacing: &diff::Spacing| JsonSpacing { a: places[0].stretch(spacing.a), b: places[1].stretch(spacing.b) };
    diff.spacing.iter().map(spacing).collect()
}

/// The passages as places in characters.
pub(in crate::cli) fn passages(passages: &[coverage::Passage], text: &str) -> Vec<JsonPassage> {
    let mut offsets = CharOffsets::new(text);
    let passage = |passage: &coverage::Passage| {
        let [start, end] = offsets.of(passage.span);
        JsonPassage { start, end, chars: passage.chars }
    };
    passages.iter().map(passage).collect()
}

/// Writes spans of a text with their places, for spans in ascending order.
pub(in crate::cli) struct SpanWriter<'a> {
    text: &'a str,
    offsets: CharOffsets<'a>,
    /// The starts of pages or chapters.
    landmarks: &'a [Landmark],
}

impl<'a> SpanWriter<'a> {
    pub(in crate::cli) fn new(text: &'a str) -> Self {
        Self { text, offsets: CharOffsets::new(text), landmarks: &[] }
    }

    pub(in crate::cli) fn stretch(&mut self, span: Span) -> JsonSpan<'a> {
        let [start, end] = self.offsets.of(span);
        let (page, chapter) = match place_of(self.landmarks, span.start as usize).map(|landmark| landmark.mark) {
            Some(Mark::Page(page)) => (Some(page), None),
            Some(Mark::Chapter(chapter)) => (None, Some(chapter)),
            None => (None, None),
        };
        JsonSpan { start, end, text: span.of(self.text), page, chapter }
    }
}
