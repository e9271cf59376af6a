//! Keys of screen 6, and what it wants made.

use std::sync::Arc;

use super::{Effect, clipboard, diff, exclusion, outcome, overlay};
use crate::{
    compare::coverage::passages::bare,
    simhash::Watch,
    tui::{
        action::Action,
        job::Job,
        model::{Holdings, LibraryPane, Model, Seek, Shelf, Work},
        screen::Screen,
    },
};

/// The most blocks that make a key.
const MOST: u8 = 3;

/// Carries an action out.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let rows = model.workspace.drawn.rows;
    let library = &mut model.workspace.library;
    match action {
        Action::NextPane | Action::PreviousPane => {
            library.pane = library.pane.turned(action == Action::NextPane, model.workspace.batch.archive.is_some());
        }
        Action::Choose => overlay::open(model, action),
        Action::Plan => library.chosen = library.chosen % MOST + 1,
        Action::MoreCutoff | Action::LessCutoff => {
            let cutoff = library.next_cutoff(action == Action::MoreCutoff);
            library.cut(&model.workspace.batch.pairs, cutoff);
        }
        Action::Left | Action::Right if library.pane == LibraryPane::Passages => {
            let others = library.passage().map_or(1, |(passage, _)| passage.texts.len().saturating_sub(1).max(1));
            let turned = if action == Action::Right { library.second } else { library.second + others - 2 };
            library.second = turned % others + 1;
        }
        Action::Left | Action::Right | Action::Next | Action::Previous => {
            turn(model, matches!(action, Action::Right | Action::Next));
        }
        Action::Copy if library.pane == LibraryPane::Passages => {
            let text = words(model).unwrap_or_default();
            return clipboard::put(model, text);
        }
        Action::Open => return open(model),
        Action::MarkCommon | Action::MarkQuotation => mark(model, action),
        Action::Back => model.workspace.screen = Screen::Overview,
        _ => match library.pane {
            LibraryPane::Tables | LibraryPane::Archive => {
                let of_archive = || library.sought.as_ref()?.index.as_deref();
                let of_desk = || library.shelf.as_ref()?.index.as_ref();
                let tables = if library.pane == LibraryPane::Archive { of_archive() } else { of_desk() };
                let last = tables.map_or(0, |index| index.plan().tables().len().saturating_sub(1));
                library.table = match action {
                    Action::Down => library.table + 1,
                    Action::Up => library.table.saturating_sub(1),
                    Action::First => 0,
                    Action::Last => last,
                    _ => library.table,
                }
                .min(last);
            }
            LibraryPane::Clusters => {
                let len = library.found.clusters.len();
                library.clusters.motion(action, len, rows);
            }
            LibraryPane::Passages => {
                let len = library.shelf.as_ref().map_or(0, |shelf| shelf.passages.len());
                library.passages.motion(action, len, rows);
                library.second = 1;
            }
        },
    }
    Vec::new()
}

/// The next document is looked up.
fn turn(model: &mut Model, forward: bool) {
    let documents: Vec<usize> = match &model.workspace.library.shelf {
        Some(shelf) => shelf.documents.clone(),
        None => return,
    };
    let n = documents.len();
    if n == 0 {
        return;
    }
    let shown = model.workspace.shown_document();
    let at = documents.iter().position(|&document| document == shown).unwrap_or(0);
    model.workspace.pipeline.document = Some(documents[(at + if forward { 1 } else { n - 1 }) % n]);
}

/// Marks the passage under the cursor wherever it stands, or takes that back.
fn mark(model: &mut Model, action: Action) {
    let shelf =
        model.workspace.library.shelf.as_ref().filter(|_| model.workspace.library.pane == LibraryPane::Passages);
    let place = shelf.and_then(|shelf| shelf.passages.get(model.workspace.library.passages.selected)?.places.first());
    let text = place.and_then(|&(document, span)| {
        let text = &model.workspace.batch.document(document as usize)?.text;
        Some((bare(text, span).of(text).to_owned(), model.workspace.batch.is_out(document as usize, span)))
    });
    match text {
        Some((text, out)) => exclusion::mark_passage(model, &text, out, action),
        None => exclusion::only_passages(model),
    }
}

