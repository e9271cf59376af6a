//! Both texts of the pair: their rows, their sums, their bits and the XOR of these, step by step.
//!
//! ```text
//! A  ferry-1.txt   B  ferry-2.txt                                                    A 868a   B c69a   HD 2
//! Five of six rows are the same. …
//!
//! ROWS                  │ SUMS OF A  after 6 of 6 rows
//! the      2   the    2 │      ██        ██
//! ferry    1   ferry  1 │ ──────────────────────
//! dawn     1   noon   1 │  ██      ██
//!                       │ SUMS OF B
//!                       │ …
//!                       │ A       1001…
//!                       │ B       1101…
//!                       │ A xor B  ▲
//! ```
//! The sums of the other text are drawn behind those of each. Few bits have room for rows with their numbers, one text
//! beside the other; below 100 columns the sums take the full width and the rows are omitted.

mod rows;

use std::ops::Range;

use ratatui::layout::Rect;

use super::{
    moving::{self, ShownBits},
    walk,
};
use crate::{
    lesson::{PairRowKind, PairStep},
    locale::grouped,
    say,
    simhash::{Feature, Fingerprint, SCALE, Trace},
    t,
    text::{truncate_middle, width},
    tui::{
        model::{Drawn, Model, TwoTexts},
        view::parts::{beside, click_columns, parted},
        widget::{BitLayout, BitRow, Pen, over_ghost},
    },
};

/// Cells before the columns, for the names of the rows of bits.
const LABEL: u16 = 9;
/// The least and the greatest width of the list of rows.
const LIST: [u16; 2] = [30, 42];
/// The least rows of a chart.
const CHART: u16 = 3;

/// The pair with its traces.
struct TwoTraces<'a> {
    model: &'a Model,
    two: &'a TwoTexts,
    traces: [&'a Trace; 2],
    /// The bits so far.
    shown: [ShownBits; 2],
    /// The signs of the sums so far.
    signs: [Fingerprint; 2],
}

/// Draws both texts, if they are asked for and known; whether they were.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) -> bool {
    let two = &model.workspace.two_texts;
    let Some(pair) = model.workspace.pair().filter(|_| two.on) else { return false };
    let Some(detail) = model.workspace.results.detail_of(pair) else { return false };
    let traces = detail.traces.each_ref().map(|trace| &**trace);
    if two.state.sums[0].len() != usize::from(traces[0].recipe.bits) {
        return false;
    }
    let shown = [0, 1].map(|text| ShownBits::of_text(model, traces[text], text));
    let signs = shown.each_ref().map(|shown| shown.signs);
    let both = TwoTraces { model, two, traces, shown, signs };
    let wide = model.wide(body.width + 2);
    both.names(pair, pen, body);
    let sentence = say::two_texts(traces, &two.walk, &two.state, two.step.is_none(), model.lang);
    let top = body.y + 1 + u16::from(wide);
    let style = pen.theme.strong;
    // Always two lines, so that nothing below moves from step to step.
    pen.within(body).paragraph(body.x, top, 2, &sentence, style);
    let top = top + 2 + u16::from(wide);
    let area = Rect { y: top, height: body.bottom().saturating_sub(top + 1), ..body };
    let timeline = Rect { y: body.bottom().saturating_sub(1), height: 1, ..body };
    if model.look.big {
        both.draw_large(pen, area, drawn);
    } else if let Some(layout) = both.rows_layout(area) {
        both.draw_rows(&layout, pen, area, drawn);
    } else if wide {
        // As wide as the columns leave it, which occur in one row if they can.
        let columns = BitLayout::new(both.traces[0].recipe.bits.into(), area.width, None, 16).width() + LABEL;
        let width = area.width.saturating_sub(columns + 3).clamp(LIST[0], LIST[1]);
        let [left, right] = beside(pen, area, width, area.bottom().saturating_sub(1));
        both.draw_list(pen, left, drawn);
        both.charts(pen, right, drawn);
    } else {
        both.charts(pen, area, drawn);
    }
    let at = (two.step.unwrap_or(two.walk.last()), two.walk.last());
    walk::timeline(model, pen, timeline, at, drawn);
    true
}

