//! Fingerprints without texts: of documents that were only hashed, and from files. Two of them have a distance, and nothing
//! else can be known of the pair.

use std::io::{self, Write};

use rayon::prelude::*;

use super::{
    Code,
    arguments::{ListFormat, Output},
    changes::comparable,
    documents,
    hash::{HashedDocument, HashedRemainder, remainder_of},
    json::{
        self,
        document::{JsonHead, JsonListed, JsonStored, head_of, streamed},
        pair::{COMPARE, JsonBit, JsonCompare, JsonPair, JsonPairLine},
    },
    print, print_error,
    settings::ResolvedSettings,
    stored::StoredFingerprint,
    text::{PAIRS, TextTable, counts, hanging, recipe_line},
};
use crate::{
    batch::{
        Work,
        stream::{Streamed, read},
    },
    compare::{
        Thresholds,
        coverage::RunLength,
        distance::{cosine_interval, cosine_of},
        exclusion::Exclusions,
        order::{NameOrder, ordered},
        pair::Pair,
    },
    document::{Source, display_names},
    review::pairs::{Figures, Row},
    say,
    simhash::Fingerprint,
    t,
};

/// A fingerprint, or why there is none.
pub(super) struct ListedFingerprint {
    /// The name of the document, distinct from the others. Safe to show.
    pub name: String,
    /// `None` where there is none to compare.
    pub fingerprint: Option<Fingerprint>,
    /// That of the remainder; without exclusions, that of the document.
    pub without: Option<Fingerprint>,
    pub origin: FingerprintOrigin,
}

pub(super) enum FingerprintOrigin {
    /// A document of this run.
    Document(Streamed<HashedDocument>),
    /// A file with fingerprints.
    Stored(StoredFingerprint),
}

/// Fingerprints to be compared, and how.
pub(super) struct FingerprintList {
    /// Those of documents in the order in which they were given, then those from files.
    pub all: Vec<ListedFingerprint>,
    /// Recipe, k, language.
    pub settings: ResolvedSettings,
    /// `None` if nothing is excluded.
    pub exclusions: Option<Exclusions>,
    /// The distances of the whole texts count, though text is excluded.
    pub whole: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FingerprintPair {
    /// Places of A and B, A before B.
    pub documents: [usize; 2],
    /// In how many bits they differ; `None` where one has no fingerprint.
    pub hamming: Option<u32>,
}

impl FingerprintList {
    /// Hashes the documents with and without exclusions, and appends the stored fingerprints.
    pub(super) fn new(
        sources: Vec<Source>,
        stored: Vec<StoredFingerprint>,
        settings: ResolvedSettings,
        (exclusions, whole): (Option<Exclusions>, bool),
    ) -> Self {
        let of_stored = stored.iter().map(|stored| documents::source(stored.path.as_ref()));
        let named: Vec<Source> = sources.iter().cloned().chain(of_stored).collect();
        let names = display_names(&named.iter().collect::<Vec<_>>());
        let documents =
            read(sources, Work::Hash, |document| HashedDocument::new(&document, exclusions.as_ref(), &settings));
        let documents = documents.into_iter().map(|entry| {
            let fingerprint = entry.seen.as_ref().ok().and_then(|seen| comparable(&seen.made.sketch));
            let without = remainder_of(&entry).map_or(fingerprint, |remainder| remainder.fingerprint);
            (fingerprint, without, FingerprintOrigin::Document(entry))
        });
        let stored = stored.into_iter().map(|stored| {
            let fingerprint = stored.fingerprint;
            (fingerprint, fingerprint, FingerprintOrigin::Stored(stored))
        });
        let print = |((fingerprint, without, mut origin), name): (_, String)| {
            if let FingerprintOrigin::Document(entry) = &mut origin {
                entry.name.clone_from(&name);
            }
            ListedFingerprint { name, fingerprint, without, origin }
        };
        Self { all: documents.chain(stored).zip(names).map(print).collect(), settings, exclusions, whole }
    }

