//! The costs of each engine for any number of documents, as `simscope library plan` says them: space on a disk and
//! memory on axes of powers of ten, and a line for each engine at the number of documents chosen.
//!
//! ```text
//! ENGINES  2^20 = 1,048,576 documents …
//!
//! SPACE ON A DISK                    MEMORY
//! 1 TB│               ⢀⠤D⠒        │            ⢀⠤C⠒
//! 1 GB│      ⢀⠤◆⠊   A⠤            │ · · · · · ·◆· · ·  32 GB
//! 1 MB│ D⠔⠊ ⡠A                     │ C⠊ ⡠B   E
//!     10^5  10^6  10^7 … 2^34       10^5  10^6 …
//!   engine   space  ms    up to
//! A SQLite  102 MB  …
//! ```

use ratatui::{layout::Rect, style::Style};

use super::head;
use crate::{
    locale::{bytes, grouped},
    say,
    store::{Capacity, SERVER, WayKind, capacities, planned_parts},
    t,
    table::{Column, Tone},
    text::width,
    tui::{
        model::{LibraryPane, MeasuredWays, Model},
        theme::Theme,
        widget::{Dots, Grid, Pen, Plot, ticks, widest},
    },
};

/// The numbers of documents at the left and at the right, as powers of ten: the right one is 2³⁴.
const FROM: f64 = 5.0;
const TO: f64 = 10.235_019_852_575_1;
/// Lines are drawn through so many sizes.
const SIZES: u32 = 24;
/// Cells of the numbers at the left of a chart, with a gap.
const LEAD: u16 = 5;
/// From so many rows on there is air.
const ROOMY: u16 = 24;
/// From this width on the table says where its figures are from.
const WIDE: u16 = 100;
/// The letters of the engines, in the order of the table.
const LETTERS: [&str; 5] = ["A", "B", "C", "D", "E"];
/// A line bears its letter once in so many sizes.
const LETTER_EVERY: usize = 8;

/// The numbers that the chart is of.
struct Shown {
    bits: u8,
    k: u32,
    /// How many blocks make a key.
    chosen: usize,
}

impl Shown {
    /// The engines with so many documents: those with the tables chosen, and the one without tables.
    fn at(&self, documents: u64) -> Vec<Capacity> {
        let all = capacities(documents, self.bits, self.k);
        all.into_iter().filter(|of| of.tables.is_none_or(|[.., chosen]| chosen == self.chosen)).collect()
    }
}

/// Draws charts and table in place of the other panes.
pub(super) fn draw(model: &Model, measured: &MeasuredWays, pen: &mut Pen<'_>, area: Rect) {
    let lang = model.lang;
    let Some((library, key)) = model.workspace.library.opened.as_ref().zip(model.workspace.results.ways.key()) else {
        return;
    };
    let bits = key.fingerprint.width();
    let documents = library.power.map_or_else(|| measured.documents(), |power| 1 << power);
    let shown = Shown { bits, k: key.k, chosen: usize::from(library.chosen) };
    let engines = shown.at(documents);
    let power = library.power.map_or_else(String::new, |power| format!("2^{power} = "));
    let tables = engines.iter().find_map(|of| of.tables).map_or_else(String::new, |[_, blocks, chosen]| {
        say::library_way(WayKind::Tables { blocks: blocks as u8, chosen: chosen as u8 }, lang)
    });
    let n = format!("{power}{}", grouped(documents));
    let beside = t!(lang, "library.engines-beside", n, bits, k = key.k, tables);
    head(model, pen, area, LibraryPane::Ways, t!(lang, "library.engines"), &beside);
    let air = u16::from(area.height >= ROOMY);
    let head_of = model.workspace.results.library_head.value().and_then(|head| head.as_ref().as_ref().ok());
    let stats = head_of.map(|head| &head.stats);
    let keeps_texts = stats.is_some_and(|stats| stats.parts()[3] > 0);
    let parts = planned_parts(bits, stats);
    let each: f64 = parts.iter().take(if keeps_texts { 4 } else { 3 }).map(|part| part.each).sum();
    let note = t!(lang, "library.engines-note", size = bytes((each * documents as f64) as u64));
    // Under the charts: titles, engines, the note.
    let below = engines.len() as u16 + 2 + air;
    let charts = Rect { y: area.y + 1 + air, height: area.height.saturating_sub(below + 1 + 2 * air), ..area };
    let half = (charts.width - 3) / 2;
    let left = Rect { width: half, ..charts };
    let right = Rect { x: left.right() + 3, width: charts.width - half - 3, ..left };
    let sizes: Vec<(f64, Vec<Capacity>)> = (0..=SIZES)
        .map(|at| FROM + (TO - FROM) * f64::from(at) / f64::from(SIZES))
        .map(|power| (power, shown.at(10f64.powf(power).round() as u64)))
        .collect();
    for (area, in_memory) in [(left, false), (right, true)] {
        let of_chart = || sizes.iter().flat_map(|(_, engines)| engines).filter(|of| of.engine.in_memory() == in_memory);
        let [least, most] = [f64::min, f64::max].map(|end| of_chart().map(|of| of.bytes).reduce(end).unwrap_or(1.0));
        let chart = Chart { sizes: &sizes, scale: [least.log10(), most.log10()], in_memory };
        chart.draw(&mut pen.within(area), area, documents);
    }
    let y = table(pen, Rect { y: charts.bottom() + air, ..area }, &engines, documents);
    pen.fill(area.x, y + air, &note, pen.theme.label);
}

