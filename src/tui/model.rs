//! The state of the interface: language, keys, look and size of the screens, and a stack of [`Workspace`]s. Plain
//! values: no terminal, no threads, no drawing.

mod choice;
pub(super) mod dialog;
pub(super) mod editor;
pub(super) mod effect;
mod hyperplanes;
pub(super) mod job;
mod left;
mod lesson;
pub(super) mod line;
pub(super) mod list;
mod meaning;
mod plane;
pub(super) mod play;
mod results;
pub(super) mod review;
mod workspace;

use std::{mem, path::PathBuf};

pub(super) use super::screen::{
    bits::state::{BitsState, Pane},
    diff::{
        passages::{PassageOrder, Passages, SharedState},
        state::{DiffItem, DiffMatch, DiffMode, DiffSearch, DiffSide, DiffState, Diffed, folded, sign as diff_sign},
    },
    lab::{
        history::HistoryState,
        state::{DraftState, LabPane, LabState, TrialOutcome, Workbench},
    },
    library::state::{IndexView, IndexViewKey, LibraryHead, LibraryPane, LibraryQuery, LibraryState, LibraryView},
    overview::state::{ListContext, ListQuery, Listing, MainPane, OverviewState, Sort},
    pipeline::state::{Operands, PipelineState, TwoTexts, order_of},
};
pub(super) use choice::{Choice, Setting};
pub(super) use editor::{Editor, Motion};
pub(super) use hyperplanes::HyperplanesState;
pub(super) use left::LeftReview;
pub(super) use lesson::{LESSON_PAIR, LessonState, LessonTables, PAGE_WIDTH};
pub(super) use line::{InputLine, LineKey};
pub(super) use list::{List, find_around, next_of};
pub(super) use meaning::{MeaningState, MeasurementKey, PosteriorKey};
pub(super) use plane::{MOST, PlaneState};
pub(super) use play::{Play, Steps, Transition};
pub(super) use results::{DiffQuery, PassageKey, Results, Slot, Sourced, Task, TaskProgress, Tasks};
pub(super) use review::{Lost, OpenReview, Orphan, ReceivedReview, ReviewSubject, contents};
pub(super) use workspace::{ClickTarget, Drawn, Workspace};

use super::{
    action::Action,
    keymap::Keymap,
    theme::{Depth, Ground, Marks, Theme},
};
use crate::{
    config::{ColorChoice, Config, FirstRun, ThemeName},
    document::Source,
    lesson::{ProgressBook, Show},
    locale::Lang,
};

/// Everything the interface knows.
#[derive(Debug)]
pub(super) struct Model {
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
    pub prompts: bool,
    /// How far the lessons were read.
    pub lessons: ProgressBook,
    /// The ways on from the samples, while they are offered.
    pub first_run: Option<FirstRun>,
    /// Where the reader left the review that is open.
    pub left: Option<LeftReview>,
    /// The files and folders that are to be reviewed once the screens are closed.
    pub to_review: Vec<PathBuf>,
    /// The program is to end.
    pub quit: bool,
    /// The signal that ends it, by its number.
    pub signal: Option<i32>,
    /// The workspace on top of the stack: the one that is shown.
    pub workspace: Workspace,
    /// The workspaces that wait beneath it, the lowest first.
    beneath: Vec<Workspace>,
    /// How many workspaces were opened after the first.
    opened: u64,
}

/// The colours and marks wanted and possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub depth: Depth,
    /// The background of the terminal, as far as known.
    pub ground: Ground,
    /// The theme wanted.
    pub theme: ThemeName,
    pub coloured: bool,
    /// Whether all marks are to be ASCII.
    pub plain_marks: bool,
    pub big: bool,
}

/// The width, in columns, from which panes are side by side.
const WIDE: u16 = 100;

