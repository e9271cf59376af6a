//! A changed text of the lab tried against its original, now or after the reader has left it, and how many replaced
//! words texts tolerate.

use std::sync::Arc;

use super::{counted, once};
use crate::{
    lab::{Robustness, Trial, robustness},
    lesson::Show,
    simhash::{CountError, GivenError, Pipeline, Stopped, Trace, Watch},
    tui::{
        model::{HistoryState, LabPane, LessonState, Model, TaskProgress, TrialOutcome, job::Job},
        screen::Screen,
    },
};

/// Texts up to so many bytes have their curve computed without being asked, which takes some seconds at most, and keep
/// the places of their words.
const AT_ONCE: usize = 64 << 10;

/// The present state against the original, once both are known under the present recipe.
pub(super) fn state(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let shown = workspace.shown_document();
    let examined = workspace.batch.examined(shown)?;
    let (generation, original) = (examined.generation, examined.trace()?.clone());
    let bench = workspace.lab.benches.get(&shown).filter(|_| workspace.screen == Screen::Lab)?;
    let key = (bench.revision, generation);
    if generation != workspace.batch.generation || bench.fresh(generation) || !workspace.results.trial.wants(&key) {
        return None;
    }
    let before = bench.tried.as_ref().filter(|tried| tried.generation == generation);
    let known = before.and_then(|tried| Some((tried.text.clone(), tried.trial.as_ref().ok()?.trace.clone())));
    let known = known.unwrap_or_else(|| (bench.history.original().clone(), original.clone()));
    let (revision, state) = (bench.revision, bench.history.state().clone());
    let job = once(&mut workspace.results.trial, key, tried, move |watch| {
        let text = state.text.clone();
        let trial = of_state(original, &known, state, watch)?;
        Ok((shown, TrialOutcome { revision, generation, text, trial }))
    });
    Some(job.seen(TaskProgress::Pane))
}

/// Takes a trial in, unless a newer one is there.
fn tried(model: &mut Model, (document, tried): (usize, TrialOutcome)) {
    let lab = &mut model.workspace.lab;
    if let Some(bench) = lab.benches.get_mut(&document)
        && bench.tried.as_ref().is_none_or(|t| (t.generation, t.revision) <= (tried.generation, tried.revision))
    {
        bench.install_trial(tried, &mut lab.features);
    }
}

/// How many replaced words the text as it is now tolerates, or those on a page of a lesson.
pub(super) fn curve(model: &mut Model) -> Option<Job> {
    let seen = model.wide(model.screen_width()) || model.workspace.lab.pane == LabPane::Curve;
    let workspace = &mut model.workspace;
    let generation = workspace.batch.generation;
    let page = workspace.lesson.as_ref().map(LessonState::shown).filter(|page| page.show == Show::Robustness);
    let (states, texts): (Vec<_>, Vec<_>) = if let Some(page) = page {
        // Its documents are as the lesson has them.
        let text = |&at: &usize| Some(((at, 0), workspace.batch.document(at)?.text.clone()));
        page.watched.iter().map(text).collect::<Option<Vec<_>>>()?.into_iter().unzip()
    } else {
        let shown = workspace.shown_document();
        let bench = workspace.lab.benches.get(&shown).filter(|_| workspace.screen == Screen::Lab)?;
        // The text that is being typed comes first.
        let idle = bench.fresh(generation) && !workspace.lab.editing;
        let text = &bench.history.state().text;
        if !seen || !idle || text.len() > AT_ONCE && !workspace.lab.curve_wanted {
            return None;
        }
        (vec![(shown, bench.revision)], vec![text.clone()])
    };
    let key = (states, generation);
    if !workspace.results.curve.wants(&key) {
        return None;
    }
    workspace.lab.curve_wanted = false;
    let recipe = workspace.batch.recipe.clone();
    let install = |model: &mut Model, (key, curve)| _ = model.workspace.results.curve.install(key, curve);
    let job = Job::in_parts(&mut workspace.results.curve, key.clone(), install, move |watch, post| {
        let mut all = vec![Robustness::default(); texts.len()];
        for (at, text) in texts.iter().enumerate() {
            let progress = |now: &Robustness| {
                all[at].clone_from(now);
                post.send((key.clone(), all.clone()));
            };
            counted(robustness(text, &recipe, progress, watch))?;
        }
        post.send((key, all));
        Ok(())
    });
    Some(job.seen(TaskProgress::Pane))
}

/// Computes the curve of the document that is shown again, however long that takes.
pub(crate) fn start_curve(model: &mut Model) {
    model.workspace.results.curve.clear();
    model.workspace.lab.curve_wanted = true;
    if !model.wide(model.screen_width()) {
        model.workspace.lab.pane = LabPane::Curve;
    }
}

/// The trial of a state; `known` is a text whose trace exists already.
fn of_state(
    original: Arc<Trace>,
    (text, trace): &(Arc<String>, Arc<Trace>),
    state: HistoryState,
    watch: &Watch,
) -> Result<Result<Arc<Trial>, GivenError>, Stopped> {
    watch.expect(state.text.len() as u64);
    let pipeline = Pipeline::new(&state.recipe).watched(watch);
    let traced = if Arc::ptr_eq(text, &state.text) || *text == state.text {
        Ok(trace.clone())
    } else if state.text.len() <= AT_ONCE {
        pipeline.trace(&state.text).map(Arc::new)
    } else {
        pipeline.without_places().trace(&state.text).map(Arc::new)
    };
    let trial = match traced {
        Ok(trace) => Ok(Arc::new(Trial::new(original, trace, state.excluded))),
        Err(CountError::Stopped(stopped)) => return Err(stopped),
        Err(CountError::Given(error)) => Err(error),
    };
    watch.check()?;
    Ok(trial)
}
