//! The differences of a pair, with their locations.

use std::time::{Duration, Instant};

use super::{
    DiffPart, Location, PartKind, ReportDifferences, ReportRow,
    budget::{CONTEXT, EXCERPT, WHOLE, cells},
    columns::{Columns, on_one_line},
    excerpt::{after, before, ends, is_short},
    locations::Locations,
};
use crate::{
    compare::{
        diff::{self, AlignmentPoint, Diff, RowKind},
        exclusion::{self, ExcludedSpan},
    },
    document::Document,
    review::HunkId,
    simhash::Span,
};

/// The search for differences settles for coarser ones after this time.
const BUDGET: Duration = Duration::from_secs(10);
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
        let deadline = Instant::now() + BUDGET;
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

    /// The differences, with equal paragraphs folded: as many as `budget`, in cells, admits. Without that limit paragraphs are
    /// whole; otherwise long stretches are cut.
    pub(super) fn differences(&self, columns: &Columns<'_>, budget: Option<u64>) -> ReportDifferences {
        let (diff, locations) = (&self.diff, self.locations());
        let mut found = ReportDifferences {
            changes: diff.changes_total(),
            complete: diff.complete,
            ..ReportDifferences::default()
        };
        let (mut used, mut last) = (0, 0);
        for row in &diff.rows {
            let [a, b] = [(0, row.a), (1, row.b)].map(|(side, paragraph)| self.start(&locations, side, paragraph));
            if a.is_none() && b.is_none() {
                continue;
            }
            if row.kind == RowKind::Equal {
                match found.rows.last_mut().filter(|row| row.kind == "folded") {
                    Some(fold) => fold.paragraphs += 1,
                    None => found.rows.push(ReportRow { kind: "folded", a, b, paragraphs: 1, ..ReportRow::default() }),
                }
                continue;
            }
            let mut parts: Vec<DiffPart> =
                diff.inline(row).into_iter().flat_map(|part| self.parts(part, columns)).collect();
            if budget.is_some() {
                parts = shortened(parts);
            }
            used += parts.iter().map(|part| cells(&part.text)).sum::<u64>();
            // The first change is always shown.
            if last > 0 && budget.is_some_and(|budget| used > budget) {
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

    /// Text that is in the other text too, at another place, is not called removed or added.
    fn parts(&self, diff::InlinePart { side, span, hunk }: diff::InlinePart, columns: &Columns<'_>) -> Vec<DiffPart> {
        let text = self.text(side);
        let number = hunk.map(|hunk| self.diff.change_number(hunk as usize));
        let mut parts = Vec::new();
        for (span, excluded) in exclusion::parts(span, self.excluded[side]) {
            let pieces = match hunk {
                Some(_) => columns.shared().parts(side, text, span),
                None => vec![(span, None)],
            };
            for (span, passage) in pieces {
                let also = passage.and_then(|passage| columns.other_place(side, passage));
                let kind = match (number, side, also) {
                    (None, ..) => PartKind::Same,
                    (Some(_), 0, None) => PartKind::Removed,
                    (Some(_), _, None) => PartKind::Added,
                    (Some(_), 0, Some(_)) => PartKind::AlsoInB,
                    (Some(_), _, Some(_)) => PartKind::AlsoInA,
                };
                parts.push(DiffPart { kind, number, excluded, text: on_one_line(text, span), also, omitted: 0 });
            }
        }
        parts
    }
}

impl ReportDifferences {
    /// The width of their text.
    pub(super) fn cells(&self) -> u64 {
        self.rows.iter().flat_map(|row| &row.parts).map(|part| cells(&part.text)).sum()
    }
}

/// The parts of a paragraph: equal text beside changes has some words, and of long changes both ends are left.
fn shortened(parts: Vec<DiffPart>) -> Vec<DiffPart> {
    let last = parts.len().saturating_sub(1);
    parts.into_iter().enumerate().flat_map(|(at, part)| cut(part, at == 0, at == last)).collect()
}

/// A part that is too long, as its ends.
fn cut(part: DiffPart, is_first: bool, is_last: bool) -> Vec<DiffPart> {
    let text = &*part.text;
    let shown = match part.kind {
        _ if is_short(text, 3 * CONTEXT) => return vec![part],
        // Before the first change only its end is beside a change, and after the last one only its beginning.
        PartKind::Same => [
            if is_first { 0 } else { after(text, 0, CONTEXT) },
            if is_last { text.len() as u32 } else { before(text, text.len() as u32, CONTEXT) },
        ],
        _ if is_short(text, WHOLE) => return vec![part],
        _ => {
            let ends = ends(text, Span::new(0, text.len()), EXCERPT);
            [ends[0].end, ends[ends.len() - 1].start]
        }
    };
    let [head, tail] = shown.map(|at| at as usize);
    let omitted = diff::visible_chars(text.get(head..tail).unwrap_or_default());
    if omitted == 0 {
        return vec![part];
    }
    let [head, tail] = [&text[..head], &text[tail..]].map(str::to_owned);
    vec![DiffPart { text: head, omitted, ..part.clone() }, DiffPart { text: tail, ..part }]
}

fn kind(row: RowKind) -> &'static str {
    match row {
        RowKind::Equal => "equal",
        RowKind::Changed => "changed",
        RowKind::Removed => "removed",
        RowKind::Added => "added",
    }
}
