//! The saved review: its events in an append-only file.
//!
//! The file is JSON lines, `.simscope/review.jsonl` in the reviewed folder. If that cannot be written, or several
//! folders are reviewed together, it is in the platform's data folder instead, where only its owner can read it. No
//! file is created before something is saved.
//!
//! **Saved means on the disk.** [`Journal::append`] locks the file, reads the lines that other programs added, appends
//! its own line and syncs; only then does [`Journal::state`] change. On an error the change is returned ([`Unsaved`]),
//! and neither file nor state contain any of it.
//!
//! **Two programs on one review** never lose each other's events: lines are only added, and everybody who reads them
//! gets the same `ReviewState`. Undo and redo apply to the events of this session; those of other programs are never
//! undone.
//!
//! A torn line (power cut, `kill -9`, full disk) is recognised by its checksum, reported and skipped; the lines before
//! and after it count. Events of later versions are skipped, reported, and stay in the file.
//!
//! Nothing in the file shows who wrote it. A review that came with its folder is not trusted until the reader accepts
//! it (`trust`).

mod calibration;
mod error;
#[cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]
mod file;
#[cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]
mod line;
#[cfg(test)]
mod tests;
mod trust;

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    io,
    path::{Path, PathBuf},
};

use directories::ProjectDirs;

pub(crate) use calibration::{UnusedCalibration, calibration_of};
pub use error::{JournalError, Notice};
use file::{JournalFile, NewLines, is_lasting};
use line::ReviewId;
pub(crate) use line::reread;
pub use trust::Received;
use trust::{AcceptedRules, Trust};

use super::{
    BaseText, Decisions, EventId, EventRecord, Exclusion, ExclusionStatus, Files, ReviewChange, ReviewEvent,
    ReviewSettings, ReviewState, Roots, Timestamp,
    exclusion::{FileState, RunFiles},
};
use crate::{
    compare::coverage::{READING_VERSION, RunLength},
    files::{AcceptedIds, Disk},
    simhash::{Recipe, RecipeWithK},
};

/// The folder beside the texts for the files of this program.
pub const FOLDER: &str = ".simscope";
const FILE: &str = "review.jsonl";
/// The greatest length of a note, in bytes.
pub const LONGEST: usize = 1 << 20;

#[derive(Debug)]
pub struct Journal {
    disk: Disk,
    file: JournalFile,
    /// The events of the file at the other place, which come first.
    earlier: Vec<EventRecord>,
    /// The id and the path of the file beside the texts, if it is the earlier one.
    earlier_beside: Option<(ReviewId, PathBuf)>,
    /// The reviews that the reader made or accepted.
    known: AcceptedIds,
    trust: Trust,
    /// The id of which the trust is.
    judged: Option<ReviewId>,
    /// The rules that were remembered for a review that is not written yet, and what to say if they could not be.
    begun: Option<(AcceptedRules, Option<Notice>)>,
    /// The file to use if the folder cannot be written.
    fallback: Option<JournalFile>,
    state: ReviewState,
    notices: Vec<Notice>,
    settings: Option<ReviewSettings>,
    /// The settings are in the file.
    settings_written: bool,
    session: u64,
    number: u64,
    /// The folders of the file and of the one at the other place.
    folders: Vec<PathBuf>,
    /// The hashes of the base texts in its lines.
    runs: RunFiles,
    /// Base texts whose hashes in the file are of no use, as they were read again.
    read_again: Vec<BaseText>,
    /// The changes of this session that can be undone and redone; the last of each is the next.
    done: Vec<EventId>,
    undone: Vec<EventId>,
}

/// A change that was not saved, to be tried again.
#[derive(Debug)]
pub struct Unsaved {
    pub change: ReviewChange,
    pub error: JournalError,
}

/// The result of undo or redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The change that no longer counts, or counts again.
    pub change: ReviewChange,
    /// A later event of another program holds all the same.
    pub overruled: bool,
}

/// The folder for journals that are not beside their texts; `None` if there is no home folder.
pub fn data_folder() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "simscope")?.data_dir().join("reviews"))
}

impl Journal {
    /// Opens and reads the review of those folders. `data` is the folder for a journal that is not beside them
    /// ([`data_folder`]).
    ///
    /// # Errors
    /// If there is no place for it, or its file cannot be read or is no journal.
    pub fn open(roots: &Roots, data: Option<&Path>) -> Result<Self, JournalError> {
        Self::open_on(Disk::default(), roots, data)
    }

