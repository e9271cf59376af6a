//! (model, frame) → a drawing. Changes nothing; what it showed where comes back as [`Drawn`].
//!
//! ```text
//! simscope  1 Overview  2 Pipeline  3 Bits  4 Diff            jieba · tf·√idf · xxh3-64 · V>0 · k 3
//! ───────────────────────────────────────────────────────────────────────────────────────────────
//! the screen's own line
//!
//! the screen's own picture
//! ───────────────────────────────────────────────────────────────────────────────────────────────
//! j k pair   Enter open   s sort   ? help   q quit
//! ```

mod bits;
mod browser;
mod dialog;
mod diff;
mod editor;
mod evidence;
mod exclusion;
mod exhibit;
mod exporting;
mod footer;
mod formula;
mod frame;
mod geometry;
mod lab;
mod lesson;
mod library;
mod manual;
mod meaning;
mod names;
mod orphans;
mod overview;
mod passages;
mod pipeline;
mod profiles;
mod progress;
mod prompt;
mod review;
mod runs;

use ratatui::{Frame, layout::Rect, style::Style};

use super::{
    action::Action,
    model::{ClickTarget, Dialog, Drawn, List, Model},
    screen::Screen,
    theme::Theme,
    widget::{BitRow, Pen, lines_of},
};
use crate::{
    t,
    text::{mark_hidden, width},
};

/// The smallest size, in columns and rows, at which a screen is drawn.
const LEAST: (u16, u16) = (40, 10);

/// Draws the model.
pub(super) fn draw(model: &Model, theme: &Theme, frame: &mut Frame<'_>) -> Drawn {
    let area = frame.area();
    let drawn = draw_all(model, Pen::new(frame.buffer_mut(), area, theme, model.lang));
    mark_hidden(frame.buffer_mut());
    if let Some(cursor) = drawn.cursor {
        frame.set_cursor_position(cursor);
    }
    drawn
}

fn draw_all(model: &Model, mut pen: Pen<'_>) -> Drawn {
    let Pen { theme, area, .. } = pen;
    let mut drawn = Drawn::default();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = t!(model.lang, "frame.too-small", width = LEAST.0, height = LEAST.1);
        pen.paragraph(0, 0, area.height, &text, theme.text);
        return drawn;
    }
    draw_header(model, &mut pen, &mut drawn);
    footer::draw(model, &mut pen, &mut drawn);
    let body = Rect::new(1, 2, area.width - 2, area.height - 4);
    let body = lesson::draw(model, &mut pen, body, &mut drawn);
    let mut inner = pen.within(Rect { x: 0, width: body.right() + 1, ..body });
    match model.workspace.screen {
        Screen::Pipeline if lesson::exhibit(model, &mut inner, body) => {}
        Screen::Overview => overview::draw(model, &mut inner, body, &mut drawn),
        Screen::Pipeline => pipeline::draw(model, &mut inner, body, &mut drawn),
        Screen::Bits => bits::draw(model, &mut inner, body, &mut drawn),
        Screen::Diff => diff::draw(model, &mut inner, body, &mut drawn),
        Screen::Lab => lab::draw(model, &mut inner, body, &mut drawn),
        Screen::Library => library::draw(model, &mut inner, body, &mut drawn),
    }
    if let Some(dialog) = model.workspace.dialogs.last() {
        // Only what lies on top answers to a click.
        drawn.targets.clear();
        // The dialogs that pages open leave the page of a lesson visible beside it.
        let beside = model.workspace.lesson.is_some() && dialog.of_pages();
        let free = if beside { Rect { x: 0, width: body.right() + 1, ..body } } else { area };
        dialog::draw(model, dialog, &mut pen.within(free), &mut drawn);
    }
    draw_notice(model, &mut pen, &mut drawn);
    drawn
}