/// The engines on a disk, or those in memory.
struct Chart<'a> {
    /// The power of ten of a number of documents, and what it takes.
    sizes: &'a [(f64, Vec<Capacity>)],
    /// Powers of ten of bytes at the bottom and at the top.
    scale: [f64; 2],
    in_memory: bool,
}

impl Chart<'_> {
    fn draw(&self, pen: &mut Pen<'_>, area: Rect, documents: u64) {
        let Pen { theme, lang, .. } = *pen;
        let title = lang.text(if self.in_memory { "library.engines-memory" } else { "library.engines-disk" });
        pen.text(area.x, area.y, title, theme.strong);
        let plot = Rect {
            x: area.x + LEAD + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(LEAD + 1),
            height: area.height.saturating_sub(2),
        };
        if plot.is_empty() {
            return;
        }
        let mut plot = Plot::new(plot, [FROM, TO], self.scale);
        let now = log(documents);
        if (FROM..=TO + 1e-9).contains(&now) {
            let (x, _) = plot.at((now, 0.0));
            (0..plot.area.height * 4).step_by(2).for_each(|y| plot.dots.dot((x, y.into()), theme.label));
        }
        let server = Some(SERVER.log10()).filter(|&server| self.in_memory && server <= self.scale[1]);
        if let Some(server) = server {
            plot.dots.lift();
            plot.guide(server, 1, theme.label);
        }
        let engines = self.sizes.first().map_or(&[][..], |(_, engines)| engines).iter().enumerate();
        let lines: Vec<(usize, Option<f64>)> = engines
            .filter(|(_, of)| of.engine.in_memory() == self.in_memory)
            .map(|(at, of)| (at, of.until.map(|(until, _)| log(until))))
            .collect();
        for (line, &(at, until)) in lines.iter().enumerate() {
            plot.dots.lift();
            let points: Vec<(f64, f64)> = self.line(at).map(|point| plot.at(point)).collect();
            let end = until.map_or(f64::INFINITY, |until| plot.at((until, 0.0)).0);
            let styles = [style(theme, line), theme.label];
            points.windows(2).for_each(|pair| stretch(&mut plot.dots, [pair[0], pair[1]], end, styles));
        }
        plot.dots.draw(pen);
        if let Some(server) = server {
            let y = plot.cell((0.0, server)).1.saturating_sub(1).max(plot.area.y);
            pen.text(plot.area.x + 1, y, "32 GB", theme.label);
        }
        for (line, &(at, until)) in lines.iter().enumerate() {
            let style = style(theme, line).patch(theme.strong);
            let sensible = |power: f64| until.is_none_or(|until| power < until);
            let lettered = self.line(at).skip(LETTER_EVERY / 4 + 2 * line).step_by(LETTER_EVERY);
            for point in lettered.filter(|&(power, _)| sensible(power)) {
                plot.mark(pen, point, LETTERS[at.min(LETTERS.len() - 1)], style);
            }
            if let Some(end) = until.and_then(|until| self.between(at, until)) {
                plot.mark(pen, end, theme.marks.pinned, style);
            }
        }
        self.axes(pen, &plot);
    }

    /// The points of an engine: powers of ten of documents and of bytes.
    fn line(&self, engine: usize) -> impl Iterator<Item = (f64, f64)> {
        self.sizes.iter().filter_map(move |(power, engines)| Some((*power, engines.get(engine)?.bytes.log10())))
    }

    /// The point of an engine at a number of documents; `None` beyond the chart.
    fn between(&self, engine: usize, power: f64) -> Option<(f64, f64)> {
        self.line(engine).zip(self.line(engine).skip(1)).find_map(|((from, before), (to, after))| {
            let share = (power - from) / (to - from);
            (0.0..=1.0).contains(&share).then_some((power, before + (after - before) * share))
        })
    }

    /// Draws both axes with their numbers.
    fn axes(&self, pen: &mut Pen<'_>, plot: &Plot) {
        let (label, area, [least, most]) = (pen.theme.label, plot.area, self.scale);
        let bytes = [(6.0, "1 MB"), (9.0, "1 GB"), (12.0, "1 TB")].map(|(power, text)| (power, text.to_owned(), label));
        plot.left_axis(pen, 0, bytes.into_iter().filter(|(power, ..)| (least..=most).contains(power)));
        let last = "2^34";
        let end = area.right().saturating_sub(width(last) as u16);
        pen.text(end, area.bottom(), last, label);
        let numbers =
            (FROM as u32..TO as u32).map(|power| (plot.cell((power.into(), 0.0)).0, format!("10^{power}"), label));
        ticks(pen, area.bottom(), numbers.filter(|(x, text, _)| x + (width(text) as u16) < end));
    }
}

