//! Screen 2: one document, from text to fingerprint.
//!
//! ```text
//! a.txt  › UTF-8  › text 2,553 chars  › tokens 974  › features 412  › n_eff 97      fb8b 5202 b7cc a052
//!
//! FEATURES  by weight · 6 of 412       │ ± ROW  https adds +143.5 where its hash bit is 1, −143.5 where it is 0
//! feature        tf    idf   weight    │ ▲▼▲▼▼▼▲▼ …
//! 算法           15    8.7    130.4 ██ │
//! …                                    │ ACCUMULATOR  sum of 412 rows, one column a bit
//! ```
//! Below 100 columns the chart takes the full width above, the table is under it.

mod features;
mod large;
mod matrix;
mod moving;
mod picture;
mod two_texts;
mod walk;

use ratatui::layout::Rect;

use crate::{
    lesson::{LessonTerm, Stage, n_eff},
    locale::grouped,
    say,
    simhash::Trace,
    t,
    text::{truncate_middle, width},
    tui::{
        model::{Drawn, Model},
        view::{
            names,
            parts::{below, beside},
            progress,
        },
        widget::Pen,
    },
};

pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    if two_texts::draw(model, pen, body, drawn) {
        return;
    }
    let at = model.workspace.shown_document();
    let Some(trace) = model.workspace.batch.trace(at) else {
        pen.text(body.x, body.y, &names::unavailable(model, at), pen.theme.text);
        return;
    };
    if model.look.big {
        large::draw(model, trace, pen, body, drawn);
        return;
    }
    let wide = model.wide(body.width + 2);
    context(model, trace, pen, body, wide);
    let under = walk::now(model, trace, pen, Rect { y: body.y + 1, height: body.height - 1, ..body }, wide);
    let top = under + u16::from(wide);
    let height = body.bottom().saturating_sub(top);
    let area = below(body, top);
    // A text that is being read has no matrix yet.
    let reads = place_reads(model);
    if let Some(places) = matrix::layout(trace, area).filter(|_| !reads) {
        matrix::draw(model, trace, &places, pen, area, drawn);
    } else if wide {
        let width = (body.width * 2 / 5).min(46);
        let [left, right] = beside(pen, area, width, body.bottom().saturating_sub(1));
        features::draw(model, trace, &mut pen.with_edge(left), left, drawn);
        picture::draw(model, trace, &mut pen.within(Rect { width: right.width + 1, ..right }), right, drawn, true);
    } else {
        // The more of the screen the more a step is about it. Above a page of a lesson the sums come before the list.
        let low = model.workspace.lesson.is_some() && height < LOW;
        let chart = match model.workspace.pipeline.state.as_ref().map(|state| state.step.stage) {
            Some(Stage::Weights | Stage::Hashes) => (height * 2 / 5).max(5),
            _ if low => height,
            None | Some(Stage::Text | Stage::Tokens) => height * 3 / 5,
            Some(Stage::Rows | Stage::Sums | Stage::Bits) => height * 3 / 4,
        };
        let chart = match low {
            // A list of less than two rows is none.
            true if height < chart + 4 => height,
            true => chart,
            false => chart.max(8).min(height.saturating_sub(5)),
        };
        let above = Rect::new(body.x, top, body.width, chart);
        picture::draw(model, trace, &mut pen.within(above), above, drawn, false);
        let rest = below(body, above.bottom());
        features::draw(model, trace, &mut pen.with_edge(rest), rest, drawn);
    }
}

fn place_reads(model: &Model) -> bool {
    let step = model.workspace.pipeline.state.as_ref().map(|state| state.step.stage);
    matches!(step, Some(Stage::Text | Stage::Tokens))
}

/// Under so many rows the picture and the list have not both room.
const LOW: u16 = 14;

/// The stages, with what each made of the text.
fn context(model: &Model, trace: &Trace, pen: &mut Pen<'_>, body: Rect, wide: bool) {
    let Pen { theme, lang, .. } = *pen;
    let at = model.workspace.shown_document();
    let end = progress::draw(model, pen, body.y);
    let hex = walk::fingerprint(model, trace);
    // Beside a page of a lesson the header's right end is somebody else's, and below 90 columns that of the tabs.
    let here = wide || pen.buffer.area.width < 90 || body.right() + 1 < pen.buffer.area.right();
    let end = if here { end } else { body.right() };
    let (y, right) = if here { (body.y, end) } else { (0, pen.area.right() - 1) };
    let style = if trace.sketch.constant { theme.alert } else { theme.accent() };
    let hex_at = if here {
        pen.text_right(right, y, &hex, style)
    } else {
        // The header's right end is free below 100 columns.
        let mut header = Pen { area: Rect { y: 0, height: 1, ..pen.buffer.area }, buffer: pen.buffer, ..*pen };
        header.text_right(right, y, &hex, style);
        end
    };
    let name = truncate_middle(model.workspace.batch.name(at), usize::from(body.width / 4));
    if let Some(state) = &model.workspace.pipeline.state {
        let x = pen.text(body.x, body.y, &name, theme.strong);
        walk::crumbs(state.step.stage, pen, (x + 3, body.y), hex_at.saturating_sub(2));
        return;
    }
    let mut parts: Vec<(String, String)> = Vec::new();
    if let Some(document) = model.workspace.batch.document(at) {
        // On a narrow screen, the way the file was read is shown only if it is unusual.
        if wide || !document.reading.is_plain() {
            parts.push((String::new(), say::reading(&document.reading, lang)));
        }
        parts.push((t!(lang, "pipeline.text").into(), t!(lang, "pipeline.chars", n = grouped(trace.chars))));
    }
    parts.push((t!(lang, "pipeline.tokens").into(), grouped(trace.sketch.tokens)));
    parts.push((t!(lang, "pipeline.features").into(), grouped(trace.features.len() as u64)));
    if model.workspace.knows(LessonTerm::NEff) {
        parts.push(("n_eff".into(), n_eff(trace.sketch.n_eff)));
    }
    let mut x = pen.text(body.x, body.y, &name, theme.strong);
    for (label, value) in parts {
        let cells = 4 + width(&label) + 1 + width(&value);
        if x as usize + cells > usize::from(hex_at) {
            break;
        }
        x = pen.text(x + 2, body.y, &format!("{} ", theme.marks.then), theme.rule);
        if !label.is_empty() {
            x = pen.text(x, body.y, &label, theme.label) + 1;
        }
        x = pen.text(x, body.y, &value, theme.text);
    }
}
