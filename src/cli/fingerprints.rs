//! Fingerprints without texts: of documents that were only hashed, and from files. Two of them have a distance, and
//! nothing else can be known of the pair.

use std::io::Write;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Code,
    arguments::{CompareFormat, Output},
    documents,
    hash::{HashedDocument, HashedRemainder, remainder_of},
    json::{
        self,
        document::{JsonHead, head_of, streamed},
        pair::{COMPARE, JsonCompare, JsonPairLine, json_distance},
    },
    print, print_error,
    settings::ResolvedSettings,
};
use crate::{
    batch::{
        PAIRS, Work,
        stream::{Streamed, read},
    },
    compare::{
        Thresholds,
        coverage::RunLength,
        exclusion::Exclusions,
        order::{NameOrder, ordered},
        pair::Pair,
    },
    document::{Source, display_names},
    page::Page,
    review::pairs::{self, Figures, Row},
    say,
    simhash::Fingerprint,
    store::StoredFingerprint,
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
    pub exclusions: Option<Exclusions>,
    /// The distances of the whole texts count, though text is excluded.
    pub whole: bool,
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
            let fingerprint = entry.seen.as_ref().ok().and_then(|seen| seen.made.sketch.comparable());
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
        Some(self.all.get(a)?.fingerprint?.hamming(self.all.get(b)?.fingerprint?))
    }

    /// The distance of two remainders.
    pub(super) fn hamming_without(&self, a: usize, b: usize) -> Option<u32> {
        Some(self.all.get(a)?.without?.hamming(self.all.get(b)?.without?))
    }

    /// The distance that counts.
    pub(super) fn hamming_scored(&self, a: usize, b: usize) -> Option<u32> {
        if self.whole { self.hamming(a, b) } else { self.hamming_without(a, b) }
    }

    pub(super) fn near(&self, hamming: Option<u32>) -> bool {
        hamming.is_some_and(|hamming| hamming <= self.settings.k())
    }

    /// The number of near pairs, by the distances that count.
    pub(super) fn near_pairs(&self) -> usize {
        let row = |a: usize| (a + 1..self.all.len()).filter(|&b| self.near(self.hamming_scored(a, b))).count();
        (0..self.all.len()).into_par_iter().map(row).sum()
    }

    /// Every two of those that could be read, in the order of all lists of pairs: without texts, that is by distance.
    fn pairs(&self) -> Vec<Pair> {
        let read: Vec<usize> = (0..self.all.len()).filter(|&at| !self.all[at].failed()).collect();
        let pairs: Vec<Pair> = (0..read.len())
            .flat_map(|i| (i + 1..read.len()).map(move |j| (i, j)))
            .map(|(i, j)| [read[i], read[j]])
            .map(|documents| Pair::new(documents, self.hamming(documents[0], documents[1])))
            .collect();
        let names = NameOrder::of(self.all.iter().map(|print| print.name.as_str()));
        let thresholds = Thresholds { k: self.settings.k(), texts: self.settings.config.text_thresholds() };
        ordered(&pairs, thresholds, &names).into_iter().map(|at| pairs[at as usize]).collect()
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

    pub(super) fn failed(&self) -> bool {
        matches!(&self.origin, FingerprintOrigin::Document(entry) if entry.seen.is_err())
    }
}

/// Compares fingerprints alone.
pub(super) fn compare(fingerprints: &FingerprintList, output: Output<CompareFormat>) -> Code {
    let (k, lang) = (fingerprints.settings.k(), fingerprints.settings.lang);
    let pairs = fingerprints.pairs();
    let code = Code::of_pairs(fingerprints.failed() > 0, pairs.iter().any(|pair| pair.near(k)));
    let Output { format, quiet } = output;
    let json_pair = |pair: &Pair| {
        let sides = pair.documents().map(|at| fingerprints.all[at].fingerprint);
        json_distance(pair, sides, &fingerprints.settings)
    };
    let shown = |out: &mut dyn Write| match format {
        CompareFormat::Json => {
            let pairs = json::Lazy(|| pairs.iter().map(json_pair));
            json::write(out, json::LEVELS, &JsonCompare { head: head(COMPARE, fingerprints), pairs })
        }
        CompareFormat::Jsonl => {
            let recipe = fingerprints.settings.recipe.to_string();
            pairs.iter().try_for_each(|pair| {
                let names = pair.documents().map(|at| fingerprints.all[at].name.as_str());
                json::write(out, 0, &JsonPairLine::new(&recipe, names, json_pair(pair)))
            })
        }
        _ => page(fingerprints, &pairs).write(out, fingerprints.settings.terminal()),
    };
    let code = if quiet { code } else { print(code, lang, shown) };
    if quiet || format != CompareFormat::Json {
        fingerprints.print_errors();
    }
    code
}

/// The head, what cannot be said without the texts, and the list.
fn page(fingerprints: &FingerprintList, pairs: &[Pair]) -> Page {
    let (k, lang) = (fingerprints.settings.k(), fingerprints.settings.lang);
    let mut page = Page::new(lang);
    page.recipe_and_k(&fingerprints.settings.recipe, k);
    let (all, failed) = (fingerprints.all.len(), fingerprints.failed());
    page.counts([all - failed, pairs.len(), pairs.iter().filter(|pair| pair.near(k)).count(), 0, failed]);
    if pairs.is_empty() {
        page.line(t!(lang, "cli.nothing"));
        return page;
    }
    page.text(t!(lang, "stored.alone"));
    page.blank();
    let name = |at: usize| fingerprints.all.get(at).map_or("", |print| print.name.as_str());
    let rows = pairs.iter().map(|pair| {
        let figures = Figures { hamming: pair.hamming(), near: pair.near(k), ..Figures::default() };
        Row::new(lang, pair.documents(), pair.documents().map(name), figures)
    });
    pairs::list(&mut page, PAIRS, rows);
    page.proof();
    page
}

/// The head of fingerprints without texts: of documents of this run, and of what `hash` wrote before, with its file.
pub(super) fn head(schema: &str, fingerprints: &FingerprintList) -> JsonHead<impl Serialize> {
    let settings = &fingerprints.settings;
    let listed = move |print: &ListedFingerprint| match &print.origin {
        FingerprintOrigin::Document(entry) => streamed(entry, |made| made.sketch, settings),
        FingerprintOrigin::Stored(stored) => {
            let of_file = json!({ "name": print.name, "stored": stored.file });
            json::joined(of_file, Value::Object(stored.members.clone()))
        }
    };
    let documents = json::Lazy(move || fingerprints.all.iter().map(listed));
    head_of(schema, settings, RunLength::default(), None, documents)
}
