//! The events that the loop waits for: keys and clicks, signals, results of work. One channel for all. Must not know
//! the model.

use std::{
    io,
    sync::mpsc::Sender,
    time::{Duration, SystemTime},
};

use crossterm::event::Event as Input;

use super::{journal::JournalUpdate, model::job::Message, theme::Ground};
use crate::document::{FileChange, Source, watch};

#[derive(Debug)]
pub(super) enum Event {
    /// A key, a click, a paste, a new size.
    Input(Input),
    /// The terminal can no longer be read.
    InputEnded,
    /// The terminal said what ground it draws on.
    #[cfg_attr(not(unix), expect(dead_code, reason = "a Windows console is not asked"))]
    Ground(Ground),
    /// A signal, by its number.
    #[cfg(unix)]
    Signal(i32),
    Files(FileChange),
    /// A job of the workspace of that number has a message.
    Job(u64, Message),
    /// The journal of the review answered.
    Review(Box<JournalUpdate>),
    /// It is time for the next step.
    Tick,
    /// Something moves, and so much time has passed.
    Frame(Duration),
}

/// Watches the files of documents, the first of which has the number `from`, for as long as the program runs.
///
/// # Errors
/// If no thread can be started.
pub(super) fn watch_files(from: usize, sources: &[Source], sender: Sender<Event>) -> io::Result<()> {
    watch(sources, SystemTime::now(), move |change| {
        let change = match change {
            FileChange::Files(files) => FileChange::Files(files.into_iter().map(|at| from + at).collect()),
            unwatched @ FileChange::Unwatched(..) => unwatched,
        };
        sender.send(Event::Files(change)).is_ok()
    })
}
