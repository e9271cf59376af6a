//! The tabs of the screens at the top, with the recipe: behind them on a wide screen, else above the bottom line.

use ratatui::{layout::Rect, style::Style};

use super::names;
use crate::{
    t,
    text::width,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, Model},
        screen::Screen,
        widget::Pen,
    },
};

/// Draws the tabs and the recipe.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
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
        drawn.targets.push((Rect::new(x + 1, 0, end - x - 1, 1), ClickTarget::Do(action)));
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
    drawn.targets.push((Rect::new(begin, y, right - begin, 1), ClickTarget::Do(Action::Recipe)));
}

/// Words that must not be overlooked, each with the action of a click on it.
fn marks(model: &Model) -> Vec<(&'static str, Action)> {
    let lang = model.session.lang;
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
    drawn.targets.push((Rect::new(x, 0, end - x, 1), ClickTarget::Do(action)));
    end
}

fn screen_name(model: &Model, screen: Screen) -> &'static str {
    model.session.lang.find(&format!("screen.{}", screen.key())).unwrap_or_default()
}
