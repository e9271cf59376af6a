//! A batch: documents, the results for each of them and for their pairs, and the work still to be done. The screens and
//! the commands both hold one.
//!
//! Long work is a *request*: an immutable value that the batch makes and that never sees it again. Its `run` takes a
//! [`Watch`](crate::simhash::Watch), for progress and for stopping, and what comes of it is installed in the batch. The
//! screens run requests in threads, the commands in place.
//!
//! | request | made by | installed by |
//! |---|---|---|
//! | read or take from the cache, examine | [`Batch::prepare`] | [`Batch::install`], part by part |
//! | read changed files again | [`Batch::reload`] | [`Batch::install_reloaded`] |
//! | compare all pairs | [`Batch::rank`] | [`Batch::install_ranking`] |
//! | read an archive | [`Batch::read_archive`] | [`Batch::install_archive`] |
//! | find near documents in it | [`Batch::look_up`] | [`Batch::install_lookup`] |
//! | compare all pairs without what is excluded | [`Batch::exclude`] | [`Batch::install_remainders`] |
//!
//! Whatever reads documents asks the memory budget first, in the order of the documents (`intake`).
//!
//! Two more values are made of it: a pair in detail ([`PairDetail`]) and a report ([`ReportOptions`]). Documents that
//! are only read and never compared need no batch: they are [streamed](stream), also [into a library](AddToLibrary).
//!
//! Must not know the settings, the screens or the command line.
//!
//! A changed file is a new document in the same place ([`Batch::install_reloaded`]): it is read and examined first,
//! then installed at once under a new generation. Results of a pair hold the texts they were computed of, so no span
//! is looked up in another text.
//!
//! Work that was stopped is a state: documents that were not read wait, the pairs of the others are ranked, and going
//! on is a new generation in which everything known still holds.

mod add_to_library;
mod archive;
mod calibration;
mod detail;
mod entry;
mod find_in_library;
mod intake;
mod library_texts;
mod measurement;
mod pages;
mod prepare;
mod rank;
mod remainders;
mod report;
pub(crate) mod stream;
mod submissions;

use std::{
    collections::{BTreeSet, VecDeque},
    path,
    sync::Arc,
};

pub(crate) use add_to_library::{AddOutcome, AddToLibrary, AddedCounts, each_whole, folders_of, import, prune};
pub(crate) use archive::{ArchiveSource, ArchiveState, LibraryArchive, LookupQuery, LookupResult};
pub(crate) use calibration::{CalibrationTest, CalibrationText, MadeCalibration};
pub(crate) use detail::{CharOffsets, LocatedPassage, OffsetTable, PairDetail, PassagePlace, located};
pub(crate) use entry::{BatchEntry, Detail, Examination, Failure, Outdated};
pub(crate) use find_in_library::{
    FindError, FindInLibrary, FoundInLibrary, LibraryFinding, LibraryHit, LibraryReaders, READ, SearchedLibraries,
    SharedWithHit,
};
pub(crate) use intake::Work;
pub(crate) use library_texts::{LibrarySample, NoText, kept_text, source_of};
pub(crate) use measurement::{LabelCounts, MeasuredAs, MeasuredRecipe, Measurement};
pub(crate) use pages::PAIRS;
pub(crate) use prepare::{CacheUse, PrepareResult, Reloaded, Reread};
pub(crate) use rank::{DRAWN, GivenPairs, PairsFile, PairsFileError, Ranking};
use remainders::KnownRemainders;
pub(crate) use remainders::{PairRemainder, Remainder, Remainders, Revision};
pub(crate) use report::ReportOptions;
pub(crate) use submissions::SourcesOfDocument;

use crate::{
    cache::CacheFolder,
    compare::{
        Role, TextThresholds, Thresholds,
        calibration::Calibration,
        coverage::{FromOthers, RunLength},
        order::{NameOrder, ordered},
        pair::{Pair, Subject},
    },
    document::{Document, Source, display_names},
    locale::Lang,
    review::{ExclusionRules, Redactor, numbered},
    simhash::{Fingerprint, Recipe, Trace},
};

