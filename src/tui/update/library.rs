//! Keys of screen 6, and what it wants made.

use super::{ScreenEffect, TextPlaces, clipboard, exclusion, open_library};
use crate::{
    compare::coverage::passages::bare,
    tui::{
        action::Action,
        model::{LibraryPane, Model},
        screen::Screen,
    },
};

/// The most blocks that make a key.
const MOST: u8 = 3;

/// Carries an action out.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<ScreenEffect> {
    if model.workspace.library.pane.of_library()
        && let Some(effects) = open_library::act(model, action)
    {
        return effects;
    }
    let rows = model.workspace.drawn.rows;
    let (library, results) = (&mut model.workspace.library, &model.workspace.results);
    match action {
        Action::NextPane | Action::PreviousPane => {
            library.pane = library.pane.turned(
                action == Action::NextPane,
                library.opened.as_ref().is_some_and(|opened| opened.present),
                model.workspace.batch.archive.as_ref().is_some_and(|archive| archive.library().is_none()),
            );
        }
        Action::AddToLibrary => open_library::add(model),
        Action::Choose => return vec![ScreenEffect::Open(action)],
        Action::Plan => library.chosen = library.chosen % MOST + 1,
        Action::MoreCutoff | Action::LessCutoff => {
            let cutoff = model.workspace.next_cutoff(action == Action::MoreCutoff);
            model.workspace.cut(cutoff);
        }
        Action::Left | Action::Right if library.pane == LibraryPane::Passages => {
            let others =
                model.workspace.shared_passage().map_or(1, |(passage, _)| passage.texts.len().saturating_sub(1).max(1));
            let library = &mut model.workspace.library;
            let turned = if action == Action::Right { library.second } else { library.second + others - 2 };
            library.second = turned % others + 1;
        }
        Action::Left | Action::Right | Action::Next | Action::Previous => {
            turn(model, matches!(action, Action::Right | Action::Next));
        }
        Action::Copy if library.pane == LibraryPane::Passages => {
            let text = words(model).unwrap_or_default();
            return clipboard::copy(model, text);
        }
        Action::Open => return open(model),
        Action::MarkCommon | Action::MarkQuotation => mark(model, action),
        Action::Back => model.workspace.screen = Screen::Overview,
        _ => match library.pane {
            LibraryPane::Near | LibraryPane::Sharing | LibraryPane::Ways => {}
            LibraryPane::Tables | LibraryPane::Archive => {
                let of_archive = || results.archive_view.value()?.index.as_deref();
                let of_batch = || results.index_view.value()?.index.as_ref();
                let tables = if library.pane == LibraryPane::Archive { of_archive() } else { of_batch() };
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
                let len = results.index_view.value().map_or(0, |index_view| index_view.passages.len());
                library.passages.motion(action, len, rows);
                library.second = 1;
            }
        },
    }
    Vec::new()
}

/// The next document is looked up.
fn turn(model: &mut Model, forward: bool) {
    let documents: Vec<usize> = match model.workspace.results.index_view.value() {
        Some(index_view) => index_view.documents.clone(),
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

/// Marks the passage under the cursor wherever it occurs, or unmarks it.
fn mark(model: &mut Model, action: Action) {
    let index_view =
        model.workspace.results.index_view.value().filter(|_| model.workspace.library.pane == LibraryPane::Passages);
    let place = index_view
        .and_then(|index_view| index_view.passages.get(model.workspace.library.passages.selected)?.places.first());
    let text = place.and_then(|&(document, span)| {
        let text = &model.workspace.batch.document(document as usize)?.text;
        Some((bare(text, span).of(text).to_owned(), model.workspace.batch.is_excluded(document as usize, span)))
    });
    match text {
        Some((text, out)) => exclusion::mark_passage(model, &text, out, action),
        None => exclusion::only_passages(model),
    }
}

/// The words of the passage under the cursor in the first document that has it.
fn words(model: &Model) -> Option<String> {
    let (passage, _) = model.workspace.shared_passage()?;
    let &(document, span) = passage.places.first()?;
    let text = &model.workspace.batch.document(document as usize)?.text;
    Some(bare(text, span).of(text).into())
}

/// Opens the pair that a cluster's nearest two make, or two that share the passage, with the passage.
fn open(model: &mut Model) -> Vec<ScreenEffect> {
    let library = &model.workspace.library;
    let (documents, places) = match library.pane {
        LibraryPane::Near | LibraryPane::Sharing | LibraryPane::Ways | LibraryPane::Tables | LibraryPane::Archive => {
            return Vec::new();
        }
        LibraryPane::Clusters => {
            let cluster = library.found.clusters.get(library.clusters.selected);
            let link = cluster.and_then(|cluster| cluster.links.first());
            (link.map(|link| link.documents), None)
        }
        LibraryPane::Passages => {
            let Some((passage, documents)) = model.workspace.shared_passage() else { return Vec::new() };
            let mut documents = documents;
            documents.sort_unstable();
            let of = |document: u32| passage.places.iter().filter(move |(at, _)| *at == document);
            (Some(documents), Some(documents.map(|document| of(document).map(|(_, span)| span.range()).collect())))
        }
    };
    let Some(documents) = documents else { return Vec::new() };
    let text = words(model).filter(|_| places.is_some());
    model.workspace.show(documents.map(|at| at as usize));
    model.workspace.screen = Screen::Diff;
    let shown = text.zip(places).map(|(text, places)| ScreenEffect::Show(TextPlaces::of_passage(&text, places)));
    shown.into_iter().collect()
}
