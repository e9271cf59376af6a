//! The report as a value, which all formats print. Computes nothing.
//!
//! The names of the JSON are part of the format ([`SCHEMA`]): where a field is renamed here, `serde` keeps its old
//! name.

use std::{collections::BTreeSet, ops::Not};

use serde::Serialize;

use super::ListedBy;
use crate::{
    compare::submissions::Submission,
    document::Mark,
    locale::{Lang, grouped},
    review::{SubmissionState, Timestamp, Verdict, pairs::Figures},
    t,
};

/// Name and version of the JSON. A new name leaves it as it is; a removed name, or one with a new meaning, changes it.
pub(super) const SCHEMA: &str = "simscope/report/3";

/// Everything that was compared and decided. Shares are from 0 to 1; documents and pairs are numbered from 1.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pub schema: &'static str,
    /// Version of this program.
    pub version: &'static str,
    #[serde(rename = "made")]
    pub created: Timestamp,
    /// Language of its sentences (BCP 47).
    pub language: &'static str,
    #[serde(skip)]
    pub lang: Lang,
    /// The sentence that similarity is no proof.
    pub caution: String,
    pub recipe: String,
    /// Width of the fingerprints, in bits.
    pub bits: u8,
    /// The threshold, in bits.
    pub k: u32,
    /// The greatest distance at which pairs join clusters, in bits.
    pub cutoff: u32,
    pub run: RunLengths,
    /// One line for each rule of exclusion.
    pub exclusions: Vec<String>,
    /// The scores by which order, flags and counts go: `rest`, those after exclusion, or `whole`; `None` if nothing is
    /// excluded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<&'static str>,
    /// The title and the case number; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Who reviews, by their own word; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reviewer: String,
    /// Documents are identified by their numbers alone.
    pub names_hidden: bool,
    /// What hiding names did to the texts of the details; `None` if names are shown, or there are no details.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<NamesInTexts>,
    /// Verdicts and notes came with the folder and are not accepted.
    #[serde(skip_serializing_if = "Not::not")]
    pub received: bool,
    /// The filter of the listed pairs; empty if all are listed.
    pub filter: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<ArchiveSummary>,
    pub counts: Counts,
    pub documents: Vec<ReportDocument>,
    /// The documents, those first that have most from others.
    pub submissions: Vec<ReportSubmission>,
    /// How many documents are not among them, since they are too short, or without text.
    #[serde(skip)]
    pub without_submission: usize,
    /// What a form with one list lists.
    #[serde(skip)]
    pub by: ListedBy,
    /// The listed pairs. In forms for reading decided pairs come first, then flagged ones; in files for programs they
    /// are ranked.
    pub pairs: Vec<ReportPair>,
    /// The listed pairs with a section, in the same order.
    #[serde(rename = "closer")]
    pub details: Vec<ReportDetail>,
    pub clusters: Vec<ReportCluster>,
    /// `None` if there are too many documents for a file.
    pub matrix: Option<DistanceMatrix>,
    /// The report is of one pair alone.
    #[serde(skip)]
    pub is_case: bool,
    /// Decisions on files that no longer exist.
    #[serde(rename = "gone")]
    pub missing: Vec<ReportMissingPair>,
    /// Sentences on the parts that are omitted for want of space.
    #[serde(rename = "left_out")]
    pub omitted: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct NamesInTexts {
    /// How many places are hidden.
    pub replaced: usize,
    /// How many short names stay, since each may be a word.
    pub kept: usize,
    /// These words, each once.
    #[serde(skip)]
    pub words: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Counts {
    /// Documents that were read.
    pub documents: usize,
    /// Documents without results.
    pub failed: usize,
    /// Number of compared pairs.
    pub pairs: usize,
    /// Compared pairs that match the filter.
    #[serde(rename = "meant")]
    pub matching: usize,
    /// Near-duplicates among the compared pairs.
    pub near: usize,
    /// Compared pairs that share much text but are not near, or the reverse.
    pub disagree: usize,
    /// Pairs that share much text but are not near, a part of `disagree`.
    pub shared_not_near: usize,
    /// Compared pairs with a verdict.
    pub decided: usize,
    /// Pairs that are near or share much text, without verdict and note.
    pub open: usize,
}

/// The least length of a shared run.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct RunLengths {
    /// In Han characters.
    pub han: u32,
    /// In words of other scripts.
    pub words: u32,
}

/// The lookup in an archive of fingerprints, or in a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ArchiveSummary {
    /// Fingerprints of the archive, or documents of the library.
    pub fingerprints: u64,
    /// Fingerprints that are near some document of the batch.
    pub near: usize,
    /// Near fingerprints that are among the documents.
    pub listed: usize,
    /// The greatest distance, in bits.
    pub within: u32,
    /// Near fingerprints whose files are not opened, since they are in other folders.
    #[serde(skip_serializing_if = "is_zero")]
    pub outside: usize,
    /// What shares passages, where it is a library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<LibrarySummary>,
}

