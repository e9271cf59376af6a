//! The documents on the desk and what was computed of them. Immutable results behind `Arc`; a screen only reads.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use super::Passages;
use crate::{
    compare::{
        BitReasons, Comparison, Effect,
        diff::{Diff, Hunk},
        pair::{Pair, Subject},
        profiles::Opinion,
    },
    document::{Document, ReadError, Source, display_names},
    simhash::{Fingerprint, GivenError, Trace, Watch},
};

/// The documents on the desk.
#[derive(Debug)]
pub struct Desk {
    /// Which of the desks there have been; results carry it.
    pub number: u64,
    /// In the order in which they were given.
    pub entries: Vec<Entry>,
    /// Counts the recipes; results carry the one they were made under.
    pub generation: u64,
    /// All pairs, in the order chosen.
    pub pairs: Vec<Pair>,
    /// Where each pair stands in `pairs`.
    index: HashMap<[usize; 2], usize>,
    /// What `pairs` come to.
    pub tally: Tally,
    /// The generation of `pairs`.
    pub ranked: u64,
    /// The selected pair looked at closely.
    pub close: Option<Arc<Close>>,
    /// The generation of `close`.
    pub compared: u64,
    /// The differences of a pair.
    pub diff: Option<Arc<Diffed>>,
    /// What each hunk of `diff` does to the bits, as far as looked at, with the generation.
    pub effects: HashMap<u32, (u64, Effect)>,
    /// The passages that a pair shares.
    pub passages: Option<Arc<Passages>>,
    /// A pair under every profile.
    pub opinions: Option<Arc<Opinions>>,
    /// What is being done.
    pub work: Option<Work>,
    /// Documents whose files changed, until they are read again.
    pub changed: BTreeSet<usize>,
    /// The way to stop reading them, while that is done.
    pub reload: Option<Arc<Watch>>,
}

/// A pair under every profile.
#[derive(Debug)]
pub struct Opinions {
    /// Which two documents.
    pub documents: [usize; 2],
    /// The generation of the recipe that stands first.
    pub generation: u64,
    /// What each recipe says.
    pub all: Vec<Opinion>,
}

/// What all pairs come to.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many are near-duplicates.
    pub near: usize,
    /// How many of those that are not identical the two signals disagree on.
    pub disagree: usize,
    /// How many have distance 0, 1, 2 and so on.
    pub at: Vec<u64>,
}

/// A document, or why there is none.
#[derive(Debug)]
pub struct Entry {
    /// Where it comes from.
    pub source: Source,
    /// What it is called, told apart from the others.
    pub name: String,
    /// What was read; `None` until then.
    pub document: Option<Result<Arc<Document>, ReadError>>,
    /// What the pipeline made of it; possibly under an older recipe.
    pub examined: Option<Examined>,
    /// Why the pipeline could make nothing of it, with the generation.
    pub trouble: Option<(u64, Trouble)>,
    /// The file changed since, but cannot be read now: what is shown is the text it had.
    pub outdated: Option<Outdated>,
}

/// Why a file that changed was not read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outdated {
    /// It cannot be.
    Unreadable(ReadError),
    /// The reader stopped it.
    Stopped,
}

/// What became of a document whose file changed.
#[derive(Clone, Debug)]
pub enum Again {
    /// Its bytes are the same.
    Same,
    /// It cannot be read any more.
    Unreadable(ReadError),
    /// It has another text.
    Changed(Arc<Document>, Result<Examined, Trouble>),
}

/// Why the pipeline could make nothing of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The recipe wants a list of features, and it is none.
    List(GivenError),
    /// The reader stopped the work.
    Stopped,
}

/// What the pipeline made of a document.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The generation of the recipe.
    pub generation: u64,
    /// Every number.
    pub trace: Arc<Trace>,
    /// What comparing needs.
    pub subject: Arc<Subject>,
}

/// A pair looked at closely, with the documents as they were then.
#[derive(Debug)]
pub struct Close {
    /// Everything about the pair.
    pub comparison: Comparison,
    /// The numbers of A and of B that it was made of: its features are theirs.
    pub traces: [Arc<Trace>; 2],
}

/// The differences of two documents.
#[derive(Debug)]
pub struct Diffed {
    /// Which two.
    pub documents: [usize; 2],
    /// As they were then.
    pub texts: [Arc<Document>; 2],
    /// The differences.
    pub diff: Diff,
    /// For each hunk, those that change the same words in the same way, itself among them.
    pub alike: Vec<Arc<[u32]>>,
}

/// Work in the background.
#[derive(Clone, Debug)]
pub struct Work {
    /// What it is, as a key of the locale.
    pub what: &'static str,
    /// How far it is, and the way to stop it.
    pub watch: Arc<Watch>,
    /// It has run for long enough to be shown.
    pub shown: bool,
}

impl Desk {
    /// A desk of documents still to be read.
    pub fn new(sources: Vec<Source>) -> Self {
        let names = display_names(&sources.iter().collect::<Vec<_>>());
        let entries = sources.into_iter().zip(names).map(|(source, name)| Entry {
            source,
            name,
            document: None,
            examined: None,
            trouble: None,
            outdated: None,
        });
        Self {
            number: 0,
            entries: entries.collect(),
            generation: 1,
            pairs: Vec::new(),
            index: HashMap::new(),
            tally: Tally::default(),
            ranked: 0,
            close: None,
            compared: 0,
            diff: None,
            effects: HashMap::new(),
            passages: None,
            opinions: None,
            work: None,
            changed: BTreeSet::new(),
            reload: None,
        }
    }

