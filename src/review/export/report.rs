//! The value that all forms are printed from. Its names are those of the JSON, version [`SCHEMA`].

use serde::Serialize;

use crate::{
    document::Mark,
    locale::{Lang, grouped},
    review::{Stamp, Verdict},
    t,
};

/// Name and version of the JSON. A name that is new does not change it, one that is gone or means something else does.
pub(super) const SCHEMA: &str = "simscope/report/1";

/// A review as it is handed over. Shares are 0 to 1; documents and pairs have numbers from 1.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `SCHEMA`.
    pub schema: &'static str,
    /// Version of this program.
    pub version: &'static str,
    /// When it was made.
    pub made: Stamp,
    /// Language of its sentences (BCP 47).
    pub language: &'static str,
    /// The same, for the printers.
    #[serde(skip)]
    pub lang: Lang,
    /// That similarity is no proof.
    pub caution: String,
    /// The recipe's line.
    pub recipe: String,
    /// Width of the fingerprints.
    pub bits: u8,
    /// The largest distance called near.
    pub k: u32,
    /// Up to this distance pairs join clusters.
    pub cutoff: u32,
    /// How long a shared run must be.
    pub run: Run,
    /// What was left out of the texts, a line for each rule.
    pub exclusions: Vec<String>,
    /// Documents are told by their numbers alone.
    pub names_hidden: bool,
    /// Which pairs are listed; empty for all.
    pub filter: String,
    /// The lookup in an archive of fingerprints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<LookedUp>,
    /// How many there are of what.
    pub counts: Counts,
    /// All documents.
    pub documents: Vec<Document>,
    /// The pairs that are listed, ranked.
    pub pairs: Vec<Pair>,
    /// Pairs looked at closely, in the same order.
    pub closer: Vec<Closer>,
    /// Groups of documents each of which is near to some other of the group.
    pub clusters: Vec<Cluster>,
    /// All distances, where the documents are few enough to be seen at once.
    pub matrix: Option<Matrix>,
    /// What was decided of files that are not there any more.
    pub gone: Vec<Gone>,
    /// What is not in it for want of room, in sentences.
    pub left_out: Vec<String>,
}

/// How long a shared run must be.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Run {
    /// In Han characters.
    pub han: u32,
    /// In words of other scripts.
    pub words: u32,
}

/// The lookup in an archive of fingerprints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LookedUp {
    /// How many there are.
    pub fingerprints: usize,
    /// How many are near to some document of the batch.
    pub near: usize,
    /// How many of those are among the documents.
    pub listed: usize,
    /// Up to this distance.
    pub within: u32,
}

impl LookedUp {
    /// In a sentence.
    pub fn said(self, lang: Lang) -> String {
        let Self { fingerprints, near, listed, within } = self;
        let [archive, near, met] = [fingerprints, near, listed].map(|n| grouped(n as u64));
        if near == met {
            t!(lang, "archive.near", archive = archive, near = near, within = within)
        } else {
            t!(lang, "archive.near-of", archive = archive, near = near, met = met, within = within)
        }
    }
}

/// How many there are of what.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Documents that were read.
    pub documents: usize,
    /// Documents of which nothing could be made.
    pub failed: usize,
    /// Pairs that were compared.
    pub pairs: usize,
    /// Of these, pairs that the filter lets through.
    pub meant: usize,
    /// Near-duplicates among all.
    pub near: usize,
    /// Pairs among all where the two signals disagree.
    pub disagree: usize,
    /// Pairs among all with a verdict.
    pub decided: usize,
}

/// A document.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Where it was; `None` where names are hidden.
    pub path: Option<String>,
    /// How it was read, in words.
    pub reading: Option<String>,
    /// In bytes, before decoding.
    pub bytes: Option<u64>,
    /// Characters of the text.
    pub characters: Option<u64>,
    /// XXH3 of its bytes, 16 digits.
    pub content_hash: Option<String>,
    /// In hex digits; `None` where there is none.
    pub fingerprint: Option<String>,
    /// The fingerprint is all that is known, from this place; its text is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_fingerprint: Option<String>,
    /// What is to be kept in mind of it.
    pub warnings: Vec<String>,
    /// Why nothing could be made of it.
    pub error: Option<String>,
}

/// A pair.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// Its place in the ranking of the pairs that are listed.
    pub number: usize,
    /// The number of A.
    pub a: usize,
    /// The number of B.
    pub b: usize,
    /// In how many bits they differ.
    pub hamming: Option<u32>,
    /// The distance is at most k.
    pub near_duplicate: bool,
    /// The same bytes.
    pub identical: bool,
    /// Where the two signals contradict each other: `shared-not-near`, `near-not-shared`.
    pub disagreement: Option<&'static str>,
    /// How much of A stands in B; `None` where a text is not there.
    pub a_in_b: Option<f64>,
    /// How much of B stands in A; `None` where a text is not there.
    pub b_in_a: Option<f64>,
    /// Characters of the longest passage that stands whole in both texts; `None` where a text is not there.
    pub longest: Option<u64>,
    /// The exact cosine of the two weight vectors.
    pub cosine: Option<f64>,
    /// The same numbers without what was left out; `None` where nothing was to be.
    pub rest: Option<Rest>,
    /// The cluster that holds both.
    pub cluster: Option<u32>,
    /// What the reader decided.
    #[serde(flatten)]
    pub decided: Decided,
}

