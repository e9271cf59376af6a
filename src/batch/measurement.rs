//! F1 at each threshold on the labelled pairs of a batch, for the recipe in use and a few others, under many seeds.

use std::{collections::HashMap, sync::Arc};

use super::{Batch, CalibrationText};
use crate::{
    compare::{
        DEFAULT_K,
        evaluation::{Collection, Label, LabelledPair, MeasuredText, Plan, Study, studies},
    },
    simhash::{CountError, Keep, Profile, Recipe, Tokenizer, Watch, Weighting},
};

/// Seeds of the feature hash.
const SEEDS: u64 = 64;
/// The seed of the split on whose one part the best threshold is chosen.
const SPLIT: u64 = 0;
/// The largest threshold that is tried, of 64 bits: unrelated texts begin there.
const UP_TO: u32 = 24;

/// The labelled pairs of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LabelCounts {
    pub near: usize,
    /// Neither near nor far, which is not counted.
    pub mid: usize,
    pub far: usize,
}

impl LabelCounts {
    /// Fewer pairs of a class say nothing about F1.
    pub(crate) const LEAST: usize = 10;

    fn new(labels: &[LabelledPair]) -> Self {
        let count = |label| labels.iter().filter(|pair| pair.label == label).count();
        Self { near: count(Label::Near), mid: count(Label::Mid), far: count(Label::Far) }
    }

    fn enough(self) -> bool {
        self.near.min(self.far) >= Self::LEAST
    }
}

/// A recipe that is measured, by what it is to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeasuredAs {
    InUse,
    Default,
    Robust,
    TfIdf,
}

/// The figures of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeasuredRecipe {
    pub recipe: MeasuredAs,
    /// Its own threshold; `None` for the recipe in use, whose threshold the reader sets.
    pub k: Option<u32>,
    pub study: Study,
}

/// F1 at each threshold; without recipes if there are too few labels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measurement {
    pub labels: LabelCounts,
    pub recipes: Vec<MeasuredRecipe>,
}

/// Labelled texts to be measured.
#[derive(Clone, Debug)]
pub(crate) struct MeasurementRequest {
    /// In the order of names.
    texts: Vec<(Arc<str>, CalibrationText)>,
    /// By the numbers of the texts.
    labels: Vec<LabelledPair>,
    recipe: Recipe,
}

impl Batch {
    /// The documents with labels, which are by the numbers of the documents.
    pub(crate) fn measure(&self, labels: &[LabelledPair]) -> MeasurementRequest {
        let mut documents: Vec<usize> = labels.iter().flat_map(|pair| pair.documents).collect();
        documents.sort_unstable_by_key(|&at| (self.entries.get(at).map(|entry| &entry.name), at));
        documents.dedup();
        let texts = documents.iter().filter_map(|&at| {
            let name = Arc::from(self.entries.get(at)?.name.as_str());
            Some((at, (name, self.calibration_text(at)?)))
        });
        let (numbers, texts): (Vec<usize>, Vec<_>) = texts.unzip();
        let number: HashMap<usize, usize> = numbers.into_iter().zip(0..).collect();
        let labels = labels.iter().filter_map(|pair| {
            let [a, b] = pair.documents.map(|at| number.get(&at).copied());
            Some(LabelledPair { documents: [a?, b?], ..*pair })
        });
        MeasurementRequest { labels: labels.collect(), texts, recipe: self.recipe.clone() }
    }
}

impl MeasurementRequest {
    /// Measures. Progress is counted in bytes of text.
    ///
    /// # Errors
    /// [`CountError`] if it was stopped, or a text cannot be counted under a recipe.
    pub(crate) fn run(&self, watch: &Watch) -> Result<Measurement, CountError> {
        let labels = LabelCounts::new(&self.labels);
        if !labels.enough() {
            return Ok(Measurement { labels, recipes: Vec::new() });
        }
        let texts: Vec<MeasuredText<'_>> = self
            .texts
            .iter()
            .map(|(name, of)| MeasuredText { name, text: &of.text, windows: of.subject.windows() })
            .collect();
        // Finding the families takes little beside what follows, and counts in another unit.
        let collection = Collection::new(&texts, self.labels.clone(), &Watch::default())?;
        let recipes = compared(&self.recipe);
        let lines: Vec<Recipe> = recipes.iter().map(|(_, recipe, _)| recipe.clone()).collect();
        let plan = Plan { seeds: SEEDS, up_to: up_to(&lines), split: Some(SPLIT) };
        let studies = studies(&collection, &lines, plan, watch)?;
        let recipes = recipes.into_iter().zip(studies);
        let recipes = recipes.map(|((recipe, _, k), study)| MeasuredRecipe { recipe, k, study }).collect();
        Ok(Measurement { labels, recipes })
    }
}

