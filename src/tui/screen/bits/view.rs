//! Screen 3: two fingerprints over each other, and why their bits differ.
//!
//! ```text
//! a.txt × b.txt      HD 5 of 64   not a near-duplicate at k 3      cosine 0.958   bits say 0.970 (0.856–0.997)
//!
//!           0        16       …
//! A         00101011 10100011 …                                                      2ba3 567c b7cc a842
//! B         00101011 10101011 …                                                      2bab 561c bfcc aa42
//! A xor B   ········ ····▲··· …                                                      0008 0060 0800 0200
//! |V| of A  columns up
//! |V| of B  columns down
//!
//! FLIPPED BITS  weakest first               │ WHY BIT 25 FLIPPED  the sum of these rows, exactly
//! bit   V of A   V of B  margin  undo       │ feature    w in A   w in B   adds to V
//! ```

use ratatui::{layout::Rect, style::Style};

use crate::{
    compare::{BitReasons, Comparison, attribution::Adjust},
    lesson::{LessonPart, LessonTerm},
    locale::{Lang, grouped},
    say::{Emphasis, calibrated_distance, features, plain, signed, whole},
    simhash::{Fingerprint, Trace},
    t,
    text::{truncate_end, width},
    tui::{
        model::{ClickTarget, Drawn, Model, Pane},
        screen::overview::{view as overview, view::fingerprint_only},
        view::{
            names,
            parts::{below, beside, between, click, click_columns, listed, pair_line, parted},
            progress,
        },
        widget::{BitLayout, BitRow, LARGE, Pen, across, back_to_back, fits, widest},
    },
};

/// How wide a column is at least in large print.
const LARGE_CELL: u16 = 2;

/// From so many rows on there is room for large digits.
const ROOMY: u16 = 14;

pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let lang = model.lang;
    let theme = pen.theme;
    let Some(documents) = model.workspace.pair() else {
        overview::draw_no_pairs(model, pen, body);
        return;
    };
    if model.workspace.batch.record_of(documents).is_some() {
        draw_fingerprints(model, documents, pen, body);
        return;
    }
    let Some(detail) = model.workspace.results.detail_of(documents) else {
        progress::draw(model, pen, body.y);
        pen.text(body.x, body.y, t!(lang, "overview.working"), theme.label);
        return;
    };
    let comparison = &detail.comparison;
    let Some(reasons) = &comparison.bits else {
        let [a, b] = documents.map(|i| model.workspace.batch.name(i));
        pen.text(body.x, body.y, &format!("{a}{}{b}", between(pen.theme)), theme.strong);
        pen.text(body.x, body.y + 2, t!(lang, "bits.none"), theme.alert);
        return;
    };
    let wide = model.wide(body.width + 2);
    context(model, comparison, reasons, pen, body);
    let air = u16::from(body.height > 24);
    let top = body.y + 1 + air;
    let label = widest([t!(lang, "bits.v-of-a"), "A xor B"]) + 2;
    let hex_room = if wide { 22 } else { 0 };
    let bits = usize::from(reasons.joint.width());
    let chosen = model.workspace.bits.per_row.map(usize::from);
    let max_width = body.width - label - hex_room;
    let layout = if model.look.big && chosen.is_none() {
        BitLayout::large(bits, max_width, LARGE_CELL)
    } else {
        BitLayout::new(bits, max_width, chosen, if bits > 64 || !wide { 16 } else { 8 })
    };
    // In large print the row with the bit under the cursor.
    let shown = if model.look.big && chosen.is_none() {
        let row = layout.row_of(model.workspace.bits.column.unwrap_or(0));
        row..row + 1
    } else {
        0..layout.rows()
    };
    let rows = shown.len() as u16;
    let digits = if model.look.big && layout.cell > 3 && body.height > ROOMY { LARGE } else { 1 };
    // All of them, where the row has but a part.
    let all = BitLayout::new(bits, max_width, Some(bits), 8);
    let all = Some(all).filter(|_| digits > 1 && layout.rows() > 1);
    let all_rows = all.map_or(0, |all| all.rows() as u16);
    let table = (reasons.flipped.len() as u16 + 3).clamp(6, 13).min(body.height / 2);
    let knows = model.workspace.knows(LessonTerm::Margin);
    let margins = 2 * air * u16::from(rows == 1 && knows);
    let chart = body.bottom().saturating_sub(top + table + air + (1 + 3 * digits + all_rows + margins) * rows) / rows;
    let chart = chart.clamp(3, 11);
    let mut y = top;
    for row in shown {
        let traces = (margins > 0).then_some(detail.sides());
        let shown = BitStrip { model, reasons, traces, digits, all };
        y = strip(shown, pen, (body.x, y), &layout.at(body.x + label, row), chart, drawn);
    }
    // Beside a single row of bits there is room for what the context line had none for.
    let beside = body.x + label + layout.width() + 3;
    if wide && rows == 1 && beside + 20 < body.right() && model.workspace.knows(LessonTerm::Cosine) {
        let legend = [t!(lang, "bits.margin-legend").to_owned(), t!(lang, "bits.margin-digits").to_owned()];
        let says = cosine(comparison, reasons, lang);
        let lines: Vec<String> =
            legend.into_iter().filter(|_| margins > 0).chain([String::new()]).chain(says).collect();
        for (line, y) in lines.iter().zip(top + 4..) {
            pen.text(beside, y, line, theme.label);
        }
        let below = top + 5 + lines.len() as u16;
        if let Some((calibration, hd)) = model.workspace.batch.current_calibration().zip(comparison.pair.hamming()) {
            let text = calibrated_distance(calibration, hd, lang);
            let mut pen = pen.within(Rect::new(beside, below, body.right() - beside, y.saturating_sub(below)));
            pen.paragraph(beside, below, y.saturating_sub(below), &text, theme.text);
        }
    }
    y += air;
    if model.workspace.shows(LessonPart::Words) {
        tables(model, reasons, detail.sides(), pen, below(body, y), wide, drawn);
    }
}

