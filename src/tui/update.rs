//! The changes of the model: (model, event) → requests. One file per screen.
//!
//! Nothing here draws, waits, reads or computes for long: what takes time is an [`ScreenEffect`] for the loop to carry
//! out.

pub(super) mod common;
pub(super) mod exclusion;
pub(super) mod lesson;
pub(super) mod mouse;
pub(super) mod review;
pub(super) mod typing;

use common::{hide_names, set_k};
use crossterm::event::{Event as Input, KeyEvent, KeyEventKind};

use super::{
    action::Action,
    dialog::{
        self,
        browser::{self, BrowserPurpose},
        formula::TracedNumber,
        geometry::GeometryDialog,
        leave,
        reader::Reader,
    },
    event::Event,
    keymap::KeyPress,
    model::{
        LessonState, Model,
        dialog::{Dialog, with_top},
        effect::{Effect, Request, ScreenEffect, begin},
        job::{End, Message},
    },
    screen::{
        Screen, bits::update as bits, diff::update as diff, lab::update as lab, library::update as library,
        overview::update as overview, pipeline::update as pipeline,
    },
    work,
};
use crate::{
    document::FileChange,
    lesson::{IncludedLesson, Lesson},
    t,
};

/// The first things to do: read the documents.
pub(super) fn start(model: &mut Model) -> Vec<Request> {
    follow(model)
}

/// Opens a lesson in an empty workspace: at a page from 0, or where the reader stopped.
pub(super) fn read(model: &mut Model, lesson: Lesson, included: Option<IncludedLesson>, page: Option<usize>) {
    lesson::begin(model, LessonState::new(lesson, included));
    if let Some(page) = page {
        lesson::show_page(model, page);
    }
}

/// Takes an event in.
pub(super) fn update(model: &mut Model, event: Event) -> Vec<Request> {
    // A key ends what moves, and acts on where it leads.
    let moves = matches!(event, Event::Input(_) | Event::Tick);
    if moves {
        model.transition = None;
    }
    let before = model.pose().filter(|_| moves);
    let effect = match event {
        Event::Input(Input::Key(event)) if event.kind != KeyEventKind::Release => key(model, event),
        Event::Input(Input::Mouse(event)) => mouse::mouse(model, event),
        Event::Input(Input::Resize(width, height)) => {
            model.size = (width, height);
            Some(Request::Redraw.into())
        }
        Event::Input(Input::Paste(text)) => paste(model, &text),
        Event::Input(_) => None,
        Event::InputEnded => {
            model.quit = true;
            None
        }
        Event::Ground(ground) => {
            model.look.ground = ground;
            None
        }
        #[cfg(unix)]
        Event::Signal(signal) => signalled(model, signal),
        Event::Files(change) => {
            let lowest = model.lowest();
            model.in_workspace(lowest, |model| files_changed(model, change));
            None
        }
        Event::Job(workspace, message) => {
            model.in_workspace(workspace, |model| match message {
                Message::Result(installation) => installation.install(model),
                Message::Ended(End { watch, .. }) => {
                    if let Some(task) = model.workspace.tasks.end(&watch) {
                        (task.ended)(model, watch.stopped());
                    }
                }
            });
            None
        }
        Event::Review(answer) => {
            let lowest = model.lowest();
            model.in_workspace(lowest, |model| review::answered(model, *answer));
            None
        }
        Event::Tick => {
            model.tick();
            None
        }
        Event::Frame(passed) => {
            model.pass(passed);
            return Vec::new();
        }
    };
    let mut requests = carry_out(model, effect);
    requests.extend(follow(model));
    // A way on was taken.
    if model.quit && !model.to_review.is_empty() || model.workspace.lesson.is_some() || !model.of_samples() {
        end_first_run(model);
    }
    if moves {
        model.move_from(before);
    }
    // Drafts of the lab of a workspace beneath are saved all the same.
    for beneath in model.beneath_mut() {
        requests.extend(work::keep_draft(beneath).map(|job| begin(beneath, job)));
    }
    requests
}

/// After every event: brings what is shown in step with what is known, and asks for what is missing. So no key has to
/// remember to start a computation, and a stale result is known by the generation it carries.
fn follow(model: &mut Model) -> Vec<Request> {
    model.workspace.batch.stay_hidden(model.lang);
    lab::settle(model);
    let mut jobs = work::follow(model);
    let fresh = model.workspace.batch.archive.as_mut().and_then(|archive| archive.fresh.take());
    let mut requests: Vec<Request> = fresh.map(Request::Watch).into_iter().collect();
    requests.extend(review::follow(model));
    review::follow_received(model);
    requests.extend(work::keep_draft(&mut model.workspace).map(|job| begin(&mut model.workspace, job)));
    leave::leave_when_kept(model);
    refresh(model);
    jobs.extend(work::follow_cursor(model));
    let number = model.workspace.number;
    requests.extend(jobs.into_iter().map(|job| Request::Start(number, job)));
    requests
}

