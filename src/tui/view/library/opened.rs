//! A document looked up in a library: near documents, and those that share passages though they are far.
//!
//! ```text
//! library news.db · 1,204,331 documents · 850 MB · SQLite        row keys 107 MB, documents 11 MB, passages 742 MB
//!
//! LOOKED UP  3 draft.txt   1,377 chars   ac9b fda8 3115 8f06
//!
//! NEAR  3 at threshold 3                        │ SHARING PASSAGES, NOT NEAR  from 20 Han or 16 words on
//! HD   document                            date │ HD of it here  longest  document              date
//!  1    311,904 morning.txt          2026-11-20 │ 21       61 %      379  diary.txt       2025-03-02
//! ────────────────────────────────────────────────────────────────────────────────────────────────
//! (the tables of row keys)
//! ────────────────────────────────────────────────────────────────────────────────────────────────
//! (the ways to look up)
//! ```

use ratatui::layout::Rect;

use super::{engines, hits, row_keys, ways};
use crate::{
    document::safe_name,
    locale::{bytes, grouped},
    say,
    store::StoreError,
    t,
    text::{truncate_end, truncate_middle, width},
    tui::{
        model::{Drawn, LibraryHead, LibraryPane, LibraryView, Model},
        view::progress,
        widget::Pen,
    },
};

/// Rows of the lists side by side, and of the ways.
const LISTS: u16 = 8;
const WAYS: u16 = 10;
/// Rows from which all panes are seen at once.
const ALL: u16 = 28;

/// Draws the panes of the library.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let results = &model.workspace.results;
    header(model, pen, body);
    let below = Rect { y: body.y + 2, height: body.height.saturating_sub(2), ..body };
    let failed = results.library_head.value().and_then(|head| head.as_ref().as_ref().err());
    let failed = failed.or_else(|| results.library_view.value()?.as_ref().as_ref().err());
    if let Some(error) = failed {
        pen.paragraph(below.x, below.y, below.height, &message(model, error), theme.alert);
        return;
    }
    let view = results.library_view.value().and_then(|view| view.as_ref().as_ref().ok());
    let measured = view.and_then(|view| ways::measured(model, view)).and_then(|measured| measured.as_ref().ok());
    if let Some(measured) = measured.filter(|_| model.workspace.library.engines_shown()) {
        engines::draw(model, measured, pen, below);
        return;
    }
    let y = looked_up(model, view, pen, below);
    let Some(view) = view else {
        let works = model.workspace.works() || model.workspace.tasks.computes(&results.library_view);
        let text = if works { t!(lang, "overview.working") } else { t!(lang, "library.no-fingerprint") };
        pen.text(below.x, y, text, theme.label);
        return;
    };
    let rest = Rect { y, height: body.bottom().saturating_sub(y), ..body };
    if !model.wide(body.width + 2) || body.height < ALL {
        match model.workspace.library.pane {
            LibraryPane::Sharing => hits::sharing(model, view, pen, rest, drawn),
            LibraryPane::Ways => ways::draw(model, view, pen, rest),
            _ => lists_and_tables(model, view, pen, rest, drawn),
        }
        return;
    }
    let half = (rest.width - 3) / 2;
    let left = Rect { height: LISTS, width: half, ..rest };
    let right = Rect { x: left.right() + 3, width: rest.width - half - 3, ..left };
    hits::near(model, view, &mut pen.within(Rect { x: 0, width: left.right(), ..left }), left, drawn);
    pen.upright(left.right() + 1, left.y..left.bottom());
    hits::sharing(model, view, &mut pen.within(right), right, drawn);
    pen.rule(left.bottom());
    // With a line for each layout there is no air.
    let ways_rows = WAYS + u16::from(measured.is_some_and(|measured| !measured.layouts.is_empty()));
    let ways_y = rest.bottom().saturating_sub(ways_rows);
    let tables = Rect { y: left.bottom() + 1, height: ways_y.saturating_sub(left.bottom() + 2), ..rest };
    row_keys::draw(model, view, pen, tables);
    pen.rule(ways_y - 1);
    ways::draw(model, view, pen, Rect { y: ways_y, height: ways_rows, ..rest });
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
    hits::near(model, view, pen, near, drawn);
    let sharing = Rect { y: near.bottom(), height: sharing, ..area };
    if !sharing.is_empty() {
        hits::sharing(model, view, pen, sharing, drawn);
    }
    pen.rule(sharing.bottom());
    let y = sharing.bottom() + 1;
    row_keys::draw(model, view, pen, Rect { y, height: area.bottom().saturating_sub(y), ..area });
}

