//! What several screens and dialogs draw alike: parts of an area, rows of a list, the names of a pair.

use std::sync::Arc;

use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};

use super::names;
use crate::{
    page::{Look, Piece},
    simhash::{Span, Trace},
    text::{clean, width},
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, List, Model},
        screen::Screen,
        theme::Theme,
        widget::{BitRow, Pen},
    },
};

/// The part of an area from row `y` on.
pub(crate) fn below(area: Rect, y: u16) -> Rect {
    Rect { y, height: area.bottom().saturating_sub(y), ..area }
}

/// The part of an area behind the mark before a row.
pub(crate) fn indented(area: Rect) -> Rect {
    Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area }
}

/// The parts of an area beside a rule that ends before row `end`; the left one is `left` cells wide.
pub(crate) fn beside(pen: &mut Pen<'_>, area: Rect, left: u16, end: u16) -> [Rect; 2] {
    let left = Rect { width: left, ..area };
    pen.upright(left.right() + 1, area.y..end);
    let x = left.right() + 3;
    [left, Rect { x, width: area.right().saturating_sub(x), ..area }]
}

/// The first key of an action on a screen.
pub(crate) fn key_on(model: &Model, screen: Screen, action: Action) -> String {
    model.keymap.keys(screen, action).first().map(ToString::to_string).unwrap_or_default()
}

/// Has the columns of a row of bits answer to a click, on `height` rows from `y` on.
pub(crate) fn click_columns(drawn: &mut Drawn, bits: &BitRow, y: u16, height: u16) {
    for column in bits.columns() {
        let cells = bits.cells(column);
        drawn.targets.push((Rect::new(cells.start, y, cells.len() as u16, height), ClickTarget::Column(column)));
    }
}

/// Has a row of an area answer to a click.
pub(crate) fn click(drawn: &mut Drawn, area: Rect, y: u16, target: ClickTarget) {
    drawn.click(area.x..area.right(), y, target);
}

/// Has a row of a list answer to a click, and lays the cursor on it if it is selected. Returns the style of its text.
pub(crate) fn choice(
    pen: &mut Pen<'_>,
    drawn: &mut Drawn,
    (area, y): (Rect, u16),
    target: ClickTarget,
    selected: bool,
) -> Style {
    click(drawn, area, y, target);
    if selected {
        pen.pointer(area, y);
    }
    pen.theme.row(selected)
}

/// Has the rows of a list that an area shows answer to a click, and lays the cursor on the one that is selected.
/// Returns each row with the line it is on and the style of its text.
pub(crate) fn choices(
    pen: &mut Pen<'_>,
    drawn: &mut Drawn,
    area: Rect,
    list: &List,
    len: usize,
) -> Vec<(usize, u16, Style)> {
    (drawn.rows, drawn.length) = (usize::from(area.height), len);
    let rows = list.window(len, drawn.rows).zip(area.y..);
    rows.map(|(row, y)| (row, y, choice(pen, drawn, (area, y), ClickTarget::Choice(row), row == list.selected)))
        .collect()
}

/// Has the rows of a list that an area shows answer to a click, and marks the one that is selected. Returns each row
/// with the line it is on, and whether it is that one.
pub(crate) fn listed(
    pen: &mut Pen<'_>,
    drawn: &mut Drawn,
    area: Rect,
    (list, len): (&List, usize),
    target: fn(usize) -> ClickTarget,
    alert: bool,
) -> Vec<(usize, u16, bool)> {
    let row = |(row, y)| {
        click(drawn, area, y, target(row));
        let selected = row == list.selected;
        if selected {
            pen.selected(y, area.right(), alert);
        }
        (row, y, selected)
    };
    list.window(len, area.height.into()).zip(area.y..).map(row).collect()
}

/// Says in a dialog on a pair that only the fingerprint of one text is known; whether that is so.
pub(crate) fn only_fingerprint(model: &Model, documents: [usize; 2], dialog: &mut Pen<'_>) -> bool {
    let Some((at, _)) = model.workspace.batch.record_of(documents) else { return false };
    dialog.fill(dialog.area.x, dialog.area.y, &names::unavailable(model, at), dialog.theme.text);
    true
}

/// Digits in groups of four.
pub(crate) fn parted(hex: &str) -> String {
    let first = hex.len() % 4;
    let mut groups: Vec<&str> = Vec::new();
    if first > 0 {
        groups.push(&hex[..first]);
    }
    groups.extend((first..hex.len()).step_by(4).map(|i| &hex[i..i + 4]));
    groups.join(" ")
}

/// The sign between the names of a pair.
pub(crate) fn between(theme: &Theme) -> String {
    format!("  {}  ", theme.marks.times)
}

/// Draws the names of a pair. Returns the column behind them.
pub(crate) fn pair_line(pen: &mut Pen<'_>, x: u16, y: u16, [a, b]: [&str; 2]) -> u16 {
    let theme = pen.theme;
    pen.line(x, y, &[(a, theme.strong), (&between(theme), theme.label), (b, theme.strong)])
}

/// The feature's places in the text, each with its neighbourhood on so many cells, the feature in the middle.
pub(crate) fn places<'a>(
    model: &'a Model,
    trace: &'a Trace,
    feature: usize,
    columns: usize,
) -> impl Iterator<Item = [Piece; 3]> + 'a {
    let of_trace = |&at: &usize| model.workspace.batch.trace(at).is_some_and(|t| std::ptr::eq(Arc::as_ptr(t), trace));
    let document = (0..model.workspace.batch.entries.len()).find(of_trace);
    let text = document.and_then(|at| model.workspace.batch.document(at)).map(|document| &*document.text);
    let place = move |(text, span): (&String, Span)| {
        let middle = columns / 3;
        let (before, word) = (before(text, span, middle), Piece::new(span.of(text), Look::Alert));
        let before = format!("{}{before}", " ".repeat(middle.saturating_sub(width(&before))));
        let most = columns.saturating_sub(middle + width(&word.text));
        let after: String = text[span.end as usize..].chars().take(most).map(one_line).collect();
        [Piece::new(before, Look::Label), word, Piece::new(after, Look::Label)]
    };
    text.into_iter().flat_map(move |text| trace.places(feature, 0).map(move |span| (text, span))).map(place)
}

/// Draws pieces one behind the other. Returns the column behind them.
pub(crate) fn pieces(pen: &mut Pen<'_>, x: u16, y: u16, pieces: &[Piece]) -> u16 {
    let theme = pen.theme;
    pieces.iter().fold(x, |x, piece| pen.text(x, y, &piece.text, look(theme, piece.look)))
}

/// The style of a piece of a page.
pub(crate) fn look(theme: &Theme, look: Look) -> Style {
    match look {
        Look::Plain => theme.text,
        Look::Strong | Look::Head => theme.strong,
        Look::Emphasis => theme.text.add_modifier(Modifier::ITALIC),
        Look::Code => theme.positive,
        Look::Label => theme.label,
        Look::Signed(positive) => {
            if positive {
                theme.positive
            } else {
                theme.negative
            }
        }
        Look::Alert => theme.alert,
    }
}

/// The text before a place, at most `cells` wide.
fn before(text: &str, span: Span, cells: usize) -> String {
    let mut chars: Vec<char> = Vec::new();
    let mut used = 0;
    for c in text[..span.start as usize].chars().rev() {
        let c = one_line(c);
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > cells {
            break;
        }
        chars.push(c);
    }
    let text: String = chars.into_iter().rev().collect();
    if width(&text) > cells { String::new() } else { clean(&text).into_owned() }
}

fn one_line(c: char) -> char {
    if c == '\n' || c == '\t' { ' ' } else { c }
}
