//! What the lab wants done, seen from what it has; and what came of it.

use std::{collections::BTreeSet, sync::Arc};

use super::{super::Effect, drafted, edit};
use crate::{
    document::{Draft, Identity},
    lab::{Change, LIMIT, Survival},
    simhash::Watch,
    t,
    tui::{
        job::Job,
        model::{Curve, Keeping, LabPane, Model, Tried, Work, Workbench, Workspace},
        screen::Screen,
    },
};

/// Texts up to so many bytes have their curve computed without being asked: it takes some seconds at most.
const AT_ONCE: usize = 64 << 10;

/// Brings the bench that is shown in step with its document, and asks for what is missing.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    if model.workspace.screen == Screen::Lab {
        open(model);
        effects.extend(recall(model));
        effects.extend(trial(model));
        effects.extend(row(model));
        effects.extend(curve(model));
    } else if model.workspace.lab.editing {
        edit::stop(model);
    }
    effects.extend(keep(&mut model.workspace));
    let kept = model.workspace.lab.drafts.is_none()
        || model.workspace.lab.benches.values().all(|bench| bench.draft.kept == bench.revision);
    if model.workspace.lab.leaving && kept {
        super::super::close(model);
    }
    effects
}

/// A bench for the document that is shown.
fn open(model: &mut Model) {
    let shown = model.workspace.shown_document();
    let Some(document) = model.workspace.batch.document(shown).filter(|document| document.text.len() <= LIMIT).cloned()
    else {
        return;
    };
    let recipe = model.workspace.recipe.clone();
    let known = model.workspace.lab.benches.get(&shown).map(|bench| bench.of == Identity::of(&document));
    if known != Some(true) {
        let revision = model.workspace.lab.next_revision();
        let mut bench = Workbench::new(&document, &recipe, revision);
        // The file changed: what was made of its old text is kept beside the new one.
        if let Some(old) = model.workspace.lab.benches.remove(&shown)
            && old.history.differs()
        {
            let revision = model.workspace.lab.next_revision();
            let state = old.history.state().clone();
            bench.editor.replace(&state.text, old.editor.cursor());
            bench.push(state, Change::Draft, revision);
        }
        model.workspace.lab.session = None;
        model.workspace.lab.states.selected = bench.history.at();
        model.workspace.lab.benches.insert(shown, bench);
    }
    let revision = model.workspace.lab.next_revision();
    if let Some(bench) = model.workspace.lab.benches.get_mut(&shown) {
        if bench.history.state().recipe != recipe {
            let mut state = bench.history.state().clone();
            state.recipe = recipe;
            if bench.history.rows().len() == 1 && bench.tried.is_none() {
                bench.history.amend(state, Change::Original);
            } else {
                let before = bench.revision;
                bench.push(state, Change::Recipe, revision);
                // A draft is of the text, and that is what it was.
                let Keeping { kept, found, .. } = &mut bench.draft;
                for known in [kept, found].into_iter().filter(|known| **known == before) {
                    *known = revision;
                }
                model.workspace.lab.states.selected = bench.history.at();
            }
        }
        let (width, rows) = model.workspace.drawn.text;
        if width > 0 {
            bench.editor.settle(width, rows);
        }
    }
}

fn recall(model: &mut Model) -> Option<Effect> {
    let shown = model.workspace.shown_document();
    let drafts = model.workspace.lab.drafts.clone();
    let bench = model.workspace.lab.benches.get_mut(&shown).filter(|bench| !bench.draft.asked)?;
    bench.draft.asked = true;
    let Some(drafts) = drafts else {
        bench.draft.answered = true;
        return None;
    };
    let job = Job::Recall { document: shown, of: bench.of.clone(), drafts };
    Some(Effect::Start(model.workspace.number, job, Arc::default()))
}

/// The present state against the original, once both are known under the present recipe.
fn trial(model: &mut Model) -> Option<Effect> {
    let shown = model.workspace.shown_document();
    let examined = model.workspace.batch.entries.get(shown)?.examined.as_ref()?;
    let (generation, original) = (examined.generation, examined.trace.clone()?);
    let bench = model.workspace.lab.benches.get(&shown)?;
    let wanted = Some((bench.revision, generation));
    if generation != model.workspace.batch.generation
        || bench.fresh(generation)
        || model.workspace.asked.trial == wanted
    {
        return None;
    }
    model.workspace.asked.trial = wanted;
    let before = bench.tried.as_ref().filter(|tried| tried.generation == generation);
    let known = before.and_then(|tried| Some((tried.text.clone(), tried.trial.as_ref().ok()?.trace.clone())));
    let known = known.unwrap_or_else(|| (bench.history.original().clone(), original.clone()));
    let (revision, state) = (bench.revision, bench.history.state().clone());
    let job = Job::Trial { document: shown, revision, generation, original, known, state };
    let watch = Arc::new(Watch::default());
    // What has run for long enough to be shown stays shown while newer states take its place.
    let seen = model.workspace.lab.work.as_ref().is_some_and(|work| work.shown);
    model.workspace.lab.work = Some(Work { what: "work.examining", watch: watch.clone(), shown: seen });
    Some(Effect::Start(model.workspace.number, job, watch))
}

/// A row of the history that was left before it was tried, once the present one was.
fn row(model: &mut Model) -> Option<Effect> {
    let shown = model.workspace.shown_document();
    let bench = model.workspace.lab.benches.get(&shown)?;
    let (row, state) = bench.history.unknown()?;
    if model.workspace.lab.filling || !bench.fresh(model.workspace.batch.generation) {
        return None;
    }
    let job = Job::Row { document: shown, row, original: bench.history.original().clone(), state: state.clone() };
    model.workspace.lab.filling = true;
    Some(Effect::Start(model.workspace.number, job, Arc::default()))
}

