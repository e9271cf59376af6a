//! Keys of screen 5.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    document::DraftIdentity,
    lab::{Dice, LIMIT, Preset},
    lesson,
    locale::grouped,
    simhash::from_fixed,
    t,
    tui::{
        action::Action,
        model::{
            DraftState, HistoryState, LabPane, Model, Motion, Workbench,
            effect::{Effect, ScreenEffect, begin},
            find_around,
        },
        screen::Screen,
        update::{
            common::to_clipboard,
            typing::{Keyed, pasted},
        },
        work,
    },
};

pub(crate) fn act(model: &mut Model, action: Action) -> Effect {
    match action {
        // A page of a lesson stays: only its keys leave it.
        Action::Back if model.workspace.lesson.is_some() => {}
        Action::Back => model.workspace.screen = Screen::Overview,
        Action::Choose => return Some(ScreenEffect::Open(action)),
        _ if model.workspace.bench().is_none() => {}
        Action::Edit => begin_editing(model),
        Action::NextPane | Action::PreviousPane => {
            let wide = model.wide(model.screen_width());
            model.workspace.lab.pane = model.workspace.lab.pane.turned(action == Action::NextPane, wide);
        }
        Action::Untick => untick(model),
        Action::Reset => {
            change(model, |state| state.excluded.clear());
        }
        Action::Undo | Action::Redo => travel(model, action == Action::Undo),
        Action::Open => open(model),
        Action::Presets | Action::Find => return Some(ScreenEffect::Open(action)),
        Action::Robustness => work::start_curve(model),
        Action::SaveLesson => return save(model),
        Action::Next | Action::Previous => step(model, action == Action::Next),
        Action::Copy | Action::CopyAll => return copy(model, action == Action::CopyAll),
        _ => motion(model, action),
    }
    None
}

fn begin_editing(model: &mut Model) {
    model.workspace.lab.editing = true;
    model.workspace.lab.pane = LabPane::Text;
}

/// A new state, which differs from the present one by `change`; none where it does not.
fn change(model: &mut Model, change: impl FnOnce(&mut HistoryState)) {
    let revision = model.workspace.lab.next_revision();
    let Some(bench) = model.workspace.bench_mut() else { return };
    let mut state = bench.history.state().clone();
    change(&mut state);
    if state != *bench.history.state() {
        bench.push(state, revision);
    }
}

fn untick(model: &mut Model) {
    // Elsewhere the row under the cursor is not seen: the key shows it first.
    if model.workspace.lab.pane != LabPane::Features {
        model.workspace.lab.pane = LabPane::Features;
        return;
    }
    let Some(bench) = model.workspace.bench() else { return };
    let Some((_, key)) = bench.feature(&model.workspace.lab.features) else { return };
    change(model, |state| {
        if !state.excluded.remove(&key) {
            state.excluded.insert(key);
        }
    });
}

fn travel(model: &mut Model, back: bool) {
    let lang = model.lang;
    let Some(bench) = model.workspace.bench_mut() else { return };
    let travelled = if back { bench.history.undo() } else { bench.history.redo() };
    if travelled {
        arrive(model);
    } else {
        let text = if back { t!(lang, "lab.nothing-to-undo") } else { t!(lang, "lab.nothing-to-redo") };
        model.notify(text);
    }
}

/// Another state is the present one: the text, the features and the recipe are its own.
fn arrive(model: &mut Model) {
    let revision = model.workspace.lab.next_revision();
    let Some(bench) = model.workspace.bench_mut() else { return };
    bench.revision = revision;
    let HistoryState { text, recipe, .. } = bench.history.state().clone();
    if bench.editor.text() != *text {
        let at = bench.editor.cursor();
        bench.editor.replace(&text, at);
    }
    model.workspace.batch.set_recipe(recipe);
}

