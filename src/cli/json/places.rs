//! What lies somewhere in a text, with its place in characters: the library counts in bytes, programs that read JSON
//! in characters.

use super::shape::{Differences, Hunk, Passage, Spacing, Stretch};
use crate::{
    cli::changes,
    compare::{
        Effect, coverage,
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
) -> Differences<'a> {
    let texts = documents.map(|document| document.text.as_str());
    let diff = changes::differences(texts);
    let hunks = hunks(changes::hunks(&diff, texts, fingerprints, recipe, effects), documents);
    Differences { hunks: Some(hunks), hunks_complete: Some(diff.complete) }
}

/// Hunks with their places in characters.
pub(super) fn hunks<'h, 'a>(
    hunks: impl Iterator<Item = (&'h diff::Hunk, Option<Effect>)>,
    documents: [&'a Document; 2],
) -> Vec<Hunk<'a>> {
    let mut places = documents.map(|document| Places { landmarks: &document.landmarks, ..Places::new(&document.text) });
    let hunk = |(hunk, effect): (&diff::Hunk, Option<Effect>)| Hunk {
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
    hunks.map(hunk).collect()
}

/// Differences in white space alone.
pub(super) fn spacing<'a>(diff: &Diff, texts: [&'a str; 2]) -> Vec<Spacing<'a>> {
    let mut places = texts.map(Places::new);
    let spacing =
        |spacing: &diff::Spacing| Spacing { a: places[0].stretch(spacing.a), b: places[1].stretch(spacing.b) };
    diff.spacing.iter().map(spacing).collect()
}

/// The passages as places in characters.
pub(super) fn passages(passages: &[coverage::Passage], text: &str) -> Vec<Passage> {
    let mut places = Places::new(text);
    let passage = |passage: &coverage::Passage| {
        let [start, end] = [passage.span.start, passage.span.end].map(|byte| places.at(byte));
        Passage { start, end, chars: passage.chars }
    };
    passages.iter().map(passage).collect()
}

/// Turns places in bytes into places in characters, for bytes in ascending order.
pub(super) struct Places<'a> {
    text: &'a str,
    /// Where pages or chapters begin, for [`Self::stretch`].
    landmarks: &'a [Landmark],
    byte: usize,
    chars: usize,
}

impl<'a> Places<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, landmarks: &[], byte: 0, chars: 0 }
    }

    pub(super) fn stretch(&mut self, span: Span) -> Stretch<'a> {
        let [start, end] = [span.start, span.end].map(|byte| self.at(byte));
        let (page, chapter) = match place_of(self.landmarks, span.start as usize).map(|landmark| landmark.mark) {
            Some(Mark::Page(page)) => (Some(page), None),
            Some(Mark::Chapter(chapter)) => (None, Some(chapter)),
            None => (None, None),
        };
        Stretch { start, end, text: span.of(self.text), page, chapter }
    }

    fn at(&mut self, byte: u32) -> usize {
        let byte = byte as usize;
        self.chars += self.text.get(self.byte..byte).map_or(0, |passed| passed.chars().count());
        self.byte = self.byte.max(byte);
        self.chars
    }
}
