//! Two paragraphs set beside each other by hand: one is marked, then one of the other side is chosen.

use super::{super::Request, ScreenEffect, show, with_flow};
use crate::{
    compare::diff::AlignmentPoint,
    review::ReviewChange,
    t,
    tui::{
        action::Action,
        journal::JournalCommand,
        model::{Aligning, DiffSide, Model},
    },
};

/// Begins to choose, with the cursor on A where the reader is.
pub(super) fn begin(model: &mut Model) {
    let hunk = model.workspace.diff.hunk;
    let item = with_flow(model, |flow| {
        let top = model.workspace.diff.top;
        let seen = super::place_of(&flow, hunk)
            .filter(|&at| flow.lines_between(top, at, model.workspace.drawn.rows.saturating_sub(1)).is_some());
        model.workspace.diff.nearest(flow.diff, seen.map_or(top.0, |at| at.0), DiffSide::A)
    });
    if let Some(item) = item.flatten() {
        model.workspace.diff.aligning = Some(Aligning { side: DiffSide::A, item, first: None });
        model.workspace.diff.search = None;
    }
}

/// Carries an action out while paragraphs are chosen; `None` where it has nothing to do with that.
pub(super) fn act(model: &mut Model, action: Action) -> Option<Vec<ScreenEffect>> {
    let aligning = model.workspace.diff.aligning?;
    let page = (model.workspace.drawn.rows as isize / 4).max(1);
    let by = match action {
        Action::Down => 1,
        Action::Up => -1,
        Action::HalfDown | Action::PageDown => page,
        Action::HalfUp | Action::PageUp => -page,
        Action::First => isize::MIN,
        Action::Last => isize::MAX,
        Action::Left | Action::Right | Action::NextPane | Action::PreviousPane => {
            to_side(model, aligning, aligning.side.other());
            return Some(Vec::new());
        }
        Action::Align | Action::Open => {
            return Some(choose(model, aligning).into_iter().collect());
        }
        Action::Back => {
            model.workspace.diff.aligning = None;
            return Some(Vec::new());
        }
        _ => {
            model.workspace.diff.aligning = None;
            return None;
        }
    };
    let item = with_flow(model, |flow| model.workspace.diff.further(flow.diff, aligning.item, aligning.side, by));
    go(model, Aligning { item: item.unwrap_or(aligning.item), ..aligning });
    Some(Vec::new())
}

fn go(model: &mut Model, aligning: Aligning) {
    model.workspace.diff.aligning = Some(aligning);
    show(model, (aligning.item, 0));
}

fn to_side(model: &mut Model, aligning: Aligning, side: DiffSide) {
    let item = with_flow(model, |flow| model.workspace.diff.nearest(flow.diff, aligning.item, side)).flatten();
    if let Some(item) = item {
        go(model, Aligning { side, item, ..aligning });
    }
}

/// Marks the paragraph under the cursor, sets it beside the one marked before, or takes its point away.
fn choose(model: &mut Model, aligning: Aligning) -> Option<ScreenEffect> {
    let lang = model.session.lang;
    let documents = model.workspace.pair()?;
    let diffed = model.workspace.results.diff_of(documents)?.clone();
    let number = model.workspace.diff.number_at(&diffed.diff, aligning.item, aligning.side)?;
    let points = model.workspace.diff.points.entry(documents).or_default();
    let side = aligning.side as usize;
    match aligning.first.filter(|(first, _)| *first != aligning.side) {
        None => {
            if let Some(at) = points.iter().position(|point| point.numbers[side] == number) {
                let point = points.remove(at);
                let [a, b] = point.numbers;
                model.workspace.notice = Some(t!(lang, "align.removed", a = a, b = b));
                return changed(model, documents, point, false);
            }
            to_side(model, Aligning { first: Some((aligning.side, number)), ..aligning }, aligning.side.other());
            None
        }
        Some((_, other)) => {
            let numbers = if side == 0 { [number, other] } else { [other, number] };
            let point = AlignmentPoint::new(diffed.texts(), numbers)?;
            if let Some(crossed) = points.iter().find(|old| !old.agrees(point)) {
                let [a, b] = crossed.numbers;
                model.workspace.notice =
                    Some(t!(lang, "align.crosses", a = a, b = b, key = model.key_of(Action::Align)));
                return None;
            }
            points.push(point);
            points.sort_unstable_by_key(|point| point.numbers);
            model.workspace.notice = Some(t!(lang, "align.set", a = numbers[0], b = numbers[1]));
            changed(model, documents, point, true)
        }
    }
}

/// Computes the differences again, and has a review save the point.
fn changed(model: &mut Model, pair: [usize; 2], point: AlignmentPoint, on: bool) -> Option<ScreenEffect> {
    model.workspace.diff.aligning = None;
    model.workspace.results.diff.forget();
    let review = model.workspace.review.as_mut()?;
    let [a, b] = pair.map(|at| review.files.get(at));
    let change = ReviewChange::align(point, [a?, b?], on);
    review.ahead += 1;
    Some(Request::Keep(JournalCommand::Save(change)).into())
}
