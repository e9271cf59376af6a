//! Lessons: opened, turned page by page, answered, left.

use crossterm::event::{KeyCode, KeyEvent};

use crate::{
    compare::geometry::Plane,
    lesson::{IncludedLesson, Lesson, LessonAnswer, LessonPage, Show, Stage, TaskState, WalkPlace, included},
    say,
    search::{BlockIndex, Plan},
    simhash::{Fingerprint, Recipe, Trace},
    t,
    tui::{
        action::Action,
        dialog::{geometry::GeometryDialog, plane::PlaneDialog},
        model::{DiffMode, LESSON_PAIR, LabPane, LessonState, LessonTables, List, Model, PlaneState, Workspace},
        screen::{Screen, lab::update as lab, pipeline::update as pipeline},
    },
};

/// Opens a lesson over what is shown. A lesson opened from a lesson takes its place.
pub(crate) fn open(model: &mut Model, lesson: Lesson, from: Option<IncludedLesson>) {
    let mut reading = LessonState::new(lesson, from);
    if model.workspace.lesson.is_some() {
        begin(model, reading);
    } else {
        let resumed = resume(model, &mut reading);
        let workspace = workspace_of(model, reading);
        model.push(workspace);
        start(model);
        model.workspace.notice = resumed;
    }
}

/// Opens a lesson in the place of the workspace that is shown.
pub(crate) fn begin(model: &mut Model, mut reading: LessonState) {
    let resumed = resume(model, &mut reading);
    let workspace = workspace_of(model, reading);
    model.replace(workspace);
    start(model);
    model.workspace.notice = resumed;
}

/// Has a lesson go on where the reader stopped; what to say about it, if it does.
fn resume(model: &Model, reading: &mut LessonState) -> Option<String> {
    let progress = model.lessons.get(reading.included?.name)?;
    let (lang, back) = (model.lang, model.key_of(Action::Previous));
    reading.resume(progress).then(|| t!(lang, "lesson.resumed", page = reading.page + 1, back))
}

/// A workspace over a lesson's documents.
fn workspace_of(model: &Model, reading: LessonState) -> Workspace {
    let mut workspace = model.workspace.beside(reading.lesson.sources());
    workspace.batch.recipe = reading.lesson.recipe.clone();
    workspace.k = reading.lesson.k;
    workspace.pipeline.order = reading.lesson.order;
    workspace.lesson = Some(reading);
    workspace
}

/// Shows the first page.
fn start(model: &mut Model) {
    name_documents(model);
    turn(model);
}

/// Has the lesson be in the language of the screens: a lesson with a file for each begins again on the same page.
pub(crate) fn follow_language(model: &mut Model) {
    let differs = |reading: &&LessonState| reading.included.is_some_and(IncludedLesson::differs);
    if let Some(reading) = model.workspace.lesson.as_ref().filter(differs)
        && let Some(Ok(lesson)) = reading.included.map(|included| included.lesson(model.lang))
    {
        let mut other = LessonState::new(lesson, reading.included);
        other.page = reading.page;
        other.keep(&reading.answers);
        // The files of a lesson have the same tasks.
        other.tasks.clone_from(&reading.tasks);
        let workspace = workspace_of(model, other);
        model.replace(workspace);
        start(model);
    }
    name_documents(model);
}

/// Calls a lesson's documents what they are called in the language of the screens.
fn name_documents(model: &mut Model) {
    let Some(reading) = &model.workspace.lesson else { return };
    for (entry, document) in model.workspace.batch.entries.iter_mut().zip(&reading.lesson.documents) {
        document.name.get(model.lang).clone_into(&mut entry.name);
    }
}

/// Opens a lesson that comes with the program.
pub(crate) fn open_included(model: &mut Model, from: IncludedLesson) {
    match from.lesson(model.lang) {
        Ok(lesson) => open(model, lesson, Some(from)),
        Err(errors) => model.notify(say::lesson_errors(&errors, model.lang)),
    }
}

