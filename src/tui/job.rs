//! Work in the background: reading, the pipeline, ranking, comparing, differences.
//!
//! A job takes immutable values and sends immutable results; it never sees the model. Of one kind the latest wins: a
//! new job stops the one before it. Plain threads; inside, rayon where the work is wide.

mod files;
mod left;
mod prepare;
mod report;
mod shelf;

use std::{
    collections::{BTreeMap, HashMap},
    io,
    path::PathBuf,
    sync::{Arc, mpsc::Sender},
    thread,
    time::{Duration, Instant},
};

pub use files::NotSaved;
use rayon::prelude::*;

pub use left::Leaving;
pub use report::{Held, Known, Order};

use super::{
    event::Event,
    model::{
        About, Again, Close, Diffed, Evidenced, Examined, Found, Handed, Holdings, Listing, Opinions, PairRest,
        Passages, Prepared, Query, Rests, Seek, Shelf, Sought, Stamp, Tried, Trouble, Wish,
    },
};
use crate::{
    compare::{
        Comparison, Effect, Groups,
        coverage::{RunLength, Windows},
        diff::{self, Point, Side},
        evidence::evidence,
        exclusion::{Excluded, passages},
        pair::{Pair, Subject, compare_all},
        profiles::opinions,
    },
    document::{self, Document, Draft, Drafts, Identity, ReadError, Source, Walk},
    lab::{self, State, Survival, Trial, survive},
    lesson,
    review::{
        Hunk,
        archive::{Archive, NoArchive, Reached},
        store::Store,
    },
    search::Index,
    simhash::{CountError, Fingerprint, Recipe, Stopped, Trace, Watch, outline, segments, trace},
};

/// The texts of a pair.
#[derive(Debug)]
pub struct PairTexts {
    /// Which.
    pub pair: [usize; 2],
    /// A and B.
    pub documents: [Arc<Document>; 2],
    /// Paragraphs that were set beside each other.
    pub points: Vec<Point>,
}

