//! Screen 1: all pairs, ranked; the matrix; the selected pair in words.
//!
//! ```text
//! 6 documents   15 pairs   1 near-duplicate   1 pair where the two signals disagree
//!
//! PAIRS  ranked                                                 │ MATRIX  Hamming distance
//! A            B              HD  0   k         32  A in B B in A│       1   2   3   4
//! a.txt        b.txt           2  ██                98 %   97 %  │  1
//! …                                                              │  2   24
//! ──────────────────────────────────────────────────────────────────────────────────────
//! a.txt × b.txt
//! RULE     HD 2 is within k 3: a near-duplicate by the rule.
//! WHY      Bits 12, 25 differ. …
//! ```

use crate::text::{shorten_names, truncate_middle, width};
use ratatui::{layout::Rect, style::Style};

use super::work;
use crate::{
    compare::pair::Pair,
    locale::grouped,
    say::{self, Named, Sentence, Tone},
    simhash::Fixed,
    t,
    tui::{
        model::{Drawn, MainPane, Model, Target, WIDE},
        theme::Theme,
        view::names,
        widget::{Pen, across, lines_of},
    },
};

/// The least rows of the list, with its two heads.
const LIST: u16 = 7;

/// Draws the screen.
pub fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    context(model, pen, body);
    let wide = body.width >= WIDE - 2;
    let air = u16::from(body.height > 24);
    let top = body.y + 1 + air;
    let sentences = sentences(model);
    let label = label_width(model);
    let troubles = troubles(model, body.width);
    let said: u16 = sentences.iter().map(|s| lines_of(&s.text, body.width - label)).sum();
    let pairs = model.desk.pairs.len() as u16;
    // Rule, names, air, sentences.
    let wanted = 2 + air + said + troubles.len() as u16;
    let left = body.bottom().saturating_sub(top);
    let room = left.saturating_sub(wanted.min(left.saturating_sub(LIST)));
    let matrix = model.desk.entries.len() as u16 * 2 + 6;
    let height = (pairs + 2).max(if wide { matrix } else { 0 }).clamp(LIST.min(left), room.max(LIST.min(left)));
    let list = Rect::new(body.x, top, body.width, height);
    if wide {
        let side = 32.min(body.width / 3);
        let main = Rect { width: list.width - side - 3, ..list };
        let right = Rect { x: main.right() + 3, width: side, ..list };
        draw_list(model, &mut pen.within(Rect { x: 0, width: main.right(), ..main }), main, drawn);
        pen.upright(main.right() + 1, list.y..list.bottom().saturating_sub(1));
        draw_side(model, &mut pen.within(right), right, drawn);
    } else {
        match model.overview.pane {
            MainPane::Pairs => {
                draw_list(model, &mut pen.within(Rect { x: 0, width: list.right(), ..list }), list, drawn);
            }
            MainPane::Matrix => draw_matrix(model, &mut pen.within(list), list, drawn),
            MainPane::Histogram => draw_histogram(model, &mut pen.within(list), list),
        }
    }
    let below = Rect { y: list.bottom(), height: body.bottom().saturating_sub(list.bottom()), ..body };
    draw_words(
        model,
        &sentences,
        &troubles,
        label,
        &mut pen.within(Rect { x: 0, width: body.right() + 1, ..below }),
        below,
    );
}

/// How many documents, pairs, near-duplicates, contradictions.
fn context(model: &Model, pen: &mut Pen<'_>, body: Rect) {
    let theme = pen.theme;
    let lang = model.lang;
    let (k, pairs) = (model.k, &model.desk.pairs);
    let near = pairs.iter().filter(|p| p.near(k)).count();
    let disagree = pairs.iter().filter(|p| p.disagreement(k).is_some() && !p.identical).count();
    let failed =
        model.desk.entries.iter().filter(|e| matches!(e.document, Some(Err(_))) || e.trouble.is_some()).count();
    let end = work(model, pen, body.y);
    let mut pen = pen.within(Rect { width: end.saturating_sub(pen.area.x), ..pen.area });
    let documents = model.desk.entries.len();
    let mut x = pen.text(body.x, body.y, &count(lang, documents, "count.document", "count.documents"), theme.strong);
    if model.desk.ranked > 0 {
        x = pen.text(x + 3, body.y, &count(lang, pairs.len(), "count.pair", "count.pairs"), theme.text);
        let style = if near > 0 { theme.positive } else { theme.text };
        x = pen.text(x + 3, body.y, &count(lang, near, "count.near-one", "count.near"), style);
    }
    if disagree > 0 {
        let long = count(lang, disagree, "count.disagree-one", "count.disagree");
        let fits = usize::from(x) + 3 + width(&long) < usize::from(end);
        let text = if fits { long } else { t!(lang, "count.disagree-short", n = disagree) };
        x = pen.text(x + 3, body.y, &text, theme.call);
    }
    if failed > 0 {
        pen.text(x + 3, body.y, &count(lang, failed, "count.failed-one", "count.failed"), theme.error);
    }
}

