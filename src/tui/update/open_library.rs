//! The keys of the panes of screen 6 that are about a library: its cursors, a hit opened beside its document, documents
//! added.

use super::{Request, ScreenEffect};
use crate::{
    batch::{LibraryHit, NoText, source_of},
    compare::Role,
    document::{Source, safe_name},
    t,
    tui::{
        action::Action,
        model::{LibraryPane, LibraryView, Model},
        screen::Screen,
        work,
    },
};

/// Costs are shown for 2 to these powers documents: from a thousand to those of article 004.
const POWERS: std::ops::RangeInclusive<u32> = 10..=34;

/// Engines are planned with so many blocks in a key, at most.
const PLANNED: u8 = 2;

/// Carries an action out; `None` if it is none of these panes.
pub(super) fn act(model: &mut Model, action: Action) -> Option<Vec<ScreenEffect>> {
    let rows = model.workspace.drawn.rows;
    match (model.workspace.library.pane, action) {
        (LibraryPane::Ways, Action::Open) => {
            let library = model.workspace.library.opened.as_mut()?;
            library.engines = !library.engines;
        }
        (_, Action::Open) => return Some(open(model)),
        (_, Action::Back) => return model.workspace.library.leave_engines().then(Vec::new),
        (LibraryPane::Ways, Action::Plan) => {
            let library = model.workspace.library.opened.as_mut().filter(|library| library.engines)?;
            library.chosen = library.chosen % PLANNED + 1;
        }
        (LibraryPane::Ways, Action::Left | Action::Right) => scale(model, action == Action::Right),
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
    Some(Vec::new())
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
pub(super) fn add(model: &mut Model) {
    let files = work::addable(model).len();
    let lang = model.session.lang;
    let running = model.workspace.tasks.computes(&model.workspace.results.adding);
    let Some(library) = model.workspace.library.opened.as_mut().filter(|_| !running) else { return };
    if files == 0 {
        model.workspace.notice = Some(t!(lang, "library.no-files").into());
    } else {
        library.adding += 1;
    }
}

/// Opens the hit under the cursor beside its document on screen 4.
fn open(model: &mut Model) -> Vec<ScreenEffect> {
    let Some(library) = &model.workspace.library.opened else { return Vec::new() };
    let Some(view) = view(model) else { return Vec::new() };
    let hit = match model.workspace.library.pane {
        LibraryPane::Near => view.found.near.get(library.near.selected),
        LibraryPane::Sharing => view.sharing().nth(library.sharing.selected),
        _ => None,
    };
    let Some(hit) = hit else { return Vec::new() };
    let own = view.document;
    if let Some(&at) = view.in_batch.get(&hit.document.id) {
        return show(model, [own, at]);
    }
    let (source, notice) = match opened(model, view, hit) {
        Ok(opened) => opened,
        Err(notice) => {
            model.workspace.notice = Some(notice);
            return Vec::new();
        }
    };
    let batch = &mut model.workspace.batch;
    let side = match batch.entries.get(own).map(|entry| entry.side) {
        Some(Role::Batch) => Role::Archive,
        _ => Role::Batch,
    };
    let at = batch.entries.len();
    batch.add(vec![source], side);
    let mut effects = show(model, [own, at]);
    model.workspace.notice = notice;
    effects.push(Request::Watch(at).into());
    effects
}

/// The source of a hit, with a notice if there is one; else why there is none.
fn opened(model: &Model, view: &LibraryView, hit: &LibraryHit) -> Result<(Source, Option<String>), String> {
    let lang = model.session.lang;
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
            let is_text = |entry: &&crate::batch::BatchEntry| matches!(entry.source.plain(), Source::Text { .. });
            let nth = model.workspace.batch.entries.iter().filter(is_text).count() + 1;
            let source = Source::Text { nth, text: text.clone() };
            let notice = t!(lang, "library.kept-text", text = source.name(), file = name);
            Ok((source, Some(notice)))
        }
        Err(why) => Err(t!(lang, "library.not-opened", file = name, why = why.words(lang))),
    }
}

/// Shows a pair, known or yet to be compared.
fn show(model: &mut Model, mut documents: [usize; 2]) -> Vec<ScreenEffect> {
    documents.sort_unstable();
    model.workspace.show(documents);
    model.workspace.screen = Screen::Diff;
    Vec::new()
}