/// Something to be done.
#[derive(Debug)]
pub enum Job {
    /// Take documents through the pipeline, after reading those that were not read yet.
    Prepare {
        /// Each with its place on the desk.
        documents: Vec<(usize, Given)>,
        /// How.
        how: How,
    },
    /// Read documents whose files changed, and take those through the pipeline whose text changed.
    Reload {
        /// Each with its place on the desk, and the hash of its bytes as they were.
        sources: Vec<(usize, Source, Option<u64>)>,
        /// How.
        how: How,
    },
    /// Read an archive of fingerprints.
    Archive {
        /// Its files.
        files: Vec<PathBuf>,
        /// The recipe that they were made with.
        recipe: Recipe,
    },
    /// Look the batch up in it.
    Reach {
        /// The archive.
        archive: Arc<Archive>,
        /// What.
        query: Query,
        /// The files of the batch.
        files: Vec<PathBuf>,
    },
    /// Compare every two documents.
    Rank {
        /// The documents, in their places; `None` for those that cannot be compared.
        documents: Vec<Option<Ranked>>,
        /// Which are compared with which.
        groups: Groups,
        /// What else is known of them.
        about: About,
        /// The list to make of them.
        wish: Wish,
    },
    /// Put pairs in another order.
    List {
        /// The pairs, in the order of the documents.
        pairs: Arc<[Pair]>,
        /// What else is known of the documents.
        about: About,
        /// The order.
        wish: Wish,
    },
    /// Compute every number of documents that are looked at.
    Open {
        /// Each with its place on the desk.
        documents: Vec<(usize, Arc<Document>)>,
        /// How.
        how: How,
    },
    /// Look at a pair closely.
    Compare {
        /// Which.
        pair: Pair,
        /// A and B.
        sides: [(Arc<Trace>, Arc<Subject>); 2],
        /// The largest distance called near.
        k: u32,
        /// The generation of the recipe.
        generation: u64,
    },
    /// Put all documents in the tables of an index, and see how they hang together and what they share.
    Shelve {
        /// The documents.
        subjects: Vec<Option<Arc<Subject>>>,
        /// All their pairs.
        pairs: Arc<[Pair]>,
        /// How wide their fingerprints are.
        bits: u8,
        /// What is wanted.
        order: Holdings,
        /// What was made of the same documents before.
        before: Option<Arc<Shelf>>,
    },
    /// See what the tables of an archive have for a fingerprint.
    Seek {
        /// The archive.
        archive: Arc<Archive>,
        /// What is looked for.
        seek: Seek,
        /// Tables of the archive that were made before.
        before: Option<Arc<Index>>,
    },
    /// Find all documents in a folder.
    Walk {
        /// Which.
        folder: PathBuf,
    },
    /// See what a folder holds.
    Browse {
        /// Which.
        folder: PathBuf,
    },
    /// See what the places of pairs are now.
    Places {
        /// Which.
        pairs: Vec<PairTexts>,
    },
    /// Write what was compared and decided to a file.
    Report(Box<Order>),
    /// Find the differences of a pair.
    Diff {
        /// Which.
        documents: [usize; 2],
        /// A and B.
        texts: [Arc<Document>; 2],
        /// What was set beside each other by hand, perhaps in earlier texts.
        points: Vec<Point>,
    },
    /// List the passages that a pair shares.
    Passages {
        /// Which.
        documents: [usize; 2],
        /// A and B.
        texts: [Arc<Document>; 2],
        /// What is left out of either, and of when that is.
        excluded: [Vec<Excluded>; 2],
        /// See there.
        left_out: Option<Stamp>,
        /// How long a shared run must be.
        run: RunLength,
    },
    /// Find what is left of a pair.
    LeavePair {
        /// Which.
        documents: [usize; 2],
        /// What is left out.
        leaving: Leaving,
    },
    /// Find what is left of all documents, and compare that.
    LeaveAll {
        /// Which are compared with which.
        groups: Groups,
        /// What is left out.
        leaving: Leaving,
    },
    /// Take a pair through the recipes of all profiles.
    Profiles {
        /// Which.
        documents: [usize; 2],
        /// A and B.
        texts: [Arc<Document>; 2],
        /// The recipe that they are compared with.
        recipe: Recipe,
        /// Its generation.
        generation: u64,
    },
    /// Take a pair through other methods.
    Evidence {
        /// Which.
        documents: [usize; 2],
        /// A and B.
        texts: [Arc<Document>; 2],
        /// What comparing needs of them.
        subjects: [Arc<Subject>; 2],
        /// The recipe that they were made with.
        recipe: Recipe,
        /// Its generation.
        generation: u64,
    },
    /// Try a changed text against its original.
    Trial {
        /// The document.
        document: usize,
        /// Which state of it.
        revision: u64,
        /// The generation of the original.
        generation: u64,
        /// The original.
        original: Arc<Trace>,
        /// A text for which there is a trace already.
        known: (Arc<String>, Arc<Trace>),
        /// The state.
        state: State,
    },
    /// Try a state that was left before it was tried.
    Row {
        /// The document.
        document: usize,
        /// The row of its history.
        row: usize,
        /// The original.
        original: Arc<String>,
        /// The state.
        state: State,
    },
    /// See how many replaced words a document survives.
    Survival {
        /// The document.
        document: usize,
        /// The generation of the recipe.
        generation: u64,
        /// Its text.
        text: Arc<String>,
        /// The recipe.
        recipe: Recipe,
    },
    /// Look for a draft of a document.
    Recall {
        /// The document.
        document: usize,
        /// As it is known there.
        of: Identity,
        /// Where.
        drafts: Drafts,
    },
    /// Keep a draft of a document, or let it go.
    Keep {
        /// The document.
        document: usize,
        /// Which state of it.
        revision: u64,
        /// As it is known there.
        of: Identity,
        /// `None` lets it go.
        draft: Option<Draft>,
        /// Where.
        drafts: Drafts,
    },
    /// Save what was tried as a lesson.
    SaveLesson {
        /// What.
        tried: lesson::Tried,
        /// In which folder.
        folder: PathBuf,
    },
    /// See what one hunk does to the bits.
    Hunk {
        /// Which.
        hunk: u32,
        /// The differences it is one of.
        diffed: Arc<Diffed>,
        /// Their fingerprints.
        fingerprints: [Fingerprint; 2],
        /// The recipe.
        recipe: Recipe,
        /// Its generation.
        generation: u64,
    },
}

