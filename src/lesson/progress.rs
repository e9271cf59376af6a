//! How far the included lessons were read: a small file each, where the platform keeps such things, as for drafts.
//!
//! Unwritten progress waits in one place, and whoever writes takes all of it: so of two writers neither puts an older
//! page over a newer one. A file that cannot be understood counts as none: the lesson begins at its first page.

use std::{
    collections::BTreeMap,
    io,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

use super::included;
use crate::files::{Disk, SmallFiles, state_folder};

/// An answer that was given.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LessonAnswer {
    pub said: f64,
    /// The right answer.
    pub is: f64,
}

impl LessonAnswer {
    /// Whether the two are the same, as far as one writes numbers.
    pub(crate) fn right(self) -> bool {
        (self.said - self.is).abs() < 0.051
    }
}

/// How far a lesson was read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct LessonProgress {
    /// The page where the reader stopped, from 0.
    pub page: usize,
    /// The answer to each step, if given.
    pub answers: Vec<Option<LessonAnswer>>,
    /// Whether the task of each step was done.
    pub tasks: Vec<bool>,
    /// Right answers and questions when the end was last reached.
    pub score: Option<[usize; 2]>,
}

/// The progress in all lessons.
#[derive(Debug, Default)]
pub(crate) struct ProgressBook {
    /// `None` if nothing is kept.
    folder: Option<ProgressFolder>,
    known: BTreeMap<&'static str, LessonProgress>,
}

/// The files, and what waits to be written to them.
#[derive(Clone, Debug)]
pub(crate) struct ProgressFolder {
    files: SmallFiles,
    waiting: Arc<Mutex<BTreeMap<&'static str, LessonProgress>>>,
}

/// The largest file that is read, in bytes.
const MAX_SIZE: u64 = 1 << 16;

impl ProgressBook {
    /// The user's; empty where there is no home to keep it in.
    pub(crate) fn of_user() -> Self {
        state_folder().map_or_else(Self::default, |folder| Self::in_folder(folder.join("lessons")))
    }

    /// That of a folder.
    pub(crate) fn in_folder(folder: impl Into<PathBuf>) -> Self {
        let files = SmallFiles::new(Disk::default(), folder.into(), MAX_SIZE);
        let folder = ProgressFolder { files, waiting: Arc::default() };
        let known = |name: &str| folder.files.find(&file_name(name)).ok().flatten();
        let known = included().iter().filter_map(|lesson| Some((lesson.name, known(lesson.name)?))).collect();
        Self { folder: Some(folder), known }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&LessonProgress> {
        self.known.get(name)
    }

    /// Notes how far a lesson was read; whether it waits to be written now.
    pub(crate) fn note(&mut self, name: &'static str, progress: LessonProgress) -> bool {
        if self.known.get(name).map_or(progress == LessonProgress::default(), |known| *known == progress) {
            return false;
        }
        if let Some(folder) = &self.folder {
            folder.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(name, progress.clone());
        }
        self.known.insert(name, progress);
        self.folder.is_some()
    }

    /// The folder of the files.
    pub(crate) fn folder(&self) -> Option<&ProgressFolder> {
        self.folder.as_ref()
    }
}

impl ProgressFolder {
    /// Writes all that waits.
    ///
    /// # Errors
    /// If the folder or a file cannot be written. What waited is not written again.
    pub(crate) fn write(&self) -> io::Result<()> {
        // Held while it is written: whoever comes next writes after it.
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, progress) in std::mem::take(&mut *waiting) {
            self.files.keep(&file_name(name), &progress)?;
        }
        Ok(())
    }
}

fn file_name(lesson: &str) -> String {
    format!("{lesson}.json")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_noted_is_found_by_the_next_book() {
        let folder = tempfile::tempdir().unwrap();
        let mut book = ProgressBook::in_folder(folder.path().join("deep/er"));
        assert!(!book.note("why", LessonProgress::default()), "nothing was read");
        let answer = LessonAnswer { said: 3.0, is: 2.5 };
        let progress = LessonProgress {
            page: 2,
            answers: vec![None, Some(answer)],
            tasks: vec![false, true],
            score: Some([0, 1]),
        };
        assert!(book.note("why", LessonProgress { page: 1, ..LessonProgress::default() }));
        assert!(book.note("why", progress.clone()) && !book.note("why", progress.clone()));
        book.folder().unwrap().write().unwrap();
        let book = ProgressBook::in_folder(folder.path().join("deep/er"));
        assert_eq!((book.get("why"), book.get("xor")), (Some(&progress), None));
    }

    #[test]
    fn what_cannot_be_understood_or_written_is_no_progress() {
        let folder = tempfile::tempdir().unwrap();
        for bytes in ["", "{", "3", "{\"page\": -1}", "{\"answers\": 3}"] {
            fs::write(folder.path().join("why.json"), bytes).unwrap();
            assert_eq!(ProgressBook::in_folder(folder.path()).get("why"), None, "{bytes}");
        }
        fs::write(folder.path().join("why.json"), "{\"page\": 3, \"later\": true}").unwrap();
        assert_eq!(ProgressBook::in_folder(folder.path()).get("why").unwrap().page, 3);
        let mut book = ProgressBook::in_folder(folder.path().join("why.json"));
        assert!(book.note("xor", LessonProgress { page: 1, ..LessonProgress::default() }));
        assert!(book.folder().unwrap().write().is_err());
    }
}
