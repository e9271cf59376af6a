//! A recipe measured under many seeds of its hash, at every k, with intervals over families of documents: one seed is
//! luck.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Families, LabelledPair, Score};
use crate::{
    compare::{
        coverage::Windows,
        study::{RESAMPLES, draws, interval},
    },
    simhash::{CountError, Fingerprint, Recipe, Stopped, Watch, sketch_each},
};

/// The extent of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of seeds, from 0 on. Seed 0 is the hash without a seed.
    pub seeds: u64,
    /// The largest k; the smallest is 0.
    pub up_to: u32,
    /// The seed of a split by families, if there is to be one.
    pub split: Option<u64>,
}

/// The figures of one recipe.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Study {
    /// The recipe as it was given, with its own seed.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub recipe: Recipe,
    /// The number of seeds measured. It is 1 if the hash takes no seed; a standard deviation is then meaningless.
    pub seeds: u64,
    /// The figures of all documents together.
    pub all: Measured,
    /// The figures for two parts of the documents, if a split was requested.
    pub split: Option<Split>,
}

/// Two parts of the documents without a common family, so that a chosen k can be judged on texts that were not used for
/// the choice. Pairs with a document in each part are in neither.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Split {
    /// The seed that decided which family is in which part.
    pub seed: u64,
    /// The k with the best mean F1 on the first part, the smaller one of equals. `None` if that part has no near pairs.
    pub best_k: Option<u32>,
    /// The part on which `best_k` is chosen.
    pub train: Measured,
    /// The other part, not used for the choice.
    pub test: Measured,
}

/// The figures of some documents.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Measured {
    /// The number of documents.
    pub documents: usize,
    /// The number of their families.
    pub families: usize,
    /// Labelled pairs that are to be called near.
    pub near: usize,
    /// Labelled pairs that are not.
    pub far: usize,
    /// All pairs of documents of different families, labelled or not.
    pub unrelated: u64,
    /// The figures at each k, from 0 on.
    pub at: Vec<MeasuredAtK>,
}

/// The figures at one k. The mean of each is over `n` seeds: a measure without a value under some seed, such as the
/// precision if nothing is called near, is omitted there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MeasuredAtK {
    /// The threshold.
    pub k: u32,
    /// The share of correct pairs among those called near. `None` without far pairs, because nothing could be wrong.
    pub precision: Option<Spread>,
    /// The share of the near pairs that are called near. `None` without near pairs.
    pub recall: Option<Spread>,
    /// The harmonic mean of precision and recall. `None` without near pairs.
    pub f1: Option<Spread>,
    /// The interval that contains the mean F1 of 95% of the resamples of families. `None` for fewer than two families.
    pub f1_interval: Option<[f64; 2]>,
    /// Far pairs called near. `None` without far pairs.
    pub far_called: Option<Spread>,
    /// Crowding: pairs of documents of different families within k. `None` without such pairs.
    pub crowded: Option<Spread>,
    /// Crowding as a share of all pairs of different families, 0 to 1.
    pub crowding: Option<Spread>,
    /// The interval of the mean crowding, as that of F1.
    pub crowding_interval: Option<[f64; 2]>,
}

/// Values of one measure: over seeds, for example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Their arithmetic mean.
    pub mean: f64,
    /// Their standard deviation, with n − 1 in the denominator; 0 for a single value.
    pub sd: f64,
    /// Their number.
    pub n: usize,
}

/// A single value has no deviation.
#[cfg(feature = "serde")]
impl serde::Serialize for Spread {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut spread = serializer.serialize_struct("Spread", 3)?;
        spread.serialize_field("mean", &self.mean)?;
        spread.serialize_field("sd", &(self.n > 1).then_some(self.sd))?;
        spread.serialize_field("n", &self.n)?;
        spread.end()
    }
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
        Ok(sketches.into_iter().map(|sketch| sketch.comparable()).collect())
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

