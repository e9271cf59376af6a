//! The rows of both texts: with their numbers, one text beside the other, where there are few bits; else as two columns
//! of features with their weights.

use ratatui::layout::Rect;

use super::TwoTraces;
use crate::{
    lesson::{PairRow, PairRowKind},
    locale::grouped,
    say::{plain, signed, whole},
    simhash::{Feature, Trace},
    t,
    text::{truncate_middle, width},
    tui::{
        model::{ClickTarget, Drawn},
        screen::pipeline::view::{features::more, moving},
        view::parts::click_columns,
        widget::{BitLayout, BitRow, Pen},
    },
};

/// The rows under the table: its heads, a chart of that many, the sums, the bits, the XOR, the numbers, and air.
const CHART: u16 = 9;
const UNDER: u16 = 8;
/// The widest name of a feature.
const NAME: u16 = 10;

/// The places of one half, counted from its left edge.
pub(super) struct Half {
    /// The width of the names.
    name: u16,
    /// The end of the weights.
    weight: u16,
    /// The start of the columns.
    columns: u16,
    layout: BitLayout,
    width: u16,
}

impl<'a> TwoTraces<'a> {
    /// The places where each row with its numbers fits into half of the width; `None` where it does not.
    pub(super) fn rows_layout(&self, area: Rect) -> Option<Half> {
        let bits = usize::from(self.traces[0].recipe.bits);
        if bits > 16 || area.height < CHART + UNDER {
            return None;
        }
        let half = (area.width - 3) / 2;
        let names =
            self.traces.iter().flat_map(|trace| (0..trace.features.len().min(200)).map(|f| width(trace.name(f))));
        let name = (names.max().unwrap_or(0) as u16).clamp(4, NAME);
        let weights = self.traces.iter().map(|trace| width(&plain(trace.heaviest, whole(trace))) as u16);
        let weight = name + 1 + weights.max().unwrap_or(1);
        let columns = weight + 1;
        let layout = BitLayout::new(bits, half - columns, None, 16);
        // A sign and a digit at least, more where weights are no whole numbers.
        let least = if self.traces.iter().all(|trace| whole(trace)) { 2 } else { 5 };
        (layout.cell >= least && layout.rows() == 1).then_some(Half { name, weight, columns, layout, width: half })
    }

    /// Both halves, with the XOR under them.
    pub(super) fn draw_rows(&self, half: &Half, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
        let Pen { theme, lang, .. } = *pen;
        let all = self.two.walk.rows().len();
        let rows = (all as u16).min(area.height - CHART - UNDER);
        drawn.rows = rows.into();
        let window = self.two.list.window(all, rows.into());
        let right = area.x + half.width + 3;
        for (text, x) in [(0, area.x), (1, right)] {
            pen.text(x, area.y, t!(lang, "two-texts.rows"), theme.strong);
            let bits = half.layout.at(x + half.columns, 0);
            bits.numbers(pen, area.y, self.model.workspace.marked_columns());
            for (row, y) in window.clone().zip(area.y + 1..) {
                self.row_of(text, row, half, pen, (x, y), &bits);
                drawn.click(x..x + half.width, y, ClickTarget::Row(row));
            }
            let mut y = area.y + 2 + rows;
            self.sums_head(text, pen, (x, y));
            y += 1;
            let chart = area.bottom().saturating_sub(y + 4);
            self.sums(text, pen, &bits, y..y + chart);
            if let Some((same, feature)) = self.falling_feature(text) {
                let from =
                    area.y + 1 + self.two.list.selected.saturating_sub(window.start).min(usize::from(rows) - 1) as u16;
                let trace = self.traces[text];
                moving::fall(self.model, pen, &bits, [from, y + chart.saturating_sub(1) / 2], |column| {
                    let (text, style) = moving::term_number(lang, theme, trace, feature, column);
                    (text, if same { theme.label } else { style })
                });
            }
            click_columns(drawn, &bits, area.y, area.height);
            y += chart;
            pen.text(x, y, t!(lang, "two-texts.sum"), theme.label);
            self.numbers(text, pen, &bits, y);
            self.bits_row(text, pen, (x, y + 1), &bits);
        }
        pen.upright(area.x + half.width + 1, area.y..area.bottom().saturating_sub(3));
        let y = area.bottom().saturating_sub(1);
        self.xor_row(pen, (area.x, y), &half.layout.at(area.x + half.columns, 0));
    }

