//! The pairs that a report lists, and those of them that have a section, so that a report of a usual size stays short
//! enough to be read.
//!
//! Text is measured in *cells*: a Han character is two, any other one. A printed A4 page of two columns holds about
//! 6,000.

use super::ReportFormat;
use crate::{
    compare::{Thresholds, pair},
    locale::Lang,
    review::{Decisions, ReviewedPair, filter::Filter},
    t,
};

/// The greatest number of pairs with a section.
pub(crate) const MAX_SECTIONS: usize = 200;
/// The greatest number of rows beside those of decided pairs, where all are asked for.
const MAX_ROWS: usize = 2000;
/// The greatest number of pairs in a file for programs.
pub(crate) const MAX_RECORDS: usize = 1_000_000;
/// The number of pairs listed that are flagged and not decided, and of those that only share some text.
const MAX_FLAGGED: usize = 40;
const MAX_SHARING: usize = 20;

/// The cells of all sections together, about 11 pages.
const ALL_SECTIONS: u64 = 64_000;
/// The least and the most cells of a section.
const LEAST: u64 = 4_000;
const MOST: u64 = 32_000;

/// Which of the listed pairs have a section with their texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DetailedPairs {
    /// Near-duplicates.
    Near,
    /// Pairs with a verdict or a note; then, as space allows, near-duplicates and pairs that share much text.
    #[default]
    Flagged,
    /// All.
    All,
    /// None.
    None,
}

#[derive(Clone, Debug)]
pub(crate) enum ListedPairs {
    /// Pairs that match the filter.
    By(Filter),
    /// Pairs with a verdict or a note, on the pair or on one of its changes.
    Decided,
    /// The pair of these two documents: a case.
    One([usize; 2]),
}

/// The pairs, sections and form of a report.
/// What a list is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ListedBy {
    #[default]
    Pair,
    Document,
}

#[derive(Clone, Debug)]
pub(crate) struct ReportScope {
    pub listed: ListedPairs,
    pub detailed: DetailedPairs,
    /// Nothing is omitted: pairs that share no text and are over the threshold are listed too, and texts, passages and
    /// differences are whole, however long they are.
    pub full: bool,
    /// What a form with one list lists.
    pub by: ListedBy,
    pub form: ReportFormat,
}

impl ReportScope {
    /// The report is of one pair alone.
    pub(crate) fn is_case(&self) -> bool {
        matches!(self.listed, ListedPairs::One(_))
    }
}

impl ListedPairs {
    pub(super) fn holds(&self, reviewed: &ReviewedPair<'_>) -> bool {
        match self {
            Self::By(filter) => filter.holds(reviewed),
            Self::Decided => reviewed.decisions.is_decided(reviewed.pair.documents()),
            Self::One(documents) => reviewed.pair.documents() == *documents,
        }
    }

    /// In words; empty if all pairs are listed.
    pub(super) fn description(&self, hidden: bool, lang: Lang) -> String {
        match self {
            Self::By(filter) if hidden => filter.nameless().to_string(),
            Self::By(filter) => filter.to_string(),
            Self::Decided => t!(lang, "report.listed-decided").into(),
            Self::One(_) => t!(lang, "report.listed-one").into(),
        }
    }
}

impl DetailedPairs {
    /// Whether a pair, with the scores that count, is to have a section.
    pub(crate) fn holds(self, pair: &pair::Pair, at: Thresholds, decisions: &Decisions) -> bool {
        self.wants(Class::of(pair, at, decisions), pair, at)
    }

    fn wants(self, class: Class, pair: &pair::Pair, at: Thresholds) -> bool {
        match self {
            Self::None => false,
            Self::Near => pair.near(at.k),
            Self::Flagged => class <= Class::Flagged,
            Self::All => true,
        }
    }
}

/// The order of pairs in a report for reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// There is a verdict or a note.
    Decided,
    /// Near, or much shared text.
    Flagged,
    /// Some shared text.
    Sharing,
    /// Neither near nor any shared text.
    Apart,
}

impl Class {
    /// The class of a pair with the scores that count.
    pub(super) fn of(pair: &pair::Pair, at: Thresholds, decisions: &Decisions) -> Self {
        match pair {
            _ if decisions.is_decided(pair.documents()) => Self::Decided,
            _ if pair.near(at.k) || pair.disagreement(at).is_some() => Self::Flagged,
            _ if pair.longest > 0 => Self::Sharing,
            _ => Self::Apart,
        }
    }
}

/// The listed pairs, and those of them with a section, with their numbers.
pub(super) struct Selection<'a> {
    pub listed: Vec<&'a pair::Pair>,
    pub detailed: Vec<(usize, &'a pair::Pair)>,
    /// The cells of each section.
    pub budget: Option<u64>,
    /// A sentence for each kind that is omitted.
    pub omitted: Vec<String>,
}

/// A matching pair, in the order of the list.
pub(super) struct Candidate<'a> {
    pub pair: &'a pair::Pair,
    pub class: Class,
    /// Smaller for one whose verdict says more.
    pub gravity: usize,
}