    /// The distance of two, by their places.
    pub(super) fn hamming(&self, a: usize, b: usize) -> Option<u32> {
        let [a, b] = [a, b].map(|at| self.all.get(at).and_then(|print| print.fingerprint));
        Some(a?.hamming(b?))
    }

    /// The distance of two remainders.
    pub(super) fn hamming_without(&self, a: usize, b: usize) -> Option<u32> {
        let [a, b] = [a, b].map(|at| self.all.get(at).and_then(|print| print.without));
        Some(a?.hamming(b?))
    }

    /// The distance that counts.
    pub(super) fn hamming_scored(&self, a: usize, b: usize) -> Option<u32> {
        if self.whole { self.hamming(a, b) } else { self.hamming_without(a, b) }
    }

    /// Whether a distance is within the threshold.
    pub(super) fn near(&self, hamming: Option<u32>) -> bool {
        hamming.is_some_and(|hamming| hamming <= self.settings.k())
    }

    /// The number of near pairs, by the distances that count.
    pub(super) fn near_pairs(&self) -> usize {
        let row = |a: usize| (a + 1..self.all.len()).filter(|&b| self.near(self.hamming_scored(a, b))).count();
        (0..self.all.len()).into_par_iter().map(row).sum()
    }

    /// Every two of those that could be read, in the order of all lists of pairs: without texts, that is by distance.
    pub(super) fn pairs(&self) -> Vec<FingerprintPair> {
        let read: Vec<usize> = (0..self.all.len()).filter(|&at| !self.all[at].failed()).collect();
        let pairs: Vec<Pair> = (0..read.len())
            .flat_map(|i| (i + 1..read.len()).map(move |j| (i, j)))
            .map(|(i, j)| [read[i], read[j]])
            .map(|documents| Pair::new(documents, self.hamming(documents[0], documents[1])))
            .collect();
        let names = NameOrder::of(self.all.iter().map(|print| print.name.as_str()));
        let thresholds = Thresholds { k: self.settings.k(), texts: self.settings.config.text_thresholds() };
        let order = ordered(&pairs, thresholds, &names).into_iter().map(|at| &pairs[at as usize]);
        order.map(|pair| FingerprintPair { documents: pair.documents(), hamming: pair.hamming() }).collect()
    }

    /// The number of documents that could not be processed.
    pub(super) fn failed(&self) -> usize {
        self.all.iter().filter(|print| print.failed()).count()
    }

    /// Names the documents that could not be processed, and the patterns that were not applied, on standard error.
    pub(super) fn print_errors(&self) {
        for print in &self.all {
            for pattern in print.remainder().iter().flat_map(|remainder| &remainder.not_applied) {
                print_error(&say::pattern_not_applied(pattern, &[&print.name], self.settings.lang));
            }
            if let FingerprintOrigin::Document(Streamed { source, seen: Err(failure), .. }) = &print.origin {
                print_error(&failure.message(source, self.settings.lang));
            }
        }
    }
}

impl ListedFingerprint {
    /// The remainder of a document of this run.
    pub(super) fn remainder(&self) -> Option<&HashedRemainder> {
        match &self.origin {
            FingerprintOrigin::Document(entry) => remainder_of(entry),
            FingerprintOrigin::Stored(_) => None,
        }
    }