/// Takes an action that means something of its own in a lesson; whether it was one.
pub(crate) fn act(model: &mut Model, action: Action) -> bool {
    let asks = asks(model);
    if matches!(action, Action::Next | Action::Previous) {
        settle(model);
    }
    let Some(reading) = &mut model.workspace.lesson else { return false };
    match action {
        Action::Down | Action::Up if model.workspace.screen == Screen::Pipeline && reading.index.is_some() => {
            if let Some(tables) = &mut reading.index {
                let last = tables.index.plan().tables().len().saturating_sub(1);
                let next = if action == Action::Down { tables.table + 1 } else { tables.table.saturating_sub(1) };
                tables.table = next.min(last);
            }
            return true;
        }
        Action::Next if reading.page + 1 < reading.pages() => reading.page += 1,
        Action::Next => return next_lesson(model),
        Action::Previous => reading.page = reading.page.saturating_sub(1),
        Action::Hint => {
            reading.hints = (reading.hints + 1).min(reading.task().map_or(0, |task| task.hints.len()));
            reading.shows_answer |= asks;
            return true;
        }
        Action::Restart => {
            let (lesson, included) = (reading.lesson.clone(), reading.included);
            let workspace = workspace_of(model, LessonState::new(lesson, included));
            model.replace(workspace);
            start(model);
            return true;
        }
        // The keys of the recipe would change what is asked for.
        Action::MoreK | Action::LessK | Action::Recipe if asks => return true,
        // A page has its own screen.
        Action::ShowOverview
        | Action::ShowPipeline
        | Action::ShowBits
        | Action::ShowDiff
        | Action::ShowLab
        | Action::ShowLibrary => return true,
        _ => return false,
    }
    turn(model);
    true
}

/// Turns to a page, from 0; to the last one where there are not so many.
pub(crate) fn show_page(model: &mut Model, page: usize) {
    if let Some(reading) = &mut model.workspace.lesson {
        reading.page = page.min(reading.pages() - 1);
        model.workspace.notice = None;
        turn(model);
    }
}

/// After the last page comes the next lesson, if there is one.
fn next_lesson(model: &mut Model) -> bool {
    let from = model.workspace.lesson.as_ref().and_then(|reading| reading.included);
    let at = from.and_then(|from| included().iter().position(|lesson| *lesson == from));
    match at.and_then(|at| included().get(at + 1)) {
        Some(next) => open_included(model, *next),
        None => model.notify(t!(model.lang, "lesson.last")),
    }
    true
}

/// Brings the screen where the page says.
fn turn(model: &mut Model) {
    let Some(reading) = &mut model.workspace.lesson else { return };
    reading.typed.clear();
    reading.placed = false;
    reading.task_state = None;
    reading.hints = 0;
    reading.shows_answer = false;
    reading.index = None;
    let recipe = reading.recipe().clone();
    let page = reading.shown();
    let hyperplanes = (page.show == Show::Angle).then_some(page.lines);
    let plane = (page.show == Show::Plane).then(|| plane(&reading.lesson, page, &recipe));
    model.workspace.two_texts.on = page.show == Show::TwoTexts;
    model.workspace.screen = match page.show {
        Show::Overview => Screen::Overview,
        Show::Pipeline | Show::TwoTexts | Show::Index | Show::Robustness | Show::Plane => Screen::Pipeline,
        Show::Bits | Show::Angle => Screen::Bits,
        Show::Diff => Screen::Diff,
        Show::Lab => Screen::Lab,
    };
    model.workspace.pipeline.document = Some(page.document);
    model.workspace.bits.column = page.column.or(model.workspace.bits.column);
    if page.show == Show::Lab {
        model.workspace.lab.pane = LabPane::Features;
        model.workspace.lab.features = List::default();
    }
    model.play.on = false;
    // Runs that were stopped begin again.
    model.workspace.results.curve.clear();
    model.workspace.dialogs.close_all();
    if let Some(lines) = hyperplanes {
        model.workspace.hyperplanes.begin(lines);
        model.workspace.dialogs.open(GeometryDialog);
    }
    if let Some(plane) = plane {
        model.workspace.plane = plane;
        model.workspace.dialogs.open(PlaneDialog);
    }
    lab::stop_editing(model);
    model.workspace.batch.set_recipe(recipe);
    model.workspace.select(LESSON_PAIR);
    // A narrow screen shows the shared text of one document alone, their differences in both.
    let both = model.workspace.screen == Screen::Diff && !model.wide(model.screen_width());
    if both {
        model.workspace.set_diff_mode(DiffMode::Differences);
    }
}

