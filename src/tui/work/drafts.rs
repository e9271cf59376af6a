//! Drafts of the lab: found again, and written one after the other.
//!
//! There is no timer: a change makes the lab want its draft saved, one write runs at a time, and what was typed
//! meanwhile is written after it. A draft is at most one write old, and a slow disk makes fewer of them.

use std::collections::BTreeSet;

use crate::{
    document::{Draft, DraftIdentity},
    lab::{HistoryChange, HistoryState},
    t,
    tui::{
        action::Action,
        job::Job,
        model::{Model, Workbench, Workspace},
        screen::Screen,
    },
};

/// The draft of an earlier session, of the document that is shown.
pub(super) fn recall(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let shown = workspace.shown_document();
    let drafts = workspace.lab.drafts.clone();
    let shows = workspace.screen == Screen::Lab;
    let bench = workspace.lab.benches.get_mut(&shown).filter(|bench| shows && !bench.draft.asked)?;
    bench.draft.asked = true;
    let Some(drafts) = drafts else {
        bench.draft.answered = true;
        return None;
    };
    let of = bench.of.clone();
    Some(Job::alone(recalled, move |_, post| {
        let found = drafts.find(&of).map_err(|error| error.to_string());
        post.send((shown, of, found));
        Ok(())
    }))
}

/// Takes a draft of an earlier session in: it becomes the present state, unless something was done already; then it is
/// a row of the history.
fn recalled(model: &mut Model, (document, of, found): (usize, DraftIdentity, Result<Option<Draft>, String>)) {
    let lang = model.session.lang;
    let revision = model.workspace.lab.next_revision();
    let Some(bench) = model.workspace.lab.benches.get_mut(&document).filter(|bench| bench.of == of) else { return };
    bench.draft.answered = true;
    let draft = match found {
        Ok(Some(draft)) => draft,
        Ok(None) => return,
        Err(why) => {
            model.workspace.notice = Some(t!(lang, "lab.not-recalled", why = why));
            return;
        }
    };
    let excluded: BTreeSet<u64> = draft.excluded.into_iter().collect();
    let state = HistoryState { text: draft.text.into(), excluded, recipe: bench.history.state().recipe.clone() };
    let (untouched, present) = (bench.history.rows().len() == 1, bench.history.at());
    bench.push(state, HistoryChange::Draft, revision);
    if untouched {
        bench.editor.replace(&bench.history.state().text.clone(), 0);
        bench.draft.kept = revision;
        bench.draft.found = revision;
        model.workspace.notice = Some(t!(lang, "lab.recalled", key = model.key_of(Action::Undo)));
    } else {
        let recalled = bench.history.at();
        bench.history.open(present);
        model.workspace.notice = Some(t!(lang, "lab.recalled-row", row = recalled));
    }
    let row = model.workspace.lab.benches.get(&document).map_or(0, |bench| bench.history.at());
    model.workspace.lab.states.selected = row;
}

/// Drafts that are not as they are to be: one at a time, so that what is typed meanwhile is written after it.
pub(crate) fn keep(workspace: &mut Workspace) -> Option<Job> {
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
    Some(Job::alone(kept, move |_, post| {
        let kept = draft.map_or_else(|| drafts.drop(&of), |draft| drafts.keep(&draft));
        post.send((document, revision, kept.map_err(|error| error.to_string())));
        Ok(())
    }))
}

/// Installs the result of saving a draft. A failure is reported once, until a draft is saved again.
fn kept(model: &mut Model, (document, revision, kept): (usize, u64, Result<(), String>)) {
    let lang = model.session.lang;
    let Some(bench) = model.workspace.lab.benches.get_mut(&document) else { return };
    bench.draft.writing = None;
    // If there is nothing to save, a draft that could not be removed is no loss.
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