fn count(lang: crate::locale::Lang, n: usize, one: &'static str, many: &'static str) -> String {
    lang.fill(if n == 1 { one } else { many }, &[("n", &grouped(n as u64))])
}

/// Documents that could not be read or examined, with the reason.
fn troubles(model: &Model, room: u16) -> Vec<String> {
    let lang = model.lang;
    let failed = model.desk.entries.iter().enumerate().filter_map(|(i, entry)| {
        let failed = matches!(entry.document, Some(Err(_))) || entry.trouble.is_some();
        failed.then(|| names::trouble(model, i))
    });
    let mut lines: Vec<String> = failed.collect();
    let more = lines.len().saturating_sub(TROUBLES);
    if more > 0 {
        lines.truncate(TROUBLES);
        lines.push(t!(lang, "overview.more-troubles", n = more));
    }
    lines.iter().map(|line| truncate_middle(line, usize::from(room)).into_owned()).collect()
}

/// How many troubles are told on the screen itself.
const TROUBLES: usize = 3;

fn sentences(model: &Model) -> Vec<Sentence> {
    let Some(documents) = model.pair() else { return Vec::new() };
    let Some(comparison) = model.desk.comparison_of(documents) else { return Vec::new() };
    let [Some(a), Some(b)] = documents.map(|i| model.desk.trace(i)) else { return Vec::new() };
    if a.recipe != b.recipe {
        return Vec::new();
    }
    let named = |i: usize, trace| Named { name: model.desk.name(documents[i]), trace };
    say::pair(comparison, [named(0, a), named(1, b)], model.run, model.lang)
}

fn label_width(model: &Model) -> u16 {
    use say::Topic::{But, Cosine, Health, Rule, Why};
    [Rule, But, Why, Cosine, Health].map(|topic| width(topic.label(model.lang)) as u16).into_iter().max().unwrap_or(0)
        + 3
}

/// Columns of the list, from the right: everything but the names has a fixed width.
struct Columns {
    names: [u16; 2],
    bar: u16,
}

impl Columns {
    fn new(width: u16, longest: u16) -> Self {
        // HD 4, gap 1, bar, gap 1, two coverages of 8, flag 2.
        let fixed = 4 + 1 + 1 + 16 + 2 + 1;
        let rest = width.saturating_sub(fixed);
        // Names get what they need as far as the bar keeps a third of the room, and at least ten cells.
        let bar = rest.saturating_sub(2 * (longest + 4)).clamp((rest / 5).clamp(10, 24).min(rest), 24.min(rest.max(1)));
        // Where names would be lost, the bar goes first.
        let bar = if rest < 36 { 0 } else { bar };
        let name = (rest - bar) / 2;
        Self { names: [name, rest - bar - name], bar }
    }
}

