//! Screen 4: two texts side by side.
//!
//! ```text
//! a.txt × b.txt      HD 5   75.2 % of A is in B   95.7 % of B is in A                              hunk 4 of 14
//! ▲ HD 5 is over k 3: by the rule not a near-duplicate. You asked for the differences; they are a reading aid.
//!   1    the text of A                            │   1    the text of B                                        ▐
//!   2 ~  with changed words marked                │   2 ~  with changed words marked                            ▐
//! ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
//! HUNK 4  汉明 → 海明   moves bits 25 26 54   without it: HD 3
//! ```
//! Below 100 columns the differences stand inline in one column.

use ratatui::{
    layout::{Position, Rect},
    style::Style,
};

use super::{between, work};
use crate::{
    compare::diff::RowKind,
    t,
    text::{clean, truncate_middle, width},
    tui::{
        action::Action,
        flow::{Column, Flow, Mark},
        model::{Drawn, Item, Match, Model, Target, diff_sign},
        widget::Pen,
    },
};

/// The gutter of one column: a number, a sign, air.
const GUTTER: u16 = 8;
/// Inline, with a number for each side.
const GUTTERS: u16 = 12;

/// Draws the screen.
pub fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let theme = pen.theme;
    let Some(documents) = model.pair() else {
        pen.text(body.x, body.y, t!(model.lang, "overview.no-pairs"), theme.label);
        return;
    };
    context(model, documents, pen, body);
    let mut y = body.y + 1;
    if model.marked() && !model.near() {
        pen.tint(0..pen.area.right(), y, theme.banner);
        let hd = model.desk.listed(model.overview.list.selected).and_then(|p| p.hamming());
        let text = match hd {
            Some(hd) => t!(model.lang, "diff.banner", hd = hd, k = model.k),
            None => t!(model.lang, "diff.banner-none").into(),
        };
        y += pen.paragraph(body.x, y, 2, &text, theme.banner);
        pen.tint(0..pen.area.right(), y - 1, theme.banner);
    } else if !model.marked() {
        let text = if model.near() {
            t!(model.lang, "diff.hidden", key = model.key_of(Action::Marks))
        } else {
            t!(model.lang, "diff.unmarked", k = model.k, key = model.key_of(Action::Marks))
        };
        y += pen.paragraph(body.x, y, 2, &text, theme.label);
    }
    y += u16::from(body.height > 24);
    let status = 2;
    let area = Rect { y, height: body.bottom().saturating_sub(y + status), ..body };
    // How wide a column of text is must be known before anything was laid out.
    let inline = model.inline();
    let gutter = if inline { GUTTERS } else { GUTTER };
    let columns = if inline { 1 } else { 2 };
    drawn.columns = ((area.width - 2) / columns).saturating_sub(gutter + 1).max(1);
    drawn.rows = usize::from(area.height);
    if let Some(text) = texts(model, documents, pen, area, drawn) {
        pen.paragraph(area.x, area.y, 2, text, theme.label);
    }
    hunk_line(model, documents, pen, Rect { y: area.bottom(), height: status, ..body });
}

fn context(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
    let (theme, lang) = (pen.theme, model.lang);
    let mut end = work(model, pen, body.y);
    if let Some(diffed) = model.desk.diff_of(documents) {
        let hunks = diffed.diff.hunks.len();
        let mut right = match &model.diff.search {
            Some(search) => t!(lang, "diff.match", n = search.at + 1, all = search.matches.len()),
            None if !model.marked() => String::new(),
            None if hunks == 0 => t!(lang, "diff.equal").into(),
            None => t!(lang, "diff.hunk-of", n = model.diff.hunk + 1, all = hunks),
        };
        if !diffed.diff.complete {
            right = format!("{}  {right}", t!(lang, "diff.coarse"));
        }
        end = pen.text_right(end, body.y, &right, theme.label).saturating_sub(2);
    }
    let mut pen = pen.within(Rect { width: end, x: 0, ..pen.area });
    let room = usize::from(body.width) / 5;
    let [a, b] = documents.map(|i| truncate_middle(model.desk.name(i), room));
    let x = pen.line(body.x, body.y, &[(&a, theme.strong), (&between(theme), theme.label), (&b, theme.strong)]);
    let Some(pair) = model.desk.listed(model.overview.list.selected) else { return };
    let hd = pair.hamming().map_or_else(|| format!("HD {}", theme.marks.none), |h| format!("HD {h}"));
    let x = pen.text(x + 3, body.y, &hd, theme.call);
    let [ab, ba] = pair.coverage.map(|c| lang.percent(c));
    let shares = t!(lang, "diff.shares", ab = ab, ba = ba);
    if usize::from(x) + 3 + width(&shares) <= usize::from(end) {
        pen.text(x + 3, body.y, &shares, theme.text);
    }
}

