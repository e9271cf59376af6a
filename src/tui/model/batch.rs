//! The documents on the desk and what was computed of them. Immutable results behind `Arc`; a screen only reads.

mod archive;
mod entry;
mod hiding;
mod pair;
mod rest;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

pub use entry::{Again, Entry, Examined, Outdated, Trouble};
pub use hiding::Hiding;
pub use pair::{Close, Diffed, Evidenced};

use super::{Archived, left::Left, listing::Listing};
use crate::{
    cache::CacheFolder,
    compare::{
        Side,
        pair::{Pair, Subject},
    },
    document::{Document, Source, display_names},
    review::Rules,
    simhash::{Fingerprint, Trace},
};

/// The documents on the desk.
#[derive(Debug)]
pub struct Batch {
    /// In the order in which they were given.
    pub entries: Vec<Entry>,
    /// An archive of fingerprints that the batch is looked up in.
    pub archive: Option<Archived>,
    /// Documents are called by their numbers, and what else would give them away.
    pub hidden: Option<Hiding>,
    /// Counts the recipes; results carry the one they were made under.
    pub generation: u64,
    /// All pairs, in the order of the documents.
    pub pairs: Arc<[Pair]>,
    /// The generation of `pairs`.
    pub ranked: u64,
    /// Those that stand in the list, in its order, and what all come to.
    pub listing: Arc<Listing>,
    /// Documents whose trace is held because they were looked at, the latest last.
    opened: VecDeque<usize>,
    /// What is to be left out of the texts.
    pub rules: Rules,
    /// What is left of them then.
    pub left: Left,
    /// Where what was read is kept for the next time, if it is.
    pub store: Option<CacheFolder>,
    /// The generation whose pairs the reader did not want compared to the end.
    pub halted: Option<u64>,
    /// Documents whose files changed, until they are read again.
    pub changed: BTreeSet<usize>,
}

/// How documents were come by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// So many were taken as they were kept.
    pub kept: usize,
    /// So many were read.
    pub anew: usize,
    /// Why what was read is not kept for the next time.
    pub fault: Option<String>,
}

/// From this many documents on, only those that are looked at keep their traces.
const MANY: usize = 200;
/// How many of many keep them.
const HELD: usize = 12;

impl Batch {
    /// A desk of documents still to be read.
    pub fn new(sources: Vec<Source>) -> Self {
        let mut desk = Self {
            entries: Vec::new(),
            archive: None,
            hidden: None,
            generation: 1,
            pairs: Arc::default(),
            ranked: 0,
            listing: Arc::default(),
            opened: VecDeque::new(),
            rules: Rules::default(),
            left: Left::default(),
            store: None,
            halted: None,
            changed: BTreeSet::new(),
        };
        desk.put(sources);
        desk
    }

    fn put(&mut self, sources: Vec<Source>) {
        self.entries.extend(sources.into_iter().map(Entry::new));
        // One more may be called as one that is there.
        let names = display_names(&self.entries.iter().map(|entry| &entry.source).collect::<Vec<_>>());
        for (entry, name) in self.entries.iter_mut().zip(names) {
            entry.name = name;
        }
    }

    /// Adds documents behind the others, on that side. What was computed of those stays true.
    pub fn add(&mut self, sources: Vec<Source>, side: Side) {
        let from = self.entries.len();
        self.put(sources);
        self.entries[from..].iter_mut().for_each(|entry| entry.side = side);
        self.carry_over();
    }

    /// Where the documents come from, from that number on.
    pub fn sources_from(&self, from: usize) -> Vec<Source> {
        self.entries.iter().skip(from).map(|entry| entry.source.clone()).collect()
    }

    /// Takes documents off the desk, or puts them back.
    pub fn toggle(&mut self, documents: impl IntoIterator<Item = usize>) {
        for at in documents {
            if let Some(entry) = self.entries.get_mut(at) {
                entry.aside = !entry.aside;
            }
        }
        self.carry_over();
    }

    /// The documents that are on the desk.
    pub fn present(&self) -> impl Iterator<Item = usize> {
        self.entries.iter().enumerate().filter(|(_, entry)| !entry.aside).map(|(at, _)| at)
    }

    /// A new generation, in which all that is known of single documents still holds; pairs are to be ranked anew.
    fn carry_over(&mut self) {
        let before = self.generation;
        self.generation += 1;
        for entry in &mut self.entries {
            entry.examined.iter_mut().filter(|e| e.generation == before).for_each(|e| e.generation += 1);
            entry.trouble.iter_mut().filter(|(g, _)| *g == before).for_each(|(g, _)| *g += 1);
        }
    }

    /// The text of a document, once read.
    pub fn document(&self, document: usize) -> Option<&Arc<Document>> {
        self.entries.get(document)?.document.as_ref()?.as_ref().ok()
    }

    /// The texts of two documents, once both are read.
    pub fn documents(&self, documents: [usize; 2]) -> Option<[Arc<Document>; 2]> {
        let [a, b] = documents.map(|at| self.document(at).cloned());
        Some([a?, b?])
    }

    /// The newest that comparing needs of a document, possibly of an older recipe.
    pub fn subject(&self, document: usize) -> Option<&Arc<Subject>> {
        Some(&self.entries.get(document)?.examined.as_ref()?.subject)
    }

