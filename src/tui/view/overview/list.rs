//! The list of pairs: names, distance, coverage both ways, a flag.

use ratatui::layout::Rect;

use crate::{
    compare::pair::Pair,
    locale::grouped,
    t,
    text::{shorten_names, truncate_end, width},
    tui::{
        model::{Drawn, Model, Target},
        theme::Marks,
        view::{exclusion, names, review, stopped},
        widget::{Pen, across},
    },
};

/// Columns of the list, from the right: everything but the names has a fixed width.
struct Columns {
    names: [u16; 2],
    bar: u16,
}

impl Columns {
    /// Columns for names of at most `longest` cells, whose numbers take `digits`.
    fn new(width: u16, (longest, digits): (u16, u16), verdict: u16) -> Self {
        // HD 4, gap 1, bar, gap 1, two coverages of 8, flag 2.
        let fixed = 4 + 1 + 1 + 16 + 2 + 1 + verdict;
        let rest = width.saturating_sub(fixed);
        // Names get what they need as far as the bar keeps a fifth of the room, and at least ten cells.
        let whole = 2 * longest.saturating_add(digits + BESIDE).min(u16::MAX / 4);
        let bar = rest.saturating_sub(whole + 2).clamp((rest / 5).clamp(10, 24).min(rest), 24.min(rest.max(1)));
        // Where names would be lost, the bar goes first; in a review, where there are folders of names much alike, as soon
        // as that keeps them whole.
        let room = verdict > 0 && rest - bar < whole && whole <= rest;
        let bar = if rest < 36 || room { 0 } else { bar };
        let name = (rest - bar) / 2;
        Self { names: [name, rest - bar - name], bar }
    }

    /// Cells of a name.
    fn name(&self, digits: u16) -> usize {
        usize::from(self.names[0].min(self.names[1]).saturating_sub(digits + BESIDE))
    }
}

/// Cells beside a name and the digits of its number: a gap between them and one behind, where there is little room.
const BESIDE: u16 = 2;

/// Cells of what stands of a pair in the review.
const VERDICT: u16 = 13;

