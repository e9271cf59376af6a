//! The saved review: verdicts, notes, drafts and what is left out, in a file that is only ever added to.
//!
//! The file is JSON lines, `.simscope/review.jsonl` in the folder that is reviewed. Where that cannot be written, or where
//! several folders are reviewed together, it lies in the platform's folder for data instead, for its owner alone to read.
//! Nothing is made before something is saved.
//!
//! **Saved means on the disk.** [`Journal::append`] takes an exclusive lock on the file, reads in what other programs
//! added, adds its line, has the disk take it, and only then does [`Journal::state`] change. Where that fails the change
//! is handed back ([`Unsaved`]), and neither file nor state hold anything of it.
//!
//! **Two programs on one review** never lose each other's words: lines are only added, and what the lines come to is the
//! same for everybody who reads them (`ReviewState`). Undo and redo are of what this opening of the journal did; what another
//! program wrote is never undone by it, and stands where it was written later.
//!
//! A line that was torn off (a power cut, `kill -9`, a full disk) is known by its checksum, told and skipped; the lines
//! before and after it count. Events that a later version may write are skipped, told, and stay in the file.
//!
//! It says nothing of who wrote.

mod error;
mod file;
#[cfg(test)]
mod fixture;
mod line;
#[cfg(test)]
mod tests;

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    path::{Path, PathBuf},
};

use directories::ProjectDirs;

pub use error::{JournalError, Notice};
use file::{News, Tail};

use super::{
    EventId, EventRecord, Exclusion, ExclusionStatus, ReviewChange, ReviewEvent, ReviewSettings, ReviewState, Roots,
    Timestamp,
};

/// The folder beside the texts in which this program keeps what belongs to them.
pub const FOLDER: &str = ".simscope";
/// The journal in it.
const FILE: &str = "review.jsonl";
/// A note may be so long, in bytes.
pub const LONGEST: usize = 1 << 20;

/// A saved review that is open.
#[derive(Debug)]
pub struct Journal {
    tail: Tail,
    /// What was kept at the other place before.
    before: Vec<EventRecord>,
    /// Where to go if the folder cannot be written.
    elsewhere: Option<Tail>,
    state: ReviewState,
    notices: Vec<Notice>,
    settings: Option<ReviewSettings>,
    /// Those settings are in the file.
    settled: bool,
    session: u64,
    number: u64,
    /// How many changes there were when it was opened.
    opened: usize,
    /// Changes of this opening that can be undone, and those that can be done again; the last is the next.
    done: Vec<EventId>,
    undone: Vec<EventId>,
}

/// A change that was not saved, to be shown again or tried again.
#[derive(Debug)]
pub struct Unsaved {
    /// What was to be saved, whole.
    pub change: ReviewChange,
    /// Why it was not.
    pub why: JournalError,
}

/// What undo or redo did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The change that no longer counts, or counts again.
    pub change: ReviewChange,
    /// Something else stands in its place all the same: another program wrote after it.
    pub overruled: bool,
}

/// The folder for journals that do not lie beside their texts; `None` where there is no home to keep them in.
pub fn data_folder() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "simscope")?.data_dir().join("reviews"))
}

impl Journal {
    /// Opens the review of those folders and reads it. `data` is where to keep it if not beside them
    /// ([`data_folder`]).
    ///
    /// # Errors
    /// Where there is nowhere to keep it, or what is there cannot be read or is no journal.
    pub fn open(roots: &Roots, data: Option<&Path>) -> Result<Self, JournalError> {
        let beside = roots.only().map(|folder| Tail::new(folder.join(FOLDER).join(FILE), None));
        let names = roots.folders().iter().map(|folder| folder.display().to_string()).collect();
        let there = data.map(|data| Tail::new(data.join(format!("{:016x}.jsonl", roots.key())), Some(names)));
        let mut notices = Vec::new();
        let (tail, before, elsewhere) = match (beside, there) {
            (None, None) => return Err(JournalError::NoPlace),
            (Some(tail), None) | (None, Some(tail)) => (tail, None, None),
            (Some(beside), Some(there)) if !beside.leads_nowhere_else() => {
                notices.push(Notice::Elsewhere { path: there.path().to_owned() });
                (there, None, None)
            }
            // Whoever could write beside it once and no longer can goes on with what was there, and the other way round.
            (Some(beside), Some(there)) => match (beside.exists(), there.exists()) {
                (true, true) if beside.is_writable() => (beside, Some(there), None),
                (true, false) if beside.is_writable() => (beside, None, None),
                (true, _) => (there, Some(beside), None),
                (false, true) => (there, None, None),
                (false, false) => (beside, None, Some(there)),
            },
        };
        let before = match before {
            Some(mut before) => {
                let news = before.read()?;
                notices.extend(news.notices);
                news.lines
            }
            None => Vec::new(),
        };
        let mut journal = Self {
            tail,
            before,
            elsewhere,
            state: ReviewState::default(),
            notices,
            settings: None,
            settled: false,
            session: RandomState::new().build_hasher().finish(),
            number: 0,
            opened: 0,
            done: Vec::new(),
            undone: Vec::new(),
        };
        let news = journal.tail.read()?;
        journal.begin();
        journal.learn(news);
        journal.opened = journal.state.changes();
        Ok(journal)
    }

    /// Where it is, or will be once something is saved.
    pub fn place(&self) -> &Path {
        self.tail.path()
    }

    /// What its lines come to.
    pub fn state(&self) -> &ReviewState {
        &self.state
    }

    /// What is to be left out, as far as a reader said so.
    pub fn omissions(&self) -> Vec<ExclusionStatus> {
        self.state.omissions(self.opened)
    }

