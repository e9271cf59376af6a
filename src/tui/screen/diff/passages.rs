//! The passages that a pair shares, as they are listed and marked, and where the reader is in them on screen 4.

use std::sync::Arc;

use super::state::DiffSide;
use crate::{
    batch::Revision,
    compare::{
        coverage::{NumberedPassage, SharedText},
        diff::{Numbers, ReadParagraph, read_paragraphs},
    },
    document::Document,
    review::HunkId,
    simhash::Span,
};

/// In which order passages are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PassageOrder {
    /// The longest first.
    #[default]
    Longest,
    /// In the order of A.
    Place,
}

/// The passages that two documents share.
#[derive(Debug)]
pub(crate) struct Passages {
    pub documents: [usize; 2],
    /// As they were then.
    pub texts: [Arc<Document>; 2],
    /// The passages, numbered and marked.
    pub shared: SharedText,
    /// The paragraphs of A and of B.
    pub paragraphs: [Vec<ReadParagraph>; 2],
    /// How many characters of A and of B are compared.
    pub chars: [u64; 2],
    /// The revision of the exclusions.
    pub exclusions: Option<Revision>,
    /// The indices of the passages, the longest first.
    by_length: Vec<u32>,
    /// The first byte of each line of A and of B; none of a text that is not hard-wrapped.
    lines: [Vec<u32>; 2],
    /// Each passage as the journal knows it.
    ids: Vec<HunkId>,
    /// The numbers of paragraphs in A and in B.
    numbers: [Numbers; 2],
}

impl Passages {
    pub(crate) fn new(
        documents: [usize; 2],
        texts: [Arc<Document>; 2],
        shared: SharedText,
        chars: [u64; 2],
        exclusions: Option<Revision>,
    ) -> Self {
        let mut by_length: Vec<u32> = (0..shared.passages.len() as u32).collect();
        by_length.sort_by_key(|&at| std::cmp::Reverse(shared.passages[at as usize].shared.chars));
        let numbers = texts.each_ref().map(|document| Numbers::new(&document.text));
        let paragraphs = texts.each_ref().map(|document| read_paragraphs(&document.text));
        let lines = [0, 1].map(|side: usize| {
            let text = &texts[side].text;
            let wrapped = paragraphs[side].iter().any(|paragraph| paragraph.body.of(text).contains('\n'));
            let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1));
            if wrapped { starts.collect() } else { Vec::new() }
        });
        let both = texts.each_ref().map(|document| document.text.as_str());
        let ids = shared.passages.iter().map(|passage| HunkId::passage(&passage.shared, both)).collect();
        Self { documents, texts, shared, paragraphs, chars, exclusions, by_length, lines, ids, numbers }
    }

    /// The inputs: the documents, the hashes of their bytes, and the revision of the exclusions.
    pub(crate) fn of(&self) -> ([usize; 2], [u64; 2], Option<Revision>) {
        (self.documents, self.texts.each_ref().map(|document| document.reading.content_hash), self.exclusions)
    }

    /// Whether they are of these documents with these hashes.
    pub(crate) fn is_of(&self, documents: [usize; 2], contents: [u64; 2]) -> bool {
        let (of, hashes, _) = self.of();
        (of, hashes) == (documents, contents)
    }

    pub(crate) fn total(&self) -> usize {
        self.shared.passages.len()
    }

    /// The number of excluded passages.
    pub(crate) fn excluded(&self) -> usize {
        self.total() - self.shared.numbered() as usize
    }

    pub(crate) fn is_excluded(&self, at: usize) -> bool {
        self.get(at).is_some_and(|passage| passage.number.is_none())
    }

    pub(crate) fn get(&self, at: usize) -> Option<&NumberedPassage> {
        self.shared.passages.get(at)
    }

    /// The index of the passage in row `row` of the list in that order.
    pub(crate) fn at_row(&self, row: usize, order: PassageOrder) -> Option<usize> {
        match order {
            PassageOrder::Longest => self.by_length.get(row).map(|&at| at as usize),
            PassageOrder::Place => (row < self.total()).then_some(row),
        }
    }

    /// The first place of a passage on a side.
    pub(crate) fn first_place(&self, side: usize, at: usize) -> Option<Span> {
        self.place(side, at, 0)
    }

    pub(crate) fn is_of_texts(&self, texts: &[Arc<Document>; 2]) -> bool {
        (0..2).all(|side| self.texts[side].reading.content_hash == texts[side].reading.content_hash)
    }

    /// The place of a passage on a side: the last one where there are fewer.
    pub(crate) fn place(&self, side: usize, at: usize, place: usize) -> Option<Span> {
        let places = &self.get(at)?.shared.places[side];
        places.get(place).or(places.last()).copied()
    }

    /// All passages as the journal knows them.
    pub(crate) fn ids(&self) -> &[HunkId] {
        &self.ids
    }

    /// The number of the line of a side that holds byte `at`, if the text is hard-wrapped.
    pub(crate) fn line(&self, side: usize, at: u32) -> Option<usize> {
        let lines = &self.lines[side];
        (!lines.is_empty()).then(|| lines.partition_point(|&start| start <= at))
    }

    /// The passage at an index as the journal knows it.
    pub(crate) fn id(&self, at: usize) -> Option<&HunkId> {
        self.ids.get(at)
    }

    /// The number of the paragraph of a side that holds byte `at`.
    pub(crate) fn paragraph(&self, side: usize, at: u32) -> u32 {
        self.numbers[side].at(at)
    }

    /// The words of a passage at its first place in A.
    pub(crate) fn text(&self, at: usize) -> &str {
        self.first_place(0, at).map_or("", |span| span.of(&self.texts[0].text))
    }
}