impl Model {
    /// A model over sources that are still to be read.
    pub(super) fn new(sources: Vec<Source>, config: &Config, look: Look) -> Self {
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
            left: None,
            to_review: Vec::new(),
            quit: false,
            signal: None,
            workspace: Workspace::new(sources, config),
            beneath: Vec::new(),
            opened: 0,
        }
    }

    /// Opens a workspace over the one that is shown.
    pub(super) fn push(&mut self, workspace: Workspace) {
        let below = self.replace(workspace);
        self.beneath.push(below);
    }

    /// Opens a workspace in the place of the one that is shown.
    pub(super) fn replace(&mut self, mut workspace: Workspace) -> Workspace {
        self.opened += 1;
        workspace.number = self.opened;
        self.play = self.play.stopped();
        mem::replace(&mut self.workspace, workspace)
    }

    /// Closes the workspace that is shown; whether there was one beneath it.
    pub(super) fn pop(&mut self) -> bool {
        let Some(below) = self.beneath.pop() else { return false };
        self.workspace = below;
        self.play = self.play.stopped();
        true
    }

    /// Runs `act` with the workspace of that number on top. Does nothing where that workspace was closed.
    pub(super) fn in_workspace(&mut self, number: u64, act: impl FnOnce(&mut Self)) {
        if self.workspace.number == number {
            act(self);
        } else if let Some(at) = self.beneath.iter().position(|workspace| workspace.number == number) {
            mem::swap(&mut self.workspace, &mut self.beneath[at]);
            act(self);
            mem::swap(&mut self.workspace, &mut self.beneath[at]);
        }
    }

    /// The number of the workspace that the program was opened with.
    pub(super) fn lowest(&self) -> u64 {
        self.beneath.first().unwrap_or(&self.workspace).number
    }

    /// The workspaces that wait beneath the one that is shown.
    pub(super) fn beneath_mut(&mut self) -> impl Iterator<Item = &mut Workspace> {
        self.beneath.iter_mut()
    }

    /// Whether panes are side by side at this width. In large print they never are: it omits secondary panes, however
    /// large the terminal.
    pub(super) fn wide(&self, width: u16) -> bool {
        !self.look.big && width >= WIDE
    }

    /// The columns that a screen has: the terminal's, without those of a lesson's page beside it.
    pub(super) fn screen_width(&self) -> u16 {
        let all = self.size.0;
        if self.page_beside(all) { all - PAGE_WIDTH - 1 } else { all }
    }

    /// Whether the page of a lesson is beside the screen. A plane, which is as wide as high, leaves room for it sooner.
    pub(super) fn page_beside(&self, width: u16) -> bool {
        let Some(reading) = &self.workspace.lesson else { return false };
        self.wide(width) || !self.look.big && width >= 2 * PAGE_WIDTH && reading.shown().show == Show::Plane
    }

    /// Whether the differences are in one column: below 100 columns, unless the reader chose.
    pub(super) fn inline(&self) -> bool {
        !self.workspace.shows_shared() && self.workspace.diff.inline.unwrap_or(!self.wide(self.screen_width()))
    }

    /// Whether changed words need brackets, since there is no colour to tell them by.
    pub(super) fn brackets(&self) -> bool {
        !self.styles().coloured
    }

    /// The styles to draw with: those of the theme under the cursor while one is being chosen.
    pub(super) fn styles(&self) -> Theme {
        let mut look = self.look;
        if let Some(theme) = self.workspace.dialogs.top().and_then(dialog::Dialog::theme) {
            look.choose(theme);
        }
        look.styles()
    }

    /// Letters are typed into a text field.
    pub(super) fn types(&self) -> bool {
        let dialogs = &self.workspace.dialogs;
        dialogs.top().map_or_else(|| self.workspace.editing(), dialog::Dialog::types)
    }

    /// Shows a message until the next key.
    pub(super) fn notify(&mut self, text: impl Into<String>) {
        self.workspace.notice = Some(text.into());
    }

    /// Whether the ways on from the samples are offered.
    pub(super) fn first_run(&self) -> bool {
        self.first_run.as_ref().is_some_and(|first| !first.over) && self.of_samples()
    }

    /// Whether the built-in samples are open, and nothing of the reader's own.
    pub(super) fn of_samples(&self) -> bool {
        let mut sources = self.workspace.batch.entries.iter().map(|entry| entry.source.plain());
        self.workspace.lesson.is_none() && sources.all(|source| matches!(source, Source::Sample(_)))
    }

    /// The first key of an action on the screen shown; where it has none, how it is typed.
    pub(super) fn key_of(&self, action: Action) -> String {
        let keys = self.keymap.keys(self.workspace.screen, action);
        keys.first().map_or_else(|| format!(":{}", action.name()), ToString::to_string)
    }

    /// The first keys of several actions, likewise.
    pub(super) fn keys_of<const N: usize>(&self, actions: [Action; N]) -> [String; N] {
        actions.map(|action| self.key_of(action))
    }
}

impl Look {
    /// The look that the settings ask for, on a terminal of that depth.
    pub(crate) fn new(config: &Config, depth: Depth, ground: Ground) -> Self {
        let depth = match (config.color(), depth) {
            (ColorChoice::Always, Depth::Plain) => Depth::Ansi,
            _ => depth,
        };
        let coloured = config.color() != ColorChoice::Never;
        Self { depth, ground, theme: config.theme(), coloured, plain_marks: config.plain_marks(), big: config.big() }
    }

    /// The reader's choice overrides whatever turned colours off.
    pub(crate) fn choose(&mut self, theme: ThemeName) {
        *self = Self { theme, coloured: true, ..*self };
    }

    /// The styles to draw with.
    pub(crate) fn styles(self) -> Theme {
        let depth = if self.coloured || self.depth == Depth::Plain { self.depth } else { Depth::Mono };
        // A projector washes colours out.
        let projected = self.big && self.theme == ThemeName::Auto;
        let theme = if projected { ThemeName::HighContrast } else { self.theme };
        let marks = match (self.plain_marks, self.big) {
            (true, _) => &Marks::ASCII,
            (false, true) => &Marks::LARGE,
            (false, false) => &Marks::UNICODE,
        };
        Theme::new(theme, depth, self.ground).with_marks(marks)
    }
}
