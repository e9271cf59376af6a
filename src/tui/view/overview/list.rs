//! The list of pairs: names, distance, coverage both ways, a flag.

use std::ops::Range;

use ratatui::layout::Rect;

use crate::{
    compare::pair::Pair,
    locale::grouped,
    review::pairs::{A, A_IN_B, B, B_IN_A, BAR, DECISION, FLAG, Figures, HAMMING, PairColumn, Row},
    t,
    table::{Column, Priority, Width},
    text::{shorten_names, truncate_end, width},
    tui::{
        model::{ClickTarget, Drawn, Model},
        view::{exclusion, names, progress, review},
        widget::{Grid, Pen},
    },
};

/// The columns; the last one in a review only.
const COLUMNS: [PairColumn; 8] = [A, B, HAMMING, BAR, A_IN_B, B_IN_A, FLAG, DECISION.untitled()];

/// The sign of a marked pair.
const MARKED: &str = "*";

/// A verdict as a letter, where space is short.
const LETTER: Width = Width::Fixed(3);

/// Lays the columns out.
fn grid(model: &Model, area: Rect, short: bool) -> Grid {
    let review = model.workspace.review.is_some();
    let longest = (0..model.workspace.batch.entries.len())
        .map(|at| width(model.workspace.batch.name(at)) as u16)
        .max()
        .unwrap_or(0);
    let digits = model.workspace.batch.entries.len().to_string().len() as u16;
    let columns = COLUMNS.iter().take(if review { COLUMNS.len() } else { COLUMNS.len() - 1 });
    let fitted = columns.map(|&PairColumn { name, column, .. }| match column.width {
        Width::Text { least, .. } => {
            // A cell between number and name, and one after the name.
            let wanted = longest.saturating_add(digits + 2).min(u16::MAX / 4);
            Column { width: Width::Text { least, wanted }, digits: Some(digits), ..column }
        }
        // Folders under review are full of similar names.
        Width::Bar { .. } if review => Column { priority: Priority::Lowest, ..column },
        _ if short && name == DECISION.name => Column { width: LETTER, ..column },
        _ => column,
    });
    Grid::new(fitted, area.x, area.width, model.session.lang)
}

/// Draws the list.
pub(super) fn draw_list(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let theme = pen.theme;
    let lang = model.session.lang;
    let x = pen.head(area.x, area.y, t!(lang, "overview.pairs"), names::sort(lang, model.workspace.overview.sort));
    let x = match exclusion::of_list(model, theme) {
        Some((text, style)) => {
            let max_width = usize::from(area.right().saturating_sub(x + 3));
            pen.text(x + 3, area.y, &truncate_end(&text, max_width), style)
        }
        None => x,
    };
    let x = match marked(model) {
        Some(text) => pen.text(x + 3, area.y, &text, theme.alert),
        None => x,
    };
    // The signs of marked pairs have a column while there are any.
    let signs = u16::from(!model.workspace.overview.marked.is_empty());
    let area = Rect { x: area.x + signs, width: area.width.saturating_sub(signs), ..area };
    if let Some(filter) = model.workspace.shown_filter() {
        let text = t!(lang, "overview.filtered", n = grouped(model.workspace.listing.len() as u64), filter = filter);
        let max_width = usize::from(area.right().saturating_sub(x + 3));
        pen.text(x + 3, area.y, &truncate_end(&text, max_width), theme.alert);
    }
    // The verdict on a pair in the review: a word if it fits, else its letter.
    let short = area.width < 80;
    let grid = grid(model, area, short);
    let (x, y) = (area.x, area.y + 1);
    grid.head(pen, y);
    scale(model, pen, &grid.bar(), y);
    // In large print there is an empty row between two rows.
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
            (false, true) => progress::stopped(model).unwrap_or_else(|| t!(lang, "overview.no-pairs").into()),
            (false, false) => t!(lang, "overview.working").into(),
        };
        pen.paragraph(x, y + 1, 3, &text, theme.label);
    }
    // One cell of space after the names.
    let max_width = grid.text_width(0).min(grid.text_width(1)).saturating_sub(1);
    for (n, at) in window.enumerate() {
        let Some(pair) = model.workspace.listed(at).map(|pair| model.workspace.as_listed(pair)) else { continue };
        let y = y + 1 + n as u16 * apart;
        let selected = at == model.workspace.overview.list.selected;
        drawn.targets.push((Rect::new(0, y, area.right(), 1), ClickTarget::Row(at)));
        if selected {
            pen.selected(y, area.right(), true);
        }
        if model.workspace.overview.marked.contains(&pair.documents()) {
            pen.text(area.x - 1, y, MARKED, theme.alert);
        }
        let row = row(model, pair, max_width, short);
        grid.row(pen, y, COLUMNS.iter().map(|column| (column.cell)(&row)), selected);
    }
}

/// How many pairs are marked, and how many of them the filter hides.
fn marked(model: &Model) -> Option<String> {
    let lang = model.session.lang;
    match model.workspace.marked_pairs() {
        (listed, 0) if listed.is_empty() => None,
        (listed, 0) => Some(t!(lang, "reviewing.marked", n = listed.len())),
        (listed, hidden) => Some(t!(lang, "reviewing.marked-some-hidden", n = listed.len() + hidden, hidden = hidden)),
    }
}

/// Labels over the bars: 0, the threshold, half of the bits.
fn scale(model: &Model, pen: &mut Pen<'_>, bar: &Range<u16>, y: u16) {
    let (label, half, cells) = (pen.theme.label, model.workspace.batch.recipe.bits / 2, bar.len() as u16);
    if cells > 0 {
        pen.text(bar.start, y, "0", label);
        pen.text_right(bar.end, y, &half.to_string(), label);
    }
    let at = (f64::from(model.workspace.k) / (f64::from(model.workspace.batch.recipe.bits) / 2.0) * f64::from(cells))
        .round() as u16;
    if at >= 2 && at + 4 < cells {
        pen.text(bar.start + at, y, "k", label);
    }
}

/// A row with names of at most `max_width` cells.
fn row<'m>(model: &'m Model, pair: &Pair, max_width: usize, short: bool) -> Row<'m> {
    // Cut where the two names are alike, with one more cell of space.
    let names = pair.documents().map(|at| model.workspace.batch.name(at));
    let whole = names.iter().all(|name| width(name) <= max_width);
    let names = shorten_names(&names, if whole { max_width } else { max_width.saturating_sub(1) });
    let names = <[String; 2]>::try_from(names).unwrap_or_default();
    Row {
        bits: model.workspace.batch.recipe.bits,
        identical: pair.identical,
        decision: review::mark(model, pair.documents(), short).unwrap_or_default().into(),
        ..Row::new(model.session.lang, pair.documents(), names, Figures::of(pair, model.workspace.k))
    }
}