fn refresh(model: &mut Model) {
    if model.workspace.two_texts.on {
        pipeline::follow_both(model);
    }
    lesson::follow_task(model);
    let shown = model.workspace.shown_document();
    let examined = model.workspace.batch.examined(shown);
    if let Some((generation, trace)) = examined.and_then(|e| Some((e.generation, e.trace()?.clone()))) {
        let traced = model.workspace.dialogs.find::<Reader<TracedNumber>>().and_then(|reader| reader.page().column());
        model.workspace.pipeline.refresh(shown, generation, &trace, traced);
        if model.workspace.lesson.as_ref().is_some_and(|reading| !reading.placed) {
            lesson::place(model);
            model.workspace.pipeline.refresh(shown, generation, &trace, traced);
            lesson::place_column(model);
        }
    }
    if let Some(detail) = model.workspace.detail().cloned() {
        let generation = model.workspace.results.compared();
        if let Some(reasons) = &detail.comparison.bits {
            model.workspace.bits.refresh(generation, &detail, reasons);
        }
        if model.workspace.dialogs.find::<GeometryDialog>().is_some() {
            model.workspace.hyperplanes.refresh(generation, &detail);
        }
    }
    if model.workspace.pair().is_some() {
        diff::shared::follow(model);
    }
    if let Some(diffed) = model.workspace.diffed().cloned() {
        model.workspace.diff.refresh(&diffed);
        diff::wake(model);
    }
}

/// Carries out what a screen or dialog handed back. Returns what is the loop's to do.
fn carry_out(model: &mut Model, effect: Effect) -> Vec<Request> {
    match effect {
        None => {}
        Some(ScreenEffect::Requests(requests)) => return requests,
        Some(ScreenEffect::Act(action)) => {
            let effect = act(model, action);
            return carry_out(model, effect);
        }
        Some(ScreenEffect::Step(action)) => _ = model.step(action),
        Some(ScreenEffect::Open(action)) => dialog::open(model, action),
        Some(ScreenEffect::Show(places)) => diff::show_places(model, places),
        Some(ScreenEffect::Lesson(included)) => lesson::open_included(model, included),
        Some(ScreenEffect::Page(page)) => lesson::show_page(model, page),
        Some(ScreenEffect::Preset(preset, appended)) => lab::preset(model, preset, appended),
    }
    Vec::new()
}

#[cfg(unix)]
fn signalled(model: &mut Model, signal: i32) -> Effect {
    match signal {
        signal_hook::consts::SIGTSTP => Some(Request::Suspend.into()),
        signal_hook::consts::SIGCONT => Some(Request::Resume.into()),
        _ => {
            model.quit = true;
            model.signal = Some(signal);
            None
        }
    }
}

fn key(model: &mut Model, event: KeyEvent) -> Effect {
    model.workspace.notice = None;
    if lesson::answer(model, event) {
        return None;
    }
    let action = model.keymap.action(model.workspace.screen, KeyPress::from(event));
    if let Some(review) =
        model.workspace.review.as_mut().filter(|_| !matches!(action, Some(Action::Quit | Action::Interrupt)))
    {
        review.warned = false;
    }
    model.workspace.sent_warned &= action == Some(Action::Quit);
    match action {
        // These two do what they always do, whatever lies on top.
        Some(Action::Interrupt) if !model.workspace.dialogs.top().is_some_and(Dialog::takes_interrupt) => {
            interrupt(model)
        }
        Some(Action::Suspend) => Some(Request::Suspend.into()),
        _ if !model.workspace.dialogs.is_empty() => dialog::key(model, event, action),
        _ if model.workspace.editing() => lab::edit(model, event),
        Some(action) => act(model, action),
        None => None,
    }
}

/// Takes pasted text in where something is typed.
fn paste(model: &mut Model, text: &str) -> Effect {
    if model.workspace.editing() {
        model.workspace.notice = None;
        lab::paste(model, text);
        return None;
    }
    if model.workspace.dialogs.top().is_some_and(Dialog::types) {
        model.workspace.notice = None;
    }
    with_top(model, |dialog, model| dialog.paste(model, text))
}

