//! The picture of a walk, or of the two halves of a pair's: rows, sums as bars, sums as numbers, bits, in groups of
//! columns that a phone has room for.
//!
//! ```text
//!            0   1   2   3   4   5
//!   CSDN 4  +4  −4  −4  +4  −4  +4
//!   博客 5  +5  −5  +5  −5  +5  +5
//!           ▇                   ▇
//!           ─── ▇ ─▂─── ▂ ──▂──────
//!           +9  −9  +1  −1  +1  +9
//!           1   0   1   0   1   1
//! ```
//!
//! [`WalkData`] is in the page too; the script draws the other steps from it by the rules of [`WalkData::cell`] and the
//! functions below that. A test in a browser compares the two.

use std::ops::Range;

use maud::{Markup, html};
use serde::Serialize;

use super::{both, figures::letter, translated};
use crate::{
    document::safe_name,
    lesson::{Bilingual, LessonPage, PairStep, PairWalk, Stage, Walk},
    locale::Lang,
    say,
    simhash::{Feature, Fixed, Trace},
    text::truncate_middle,
};

/// With more features, only the row of the step is shown.
const ROWS: usize = 12;
/// Walks with more steps are taken row by row: the steps of tokens, weights, hashes and bits are not in the page.
const STEPS: usize = 240;
/// The most columns side by side.
const COLUMNS: usize = 16;
/// Lengths of the picture.
const LABEL: usize = 84;
const BARS: u64 = 58;
const ROW: usize = 18;
/// The widest name of a feature, in cells.
const NAME: usize = 7;

/// Everything about a walk that its picture shows.
#[derive(Debug, Default, Serialize)]
pub(super) struct WalkData {
    /// By feature, in the order of the walk: its name in the picture, and the same with its weight.
    pub labels: Vec<[String; 2]>,
    pub weights: Vec<String>,
    pub hashes: Vec<String>,
    /// The sums after so many rows, in units of `1/unit`, as printed.
    pub sums: Vec<Vec<i64>>,
    pub unit: i64,
    /// The largest sum, whatever its sign; at least 1.
    pub most: i64,
    /// The fingerprint; empty if there is none.
    pub fingerprint: String,
    pub stops: Vec<WalkStop>,
    /// The sentence of each stop, in English and in Chinese.
    pub said: [Vec<String>; 2],
    /// The number of the last step.
    #[serde(skip)]
    pub last: usize,
}

/// The state after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct WalkStop {
    /// The number of the step.
    pub at: usize,
    pub stage: &'static str,
    /// The place of its feature in the walk; −1 without one.
    pub row: i64,
    pub weighed: usize,
    pub hashed: usize,
    pub rows: usize,
    pub summed: usize,
    pub read: usize,
}

impl WalkData {
    /// The walk up to step `last`. `wanted` are steps that are there however long the walk is; sentences name the sum
    /// of `column`.
    pub(super) fn new(trace: &Trace, walk: &Walk, wanted: &[usize], column: usize, last: usize) -> Self {
        let end = walk.state(trace, last);
        let rows = walk.order().iter().map(|&at| Some(at));
        let mut data = Self::with_rows(trace, rows, [end.weighed, end.hashed, end.read], say::whole(trace));
        data.last = walk.last();
        let has = |at: &usize| walk.last() <= STEPS || *at == last || wanted.contains(at) || is_landmark(walk, *at);
        for at in (0..=last).filter(has) {
            let state = walk.state(trace, at);
            let row = state.feature.and_then(|of| walk.order().iter().position(|&feature| feature == of));
            let stop = WalkStop {
                at,
                stage: state.step.stage.name(),
                row: row.map_or(-1, |row| row as i64),
                weighed: state.weighed,
                hashed: state.hashed,
                rows: state.rows,
                summed: state.summed,
                read: state.read,
            };
            data.push(stop, &state.sums);
            data.say(|lang| say::step(trace, walk, &state, column, lang));
        }
        data.most = data.most();
        data
    }

