//! What handling an event leaves for others to do: for the loop, for another screen, for a dialog.

use std::ops::Range;

use super::{Workspace, job::Job};
use crate::{
    lab::Preset,
    lesson::IncludedLesson,
    tui::{action::Action, journal::JournalCommand},
};

/// Something for the loop to do.
#[derive(Debug)]
pub(crate) enum Request {
    /// Start this job for the workspace of that number.
    Start(u64, Job),
    /// Put this on the clipboard.
    Copy(String),
    /// Write a picture of the screen into the current folder, and say where it is.
    Picture,
    /// Have the journal of the review do this.
    Keep(JournalCommand),
    /// Watch the files of documents from that number on.
    Watch(usize),
    /// Suspend the program.
    Suspend,
    /// Take the terminal over again.
    #[cfg(unix)]
    Resume,
    /// Draw the next frame whole. A terminal that was made smaller and as large again has lost what it cut off, though
    /// its size is what it was.
    Redraw,
}

/// What an action has done outside the screen or dialog that handled it. Screens and dialogs return an effect instead
/// of calling each other; `update` carries it out.
#[derive(Debug)]
pub(crate) enum ScreenEffect {
    /// Have the loop do these.
    Requests(Vec<Request>),
    /// Carry this action out on the screen that is shown.
    Act(Action),
    /// Go through the steps that are shown, by this action.
    Step(Action),
    /// Open the dialog of this action.
    Open(Action),
    /// Show places of both texts on screen 4.
    Show(TextPlaces),
    /// Open this lesson.
    Lesson(IncludedLesson),
    /// Turn to this page of the lesson, from 0.
    Page(usize),
    /// Try this ready change in the lab; the document is the one it appends.
    Preset(Preset, Option<usize>),
}

/// Places of A and of B, in bytes, under the name of what was looked for.
#[derive(Debug)]
pub(crate) struct TextPlaces {
    /// The text of the search.
    pub name: String,
    /// The places in A and in B.
    pub of: [Vec<Range<usize>>; 2],
    /// Begin at the first place, wherever the reader is.
    pub from_first: bool,
}

/// The length of a name made from a passage, in characters.
const NAME: usize = 24;

impl TextPlaces {
    /// A passage at all its places. Its beginning names it; should a text change meanwhile, that is looked for again.
    pub(crate) fn of_passage(text: &str, of: [Vec<Range<usize>>; 2]) -> Self {
        let name = text.lines().next().unwrap_or_default().chars().take(NAME).collect();
        Self { name, of, from_first: true }
    }
}

impl From<Request> for ScreenEffect {
    fn from(request: Request) -> Self {
        Self::Requests(vec![request])
    }
}

/// What an action does elsewhere.
pub(crate) type Effect = Option<ScreenEffect>;

/// Enters a job among the tasks of its workspace, and has the loop start it.
pub(crate) fn begin(workspace: &mut Workspace, job: Job) -> Request {
    job.enter(workspace);
    Request::Start(workspace.number, job)
}
