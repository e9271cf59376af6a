//! The list of pairs: the share of each text that occurs in the other, the names, the distance, a flag, the verdict.

use ratatui::layout::Rect;

use crate::{
    compare::pair::Pair,
    lesson::LessonTerm,
    locale::grouped,
    review::{
        Verdict,
        pairs::{
            A, A_IN_B, B, B_IN_A, BAR, DECISION, FLAG, Figures, HAMMING, LARGER, LONGEST, NO_VERDICT_YIELDS,
            PairColumn, Row, WITH_EDITS,
        },
    },
    t,
    table::{Column, Priority, Width, fits, lay},
    text::{shorten_names, width as display_width},
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, Model},
        view::{exclusion, names, progress, review},
        widget::{Grid, Pen, widest},
    },
};

/// The columns: how much is shared, in which texts, then the distance; the last one in a review only.
const COLUMNS: [PairColumn; 11] =
    [A_IN_B, B_IN_A, LARGER, WITH_EDITS, LONGEST, BAR, A, B, HAMMING, FLAG, DECISION.untitled()];

/// Those that this list has.
fn shown(model: &Model) -> impl Iterator<Item = &'static PairColumn> {
    let (edits, review) = (model.workspace.listing.tally.edits, model.workspace.review.is_some());
    let [shares, near] = [LessonTerm::Share, LessonTerm::Near].map(|term| model.workspace.knows(term));
    let of_shares = [A_IN_B, B_IN_A, LARGER, WITH_EDITS, LONGEST, BAR].map(|column| column.name);
    COLUMNS.iter().filter(move |PairColumn { name, .. }| {
        (edits || *name != WITH_EDITS.name)
            && (review || *name != DECISION.name)
            && (shares || !of_shares.contains(name))
            && (near || *name != FLAG.name)
    })
}

/// The sign of a marked pair.
const MARKED: &str = "*";

/// The columns, laid out for the names of the batch. Names come before other columns, and before long words for
/// verdicts.
pub(super) struct ListColumns {
    columns: Vec<Column>,
    /// Verdicts have their signs.
    signs: bool,
    /// All names are shown in full.
    pub fit: bool,
    /// The length of the longest passage is shown.
    pub longest: bool,
}

impl ListColumns {
    pub(super) fn new(model: &Model, width: u16) -> Self {
        let words = columns(model, DECISION.column.width);
        if model.workspace.review.is_none() || fits(&words, width) {
            return Self::laid(model, words, width, false);
        }
        let lang = model.lang;
        let sign = widest(Verdict::ALL.iter().map(|verdict| verdict.sign(lang)));
        // `?` and `*` may follow it.
        let signs = columns(model, Width::Fixed(sign + 2 + review::brackets_width(model)));
        Self::laid(model, signs, width, true)
    }

    fn laid(model: &Model, columns: Vec<Column>, width: u16, signs: bool) -> Self {
        let places = lay(&columns, width);
        let longest = shown(model).zip(places).any(|(column, place)| column.name == LONGEST.name && !place.is_empty());
        Self { fit: fits(&columns, width), columns, signs, longest }
    }
}

/// The columns with the widths that this batch needs.
fn columns(model: &Model, decision: Width) -> Vec<Column> {
    let batch = &model.workspace.batch;
    let longest = widest((0..batch.entries.len()).map(|at| batch.name(at)));
    let digits = batch.entries.len().to_string().len() as u16;
    let empty = if review::has_marks(model) { Priority::Always } else { Priority::Yields(NO_VERDICT_YIELDS) };
    let fitted = shown(model).map(|&PairColumn { name, column, .. }| match column.width {
        Width::Text { least, .. } => {
            // A cell between number and name, and one after the name.
            let wanted = longest.saturating_add(digits + 2).min(u16::MAX / 4);
            Column { width: Width::Text { least, wanted }, digits: Some(digits), ..column }
        }
        // Where verdicts are words, their column is wide enough for a legend.
        _ if name == DECISION.name => {
            let title = if decision == DECISION.column.width { "overview.noted" } else { "" };
            Column { width: decision, priority: empty, title, ..column }
        }
        _ => column,
    });
    fitted.collect()
}

