//! Keys of screen 4 while it shows shared text: the cursor is on a passage, and each text is scrolled by itself; and of
//! the list of all shared passages.

use std::sync::Arc;

use super::{Effect, exclusion, to_clipboard};
use crate::{
    simhash::Span,
    t,
    tui::{
        action::Action,
        flow::{Place, TextLayout, TilesFlow},
        model::{DiffMode, DiffSearch, DiffSide, Model, Passages, next_of},
        screen::Screen,
    },
};

pub(super) fn act(model: &mut Model, action: Action) -> Effect {
    match action {
        Action::Next | Action::Previous => step(model, action == Action::Next),
        Action::NextMoved | Action::PreviousMoved => step_place(model, action == Action::NextMoved),
        Action::Open => align(model),
        Action::NextPane | Action::PreviousPane => turn(model),
        Action::MarkCommon | Action::MarkQuotation => mark(model, action),
        Action::Copy | Action::CopyAll => return copy(model, action == Action::CopyAll),
        Action::First => scroll(model, isize::MIN / 2),
        Action::Last => scroll(model, isize::MAX / 2),
        Action::Layout | Action::Fold | Action::FoldAll => {
            let key = model.key_of(Action::Mode);
            model.notify(t!(model.lang, "notice.differences-only", key));
        }
        _ => {
            if let Some(by) = action.lines(super::page(model)) {
                scroll(model, by);
            }
        }
    }
    None
}

fn passages(model: &Model) -> Option<Arc<Passages>> {
    model.workspace.passages_of(model.workspace.pair()?).cloned()
}

/// How the screen lays the texts out, and how many rows of them it shows.
fn layout(model: &Model, passages: &Passages) -> (TextLayout, usize) {
    let width = model.screen_width();
    let texts = if model.wide(width) { 2 } else { 1 };
    let layout = TextLayout::new(width, texts, TextLayout::SHARED, passages.shared.numbered() as usize);
    (layout, super::rows(model))
}