fn context(model: &Model, comparison: &Comparison, reasons: &BitReasons, pen: &mut Pen<'_>, body: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let end = progress::draw(model, pen, body.y);
    let now = model.workspace.bits.fingerprints(reasons);
    let (before, hd) = (reasons.joint.hamming(), now[0].hamming(now[1]));
    let distance = if model.workspace.bits.adjusted.is_empty() {
        format!("HD {hd}")
    } else {
        format!("HD {before} {} {hd}", lang.set("→"))
    };
    let of = t!(lang, "bits.of", bits = reasons.joint.width());
    let verdict = by_rule(model, hd);
    // The names have what the distance and the verdict leave.
    let said = 3 + width(&distance) + 1 + width(&of) + 3 + width(&verdict) + width(&between(theme));
    let max_width = (usize::from(end.saturating_sub(body.x)).saturating_sub(said) / 2).max(usize::from(body.width) / 6);
    let [a, b] = names::pair(model, comparison.pair.documents(), max_width);
    let x = pair_line(pen, body.x, body.y, [&a, &b]);
    let x = pen.text(x + 3, body.y, &distance, theme.alert);
    let x = pen.text(x + 1, body.y, &of, theme.label);
    pen.text_until(x + 3, body.y, end, &verdict, theme.text);
}

/// Whether a distance is one of near-duplicates, in words.
pub(crate) fn by_rule(model: &Model, hamming: u32) -> String {
    let (lang, k) = (model.lang, model.workspace.k);
    if !model.workspace.knows(LessonTerm::Near) {
        return String::new();
    }
    if hamming <= k { t!(lang, "bits.near", k) } else { t!(lang, "bits.far", k) }
}

/// The cosine of the weights and the one that the bits estimate.
fn cosine(comparison: &Comparison, reasons: &BitReasons, lang: Lang) -> [String; 3] {
    let exact = comparison.cosine.map_or_else(|| lang.set("–").into(), |c| lang.cosine(c));
    let [bits, low, high] = [reasons.cosine, reasons.interval.0, reasons.interval.1].map(|c| lang.cosine(c));
    [t!(lang, "bits.cosine", exact), t!(lang, "bits.cosine-of-bits", bits), t!(lang, "bits.cosine-interval", low, high)]
}

