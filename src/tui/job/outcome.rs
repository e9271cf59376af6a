//! What comes of jobs: immutable results, each with what it is of. Knows not how they are made, nor who takes them in.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use super::NotSaved;
use crate::{
    archive::{Archive, Lookup},
    compare::{Effect, pair::Pair},
    document::{Document, Draft, Identity, ReadError, Walk},
    lab::{self, State, Survival},
    review::Hunk,
    simhash::{Trace, Watch},
    tui::model::{
        Again, Close, Diffed, Evidenced, Examined, Found, Handed, Listing, Opinions, PairRest, Passages, Prepared,
        Rests, Shelf, Sought, Tried, Trouble,
    },
};

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
    Reached(Box<Lookup>),
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