/// Chooses among pairs, given in the order of the list. `cells` are those of both texts; `None` if a text is missing.
pub(super) fn select<'a>(
    mut matching: Vec<Candidate<'a>>,
    scope: &ReportScope,
    at: Thresholds,
    cells: impl Fn(&pair::Pair) -> Option<u64>,
    lang: Lang,
) -> Selection<'a> {
    let mut omitted = Vec::new();
    if scope.form.is_for_reading() && !scope.is_case() {
        matching.sort_by_key(|candidate| (candidate.class, candidate.gravity));
        shorten(&mut matching, scope, lang, &mut omitted);
    } else if matching.len() > MAX_RECORDS {
        let (n, all) = (MAX_RECORDS, matching.len());
        omitted.push(t!(lang, "report.left-pairs", n, all));
        matching.truncate(n);
    }
    // CSV has no place for sections.
    let has_sections = scope.form != ReportFormat::Csv;
    let is_wanted =
        |candidate: &Candidate<'_>| has_sections && scope.detailed.wants(candidate.class, candidate.pair, at);
    let mut wanted: Vec<(usize, &Candidate<'a>, u64)> = Vec::new();
    let mut without_text = 0;
    for (number, candidate) in (1..).zip(&matching).filter(|(_, candidate)| is_wanted(candidate)) {
        match cells(candidate.pair) {
            Some(cells) => wanted.push((number, candidate, cells)),
            None => without_text += 1,
        }
    }
    if without_text > 0 {
        omitted.push(t!(lang, "report.left-unread", n = without_text));
    }
    wanted.sort_by_key(|(number, candidate, _)| (candidate.class != Class::Decided, *number));
    let (decided, open) = wanted.split_at(wanted.partition_point(|(_, one, _)| one.class == Class::Decided));
    if decided.len() > MAX_SECTIONS {
        omitted.push(t!(lang, "report.left-decided", n = MAX_SECTIONS, all = decided.len()));
    }
    let mut most_open = MAX_SECTIONS.saturating_sub(decided.len());
    if scope.form.is_for_reading() && scope.detailed == DetailedPairs::Flagged && !scope.full {
        let fit = undecided(decided.iter().map(|(.., cells)| *cells), open.iter().map(|(.., cells)| *cells));
        most_open = most_open.min(fit);
    }
    if open.len() > most_open {
        omitted.push(t!(lang, "report.left-open", n = open.len() - most_open));
    }
    let budget = (!scope.full).then(|| of_section(decided.len()));
    let sections = decided.iter().take(MAX_SECTIONS).chain(open.iter().take(most_open));
    let mut detailed: Vec<(usize, &pair::Pair)> = sections.map(|(number, one, _)| (*number, one.pair)).collect();
    detailed.sort_unstable_by_key(|(number, _)| *number);
    Selection { listed: matching.iter().map(|candidate| candidate.pair).collect(), detailed, budget, omitted }
}

/// Keeps of the pairs without decision those that a reader looks for; the others are a number.
fn shorten(matching: &mut Vec<Candidate<'_>>, scope: &ReportScope, lang: Lang, omitted: &mut Vec<String>) {
    let until = |class: Class| matching.partition_point(|candidate| candidate.class <= class);
    let [decided, flagged, sharing] = [Class::Decided, Class::Flagged, Class::Sharing].map(until);
    let all = matching.len();
    if scope.full {
        let most = decided + MAX_ROWS;
        if all > most {
            omitted.push(t!(lang, "report.left-pairs", n = most, all));
        }
        return matching.truncate(most);
    }
    let listed_flagged = flagged.min(decided + MAX_FLAGGED);
    if listed_flagged < flagged {
        omitted.push(t!(lang, "report.left-flagged", n = flagged - listed_flagged));
    }
    let listed_sharing = sharing.min(flagged + MAX_SHARING);
    if listed_sharing < sharing {
        omitted.push(t!(lang, "report.left-sharing", n = sharing - listed_sharing));
    }
    if sharing < all {
        omitted.push(t!(lang, "report.left-apart", n = all - sharing));
    }
    matching.truncate(listed_sharing);
    matching.drain(listed_flagged..flagged);
}

/// The cells of a section, where so many pairs are decided.
fn of_section(decided: usize) -> u64 {
    (ALL_SECTIONS / decided.max(1) as u64).clamp(LEAST, MOST)
}

/// The number of undecided pairs, given by the cells of both texts, that have room for a section after the decided
/// ones.
fn undecided(decided: impl Iterator<Item = u64>, undecided: impl Iterator<Item = u64>) -> usize {
    let decided: Vec<u64> = decided.collect();
    let section = of_section(decided.len());
    let used: u64 = decided.iter().map(|&cells| cells.min(section)).sum();
    let mut left = ALL_SECTIONS.saturating_sub(used);
    let fits = |cells: &u64| {
        let cells = (*cells).clamp(LEAST / 4, LEAST);
        let fits = cells <= left;
        left = left.saturating_sub(cells);
        fits
    };
    undecided.take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_pairs_come_first_and_undecided_ones_fill_up() {
        let long = 1_000_000;
        assert_eq!(undecided([].into_iter(), [long; 30].into_iter()), 16);
        assert_eq!(undecided([long; 10].into_iter(), [long; 30].into_iter()), 0);
        assert_eq!(undecided([2_000; 10].into_iter(), [long; 30].into_iter()), 11);
        assert_eq!(undecided([2_000; 10].into_iter(), [1_500, 100, long].into_iter()), 3);
        assert!(of_section(1) == MOST && of_section(200) == LEAST && of_section(0) == MOST);
    }
}
