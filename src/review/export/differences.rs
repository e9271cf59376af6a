//! The texts of a pair side by side: shared passages and differences, with their locations.

use std::time::{Duration, Instant};

use super::{DiffPart, Location, PartKind, ReportDifferences, ReportPassage, ReportRow, locations::Locations};
use crate::{
    compare::{
        coverage::passages::{PairPassage, bare},
        diff::{self, AlignmentPoint, Diff, RowKind, Side},
        exclusion::{self, ExcludedSpan},
    },
    document::Document,
    review::HunkId,
    simhash::{Span, segments},
};

/// The search for differences settles for coarser ones after this time.
const BUDGET: Duration = Duration::from_secs(10);
/// The greatest number of passages listed of a pair.
const MAX_PASSAGES: usize = 12;
/// The greatest length of a listed passage in characters, and of one beside the differences, which show the texts too.
const MAX_PASSAGE: usize = 600;
const MAX_PASSAGE_BESIDE_DIFFERENCES: usize = 160;
/// The number of equal paragraphs shown before and after a change.
const CONTEXT: usize = 1;
/// The greatest length of the differences shown of a pair, about 30 pages of Han characters, in bytes.
const MAX_DIFFERENCES: usize = 180_000;

/// The two texts of a pair and their differences.
pub(super) struct PairTexts<'a> {
    documents: [&'a Document; 2],
    excluded: [&'a [ExcludedSpan]; 2],
    diff: Diff,
}

impl<'a> PairTexts<'a> {
    pub(super) fn new(
        documents: [&'a Document; 2],
        excluded: [&'a [ExcludedSpan]; 2],
        points: &[AlignmentPoint],
    ) -> Self {
        let [a, b] = documents.map(|document| document.text.as_str());
        let (segments_a, segments_b) = rayon::join(|| segments(a), || segments(b));
        let deadline = Instant::now() + BUDGET;
        let [a, b] = [(a, &segments_a), (b, &segments_b)].map(|(text, segments)| Side { text, segments });
        let (diff, _) = diff::diff_settled(a, b, points, Some(deadline));
        Self { documents, excluded, diff }
    }

    fn text(&self, side: usize) -> &'a str {
        &self.documents[side].text
    }

    fn locations(&self) -> Locations<'a> {
        Locations::new(&self.diff, self.documents.map(|document| &*document.landmarks))
    }

    /// All changes, with their numbers in the differences.
    pub(super) fn hunks(&self) -> Vec<(HunkId, usize)> {
        let hunks = HunkId::all(&self.diff, [self.text(0), self.text(1)]).into_iter();
        hunks.enumerate().map(|(at, hunk)| (hunk, self.diff.change_number(at))).collect()
    }

    /// The longest of the shared passages as they occur on `side`, each with whether it is excluded; and the number of
    /// the others.
    pub(super) fn passages(
        &self,
        side: usize,
        found: Vec<(PairPassage, bool)>,
        beside_differences: bool,
    ) -> (Vec<ReportPassage>, usize) {
        let more = found.len().saturating_sub(MAX_PASSAGES);
        let locations = self.locations();
        let length = if beside_differences { MAX_PASSAGE_BESIDE_DIFFERENCES } else { MAX_PASSAGE };
        let mut longest: Vec<(PairPassage, bool)> = found.into_iter().take(MAX_PASSAGES).collect();
        longest.sort_by(|(x, _), (y, _)| x.places[side].cmp(&y.places[side]));
        let passage = |(shared, excluded): (PairPassage, bool)| {
            // The first of several places.
            let [here, there] = [side, 1 - side].map(|side| {
                let span = shared.places[side].first().copied().unwrap_or(Span::new(0, 0));
                (side, bare(self.text(side), span))
            });
            let whole = here.1.of(self.text(side));
            let text: String = whole.chars().take(length).collect();
            let [here, there] = [here, there].map(|(side, span)| locations.at(side, span.start));
            ReportPassage { cut: text.len() < whole.len(), text, chars: shared.chars, here, there, excluded }
        };
        (longest.into_iter().map(passage).collect(), more)
    }

    /// The differences, with equal paragraphs folded.
    pub(super) fn differences(&self, near: bool) -> ReportDifferences {
        let (diff, locations) = (&self.diff, self.locations());
        let is_equal = |at: usize| diff.rows.get(at).is_none_or(|row| row.kind == RowKind::Equal);
        let is_context = |at: usize| (at.saturating_sub(CONTEXT)..=at + CONTEXT).any(|near| !is_equal(near));
        let mut found = ReportDifferences {
            changes: diff.changes_total(),
            complete: diff.complete,
            near,
            ..ReportDifferences::default()
        };
        let (mut bytes, mut last) = (0, 0);
        for (at, row) in diff.rows.iter().enumerate() {
            let [a, b] = [(0, row.a), (1, row.b)].map(|(side, paragraph)| self.start(&locations, side, paragraph));
            if a.is_none() && b.is_none() {
                continue;
            }
            if row.kind == RowKind::Equal && !is_context(at) {
                match found.rows.last_mut().filter(|row| row.kind == "folded") {
                    Some(fold) => fold.paragraphs += 1,
                    None => found.rows.push(ReportRow { kind: "folded", a, b, paragraphs: 1, ..ReportRow::default() }),
                }
                continue;
            }
            let parts: Vec<DiffPart> = diff.inline(row).into_iter().flat_map(|part| self.parts(part)).collect();
            bytes += parts.iter().map(|part| part.text.len()).sum::<usize>();
            if bytes > MAX_DIFFERENCES {
                found.more_changes = found.changes - last;
                break;
            }
            last = row.hunks.clone().map(|hunk| diff.change_number(hunk as usize)).fold(last, usize::max);
            let moved = diff.move_of_row(row).map(|at| at + 1);
            found.rows.push(ReportRow { kind: kind(row.kind), a, b, moved, parts, paragraphs: 0 });
        }
        found
    }

    /// The location of a paragraph; `None` if there is none on that side, or it is empty.
    fn start(&self, locations: &Locations<'_>, side: usize, paragraph: Option<u32>) -> Option<Location> {
        let body = self.diff.paragraphs[side].get(paragraph? as usize)?.body;
        (!body.is_empty()).then(|| locations.at(side, body.start))
    }

    fn parts(&self, diff::InlinePart { side, span, hunk }: diff::InlinePart) -> impl Iterator<Item = DiffPart> {
        let kind = match (hunk, side) {
            (None, _) => PartKind::Same,
            (Some(_), 0) => PartKind::Removed,
            (Some(_), _) => PartKind::Added,
        };
        let number = hunk.map(|hunk| self.diff.change_number(hunk as usize));
        let parts = exclusion::parts(span, self.excluded[side]).into_iter();
        parts.map(move |(span, excluded)| DiffPart { kind, number, excluded, text: span.of(self.text(side)).into() })
    }
}

fn kind(row: RowKind) -> &'static str {
    match row {
        RowKind::Equal => "equal",
        RowKind::Changed => "changed",
        RowKind::Removed => "removed",
        RowKind::Added => "added",
    }
}