fn curve(model: &mut Model) -> Option<Effect> {
    let shown = model.workspace.shown_document();
    let bench = model.workspace.lab.benches.get(&shown)?;
    let generation = model.workspace.batch.generation;
    let known = model.workspace.lab.curve.as_ref().is_some_and(|curve| curve.of == (shown, generation));
    let seen = model.wide(model.session.size.0) || model.workspace.lab.pane == LabPane::Curve;
    // What is typed comes first.
    let idle = bench.fresh(generation);
    let at_once = bench.history.original().len() <= AT_ONCE || model.workspace.lab.curve_wanted;
    if known || !seen || !idle || !at_once || model.workspace.asked.curve == Some((shown, generation)) {
        return None;
    }
    model.workspace.lab.curve_wanted = false;
    model.workspace.asked.curve = Some((shown, generation));
    let text = bench.history.original().clone();
    let job = Job::Survival { document: shown, generation, text, recipe: model.workspace.recipe.clone() };
    let watch = Arc::new(Watch::default());
    model.workspace.lab.curving = Some(watch.clone());
    Some(Effect::Start(model.workspace.number, job, watch))
}

/// Has the curve of the document that is shown computed anew, however long that takes.
pub fn start_curve(model: &mut Model) {
    model.workspace.asked.curve = None;
    model.workspace.lab.curve = None;
    model.workspace.lab.curve_wanted = true;
    if !model.wide(model.session.size.0) {
        model.workspace.lab.pane = LabPane::Curve;
    }
}

/// Drafts that are not as they are to be: one at a time, so that what is typed meanwhile is written after it.
pub fn keep(workspace: &mut Workspace) -> Option<Effect> {
    let drafts = workspace.lab.drafts.clone()?;
    if workspace.lab.benches.values().any(|bench| bench.draft.writing.is_some()) {
        return None;
    }
    let wants = |bench: &&mut Workbench| {
        let draft = &bench.draft;
        draft.answered && draft.kept != bench.revision && draft.failed != Some(bench.revision)
    };
    let (document, bench) =
        workspace.lab.benches.iter_mut().map(|(at, bench)| (*at, bench)).find(|(_, bench)| wants(bench))?;
    bench.draft.writing = Some(bench.revision);
    let (revision, of, draft) = (bench.revision, bench.of.clone(), bench.draft());
    Some(Effect::Start(workspace.number, Job::Keep { document, revision, of, draft, drafts }, Arc::default()))
}

/// Takes a trial in, unless a newer one is there.
pub fn tried(model: &mut Model, document: usize, tried: Tried) {
    let list = &mut model.workspace.lab.features;
    if let Some(bench) = model.workspace.lab.benches.get_mut(&document)
        && bench.tried.as_ref().is_none_or(|t| (t.generation, t.revision) <= (tried.generation, tried.revision))
    {
        bench.take(tried, list);
    }
}

/// Takes the runs so far in.
pub fn survived(model: &mut Model, of: (usize, u64), survival: Survival) {
    if model.workspace.asked.curve == Some(of) {
        model.workspace.lab.curve = Some(Curve { of, survival });
    }
}

/// Takes a draft of an earlier session in: it becomes the present state, unless something was done already; then it is
/// a row of the history.
pub fn recalled(model: &mut Model, document: usize, of: &Identity, found: Result<Option<Draft>, String>) {
    let lang = model.session.lang;
    let revision = model.workspace.lab.next_revision();
    let Some(bench) = model.workspace.lab.benches.get_mut(&document).filter(|bench| bench.of == *of) else { return };
    bench.draft.answered = true;
    let draft = match found {
        Ok(Some(draft)) => draft,
        Ok(None) => return,
        Err(why) => {
            model.workspace.notice = Some(t!(lang, "lab.not-recalled", why = why));
            return;
        }
    };
    let left_out: BTreeSet<u64> = draft.left_out.into_iter().collect();
    let state = drafted(bench.history.state(), draft.text, left_out);
    let (untouched, present) = (bench.history.rows().len() == 1, bench.history.at());
    bench.push(state, Change::Draft, revision);
    if untouched {
        bench.editor.replace(&bench.history.state().text.clone(), 0);
        bench.draft.kept = revision;
        bench.draft.found = revision;
        model.workspace.notice = Some(t!(lang, "lab.recalled", key = model.key_of(crate::tui::action::Action::Undo)));
    } else {
        let recalled = bench.history.at();
        bench.history.open(present);
        model.workspace.notice = Some(t!(lang, "lab.recalled-row", row = recalled));
    }
    let row = model.workspace.lab.benches.get(&document).map_or(0, |bench| bench.history.at());
    model.workspace.lab.states.selected = row;
}

/// Takes in whether a draft was kept. That it was not is said once, until it is again.
pub fn kept(model: &mut Model, document: usize, revision: u64, kept: Result<(), String>) {
    let lang = model.session.lang;
    let Some(bench) = model.workspace.lab.benches.get_mut(&document) else { return };
    bench.draft.writing = None;
    // Where there is nothing to keep, it is no loss that nothing could be removed either.
    match kept.or_else(|why| if bench.history.differs() { Err(why) } else { Ok(()) }) {
        Ok(()) => {
            bench.draft.kept = revision;
            bench.draft.failed = None;
        }
        Err(why) => {
            if bench.draft.failed.replace(revision).is_none() || model.workspace.lab.leaving {
                model.workspace.notice = Some(t!(lang, "lab.not-kept", why = why));
            }
            model.workspace.lab.leaving = false;
        }
    }
}
