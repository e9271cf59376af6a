//! A document looked up in a library: near documents, and those that share passages though they are far.
//!
//! ```text
//! library news.db · 1,204,331 documents · 850 MB · SQLite        row keys 107 MB, documents 11 MB, passages 742 MB
//!
//! LOOKED UP  3 draft.txt   1,377 chars   ac9b fda8 3115 8f06
//!
//! NEAR  3 at threshold 3                        │ SHARING PASSAGES, NOT NEAR  from 20 Han or 16 words on
//! HD   document                            date │ HD of it here  longest  document              date
//!  1    311,904 morning.txt          2026-11-20 │ 21       61%      379  diary.txt       2025-03-02
//! ────────────────────────────────────────────────────────────────────────────────────────────────
//! (the tables of row keys)
//! ```

use ratatui::{layout::Rect, style::Style};

use super::{engines, head, name, row_keys};
use crate::{
    batch::LibraryHit,
    compare::coverage::FOUND_FROM,
    document::safe_name,
    locale::{bytes, grouped, percent},
    say,
    store::{PARTS, StoreError},
    t,
    table::{Column, Width},
    text::{truncate_end, truncate_middle, width},
    tui::{
        model::{Drawn, LibraryHead, LibraryPane, LibraryView, List, Model},
        view::{
            parts::{below, beside, parted},
            progress,
        },
        widget::{Grid, Pen, fits},
    },
};

/// Rows of the lists side by side, at least.
const LISTS: u16 = 8;
/// Rows from which they are seen with the tables.
const ALL: u16 = 20;

/// Draws the panes of the library.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let results = &model.workspace.results;
    header(model, pen, body);
    let area = below(body, body.y + 2);
    let library = results.library_head.value().map(|head| head.as_ref().as_ref());
    let failed = library.and_then(Result::err);
    let failed = failed.or_else(|| results.library_view.value()?.as_ref().as_ref().err());
    if let Some(error) = failed {
        pen.fill(area.x, area.y, &message(model, error), theme.alert);
        return;
    }
    let view = results.library_view.value().and_then(|view| view.as_ref().as_ref().ok());
    let y = looked_up(model, view, pen, area);
    let Some(view) = view else {
        let works = model.workspace.works() || model.workspace.tasks.computes(&results.library_view);
        let text = lang.text(if works { "overview.working" } else { "library.no-fingerprint" });
        pen.text(area.x, y, text, theme.label);
        return;
    };
    let rest = below(body, y);
    if model.workspace.library.pane == LibraryPane::Engines {
        if let Some(Ok(library)) = library {
            engines::draw(model, library, view, pen, rest);
        }
        return;
    }
    if !model.wide(body.width + 2) || body.height < ALL {
        match model.workspace.library.pane {
            LibraryPane::Sharing => draw_sharing(model, view, pen, rest, drawn),
            _ => lists_and_tables(model, view, pen, rest, drawn),
        }
        return;
    }
    let tables = row_keys::least_rows(view) + 1;
    let lists = Rect { height: rest.height.saturating_sub(tables).max(LISTS), ..rest };
    let [left, right] = beside(pen, lists, (rest.width - 3) / 2, lists.bottom());
    draw_near(model, view, &mut pen.with_edge(left), left, drawn);
    draw_sharing(model, view, &mut pen.within(right), right, drawn);
    pen.rule(left.bottom());
    row_keys::draw(model, view, pen, below(rest, left.bottom() + 1));
}

/// Draws near documents, the first of those that share passages, and the tables, one under the other.
fn lists_and_tables(model: &Model, view: &LibraryView, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    // Under its head a list has titles and rows, or a sentence.
    let rows = |hits: usize, most: usize| if hits == 0 { 2 } else { hits.min(most) as u16 + 2 };
    let sharing = rows(view.sharing_len(), 2);
    let tables = row_keys::least_rows(view) + 1;
    let sharing = if area.height < tables + sharing + 3 { 0 } else { sharing };
    let most = area.height.saturating_sub(tables + sharing).max(3);
    let near = rows(view.found.near.len(), usize::from(most.saturating_sub(2)).max(1));
    let near = Rect { height: near, ..area };
    draw_near(model, view, pen, near, drawn);
    let sharing = Rect { y: near.bottom(), height: sharing, ..area };
    if !sharing.is_empty() {
        draw_sharing(model, view, pen, sharing, drawn);
    }
    pen.rule(sharing.bottom());
    row_keys::draw(model, view, pen, below(area, sharing.bottom() + 1));
}

