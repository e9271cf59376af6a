//! A pair in detail: its sentences, shared passages, differences and the decisions on its changes.

use std::time::{Duration, Instant};

use super::{DetailInput, Names, ReportInput};
use crate::{
    compare::{
        coverage::SharedText,
        diff::{self, AlignmentPoint, Diff, RowKind},
        exclusion, pair,
    },
    review::{
        Excerpt, HunkId,
        export::{
            DecidedHunk, DiffPart, Location, PartKind, ReportDecision, ReportDetail, ReportDifferences, ReportRow,
            columns::{CONTEXT, Columns, EXCERPT, WHOLE, after, before, cells, ends, is_short},
        },
        redactor::HiddenName,
    },
    simhash::{Span, Stopped},
};

/// How much a section shows.
#[derive(Clone, Copy)]
pub(super) struct SectionExtent {
    /// About so many cells; `None` has no limit.
    pub budget: Option<u64>,
    /// Differences of pairs that are not near too, as programs that read the report expect.
    pub all_differences: bool,
}

impl ReportInput<'_> {
    /// The section of a pair. There is none if a text is missing.
    pub(super) fn pair_detail(
        &self,
        pair: &pair::Pair,
        number: usize,
        SectionExtent { budget, all_differences }: SectionExtent,
        (names, hidden): (&Names, [&[HiddenName<'_>]; 2]),
    ) -> Result<Option<ReportDetail>, Stopped> {
        let at = pair.documents();
        let compared = at.map(|at| self.documents.get(at)?.compared.as_ref().ok());
        let [Some(a), Some(b)] = compared else { return Ok(None) };
        let detail = (self.detail)(pair, at.map(|at| &*names.shown[at]));
        let Some(DetailInput { mut sentences, hamming_as_read }) = detail else { return Ok(None) };
        for sentence in &mut sentences {
            sentence.text = names.redact(&sentence.text);
        }
        let (documents, excluded) = ([a.document, b.document], [a.excluded, b.excluded]);
        let texts = documents.map(|document| document.text.as_str());
        let numbers = at.map(|at| at + 1);
        let near = pair.near(self.k);
        let wanted = all_differences || near;
        let same = texts[0] == texts[1];
        let passages = self.decisions.decided_passages(at);
        let is_decided = |words: [&str; 2]| passages.iter().any(|passage| passage.is_passage(words));
        let shared = if same {
            SharedText::default()
        } else {
            exclusion::shared_text(texts, excluded, self.run, &is_decided, self.watch)?
        };
        let columns = Columns::new(documents, excluded, hidden, shared);
        let decided = self.decisions.hunks(at);
        let needs_differences = !same && (wanted || decided.iter().any(|(hunk, _)| !hunk.shared));
        let differing = needs_differences.then(|| PairTexts::new(&columns, self.decisions.points(at)));
        let present = differing.as_ref().map(PairTexts::hunks).unwrap_or_default();
        let [hunks, orphans] = self.decided_hunks(pair, &present, &columns, names);
        // The differences of a near pair are short as a rule; the columns have what they leave.
        let differences = differing
            .filter(|_| wanted)
            .map(|texts| ReportDifferences { near, ..texts.differences(budget.map(|budget| budget / 2)) });
        let used = differences.as_ref().map_or(0, ReportDifferences::cells);
        let left = budget.map(|budget| budget.saturating_sub(used));
        let (shown, hidden_passages) =
            if same { (columns.once(numbers[0], budget), 0) } else { columns.columns(numbers, left) };
        let (passages, more_passages) = columns.listed();
        Ok(Some(ReportDetail {
            pair: number,
            sentences,
            hamming_as_read,
            columns: shown,
            passages,
            passages_of: numbers[0],
            more_passages,
            hidden_passages,
            differences,
            hunks,
            orphans,
        }))
    }

    /// The decisions on changes and passages that are `present`, and on others.
    fn decided_hunks(
        &self,
        pair: &pair::Pair,
        present: &[(HunkId, usize)],
        columns: &Columns<'_>,
        names: &Names,
    ) -> [Vec<DecidedHunk>; 2] {
        let texts = [0, 1].map(|side| columns.text(side));
        let passages = columns.shared().passages.iter();
        let passages: Vec<_> = passages.map(|passage| (HunkId::passage(&passage.shared, texts), passage)).collect();
        let mut decided = [Vec::new(), Vec::new()];
        for (hunk, decision) in self.decisions.hunks(pair.documents()) {
            let number = present.iter().find(|(known, _)| known == hunk).map(|&(_, number)| number);
            let passage = passages.iter().find(|(known, _)| known == hunk);
            let decision = self.reported(pair.documents(), decision, names);
            if !decision.is_empty() {
                let is_gone = number.is_none() && passage.is_none();
                let at = passage.and_then(|(_, passage)| passage.number);
                let mut reported = decided_hunk(hunk, (number, at), decision, names);
                // A passage with a decision is there in full.
                if let Some((_, passage)) = passage {
                    reported.a = columns.whole(passage);
                }
                decided[usize::from(is_gone)].push(reported);
            }
        }
        for hunks in &mut decided {
            hunks.sort_by_key(|hunk| (hunk.passage, hunk.change));
        }
        decided
    }
}

fn decided_hunk(
    hunk: &HunkId,
    (change, passage): (Option<usize>, Option<u32>),
    decision: ReportDecision,
    names: &Names,
) -> DecidedHunk {
    let words = |words: &Excerpt| names.redact(&words.text) + if words.is_cut() { "…" } else { "" };
    // The words of a passage are the same in both.
    let b = if hunk.shared { String::new() } else { words(&hunk.b) };
    DecidedHunk { change, passage, is_passage: hunk.shared, a: words(&hunk.a), b, decision }
}

/// The search for differences settles for coarser ones after this time.
const BUDGET: Duration = Duration::from_secs(10);

/// The two texts of a pair and their differences.
struct PairTexts<'a> {
    columns: &'a Columns<'a>,
    diff: Diff,
}

impl<'a> PairTexts<'a> {
    fn new(columns: &'a Columns<'a>, points: &[AlignmentPoint]) -> Self {
        let (texts, deadline) = ([0, 1].map(|side| columns.text(side)), Some(Instant::now() + BUDGET));
        Self { columns, diff: diff::diff_settled(texts, points, diff::Reading::Normalised, deadline).diff }
    }

    /// All changes, with their numbers in the differences.
    fn hunks(&self) -> Vec<(HunkId, usize)> {
        let hunks = HunkId::all(&self.diff, [0, 1].map(|side| self.columns.text(side))).into_iter();
        hunks.enumerate().map(|(at, hunk)| (hunk, self.diff.change_number(at))).collect()
    }

    /// The differences, with equal paragraphs folded: as many as `budget`, in cells, admits. Without that limit
    /// paragraphs are whole; otherwise long stretches are cut.
    fn differences(&self, budget: Option<u64>) -> ReportDifferences {
        let diff = &self.diff;
        let mut found = ReportDifferences {
            changes: diff.changes_total(),
            complete: diff.complete,
            ..ReportDifferences::default()
        };
        let (mut used, mut last) = (0, 0);
        for row in &diff.rows {
            let [a, b] = [(0, row.a), (1, row.b)].map(|(side, paragraph)| self.start(side, paragraph));
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
            let mut parts: Vec<DiffPart> = diff.inline(row).into_iter().flat_map(|part| self.parts(part)).collect();
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
    fn start(&self, side: usize, paragraph: Option<u32>) -> Option<Location> {
        let body = self.diff.paragraphs[side].get(paragraph? as usize)?.body;
        (!body.is_empty()).then(|| self.columns.location(side, body.start))
    }

    /// Text that is in the other text too, at another place, is not called removed or added.
    fn parts(&self, diff::InlinePart { side, span, hunk }: diff::InlinePart) -> Vec<DiffPart> {
        let (columns, text) = (self.columns, self.columns.text(side));
        let number = hunk.map(|hunk| self.diff.change_number(hunk as usize));
        let mut parts = Vec::new();
        for (span, excluded) in columns.excluded(span, side) {
            let pieces = match hunk {
                Some(_) => columns.shared().parts(side, text, span),
                None => vec![(span, None)],
            };
            for (span, place) in pieces {
                let also = place.map(|byte| columns.location(1 - side, byte));
                let kind = match (number, side, also) {
                    (None, ..) => PartKind::Same,
                    (Some(_), 0, None) => PartKind::Removed,
                    (Some(_), _, None) => PartKind::Added,
                    (Some(_), 0, Some(_)) => PartKind::AlsoInB,
                    (Some(_), _, Some(_)) => PartKind::AlsoInA,
                };
                parts.push(DiffPart { kind, number, excluded, text: columns.line(side, span), also, omitted: 0 });
            }
        }
        parts
    }
}

impl ReportDifferences {
    /// The width of their text.
    fn cells(&self) -> u64 {
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