/// Draws the tabs and the recipe.
fn draw_header(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let theme = pen.theme;
    let wide = model.wide(pen.area.width);
    let recipe = names::recipe(model);
    let marks = marks(model);
    // All screens are named only if the recipe still fits behind them.
    let names: usize = Screen::ALL.iter().map(|screen| 4 + width(screen_name(model, *screen))).sum();
    let mark: usize = marks.iter().map(|(text, _)| width(text) + 3).sum();
    let named = wide && 11 + names + 2 + mark + width(&recipe) < usize::from(pen.area.width);
    let mut x = pen.text(1, 0, "simscope", theme.strong) + 2;
    for screen in Screen::ALL {
        x = tab(model, screen, named, pen, x, drawn);
    }
    for (text, action) in marks {
        let end = pen.text(x + 1, 0, text, theme.alert);
        drawn.click(x + 1..end, 0, ClickTarget::Do(action));
        x = end + 2;
    }
    pen.rule(1);
    let stale = model.workspace.batch.ranked != model.workspace.batch.generation && model.workspace.batch.ranked != 0;
    let style = if stale { theme.alert } else { theme.label };
    let right = pen.area.width - 1;
    let (begin, y) = if wide {
        (pen.text_right(right, 0, &recipe, style), 0)
    } else {
        let y = pen.area.height - 2;
        pen.rule(y);
        (pen.text_right(right - 1, y, &format!(" {recipe} "), style), y)
    };
    drawn.click(begin..right, y, ClickTarget::Do(Action::Recipe));
}

/// Words that must not be overlooked, each with the action of a click on it.
fn marks(model: &Model) -> Vec<(&'static str, Action)> {
    let lang = model.lang;
    let hidden = model.workspace.batch.hidden.is_some().then(|| (t!(lang, "hidden.mark"), Action::HideNames));
    let received = model.workspace.review.as_ref().and_then(|review| review.received.as_ref());
    let received = received.map(|received| {
        if received.parts.whole {
            (t!(lang, "received.header"), Action::Verdict)
        } else {
            (t!(lang, "received.header-rules"), Action::Exclusions)
        }
    });
    hidden.into_iter().chain(received).collect()
}

/// Draws the tab of a screen at `x`; the current one always has its name. Returns the column behind it.
fn tab(model: &Model, screen: Screen, named: bool, pen: &mut Pen<'_>, x: u16, drawn: &mut Drawn) -> u16 {
    let theme = pen.theme;
    let current = screen == model.workspace.screen;
    let name = screen_name(model, screen);
    let mut label =
        if named || current { format!(" {} {name} ", screen.number()) } else { format!(" {} ", screen.number()) };
    // Without colours and attributes, brackets show the current tab.
    if current && theme.tab == Style::new() {
        label = format!("[{}]", label.trim());
    }
    let end = pen.text(x, 0, &label, if current { theme.tab } else { theme.label });
    let action = match screen {
        Screen::Overview => Action::ShowOverview,
        Screen::Pipeline => Action::ShowPipeline,
        Screen::Bits => Action::ShowBits,
        Screen::Diff => Action::ShowDiff,
        Screen::Lab => Action::ShowLab,
        Screen::Library => Action::ShowLibrary,
    };
    drawn.click(x..end, 0, ClickTarget::Do(action));
    end
}

fn screen_name(model: &Model, screen: Screen) -> &'static str {
    model.lang.find(&format!("screen.{}", screen.key())).unwrap_or_default()
}

const MOST_ROWS: u16 = 4;

/// Draws the notice in the bottom line, or over the one that is typed there. A longer one covers as many of the last
/// rows as it needs, with a rule above.
fn draw_notice(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Some(notice) = &model.workspace.notice else { return };
    let typed = match model.workspace.dialogs.last() {
        Some(Dialog::Find(_) | Dialog::Command(_) | Dialog::Filter(_)) => true,
        // The dialog shows the error in its pattern itself.
        Some(Dialog::Exclusions(leaving)) if leaving.error.is_some() => return,
        Some(Dialog::Exclusions(leaving)) => leaving.typed.is_some(),
        _ => false,
    };
    let area = pen.area;
    let bottom = area.bottom().saturating_sub(u16::from(typed));
    let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let rows = lines_of(notice, inside.width).clamp(1, MOST_ROWS);
    let top = bottom.saturating_sub(rows);
    // A notice of one line has the rule of the bottom line above it.
    let rule = u16::from(rows > 1);
    let covered = Rect { y: top.saturating_sub(rule), height: rows + rule, ..area };
    pen.within(covered).clear();
    if rule > 0 {
        pen.rule(covered.y);
    }
    let style = pen.theme.alert;
    pen.within(inside).paragraph(inside.x, top, rows, notice, style);
    drawn.targets.retain(|(place, _)| place.bottom() <= covered.y || place.y >= bottom);
    drawn.cursor = drawn.cursor.filter(|at| at.y < covered.y || at.y >= bottom);
}