/// Documents of a library that share passages with the documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct LibrarySummary {
    /// Documents that share passages and are not near; `null` where no passages of the library are known.
    pub sharing: Option<usize>,
    /// Matching runs in documents whose texts are not at hand.
    pub unverified: Vec<UnverifiedMatch>,
    /// Parts of the library are damaged: documents may be missing.
    pub damaged: bool,
    /// Every document of the library that has a run in common with one of these was read.
    pub complete: Option<bool>,
    /// The documents of the library whose passages are known; `null` where it has none.
    pub with_passages: Option<u64>,
}

/// A document of a library that has runs in common with one of the documents, which could not be verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct UnverifiedMatch {
    /// The number of the document.
    pub document: usize,
    /// The file of the one in the library; `null` if names are hidden.
    pub path: Option<String>,
    /// At least so many runs are in common.
    pub matching_runs: u32,
    /// A stable name for the reason that the text is not at hand.
    pub unverified: &'static str,
    /// The same in words.
    #[serde(skip)]
    pub why: &'static str,
}

impl LibrarySummary {
    /// What was not looked at for passages, if anything.
    fn limits(&self, documents: u64, lang: Lang) -> Option<String> {
        let known = self.with_passages.filter(|&known| known < documents);
        let known = known.map(|n| t!(lang, "library-file.known", n = grouped(n), all = grouped(documents)));
        let read = (self.complete == Some(false)).then(|| t!(lang, "library-file.incomplete").to_owned());
        let said: Vec<String> = [known, read].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(lang.gap()))
    }
}

impl ArchiveSummary {
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        let Self { fingerprints, near, listed, within, outside, ref library } = *self;
        let [archive, near, met] = [fingerprints, near as u64, listed as u64].map(grouped);
        if let Some(library) = library {
            let found = match library.sharing {
                Some(sharing) => t!(lang, "archive.library", archive, near, within, sharing = grouped(sharing as u64)),
                None => t!(lang, "archive.library-near", archive, near, within),
            };
            let unverified = Some(library.unverified.len()).filter(|&n| n > 0);
            let unverified = unverified.map(|n| t!(lang, "archive.unverified", n = grouped(n as u64)));
            let said = [Some(found), unverified].into_iter().flatten();
            let said = said.chain(library.sharing.and_then(|_| library.limits(fingerprints, lang)));
            return said.collect::<Vec<_>>().join(lang.gap());
        }
        let found = if near == met {
            t!(lang, "archive.near", archive, near, within)
        } else {
            t!(lang, "archive.near-of", archive, near, met, within)
        };
        let outside = (outside > 0).then(|| t!(lang, "archive.outside", n = grouped(outside as u64)));
        [Some(found), outside].into_iter().flatten().collect::<Vec<_>>().join(lang.gap())
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ReportDocument {
    pub number: usize,
    pub name: String,
    /// `None` if names are hidden.
    pub path: Option<String>,
    /// Format and encoding, in words.
    pub reading: Option<String>,
    /// Size before decoding.
    pub bytes: Option<u64>,
    pub characters: Option<u64>,
    /// XXH3 of its bytes, 16 digits.
    pub content_hash: Option<String>,
    /// In hexadecimal digits.
    pub fingerprint: Option<String>,
    /// File and line of the fingerprint, if nothing else is known of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_fingerprint: Option<String>,
    pub warnings: Vec<String>,
    /// Its distances say little: it is short, or few words decide its bits.
    #[serde(skip)]
    pub is_weak: bool,
    /// The warnings on its bytes and characters.
    #[serde(skip)]
    pub remarks: Vec<String>,
    /// The one of the warnings that counts characters that deceive the eye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub altered: Option<String>,
    /// The reason that there are no results.
    pub error: Option<String>,
}

/// What a document has from any of the others.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportSubmission {
    /// The number of the document.
    pub document: usize,
    /// The share of it that occurs in any other word for word.
    pub from_others: f64,
    /// The same with small edits.
    pub from_others_edited: f64,
    /// How many others have 5% of it, or a long passage.
    pub sources: usize,
    /// The number of the one that has most of it.
    pub largest_source: Option<usize>,
    /// The share of it that this one has, word for word or with small edits.
    pub largest_share: Option<f64>,
    /// Length of the longest passage, in characters.
    pub longest: u64,
    #[serde(flatten)]
    pub state: SubmissionState,
    #[serde(skip)]
    pub of: Submission,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportPair {
    /// Rank among the listed pairs.
    pub number: usize,
    /// The number of document A.
    pub a: usize,
    /// The number of document B.
    pub b: usize,
    /// With all of both texts.
    #[serde(flatten)]
    pub whole: Figures,
    /// The files are equal byte for byte.
    pub identical: bool,
    /// The exact cosine of the two weight vectors.
    pub cosine: Option<f64>,
    /// After exclusion; `None` if nothing is excluded.
    #[serde(rename = "rest")]
    pub remainder: Option<Figures>,
    /// The number of the cluster of both.
    pub cluster: Option<u32>,
    #[serde(flatten)]
    pub decision: ReportDecision,
    /// There is a verdict or a note, on the pair or on one of its changes.
    #[serde(skip)]
    pub is_decided: bool,
    /// How many changes and passages of it have a verdict or a note.
    pub places_decided: usize,
    /// The score of the tool that found the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_score: Option<f64>,
}

/// The verdict and the note of a reader.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ReportDecision {
    pub verdict: Option<Verdict>,
    pub verdict_at: Option<Timestamp>,
    /// Who gave it, in their own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    /// The numbers of the documents that changed after the verdict.
    pub changed_since: Vec<usize>,
    pub note: Option<String>,
    /// Both came with the folder, and are not accepted.
    #[serde(skip_serializing_if = "Not::not")]
    pub received: bool,
}

