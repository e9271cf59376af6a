//! How many replaced words the text as it is now tolerates: a column for each number of them, drawn while it is computed.

use ratatui::layout::Rect;

use super::head;
use crate::{
    lab::{REPLACED, RUNS},
    locale::grouped,
    t,
    text::width,
    tui::{
        action::Action,
        model::{LabPane, Model, Workbench},
        widget::Pen,
    },
};

/// How wide a column is with the air beside it.
const COLUMN: u16 = 5;

/// Draws the pane.
pub(super) fn draw(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let slot = &model.workspace.results.curve;
    let known = slot.value().filter(|_| slot.key().is_some_and(|(of, ..)| *of == model.workspace.shown_document()));
    let older = known.is_some() && slot.key().is_none_or(|(.., revision)| *revision != bench.revision);
    let running = model.workspace.tasks.computes(slot);
    let key = model.key_of(Action::Robustness);
    let Some(survival) = known else {
        head(model, pen, area, LabPane::Curve, t!(lang, "lab.curve"), "");
        let text = match () {
            () if running => t!(lang, "overview.working").to_owned(),
            () if bench.history.state().text.is_empty() => t!(lang, "lab.none-of-text").to_owned(),
            () => t!(lang, "lab.curve-none", key = key, k = model.workspace.k),
        };
        pen.paragraph(area.x, area.y + 1, area.height.saturating_sub(1), &text, theme.label);
        return;
    };
    let words = grouped(survival.words as u64);
    let mut beside = t!(lang, "lab.curve-beside", words = words, runs = survival.runs(), all = RUNS);
    if older {
        t!(lang, "lab.stale").clone_into(&mut beside);
    } else if survival.runs() < RUNS && !running {
        beside = t!(lang, "lab.curve-stopped", key = key);
    }
    head(model, pen, area, LabPane::Curve, t!(lang, "lab.curve"), &beside);
    let labels =
        [t!(lang, "lab.within", k = model.workspace.k), t!(lang, "lab.mean").into(), t!(lang, "lab.replaced").into()];
    let label = labels.iter().map(|label| width(label)).max().unwrap_or(0) as u16 + 1;
    let rows = area.height.saturating_sub(4).clamp(1, 8);
    let (p, mean, replaced) = (area.y + 1 + rows, area.y + 2 + rows, area.y + 3 + rows);
    for (text, y) in labels.iter().zip([p, mean, replaced]) {
        pen.text(area.x, y, text, theme.label);
    }
    for (at, n) in (0u16..).zip(REPLACED) {
        let left = area.x + label + at * COLUMN;
        let right = left + COLUMN;
        if right > area.right() {
            break;
        }
        pen.text_right(right, replaced, &n.to_string(), theme.label);
        let Some(point) = survival.points.iter().find(|point| point.replaced == n) else {
            pen.text_right(right, p, theme.marks.none, theme.label);
            continue;
        };
        let (Some(share), Some(distance)) = (point.within(model.workspace.k), point.mean()) else { continue };
        let called = share < 0.5;
        pen.text_right(right, p, &format!("{share:.2}"), if called { theme.alert } else { theme.strong });
        pen.text_right(right, mean, &format!("{distance:.1}"), theme.label);
        let eighths = (share * f64::from(rows) * 8.0).round() as u16;
        for row in 0..rows {
            let part = eighths.saturating_sub(8 * row).min(8);
            for x in right - 3..right {
                let symbol = theme.marks.lower[usize::from(part)];
                pen.cell(x, p - 1 - row, symbol, if called { theme.negative } else { theme.positive });
            }
        }
    }
}
