//! Screen 5: a text that is changed, and what becomes of its fingerprint.
//!
//! ```text
//! a.txt    HD 1 of 64   a near-duplicate at k 3   975 tokens                                          computing …
//!
//! TEXT  yours to change; the file is not touched    │ FINGERPRINT
//! 灯塔看守人的三十一本日记                          │ before  08df 1ba8 d384 a85f
//! …                                                 │ now     08d7 1ba8 d384 a85f
//!                                                   │ BITS AT RISK  nearest to turning first
//! FEATURES  by weight      · 1 of 412               │ ROBUSTNESS  of 975 words, at random
//!     feature        tf   weight   share   holds    │
//! [x] 灯塔           15    130.4   2.4%   1  12    │
//! ```
//! While the text is edited, and until another pane is chosen, the columns with those of the original behind them
//! take the place of the features ([`columns`]). Below 100 columns the text and the fingerprints are above, and one of
//! the other panes below them.

mod bits;
mod columns;
pub(crate) mod curve;

use ratatui::{layout::Rect, style::Style};

use crate::{
    lab::LIMIT,
    lesson::LessonTerm,
    locale::{grouped, percent},
    say::{plain, whole},
    t,
    table::{Column, Width},
    text::truncate_middle,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, LabPane, Model, Task, Workbench},
        screen::bits::view::by_rule,
        view::{
            editor::{self, Cursor},
            names,
            parts::{below, beside, listed},
            progress,
        },
        widget::{Grid, Pen, fits, lines_of},
    },
};

pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let Some(bench) = model.workspace.bench() else {
        pen.paragraph(body.x, body.y, 2, &nothing(model), pen.theme.label);
        return;
    };
    context(model, bench, pen, body);
    let wide = model.wide(body.width + 2);
    let area = below(body, body.y + 1 + u16::from(wide));
    let air = u16::from(wide || area.height > 17);
    let typed = model.workspace.editing() || wide && model.workspace.lab.pane == LabPane::Text;
    if !wide {
        return stack(model, bench, pen, area, air, &narrow(model, bench, area, air), drawn);
    }
    let h = area.height;
    let text = Part::Pane(LabPane::Text);
    // The columns stay after the last key, with the effect of the word at the cursor, until another pane is chosen.
    let (width, left, right) = if typed {
        let width = columns::width(bench, body.width).min(body.width / 3 * 2);
        (width, vec![(text, h / 3), (Part::Columns, h)], vec![(Part::Fingerprints, h)])
    } else {
        let right =
            vec![(Part::Fingerprints, 3 * h / 8), (LabPane::Risk.into(), 2 * h / 7), (LabPane::Curve.into(), h)];
        (body.width / 2 - 2, vec![(text, 2 * h / 5), (LabPane::Features.into(), h)], right)
    };
    let [a, b] = beside(pen, area, width, area.bottom());
    stack(model, bench, pen, a, air, &left, drawn);
    stack(model, bench, pen, b, air, &right, drawn);
}

/// A part of the screen.
#[derive(Clone, Copy)]
enum Part {
    Pane(LabPane),
    /// The columns, live under the keys.
    Columns,
    /// The fingerprints, with the bits that differ.
    Fingerprints,
    /// The same in few rows.
    InShort,
}

impl From<LabPane> for Part {
    fn from(pane: LabPane) -> Self {
        Self::Pane(pane)
    }
}

/// The parts of a narrow screen from top to bottom, each with its rows; the last takes the rest.
fn narrow(model: &Model, bench: &Workbench, area: Rect, air: u16) -> Vec<(Part, u16)> {
    let (h, chosen) = (area.height, model.workspace.lab.pane);
    let text = Part::Pane(LabPane::Text);
    let least = columns::least(bench, area.width);
    if model.workspace.editing() {
        vec![(text, (h / 3).max(2)), (Part::Columns, h)]
    } else if model.workspace.lesson.is_some() && h > 4 + least {
        // Its pages are about the columns. In little room the text is shown in place of the list, while it is chosen.
        let roomy = h >= ROOMY;
        let lines = lines_of(bench.editor.text(), area.width).saturating_add(2);
        let rows = if roomy { lines.clamp(3, h / 3) } else { 0 };
        let rest = h - rows - air * u16::from(roomy);
        let mut parts = if roomy { vec![(text, rows)] } else { Vec::new() };
        if roomy && chosen == LabPane::Text {
            parts.push((Part::Columns, rest));
        } else {
            parts.extend([(Part::Columns, (3 * rest / 5).max(least)), (chosen.into(), rest)]);
        }
        parts
    } else if chosen == LabPane::Text {
        vec![(text, h.saturating_sub(LIVE + air)), (Part::InShort, LIVE)]
    } else {
        vec![(text, (h / 3).max(2)), (Part::InShort, LIVE), (chosen.into(), h)]
    }
}

