//! A calibration from the documents of a batch, or from other texts: unrelated pairs counted, texts edited, labels
//! taken.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use rayon::prelude::*;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::Batch;
use crate::{
    compare::{
        calibration::{
            Calibration, CalibrationError, ClosestPair, Distances, EditDistances, HeldOutPair, LEAST_OF_CLASS,
            LabelledPairs, Origin, Prior, Reliability, groups, unrelated_pairs,
        },
        coverage::coverage,
        evaluation::{Families, Judged, Label, LabelledPair, ProposedThresholds},
        pair::Subject,
    },
    lab::{Dice, Edit, EditedText},
    simhash::{CountError, Recipe, Watch, sketch},
};

/// The seed of edits and samples.
const SEED: u64 = 1;
/// The most families whose texts are edited: the recall is then known to about a hundredth.
const MOST_EDITED: usize = 2000;
/// Editing a text takes about as long as comparing a pair for every so many bytes of it.
const BYTES_A_PAIR: u64 = 4;

/// A text and its prepared form.
#[derive(Clone, Debug)]
pub(crate) struct CalibrationText {
    pub text: Arc<String>,
    pub subject: Arc<Subject>,
}

/// Texts to make a calibration from.
#[derive(Clone, Debug)]
pub(crate) struct CalibrationRequest {
    texts: Vec<CalibrationText>,
    /// By the numbers of the texts.
    labels: Vec<LabelledPair>,
    /// The numbers by which the texts were given.
    numbers: Vec<usize>,
    recipe: Recipe,
}

/// A calibration, and the closest pair among those that count as unrelated, by the numbers that were given.
#[derive(Clone, Debug)]
pub(crate) struct MadeCalibration {
    pub calibration: Calibration,
    pub closest: Option<ClosestPair>,
    /// The thresholds of the other signals, from labelled pairs; `None` if there are too few.
    pub proposed: Option<ProposedThresholds>,
}

impl Batch {
    /// The documents that are there and have a fingerprint, with labels by their numbers.
    pub(crate) fn calibrate(&self, labels: &[LabelledPair]) -> CalibrationRequest {
        let texts = self.present().filter_map(|at| Some((at, self.calibration_text(at)?)));
        CalibrationRequest::new(texts, labels, self.recipe.clone())
    }

    /// A document as it was examined; `None` if that is not known for the present generation.
    pub(super) fn calibration_text(&self, at: usize) -> Option<CalibrationText> {
        let entry = self.entries.get(at)?;
        let examined = entry.examined.as_ref().filter(|examined| examined.generation == self.generation)?;
        Some(CalibrationText { text: entry.text()?.text.clone(), subject: examined.subject.clone() })
    }
}

impl CalibrationRequest {
    /// Takes numbered texts, without those that have no fingerprint, and labels by these numbers.
    pub(crate) fn new(
        texts: impl IntoIterator<Item = (usize, CalibrationText)>,
        labels: &[LabelledPair],
        recipe: Recipe,
    ) -> Self {
        let usable =
            |(_, text): &(usize, CalibrationText)| text.subject.fingerprint.is_some() && text.subject.vector().1 > 0.0;
        let (numbers, texts): (Vec<usize>, Vec<_>) = texts.into_iter().filter(usable).unzip();
        let number: HashMap<usize, usize> = numbers.iter().copied().zip(0..).collect();
        let labels = labels.iter().filter_map(|pair| {
            let [a, b] = pair.documents.map(|at| number.get(&at).copied());
            let documents = [a?, b?];
            (documents[0] != documents[1]).then_some(LabelledPair { documents, ..*pair })
        });
        Self { labels: labels.collect(), texts, numbers, recipe }
    }

