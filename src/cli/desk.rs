//! The documents of one run, read and examined on all cores, in the order in which they were given.

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, OnceLock, mpsc},
    thread,
};

use rayon::prelude::*;

use super::{complain, progress, settings::Chosen};
use crate::{
    archive::{Archive, FingerprintRecord, Lookup, Neighbour, lookup_distance},
    cache::{Cache, CacheFolder, Hit},
    compare::{
        Comparison, Examined, Groups, Side,
        coverage::RunLength,
        evidence::{Evidence, evidence_watched},
        exclusion::{Exclusions, Without, pair_without, without},
        pair::{Pair, Subject, compare_all, ranked},
    },
    document::{self, Document, Landmark, Mark, ReadError, Reading, Source, display_names},
    locale::Lang,
    review::export::LookedUp,
    say::{self, Named},
    simhash::{CountError, Recipe, Sketch, Trace, Watch, outline},
    t,
};

/// A document with what was made of it, or why nothing could be.
pub struct Entry<T> {
    /// Its source.
    pub source: Source,
    /// What it is called, told apart from the others. Safe to show.
    pub name: String,
    /// The result.
    pub seen: Result<Seen<T>, Trouble>,
}

/// What came of a document.
pub struct Seen<T> {
    /// How it was read.
    pub reading: Reading,
    /// Where its pages or chapters begin.
    pub landmarks: Vec<Place>,
    /// What was made of it.
    pub made: T,
}

/// Where in a text a page or a chapter begins, counted in characters.
pub struct Place {
    /// How many characters stand before it.
    pub at: usize,
    /// What begins there.
    pub mark: Mark,
}

impl Place {
    fn all(document: &Document) -> Vec<Self> {
        let (mut byte, mut at) = (0, 0);
        let place = |landmark: &Landmark| {
            at += document.text.get(byte..landmark.at).map_or(0, |passed| passed.chars().count());
            byte = landmark.at;
            Self { at, mark: landmark.mark }
        };
        document.landmarks.iter().map(place).collect()
    }
}

/// Why nothing could be made of a document.
pub enum Trouble {
    /// It could not be read.
    Read(ReadError),
    /// The recipe could make nothing of it.
    Count {
        /// Where. Safe to show.
        place: String,
        /// What the recipe had to say.
        why: CountError,
    },
}

impl Trouble {
    /// A stable name, for files.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Read(error) => error.kind(),
            Self::Count { why: CountError::Given(_), .. } => "given",
            Self::Count { why: CountError::Stopped(_), .. } => "stopped",
            Self::Count { why: CountError::NoChinese(_), .. } => "no-chinese",
        }
    }

    /// A sentence that says what, where, and what to do about it.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Read(error) => say::unreadable(error, lang),
            Self::Count { place, why } => {
                let why = match why {
                    CountError::Given(error) => say::wrong_list(error, lang),
                    CountError::Stopped(_) | CountError::NoChinese(_) => why.to_string(),
                };
                t!(lang, "cli.trouble", place = place, why = why)
            }
        }
    }
}

/// Reads the documents and makes of each what `make` does. What `make` does not keep of a text is not kept: thousands of
/// documents may be hashed in the memory of a few.
pub fn read<T: Send>(sources: Vec<Source>, make: impl Fn(Document) -> Result<T, CountError> + Sync) -> Vec<Entry<T>> {
    let names = display_names(&sources.iter().collect::<Vec<_>>());
    sources.into_par_iter().zip(names).map(|(source, name)| entry(source, name, &make)).collect()
}

/// The same, but hands each to `take` as soon as it and those before it are done; and whether the next is not yet.
/// Where `take` fails, the rest is not made.
///
/// # Errors
/// That of `take`.
pub fn each<T: Send>(
    sources: Vec<Source>,
    make: impl Fn(Document) -> Result<T, CountError> + Sync,
    mut take: impl FnMut(Entry<T>, bool) -> io::Result<()>,
) -> io::Result<()> {
    let names = display_names(&sources.iter().collect::<Vec<_>>());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        scope.spawn(|| {
            // Not a parallel iterator over the list, which would begin in its middle too.
            let in_order = sources.into_iter().zip(names).enumerate().par_bridge();
            let send =
                |sender: &mut mpsc::Sender<_>, (at, (source, name))| sender.send((at, entry(source, name, &make))).ok();
            in_order.try_for_each_with(sender, send)
        });
        let (mut next, mut early) = (0, BTreeMap::new());
        for (at, entry) in receiver {
            early.insert(at, entry);
            while let Some(entry) = early.remove(&next) {
                next += 1;
                take(entry, !early.contains_key(&next))?;
            }
        }
        Ok(())
    })
}