    /// The two halves of a walk of two texts up to step `last`: rows, sums and bits of each, with the same steps.
    pub(super) fn pair(traces: [&Trace; 2], walk: &PairWalk, last: usize) -> [Self; 2] {
        let whole = traces.iter().all(|trace| say::whole(trace));
        let (end, all) = (walk.state(traces, last), walk.rows().len());
        let mut both = [0, 1].map(|text| {
            let rows = walk.rows().iter().map(|row| row.features[text]);
            Self { last: walk.last(), ..Self::with_rows(traces[text], rows, [all, end.rows, end.read], whole) }
        });
        for at in 0..=last {
            let state = walk.state(traces, at);
            let (stage, row) = match state.step {
                PairStep::Start => (Stage::Text, -1),
                PairStep::Row(row) => (Stage::Sums, row as i64),
                PairStep::Bit(_) => (Stage::Bits, -1),
            };
            for (data, sums) in both.iter_mut().zip(&state.sums) {
                let (stage, rows, read) = (stage.name(), state.rows, state.read);
                data.push(WalkStop { at, stage, row, weighed: all, hashed: 0, rows, summed: rows, read }, sums);
            }
            both[0].say(|lang| say::two_texts(traces, walk, &state, false, lang));
        }
        let most = both.iter().map(Self::most).max().unwrap_or(1);
        both.map(|data| Self { most, ..data })
    }

    /// The features in the order of the rows, with as many weights, hashes and bits as are known.
    fn with_rows(
        trace: &Trace,
        rows: impl Iterator<Item = Option<usize>>,
        [weighed, hashed, read]: [usize; 3],
        whole: bool,
    ) -> Self {
        let mut data = Self { unit: if whole { 1 } else { 10 }, ..Self::default() };
        for (n, row) in rows.enumerate() {
            let found = row.and_then(|at| Some((trace.name(at), trace.features.get(at)?)));
            let known = |all: usize, with: &dyn Fn(&Feature) -> String| {
                found.filter(|_| n < all).map_or_else(String::new, |(_, feature)| with(feature))
            };
            let weight = known(weighed, &|feature| say::plain(feature.weight, whole));
            data.labels.push(label(found.map_or("", |(name, _)| name), &weight));
            data.weights.push(weight);
            data.hashes.push(known(hashed, &|feature| format!("{:b}", trace.hash(feature))));
        }
        let digits = trace.sketch.fingerprint.map(|fingerprint| format!("{fingerprint:b}"));
        data.fingerprint = digits.into_iter().flat_map(String::into_bytes).take(read).map(char::from).collect();
        data
    }

    fn push(&mut self, stop: WalkStop, sums: &[Fixed]) {
        if self.sums.len() <= stop.summed {
            self.sums.push(sums.iter().map(|&sum| printed(sum, self.unit)).collect());
        }
        self.stops.push(stop);
    }

    fn say(&mut self, said: impl Fn(Lang) -> String) {
        for (all, lang) in self.said.iter_mut().zip(super::LANGUAGES) {
            all.push(safe_name(&said(lang)));
        }
    }

    fn most(&self) -> i64 {
        self.sums.iter().flatten().map(|sum| sum.abs()).max().unwrap_or(1).max(1)
    }

    /// The stop at a step, or the last one before it.
    fn stop(&self, at: usize) -> usize {
        self.stops.partition_point(|stop| stop.at <= at).saturating_sub(1)
    }

    /// The feature in a row of the picture: that of the step where all share one row, which is row −1.
    fn feature(stop: &WalkStop, row: i64) -> Option<usize> {
        usize::try_from(if row < 0 { stop.row } else { row }).ok()
    }

    fn name(&self, stop: &WalkStop, row: i64) -> &str {
        let of = Self::feature(stop, row).and_then(|at| Some((at, self.labels.get(at)?)));
        of.map_or("", |(at, label)| &label[usize::from(stop.weighed > at)])
    }

    /// Class and text of a row in a column.
    fn cell(&self, stop: &WalkStop, row: i64, column: usize, numbers: bool) -> (&'static str, String) {
        let Some(at) = Self::feature(stop, row) else { return ("", String::new()) };
        let Some(digit) = self.hashes.get(at).and_then(|hash| hash.get(column..=column)) else {
            return ("", String::new());
        };
        if stop.rows > at {
            let (class, sign) = match digit {
                _ if self.weights[at].trim_matches(['0', '.']).is_empty() => ("digit", ""),
                "1" => ("plus", "+"),
                _ => ("minus", "−"),
            };
            (class, if numbers { format!("{sign}{}", self.weights[at]) } else { sign.into() })
        } else if stop.hashed > at {
            ("digit", digit.into())
        } else {
            ("", String::new())
        }
    }

    fn sum_at(&self, summed: usize, column: usize) -> i64 {
        self.sums.get(summed).and_then(|sums| sums.get(column)).copied().unwrap_or(0)
    }