    /// Makes the calibration. Progress is counted in pairs.
    ///
    /// # Errors
    /// If the texts make none, or it was stopped.
    pub(crate) fn run(&self, watch: &Watch) -> Result<MadeCalibration, CalibrationError> {
        let documents = self.texts.len();
        if documents < 2 {
            return Err(CalibrationError::FewTexts(documents));
        }
        let (labels, contradictory) = self.consistent_labels();
        let (families, first) = self.families(&labels, watch)?;
        if first.len() < 2 {
            return Err(CalibrationError::OneFamily(documents));
        }
        let group_of = groups(first.len(), SEED);
        let bits = self.recipe.bits;
        let subjects: Vec<&Subject> = first.iter().map(|&at| &*self.texts[at].subject).collect();
        let counted = unrelated_pairs(&subjects, &group_of, bits, SEED, watch)?;
        let edited = self.edited(&first, watch)?;
        let labelled = self.labelled(&labels, &families, contradictory);
        let mut groups = counted.groups;
        for text in &edited {
            let group = &mut groups[group_of[text.family]];
            if !labelled.near_used() {
                text.distances[..Edit::SMALL.len()].iter().flatten().for_each(|&hamming| group.near.add(hamming));
            }
            if !labelled.related_used() {
                text.distances[Edit::SMALL.len()..].iter().flatten().for_each(|&hamming| group.related.add(hamming));
            }
        }
        for pair in &labels {
            let Some(hamming) = self.hamming(pair.documents) else { continue };
            let group = &mut groups[group_of[families.of(pair.documents[0])]];
            match class(pair, &families) {
                Class::Near if labelled.near_used() => group.near.add(hamming),
                Class::Related if labelled.related_used() => group.related.add(hamming),
                _ => {}
            }
        }
        let origin = Origin {
            documents,
            families: first.len(),
            han: edited_chinese(&edited, first.len()),
            digest: self.digest(),
            seed: SEED,
            pairs: counted.pairs,
            sampled: counted.pairs < first.len() as u64 * (first.len() as u64 - 1) / 2,
        };
        let proposed = labelled.enough().then(|| self.proposed(&labels)).flatten();
        let labelled = (!self.labels.is_empty()).then_some(labelled);
        let made = Calibration::new(self.recipe.clone(), origin, recalls(&edited, bits), labelled, groups);
        let calibration = made.ok_or(CalibrationError::TooShort)?;
        let given = |pair: ClosestPair| {
            let documents = pair.documents.map(|family| self.numbers[first[family]]);
            ClosestPair { documents, ..pair }
        };
        Ok(MadeCalibration { calibration, closest: counted.closest.map(given), proposed })
    }

    /// The thresholds that the labels propose; `None` with few near or few far ones.
    fn proposed(&self, labels: &[LabelledPair]) -> Option<ProposedThresholds> {
        let judged = labels.par_iter().map(|pair| {
            let [a, b] = pair.documents.map(|at| &*self.texts[at].subject);
            let coverage = coverage(a.windows(), b.windows());
            Judged::new(pair.label, [a, b], &coverage)
        });
        let judged: Vec<Judged> = judged.collect();
        let enough = |label| judged.iter().filter(|pair| pair.label == label).count() as u64 >= LEAST_OF_CLASS;
        (enough(Label::Near) && enough(Label::Far)).then(|| ProposedThresholds::new(&judged))
    }

    fn hamming(&self, [a, b]: [usize; 2]) -> Option<u32> {
        let [a, b] = [a, b].map(|at| self.texts[at].subject.fingerprint);
        a.zip(b).map(|(a, b)| a.hamming(b))
    }

    /// Each labelled pair once, and the number of pairs that are labelled in two ways.
    fn consistent_labels(&self) -> (Vec<LabelledPair>, u64) {
        let mut labels: BTreeMap<[usize; 2], Option<Label>> = BTreeMap::new();
        for pair in &self.labels {
            let mut documents = pair.documents;
            documents.sort_unstable();
            let known = labels.entry(documents).or_insert(Some(pair.label));
            *known = known.filter(|label| *label == pair.label);
        }
        let contradictory = labels.values().filter(|label| label.is_none()).count() as u64;
        let labels =
            labels.into_iter().filter_map(|(documents, label)| Some(LabelledPair { documents, label: label? }));
        (labels.collect(), contradictory)
    }