/// Draws the list.
pub fn draw_list(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let theme = pen.theme;
    let lang = model.session.lang;
    let x = pen.head(area.x, area.y, t!(lang, "overview.pairs"), names::sort(lang, model.workspace.overview.sort));
    let x = match exclusion::of_list(model, theme) {
        Some((text, style)) => {
            let room = usize::from(area.right().saturating_sub(x + 3));
            pen.text(x + 3, area.y, &truncate_end(&text, room), style)
        }
        None => x,
    };
    if let Some(filter) = model.workspace.shown_filter() {
        let text = t!(lang, "overview.filtered", n = grouped(model.workspace.listing.len() as u64), filter = filter);
        let room = usize::from(area.right().saturating_sub(x + 3));
        pen.text(x + 3, area.y, &truncate_end(&text, room), theme.call);
    }
    let longest = (0..model.workspace.batch.entries.len())
        .map(|at| width(model.workspace.batch.name(at)) as u16)
        .max()
        .unwrap_or(0);
    // What stands of a pair in the review: a word where there is room, else its letter.
    let short = area.width < 80;
    let verdict = if model.workspace.review.is_some() { if short { 4 } else { VERDICT } } else { 0 };
    let digits = model.workspace.batch.entries.len().to_string().len() as u16;
    let number = digits + 1;
    let columns = Columns::new(area.width, (longest, digits), verdict);
    let bits = f64::from(model.workspace.batch.recipe.bits);
    let (x, y) = (area.x, area.y + 1);
    let hd = x + columns.names[0] + columns.names[1];
    let bar = hd + 5;
    let shares = [bar + columns.bar + 9, bar + columns.bar + 17];
    pen.text(x + number, y, "A", theme.label);
    pen.text(x + columns.names[0] + number, y, "B", theme.label);
    pen.text_right(hd + 4, y, "HD", theme.label);
    if columns.bar > 0 {
        pen.text(bar, y, "0", theme.label);
        pen.text_right(bar + columns.bar, y, &format!("{}", model.workspace.batch.recipe.bits / 2), theme.label);
    }
    let at = (f64::from(model.workspace.k) / (bits / 2.0) * f64::from(columns.bar)).round() as u16;
    if at >= 2 && at + 4 < columns.bar {
        pen.text(bar + at, y, "k", theme.label);
    }
    pen.text_right(shares[0], y, t!(lang, "overview.a-in-b"), theme.label);
    pen.text_right(shares[1], y, t!(lang, "overview.b-in-a"), theme.label);
    // In large print rows stand apart.
    let apart = 1 + u16::from(model.session.look.big);
    let rows = area.height.saturating_sub(2) / apart;
    drawn.rows = usize::from(rows);
    let all = model.workspace.listing.len();
    let window = model.workspace.overview.list.window(all, usize::from(rows));
    if all == 0 {
        let settled = model.workspace.batch.settled();
        let filtered = model.workspace.overview.filter.is_some() && !model.workspace.batch.pairs.is_empty();
        let text = match (filtered, settled) {
            (true, _) => t!(lang, "overview.none-fits").to_owned(),
            (false, true) => stopped(model).unwrap_or_else(|| t!(lang, "overview.no-pairs").into()),
            (false, false) => t!(lang, "overview.working").into(),
        };
        pen.paragraph(x, y + 1, 3, &text, theme.label);
    }
    let room = columns.name(digits);
    for (n, row) in window.enumerate() {
        let Some(pair) = model.workspace.listed(row).map(|pair| model.workspace.as_listed(pair)) else {
            continue;
        };
        let y = y + 1 + n as u16 * apart;
        let selected = row == model.workspace.overview.list.selected;
        drawn.targets.push((Rect::new(0, y, area.right(), 1), Target::Row(row)));
        if selected {
            pen.selected(y, area.right(), true);
        }
        let strong = if selected { theme.strong } else { theme.text };
        let called = pair.near(model.workspace.k) || pair.disagreement(model.workspace.k).is_some();
        // Cut where the two names do not differ, and with air behind them.
        let names = pair.documents().map(|i| model.workspace.batch.name(i));
        let whole = names.iter().all(|name| width(name) <= room);
        let names = shorten_names(&names, if whole { room } else { room.saturating_sub(1) });
        for ((name, document), at) in names.iter().zip(pair.documents()).zip([x, x + columns.names[0]]) {
            pen.text_right(at + digits, y, &(document + 1).to_string(), theme.label);
            pen.text(at + digits + 1, y, name, strong);
        }
        let style = if called { theme.call } else { strong };
        match pair.hamming() {
            Some(hamming) => {
                pen.text_right(hd + 4, y, &hamming.to_string(), if called { style.patch(theme.strong) } else { style });
                let share = (f64::from(hamming) / (bits / 2.0)).min(1.0);
                across(pen, bar, y, columns.bar, share, if called { theme.call } else { theme.bar });
            }
            None => _ = pen.text_right(hd + 4, y, theme.marks.none, theme.label),
        }
        for (side, end) in shares.into_iter().enumerate() {
            let Some(share) = pair.shares().map(|shares| shares[side]) else {
                pen.text_right(end, y, theme.marks.none, theme.label);
                continue;
            };
            let style = if share == 0.0 {
                theme.label
            } else if share >= pair.most_covered() && pair.disagreement(model.workspace.k).is_some() {
                theme.call
            } else {
                strong
            };
            pen.text_right(end, y, &lang.percent(share), style);
        }
        pen.text(shares[1] + 2, y, flag(pair, model.workspace.k, theme.marks), theme.call);
        if let Some(mark) = review::mark(model, pair.documents(), short) {
            pen.text(shares[1] + 4, y, &truncate_end(&mark, usize::from(verdict)), theme.positive);
        }
    }
}

/// One mark for what a row calls for, for those who see no colour.
fn flag(pair: &Pair, k: u32, marks: &Marks) -> &'static str {
    match (pair.identical, pair.disagreement(k), pair.near(k)) {
        (true, ..) => marks.identical,
        (_, Some(_), _) => "!",
        (_, None, true) => "=",
        _ => " ",
    }
}