/// Draws a stretch of a line: whole up to `end`, and after that a dot in every second cell, in the second style.
fn stretch(dots: &mut Dots, [from, to]: [(f64, f64); 2], end: f64, [whole, beyond]: [Style; 2]) {
    let at = |x: f64| (x, from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0));
    for x in from.0.ceil() as u32..=to.0.floor() as u32 {
        if f64::from(x) <= end {
            dots.dot(at(x.into()), whole);
        } else if x.is_multiple_of(4) {
            dots.dot(at(x.into()), beyond);
        }
    }
}

/// Draws a line for each engine. Returns the row below.
fn table(pen: &mut Pen<'_>, area: Rect, engines: &[Capacity], documents: u64) -> u16 {
    let Pen { theme, lang, .. } = *pen;
    let longest = widest(engines.iter().map(|of| say::engine(of.engine, lang)));
    let [engine, _, _, _, space, _, time, until, limit, figures] = say::CAPACITIES;
    let fields = [engine, space, time, until, limit, figures];
    let shown = if area.width >= WIDE { &fields[..] } else { &fields[..5] };
    let letter = [Column::left("", 1), engine.column.fixed(longest)];
    let grid = Grid::titled(letter.into_iter().chain(shown[1..].iter().map(|field| field.column)), area, lang);
    grid.head(pen, area.y);
    let mut of_chart = [0; 2];
    for (y, (at, of)) in (area.y + 1..).zip(engines.iter().enumerate()) {
        let line = &mut of_chart[usize::from(of.engine.in_memory())];
        let colour = style(theme, *line).patch(theme.strong);
        *line += 1;
        let beyond = of.until.is_some_and(|(until, _)| documents > until);
        let mut row = grid.line(pen, y);
        row.cell(LETTERS[at.min(LETTERS.len() - 1)], colour);
        for (n, field) in shown.iter().enumerate() {
            let cell = (field.cell)(of, lang);
            let limits = matches!(n, 3 | 4) && beyond;
            row.put(&if limits { cell.toned(Tone::Alert) } else { cell }, n == 1);
        }
    }
    area.y + 1 + engines.len() as u16
}

/// The style of a line of a chart.
fn style(theme: &Theme, line: usize) -> Style {
    [theme.positive, theme.negative].get(line).copied().unwrap_or(theme.text)
}

fn log(documents: u64) -> f64 {
    (documents.max(1) as f64).log10()
}
