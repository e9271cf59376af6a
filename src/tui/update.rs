//! What changes when something happens: (model, event) → effects. One file per screen.
//!
//! Nothing here draws, waits, reads or computes for long: what takes time is an [`Effect`] for the loop to carry out.

mod archive;
mod bits;
mod browser;
mod clipboard;
mod command;
mod diff;
mod evidence;
mod exclusion;
mod exporting;
mod follow;
mod lab;
mod lesson;
mod library;
mod mouse;
mod orphans;
mod outcome;
mod overlay;
mod overview;
mod passages;
mod pipeline;
mod planes;
mod review;
mod typing;

use std::sync::Arc;

use crossterm::event::{Event as Input, KeyEvent, KeyEventKind};

use super::{
    action::Action,
    event::Event,
    job::Job,
    keeper::Order,
    keymap::Key,
    model::{Keepsake, List, Model, Overlay, Reading},
    screen::Screen,
};
use crate::{
    lesson::{Included, Lesson},
    simhash::Watch,
};

/// Something for the loop to do.
#[derive(Debug)]
pub enum Effect {
    /// Start this work for the desk of that number, to be followed and stopped by the watch.
    Start(u64, Job, Arc<Watch>),
    /// Put this on the clipboard.
    Copy(String),
    /// Make this in the current folder, and say where it is.
    Export(Keepsake),
    /// Have the keeper of the review do this.
    Keep(Order),
    /// Watch the files of documents from that number on.
    Watch(usize),
    /// Suspend the program.
    Suspend,
    /// Take the terminal over again.
    Resume,
    /// Draw the next frame whole. A terminal that was made smaller and as large again has lost what it cut off, though
    /// its size is what it was.
    Redraw,
}

/// The first things to do: read the documents.
pub fn start(model: &mut Model) -> Vec<Effect> {
    follow::follow(model)
}

/// Puts a lesson on an empty desk.
pub fn read(model: &mut Model, lesson: Lesson, included: Option<Included>) {
    lesson::begin(model, Reading::new(lesson, included, None));
}

/// The next page of the lesson.
pub fn turn_page(model: &mut Model) -> Vec<Effect> {
    lesson::act(model, Action::Next);
    follow::follow(model)
}

/// Takes an event in.
pub fn update(model: &mut Model, event: Event) -> Vec<Effect> {
    let mut effects = match event {
        Event::Input(Input::Key(event)) if event.kind != KeyEventKind::Release => key(model, event),
        Event::Input(Input::Mouse(event)) => mouse::mouse(model, event),
        Event::Input(Input::Resize(width, height)) => {
            model.size = (width, height);
            vec![Effect::Redraw]
        }
        Event::Input(Input::Paste(text)) => paste(model, &text),
        Event::Input(_) => Vec::new(),
        Event::InputEnded => {
            model.quit = true;
            Vec::new()
        }
        Event::Ground(ground) => {
            model.look.ground = ground;
            Vec::new()
        }
        Event::Signal(signal) => signalled(model, signal),
        Event::Files(change) => {
            outcome::changed(model.outermost(), change);
            Vec::new()
        }
        Event::Job(desk, outcome) => {
            if let Some(model) = model.at_desk(desk) {
                outcome::take(model, outcome);
            }
            Vec::new()
        }
        Event::Review(answer) => {
            review::answered(model.outermost(), *answer);
            Vec::new()
        }
        Event::Tick => {
            match model.overlays.last() {
                Some(Overlay::Geometry) => planes::tick(model),
                _ => pipeline::tick(model),
            }
            Vec::new()
        }
    };
    effects.extend(follow::follow(model));
    // What was typed at a desk that waits beneath a lesson is kept all the same.
    if let Some(beneath) = model.reading.as_mut().and_then(|reading| reading.beneath.as_mut()) {
        effects.extend(lab::wants::keep(beneath));
    }
    effects
}

#[cfg(unix)]
fn signalled(model: &mut Model, signal: i32) -> Vec<Effect> {
    match signal {
        signal_hook::consts::SIGTSTP => vec![Effect::Suspend],
        signal_hook::consts::SIGCONT => vec![Effect::Resume],
        _ => {
            model.quit = true;
            model.signal = Some(signal);
            Vec::new()
        }
    }
}

#[cfg(not(unix))]
fn signalled(model: &mut Model, signal: i32) -> Vec<Effect> {
    model.quit = true;
    model.signal = Some(signal);
    Vec::new()
}

fn key(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    model.notice = None;
    if lesson::answer(model, event) {
        return Vec::new();
    }
    let action = model.keymap.action(model.screen, Key::from(event));
    if let Some(review) = model.review.as_mut().filter(|_| !matches!(action, Some(Action::Quit | Action::Interrupt))) {
        review.warned = false;
    }
    if let Some(writing) = model.writing.as_mut().filter(|_| action != Some(Action::Quit)) {
        writing.warned = false;
    }
    match action {
        // These two do what they always do, whatever lies on top.
        Some(Action::Interrupt) if matches!(model.overlays.last(), Some(Overlay::Note(_))) => review::leave(model),
        Some(Action::Interrupt) => interrupt(model),
        Some(Action::Suspend) => vec![Effect::Suspend],
        _ if !model.overlays.is_empty() => overlay::key(model, event, action),
        _ if model.editing() => lab::edit::key(model, event),
        Some(action) => act(model, action),
        None => Vec::new(),
    }
}