/// The documents of a page as points of a plane.
fn plane(lesson: &Lesson, page: &LessonPage, recipe: &Recipe) -> PlaneState {
    let traces = lesson.traces(recipe).unwrap_or_default();
    let shown: Vec<&Trace> = page.watched.iter().filter_map(|&at| traces.get(at)).collect();
    let words = shown.first().map(|trace| [0, 1].map(|at| trace.name(at).to_owned())).unwrap_or_default();
    PlaneState { plane: Plane::of(&shown), words, moving: 0, lines: page.lines }
}

/// Sees how far the text in the lab has come with the page's task, as soon as it was tried. A task stays done.
pub(crate) fn follow_task(model: &mut Model) {
    let generation = model.workspace.batch.generation;
    let Some(reading) = &model.workspace.lesson else { return };
    let Some(task) = reading.task() else { return };
    let bench = model.workspace.bench().filter(|bench| bench.fresh(generation));
    let Some(bench) = bench else { return };
    let state = bench.trial().map(|trial| task.state(trial, reading.recipe()));
    let reached = state.as_ref().is_some_and(TaskState::reached);
    let at = reading.page.wrapping_sub(1);
    let Some(reading) = &mut model.workspace.lesson else { return };
    reading.task_state = state;
    if let Some(done) = reading.tasks.get_mut(at) {
        *done |= reached;
    }
}

/// Puts the walk where the page says, once there is a trace to walk through.
pub(crate) fn place(model: &mut Model) {
    let generation = model.workspace.batch.generation;
    let Some(reading) = model.workspace.lesson.as_mut().filter(|reading| !reading.placed) else { return };
    let page = reading.shown();
    let examined = model.workspace.batch.examined(page.document);
    if examined.is_none_or(|examined| examined.generation != generation) {
        return;
    }
    if page.show == Show::TwoTexts {
        let at = page.at;
        if !pipeline::follow_both(model) {
            return;
        }
        let two = &mut model.workspace.two_texts;
        // After all steps there is a sentence about all of them.
        two.step = at.filter(|&at| at != WalkPlace::End).and_then(|at| at.find_in_pair(&two.walk));
        pipeline::follow_both(model);
    }
    let Some(reading) = model.workspace.lesson.as_mut() else { return };
    let page = reading.shown();
    if page.show == Show::Index {
        let all: Option<Vec<Fingerprint>> =
            (0..model.workspace.batch.entries.len()).map(|at| model.workspace.batch.fingerprint(at)).collect();
        let plan = Plan::new(model.workspace.batch.recipe.bits, page.blocks, page.chosen);
        let index = all.as_deref().zip(plan.ok()).and_then(|(all, plan)| BlockIndex::new(plan, all).ok());
        // Not all of its documents are there yet, or this page's numbers are none: the next look tells.
        let (Some(all), Some(index)) = (&all, index) else { return };
        let Some(&query) = all.get(page.document) else { return };
        let document = page.document;
        let table = page.table.min(index.plan().tables().len().saturating_sub(1));
        reading.index = Some(LessonTables { index, document, query, table });
    }
    let page = reading.shown();
    let pipeline = &mut model.workspace.pipeline;
    pipeline.step = page.at.and_then(|at| at.find(&pipeline.walk));
    // A page looks the same however it is reached: a step about no feature has the cursor on the row added last.
    let bits = pipeline.step.is_some_and(|step| pipeline.walk.step(step).stage == Stage::Bits);
    let marked = page.marked_features.first().and_then(|name| {
        let trace = model.workspace.batch.trace(page.document)?;
        pipeline.walk.order().iter().position(|&feature| trace.name(feature) == *name)
    });
    pipeline.list.selected = marked.unwrap_or(if bits { pipeline.walk.order().len().saturating_sub(1) } else { 0 });
    reading.placed = true;
}

