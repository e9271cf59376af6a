//! The screens: a loop that waits, updates and draws.
//!
//! | module | for |
//! |---|---|
//! | `app` | the loop |
//! | `model` | what the interface knows; how dialogs and jobs change it |
//! | `screen` | a folder a screen: state, update, view |
//! | `dialog` | a file a dialog |
//! | `update`, `view` | which screen or dialog handles an event or is drawn, and what they share |
//! | `work` | results computed in the background |
//! | `widget` | charts, bit rows, bars |
//! | `export`, `benches` | the screen as a picture; the screens without a terminal |
//!
//! A widget knows no model, a view changes nothing.

mod action;
mod app;
#[doc(hidden)]
pub mod benches;
mod dialog;
mod event;
#[doc(hidden)]
pub mod export;
mod flow;
mod input;
mod journal;
mod keymap;
mod model;
mod queue;
mod screen;
mod signals;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod update;
mod view;
mod widget;
mod work;

use std::{env, io, path::PathBuf, sync::Arc};

use journal::JournalWriter;
use keymap::Keymap;
use model::{Look, Model};
use theme::{Depth, Ground};

use crate::{
    batch::{ArchiveSource, ArchiveState, GivenPairs},
    cache::CacheFolder,
    config::{Config, FirstRun, SettingError, SettingKey},
    document::{Drafts, Source},
    lesson::{IncludedLesson, Lesson, ProgressBook},
    review::{ExclusionRules, ReviewChange, Roots, filter::Filter, journal::Journal},
    say,
    store::LibraryPlace,
};
use dialog::messages::Messages;

/// Opens the screens over `sources`, two at their differences, and returns when the reader quits. `rules` are the
/// exclusions, `library` the place of the library, if there is one. A dialog lists errors in the settings. Returns the
/// files and folders that are to be reviewed next; none if the reader is done.
///
/// # Errors
/// If the terminal cannot be set, read or written to.
pub(crate) fn run(
    sources: Vec<Source>,
    (rules, library): (ExclusionRules, Option<LibraryPlace>),
    config: &Config,
    errors: Vec<SettingError>,
) -> io::Result<Vec<PathBuf>> {
    let two = sources.len() == 2;
    let mut model = opened(sources, config, errors);
    if two {
        model.workspace.screen = screen::Screen::Diff;
    }
    model.first_run = FirstRun::of_user();
    model.workspace.library.open(library);
    model.workspace.batch.rules = rules;
    app::run(model, None).map(|ended| ended.review)
}

/// Opens the screens at the differences of two documents, under these names if they are given.
///
/// # Errors
/// As [`run`].
pub(crate) fn differences(
    sources: [Source; 2],
    names: Option<[String; 2]>,
    config: &Config,
    errors: Vec<SettingError>,
) -> io::Result<()> {
    let mut model = opened(sources.into(), config, errors);
    for (entry, name) in model.workspace.batch.entries.iter_mut().zip(names.into_iter().flatten()) {
        entry.name = name;
    }
    model.workspace.screen = screen::Screen::Diff;
    app::run(model, None).map(|_| ())
}

/// How a review begins.
#[derive(Debug)]
pub(crate) struct Begin {
    /// Documents behind so many are an archive that those before are compared with.
    pub batch: usize,
    /// The pairs that are compared in place of every two.
    pub given: Option<GivenPairs>,
    /// An archive of fingerprints, or a library, that the documents are looked up in.
    pub archive: Option<ArchiveSource>,
    pub filter: Filter,
    /// Up to this distance pairs join clusters.
    pub cutoff: u32,
    /// The place of the library, if there is one.
    pub library: Option<LibraryPlace>,
}

