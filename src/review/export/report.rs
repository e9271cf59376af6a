//! The report as a value, which all formats print. Computes nothing.
//!
//! The names of the JSON are part of the format ([`SCHEMA`]): where a field is renamed here, `serde` keeps its old name.

mod column;
mod detail;
mod heat_map;
mod pair;

use serde::Serialize;

use crate::{
    document::Mark,
    locale::{Lang, grouped},
    review::Timestamp,
    t,
};

pub(crate) use column::{ColumnBlock, ColumnPart, ReportColumn, TextPassage};
pub(crate) use detail::{
    DecidedHunk, DiffPart, PartKind, ReportDetail, ReportDifferences, ReportPassage, ReportRow, TopicSentence,
};
pub(crate) use heat_map::{HeatCell, HeatMap};
pub(crate) use pair::{PairFigures, RemainderFigures, ReportDecision, ReportPair};

/// Name and version of the JSON. A new name leaves it as it is; a removed name, or one with a new meaning, changes it.
pub(super) const SCHEMA: &str = "simscope/report/2";

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
    /// Documents are identified by their numbers alone.
    pub names_hidden: bool,
    /// Verdicts and notes came with the folder and are not accepted.
    #[serde(skip_serializing_if = "is_false")]
    pub received: bool,
    /// The filter of the listed pairs; empty if all are listed.
    pub filter: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<ArchiveSummary>,
    pub counts: Counts,
    pub documents: Vec<ReportDocument>,
    /// The listed pairs. In forms for reading decided pairs come first, then flagged ones; in files for programs they
    /// are ranked.
    pub pairs: Vec<ReportPair>,
    /// The listed pairs with a section, in the same order.
    #[serde(rename = "closer")]
    pub details: Vec<ReportDetail>,
    pub clusters: Vec<ReportCluster>,
    /// `None` if there are too many documents for a file.
    pub matrix: Option<DistanceMatrix>,
    /// The same as a picture, of any number of documents.
    #[serde(skip)]
    pub heat_map: Option<HeatMap>,
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
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
    /// Documents that share passages and are not near.
    pub sharing: usize,
    /// Matching runs in documents whose texts are not at hand.
    pub unverified: Vec<UnverifiedMatch>,
    /// Parts of the library are damaged: documents may be missing.
    pub damaged: bool,
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

impl ArchiveSummary {
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        let Self { fingerprints, near, listed, within, outside, ref library } = *self;
        let [archive, near, met] = [fingerprints, near as u64, listed as u64].map(grouped);
        if let Some(LibrarySummary { sharing, unverified, .. }) = library {
            let [sharing, unverified] = [sharing, &unverified.len()].map(|n| grouped(*n as u64));
            let found = t!(lang, "archive.library", archive = archive, near = near, within = within, sharing = sharing);
            let unverified = (unverified != "0").then(|| t!(lang, "archive.unverified", n = unverified));
            return [Some(found), unverified].into_iter().flatten().collect::<Vec<_>>().join(lang.gap());
        }
        let found = if near == met {
            t!(lang, "archive.near", archive = archive, near = near, within = within)
        } else {
            t!(lang, "archive.near-of", archive = archive, near = near, met = met, within = within)
        };
        let outside = (outside > 0).then(|| t!(lang, "archive.outside", n = grouped(outside as u64)));
        [Some(found), outside].into_iter().flatten().collect::<Vec<_>>().join(lang.gap())
    }
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

#[derive(Clone, Debug, Serialize)]
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

/// A decision on two files of which at least one no longer exists.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportMissingPair {
    pub names: [String; 2],
    #[serde(flatten)]
    pub decision: ReportDecision,
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
            (Some(page), _) => t!(lang, "report.place-page", n = paragraph, page = page),
            (None, Some(chapter)) => t!(lang, "report.place-chapter", n = paragraph, chapter = chapter),
            (None, None) => t!(lang, "report.place", n = paragraph),
        }
    }
}