/// Documents, the labelled pairs among them, and their families.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    /// The names of the documents, which decide how they are split.
    pub names: Vec<&'a str>,
    /// The texts of the same documents, in that order.
    pub texts: Vec<&'a str>,
    /// The labelled pairs.
    pub pairs: Vec<LabelledPair>,
    /// Which documents are versions of one text.
    pub families: Families,
}

/// The documents of some families, with the pairs among them.
pub(super) struct Part {
    /// The numbers of the documents.
    pub(super) documents: Vec<usize>,
    /// The family of each document of the collection, numbered within the part.
    pub(super) family: Vec<usize>,
    /// The number of documents in each family.
    pub(super) sizes: Vec<u32>,
    pub(super) pairs: Vec<LabelledPair>,
}

/// A document to be measured.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredText<'a> {
    /// Decides, with others, how the documents are split.
    pub name: &'a str,
    /// As the recipes count it.
    pub text: &'a str,
    /// The windows of that text.
    pub windows: &'a Windows,
}

impl<'a> Collection<'a> {
    /// A study of labelled documents, whose families follow from the labels and from shared text.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub fn new(texts: &[MeasuredText<'a>], pairs: Vec<LabelledPair>, watch: &Watch) -> Result<Self, Stopped> {
        let windows: Vec<Option<&Windows>> = texts.iter().map(|text| Some(text.windows)).collect();
        let families = Families::of_documents(&windows, &pairs, watch)?;
        let names = texts.iter().map(|text| text.name).collect();
        Ok(Self { names, texts: texts.iter().map(|text| text.text).collect(), pairs, families })
    }

    /// The documents of the families that `keep` wants.
    pub(super) fn part(&self, keep: impl Fn(usize) -> bool) -> Part {
        let mut numbers = vec![0; self.families.count()];
        let kept = (0..self.families.count()).filter(|&family| keep(family));
        let families = kept.zip(0..).map(|(family, number)| numbers[family] = number).count();
        let family: Vec<usize> = (0..self.texts.len()).map(|document| numbers[self.families.of(document)]).collect();
        let holds = |&document: &usize| keep(self.families.of(document));
        let documents: Vec<usize> = (0..self.texts.len()).filter(holds).collect();
        let mut sizes = vec![0; families];
        for &document in &documents {
            sizes[family[document]] += 1;
        }
        let pairs = self.pairs.iter().copied().filter(|pair| pair.documents.iter().all(holds)).collect();
        Part { documents, family, sizes, pairs }
    }
}

impl Part {
    /// The number of pairs of documents of different families if each family was drawn this many times: a pair counts
    /// with the product of its documents' draws.
    pub(super) fn unrelated(&self, drawn: &[u32]) -> u64 {
        let sizes = || self.sizes.iter().zip(drawn).map(|(&size, &drawn)| u64::from(size) * u64::from(drawn));
        let all: u64 = sizes().sum();
        (all * all - sizes().map(|size| size * size).sum::<u64>()) / 2
    }

    /// The number of times a pair counts if each family was drawn this many times: the product of its documents' draws,
    /// or within one family the draws of that family.
    pub(super) fn times(&self, documents: [usize; 2], drawn: &[u32]) -> usize {
        let [a, b] = documents.map(|document| self.family[document]);
        let of = |family: usize| drawn[family] as usize;
        if a == b { of(a) } else { of(a) * of(b) }
    }
}

/// The fingerprint of each document under each seed; `None` for a document without features.
pub(super) type Fingerprints = Vec<Vec<Option<Fingerprint>>>;