fn entry<T>(source: Source, name: String, make: impl Fn(Document) -> Result<T, CountError>) -> Entry<T> {
    let seen = document::read(&source).map_err(Trouble::Read).and_then(|document| {
        let (reading, landmarks) = (document.reading, Place::all(&document));
        let made = make(document).map_err(|why| Trouble::Count { place: source.place(), why })?;
        Ok(Seen { reading, landmarks, made })
    });
    Entry { source, name, seen }
}

/// Whether nothing could be made of some document.
pub fn troubled<T>(entries: &[Entry<T>]) -> bool {
    entries.iter().any(|entry| entry.seen.is_err())
}

/// A document to be compared.
pub struct Whole {
    /// Its text.
    pub document: Arc<Document>,
    /// Its fingerprint and what there is to count.
    pub sketch: Sketch,
    /// The prepared text.
    pub subject: Arc<Subject>,
    /// Every number, without the places of features; of what was kept, once it is looked at.
    trace: OnceLock<Arc<Trace>>,
}

impl Whole {
    fn trace(&self, recipe: &Recipe) -> Option<&Trace> {
        if self.trace.get().is_none() {
            // Outside of the lock: work goes on beside work here, and might come back to the same document. Two that make
            // it at once make the same.
            let made = outline(&self.document.text, recipe).ok()?;
            _ = self.trace.set(made.into());
        }
        self.trace.get().map(|trace| &**trace)
    }
}

/// Documents to be compared, and how.
pub struct Desk {
    /// In the order in which they were given.
    pub entries: Vec<Entry<Whole>>,
    /// Recipe, k, language.
    pub chosen: Chosen,
    /// Which of them are compared with which.
    groups: Groups,
    /// How long a shared run must be.
    pub run: RunLength,
    /// What was left out of them, where something was to be.
    pub left_out: Option<LeftOut>,
    /// Documents of an archive of which only the fingerprint is known, each with what it is called. Their numbers follow
    /// those of the entries.
    pub prints: Vec<(String, FingerprintRecord)>,
    /// The lookup in an archive of fingerprints.
    pub looked_up: Option<LookedUp>,
}

/// What was left out of documents.
pub struct LeftOut {
    /// What was to be.
    pub exclusions: Exclusions,
    /// Each document without it; `None` where it was not read.
    pub of: Vec<Option<Without>>,
}