/// The texts. Returns what to say where there are none yet.
fn texts(
    model: &Model,
    documents: [usize; 2],
    pen: &mut Pen<'_>,
    area: Rect,
    drawn: &mut Drawn,
) -> Option<&'static str> {
    let lang = model.lang;
    let Some(diffed) = model.desk.diff_of(documents) else { return Some(t!(lang, "overview.working")) };
    let inline = model.inline();
    let flow = Flow {
        diff: &diffed.diff,
        texts: diffed.texts(),
        items: &model.diff.items,
        columns: drawn.columns,
        inline,
        brackets: model.brackets(),
    };
    let gutter = if inline { GUTTERS } else { GUTTER };
    let lefts = if inline { vec![area.x] } else { vec![area.x, area.x + gutter + drawn.columns + 2] };
    if !inline {
        pen.upright(lefts[1] - 1, area.y..area.bottom());
    }
    let (mut item, mut skip) = model.diff.top;
    let mut y = area.y;
    while y < area.bottom() && item < flow.items.len() {
        if let Some(Item::Fold(rows)) = flow.items.get(item) {
            let text = t!(lang, "diff.fold", n = rows.len(), key = model.key_of(Action::Fold));
            for &left in &lefts {
                let room = left + gutter + drawn.columns;
                pen.text_until(left + gutter, y, room, &text, pen.theme.label);
            }
            y += 1;
        } else {
            let laid = flow.lay(item);
            let found = matches(model, item);
            for (column, &left) in laid.columns.iter().zip(&lefts) {
                if let Some(column) = column {
                    let room = Rect::new(left, y, gutter + drawn.columns, area.bottom() - y);
                    draw_column(model, column, skip, gutter, found, pen, room);
                }
            }
            y = y.saturating_add(laid.height.saturating_sub(skip) as u16);
        }
        skip = 0;
        item += 1;
    }
    strip(model, &flow, pen, area, drawn);
    None
}

/// The matches of a search in an item.
fn matches(model: &Model, item: usize) -> &[Match] {
    let Some(search) = &model.diff.search else { return &[] };
    let start = search.matches.partition_point(|m| m.item < item);
    let end = search.matches.partition_point(|m| m.item <= item);
    &search.matches[start..end]
}

fn draw_column(
    model: &Model,
    column: &Column,
    skip: usize,
    gutter: u16,
    found: &[Match],
    pen: &mut Pen<'_>,
    area: Rect,
) {
    let theme = pen.theme;
    let current = model.diff.search.as_ref().and_then(|s| s.matches.get(s.at));
    let cursor = model.marked().then_some(model.diff.hunk as u32);
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
        let sign = diff_sign(column.kind);
        let style = match column.kind {
            RowKind::Removed => theme.negative,
            RowKind::Added => theme.positive,
            // Side by side the sign takes the colour of its side.
            RowKind::Changed if gutter == GUTTER && column.numbers[0].is_some() => theme.negative,
            RowKind::Changed if gutter == GUTTER => theme.positive,
            RowKind::Changed => theme.call,
            RowKind::Equal => theme.label,
        };
        pen.text(area.x + gutter - 3, y, sign, style);
        let mut pieces = column.pieces.iter().peekable();
        let x = area.x + gutter;
        line.draw(&column.text, pen.buffer, Position::new(x, y), |cluster| {
            let at = cluster.span.start;
            while pieces.next_if(|piece| piece.range.end <= at).is_some() {}
            let Some(piece) = pieces.peek() else { return theme.text };
            let source = piece.source + at.saturating_sub(piece.range.start);
            let hit = |m: &Match| m.side == piece.side && m.range.contains(&source);
            let mut style = match piece.mark {
                Some((Mark::Removed, _)) => theme.removed,
                Some((Mark::Added, _)) => theme.added,
                None => theme.text,
            };
            if let Some((_, hunk)) = piece.mark
                && Some(hunk) == cursor
                && found.is_empty()
            {
                style = style.patch(theme.strong).patch(current_hunk(theme, piece.mark));
            }
            if found.iter().any(hit) {
                style = if current.is_some_and(hit) { theme.cursor } else { theme.found };
            }
            style
        });
    }
}

/// The hunk under the cursor keeps its colour and is told by weight; without colour by reverse.
fn current_hunk(theme: &crate::tui::theme::Theme, mark: Option<(Mark, u32)>) -> Style {
    if theme.coloured {
        let fg = if matches!(mark, Some((Mark::Removed, _))) { theme.negative } else { theme.positive };
        fg.patch(theme.strong)
    } else {
        theme.cursor
    }
}