impl Measured {
    pub(super) fn new(part: &Part, fingerprints: &Fingerprints, plan: Plan, watch: &Watch) -> Result<Self, Stopped> {
        let seeds = fingerprints.first().map_or(0, Vec::len);
        let families = part.sizes.len();
        let distances = Distances::new(part, fingerprints, seeds, plan, watch)?;
        let once = vec![1; families];
        let scores: Vec<Vec<Score>> = distances.scores(&once).collect();
        let unrelated = part.unrelated(&once);
        let count = |wanted| part.pairs.iter().filter(|pair| pair.label.counts_as_near() == Some(wanted)).count();
        let (near, far) = (count(true), count(false));
        let intervals = distances.intervals(watch)?;
        let at = (0..=plan.up_to as usize).map(|k| {
            let spread =
                |measure: fn(&Score) -> Option<f64>| Spread::new(scores.iter().filter_map(|at| measure(&at[k])));
            let crowded = |of: u64| {
                let counts = distances.crowded.iter().map(|counts| counts[k] as f64 / of as f64);
                if unrelated > 0 { Spread::new(counts) } else { None }
            };
            MeasuredAtK {
                k: k as u32,
                precision: spread(Score::precision).filter(|_| far > 0),
                recall: spread(Score::recall),
                f1: spread(Score::f1).filter(|_| near > 0),
                f1_interval: intervals.f1[k].filter(|_| near > 0),
                far_called: spread(|score| Some(score.far_called as f64)).filter(|_| far > 0),
                crowded: crowded(1),
                crowding: crowded(unrelated),
                crowding_interval: intervals.crowding[k],
            }
        });
        let at = at.collect();
        Ok(Self { documents: part.documents.len(), families, near, far, unrelated, at })
    }

    /// The k with the best mean F1, the smallest of equals; `None` without near pairs.
    pub fn best_k(&self) -> Option<u32> {
        let f1 = self.at.iter().filter_map(|at| Some((at.f1?.mean, at.k)));
        f1.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, k)| k)
    }
}

/// The 95% intervals at each k.
struct Intervals {
    f1: Vec<Option<[f64; 2]>>,
    crowding: Vec<Option<[f64; 2]>>,
}

/// Which pairs are within which distance, under each seed.
struct Distances<'a> {
    part: &'a Part,
    plan: Plan,
    /// The distances of the labelled pairs under each seed.
    labelled: Vec<Vec<Option<u32>>>,
    /// For each seed, how many pairs of different families are within each k.
    crowded: Vec<Vec<u64>>,
    /// For two families and a distance, how many pairs of their documents are so far apart, over all seeds.
    hits: BTreeMap<([usize; 2], u32), u64>,
}

impl<'a> Distances<'a> {
    fn new(
        part: &'a Part,
        fingerprints: &Fingerprints,
        seeds: usize,
        plan: Plan,
        watch: &Watch,
    ) -> Result<Self, Stopped> {
        let hamming = |[a, b]: [usize; 2], seed: usize| {
            let of = |document: usize| fingerprints[document][seed];
            of(a).zip(of(b)).map(|(a, b)| a.hamming(b))
        };
        let labelled = (0..seeds).map(|seed| part.pairs.iter().map(|pair| hamming(pair.documents, seed)).collect());
        let of_row = |(mut crowded, mut hits): (Vec<Vec<u64>>, BTreeMap<_, u64>), row: usize| {
            watch.check()?;
            let b = part.documents[row];
            for &a in part.documents[..row].iter().filter(|&&a| part.family[a] != part.family[b]) {
                for (seed, crowded) in crowded.iter_mut().enumerate() {
                    let Some(hamming) = hamming([a, b], seed).filter(|&hamming| hamming <= plan.up_to) else {
                        continue;
                    };
                    crowded[hamming as usize] += 1;
                    let [a, b] = [a, b].map(|document| part.family[document]);
                    *hits.entry(([a.min(b), a.max(b)], hamming)).or_default() += 1;
                }
            }
            Ok((crowded, hits))
        };
        let empty = || (vec![vec![0; plan.up_to as usize + 1]; seeds], BTreeMap::new());
        let rows = (0..part.documents.len()).into_par_iter().try_fold(empty, of_row);
        let (mut crowded, hits) = rows.try_reduce(empty, |(mut crowded, mut hits), (more_crowded, more_hits)| {
            for (all, more) in crowded.iter_mut().flatten().zip(more_crowded.into_iter().flatten()) {
                *all += more;
            }
            for (at, more) in more_hits {
                *hits.entry(at).or_default() += more;
            }
            Ok((crowded, hits))
        })?;
        for counts in &mut crowded {
            add_up(counts);
        }
        Ok(Self { part, plan, labelled: labelled.collect(), crowded, hits })
    }

