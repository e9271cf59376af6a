//! The calibration of a review, in a file beside its journal.
//!
//! One that came with the folder is not used until the review is accepted. It is known that the reader made it by a
//! line of the data folder with its digest, as reviews are known by their ids. The file is one JSON value; as it may
//! come from anywhere, every number of it is checked, and one that fits nothing is not used.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::{
    FOLDER, Journal, data_folder,
    file::JournalFile,
    trust::{AcceptedRules, Trust},
};
use crate::{
    compare::calibration::{
        Calibration, Distances, EditDistances, GROUPS, GroupDistances, LabelledPairs, Origin, Prior,
    },
    document::{safe_name, safe_path},
    files::{Access, Placing, create_folders, read_from, write_all},
    locale::Lang,
    review::Roots,
    simhash::Recipe,
    t,
};

const FILE: &str = "calibration.json";
/// Name and version of the form.
const SCHEMA: &str = "simscope/calibration/1";
const SCHEMA_NAME: &str = "simscope/calibration/";
/// The greatest size that is read, in bytes; one of 128 bits takes a twentieth.
const MAX_SIZE: u64 = 8 << 20;
/// The greatest count that is believed: sums of them all stay in 64 bits.
const MAX_COUNT: u64 = 1 << 50;
/// The most kinds of edits.
const MAX_EDITS: usize = 64;

/// Why the calibration of a review is not used.
#[derive(Debug)]
pub enum UnusedCalibration {
    /// It cannot be read.
    Unreadable { path: PathBuf, reason: io::Error },
    /// It is damaged, or something else.
    Damaged { path: PathBuf },
    /// A later version made it.
    Newer { path: PathBuf },
    /// It was made with another recipe.
    OtherRecipe { path: PathBuf, recipe: String },
    /// It came with the folder, and the review is not accepted.
    Received { path: PathBuf },
}

impl UnusedCalibration {
    /// In a sentence that says what, where, and what to do about it.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Unreadable { path, reason } => {
                t!(lang, "calibrate.unreadable", place = safe_path(path), reason)
            }
            Self::Damaged { path } => t!(lang, "calibrate.damaged", place = safe_path(path)),
            Self::Newer { path } => t!(lang, "calibrate.newer", place = safe_path(path)),
            Self::OtherRecipe { path, recipe } => {
                t!(lang, "calibrate.other-recipe", place = safe_path(path), recipe)
            }
            Self::Received { path } => t!(lang, "calibrate.received", place = safe_path(path)),
        }
    }
}

impl Journal {
    /// The calibration of the review for that recipe; `None` if there is none.
    ///
    /// # Errors
    /// If there is one that is not used.
    pub fn calibration(&self, recipe: &Recipe) -> Result<Option<Calibration>, UnusedCalibration> {
        for journal in [Some(&self.file), self.fallback.as_ref()].into_iter().flatten() {
            let path = beside(journal);
            let bytes = match self.read_calibration(&path) {
                Ok(bytes) => bytes,
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => continue,
                Err(reason) => return Err(UnusedCalibration::Unreadable { path, reason }),
            };
            let own = journal.is_private() || self.is_accepted() || self.made_here(&bytes);
            let calibration = parsed(&path, &bytes)?;
            if !own {
                return Err(UnusedCalibration::Received { path });
            }
            if calibration.recipe != *recipe {
                let recipe = calibration.recipe.to_string();
                return Err(UnusedCalibration::OtherRecipe { path, recipe });
            }
            return Ok(Some(calibration));
        }
        Ok(None)
    }

    /// Keeps a calibration with the review, in place of the one before: whole and on the disk, or not at all. Gives its
    /// path, which is in the data folder if the reviewed folder has none and cannot be written.
    ///
    /// # Errors
    /// If it can be written nowhere, or one beside the texts cannot be replaced: it would hide one in the data folder.
    pub fn keep_calibration(&self, calibration: &Calibration) -> io::Result<PathBuf> {
        let bytes = written(calibration);
        let mut failed = None;
        for journal in [Some(&self.file), self.fallback.as_ref()].into_iter().flatten() {
            match self.write_calibration(journal, &bytes) {
                Ok(path) => return Ok(path),
                Err(error) => _ = failed.get_or_insert(error),
            }
            let none = |error: &io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
            if !self.disk.metadata(&beside(journal)).is_err_and(|error| none(&error)) {
                break;
            }
        }
        Err(failed.unwrap_or_else(|| ErrorKind::NotFound.into()))
    }

