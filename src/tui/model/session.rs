//! The state of the whole run of the program, whichever workspace is shown. Knows no document.

use std::path::PathBuf;

use super::{Look, Play, Transition};
use crate::{
    config::{Config, FirstRun},
    lesson::ProgressBook,
    locale::Lang,
    tui::keymap::Keymap,
};

/// Language, keys, look and size of the screens.
#[derive(Debug)]
pub(crate) struct Session {
    /// The language of the interface.
    pub lang: Lang,
    pub keymap: Keymap,
    /// The colours, and how large things are drawn.
    pub look: Look,
    /// The size of the terminal, in cells.
    pub size: (u16, u16),
    /// The lines that the command line carried out, the last one last.
    pub history: Vec<String>,
    /// Whether steps follow each other by themselves, and how fast.
    pub play: Play,
    /// The way to the step that is shown, while it is drawn.
    pub transition: Option<Transition>,
    /// Whether the questions of lessons are asked.
    pub prompts: bool,
    /// How far the lessons were read.
    pub lessons: ProgressBook,
    /// The ways on from the samples, while they are offered.
    pub first_run: Option<FirstRun>,
    /// The files and folders that are to be reviewed once the screens are closed.
    pub review: Vec<PathBuf>,
    /// The program is to end.
    pub quit: bool,
    /// The signal that ends it, by its number.
    pub signal: Option<i32>,
}

impl Session {
    /// A session with these settings.
    pub(crate) fn new(config: &Config, look: Look) -> Self {
        Self {
            lang: config.lang(),
            keymap: Keymap::remapped(&config.bindings).0,
            look,
            size: (80, 24),
            history: Vec::new(),
            play: Play::new(config.motion()),
            transition: None,
            prompts: true,
            lessons: ProgressBook::default(),
            first_run: None,
            review: Vec::new(),
            quit: false,
            signal: None,
        }
    }
}
