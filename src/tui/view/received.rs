//! The question whether what came with a folder is accepted.
//!
//! ```text
//! ── This folder came with a review ──────────────────────────────────────────
//!   2 verdicts, 1 note, 1 rule of exclusion. The rule would exclude 100 % of all text.
//!
//!   pattern: .*
//!
//! > only look   verdicts and notes in brackets, rules off
//!   accept      as if you had made it
//! ```

use ratatui::layout::Rect;

use super::dialog::{frame, picker_keys};
use crate::{
    t,
    text::{clean, truncate_end, width},
    tui::{
        model::{ClickTarget, Drawn, List, Model},
        widget::{Pen, lines_of},
    },
};

/// The most rules that are listed.
const RULES: usize = 6;

/// Draws the dialog.
pub(super) fn draw(model: &Model, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let Some(received) = model.workspace.review.as_ref().and_then(|review| review.received.as_ref()) else { return };
    let inside = pen.area.width.saturating_sub(4);
    let share = model.workspace.results.received_share.get(&(model.workspace.batch.generation, received.revision));
    let summary = received.parts.summary(share.copied(), lang);
    let rules = rules(&received.rules, model);
    let answers = if received.parts.whole {
        [
            (t!(lang, "received.look"), t!(lang, "received.look-beside")),
            (t!(lang, "received.accept"), t!(lang, "received.accept-beside")),
        ]
    } else {
        [
            (t!(lang, "received.leave-off"), t!(lang, "received.leave-off-beside")),
            (t!(lang, "received.accept"), t!(lang, "received.accept-rules-beside")),
        ]
    };
    let said = lines_of(&summary, inside);
    let listed = rules.len() as u16 + u16::from(!rules.is_empty());
    let title = if received.parts.whole { t!(lang, "received.title") } else { t!(lang, "received.title-rules") };
    let mut dialog = frame(pen, said + 1 + listed + answers.len() as u16 + 1, title, &picker_keys(model));
    let (theme, area) = (dialog.theme, dialog.area);
    let mut y = area.y + dialog.paragraph(area.x, area.y, said, &summary, theme.text) + 1;
    for rule in &rules {
        dialog.text(area.x + 2, y, &truncate_end(rule, usize::from(inside.saturating_sub(2))), theme.label);
        y += 1;
    }
    y += u16::from(!rules.is_empty());
    let names = answers.iter().map(|(name, _)| width(name)).max().unwrap_or(0) as u16;
    for (row, ((name, beside), y)) in answers.into_iter().zip(y..).enumerate() {
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Choice(row)));
        let selected = row == list.selected;
        if selected {
            dialog.tint(area.x..area.right(), y, theme.selected);
            dialog.text(area.x, y, ">", theme.positive);
        }
        dialog.text(area.x + 2, y, name, if selected { theme.strong } else { theme.text });
        dialog.text(area.x + 4 + names, y, beside, theme.label);
    }
    (drawn.rows, drawn.length) = (answers.len(), answers.len());
}

/// The first rules, and how many more there are.
fn rules(all: &[String], model: &Model) -> Vec<String> {
    let shown = if all.len() > RULES { RULES - 1 } else { all.len() };
    let mut lines: Vec<String> =
        all[..shown].iter().map(|rule| clean(&model.workspace.redacted(rule)).into_owned()).collect();
    if all.len() > shown {
        lines.push(t!(model.session.lang, "received.more-rules", n = all.len() - shown));
    }
    lines
}