    /// What there is to say since this was last asked, such as of torn lines.
    pub fn notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Says what the numbers are made with. It is written before the next change, if it is not what was said before.
    pub fn set(&mut self, settings: ReviewSettings) {
        self.settled &= self.settings.as_ref() == Some(&settings);
        self.settings = Some(settings);
    }

    /// Saves a change; the number it got. When this returns, it is on the disk.
    ///
    /// # Errors
    /// [`Unsaved`], with the change; the state is then as it was, but for what others wrote.
    #[expect(clippy::result_large_err, reason = "what was typed comes back whole, at most once a second")]
    pub fn append(&mut self, change: ReviewChange) -> Result<EventId, Unsaved> {
        let words = match &change {
            ReviewChange::Note { text, .. } | ReviewChange::Draft { text, .. } => text.len(),
            ReviewChange::Omit { what, .. } => what.iter().filter_map(Exclusion::words).map(str::len).sum(),
            ReviewChange::Verdict { .. } | ReviewChange::Align { .. } => 0,
        };
        if words > LONGEST {
            return Err(Unsaved { change, why: JournalError::TooLong { limit: LONGEST >> 10 } });
        }
        let draft = matches!(change, ReviewChange::Draft { .. });
        let line = self.line(ReviewEvent::Change(change.clone()));
        let id = line.id;
        if let Err(why) = self.write(line) {
            return Err(Unsaved { change, why });
        }
        if !draft {
            self.done.push(id);
            self.undone.clear();
        }
        Ok(id)
    }

    /// Takes back the last change of this opening that still counts; what it was, or `None` where there is none. Drafts
    /// do not count.
    ///
    /// # Errors
    /// Where that cannot be saved. Nothing is then undone.
    pub fn undo(&mut self) -> Result<Option<Undone>, JournalError> {
        let Some(&id) = self.done.last() else { return Ok(None) };
        let change = self.state.change(id).cloned();
        let line = self.line(ReviewEvent::Undo(id));
        self.write(line)?;
        self.done.pop();
        self.undone.push(id);
        Ok(change.map(|change| self.undone(change, id)))
    }

    /// Does again what was last undone; what it was, or `None` where nothing was undone since the last change.
    ///
    /// # Errors
    /// Where that cannot be saved. Nothing is then done.
    pub fn redo(&mut self) -> Result<Option<Undone>, JournalError> {
        let Some(&id) = self.undone.last() else { return Ok(None) };
        let line = self.line(ReviewEvent::Redo(id));
        self.write(line)?;
        self.undone.pop();
        self.done.push(id);
        Ok(self.state.change(id).cloned().map(|change| self.undone(change, id)))
    }

    /// Reads what other programs wrote; whether there was anything.
    ///
    /// # Errors
    /// Where the file is there but cannot be read.
    pub fn refresh(&mut self) -> Result<bool, JournalError> {
        let news = self.tail.read()?;
        let any = news.replaced || !news.lines.is_empty();
        self.learn(news);
        Ok(any)
    }

    fn undone(&self, change: ReviewChange, id: EventId) -> Undone {
        let standing = || change.of().map(|of| self.state.of(of)).unwrap_or_default();
        let after = |other: EventId| other.session != id.session && self.state.is_after(other, id);
        let overruled = match &change {
            ReviewChange::Verdict { .. } => standing().verdict.is_some_and(|given| after(given.id)),
            ReviewChange::Note { .. } | ReviewChange::Draft { .. } => {
                standing().notes.iter().any(|note| after(note.id))
            }
            ReviewChange::Align { .. } => false,
            ReviewChange::Omit { what, .. } => what.iter().filter_map(|what| self.state.last_of(what)).any(after),
        };
        Undone { change, overruled }
    }

    fn line(&mut self, event: ReviewEvent) -> EventRecord {
        self.number += 1;
        EventRecord { at: Timestamp::now(), id: EventId { session: self.session, number: self.number }, event }
    }

    /// Writes a line, with the settings before it where they are not yet written.
    fn write(&mut self, line: EventRecord) -> Result<(), JournalError> {
        let settings = self.settings.clone().filter(|_| !self.settled);
        let settings = settings.map(|settings| self.line(ReviewEvent::Settings(settings)));
        let text: String = settings.iter().chain([&line]).map(EventRecord::write).collect();
        let draft = matches!(line.event, ReviewEvent::Change(ReviewChange::Draft { .. }));
        let (mut news, mut done) = self.tail.append(&text, draft);
        if matches!(done, Err(JournalError::Unwritable { .. }))
            && self.tail.is_new()
            && let Some(mut there) = self.elsewhere.take()
        {
            let (news_there, done_there) = there.append(&text, draft);
            if done_there.is_ok() {
                self.notices.push(Notice::Elsewhere { path: there.path().to_owned() });
                self.tail = there;
                (news, done) = (news_there, done_there);
            } else {
                self.elsewhere = Some(there);
            }
        }
        self.learn(news);
        done?;
        self.settled |= settings.is_some();
        settings.into_iter().chain([line]).for_each(|line| self.state.take(line));
        Ok(())
    }

    /// Takes in what others wrote.
    fn learn(&mut self, news: News) {
        if news.replaced {
            self.begin();
        }
        let unknown = news.lines.iter().filter(|line| matches!(line.event, ReviewEvent::Unknown(_))).count();
        self.notices.extend(news.notices);
        self.notices.extend((unknown > 0).then_some(Notice::Unknown { lines: unknown }));
        news.lines.into_iter().for_each(|line| self.state.take(line));
    }

    /// As it is before any line of the file.
    fn begin(&mut self) {
        self.state = ReviewState::default();
        self.settled = false;
        self.before.iter().cloned().for_each(|line| self.state.take(line));
    }
}
