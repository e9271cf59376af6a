//! A pair in detail: its sentences, shared passages, differences and the decisions on its changes.

use super::{DetailInput, Names, ReportInput};
use crate::{
    compare::{coverage::SharedText, exclusion, pair},
    review::{
        Excerpt, HunkId,
        export::{
            DecidedHunk, ReportDecision, ReportDetail, ReportDifferences, columns::Columns, differences::PairTexts,
        },
    },
    simhash::Stopped,
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
        names: &Names,
    ) -> Result<Option<ReportDetail>, Stopped> {
        let at = pair.documents();
        let compared = at.map(|at| self.documents.get(at)?.compared.as_ref().ok());
        let [Some(a), Some(b)] = compared else { return Ok(None) };
        let detail = (self.detail)(pair, at.map(|at| &*names.shown[at]));
        let Some(DetailInput { sentences, hamming_as_read }) = detail else { return Ok(None) };
        let (documents, excluded) = ([a.document, b.document], [a.excluded, b.excluded]);
        let texts = documents.map(|document| document.text.as_str());
        let numbers = at.map(|at| at + 1);
        let near = pair.near(self.k);
        let wanted = all_differences || near;
        let same = texts[0] == texts[1];
        let shared =
            if same { SharedText::default() } else { exclusion::shared_text(texts, excluded, self.run, self.watch)? };
        let columns = Columns::new(documents, excluded, shared);
        let decided = self.decisions.hunks(at);
        let needs_differences = !same && (wanted || decided.iter().any(|(hunk, _)| !hunk.shared));
        let differing = needs_differences.then(|| PairTexts::new(documents, excluded, self.decisions.points(at)));
        let present = differing.as_ref().map(PairTexts::hunks).unwrap_or_default();
        let passages = columns.shared().passages.iter();
        let passages: Vec<(HunkId, Option<u32>)> =
            passages.map(|passage| (HunkId::passage(&passage.shared, texts), passage.number)).collect();
        let [hunks, orphans] = self.decided_hunks(pair, &present, &passages, names);
        // The differences of a near pair are short as a rule; the columns have what they leave.
        let differences = differing
            .filter(|_| wanted)
            .map(|texts| ReportDifferences { near, ..texts.differences(&columns, budget.map(|budget| budget / 2)) });
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
        passages: &[(HunkId, Option<u32>)],
        names: &Names,
    ) -> [Vec<DecidedHunk>; 2] {
        let mut decided = [Vec::new(), Vec::new()];
        for (hunk, decision) in self.decisions.hunks(pair.documents()) {
            let number = present.iter().find(|(known, _)| known == hunk).map(|&(_, number)| number);
            let passage = passages.iter().find(|(known, _)| known == hunk);
            let decision = self.reported(pair.documents(), decision, names);
            if !decision.is_empty() {
                let is_gone = number.is_none() && passage.is_none();
                let passage = passage.and_then(|&(_, number)| number);
                decided[usize::from(is_gone)].push(decided_hunk(hunk, (number, passage), decision));
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
) -> DecidedHunk {
    let words = |words: &Excerpt| format!("{}{}", words.text, if words.is_cut() { "…" } else { "" });
    // The words of a passage are the same in both.
    let b = if hunk.shared { String::new() } else { words(&hunk.b) };
    DecidedHunk { change, passage, is_passage: hunk.shared, a: words(&hunk.a), b, decision }
}
