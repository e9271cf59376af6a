//! A recipe measured under many seeds of its hash, at every k: one seed is luck.

use rayon::prelude::*;

use super::{Collection, Measured, Plan, measured::Fingerprints};
use crate::simhash::{CountError, Recipe, Watch, sketch_each};

/// The figures of one recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The recipe as it was given, with its own seed.
    pub recipe: Recipe,
    /// How many seeds were measured. 1 where the hash takes no seed, and a standard deviation says nothing.
    pub seeds: u64,
    /// The figures of all documents together.
    pub all: Measured,
    /// The same for two parts of the documents, if a split was asked for.
    pub split: Option<Split>,
}

/// Two parts of the documents, no family in both, so that a k that was chosen can be judged on texts that had no say in
/// the choice. Pairs with a document in each part are in neither.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The seed that decided which family is in which part.
    pub seed: u64,
    /// The part on which `best_k` is chosen.
    pub train: Measured,
    /// The other part, which had no say.
    pub test: Measured,
    /// The k with the best mean F1 on the first part, the smaller one where two are equal. `None` where that part has no
    /// near pairs.
    pub best_k: Option<u32>,
}

/// Measures each recipe; the watch counts bytes of text.
///
/// # Errors
/// [`CountError`] if it was stopped, or a text cannot be counted under a recipe.
pub fn studies(
    collection: &Collection<'_>,
    recipes: &[Recipe],
    plan: Plan,
    watch: &Watch,
) -> Result<Vec<Study>, CountError> {
    let bytes: usize = collection.texts.iter().map(|text| text.len()).sum();
    watch.expect(bytes as u64 * recipes.len() as u64);
    recipes.iter().map(|recipe| study(collection, recipe, plan, watch)).collect()
}