/// What there is of a document that is compared.
#[derive(Debug)]
pub struct Ranked {
    /// The document; `None` where only its fingerprint is known.
    pub document: Option<Arc<Document>>,
    /// The size and hash of its bytes, where those are known.
    pub bytes: Option<(u64, u64)>,
    /// What comparing needs.
    pub subject: Arc<Subject>,
}

/// What there is of a document.
#[derive(Debug)]
pub enum Given {
    /// Where to read it.
    Source(Source),
    /// Its text, and its windows if they are known.
    Text(Arc<Document>, Option<Arc<Windows>>),
}

/// How documents are examined.
#[derive(Clone, Debug)]
pub struct How {
    /// The recipe.
    pub recipe: Recipe,
    /// Its generation.
    pub generation: u64,
    /// How long a shared run must be.
    pub run: RunLength,
    /// Whether traces are kept.
    pub traces: bool,
    /// Where what was read is kept, if it is.
    pub store: Option<Store>,
}

/// A result.
#[derive(Debug)]
pub enum Outcome {
    /// A document was read, or cannot be.
    Read(usize, Result<Arc<Document>, ReadError>),
    /// A document went through the pipeline.
    Examined(usize, Examined),
    /// A document cannot go through the pipeline under this generation's recipe.
    Trouble(usize, u64, Trouble),
    /// Documents were read and examined, or the reader stopped that.
    Prepared(Prepared),
    /// What became of documents whose files changed, under this generation's recipe.
    Reloaded(u64, BTreeMap<usize, Again>),
    /// All documents together.
    Shelved(Arc<Shelf>),
    /// What the tables of the archive have for a fingerprint.
    Sought(Arc<Sought>),
    /// All documents in a folder, or why they cannot be found.
    Walked(PathBuf, Result<Walk, ReadError>),
    /// What the places of a pair are, with the hashes of the bytes of A and B.
    Places([usize; 2], [u64; 2], Arc<[Hunk]>),
    /// What becomes of a report.
    Report(Handed),
    /// What a folder holds, or why that cannot be known.
    Browsed(PathBuf, Result<Vec<Found>, String>),
    /// The trace of a document, under this generation's recipe.
    Opened(usize, u64, Arc<Trace>),
    /// An archive of fingerprints, or why there is none.
    Archived(Result<Arc<Archive>, ReadError>),
    /// What of an archive is near to the batch.
    Reached(Box<Reached>),
    /// All pairs, in the order of the documents, and the list of them.
    Ranked(Arc<[Pair]>, Arc<Listing>),
    /// Another list of the same pairs.
    Listed(Arc<Listing>),
    /// A pair looked at closely, under this generation's recipe.
    Compared(u64, Arc<Close>),
    /// The differences of a pair.
    Diffed(Arc<Diffed>),
    /// The passages that a pair shares.
    Passages(Arc<Passages>),
    /// What is left of a pair.
    PairLeft(Arc<PairRest>),
    /// What is left of all documents.
    AllLeft(Arc<Rests>),
    /// What every profile says of a pair.
    Opinions(Arc<Opinions>),
    /// What other methods find of a pair.
    Evidence(Arc<Evidenced>),
    /// What a hunk of these documents does.
    Hunk([usize; 2], u32, u64, Effect),
    /// What came of a changed text of this document.
    Tried(usize, Tried),
    /// What came of this row of a document's history, if it is still in that state.
    Row(usize, usize, State, lab::Given),
    /// What came of the runs so far, of this document and generation.
    Survived((usize, u64), Survival),
    /// The draft of an earlier session, of this document; or why that cannot be known.
    Recalled(usize, Identity, Result<Option<Draft>, String>),
    /// Where a lesson was saved, as it is to be shown; or why it was not.
    LessonSaved(Result<String, NotSaved>),
    /// Whether this state of this document was kept; why not.
    Kept(usize, u64, Result<(), String>),
    /// The job with this watch is over.
    Ended(Arc<Watch>),
}

