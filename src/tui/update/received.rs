//! The question whether what came with a folder is accepted.

use crossterm::event::{KeyCode, KeyEvent};

use super::{Effect, Request};
use crate::{
    batch::Batch,
    locale::Lang,
    review::{Files, journal::Received},
    t,
    tui::{
        action::Action,
        journal::JournalCommand,
        model::{Dialog, List, Model, ReceivedReview},
    },
};

/// How many answers there are: only look, accept.
pub(super) const ANSWERS: usize = 2;
const ACCEPT: usize = 1;

/// Updates the received parts to those that the journal reported.
pub(super) fn update(
    known: &mut Option<ReceivedReview>,
    now: Option<Received>,
    (batch, files, lang): (&Batch, &Files, Lang),
) {
    let Some(parts) = now else {
        *known = None;
        return;
    };
    let rules = batch.received_rules(&parts.rules, files, lang);
    let before = known.take().unwrap_or_default();
    let same = before.parts == parts && before.rules == rules;
    *known = Some(ReceivedReview {
        // A reader who only looks is asked again about more, not about less.
        asked: before.asked && parts.rules.iter().all(|rule| before.parts.rules.contains(rule)),
        revision: before.revision + u64::from(!same),
        parts,
        rules,
    });
}

/// Asks what was not asked yet, once nothing else has the keys.
pub(super) fn follow(model: &mut Model) {
    let idle = model.workspace.dialogs.is_empty() && !model.workspace.editing() && model.workspace.lesson.is_none();
    let received = model.workspace.review.as_mut().and_then(|review| review.received.as_mut());
    match received {
        Some(received) if !received.asked && idle => ask(model),
        Some(_) => {}
        None => model.workspace.dialogs.retain(|dialog| !matches!(dialog, Dialog::Received(_))),
    }
}

/// Opens the question, which the reader has then seen.
pub(super) fn ask(model: &mut Model) {
    if let Some(received) = model.workspace.review.as_mut().and_then(|review| review.received.as_mut()) {
        received.asked = true;
        model.workspace.dialogs.push(Dialog::Received(List::default()));
    }
}

pub(super) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    let Some(Dialog::Received(list)) = model.workspace.dialogs.last_mut() else { return None };
    match (action, event.code) {
        (_, KeyCode::Enter) => {
            let row = list.selected;
            return answer(model, row);
        }
        (Some(Action::Back | Action::Quit), _) => return answer(model, 0),
        (Some(action), _) => _ = list.motion(action, ANSWERS, ANSWERS),
        _ => {}
    }
    None
}

/// The answer in that row.
pub(super) fn answer(model: &mut Model, row: usize) -> Effect {
    model.workspace.dialogs.pop();
    if row == ACCEPT {
        return Some(Request::Keep(JournalCommand::Accept).into());
    }
    let (lang, key) = (model.lang, model.key_of(Action::Verdict));
    let whole = model.workspace.review.as_ref().is_some_and(crate::tui::model::OpenReview::is_received);
    model.notify(if whole {
        t!(lang, "received.kept-apart", key)
    } else {
        t!(lang, "received.rules-off", key = model.key_of(Action::Exclusions))
    });
    None
}