/// Draws the list.
pub(super) fn draw_list(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let overview = &model.workspace.overview;
    let Pen { theme, lang, .. } = *pen;
    let x = pen.head(area.x, area.y, t!(lang, "overview.pairs"), names::sort(lang, overview.sort));
    let x = match exclusion::of_list(model, theme) {
        Some((text, style)) => pen.text_until(x + 3, area.y, area.right(), &text, style),
        None => x,
    };
    let x = match marked(model) {
        Some(text) => pen.text(x + 3, area.y, &text, theme.alert),
        None => x,
    };
    // The signs of marked pairs have a column while there are any.
    let signs = u16::from(!overview.marked.is_empty());
    let area = Rect { x: area.x + signs, width: area.width.saturating_sub(signs), ..area };
    if let Some(filter) = model.workspace.shown_filter() {
        let text = t!(lang, "overview.filtered", n = grouped(model.workspace.listing.len() as u64), filter);
        pen.text_until(x + 3, area.y, area.right(), &text, theme.alert);
    }
    let ListColumns { columns, signs, .. } = ListColumns::new(model, area.width);
    let names = columns.iter().position(|column| matches!(column.width, Width::Text { .. })).unwrap_or(0);
    let grid = Grid::new(columns, area, lang);
    let (x, y) = (area.x, area.y + 1);
    grid.head(pen, y);
    // In large print there is an empty row between two rows.
    let apart = 1 + u16::from(model.look.big);
    let rows = area.height.saturating_sub(2) / apart;
    drawn.rows = usize::from(rows);
    let all = model.workspace.listing.len();
    let window = overview.list.window(all, usize::from(rows));
    if all == 0 {
        pen.paragraph(x, y + 1, 3, &no_pairs(model), theme.label);
    }
    // One cell of space after the names.
    let max_width = grid.text_width(names).min(grid.text_width(names + 1)).saturating_sub(1);
    for (n, at) in window.enumerate() {
        let Some(pair) = model.workspace.listed(at).map(|pair| model.workspace.as_listed(pair)) else { continue };
        let y = y + 1 + n as u16 * apart;
        let selected = at == overview.list.selected;
        drawn.click(0..area.right(), y, ClickTarget::Row(at));
        if selected {
            pen.selected(y, area.right(), true);
        }
        if overview.marked.contains(&pair.documents()) {
            pen.text(area.x - 1, y, MARKED, theme.alert);
        }
        let row = row(model, pair, max_width, signs);
        grid.row(pen, y, shown(model).map(|column| (column.cell)(&row)), selected);
    }
}

/// How many pairs are marked, and how many of them the filter hides.
fn marked(model: &Model) -> Option<String> {
    let lang = model.lang;
    match model.workspace.marked_pairs() {
        (listed, 0) if listed.is_empty() => None,
        (listed, 0) => Some(t!(lang, "reviewing.marked", n = listed.len())),
        (listed, hidden) => Some(t!(lang, "reviewing.marked-some-hidden", n = listed.len() + hidden, hidden)),
    }
}

/// A row with names of at most `max_width` cells.
fn row<'m>(model: &'m Model, pair: &Pair, max_width: usize, signs: bool) -> Row<'m> {
    // Cut where the two names are alike, with one more cell of space.
    let names = pair.documents().map(|at| model.workspace.batch.name(at));
    let whole = names.iter().all(|name| display_width(name) <= max_width);
    let names = shorten_names(&names, if whole { max_width } else { max_width.saturating_sub(1) });
    let names = <[String; 2]>::try_from(names).unwrap_or_default();
    let mut figures = Figures::of(pair, model.workspace.thresholds());
    // A flag that a lesson has not explained yet says nothing.
    figures.disagreement = figures.disagreement.filter(|_| model.workspace.knows(LessonTerm::Share));
    Row {
        identical: pair.identical,
        decision: review::mark(model, pair.documents(), signs).unwrap_or_default().into(),
        ..Row::new(model.lang, pair.documents(), names, figures)
    }
}

/// Says why no pairs are listed, and how there would be some.
pub(super) fn no_pairs(model: &Model) -> String {
    let (workspace, lang) = (&model.workspace, model.lang);
    let filtered = workspace.overview.filter.is_some() && !workspace.batch.pairs.is_empty();
    match (filtered, workspace.batch.settled()) {
        (true, _) => t!(lang, "overview.none-fits").to_owned(),
        (false, true) => progress::stopped(model)
            .unwrap_or_else(|| t!(lang, "overview.no-pairs", key = model.key_of(Action::AddDocuments))),
        (false, false) => t!(lang, "overview.working").into(),
    }
}