fn draw_list(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let theme = pen.theme;
    let lang = model.lang;
    pen.head(area.x, area.y, t!(lang, "overview.pairs"), names::sort(lang, model.overview.sort));
    let longest = model.desk.entries.iter().map(|e| width(&e.name) as u16).max().unwrap_or(0);
    let columns = Columns::new(area.width, longest);
    let bits = f64::from(model.recipe.bits);
    let (x, y) = (area.x, area.y + 1);
    let hd = x + columns.names[0] + columns.names[1];
    let bar = hd + 5;
    let shares = [bar + columns.bar + 9, bar + columns.bar + 17];
    let number = model.desk.entries.len().to_string().len() as u16 + 1;
    pen.text(x + number, y, "A", theme.label);
    pen.text(x + columns.names[0] + number, y, "B", theme.label);
    pen.text_right(hd + 4, y, "HD", theme.label);
    if columns.bar > 0 {
        pen.text(bar, y, "0", theme.label);
        pen.text_right(bar + columns.bar, y, &format!("{}", model.recipe.bits / 2), theme.label);
    }
    let at = (f64::from(model.k) / (bits / 2.0) * f64::from(columns.bar)).round() as u16;
    if at >= 2 && at + 4 < columns.bar {
        pen.text(bar + at, y, "k", theme.label);
    }
    pen.text_right(shares[0], y, t!(lang, "overview.a-in-b"), theme.label);
    pen.text_right(shares[1], y, t!(lang, "overview.b-in-a"), theme.label);
    let rows = area.height.saturating_sub(2);
    drawn.rows = usize::from(rows);
    let pairs = &model.desk.pairs;
    let window = model.overview.list.window(pairs.len(), usize::from(rows));
    if pairs.is_empty() {
        let settled = model.desk.settled();
        let text = if settled { t!(lang, "overview.no-pairs") } else { t!(lang, "overview.working") };
        pen.text(x, y + 1, text, theme.label);
    }
    let shown = pairs.get(window.clone()).unwrap_or_default();
    let digits = model.desk.entries.len().to_string().len() as u16;
    let room = usize::from(columns.names[0].min(columns.names[1]).saturating_sub(3 + digits));
    for (n, pair) in shown.iter().enumerate() {
        let (row, y) = (window.start + n, y + 1 + n as u16);
        let selected = row == model.overview.list.selected;
        drawn.targets.push((Rect::new(0, y, area.right(), 1), Target::Row(row)));
        if selected {
            pen.selected(y, area.right(), true);
        }
        let strong = if selected { theme.strong } else { theme.text };
        let called = pair.near(model.k) || pair.disagreement(model.k).is_some();
        // Cut where the two names do not differ.
        let names = shorten_names(&pair.documents.map(|i| model.desk.name(i)), room);
        for ((name, document), at) in names.iter().zip(pair.documents).zip([x, x + columns.names[0]]) {
            pen.text_right(at + digits, y, &(document + 1).to_string(), theme.label);
            pen.text(at + digits + 1, y, name, strong);
        }
        let style = if called { theme.call } else { strong };
        match pair.hamming {
            Some(hamming) => {
                pen.text_right(hd + 4, y, &hamming.to_string(), if called { style.patch(theme.strong) } else { style });
                let share = (f64::from(hamming) / (bits / 2.0)).min(1.0);
                across(pen, bar, y, columns.bar, share, if called { theme.call } else { theme.bar });
            }
            None => _ = pen.text_right(hd + 4, y, "–", theme.label),
        }
        for (side, end) in shares.into_iter().enumerate() {
            let share = pair.coverage[side];
            let style = if share == 0.0 {
                theme.label
            } else if share >= pair.most_covered() && pair.disagreement(model.k).is_some() {
                theme.call
            } else {
                strong
            };
            pen.text_right(end, y, &lang.percent(share), style);
        }
        pen.text(shares[1] + 2, y, flag(pair, model.k), theme.call);
    }
}

/// One mark for what a row calls for, for those who see no colour.
fn flag(pair: &Pair, k: u32) -> &'static str {
    match (pair.identical, pair.disagreement(k), pair.near(k)) {
        (true, ..) => "≡",
        (_, Some(_), _) => "!",
        (_, None, true) => "=",
        _ => " ",
    }
}

fn draw_side(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    const HISTOGRAM: u16 = 4;
    let matrix = Rect { height: area.height.saturating_sub(HISTOGRAM + 1), ..area };
    draw_matrix(model, &mut pen.within(matrix), matrix, drawn);
    let histogram = Rect { y: matrix.bottom(), height: HISTOGRAM, ..area };
    draw_histogram(model, &mut pen.within(histogram), histogram);
}