/// How far a column is from turning, as a digit from 0 (at once) to 4.
fn margin_digit(margin: f64) -> &'static str {
    match margin {
        m if m < 0.1 => "0",
        m if m < 0.3 => "1",
        m if m < 0.7 => "2",
        m if m < 1.2 => "3",
        _ => "4",
    }
}

/// The inputs of a strip of bits; with the traces, its margins too.
#[derive(Clone, Copy)]
struct BitStrip<'a> {
    model: &'a Model,
    reasons: &'a BitReasons,
    traces: Option<[&'a Trace; 2]>,
    /// How many rows a digit takes.
    digits: u16,
    /// The layout of all bits, if they are to stand below those of the row.
    all: Option<BitLayout>,
}

/// One row of bits with everything that belongs to its columns. Returns the row below.
fn strip(
    BitStrip { model, reasons, traces, digits, all }: BitStrip<'_>,
    pen: &mut Pen<'_>,
    (left, y): (u16, u16),
    bits: &BitRow,
    chart: u16,
    drawn: &mut Drawn,
) -> u16 {
    let Pen { theme, lang, .. } = *pen;
    let fingerprints = model.workspace.bits.fingerprints(reasons);
    let cursor = model.workspace.bits.column;
    let xor = both(model, fingerprints, pen, (left, y), bits, (cursor, digits));
    click_columns(drawn, bits, y + 1, 3 * digits + chart);
    let mut y = y + 1 + 3 * digits;
    if let Some(all) = all {
        for row in 0..all.rows() {
            all.at(bits.start(), row).xor(pen, y, xor);
            y += 1;
        }
    }
    for (name, trace) in ["bits.margin-a", "bits.margin-b"].into_iter().zip(traces.into_iter().flatten()) {
        pen.text(left, y, lang.text(name), theme.label);
        bits.marks(pen, y, |column| {
            let digit = margin_digit(trace.margin(column));
            (digit, if digit == "0" { theme.alert } else { theme.label })
        });
        y += 1;
    }
    if !model.workspace.shows(LessonPart::Sums) {
        return y;
    }
    let sums = model.workspace.bits.sums(reasons);
    let most = sums.iter().flatten().map(|v| v.abs()).max().unwrap_or(0);
    back_to_back(pen, bits, y..y + chart, [&sums[0], &sums[1]], most, (cursor, |c| xor.bit(c)));
    let half = chart.saturating_sub(1) / 2;
    pen.text(left, y + half / 2, t!(lang, "bits.v-of-a"), theme.label);
    pen.text(left, y + half + 1 + half / 2, t!(lang, "bits.v-of-b"), theme.label);
    if chart >= 7 {
        // A legend of the two kinds of columns.
        let minus = if theme.coloured { theme.marks.lower[8] } else { theme.marks.shade };
        let [plus, minus] =
            [(theme.marks.lower[8], "+"), (minus, theme.marks.minus)].map(|(bar, sign)| format!("{bar} {sign}"));
        pen.text(left, y + half - 1 + half % 2, &plus, theme.positive);
        pen.text(left, y + half + half % 2, &minus, theme.negative);
    }
    y + chart
}

