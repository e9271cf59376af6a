//! Screen 6: all documents together. The block index at work, clusters, passages that several share.
//!
//! ```text
//! LOOKED UP  3 draft.txt                                              h l another   P another plan
//! QUERY  …                                                            (the exhibit of the index)
//! ────────────────────────────────────────────────────────────────────────────────────────────────
//! CLUSTERS  HD up to 10: 2 of them                │ SHARED PASSAGES  14
//! > 1   3 documents   spread 12   1 5 7           │ >  3   120  夜里的海是黑色的…
//!   2   2 documents   spread  4   2 6             │    2    85  The keeper lit the lamp …
//!   almost  5 × 8 HD 12                           │
//! cutoff   3  6  10  14   clusters 6 5 4 2        │
//! ```

mod archive;
mod clusters;
mod engines;
mod hits;
mod opened;
mod passages;
mod row_keys;
mod ways;

use ratatui::layout::Rect;

use super::{
    exhibit::index::{self, Exhibit},
    progress,
};
use crate::{
    document::safe_name,
    t,
    text::{truncate_end, truncate_middle, width},
    tui::{
        action::Action,
        model::{Drawn, IndexView, LibraryPane, Model},
        widget::Pen,
    },
};

/// Rows of the lower panes, where all three are seen.
const LOWER: u16 = 12;

/// Draws the screen.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let lang = model.session.lang;
    if model.workspace.library.pane.of_library() {
        opened::draw(model, pen, body, drawn);
        return;
    }
    context(model, pen, body);
    let body = Rect { height: body.height.saturating_sub(without_library(model, pen, body)), ..body };
    let Some(index_view) = model.workspace.results.index_view.value() else {
        let text = if model.workspace.works() { t!(lang, "overview.working") } else { t!(lang, "library.nothing") };
        pen.text(body.x, body.y + 2, text, pen.theme.label);
        return;
    };
    let below = Rect { y: body.y + 2, height: body.height.saturating_sub(2), ..body };
    if !model.wide(body.width + 2) || below.height < 2 * LOWER {
        match model.workspace.library.pane {
            LibraryPane::Near | LibraryPane::Sharing | LibraryPane::Ways => {}
            LibraryPane::Tables => tables(model, index_view, pen, below),
            LibraryPane::Archive => archive::draw(model, pen, below),
            LibraryPane::Clusters => clusters::draw(model, pen, below, drawn),
            LibraryPane::Passages => passages::draw(model, index_view, pen, below, drawn),
        }
        return;
    }
    let upper = Rect { height: below.height - LOWER - 1, ..below };
    if model.workspace.library.pane == LibraryPane::Archive {
        archive::draw(model, pen, upper);
    } else {
        tables(model, index_view, pen, upper);
    }
    pen.rule(upper.bottom());
    let half = (below.width - 3) / 2;
    let left = Rect { y: upper.bottom() + 1, height: LOWER, width: half, ..below };
    let right = Rect { x: left.right() + 3, width: below.width - half - 3, ..left };
    clusters::draw(model, &mut pen.within(Rect { x: 0, width: left.right(), ..left }), left, drawn);
    pen.upright(left.right() + 1, left.y..left.bottom());
    passages::draw(model, index_view, &mut pen.within(right), right, drawn);
}

/// Draws in the last row how a library is made of these files, if there is none. Returns how many rows that takes.
fn without_library(model: &Model, pen: &mut Pen<'_>, body: Rect) -> u16 {
    let files = model.workspace.batch.entries.iter().any(|entry| entry.source.file().is_some());
    let missing = model.workspace.library.opened.as_ref().filter(|library| files && !library.present);
    let Some(library) = missing else { return 0 };
    let file = safe_name(&library.place.short_name());
    let text = t!(model.session.lang, "library.make", key = model.key_of(Action::AddToLibrary), file = file);
    pen.text(body.x, body.bottom().saturating_sub(1), &text, pen.theme.label);
    1
}

/// Draws the document that is looked up, and the panes.
fn context(model: &Model, pen: &mut Pen<'_>, body: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let end = progress::draw(model, pen, body.y);
    let mut pen = pen.within(Rect { width: end.saturating_sub(pen.area.x), ..pen.area });
    let shown = model.workspace.shown_document();
    let [left, right, plan] = [Action::Left, Action::Right, Action::Plan].map(|action| model.key_of(action));
    let keys = t!(lang, "library.keys", left = left, right = right, plan = plan);
    let x = pen.text(body.x, body.y, t!(lang, "library.query"), theme.label) + 2;
    let name = format!("{} {}", shown + 1, model.workspace.batch.name(shown));
    let max_width = usize::from(end.saturating_sub(x)).saturating_sub(width(&keys) + 3);
    let x = pen.text(x, body.y, &truncate_middle(&name, max_width.max(10)), theme.strong);
    pen.text(x + 3, body.y, &keys, theme.label);
}

/// The index at work.
fn tables(model: &Model, index_view: &IndexView, pen: &mut Pen<'_>, area: Rect) {
    let lang = model.session.lang;
    let Some(index) = &index_view.index else {
        pen.paragraph(area.x, area.y, area.height, t!(lang, "library.no-plan"), pen.theme.label);
        return;
    };
    let shown = model.workspace.shown_document();
    let Some(own) = index_view.documents.iter().position(|&document| document == shown) else {
        pen.paragraph(area.x, area.y, area.height, t!(lang, "library.no-fingerprint"), pen.theme.label);
        return;
    };
    let Some(query) = model.workspace.batch.fingerprint(shown) else { return };
    let names: Vec<&str> = index_view.documents.iter().map(|&document| model.workspace.batch.name(document)).collect();
    let exhibit = Exhibit {
        index,
        names: &names,
        query,
        own: Some(own as u32),
        k: model.workspace.k,
        table: model.workspace.library.table.min(index.plan().tables().len().saturating_sub(1)),
    };
    index::draw(&exhibit, lang, pen, area);
}

/// The head of a pane; the one that keys go to is bright.
fn head(model: &Model, pen: &mut Pen<'_>, area: Rect, pane: LibraryPane, name: &str, beside: &str) {
    let theme = pen.theme;
    let style = if model.workspace.library.pane == pane { theme.positive.patch(theme.strong) } else { theme.strong };
    let x = pen.text(area.x, area.y, name, style);
    let max_width = usize::from(area.right().saturating_sub(x + 2));
    pen.text(x + 2, area.y, &truncate_end(beside, max_width), theme.label);
}
