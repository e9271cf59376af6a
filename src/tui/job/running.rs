//! Which jobs run: each in a thread, and of one kind only the latest. Knows not what they do.

use std::{
    collections::HashMap,
    io,
    path::PathBuf,
    sync::{Arc, mpsc::Sender},
    thread,
};

use super::{Job, Outcome, run::run};
use crate::{
    simhash::{Stopped, Watch},
    tui::event::Event,
};

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