/// The part of an area from row `y` on.
fn below(area: Rect, y: u16) -> Rect {
    Rect { y, height: area.bottom().saturating_sub(y), ..area }
}

/// The part of an area behind the mark before a row.
fn indented(area: Rect) -> Rect {
    Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area }
}

/// The parts of an area beside a rule that ends before row `end`; the left one is `left` cells wide.
fn beside(pen: &mut Pen<'_>, area: Rect, left: u16, end: u16) -> [Rect; 2] {
    let left = Rect { width: left, ..area };
    pen.upright(left.right() + 1, area.y..end);
    let x = left.right() + 3;
    [left, Rect { x, width: area.right().saturating_sub(x), ..area }]
}

/// The first key of an action on a screen.
fn key_on(model: &Model, screen: Screen, action: Action) -> String {
    model.keymap.keys(screen, action).first().map(ToString::to_string).unwrap_or_default()
}

/// Has the columns of a row of bits answer to a click, on `height` rows from `y` on.
fn click_columns(drawn: &mut Drawn, bits: &BitRow, y: u16, height: u16) {
    for column in bits.columns() {
        let cells = bits.cells(column);
        drawn.targets.push((Rect::new(cells.start, y, cells.len() as u16, height), ClickTarget::Column(column)));
    }
}

/// Has a row of an area answer to a click.
fn click(drawn: &mut Drawn, area: Rect, y: u16, target: ClickTarget) {
    drawn.click(area.x..area.right(), y, target);
}

/// Has a row of a list answer to a click, and lays the cursor on it if it is selected. Returns the style of its text.
fn choice(pen: &mut Pen<'_>, drawn: &mut Drawn, (area, y): (Rect, u16), target: ClickTarget, selected: bool) -> Style {
    click(drawn, area, y, target);
    if selected {
        pen.pointer(area, y);
    }
    pen.theme.row(selected)
}

/// Has the rows of a list that an area shows answer to a click, and lays the cursor on the one that is selected.
/// Returns each row with the line it is on and the style of its text.
fn choices(pen: &mut Pen<'_>, drawn: &mut Drawn, area: Rect, list: &List, len: usize) -> Vec<(usize, u16, Style)> {
    (drawn.rows, drawn.length) = (usize::from(area.height), len);
    let rows = list.window(len, drawn.rows).zip(area.y..);
    rows.map(|(row, y)| (row, y, choice(pen, drawn, (area, y), ClickTarget::Choice(row), row == list.selected)))
        .collect()
}

/// Has the rows of a list that an area shows answer to a click, and marks the one that is selected. Returns each row
/// with the line it is on, and whether it is that one.
fn listed(
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
fn only_fingerprint(model: &Model, documents: [usize; 2], dialog: &mut Pen<'_>) -> bool {
    let Some((at, _)) = model.workspace.batch.record_of(documents) else { return false };
    dialog.fill(dialog.area.x, dialog.area.y, &names::unavailable(model, at), dialog.theme.text);
    true
}

/// Digits in groups of four.
fn parted(hex: &str) -> String {
    let first = hex.len() % 4;
    let mut groups: Vec<&str> = Vec::new();
    if first > 0 {
        groups.push(&hex[..first]);
    }
    groups.extend((first..hex.len()).step_by(4).map(|i| &hex[i..i + 4]));
    groups.join(" ")
}

/// The sign between the names of a pair.
fn between(theme: &Theme) -> String {
    format!("  {}  ", theme.marks.times)
}

/// Draws the names of a pair. Returns the column behind them.
fn pair_line(pen: &mut Pen<'_>, x: u16, y: u16, [a, b]: [&str; 2]) -> u16 {
    let theme = pen.theme;
    pen.line(x, y, &[(a, theme.strong), (&between(theme), theme.label), (b, theme.strong)])
}
