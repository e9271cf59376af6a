//! The differences of two texts and their shared passages, with their places in characters.

use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    batch::{CharOffsets, LocatedPassage, OffsetTable, PassagePlace},
    cli::changes,
    compare::{
        HunkEffect, coverage,
        diff::{self, Diff, HunkKind},
    },
    document::{Document, Landmark, Mark, place_of},
    room,
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

/// A change; there may be very many.
#[derive(Serialize)]
pub(in crate::cli) struct JsonHunk<'a> {
    kind: &'static str,
    a: JsonSpan<'a>,
    b: JsonSpan<'a>,
    /// The moved block that it is an end of. It is one change with all hunks of that label.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    moved: Option<String>,
    /// The bits of B that change when the words of A are put back; `null` where that was not computed.
    bits_moved: Option<Vec<usize>>,
    /// The distance then, likewise.
    hamming_without: Option<u32>,
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
    let hunk = |(at, (hunk, effect)): (usize, (&diff::Hunk, Option<HunkEffect>))| {
        let kind = match hunk.kind {
            HunkKind::Punctuation => "punctuation",
            HunkKind::Word => "word",
            HunkKind::Phrase => "phrase",
            HunkKind::Removed => "removed",
            HunkKind::Added => "added",
        };
        JsonHunk {
            kind,
            a: places[0].stretch(hunk.a),
            b: places[1].stretch(hunk.b),
            moved: diff.move_of(at).map(label),
            hamming_without: effect.as_ref().and_then(|effect| effect.hamming),
            bits_moved: effect.map(|effect| effect.moved),
        }
    };
    room::collected(hunks.enumerate().map(hunk))
}

/// The label of a moved block.
fn label(moved: usize) -> String {
    format!("m{}", moved + 1)
}

/// The moved blocks of paragraphs, by their place in A.
pub(in crate::cli) fn moves(diff: &Diff, texts: [&str; 2]) -> Vec<Value> {
    let edits = || diff.moved.iter().flat_map(|moved| &moved.edits);
    let chars = [
        OffsetTable::new(texts[0], edits().map(|edit| edit.a)),
        OffsetTable::new(texts[1], edits().map(|edit| edit.b)),
    ];
    let stretch = |side: usize, span: Span| {
        let [start, end] = chars[side].of(span);
        json!({ "start": start, "end": end, "text": span.of(texts[side]) })
    };
    let ends = |hunks: &std::ops::Range<u32>| [hunks.start, hunks.end.saturating_sub(1)];
    let one = |(at, moved): (usize, &diff::Moved)| {
        // The numbers of its first and last paragraph.
        let [paragraphs_a, paragraphs_b] = diff.move_numbers(moved).map(|ends| ends.map(Option::unwrap_or_default));
        let edits = moved.edits.iter().map(|edit| json!({ "a": stretch(0, edit.a), "b": stretch(1, edit.b) }));
        json!({
            "label": label(at),
            "paragraphs_a": paragraphs_a,
            "paragraphs_b": paragraphs_b,
            // The first and the last of its hunks where it was taken out, and put in.
            "removed": ends(&moved.removed),
            "added": ends(&moved.added),
            "edits": edits.collect::<Value>(),
        })
    };
    diff.moved.iter().enumerate().map(one).collect()
}

/// A passage that both texts share, with its first hundred places and the text of A.
#[derive(Serialize)]
pub(in crate::cli) struct JsonShared<'a> {
    chars: u64,
    /// So many of them are the same in both.
    kept: u64,
    edits: usize,
    count_a: u32,
    count_b: u32,
    places_a: Vec<PassagePlace>,
    places_b: Vec<PassagePlace>,
    text: &'a str,
}

pub(in crate::cli) fn shared<'a>(passages: &[LocatedPassage], text: &'a str) -> Vec<JsonShared<'a>> {
    let one = |shared: &LocatedPassage| {
        let ([count_a, count_b], [places_a, places_b]) = (shared.counts, shared.places.clone());
        JsonShared {
            chars: shared.chars,
            kept: shared.kept,
            edits: shared.edits,
            count_a,
            count_b,
            places_a,
            places_b,
            text: shared.first.of(text),
        }
    };
    passages.iter().map(one).collect()
}

/// A difference in white space alone.
#[derive(Serialize)]
pub(in crate::cli) struct JsonSpacing<'a> {
    a: JsonSpan<'a>,
    b: JsonSpan<'a>,
}

pub(in crate::cli) fn spacing<'a>(diff: &Diff, texts: [&'a str; 2]) -> Vec<JsonSpacing<'a>> {
    let mut places = texts.map(SpanWriter::new);
    let spacing =
        |spacing: &diff::Spacing| JsonSpacing { a: places[0].stretch(spacing.a), b: places[1].stretch(spacing.b) };
    room::collected(diff.spacing.iter().map(spacing))
}

/// A passage of one text.
#[derive(Serialize)]
pub(in crate::cli) struct JsonPassage {
    start: usize,
    end: usize,
    chars: u64,
}

pub(in crate::cli) fn passages(passages: &[coverage::Passage], text: &str) -> Vec<JsonPassage> {
    let mut offsets = CharOffsets::new(text);
    let passage = |passage: &coverage::Passage| {
        let [start, end] = offsets.of(passage.span);
        JsonPassage { start, end, chars: passage.chars }
    };
    room::collected(passages.iter().map(passage))
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