/// Enter: a feature is shown in the text, the text edited.
fn open(model: &mut Model) {
    let workspace = &mut model.workspace;
    if workspace.lab.pane == LabPane::Text {
        return begin_editing(model);
    }
    let list = workspace.lab.features;
    let Some(bench) = workspace.bench_mut() else { return };
    let place = bench.feature(&list).and_then(|(f, _)| Some(bench.trial()?.trace.features.get(f)?.first));
    // The trial may be of an older text.
    let fresh = bench.tried.as_ref().is_some_and(|tried| tried.text.as_str() == bench.editor.text());
    if let Some(place) = place.filter(|_| fresh) {
        bench.editor.put_cursor(place.range().start, false);
        bench.editor.put_cursor(place.range().end, true);
        workspace.lab.pane = LabPane::Text;
    }
}

/// The text as it was and as it is, as the beginning of a lesson.
fn save(model: &mut Model) -> Effect {
    let workspace = &mut model.workspace;
    let (Some(bench), Some(folder)) = (workspace.bench(), workspace.lab.lessons.clone()) else {
        return None;
    };
    let HistoryState { text, excluded, recipe } = bench.history.state().clone();
    if !excluded.is_empty() {
        model.notify(t!(model.lang, "lab.lesson-removed", key = model.key_of(Action::Reset)));
        return None;
    }
    let texts = [bench.history.original().to_string(), text.to_string()];
    let name = match workspace.batch.hidden {
        Some(_) => workspace.batch.name(workspace.shown_document()).to_owned(),
        None => bench.of.name.clone(),
    };
    let tried = lesson::LessonDraft { name, texts, recipe, k: workspace.k };
    let job = work::save_lesson(tried, folder);
    Some(begin(workspace, job).into())
}

/// Makes one of the ready changes; `other` is the document to append.
pub(crate) fn preset(model: &mut Model, preset: Preset, other: Option<usize>) {
    let lang = model.lang;
    let other = other.and_then(|at| model.workspace.batch.document(at)).map(|document| document.text.clone());
    let Some(bench) = model.workspace.bench_mut() else { return };
    bench.used += 1;
    let text = bench.history.state().text.clone();
    let grown = match preset {
        Preset::Double => text.len() * 2,
        Preset::Append => text.len() + other.as_ref().map_or(0, |other| other.len()),
        _ => text.len(),
    };
    if grown > LIMIT {
        let limit = grouped(LIMIT as u64);
        model.notify(t!(lang, "lab.too-long", bytes = grouped(grown as u64), limit));
        return;
    }
    let mut dice = Dice::new(bench.used);
    let at = bench.editor.selection().map_or(bench.editor.cursor(), |selected| selected.start);
    let Some(applied) = preset.apply(&text, at, other.as_ref().map(|other| other.as_str()), &mut dice) else {
        model.notify(t!(lang, "lab.preset-nothing"));
        return;
    };
    bench.editor.replace(&applied.text, applied.at);
    change(model, |state| state.text = Arc::new(applied.text));
}

/// The next feature that was looked for; else the next that holds a bit.
fn step(model: &mut Model, forward: bool) {
    let needle = model.workspace.lab.needle.clone();
    find(model, &needle, forward);
}

/// Puts the cursor on the next feature whose name holds `needle`; without one, on the next that holds a bit.
pub(crate) fn find(model: &mut Model, needle: &str, forward: bool) {
    let workspace = &mut model.workspace;
    let Some(bench) = workspace.bench() else { return };
    let Some(trial) = bench.trial().cloned() else { return };
    let lower = needle.to_lowercase();
    let is = |&row: &usize| {
        let f = bench.order[row];
        if lower.is_empty() {
            trial.effects.get(f).is_some_and(|effect| effect.bits != 0)
        } else {
            trial.trace.name(f).to_lowercase().contains(&lower)
        }
    };
    let all = bench.order.len();
    let at = workspace.lab.features.selected.min(all.saturating_sub(1));
    match find_around(at, all, forward, is) {
        Some(row) => {
            workspace.lab.pane = LabPane::Features;
            workspace.lab.features.select(row, all, workspace.drawn.rows);
        }
        None if needle.is_empty() => {}
        None => model.notify(t!(model.lang, "notice.not-found", needle)),
    }
}