/// From so many rows on the lab of a lesson has its text over the columns.
const ROOMY: u16 = 20;
/// Rows of the fingerprints in short.
const LIVE: u16 = 3;

/// Draws parts below each other.
fn stack(
    model: &Model,
    bench: &Workbench,
    pen: &mut Pen<'_>,
    mut area: Rect,
    air: u16,
    parts: &[(Part, u16)],
    drawn: &mut Drawn,
) {
    for (at, &(part, rows)) in parts.iter().enumerate() {
        let rows = if at + 1 < parts.len() { rows.min(area.height) } else { area.height };
        let place = Rect { height: rows, ..area };
        match part {
            Part::Pane(which) => pane(model, bench, pen, place, which, drawn),
            Part::Columns => columns::draw(model, bench, &mut pen.within(place), place),
            Part::Fingerprints => bits::fingerprints(model, bench, &mut pen.within(place), place),
            Part::InShort => bits::in_short(model, bench, &mut pen.within(place), place),
        }
        area = below(area, place.bottom() + air);
    }
}

/// Why there is no bench.
fn nothing(model: &Model) -> String {
    let at = model.workspace.shown_document();
    match model.workspace.batch.document(at) {
        Some(document) if document.text.len() > LIMIT => {
            let [bytes, limit] = [document.text.len(), LIMIT].map(|bytes| grouped(bytes as u64));
            t!(model.lang, "lab.too-large", name = model.workspace.batch.name(at), bytes, limit)
        }
        _ => names::unavailable(model, at),
    }
}

fn pane(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, which: LabPane, drawn: &mut Drawn) {
    drawn.targets.push((area, ClickTarget::LabPane(which)));
    // The mark of a selected row is to the left of it.
    let mut pen = pen.within(Rect { x: area.x - 1, width: area.width + 1, ..area });
    let pen = &mut pen;
    match which {
        LabPane::Text => draw_text(model, bench, pen, area, drawn),
        LabPane::Features => draw_features(model, bench, pen, area, drawn),
        LabPane::Risk => bits::risk(model, bench, pen, area),
        LabPane::Curve => curve::pane(model, bench, pen, area),
    }
}

/// The document, the distance, the verdict, how much text there is.
fn context(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, body: Rect) {
    let Pen { theme, lang, .. } = *pen;
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
    let x = pen.text(x + 3, body.y, &by_rule(model, hd), theme.text);
    let mut parts = vec![
        t!(lang, "lab.chars", n = grouped(trial.trace.chars)),
        format!("{} {}", t!(lang, "pipeline.tokens"), grouped(trial.trace.sketch.tokens)),
    ];
    if trial.excluded_features() > 0 {
        parts.push(t!(lang, "lab.out", n = trial.excluded_features()));
    }
    parts.into_iter().fold(
        x + 3,
        |x, part| {
            if fits(x, &part, end) { pen.text(x, body.y, &part, theme.label) + 3 } else { x }
        },
    );
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
    let lang = model.lang;
    let right = pen.area.right() - 1;
    let text = match trying(model) {
        Some(task) if task.shown => format!("{} {}", t!(lang, "work.examining"), lang.set("…")),
        _ if stale(model, bench) && bench.tried.is_some() => t!(lang, "lab.stale").to_owned(),
        _ => return progress::draw(model, pen, y),
    };
    pen.text_right(right, y, &text, pen.theme.alert).saturating_sub(2)
}

/// The style of a head: of the pane that has the keys it is called.
fn head(model: &Model, pen: &mut Pen<'_>, area: Rect, which: LabPane, label: &str, beside: &str) {
    let theme = pen.theme;
    let style: Style = if model.workspace.lab.pane == which { theme.accent() } else { theme.strong };
    let x = pen.text(area.x, area.y, label, style);
    pen.text_until(x + 2, area.y, area.right(), beside, theme.label);
}