/// A pair on a desk, looked at closely.
pub struct Close<'a> {
    /// What there is to know.
    pub comparison: Comparison,
    /// A and B as they are called.
    pub names: [&'a str; 2],
    /// A and B as they were read.
    pub documents: [&'a Document; 2],
    /// A and B with every number, without the places of features.
    pub traces: [&'a Trace; 2],
}

impl Desk {
    /// Reads and examines.
    pub fn new(sources: Vec<Source>, chosen: Chosen) -> Self {
        Self::cached(sources, chosen, None)
    }

    /// The same, but does not read files that are cached and did not change, and stores what it reads of the others.
    pub fn cached(sources: Vec<Source>, chosen: Chosen, cache: Option<CacheFolder>) -> Self {
        let (run, recipe) = (chosen.run, &chosen.recipe);
        let cache = cache.map(|folder| folder.open(recipe, run));
        let names = display_names(&sources.iter().collect::<Vec<_>>());
        let one = |done: &Watch, (source, name): (Source, String)| {
            let seen = whole(&source, cache.as_ref(), recipe, run).map(|made| Seen {
                reading: made.document.reading,
                landmarks: Place::all(&made.document),
                made,
            });
            done.advance(1);
            Entry { source, name, seen }
        };
        let entries: Vec<Entry<Whole>> = progress::during("work.reading", chosen.lang, |done| {
            done.expect(sources.len() as u64);
            sources.into_par_iter().zip(names).map(|given| one(done, given)).collect()
        });
        if let Some(Err(error)) = cache.map(Cache::close) {
            complain(&t!(chosen.lang, "notice.not-kept", why = error));
        }
        let groups = Groups::all(entries.len());
        Self { entries, groups, chosen, run, left_out: None, prints: Vec::new(), looked_up: None }
    }

    /// Takes those behind the first `batch` for an archive, which is not compared with itself.
    pub fn against(self, batch: usize) -> Self {
        Self { groups: Groups::against(batch, self.entries.len()), ..self }
    }

    /// Looks the batch up in an archive of fingerprints; what is near comes behind all others: as a document, where its
    /// file is there and unchanged, and else as a fingerprint. `batch` is as in [`against`](Self::against), `cutoff` that up
    /// to which pairs join clusters.
    pub fn looked_up_in(mut self, archive: &Archive, batch: usize, cutoff: u32) -> Self {
        let lang = self.chosen.lang;
        let own = self.entries.iter().take(batch);
        let of_own = |entry: &Entry<Whole>| entry.seen.as_ref().ok()?.made.subject.fingerprint;
        let fingerprints: Vec<_> = own.clone().filter_map(of_own).collect();
        let files: Vec<_> = own.filter_map(|entry| entry.source.file()).collect();
        let within = lookup_distance(self.chosen.k(), cutoff, self.chosen.recipe.bits);
        let found = progress::during("work.near", lang, |watch| archive.look_up(&fingerprints, &files, within, watch));
        // Nobody holds the other end of the watch.
        let Ok(Lookup { near, neighbours, .. }) = found else { return self };
        self.looked_up = Some(LookedUp { fingerprints: archive.len(), near, listed: neighbours.len(), within });
        let before = self.entries.len();
        for Neighbour { record, document, .. } in neighbours {
            let read = document.and_then(|document| self.entry_of(document));
            match read {
                Some(entry) => self.entries.push(entry),
                None => self.prints.push((String::new(), record)),
            }
        }
        let of_prints: Vec<Source> = self.prints.iter().map(|(_, print)| Source::File(print.path.clone())).collect();
        let names =
            display_names(&self.entries.iter().map(|entry| &entry.source).chain(&of_prints).collect::<Vec<_>>());
        let called = self.entries.iter_mut().map(|entry| &mut entry.name);
        called.chain(self.prints.iter_mut().map(|(name, _)| name)).zip(names).for_each(|(name, new)| *name = new);
        let side = |at: usize| match at {
            at if at < batch => Side::Batch,
            at if at < before => Side::Archive,
            _ => Side::Near,
        };
        self.groups = Groups::new((0..self.entries.len() + self.prints.len()).map(side).collect(), within);
        self
    }

    /// A document that was read already, taken through the pipeline.
    fn entry_of(&self, document: Document) -> Option<Entry<Whole>> {
        let Examined { trace, subject } = Examined::outline(&document.text, &self.chosen.recipe, self.run).ok()?;
        let (source, name) = (document.source.clone(), document.name.clone());
        let (reading, landmarks) = (document.reading, Place::all(&document));
        let made = Whole { document: document.into(), sketch: trace.sketch, subject, trace: OnceLock::from(trace) };
        Some(Entry { source, name, seen: Ok(Seen { reading, landmarks, made }) })
    }

    /// Takes the documents through the pipeline without what is to be left out too, if anything is.
    pub fn without(mut self, exclusions: Option<Exclusions>) -> Self {
        let Some(exclusions) = exclusions.filter(|exclusions| !exclusions.is_empty()) else { return self };
        let texts = self.entries.iter().map(|entry| {
            let whole = &entry.seen.as_ref().ok()?.made;
            Some((whole.document.text.as_str(), &**whole.subject.windows()))
        });
        let texts: Vec<_> = texts.collect();
        // Nobody holds the other end of this watch, and lists of features were refused.
        let of = without(&texts, &exclusions, &self.chosen.recipe, self.run, &Watch::default());
        self.left_out = Some(LeftOut { exclusions, of: of.unwrap_or_default() });
        self
    }

    /// The pair without what was left out; `None` where nothing was to be.
    pub fn pair_without(&self, pair: &Pair) -> Option<Pair> {
        let [a, b] = self.rests(pair)?;
        Some(pair_without(pair.documents(), a, b))
    }

    /// What was left of the documents of a pair; `None` where nothing was to be left out.
    pub fn rests(&self, pair: &Pair) -> Option<[&Without; 2]> {
        let left_out = self.left_out.as_ref()?;
        let [a, b] = pair.documents().map(|document| left_out.of.get(document)?.as_ref());
        Some([a?, b?])
    }

    /// Every two documents compared, ranked.
    pub fn pairs(&self) -> Vec<Pair> {
        let whole = |i: usize| self.entries.get(i)?.seen.as_ref().ok().map(|seen| &seen.made);
        let subject = |i: usize| whole(i).map(|whole| whole.subject.clone());
        let prints = self.prints.iter().map(|(_, print)| Some(Arc::new(Subject::print(Some(print.fingerprint)))));
        let subjects: Vec<_> = (0..self.entries.len()).map(subject).chain(prints).collect();
        let bytes = |at: usize| match at.checked_sub(self.entries.len()) {
            Some(print) => self.prints.get(print)?.1.bytes,
            None => whole(at).map(|whole| (whole.document.reading.bytes, whole.document.reading.content_hash)),
        };
        let identical = |i: usize, j: usize| match (whole(i), whole(j)) {
            (Some(a), Some(b)) => a.document.same_bytes(&b.document),
            _ => bytes(i).is_some_and(|own| bytes(j) == Some(own)),
        };
        // Nobody holds the other end of this watch, so it is never stopped.
        let pairs = progress::during("work.ranking", self.chosen.lang, |watch| {
            compare_all(&subjects, &self.groups, identical, watch).unwrap_or_default()
        });
        ranked(&pairs, self.chosen.k()).into_iter().map(|at| pairs[at as usize]).collect()
    }

    /// Looks at a pair closely. `None` where one of the two was not read.
    pub fn look(&self, pair: Pair) -> Option<Close<'_>> {
        let entry = |side: usize| {
            let entry = self.entries.get(pair.documents()[side])?;
            Some((entry.name.as_str(), &entry.seen.as_ref().ok()?.made))
        };
        let ((name_a, a), (name_b, b)) = (entry(0)?, entry(1)?);
        let traces = [a.trace(&self.chosen.recipe)?, b.trace(&self.chosen.recipe)?];
        let comparison = Comparison::new(pair, traces, [&a.subject, &b.subject], self.chosen.k());
        Some(Close { comparison, names: [name_a, name_b], documents: [&a.document, &b.document], traces })
    }

    /// What other methods say of a pair. `None` where one of the two was not read.
    pub fn evidence(&self, pair: Pair, watch: &Watch) -> Option<Evidence> {
        let whole = |side: usize| Some(&self.entries.get(pair.documents()[side])?.seen.as_ref().ok()?.made);
        let (a, b) = (whole(0)?, whole(1)?);
        let texts = [a, b].map(|whole| whole.document.text.as_str());
        // The recipe took both texts already, so it takes them again.
        evidence_watched(texts, [&a.subject, &b.subject], &self.chosen.recipe, watch).ok()
    }
}

impl<'a> Close<'a> {
    /// The two documents as sentences speak of them.
    pub fn named(&self) -> [Named<'a>; 2] {
        let named = |side: usize| Named {
            name: self.names[side],
            reading: &self.documents[side].reading,
            trace: self.traces[side],
        };
        [named(0), named(1)]
    }

    /// The name of a feature.
    pub fn feature(&self, feature: u32) -> &'a str {
        self.comparison.bits.as_ref().map_or("", |bits| bits.joint.name(feature, self.traces))
    }
}