    /// The documents that can be compared under the present recipe, in their places.
    pub fn comparable(&self) -> Vec<Option<(Arc<Document>, Arc<Subject>)>> {
        let documents = self.entries.iter().map(|entry| {
            let document = entry.document.as_ref()?.as_ref().ok().filter(|_| !entry.aside)?.clone();
            let examined = entry.examined.as_ref().filter(|e| e.generation == self.generation)?;
            Some((document, examined.subject.clone()))
        });
        documents.collect()
    }

    /// The newest trace of a document, possibly of an older recipe.
    pub fn trace(&self, document: usize) -> Option<&Arc<Trace>> {
        self.entries.get(document)?.examined.as_ref()?.trace.as_ref()
    }

    /// Whether there are so many documents that only those looked at keep their traces.
    pub fn many(&self) -> bool {
        self.entries.len() > MANY
    }

    /// Takes the trace of a document that is looked at; of many, the one looked at longest ago goes.
    pub fn hold(&mut self, document: usize, generation: u64, trace: Arc<Trace>) {
        let examined = self.entries.get_mut(document).and_then(|entry| entry.examined.as_mut());
        let Some(examined) = examined.filter(|examined| examined.generation == generation) else { return };
        examined.trace = Some(trace);
        self.opened.retain(|&at| at != document);
        self.opened.push_back(document);
        if self.many() && self.opened.len() > HELD {
            let gone = self.opened.pop_front().and_then(|at| self.entries.get_mut(at)?.examined.as_mut());
            if let Some(examined) = gone {
                examined.trace = None;
            }
        }
    }

    /// Whether every document has been read and examined under the present recipe, or cannot be.
    pub fn settled(&self) -> bool {
        self.entries.iter().all(|entry| entry.settled(self.generation))
    }

    /// How many documents the reader did not want read or examined, for now.
    pub fn waiting(&self) -> usize {
        self.entries.iter().filter(|entry| entry.waits()).count()
    }

    /// Whether comparing was stopped, and not taken up again.
    pub fn is_halted(&self) -> bool {
        self.halted == Some(self.generation) && self.ranked != self.generation
    }

    /// Marks what is not read or examined as stopped; that stays undone until it is asked for anew.
    pub fn stop(&mut self) {
        for entry in &mut self.entries {
            entry.reading = false;
            if !entry.settled(self.generation) {
                entry.trouble = Some((self.generation, Trouble::Stopped));
            }
        }
    }

    /// Has what was stopped be done after all.
    pub fn resume(&mut self) {
        for entry in self.entries.iter_mut().filter(|entry| entry.waits()) {
            entry.trouble = None;
        }
        self.carry_over();
    }

    /// Puts documents in the place of those that they were, all at once: what was computed of the others stays true.
    /// Returns those whose text is another now.
    pub fn replace(&mut self, found: BTreeMap<usize, Again>) -> BTreeSet<usize> {
        let before = self.generation;
        let mut replaced = BTreeSet::new();
        for (at, again) in found {
            self.changed.remove(&at);
            let Some(entry) = self.entries.get_mut(at) else { continue };
            match again {
                Again::Same => entry.outdated = None,
                Again::Unreadable(error) if matches!(entry.document, Some(Ok(_))) => {
                    entry.outdated = Some(Outdated::Unreadable(error));
                }
                Again::Unreadable(error) => entry.document = Some(Err(error)),
                Again::Changed(document, examined) => {
                    entry.document = Some(Ok(document));
                    entry.outdated = None;
                    (entry.examined, entry.trouble) = match examined {
                        Ok(examined) => (Some(examined), None),
                        Err(trouble) => (None, Some((before, trouble))),
                    };
                    replaced.insert(at);
                }
            }
        }
        if !replaced.is_empty() {
            self.carry_over();
        }
        replaced
    }

    /// The pair of two documents, the first before the second.
    pub fn pair(&self, documents: [usize; 2]) -> Option<&Pair> {
        self.pairs.get(self.number_of(documents)?)
    }

    fn number_of(&self, documents: [usize; 2]) -> Option<usize> {
        self.pairs.binary_search_by_key(&documents, Pair::documents).ok()
    }

    /// The pair in that row of the list.
    pub fn listed(&self, row: usize) -> Option<&Pair> {
        self.pairs.get(self.listing.pair(row)?)
    }

    /// What comparing needs of each document; `None` where there is nothing of it yet.
    pub fn subjects(&self) -> Vec<Option<Arc<Subject>>> {
        self.entries.iter().map(|entry| entry.examined.as_ref().map(|e| e.subject.clone())).collect()
    }

    /// Where the pair stands in the list.
    pub fn row_of(&self, documents: [usize; 2]) -> Option<usize> {
        self.listing.row(self.number_of(documents)?)
    }

    /// The fingerprint of a document under the newest recipe it was examined with.
    pub fn fingerprint(&self, document: usize) -> Option<Fingerprint> {
        let subject = &self.entries.get(document)?.examined.as_ref()?.subject;
        // A system's constant is no fingerprint to compare, but one to show.
        self.trace(document).map_or(subject.fingerprint, |trace| trace.sketch.fingerprint)
    }
}
