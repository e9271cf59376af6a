//! Keys of the list of verdicts and notes that have lost what they were of, and what is to be known for it.

use std::sync::Arc;

use super::{Effect, clipboard, outcome};
use crate::{
    review::Hunk,
    simhash::Watch,
    tui::{
        action::Action,
        job::{Job, PairTexts},
        model::{Dialog, Lost, Model, Orphan, contents},
        screen::Screen,
    },
};

/// Carries an action out.
pub fn key(model: &mut Model, action: Option<Action>) -> Vec<Effect> {
    let rows = model.workspace.drawn.rows;
    let Some(review) = &model.workspace.review else { return Vec::new() };
    let all = review.orphans.clone();
    let Some(Dialog::Orphans(list)) = model.workspace.dialogs.last_mut() else { return Vec::new() };
    let under = all.get(list.selected.min(all.len().saturating_sub(1)));
    match action {
        Some(Action::Back | Action::Quit | Action::Orphans) => _ = model.workspace.dialogs.pop(),
        Some(Action::Open) => {
            let Some(orphan) = under else { return Vec::new() };
            match orphan.pair.filter(|&pair| model.workspace.batch.pair(pair).is_some()) {
                Some(pair) => {
                    model.workspace.dialogs.pop();
                    outcome::show(model, pair);
                    if orphan.lost == Lost::Words {
                        model.workspace.screen = Screen::Diff;
                    }
                }
                None => model.workspace.notice = model.session.lang.find("orphans.no-pair").map(Into::into),
            }
        }
        Some(Action::Copy) => {
            let note = under.and_then(Orphan::note).map(|(note, _)| model.workspace.redacted(&note).into_owned());
            return note.map_or_else(Vec::new, |note| clipboard::put(model, note));
        }
        Some(action) => _ = list.motion(action, all.len(), rows),
        None => {}
    }
    Vec::new()
}

/// Sees anew which there are.
pub fn gather(model: &mut Model) {
    if let Some(review) = &mut model.workspace.review {
        review.orphans = Orphan::all(review, &model.workspace.batch).into();
    }
}

/// What the places of a pair are now.
pub fn found(model: &mut Model, pair: [usize; 2], of: [u64; 2], places: Arc<[Hunk]>) {
    if let Some(review) = &mut model.workspace.review {
        review.places.insert(pair, (of, places));
    }
    gather(model);
}

/// The pairs at whose places something was decided, and of whose texts as they are these are not known.
pub fn follow(model: &mut Model) -> Option<Effect> {
    let desk = &model.workspace.batch;
    let review = model.workspace.review.as_mut().filter(|review| review.looking.is_none() && desk.settled())?;
    let unknown = |pair: &[usize; 2]| {
        let of = contents(desk, *pair);
        of.is_some() && of != review.places.get(pair).map(|(of, _)| *of)
    };
    let decided = review.matched.pairs().filter(|&pair| !review.matched.hunks(pair).is_empty());
    let mut pairs: Vec<[usize; 2]> = decided.filter(unknown).collect();
    if pairs.is_empty() {
        return None;
    }
    pairs.sort_unstable();
    let texts = |pair: [usize; 2]| {
        let [a, b] = pair.map(|at| desk.document(at).cloned());
        Some(PairTexts { pair, documents: [a?, b?], points: review.matched.points(pair).to_vec() })
    };
    let pairs = pairs.into_iter().filter_map(texts).collect();
    let watch = Arc::new(Watch::default());
    review.looking = Some(watch.clone());
    Some(Effect::Start(model.workspace.number, Job::Places { pairs }, watch))
}

/// The work is over, whatever came of it.
pub fn ended(model: &mut Model, watch: &Arc<Watch>) {
    if let Some(review) = &mut model.workspace.review
        && review.looking.as_ref().is_some_and(|looking| Arc::ptr_eq(looking, watch))
    {
        review.looking = None;
    }
}