impl ReportDecision {
    pub(crate) fn is_empty(&self) -> bool {
        self.verdict.is_none() && self.note.is_none()
    }

    /// The verdict in a word, in brackets if it was received.
    pub(crate) fn label(&self, lang: Lang) -> Option<String> {
        let label = self.verdict?.label(lang);
        Some(if self.received { t!(lang, "received.mark", mark = label) } else { label.to_owned() })
    }
}

/// A decision on two files of which at least one no longer exists.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportMissingPair {
    pub names: [String; 2],
    #[serde(flatten)]
    pub decision: ReportDecision,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportDetail {
    /// The number of the pair.
    pub pair: usize,
    #[serde(rename = "said")]
    pub sentences: Vec<TopicSentence>,
    /// Hamming distance in the normalised reading, if a text has characters that deceive the eye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hamming_as_read: Option<u32>,
    /// A and B; only A if the texts are identical, none if they share nothing.
    #[serde(rename = "texts")]
    pub columns: Vec<ReportColumn>,
    /// The longest shared passages, in the order of A.
    pub passages: Vec<ReportPassage>,
    /// The number of document A.
    pub passages_of: usize,
    /// Shared passages that are not listed.
    pub more_passages: usize,
    /// Shared passages that the columns do not show, for want of room.
    pub hidden_passages: usize,
    /// `None` if the pair is not near and the report is for reading.
    pub differences: Option<ReportDifferences>,
    /// Decisions on single changes.
    #[serde(rename = "spots")]
    pub hunks: Vec<DecidedHunk>,
    /// Decisions on changes whose words no longer occur.
    pub orphans: Vec<DecidedHunk>,
}

/// A sentence on a pair.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TopicSentence {
    /// A stable name.
    pub topic: &'static str,
    /// The topic as it is shown.
    pub label: String,
    pub text: String,
}

/// A passage of A that occurs whole in B.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportPassage {
    /// Among all shared passages of the pair, in the order of A; `None` if it is excluded.
    pub number: Option<u32>,
    /// The beginning of the text.
    pub text: String,
    /// The passage is longer than `text`.
    pub cut: bool,
    /// Length in characters, without white space.
    pub chars: u64,
    /// So many of them are the same in both texts.
    pub kept: u64,
    /// How many small edits it has.
    pub edits: usize,
    /// The place in A.
    pub here: Location,
    /// The place in B.
    pub there: Location,
    #[serde(rename = "left_out")]
    pub excluded: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ReportDifferences {
    /// The number of changes.
    pub changes: usize,
    /// Paragraphs, in order.
    pub rows: Vec<ReportRow>,
    /// Changes that are not in `rows` for want of space.
    pub more_changes: usize,
    /// False if time ran out: the changes are coarser than they could be.
    pub complete: bool,
    /// The pair is a near-duplicate at the threshold.
    pub near: bool,
}

/// A paragraph of the differences, or several equal ones.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ReportRow {
    /// `equal`, `changed`, `removed`, `added` or `folded`.
    pub kind: &'static str,
    pub a: Option<Location>,
    pub b: Option<Location>,
    /// The number of its move, if it occurs elsewhere in the other text: both ends have the same.
    pub moved: Option<usize>,
    /// Empty for `folded`.
    pub parts: Vec<DiffPart>,
    /// The number of paragraphs of `folded`.
    #[serde(skip_serializing_if = "is_zero")]
    pub paragraphs: usize,
}

