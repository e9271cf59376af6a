//! A pair in detail: its sentences, shared passages, differences and the decisions on its changes.

use super::{DetailInput, Names, ReportInput};
use crate::{
    compare::{exclusion, pair},
    review::{
        Excerpt, HunkId,
        export::{DecidedHunk, ReportDecision, ReportDetail, differences::PairTexts},
    },
    simhash::Stopped,
};

impl ReportInput<'_> {
    /// `None` if a text is missing.
    pub(super) fn pair_detail(
        &self,
        pair: &pair::Pair,
        number: usize,
        names: &Names,
    ) -> Result<Option<ReportDetail>, Stopped> {
        let compared = pair.documents().map(|at| self.documents.get(at)?.compared.as_ref().ok());
        let [Some(a), Some(b)] = compared else { return Ok(None) };
        let detail = (self.detail)(pair, pair.documents().map(|at| &*names.shown[at]));
        let Some(DetailInput { coverage, sentences }) = detail else { return Ok(None) };
        let (documents, excluded) = ([a.document, b.document], [a.excluded, b.excluded]);
        let texts = PairTexts::new(documents, excluded, self.decisions.points(pair.documents()));
        let near = pair.near(self.k);
        // Texts that have little in common differ in all of both.
        let is_readable = near || pair.most_covered() >= pair::MUCH_SHARED;
        let both = documents.map(|document| document.text.as_str());
        let shared = exclusion::passages(both, excluded, self.run, self.watch)?;
        let side = usize::from(coverage[1].share > coverage[0].share);
        let (passages, more_passages) = texts.passages(side, shared, is_readable);
        let [hunks, orphans] = self.decided_hunks(pair, &texts.hunks(), names);
        Ok(Some(ReportDetail {
            pair: number,
            sentences,
            passages,
            passages_of: pair.documents()[side] + 1,
            more_passages,
            differences: is_readable.then(|| texts.differences(near)),
            hunks,
            orphans,
        }))
    }

    /// The decisions on changes that are among `present`, and on others.
    fn decided_hunks(&self, pair: &pair::Pair, present: &[(HunkId, usize)], names: &Names) -> [Vec<DecidedHunk>; 2] {
        let mut decided = [Vec::new(), Vec::new()];
        for (hunk, decision) in self.decisions.hunks(pair.documents()) {
            let number = present.iter().find(|(known, _)| known == hunk).map(|&(_, number)| number);
            let decision = self.reported(pair.documents(), decision, names);
            if !decision.is_empty() {
                decided[usize::from(number.is_none())].push(decided_hunk(hunk, number, decision));
            }
        }
        for hunks in &mut decided {
            hunks.sort_by_key(|hunk| hunk.change);
        }
        decided
    }
}

fn decided_hunk(hunk: &HunkId, change: Option<usize>, decision: ReportDecision) -> DecidedHunk {
    let words = |words: &Excerpt| format!("{}{}", words.text, if words.is_cut() { "…" } else { "" });
    DecidedHunk { change, a: words(&hunk.a), b: words(&hunk.b), decision }
}
