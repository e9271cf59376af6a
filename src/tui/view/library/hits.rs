//! The documents of a library that were found: near ones, and those that share passages.

use ratatui::{layout::Rect, style::Style};

use super::head;
use crate::{
    batch::LibraryHit,
    compare::coverage::FOUND_FROM,
    document::safe_name,
    locale::grouped,
    store::StoredDocument,
    t,
    table::{Column, Width},
    text::{truncate_end, width},
    tui::{
        model::{Drawn, LibraryPane, LibraryView, List, Model},
        widget::{Grid, Pen},
    },
};

/// Cells of a date.
const DATE: u16 = 10;

/// Draws the near documents.
pub(super) fn near(model: &Model, view: &LibraryView, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let beside = t!(lang, "library.near-beside", n = view.found.near.len(), k = view.k);
    head(model, pen, area, LibraryPane::Near, t!(lang, "library.near"), &beside);
    let Some(library) = &model.workspace.library.opened else { return };
    if view.found.near.is_empty() {
        pen.text(area.x, area.y + 1, t!(lang, "library-file.nothing"), theme.label);
        return;
    }
    let most = view.found.near.iter().map(|hit| grouped(hit.document.id.into()).len()).max().unwrap_or(0).max(6);
    let columns = [
        Column::right("HD", Width::Fixed(4)).gap(2),
        Column::right("library-file.number", Width::Fixed(most as u16)).gap(2),
        Column::left("table.document", Width::REMAINING).gap(2),
    ];
    let grid = Grid::new(columns.into_iter().chain(date_column(&view.found.near)), area.x, area.width, lang);
    grid.head(pen, area.y + 1);
    let lines = Lines { model, area, list: &library.near, pane: LibraryPane::Near, all: view.found.near.len() };
    lines.draw(pen, drawn, |pen, row, y, style| {
        let hit = &view.found.near[row];
        let mut line = grid.line(pen, y);
        line.cell(&hit.hamming.map_or_else(String::new, |hamming| hamming.to_string()), theme.alert);
        line.cell(&grouped(hit.document.id.into()), theme.label);
        line.name(&name(model, &hit.document), style);
        line.cell(&date(hit), theme.label);
    });
}

/// Draws those that share passages, verified ones first.
pub(super) fn sharing(model: &Model, view: &LibraryView, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let beside = t!(lang, "library.sharing-beside", han = FOUND_FROM.han, words = FOUND_FROM.words);
    head(model, pen, area, LibraryPane::Sharing, t!(lang, "library.sharing"), &beside);
    let Some(library) = &model.workspace.library.opened else { return };
    if view.sharing_len() == 0 {
        let text = if view.found.has_passages {
            t!(lang, "library-file.nothing")
        } else {
            t!(lang, "library-file.no-passages")
        };
        pen.paragraph(area.x, area.y + 1, area.height.saturating_sub(1), text, theme.label);
        return;
    }
    let fixed = |title: &'static str, least: usize| Width::Fixed(width(lang.text(title)).max(least) as u16);
    let columns = [
        Column::right("HD", Width::Fixed(4)).gap(1),
        Column::right("library-file.share", fixed("library-file.share", 7)).gap(2),
        Column::right("library-file.longest", fixed("library-file.longest", 6)).gap(2),
        Column::left("table.document", Width::REMAINING).gap(2),
    ];
    let grid = Grid::new(columns.into_iter().chain(date_column(view.sharing())), area.x, area.width, lang);
    grid.head(pen, area.y + 1);
    let lines = Lines { model, area, list: &library.sharing, pane: LibraryPane::Sharing, all: view.sharing_len() };
    lines.draw(pen, drawn, |pen, row, y, style| {
        let Some(hit) = view.sharing().nth(row) else { return };
        let hamming = hit.hamming.map_or_else(|| theme.marks.none.to_owned(), |hamming| hamming.to_string());
        let mut line = grid.line(pen, y);
        line.cell(&hamming, theme.label);
        if let Err(why) = hit.shared {
            // In place of the share and the longest passage, which are not known.
            let runs = t!(lang, "library.at-least-runs", n = grouped(hit.runs.into()));
            pen.text_right(grid.place(2).end, y, &runs, theme.label);
            let said = t!(lang, "library.unverified", why = why.words(lang));
            let (x, end) = (grid.place(3).start, area.right());
            let max_width = usize::from(end - x).saturating_sub(width(&said) + 2);
            let x = pen.text(x, y, &truncate_end(&name(model, &hit.document), max_width.max(8)), style) + 2;
            pen.text(x, y, &truncate_end(&said, end.saturating_sub(x).into()), theme.label);
            return;
        }
        line.cell(&lang.percent(hit.share()), theme.alert);
        line.cell(&grouped(hit.longest()), theme.text);
        line.name(&name(model, &hit.document), style);
        line.cell(&date(hit), theme.label);
    });
}

/// The name of a document of the library: its title, or its file without folders.
fn name(model: &Model, document: &StoredDocument) -> String {
    if model.workspace.batch.hidden.is_some() {
        return model.session.lang.set("…").into_owned();
    }
    let file = || document.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    safe_name(&document.title.clone().unwrap_or_else(file))
}

/// The column of dates, if any of the documents has one.
fn date_column<'a>(hits: impl IntoIterator<Item = &'a LibraryHit>) -> Option<Column> {
    let dated = hits.into_iter().any(|hit| hit.document.date.is_some());
    dated.then(|| Column::right("library-file.date", Width::Fixed(DATE)))
}

fn date(hit: &LibraryHit) -> String {
    let date = safe_name(hit.document.date.as_deref().unwrap_or(""));
    truncate_end(&date, usize::from(DATE)).into_owned()
}

/// The rows of a list under its head and its titles.
struct Lines<'a> {
    model: &'a Model,
    area: Rect,
    list: &'a List,
    pane: LibraryPane,
    all: usize,
}

impl Lines<'_> {
    fn draw(&self, pen: &mut Pen<'_>, drawn: &mut Drawn, row: impl Fn(&mut Pen<'_>, usize, u16, Style)) {
        let (theme, lang) = (pen.theme, self.model.session.lang);
        let height = usize::from(self.area.height.saturating_sub(2));
        // The last row says how many more there are.
        let rows = if self.all > height { height.saturating_sub(1) } else { height };
        let current = self.model.workspace.library.pane == self.pane;
        if current {
            drawn.rows = rows;
        }
        let window = self.list.window(self.all, rows);
        for (at, y) in window.zip(self.area.y + 2..) {
            let selected = current && at == self.list.selected;
            if selected {
                pen.tint(self.area.x..self.area.right(), y, theme.selected);
                pen.text(self.area.x, y, ">", theme.positive);
            }
            row(pen, at, y, if selected { theme.strong } else { theme.text });
        }
        if self.all > height {
            let more = t!(lang, "library.more", n = grouped((self.all - rows) as u64));
            pen.text(self.area.x, self.area.bottom().saturating_sub(1), &more, theme.label);
        }
    }
}