/// Draws the name of the library and its sizes.
fn header(model: &Model, pen: &mut Pen<'_>, body: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
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
    let facts = format!(" · {documents} · {} · {engine}", bytes(stats.bytes));
    let x = pen.text(x, body.y, &lang.set(&facts), theme.text);
    let max_width = usize::from(body.width);
    if !head.known {
        pen.text(body.x, body.y + 1, &truncate_end(t!(lang, "library.received"), max_width), theme.alert);
    } else if head.recipe.recipe != model.workspace.batch.recipe {
        let text = t!(lang, "library.other-recipe", recipe = head.recipe);
        pen.text(body.x, body.y + 1, &truncate_end(&text, max_width), theme.label);
    }
    let parts = parts(model, head);
    if usize::from(x) + 3 + width(&parts) <= usize::from(end) {
        pen.text_right(end, body.y, &parts, theme.label);
    }
}

/// The sizes of the parts, the largest first.
fn parts(model: &Model, head: &LibraryHead) -> String {
    let lang = model.session.lang;
    let mut parts = [
        ("library.part-keys", 0),
        ("library.part-documents", 0),
        ("library.part-passages", 0),
        ("library.part-texts", 0),
    ];
    for (name, size) in &head.stats.tables {
        let part = match name.as_str() {
            "row_key" => 0,
            table if table.starts_with("table ") => 0,
            "block" | "segment" => 2,
            "text" if head.stats.passages.as_ref().is_some_and(|passages| passages.texts > 0) => 3,
            _ => 1,
        };
        parts[part].1 += size;
    }
    let named = |(key, size): (&str, u64)| format!("{} {}", lang.find(key).unwrap_or_default(), bytes(size));
    let parts: Vec<String> = parts.into_iter().filter(|(_, size)| *size > 0).map(named).collect();
    lang.list(&parts)
}

/// Draws the document that is looked up. Returns the row below.
fn looked_up(model: &Model, view: Option<&LibraryView>, pen: &mut Pen<'_>, area: Rect) -> u16 {
    let (theme, lang) = (pen.theme, model.session.lang);
    let shown = model.workspace.shown_document();
    let x = pen.text(area.x, area.y, t!(lang, "library.query"), theme.strong) + 2;
    let name = format!("{} {}", shown + 1, model.workspace.batch.name(shown));
    let x = pen.text(x, area.y, &truncate_middle(&name, usize::from(area.width) / 3), theme.text) + 3;
    let current =
        view.filter(|view| view.document == shown && model.workspace.results.library_view.current().is_some());
    if let Some(view) = current {
        let chars = t!(lang, "library.of-chars", n = grouped(view.chars));
        let x = pen.text(x, area.y, &chars, theme.label) + 3;
        let hex = view.fingerprint.map_or_else(
            || t!(lang, "table.none").to_owned(),
            |fingerprint| row_keys::in_groups(&fingerprint.to_string()),
        );
        pen.text(x, area.y, &hex, theme.positive);
    } else if view.is_some() {
        pen.text(x, area.y, t!(lang, "library.stale"), theme.alert);
    }
    area.y + 2
}

/// Why the library cannot be used.
fn message(model: &Model, error: &StoreError) -> String {
    let name = model.workspace.library.opened.as_ref().map(|library| library.place.name());
    say::library_error(error, &safe_name(&name.unwrap_or_default()), model.session.lang)
}