/// The numbers of the columns, both fingerprints and their XOR, with digits of so many rows. Returns the XOR.
fn both(
    model: &Model,
    [a, b]: [Fingerprint; 2],
    pen: &mut Pen<'_>,
    (left, y): (u16, u16),
    bits: &BitRow,
    (cursor, digits): (Option<usize>, u16),
) -> Fingerprint {
    let theme = pen.theme;
    let xor = a.xor(b);
    bits.numbers(pen, y, model.workspace.marked_columns());
    if let Some(column) = cursor.filter(|column| digits == LARGE && bits.columns().contains(column)) {
        bits.write(pen, y, column, &column.to_string(), theme.cursor);
    }
    let middle = y + 1 + digits / 2;
    for (name, fingerprint, y) in [("A", a, middle), ("B", b, middle + digits)] {
        pen.text(left, y, name, theme.label);
        if digits == LARGE {
            bits.large_digits(pen, y - 1, fingerprint, |column| xor.bit(column).then_some(theme.alert));
        } else {
            bits.digits(pen, y, fingerprint, |column| {
                if cursor == Some(column) { Some(theme.cursor) } else { xor.bit(column).then_some(theme.flipped) }
            });
        }
        hex(pen, bits, y, fingerprint, theme.accent());
    }
    let y = middle + 2 * digits;
    pen.text(left, y, "A xor B", theme.label);
    let differs = |column| xor.bit(column).then_some(theme.alert);
    if digits == LARGE {
        bits.large_digits(pen, y - 1, xor, differs);
    } else if model.workspace.lesson.is_some() {
        bits.digits(pen, y, xor, differs);
    } else {
        bits.xor(pen, y, xor);
    }
    hex(pen, bits, y, xor, theme.alert);
    xor
}

/// The row's bits in hexadecimal, where they make whole digits and there is room.
fn hex(pen: &mut Pen<'_>, bits: &BitRow, y: u16, fingerprint: Fingerprint, style: Style) {
    let digits = bits.columns().len().div_ceil(4);
    let value = bits.columns().fold(0u128, |value, c| value << 1 | u128::from(fingerprint.bit(c)));
    let (x, text) = (bits.end() + 3, parted(&format!("{value:0digits$x}")));
    if fits(x, &text, pen.area.right()) {
        pen.text(x, y, &text, style);
    }
}

fn tables(
    model: &Model,
    reasons: &BitReasons,
    traces: [&Trace; 2],
    pen: &mut Pen<'_>,
    area: Rect,
    wide: bool,
    drawn: &mut Drawn,
) {
    if wide {
        let [left, right] = beside(pen, area, area.width / 2 - 2, area.bottom());
        flipped(model, reasons, traces, &mut pen.with_edge(left), left, drawn);
        let mut inside = pen.within(Rect { x: right.x - 1, width: right.width + 1, ..right });
        why(model, reasons, traces, &mut inside, right, drawn);
    } else if model.workspace.bits.pane == Pane::Flipped {
        flipped(model, reasons, traces, &mut pen.with_edge(area), area, drawn);
    } else {
        why(model, reasons, traces, &mut pen.with_edge(area), area, drawn);
    }
}

/// The flipped bits, weakest first, and what would cross k.
fn flipped(model: &Model, reasons: &BitReasons, traces: [&Trace; 2], pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let bits = &model.workspace.bits;
    drawn.targets.push((area, ClickTarget::Pane(Pane::Flipped)));
    let Pen { theme, lang, .. } = *pen;
    let beside = lang.text(if bits.adjusted.is_empty() { "bits.flipped-beside" } else { "bits.flipped-before" });
    pen.head(area.x, area.y, t!(lang, "bits.flipped"), beside);
    let ends = [4, 15, 26, 34].map(|end| area.x + end);
    for (end, head) in ends.iter().zip(["bits.bit", "bits.v-of-a-short", "bits.v-of-b-short", "bits.margin"]) {
        pen.text_right(*end, area.y + 1, lang.text(head), theme.label);
    }
    pen.text(area.x + 36, area.y + 1, t!(lang, "bits.undo"), theme.label);
    let rows = area.height.saturating_sub(3);
    if bits.pane == Pane::Flipped {
        drawn.rows = usize::from(rows);
    }
    let list = &bits.flipped;
    let whole = whole(traces[0]) && whole(traces[1]);
    let window = list.window(reasons.flipped.len(), usize::from(rows));
    for (row, y) in window.zip(area.y + 2..) {
        let bit = &reasons.flipped[row];
        let selected = bits.column == Some(bit.bit);
        click(drawn, area, y, ClickTarget::Flipped(bit.bit));
        if selected {
            pen.selected(y, area.right(), bits.pane == Pane::Flipped);
        }
        let style = theme.row(selected);
        pen.text_right(ends[0], y, &bit.bit.to_string(), style);
        pen.text_right(ends[1], y, &signed(bit.v[0], whole, lang), style);
        pen.text_right(ends[2], y, &signed(bit.v[1], whole, lang), style);
        pen.text_right(ends[3], y, &format!("{:.2}", bit.margin[0].min(bit.margin[1])), theme.label);
        let undo = &bit.undo.features;
        let text = format!("{}  {}", undo.len(), features(&reasons.joint, undo, traces, lang));
        pen.text_until(area.x + 36, y, area.right(), &text, theme.positive);
    }
    if reasons.flipped.is_empty() {
        pen.text(area.x, area.y + 2, t!(lang, "why.none"), theme.label);
    }
    let line = match &reasons.crossing {
        Some(undo) => {
            let features = features(&reasons.joint, &undo.features, traces, lang);
            let (n, hd, k) = (undo.features.len(), undo.hamming, model.workspace.k);
            if reasons.joint.hamming() > k {
                t!(lang, "bits.crossing-in", k, n, features, hd)
            } else {
                t!(lang, "bits.crossing-out", k, n, features, hd)
            }
        }
        None => t!(lang, "bits.no-crossing", k = model.workspace.k),
    };
    let line = truncate_end(&line, usize::from(area.width)).into_owned();
    pen.text(area.x, area.bottom().saturating_sub(1), &line, theme.label);
}