/// The text that is changed, with its cursor and what is selected.
fn draw_text(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let editing = model.workspace.editing();
    if editing {
        let x = pen.text(area.x, area.y, t!(lang, "lab.text"), theme.accent());
        pen.text(x + 2, area.y, t!(lang, "lab.editing"), theme.alert);
    } else {
        let beside = if model.workspace.lab.pane == LabPane::Text {
            let [edit, presets] = model.keys_of([Action::Edit, Action::Presets]);
            t!(lang, "lab.text-keys", edit, presets)
        } else {
            t!(lang, "lab.text-beside").to_owned()
        };
        head(model, pen, area, LabPane::Text, t!(lang, "lab.text"), &beside);
    }
    let inside = below(area, area.y + 1);
    let shown = model.workspace.lab.pane == LabPane::Text;
    if shown {
        drawn.rows = usize::from(inside.height);
    }
    let cursor = match (shown, editing) {
        (false, _) => Cursor::Hidden,
        (true, false) => Cursor::Marked,
        (true, true) => Cursor::Typing,
    };
    editor::draw(&bench.editor, cursor, pen, inside, drawn);
}

/// The features of B: how often, how heavy, and which bits hang on each of them alone.
fn draw_features(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let Some(trial) = bench.trial() else {
        head(model, pen, area, LabPane::Features, t!(lang, "lab.features"), "");
        return;
    };
    let trace = &trial.trace;
    let (list, all) = (&model.workspace.lab.features, bench.order.len());
    let at = if all == 0 { 0 } else { list.selected + 1 };
    let mut beside = t!(lang, "lab.features-beside", at, all = grouped(all as u64));
    if model.workspace.knows(LessonTerm::NEff) {
        beside = format!("{beside}{}n_eff {:.0}", lang.set(" · "), trace.sketch.n_eff);
    }
    let shares = model.workspace.knows(LessonTerm::Share);
    head(model, pen, area, LabPane::Features, t!(lang, "lab.features"), &beside);
    let columns = [
        Column::left("", 3),
        Column::flexible("pipeline.feature", Width::REMAINING).gap(0),
        Column::right("tf", 6).gap(0),
        Column::right("pipeline.weight", 10).gap(0),
        Column::right(if shares { "lab.share" } else { "" }, 8).gap(3),
        Column::left("lab.holds", area.width / 5),
    ];
    let grid = Grid::new(columns, area, lang);
    let y = area.y + 1;
    grid.head(pen, y);
    // A row is worth more than how many there are below it.
    let rows = area.height.saturating_sub(3).max(u16::from(area.height > 2));
    if model.workspace.lab.pane == LabPane::Features {
        drawn.rows = usize::from(rows);
    }
    let (whole, bits) = (whole(trace), trace.recipe.bits);
    let window = list.window(all, usize::from(rows));
    let inside = Rect { y: y + 1, height: rows, ..area };
    let alert = model.workspace.lab.pane == LabPane::Features;
    for (row, y, selected) in listed(pen, drawn, inside, (list, all), ClickTarget::Row, alert) {
        let f = bench.order[row];
        let Some(feature) = trace.features.get(f) else { continue };
        let held = trial.effects.get(f).copied().unwrap_or_default();
        // The marks show the present state even before it is computed.
        let out = bench.history.state().excluded.contains(&feature.key);
        let style = match (out, selected, stale(model, bench)) {
            _ if model.workspace.marks_feature(trace.name(f)) => theme.marked,
            (true, ..) => theme.alert,
            (_, true, _) => theme.strong,
            (.., true) => theme.label,
            _ => theme.text,
        };
        let columns: Vec<String> = held.columns(bits).map(|bit| bit.to_string()).collect();
        let mut line = grid.line(pen, y);
        line.cell(if out { "[ ]" } else { "[x]" }, if out { theme.alert } else { theme.label });
        line.name(trace.name(f), style);
        line.cell(&feature.tf.to_string(), theme.label);
        line.cell(&plain(feature.weight, whole), style);
        line.cell(&if shares { percent(held.share) } else { String::new() }, theme.label);
        if columns.is_empty() {
            line.cell("0", theme.label);
        } else {
            line.cell(&format!("{}  {}", columns.len(), columns.join(" ")), theme.positive);
        }
    }
    let none = trial.effects.iter().filter(|held| held.bits == 0).count();
    if all > window.end && !trial.effects.is_empty() && area.height > 2 + rows {
        let none = percent(none as f64 / all as f64);
        let more = t!(lang, "lab.more", n = grouped(all.saturating_sub(window.end) as u64), none);
        pen.text_until(area.x, area.bottom().saturating_sub(1), area.right(), &more, theme.label);
    }
}