/// A pair without what was left out of its texts.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rest {
    /// In how many bits they differ.
    pub hamming: Option<u32>,
    /// The distance is at most k.
    pub near_duplicate: bool,
    /// How much of A stands in B.
    pub a_in_b: f64,
    /// How much of B stands in A.
    pub b_in_a: f64,
}

/// What a reader decided, and what has changed since.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Decided {
    /// The verdict.
    pub verdict: Option<Verdict>,
    /// When it was given.
    pub verdict_at: Option<Stamp>,
    /// The numbers of the documents that were changed since.
    pub changed_since: Vec<usize>,
    /// The note.
    pub note: Option<String>,
}

/// A pair looked at closely.
#[derive(Clone, Debug, Serialize)]
pub struct Closer {
    /// The pair's number.
    pub pair: usize,
    /// What there is to say of it, in sentences.
    pub said: Vec<super::Said>,
    /// The passages that both share, as they stand in one.
    pub passages: Vec<Passage>,
    /// The number of the document that they are taken from.
    pub passages_of: usize,
    /// Passages that are not listed.
    pub more_passages: usize,
    /// The differences, where they can be read as changes.
    pub differences: Option<Differences>,
    /// Places of which something was decided.
    pub spots: Vec<Spot>,
    /// The same, of words that are not there any more.
    pub orphans: Vec<Spot>,
}

/// A passage of one document that stands whole in the other.
#[derive(Clone, Debug, Serialize)]
pub struct Passage {
    /// How it begins.
    pub text: String,
    /// There is more of it.
    pub cut: bool,
    /// Characters of all of it, white space not counted.
    pub chars: u64,
    /// Its place.
    pub here: Place,
    /// Where it begins in the other.
    pub there: Place,
    /// It is left out of the scores.
    pub left_out: bool,
}

/// A place in a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The paragraph, from 1.
    pub paragraph: u32,
    /// The page of the source, from 1.
    pub page: Option<u32>,
    /// The chapter of the source, from 1.
    pub chapter: Option<u32>,
}

/// The differences of two texts.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Differences {
    /// How many changes there are.
    pub changes: usize,
    /// Paragraphs, in order.
    pub rows: Vec<Row>,
    /// Changes that are not shown for want of room.
    pub more_changes: usize,
    /// All was compared; else the changes are coarser than they could be.
    pub complete: bool,
    /// The rule calls the pair near.
    pub near: bool,
}

/// A paragraph of the differences, or several that are the same.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// `equal`, `changed`, `removed`, `added`, `folded`.
    pub kind: &'static str,
    /// Where it is in A.
    pub a: Option<Place>,
    /// Where it is in B.
    pub b: Option<Place>,
    /// It stands elsewhere in the other text: both ends have this number.
    pub moved: Option<usize>,
    /// What it says; of `folded`, nothing.
    pub parts: Vec<Part>,
    /// Of `folded`: how many paragraphs.
    #[serde(skip_serializing_if = "is_zero")]
    pub paragraphs: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// A stretch of a paragraph.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// Whether it is in both, in A alone or in B alone.
    pub change: Change,
    /// The number of the change it belongs to, from 1.
    pub number: Option<usize>,
    /// It is left out of the numbers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
    /// What it says.
    pub text: String,
}

/// In which of the texts something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// In both.
    Same,
    /// In A alone.
    Removed,
    /// In B alone.
    Added,
}

/// A place of a pair of which something was decided.
#[derive(Clone, Debug, Serialize)]
pub struct Spot {
    /// The number of the change, where its words are still there.
    pub change: Option<usize>,
    /// The words in A.
    pub a: String,
    /// The words in B.
    pub b: String,
    /// The decisions.
    #[serde(flatten)]
    pub decided: Decided,
}

/// Documents each of which is near to some other of them.
#[derive(Clone, Debug, Serialize)]
pub struct Cluster {
    /// Its number.
    pub number: u32,
    /// The numbers of its documents.
    pub documents: Vec<usize>,
    /// The largest distance within.
    pub spread: u32,
}

/// All distances.
#[derive(Clone, Debug, Serialize)]
pub struct Matrix {
    /// The numbers of the documents of the rows, and of the columns.
    pub documents: Vec<usize>,
    /// A row for each document; `None` where there is no distance.
    pub distances: Vec<Vec<Option<u32>>>,
}

/// What was decided of files of which one is not there any more.
#[derive(Clone, Debug, Serialize)]
pub struct Gone {
    /// What they were called.
    pub names: [String; 2],
    /// The decisions.
    #[serde(flatten)]
    pub decided: Decided,
}

impl Place {
    /// A numbered paragraph, with what of the source it stands in.
    pub fn new(paragraph: u32, mark: Option<Mark>) -> Self {
        let (page, chapter) = match mark {
            Some(Mark::Page(page)) => (Some(page), None),
            Some(Mark::Chapter(chapter)) => (None, Some(chapter)),
            None => (None, None),
        };
        Self { paragraph, page, chapter }
    }

    /// As a reader says it: `¶ 12, p. 3`.
    pub fn shown(self, lang: Lang) -> String {
        let Self { paragraph, page, chapter } = self;
        match (page, chapter) {
            (Some(page), _) => t!(lang, "report.place-page", n = paragraph, page = page),
            (None, Some(chapter)) => t!(lang, "report.place-chapter", n = paragraph, chapter = chapter),
            (None, None) => t!(lang, "report.place", n = paragraph),
        }
    }
}

impl Decided {
    /// Whether there is anything.
    pub fn is_empty(&self) -> bool {
        self.verdict.is_none() && self.note.is_none()
    }
}