/// The whole document at the right edge: where it changed, and what of it is seen.
fn strip(model: &Model, flow: &Flow<'_>, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, marks) = (pen.theme, pen.theme.marks);
    let x = area.right();
    let (rows, items) = (usize::from(area.height), flow.items.len().max(1));
    let current = model.diff.top.0;
    for row in 0..rows {
        let y = area.y + row as u16;
        let part = row * items / rows..((row + 1) * items).div_ceil(rows).min(items);
        let (mut removed, mut added, mut changed) = (false, false, false);
        for kind in model.diff.changes(&part) {
            removed |= kind == RowKind::Removed;
            added |= kind == RowKind::Added;
            changed |= kind == RowKind::Changed;
        }
        let here = part.contains(&current);
        let (symbol, style) = match (changed || (removed && added), removed, added) {
            (true, ..) => (marks.strip, theme.call),
            (_, true, _) => (marks.strip, theme.negative),
            (_, _, true) => (marks.strip, theme.positive),
            _ if here => (marks.heavy_upright, theme.label),
            _ => (marks.upright, theme.rule),
        };
        pen.cell(x, y, symbol, style);
        let share = (row * 1000 / rows.max(1)) as u16;
        drawn.targets.push((Rect::new(x, y, 1, 1), Target::Place(share)));
    }
}

/// What the hunk under the cursor does to the bits.
fn hunk_line(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, area: Rect) {
    let (theme, lang) = (pen.theme, model.lang);
    pen.rule(area.y);
    let y = area.y + 1;
    if let Some(search) = &model.diff.search {
        let [next, previous] = [Action::Next, Action::Previous].map(|action| model.key_of(action));
        let n = search.matches.len();
        let text = t!(lang, "diff.search", needle = search.needle, n = n, next = next, previous = previous);
        pen.text(area.x, y, &text, theme.text);
        return;
    }
    let Some(diffed) = model.desk.diff_of(documents) else { return };
    let [a, b] = diffed.texts();
    let diff = &diffed.diff;
    let Some(hunk) = diff.hunks.get(model.diff.hunk).filter(|_| model.marked()) else {
        if model.marked() && !diff.spacing.is_empty() {
            pen.text(area.x, y, t!(lang, "diff.spacing"), theme.label);
        }
        return;
    };
    let room = usize::from(area.width) / 6;
    let piece = |text: &str| truncate_middle(&clean(text), room).into_owned();
    let (removed, added) = (piece(hunk.a.of(a)), piece(hunk.b.of(b)));
    let mut x = pen.text(area.x, y, &t!(lang, "diff.hunk", n = model.diff.hunk + 1), theme.strong) + 2;
    if !removed.is_empty() {
        x = pen.text(x, y, &removed, theme.removed) + 1;
    }
    x = pen.text(
        x,
        y,
        if removed.is_empty() {
            "+"
        } else if added.is_empty() {
            theme.marks.minus
        } else {
            theme.marks.becomes
        },
        theme.label,
    ) + 1;
    if !added.is_empty() {
        x = pen.text(x, y, &added, theme.added) + 1;
    }
    x += 2;
    match model.desk.effects.get(&(model.diff.hunk as u32)).filter(|(g, _)| *g == model.desk.generation) {
        Some((_, effect)) => {
            let bits: Vec<String> = effect.moved.iter().map(u8::to_string).collect();
            let text = match bits.len() {
                0 => t!(lang, "diff.moves-none").to_owned(),
                1 => t!(lang, "diff.moves-one", bits = bits[0]),
                2..=8 => t!(lang, "diff.moves", bits = bits.join(" ")),
                n => t!(lang, "diff.moves-many", n = n),
            };
            x = pen.text(x, y, &text, if bits.is_empty() { theme.label } else { theme.call }) + 3;
            if let Some(hd) = effect.hamming {
                x = pen.text(x, y, &t!(lang, "diff.without", hd = hd), theme.text) + 3;
            }
        }
        None => x = pen.text(x, y, t!(lang, "diff.effect-pending"), theme.label) + 3,
    }
    let others = diffed.alike.get(model.diff.hunk).into_iter().flat_map(|alike| alike.iter());
    let others = others.filter(|&&other| other as usize != model.diff.hunk);
    let also: Vec<String> = others.take(6).map(|other| (other + 1).to_string()).collect();
    if !also.is_empty() {
        pen.text(x, y, &t!(lang, "diff.also", hunks = also.join(", ")), theme.label);
    }
}