    /// The same on that file system.
    pub(crate) fn open_on(disk: Disk, roots: &Roots, data: Option<&Path>) -> Result<Self, JournalError> {
        let at = |path, folders| JournalFile::new(disk.clone(), path, folders);
        let beside = roots.only().map(|folder| at(folder.join(FOLDER).join(FILE), None));
        let names = roots.folders().iter().map(|folder| folder.display().to_string()).collect();
        let there = data.map(|data| at(data.join(format!("{:016x}.jsonl", roots.key())), Some(names)));
        let folders = [&beside, &there].into_iter().flatten().filter_map(|file| file.path().parent());
        let folders = folders.map(Path::to_owned).collect();
        beside.iter().chain(&there).try_for_each(JournalFile::check_kind)?;
        let mut notices = Vec::new();
        let (file, earlier, fallback) = match (beside, there) {
            (None, None) => return Err(JournalError::NoPlace),
            (Some(file), None) | (None, Some(file)) => (file, None, None),
            // If the folder was writable once and is no longer, or the reverse, the events of the other file come
            // first.
            (Some(beside), Some(there)) => match (beside.exists(), there.exists()) {
                (true, true) if !beside.cannot_be_written() => (beside, Some(there), None),
                (true, false) if !beside.cannot_be_written() => (beside, None, None),
                (true, _) => (there, Some(beside), None),
                (false, true) => (there, None, None),
                (false, false) => (beside, None, Some(there)),
            },
        };
        let (mut earlier_lines, mut earlier_beside) = (Vec::new(), None);
        if let Some(mut earlier) = earlier {
            let news = earlier.read()?;
            notices.extend(news.notices);
            earlier_lines = news.lines;
            earlier_beside = earlier.id().map(|id| (id, earlier.path().to_owned()));
        }
        let mut journal = Self {
            known: AcceptedIds::new(disk.clone(), data, trust::HEAD),
            disk,
            file,
            earlier: earlier_lines,
            earlier_beside,
            trust: Trust::Own,
            judged: None,
            begun: None,
            fallback,
            state: ReviewState::default(),
            notices,
            settings: None,
            settings_written: false,
            session: RandomState::new().build_hasher().finish(),
            number: 0,
            folders,
            runs: RunFiles::default(),
            read_again: Vec::new(),
            done: Vec::new(),
            undone: Vec::new(),
        };
        let news = journal.file.read()?;
        journal.reset();
        journal.apply(news);
        if journal.state.settings().is_some_and(|settings| settings.reading < READING_VERSION) {
            journal.notices.push(Notice::OlderReading);
        }
        Ok(journal)
    }

