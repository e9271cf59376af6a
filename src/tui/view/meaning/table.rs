//! A row for each threshold: false pairs, the share of each edit that is found, and how probable a near-duplicate is at
//! that distance.

use std::ops::Range;

use ratatui::layout::Rect;

use super::MeaningView;
use crate::{
    locale::Lang,
    say, t,
    table::{Column, Width},
    tui::{
        model::{ClickTarget, Drawn},
        widget::{Grid, Pen},
    },
};

/// Cells of the column of an edit, with the gap behind it.
const EDIT: u16 = 7;
/// Cells of all other columns.
const FIXED: u16 = 60;
/// From this height on the columns have heads over their titles.
const ROOMY: usize = 5;

/// Draws the table.
pub(super) fn draw(view: &MeaningView<'_>, pen: &mut Pen<'_>, rows: Range<u16>, drawn: &mut Drawn) {
    let (theme, area, lang) = (pen.theme, pen.area, view.lang);
    let height = usize::from(rows.end.saturating_sub(rows.start + 1)).max(1);
    let calibration = view.calibration;
    // On a line that is too short the last kinds of edits are missing.
    let kinds = &calibration.edits[..calibration.edits.len().min(usize::from(area.width.saturating_sub(FIXED) / EDIT))];
    let mut columns = vec![
        Column::right("k", Width::Fixed(2)).gap(2),
        Column::right("meaning.column-false", Width::Fixed(11)).gap(1),
        Column::right("meaning.column-edits", Width::Fixed(6)).gap(1),
    ];
    columns.extend(kinds.iter().map(|edit| Column::right(title(&edit.edit), Width::Fixed(EDIT - 1))));
    columns.extend([
        Column::right("meaning.column-near", Width::Fixed(9)).gap(2),
        Column::right("meaning.column-interval", Width::Fixed(13)).gap(2),
        Column::left("", Width::Fixed(9)),
    ]);
    let grid = Grid::new(columns, area.x + 2, area.width.saturating_sub(2), lang);
    let rows = if height >= ROOMY {
        heads(&grid, kinds.len(), pen, rows.start, lang);
        rows.start + 1..rows.end
    } else {
        rows
    };
    let height = usize::from(rows.end.saturating_sub(rows.start + 1)).max(1);
    grid.head(pen, rows.start);
    let suggested = calibration.suggested_k();
    drawn.rows = height;
    drawn.length = view.distances;
    let window = view.page.list.window(view.distances, height);
    for k in window.clone() {
        let y = rows.start + 1 + (k - window.start) as u16;
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Choice(k)));
        let (k, selected) = (k as u32, k == view.page.list.selected);
        if selected {
            pen.selected(y, area.right(), false);
        }
        let style = if selected { theme.strong } else { theme.text };
        let share = |share: Option<f64>| share.map_or_else(|| theme.marks.none.into(), |share| format!("{share:.2}"));
        let mut line = grid.line(pen, y);
        line.cell(&k.to_string(), if k == view.k { theme.positive } else { style });
        line.cell(&say::expected(calibration.false_per_thousand(k)), style);
        line.cell(&share(calibration.edits_within(k)), style);
        for edit in kinds {
            line.cell(&share(edit.distances.share_within(k)), theme.label);
        }
        let at = view.posterior.and_then(|posterior| posterior.at(k));
        line.cell(&at.map_or_else(String::new, |at| say::probability(at.near, lang)), style);
        line.cell(&at.map_or_else(String::new, |at| say::probability_interval(at.interval, lang)), theme.label);
        let (mark, mark_style) = match (k == view.k, Some(k) == suggested) {
            (_, true) => (t!(lang, "meaning.suggested"), theme.alert),
            (true, false) => (t!(lang, "meaning.in-use"), theme.positive),
            (false, false) => ("", theme.label),
        };
        line.cell(mark, mark_style);
    }
}

/// Draws heads above the titles of the columns.
fn heads(grid: &Grid, kinds: usize, pen: &mut Pen<'_>, y: u16, lang: Lang) {
    let style = pen.theme.label;
    pen.text_right(grid.place(1).end, y, t!(lang, "meaning.head-false"), style);
    let edits = grid.place(2).start;
    pen.text_until(edits, y, grid.place(2 + kinds).end, t!(lang, "meaning.head-edits"), style);
    pen.text_right(grid.place(3 + kinds).end, y, t!(lang, "meaning.head-near"), style);
}

/// The title of the column of an edit, a text of the locale.
fn title(edit: &str) -> &'static str {
    match edit {
        "words-1" => "meaning.edit-words-1",
        "words-2" => "meaning.edit-words-2",
        "words-5" => "meaning.edit-words-5",
        "words-10" => "meaning.edit-words-10",
        "advertisement" => "meaning.edit-advertisement",
        "dropped" => "meaning.edit-dropped",
        "numbers" => "meaning.edit-numbers",
        "moved" => "meaning.edit-moved",
        _ => "",
    }
}
