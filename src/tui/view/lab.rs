//! Screen 5: a text that is changed, and what becomes of its fingerprint.
//!
//! ```text
//! a.txt    HD 1 of 64   a near-duplicate at k 3   975 tokens                                          computing …
//!
//! TEXT  yours to change; the file is not touched    │ FINGERPRINT  A as it was, B as it is
//! 灯塔看守人的三十一本日记                          │ A  08df 1ba8 d384 a85f
//! …                                                 │ B  08d7 1ba8 d384 a85f
//!                                                   │ BITS AT RISK  in B, nearest to turning first
//! FEATURES OF B  by weight · 1 of 412               │ ROBUSTNESS  of 975 words, at random
//!     feature        tf   weight   share   holds    │ HISTORY
//! [x] 灯塔           15    130.4   2.4 %   1  12    │   1  低 → 高                               HD 0
//! ```
//! While the text is edited, and until another pane is chosen, the columns of B with A behind them take the place of the
//! features ([`columns`]).
//! Below 100 columns the text and the fingerprints are above, and one of the other panes below them.

mod bits;
mod columns;
mod curve;
mod features;
mod history;
mod text;

pub(super) use history::leave;

use ratatui::{layout::Rect, style::Style};

use super::names;
use crate::{
    lab::{LIMIT, Trial},
    locale::grouped,
    t,
    text::{truncate_middle, width},
    tui::{
        model::{ClickTarget, Drawn, LabPane, Model, Task, Workbench},
        widget::{Pen, lines_of},
    },
};

/// From so many rows on, the columns are shown in a lesson while nothing is edited.
const WITH_COLUMNS: u16 = 24;

/// Draws the screen.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let Some(bench) = model.workspace.bench() else {
        pen.paragraph(body.x, body.y, 2, &nothing(model), pen.theme.label);
        return;
    };
    context(model, bench, pen, body);
    let wide_enough = model.wide(body.width + 2);
    // The columns stay after the last key, with the effect of the word at the cursor, until another pane is chosen.
    let in_text = model.workspace.editing() || model.workspace.lab.pane == LabPane::Text;
    if wide_enough && in_text {
        typing(model, bench, pen, body, drawn);
    } else if wide_enough {
        wide(model, bench, pen, body, drawn);
    } else {
        narrow(model, bench, pen, body, drawn);
    }
}

/// Why there is no bench.
fn nothing(model: &Model) -> String {
    let at = model.workspace.shown_document();
    match model.workspace.batch.document(at) {
        Some(document) if document.text.len() > LIMIT => {
            let [bytes, limit] = [document.text.len(), LIMIT].map(|bytes| grouped(bytes as u64));
            t!(model.session.lang, "lab.too-large", name = model.workspace.batch.name(at), bytes = bytes, limit = limit)
        }
        _ => names::unavailable(model, at),
    }
}

/// While the text is edited: the text over the columns, and beside those the bits that differ and the history.
fn typing(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let top = body.y + 2;
    let height = body.bottom().saturating_sub(top);
    let [text, below] = cut(Rect { y: top, height, ..body }, height / 3);
    pane(model, bench, pen, text, LabPane::Text, drawn);
    let left = Rect { width: columns::width(bench, body.width).min(body.width / 3 * 2), ..below };
    let right = Rect { x: left.right() + 3, width: body.right().saturating_sub(left.right() + 3), ..below };
    pen.upright(left.right() + 1, below.y..below.bottom());
    columns::draw(model, bench, &mut pen.within(left), left);
    let [differing, history] = cut(right, 2 * right.height / 3);
    bits::fingerprints(model, bench, &mut pen.within(differing), differing);
    pane(model, bench, pen, history, LabPane::History, drawn);
}

/// The parts of a wide screen: the text over the features, beside all else.
fn wide(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let top = body.y + 2;
    let height = body.bottom().saturating_sub(top);
    let left = Rect::new(body.x, top, body.width / 2 - 2, height);
    let right = Rect::new(left.right() + 3, top, body.right().saturating_sub(left.right() + 3), height);
    pen.upright(left.right() + 1, top..body.bottom().saturating_sub(1));
    let [above, below] = cut(left, 2 * height / 5);
    pane(model, bench, pen, above, LabPane::Text, drawn);
    pane(model, bench, pen, below, LabPane::Features, drawn);
    // Panes of fixed height come first; the history takes the remaining rows.
    let [fingerprints, rest] = cut(right, if height > 26 { 9 } else { 6 });
    let [risk, rest] = cut(rest, if height > 26 { 8 } else { 5 });
    let [curve, history] = cut(rest, 8);
    bits::fingerprints(model, bench, &mut pen.within(fingerprints), fingerprints);
    pane(model, bench, pen, risk, LabPane::Risk, drawn);
    pane(model, bench, pen, curve, LabPane::Curve, drawn);
    pane(model, bench, pen, history, LabPane::History, drawn);
}

/// Above so many rows, and below; a row of air between.
fn cut(area: Rect, rows: u16) -> [Rect; 2] {
    let rows = rows.min(area.height);
    let above = Rect { height: rows.saturating_sub(1), ..area };
    [above, Rect { y: area.y + rows, height: area.height - rows, ..area }]
}