/// Jobs of which only the latest counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Prepare,
    Reload,
    Archive,
    Reach,
    Rank,
    List,
    Open,
    Compare,
    Browse,
    /// Several folders may be looked through at once.
    Walk(PathBuf),
    Seek,
    Shelve,
    Diff,
    Passages,
    LeavePair,
    LeaveAll,
    Profiles,
    Evidence,
    Hunk,
    Trial,
    Row,
    Survival,
    Recall,
    Keep,
    SaveLesson,
    Places,
    Report,
}

/// How long the search for differences may take before it settles for coarser ones.
const DIFF_BUDGET: Duration = Duration::from_secs(2);

/// Starts jobs and keeps hold of those that run.
#[derive(Debug)]
pub struct Jobs {
    sender: Sender<Event>,
    running: HashMap<(u64, Kind), Arc<Watch>>,
}

impl Jobs {
    /// Results go to `sender`.
    pub fn new(sender: Sender<Event>) -> Self {
        Self { sender, running: HashMap::new() }
    }

    /// Whether a job is not known to have ended; for those that wait for all of them.
    pub fn running(&self) -> bool {
        self.running.values().any(|watch| Arc::strong_count(watch) > 1)
    }

    /// Where results go.
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Starts a job for the desk of that number, stopping the one of its kind there that may still run. `watch` is the
    /// way to follow and to stop it.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn start(&mut self, desk: u64, job: Job, watch: Arc<Watch>) -> io::Result<()> {
        if let Some(before) = self.running.insert((desk, job.kind()), watch.clone()) {
            before.stop();
        }
        let sender = self.sender.clone();
        let work = move || {
            let send = |outcome| sender.send(Event::Job(desk, outcome)).is_ok();
            // Stopped work has no result; only its end is told.
            let _: Result<(), Stopped> = run(job, &watch, &send);
            send(Outcome::Ended(watch));
        };
        thread::Builder::new().name("work".into()).spawn(work)?;
        Ok(())
    }
}

impl Job {
    fn kind(&self) -> Kind {
        match self {
            Self::Prepare { .. } => Kind::Prepare,
            Self::Reload { .. } => Kind::Reload,
            Self::Archive { .. } => Kind::Archive,
            Self::Reach { .. } => Kind::Reach,
            Self::Rank { .. } => Kind::Rank,
            Self::List { .. } => Kind::List,
            Self::Open { .. } => Kind::Open,
            Self::Compare { .. } => Kind::Compare,
            Self::Browse { .. } => Kind::Browse,
            Self::Walk { folder } => Kind::Walk(folder.clone()),
            Self::Seek { .. } => Kind::Seek,
            Self::Shelve { .. } => Kind::Shelve,
            Self::Diff { .. } => Kind::Diff,
            Self::Passages { .. } => Kind::Passages,
            Self::LeavePair { .. } => Kind::LeavePair,
            Self::LeaveAll { .. } => Kind::LeaveAll,
            Self::Profiles { .. } => Kind::Profiles,
            Self::Evidence { .. } => Kind::Evidence,
            Self::Hunk { .. } => Kind::Hunk,
            Self::Trial { .. } => Kind::Trial,
            Self::Row { .. } => Kind::Row,
            Self::Survival { .. } => Kind::Survival,
            Self::Recall { .. } => Kind::Recall,
            Self::Keep { .. } => Kind::Keep,
            Self::SaveLesson { .. } => Kind::SaveLesson,
            Self::Places { .. } => Kind::Places,
            Self::Report(_) => Kind::Report,
        }
    }
}