/// The features behind the bit under the cursor.
fn why(model: &Model, reasons: &BitReasons, traces: [&Trace; 2], pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let bits = &model.workspace.bits;
    drawn.targets.push((area, ClickTarget::Pane(Pane::Features)));
    // Heads with nothing under them say nothing.
    if area.height < 3 {
        return;
    }
    let Pen { theme, lang, .. } = *pen;
    let column = bits.column.unwrap_or(0);
    let whole = whole(traces[0]) && whole(traces[1]);
    let differs = reasons.joint.fingerprints[0].bit(column) != reasons.joint.fingerprints[1].bit(column);
    let head = if differs { t!(lang, "bits.why", bit = column) } else { t!(lang, "bits.why-not", bit = column) };
    pen.head(area.x, area.y, &head, t!(lang, "bits.why-beside"));
    let bar = area.width / 5;
    let moves = area.right() - bar - 1;
    let ends = [moves - 22, moves - 11, moves];
    let y = area.y + 1;
    pen.text(area.x, y, t!(lang, "pipeline.feature"), theme.label);
    for (end, head) in ends.iter().zip(["bits.w-in-a", "bits.w-in-b", "bits.moves"]) {
        pen.text_right(*end, y, lang.text(head), theme.label);
    }
    let last = u16::from(area.height > 3);
    let rows = area.height.saturating_sub(2 + last);
    if bits.pane == Pane::Features {
        drawn.rows = usize::from(rows);
    }
    let behind = &bits.behind;
    let most = behind.first().map_or(1, |&f| reasons.joint.contribution(f, column).abs()).max(1) as f64;
    let all = (&bits.list, behind.len());
    let list = Rect { y: y + 1, height: rows, ..area };
    let alert = bits.pane == Pane::Features;
    for (row, y, selected) in listed(pen, drawn, list, all, ClickTarget::Row, alert) {
        let f = behind[row];
        let feature = &reasons.joint.features[f];
        let moved = reasons.joint.contribution(f, column);
        let adjusted = bits.adjusted.get(&f);
        let style = match (adjusted, selected, moved) {
            (Some(_), ..) => theme.alert,
            (_, true, _) => theme.strong,
            (_, _, 0) => theme.label,
            _ => theme.text,
        };
        let mark = match adjusted {
            None => String::new(),
            Some(Adjust::Exclude) => "[ ] ".into(),
            Some(Adjust::Undo) => format!("[{}] ", theme.marks.undone),
            Some(Adjust::ExcludeFromB) => format!("[{}] ", theme.marks.minus),
        };
        let name = format!("{mark}{}", reasons.joint.name(f, traces));
        pen.text_until(area.x, y, ends[0].saturating_sub(7), &name, style);
        pen.text_right(ends[0], y, &plain(feature.weight[0], whole), theme.label);
        pen.text_right(ends[1], y, &plain(feature.weight[1], whole), theme.label);
        if moved == 0 {
            pen.text_right(ends[2], y, "0", theme.label);
        } else {
            pen.text_right(ends[2], y, &signed(moved, whole, lang), theme.signed(moved));
        }
        across(pen, moves + 1, y, bar, moved.abs() as f64 / most, theme.signed(moved));
    }
    let sums = bits.sums(reasons);
    let [v, w] = [0, 1].map(|side: usize| sums[side].get(column).copied().unwrap_or(0));
    let more = behind.len().saturating_sub(bits.list.window(behind.len(), rows.into()).end);
    let net = t!(
        lang,
        "bits.net",
        from = signed(v, whole, lang),
        to = signed(w, whole, lang),
        net = signed(w - v, whole, lang)
    );
    let more = if more > 0 { t!(lang, "bits.more", more = grouped(more as u64)) } else { String::new() };
    if last > 0 {
        pen.text(area.x, area.bottom().saturating_sub(1), &format!("{more}{net}"), theme.label);
    }
}

