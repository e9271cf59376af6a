//! Screen 4: two texts side by side.
//!
//! ```text
//! a.txt × b.txt                                                                                  change 4 of 14
//! 75.2% of A is in B, 95.7% of B in A · 14 changes · HD 5, not a near-duplicate at threshold 3
//!
//!   1    the text of A                            │   1    the text of B                                        ▐
//!   2 ~  with changed words marked                │   2 ~  with changed words marked                            ▐
//! ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
//! CHANGE 4  汉明 → 海明   affects bits 25 26 54   without it: HD 3
//! ```
//! Below 100 columns the differences are inline in one column.

mod change;
mod head;
mod shared;
mod strip;

use ratatui::{
    layout::{Position, Rect},
    style::Style,
};
use strip::StripText;

use crate::{
    compare::diff::RowKind,
    document::safe_name,
    locale::grouped,
    t,
    text::GraphemeCluster,
    tui::{
        action::Action,
        flow::{Flow, FlowColumn, FlowMark, TextLayout},
        model::{DiffItem, DiffMatch, DiffSearch, DiffSide, Diffed, Drawn, Model, diff_sign},
        screen::overview::view as overview,
        theme::Theme,
        view::{exclusion, names, review},
        widget::Pen,
    },
};

/// The gutter of one column: a number, a sign, air.
const GUTTER: u16 = 8;
/// Inline, with a number for each side.
const GUTTERS: u16 = 12;

/// The sign of a moved paragraph in the gutter.
const MOVED: &str = "M";

pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let Some(documents) = model.workspace.pair() else {
        overview::draw_no_pairs(model, pen, body);
        return;
    };
    head::draw(model, documents, pen, body);
    let top = body.y + head::ROWS;
    if let Some((at, print)) = model.workspace.batch.record_of(documents) {
        let (name, place) = (model.workspace.batch.name(at), names::record_location(model, print));
        let path = safe_name(&print.path.to_string_lossy());
        let path = model.workspace.redacted(&path);
        let text = t!(model.lang, "diff.print", name, place, path);
        pen.paragraph(body.x, top + 1, body.height.saturating_sub(head::ROWS + 1), &text, pen.theme.text);
        return;
    }
    if model.workspace.shows_shared() {
        let y = top + legend(model, documents, pen, Rect { y: top, ..body });
        let y = y + u16::from(body.height > 24);
        let status = shared::rows(model, documents);
        let area = Rect { y, height: body.bottom().saturating_sub(y + status), ..body };
        shared::draw(model, documents, pen, area, drawn);
        shared::draw_passage(model, documents, pen, Rect { y: area.bottom(), height: status, ..body });
        return;
    }
    let mut y = top;
    y += legend(model, documents, pen, Rect { y, ..body });
    y += u16::from(body.height > 24);
    let status = change::rows(model, documents);
    let area = Rect { y, height: body.bottom().saturating_sub(y + status), ..body };
    // How wide a column of text is must be known before anything was laid out.
    let layout = TextLayout::of_differences(model, documents);
    drawn.columns = layout.columns;
    drawn.rows = usize::from(area.height);
    if let Some(text) = texts(model, documents, layout, pen, area, drawn) {
        pen.paragraph(area.x, area.y, 2, text, pen.theme.label);
    }
    change::draw(model, documents, pen, Rect { y: area.bottom(), height: status, ..body });
}

/// Draws what is excluded. Returns how many rows that takes.
fn legend(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, area: Rect) -> u16 {
    let legend = exclusion::legend(model, documents);
    legend.map_or(0, |legend| pen.paragraph(area.x, area.y, 2, &legend, pen.theme.label))
}

