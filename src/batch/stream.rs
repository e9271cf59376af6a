//! Documents that are read, used and dropped one by one: thousands can be hashed in the memory of a few.

use std::{collections::BTreeMap, io, sync::mpsc, thread};

use rayon::prelude::*;

use super::{
    Failure, Work,
    intake::{Intake, read_within},
};
use crate::{
    compare::{
        coverage::{RunLength, Windows},
        exclusion::{Excluded, Exclusions, RemainderText, excluded},
    },
    document::{self, Document, Landmark, Mark, ReadError, Reading, Source, display_names},
    simhash::{Altered, CountError, Fingerprint, Recipe, Skeleton, Stopped, Watch, sketch},
};

/// The greatest number of documents that wait to be taken: whoever takes them slowly, as a library that merges, stops
/// the threads that make them.
const QUEUE: usize = 1024;

/// A document with the value made of it, or the failure.
pub(crate) struct Streamed<T> {
    /// Its source, as it was given.
    pub source: Source,
    /// Its name, unique among those streamed. Safe to show.
    pub name: String,
    /// The value made of it.
    pub seen: Result<StreamedValue<T>, Failure>,
}

/// The value made of a document, and the parts of the document that are kept.
pub(crate) struct StreamedValue<T> {
    /// Encoding, format and size.
    pub reading: Reading,
    /// The beginnings of its pages or chapters.
    pub landmarks: Vec<LandmarkPosition>,
    /// What deceives the eye in its text.
    pub altered: Altered,
    pub made: T,
}

/// The beginning of a page or a chapter.
pub(crate) struct LandmarkPosition {
    /// The number of characters before it.
    pub at: usize,
    /// The page or the chapter.
    pub mark: Mark,
}

impl LandmarkPosition {
    /// The beginnings of all pages or chapters of a document.
    pub(crate) fn all(document: &Document) -> Vec<Self> {
        let (mut byte, mut at) = (0, 0);
        let place = |landmark: &Landmark| {
            at += document.text.get(byte..landmark.at).map_or(0, |passed| passed.chars().count());
            byte = landmark.at;
            Self { at, mark: landmark.mark }
        };
        document.landmarks.iter().map(place).collect()
    }
}

/// Reads documents on several threads and makes of each what `make` does; nothing else of a text is kept.
pub(crate) fn read<T: Send>(
    sources: Vec<Source>,
    work: Work,
    make: impl Fn(Document) -> Result<T, CountError> + Sync,
) -> Vec<Streamed<T>> {
    let mut all = Vec::with_capacity(sources.len());
    let collect = |streamed, _| {
        all.push(streamed);
        Ok(())
    };
    // Collecting cannot fail.
    _ = each(sources, work, make, collect);
    all
}

/// The same, but hands each to `take` as soon as it and those before it are done; and whether the next is not yet.
/// If `take` fails, the others are not made.
///
/// # Errors
/// That of `take`.
pub(crate) fn each<T: Send>(
    sources: Vec<Source>,
    work: Work,
    make: impl Fn(Document) -> Result<T, CountError> + Sync,
    mut take: impl FnMut(Streamed<T>, bool) -> io::Result<()>,
) -> io::Result<()> {
    let names = display_names(&sources.iter().collect::<Vec<_>>());
    let documents: Vec<_> = sources.into_iter().zip(names).enumerate().collect();
    let mut in_order = |(next, early): &mut (usize, BTreeMap<usize, Streamed<T>>), (at, streamed)| {
        early.insert(at, streamed);
        while let Some(streamed) = early.remove(next) {
            *next += 1;
            take(streamed, !early.contains_key(next))?;
        }
        Ok(())
    };
    let mut taken = (0, BTreeMap::new());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(QUEUE);
        let intake = StreamIntake { work, make: &make, sender };
        let all = &documents;
        // The thread drops the sender in the end, which ends the loop.
        if thread::Builder::new().spawn_scoped(scope, move || _ = read_within(&intake, all, work, 0)).is_ok() {
            return receiver.into_iter().try_for_each(|made| in_order(&mut taken, made));
        }
        // A system that gives no more threads has one, which reads some and then takes them.
        documents.chunks(QUEUE).try_for_each(|some| {
            let (sender, receiver) = mpsc::sync_channel(QUEUE);
            _ = read_within(&StreamIntake { work, make: &make, sender }, some, work, 0);
            receiver.into_iter().try_for_each(|made| in_order(&mut taken, made))
        })
    })
}

