//! The documents on the desk and what was computed of them. Immutable results behind `Arc`; a screen only reads.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    path,
    sync::Arc,
};

use super::{
    Archived, Passages,
    left::{Left, Rest, Rests, Stamp},
    listing::Listing,
};
use crate::{
    compare::{
        BitReasons, Comparison, Effect, Groups, Side,
        coverage::passages::bare,
        diff::{Diff, Hunk, Point},
        evidence::Evidence,
        exclusion::{Excluded, parts},
        pair::{Pair, Subject},
        profiles::Opinion,
    },
    document::{Document, ReadError, Source, display_names},
    locale::Lang,
    review::{
        Hidden as Names, Hunk as Place, Rules,
        archive::{Print, Reached},
        numbered,
        store::Store,
    },
    say,
    simhash::{Fingerprint, GivenError, Span, Trace, Watch},
    t,
};

/// The documents on the desk.
#[derive(Debug)]
pub struct Desk {
    /// Which of the desks there have been; results carry it.
    pub number: u64,
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
    /// What is to be left out of the texts.
    pub rules: Rules,
    /// What is left of them then.
    pub left: Left,
    /// A pair under every profile.
    pub opinions: Option<Arc<Opinions>>,
    /// A pair by other methods.
    pub evidence: Option<Arc<Evidenced>>,
    /// Where what was read is kept for the next time, if it is.
    pub store: Option<Store>,
    /// What is being done.
    pub work: Option<Work>,
    /// The generation whose pairs the reader did not want compared to the end.
    pub halted: Option<u64>,
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

/// A pair by other methods, with the texts as they were then.
#[derive(Debug)]
pub struct Evidenced {
    /// Which two documents.
    pub documents: [usize; 2],
    /// The generation of the recipe.
    pub generation: u64,
    /// A and B.
    pub texts: [Arc<Document>; 2],
    /// What was found.
    pub found: Evidence,
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
    /// It is being read.
    pub reading: bool,
    /// The reader took it off the desk. It keeps its number and can come back.
    pub aside: bool,
    /// The file changed since, but cannot be read now: what is shown is the text it had.
    pub outdated: Option<Outdated>,
    /// On which side it stands.
    pub side: Side,
    /// Its fingerprint is all that is known of it, and this is where that is from. There is no document then, and no text.
    pub print: Option<Arc<Print>>,
}

/// Names that are hidden.
#[derive(Clone, Debug)]
pub struct Hiding {
    /// The language of what stands in their place.
    lang: Lang,
    /// What documents are called.
    names: Vec<String>,
    /// What is to be seen nowhere.
    pub known: Names,
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

/// What the pipeline made of a document.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The generation of the recipe.
    pub generation: u64,
    /// What comparing needs.
    pub subject: Arc<Subject>,
    /// Every number. On a desk of many it is there for those that are looked at.
    pub trace: Option<Arc<Trace>>,
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
    /// The paragraphs set beside each other by hand, as they are in these texts.
    pub points: Vec<Point>,
    /// What each hunk is for the journal.
    pub places: Vec<Place>,
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

/// From this many documents on, only those that are looked at keep their traces.
const MANY: usize = 200;
/// How many of many keep them.
const HELD: usize = 12;

impl Desk {
    /// A desk of documents still to be read.
    pub fn new(sources: Vec<Source>) -> Self {
        let mut desk = Self {
            number: 0,
            entries: Vec::new(),
            archive: None,
            hidden: None,
            generation: 1,
            pairs: Arc::default(),
            ranked: 0,
            listing: Arc::default(),
            opened: VecDeque::new(),
            close: None,
            compared: 0,
            diff: None,
            effects: HashMap::new(),
            passages: None,
            rules: Rules::default(),
            left: Left::default(),
            opinions: None,
            evidence: None,
            store: None,
            work: None,
            halted: None,
            changed: BTreeSet::new(),
            reload: None,
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

    /// Adds what of the archive is near to the batch, each as what is known of it.
    pub fn meet(&mut self, reached: Reached) {
        let before = self.archive.as_ref().and_then(|archive| archive.found.as_ref()).map(|found| found.within);
        let Some(archive) = &mut self.archive else { return };
        let within = reached.within;
        let new = archive.take(reached);
        if new.is_empty() && before == Some(within) {
            return;
        }
        let from = self.entries.len();
        archive.fresh = Some(from);
        archive.met.extend(new.iter().map(|(print, _)| print.number).zip(from..));
        let source = |(print, document): &(Print, Option<Document>)| match document {
            Some(document) => document.source.clone(),
            None => Source::File(print.path.clone()),
        };
        self.add(new.iter().map(source).collect(), Side::Near);
        for (entry, (print, document)) in self.entries[from..].iter_mut().zip(new) {
            match document {
                Some(document) => entry.document = Some(Ok(Arc::new(document))),
                None => entry.print = Some(Arc::new(print)),
            }
        }
    }

    /// What is known of a document of which only the fingerprint is.
    pub fn print(&self, document: usize) -> Option<&Arc<Print>> {
        self.entries.get(document)?.print.as_ref()
    }

    /// The side of a pair of which only the fingerprint is known.
    pub fn print_of(&self, documents: [usize; 2]) -> Option<(usize, &Arc<Print>)> {
        documents.into_iter().find_map(|at| Some((at, self.print(at)?)))
    }

    /// Takes the documents behind the first `batch` for an archive.
    pub fn set_archive(&mut self, batch: usize) {
        self.entries.iter_mut().skip(batch).for_each(|entry| entry.side = Side::Archive);
    }

    /// Whether there is an archive, of documents or of fingerprints.
    pub fn has_archive(&self) -> bool {
        self.archive.is_some() || self.entries.iter().any(|entry| entry.side != Side::Batch)
    }

    /// Which documents are compared with which.
    pub fn groups(&self) -> Groups {
        let within = self.archive.as_ref().and_then(|archive| archive.found.as_ref()).map_or(0, |found| found.within);
        Groups::new(self.entries.iter().map(|entry| entry.side).collect(), within)
    }

    /// What is to be looked up in the archive: the fingerprints of the batch.
    pub fn batch(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.side == Side::Batch && !entry.aside)
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

    /// What a document is called: its name, or its number while names are hidden.
    pub fn name(&self, document: usize) -> &str {
        match &self.hidden {
            Some(hiding) => hiding.names.get(document).map_or("", String::as_str),
            None => self.entries.get(document).map_or("", |entry| entry.name.as_str()),
        }
    }

    /// Has documents be called by their numbers, in that language.
    pub fn hide(&mut self, lang: Lang) {
        let paths = |entry: &Entry| match entry.source.plain() {
            Source::File(path) => {
                let absolute = path::absolute(path).ok().map(|path| path.to_string_lossy().into_owned());
                [entry.source.given()].into_iter().chain(absolute).collect()
            }
            _ => Vec::new(),
        };
        let known = Names::new(self.entries.iter().map(|entry| (entry.name.as_str(), paths(entry))), lang);
        let names = (1..=self.entries.len()).map(|number| numbered(number, lang)).collect();
        self.hidden = Some(Hiding { lang, names, known });
    }

    /// While names are hidden, those of new documents are too, and the words are those of the language.
    pub fn stay_hidden(&mut self, lang: Lang) {
        let outdated = |hiding: &Hiding| hiding.lang != lang || hiding.names.len() != self.entries.len();
        if self.hidden.as_ref().is_some_and(outdated) {
            self.hide(lang);
        }
    }

    /// The text of a document, once read.
    pub fn document(&self, document: usize) -> Option<&Arc<Document>> {
        self.entries.get(document)?.document.as_ref()?.as_ref().ok()
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

    /// What was seen closely, if it was these documents.
    pub fn close_of(&self, documents: [usize; 2]) -> Option<&Arc<Close>> {
        self.close.as_ref().filter(|close| close.comparison.pair.documents() == documents)
    }

    /// The differences, if they are of these documents.
    pub fn diff_of(&self, documents: [usize; 2]) -> Option<&Arc<Diffed>> {
        self.diff.as_ref().filter(|d| d.documents == documents)
    }

    /// The passages that these documents share, as they are now.
    pub fn passages_of(&self, documents: [usize; 2]) -> Option<&Arc<Passages>> {
        let contents = documents.map(|at| self.document(at).map(|document| document.reading.content_hash));
        let [Some(a), Some(b)] = contents else { return None };
        self.passages.as_ref().filter(|passages| passages.is_of(documents, [a, b]))
    }

    /// What is left out is of these documents and these rules.
    pub fn stamp(&self) -> Stamp {
        (self.generation, self.rules.revision)
    }

    /// What is left of two documents with these texts, as far as known.
    pub fn rests(&self, documents: [usize; 2], texts: [&Document; 2]) -> [Option<&Rest>; 2] {
        let of = if self.rules.any() { self.left.of(documents, self.stamp()) } else { [None; 2] };
        [0, 1].map(|side| of[side].map(|rest| &**rest).filter(|rest| rest.is_of(texts[side])))
    }

    /// What is left out of two documents with these texts, as far as known.
    pub fn excluded(&self, documents: [usize; 2], texts: [&Document; 2]) -> [&[Excluded]; 2] {
        self.rests(documents, texts).map(|rest| rest.map_or(&[][..], |rest| &rest.excluded))
    }

    /// What is left out of two documents with these texts, and of when that is; `None` where nothing is known to be.
    pub fn struck(&self, documents: [usize; 2], texts: [&Document; 2]) -> Option<Stamp> {
        let any = self.rests(documents, texts).iter().any(Option::is_some);
        self.left.stamp_of(documents, self.stamp()).filter(|_| any)
    }

    /// What is left of a document with this text, as far as known.
    pub fn rest(&self, at: usize, document: &Document) -> Option<&Rest> {
        let rest = self.left.of_one(at, self.stamp()).filter(|_| self.rules.any());
        rest.map(|rest| &**rest).filter(|rest| rest.is_of(document))
    }

    /// Whether a passage of a document is left out, all of it but the marks at its ends.
    pub fn is_out(&self, at: usize, passage: Span) -> bool {
        let Some(document) = self.document(at) else { return false };
        let text = &document.text;
        self.rest(at, document).is_some_and(|rest| {
            let mut parts = parts(bare(text, passage), &rest.excluded).into_iter();
            parts.all(|(part, out)| out || part.of(text).trim().is_empty())
        })
    }

    /// What is left of all documents, if that is known by the rules and texts as they are.
    pub fn all_left(&self) -> Option<&Arc<Rests>> {
        self.left.all.as_ref().filter(|all| self.rules.any() && all.stamp == self.stamp())
    }

    /// The pair of what is left of two documents, and whether it is of the rules and texts as they are.
    pub fn pair_left(&self, documents: [usize; 2]) -> Option<(&Pair, bool)> {
        self.left.pair(documents, self.stamp()).filter(|_| self.rules.any())
    }

    /// What every profile says of these documents, if that is known beside the present recipe.
    pub fn opinions_of(&self, documents: [usize; 2]) -> Option<&[Opinion]> {
        let known = self.opinions.as_ref()?;
        (known.documents == documents && known.generation == self.generation).then_some(&known.all)
    }

    /// What other methods found of these documents, possibly of an older generation.
    pub fn evidence_of(&self, documents: [usize; 2]) -> Option<&Arc<Evidenced>> {
        self.evidence.as_ref().filter(|evidence| evidence.documents == documents)
    }

    /// The fingerprint of a document under the newest recipe it was examined with.
    pub fn fingerprint(&self, document: usize) -> Option<Fingerprint> {
        let subject = &self.entries.get(document)?.examined.as_ref()?.subject;
        // A system's constant is no fingerprint to compare, but one to show.
        self.trace(document).map_or(subject.fingerprint, |trace| trace.sketch.fingerprint)
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
    pub fn new(documents: [usize; 2], diff: Diff, texts: [Arc<Document>; 2], points: Vec<Point>) -> Self {
        let places = Place::all(&diff, [&texts[0].text, &texts[1].text]);
        let mut groups: HashMap<[&str; 2], Vec<u32>> = HashMap::new();
        let words = |hunk: &Hunk| [hunk.a.of(&texts[0].text), hunk.b.of(&texts[1].text)];
        for (n, hunk) in (0..).zip(&diff.hunks) {
            groups.entry(words(hunk)).or_default().push(n);
        }
        let groups: HashMap<[&str; 2], Arc<[u32]>> = groups.into_iter().map(|(key, all)| (key, all.into())).collect();
        let alike = diff.hunks.iter().filter_map(|hunk| groups.get(&words(hunk)).cloned()).collect();
        drop(groups);
        Self { documents, texts, diff, points, places, alike }
    }
}

impl Entry {
    fn new(source: Source) -> Self {
        Self {
            source,
            name: String::new(),
            document: None,
            examined: None,
            trouble: None,
            reading: false,
            aside: false,
            outdated: None,
            side: Side::Batch,
            print: None,
        }
    }

    /// The size and hash of what was read of it, or of what its fingerprint was made of.
    pub fn bytes(&self) -> Option<(u64, u64)> {
        if let Some(print) = &self.print {
            return print.bytes;
        }
        let reading = self.document.as_ref()?.as_ref().ok()?.reading;
        Some((reading.bytes, reading.content_hash))
    }

    /// Why there is nothing of it to report: a stable name, and a sentence.
    pub fn why_not(&self, lang: Lang) -> (&'static str, String) {
        match (&self.document, &self.trouble) {
            _ if self.aside => ("aside", t!(lang, "exporting.aside").into()),
            (Some(Err(error)), _) => (error.kind(), say::unreadable(error, lang)),
            (_, Some((_, Trouble::List(error)))) => ("given", say::wrong_list(error, lang)),
            _ => ("stopped", t!(lang, "notice.stopped").into()),
        }
    }

    /// Whether nothing could be made of it.
    pub fn failed(&self) -> bool {
        !self.aside && (matches!(self.document, Some(Err(_))) || self.trouble.is_some()) && !self.waits()
    }

    /// Whether it was stopped and can be gone on with. What was begun to be read and can be read once cannot.
    pub fn waits(&self) -> bool {
        let gone = self.document.is_none() && self.source.is_read_once();
        !self.aside && matches!(self.trouble, Some((_, Trouble::Stopped))) && !gone
    }

    /// Whether it was read and examined under this generation's recipe, or cannot be, or need not be.
    pub fn settled(&self, generation: u64) -> bool {
        self.aside
            || matches!(self.document, Some(Err(_)))
            || self.examined.as_ref().is_some_and(|e| e.generation == generation)
            || self.trouble.as_ref().is_some_and(|(g, _)| *g == generation)
    }
}