/// The distances of all pairs in a triangle, by the documents' numbers, as many as fit around the selected pair. The
/// first document needs no row and the last no column.
fn draw_matrix(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let theme = pen.theme;
    pen.head(area.x, area.y, t!(model.lang, "overview.matrix"), t!(model.lang, "overview.matrix-beside"));
    let documents = model.desk.entries.len();
    if documents < 2 {
        return;
    }
    let label = documents.to_string().len() as u16;
    // A cell holds two digits, and air behind them where there is room for all.
    let all = |cell: u16| (documents as u16 - 1).saturating_mul(cell + 1) + 1;
    let cell = if label + all(4) <= area.width { 4 } else { 3 };
    let across = usize::from(area.width.saturating_sub(label + 1) / (cell + 1)).clamp(1, documents - 1);
    let rows = area.height.saturating_sub(2);
    let tall = if (documents as u16 - 1).saturating_mul(2) <= rows { 2 } else { 1 };
    let down = usize::from(rows / tall).clamp(1, documents - 1);
    let part = across < documents - 1 || down < documents - 1;
    let down = if part { usize::from(rows.saturating_sub(1) / tall).clamp(1, documents - 1) } else { down };
    // The window holds the selected pair, which stands in row b and column a.
    let [a, b] = model.pair().unwrap_or([0, 1]);
    let first_row = b.saturating_sub(down).min(documents - 1 - down) + 1;
    let first_column = a.saturating_sub(across / 2).min(documents - 1 - across);
    let left = area.x + label + 1;
    for (n, column) in (first_column..first_column + across).enumerate() {
        let x = left + n as u16 * (cell + 1);
        pen.text_right(x + 3, area.y + 1, &(column + 1).to_string(), theme.label);
    }
    for (n, row) in (first_row..first_row + down).enumerate() {
        let y = area.y + 2 + n as u16 * tall;
        pen.text_right(area.x + label, y, &(row + 1).to_string(), theme.label);
        for (m, column) in (first_column..(first_column + across).min(row)).enumerate() {
            let x = left + m as u16 * (cell + 1);
            let Some(pair) = model.desk.pair([column, row]) else { continue };
            let chosen = model.pair() == Some(pair.documents);
            let style = heat(theme, pair, model, chosen);
            for y in y..y + tall {
                pen.tint(x..x + cell, y, style);
                drawn.targets.push((Rect::new(x, y, cell, 1), Target::Pair(column, row)));
            }
            let text = pair.hamming.map_or("–".into(), |h| h.to_string());
            let text = if !theme.coloured && (chosen || pair.near(model.k)) { format!("[{text}]") } else { text };
            pen.text_right(x + if text.ends_with(']') { cell } else { 3 }, y, &text, style);
        }
    }
    if part {
        let text = t!(model.lang, "overview.matrix-part", shown = down + 1, all = documents);
        pen.text(area.x, area.bottom().saturating_sub(1), &text, theme.label);
    }
}

/// The ground of a cell: the nearer, the warmer.
/// A count in three cells: a number that is cut off would be another number.
fn short(count: u64) -> String {
    let (thousands, millions) = (count as f64 / 1e3, count as f64 / 1e6);
    match count {
        0..1_000 => count.to_string(),
        1_000..99_500 => format!("{thousands:.0}k"),
        99_500..950_000 => format!("{millions:.1}M").trim_start_matches('0').to_owned(),
        _ => format!("{millions:.0}M"),
    }
}

fn heat(theme: &Theme, pair: &Pair, model: &Model, chosen: bool) -> Style {
    let called = pair.near(model.k) || pair.disagreement(model.k).is_some();
    match (called, chosen) {
        (true, _) => theme.cursor,
        (false, true) => theme.tab,
        (false, false) => {
            let half = f64::from(model.recipe.bits) / 2.0;
            let share = pair.hamming.map_or(1.0, |h| f64::from(h) / half);
            theme.heat(1.0 - share)
        }
    }
}

