//! The effects of an action outside the screen or dialog that handled it. Screens and dialogs return effects instead of
//! calling each other; `update` carries them out.

use std::ops::Range;

use crate::{
    lab::Preset,
    lesson::IncludedLesson,
    tui::{action::Action, update::Request},
};

/// Something that another part of the interface is to do.
#[derive(Debug)]
pub(crate) enum ScreenEffect {
    /// Have the loop do this.
    Request(Request),
    /// Carry this action out on the screen that is shown.
    Act(Action),
    /// Open the dialog of this action.
    Open(Action),
    /// Show places of both texts on screen 4.
    Show(TextPlaces),
    /// Open this lesson.
    Lesson(IncludedLesson),
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
        Self::Request(request)
    }
}
