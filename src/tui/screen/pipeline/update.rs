//! Keys of screen 2, with one text or both texts of the pair.

use crate::{
    say,
    simhash::from_fixed,
    t,
    tui::{
        action::Action,
        dialog::{formula::TracedNumber, reader::Reader},
        model::{
            Model,
            effect::{Effect, Request, ScreenEffect},
            find_around,
        },
        screen::Screen,
        update::common::to_clipboard,
    },
};

pub(crate) fn act(model: &mut Model, action: Action) -> Effect {
    if action == Action::TwoTexts {
        toggle_both(model);
        return None;
    }
    if model.workspace.two_texts.on
        && let Some(effect) = act_on_both(model, action)
    {
        return effect;
    }
    let document = model.workspace.shown_document();
    let trace = model.workspace.batch.trace(document).cloned()?;
    if model.step(action) {
        return None;
    }
    let width = usize::from(trace.recipe.bits);
    let rows = model.workspace.drawn.rows;
    let place = &mut model.workspace.pipeline;
    let all = place.walk.order().len();
    match action {
        Action::Left | Action::Right => {
            let to = if action == Action::Left { place.column.saturating_sub(1) } else { place.column + 1 };
            place.column = to.min(width.saturating_sub(1));
            place.on_column = true;
        }
        Action::Open => {
            let traced = match place.feature() {
                Some(feature) if !place.on_column => TracedNumber::Feature { document, feature },
                _ => TracedNumber::Column { document, column: place.column },
            };
            model.workspace.dialogs.open(Reader::new(traced));
        }
        Action::NextPane | Action::PreviousPane => place.on_column = !place.on_column,
        Action::Next | Action::Previous => {
            let needle = place.needle.clone();
            if needle.is_empty() {
                flipped(model, width, action == Action::Next);
            } else {
                find(model, &needle, action == Action::Next, false);
            }
        }
        Action::Sort | Action::Find => return Some(ScreenEffect::Open(action)),
        Action::Export => return Some(Request::Picture.into()),
        Action::Back if place.needle.is_empty() && place.step.is_none() => model.workspace.screen = Screen::Overview,
        Action::Back => {
            place.needle.clear();
            place.step = None;
            model.play.on = false;
        }
        Action::Slower | Action::Faster => model.play.change(action == Action::Faster),
        // While a step is shown, its numbers.
        Action::Copy if place.state.is_some() => {
            let text = place.state.as_ref().map(|state| say::columns(&trace, state, model.lang));
            return to_clipboard(model, text.unwrap_or_default());
        }
        Action::Copy => {
            let digits = width.div_ceil(4);
            let text = place.feature().and_then(|f| Some((f, trace.features.get(f)?))).map(|(f, feature)| {
                let weight = from_fixed(feature.weight);
                format!("{}\t{}\t{weight}\t{:0digits$x}", trace.name(f), feature.tf, feature.hash)
            });
            return to_clipboard(model, text.unwrap_or_default());
        }
        Action::CopyAll => {
            let text = trace.sketch.fingerprint.map(|f| f.to_string());
            return to_clipboard(model, text.unwrap_or_default());
        }
        _ => {
            if place.list.motion(action, all, rows) {
                place.on_column = false;
            }
        }
    }
    None
}

/// The next bit that differs from the other document of the pair.
fn flipped(model: &mut Model, width: usize, forward: bool) {
    let workspace = &mut model.workspace;
    let Some(documents) = workspace.pair() else { return };
    let [Some(a), Some(b)] = documents.map(|i| workspace.batch.fingerprint(i)) else { return };
    if a.width() != b.width() {
        return; // A new recipe is on its way, and one of the two has it already.
    }
    let differing = a.xor(b);
    let at = workspace.pipeline.column;
    let found = find_around(at, width, forward, |&column| differing.bit(column));
    if let Some(column) = found.filter(|column| *column != at) {
        workspace.pipeline.column = column;
        workspace.pipeline.on_column = true;
    }
}