/// How many pairs lie how far apart.
fn draw_histogram(model: &Model, pen: &mut Pen<'_>, area: Rect) {
    let theme = pen.theme;
    pen.head(area.x, area.y, t!(model.lang, "overview.histogram"), t!(model.lang, "overview.histogram-beside"));
    let bins = bins(model.k, u32::from(model.recipe.bits));
    let counts: Vec<Fixed> = bins
        .iter()
        .map(|&(low, high)| {
            let within = |p: &&Pair| p.hamming.is_some_and(|h| (low..=high).contains(&h));
            model.desk.pairs.iter().filter(within).count() as Fixed
        })
        .collect();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let room = area.width / bins.len().max(1) as u16;
    let tall = area.height.saturating_sub(2).clamp(1, 6);
    for (i, (&(low, high), &count)) in bins.iter().zip(&counts).enumerate() {
        let x = area.x + i as u16 * room;
        let base = area.y + 1 + tall;
        let style = if i == 0 { theme.call } else { theme.bar };
        let eighths = if count == 0 { 0 } else { ((count as f64 / most as f64 * f64::from(tall) * 8.0) as u16).max(1) };
        for column in x..x + 2 {
            for up in 0..eighths.div_ceil(8) {
                let part = usize::from((eighths - 8 * up).min(8));
                pen.cell(column, base - 1 - up, ["", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][part], style);
            }
        }
        pen.text(x + 3, base - 1, &short(count as u64), if count == 0 { theme.label } else { theme.text });
        let range = if i + 1 == bins.len() { format!("{low}–") } else { format!("{low}–{high}") };
        pen.text(x, base, &range, theme.label);
    }
}

/// Distances in five bins: within k, just beyond, and the rest up to the width.
fn bins(k: u32, bits: u32) -> Vec<(u32, u32)> {
    let mut bounds = vec![k];
    for share in [0.16, 0.29, 0.42] {
        let high = (f64::from(bits) * share).round() as u32;
        if high > bounds[bounds.len() - 1] {
            bounds.push(high);
        }
    }
    let mut low = 0;
    let mut bins: Vec<(u32, u32)> = bounds.iter().map(|&high| (std::mem::replace(&mut low, high + 1), high)).collect();
    if low <= bits {
        bins.push((low, bits));
    }
    bins
}

fn draw_words(model: &Model, sentences: &[Sentence], troubles: &[String], label: u16, pen: &mut Pen<'_>, area: Rect) {
    if area.height < 2 {
        return;
    }
    let theme = pen.theme;
    pen.rule(area.y);
    let mut y = area.y + 1;
    for trouble in troubles {
        pen.text(area.x, y, trouble, theme.error);
        y += 1;
    }
    let Some([a, b]) = model.pair() else {
        if model.desk.settled() && model.desk.entries.len() == 1 && troubles.is_empty() {
            pen.paragraph(
                area.x,
                y,
                area.bottom().saturating_sub(y),
                t!(model.lang, "overview.one-document"),
                theme.text,
            );
        }
        return;
    };
    let room = usize::from(area.width.saturating_sub(3)) / 2;
    let [a, b] = [a, b].map(|i| truncate_middle(model.desk.name(i), room));
    pen.line(area.x, y, &[(&a, theme.strong), ("  ×  ", theme.label), (&b, theme.strong)]);
    let said: u16 = sentences.iter().map(|s| lines_of(&s.text, area.width.saturating_sub(label))).sum();
    y += 1 + u16::from(y + 1 + said < area.bottom());
    let mut before = None;
    for sentence in sentences {
        if before != Some(sentence.topic) {
            pen.text(area.x, y, sentence.topic.label(model.lang), theme.label);
        }
        before = Some(sentence.topic);
        let style = match sentence.tone {
            Tone::Plain => theme.text,
            Tone::Call => theme.call,
            Tone::Quiet => theme.label,
        };
        let mut inside = pen.within(Rect { x: area.x, width: area.width, ..area });
        y += inside.paragraph(area.x + label, y, area.bottom().saturating_sub(y), &sentence.text, style);
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn counts_are_rounded_where_they_do_not_fit() {
        let counts = [0, 999, 1_000, 6_128, 99_499, 99_500, 949_999, 950_000, 1_999_000, 99_400_000];
        let shown = ["0", "999", "1k", "6k", "99k", ".1M", ".9M", "1M", "2M", "99M"];
        assert_eq!(counts.map(short), shown);
        assert!(shown.iter().all(|text| text.len() <= 3));
    }
}