/// The texts. Returns what to say where there are none yet.
fn texts(
    model: &Model,
    documents: [usize; 2],
    layout: TextLayout,
    pen: &mut Pen<'_>,
    area: Rect,
    drawn: &mut Drawn,
) -> Option<&'static str> {
    let lang = model.lang;
    let Some(diffed) = model.workspace.results.diff_of(documents) else { return Some(t!(lang, "overview.working")) };
    let inline = model.inline();
    let flow = Flow::of(model, diffed, drawn.columns);
    let gutter = if inline { GUTTERS } else { GUTTER };
    let lefts: Vec<u16> = layout.lefts().map(|left| left + 1).collect();
    if let Some(x) = layout.rule() {
        pen.upright(x, area.y..area.bottom());
    }
    let (mut item, mut skip) = model.workspace.diff.top;
    let mut y = area.y;
    while y < area.bottom() && item < flow.items.len() {
        if let Some(DiffItem::Fold(rows)) = flow.items.get(item) {
            let chars = grouped(flow.diff.chars_in(rows));
            let text = t!(lang, "diff.fold", n = rows.len(), chars, key = model.key_of(Action::Fold));
            for &left in &lefts {
                let end = left + gutter + drawn.columns;
                pen.text_until(left + gutter, y, end, &text, pen.theme.label);
            }
            y += 1;
        } else {
            let laid = flow.lay(item);
            let found = matches(model, item);
            let moved = laid.columns.iter().flatten().find_map(|column| column.moved);
            for (column, &left) in laid.columns.iter().zip(&lefts) {
                let inside = Rect::new(left, y, gutter + drawn.columns, area.bottom() - y);
                if let Some(column) = column {
                    draw_column(model, column, skip, gutter, &found, pen, inside);
                    if skip == 0 && left == lefts[0] {
                        decided(model, documents, item, pen, (left + gutter - 2, y));
                    }
                } else if skip == 0 {
                    let text = match moved {
                        Some(moved) => whereto(model, &flow, item, moved),
                        None => also_in(model, diffed, &flow, item),
                    };
                    let text = text.unwrap_or_default();
                    pen.text_until(left + gutter, y, inside.right(), &text, pen.theme.label);
                }
            }
            y = y.saturating_add(laid.height.saturating_sub(skip) as u16);
        }
        skip = 0;
        item += 1;
    }
    let seen = model.workspace.diff.top.0..item;
    for (side, left) in layout.lefts().enumerate() {
        let side = if inline { 1 } else { side };
        let marks = change::marks(model, diffed, (side, inline), area.height.into(), pen.theme);
        let seen = model.workspace.diff.span(side, &seen);
        let strip = layout.strip(left);
        let text = StripText { len: flow.texts[side].len(), seen };
        strip::draw(&marks, &text, pen, Rect { x: strip.start, width: strip.end - strip.start, ..area }, drawn);
    }
    None
}

/// The text beside a paragraph that only one side has, but that occurs elsewhere in the other.
fn also_in(model: &Model, diffed: &Diffed, flow: &Flow<'_>, item: usize) -> Option<String> {
    let Some(DiffItem::Row(row)) = flow.items.get(item) else { return None };
    let row = diffed.diff.rows.get(*row as usize).filter(|row| row.kind != RowKind::Changed)?;
    change::also_in(model, diffed, row.hunks.start as usize)
}

/// Draws the place of the other end beside an end of a moved block.
fn whereto(model: &Model, flow: &Flow<'_>, item: usize, moved: usize) -> Option<String> {
    let Some(DiffItem::Row(row)) = flow.items.get(item) else { return None };
    let diff = flow.diff;
    let other = diff.other_end(diff.rows.get(*row as usize)?.hunks.start as usize)?;
    let there = diff.rows.get(diff.hunks.get(other)?.row as usize)?;
    let number = |side: usize, at: u32| diff.paragraph_number(side, at as usize);
    Some(match (there.a, there.b) {
        (_, Some(b)) => t!(model.lang, "diff.moved-to", label = moved + 1, n = number(1, b)?),
        (Some(a), None) => t!(model.lang, "diff.moved-from", label = moved + 1, n = number(0, a)?),
        (None, None) => return None,
    })
}

/// The matches of a search in an item.
fn matches(model: &Model, item: usize) -> Vec<&DiffMatch> {
    let diff = &model.workspace.diff;
    let found = |side: DiffSide| {
        let span = diff.span(side as usize, &(item..item + 1)).range();
        diff.search.iter().flat_map(move |search| search.within(side, span.clone()))
    };
    found(DiffSide::A).chain(found(DiffSide::B)).collect()
}