    /// The bar of a sum: class, top, height. One that the step took across 0 is called.
    fn bar(&self, stop: &WalkStop, column: usize) -> (&'static str, f64, f64) {
        let (now, before) = (self.sum_at(stop.summed, column), self.sum_before(stop, column));
        let class = match () {
            () if stop.stage == "sums" && stop.summed > 1 && (now > 0) != (before > 0) => "turned",
            () if now > 0 => "plus",
            () => "minus",
        };
        let (top, height) = self.extent(now);
        (class, top, height)
    }

    /// The sum before the step: top and height of its outline.
    fn ghost(&self, stop: &WalkStop, column: usize) -> (f64, f64) {
        if stop.stage == "sums" { self.extent(self.sum_before(stop, column)) } else { (BARS as f64, 0.0) }
    }

    fn sum_before(&self, stop: &WalkStop, column: usize) -> i64 {
        self.sum_at(if stop.stage == "sums" { stop.summed.saturating_sub(1) } else { stop.summed }, column)
    }

    /// From the top of the bars: where a sum's bar begins, and its height; to a tenth.
    fn extent(&self, sum: i64) -> (f64, f64) {
        let tenths = |n: f64| n.round() / 10.0;
        let height = tenths((sum.unsigned_abs() * BARS * 10) as f64 / self.most as f64);
        (if sum > 0 { tenths((BARS as f64 - height) * 10.0) } else { BARS as f64 }, height)
    }

    fn sum(&self, stop: &WalkStop, column: usize) -> String {
        if stop.summed == 0 && stop.read == 0 {
            return String::new();
        }
        let sum = self.sum_at(stop.summed, column);
        let sign = ["−", "", "+"][(sum.signum() + 1) as usize];
        let (whole, part) = (sum.abs() / self.unit, sum.abs() % self.unit);
        if self.unit == 1 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
    }

    fn bit(&self, stop: &WalkStop, column: usize) -> &str {
        self.fingerprint.get(column..=column).filter(|_| column < stop.read).unwrap_or("")
    }
}

/// The name of a feature as it fits, alone and with its weight.
fn label(name: &str, weight: &str) -> [String; 2] {
    let name = truncate_middle(&safe_name(name), NAME).into_owned();
    [name.clone(), format!("{name} {weight}").trim_end().to_owned()]
}

/// Steps that are in the page of a long walk too: the ends of stages, and every row that is added.
fn is_landmark(walk: &Walk, at: usize) -> bool {
    let of = walk.step(at).stage;
    let ends = at == 0 || at == walk.last() || walk.step(at + 1).stage != of;
    of == Stage::Sums || ends && of != Stage::Rows
}

/// A sum as it is printed, in units of `1/unit`.
fn printed(sum: Fixed, unit: i64) -> i64 {
    let digits = say::plain(sum.abs(), unit == 1);
    let number: i64 = digits.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or_default();
    if sum < 0 { -number } else { number }
}

/// The picture at a step, with its sentence, and room for the script's slider: of one walk, or of both halves of a
/// pair; each has its number in the data. `names` are those of all features, shown where they do not fit the picture.
pub(super) fn figure(
    walks: &[(usize, &WalkData)],
    at: usize,
    name: Option<&Bilingual>,
    names: &[&str],
    page: &LessonPage,
) -> Markup {
    let Some(&(_, first)) = walks.first() else { return html! {} };
    let at = first.stop(at);
    let Some(stop) = first.stops.get(at) else { return html! {} };
    let said = |lang: Lang| first.said[usize::from(lang.is_chinese())].get(at).cloned().unwrap_or_default();
    html! {
        figure class=(if page.task.is_some() { "walk still" } else { "walk" }) data-at=(at) {
            div class="steps" hidden {
                button type="button" class="less" { "‹" } " "
                input type="range" class="step" min="0" max=(first.stops.len().saturating_sub(1)) value=(at)
                    aria-label="step / 步"; " "
                button type="button" class="more" { "›" }
            }
            figcaption {
                span class="caption" {
                    @if let Some(name) = name { (translated(name)) " · " }
                    span class="at" { (stop.at) } " / " (first.last)
                }
                br;
                span class="sentence" { (both(said)) }
            }
            @if first.labels.len() > ROWS && !names.is_empty() {
                p class="features" { @for (name, weight) in names.iter().zip(&first.weights) {
                    span { (safe_name(name)) " " b { (weight) } } " "
                } }
            }
            @for (half, (number, data)) in walks.iter().enumerate() {
                @let bits = data.sums.first().map_or(0, Vec::len);
                div class="groups" data-walk=(number) {
                    @if walks.len() > 1 { p class="half" { b { (letter(half)) } } }
                    @for from in (0..bits).step_by(COLUMNS) {
                        (group([data, first], stop, from..bits.min(from + COLUMNS), bits, page))
                    }
                }
            }
        }
    }
}

