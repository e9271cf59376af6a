//! A base text as a review stores it: its file, and the hashes of its runs, by which it holds when the file is gone.
//!
//! The hashes are too many for a line of the journal: it has their sum, and they are in a file beside it
//! (`journal/runs`). Their number is bounded by [`MOST_HASHES`]; of a longer text only the file is known.

use std::{
    io::{self, Read},
    path::Path,
};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::{FileId, Roots, target::hex};
use crate::{
    compare::{
        coverage::{READING_VERSION, RunLength, WindowHashes, Windows},
        exclusion::Base,
    },
    document::{Document, Source, read, safe_name},
    files,
};

/// The greatest number of hashes that are kept: those of about 20 MB of text. Few in tests, which fill it.
pub(super) const MOST_HASHES: usize = if cfg!(test) { 1 << 10 } else { 8 << 20 };

/// A text whose passages are excluded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BaseText {
    /// Its file as it was read.
    pub file: FileId,
    /// As it was named when it was given; from a journal, it may hold anything.
    name: String,
    /// Version of the reading that its hashes are of.
    pub reading: u32,
    /// The least length of a run that they are of, in Han characters and in words.
    pub run: [u32; 2],
    /// XXH3 of the hashes.
    #[serde(with = "hex")]
    pub sum: u64,
    /// `None` where they are not known, or of another reading or length of run: then nothing can be excluded.
    #[serde(skip)]
    pub hashes: Option<WindowHashes>,
}

/// Equal base texts have equal hashes, known or not.
impl PartialEq for BaseText {
    fn eq(&self, other: &Self) -> bool {
        let of = |base: &Self| (base.reading, base.run, base.sum);
        self.file == other.file && of(self) == of(other)
    }
}

impl Eq for BaseText {}

/// The state of the file of a base text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileState {
    Same,
    Changed,
    Gone,
}

impl BaseText {
    /// A base text that was read for runs of that length; `None` where it is too short to hold one.
    pub(crate) fn new(document: &Document, roots: &Roots, run: RunLength) -> Option<Self> {
        let hashes = WindowHashes::from(&Windows::new(&document.text, run));
        (!hashes.is_empty()).then(|| Self {
            file: FileId::of(document, roots),
            name: document.source.given(),
            reading: READING_VERSION,
            run: [run.han, run.words],
            sum: sum(&hashes),
            hashes: Some(hashes),
        })
    }

    /// As it was named when it was given. Safe to show.
    pub(crate) fn name(&self) -> String {
        safe_name(&self.name)
    }

    /// The same for excluding; `None` where its hashes are not known.
    pub(crate) fn base(&self) -> Option<Base> {
        Some(Base { name: self.name(), hashes: self.hashes.clone()? })
    }

    /// Whether its hashes are of the present reading and of runs of that length.
    pub(super) fn is_of(&self, run: RunLength) -> bool {
        self.reading == READING_VERSION && self.run == [run.han, run.words]
    }

    /// The state of its file.
    pub(super) fn file_state(&self, roots: &Roots) -> FileState {
        let state = roots.find(&self.file.path).and_then(|path| self.is_of_file(&path).ok());
        match state {
            Some(true) => FileState::Same,
            Some(false) => FileState::Changed,
            None => FileState::Gone,
        }
    }

    /// Whether a file has the bytes that were read.
    fn is_of_file(&self, path: &Path) -> io::Result<bool> {
        let mut file = files::open(path)?;
        if file.metadata()?.len() != self.file.size {
            return Ok(false);
        }
        let (mut hash, mut bytes) = (Xxh3::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut bytes)? {
                0 => return Ok(hash.digest() == self.file.hash),
                read => hash.update(&bytes[..read]),
            }
        }
    }

    /// Reads its file again, for runs of that length; `None` where it is another text now.
    pub(super) fn read_again(&self, roots: &Roots, run: RunLength) -> Option<Self> {
        let document = read(&Source::File(roots.find(&self.file.path)?)).ok()?;
        let again = Self::new(&document, roots, run)?;
        again.file.same_bytes(&self.file).then(|| Self { name: self.name.clone(), file: self.file.clone(), ..again })
    }
}

/// The XXH3 of hashes, as their file has them.
pub(super) fn sum(hashes: &WindowHashes) -> u64 {
    let mut sum = Xxh3::new();
    hashes.iter().for_each(|hash| sum.update(&hash.to_le_bytes()));
    sum.digest()
}
