//! What `evaluate` and `calibrate` have in common: the table of labelled pairs, and the results, which the printers
//! take. It must not know the printers or the arguments.

use super::settings::ResolvedSettings;
use crate::{
    batch::CalibrationTest,
    compare::{
        calibration::{Calibration, ClosestPair, Posterior},
        evaluation::{Judged, Label, ProposedThresholds, Rule, Score, Study},
    },
    document::safe_name,
    locale::Lang,
    simhash::Recipe,
    t,
};

/// A line of the table of labelled pairs, whose fields are separated by tabs.
pub(super) struct NamedPair<'a> {
    pub(super) line: usize,
    pub(super) names: [&'a str; 2],
    /// An index into the names of the sets.
    pub(super) set: usize,
    pub(super) label: Label,
}

/// The pairs of a table, and the names of the sets.
///
/// # Errors
/// A sentence with file and line.
pub(super) fn labelled_pairs<'a>(
    file: &str,
    text: &'a str,
    lang: Lang,
) -> Result<(Vec<NamedPair<'a>>, Vec<String>), String> {
    let (mut pairs, mut sets): (Vec<NamedPair<'a>>, Vec<String>) = (Vec::new(), Vec::new());
    for (line, row) in (1..).zip(text.lines()) {
        let wrong = |why: String| format!("{}: {why}", t!(lang, "evaluate.line", file, line));
        let fields: Vec<&str> = row.split('\t').collect();
        let [a, b, set, label, ..] = fields[..] else {
            if row.trim().is_empty() {
                continue;
            }
            return Err(wrong(t!(lang, "evaluate.fields", n = fields.len())));
        };
        let label = match label.trim() {
            "near" => Label::Near,
            "mid" => Label::Mid,
            "far" => Label::Far,
            // The names of the columns.
            "label" if pairs.is_empty() => continue,
            other => return Err(wrong(t!(lang, "evaluate.label", label = format!("{:?}", safe_name(other))))),
        };
        if a.is_empty() || b.is_empty() {
            return Err(wrong(t!(lang, "evaluate.name").into()));
        }
        let set = safe_name(set);
        let at = sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            sets.push(set);
            sets.len() - 1
        });
        pairs.push(NamedPair { line, names: [a, b], set: at, label });
    }
    if pairs.is_empty() {
        return Err(t!(lang, "evaluate.nothing", file));
    }
    Ok((pairs, sets))
}

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
    pub(super) recipes: Vec<EvaluatedRecipe>,
    /// Recipe, k and language of the command.
    pub(super) settings: ResolvedSettings,
}

/// A recipe with its judgement of each pair.
pub(super) struct EvaluatedRecipe {
    pub(super) recipe: Recipe,
    /// The k in use: its own, or that of the settings.
    pub(super) k: u32,
    /// Each pair with its set.
    pub(super) pairs: Vec<(usize, Judged)>,
    /// Its figures under many seeds, if they were asked for.
    pub(super) study: Option<Study>,
}

/// The findings of a rule on all pairs.
pub(super) struct SignalScore {
    pub(super) rule: Rule,
    pub(super) score: Score,
    /// The pairs in between that it calls near, of how many.
    pub(super) mid: [usize; 2],
}

impl Evaluation {
    /// The score of a recipe on a set, or on all pairs.
    pub(super) fn score(&self, of: &EvaluatedRecipe, set: Option<usize>, k: u32, shared: bool) -> Score {
        self.found(of, set, k, shared).score
    }

    /// The findings of the distance on a set, or on all pairs; with `shared` also of the distance or shared text.
    pub(super) fn found(&self, of: &EvaluatedRecipe, set: Option<usize>, k: u32, shared: bool) -> SignalScore {
        Self::signal(of, set, Rule { edited: shared.then_some(self.least), ..Rule::within(k) })
    }

    /// The findings of each signal alone, around its threshold, and of the distance together with shared text.
    pub(super) fn signals(&self, of: &EvaluatedRecipe) -> Vec<SignalScore> {
        let share = |shared| Rule { shared: Some(shared), ..Rule::default() };
        let edited = |edited| Rule { edited: Some(edited), ..Rule::default() };
        let cosine = |cosine| Rule { cosine: Some(cosine), ..Rule::default() };
        let mut shares = vec![0.3, 0.5, self.least, 0.75, 0.8];
        let mut cosines = vec![0.95, self.least_cosine, 0.99];
        let mut ks = vec![of.k, 5, 8];
        shares.sort_by(f64::total_cmp);
        cosines.sort_by(f64::total_cmp);
        ks.sort_unstable();
        shares.dedup();
        cosines.dedup();
        ks.dedup();
        let rules = shares
            .iter()
            .copied()
            .map(share)
            .chain(shares.iter().copied().map(edited))
            .chain(cosines.into_iter().map(cosine));
        let both = [of.k, 8].map(|k| Rule { edited: Some(self.least), ..Rule::within(k) });
        let rules = rules.chain(ks.into_iter().map(Rule::within)).chain(both);
        rules.map(|rule| Self::signal(of, None, rule)).collect()
    }

    fn signal(of: &EvaluatedRecipe, set: Option<usize>, rule: Rule) -> SignalScore {
        let of_set = || of.pairs.iter().filter(|(own, _)| set.is_none_or(|set| set == *own)).map(|(_, judged)| judged);
        let mid = || of_set().filter(|judged| judged.label == Label::Mid);
        let score = Score::new(of_set(), rule);
        let mid = [mid().filter(|judged| rule.calls(judged)).count(), mid().count()];
        SignalScore { rule, score, mid }
    }

    /// The recipes were measured under many seeds.
    pub(super) fn is_study(&self) -> bool {
        self.recipes.iter().any(|of| of.study.is_some())
    }

    /// All pairs together, then each set where there are several.
    pub(super) fn scopes(&self) -> impl Iterator<Item = (Option<usize>, &str)> {
        let several = if self.sets.len() > 1 { &self.sets[..] } else { &[] };
        [(None, "")].into_iter().chain(several.iter().enumerate().map(|(at, set)| (Some(at), set.as_str())))
    }
}

/// A calibration fitted on one part of the families and tested on the other.
pub(super) struct TestedFile {
    /// The file with the pairs. Safe to show.
    pub(super) file: String,
    pub(super) test: CalibrationTest,
    pub(super) lang: Lang,
}

/// A calibration with the probabilities under a prior.
pub(super) struct CalibrationResult {
    pub(super) calibration: Calibration,
    pub(super) posterior: Posterior,
    /// The closest pair that counts as unrelated: the names, and the numbers.
    pub(super) closest: Option<([String; 2], ClosestPair)>,
    /// The thresholds of shared text and of the cosine, from labelled pairs.
    pub(super) proposed: Option<ProposedThresholds>,
    /// The library whose documents were read too.
    pub(super) library: Option<CalibrationLibrary>,
    pub(super) lang: Lang,
}

/// The part that a library has in a calibration.
pub(super) struct CalibrationLibrary {
    /// Safe to show.
    pub(super) file: String,
    /// How many documents it holds.
    pub(super) documents: u64,
    /// Those that were read, beside those that were named.
    pub(super) read: u64,
    /// Those that were to be read, and whose texts are not at hand.
    pub(super) without_text: u64,
    /// Those read are a sample.
    pub(super) sampled: bool,
}
