//! A pair looked at closely: shared passages and differences, with their places.

use super::{Change, Decided, Differences, Look, Made, Part, Passage, Row, Spot, place::Places};
use crate::{
    compare::{
        coverage::passages::{Shared, bare},
        diff::{self, Diff, Point, RowKind, Side},
        exclusion::{self, Excluded},
    },
    document,
    review::Hunk,
    simhash::{Span, segments},
};

/// Passages that are listed of a pair, the longest first; the rest is counted.
const PASSAGES: usize = 12;
/// Characters shown of a passage; fewer where the differences show the texts too.
const PASSAGE: usize = 600;
const PASSAGE_BESIDE: usize = 160;
/// So many equal paragraphs stand around a change.
const CONTEXT: usize = 1;
/// Characters of differences shown of a pair, about 30 pages.
const SHOWN: usize = 60_000;

/// The two texts of a pair and how they differ.
pub(super) struct Texts<'a> {
    documents: [&'a document::Document; 2],
    excluded: [&'a [Excluded]; 2],
    diff: Diff,
}

impl<'a> Texts<'a> {
    pub(super) fn new([a, b]: [&Made<'a>; 2], points: &[Point]) -> Self {
        let (documents, excluded) = ([a.document, b.document], [a.excluded, b.excluded]);
        let [a, b] = documents.map(|document| document.text.as_str());
        let (cut_a, cut_b) = rayon::join(|| segments(a), || segments(b));
        let deadline = std::time::Instant::now() + super::build::BUDGET;
        let [cut_a, cut_b] = [(a, &cut_a), (b, &cut_b)].map(|(text, segments)| Side { text, segments });
        let (diff, _) = diff::diff_settled(cut_a, cut_b, points, Some(deadline));
        Self { documents, excluded, diff }
    }

    fn text(&self, side: usize) -> &'a str {
        &self.documents[side].text
    }

    fn places(&self) -> Places<'a> {
        Places::new(&self.diff, self.documents.map(|document| &*document.landmarks))
    }

    /// The places of which something may be decided, in their order, with the numbers of their changes.
    pub(super) fn hunks(&self) -> Vec<(Hunk, usize)> {
        let hunks = Hunk::all(&self.diff, [self.text(0), self.text(1)]).into_iter();
        hunks.enumerate().map(|(at, hunk)| (hunk, self.diff.change_number(at))).collect()
    }

    /// The longest of the passages that both share, each with whether it is left out, as they stand in the text of which
    /// more stands in the other; that side, and how many are not among them.
    pub(super) fn passages(
        &self,
        look: &Look,
        found: Vec<(Shared, bool)>,
        beside: bool,
    ) -> (usize, Vec<Passage>, usize) {
        let side = usize::from(look.coverage[1].share > look.coverage[0].share);
        let more = found.len().saturating_sub(PASSAGES);
        let places = self.places();
        let mut longest: Vec<(Shared, bool)> = found.into_iter().take(PASSAGES).collect();
        longest.sort_by(|(x, _), (y, _)| x.places[side].cmp(&y.places[side]));
        let passage = |(shared, left_out): (Shared, bool)| {
            // Where it stands at several places, the first.
            let [here, there] = [side, 1 - side].map(|side| {
                let span = shared.places[side].first().copied().unwrap_or(Span::new(0, 0));
                (side, bare(self.text(side), span))
            });
            let whole = here.1.of(self.text(side));
            let text: String = whole.chars().take(if beside { PASSAGE_BESIDE } else { PASSAGE }).collect();
            let [here, there] = [here, there].map(|(side, span)| places.at(side, span.start));
            Passage { cut: text.len() < whole.len(), text, chars: shared.chars, here, there, left_out }
        };
        (side, longest.into_iter().map(passage).collect(), more)
    }

    /// The differences, with equal paragraphs folded away.
    pub(super) fn differences(&self, near: bool) -> Differences {
        let (diff, places) = (&self.diff, self.places());
        let equal = |at: usize| diff.rows.get(at).is_none_or(|row| row.kind == RowKind::Equal);
        let context = |at: usize| (at.saturating_sub(CONTEXT)..=at + CONTEXT).any(|near| !equal(near));
        let mut found =
            Differences { changes: diff.changes_total(), complete: diff.complete, near, ..Differences::default() };
        let (mut shown, mut last) = (0, 0);
        for (at, row) in diff.rows.iter().enumerate() {
            let start = |side: usize, paragraph: Option<u32>| {
                let body = diff.paragraphs[side].get(paragraph? as usize)?.body;
                (!body.is_empty()).then(|| places.at(side, body.start))
            };
            let (a, b) = (start(0, row.a), start(1, row.b));
            if a.is_none() && b.is_none() {
                continue;
            }
            if row.kind == RowKind::Equal && !context(at) {
                match found.rows.last_mut().filter(|row| row.kind == "folded") {
                    Some(fold) => fold.paragraphs += 1,
                    None => found.rows.push(Row { kind: "folded", a, b, paragraphs: 1, ..Row::default() }),
                }
                continue;
            }
            let parts: Vec<Part> = diff.inline(row).into_iter().flat_map(|part| self.parts(part)).collect();
            shown += parts.iter().map(|part| part.text.len()).sum::<usize>();
            if shown > 3 * SHOWN {
                break;
            }
            last = row.hunks.clone().map(|hunk| diff.change_number(hunk as usize)).fold(last, usize::max);
            let kind = match row.kind {
                RowKind::Equal => "equal",
                RowKind::Changed => "changed",
                RowKind::Removed => "removed",
                RowKind::Added => "added",
            };
            found.rows.push(Row { kind, a, b, moved: diff.move_of_row(row).map(|at| at + 1), parts, paragraphs: 0 });
        }
        found.more_changes = if shown > 3 * SHOWN { found.changes - last } else { 0 };
        found
    }

    fn parts(&self, diff::Part { side, span, hunk }: diff::Part) -> impl Iterator<Item = Part> {
        let change = match (hunk, side) {
            (None, _) => Change::Same,
            (Some(_), 0) => Change::Removed,
            (Some(_), _) => Change::Added,
        };
        let number = hunk.map(|hunk| self.diff.change_number(hunk as usize));
        let parts = exclusion::parts(span, self.excluded[side]).into_iter();
        parts.map(move |(span, left_out)| Part { change, number, left_out, text: span.of(self.text(side)).into() })
    }
}

/// A place of which something was decided; `now` are the places that are there.
pub(super) fn spot(hunk: &Hunk, decided: Decided, now: &[(Hunk, usize)]) -> Spot {
    let words = |words: &crate::review::Words| format!("{}{}", words.text, if words.is_cut() { "…" } else { "" });
    let change = now.iter().find(|(one, _)| one == hunk).map(|&(_, number)| number);
    Spot { change, a: words(&hunk.a), b: words(&hunk.b), decided }
}
