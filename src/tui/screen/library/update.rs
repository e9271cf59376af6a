//! Keys of screen 6: its panes about all documents together, and those about a library.

use std::ops::RangeInclusive;

use crate::{
    batch::{BatchEntry, LibraryHit, NoText, source_of},
    compare::{Role, coverage::passages::bare},
    document::{Source, safe_name},
    t,
    tui::{
        action::Action,
        model::{
            LibraryPane, LibraryView, Model,
            effect::{Effect, Request, ScreenEffect, TextPlaces},
            next_of,
        },
        screen::Screen,
        update::{common::to_clipboard, exclusion},
        work,
    },
};

/// The most blocks that make a key.
const MOST: u8 = 3;

/// Costs are shown for 2 to these powers documents: from a thousand to those of article 004.
const POWERS: RangeInclusive<u32> = 10..=34;

pub(crate) fn act(model: &mut Model, action: Action) -> Effect {
    if model.workspace.library.pane.of_library()
        && let Some(effect) = act_on_library(model, action)
    {
        return effect;
    }
    let rows = model.workspace.drawn.rows;
    let (library, results) = (&mut model.workspace.library, &model.workspace.results);
    match action {
        Action::NextPane | Action::PreviousPane => {
            library.pane = library
                .pane
                .turned(action == Action::NextPane, library.opened.as_ref().is_some_and(|opened| opened.present));
        }
        Action::AddToLibrary => add(model),
        Action::Choose => return Some(ScreenEffect::Open(action)),
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
            return to_clipboard(model, text);
        }
        Action::Open => return open(model),
        Action::MarkCommon | Action::MarkQuotation => mark(model, action),
        Action::Back => model.workspace.screen = Screen::Overview,
        _ => match library.pane {
            LibraryPane::Near | LibraryPane::Sharing | LibraryPane::Engines => {}
            LibraryPane::Tables => {
                let tables = results.index_view.value().and_then(|index_view| index_view.index.as_ref());
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
    None
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
    model.workspace.pipeline.document = Some(documents[next_of(at, n, forward)]);
}

/// Marks the passage under the cursor wherever it occurs, or unmarks it.
fn mark(model: &mut Model, action: Action) {
    let workspace = &mut model.workspace;
    let index_view = workspace.results.index_view.value().filter(|_| workspace.library.pane == LibraryPane::Passages);
    let place =
        index_view.and_then(|index_view| index_view.passages.get(workspace.library.passages.selected)?.places.first());
    let text = place.and_then(|&(document, span)| {
        let text = &workspace.batch.document(document as usize)?.text;
        Some((bare(text, span).of(text).to_owned(), workspace.batch.is_excluded(document as usize, span)))
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
fn open(model: &mut Model) -> Effect {
    let library = &model.workspace.library;
    let (documents, places) = match library.pane {
        LibraryPane::Near | LibraryPane::Sharing | LibraryPane::Engines | LibraryPane::Tables => return None,
        LibraryPane::Clusters => {
            let cluster = library.found.clusters.get(library.clusters.selected);
            let link = cluster.and_then(|cluster| cluster.links.first());
            (link.map(|link| link.documents), None)
        }
        LibraryPane::Passages => {
            let (passage, documents) = model.workspace.shared_passage()?;
            let mut documents = documents;
            documents.sort_unstable();
            let of = |document: u32| passage.places.iter().filter(move |(at, _)| *at == document);
            (Some(documents), Some(documents.map(|document| of(document).map(|(_, span)| span.range()).collect())))
        }
    };
    let documents = documents?;
    let text = words(model).filter(|_| places.is_some());
    model.workspace.show(documents.map(|at| at as usize));
    model.workspace.screen = Screen::Diff;
    text.zip(places).map(|(text, places)| ScreenEffect::Show(TextPlaces::of_passage(&text, places)))
}

/// Carries an action out that is about a library; `None` if it is about none of its panes.
fn act_on_library(model: &mut Model, action: Action) -> Option<Effect> {
    let rows = model.workspace.drawn.rows;
    match (model.workspace.library.pane, action) {
        (_, Action::Open) => return Some(open_hit(model)),
        (LibraryPane::Engines, Action::Left | Action::Right) => scale(model, action == Action::Right),
        (pane, action) if action.moves() && !matches!(action, Action::Left | Action::Right) => {
            let view = view(model);
            let near = view.map_or(0, |view| view.found.near.len());
            let sharing = view.map_or(0, LibraryView::sharing_len);
            let library = model.workspace.library.opened.as_mut()?;
            match pane {
                LibraryPane::Near => _ = library.near.motion(action, near, rows),
                LibraryPane::Sharing => _ = library.sharing.motion(action, sharing, rows),
                _ => {}
            }
        }
        _ => return None,
    }
    Some(None)
}

/// The document looked up; `None` where that is not known yet.
fn view(model: &Model) -> Option<&LibraryView> {
    model.workspace.results.library_view.current()?.as_ref().as_ref().ok()
}

/// Shows the costs for more documents, or for fewer, down to those that there are.
fn scale(model: &mut Model, up: bool) {
    let Some(library) = &mut model.workspace.library.opened else { return };
    library.power = match library.power {
        None => up.then_some(*POWERS.start()),
        Some(power) if up => Some((power + 1).min(*POWERS.end())),
        Some(power) => power.checked_sub(1).filter(|power| POWERS.contains(power)),
    };
}

/// Has the documents of the workspace added.
fn add(model: &mut Model) {
    let files = work::addable(model).len();
    let lang = model.lang;
    let running = model.workspace.tasks.computes(&model.workspace.results.adding);
    let Some(library) = model.workspace.library.opened.as_mut().filter(|_| !running) else { return };
    if files == 0 {
        model.notify(t!(lang, "library.no-files"));
    } else {
        library.adding += 1;
    }
}

/// Opens the hit under the cursor beside its document on screen 4.
fn open_hit(model: &mut Model) -> Effect {
    let library = model.workspace.library.opened.as_ref()?;
    let view = view(model)?;
    let hit = match model.workspace.library.pane {
        LibraryPane::Near => view.found.near.get(library.near.selected),
        LibraryPane::Sharing => view.sharing().nth(library.sharing.selected),
        _ => None,
    };
    let hit = hit?;
    let own = view.document;
    if let Some(&at) = view.in_batch.get(&hit.document.id) {
        show(model, [own, at]);
        return None;
    }
    let (source, notice) = match opened(model, view, hit) {
        Ok(opened) => opened,
        Err(notice) => {
            model.notify(notice);
            return None;
        }
    };
    let batch = &mut model.workspace.batch;
    let side = match batch.entries.get(own).map(|entry| entry.side) {
        Some(Role::Batch) => Role::Archive,
        _ => Role::Batch,
    };
    let at = batch.entries.len();
    batch.add(vec![source], side);
    show(model, [own, at]);
    model.workspace.notice = notice;
    Some(Request::Watch(at).into())
}

/// The source of a hit, with a notice if there is one; else why there is none.
fn opened(model: &Model, view: &LibraryView, hit: &LibraryHit) -> Result<(Source, Option<String>), String> {
    let lang = model.lang;
    let name = safe_name(&hit.document.path.to_string_lossy());
    if view.openable.contains(&hit.document.id) {
        return Ok((source_of(&hit.document), None));
    }
    match &hit.shared {
        Ok(_) => {
            let text = view
                .kept
                .get(&hit.document.id)
                .ok_or_else(|| t!(lang, "library.not-opened", file = name, why = NoText::NotRead.words(lang)))?;
            let is_text = |entry: &&BatchEntry| matches!(entry.source.plain(), Source::Text { .. });
            let nth = model.workspace.batch.entries.iter().filter(is_text).count() + 1;
            let source = Source::Text { nth, text: text.clone() };
            let notice = t!(lang, "library.kept-text", text = source.name(), file = name);
            Ok((source, Some(notice)))
        }
        Err(why) => Err(t!(lang, "library.not-opened", file = name, why = why.words(lang))),
    }
}

/// Shows a pair, known or yet to be compared.
fn show(model: &mut Model, mut documents: [usize; 2]) {
    documents.sort_unstable();
    model.workspace.show(documents);
    model.workspace.screen = Screen::Diff;
}