/// Calls `f` with the texts as the screen lays them out.
fn with_flows<T>(model: &Model, passages: &Passages, f: impl FnOnce([TilesFlow<'_>; 2], usize) -> T) -> T {
    let (layout, rows) = layout(model, passages);
    f(TilesFlow::both(model, passages, layout.columns), rows)
}

/// Brings the cursor in step with the passages, and shows it where it is new.
pub(crate) fn follow(model: &mut Model) {
    if model.workspace.screen == Screen::Diff {
        model.workspace.set_diff_mode(model.workspace.diff_mode());
    } else {
        model.workspace.diff.mode = None;
    }
    let Some(passages) = passages(model) else { return };
    model.workspace.shared.refresh(&passages);
    if model.workspace.screen != Screen::Diff || !model.workspace.shows_shared() {
        return;
    }
    if std::mem::take(&mut model.workspace.shared.pending) && model.workspace.diff.search.is_none() {
        show(model, &passages);
    }
}

/// Shows the passage at an index, in the mode of shared text.
pub(crate) fn show_passage(model: &mut Model, at: usize) {
    model.workspace.set_diff_mode(DiffMode::Shared);
    model.workspace.diff.search = None;
    let Some(passages) = passages(model) else { return };
    model.workspace.shared.refresh(&passages);
    model.workspace.shared.pending = false;
    model.workspace.shared.select(at);
    align(model);
}

/// The next passage or the one before; while a search is on, its next match.
fn step(model: &mut Model, forward: bool) {
    if model.workspace.diff.step(forward, true) {
        show_match(model);
        return;
    }
    let Some(passages) = passages(model) else { return };
    let at = model.workspace.shared.passage;
    let next = if forward { at + 1 } else { at.wrapping_sub(1) };
    if next < passages.total() {
        model.workspace.shared.select(next);
    }
    show(model, &passages);
}

/// The next place of the passage under the cursor, or the one before, round and round.
fn step_place(model: &mut Model, forward: bool) {
    let Some(passages) = passages(model) else { return };
    let shared = &mut model.workspace.shared;
    let Some(passage) = passages.get(shared.passage) else { return };
    let places = passage.shared.places.iter().map(Vec::len).max().unwrap_or(1).max(1);
    if places == 1 {
        model.notify(t!(model.lang, "notice.one-place"));
        return;
    }
    shared.place = next_of(shared.place, places, forward);
    align(model);
}

/// The places of the passage under the cursor that are shown.
fn places(model: &Model, passages: &Passages) -> Option<[Span; 2]> {
    let shared = &model.workspace.shared;
    Some([passages.place(0, shared.passage, shared.place)?, passages.place(1, shared.passage, shared.place)?])
}

/// Scrolls the texts, where it does not begin on the screen, so that the passage under the cursor begins there: in the
/// row of its other side if that is seen.
fn show(model: &mut Model, passages: &Passages) {
    let Some(spans) = places(model, passages) else { return };
    let tops = model.workspace.shared.tops;
    let tops = with_flows(model, passages, |flows, rows| {
        let at = [0, 1].map(|side: usize| flows[side].place_of(spans[side].start));
        let seen = [0, 1].map(|side: usize| flows[side].lines_between(tops[side], at[side], rows.saturating_sub(2)));
        let row = seen[0].or(seen[1]).unwrap_or(rows / 3);
        [0, 1].map(|side: usize| if seen[side].is_some() { tops[side] } else { above(&flows[side], at[side], row) })
    });
    model.workspace.shared.tops = tops;
}

/// Scrolls both texts so that the passage under the cursor begins in the same row.
fn align(model: &mut Model) {
    let Some(passages) = passages(model) else { return };
    let Some(spans) = places(model, &passages) else { return };
    let tops = with_flows(model, &passages, |flows, rows| {
        let at = [0, 1].map(|side: usize| flows[side].place_of(spans[side].start));
        let tops = [0, 1].map(|side: usize| above(&flows[side], at[side], rows / 3));
        // A text that has fewer lines above sets the row.
        let row = |side: usize| flows[side].lines_between(tops[side], at[side], rows).unwrap_or(0);
        let row = row(0).min(row(1));
        [0, 1].map(|side: usize| above(&flows[side], at[side], row))
    });
    model.workspace.shared.tops = tops;
}

/// The place so many rows above another.
fn above(flow: &TilesFlow<'_>, at: Place, rows: usize) -> Place {
    flow.moved(at, -(rows as isize))
}

/// Turns to the other text, with the passage under the cursor in the same row.
fn turn(model: &mut Model) {
    let Some(passages) = passages(model) else { return };
    let [from, to] = {
        let shared = &mut model.workspace.shared;
        let from = shared.side;
        shared.side = from.other();
        [from, shared.side].map(|side| side as usize)
    };
    let Some(spans) = places(model, &passages) else { return };
    let tops = model.workspace.shared.tops;
    let top = with_flows(model, &passages, |flows, rows| {
        let at = [0, 1].map(|side: usize| flows[side].place_of(spans[side].start));
        let row = flows[from].lines_between(tops[from], at[from], rows.saturating_sub(1));
        above(&flows[to], at[to], row.unwrap_or(rows / 3))
    });
    model.workspace.shared.tops[to] = top;
}

/// Scrolls both texts by lines, or that which is shown alone. If the passage under the cursor leaves the screen, the
/// cursor goes to the first that is there.
pub(super) fn scroll(model: &mut Model, by: isize) {
    let Some(passages) = passages(model) else { return };
    let (tops, sides) = (model.workspace.shared.tops, shown(model));
    let tops = with_flows(model, &passages, |flows, rows| {
        [0, 1].map(|side: usize| {
            if !sides.contains(&side) {
                return tops[side];
            }
            flows[side].scrolled(tops[side], by, rows)
        })
    });
    model.workspace.shared.tops = tops;
    keep_cursor(model, &passages, by < 0);
}

/// The sides that are on the screen.
fn shown(model: &Model) -> &'static [usize] {
    match (model.wide(model.screen_width()), model.workspace.shared.side) {
        (true, _) => &[0, 1],
        (false, DiffSide::A) => &[0],
        (false, DiffSide::B) => &[1],
    }
}

/// Puts the cursor on a passage that is on the screen: the first, or the last after scrolling back.
fn keep_cursor(model: &mut Model, passages: &Passages, back: bool) {
    let (shared, sides) = (&model.workspace.shared, shown(model));
    let tops = shared.tops;
    let (under, place) = (shared.passage, shared.place);
    let found = with_flows(model, passages, |flows, rows| {
        let windows = sides.iter().map(|&side| {
            let flow = &flows[side];
            let end = flow.moved(tops[side], rows as isize);
            (side, Span { start: flow.byte_of(tops[side]), end: flow.byte_of(end).max(flow.byte_of(tops[side]) + 1) })
        });
        let windows: Vec<(usize, Span)> = windows.collect();
        let meets = |side: usize, window: &Span, at: usize| {
            passages.place(side, at, place).is_some_and(|span| span.start < window.end && window.start < span.end)
        };
        if windows.iter().any(|(side, window)| meets(*side, window, under)) {
            return None;
        }
        windows.iter().find_map(|(side, window)| {
            let tiles = passages.shared.tiles[*side].iter();
            let mut inside = tiles.filter(|tile| tile.span.start < window.end && window.start < tile.span.end);
            let tile = if back { inside.next_back() } else { inside.next() };
            tile.map(|tile| tile.passage as usize)
        })
    });
    if let Some(found) = found {
        model.workspace.shared.select(found);
    }
}

/// Goes to a place of both texts: a share in thousandths.
pub(super) fn jump(model: &mut Model, share: u16) {
    let Some(passages) = passages(model) else { return };
    let tops = with_flows(model, &passages, |flows, _| {
        [0, 1].map(|side: usize| {
            let bytes = passages.texts[side].text.len() as u64 * u64::from(share) / 1000;
            flows[side].place_of(bytes as u32)
        })
    });
    model.workspace.shared.tops = tops;
    scroll(model, 0);
}

/// Goes to the match of the search under the cursor.
pub(super) fn show_match(model: &mut Model) {
    let Some(passages) = passages(model) else { return };
    let found = model.workspace.diff.search.as_ref().and_then(DiffSearch::current).cloned();
    let Some(found) = found else { return };
    let side = found.side as usize;
    model.workspace.shared.side = found.side;
    let top = model.workspace.shared.tops[side];
    let top = with_flows(model, &passages, |flows, rows| flows[side].showing(found.range.start as u32, top, rows));
    model.workspace.shared.tops[side] = top;
}

/// Excludes the passage under the cursor, or includes it again.
fn mark(model: &mut Model, action: Action) {
    if model.workspace.diff.search.is_some() {
        exclusion::mark_here(model, action);
    } else if let Some(passages) = passages(model).filter(|passages| passages.total() > 0) {
        let at = model.workspace.shared.passage;
        exclusion::mark_passage(model, passages.text(at), passages.is_excluded(at), action);
    }
}

/// Copies the passage under the cursor, or all of them.
fn copy(model: &mut Model, all: bool) -> Effect {
    let passages = passages(model)?;
    let text = if all {
        (0..passages.total()).map(|at| passages.text(at)).collect::<Vec<_>>().join("\n\n")
    } else {
        passages.text(model.workspace.shared.passage).to_owned()
    };
    to_clipboard(model, text)
}
