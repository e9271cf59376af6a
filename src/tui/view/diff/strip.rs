//! The whole of both texts at the right edge: what of it is seen, where A changed, where B did, what both share.
//!
//! ```text
//! >||   the same, and in a shared passage
//!  ~~   words changed
//!  -    only in A              = for - or +: not beside it, but shared: it stands elsewhere
//!   +   only in B
//!  m    moved away (m on the right: moved here)
//!  ::   in no shared passage
//!  x    left out of the scores, all of it
//! ```

use ratatui::{layout::Rect, style::Style};

use crate::{
    compare::{
        diff::RowKind,
        exclusion::{ExcludedSpan, parts},
    },
    simhash::Span,
    tui::{
        model::{ClickTarget, Drawn, Model, Passages},
        theme::Theme,
        widget::Pen,
    },
};

/// How many cells it takes, one of them in the margin: where the reader is, A, B.
pub(super) const WIDTH: u16 = 3;

/// Draws it along the right edge of `area`, into the margin.
pub(super) fn draw(
    model: &Model,
    passages: Option<&Passages>,
    (texts, excluded): ([&str; 2], [&[ExcludedSpan]; 2]),
    pen: &mut Pen<'_>,
    area: Rect,
    drawn: &mut Drawn,
) {
    let theme = pen.theme;
    let x = area.right() + 1 - WIDTH;
    let (rows, items) = (usize::from(area.height), model.workspace.diff.items.len().max(1));
    let seen = model.workspace.diff.top.0..(model.workspace.diff.top.0 + 1);
    for row in 0..rows {
        let y = area.y + row as u16;
        let part = row * items / rows..((row + 1) * items).div_ceil(rows).min(items);
        if part.start < seen.end && seen.start < part.end {
            pen.cell(x, y, theme.marks.selected, theme.label);
        }
        for side in 0..2 {
            let (symbol, style) = cell(model, side, &part, (passages, texts[side], excluded[side]), theme);
            pen.cell(x + 1 + side as u16, y, symbol, style);
        }
        let share = (row * 1000 / rows.max(1)) as u16;
        drawn.targets.push((Rect::new(x, y, WIDTH, 1), ClickTarget::Place(share)));
    }
}

/// The mark of a part of the list on one side.
fn cell(
    model: &Model,
    side: usize,
    part: &std::ops::Range<usize>,
    (passages, text, excluded): (Option<&Passages>, &str, &[ExcludedSpan]),
    theme: &Theme,
) -> (&'static str, Style) {
    let span = model.workspace.diff.span(side, part);
    let shared = passages.is_some_and(|passages| !span.is_empty() && passages.touches(side, span));
    let [mut changed, mut alone, mut moved] = [false; 3];
    for (kind, block) in model.workspace.diff.changes(part) {
        let own = kind == [RowKind::Removed, RowKind::Added][side];
        changed |= kind == RowKind::Changed;
        moved |= own && block;
        alone |= own && !block;
    }
    let own = [theme.removed, theme.added][side];
    match (changed, alone, moved) {
        _ if out(span, text, excluded) => ("x", theme.label),
        (true, ..) | (_, true, true) => ("~", theme.alert),
        (_, true, _) if shared => ("=", own),
        (_, true, _) => (["-", "+"][side], own),
        (_, _, true) => ("m", theme.moved),
        _ if span.is_empty() => (" ", theme.rule),
        _ if shared => (theme.marks.upright, theme.label),
        _ => (":", theme.rule),
    }
}

/// Whether all of a stretch but its white space is excluded.
fn out(span: Span, text: &str, excluded: &[ExcludedSpan]) -> bool {
    let parts = parts(span, excluded);
    parts.iter().any(|&(_, out)| out) && parts.iter().all(|&(part, out)| out || part.of(text).trim().is_empty())
}