/// Puts the cursor on the next feature whose name holds `needle`; the present one counts where `here`.
pub(crate) fn find(model: &mut Model, needle: &str, forward: bool, here: bool) {
    let workspace = &mut model.workspace;
    if workspace.two_texts.on {
        find_in_both(model, needle, forward, here);
        return;
    }
    let document = workspace.shown_document();
    let Some(trace) = workspace.batch.trace(document).cloned() else { return };
    let place = &mut workspace.pipeline;
    let all = place.walk.order().len();
    let at = place.list.selected.min(all.saturating_sub(1));
    let lower = needle.to_lowercase();
    let holds = |&row: &usize| trace.name(place.walk.order()[row]).to_lowercase().contains(&lower);
    let found = (here && at < all && holds(&at)).then_some(at).or_else(|| find_around(at, all, forward, holds));
    if let Some(row) = found {
        place.list.select(row, all, workspace.drawn.rows);
        place.on_column = false;
    } else {
        model.notify(t!(model.lang, "notice.not-found", needle));
    }
}

/// Shows both texts, or one again; says why where there is no pair.
fn toggle_both(model: &mut Model) {
    let two = &mut model.workspace.two_texts;
    two.on = !two.on;
    model.play.on = false;
    if two.on && model.workspace.pair().is_none() {
        model.workspace.two_texts.on = false;
        model.notify(t!(model.lang, "two-texts.no-pair"));
    }
    model.workspace.pipeline.on_column = true;
}

/// Brings the rows in line with the traces of the pair; whether these are known.
pub(crate) fn follow_both(model: &mut Model) -> bool {
    let workspace = &mut model.workspace;
    let Some(documents) = workspace.pair() else { return false };
    let Some(detail) = workspace.results.detail_of(documents).cloned() else { return false };
    let (generation, order) = (workspace.results.compared(), workspace.pipeline.order);
    workspace.two_texts.refresh(documents, generation, order, detail.sides());
    generation == workspace.batch.generation
}

/// Carries an action out that is about both texts; `None` where it means what it means for one.
fn act_on_both(model: &mut Model, action: Action) -> Option<Effect> {
    if model.step(action) {
        return Some(None);
    }
    let rows = model.workspace.drawn.rows;
    let two = &mut model.workspace.two_texts;
    match action {
        Action::Back if two.step.is_some() => {
            two.step = None;
            model.play.on = false;
        }
        Action::Back if !model.workspace.pipeline.needle.is_empty() => model.workspace.pipeline.needle.clear(),
        Action::Back => toggle_both(model),
        Action::Copy => {
            let text = step_text(model).unwrap_or_default();
            return Some(to_clipboard(model, text));
        }
        _ if two.list.motion(action, two.walk.rows().len(), rows) => {}
        _ => return None,
    }
    Some(None)
}

/// Puts the cursor on the next row in which a feature of either text has `needle` in its name; the present row counts
/// where `here`.
fn find_in_both(model: &mut Model, needle: &str, forward: bool, here: bool) {
    let Some(detail) = model.workspace.detail().cloned() else { return };
    let lower = needle.to_lowercase();
    let (two, rows) = (&mut model.workspace.two_texts, model.workspace.drawn.rows);
    let holds = |&row: &usize| {
        let features = two.walk.rows().get(row).map(|row| row.features).unwrap_or_default();
        let names = features.into_iter().zip(&detail.traces).filter_map(|(f, trace)| Some(trace.name(f?)));
        names.into_iter().any(|name| name.to_lowercase().contains(&lower))
    };
    let (at, all) = (two.list.selected, two.walk.rows().len());
    let found = (here && at < all && holds(&at)).then_some(at).or_else(|| find_around(at, all, forward, holds));
    match found {
        Some(row) => two.list.select(row, all, rows),
        None => model.notify(t!(model.lang, "notice.not-found", needle)),
    }
}

/// The step in a sentence.
fn step_text(model: &Model) -> Option<String> {
    let detail = model.workspace.detail()?;
    let two = &model.workspace.two_texts;
    Some(say::two_texts(detail.sides(), &two.walk, &two.state, two.step.is_none(), model.lang))
}
