//! Passages that several documents share: the number of documents, the length, the beginning.

use ratatui::layout::Rect;

use super::head;
use crate::{
    locale::grouped,
    simhash::Span,
    t,
    table::{Column, Width},
    text::{truncate_end, truncate_middle, width},
    tui::{
        model::{ClickTarget, Drawn, IndexView, LibraryPane, Model},
        widget::{Grid, Pen},
    },
};

/// The widest name.
const NAME: usize = 20;
/// More than this no row shows, in bytes.
const SHOWN: usize = 1000;

/// Draws the pane.
pub(super) fn draw(model: &Model, index_view: &IndexView, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let current = model.workspace.library.pane == LibraryPane::Passages;
    let beside = t!(
        lang,
        "library.passages-beside",
        n = grouped(index_view.passages.len() as u64),
        han = model.workspace.batch.run.han,
        words = model.workspace.batch.run.words
    );
    head(model, pen, area, LibraryPane::Passages, t!(lang, "library.passages"), &beside);
    let (y, rows) = (area.y + 1, usize::from(area.height.saturating_sub(3)));
    if current {
        drawn.rows = rows;
    }
    if index_view.passages.is_empty() {
        pen.text(area.x + 2, y, t!(lang, "library.no-passages"), theme.label);
        return;
    }
    having(model, pen, area);
    let columns = [
        Column::right("library.in", Width::Fixed(7)).gap(0),
        Column::right("library.chars", Width::Fixed(8)).gap(2),
        Column::left("", Width::REMAINING),
    ];
    let grid = Grid::new(columns, area.x, area.width, lang);
    grid.head(pen, y);
    let window = model.workspace.library.passages.window(index_view.passages.len(), rows);
    for (row, y) in window.zip(y + 1..) {
        let passage = &index_view.passages[row];
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Passage(row)));
        let selected = current && row == model.workspace.library.passages.selected;
        if selected {
            pen.tint(area.x..area.right(), y, theme.selected);
            pen.text(area.x, y, ">", theme.positive);
        }
        let out =
            passage.places.first().is_some_and(|&(at, span)| model.workspace.batch.is_excluded(at as usize, span));
        let style = match (out, selected) {
            (true, _) => theme.struck,
            (false, true) => theme.strong,
            (false, false) => theme.text,
        };
        let number = if out { theme.label } else { style };
        let mut text = beginning(model, passage.places.first()).unwrap_or_default();
        if out && model.brackets() {
            text = format!("[x {} x]", truncate_end(&text, grid.text_width(2).saturating_sub(6)));
        }
        let mut line = grid.line(pen, y);
        line.cell(&grouped(passage.texts.len() as u64), number);
        line.cell(&grouped(passage.chars), theme.label);
        line.cell(&text, style);
    }
}

/// Draws the documents that have the passage under the cursor; the two that are shown beside each other are emphasized.
fn having(model: &Model, pen: &mut Pen<'_>, area: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let Some((passage, chosen)) = model.workspace.shared_passage() else { return };
    let y = area.bottom().saturating_sub(1);
    let mut x = pen.text(area.x, y, t!(lang, "library.having"), theme.label) + 1;
    let all = passage.texts.len();
    // The two that are chosen come first, so that they are seen however many there are.
    let others = passage.texts.iter().copied().filter(|at| !chosen.contains(at));
    for (n, at) in chosen.into_iter().chain(others).enumerate() {
        let name = truncate_middle(model.workspace.batch.name(at as usize), NAME);
        let left = all - n;
        let more = format!("+{}", grouped(left as u64));
        let max_width = usize::from(area.right().saturating_sub(x));
        if n > 1 && width(&name) + if left > 1 { 2 + more.len() } else { 0 } > max_width {
            pen.text(x, y, &more, theme.label);
            return;
        }
        x = pen.text(x, y, &name, if n < 2 { theme.strong } else { theme.text }) + 2;
    }
}

/// How a passage begins, on one line.
fn beginning(model: &Model, place: Option<&(u32, Span)>) -> Option<String> {
    let &(document, span) = place?;
    let text = span.of(&model.workspace.batch.document(document as usize)?.text);
    let end = (0..=SHOWN.min(text.len())).rev().find(|&at| text.is_char_boundary(at))?;
    let text = text[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    // The end of the sentence before is dropped.
    let word = text.trim_start_matches(|c: char| ".,;:!?。，、；：！？…”’）)]".contains(c) || c.is_whitespace());
    Some(if word.is_empty() { text } else { word.to_owned() })
}