    /// The file, which may not exist yet.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    pub fn state(&self) -> &ReviewState {
        &self.state
    }

    /// The decisions on these files.
    pub(crate) fn decisions(&self, files: &Files) -> Decisions {
        Decisions::new(&self.state, files).marked_received(self.is_received())
    }

    /// The exclusions that a reader set, without those of a received review; base texts with their hashes, as far as
    /// these are known.
    pub fn exclusions(&self) -> Vec<ExclusionStatus> {
        if self.is_received() {
            return Vec::new();
        }
        let mut all = self.state.exclusions();
        for status in &mut all {
            status.on &= self.accepts(&status.exclusion);
            if let Exclusion::Base(base) = &mut status.exclusion {
                match self.read_again.iter().find(|again| again.file == base.file) {
                    Some(again) => base.clone_from(again),
                    None => base.hashes = self.runs.get(base).cloned(),
                }
            }
        }
        all
    }

    /// Looks at the files of the base texts that the review excludes, but for those `given` again: one whose hashes
    /// are not of the present reading and of runs of that length is read again, and what has become of files is
    /// noticed.
    pub(crate) fn check_bases(&mut self, given: &[BaseText], roots: &Roots, run: RunLength) {
        for ExclusionStatus { exclusion, on } in self.exclusions() {
            let Exclusion::Base(mut base) = exclusion else { continue };
            if let Some(given) = given.iter().find(|given| given.file.path == base.file.path) {
                let changed = !given.file.same_bytes(&base.file);
                self.notices.extend(changed.then(|| Notice::BaseReplaced { name: given.name() }));
                continue;
            }
            let known = base.hashes.take().filter(|_| base.is_of(run));
            let state = base.file_state(roots);
            let notice = match (&known, state) {
                (Some(_), FileState::Same) => None,
                (Some(_), FileState::Changed) => Some(Notice::BaseChanged { name: base.name() }),
                (Some(_), FileState::Gone) => Some(Notice::BaseGone { name: base.name() }),
                (None, _) => match base.read_again(roots, run) {
                    Some(again) => {
                        self.read_again.push(again);
                        None
                    }
                    None => Some(Notice::BaseUseless { name: base.name() }),
                },
            };
            self.notices.extend(notice.filter(|_| on));
            if known.is_none() && !self.read_again.iter().any(|again| again.file == base.file) {
                self.read_again.push(base);
            }
        }
    }

    /// Removes and returns the notices, such as on torn lines.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// The recipe of the last session with its threshold, which the review keeps; also that of a received review, whose
    /// verdicts were given on its numbers. The notices and the header of the screens name it.
    pub(crate) fn recipe(&self) -> Option<RecipeWithK> {
        let ReviewSettings { recipe, k, .. } = self.state.settings()?;
        let recipe: Recipe = recipe.parse().ok()?;
        let k = (*k).min(recipe.bits.into());
        Some(RecipeWithK { recipe, k: Some(k) })
    }

    /// Has the notices say whether the recipe of the last session is the one in use.
    pub(crate) fn note_recipe(&mut self, last: &RecipeWithK, used: &Recipe) {
        let recipe = last.to_string();
        let is_used = last.recipe == *used;
        self.notices.push(if is_used { Notice::KeepsRecipe { recipe } } else { Notice::LeavesRecipe { recipe } });
    }

    /// Sets the settings of the numbers. They are written before the next change if they differ from those before.
    pub fn set_settings(&mut self, settings: ReviewSettings) {
        self.settings_written &= self.settings.as_ref() == Some(&settings);
        self.settings = Some(settings);
    }

    /// Saves a change. When this returns, it is on the disk.
    ///
    /// # Errors
    /// [`Unsaved`], with the change. The state then has no more than the new events of other programs.
    #[expect(clippy::result_large_err, reason = "returns the typed text, at most once a second")]
    pub fn append(&mut self, change: ReviewChange) -> Result<EventId, Unsaved> {
        let words = match &change {
            ReviewChange::Note { text, .. } | ReviewChange::Draft { text, .. } => text.len(),
            ReviewChange::Exclude { exclusions, .. } => {
                exclusions.iter().filter_map(Exclusion::words).map(str::len).sum()
            }
            ReviewChange::Verdict { .. } | ReviewChange::Verdicts { .. } | ReviewChange::Align { .. } => 0,
        };
        if self.is_received() {
            return Err(Unsaved { change, error: JournalError::NotAccepted });
        }
        if words > LONGEST {
            return Err(Unsaved { change, error: JournalError::TooLong { limit: LONGEST >> 10 } });
        }
        self.begin(&change);
        let draft = matches!(change, ReviewChange::Draft { .. });
        let line = self.record(ReviewEvent::Change(change.clone()));
        let id = line.id;
        // Before the line, so that whoever reads it finds them.
        _ = self.write_runs(&change);
        if let Err(error) = self.write(line) {
            return Err(Unsaved { change, error });
        }
        // Again, since the line may have gone to the other place.
        if let Err(reason) = self.write_runs(&change) {
            self.notices.push(Notice::BaseNotKept { reason: reason.to_string() });
        }
        self.accept_change(&change);
        if !draft {
            self.done.push(id);
            self.undone.clear();
        }
        Ok(id)
    }

    /// Undoes the last change of this session that counts; `None` if there is none. Drafts are not undone.
    ///
    /// # Errors
    /// If that cannot be saved. Nothing is undone then.
    pub fn undo(&mut self) -> Result<Option<Undone>, JournalError> {
        let Some(&id) = self.done.last() else { return Ok(None) };
        let change = self.state.change(id).cloned();
        let line = self.record(ReviewEvent::Undo { of: id });
        self.write(line)?;
        self.done.pop();
        self.undone.push(id);
        Ok(change.map(|change| self.undone(change, id)))
    }

    /// Redoes the change that was undone last; `None` if nothing was undone since the last change.
    ///
    /// # Errors
    /// If that cannot be saved. Nothing is redone then.
    pub fn redo(&mut self) -> Result<Option<Undone>, JournalError> {
        let Some(&id) = self.undone.last() else { return Ok(None) };
        let line = self.record(ReviewEvent::Redo { of: id });
        self.write(line)?;
        self.undone.pop();
        self.done.push(id);
        Ok(self.state.change(id).cloned().map(|change| self.undone(change, id)))
    }

    /// Reads the new lines of other programs. Returns whether there were any.
    ///
    /// # Errors
    /// If the file is there but cannot be read.
    pub fn refresh(&mut self) -> Result<bool, JournalError> {
        let news = self.file.read()?;
        let any = news.replaced || !news.lines.is_empty();
        self.apply(news);
        Ok(any)
    }

    fn undone(&self, change: ReviewChange, id: EventId) -> Undone {
        let mut decision = change.of().iter().map(|of| self.state.of(of));
        let after = |other: EventId| other.session != id.session && self.state.is_after(other, id);
        let overruled = match &change {
            ReviewChange::Verdict { .. } | ReviewChange::Verdicts { .. } => {
                decision.any(|decision| decision.verdict.is_some_and(|given| after(given.id)))
            }
            ReviewChange::Note { .. } | ReviewChange::Draft { .. } => {
                decision.any(|decision| decision.notes.iter().any(|note| after(note.id)))
            }
            ReviewChange::Align { .. } => false,
            ReviewChange::Exclude { exclusions, .. } => {
                exclusions.iter().filter_map(|one| self.state.last_event_on(one)).any(after)
            }
        };
        Undone { change, overruled }
    }

    fn record(&mut self, event: ReviewEvent) -> EventRecord {
        self.number += 1;
        EventRecord { at: Timestamp::now(), id: EventId { session: self.session, number: self.number }, event }
    }

    fn write_runs(&self, change: &ReviewChange) -> io::Result<()> {
        match (change, self.file.path().parent()) {
            (ReviewChange::Exclude { exclusions, on: Some(_) }, Some(folder)) => {
                RunFiles::write(&self.disk, exclusions, folder, self.file.is_private())
            }
            _ => Ok(()),
        }
    }

    /// Applies an event, with the hashes of its base texts.
    fn apply_event(&mut self, record: EventRecord) {
        if let ReviewEvent::Change(ReviewChange::Exclude { exclusions, on: Some(_) }) = &record.event {
            self.runs.read(&self.disk, exclusions, &self.folders);
        }
        self.state.apply(record);
    }

    /// Writes an event, and the settings before it if they are not written yet.
    fn write(&mut self, line: EventRecord) -> Result<(), JournalError> {
        let settings = self.settings.clone().filter(|_| !self.settings_written);
        let settings = settings.map(|settings| self.record(ReviewEvent::Settings(settings)));
        let text: String = settings.iter().chain([&line]).map(EventRecord::line).collect();
        let draft = matches!(line.event, ReviewEvent::Change(ReviewChange::Draft { .. }));
        let (mut news, mut done) = self.file.append(&text, draft);
        if matches!(&done, Err(JournalError::Unwritable { reason, .. }) if is_lasting(reason))
            && self.file.is_new()
            && let Some(mut there) = self.fallback.take()
        {
            let (news_there, done_there) = there.append(&text, draft);
            if done_there.is_ok() {
                self.notices.push(Notice::Elsewhere { path: there.path().to_owned() });
                self.file = there;
                (news, done) = (news_there, done_there);
            } else {
                self.fallback = Some(there);
            }
        }
        self.apply(news);
        done?;
        self.settings_written |= settings.is_some();
        settings.into_iter().chain([line]).for_each(|event| self.apply_event(event));
        Ok(())
    }

    /// Applies the new lines of other programs.
    fn apply(&mut self, news: NewLines) {
        if news.replaced {
            self.reset();
        }
        let unknown = news.lines.iter().filter(|line| matches!(line.event, ReviewEvent::Unknown(_))).count();
        self.notices.extend(news.notices);
        self.notices.extend((unknown > 0).then_some(Notice::Unknown { lines: unknown }));
        news.lines.into_iter().for_each(|event| self.apply_event(event));
        self.judge();
    }

    /// Resets the state to the events before the file's.
    fn reset(&mut self) {
        self.state = ReviewState::default();
        self.settings_written = false;
        for event in self.earlier.clone() {
            self.apply_event(event);
        }
    }
}