    fn write_calibration(&self, journal: &JournalFile, bytes: &[u8]) -> io::Result<PathBuf> {
        journal.check_kind().map_err(io::Error::other)?;
        let (path, private) = (beside(journal), journal.is_private());
        let folder = path.parent().unwrap_or(Path::new(""));
        create_folders(&self.disk, folder, private)?;
        if !private {
            // Before the file is there, so that it is known to whoever reads it.
            let reviewed = safe_path(folder.parent().unwrap_or(folder));
            self.known.add(xxh3_128(bytes), &AcceptedRules::new(), &reviewed)?;
        }
        write_all(&self.disk, &path, Placing { over: true, private, durable: true }, bytes)?;
        Ok(path)
    }

    fn read_calibration(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut file = self.disk.open(path, Access::Read)?;
        if file.metadata()?.len > MAX_SIZE {
            return Err(ErrorKind::FileTooLarge.into());
        }
        read_from(&mut *file, 0)
    }

    fn is_accepted(&self) -> bool {
        matches!(self.trust, Trust::Accepted(_))
    }

    fn made_here(&self, bytes: &[u8]) -> bool {
        self.known.find(xxh3_128(bytes)).is_ok_and(|known| known.is_some())
    }
}

/// The calibration of the review of those folders for that recipe, without reading a review that has none.
///
/// # Errors
/// If there is one that is not used.
pub(crate) fn calibration_of(roots: &Roots, recipe: &Recipe) -> Result<Option<Calibration>, UnusedCalibration> {
    let data = data_folder();
    let beside = roots.only().map(|folder| folder.join(FOLDER).join(FILE));
    let private = data.as_deref().map(|data| data.join(format!("{:016x}.{FILE}", roots.key())));
    if !beside.iter().chain(&private).any(|path| path.exists()) {
        return Ok(None);
    }
    // The commands that are about the review report that it cannot be read.
    Journal::open(roots, data.as_deref()).map_or(Ok(None), |journal| journal.calibration(recipe))
}

/// The path of the calibration that goes with a journal.
fn beside(journal: &JournalFile) -> PathBuf {
    if journal.is_private() { journal.path().with_extension(FILE) } else { journal.path().with_file_name(FILE) }
}

#[derive(Deserialize, Serialize)]
struct StoredCalibration {
    schema: String,
    /// The version of the program.
    simscope: String,
    recipe: String,
    documents: usize,
    families: usize,
    families_chinese: usize,
    #[serde(with = "super::super::target::hex")]
    digest: u64,
    seed: u64,
    pairs: u64,
    sampled: bool,
    labelled: Option<LabelledPairs>,
    /// The shares of near, related and unrelated pairs.
    prior: [f64; 3],
    edits: Vec<EditDistances>,
    groups: Vec<GroupDistances>,
}

/// The bytes of the file.
fn written(calibration: &Calibration) -> Vec<u8> {
    let origin = &calibration.origin;
    let stored = StoredCalibration {
        schema: SCHEMA.into(),
        simscope: env!("CARGO_PKG_VERSION").into(),
        recipe: calibration.recipe.to_string(),
        documents: origin.documents,
        families: origin.families,
        families_chinese: origin.han,
        digest: origin.digest,
        seed: origin.seed,
        pairs: origin.pairs,
        sampled: origin.sampled,
        labelled: calibration.labelled,
        prior: calibration.prior.shares(),
        edits: calibration.edits.clone(),
        groups: calibration.groups().to_vec(),
    };
    // Strings, numbers and lists always have a JSON form.
    let mut bytes = serde_json::to_vec(&stored).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// The calibration in the bytes of a file.
///
/// # Errors
/// If it is damaged or of a later version.
fn parsed(path: &Path, bytes: &[u8]) -> Result<Calibration, UnusedCalibration> {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
    }
    let damaged = || UnusedCalibration::Damaged { path: path.to_owned() };
    let head: Head = serde_json::from_slice(bytes).map_err(|_| damaged())?;
    if head.schema != SCHEMA {
        let later = head.schema.strip_prefix(SCHEMA_NAME).is_some_and(|version| version.parse::<u64>().is_ok());
        return Err(if later { UnusedCalibration::Newer { path: path.to_owned() } } else { damaged() });
    }
    let stored: StoredCalibration = serde_json::from_slice(bytes).map_err(|_| damaged())?;
    checked(stored).ok_or_else(damaged)
}

