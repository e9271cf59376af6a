//! Work in the background: reading, the pipeline, ranking, comparing, differences.
//!
//! A job takes immutable values and sends immutable results; it never sees the model. Of one kind the latest wins: a
//! new job stops the one before it. Plain threads; inside, rayon where the work is wide.
//!
//! Here stands what can be asked for, with all that it takes.

mod differences;
mod files;
mod left;
mod outcome;
mod prepare;
mod report;
mod run;
mod running;
mod shelf;
mod trial;

use std::{path::PathBuf, sync::Arc};

pub use files::NotSaved;
pub use left::Leaving;
pub use outcome::Outcome;
pub use report::{Held, Known, Order};
pub use running::Jobs;

use super::model::{About, Diffed, Holdings, Query, Seek, Shelf, Stamp, Wish};
use crate::{
    archive::Archive,
    compare::{
        Groups,
        coverage::{RunLength, Windows},
        diff::Point,
        exclusion::Excluded,
        pair::{Pair, Subject},
    },
    document::{Document, Draft, Drafts, Identity, Source},
    lab::State,
    lesson,
    review::store::Store,
    search::Index,
    simhash::{Fingerprint, Recipe, Trace},
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