/// Documents with everything known of them. Large values are immutable and behind an `Arc`, so a clone is cheap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    /// The documents, in the order in which they were given.
    pub entries: Vec<BatchEntry>,
    /// The recipe wanted; what is known may be of an older one.
    pub recipe: Recipe,
    /// The least length of a shared run.
    pub run: RunLength,
    /// The thresholds of the signals that need both texts.
    pub texts: TextThresholds,
    /// The work on the documents, which decides the memory they take.
    pub work: Work,
    /// Counts the recipes and the sets of documents; results carry the one they are of.
    pub generation: u64,
    /// All pairs, in the order of the documents.
    pub pairs: Arc<[Pair]>,
    /// For each document, how much of it occurs in any of the others; of the generation of `pairs`.
    pub from_others: Arc<[FromOthers]>,
    /// The generation of `pairs`.
    pub ranked: u64,
    /// The pairs that are compared in place of every two, if another tool found them.
    pub given: Option<GivenPairs>,
    /// The archive of fingerprints that the batch is looked up in.
    pub archive: Option<ArchiveState>,
    /// The rules of exclusion.
    pub rules: ExclusionRules,
    /// The texts and pairs without excluded text.
    pub remainders: KnownRemainders,
    /// The meaning of distances among these texts, if it is known; possibly of another recipe.
    pub calibration: Option<Arc<Calibration>>,
    /// The cache of documents, if one is used.
    pub cache: Option<CacheFolder>,
    /// Documents are called by their numbers while this is set.
    pub hidden: Option<HiddenNames>,
    /// The generation in which comparing was stopped.
    pub halted: Option<u64>,
    /// Documents whose files changed, until they are read again.
    pub changed: BTreeSet<usize>,
    /// Documents whose trace is kept because they were looked at, the latest last.
    traced: VecDeque<usize>,
}

/// Names that are hidden.
#[derive(Clone, Debug)]
pub(crate) struct HiddenNames {
    /// The language of the names in their place.
    lang: Lang,
    /// The name in the place of each document's.
    names: Vec<String>,
    /// The names that must not be shown anywhere.
    pub known: Redactor,
}

/// From this many documents on, only those looked at keep their traces.
const MANY: usize = 200;
/// The greatest number of traces kept of many documents.
const MAX_TRACES: usize = 12;

impl Batch {
    /// A batch of documents that are still to be read.
    pub(crate) fn new(sources: Vec<Source>, recipe: Recipe, run: RunLength) -> Self {
        let mut batch = Self { recipe, run, generation: 1, ..Self::default() };
        batch.append(sources);
        batch
    }

    /// A batch of documents that were read already.
    pub(crate) fn of_documents(documents: Vec<Arc<Document>>, recipe: Recipe, run: RunLength) -> Self {
        let sources = documents.iter().map(|document| document.source.clone()).collect();
        let mut batch = Self::new(sources, recipe, run);
        for (entry, document) in batch.entries.iter_mut().zip(documents) {
            entry.document = Some(Ok(document));
        }
        batch
    }

    fn append(&mut self, sources: Vec<Source>) {
        let from = self.entries.len();
        self.entries.extend((from..).zip(sources).map(|(at, source)| BatchEntry::new(source, at)));
        // A new document may have the name of one that is there.
        let names = display_names(&self.entries.iter().map(|entry| &entry.source).collect::<Vec<_>>());
        for (entry, name) in self.entries.iter_mut().zip(names) {
            entry.name = name;
        }
    }

    /// Adds documents behind the others, on that side. Results for single documents stay.
    pub(crate) fn add(&mut self, sources: Vec<Source>, side: Role) {
        let from = self.entries.len();
        self.append(sources);
        self.entries[from..].iter_mut().for_each(|entry| entry.side = side);
        self.carry_over();
    }

    /// Puts the documents in another order, given by their numbers; pairs are to be ranked again.
    pub(crate) fn reorder(&mut self, order: &[usize]) {
        self.entries = order.iter().filter_map(|&at| self.entries.get(at).cloned()).collect();
        // The text of one that is being read comes for its old number.
        self.entries.iter_mut().for_each(|entry| entry.reading = false);
        let number = |before: usize| order.iter().position(|&at| at == before);
        self.changed = self.changed.iter().filter_map(|&at| number(at)).collect();
        self.traced = self.traced.iter().filter_map(|&at| number(at)).collect();
        (self.pairs, self.from_others, self.remainders) = Default::default();
        self.carry_over();
    }