/// The text and the fingerprints above, one pane below.
fn narrow(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    const LIVE: u16 = 3;
    let air = u16::from(body.height > 18);
    let rest = body.height.saturating_sub(1);
    if model.workspace.editing() {
        let above = Rect { y: body.y + 1, height: (rest / 3).max(2), ..body };
        pane(model, bench, pen, above, LabPane::Text, drawn);
        let y = above.bottom() + air;
        let below = Rect { y, height: body.bottom().saturating_sub(y), ..body };
        columns::draw(model, bench, &mut pen.within(below), below);
        return;
    }
    if model.workspace.lesson.is_some() && body.height >= WITH_COLUMNS {
        in_lesson(model, bench, pen, body, drawn);
        return;
    }
    let text = match model.workspace.lab.pane {
        LabPane::Text => rest.saturating_sub(LIVE + 1 + air),
        _ => (rest / 3).max(2),
    };
    let above = Rect { y: body.y + 1, height: text, ..body };
    pane(model, bench, pen, above, LabPane::Text, drawn);
    let live = Rect { y: above.bottom() + air, height: LIVE.min(rest.saturating_sub(text + air)), ..body };
    bits::in_short(model, bench, &mut pen.within(live), live);
    if model.workspace.lab.pane != LabPane::Text {
        let top = live.bottom() + air;
        let below = Rect { y: top, height: body.bottom().saturating_sub(top), ..body };
        pane(model, bench, pen, below, model.workspace.lab.pane, drawn);
    }
}

/// In a lesson: the text, the columns, which its pages are about, and a pane.
fn in_lesson(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let (top, rest) = (body.y + 1, body.height - 1);
    let lines = lines_of(bench.editor.text(), body.width).saturating_add(2);
    let whole = model.workspace.lab.pane == LabPane::Text;
    let text = Rect { y: top, height: lines.clamp(3, rest / 3), ..body };
    pane(model, bench, pen, text, LabPane::Text, drawn);
    let below = Rect { y: text.bottom() + 1, height: body.bottom().saturating_sub(text.bottom() + 1), ..body };
    let [chart, other] = if whole { [below, below] } else { cut(below, 3 * below.height / 5) };
    columns::draw(model, bench, &mut pen.within(chart), chart);
    if !whole {
        pane(model, bench, pen, other, model.workspace.lab.pane, drawn);
    }
}

fn pane(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, which: LabPane, drawn: &mut Drawn) {
    drawn.targets.push((area, ClickTarget::LabPane(which)));
    // The mark of a selected row is to the left of it.
    let mut pen = pen.within(Rect { x: area.x - 1, width: area.width + 1, ..area });
    let pen = &mut pen;
    match which {
        LabPane::Text => text::draw(model, bench, pen, area, drawn),
        LabPane::Features => features::draw(model, bench, pen, area, drawn),
        LabPane::Risk => bits::risk(model, bench, pen, area),
        LabPane::Curve => curve::draw(model, bench, pen, area),
        LabPane::History => history::draw(model, bench, pen, area, drawn),
    }
}

/// The document, the distance, the verdict, how much text there is.
fn context(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, body: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let end = working(model, bench, pen, body.y);
    let mut pen = pen.within(Rect { x: 0, width: end, ..pen.area });
    let name =
        truncate_middle(model.workspace.batch.name(model.workspace.shown_document()), usize::from(body.width) / 4)
            .into_owned();
    let x = pen.text(body.x, body.y, &name, theme.strong) + 3;
    let Some(trial) = bench.trial() else { return };
    let style = if stale(model, bench) { theme.label } else { theme.alert };
    let Some(hd) = trial.hamming() else {
        pen.text(x, body.y, t!(lang, "lab.no-fingerprint"), style);
        return;
    };
    let x = pen.text(x, body.y, &format!("HD {hd}"), style);
    let x = pen.text(x + 1, body.y, &t!(lang, "bits.of", bits = trial.trace.recipe.bits), theme.label);
    let verdict = if hd <= model.workspace.k {
        t!(lang, "bits.near", k = model.workspace.k)
    } else {
        t!(lang, "bits.far", k = model.workspace.k)
    };
    let x = pen.text(x + 3, body.y, &verdict, theme.text);
    let mut parts =
        vec![t!(lang, "lab.chars", n = grouped(trial.trace.chars)), counted(trial, t!(lang, "pipeline.tokens"))];
    if trial.excluded_features() > 0 {
        parts.push(t!(lang, "lab.out", n = trial.excluded_features()));
    }
    parts.into_iter().fold(x + 3, |x, part| {
        let fits = usize::from(x) + width(&part) <= usize::from(end);
        if fits { pen.text(x, body.y, &part, theme.label) + 3 } else { x }
    });
}

fn counted(trial: &Trial, label: &str) -> String {
    format!("{label} {}", grouped(trial.trace.sketch.tokens))
}

/// The trial that is being computed.
fn trying(model: &Model) -> Option<&Task> {
    model.workspace.tasks.of(&model.workspace.results.trial)
}

/// Whether the result shown is of an older text, and has been for long enough to say so.
fn stale(model: &Model, bench: &Workbench) -> bool {
    !bench.fresh(model.workspace.batch.generation) && trying(model).is_none_or(|task| task.shown)
}

/// Work that has run for long enough to be shown, or that numbers are of an older text. Returns where it begins.
fn working(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, y: u16) -> u16 {
    let lang = model.session.lang;
    let right = pen.area.right() - 1;
    let text = match trying(model) {
        Some(task) if task.shown => format!("{} {}", t!(lang, "work.examining"), lang.set("…")),
        _ if stale(model, bench) && bench.tried.is_some() => t!(lang, "lab.stale").to_owned(),
        _ => return super::progress::draw(model, pen, y),
    };
    pen.text_right(right, y, &text, pen.theme.alert).saturating_sub(2)
}

/// The style of a head: of the pane that has the keys it is called.
fn head(model: &Model, pen: &mut Pen<'_>, area: Rect, which: LabPane, label: &str, beside: &str) {
    let theme = pen.theme;
    let style: Style =
        if model.workspace.lab.pane == which { theme.positive.patch(theme.strong) } else { theme.strong };
    let x = pen.text(area.x, area.y, label, style);
    pen.text_until(x + 2, area.y, area.right(), beside, theme.label);
}