/// Opens the screens over the documents of a review, kept in its journal; `roots` are its folders, and what is read
/// goes into the `cache`. Returns what could not be saved by the end, so that nobody's words are lost.
///
/// # Errors
/// As [`run`].
pub(crate) fn review(
    sources: Vec<Source>,
    begin: Begin,
    (journal, roots, cache): (Journal, Roots, Option<CacheFolder>),
    rules: ExclusionRules,
    config: &Config,
    errors: Vec<SettingError>,
) -> io::Result<Vec<ReviewChange>> {
    let mut model = opened(sources, config, errors);
    let looked_up = match &begin.archive {
        Some(ArchiveSource::Library(library)) => Some(library.place.clone()),
        _ => None,
    };
    model.workspace.library.open(looked_up.or(begin.library));
    model.workspace.review = Some(model::OpenReview {
        usual_reviewer: config.text(SettingKey::Reviewer).into(),
        goes_on: config.goes_on(),
        ..model::OpenReview::new(&rules, beside(&roots))
    });
    model.workspace.batch.set_archive(begin.batch);
    model.workspace.batch.given = begin.given;
    let recipe = model.workspace.batch.recipe.clone();
    model.workspace.batch.archive = begin.archive.map(|source| ArchiveState::new(source, recipe));
    model.workspace.overview.filter = Some(begin.filter).filter(|filter| *filter != Filter::default()).map(Arc::new);
    model.workspace.library.cutoff = begin.cutoff;
    model.workspace.batch.cache = cache;
    model.workspace.batch.rules = rules;
    model.left = model::LeftReview::of_user(&roots);
    if let Some(left) = &model.left {
        left.recall(&mut model.workspace, &roots);
    }
    app::run(model, Some(JournalWriter::new(journal, roots))).map(|ended| ended.unsaved)
}

/// The path of the report of a single folder, without its extension: beside the folder, relative if that is shorter.
fn beside(roots: &Roots) -> Option<PathBuf> {
    let folder = roots.only()?;
    let mut name = folder.file_name()?.to_owned();
    name.push("-report");
    let here = env::current_dir().and_then(|here| here.canonicalize()).ok();
    Some(match (folder.parent()?, here) {
        (parent, Some(here)) if parent == here => name.into(),
        (_, Some(here)) if folder == here => PathBuf::from("..").join(name),
        (parent, _) => parent.join(name),
    })
}

/// Opens a lesson on the screens, at a page from 0 or where the reader stopped, and returns when the reader quits.
///
/// # Errors
/// As [`run`].
pub(crate) fn read(
    lesson: Lesson,
    included: Option<IncludedLesson>,
    page: Option<usize>,
    config: &Config,
    errors: Vec<SettingError>,
) -> io::Result<()> {
    let mut model = opened(Vec::new(), config, errors);
    let dialogs = std::mem::take(&mut model.workspace.dialogs);
    update::read(&mut model, lesson, included, page);
    // What is wrong with the settings is said before the picture of a page.
    if !dialogs.is_empty() {
        model.workspace.dialogs = dialogs;
    }
    app::run(model, None).map(|_| ())
}

fn opened(sources: Vec<Source>, config: &Config, mut errors: Vec<SettingError>) -> Model {
    let mut model = Model::new(sources, config, Look::new(config, depth(), ground()));
    model.workspace.lab.drafts = Drafts::of_user();
    model.lessons = ProgressBook::of_user();
    // Lessons are saved in the folder where the program was started.
    model.workspace.lab.lessons = Some(PathBuf::new());
    errors.extend(wrong_keys(config));
    if !errors.is_empty() {
        let lines = errors.iter().map(|error| say::setting_error(error, model.lang)).collect();
        model.workspace.dialogs.open(Messages(lines));
    }
    model
}

#[cfg(unix)]
pub(crate) use input::events_in as terminal_events;

/// Errors in the keys that the settings bind to actions.
pub fn wrong_keys(config: &Config) -> Vec<SettingError> {
    Keymap::remapped(&config.bindings).1
}

/// The colours of the terminal, from its environment. The settings decide whether colours are wanted.
fn depth() -> Depth {
    let variable = |name| env::var(name).unwrap_or_default();
    let (term, colours) = (variable("TERM"), variable("COLORTERM"));
    if term == "dumb" {
        Depth::Plain
    } else if colours == "truecolor" || colours == "24bit" || term.contains("direct") {
        Depth::True
    } else if term.contains("256") {
        Depth::Indexed
    } else {
        Depth::Ansi
    }
}

/// The ground as COLORFGBG says, until the terminal itself answers; dark where nobody does.
fn ground() -> Ground {
    let value = env::var("COLORFGBG").unwrap_or_default();
    match value.rsplit(';').next() {
        Some("7" | "15") => Ground::Light,
        _ => Ground::Dark,
    }
}