    /// The sources of the documents opened with that number or a later one.
    pub(crate) fn sources_from(&self, from: usize) -> Vec<Source> {
        self.entries.iter().filter(|entry| entry.opened >= from).map(|entry| entry.source.clone()).collect()
    }

    /// Sets documents aside, or brings them back.
    pub(crate) fn toggle(&mut self, documents: impl IntoIterator<Item = usize>) {
        for at in documents {
            if let Some(entry) = self.entries.get_mut(at) {
                entry.aside = !entry.aside;
            }
        }
        self.carry_over();
    }

    /// The documents that are not set aside.
    pub(crate) fn present(&self) -> impl Iterator<Item = usize> {
        self.entries.iter().enumerate().filter(|(_, entry)| !entry.aside).map(|(at, _)| at)
    }

    /// Has everything computed again by another recipe; until then the old results stay.
    pub(crate) fn set_recipe(&mut self, recipe: Recipe) {
        if recipe != self.recipe {
            self.recipe = recipe;
            self.generation += 1;
        }
    }

    /// Begins a new generation, in which results for single documents still hold; pairs are to be ranked again.
    fn carry_over(&mut self) {
        let before = self.generation;
        self.generation += 1;
        for entry in &mut self.entries {
            entry.examined.iter_mut().filter(|e| e.generation == before).for_each(|e| e.generation += 1);
            entry.unexamined.iter_mut().filter(|(g, _)| *g == before).for_each(|(g, _)| *g += 1);
        }
    }

    /// The text of a document, once read.
    pub(crate) fn document(&self, document: usize) -> Option<&Arc<Document>> {
        self.entries.get(document)?.document.as_ref()?.as_ref().ok()
    }

    /// The texts of two documents, once both are read.
    pub(crate) fn documents(&self, documents: [usize; 2]) -> Option<[Arc<Document>; 2]> {
        let [a, b] = documents.map(|at| self.document(at).cloned());
        Some([a?, b?])
    }

    /// The results for a document, possibly under an older recipe.
    pub(crate) fn examined(&self, document: usize) -> Option<&Examination> {
        self.entries.get(document)?.examined.as_ref()
    }

    /// A document prepared for comparing, possibly of an older recipe.
    pub(crate) fn subject(&self, document: usize) -> Option<&Arc<Subject>> {
        Some(&self.examined(document)?.subject)
    }

    /// All documents prepared for comparing; `None` where there is nothing of it yet.
    pub(crate) fn subjects(&self) -> Vec<Option<Arc<Subject>>> {
        (0..self.entries.len()).map(|at| self.subject(at).cloned()).collect()
    }

    /// The trace of a document, if it is kept; possibly of an older recipe.
    pub(crate) fn trace(&self, document: usize) -> Option<&Arc<Trace>> {
        self.examined(document)?.trace()
    }

    /// The fingerprint of a document, possibly of an older recipe; also one that is only a system's constant.
    pub(crate) fn fingerprint(&self, document: usize) -> Option<Fingerprint> {
        self.examined(document)?.sketch.fingerprint
    }

    /// Whether there are so many documents that only those looked at keep their traces.
    pub(crate) fn many(&self) -> bool {
        self.entries.len() > MANY
    }

    /// Keeps the trace of a document that is looked at; of many, drops that of the one looked at longest ago.
    pub(crate) fn keep_trace(&mut self, document: usize, generation: u64, trace: Arc<Trace>) {
        let examined = self.entries.get_mut(document).and_then(|entry| entry.examined.as_mut());
        let Some(examined) = examined.filter(|examined| examined.generation == generation) else { return };
        examined.set_trace(Some(trace));
        self.traced.retain(|&at| at != document);
        self.traced.push_back(document);
        if self.many() && self.traced.len() > MAX_TRACES {
            let oldest = self.traced.pop_front().and_then(|at| self.entries.get_mut(at)?.examined.as_mut());
            if let Some(examined) = oldest {
                examined.set_trace(None);
            }
        }
    }

    /// Whether every document was examined under the present recipe, or cannot be.
    pub(crate) fn settled(&self) -> bool {
        self.entries.iter().all(|entry| entry.settled(self.generation))
    }

    pub(crate) fn has_failures(&self) -> bool {
        let archive = self.archive.as_ref().is_some_and(ArchiveState::is_incomplete);
        archive || self.entries.iter().any(|entry| entry.failure().is_some())
    }