/// The words of the passage under the cursor, as they stand in the first document that has it.
fn words(model: &Model) -> Option<String> {
    let (passage, _) = model.workspace.library.passage()?;
    let &(document, span) = passage.places.first()?;
    let text = &model.workspace.batch.document(document as usize)?.text;
    Some(bare(text, span).of(text).into())
}

/// Opens the pair that a cluster's nearest two make, or two that share the passage, with the passage.
fn open(model: &mut Model) -> Vec<Effect> {
    let library = &model.workspace.library;
    let (documents, places) = match library.pane {
        LibraryPane::Tables | LibraryPane::Archive => return Vec::new(),
        LibraryPane::Clusters => {
            let cluster = library.found.clusters.get(library.clusters.selected);
            let link = cluster.and_then(|cluster| cluster.links.first());
            (link.map(|link| link.documents), None)
        }
        LibraryPane::Passages => {
            let Some((passage, documents)) = library.passage() else { return Vec::new() };
            let mut documents = documents;
            documents.sort_unstable();
            let of = |document: u32| passage.places.iter().filter(move |(at, _)| *at == document);
            (Some(documents), Some(documents.map(|document| of(document).map(|(_, span)| span.range()).collect())))
        }
    };
    let Some(documents) = documents else { return Vec::new() };
    let text = words(model).filter(|_| places.is_some());
    outcome::show(model, documents.map(|at| at as usize));
    model.workspace.screen = Screen::Diff;
    if let Some((text, places)) = text.zip(places) {
        diff::show_places(model, &text, places);
    }
    Vec::new()
}

/// Asks for what the screen shows.
pub fn follow(model: &mut Model) -> Option<Effect> {
    let order = Holdings {
        generation: model.workspace.batch.ranked,
        k: model.workspace.k,
        chosen: model.workspace.library.chosen,
    };
    let known = model.workspace.library.shelf.as_ref().is_some_and(|shelf| shelf.of == order);
    if model.workspace.screen != Screen::Library
        || known
        || model.workspace.asked.shelf == Some(order)
        || model.workspace.batch.ranked != model.workspace.batch.generation
    {
        return None;
    }
    model.workspace.asked.shelf = Some(order);
    let present = |at: usize| model.workspace.batch.entries.get(at).is_some_and(|entry| !entry.aside);
    let subjects = model.workspace.batch.subjects().into_iter().enumerate();
    let subjects = subjects.map(|(at, subject)| subject.filter(|_| present(at))).collect();
    let before = model.workspace.library.shelf.clone().filter(|shelf| shelf.of.generation == order.generation);
    let job = Job::Shelve {
        subjects,
        pairs: model.workspace.batch.pairs.clone(),
        bits: model.workspace.recipe.bits,
        order,
        before,
    };
    let watch = Arc::new(Watch::default());
    model.workspace.batch.work = Some(Work { what: "work.shelving", watch: watch.clone(), shown: false });
    Some(Effect::Start(model.workspace.number, job, watch))
}

/// Asks what the archive has for the document that is looked up.
pub fn seek(model: &mut Model) -> Option<Effect> {
    let archive = model.workspace.batch.archive.as_ref()?.archive()?.clone();
    if model.workspace.screen != Screen::Library || *archive.recipe() != model.workspace.recipe {
        return None;
    }
    let document = model.workspace.shown_document();
    let query = model.workspace.batch.entries.get(document)?.examined.as_ref()?.subject.fingerprint?;
    let seek = Seek { query, k: model.workspace.k, chosen: model.workspace.library.chosen };
    if query.width() != model.workspace.recipe.bits || model.workspace.asked.seek.as_ref() == Some(&seek) {
        return None;
    }
    model.workspace.asked.seek = Some(seek.clone());
    let before = model.workspace.library.sought.as_ref().and_then(|sought| sought.index.clone());
    Some(Effect::Start(model.workspace.number, Job::Seek { archive, seek, before }, Arc::default()))
}

/// Takes in what was made.
pub fn shelved(model: &mut Model, shelf: Arc<Shelf>) {
    if shelf.of.generation == model.workspace.batch.generation {
        model.workspace.library.shelf = Some(shelf);
        let cutoff = model.workspace.library.cutoff;
        model.workspace.library.cut(&model.workspace.batch.pairs, cutoff);
    }
}
