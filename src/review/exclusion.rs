//! The exclusions of a review, as a journal stores them.
//!
//! The hashes of a base text's runs are too many for a line of the journal, and exclude its passages when its file is
//! gone. The line has their checksum, and they are in a file beside the journal: numbers of eight bytes,
//! little-endian, rising. A file is complete when it has its name. Their number is bounded by [`MOST_HASHES`]; of a
//! longer text only the file is known.

use std::{
    collections::HashMap,
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
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
    files::{self, Access, Disk, Placing, create_folders, read_from, write_all},
    simhash::Watch,
};

/// The greatest number of hashes that are kept: those of about 20 MB of text. Few in tests, which fill it.
pub(super) const MOST_HASHES: usize = if cfg!(test) { 1 << 10 } else { 8 << 20 };

/// Text that a rule or a mark excludes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Exclusion {
    Quotations,
    /// Lists of references.
    References,
    /// Passages that occur in many documents.
    Common {
        /// The least number of documents.
        least: usize,
    },
    /// Passages of a base text.
    Base(BaseText),
    Pattern {
        /// The regular expression.
        pattern: String,
    },
    /// A passage marked by hand, wherever it occurs.
    Passage {
        text: String,
        /// Marked as a quotation, otherwise as common text.
        quotation: bool,
    },
    /// A passage marked by hand, at one place.
    Place {
        file: FileId,
        text: String,
        /// Which of its occurrences in the file, from 0.
        nth: usize,
        /// Marked as a quotation, otherwise as common text.
        quotation: bool,
    },
}

/// The identity of an exclusion, whatever its settings.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum ExclusionKey<'a> {
    Quotations,
    References,
    Common,
    Base(&'a str),
    Pattern(&'a str),
    Passage(&'a str),
    Place { path: &'a str, text: &'a str, nth: usize },
}

impl Exclusion {
    /// Whether both exclude the same, whatever their settings: the later one replaces the earlier one.
    pub fn is(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    pub(super) fn key(&self) -> ExclusionKey<'_> {
        match self {
            Self::Quotations => ExclusionKey::Quotations,
            Self::References => ExclusionKey::References,
            Self::Common { .. } => ExclusionKey::Common,
            Self::Base(base) => ExclusionKey::Base(&base.file.path),
            Self::Pattern { pattern } => ExclusionKey::Pattern(pattern),
            Self::Passage { text, .. } => ExclusionKey::Passage(text),
            Self::Place { file, text, nth, .. } => ExclusionKey::Place { path: &file.path, text, nth: *nth },
        }
    }

    /// The marked text or the pattern.
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Pattern { pattern } => Some(pattern),
            Self::Passage { text, .. } | Self::Place { text, .. } => Some(text),
            Self::Quotations | Self::References | Self::Common { .. } | Self::Base(_) => None,
        }
    }
}

/// An exclusion of the list, on or off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExclusionStatus {
    pub exclusion: Exclusion,
    pub on: bool,
}

/// Applies changes to the list in their order: the last one on an exclusion holds. `on` as in `ReviewChange::Exclude`.
pub(crate) fn update_exclusions<'a>(
    all: &[ExclusionStatus],
    changes: impl Iterator<Item = (&'a [Exclusion], Option<bool>)>,
) -> Vec<ExclusionStatus> {
    let mut list: Vec<Option<(&Exclusion, bool)>> =
        all.iter().map(|known| Some((&known.exclusion, known.on))).collect();
    let known = all.iter().enumerate().map(|(at, known)| (known.exclusion.key(), at));
    let mut index: HashMap<ExclusionKey<'_>, usize> = known.collect();
    for (exclusions, on) in changes {
        for exclusion in exclusions {
            match (index.get(&exclusion.key()), on) {
                (Some(&at), Some(on)) => list[at] = Some((exclusion, on)),
                (Some(&at), None) => {
                    list[at] = None;
                    index.remove(&exclusion.key());
                }
                (None, Some(on)) => {
                    index.insert(exclusion.key(), list.len());
                    list.push(Some((exclusion, on)));
                }
                (None, None) => {}
            }
        }
    }
    let kept = list.into_iter().flatten();
    kept.map(|(exclusion, on)| ExclusionStatus { exclusion: exclusion.clone(), on }).collect()
}

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
        let hashes = WindowHashes::from(&Watch::without(|watch| Windows::new(&document.text, run, watch)));
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

/// The hashes that were looked for, by their checksum; `None` where there is no sound file of them.
#[derive(Debug, Default)]
pub(super) struct RunFiles(HashMap<u64, Option<WindowHashes>>);

impl RunFiles {
    /// Looks for the hashes of all base texts of a change, as long as all together are not too many.
    pub(super) fn read(&mut self, disk: &Disk, exclusions: &[Exclusion], folders: &[PathBuf]) {
        for base in bases(exclusions) {
            if self.0.contains_key(&base.sum) {
                continue;
            }
            let known: usize = self.0.values().flatten().map(WindowHashes::len).sum();
            let most = MOST_HASHES.saturating_sub(known);
            let read = || folders.iter().find_map(|folder| read_runs(disk, folder, base.sum, most));
            self.0.insert(base.sum, base.hashes.clone().or_else(read));
        }
    }

    /// The hashes of a base text, if they are known.
    pub(super) fn get(&self, base: &BaseText) -> Option<&WindowHashes> {
        self.0.get(&base.sum)?.as_ref()
    }

    /// Writes the hashes of all base texts of a change, unless they are there.
    ///
    /// # Errors
    /// If one cannot be written; [`ErrorKind::FileTooLarge`] if there are too many.
    pub(super) fn write(disk: &Disk, exclusions: &[Exclusion], folder: &Path, private: bool) -> io::Result<()> {
        bases(exclusions).filter_map(|base| base.hashes.as_ref()).try_for_each(|hashes| {
            if hashes.len() > MOST_HASHES {
                return Err(ErrorKind::FileTooLarge.into());
            }
            let path = runs_path(folder, sum(hashes));
            let bytes: Vec<u8> = hashes.iter().flat_map(u64::to_le_bytes).collect();
            // One that is damaged is replaced.
            if disk.metadata(&path).is_ok_and(|found| found.len == bytes.len() as u64) {
                return disk.sync_folder(folder);
            }
            create_folders(disk, folder, private)?;
            write_all(disk, &path, Placing { over: true, private, durable: true }, &bytes)
        })
    }
}

fn bases(exclusions: &[Exclusion]) -> impl Iterator<Item = &BaseText> {
    exclusions.iter().filter_map(|exclusion| match exclusion {
        Exclusion::Base(base) => Some(base),
        _ => None,
    })
}

fn runs_path(folder: &Path, sum: u64) -> PathBuf {
    folder.join(format!("base-{sum:016x}.runs"))
}

fn read_runs(disk: &Disk, folder: &Path, checksum: u64, most: usize) -> Option<WindowHashes> {
    let mut file = disk.open(&runs_path(folder, checksum), Access::Read).ok()?;
    file.metadata().ok().filter(|found| found.len <= most as u64 * 8)?;
    let bytes = read_from(&mut *file, 0).ok()?;
    let (hashes, left) = bytes.as_chunks();
    let hashes: Vec<u64> = hashes.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    let hashes = WindowHashes::from_rising(&hashes)?;
    (left.is_empty() && sum(&hashes) == checksum).then_some(hashes)
}
