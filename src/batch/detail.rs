//! A pair in detail: why its bits differ and what the texts share.

use std::sync::Arc;

use serde::Serialize;

use super::{Batch, stream::ahead};
use crate::{
    compare::{
        BitReasons, Comparison,
        coverage::{
            Windows,
            passages::{PairPassage, bare, shared_windows},
        },
        diff::Numbers,
        pair::{Pair, Subject},
    },
    document::Document,
    locale::Lang,
    say::{self, NamedDocument, RemainingPair, Sentence},
    simhash::{Altered, Fold, Recipe, Span, Trace, Watch, is_traditional, sketch},
};

/// A document with every number.
#[derive(Clone, Debug)]
pub(crate) struct TracedDocument {
    document: Arc<Document>,
    subject: Arc<Subject>,
    trace: Arc<Trace>,
}

/// A pair in detail, with the documents as they were then.
#[derive(Debug)]
pub(crate) struct PairDetail {
    /// Everything about the pair.
    pub comparison: Comparison,
    /// A and B, as read.
    pub documents: [Arc<Document>; 2],
    /// A and B with every number.
    pub traces: [Arc<Trace>; 2],
    /// What deceives the eye in A and in B.
    pub altered: [Altered; 2],
    /// Whether the texts are in Traditional characters.
    pub traditional: [bool; 2],
    windows: [Arc<Windows>; 2],
}

impl Batch {
    /// A document of which every number is kept, in this generation.
    pub(crate) fn traced(&self, at: usize) -> Option<TracedDocument> {
        let examined = self.examined(at).filter(|examined| examined.generation == self.generation)?;
        examined.trace()?;
        self.outlined(at)
    }

    /// The same; where no trace is kept, an outline is made and kept.
    fn outlined(&self, at: usize) -> Option<TracedDocument> {
        let (document, examined) = (self.document(at)?, self.examined(at)?);
        let trace = examined.trace_or_outline(&document.text, &self.recipe)?;
        Some(TracedDocument { document: document.clone(), subject: examined.subject.clone(), trace: trace.clone() })
    }

    /// A pair in detail at threshold `k`, without the places of tokens where those are not kept. `None` where a text is
    /// not there.
    pub(crate) fn detail(&self, pair: Pair, k: u32) -> Option<PairDetail> {
        let [a, b] = pair.documents().map(|at| self.outlined(at));
        // The reasons for its bits are those of the whole texts.
        let whole = self.pair(pair.documents()).copied().unwrap_or(pair);
        Some(PairDetail::new(whole, k, [a?, b?]))
    }

    /// All sentences on a pair in detail, by the scores that count; the documents are called by these names.
    pub(crate) fn sentences(&self, detail: &PairDetail, names: [&str; 2], lang: Lang) -> Vec<Sentence> {
        let context = (self.run, self.texts);
        say::pair(
            &detail.comparison,
            detail.named(names),
            self.remaining(detail),
            self.current_calibration(),
            context,
            lang,
        )
    }

    /// A pair in one line: its cosine, and that its texts are long enough if they are.
    pub(crate) fn in_brief(detail: &PairDetail, lang: Lang) -> String {
        say::pair_in_brief(&detail.comparison, detail.named([""; 2]), lang)
    }

    /// A pair after exclusion, if it is known of the present revision.
    fn remaining(&self, detail: &PairDetail) -> Option<RemainingPair<'_>> {
        let documents = detail.comparison.pair.documents();
        let (pair, _) = self.pair_remainder(documents).filter(|(_, current)| *current)?;
        let [a, b] = self.remainders.of(documents, self.revision());
        Some(RemainingPair { pair, tokens: [a?.tokens, b?.tokens], counts: !self.rules.whole })
    }

    /// Pairs in detail, in their order, a few at a time on all cores.
    pub(crate) fn details<'a>(&'a self, pairs: &'a [Pair], k: u32) -> impl Iterator<Item = PairDetail> {
        ahead(pairs, move |&pair| self.detail(pair, k)).flatten()
    }
}

impl PairDetail {
    /// Compares two documents in detail at threshold `k`.
    pub(crate) fn new(pair: Pair, k: u32, [a, b]: [TracedDocument; 2]) -> Self {
        let mut comparison = Comparison::new(pair, [&a.trace, &b.trace], [&a.subject, &b.subject], k);
        let altered = [&a, &b].map(|side| side.subject.altered().clone());
        let traditional = [&a, &b].map(|side| is_traditional(&side.document.text));
        if altered.iter().any(|altered| !altered.is_none()) || traditional[0] != traditional[1] {
            comparison.hamming_as_read = hamming_as_read([&a, &b]);
        }
        let windows = [&a, &b].map(|side| side.subject.windows().clone());
        Self {
            comparison,
            documents: [a.document, b.document],
            traces: [a.trace, b.trace],
            altered,
            traditional,
            windows,
        }
    }

    /// The passages that both texts share, the longest first.
    pub(crate) fn passages(&self) -> Vec<PairPassage> {
        Watch::without(|watch| shared_windows(self.windows.each_ref().map(|windows| &**windows), watch))
    }

    /// The numbers of A and of B.
    pub(crate) fn sides(&self) -> [&Trace; 2] {
        self.traces.each_ref().map(|trace| &**trace)
    }

