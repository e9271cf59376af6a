//! The help: the keys of the screen and of everywhere, the terms, the program.

use super::{
    super::{names, review},
    frame::frame,
};
use crate::{
    t,
    text::width,
    tui::{
        action::Action,
        model::{Drawn, List, Model},
        widget::{Pen, lines_of},
    },
};

/// One line of the help.
enum HelpLine {
    Head(String),
    Key(String, String),
    Text(String),
    Gap,
}

/// Draws the dialog.
pub(super) fn draw(model: &Model, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let [down, up] = [Action::Down, Action::Up].map(|action| model.key_of(action));
    let keys = t!(lang, "overlay.help-keys", down = down, up = up);
    let mut dialog = frame(pen, u16::MAX, t!(lang, "overlay.help"), &keys);
    let lines = help_lines(model);
    let (theme, area) = (dialog.theme, dialog.area);
    let keys = lines.iter().filter_map(|l| if let HelpLine::Key(keys, _) = l { Some(width(keys)) } else { None });
    let keys = keys.max().unwrap_or(0).min(28) as u16;
    drawn.rows = usize::from(area.height);
    // Texts wrap, so how long the help is depends on how wide it is.
    let mut heights = Vec::with_capacity(lines.len());
    for line in &lines {
        heights.push(if let HelpLine::Text(text) = line { lines_of(text, area.width) } else { 1 });
    }
    let total: u16 = heights.iter().sum();
    drawn.length = usize::from(total.saturating_sub(area.height)) + 1;
    let skip = (list.selected as u16).min(total.saturating_sub(area.height));
    let mut y = i32::from(area.y) - i32::from(skip);
    for (line, height) in lines.iter().zip(heights) {
        if y >= i32::from(area.y) && y < i32::from(area.bottom()) {
            let y = y as u16;
            match line {
                HelpLine::Head(text) => _ = dialog.text(area.x, y, text, theme.strong),
                HelpLine::Key(names, text) => {
                    dialog.text(area.x, y, names, theme.positive);
                    dialog.text(area.x + keys + 3, y, text, theme.text);
                }
                HelpLine::Text(text) => _ = dialog.paragraph(area.x, y, area.bottom() - y, text, theme.text),
                HelpLine::Gap => {}
            }
        }
        y += i32::from(height);
    }
}

/// The keys of this screen, the keys of everywhere, the terms, the program: from the live keymap and the locale.
fn help_lines(model: &Model) -> Vec<HelpLine> {
    let lang = model.session.lang;
    let row = |action: Action| {
        let keys: Vec<String> =
            model.session.keymap.keys(model.workspace.screen, action).iter().map(ToString::to_string).collect();
        // Without a key it can still be done by its name.
        let keys = if keys.is_empty() { format!(":{}", action.name()) } else { keys.join("  ") };
        HelpLine::Key(keys, names::action(lang, action).to_owned())
    };
    let (everywhere, screen) = model.session.keymap.actions(model.workspace.screen);
    let name = lang.find(&format!("screen.{}", model.workspace.screen.key())).unwrap_or_default();
    let mut lines = vec![HelpLine::Head(t!(lang, "help.screen", name = name))];
    lines.extend(screen.into_iter().map(row));
    lines.extend([HelpLine::Gap, HelpLine::Head(t!(lang, "help.everywhere").into())]);
    lines.extend(everywhere.into_iter().map(row));
    lines.extend([HelpLine::Gap, HelpLine::Head(t!(lang, "help.terms").into())]);
    for term in [
        "help.term-weight",
        "help.term-accumulator",
        "help.term-margin",
        "help.term-neff",
        "help.term-hd",
        "help.term-k",
        "help.term-coverage",
        "help.term-recipe",
    ] {
        let text = match term {
            "help.term-k" => {
                let [more, less] = [Action::MoreK, Action::LessK].map(|action| model.key_of(action));
                t!(lang, "help.term-k", more = more, less = less)
            }
            "help.term-coverage" => {
                t!(
                    lang,
                    "help.term-coverage",
                    han = model.workspace.batch.run.han,
                    words = model.workspace.batch.run.words,
                    shared = model.workspace.batch.texts.shared
                )
            }
            _ => lang.find(term).unwrap_or_default().to_owned(),
        };
        lines.push(HelpLine::Text(text));
    }
    lines.extend([HelpLine::Gap, HelpLine::Head(t!(lang, "help.about").into())]);
    lines.push(HelpLine::Text(t!(lang, "help.about-text", version = env!("CARGO_PKG_VERSION"))));
    lines.extend(review::kept(model).map(HelpLine::Text));
    lines
}