/// Takes pasted text in where something is typed.
fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    if model.editing() {
        model.notice = None;
        lab::edit::paste(model, text);
    } else if let Some(Overlay::Note(_)) = model.overlays.last() {
        model.notice = None;
        return review::paste(model, text);
    } else {
        overlay::paste(model, text);
    }
    Vec::new()
}

/// Carries an action out on the screen that is shown.
fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    if lesson::act(model, action) {
        return Vec::new();
    }
    match action {
        Action::ShowOverview => model.screen = Screen::Overview,
        Action::ShowPipeline => model.screen = Screen::Pipeline,
        Action::ShowBits => model.screen = Screen::Bits,
        Action::ShowDiff => model.screen = Screen::Diff,
        Action::ShowLab => model.screen = Screen::Lab,
        Action::ShowLibrary => model.screen = Screen::Library,
        Action::Help => model.overlays.push(Overlay::Help(List::default())),
        Action::Quit => quit(model),
        Action::MoreK => set_k(model, model.k + 1),
        Action::LessK => set_k(model, model.k.saturating_sub(1)),
        Action::Interrupt => return interrupt(model),
        Action::Resume => resume(model),
        Action::Suspend => return vec![Effect::Suspend],
        Action::Recipe
        | Action::Width
        | Action::Tokens
        | Action::Weight
        | Action::Hash
        | Action::Tie
        | Action::Colours
        | Action::Command
        | Action::Lessons
        | Action::Choose => overlay::open(model, action),
        Action::AddDocuments if model.reading.is_some() => {
            model.notice = model.lang.find("browser.in-lesson").map(Into::into);
        }
        Action::AddDocuments if model.desk.hidden.is_some() => {
            let key = model.key_of(Action::HideNames);
            model.notice = Some(crate::t!(model.lang, "hidden.browser", key = key));
        }
        Action::AddDocuments => browser::open(model),
        Action::HideNames => hide_names(model, model.desk.hidden.is_none()),
        Action::Export if model.screen != Screen::Pipeline => exporting::open(model),
        Action::Exclusions => exclusion::open(model),
        Action::Prompts => {
            model.prompts = !model.prompts;
            let key = if model.prompts { "lesson.prompts-on" } else { "lesson.prompts-off" };
            model.notice = model.lang.find(key).map(Into::into);
        }
        _ => {
            // The lab has verdicts neither on what is tried nor to take back: its own undo is of its text.
            let reviewed = model.screen != Screen::Lab;
            if let Some(effects) = reviewed.then(|| review::act(model, action)).flatten() {
                return effects;
            }
            return match model.screen {
                Screen::Overview => overview::act(model, action),
                Screen::Pipeline => pipeline::act(model, action),
                Screen::Bits => bits::act(model, action),
                Screen::Diff => diff::act(model, action),
                Screen::Lab => lab::act(model, action),
                Screen::Library => library::act(model, action),
            };
        }
    }
    Vec::new()
}

/// Has documents be called by their numbers, or by their names again.
fn hide_names(model: &mut Model, hide: bool) {
    let lang = model.lang;
    if hide {
        model.desk.hide(lang);
    } else {
        model.desk.hidden = None;
    }
    let key = if hide { "hidden.now" } else { "hidden.no-more" };
    model.notice = lang.find(key).map(Into::into);
}

/// Closes the lesson or the screen; at the top, the program.
fn quit(model: &mut Model) {
    if model.reading.is_some() || model.screen == Screen::Overview {
        lab::leave(model);
    } else {
        model.screen = Screen::Overview;
    }
}

/// Leaves the lesson, or ends the program where there is none to leave.
fn close(model: &mut Model) {
    if lesson::leave(model) {
        return;
    }
    if let Some(review) = model.review.as_mut().filter(|review| review.unsaved > 0 && !review.warned) {
        review.warned = true;
        model.notice = Some(crate::t!(model.lang, "reviewing.would-lose", n = review.unsaved));
        return;
    }
    if let Some(writing) = model.writing.as_mut().filter(|writing| !writing.warned) {
        writing.warned = true;
        model.notice = model.lang.find("exporting.would-lose").map(Into::into);
        return;
    }
    model.quit = true;
}

/// Stops what is running; with nothing running, quits.
fn interrupt(model: &mut Model) -> Vec<Effect> {
    let written = model.writing.iter().map(|writing| &writing.work);
    let work = model.desk.work.iter().chain(&model.lab.work).chain(&model.desk.left.work).chain(written);
    let work = work.map(|work| &work.watch);
    // What was told to stop and has not yet, such as waiting for standard input, does not keep anyone here.
    let running: Vec<_> =
        work.chain(&model.desk.reload).chain(&model.lab.curving).filter(|watch| !watch.stopped()).collect();
    for watch in &running {
        watch.stop();
    }
    if running.is_empty() {
        lab::leave(model);
    } else {
        model.notice = Some(crate::t!(model.lang, "notice.stopped").into());
    }
    Vec::new()
}

/// Goes on with what was stopped.
fn resume(model: &mut Model) {
    if let Some(archive) = model.desk.archive.as_mut().filter(|archive| archive.stopped) {
        archive.stopped = false;
        model.asked.archive = archive.read.is_some();
        model.asked.reach = None;
    } else if model.desk.waiting() > 0 || model.desk.is_halted() {
        model.desk.resume();
    } else {
        model.notice = Some(crate::t!(model.lang, "notice.nothing-stopped").into());
    }
}

fn set_k(model: &mut Model, k: u32) {
    model.k = k.min(u32::from(model.recipe.bits));
}