impl<'a> TwoTraces<'a> {
    fn xor(&self) -> Fingerprint {
        self.signs[0].xor(self.signs[1])
    }

    /// The documents, and their fingerprints once all bits are read.
    fn names(&self, pair: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
        let Pen { theme, lang, .. } = *pen;
        let read = self.two.state.read == usize::from(self.signs[0].width());
        let hd = format!("HD {}", self.signs[0].hamming(self.signs[1]));
        let ends = self.signs.map(|signs| parted(&signs.to_string()));
        let parts = [
            ("A ", theme.label),
            (&*ends[0], theme.accent()),
            ("   B ", theme.label),
            (&*ends[1], theme.accent()),
            ("   ", theme.label),
            (&*hd, theme.alert),
        ];
        let cells: usize = parts.iter().map(|(text, _)| width(text)).sum();
        let here = read && cells + 44 <= usize::from(body.width);
        let max_width = usize::from(body.width) - if here { cells + 3 } else { 0 };
        if here {
            pen.line(body.right() - cells as u16, body.y, &parts);
        }
        let mut x = body.x;
        for (text, at) in ["A", "B"].into_iter().zip(pair) {
            let name = truncate_middle(self.model.workspace.batch.name(at), (max_width / 2).saturating_sub(6));
            x = pen.line(x, body.y, &[(text, theme.label), ("  ", theme.label), (&lang.set(&name), theme.strong)]) + 3;
        }
    }

    /// The sums of A over those of B, the bits of both and their XOR under them.
    fn charts(&self, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
        let bits = usize::from(self.traces[0].recipe.bits);
        let layout = BitLayout::new(bits, area.width.saturating_sub(LABEL), None, 16);
        let lines = layout.rows() as u16;
        // Under each chart a row of bits; under all the XOR and the numbers.
        let each = area.height / lines;
        // Air between the texts, where there is room.
        let air = u16::from(each > 6 + 2 * (CHART + 2));
        let chart = each.saturating_sub(6 + air) / 2;
        for row in 0..lines {
            let mut y = area.y + row * each;
            let bits = layout.at(area.x + LABEL, row.into());
            for text in 0..2 {
                self.sums_head(text, pen, (area.x, y));
                y += 1;
                if chart < CHART && layout.wide() {
                    self.numbers(text, pen, &bits, y);
                    y += 1;
                } else if chart >= CHART {
                    self.sums_with_row(text, pen, &bits, y..y + chart);
                    click_columns(drawn, &bits, y, chart + 1);
                    y += chart;
                }
                self.bits_row(text, pen, (area.x, y), &bits);
                y += 1 + if text == 0 { air } else { 0 };
            }
            self.xor_row(pen, (area.x, y), &bits);
            bits.numbers(pen, y + 1, self.model.workspace.marked_columns());
        }
    }

    /// The head over the sums of a text; over those of A also how many rows are in them.
    fn sums_head(&self, text: usize, pen: &mut Pen<'_>, (x, y): (u16, u16)) {
        let lang = self.model.lang;
        if text == 0 {
            let [n, all] = [self.two.state.rows, self.two.walk.rows().len()].map(|n| grouped(n as u64));
            pen.head(x, y, t!(lang, "two-texts.sums-a"), &t!(lang, "pipeline.sum-part", n, all));
        } else {
            pen.head(x, y, t!(lang, "two-texts.sums-b"), "");
        }
    }

    /// The sums of a text, and the row that falls into them, as signs.
    fn sums_with_row(&self, text: usize, pen: &mut Pen<'_>, bits: &BitRow, rows: Range<u16>) {
        self.sums(text, pen, bits, rows.clone());
        let Some((same, feature)) = self.falling_feature(text) else { return };
        let theme = pen.theme;
        // The row is grey where the other text has the same.
        moving::fall(self.model, pen, bits, [rows.start, rows.start + (rows.len() as u16 - 1) / 2], |column| {
            let (mark, style) = moving::sign(theme, self.traces[text], feature, column);
            (mark, if same { theme.label } else { style })
        });
    }