/// Copies the selection, the feature under the cursor, or the fingerprint; or the whole text.
fn copy(model: &mut Model, all: bool) -> Effect {
    let bench = model.workspace.bench()?;
    let fingerprint = || bench.trial().and_then(|trial| trial.fingerprints[1]).map(|f| f.to_string());
    let text = match (all, model.workspace.lab.pane, bench.editor.selection()) {
        (true, ..) => Some(bench.editor.text().to_owned()),
        (_, LabPane::Text, Some(selected)) => Some(bench.editor.text()[selected].to_owned()),
        (_, LabPane::Features, _) => bench.feature(&model.workspace.lab.features).and_then(|(f, _)| {
            let trial = bench.trial()?;
            let feature = trial.trace.features.get(f)?;
            let held: Vec<String> =
                trial.effects.get(f)?.columns(trial.trace.recipe.bits).map(|bit| bit.to_string()).collect();
            let weight = from_fixed(feature.weight);
            Some(format!("{}\t{}\t{weight}\t{}", trial.trace.name(f), feature.tf, held.join(" ")))
        }),
        _ => fingerprint(),
    };
    to_clipboard(model, text.unwrap_or_default())
}

fn motion(model: &mut Model, action: Action) {
    let workspace = &mut model.workspace;
    let rows = workspace.drawn.rows;
    let (width, page) = workspace.drawn.text;
    let page = page.max(1) as isize;
    let Some(bench) = workspace.bench() else { return };
    let features = bench.order.len();
    match workspace.lab.pane {
        LabPane::Features => _ = workspace.lab.features.motion(action, features, rows),
        LabPane::Text => {
            let motion = match action {
                Action::Left => Motion::Left,
                Action::Right => Motion::Right,
                Action::First => Motion::Start,
                Action::Last => Motion::End,
                _ => match action.lines(page) {
                    Some(by) => Motion::Lines(by),
                    None => return,
                },
            };
            if let Some(bench) = workspace.bench_mut() {
                bench.editor.go(motion, false, width);
            }
        }
        LabPane::Risk | LabPane::Curve => {}
    }
}

/// Brings the bench that is shown in step with its document; away from the lab, ends editing.
pub(crate) fn settle(model: &mut Model) {
    if model.workspace.screen == Screen::Lab {
        settle_bench(model);
    } else if model.workspace.lab.editing {
        stop_editing(model);
    }
}

/// A bench for the document that is shown.
fn settle_bench(model: &mut Model) {
    let workspace = &mut model.workspace;
    let shown = workspace.shown_document();
    let Some(document) = workspace.batch.document(shown).filter(|document| document.text.len() <= LIMIT).cloned()
    else {
        return;
    };
    let recipe = workspace.batch.recipe.clone();
    let lab = &mut workspace.lab;
    let known = lab.benches.get(&shown).map(|bench| bench.of == DraftIdentity::of(&document));
    if known != Some(true) {
        let revision = lab.next_revision();
        let mut bench = Workbench::new(&document, &recipe, revision);
        // The file changed: what was made of its old text is kept beside the new one.
        if let Some(old) = lab.benches.remove(&shown)
            && old.history.differs()
        {
            let revision = lab.next_revision();
            let state = old.history.state().clone();
            bench.editor.replace(&state.text, old.editor.cursor());
            bench.push(state, revision);
        }
        lab.session = None;
        lab.benches.insert(shown, bench);
    }
    let revision = lab.next_revision();
    if let Some(bench) = lab.benches.get_mut(&shown) {
        if bench.history.state().recipe != recipe {
            let mut state = bench.history.state().clone();
            state.recipe = recipe;
            if bench.history.len() == 1 && bench.tried.is_none() {
                bench.history.amend(state);
            } else {
                let before = bench.revision;
                bench.push(state, revision);
                // A draft is of the text, and that is what it was.
                let DraftState { kept, found, .. } = &mut bench.draft;
                for known in [kept, found].into_iter().filter(|known| **known == before) {
                    *known = revision;
                }
            }
        }
        let (width, rows) = workspace.drawn.text;
        if width > 0 {
            bench.editor.settle(width, rows);
        }
    }
}