fn run(job: Job, watch: &Watch, send: &(impl Fn(Outcome) -> bool + Sync)) -> Result<(), Stopped> {
    match job {
        Job::Prepare { documents, how } => prepare::prepare(documents, &how, watch, send),
        Job::Reload { sources, how } => {
            watch.expect(sources.iter().map(|(_, source, _)| prepare::size(source)).sum());
            let again = sources.into_par_iter().map(|(at, source, before)| {
                watch.check()?;
                let again = match document::read_while(&source, &|| !watch.stopped()) {
                    _ if watch.stopped() => return Err(Stopped),
                    Err(error) => Again::Unreadable(error),
                    Ok(document) if Some(document.reading.content_hash) == before => Again::Same,
                    Ok(document) => {
                        let document = Arc::new(document);
                        let examined = prepare::examine(&document, None, &how, None, watch)?;
                        Again::Changed(document, examined)
                    }
                };
                Ok((at, again))
            });
            let again = again.collect::<Result<_, Stopped>>()?;
            send(Outcome::Reloaded(how.generation, again));
            Ok(())
        }
        Job::Rank { documents, groups, about, wish } => {
            let subjects: Vec<_> = documents.iter().map(|d| d.as_ref().map(|known| known.subject.clone())).collect();
            let identical = |i: usize, j: usize| match (&documents[i], &documents[j]) {
                (Some(Ranked { document: Some(a), .. }), Some(Ranked { document: Some(b), .. })) => a.same_bytes(b),
                (Some(a), Some(b)) => a.bytes.is_some() && a.bytes == b.bytes,
                _ => false,
            };
            let pairs: Arc<[Pair]> = compare_all(&subjects, &groups, identical, watch)?.into();
            let listing = Listing::new(&pairs, &About { subjects, ..about }, &wish);
            watch.check()?;
            send(Outcome::Ranked(pairs, listing.into()));
            Ok(())
        }
        Job::Archive { files, recipe } => {
            let read = match Archive::read(files, &recipe, watch) {
                Err(NoArchive::Stopped(stopped)) => return Err(stopped),
                Err(NoArchive::Unreadable(error)) => Err(error),
                Ok(archive) => Ok(Arc::new(archive)),
            };
            send(Outcome::Archived(read));
            Ok(())
        }
        Job::Reach { archive, query, files } => {
            let files: Vec<_> = files.iter().map(PathBuf::as_path).collect();
            let reached = archive.reach(&query.batch, &files, query.within, watch)?;
            send(Outcome::Reached(reached.into()));
            Ok(())
        }
        Job::List { pairs, about, wish } => {
            let listing = Listing::keeping(&pairs, &about, &wish);
            watch.check()?;
            send(Outcome::Listed(listing.into()));
            Ok(())
        }
        Job::Open { documents, how } => documents.into_par_iter().try_for_each(|(at, document)| {
            match trace(&document.text, &how.recipe, watch) {
                Ok(trace) => _ = send(Outcome::Opened(at, how.generation, trace.into())),
                Err(CountError::Stopped(stopped)) => return Err(stopped),
                // It is told where the document was examined.
                Err(CountError::Given(_)) => {}
            }
            Ok(())
        }),
        Job::Compare { pair, sides: [(a, of_a), (b, of_b)], k, generation } => {
            let comparison = Comparison::new(pair, [&a, &b], [&of_a, &of_b], k);
            watch.check()?;
            send(Outcome::Compared(generation, Arc::new(Close { comparison, traces: [a, b] })));
            Ok(())
        }
        Job::Shelve { subjects, pairs, bits, order, before } => {
            let shelf = shelf::shelve(&subjects, &pairs, (bits, order), before.as_deref(), watch)?;
            send(Outcome::Shelved(shelf.into()));
            Ok(())
        }
        Job::Seek { archive, seek, before } => {
            send(Outcome::Sought(shelf::seek(&archive, seek, before, watch)?.into()));
            Ok(())
        }
        Job::Walk { folder } => {
            let mut so_far = 0;
            let walk = document::folder_while(&folder, &mut |found| {
                watch.advance((found - so_far) as u64);
                so_far = found;
                !watch.stopped()
            });
            watch.check()?;
            send(Outcome::Walked(folder, walk));
            Ok(())
        }
        Job::Places { pairs } => pairs.into_iter().try_for_each(|PairTexts { pair, documents, points }| {
            let texts = documents.each_ref().map(|document| document.text.as_str());
            let [a, b] = texts.map(segments);
            watch.check()?;
            let side = |at: usize, segments| Side { text: texts[at], segments };
            let hunks = |points: &[[u32; 2]]| {
                let deadline = Instant::now() + DIFF_BUDGET;
                Hunk::all(&diff::diff_at(side(0, &a), side(1, &b), points, Some(deadline)), texts)
            };
            let points: Vec<[u32; 2]> = diff::settle(&points, texts).iter().map(|point| point.numbers).collect();
            // What was decided before paragraphs were set beside each other is not gone.
            let aligned = if points.is_empty() { Vec::new() } else { hunks(&points) };
            let places: Vec<Hunk> = hunks(&[]).into_iter().chain(aligned).collect();
            let of = documents.each_ref().map(|document| document.reading.content_hash);
            send(Outcome::Places(pair, of, places.into()));
            watch.check()
        }),
        Job::Report(order) => report::hand_over(&order, watch, |handed| _ = send(Outcome::Report(handed))),
        Job::Browse { folder } => {
            let found = files::browse(&folder, watch)?.map_err(|error| error.to_string());
            send(Outcome::Browsed(folder, found));
            Ok(())
        }
        Job::Diff { documents, texts, points } => {
            let deadline = Instant::now() + DIFF_BUDGET;
            let cut = |i: usize| segments(&texts[i].text);
            let (a, b) = rayon::join(|| cut(0), || cut(1));
            watch.check()?;
            let side = |i: usize, segments| Side { text: &texts[i].text, segments };
            let points = diff::settle(&points, [&texts[0].text, &texts[1].text]);
            let numbers: Vec<[u32; 2]> = points.iter().map(|point| point.numbers).collect();
            let diff = diff::diff_at(side(0, &a), side(1, &b), &numbers, Some(deadline));
            watch.check()?;
            let diffed = Diffed::new(documents, diff, texts, points);
            send(Outcome::Diffed(Arc::new(diffed)));
            Ok(())
        }
        Job::Passages { documents, texts, excluded: [a, b], left_out, run } => {
            let found = passages([&texts[0].text, &texts[1].text], [&a, &b], run, watch)?;
            send(Outcome::Passages(Arc::new(Passages::new(documents, texts, found, left_out))));
            Ok(())
        }
        Job::LeavePair { documents, leaving } => {
            let found = counted(leaving.of_pair(documents, watch))?.flatten();
            if let Some(rest) = found {
                send(Outcome::PairLeft(rest.into()));
            }
            Ok(())
        }
        Job::LeaveAll { groups, leaving } => {
            let found = counted(leaving.of_all(&groups, watch))?;
            if let Some(rests) = found {
                send(Outcome::AllLeft(rests.into()));
            }
            Ok(())
        }
        Job::Profiles { documents, texts, recipe, generation } => {
            match opinions([&texts[0].text, &texts[1].text], &recipe, watch) {
                Ok(all) => _ = send(Outcome::Opinions(Arc::new(Opinions { documents, generation, all }))),
                Err(CountError::Stopped(stopped)) => return Err(stopped),
                // A list that is none has no pairs to be looked at.
                Err(CountError::Given(_)) => {}
            }
            Ok(())
        }
        Job::Evidence { documents, texts, subjects: [a, b], recipe, generation } => {
            match evidence([&texts[0].text, &texts[1].text], [&a, &b], &recipe, watch) {
                Ok(found) => _ = send(Outcome::Evidence(Arc::new(Evidenced { documents, generation, texts, found }))),
                Err(CountError::Stopped(stopped)) => return Err(stopped),
                // A list that is none has no pairs to be looked at.
                Err(CountError::Given(_)) => {}
            }
            Ok(())
        }
        Job::Trial { document, revision, generation, original, known: (text, trace), state } => {
            watch.expect(state.text.len() as u64);
            let traced = if Arc::ptr_eq(&text, &state.text) || text == state.text {
                Ok(trace)
            } else {
                outline(&state.text, &state.recipe, watch).map(Arc::new)
            };
            let trial = match traced {
                Ok(trace) => Ok(Arc::new(Trial::of(original, trace, state.left_out))),
                Err(CountError::Stopped(stopped)) => return Err(stopped),
                Err(CountError::Given(trouble)) => Err(trouble),
            };
            watch.check()?;
            send(Outcome::Tried(document, Tried { revision, generation, text: state.text, trial }));
            Ok(())
        }
        Job::Row { document, row, original, state } => {
            let traced = |text: &str| outline(text, &state.recipe, watch).map(Arc::new);
            let given = match traced(&original).and_then(|a| Ok((a, traced(&state.text)?))) {
                Ok((a, b)) => {
                    let trial = Trial::of(a, b, state.left_out.clone());
                    lab::Given { fingerprint: trial.fingerprints[1], hamming: trial.hamming() }
                }
                Err(CountError::Stopped(stopped)) => return Err(stopped),
                Err(CountError::Given(_)) => lab::Given { fingerprint: None, hamming: None },
            };
            send(Outcome::Row(document, row, state, given));
            Ok(())
        }
        Job::Survival { document, generation, text, recipe } => {
            let told = |survival: &Survival| send(Outcome::Survived((document, generation), survival.clone()));
            match survive(&text, &recipe, watch, told) {
                Err(CountError::Stopped(stopped)) => Err(stopped),
                // A list that is none has no words to replace.
                Err(CountError::Given(_)) | Ok(()) => Ok(()),
            }
        }
        Job::Recall { document, of, drafts } => {
            let found = drafts.find(&of).map_err(|error| error.to_string());
            send(Outcome::Recalled(document, of, found));
            Ok(())
        }
        Job::Keep { document, revision, of, draft, drafts } => {
            let kept = draft.map_or_else(|| drafts.drop(&of), |draft| drafts.keep(&draft));
            send(Outcome::Kept(document, revision, kept.map_err(|error| error.to_string())));
            Ok(())
        }
        Job::SaveLesson { tried, folder } => {
            send(Outcome::LessonSaved(files::save_lesson(&tried, &folder)));
            Ok(())
        }
        Job::Hunk { hunk, diffed, fingerprints, recipe, generation } => {
            let effect = Effect::new(&diffed.diff, diffed.texts(), hunk as usize, fingerprints, &recipe, watch)?;
            send(Outcome::Hunk(diffed.documents, hunk, generation, effect));
            Ok(())
        }
    }
}

/// A result unless the work was stopped. Of a list of features there is none, which is told where it was examined.
fn counted<T>(result: Result<T, CountError>) -> Result<Option<T>, Stopped> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(CountError::Stopped(stopped)) => Err(stopped),
        Err(CountError::Given(_)) => Ok(None),
    }
}
