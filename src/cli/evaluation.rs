//! The result of `simscope evaluate`, which its printers take. It must not know the printers or the arguments.

use super::settings::ResolvedSettings;
use crate::{
    compare::evaluation::{Judged, Label, Mid, Rule, Score, Study},
    simhash::Recipe,
};

/// Recipes measured on labelled pairs.
pub(super) struct Evaluation {
    /// The file with the pairs. Safe to show.
    pub(super) file: String,
    pub(super) documents: usize,
    /// The names of the sets, in the order in which they come first. Safe to show.
    pub(super) sets: Vec<String>,
    /// The largest k that is tried; the smallest is 0.
    pub(super) up_to: u32,
    /// The least share that counts as much shared text.
    pub(super) least: f64,
    /// The least cosine of near-duplicates.
    pub(super) least_cosine: f64,
    /// How pairs labelled `mid` count.
    pub(super) mid: Mid,
    /// For each recipe, each pair with its set.
    pub(super) recipes: Vec<(Recipe, Vec<(usize, Judged)>)>,
    /// For each recipe the k in use: that of the settings, or its own.
    pub(super) thresholds: Vec<u32>,
    /// For each recipe its figures under many seeds; empty unless they were asked for.
    pub(super) studies: Vec<Study>,
    /// Recipe, k and language of the command.
    pub(super) settings: ResolvedSettings,
}

/// The findings of a rule on all pairs.
pub(super) struct SignalScore {
    pub(super) rule: Rule,
    pub(super) score: Score,
    /// The pairs in between that it calls near, of how many; `None` if they count as near or far.
    pub(super) mid: Option<[usize; 2]>,
}

impl Evaluation {
    /// The score of a recipe on a set, or on all pairs.
    pub(super) fn score(&self, pairs: &[(usize, Judged)], set: Option<usize>, k: u32, shared: bool) -> Score {
        self.found(pairs, set, k, shared).score
    }

    /// The findings of the distance on a set, or on all pairs; with `shared` also of the distance or shared text.
    pub(super) fn found(&self, pairs: &[(usize, Judged)], set: Option<usize>, k: u32, shared: bool) -> SignalScore {
        self.signal(pairs, set, Rule { shared: shared.then_some(self.least), ..Rule::within(k) })
    }

    /// The findings of each signal alone, around its threshold, and of the distance together with shared text.
    pub(super) fn signals(&self, pairs: &[(usize, Judged)], k: u32) -> Vec<SignalScore> {
        let share = |shared| Rule { shared: Some(shared), ..Rule::default() };
        let cosine = |cosine| Rule { cosine: Some(cosine), ..Rule::default() };
        let mut shares = vec![0.3, 0.5, self.least, 0.75, 0.8];
        let mut cosines = vec![0.95, self.least_cosine, 0.99];
        let mut ks = vec![k, 5, 8];
        shares.sort_by(f64::total_cmp);
        cosines.sort_by(f64::total_cmp);
        ks.sort_unstable();
        shares.dedup();
        cosines.dedup();
        ks.dedup();
        let rules = shares.into_iter().map(share).chain(cosines.into_iter().map(cosine));
        let both = [k, 8].map(|k| Rule { shared: Some(self.least), ..Rule::within(k) });
        let rules = rules.chain(ks.into_iter().map(Rule::within)).chain(both);
        rules.map(|rule| self.signal(pairs, None, rule)).collect()
    }

    fn signal(&self, pairs: &[(usize, Judged)], set: Option<usize>, rule: Rule) -> SignalScore {
        let of_set = || pairs.iter().filter(|(of, _)| set.is_none_or(|set| set == *of)).map(|(_, judged)| judged);
        let mid = || of_set().filter(|judged| judged.label == Label::Mid);
        let score = Score::new(of_set(), rule, self.mid);
        let mid =
            (self.mid == Mid::Neither).then(|| [mid().filter(|judged| rule.calls(judged)).count(), mid().count()]);
        SignalScore { rule, score, mid }
    }

    /// All pairs together, then each set where there are several.
    pub(super) fn scopes(&self) -> impl Iterator<Item = (Option<usize>, &str)> {
        let several = if self.sets.len() > 1 { &self.sets[..] } else { &[] };
        [(None, "")].into_iter().chain(several.iter().enumerate().map(|(at, set)| (Some(at), set.as_str())))
    }
}