    /// The families of the texts, and the first text of each.
    fn families(&self, labels: &[LabelledPair], watch: &Watch) -> Result<(Families, Vec<usize>), CalibrationError> {
        let windows: Vec<_> = self.texts.iter().map(|text| Some(&**text.subject.windows())).collect();
        // Texts that are too short for a shared passage can still be the same.
        let mut known: HashMap<&str, usize> = HashMap::new();
        let same = self.texts.iter().zip(0..).filter_map(|(text, at)| {
            let before = *known.entry(&text.text).or_insert(at);
            (before != at).then_some(LabelledPair { documents: [before, at], label: Label::Near })
        });
        let joined: Vec<LabelledPair> = labels.iter().copied().chain(same).collect();
        let families = Families::of_documents(&windows, &joined, watch)?;
        let mut first = Vec::with_capacity(families.count());
        for at in 0..self.texts.len() {
            if families.of(at) == first.len() {
                first.push(at);
            }
        }
        Ok((families, first))
    }

    /// Edits the texts of the families, or of a sample of them.
    fn edited(&self, first: &[usize], watch: &Watch) -> Result<Vec<EditedDistances>, CalibrationError> {
        let mut families: Vec<usize> = (0..first.len()).collect();
        families.sort_by_key(|family| xxh3_64_with_seed(&family.to_le_bytes(), !SEED));
        families.truncate(MOST_EDITED);
        families.sort_unstable();
        let cost = |family: usize| self.texts[first[family]].text.len() as u64 / BYTES_A_PAIR;
        watch.expect(families.iter().map(|&family| cost(family)).sum());
        let edited = families.into_par_iter().map(|family| {
            let text = &self.texts[first[family]];
            let edited = EditedText::new(&text.text);
            let seed = xxh3_64_with_seed(text.text.as_bytes(), SEED);
            let distance = |edit: Edit| -> Result<Option<u32>, CalibrationError> {
                watch.check()?;
                let Some(changed) = edit.apply(&edited, &mut Dice::new(seed)) else { return Ok(None) };
                match sketch(&changed, &self.recipe) {
                    Ok(changed) => Ok(changed.fingerprint.zip(text.subject.fingerprint).map(|(a, b)| a.hamming(b))),
                    Err(CountError::Stopped(stopped)) => Err(stopped.into()),
                    // An edit that makes a text too long for the recipe is none.
                    Err(_) => Ok(None),
                }
            };
            let distances = kinds().map(distance).collect::<Result<_, _>>()?;
            watch.advance(cost(family));
            Ok(EditedDistances { family, distances, chinese: edited.is_chinese() })
        });
        edited.collect()
    }

    fn labelled(&self, labels: &[LabelledPair], families: &Families, contradictory: u64) -> LabelledPairs {
        let mut counts = LabelledPairs { contradictory, ..LabelledPairs::default() };
        for pair in labels.iter().filter(|pair| self.hamming(pair.documents).is_some()) {
            match class(pair, families) {
                Class::Near => counts.near += 1,
                Class::Related => counts.related += 1,
                Class::Unrelated => counts.unrelated += 1,
            }
        }
        counts
    }

    /// A digest of the texts in any order.
    fn digest(&self) -> u64 {
        let mut digests: Vec<u64> = self.texts.iter().map(|text| xxh3_64(text.text.as_bytes())).collect();
        digests.sort_unstable();
        xxh3_64(&digests.iter().flat_map(|digest| digest.to_le_bytes()).collect::<Vec<u8>>())
    }
}

/// A calibration fitted on one part of the families of labelled texts and tested on the other; no family is in both.
#[derive(Clone, Debug)]
pub(crate) struct CalibrationTest {
    /// The families in both parts.
    pub families: [usize; 2],
    /// The labelled pairs in both parts.
    pub pairs: [usize; 2],
    pub calibration: Calibration,
    /// The shares of the classes among the pairs of the first part.
    pub prior: Prior,
    pub reliability: Reliability,
}