/// A group of columns; bits that differ from those of the first half of a pair are called.
fn group(
    [data, first]: [&WalkData; 2],
    stop: &WalkStop,
    columns: Range<usize>,
    bits: usize,
    page: &LessonPage,
) -> Markup {
    let across = (272 / bits.min(COLUMNS)).min(46);
    let numbers = across >= 34;
    let rows: Vec<i64> = if data.labels.len() > ROWS { vec![-1] } else { (0..data.labels.len() as i64).collect() };
    let x = |column: usize| LABEL + (column - columns.start) * across;
    let middle = |column: usize| x(column) + across / 2;
    let bars = 20 + rows.len() * ROW + 6;
    let sums = bars + 2 * BARS as usize + 6;
    let bit = sums + if numbers { 16 } else { 34 };
    let (width, height) = (LABEL + columns.len() * across + 2, bit + 24);
    let marked = |column: usize| page.column == Some(column) || page.marked_columns.contains(&column);
    let named = |at: usize| {
        page.marked_features.iter().any(|mark| data.labels.get(at).is_some_and(|of| of[0] == label(mark, "")[0]))
    };
    let size = format!("0 0 {width} {height}");
    html! {
        svg viewBox=(size) width=(if numbers { width * 3 / 2 } else { width }) aria-hidden="true" {
            @for column in columns.clone().filter(|column| numbers || column % 4 == 0) {
                text class="index" x=(middle(column)) y="14" { (column) }
            }
            @for (line, &row) in rows.iter().enumerate() {
                @let y = 20 + line * ROW;
                @let here = row < 0 || row == stop.row;
                rect class=(if here && row >= 0 { "row here" } else { "row" })
                    data-row=(row) x="0" y=(y) width=(width) height=(ROW) {}
                text class=(if row >= 0 && named(line) { "name marked" } else { "name" })
                    data-row=(row) x=(LABEL - 6) y=(y + 13) {
                    (data.name(stop, row))
                }
                @for column in columns.clone() {
                    @let (class, text) = data.cell(stop, row, column, numbers);
                    text class={ "cell " (class) }
                        data-row=(row) data-column=(column) x=(middle(column)) y=(y + 13) { (text) }
                }
            }
            text class="name" x=(LABEL - 6) y=(sums + 11) { "V" }
            text class="name" x=(LABEL - 6) y=(bit + 14) {
                tspan class="en" lang="en" { "bit" }
                tspan class="zh" lang="zh-Hans" { "位" }
            }
            line class="zero" x1=(LABEL) x2=(width) y1=(bars + BARS as usize) y2=(bars + BARS as usize) {}
            @for column in columns.clone() {
                @let (class, top, tall) = data.bar(stop, column);
                @let (ghost, ghost_tall) = data.ghost(stop, column);
                svg x=(x(column) + 1) y=(bars) width=(across - 2) height=(2 * BARS) {
                    rect class={ "bar " (class) } data-column=(column) x="0" y=(top) width=(across - 2) height=(tall) {}
                    rect class="ghost" data-column=(column) x="0.5" y=(ghost) width=(across - 3) height=(ghost_tall) {}
                }
                @if numbers {
                    text class="sum" data-column=(column) x=(middle(column)) y=(sums + 11) { (data.sum(stop, column)) }
                } @else {
                    @let turn = format!("translate({} {}) rotate(-90)", middle(column) + 4, sums + 32);
                    text class="sum turned" data-column=(column) transform=(turn) { (data.sum(stop, column)) }
                }
                @let digit = data.bit(stop, column);
                text class=(if digit == first.bit(stop, column) { "bit" } else { "bit differs" })
                    data-column=(column) x=(middle(column)) y=(bit + 15) { (digit) }
            }
            @for column in columns.clone().filter(|&column| marked(column)) {
                rect class="mark" x=(x(column)) y="2" width=(across) height=(height - 4) rx="3" {}
            }
        }
    }
}