impl ReportRow {
    /// The numbers of its changes, each once.
    pub(super) fn changes(&self) -> Vec<usize> {
        let changed = self.parts.iter().filter(|part| part.kind != PartKind::Same);
        let mut numbers: Vec<usize> = changed.filter_map(|part| part.number).collect();
        numbers.dedup();
        numbers
    }
}

/// A part of a paragraph.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DiffPart {
    #[serde(rename = "change")]
    pub kind: PartKind,
    /// The number of its change, from 1.
    pub number: Option<usize>,
    #[serde(rename = "left_out", skip_serializing_if = "Not::not")]
    pub excluded: bool,
    pub text: String,
    /// The place in the other text, if the part is not in the same place there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<Location>,
    /// Characters between this part and the next that are omitted, without white space.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PartKind {
    /// In both texts.
    Same,
    /// In A only.
    Removed,
    /// In B only.
    Added,
    /// In A here, and elsewhere in B.
    AlsoInB,
    /// In B here, and elsewhere in A.
    AlsoInA,
}

/// A change with a decision.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DecidedHunk {
    /// The number of the change, if its words still occur.
    pub change: Option<usize>,
    /// The number of the passage, if the decision is on a passage and its words still occur.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage: Option<u32>,
    /// The decision is on a shared passage.
    #[serde(skip)]
    pub is_passage: bool,
    /// The words of A.
    pub a: String,
    /// The words of B; empty for a passage.
    pub b: String,
    #[serde(flatten)]
    pub decision: ReportDecision,
}

/// A text, whole or as its shared passages with some words around them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportColumn {
    /// The number of the document.
    pub document: usize,
    /// Length of the whole text, white space included.
    pub characters: u64,
    /// Nothing of the text is omitted.
    pub whole: bool,
    pub blocks: Vec<ColumnBlock>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum ColumnBlock {
    /// A paragraph, or the part of it that is shown.
    Paragraph {
        at: Location,
        /// Its beginning is omitted.
        continued: bool,
        parts: Vec<ColumnPart>,
    },
    /// Text that is not shown.
    Omitted {
        /// Length, without white space.
        chars: u64,
    },
}

/// Text that is in the same passage, or in none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ColumnPart {
    pub text: String,
    #[serde(skip_serializing_if = "Not::not")]
    pub excluded: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage: Option<TextPassage>,
}

/// The passage of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TextPassage {
    /// From 1, in the order of A.
    pub number: u32,
    /// It begins with this part.
    pub begins: bool,
    /// It ends with this part.
    pub ends: bool,
    /// The other text has other words here.
    #[serde(skip_serializing_if = "Not::not")]
    pub edited: bool,
}

/// A place in a document. Numbers are from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Location {
    pub paragraph: u32,
    /// The page of the source.
    pub page: Option<u32>,
    /// The chapter of the source.
    pub chapter: Option<u32>,
}

impl Location {
    pub(crate) fn new(paragraph: u32, mark: Option<Mark>) -> Self {
        let (page, chapter) = match mark {
            Some(Mark::Page(page)) => (Some(page), None),
            Some(Mark::Chapter(chapter)) => (None, Some(chapter)),
            None => (None, None),
        };
        Self { paragraph, page, chapter }
    }

    /// The page or the chapter, for reading.
    pub(crate) fn part(self, lang: Lang) -> Option<String> {
        let page = self.page.map(|page| t!(lang, "place.page", n = page));
        page.or_else(|| self.chapter.map(|chapter| t!(lang, "place.chapter", n = chapter)))
    }

    /// For reading: `¶ 12, p. 3`.
    pub(crate) fn shown(self, lang: Lang) -> String {
        let Self { paragraph, page, chapter } = self;
        match (page, chapter) {
            (Some(page), _) => t!(lang, "report.place-page", n = paragraph, page),
            (None, Some(chapter)) => t!(lang, "report.place-chapter", n = paragraph, chapter),
            (None, None) => t!(lang, "report.place", n = paragraph),
        }
    }
}

/// Documents each of which is near to another of them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportCluster {
    pub number: u32,
    /// The numbers of its documents.
    pub documents: Vec<usize>,
    /// The greatest distance between two of them, in bits.
    pub spread: u32,
}

/// All distances between documents, in bits.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DistanceMatrix {
    /// The numbers of the documents of the rows, and of the columns.
    pub documents: Vec<usize>,
    /// One row for each document; `None` if one of the two has no fingerprint.
    pub distances: Vec<Vec<Option<u32>>>,
}

fn is_zero<T: Default + PartialEq>(n: &T) -> bool {
    *n == T::default()
}