/// The place of the reader in the shared text of a pair.
#[derive(Clone, Debug)]
pub(crate) struct SharedState {
    /// The first line shown of A and of B: a paragraph, and a line in it.
    pub tops: [(usize, usize); 2],
    /// The index of the passage under the cursor.
    pub passage: usize,
    /// The number of the place of that passage that is shown, from 0; the texts may have unlike numbers of places.
    pub place: usize,
    /// The text that is shown where there is room for one.
    pub side: DiffSide,
    /// The passage under the cursor is to be shown.
    pub pending: bool,
    /// The passages that the cursor is in, and the first place in A of the one under it.
    of: Option<PassagesKey>,
    at: Option<Span>,
}

type PassagesKey = ([usize; 2], [u64; 2], Option<Revision>);

impl Default for SharedState {
    fn default() -> Self {
        Self { tops: [(0, 0); 2], passage: 0, place: 0, side: DiffSide::A, pending: false, of: None, at: None }
    }
}

impl SharedState {
    /// Brings the cursor in step with the passages: it stays on its words when their numbers change.
    pub(crate) fn refresh(&mut self, passages: &Passages) {
        let of = passages.of();
        if self.of.as_ref() != Some(&of) {
            let same_pair = self.of.is_some_and(|before| before.0 == of.0);
            if same_pair {
                let place = |at: usize| passages.first_place(0, at).map_or(0, |span| span.start);
                let before = self.at.map_or(0, |at| at.start);
                let nearest = (0..passages.total()).min_by_key(|&at| place(at).abs_diff(before));
                self.passage = nearest.unwrap_or(0);
            } else {
                // The cursor begins on a passage that counts.
                let first = passages.shared.passages.iter().position(|passage| passage.number.is_some());
                *self = Self { pending: true, passage: first.unwrap_or(0), ..Self::default() };
            }
            self.of = Some(of);
            for side in 0..2 {
                self.tops[side].0 = self.tops[side].0.min(passages.paragraphs[side].len().saturating_sub(1));
            }
        }
        self.passage = self.passage.min(passages.total().saturating_sub(1));
        self.at = passages.first_place(0, self.passage);
    }

    /// Puts the cursor on a passage.
    pub(crate) fn select(&mut self, passage: usize) {
        (self.passage, self.place) = (passage, 0);
    }
}