/// Draws the name of the library and its sizes.
fn header(model: &Model, pen: &mut Pen<'_>, body: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let Some(library) = &model.workspace.library.opened else { return };
    let name = library.place.short_name();
    let name = truncate_middle(&safe_name(&name), usize::from(body.width) / 3).into_owned();
    let x = pen.line(
        body.x,
        body.y,
        &[(t!(lang, "library.library"), theme.label), (" ", theme.label), (&name, theme.strong)],
    );
    let end = progress::draw(model, pen, body.y);
    let head = model.workspace.results.library_head.value().and_then(|head| head.as_ref().as_ref().ok());
    let Some(head) = head else { return };
    let stats = &head.stats;
    // The number decides between one document and many.
    let documents = t!(lang, "library.documents", n = grouped(stats.documents));
    let engine = library.place.engine();
    let size = stats.bytes.map_or_else(String::new, |size| format!(" · {}", bytes(size)));
    let facts = format!(" · {documents}{size} · {engine}");
    let x = pen.text(x, body.y, &lang.set(&facts), theme.text);
    if !head.known {
        pen.text_until(body.x, body.y + 1, body.right(), t!(lang, "library.received"), theme.alert);
    } else if head.recipe.recipe != model.workspace.batch.recipe {
        let text = t!(lang, "library.other-recipe", recipe = head.recipe);
        pen.text_until(body.x, body.y + 1, body.right(), &text, theme.label);
    }
    let parts = parts(model, head);
    if fits(x + 3, &parts, end) {
        pen.text_right(end, body.y, &parts, theme.label);
    }
}

/// The sizes of the parts, the largest first.
fn parts(model: &Model, head: &LibraryHead) -> String {
    let lang = model.lang;
    let parts = PARTS.into_iter().zip(head.stats.parts()).filter(|(_, size)| *size > 0);
    let parts: Vec<String> =
        parts.map(|(part, size)| format!("{} {}", say::library_part(part, lang), bytes(size))).collect();
    lang.list(&parts)
}

/// Draws the document that is looked up. Returns the row below.
fn looked_up(model: &Model, view: Option<&LibraryView>, pen: &mut Pen<'_>, area: Rect) -> u16 {
    let Pen { theme, lang, .. } = *pen;
    let shown = model.workspace.shown_document();
    let x = pen.text(area.x, area.y, t!(lang, "library.query"), theme.strong) + 2;
    let name = format!("{} {}", shown + 1, model.workspace.batch.name(shown));
    let x = pen.text(x, area.y, &truncate_middle(&name, usize::from(area.width) / 3), theme.text) + 3;
    let current =
        view.filter(|view| view.document == shown && model.workspace.results.library_view.current().is_some());
    if let Some(view) = current {
        let chars = t!(lang, "library.of-chars", n = grouped(view.chars));
        let x = pen.text(x, area.y, &chars, theme.label) + 3;
        let hex = view
            .fingerprint
            .map_or_else(|| t!(lang, "table.none").to_owned(), |fingerprint| parted(&fingerprint.to_string()));
        pen.text(x, area.y, &hex, theme.positive);
    } else if view.is_some() {
        pen.text(x, area.y, t!(lang, "library.stale"), theme.alert);
    }
    area.y + 2
}

/// Why the library cannot be used.
fn message(model: &Model, error: &StoreError) -> String {
    let name = model.workspace.library.opened.as_ref().map(|library| library.place.name());
    say::library_error(error, &safe_name(&name.unwrap_or_default()), model.lang)
}

/// Cells of a date.
const DATE: u16 = 10;

