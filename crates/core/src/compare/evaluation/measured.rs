//! Figures over many seeds of a hash, at every k, with intervals over families of documents.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{
    Mid, Score, Spread,
    collection::Part,
    spread::{RESAMPLES, draws, interval},
};
use crate::simhash::{Fingerprint, Stopped, Watch};

/// The extent of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many seeds, from 0 on. Seed 0 is the hash without a seed.
    pub seeds: u64,
    /// The largest k; the smallest is 0.
    pub up_to: u32,
    /// The side on which pairs labelled mid count.
    pub mid: Mid,
    /// The seed of a split by families, if there is to be one.
    pub split: Option<u64>,
}

/// The fingerprint of each document under each seed; `None` for a document without features.
pub(super) type Fingerprints = Vec<Vec<Option<Fingerprint>>>;

/// The figures of some documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// How many documents.
    pub documents: usize,
    /// How many families they are of.
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

/// The figures at one k. The mean of each is over seeds, and `n` says over how many: a measure without a value under
/// some seed, such as the precision where nothing is called near, has none there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeasuredAtK {
    /// The share of the pairs called near that are to be. `None` without far pairs, where nothing could be wrong.
    pub precision: Option<Spread>,
    /// The share of the near pairs that are called near. `None` without near pairs.
    pub recall: Option<Spread>,
    /// The harmonic mean of the two. `None` without near pairs.
    pub f1: Option<Spread>,
    /// 95 % of the resamples of families have their mean F1 in here. `None` for fewer than two families.
    pub f1_interval: Option<[f64; 2]>,
    /// Far pairs called near. `None` without far pairs.
    pub far_called: Option<Spread>,
    /// Crowding: pairs of documents of different families within k. `None` without such pairs.
    pub crowded: Option<Spread>,
    /// Crowding as a share of all such pairs, 0 to 1.
    pub crowding: Option<Spread>,
    /// The interval of the mean crowding, as that of F1.
    pub crowding_interval: Option<[f64; 2]>,
}

impl Measured {
    pub(super) fn new(part: &Part, fingerprints: &Fingerprints, plan: Plan, watch: &Watch) -> Result<Self, Stopped> {
        let seeds = fingerprints.first().map_or(0, Vec::len);
        let families = part.sizes.len();
        let distances = Distances::new(part, fingerprints, seeds, plan, watch)?;
        let once = vec![1; families];
        let scores: Vec<Vec<Score>> = distances.scores(&once).collect();
        let unrelated = part.unrelated(&once);
        let count = |wanted| part.pairs.iter().filter(|pair| plan.mid.wants(pair.label) == Some(wanted)).count();
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

    /// The k with the best mean F1, the smallest where several are equal; `None` without near pairs.
    pub fn best_k(&self) -> Option<u32> {
        let f1 = self.at.iter().zip(0..).filter_map(|(at, k)| Some((at.f1?.mean, k)));
        f1.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, k)| k)
    }
}

/// The 95 % intervals at each k.
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

    /// For each seed the scores at each k, if each family was drawn so many times.
    fn scores(&self, drawn: &[u32]) -> impl Iterator<Item = Vec<Score>> {
        let pairs = self.part.pairs.iter();
        let times: Vec<usize> = pairs.map(|pair| self.part.times(pair.documents, drawn)).collect();
        self.labelled.iter().map(move |distances| {
            let mut scores = vec![Score::default(); self.plan.up_to as usize + 1];
            let (mut near, mut far) = (0, 0);
            for ((pair, distance), &times) in self.part.pairs.iter().zip(distances).zip(&times) {
                let Some(wanted) = self.plan.mid.wants(pair.label) else { continue };
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

    /// The crowding at each k over all seeds, as a share, if each family was drawn so many times.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::compare::evaluation::{Collection, Families, Judged, Label, LabelledPair, Rule};

    proptest! {
        /// A resample's figures are those of the pairs written out as often as they count.
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
            let plan = Plan { seeds: 1, up_to: 4, mid: Mid::Neither, split: None };
            let fingerprints: Fingerprints =
                values.iter().map(|value| vec![value.map(|value| Fingerprint::new(value, 8))]).collect();
            let distances = Distances::new(&part, &fingerprints, 1, plan, &Watch::default()).unwrap();
            let hamming = |[a, b]: [usize; 2]| fingerprints[a][0].zip(fingerprints[b][0]).map(|(a, b)| a.hamming(b));
            let written = pairs.iter().flat_map(|pair| {
                let judged = Judged { label: pair.label, hamming: hamming(pair.documents), shared: 0.0, cosine: None };
                std::iter::repeat_n(judged, part.times(pair.documents, &drawn))
            });
            let written: Vec<Judged> = written.collect();
            let expected = Score::new(&written, Rule::within(k), Mid::Neither);
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
}
