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
    locale::grouped,
    review::export::Place,
    t,
    table::{Column, Width},
    text::{clean, truncate_end, truncate_middle, width},
    tui::{
        action::Action,
        model::{Drawn, List, Model, PassageOrder, Passages, Target},
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
pub fn draw(
    model: &Model,
    documents: [usize; 2],
    order: PassageOrder,
    list: &List,
    pen: &mut Pen<'_>,
    drawn: &mut Drawn,
) {
    let lang = model.session.lang;
    let room = usize::from(pen.area.width.saturating_sub(TITLE)) / 2;
    let [a, b] = documents.map(|i| truncate_middle(model.workspace.batch.name(i), room));
    let title = t!(lang, "passages.title", a = a, b = b);
    let order_key = if model.workspace.screen == Screen::Diff { Action::Layout } else { Action::Sort };
    let [down, up, open, copy, sort, common, quotation] =
        [Action::Down, Action::Up, Action::Open, Action::Copy, order_key, Action::MarkCommon, Action::MarkQuotation]
            .map(|a| model.key_of(a));
    let keys = t!(
        lang,
        "passages.keys",
        down = down,
        up = up,
        open = open,
        common = common,
        quotation = quotation,
        copy = copy,
        sort = sort
    );
    let mut dialog = frame(pen, 24, &title, &keys);
    let (theme, area) = (dialog.theme, dialog.area);
    if let Some((at, _)) = model.workspace.batch.record_of(documents) {
        dialog.paragraph(area.x, area.y, area.height, &names::trouble(model, at), theme.text);
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
    let paged = |side: usize| if passages.texts[side].landmarks.is_empty() { PLACE } else { PAGED };
    let columns = [
        Column::right("passages.chars", Width::Fixed(9)).gap(0),
        Column::right("passages.in-a", Width::Fixed(paged(0))).gap(0),
        Column::right("passages.in-b", Width::Fixed(paged(1))).gap(3),
        Column::left("", Width::REMAINING),
    ];
    let grid = Grid::new(columns, area.x + 2, area.width.saturating_sub(2), lang);
    grid.head(&mut dialog, area.y);
    let counted = match (total, order) {
        (1, _) => t!(lang, "passages.one").to_owned(),
        (n, PassageOrder::Longest) => t!(lang, "passages.longest", n = grouped(n as u64)),
        (n, PassageOrder::Place) => t!(lang, "passages.place", n = grouped(n as u64)),
    };
    let counted = match passages.left_out() {
        0 => counted,
        n => format!("{counted}{}", t!(lang, "passages.left-out", n = grouped(n as u64))),
    };
    let text = grid.place(3);
    dialog.text_until(text.start, area.y, text.end, &counted, theme.label);
    let height = usize::from(area.height.saturating_sub(1)).max(1);
    (drawn.rows, drawn.length) = (height, total);
    let window = list.window(total, height);
    for row in window.clone() {
        let y = area.y + 1 + (row - window.start) as u16;
        let Some(shared) = passages.row(row, order) else { continue };
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), Target::Choice(row)));
        let selected = row == list.selected;
        if selected {
            dialog.tint(area.x..area.right(), y, theme.selected);
            dialog.text(area.x, y, ">", theme.positive);
        }
        let out = passages.is_out(row, order);
        let style = match (out, selected) {
            (true, _) => theme.struck,
            (false, true) => theme.strong,
            (false, false) => theme.text,
        };
        let number = if out { theme.label } else { style };
        let place = |side: usize| place(model, passages, side, &shared.places[side], shared.counts[side]);
        let beside = if selected { theme.strong } else { theme.label };
        // Only the beginning is seen, so only that is looked at.
        let start = passages.text(shared);
        let start: String =
            start.chars().take(usize::from(area.width)).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let cells = text.len();
        let shown = clean(&start);
        let shown = if width(&shown) < cells && passages.text(shared).len() > start.len() {
            format!("{shown}…")
        } else {
            shown.into_owned()
        };
        let shown = if out && model.brackets() {
            format!("[x {} x]", truncate_end(&shown, cells.saturating_sub(6)))
        } else {
            shown
        };
        let mut line = grid.line(&mut dialog, y);
        line.cell(&grouped(shared.chars), number);
        line.cell(&place(0), beside);
        line.cell(&place(1), beside);
        line.cell(&shown, style);
    }
}

/// The paragraph of the first place, with its page or chapter, and how many places more there are.
fn place(model: &Model, passages: &Passages, side: usize, places: &[crate::simhash::Span], count: u32) -> String {
    let byte = places.first().map_or(0, |&span| passages.words(side, span).start);
    let number = if places.is_empty() { 0 } else { passages.paragraph(side, byte) };
    let mark = passages.texts[side].place_of(byte as usize).map(|landmark| landmark.mark);
    let first = match mark {
        Some(_) => Place::new(number, mark).shown(model.session.lang),
        None => number.to_string(),
    };
    if count > 1 { format!("{first} +{}", count - 1) } else { first }
}