    /// The number of documents that were stopped and can be resumed.
    pub(crate) fn waiting(&self) -> usize {
        self.entries.iter().filter(|entry| entry.waits()).count()
    }

    /// Whether comparing was stopped, and not resumed.
    pub(crate) fn is_halted(&self) -> bool {
        self.halted == Some(self.generation) && self.ranked != self.generation
    }

    /// Marks documents not yet examined as stopped; they stay so until resumed.
    pub(crate) fn stop(&mut self) {
        for entry in &mut self.entries {
            entry.reading = false;
            if !entry.settled(self.generation) {
                entry.unexamined = Some((self.generation, Failure::Stopped));
            }
        }
    }

    /// Resumes what was stopped.
    pub(crate) fn resume(&mut self) {
        for entry in self.entries.iter_mut().filter(|entry| entry.waits()) {
            entry.unexamined = None;
        }
        self.carry_over();
    }

    /// The pair of two documents, the first before the second.
    pub(crate) fn pair(&self, documents: [usize; 2]) -> Option<&Pair> {
        self.pairs.get(self.pair_number(documents)?)
    }

    /// The index of the pair of two documents in `pairs`.
    pub(crate) fn pair_number(&self, documents: [usize; 2]) -> Option<usize> {
        self.pairs.binary_search_by_key(&documents, Pair::documents).ok()
    }

    /// The thresholds of all signals, with this `k`.
    pub(crate) fn thresholds(&self, k: u32) -> Thresholds {
        Thresholds { k, texts: self.texts }
    }

    /// The calibration, if it is of the recipe in use.
    pub(crate) fn current_calibration(&self) -> Option<&Calibration> {
        self.calibration.as_deref().filter(|calibration| calibration.recipe == self.recipe)
    }

    /// All pairs with the scores that count, in [order](ordered) at threshold `k`.
    pub(crate) fn ordered_pairs(&self, k: u32) -> Vec<Pair> {
        let pairs = self.scored_pairs();
        ordered(&pairs, self.thresholds(k), &self.name_order()).into_iter().map(|at| pairs[at as usize]).collect()
    }

    /// The documents in the order of their names.
    pub(crate) fn name_order(&self) -> NameOrder {
        NameOrder::of(self.entries.iter().map(|entry| &*entry.name))
    }

    /// The name of a document, or its number while names are hidden.
    pub(crate) fn name(&self, document: usize) -> &str {
        match &self.hidden {
            Some(hidden) => hidden.names.get(document).map_or("", String::as_str),
            None => self.entries.get(document).map_or("", |entry| entry.name.as_str()),
        }
    }

    /// The names of the documents of a pair.
    pub(crate) fn names(&self, pair: &Pair) -> [&str; 2] {
        pair.documents().map(|at| self.name(at))
    }

    /// The names of all documents, folders and authors, to be hidden; of words in them only `words`, if given.
    pub(crate) fn redactor(&self, words: Option<&[String]>, lang: Lang) -> Redactor {
        let paths = |entry: &BatchEntry| match entry.source.plain() {
            Source::File(path) => {
                let absolute = path::absolute(path).ok().map(|path| path.to_string_lossy().into_owned());
                [entry.source.given()].into_iter().chain(absolute).collect()
            }
            _ => Vec::new(),
        };
        let documents = self.entries.iter().map(|entry| {
            let author = entry.text().and_then(|document| document.metadata.author.as_deref());
            let author = author.map(|author| author.replace(['/', '\\'], " "));
            (entry.name.as_str(), paths(entry).into_iter().chain(author).collect())
        });
        Redactor::new(documents, words, lang)
    }

    /// Hides the names, with numbers in that language in their place.
    pub(crate) fn hide(&mut self, lang: Lang) {
        let known = self.redactor(None, lang);
        let names = (1..=self.entries.len()).map(|number| numbered(number, lang)).collect();
        self.hidden = Some(HiddenNames { lang, names, known });
    }

    /// While names are hidden, hides those of new documents too, and has the numbers be in that language.
    pub(crate) fn stay_hidden(&mut self, lang: Lang) {
        let outdated = |hidden: &HiddenNames| hidden.lang != lang || hidden.names.len() != self.entries.len();
        if self.hidden.as_ref().is_some_and(outdated) {
            self.hide(lang);
        }
    }
}