/// Puts the cursor on the column that the page names, after the walk is at its step: a step has a column of its own.
pub(crate) fn place_column(model: &mut Model) {
    let reading = model.workspace.lesson.as_ref().filter(|reading| reading.placed);
    if let Some(column) = reading.and_then(|reading| reading.shown().column) {
        model.workspace.pipeline.column = column;
    }
}

/// Takes a key for the answer to the page's question; whether it was one. All other keys mean what they always do, so a
/// question stops nobody. An answer can be corrected until the page is left, but not after it was judged.
pub(crate) fn answer(model: &mut Model, event: KeyEvent) -> bool {
    if !asks(model) {
        return false;
    }
    let Some(reading) = &mut model.workspace.lesson else { return false };
    let digit = |c: char| c.is_ascii_digit() || c == '-';
    if reading.judged() {
        return matches!(event.code, KeyCode::Char(c) if digit(c)) || event.code == KeyCode::Backspace;
    }
    match event.code {
        KeyCode::Char('-') if !reading.typed.is_empty() => {}
        KeyCode::Char(c) if digit(c) => {
            if reading.typed.len() < LONGEST {
                reading.typed.push(c);
            } else {
                model.notify(t!(model.lang, "lesson.answer-long", most = LONGEST));
            }
        }
        KeyCode::Char('.') if !reading.typed.is_empty() && !reading.typed.contains('.') => reading.typed.push('.'),
        KeyCode::Backspace => _ = reading.typed.pop(),
        KeyCode::Esc if !reading.typed.is_empty() => reading.typed.clear(),
        KeyCode::Enter if !reading.typed.is_empty() => settle(model),
        _ => return false,
    }
    true
}

/// The most digits of an answer.
const LONGEST: usize = 12;

/// Whether the page has a question, answered or not.
pub(crate) fn asks(model: &Model) -> bool {
    // On a screen too small to show the question nobody is asked.
    (model.size.0 >= 80 && model.size.1 >= 24)
        && model.prompts
        && !model.workspace.editing()
        && model.workspace.dialogs.iter().all(|dialog| dialog.plays().is_some())
        && model.workspace.lesson.as_ref().is_some_and(|reading| reading.exercise().is_some())
}

/// Keeps what was typed, with what is so.
fn settle(model: &mut Model) {
    let is = model.workspace.right_answer();
    let Some(reading) = &mut model.workspace.lesson else { return };
    let said = reading.typed.parse::<f64>().ok();
    // An impossible answer is a slip of the finger, not a wrong answer.
    let range = reading.exercise().and_then(|exercise| exercise.range(reading.recipe().bits));
    if let (Some(said), Some((least, most))) = (said, range)
        && (said.fract() != 0.0 || !(f64::from(least)..=f64::from(most)).contains(&said))
    {
        reading.typed.clear();
        model.notify(t!(model.lang, "lesson.answer-range", least, most));
        return;
    }
    if let (Some(said), Some(is)) = (said, is)
        && let Some(answer) = reading.answers.get_mut(reading.page.wrapping_sub(1))
    {
        *answer = Some(LessonAnswer { said, is });
        reading.typed.clear();
    }
}

/// Leaves the lesson; whether there was a workspace beneath it.
pub(crate) fn leave(model: &mut Model) -> bool {
    model.workspace.lesson.is_some() && model.pop()
}