    /// The sums of a text, those of the other behind them.
    fn sums(&self, text: usize, pen: &mut Pen<'_>, bits: &BitRow, rows: Range<u16>) {
        let sums = [1 - text, text].map(|text| moving::sums_of(self.model, self.traces[text], text));
        let xor = self.xor();
        let sums = sums.each_ref().map(|sums| &**sums);
        over_ghost(pen, bits, rows, sums, self.two.most, |column| xor.bit(column));
    }

    /// The feature of a text whose row falls, and whether the other text has the same row.
    fn falling_feature(&self, text: usize) -> Option<(bool, &'a Feature)> {
        let (at, _) = self.model.transition()?.fall()?;
        let row = self.two.walk.rows().get(at)?;
        let (.., feature) = self.feature(row, text)?;
        Some((row.kind == PairRowKind::Same, feature))
    }

    /// The bits of a text so far; those that are read stand out.
    fn bits_row(&self, text: usize, pen: &mut Pen<'_>, (label, y): (u16, u16), bits: &BitRow) {
        let theme = pen.theme;
        pen.text(label, y, ["A", "B"][text], theme.label);
        let shown = &self.shown[text];
        if self.two.state.step == PairStep::Start || shown.rows == 0 && shown.read == 0 {
            bits.dots(pen, y);
        } else {
            let xor = self.xor();
            let style = |column: usize| {
                let read = column < shown.read;
                if self.model.workspace.pipeline.column == column {
                    Some(theme.cursor)
                } else if xor.bit(column) {
                    Some(if read { theme.flipped } else { theme.alert })
                } else {
                    (!read).then_some(theme.label)
                }
            };
            bits.digits(pen, y, shown.signs, style);
        }
        shown.turn(pen, bits, y);
    }

    /// The XOR of the signs so far, behind its label; dots before there are any.
    fn xor_row(&self, pen: &mut Pen<'_>, (label, y): (u16, u16), bits: &BitRow) {
        pen.text(label, y, "A xor B", pen.theme.label);
        let begun = self.two.step.is_none() || self.shown[0].rows > 0;
        let none = Fingerprint::new(0, self.xor().width());
        bits.xor(pen, y, if begun { self.xor() } else { none });
    }

    /// The row that the step adds, or the one under the cursor where all are added.
    fn current(&self) -> usize {
        match self.two.state.step {
            PairStep::Row(row) => row.min(self.two.walk.rows().len().saturating_sub(1)),
            PairStep::Start | PairStep::Bit(_) => self.two.list.selected,
        }
    }

    /// Draws the sums, the bits and the XOR.
    fn draw_large(&self, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
        let digits = (self.two.most / SCALE).to_string().len() as u16;
        let layout = BitLayout::large(self.traces[0].recipe.bits.into(), area.width.saturating_sub(LABEL), digits + 3);
        let bits = layout.at(area.x + LABEL, layout.row_of(self.model.workspace.pipeline.column));
        // Each text has its sums and its bits, below a chart where there is room; under both the XOR and the numbers.
        let each = area.height.saturating_sub(2) / 2;
        let chart = each.saturating_sub(2);
        for text in 0..2u16 {
            let mut y = area.y + text * each;
            let which = usize::from(text);
            if chart >= CHART {
                let odd = chart - (chart + 1) % 2;
                self.sums_with_row(which, pen, &bits, y..y + odd);
                y += chart;
            }
            self.numbers(which, pen, &bits, y);
            self.bits_row(which, pen, (area.x, y + 1), &bits);
        }
        let y = area.y + 2 * each;
        self.xor_row(pen, (area.x, y), &bits);
        bits.numbers(pen, y + 1, self.model.workspace.marked_columns());
        click_columns(drawn, &bits, area.y, area.height);
    }
}