    /// A text's row, with its numbers once it is added.
    fn row_of(&self, text: usize, at: usize, half: &Half, pen: &mut Pen<'_>, (x, y): (u16, u16), bits: &BitRow) {
        let Pen { theme, lang, .. } = *pen;
        let Some(row) = self.two.walk.rows().get(at) else { return };
        if self.current() == at {
            let end = x + half.width;
            pen.tint(x..end, y, theme.selected);
        }
        let Some((trace, f, feature)) = self.feature(row, text) else { return };
        let added = at < self.two.state.rows;
        let style = match row.kind {
            _ if self.model.workspace.marks_feature(trace.name(f)) => theme.marked,
            _ if !added => theme.label,
            PairRowKind::Same => theme.text,
            PairRowKind::Weight | PairRowKind::Apart => theme.strong,
        };
        pen.text(x, y, &truncate_middle(trace.name(f), half.name.into()), style);
        pen.text_right(x + half.weight, y, &plain(feature.weight, whole(trace)), style);
        let other = self.feature(row, 1 - text).map(|(.., feature)| feature);
        if !added {
            bits.dots(pen, y);
            return;
        }
        for column in bits.columns() {
            let value = |feature: &Feature| moving::term(trace, feature, column);
            let own = value(feature);
            // Rows of both texts, and numbers that are the same, stay grey.
            let style = if other.map(value) == Some(own) { theme.label } else { theme.signed(own).patch(theme.strong) };
            let number = signed(own, whole(trace), lang);
            bits.write(pen, y, column, &number, style);
        }
    }

    pub(super) fn feature(&self, row: &PairRow, text: usize) -> Option<(&'a Trace, usize, &'a Feature)> {
        let f = row.features[text]?;
        Some((self.traces[text], f, self.traces[text].features.get(f)?))
    }

    /// The sums of a text as numbers; those in which the texts differ stand out.
    pub(super) fn numbers(&self, text: usize, pen: &mut Pen<'_>, bits: &BitRow, y: u16) {
        let theme = pen.theme;
        let xor = self.xor();
        let [own, other] = [text, 1 - text].map(|text| moving::sums_of(self.model, self.traces[text], text));
        for (column, &sum) in own.iter().enumerate().filter(|(column, _)| bits.columns().contains(column)) {
            let style = if xor.bit(column) {
                theme.alert
            } else if other.get(column) == Some(&sum) {
                theme.label
            } else {
                theme.signed(sum)
            };
            let number = signed(sum, whole(self.traces[text]), self.model.lang);
            bits.write(pen, y, column, &number, style);
        }
    }

    /// The rows as a list: a feature of A with its weight, and one of B.
    pub(super) fn draw_list(&self, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
        let Pen { theme, lang, .. } = *pen;
        let all = self.two.walk.rows().len();
        let beside =
            t!(lang, "two-texts.same-of", same = grouped(self.two.walk.same() as u64), all = grouped(all as u64));
        pen.head(area.x, area.y, t!(lang, "two-texts.rows"), &beside);
        let rows = usize::from(area.height.saturating_sub(3));
        drawn.rows = rows;
        let half = area.width / 2;
        for text in 0..2 {
            pen.text(area.x + text * half, area.y + 1, ["A", "B"][usize::from(text)], theme.label);
        }
        let window = self.two.list.window(all, rows);
        let called = self.current();
        for (at, y) in window.clone().zip(area.y + 2..) {
            let Some(row) = self.two.walk.rows().get(at) else { continue };
            drawn.click(0..area.right(), y, ClickTarget::Row(at));
            if at == called {
                pen.selected(y, area.right(), false);
            }
            let style = match row.kind {
                _ if at >= self.two.state.rows => theme.label,
                PairRowKind::Same => theme.text,
                PairRowKind::Weight | PairRowKind::Apart => theme.strong,
            };
            for text in 0..2u16 {
                let Some((trace, f, feature)) = self.feature(row, text.into()) else { continue };
                let x = area.x + text * half;
                let end = x + half - 2;
                let weight = plain(feature.weight, whole(trace));
                let name = truncate_middle(trace.name(f), usize::from(half).saturating_sub(width(&weight) + 3));
                pen.text(x, y, &name, style);
                pen.text_right(end, y, &weight, if row.kind == PairRowKind::Same { theme.label } else { style });
            }
        }
        more(all.saturating_sub(window.end), pen, area);
    }
}
