//! The result of `simscope evaluate`, which its printers take. It must not know the printers or the arguments.

use super::settings::ResolvedSettings;
use crate::{
    compare::evaluation::{Judged, Mid, Rule, Score, Study},
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

impl Evaluation {
    /// The score of a recipe on a set, or on all pairs.
    pub(super) fn score(&self, pairs: &[(usize, Judged)], set: Option<usize>, k: u32, shared: bool) -> Score {
        let of_set = pairs.iter().filter(|(of, _)| set.is_none_or(|set| set == *of));
        let rule = Rule { k, shared: shared.then_some(self.least) };
        Score::new(of_set.map(|(_, judged)| judged), rule, self.mid)
    }

    /// All pairs together, then each set where there are several.
    pub(super) fn scopes(&self) -> impl Iterator<Item = (Option<usize>, &str)> {
        let several = if self.sets.len() > 1 { &self.sets[..] } else { &[] };
        [(None, "")].into_iter().chain(several.iter().enumerate().map(|(at, set)| (Some(at), set.as_str())))
    }
}
