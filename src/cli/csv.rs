//! Results as CSV.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::study::{Evaluation, SignalScore, TestedFile};
use crate::{
    batch::{FoundInLibrary, LibraryFinding, LibraryHit, stream::Streamed},
    compare::evaluation::Rule,
    store::{Identity, StoredDocument},
    table::{Value, csv},
};

/// The names of the columns of [`evaluation`].
const SCORES: [&str; 14] = [
    "recipe",
    "k",
    "set",
    "rule",
    "near",
    "near_called",
    "far",
    "far_called",
    "precision",
    "recall",
    "f1",
    "shared",
    "cosine",
    "mid_called",
];

/// Writes a record for each recipe, k, set and rule, then for each recipe the other signals on all pairs; an empty set
/// stands for all pairs together, an empty number for a share of nothing. Under many seeds the records are those of
/// [`studies`].
pub(super) fn evaluation(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    if evaluation.is_study() {
        return studies(out, evaluation);
    }
    let mut csv = csv::Writer::new(out, SCORES.map(Cow::from))?;
    for of in &evaluation.recipes {
        let recipe = of.recipe.to_string();
        for (set, name) in evaluation.scopes() {
            for k in 0..=evaluation.up_to {
                for shared in [false, true] {
                    csv.record(score(&recipe, name, &evaluation.found(of, set, k, shared)))?;
                }
            }
        }
        let listed = |rule: &Rule| rule.k.is_some_and(|k| k <= evaluation.up_to);
        for signal in evaluation.signals(of).iter().filter(|signal| !listed(&signal.rule)) {
            csv.record(score(&recipe, "", signal))?;
        }
    }
    csv.finish()
}

/// A record of [`evaluation`].
fn score<'a>(recipe: &'a str, set: &'a str, found: &SignalScore) -> [Value<'a>; SCORES.len()] {
    let SignalScore { rule, score, mid } = found;
    let name = match rule {
        Rule { k: Some(_), shared: Some(_), .. } => "distance-or-shared",
        Rule { k: Some(_), .. } => "distance",
        Rule { shared: Some(_), .. } => "shared",
        Rule { .. } => "cosine",
    };
    let [near, near_called, far, far_called] =
        [score.near, score.near_called, score.far, score.far_called].map(|count| Value::Number(Some(count as u64)));
    let [precision, recall, f1, shared, cosine] =
        [score.precision(), score.recall(), score.f1(), rule.shared, rule.cosine].map(Value::Exact);
    let [recipe, set, name] = [recipe, set, name].map(Value::text);
    let (k, mid) = (Value::Number(rule.k.map(u64::from)), Value::Number(mid.map(|[called, _]| called as u64)));
    [recipe, k, set, name, near, near_called, far, far_called, precision, recall, f1, shared, cosine, mid]
}

/// The names of the columns of [`library_found`].
const FOUND: [&str; 12] = [
    "document",
    "list",
    "id",
    "hamming",
    "a_in_b_percent",
    "b_in_a_percent",
    "longest",
    "matching_runs",
    "unverified",
    "date",
    "title",
    "path",
];

/// Writes a record for each document found, in the order of the lists.
pub(super) fn library_found(out: &mut dyn Write, entries: &[Streamed<LibraryFinding>]) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, FOUND.map(Cow::from))?;
    for entry in entries {
        let Some(found) = entry.seen.as_ref().ok().and_then(|seen| seen.made.found.as_ref().ok()) else { continue };
        let FoundInLibrary { near, sharing, unverified, nearest, .. } = found;
        for (list, hits) in [("near", near), ("sharing", sharing), ("unverified", unverified), ("nearest", nearest)] {
            for LibraryHit { document, hamming, runs, shared } in hits {
                let known = shared.as_ref().ok();
                let share = |side: usize| Value::Share(known.map(|shared| shared.coverage[side].share));
                let text = |text: &Option<String>| Value::text(text.clone().unwrap_or_default());
                csv.record([
                    Value::text(&entry.name),
                    Value::text(list),
                    Value::Number(Some(document.id.into())),
                    Value::Number(hamming.map(u64::from)),
                    share(0),
                    share(1),
                    Value::Number(known.map(|shared| shared.coverage[0].longest)),
                    Value::Number(Some((*runs).into())),
                    Value::text(shared.as_ref().err().map_or("", |why| why.key())),
                    text(&document.date),
                    text(&document.title),
                    Value::text(document.path.to_string_lossy()),
                ])?;
            }
        }
    }
    csv.finish()
}

/// A record for each document of a library, with the blocks of its fingerprint as columns.
pub(super) struct ExportedLibrary<'a> {
    csv: csv::Writer<'a>,
    library: &'a Identity,
}

