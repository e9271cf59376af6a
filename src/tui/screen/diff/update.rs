//! Keys of screen 4: the differences, and a search.

pub(crate) mod shared;

use std::ops::Range;

use crate::{
    compare::diff::Hunk,
    t, text,
    tui::{
        action::Action,
        flow::{Flow, TextLayout},
        model::{
            DiffItem, DiffMatch, DiffMode, DiffSearch, DiffSide, Model,
            effect::{Effect, ScreenEffect, TextPlaces},
            folded,
        },
        screen::Screen,
        update::{common::to_clipboard, exclusion},
    },
};

pub(crate) fn act(model: &mut Model, action: Action) -> Effect {
    let workspace = &mut model.workspace;
    match action {
        Action::Mode => set_mode(model),
        Action::Swap => swap(model),
        Action::Find | Action::Passages | Action::Evidence => return Some(ScreenEffect::Open(action)),
        Action::Back if workspace.diff.search.is_some() => workspace.diff.search = None,
        Action::Back => {
            workspace.screen = Screen::Overview;
            let pair = workspace.pair();
            if let Some((_, dialogs)) = workspace.left.take().filter(|(of, _)| pair == Some(*of)) {
                workspace.dialogs = dialogs;
            }
        }
        _ if workspace.shows_shared() => return shared::act(model, action),
        _ => return act_on_differences(model, action),
    }
    None
}

/// Goes to the next mode. A search goes on there.
fn set_mode(model: &mut Model) {
    let workspace = &mut model.workspace;
    let before = workspace.diff_mode();
    let next = match before {
        DiffMode::Shared => DiffMode::Differences,
        DiffMode::Differences if workspace.offers_as_written() => DiffMode::AsWritten,
        DiffMode::Differences | DiffMode::AsWritten => DiffMode::Shared,
    };
    workspace.set_diff_mode(next);
    if !workspace.near() {
        workspace.diff.far = Some(if next == DiffMode::Shared { next } else { DiffMode::Differences });
    }
    if [before, next].contains(&DiffMode::AsWritten) {
        workspace.diff.hunk = 0;
    }
    workspace.diff.fresh |= workspace.diff.search.is_some();
}

/// Swaps A and B: the two documents swap their numbers.
fn swap(model: &mut Model) {
    let workspace = &mut model.workspace;
    let Some([a, b]) = workspace.pair() else { return };
    let why = if workspace.review.is_some() || workspace.lesson.is_some() {
        Some("notice.sides")
    } else {
        workspace.works().then_some("overview.working")
    };
    if let Some(why) = why {
        model.notify(model.lang.text(why));
        return;
    }
    let mut order: Vec<usize> = (0..workspace.batch.entries.len()).collect();
    order.swap(a, b);
    let mode = workspace.diff_mode();
    let mut swapped = workspace.reordered(&order);
    swapped.overview.wanted = Some([a, b]);
    swapped.diff.mode = Some(([a, b], mode));
    model.replace(swapped);
}

fn act_on_differences(model: &mut Model, action: Action) -> Effect {
    let diff = &mut model.workspace.diff;
    match action {
        Action::Next | Action::Previous => step(model, action == Action::Next),
        Action::Layout => model.workspace.diff.inline = Some(!model.inline()),
        Action::Fold => fold(model),
        Action::FoldAll => {
            diff.all_open = !diff.all_open;
            diff.open.clear();
            relist(model);
            show_hunk(model);
        }
        Action::NextMoved | Action::PreviousMoved => step_moved(model, action == Action::NextMoved),
        Action::Open => other_end(model),
        Action::MarkCommon | Action::MarkQuotation => exclusion::mark_here(model, action),
        Action::Copy | Action::CopyAll => return copy(model, action == Action::CopyAll),
        Action::First => {
            diff.top = (0, 0);
            diff.hunk = 0;
        }
        Action::Last => {
            diff.top.0 = diff.items.len().saturating_sub(1);
            scroll(model, 0);
            model.workspace.diff.hunk = with_flow(model, |flow| flow.diff.hunks.len().saturating_sub(1)).unwrap_or(0);
        }
        _ => {
            if let Some(by) = action.lines(page(model)) {
                scroll(model, by);
            }
        }
    }
    None
}

