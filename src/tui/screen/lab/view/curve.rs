//! The number of replaced words that a text tolerates: a column for each, drawn while it is computed.

use ratatui::layout::Rect;

use super::head;
use crate::{
    lab::{REPLACED, RUNS, Robustness},
    locale::grouped,
    t,
    tui::{
        action::Action,
        model::{LabPane, Model, Workbench},
        view::parts::below,
        widget::{Pen, bars, widest},
    },
};

/// How wide a column is with the air beside it.
const COLUMN: u16 = 5;

/// That of the text as it is now.
pub(super) fn pane(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect) {
    let lang = model.lang;
    let slot = &model.workspace.results.curve;
    let of = slot.key().and_then(|(states, _)| states.first()).copied();
    let known = slot.value().and_then(|all| all.first()).zip(of);
    let known = known.filter(|(_, (document, _))| *document == model.workspace.shown_document());
    let running = model.workspace.tasks.computes(slot);
    let key = model.key_of(Action::Robustness);
    let Some((robustness, (_, revision))) = known else {
        head(model, pen, area, LabPane::Curve, t!(lang, "lab.curve"), "");
        let text = match () {
            () if running => t!(lang, "overview.working").to_owned(),
            () if bench.history.state().text.is_empty() => t!(lang, "lab.none-of-text").to_owned(),
            () => t!(lang, "lab.curve-none", key, k = model.workspace.k),
        };
        pen.fill(area.x, area.y + 1, &text, pen.theme.label);
        return;
    };
    let beside = if revision != bench.revision {
        t!(lang, "lab.stale").to_owned()
    } else if robustness.runs() < RUNS && !running {
        t!(lang, "lab.curve-stopped", key)
    } else {
        runs(model, robustness)
    };
    head(model, pen, area, LabPane::Curve, t!(lang, "lab.curve"), &beside);
    draw(model, robustness, pen, below(area, area.y + 1));
}

/// Those of the documents on a page of a lesson, below each other.
pub(crate) fn page(model: &Model, documents: &[usize], pen: &mut Pen<'_>, body: Rect) {
    let all = model.workspace.results.curve.value();
    let each = body.height / documents.len().max(1) as u16;
    for (at, &document) in documents.iter().enumerate() {
        let area = Rect { y: body.y + at as u16 * each, height: each, ..body };
        let found = all.and_then(|all| all.get(at)).filter(|robustness| robustness.runs() > 0);
        let beside = found.map_or_else(|| t!(model.lang, "overview.working").into(), |found| runs(model, found));
        pen.head(area.x, area.y, model.workspace.batch.name(document), &beside);
        if let Some(found) = found {
            let rows = each.saturating_sub(1 + u16::from(each > 6));
            draw(
                model,
                found,
                &mut pen.within(Rect { height: rows + 1, ..area }),
                Rect { y: area.y + 1, height: rows, ..area },
            );
        }
    }
}

/// How many words a text has, and how many runs are done.
fn runs(model: &Model, robustness: &Robustness) -> String {
    t!(model.lang, "lab.curve-beside", words = grouped(robustness.words as u64), runs = robustness.runs(), all = RUNS)
}

/// Draws the columns; in few rows without bars, and the mean.
fn draw(model: &Model, robustness: &Robustness, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let labels =
        [t!(lang, "lab.within", k = model.workspace.k), t!(lang, "lab.mean").into(), t!(lang, "lab.replaced").into()];
    let label = widest(&labels) + 1;
    let rows = area.height.saturating_sub(3).min(8);
    let with_mean = u16::from(area.height > 2);
    let p = area.y + rows;
    let (mean, replaced) = (p + with_mean, p + with_mean + 1);
    let shown = [(p, 0), (mean, usize::from(with_mean)), (replaced, 2)];
    for (y, text) in shown {
        pen.text(area.x, y, &labels[text], theme.label);
    }
    for (at, n) in (0u16..).zip(REPLACED) {
        let left = area.x + label + at * COLUMN;
        let right = left + COLUMN;
        if right > area.right() {
            break;
        }
        pen.text_right(right, replaced, &n.to_string(), theme.label);
        let Some(point) = robustness.points.iter().find(|point| point.replaced == n) else {
            pen.text_right(right, p, theme.marks.none, theme.label);
            continue;
        };
        let (Some(share), Some(distance)) = (point.within(model.workspace.k), point.mean()) else { continue };
        let called = share < 0.5;
        if with_mean > 0 {
            pen.text_right(right, mean, &format!("{distance:.1}"), theme.label);
        }
        pen.text_right(right, p, &format!("{share:.2}"), if called { theme.alert } else { theme.strong });
        let bar = Rect::new(right - 3, area.y, 3, rows);
        bars(pen, bar, 3, [(share, if called { theme.negative } else { theme.positive })]);
    }
}