impl<'a> ExportedLibrary<'a> {
    pub(super) fn new(out: &'a mut dyn Write, library: &'a Identity) -> io::Result<Self> {
        let columns = ["id", "path", "title", "date", "bytes", "content_hash", "fingerprint"].map(Cow::from);
        let blocks = (1..=library.block_count()).map(|block| Cow::from(format!("block{block}")));
        Ok(Self { csv: csv::Writer::new(out, columns.into_iter().chain(blocks))?, library })
    }

    pub(super) fn document(&mut self, document: &StoredDocument) -> io::Result<()> {
        let text = |text: &Option<String>| Value::text(text.clone().unwrap_or_default());
        let mut blocks = self.library.blocks_of(document);
        blocks.resize(self.library.block_count(), String::new());
        let columns = [
            Value::Number(Some(document.id.into())),
            Value::text(document.path.to_string_lossy()),
            text(&document.title),
            text(&document.date),
            Value::Number(Some(document.bytes)),
            Value::text(format!("{:016x}", document.content)),
            Value::text(document.fingerprint.map(|fingerprint| fingerprint.to_string()).unwrap_or_default()),
        ];
        self.csv.record(columns.into_iter().chain(blocks.into_iter().map(Value::text)))
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.csv.finish()
    }
}

/// The names of the columns of [`studies`].
const STUDIES: [&str; 26] = [
    "recipe",
    "k",
    "seeds",
    "split_seed",
    "part",
    "best_k",
    "documents",
    "families",
    "near",
    "far",
    "unrelated",
    "precision",
    "precision_sd",
    "recall",
    "recall_sd",
    "f1",
    "f1_sd",
    "f1_low",
    "f1_high",
    "far_called",
    "far_called_sd",
    "crowded",
    "crowded_sd",
    "crowding",
    "crowding_low",
    "crowding_high",
];

/// Writes a record for each recipe, part and k: `all` documents, and for a split the part on which k was chosen
/// (`train`) and the other (`test`).
fn studies(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, STUDIES.map(Cow::from))?;
    let number = |count: u64| Value::Number(Some(count));
    for study in evaluation.recipes.iter().filter_map(|of| of.study.as_ref()) {
        let recipe = study.recipe.to_string();
        let parts = study.split.iter().flat_map(|split| [("train", &split.train), ("test", &split.test)]);
        for (part, measured) in [("all", &study.all)].into_iter().chain(parts) {
            let split = study.split.as_ref().filter(|_| part != "all");
            let sizes = [measured.documents, measured.families, measured.near, measured.far].map(|n| n as u64);
            for (at, k) in measured.at.iter().zip(0..) {
                let spreads = [at.precision, at.recall, at.f1, at.far_called, at.crowded];
                let [precision, recall, f1, far_called, crowded] = spreads.map(|spread| {
                    [spread.map(|spread| spread.mean), spread.filter(|spread| spread.n > 1).map(|spread| spread.sd)]
                });
                let [f1_interval, crowding_interval] = [at.f1_interval, at.crowding_interval]
                    .map(|interval| [interval.map(|[low, _]| low), interval.map(|[_, high]| high)]);
                let figures = [precision, recall, f1, f1_interval, far_called, crowded].into_iter().flatten();
                let figures = figures.chain([at.crowding.map(|crowding| crowding.mean)]).chain(crowding_interval);
                let of_split = [
                    Value::Number(split.map(|split| split.seed)),
                    Value::text(part),
                    Value::Number(split.and_then(|split| split.best_k).map(u64::from)),
                ];
                let head = [Value::text(&recipe), number(k), number(study.seeds)].into_iter().chain(of_split);
                let head = head.chain(sizes.map(number)).chain([number(measured.unrelated)]);
                csv.record(head.chain(figures.map(Value::Exact)))?;
            }
        }
    }
    csv.finish()
}

/// The names of the columns of [`calibration_test`].
const RELIABILITY: [&str; 12] = [
    "recipe",
    "prior_near",
    "prior_related",
    "prior_unrelated",
    "hamming",
    "pairs",
    "predicted",
    "observed",
    "error",
    "error_low",
    "error_high",
    "error_of_sampling",
];

/// Writes a record for each distance: the predicted and the labelled share of near pairs, and the error over all
/// distances, which is the same in each record.
pub(super) fn calibration_test(out: &mut dyn Write, TestedFile { test, .. }: &TestedFile) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, RELIABILITY.map(Cow::from))?;
    let recipe = test.calibration.recipe.to_string();
    let reliability = &test.reliability;
    let [low, high] = reliability.interval;
    for at in &reliability.at {
        let prior = test.prior.shares().map(|share| Value::Exact(Some(share)));
        let counts = [u64::from(at.hamming), at.pairs].map(|count| Value::Number(Some(count)));
        let shares = [at.predicted, at.observed, reliability.error, low, high, reliability.sampling];
        let shares = shares.map(|share| Value::Exact(Some(share)));
        csv.record([Value::text(&recipe)].into_iter().chain(prior).chain(counts).chain(shares))?;
    }
    csv.finish()
}