/// Carries an action out on the screen that is shown.
fn act(model: &mut Model, action: Action) -> Effect {
    if lesson::act(model, action) {
        return None;
    }
    match action {
        Action::ShowOverview => model.workspace.screen = Screen::Overview,
        Action::ShowPipeline => model.workspace.screen = Screen::Pipeline,
        Action::ShowBits => model.workspace.screen = Screen::Bits,
        Action::ShowDiff => model.workspace.screen = Screen::Diff,
        Action::ShowLab => model.workspace.screen = Screen::Lab,
        Action::ShowLibrary => model.workspace.screen = Screen::Library,
        Action::Quit => quit(model),
        Action::MoreK => set_k(model, model.workspace.k + 1),
        Action::LessK => set_k(model, model.workspace.k.saturating_sub(1)),
        Action::Interrupt => return interrupt(model),
        Action::Resume => resume(model),
        Action::Suspend => return Some(Request::Suspend.into()),
        Action::Help
        | Action::Manual
        | Action::Exclusions
        | Action::Recipe
        | Action::Colours
        | Action::Command
        | Action::Lessons
        | Action::Choose => return Some(ScreenEffect::Open(action)),
        Action::Back if model.first_run() && model.workspace.screen == Screen::Overview => end_first_run(model),
        Action::ReviewFolder if model.workspace.review.is_some() => {
            model.notify(t!(model.lang, "browser.in-review"));
        }
        Action::AddDocuments | Action::ReviewFolder if model.workspace.lesson.is_some() => {
            model.notify(t!(model.lang, "browser.in-lesson"));
        }
        Action::AddDocuments | Action::ReviewFolder if model.workspace.batch.hidden.is_some() => {
            let key = model.key_of(Action::HideNames);
            model.notify(t!(model.lang, "hidden.browser", key));
        }
        Action::AddDocuments => browser::open(model, BrowserPurpose::Batch),
        Action::ReviewFolder => browser::open(model, BrowserPurpose::Review),
        Action::HideNames => hide_names(model, model.workspace.batch.hidden.is_none()),
        Action::Export if model.workspace.screen != Screen::Pipeline => return Some(ScreenEffect::Open(action)),
        Action::Prompts => {
            model.prompts = !model.prompts;
            let key = if model.prompts { "lesson.prompts-on" } else { "lesson.prompts-off" };
            model.notify(model.lang.text(key));
        }
        _ => {
            // There are no verdicts in the lab, and its undo is for its text.
            let reviewed = model.workspace.screen != Screen::Lab;
            if let Some(effect) = reviewed.then(|| review::act(model, action)).flatten() {
                return effect;
            }
            return match model.workspace.screen {
                Screen::Overview => overview::act(model, action),
                Screen::Pipeline => pipeline::act(model, action),
                Screen::Bits => bits::act(model, action),
                Screen::Diff => diff::act(model, action),
                Screen::Lab => lab::act(model, action),
                Screen::Library => library::act(model, action),
            };
        }
    }
    None
}

/// Offers the ways on from the samples no more.
fn end_first_run(model: &mut Model) {
    if let Some(first) = &mut model.first_run {
        first.over = true;
    }
}

/// Closes what is open: the lesson or the screen; at the top, the program.
fn quit(model: &mut Model) {
    let workspace = &mut model.workspace;
    // Asked for before and then not left for: this is another way out.
    model.to_review.clear();
    if workspace.lesson.is_some() || workspace.screen == Screen::Overview {
        leave::leave(model);
    } else {
        workspace.screen = Screen::Overview;
    }
}

/// Stops what is running; with nothing running, quits.
fn interrupt(model: &mut Model) -> Effect {
    if model.workspace.tasks.stop() {
        model.notify(t!(model.lang, "notice.stopped"));
    } else {
        leave::leave(model);
    }
    None
}

/// Resumes stopped work.
fn resume(model: &mut Model) {
    let workspace = &mut model.workspace;
    if let Some(archive) = workspace.batch.archive.as_mut().filter(|archive| archive.stopped) {
        archive.stopped = false;
        let unread = archive.read.is_none();
        if unread {
            workspace.results.archive.forget();
        }
        workspace.results.lookup.forget();
    } else if workspace.batch.waiting() > 0 || workspace.batch.is_halted() {
        workspace.batch.resume();
    } else {
        model.notify(t!(model.lang, "notice.nothing-stopped"));
    }
}

/// Files changed: they are read again as soon as nothing else is to be done.
fn files_changed(model: &mut Model, change: FileChange) {
    match change {
        FileChange::Files(files) => {
            // A record of a fingerprint has no text: a file at its path now is another document.
            let entries = model.workspace.batch.entries.iter().enumerate();
            let changed = entries.filter(|(_, entry)| entry.record.is_none() && files.contains(&entry.opened));
            let changed: Vec<usize> = changed.map(|(at, _)| at).collect();
            model.workspace.batch.changed.extend(changed);
        }
        FileChange::Unwatched(folder, why) => {
            let folder = model.workspace.redacted(&folder);
            model.notify(t!(model.lang, "notice.unwatched", folder, why));
        }
    }
}