fn page(model: &Model) -> isize {
    (model.workspace.drawn.rows as isize - 1).max(1)
}

/// Calls `f` with the layout that the screen shows.
fn with_flow<T>(model: &Model, f: impl FnOnce(Flow<'_>) -> T) -> Option<T> {
    let diffed = model.workspace.diffed()?;
    let layout = TextLayout::of_differences(model, diffed.documents);
    Some(f(Flow::of(model, diffed, layout.columns)))
}

/// How many rows of the texts the screen shows; before it is drawn for the first time, about as many as there will be.
fn rows(model: &Model) -> usize {
    let drawn = &model.workspace.drawn;
    let rows = if drawn.columns == 0 { usize::from(model.size.1).saturating_sub(9) } else { drawn.rows };
    rows.max(1)
}

/// Scrolls by lines; the hunk under the cursor stays on the screen.
pub(crate) fn scroll(model: &mut Model, by: isize) {
    if model.workspace.shows_shared() {
        return shared::scroll(model, by);
    }
    let rows = model.workspace.drawn.rows.max(1);
    let (top, hunk) = (model.workspace.diff.top, model.workspace.diff.hunk);
    let moved = with_flow(model, |flow| {
        let mut top = flow.moved(top, by);
        // Every item has a line, so only where fewer are left than the page has can its end come up too far.
        if flow.items.len() - top.0 <= rows {
            let end = flow.items.len().saturating_sub(1);
            top = top.min(flow.moved((end, flow.lay(end).height - 1), 1 - rows as isize));
        }
        let shown = |h: usize| place_of(&flow, h).is_some_and(|at| flow.lines_between(top, at, rows - 1).is_some());
        if shown(hunk) {
            return (top, hunk);
        }
        let hunks = flow.diff.hunks.len();
        let below = flow.diff.hunks.partition_point(|h| item_of_row(flow.items, h.row) < top.0);
        let first = (below..hunks).find(|&h| place_of(&flow, h).is_some_and(|at| at >= top));
        let first = first.unwrap_or(hunks.saturating_sub(1));
        (top, if by < 0 { (first..hunks).take_while(|&h| shown(h)).last().unwrap_or(first) } else { first })
    });
    if let Some((top, hunk)) = moved {
        model.workspace.diff.top = top;
        model.workspace.diff.hunk = hunk;
    }
}

/// The item that shows a row. Items come in the order of rows, so it is found by halving.
fn item_of_row(items: &[DiffItem], row: u32) -> usize {
    items.partition_point(|item| match item {
        DiffItem::Row(r) => *r < row,
        DiffItem::Fold(rows) => rows.end <= row,
    })
}

/// The item and line on which a hunk begins.
fn place_of(flow: &Flow<'_>, hunk: usize) -> Option<(usize, usize)> {
    let hunk = flow.diff.hunks.get(hunk)?;
    let item = item_of_row(flow.items, hunk.row);
    let (side, source) = if hunk.a.is_empty() { (DiffSide::B, hunk.b.start) } else { (DiffSide::A, hunk.a.start) };
    Some((item, flow.line_of(item, side, source as usize)))
}

/// The next or previous hunk, or match while a search is on.
fn step(model: &mut Model, forward: bool) {
    if model.workspace.diff.step(forward, false) {
        show_match(model);
        return;
    }
    let at = model.workspace.diff.hunk;
    // A moved block is one change, whichever of its hunks the cursor is on.
    let next = with_flow(model, |flow| {
        let begins = |hunk: &usize| flow.diff.begins_change(*hunk);
        if forward { (at + 1..flow.diff.hunks.len()).find(begins) } else { (0..at).rev().find(begins) }
    });
    if let Some(next) = next.flatten() {
        model.workspace.diff.hunk = next;
    }
    show_hunk(model);
}

/// The next or previous end of a moved block, by place on the screen.
fn step_moved(model: &mut Model, forward: bool) {
    let at = model.workspace.diff.hunk as u32;
    let next = with_flow(model, |flow| {
        let ends = flow.diff.moved.iter().flat_map(|moved| [moved.removed.start, moved.added.start]);
        if forward { ends.filter(|&end| end > at).min() } else { ends.filter(|&end| end < at).max() }
    });
    match next.flatten() {
        Some(next) => model.workspace.diff.hunk = next as usize,
        None if with_flow(model, |flow| flow.diff.moved.is_empty()).unwrap_or(true) => {
            model.notify(t!(model.lang, "notice.nothing-moved"));
            return;
        }
        None => {}
    }
    show_hunk(model);
}

/// Goes to the other end of the moved block under the cursor, and back.
fn other_end(model: &mut Model) {
    let hunk = model.workspace.diff.hunk;
    let other = with_flow(model, |flow| flow.diff.other_end(hunk)).flatten();
    if let Some(other) = other {
        model.workspace.diff.search = None;
        model.workspace.diff.hunk = other;
        show_hunk(model);
    }
}

/// Scrolls so that the hunk under the cursor is seen.
fn show_hunk(model: &mut Model) {
    let hunk = model.workspace.diff.hunk;
    if let Some(Some(at)) = with_flow(model, |flow| place_of(&flow, hunk)) {
        show(model, at);
    }
}

fn show_match(model: &mut Model) {
    if model.workspace.shows_shared() {
        return shared::show_match(model);
    }
    let diff = &model.workspace.diff;
    let Some(found) = diff.search.as_ref().and_then(DiffSearch::current).cloned() else { return };
    if !diff.all_open {
        // A place inside a fold could not be shown.
        model.workspace.diff.all_open = true;
        relist(model);
    }
    let item = model.workspace.diff.item_at(found.side, found.range.start);
    let line = with_flow(model, |flow| flow.line_of(item, found.side, found.range.start));
    show(model, (item, line.unwrap_or(0)));
}

/// Scrolls only if the place is not visible; then a third of the page is above it.
fn show(model: &mut Model, at: (usize, usize)) {
    let rows = rows(model);
    let top = model.workspace.diff.top;
    let moved = with_flow(model, |flow| match flow.lines_between(top, at, rows.saturating_sub(2)) {
        Some(_) => top,
        None => flow.moved(at, -((rows / 3) as isize)),
    });
    model.workspace.diff.top = moved.unwrap_or(at);
}

/// Opens the first fold on the screen; without one, closes the last that was opened above its end.
fn fold(model: &mut Model) {
    let Some(diffed) = model.workspace.diffed().cloned() else { return };
    let diff = &mut model.workspace.diff;
    let visible = diff.items.iter().skip(diff.top.0).take(model.workspace.drawn.rows.max(1));
    let closed =
        visible.clone().find_map(|item| if let DiffItem::Fold(rows) = item { Some(rows.clone()) } else { None });
    if let Some(rows) = closed {
        let paragraphs = folded(&diffed.diff, &rows);
        diff.open.push(paragraphs);
    } else {
        let last = visible.filter_map(|item| if let DiffItem::Row(row) = item { Some(*row) } else { None }).next_back();
        let folds = diffed.diff.folds(diff.context);
        let above = folds.iter().filter(|fold| last.is_some_and(|last| fold.start <= last));
        if let Some(at) = above.filter_map(|fold| diff.opened(&diffed.diff, fold)).next_back() {
            diff.open.remove(at);
        }
    }
    relist(model);
}

/// Lists the rows again without moving the screen.
fn relist(model: &mut Model) {
    let Some(diffed) = model.workspace.diffed().cloned() else { return };
    let diff = &mut model.workspace.diff;
    let row = match diff.items.get(diff.top.0) {
        Some(DiffItem::Row(row)) => *row,
        Some(DiffItem::Fold(rows)) => rows.start,
        None => 0,
    };
    diff.list_items(&diffed.diff);
    diff.top = (item_of_row(&diff.items, row), 0);
}

/// Looks for `needle` in both texts and shows the first place from here on.
pub(crate) fn find(model: &mut Model, needle: &str) {
    let Some(documents) = model.workspace.pair() else { return };
    let [Some(a), Some(b)] = documents.map(|i| model.workspace.batch.document(i).cloned()) else { return };
    let found = [text::find(&a.text, needle), text::find(&b.text, needle)];
    search(model, needle, found);
}

/// Shows these places of both texts.
pub(crate) fn show_places(model: &mut Model, TextPlaces { name, of, from_first }: TextPlaces) {
    if from_first {
        model.workspace.diff.top = (0, 0);
    }
    search(model, &name, of);
}

/// Shows these places of A and of B, under the name of what was looked for.
fn search(model: &mut Model, needle: &str, found: [Vec<Range<usize>>; 2]) {
    let workspace = &mut model.workspace;
    if found.iter().all(Vec::is_empty) {
        workspace.diff.search = None;
        model.notify(t!(model.lang, "notice.not-found", needle));
        return;
    }
    // Another pair may be shown as soon as it is listed.
    let Some(documents) = workspace.overview.wanted.or(workspace.pair()) else { return };
    let sides = [DiffSide::A, DiffSide::B].into_iter().zip(found);
    let matches = sides.flat_map(|(side, found)| found.into_iter().map(move |range| DiffMatch { side, range }));
    let (needle, matches) = (needle.into(), matches.collect());
    let apart = workspace.shows_shared();
    workspace.diff.begin(DiffSearch { documents, needle, matches, at: 0, outdated: false }, apart);
    if apart {
        shared::show_match(model);
    }
}

/// Brings the search in step with the texts, and shows what is under the cursor where that is new.
pub(crate) fn wake(model: &mut Model) {
    if let Some(search) = model.workspace.diff.search.take_if(|search| search.outdated) {
        find(model, &search.needle);
        let place = &mut model.workspace.diff;
        place.fresh = false;
        if let Some(now) = &mut place.search {
            now.at = search.at.min(now.matches.len().saturating_sub(1));
        }
    }
    // How wide the texts are is known once the screen was drawn.
    if model.workspace.drawn.columns == 0 || !std::mem::take(&mut model.workspace.diff.fresh) {
        return;
    }
    if model.workspace.diff.search.is_some() {
        show_match(model);
    } else {
        show_hunk(model);
    }
}

/// The match under the cursor while a search is on, else the hunk under it; or all hunks.
fn copy(model: &mut Model, all: bool) -> Effect {
    let diffed = model.workspace.diffed().cloned()?;
    let texts = diffed.texts();
    if let Some(search) = model.workspace.diff.search.as_ref().filter(|_| !all) {
        let text = search.current().and_then(|m| texts[m.side as usize].get(m.range.clone())).unwrap_or("").to_owned();
        return to_clipboard(model, text);
    }
    let hunks = diffed.diff.hunks.iter().enumerate().filter(|(i, _)| all || *i == model.workspace.diff.hunk);
    let line = |(at, hunk): (usize, &Hunk)| {
        if let Some(moved) = diffed.diff.move_of(at) {
            let text = if hunk.b.is_empty() { hunk.a.of(texts[0]) } else { hunk.b.of(texts[1]) };
            return format!("<m{n} {text} m{n}>", n = moved + 1);
        }
        let (removed, added) = (hunk.a.of(texts[0]), hunk.b.of(texts[1]));
        match (removed.is_empty(), added.is_empty()) {
            (false, false) => format!("[-{removed}-]{{+{added}+}}"),
            (false, true) => format!("[-{removed}-]"),
            _ => format!("{{+{added}+}}"),
        }
    };
    let text = hunks.map(line).collect::<Vec<_>>().join("\n");
    to_clipboard(model, text)
}

/// Goes to a place of the whole document: a share in thousandths.
pub(crate) fn jump(model: &mut Model, share: u16) {
    if model.workspace.shows_shared() {
        return shared::jump(model, share);
    }
    let items = model.workspace.diff.items.len();
    model.workspace.diff.top = ((items * usize::from(share) / 1000).min(items.saturating_sub(1)), 0);
    scroll(model, 0);
}