/// A document from the cache, or read and examined.
fn whole(source: &Source, cache: Option<&Cache>, recipe: &Recipe, run: RunLength) -> Result<Whole, Trouble> {
    let miss = match cache.map(|cache| (cache, cache.lookup(source))) {
        Some((_, Ok(Hit { document, sketch, subject }))) => {
            return Ok(Whole { document, sketch, subject, trace: OnceLock::new() });
        }
        Some((cache, Err(miss))) => Some((cache, miss)),
        None => None,
    };
    let document = document::read(source).map_err(Trouble::Read)?;
    let same = miss.as_ref().and_then(|(cache, miss)| cache.lookup_content(miss, &document));
    if let Some((sketch, subject)) = same {
        return Ok(Whole { document: document.into(), sketch, subject, trace: OnceLock::new() });
    }
    let Examined { trace, subject } =
        Examined::outline(&document.text, recipe, run).map_err(|why| Trouble::Count { place: source.place(), why })?;
    if let Some((cache, miss)) = &miss {
        cache.store(miss, &document, &trace.sketch, &subject);
    }
    Ok(Whole { document: document.into(), sketch: trace.sketch, subject, trace: OnceLock::from(trace) })
}

/// Looks ahead on all cores, a few at a time, and gives the results in order: the first can be printed while the
/// last are still made, and not all of them need memory at once.
pub fn ahead<'a, T: Sync, R: Send>(items: &'a [T], make: impl Fn(&T) -> R + Sync + 'a) -> impl Iterator<Item = R> {
    items.chunks(AHEAD).flat_map(move |chunk| chunk.par_iter().map(&make).collect::<Vec<_>>())
}

const AHEAD: usize = 64;