    /// The name of a document.
    pub fn name(&self, document: usize) -> &str {
        self.entries.get(document).map_or("", |entry| entry.name.as_str())
    }

    /// The text of a document, once read.
    pub fn document(&self, document: usize) -> Option<&Arc<Document>> {
        self.entries.get(document)?.document.as_ref()?.as_ref().ok()
    }

    /// The newest trace of a document, possibly of an older recipe.
    pub fn trace(&self, document: usize) -> Option<&Arc<Trace>> {
        Some(&self.entries.get(document)?.examined.as_ref()?.trace)
    }

    /// Whether every document has been read and examined under the present recipe, or cannot be.
    pub fn settled(&self) -> bool {
        self.entries.iter().all(|entry| entry.settled(self.generation))
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
            self.generation += 1;
            for entry in &mut self.entries {
                entry.examined.iter_mut().filter(|e| e.generation == before).for_each(|e| e.generation += 1);
                entry.trouble.iter_mut().filter(|(g, _)| *g == before).for_each(|(g, _)| *g += 1);
            }
        }
        replaced
    }

    /// The pair of two documents, the first before the second.
    pub fn pair(&self, documents: [usize; 2]) -> Option<&Pair> {
        self.pairs.get(self.row_of(documents)?)
    }

    /// Where the pair stands in the list.
    pub fn row_of(&self, documents: [usize; 2]) -> Option<usize> {
        self.index.get(&documents).copied()
    }

    /// Puts pairs in their order and counts them under `k`; whoever changes `pairs` or `k` calls this.
    pub fn order(&mut self, k: u32, order: impl FnOnce(&mut [Pair])) {
        order(&mut self.pairs);
        self.tally = Tally::new(&self.pairs, k);
        self.index = self.pairs.iter().enumerate().map(|(at, pair)| (pair.documents, at)).collect();
    }

    /// What was seen closely, if it was these documents.
    pub fn close_of(&self, documents: [usize; 2]) -> Option<&Arc<Close>> {
        self.close.as_ref().filter(|close| close.comparison.pair.documents == documents)
    }

    /// The differences, if they are of these documents.
    pub fn diff_of(&self, documents: [usize; 2]) -> Option<&Arc<Diffed>> {
        self.diff.as_ref().filter(|d| d.documents == documents)
    }

    /// The passages that these documents share, as they are now.
    pub fn passages_of(&self, documents: [usize; 2]) -> Option<&Arc<Passages>> {
        let contents = documents.map(|at| self.document(at).map(|document| document.reading.content_hash));
        let [Some(a), Some(b)] = contents else { return None };
        self.passages.as_ref().filter(|passages| passages.of() == (documents, [a, b]))
    }

    /// What every profile says of these documents, if that is known beside the present recipe.
    pub fn opinions_of(&self, documents: [usize; 2]) -> Option<&[Opinion]> {
        let known = self.opinions.as_ref()?;
        (known.documents == documents && known.generation == self.generation).then_some(&known.all)
    }

    /// The fingerprint of a document under the newest recipe it was examined with.
    pub fn fingerprint(&self, document: usize) -> Option<Fingerprint> {
        self.trace(document)?.sketch.fingerprint
    }
}

impl Close {
    /// The numbers of A and of B.
    pub fn sides(&self) -> [&Trace; 2] {
        [&self.traces[0], &self.traces[1]]
    }

    /// The key of a feature of both, by which it is known among other features.
    pub fn key(&self, reasons: &BitReasons, feature: u32) -> Option<u64> {
        let index = reasons.joint.features.get(feature as usize)?.index;
        let of = |side: usize| Some(self.traces[side].features.get(index[side]? as usize)?.key);
        of(0).or_else(|| of(1))
    }
}

impl Diffed {
    /// The texts of A and of B.
    pub fn texts(&self) -> [&str; 2] {
        [&self.texts[0].text, &self.texts[1].text]
    }

    /// The differences of two documents with these texts.
    pub fn new(documents: [usize; 2], diff: Diff, texts: [Arc<Document>; 2]) -> Self {
        let mut groups: HashMap<[&str; 2], Vec<u32>> = HashMap::new();
        let words = |hunk: &Hunk| [hunk.a.of(&texts[0].text), hunk.b.of(&texts[1].text)];
        for (n, hunk) in (0..).zip(&diff.hunks) {
            groups.entry(words(hunk)).or_default().push(n);
        }
        let groups: HashMap<[&str; 2], Arc<[u32]>> = groups.into_iter().map(|(key, all)| (key, all.into())).collect();
        let alike = diff.hunks.iter().filter_map(|hunk| groups.get(&words(hunk)).cloned()).collect();
        drop(groups);
        Self { documents, texts, diff, alike }
    }
}

impl Tally {
    fn new(pairs: &[Pair], k: u32) -> Self {
        let mut tally = Self::default();
        for pair in pairs {
            tally.near += usize::from(pair.near(k));
            tally.disagree += usize::from(pair.disagreement(k).is_some() && !pair.identical);
            if let Some(hamming) = pair.hamming {
                let hamming = hamming as usize;
                tally.at.resize(tally.at.len().max(hamming + 1), 0);
                tally.at[hamming] += 1;
            }
        }
        tally
    }
}

impl Entry {
    /// Whether it was read and examined under this generation's recipe, or cannot be.
    pub fn settled(&self, generation: u64) -> bool {
        matches!(self.document, Some(Err(_)))
            || self.examined.as_ref().is_some_and(|e| e.generation == generation)
            || self.trouble.as_ref().is_some_and(|(g, _)| *g == generation)
    }
}