fn draw_column(
    model: &Model,
    column: &FlowColumn,
    skip: usize,
    gutter: u16,
    found: &[&DiffMatch],
    pen: &mut Pen<'_>,
    area: Rect,
) {
    let theme = pen.theme;
    let current = model.workspace.diff.search.as_ref().and_then(DiffSearch::current);
    let cursor = Some(model.workspace.diff.hunk as u32);
    for (n, line) in column.lines.iter().enumerate().skip(skip) {
        let y = area.y + (n - skip) as u16;
        if y >= area.bottom() {
            break;
        }
        if n == 0 {
            let ends = if gutter == GUTTERS { vec![4, 8] } else { vec![4] };
            let numbers: Vec<Option<u32>> =
                if gutter == GUTTERS { column.numbers.into() } else { vec![column.numbers[0].or(column.numbers[1])] };
            for (end, number) in ends.into_iter().zip(numbers) {
                let text = number.map_or_else(String::new, |n| n.to_string());
                pen.text_right(area.x + end, y, &text, theme.label);
            }
        }
        let sign = if column.moved.is_some() { MOVED } else { diff_sign(column.kind) };
        let style = match column.kind {
            _ if column.moved.is_some() => theme.moved,
            RowKind::Removed => theme.negative,
            RowKind::Added => theme.positive,
            // Side by side the sign takes the colour of its side.
            RowKind::Changed if gutter == GUTTER && column.numbers[0].is_some() => theme.negative,
            RowKind::Changed if gutter == GUTTER => theme.positive,
            RowKind::Changed => theme.alert,
            RowKind::Equal => theme.label,
        };
        pen.text(area.x + gutter - 3, y, sign, style);
        let mut pieces = column.pieces.iter().peekable();
        let style = |cluster: &GraphemeCluster<'_>| {
            let at = cluster.span.start;
            while pieces.next_if(|piece| piece.range.end <= at).is_some() {}
            let Some(piece) = pieces.peek() else { return theme.text };
            let source = piece.source + at.saturating_sub(piece.range.start);
            let hit = |m: &DiffMatch| m.side == piece.side && m.range.contains(&source);
            let mut style = match piece.mark {
                _ if piece.out => theme.struck,
                Some((FlowMark::Removed, _)) => theme.removed,
                Some((FlowMark::Added, _)) => theme.added,
                Some((FlowMark::Moved, _)) => theme.moved,
                Some((FlowMark::Label, _)) => theme.moved.patch(theme.strong),
                Some((FlowMark::Shared | FlowMark::Edited | FlowMark::Elsewhere, _)) => theme.shared[0],
                None => theme.text,
            };
            if let Some((mark, hunk)) = piece.mark
                && Some(hunk) == cursor
                && found.is_empty()
            {
                style = current_hunk(theme, mark, style);
            }
            if found.iter().any(|found| hit(found)) {
                style = if current.is_some_and(hit) { theme.cursor } else { theme.found };
            }
            style
        };
        line.draw(&column.text, pen.buffer, Position::new(area.x + gutter, y), style);
    }
}

/// Draws the verdict on a change in the margin of its row.
fn decided(model: &Model, documents: [usize; 2], item: usize, pen: &mut Pen<'_>, (x, y): (u16, u16)) {
    let hunks = || {
        let Some(DiffItem::Row(row)) = model.workspace.diff.items.get(item) else { return None };
        let diffed = model.workspace.results.diff_of(documents)?;
        let hunks = diffed.diff.rows.get(*row as usize)?.hunks.clone();
        diffed.places.get(hunks.start as usize..hunks.end as usize)
    };
    let mark = hunks().into_iter().flatten().find_map(|place| review::mark_place(model, documents, Some(place), true));
    if let Some(mark) = mark {
        pen.text(x, y, mark.get(..1).unwrap_or_default(), pen.theme.alert);
    }
}

/// The style of the hunk under the cursor: its own colour and bold; without colour, reverse.
fn current_hunk(theme: &Theme, mark: FlowMark, style: Style) -> Style {
    match mark {
        // Only the label of a moved paragraph is bold, or all of it would be.
        FlowMark::Moved | FlowMark::Shared | FlowMark::Edited => style,
        FlowMark::Elsewhere => style.patch(theme.strong),
        FlowMark::Label => theme.cursor,
        _ if !theme.coloured => style.patch(theme.cursor),
        FlowMark::Removed => style.patch(theme.negative).patch(theme.strong),
        FlowMark::Added => style.patch(theme.positive).patch(theme.strong),
    }
}
