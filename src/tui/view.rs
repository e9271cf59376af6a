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

pub(super) mod editor;
pub(super) mod exclusion;
pub(super) mod exhibit;
pub(super) mod footer;
pub(super) mod frame;
pub(super) mod lesson;
pub(super) mod names;
pub(super) mod parts;
pub(super) mod progress;
pub(super) mod prompt;
pub(super) mod review;
pub(super) mod tiles;

use ratatui::{Frame, layout::Rect, style::Style};

use super::{
    action::Action,
    model::{ClickTarget, Drawn, Model, dialog::Dialog},
    screen::{
        Screen, bits::view as bits, diff::view as diff, lab::view as lab, library::view as library,
        overview::view as overview, pipeline::view as pipeline,
    },
    theme::Theme,
    widget::{Pen, lines_of},
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
    if let Some(dialog) = model.workspace.dialogs.top() {
        // Only what lies on top answers to a click.
        drawn.targets.clear();
        // The dialogs that pages open leave the page of a lesson visible beside it.
        let beside = model.workspace.lesson.is_some() && dialog.plays().is_some();
        let free = if beside { Rect { x: 0, width: body.right() + 1, ..body } } else { area };
        dialog.draw(model, &mut pen.within(free), &mut drawn);
    }
    draw_notice(model, &mut pen, &mut drawn);
    drawn
}

/// Draws the tabs and the recipe; of a lesson its title and the page.
fn draw_header(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let theme = pen.theme;
    if let Some(reading) = &model.workspace.lesson {
        let x = pen.text(1, 0, "simscope", theme.strong) + 3;
        let of = t!(model.lang, "lesson.of", at = reading.page + 1, all = reading.pages());
        let end = pen.text_right(pen.area.width - 1, 0, &of, theme.label);
        pen.text_until(x, 0, end.saturating_sub(2), reading.lesson.title.get(model.lang), theme.accent());
        pen.rule(1);
        pen.rule(pen.area.height - 2);
        return;
    }
    let recipe = names::recipe(model);
    let marks = marks(model);
    // The names of the screens come before the recipe, which goes to the bottom rule.
    let names: usize = Screen::ALL.iter().map(|screen| 4 + width(names::screen(model, *screen))).sum();
    let mark: usize = marks.iter().map(|(text, _)| width(text) + 3).sum();
    let used = 11 + names + mark;
    let named = used <= usize::from(pen.area.width);
    let beside = model.wide(pen.area.width) && used + 2 + width(&recipe) < usize::from(pen.area.width);
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
    let (begin, y) = if beside {
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
    let name = names::screen(model, screen);
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

const MOST_ROWS: u16 = 4;

/// Draws the notice in the bottom line, or over the one that is typed there. A longer one covers as many of the last
/// rows as it needs, with a rule above.
fn draw_notice(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Some(notice) = &model.workspace.notice else { return };
    let Some(typed) = model.workspace.dialogs.top().map_or(Some(0), Dialog::rows_typed) else { return };
    let area = pen.area;
    let bottom = area.bottom().saturating_sub(typed);
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
