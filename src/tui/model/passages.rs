//! The passages that a pair shares, as they are listed.

use std::sync::Arc;

use crate::{
    batch::Revision,
    compare::{
        coverage::passages::{PairPassage, bare},
        diff::{Numbers, Side},
    },
    document::Document,
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
    /// The passages, the longest first.
    pub list: Vec<PairPassage>,
    /// Whether each passage is excluded.
    out: Vec<bool>,
    /// The revision of the exclusions.
    pub exclusions: Option<Revision>,
    /// Indices into `list`, in the order of A.
    by_place: Vec<u32>,
    /// The numbers of paragraphs in A and in B.
    numbers: [Numbers; 2],
    /// The parts of A and of B in passages that are not excluded: sorted, and merged if they touch.
    pub covered: [Vec<Span>; 2],
}

impl Passages {
    pub(crate) fn new(
        documents: [usize; 2],
        texts: [Arc<Document>; 2],
        found: Vec<(PairPassage, bool)>,
        exclusions: Option<Revision>,
    ) -> Self {
        let (list, out): (Vec<PairPassage>, Vec<bool>) = found.into_iter().unzip();
        let mut by_place: Vec<u32> = (0..list.len() as u32).collect();
        by_place.sort_by_key(|&at| list[at as usize].places[0].first().copied());
        let numbers = texts.each_ref().map(|document| Numbers::new(Side { text: &document.text, segments: &[] }));
        let covered = [0, 1].map(|side| {
            let kept = list.iter().zip(&out).filter(|(_, out)| !**out);
            let mut spans: Vec<Span> = kept.flat_map(|(shared, _)| shared.places[side].iter().copied()).collect();
            spans.sort_unstable();
            spans.dedup_by(|next, before| {
                let touches = next.start <= before.end;
                if touches {
                    before.end = before.end.max(next.end);
                }
                touches
            });
            spans
        });
        Self { documents, texts, list, out, exclusions, by_place, numbers, covered }
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

    /// The number of excluded passages.
    pub(crate) fn excluded(&self) -> usize {
        self.out.iter().filter(|out| **out).count()
    }

    /// Whether the passage in row `row` is excluded.
    pub(crate) fn is_out(&self, row: usize, order: PassageOrder) -> bool {
        self.at(row, order).is_some_and(|at| self.out[at])
    }

    /// The passage in row `row` of the list in that order.
    pub(crate) fn row(&self, row: usize, order: PassageOrder) -> Option<&PairPassage> {
        self.list.get(self.at(row, order)?)
    }

    fn at(&self, row: usize, order: PassageOrder) -> Option<usize> {
        match order {
            PassageOrder::Longest => (row < self.list.len()).then_some(row),
            PassageOrder::Place => self.by_place.get(row).map(|&at| at as usize),
        }
    }

    /// The number of the paragraph of a side that holds byte `at`.
    pub(crate) fn paragraph(&self, side: usize, at: u32) -> u32 {
        self.numbers[side].at(at)
    }

    /// Whether a stretch of a side lies in a passage, all of it or in part.
    pub(crate) fn touches(&self, side: usize, span: Span) -> bool {
        let next = self.covered[side].partition_point(|covered| covered.end <= span.start);
        self.covered[side].get(next).is_some_and(|covered| covered.start < span.end)
    }

    /// The words of a passage at its first place in A.
    pub(crate) fn text(&self, shared: &PairPassage) -> &str {
        shared.places[0].first().map_or("", |&span| self.words(0, span).of(&self.texts[0].text))
    }

    /// A place without the punctuation at its ends that belongs to the surrounding text.
    pub(crate) fn words(&self, side: usize, span: Span) -> Span {
        bare(&self.texts[side].text, span)
    }
}