    /// For each seed the scores at each k, if each family was drawn this many times.
    fn scores(&self, drawn: &[u32]) -> impl Iterator<Item = Vec<Score>> {
        let pairs = self.part.pairs.iter();
        let times: Vec<usize> = pairs.map(|pair| self.part.times(pair.documents, drawn)).collect();
        self.labelled.iter().map(move |distances| {
            let mut scores = vec![Score::default(); self.plan.up_to as usize + 1];
            let (mut near, mut far) = (0, 0);
            for ((pair, distance), &times) in self.part.pairs.iter().zip(distances).zip(&times) {
                let Some(wanted) = pair.label.counts_as_near() else { continue };
                *(if wanted { &mut near } else { &mut far }) += times;
                if let Some(score) = distance.and_then(|distance| scores.get_mut(distance as usize)) {
                    *(if wanted { &mut score.near_called } else { &mut score.far_called }) += times;
                }
            }
            let mut sum = Score { near, far, ..Score::default() };
            for score in &mut scores {
                sum.near_called += score.near_called;
                sum.far_called += score.far_called;
                *score = sum;
            }
            scores
        })
    }

    /// The crowding at each k over all seeds, as a share, if each family was drawn this many times.
    fn crowding(&self, drawn: &[u32]) -> Option<Vec<f64>> {
        let all = self.part.unrelated(drawn) * self.labelled.len() as u64;
        let mut counts = vec![0; self.plan.up_to as usize + 1];
        for (&([a, b], hamming), hits) in &self.hits {
            counts[hamming as usize] += hits * u64::from(drawn[a]) * u64::from(drawn[b]);
        }
        add_up(&mut counts);
        (all > 0).then(|| counts.into_iter().map(|count| count as f64 / all as f64).collect())
    }

    /// The intervals of mean F1 and of crowding, by the bootstrap over families.
    fn intervals(&self, watch: &Watch) -> Result<Intervals, Stopped> {
        let (families, ks) = (self.part.sizes.len(), self.plan.up_to as usize + 1);
        if families < 2 {
            return Ok(Intervals { f1: vec![None; ks], crowding: vec![None; ks] });
        }
        let resample = |resample: usize| {
            watch.check()?;
            let drawn = draws(families, 0, resample);
            let mut f1 = vec![Vec::new(); ks];
            for scores in self.scores(&drawn) {
                f1.iter_mut()
                    .zip(scores)
                    .filter(|(_, score)| score.near > 0)
                    .for_each(|(all, score)| all.extend(score.f1()));
            }
            let f1: Vec<Option<f64>> = f1.into_iter().map(|f1| Some(Spread::new(f1)?.mean)).collect();
            Ok((f1, self.crowding(&drawn)))
        };
        let resamples: Vec<_> = (0..RESAMPLES).into_par_iter().map(resample).collect::<Result<_, Stopped>>()?;
        let f1 = (0..ks).map(|k| interval(resamples.iter().filter_map(|(f1, _)| f1[k]).collect()));
        let crowding = (0..ks)
            .map(|k| interval(resamples.iter().filter_map(|(_, crowding)| Some(crowding.as_ref()?[k])).collect()));
        Ok(Intervals { f1: f1.collect(), crowding: crowding.collect() })
    }
}

/// Numbers at each distance become numbers within each.
fn add_up(counts: &mut [u64]) {
    let mut sum = 0;
    for count in counts {
        sum += *count;
        *count = sum;
    }
}

