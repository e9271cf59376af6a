//! The passages that two texts share.
//!
//! ```text
//! ── Shared passages of a.txt × b.txt ────────────────────────────────────────────────
//!   chars   ¶ in A   ¶ in B   12 passages, the longest first
//! >   412        3        9   日记的主人叫郑允海，在这里看了三十四年灯。他一九五八年上岛…
//!      65    12 +2        4   …
//! ```

use ratatui::layout::Rect;

use super::{dialog::frame, names};
use crate::{
    compare::coverage::passages::PairPassage,
    locale::{Lang, grouped},
    review::export::Location,
    t,
    table::{Column, Width},
    text::{clean, truncate_end, truncate_middle, width},
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, List, Model, PassageOrder, Passages},
        screen::Screen,
        widget::{Grid, Pen},
    },
};

/// Cells of the title beside the names.
const TITLE: u16 = 30;
/// The width of a place, in cells; of one in a source with pages or chapters.
const PLACE: u16 = 10;
const PAGED: u16 = 17;

/// Draws the dialog.
pub(super) fn draw(
    model: &Model,
    documents: [usize; 2],
    order: PassageOrder,
    list: &List,
    pen: &mut Pen<'_>,
    drawn: &mut Drawn,
) {
    let lang = model.session.lang;
    let mut dialog = frame(pen, 24, &title(model, documents, pen.area.width), &keys(model));
    let (theme, area) = (dialog.theme, dialog.area);
    if let Some((at, _)) = model.workspace.batch.record_of(documents) {
        dialog.paragraph(area.x, area.y, area.height, &names::unavailable(model, at), theme.text);
        return;
    }
    let Some(passages) = model.workspace.passages_of(documents) else {
        dialog.text(area.x, area.y, t!(lang, "overview.working"), theme.label);
        return;
    };
    let total = passages.list.len();
    if total == 0 {
        let text =
            t!(lang, "passages.none", han = model.workspace.batch.run.han, words = model.workspace.batch.run.words);
        dialog.paragraph(area.x, area.y, area.height, &text, theme.label);
        return;
    }
    let grid = columns(passages, area, lang);
    grid.head(&mut dialog, area.y);
    let text = grid.place(3);
    dialog.text_until(text.start, area.y, text.end, &counted(passages, order, lang), theme.label);
    let height = usize::from(area.height.saturating_sub(1)).max(1);
    (drawn.rows, drawn.length) = (height, total);
    let window = list.window(total, height);
    for row in window.clone() {
        let y = area.y + 1 + (row - window.start) as u16;
        let Some(shared) = passages.row(row, order) else { continue };
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Choice(row)));
        let selected = row == list.selected;
        if selected {
            dialog.tint(area.x..area.right(), y, theme.selected);
            dialog.text(area.x, y, ">", theme.positive);
        }
        let excluded = passages.is_out(row, order);
        draw_passage(model, passages, shared, [selected, excluded], &mut dialog, &grid, y);
    }
}

/// The title, with as much of both names as fits.
fn title(model: &Model, documents: [usize; 2], width: u16) -> String {
    let max_width = usize::from(width.saturating_sub(TITLE)) / 2;
    let [a, b] = documents.map(|i| truncate_middle(model.workspace.batch.name(i), max_width));
    t!(model.session.lang, "passages.title", a = a, b = b)
}

/// The keys of the dialog, for its last line.
fn keys(model: &Model) -> String {
    let sort = if model.workspace.screen == Screen::Diff { Action::Layout } else { Action::Sort };
    let [down, up, open, copy, sort, common, quotation] =
        [Action::Down, Action::Up, Action::Open, Action::Copy, sort, Action::MarkCommon, Action::MarkQuotation]
            .map(|action| model.key_of(action));
    t!(
        model.session.lang,
        "passages.keys",
        down = down,
        up = up,
        open = open,
        common = common,
        quotation = quotation,
        copy = copy,
        sort = sort
    )
}

/// The columns: length, place in A, place in B, text.
fn columns(passages: &Passages, area: Rect, lang: Lang) -> Grid {
    let place = |side: usize| if passages.texts[side].landmarks.is_empty() { PLACE } else { PAGED };
    let columns = [
        Column::right("passages.chars", Width::Fixed(9)).gap(0),
        Column::right("passages.in-a", Width::Fixed(place(0))).gap(0),
        Column::right("passages.in-b", Width::Fixed(place(1))).gap(3),
        Column::left("", Width::REMAINING),
    ];
    Grid::new(columns, area.x + 2, area.width.saturating_sub(2), lang)
}

/// The number of passages, their order, and how many of them are excluded.
fn counted(passages: &Passages, order: PassageOrder, lang: Lang) -> String {
    let counted = match (passages.list.len(), order) {
        (1, _) => t!(lang, "passages.one").to_owned(),
        (n, PassageOrder::Longest) => t!(lang, "passages.longest", n = grouped(n as u64)),
        (n, PassageOrder::Place) => t!(lang, "passages.place", n = grouped(n as u64)),
    };
    match passages.excluded() {
        0 => counted,
        n => format!("{counted}{}", t!(lang, "passages.left-out", n = grouped(n as u64))),
    }
}

/// Draws the row of a passage.
fn draw_passage(
    model: &Model,
    passages: &Passages,
    shared: &PairPassage,
    [selected, excluded]: [bool; 2],
    dialog: &mut Pen<'_>,
    grid: &Grid,
    y: u16,
) {
    let theme = dialog.theme;
    let style = match (excluded, selected) {
        (true, _) => theme.struck,
        (false, true) => theme.strong,
        (false, false) => theme.text,
    };
    let number = if excluded { theme.label } else { style };
    let beside = if selected { theme.strong } else { theme.label };
    let max_width = grid.place(3).len();
    let mut text = beginning(passages.text(shared), usize::from(dialog.area.width), max_width);
    if excluded && model.brackets() {
        text = format!("[x {} x]", truncate_end(&text, max_width.saturating_sub(6)));
    }
    let mut line = grid.line(dialog, y);
    line.cell(&grouped(shared.chars), number);
    line.cell(&place(model, passages, 0, shared), beside);
    line.cell(&place(model, passages, 1, shared), beside);
    line.cell(&text, style);
}

/// The first characters of a passage on one line, with an ellipsis if they do not fill `max_width` cells. A passage may be
/// as long as a book, so only `max_chars` are looked at.
fn beginning(passage: &str, max_chars: usize, max_width: usize) -> String {
    let chars = passage.chars().take(max_chars);
    let start: String = chars.map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let shown = clean(&start);
    if width(&shown) < max_width && passage.len() > start.len() { format!("{shown}…") } else { shown.into_owned() }
}

/// The paragraph of the first place of a passage, with its page or chapter, and how many more places there are.
fn place(model: &Model, passages: &Passages, side: usize, shared: &PairPassage) -> String {
    let (places, count) = (&shared.places[side], shared.counts[side]);
    let byte = places.first().map_or(0, |&span| passages.words(side, span).start);
    let number = if places.is_empty() { 0 } else { passages.paragraph(side, byte) };
    let mark = passages.texts[side].place_of(byte as usize).map(|landmark| landmark.mark);
    let first = match mark {
        Some(_) => Location::new(number, mark).shown(model.session.lang),
        None => number.to_string(),
    };
    if count > 1 { format!("{first} +{}", count - 1) } else { first }
}