/// Draws the near documents.
fn draw_near(model: &Model, view: &LibraryView, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let beside = t!(lang, "library.near-beside", n = view.found.near.len(), k = view.k);
    head(model, pen, area, LibraryPane::Near, t!(lang, "library.near"), &beside);
    let Some(library) = &model.workspace.library.opened else { return };
    if view.found.near.is_empty() {
        pen.text(area.x, area.y + 1, t!(lang, "library-file.nothing"), theme.label);
        return;
    }
    let most = view.found.near.iter().map(|hit| grouped(hit.document.id.into()).len()).max().unwrap_or(0).max(6);
    let columns = [
        Column::right("HD", 4).gap(2),
        Column::right("library-file.number", most as u16).gap(2),
        Column::flexible("table.document", Width::REMAINING).gap(2),
    ];
    let grid = Grid::new(columns.into_iter().chain(date_column(&view.found.near)), area, lang);
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
fn draw_sharing(model: &Model, view: &LibraryView, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let together = view.found.together.map(|together| together.share).filter(|&share| share > 0.0);
    let beside = together.map(|share| t!(lang, "library.together", share = percent(share)));
    let (read, all) = (view.found.read, view.found.candidates);
    let read = (read < all).then(|| t!(lang, "library.sharing-read", read = grouped(read), all = grouped(all)));
    let beside = match (read, beside) {
        (Some(read), Some(beside)) => format!("{read}{}{beside}", lang.set(" · ")),
        (read, beside) => read
            .or(beside)
            .unwrap_or_else(|| t!(lang, "library.sharing-beside", han = FOUND_FROM.han, words = FOUND_FROM.words)),
    };
    head(model, pen, area, LibraryPane::Sharing, t!(lang, "library.sharing"), &beside);
    let Some(library) = &model.workspace.library.opened else { return };
    if view.sharing_len() == 0 {
        // "Nothing" is said only where everything was looked at.
        let text = match view.with_passages {
            None => t!(lang, "library-file.no-passages").to_owned(),
            Some([n, all]) if n < all => t!(lang, "library-file.known", n = grouped(n), all = grouped(all)),
            Some(_) if view.found.is_complete() => t!(lang, "library-file.nothing").to_owned(),
            Some(_) => t!(lang, "library-file.incomplete").to_owned(),
        };
        pen.paragraph(area.x, area.y + 1, area.height.saturating_sub(1), &text, theme.label);
        return;
    }
    let columns = [
        Column::right("HD", 4).gap(1),
        Column::right("library-file.share", 7).gap(2),
        Column::right("library-file.longest", 6).gap(2),
        Column::flexible("table.document", Width::REMAINING).gap(2),
    ];
    let grid = Grid::titled(columns.into_iter().chain(date_column(view.sharing())), area, lang);
    grid.head(pen, area.y + 1);
    let lines = Lines { model, area, list: &library.sharing, pane: LibraryPane::Sharing, all: view.sharing_len() };
    lines.draw(pen, drawn, |pen, row, y, style| {
        let Some(hit) = view.sharing().nth(row) else { return };
        let hamming = theme.number(hit.hamming);
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
            pen.text_until(x, y, end, &said, theme.label);
            return;
        }
        line.cell(&percent(hit.share()), theme.alert);
        line.cell(&grouped(hit.longest()), theme.text);
        line.name(&name(model, &hit.document), style);
        line.cell(&date(hit), theme.label);
    });
}

/// The column of dates, if any of the documents has one.
fn date_column<'a>(hits: impl IntoIterator<Item = &'a LibraryHit>) -> Option<Column> {
    let dated = hits.into_iter().any(|hit| hit.document.date.is_some());
    dated.then(|| Column::right("library-file.date", DATE))
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
        let Pen { theme, lang, .. } = *pen;
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
                pen.pointer(self.area, y);
            }
            row(pen, at, y, theme.row(selected));
        }
        if self.all > height {
            let more = t!(lang, "library.more", n = grouped((self.all - rows) as u64));
            pen.text(self.area.x, self.area.bottom().saturating_sub(1), &more, theme.label);
        }
    }
}