impl Spread {
    /// The spread of some values; `None` if there are none.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let values: Vec<f64> = values.into_iter().collect();
        let n = values.len();
        if n == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let sd = if n > 1 { (squares / (n - 1) as f64).sqrt() } else { 0.0 };
        Some(Self { mean, sd, n })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        compare::study::evaluation::{Judged, Label, Rule},
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
        Plan { seeds, up_to: 32, split }
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
            Judged {
                label: pair.label,
                hamming: a.zip(b).map(|(a, b)| a.hamming(b)),
                shared: 0.0,
                edited: 0.0,
                cosine: None,
            }
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
            let each = [0, 1, 2].map(|seed| Score::new(&judged(&collection, &recipe(seed)), rule));
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
                let near = |pair: &&[usize; 2]| {
                    let [a, b] = pair.map(fingerprint);
                    a.zip(b).is_some_and(|(a, b)| a.hamming(b) <= k)
                };
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
            let f1 = Score::new(&plain, Rule::within(k)).f1();
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

    proptest! {
        /// A resample's figures equal those of the pairs repeated as often as they count.
        #[test]
        fn drawn_often_is_measured_often(
            values in prop::collection::vec(prop::option::of(0u128..256), 5),
            pairs in prop::collection::vec([0usize..5, 0usize..5], 0..6),
            drawn in prop::collection::vec(0u32..4, 3),
            k in 0u32..=4,
        ) {
            let pairs: Vec<LabelledPair> = pairs
                .into_iter()
                .enumerate()
                .map(|(at, documents)| LabelledPair { documents, label: [Label::Near, Label::Far][at % 2] })
                .collect();
            let families = Families::new(5, [[0, 1], [2, 3]]);
            let collection = Collection { names: vec![""; 5], texts: vec![""; 5], pairs: pairs.clone(), families };
            let part = collection.part(|_| true);
            let plan = Plan { seeds: 1, up_to: 4, split: None };
            let fingerprints: Fingerprints =
                values.iter().map(|value| vec![value.map(|value| Fingerprint::new(value, 8))]).collect();
            let distances = Distances::new(&part, &fingerprints, 1, plan, &Watch::default()).unwrap();
            let hamming = |[a, b]: [usize; 2]| fingerprints[a][0].zip(fingerprints[b][0]).map(|(a, b)| a.hamming(b));
            let written = pairs.iter().flat_map(|pair| {
                let (label, hamming) = (pair.label, hamming(pair.documents));
                let judged = Judged { label, hamming, shared: 0.0, edited: 0.0, cosine: None };
                std::iter::repeat_n(judged, part.times(pair.documents, &drawn))
            });
            let written: Vec<Judged> = written.collect();
            let expected = Score::new(&written, Rule::within(k));
            prop_assert_eq!(distances.scores(&drawn).next().unwrap()[k as usize], expected);

            let unrelated = collection.families.unrelated();
            let unrelated: Vec<_> =
                unrelated.flat_map(|pair| std::iter::repeat_n(pair, part.times(pair, &drawn))).collect();
            prop_assert_eq!(part.unrelated(&drawn), unrelated.len() as u64);
            let within = unrelated.iter().filter(|&&pair| hamming(pair).is_some_and(|hamming| hamming <= k)).count();
            let share = distances.crowding(&drawn).map(|crowding| crowding[k as usize]);
            prop_assert_eq!(share, (!unrelated.is_empty()).then(|| within as f64 / unrelated.len() as f64));
        }
    }

    #[test]
    fn mean_and_standard_deviation() {
        assert_eq!(Spread::new([]), None);
        assert_eq!(Spread::new([2.5]), Some(Spread { mean: 2.5, sd: 0.0, n: 1 }));
        let spread = Spread::new([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert!((spread.mean - 5.0).abs() < 1e-12 && (spread.sd - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }
}