/// Handles a key while the text is edited. All of them are the text's but Esc, and those that are no key of a text.
pub(crate) fn edit(model: &mut Model, event: KeyEvent) -> Effect {
    if event.code == KeyCode::Esc {
        stop_editing(model);
        return None;
    }
    let (width, page) = model.workspace.drawn.text;
    match Keyed::of(event, page) {
        None => {}
        Some(Keyed::Copy(out)) => return cut(model, out),
        Some(Keyed::Insert(text)) if !fits(model, text.len()) => {}
        Some(keyed) => {
            if let Some(bench) = model.workspace.bench_mut() {
                keyed.apply(&mut bench.editor, width);
                edited(model);
            }
        }
    }
    None
}

/// Takes pasted text in, whole or not at all.
pub(crate) fn paste(model: &mut Model, text: &str) {
    let text = pasted(text);
    if fits(model, text.len())
        && let Some(bench) = model.workspace.bench_mut()
    {
        bench.editor.insert(&text);
        edited(model);
    }
}

/// Whether so many bytes more still fit; says so where they do not.
fn fits(model: &mut Model, more: usize) -> bool {
    let lang = model.lang;
    let Some(bench) = model.workspace.bench() else { return false };
    let bytes = bench.editor.text().len() + more - bench.editor.selection().map_or(0, |selected| selected.len());
    if bytes > LIMIT {
        let limit = grouped(LIMIT as u64);
        model.notify(t!(lang, "lab.too-long", bytes = grouped(bytes as u64), limit));
    }
    bytes <= LIMIT
}

/// Puts what is selected on the clipboard, and takes it out of the text where `out`.
fn cut(model: &mut Model, out: bool) -> Effect {
    let bench = model.workspace.bench()?;
    let selected = bench.editor.selection()?;
    let text = bench.editor.text()[selected].to_owned();
    let effect = to_clipboard(model, text);
    // Text too long for the clipboard is not cut out.
    if out
        && effect.is_some()
        && let Some(bench) = model.workspace.bench_mut()
    {
        bench.editor.delete(Motion::Left, 1);
        edited(model);
    }
    effect
}

/// The text may be another now: one state from where editing began to where it stops.
fn edited(model: &mut Model) {
    let workspace = &mut model.workspace;
    let (shown, revision) = (workspace.shown_document(), workspace.lab.next_revision());
    let session = workspace.lab.session;
    let Some(bench) = workspace.bench_mut() else { return };
    let before = bench.history.state();
    if bench.editor.text() == *before.text {
        return;
    }
    let state = HistoryState { text: Arc::new(bench.editor.text().to_owned()), ..before.clone() };
    if session == Some((shown, bench.history.at())) {
        bench.history.amend(state);
        bench.revision = revision;
    } else {
        bench.push(state, revision);
    }
    let at = bench.history.at();
    workspace.lab.session = Some((shown, at));
}

/// Ends editing. An edit without a change leaves no state.
pub(crate) fn stop_editing(model: &mut Model) {
    let lab = &mut model.workspace.lab;
    lab.editing = false;
    let Some((document, at)) = lab.session.take() else { return };
    let revision = lab.next_revision();
    let Some(bench) = lab.benches.get_mut(&document) else { return };
    if bench.history.at() == at && bench.history.withdraw() {
        bench.revision = revision;
    }
}

/// The pointer is on a place of the text: the cursor goes there, and selects on the way where it is dragged.
pub(crate) fn point(model: &mut Model, at: usize, dragged: bool) {
    model.workspace.lab.pane = LabPane::Text;
    if let Some(bench) = model.workspace.bench_mut() {
        bench.editor.put_cursor(at, dragged);
    }
}