/// The calibration, if every number is one that could have been written.
fn checked(stored: StoredCalibration) -> Option<Calibration> {
    let recipe = stored.recipe.parse().ok()?;
    let StoredCalibration { documents, families, pairs, labelled, mut edits, groups, .. } = stored;
    let labels = labelled.map(|of| [of.near, of.related, of.unrelated, of.contradictory]);
    let skipped = edits.iter().map(|edit| edit.skipped as u64);
    let lists = groups.iter().flat_map(|group| [&group.unrelated, &group.near, &group.related]);
    let lists = lists.chain(edits.iter().map(|edit| &edit.distances)).flat_map(Distances::counts).copied();
    let numbers = [documents as u64, pairs].into_iter().chain(labels.into_iter().flatten()).chain(skipped);
    let small = numbers.chain(lists).all(|count| count <= MAX_COUNT)
        && groups.iter().flat_map(|group| &group.expected).all(|&pairs| pairs <= MAX_COUNT as f64);
    if groups.len() > GROUPS || edits.len() > MAX_EDITS || !small {
        return None;
    }
    let origin = Origin {
        documents,
        families: families.min(documents),
        han: stored.families_chinese.min(families),
        digest: stored.digest,
        seed: stored.seed,
        pairs,
        sampled: stored.sampled,
    };
    for edit in &mut edits {
        edit.edit = safe_name(&edit.edit);
    }
    let prior = Prior::new(stored.prior).ok()?;
    Some(Calibration::new(recipe, origin, edits, labelled, groups)?.with_prior(prior))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::review) fn calibration() -> Calibration {
        let list = |at: usize| Distances::from_counts((0..9).map(|hd| if hd == at { 40 } else { 1 }).collect());
        let group = || GroupDistances {
            unrelated: list(5),
            expected: (0..9).map(|hd| f64::from(hd) / 3.0).collect(),
            near: list(1),
            related: list(3),
        };
        let origin = Origin { documents: 9, families: 8, han: 2, digest: 7, seed: 1, pairs: 28, sampled: false };
        let edits = vec![EditDistances { edit: "words-1".into(), distances: list(0), skipped: 3 }];
        let labelled = Some(LabelledPairs { near: 3, related: 2, unrelated: 1, contradictory: 1 });
        let recipe = "words;fold=none;tf;xxh3-64;8;gt".parse().unwrap();
        let made = Calibration::new(recipe, origin, edits, labelled, vec![group(), group()]).unwrap();
        made.with_prior("5:15:80".parse().unwrap())
    }

    fn read(bytes: &[u8]) -> Result<Calibration, UnusedCalibration> {
        parsed(Path::new("calibration.json"), bytes)
    }

    #[test]
    fn a_calibration_is_read_as_it_was_written() {
        let calibration = calibration();
        let found = read(&written(&calibration)).unwrap();
        assert_eq!(found, calibration);
    }

    #[test]
    fn a_wrong_prior_is_refused() {
        let text = String::from_utf8(written(&calibration())).unwrap();
        let (before, behind) = text.split_once("\"prior\":[").unwrap();
        let behind = behind.split_once("],").unwrap().1;
        for wrong in ["[0.5,0.5,0.5]", "[-1,1,1]", "[1,0]", "\"1:1:98\""] {
            let other = format!("{before}\"prior\":{wrong},{behind}");
            assert!(matches!(read(other.as_bytes()), Err(UnusedCalibration::Damaged { .. })), "{wrong}");
        }
    }

    #[test]
    fn a_file_that_is_cut_or_has_other_bytes_is_refused_or_sound() {
        let bytes = written(&calibration());
        for end in 0..bytes.len() - 1 {
            assert!(matches!(read(&bytes[..end]), Err(UnusedCalibration::Damaged { .. })) || end + 2 > bytes.len());
        }
        for at in 0..bytes.len() {
            for byte in [b'0', b'9', b'-', b'e', b']', 0xff] {
                let mut other = bytes.clone();
                other[at] = byte;
                // Whatever is accepted can be used.
                if let Ok(found) = read(&other) {
                    let share = found.unrelated().share_within(3);
                    assert!((0.0..=1.0 + 1e-9).contains(&share), "{at} {byte}");
                }
            }
        }
    }
}