/// The largest threshold that is tried for some recipes, which follows the longest fingerprint.
fn up_to(recipes: &[Recipe]) -> u32 {
    recipes.iter().map(|recipe| u32::from(recipe.bits) * UP_TO / 64).max().unwrap_or(UP_TO)
}

/// The recipe in use, and those to compare it with, each once and with its threshold. Lists of features have no words
/// to be weighted otherwise.
fn compared(own: &Recipe) -> Vec<(MeasuredAs, Recipe, Option<u32>)> {
    let tfidf = Recipe { weight: Weighting::TfIdf(Keep::All), ..Recipe::default() };
    let mut all = vec![(MeasuredAs::InUse, own.clone(), None)];
    let others = [
        (MeasuredAs::Default, Recipe::default(), Some(DEFAULT_K)),
        (MeasuredAs::Robust, Profile::ROBUST.recipe(), Profile::ROBUST.k),
        (MeasuredAs::TfIdf, tfidf, Some(DEFAULT_K)),
    ];
    for other in others {
        if own.tokenizer != Tokenizer::Given && all.iter().all(|(_, known, _)| *known != other.1) {
            all.push(other);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{batch::CalibrationText, compare::Examined, config::Config, simhash::Pipeline};

    /// A text with one of some subjects, and a number that makes it a version.
    fn text(subject: usize, version: usize) -> String {
        let words: Vec<String> = (0..80).map(|word| format!("s{subject}w{word}")).collect();
        format!("{} version{version}", words.join(" "))
    }

    fn request(near: usize, far: usize) -> MeasurementRequest {
        let recipe: Recipe = "words;fold=none;tf;xxh3-64;64;gt".parse().unwrap();
        let run = Config::default().run();
        let texts = (0..2 * near + far).map(|at| {
            let text = Arc::new(if at < 2 * near { text(at / 2, at % 2) } else { text(at, 0) });
            let subject = Examined::new(&text, &Pipeline::new(&recipe), run).unwrap().subject;
            (Arc::from(format!("{at:03}")), CalibrationText { text, subject })
        });
        let labels = (0..near).map(|pair| LabelledPair { documents: [2 * pair, 2 * pair + 1], label: Label::Near });
        let far = (0..far).map(|pair| LabelledPair { documents: [0, 2 * near + pair], label: Label::Far });
        MeasurementRequest { texts: texts.collect(), labels: labels.chain(far).collect(), recipe }
    }

    #[test]
    fn each_recipe_is_measured_once_with_the_figures_of_a_study() {
        let request = request(10, 10);
        let measured = request.run(&Watch::default()).unwrap();
        assert_eq!(measured.labels, LabelCounts { near: 10, mid: 0, far: 10 });
        assert_eq!(measured.recipes[0].recipe, MeasuredAs::InUse);
        let mut recipes: Vec<&Recipe> = measured.recipes.iter().map(|of| &of.study.recipe).collect();
        recipes.dedup();
        assert!(recipes.len() == measured.recipes.len() && recipes.contains(&&Profile::ROBUST.recipe()));
        for of in &measured.recipes {
            assert_eq!((of.study.seeds, of.study.all.near, of.study.all.families), (SEEDS, 10, 20));
            assert_eq!(of.study.all.at.len(), 48 + 1, "robust has 128 bits");
            assert!(of.study.all.best_k().is_some());
        }
    }

    #[test]
    fn too_few_labels_of_a_class_are_counted_and_not_measured() {
        for (near, far) in [(9, 10), (10, 9), (0, 0)] {
            let measured = request(near, far).run(&Watch::default()).unwrap();
            assert_eq!(measured, Measurement { labels: LabelCounts { near, mid: 0, far }, recipes: Vec::new() });
        }
    }

    #[test]
    fn a_stopped_measurement_has_no_result() {
        let watch = Watch::default();
        watch.stop();
        assert!(request(10, 10).run(&watch).is_err());
    }
}
