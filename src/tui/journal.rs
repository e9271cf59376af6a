//! The journal thread: it holds the journal of the review, so that no key waits for a disk. Must not know the model or
//! the screens.
//!
//! It executes one [`JournalCommand`] after the other and answers each with the state of the journal. Changes that
//! cannot be saved are held and tried again; when the program ends, those still held are returned to be shown. A draft
//! is written at most once in [`PAUSE`], a very long one less often, the last one always.

use std::{
    mem,
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::{
    compare::calibration::Calibration,
    document::Source,
    review::{
        Decisions, ExclusionStatus, Files, ReviewChange, ReviewSettings, Roots, UnusedCalibration,
        journal::{Journal, JournalError, Notice, Received, Undone},
        update_exclusions,
    },
    simhash::Recipe,
};

/// Drafts are not written more often.
const PAUSE: Duration = Duration::from_millis(500);
/// For so many bytes of a draft as often again less.
const LONG: usize = 64 << 10;
/// How often it is looked whether other programs wrote, and what could not be saved is tried again.
const LOOK: Duration = Duration::from_secs(2);

/// Something for the journal to do.
#[derive(Debug)]
pub(super) enum JournalCommand {
    /// The files of the batch in order, each with its size and hash; `None` for one that was not read.
    Files(Vec<(Source, Option<(u64, u64)>)>),
    /// The numbers are made with these settings.
    Settings(ReviewSettings),
    Save(ReviewChange),
    /// Accept what came with the folder.
    Accept,
    /// Keep this, which is still being written.
    Draft(ReviewChange),
    /// Undo the last change.
    Undo,
    /// Redo the last undone change.
    Redo,
    /// Keep this calibration with the review.
    KeepCalibration(Arc<Calibration>),
    /// Read the calibration of the review for this recipe.
    ReadCalibration(Box<Recipe>),
}

/// The state after a command.
#[derive(Debug)]
pub(super) struct JournalUpdate {
    /// Verdicts and notes, by the numbers of the documents.
    pub matched: Arc<Decisions>,
    /// The files they are of.
    pub files: Arc<Files>,
    /// The exclusions that a reader set, in this run or before.
    pub omitted: Vec<ExclusionStatus>,
    /// How many of the orders so far were of what the screens showed already when they were given.
    pub ahead: u64,
    /// The path of the journal, for display.
    pub place: PathBuf,
    /// The parts that came with the folder and are not accepted.
    pub received: Option<Received>,
    /// The result of the command.
    pub done: Done,
    /// Warnings about the journal.
    pub notices: Vec<Notice>,
    /// How many changes are not saved yet.
    pub unsaved: usize,
    /// The reason why a change was not saved, if the reader has not seen it yet.
    pub why: Option<JournalError>,
}

/// The result of a command.
#[derive(Debug)]
pub(super) enum Done {
    /// Nothing that is worth a word.
    Nothing,
    /// Another program wrote.
    Others,
    /// A verdict or note is saved; `None` after several that could not be saved before.
    Saved(Option<Box<ReviewChange>>),
    /// The received review or rules are accepted.
    Accepted,
    /// A calibration was saved there, or not for that reason.
    CalibrationKept(Result<PathBuf, String>),
    /// The calibration of the review, if there is one that can be used.
    CalibrationRead(Result<Option<Box<Calibration>>, UnusedCalibration>),
    /// A change was undone (`true`) or redone (`false`); `None` if there was none.
    Undone(Option<Box<Undone>>, bool),
}

/// Holds the journal.
#[derive(Debug)]
pub(super) struct JournalWriter {
    journal: Journal,
    roots: Roots,
    files: Arc<Files>,
    ahead: u64,
    held: Vec<ReviewChange>,
    /// Changes that were undone before they could be saved, the last one last.
    dropped: Vec<ReviewChange>,
    why: Option<JournalError>,
    draft: Option<ReviewChange>,
    drafted: Instant,
    /// The reader knows that something cannot be saved, and nothing could be since.
    complained: bool,
}

impl JournalWriter {
    pub(super) fn new(journal: Journal, roots: Roots) -> Self {
        let drafted = Instant::now();
        Self {
            journal,
            roots,
            files: Arc::default(),
            ahead: 0,
            held: Vec::new(),
            dropped: Vec::new(),
            why: None,
            draft: None,
            drafted,
            complained: false,
        }
    }

    /// Does what is ordered.
    pub(super) fn execute(&mut self, order: JournalCommand) -> JournalUpdate {
        let done = match order {
            JournalCommand::Files(files) => {
                let files = files.iter().map(|(source, known)| (source, *known));
                self.files = Arc::new(Files::of(files, &self.roots));
                Done::Nothing
            }
            JournalCommand::Settings(settings) => {
                self.journal.set_settings(settings);
                Done::Nothing
            }
            JournalCommand::Save(change) => {
                let shown = matches!(change, ReviewChange::Exclude { .. });
                self.ahead += u64::from(shown);
                // The note takes the place of its draft.
                if self.draft.as_ref().is_some_and(|draft| draft.of() == change.of()) {
                    self.draft = None;
                }
                self.held.push(change.clone());
                self.dropped.clear();
                self.save();
                if self.held.is_empty() && !shown { Done::Saved(Some(change.into())) } else { Done::Nothing }
            }
            JournalCommand::Draft(change) => {
                // Only a newer draft of the same note takes its place.
                if self.draft.as_ref().is_some_and(|draft| draft.of() != change.of()) {
                    self.write_draft();
                }
                self.draft = Some(change);
                if self.drafted.elapsed() >= self.pause() {
                    self.write_draft();
                }
                Done::Nothing
            }
            JournalCommand::Accept => {
                self.journal.accept();
                // What waited for that.
                self.save();
                self.why = self.why.take().filter(|why| !matches!(why, JournalError::NotAccepted));
                Done::Accepted
            }
            JournalCommand::KeepCalibration(calibration) => {
                let kept = self.journal.keep_calibration(&calibration);
                Done::CalibrationKept(kept.map_err(|reason| reason.to_string()))
            }
            JournalCommand::ReadCalibration(recipe) => {
                Done::CalibrationRead(self.journal.calibration(&recipe).map(|known| known.map(Box::new)))
            }
            order @ (JournalCommand::Undo | JournalCommand::Redo) => self.back(matches!(order, JournalCommand::Undo)),
        };
        self.answer(done)
    }

    /// Undoes or redoes the last change. Unsaved changes are newer than all saved ones.
    fn back(&mut self, back: bool) -> Done {
        self.save();
        let undone = |change| Some(Box::new(Undone { change, overruled: false }));
        if back && let Some(change) = self.held.pop() {
            self.dropped.push(change.clone());
            return Done::Undone(undone(change), back);
        }
        match if back { self.journal.undo() } else { self.journal.redo() } {
            Ok(None) if !back && let Some(change) = self.dropped.pop() => {
                self.held.push(change.clone());
                self.save();
                Done::Undone(undone(change), back)
            }
            Ok(undone) => Done::Undone(undone.map(Box::new), back),
            Err(why) => {
                self.why = Some(why);
                Done::Nothing
            }
        }
    }

    fn answer(&mut self, done: Done) -> JournalUpdate {
        let why = self.why.take();
        self.complained = why.is_some() || self.complained && !self.held.is_empty();
        JournalUpdate {
            matched: Arc::new(self.journal.decisions(&self.files)),
            files: self.files.clone(),
            omitted: self.omitted(),
            ahead: self.ahead,
            received: self.journal.received(),
            place: self.journal.path().to_owned(),
            done,
            notices: self.journal.take_notices(),
            unsaved: self.held.len(),
            why,
        }
    }

    /// The exclusions that a reader set, including those not saved yet.
    fn omitted(&self) -> Vec<ExclusionStatus> {
        update_exclusions(&self.journal.exclusions(), self.held.iter().filter_map(ReviewChange::exclusions))
    }

    /// Saves what is held, in its order, as far as that goes.
    fn save(&mut self) {
        let mut held = mem::take(&mut self.held).into_iter();
        for change in held.by_ref() {
            if let Err(unsaved) = self.journal.append(change) {
                self.why = Some(unsaved.error);
                self.held.push(unsaved.change);
                break;
            }
        }
        self.held.extend(held);
    }

    fn write_draft(&mut self) {
        self.drafted = Instant::now();
        if let Some(draft) = self.draft.take()
            && let Err(unsaved) = self.journal.append(draft)
        {
            self.why = Some(unsaved.error);
            self.draft = Some(unsaved.change);
        }
    }

    /// How long after a draft the next one is written: each is written whole, so a long one less often.
    fn pause(&self) -> Duration {
        let length = match &self.draft {
            Some(ReviewChange::Draft { text, .. }) => text.len(),
            _ => 0,
        };
        PAUSE * (1 + length / LONG) as u32
    }

    /// How long nothing is to be done.
    fn wait(&self) -> Duration {
        if self.draft.is_some() { self.pause().saturating_sub(self.drafted.elapsed()) } else { LOOK }
    }

    /// Does the periodic work: drafts, unsaved changes, other programs. Returns an update if anything changed.
    fn look(&mut self) -> Option<JournalUpdate> {
        let before = self.held.len();
        let drafted = self.draft.is_some() && self.drafted.elapsed() >= self.pause();
        if drafted {
            self.write_draft();
        }
        self.save();
        let others = match self.journal.refresh() {
            Ok(any) => any,
            Err(why) => {
                self.why.get_or_insert(why);
                false
            }
        };
        let saved = self.held.len() < before;
        if self.complained && !saved {
            // Said once is enough.
            self.why = None;
        }
        let done = match (saved, others) {
            (true, _) => Done::Saved(None),
            (false, true) => Done::Others,
            (false, false) if drafted || self.why.is_some() => Done::Nothing,
            (false, false) => return None,
        };
        Some(self.answer(done))
    }

    /// Saves all that is left; hands back what cannot be.
    pub(super) fn finish(mut self) -> Vec<ReviewChange> {
        if self.draft.is_some() {
            self.write_draft();
        }
        self.save();
        self.held.into_iter().chain(self.draft).collect()
    }
}

/// The journal's thread, as the loop holds it.
#[derive(Debug)]
pub(super) struct JournalThread {
    orders: Sender<JournalCommand>,
    thread: JoinHandle<Vec<ReviewChange>>,
}

impl JournalThread {
    /// Begins it; answers go to `events`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn begin(
        writer: JournalWriter,
        deliver: impl Fn(JournalUpdate) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (orders, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name("review".into()).spawn(move || run(writer, &receiver, deliver))?;
        Ok(Self { orders, thread })
    }

    /// Hands an order on.
    pub(super) fn order(&self, order: JournalCommand) {
        // It ends only with the program.
        let _ = self.orders.send(order);
    }

    /// Waits until all is saved; hands back what could not be.
    pub(super) fn end(self) -> Vec<ReviewChange> {
        drop(self.orders);
        self.thread.join().unwrap_or_default()
    }
}

fn run(
    mut writer: JournalWriter,
    commands: &Receiver<JournalCommand>,
    deliver: impl Fn(JournalUpdate),
) -> Vec<ReviewChange> {
    loop {
        let update = match commands.recv_timeout(writer.wait()) {
            Ok(command) => Some(writer.execute(command)),
            Err(RecvTimeoutError::Timeout) => writer.look(),
            Err(RecvTimeoutError::Disconnected) => return writer.finish(),
        };
        if let Some(update) = update {
            deliver(update);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{FileId, Target};

    #[test]
    fn a_draft_that_is_written_after_a_pause_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let roots = Roots::new([folder.path()]);
        let mut writer = JournalWriter::new(Journal::open(&roots, Some(folder.path())).unwrap(), roots);
        let files = ["a", "b"].map(|path| FileId { path: path.into(), size: 1, hash: 1 });
        let of = Target::pair(&files[0], &files[1]);
        writer.draft = Some(ReviewChange::Draft { of, text: "d".into(), over: Vec::new() });
        writer.drafted -= PAUSE;
        assert!(writer.look().is_some() && writer.draft.is_none());
        assert!(writer.look().is_none());
    }
}