    /// The texts of A and of B.
    pub(crate) fn texts(&self) -> [&str; 2] {
        self.documents.each_ref().map(|document| document.text.as_str())
    }

    /// The two documents as sentences speak of them, by these names.
    pub(crate) fn named<'a>(&'a self, names: [&'a str; 2]) -> [NamedDocument<'a>; 2] {
        [0, 1].map(|side| NamedDocument {
            name: names[side],
            reading: &self.documents[side].reading,
            trace: &self.traces[side],
            altered: &self.altered[side],
            traditional: self.traditional[side],
        })
    }

    /// The name of a feature of both; empty where a document has no fingerprint.
    pub(crate) fn feature(&self, feature: usize) -> &str {
        self.comparison.bits.as_ref().map_or("", |bits| bits.joint.name(feature, self.sides()))
    }

    /// The key of a feature of both, by which it is known among other features.
    pub(crate) fn key(&self, reasons: &BitReasons, feature: usize) -> Option<u64> {
        let index = reasons.joint.features.get(feature)?.index;
        let of = |side: usize| Some(self.traces[side].features.get(index[side]? as usize)?.key);
        of(0).or_else(|| of(1))
    }
}

/// The Hamming distance of two documents in the reading in which shared text is found; `None` where one has no
/// fingerprint.
fn hamming_as_read(documents: [&TracedDocument; 2]) -> Option<u32> {
    let [a, b] = documents.map(|side| {
        let recipe = Recipe { fold: Fold::ALL.and(side.trace.recipe.fold), ..side.trace.recipe.clone() };
        sketch(&side.document.text, &recipe).ok()?.comparable()
    });
    Some(a?.hamming(b?))
}

/// At most so many places of a passage are given for each text.
const MOST_PLACES: usize = 100;

/// A passage that occurs in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocatedPassage {
    /// In characters, white space not counted.
    pub chars: u64,
    /// So many of them are the same in both.
    pub kept: u64,
    /// How many edits it has.
    pub edits: usize,
    /// At how many places it occurs in A and in B.
    pub counts: [u32; 2],
    /// The first of these.
    pub places: [Vec<PassagePlace>; 2],
    /// Its first place in A, in bytes.
    pub first: Span,
}

/// A place of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PassagePlace {
    /// Its first character.
    pub start: usize,
    /// The character after its last.
    pub end: usize,
    /// The number of the paragraph that it begins in.
    pub paragraph: u32,
}

/// The same passages, located.
pub(crate) fn located(passages: &[PairPassage], texts: [&str; 2]) -> Vec<LocatedPassage> {
    let spans = |side: usize| passages.iter().flat_map(move |passage| passage.places[side].iter().take(MOST_PLACES));
    let chars = [0, 1].map(|side| OffsetTable::new(texts[side], spans(side).copied()));
    let numbers = texts.map(Numbers::new);
    let places = |side: usize, spans: &[Span]| {
        let place = |span: &Span| {
            let [start, end] = chars[side].of(*span);
            PassagePlace { start, end, paragraph: numbers[side].at(bare(texts[side], *span).start) }
        };
        spans.iter().take(MOST_PLACES).map(place).collect()
    };
    let one = |passage: &PairPassage| LocatedPassage {
        chars: passage.chars,
        kept: passage.kept,
        edits: passage.edits.len(),
        counts: passage.counts,
        places: [0, 1].map(|side| places(side, &passage.places[side])),
        first: passage.places[0].first().copied().unwrap_or(Span { start: 0, end: 0 }),
    };
    passages.iter().map(one).collect()
}

/// Turns offsets in bytes into offsets in characters, for bytes in ascending order.
pub(crate) struct CharOffsets<'a> {
    text: &'a str,
    byte: usize,
    chars: usize,
}

impl<'a> CharOffsets<'a> {
    /// Of a text, from its start.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, byte: 0, chars: 0 }
    }

    fn at(&mut self, byte: u32) -> usize {
        let byte = byte as usize;
        self.chars += self.text.get(self.byte..byte).map_or(0, |passed| passed.chars().count());
        self.byte = self.byte.max(byte);
        self.chars
    }

    /// The first character of a span, and the one after its last.
    pub(crate) fn of(&mut self, span: Span) -> [usize; 2] {
        [self.at(span.start), self.at(span.end)]
    }
}

/// Offsets in characters for offsets in bytes, in any order.
pub(crate) struct OffsetTable(Vec<(u32, usize)>);

impl OffsetTable {
    /// Of the ends of `spans`.
    pub(crate) fn new(text: &str, spans: impl Iterator<Item = Span>) -> Self {
        let mut bytes: Vec<u32> = spans.flat_map(|span| [span.start, span.end]).collect();
        bytes.sort_unstable();
        bytes.dedup();
        let mut offsets = CharOffsets::new(text);
        Self(bytes.into_iter().map(|byte| (byte, offsets.at(byte))).collect())
    }

    /// The first character of one of these spans, and the one after its last.
    pub(crate) fn of(&self, span: Span) -> [usize; 2] {
        let at = |byte: u32| self.0.binary_search_by_key(&byte, |&(byte, _)| byte).map_or(0, |at| self.0[at].1);
        [at(span.start), at(span.end)]
    }
}