    /// Whether it is a document of this run that could not be processed.
    pub(super) fn failed(&self) -> bool {
        matches!(&self.origin, FingerprintOrigin::Document(entry) if entry.seen.is_err())
    }
}

/// Compares fingerprints alone.
pub(super) fn compare(fingerprints: &FingerprintList, output: Output<ListFormat>) -> Code {
    let lang = fingerprints.settings.lang;
    let pairs = fingerprints.pairs();
    let code = Code::of_pairs(fingerprints.failed() > 0, pairs.iter().any(|pair| fingerprints.near(pair.hamming)));
    let Output { format, quiet } = output;
    let shown = |out: &mut dyn Write| match format {
        ListFormat::Text => write_text(out, fingerprints, &pairs),
        ListFormat::Json => {
            let pair = |&pair: &FingerprintPair| json_pair(pair, fingerprints);
            let pairs = json::Lazy(|| pairs.iter().map(pair));
            json::write(out, json::LEVELS, &JsonCompare { head: head(COMPARE, fingerprints), pairs })
        }
        ListFormat::Jsonl => {
            let recipe = fingerprints.settings.recipe.to_string();
            pairs.iter().try_for_each(|&pair| {
                let names = pair.documents.map(|at| fingerprints.all[at].name.as_str());
                json::write(out, 0, &JsonPairLine::new(&recipe, names, json_pair(pair, fingerprints)))
            })
        }
    };
    let code = if quiet { code } else { print(code, lang, shown) };
    if quiet || format != ListFormat::Json {
        fingerprints.print_errors();
    }
    code
}

/// Writes the head, what cannot be said without the texts, and the list.
fn write_text(out: &mut dyn Write, fingerprints: &FingerprintList, pairs: &[FingerprintPair]) -> io::Result<()> {
    let lang = fingerprints.settings.lang;
    let near = |pair: &&FingerprintPair| fingerprints.near(pair.hamming);
    recipe_line(out, &fingerprints.settings)?;
    let (all, failed) = (fingerprints.all.len(), fingerprints.failed());
    counts(out, lang, [all - failed, pairs.len(), pairs.iter().filter(near).count(), 0, failed])?;
    if pairs.is_empty() {
        return writeln!(out, "{}", t!(lang, "cli.nothing"));
    }
    hanging(out, 0, t!(lang, "stored.alone"))?;
    writeln!(out)?;
    let name = |at: usize| fingerprints.all.get(at).map_or("", |print| print.name.as_str());
    let rows = pairs.iter().map(|&FingerprintPair { documents, hamming }| {
        let figures = Figures { hamming, near: fingerprints.near(hamming), ..Figures::default() };
        Row::new(lang, documents, documents.map(name), figures)
    });
    TextTable::of_pairs(&PAIRS, rows, lang).write(out)?;
    writeln!(out, "\n{}", t!(lang, "cli.proof"))
}

/// The head of fingerprints without texts.
pub(super) fn head<'a>(schema: &'static str, fingerprints: &'a FingerprintList) -> JsonHead<'a> {
    let listed = |print: &'a ListedFingerprint| match &print.origin {
        FingerprintOrigin::Document(entry) => {
            JsonListed::Document(Box::new(streamed(entry, |made| made.sketch, &fingerprints.settings)))
        }
        FingerprintOrigin::Stored(stored) => {
            JsonListed::Stored(JsonStored { name: &print.name, file: &stored.file, members: &stored.members })
        }
    };
    head_of(schema, &fingerprints.settings, RunLength::default(), fingerprints.all.iter().map(listed).collect())
}

/// A pair of fingerprints alone: whatever needs a text is `null`.
fn json_pair(
    FingerprintPair { documents: [a, b], hamming }: FingerprintPair,
    fingerprints: &FingerprintList,
) -> JsonPair<'static> {
    let (k, width) = (fingerprints.settings.k(), fingerprints.settings.recipe.bits);
    let [x, y] = [a, b].map(|at| fingerprints.all[at].fingerprint);
    let columns = x.zip(y).into_iter().flat_map(|(x, y)| x.xor(y).columns().collect::<Vec<_>>());
    JsonPair {
        a,
        b,
        hamming,
        hamming_as_read: None,
        k,
        near_duplicate: hamming.is_some_and(|hamming| hamming <= k),
        identical: None,
        disagreement: None,
        cosine: None,
        cosine_from_bits: hamming.map(|hamming| cosine_of(hamming, width)),
        cosine_interval: hamming.map(|hamming| cosine_interval(hamming, width).into()),
        length_ratio: None,
        shorter: None,
        coverage: None,
        without: None,
        flipped_bits: columns.map(|bit| JsonBit { bit, ..JsonBit::default() }).collect(),
        crossing: None,
        differences: None,
    }
}