/// Cells of the hexadecimal digits beside the bits.
const HEX: u16 = 22;

/// The screen where one side is a fingerprint and nothing else: the bits, the distance, and what cannot be said.
///
/// ```text
///           0        16       …
/// A         00101011 10100011 …      2ba3 567c b7cc a842
/// B         00101011 10101011 …      2bab 561c bfcc aa42
/// A xor B   ········ ····▲··· …
///
/// WHY       Only the fingerprint of B is known, from prints.jsonl: line 12: …
/// ```
fn draw_fingerprints(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
    let Pen { theme, lang, .. } = *pen;
    fingerprint_context(model, documents, pen, body);
    let [a, b] = documents.map(|at| model.workspace.batch.fingerprint(at));
    let mut y = body.y + 2;
    if let (Some(a), Some(b)) = (a, b) {
        y = bit_rows(model, [a, b], pen, below(body, y)) + 1;
    }
    let said = fingerprint_only(model, documents);
    let label = widest(said.iter().map(|s| s.topic.label(lang))) + 3;
    for sentence in said {
        pen.text(body.x, y, sentence.topic.label(lang), theme.label);
        let style = if sentence.emphasis == Emphasis::Alert { theme.alert } else { theme.text };
        y += pen.within(body).fill(body.x + label, y, &sentence.text, style);
    }
}

fn fingerprint_context(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let end = progress::draw(model, pen, body.y);
    let [a, b] = names::pair(model, documents, usize::from(body.width) / 5);
    let x = pair_line(pen, body.x, body.y, [&a, &b]);
    let Some(hamming) = model.workspace.batch.pair(documents).and_then(crate::compare::pair::Pair::hamming) else {
        return;
    };
    let x = pen.text(x + 3, body.y, &format!("HD {hamming}"), theme.alert);
    let x = pen.text(x + 1, body.y, &t!(lang, "bits.of", bits = model.workspace.batch.recipe.bits), theme.label);
    pen.text_until(x + 3, body.y, end, &by_rule(model, hamming), theme.text);
}

/// Both fingerprints over each other. Returns the row below.
fn bit_rows(model: &Model, fingerprints: [Fingerprint; 2], pen: &mut Pen<'_>, area: Rect) -> u16 {
    let label = width("A xor B") as u16 + 2;
    let wide = model.wide(area.width + 2);
    let count = usize::from(fingerprints[0].width());
    let max_width = area.width.saturating_sub(label + if wide { HEX } else { 0 });
    let layout = BitLayout::new(
        count,
        max_width,
        model.workspace.bits.per_row.map(usize::from),
        if wide && count <= 64 { 8 } else { 16 },
    );
    let mut y = area.y;
    for row in 0..layout.rows() {
        if y + 5 > area.bottom() {
            break;
        }
        both(model, fingerprints, pen, (area.x, y), &layout.at(area.x + label, row), (None, 1));
        y += 5;
    }
    y
}