impl CalibrationTest {
    /// Fits and tests; names and seed decide on the parts.
    ///
    /// # Errors
    /// If a part has too little, or it was stopped.
    pub(crate) fn new(
        texts: &[CalibrationText],
        names: &[&str],
        labels: &[LabelledPair],
        recipe: &Recipe,
        seed: u64,
        watch: &Watch,
    ) -> Result<Self, CalibrationError> {
        let windows: Vec<_> = texts.iter().map(|text| Some(&**text.subject.windows())).collect();
        let families = Families::of_documents(&windows, labels, watch)?;
        let second = families.halves(names, seed);
        let part = |wanted: bool| {
            let within = |pair: &&LabelledPair| pair.documents.iter().all(|&at| second[families.of(at)] == wanted);
            labels.iter().filter(within).copied().collect::<Vec<_>>()
        };
        let (fitted, held_out) = (part(false), part(true));
        let first = texts.iter().cloned().enumerate().filter(|(document, _)| !second[families.of(*document)]);
        let calibration = CalibrationRequest::new(first, &fitted, recipe.clone()).run(watch)?.calibration;
        let prior = calibration.labelled.as_ref().and_then(LabelledPairs::shares);
        let prior = prior.ok_or(CalibrationError::FewLabels)?;
        let pair = |pair: &LabelledPair| {
            let [a, b] = pair.documents.map(|at| texts[at].subject.fingerprint);
            let (near, family) = (pair.label == Label::Near, families.of(pair.documents[0]));
            Some(HeldOutPair { hamming: a?.hamming(b?), near, family })
        };
        let held_out: Vec<HeldOutPair> = held_out.iter().filter_map(pair).collect();
        let reliability = Reliability::new(&calibration.posterior(prior), &held_out);
        let reliability = reliability.ok_or(CalibrationError::FewLabels)?;
        let halves = second.iter().filter(|&&second| second).count();
        let (families, pairs) = ([families.count() - halves, halves], [fitted.len(), held_out.len()]);
        Ok(Self { families, pairs, calibration, prior, reliability })
    }
}

/// The class of a labelled pair.
enum Class {
    Near,
    Related,
    Unrelated,
}

/// Two texts that share much are related, though they were labelled far.
fn class(pair: &LabelledPair, families: &Families) -> Class {
    let [a, b] = pair.documents.map(|at| families.of(at));
    match pair.label {
        Label::Near => Class::Near,
        Label::Mid => Class::Related,
        Label::Far if a == b => Class::Related,
        Label::Far => Class::Unrelated,
    }
}

/// The small edits, then the one that makes a related text.
fn kinds() -> impl Iterator<Item = Edit> {
    Edit::SMALL.into_iter().chain([Edit::RELATED])
}

/// The distances to the edited versions of a text.
struct EditedDistances {
    family: usize,
    /// One for each of [`kinds`]; `None` if the text is too short for it.
    distances: Vec<Option<u32>>,
    chinese: bool,
}

/// The number of families whose text is mostly Chinese, estimated if a sample was edited.
fn edited_chinese(edited: &[EditedDistances], families: usize) -> usize {
    let chinese = edited.iter().filter(|text| text.chinese).count();
    (chinese * families).checked_div(edited.len()).unwrap_or_default()
}

fn recalls(edited: &[EditedDistances], bits: u8) -> Vec<EditDistances> {
    let recall = |(at, edit): (usize, Edit)| {
        let mut of = EditDistances { edit: edit.key(), distances: Distances::none(bits), skipped: 0 };
        for text in edited {
            match text.distances.get(at).copied().flatten() {
                Some(hamming) => of.distances.add(hamming),
                None => of.skipped += 1,
            }
        }
        of
    };
    Edit::SMALL.into_iter().enumerate().map(recall).collect()
}