fn study(collection: &Collection<'_>, recipe: &Recipe, plan: Plan, watch: &Watch) -> Result<Study, CountError> {
    let seeded = |seed| Some(Recipe { hash: recipe.hash.with_seed(seed)?, ..recipe.clone() });
    let mut recipes: Vec<Recipe> = (0..plan.seeds).filter_map(seeded).collect();
    if recipes.is_empty() {
        recipes.push(recipe.clone());
    }
    let sketches = collection.texts.par_iter().map(|text| {
        let sketches = sketch_each(text, &recipes, watch)?;
        Ok(sketches.into_iter().map(|sketch| sketch.fingerprint.filter(|_| !sketch.constant)).collect())
    });
    let fingerprints: Fingerprints = sketches.collect::<Result<_, CountError>>()?;
    let measured = |keep: &dyn Fn(usize) -> bool| Measured::new(&collection.part(keep), &fingerprints, plan, watch);
    let split = plan.split.map(|seed| {
        let second = collection.families.halves(&collection.names, seed);
        let (train, test) = (measured(&|family| !second[family])?, measured(&|family| second[family])?);
        Ok::<_, CountError>(Split { seed, best_k: train.best_k(), train, test })
    });
    let all = measured(&|_| true)?;
    Ok(Study { recipe: recipe.clone(), seeds: recipes.len() as u64, all, split: split.transpose()? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        compare::evaluation::{Families, Judged, Label, LabelledPair, Mid, Rule, Score, Spread},
        simhash::{FeatureHash, sketch},
    };

    const TEXTS: [&str; 6] = [
        "the keeper of the lighthouse trims the lamp",
        "the keeper of a lighthouse trims the lamp",
        "",
        "a farm by the river grows wheat and hops",
        "a farm by the river grows oats and hops",
        "wool is carded before it is spun",
    ];
    const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

    fn plan(seeds: u64, split: Option<u64>) -> Plan {
        Plan { seeds, up_to: 32, mid: Mid::Neither, split }
    }

    fn collection(pairs: &[([usize; 2], Label)]) -> Collection<'static> {
        let pairs: Vec<_> = pairs.iter().map(|&(documents, label)| LabelledPair { documents, label }).collect();
        let related = pairs.iter().filter(|pair| pair.label != Label::Far).map(|pair| pair.documents);
        let families = Families::new(TEXTS.len(), related);
        Collection { names: NAMES.into(), texts: TEXTS.into(), pairs, families }
    }

    fn recipe(seed: u64) -> Recipe {
        let recipe: Recipe = "words;fold=none;tf;xxh3-64;64;gt".parse().unwrap();
        Recipe { hash: recipe.hash.with_seed(seed).unwrap(), ..recipe }
    }

    fn study(collection: &Collection<'_>, recipe: &Recipe, plan: Plan) -> Study {
        studies(collection, std::slice::from_ref(recipe), plan, &Watch::default()).unwrap().remove(0)
    }

    fn pairs() -> impl Strategy<Value = Vec<([usize; 2], Label)>> {
        let label = prop_oneof![Just(Label::Near), Just(Label::Mid), Just(Label::Far)];
        prop::collection::vec(([0usize..6, 0usize..6], label), 0..8)
    }

    /// Pairs with their distances under one seed.
    fn judged(collection: &Collection<'_>, recipe: &Recipe) -> Vec<Judged> {
        let fingerprint = |document: usize| sketch(collection.texts[document], recipe).unwrap().fingerprint;
        let judged = |pair: &LabelledPair| {
            let [a, b] = pair.documents.map(fingerprint);
            Judged { label: pair.label, hamming: a.zip(b).map(|(a, b)| a.hamming(b)), shared: 0.0, cosine: None }
        };
        collection.pairs.iter().map(judged).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn the_mean_of_many_seeds_is_that_of_each_measured_alone(pairs in pairs(), k in 0u32..=32) {
            let collection = collection(&pairs);
            let study = study(&collection, &recipe(9), plan(3, Some(1)));
            let rule = Rule::within(k);
            let each = [0, 1, 2].map(|seed| Score::new(&judged(&collection, &recipe(seed)), rule, Mid::Neither));
            let at = study.all.at[k as usize];
            prop_assert_eq!((study.all.near, study.all.far), (each[0].near, each[0].far));
            let has = |of: usize, spread: Option<Spread>| if of > 0 { spread } else { None };
            prop_assert_eq!(at.recall, Spread::new(each.iter().filter_map(Score::recall)));
            prop_assert_eq!(at.f1, has(each[0].near, Spread::new(each.iter().filter_map(Score::f1))));
            prop_assert_eq!(at.precision, has(each[0].far, Spread::new(each.iter().filter_map(Score::precision))));
            let called = Spread::new(each.iter().map(|score| score.far_called as f64));
            prop_assert_eq!(at.far_called, has(each[0].far, called));
            let unrelated: Vec<[usize; 2]> = collection.families.unrelated().collect();
            let within = |seed| {
                let fingerprint = |document: usize| sketch(TEXTS[document], &recipe(seed)).unwrap().fingerprint;
                let near = |pair: &&[usize; 2]| fingerprint(pair[0]).zip(fingerprint(pair[1])).is_some_and(|(a, b)| a.hamming(b) <= k);
                unrelated.iter().filter(near).count() as f64
            };
            prop_assert_eq!(at.crowded, has(unrelated.len(), Spread::new([0, 1, 2].map(within))));
            prop_assert_eq!(study.all.unrelated, unrelated.len() as u64);
            for (measure, interval) in [(at.f1, at.f1_interval), (at.crowding, at.crowding_interval)] {
                if let Some([low, high]) = interval {
                    prop_assert!(measure.is_some() && (0.0..=high).contains(&low) && high <= 1.0);
                }
            }
        }

        #[test]
        fn a_split_shares_no_pair(pairs in pairs(), seed: u64) {
            let collection = collection(&pairs);
            let Study { all, split, .. } = study(&collection, &recipe(0), plan(2, Some(seed)));
            let Split { train, test, best_k, .. } = split.unwrap();
            prop_assert_eq!(train.documents + test.documents, all.documents);
            prop_assert_eq!(train.families + test.families, all.families);
            // Near pairs are within a family, so none is lost.
            prop_assert_eq!(train.near + test.near, all.near);
            prop_assert!(train.far + test.far <= all.far && train.unrelated + test.unrelated <= all.unrelated);
            let best = best_k.and_then(|k| train.at[k as usize].f1);
            prop_assert_eq!(best.is_some(), train.near > 0);
            for (at, k) in train.at.iter().zip(0..) {
                if let (Some(f1), Some(best)) = (at.f1, best) {
                    prop_assert!(f1.mean < best.mean || (f1.mean <= best.mean && Some(k) >= best_k));
                }
            }
        }
    }

    #[test]
    fn seed_0_is_the_hash_without_one_and_a_hash_without_seeds_is_measured_once() {
        let collection = collection(&[([0, 1], Label::Near), ([0, 3], Label::Far), ([3, 4], Label::Near)]);
        let plain = judged(&collection, &recipe(0));
        let one = study(&collection, &recipe(5), plan(1, None));
        for (at, k) in one.all.at.iter().zip(0..) {
            let f1 = Score::new(&plain, Rule::within(k), Mid::Neither).f1();
            assert_eq!(at.f1, f1.map(|mean| Spread { mean, sd: 0.0, n: 1 }));
        }
        let md5 = study(&collection, &Recipe { hash: FeatureHash::Md5, ..recipe(0) }, plan(64, None));
        assert_eq!((md5.seeds, md5.split), (1, None));
        assert!(md5.all.at.iter().all(|at| at.f1.is_none_or(|f1| (f1.sd, f1.n) == (0.0, 1))));
    }

    #[test]
    fn of_one_family_or_without_near_or_far_pairs_nothing_is_said() {
        let chain: Vec<_> = (1..6).map(|document| ([document - 1, document], Label::Near)).collect();
        let one = study(&collection(&chain), &recipe(0), plan(4, Some(0)));
        assert_eq!((one.all.families, one.all.unrelated, one.all.far), (1, 0, 0));
        for at in &one.all.at {
            assert_eq!((at.precision, at.far_called, at.crowded, at.crowding), (None, None, None, None));
            assert_eq!((at.f1_interval, at.crowding_interval), (None, None));
            assert!(at.recall.is_some() && at.f1.is_some());
        }
        assert_eq!(one.split.unwrap().test.documents, 0);
        let far = study(&collection(&[([0, 3], Label::Far)]), &recipe(0), plan(4, Some(0)));
        assert!(far.all.at.iter().all(|at| (at.recall, at.f1, at.f1_interval) == (None, None, None)));
        assert_eq!((far.all.best_k(), far.split.unwrap().best_k), (None, None));
        assert!(far.all.at[32].crowding_interval.is_some());
    }

    #[test]
    fn a_stopped_study_has_no_result() {
        let watch = Watch::default();
        watch.stop();
        let collection = collection(&[([0, 1], Label::Near)]);
        assert!(studies(&collection, &[recipe(0)], plan(2, None), &watch).is_err());
    }
}
