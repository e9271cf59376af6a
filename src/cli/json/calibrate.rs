//! A calibration, as JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::{
    cli::calibrated::Calibrated,
    compare::{calibration::Distances, evaluation::ProposedThreshold},
    say,
};

#[derive(Serialize)]
struct JsonCalibrated<'a> {
    schema: &'static str,
    simscope: &'static str,
    recipe: String,
    documents: usize,
    families: usize,
    /// The library whose documents were read too.
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<JsonLibrary<'a>>,
    /// Families whose text is mostly Chinese.
    families_chinese: usize,
    /// A digest of the texts, whatever their order.
    digest: String,
    seed: u64,
    /// Pairs of unrelated documents.
    pairs: u64,
    sampled: bool,
    unrelated_mean: f64,
    /// The closest pair that counts as unrelated.
    closest: Option<JsonClosest<'a>>,
    cautions: Vec<String>,
    labelled: Option<JsonLabelled>,
    suggested_k: Option<u32>,
    /// From labelled pairs; `null` with too few.
    suggested_shared: Option<JsonThreshold>,
    suggested_cosine: Option<JsonThreshold>,
    prior: JsonClasses,
    /// For each distance from 0 to the width.
    distances: Vec<JsonDistance>,
    edits: Vec<JsonEdit<'a>>,
}

/// A threshold between 0 and 1, and its F1 on the labelled pairs.
#[derive(Serialize)]
struct JsonThreshold {
    least: f64,
    f1: Option<f64>,
}

impl From<ProposedThreshold> for JsonThreshold {
    fn from(ProposedThreshold { percent, score }: ProposedThreshold) -> Self {
        Self { least: f64::from(percent) / 100.0, f1: score.f1() }
    }
}

#[derive(Serialize)]
struct JsonLibrary<'a> {
    file: &'a str,
    documents: u64,
    read: u64,
    without_text: u64,
    sampled: bool,
}

#[derive(Serialize)]
struct JsonClosest<'a> {
    name_a: &'a str,
    name_b: &'a str,
    hamming: u32,
    cosine: f64,
}

#[derive(Serialize)]
struct JsonLabelled {
    near: u64,
    related: u64,
    unrelated: u64,
    contradictory: u64,
    near_used: bool,
    related_used: bool,
}

#[derive(Serialize)]
struct JsonClasses {
    near: f64,
    related: f64,
    unrelated: f64,
}

#[derive(Serialize)]
struct JsonDistance {
    hamming: usize,
    /// The share of unrelated pairs at most so far apart: counted, or expected in the tail.
    unrelated_within: f64,
    /// It is expected from the cosines, as too few pairs are that close.
    modelled: bool,
    unrelated_observed: u64,
    unrelated_expected: f64,
    false_per_thousand: f64,
    near_pairs: u64,
    related_pairs: u64,
    probability: JsonClasses,
    /// The 95 % interval of the probability of near.
    near_interval: [f64; 2],
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    edit: &'a str,
    texts: u64,
    skipped: usize,
    /// The share of the texts that stay within each distance.
    recall: Vec<Option<f64>>,
}

pub(in crate::cli) fn calibrated(out: &mut dyn Write, calibrated: &Calibrated) -> io::Result<()> {
    let Calibrated { calibration, posterior, closest, proposed, library, lang } = calibrated;
    let (origin, unrelated) = (&calibration.origin, calibration.unrelated());
    let (near, related) = (calibration.near(), calibration.related());
    let count = |distances: &Distances, hd: usize| distances.counts().get(hd).copied().unwrap_or_default();
    let distances = posterior.all().iter().enumerate().map(|(hamming, at)| JsonDistance {
        hamming,
        unrelated_within: unrelated.share_within(hamming as u32),
        modelled: (hamming as u32) < unrelated.joint,
        unrelated_observed: count(&unrelated.observed, hamming),
        unrelated_expected: unrelated.expected.get(hamming).copied().unwrap_or_default(),
        false_per_thousand: calibration.false_per_thousand(hamming as u32),
        near_pairs: count(&near, hamming),
        related_pairs: count(&related, hamming),
        probability: JsonClasses { near: at.near, related: at.related, unrelated: at.unrelated },
        near_interval: at.interval,
    });
    let edits = calibration.edits.iter().map(|edit| JsonEdit {
        edit: &edit.edit,
        texts: edit.distances.total(),
        skipped: edit.skipped,
        recall: (0..=u32::from(calibration.recipe.bits)).map(|k| edit.distances.share_within(k)).collect(),
    });
    let prior = posterior.prior;
    let labelled = calibration.labelled.map(|labelled| JsonLabelled {
        near: labelled.near,
        related: labelled.related,
        unrelated: labelled.unrelated,
        contradictory: labelled.contradictory,
        near_used: labelled.near_used(),
        related_used: labelled.related_used(),
    });
    let written = JsonCalibrated {
        schema: "simscope/calibrate/1",
        simscope: env!("CARGO_PKG_VERSION"),
        recipe: calibration.recipe.to_string(),
        documents: origin.documents,
        families: origin.families,
        library: library.as_ref().map(|library| JsonLibrary {
            file: &library.file,
            documents: library.documents,
            read: library.read,
            without_text: library.without_text,
            sampled: library.sampled,
        }),
        families_chinese: origin.han,
        digest: format!("{:016x}", origin.digest),
        seed: origin.seed,
        pairs: origin.pairs,
        sampled: origin.sampled,
        unrelated_mean: unrelated.mean(),
        closest: closest.as_ref().map(|([name_a, name_b], pair)| JsonClosest {
            name_a,
            name_b,
            hamming: pair.hamming,
            cosine: pair.cosine,
        }),
        cautions: say::calibration_cautions(calibration, *lang),
        labelled,
        suggested_k: calibration.suggested_k(),
        suggested_shared: proposed.and_then(|of| of.shared).map(Into::into),
        suggested_cosine: proposed.and_then(|of| of.cosine).map(Into::into),
        prior: JsonClasses { near: prior.near, related: prior.related, unrelated: prior.unrelated },
        distances: distances.collect(),
        edits: edits.collect(),
    };
    super::write(out, super::LEVELS, &written)
}