/// Makes something of each document and sends it off.
struct StreamIntake<M, T> {
    work: Work,
    make: M,
    sender: mpsc::SyncSender<(usize, Streamed<T>)>,
}

impl<T: Send, M: Fn(Document) -> Result<T, CountError> + Sync> Intake for StreamIntake<M, T> {
    type Given = (usize, (Source, String));
    type Read = Document;

    fn source<'a>(&self, (_, (source, _)): &'a Self::Given) -> &'a Source {
        source
    }

    fn read(&self, (_, (source, _)): &Self::Given) -> Result<Document, ReadError> {
        document::read(source)
    }

    fn text<'a>(&self, document: &'a Document) -> &'a str {
        &document.text
    }

    fn work(&self, (at, (source, name)): &Self::Given, read: Result<Document, ReadError>) -> Result<u64, Stopped> {
        let mut kept = 0;
        let seen = read.map_err(Failure::Read).and_then(|document| {
            if self.work != Work::Hash {
                kept = self.work.needed(&document.text);
            }
            let (reading, landmarks) = (document.reading, LandmarkPosition::all(&document));
            let altered = Skeleton::new(&document.text).altered().clone();
            Ok(StreamedValue { reading, landmarks, altered, made: (self.make)(document)? })
        });
        let streamed = Streamed { source: source.clone(), name: name.clone(), seen };
        // Nobody takes any more where the other end is gone.
        self.sender.send((*at, streamed)).map(|()| kept).map_err(|_| Stopped)
    }
}

/// The excluded text, and the fingerprint of the remainder, if it has one to compare.
///
/// # Errors
/// [`CountError`] where a list of features was expected.
pub(crate) fn remainder(
    text: &str,
    exclusions: &Exclusions,
    recipe: &Recipe,
    run: RunLength,
) -> Result<(Excluded, Option<Fingerprint>), CountError> {
    let watch = Watch::default();
    let excluded = excluded(text, exclusions, &Windows::new(text, run, &watch)?, &[], &watch)?;
    let remainder = sketch(&RemainderText::new(text, &excluded.spans).text, recipe)?;
    Ok((excluded, remainder.comparable()))
}

/// Makes results on all cores, a few at a time, and gives them in order: the first can be used while the last are still
/// made, and not all of them need memory at once.
pub(crate) fn ahead<'a, T: Sync, R: Send>(
    items: &'a [T],
    make: impl Fn(&T) -> R + Sync + 'a,
) -> impl Iterator<Item = R> {
    items.chunks(AHEAD).flat_map(move |chunk| chunk.par_iter().map(&make).collect::<Vec<_>>())
}

/// The number of results made at a time.
pub(crate) const AHEAD: usize = 64;

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;

    #[test]
    fn whoever_takes_slowly_stops_those_who_make() {
        const ALL: usize = 3 * QUEUE;
        let [made, taken, ahead] = [const { AtomicUsize::new(0) }; 3];
        let sources: Vec<Source> = (0..ALL).map(|nth| Source::Text { nth, text: "海".into() }).collect();
        let make = |_: Document| {
            ahead.fetch_max(made.fetch_add(1, SeqCst) + 1 - taken.load(SeqCst), SeqCst);
            Ok(())
        };
        let take = |_: Streamed<()>, _| {
            let full = (taken.fetch_add(1, SeqCst) + QUEUE).min(ALL);
            while made.load(SeqCst) < full {
                thread::yield_now();
            }
            Ok(())
        };
        each(sources, Work::Hash, make, take).unwrap();
        // Beside the queue each thread has one, and some wait for one before them.
        let bound = 2 * QUEUE;
        assert!((QUEUE..bound).contains(&ahead.load(SeqCst)), "{ahead:?}");
        assert_eq!(made.load(SeqCst), ALL);
    }
}
