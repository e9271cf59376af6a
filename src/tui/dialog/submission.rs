//! One document with the passages that others have, each numbered by its source.
//!
//! ```text
//! ── X07_Xu.pdf ────────────────────────────────────────────────────────────────────────
//! 99.7% of X07_Xu.pdf is in 3 other documents word for word, 99.8% with small edits.
//!    1  1 For thirty years the ferry left at seven …    │    SOURCES        alone  beyond larger
//!    2  2 Nothing in the letters says who paid …        │ > 1 E09_Irving   37.6%         37.6%
//!    3  … nor for the third. Then the town forgot.      │   2 E17_Quinn    35.6%         35.5%
//! ```
//! Below 100 columns the sources are under the text.

use std::mem;

use ratatui::layout::Rect;

use crate::{
    compare::coverage::TextSource,
    locale::percent,
    t,
    table::{Column, Width},
    tui::{
        action::Action,
        flow::{Place, TextLayout, TilesFlow},
        model::{DiffMode, Drawn, List, Model, Sourced, dialog::Dialog, effect::Effect, next_of},
        screen::Screen,
        view::{frame::frame, parts::below, tiles},
        widget::{Grid, Pen},
    },
};

/// Cells of the list of sources beside the text.
const SOURCES: u16 = 44;
/// How many sources are seen under the text.
const UNDER: u16 = 4;

/// A document with its sources.
#[derive(Clone, Debug)]
pub(crate) struct SubmissionDialog {
    document: usize,
    /// The first line shown.
    top: Place,
    /// The passage under the cursor.
    tile: usize,
}

impl SubmissionDialog {
    pub(crate) fn new(document: usize) -> Self {
        Self { document, top: (0, 0), tile: 0 }
    }

    pub(crate) fn document(&self) -> usize {
        self.document
    }

    fn flow<'a>(&self, model: &Model, of: &'a Sourced, columns: u16) -> TilesFlow<'a> {
        TilesFlow::sources(model, of, columns, self.tile)
    }

    /// Shows the passage under the cursor.
    fn show(&mut self, model: &Model, of: &Sourced) {
        let (columns, rows) = (model.workspace.drawn.columns, model.workspace.drawn.rows);
        if let Some(tile) = of.sources.found.tiles.get(self.tile) {
            self.top = self.flow(model, of, columns).showing(tile.span.start, self.top, rows);
        }
    }

    /// Draws the sources, that of the passage under the cursor among them.
    fn draw_sources(&self, model: &Model, of: &Sourced, pen: &mut Pen<'_>, area: Rect) {
        let (theme, lang, found) = (pen.theme, model.lang, &of.sources.found);
        let name = Width::Text { least: 8, wanted: 0 };
        let columns = [
            Column::right("", 3).gap(1),
            Column::flexible("submissions.sources", name).gap(2),
            Column::right("submissions.alone", 7).gap(2),
            Column::right("submissions.beyond", 13),
        ];
        let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
        let grid = Grid::new(columns, inner, lang);
        grid.head(pen, area.y);
        let rows = below(area, area.y + 1);
        let here = found.tiles.get(self.tile).map(|tile| tile.source);
        let list = List { selected: here.unwrap_or(0), offset: 0 };
        for (at, y) in list.window(found.all.len(), rows.height.into()).zip(rows.y..) {
            let TextSource { text, alone, beyond } = found.all[at];
            let is_here = here == Some(at);
            if is_here {
                pen.text(area.x, y, if theme.coloured { theme.marks.left[4] } else { ">" }, theme.alert);
            }
            let style = if is_here { theme.strong } else { theme.text };
            let mut line = grid.line(pen, y);
            line.cell(&(at + 1).to_string(), if is_here { theme.alert } else { theme.label });
            line.name(model.workspace.batch.name(text), style);
            line.cell(&percent(alone), style);
            line.cell(&percent(beyond), style);
        }
    }
}

/// The document with its sources, once they are known.
fn sourced(model: &Model, document: usize) -> Option<&std::sync::Arc<Sourced>> {
    model.workspace.results.sources.value().filter(|sourced| sourced.at == document)
}

impl Dialog for SubmissionDialog {
    fn act(&mut self, model: &mut Model, action: Action) -> Effect {
        if matches!(action, Action::Back | Action::Quit) {
            model.workspace.dialogs.close();
            return None;
        }
        let of = sourced(model, self.document)?.clone();
        let tiles = &of.sources.found.tiles;
        let source = |tile: usize| tiles.get(tile).map(|tile| tile.source);
        match action {
            Action::Next => self.tile = (self.tile + 1).min(tiles.len().saturating_sub(1)),
            Action::Previous => self.tile = self.tile.saturating_sub(1),
            Action::NextPane | Action::PreviousPane => {
                let all = of.sources.found.all.iter().filter(|source| source.beyond > 0.0).count().max(1);
                let wanted = next_of(source(self.tile)?, all, action == Action::NextPane);
                self.tile = tiles.iter().position(|tile| tile.source == wanted).unwrap_or(self.tile);
            }
            Action::Open => {
                let other = of.sources.found.all.get(source(self.tile)?)?.text;
                let pair = [self.document.min(other), self.document.max(other)];
                let mut left = mem::take(&mut model.workspace.dialogs);
                left.close();
                left.open(self.clone());
                model.workspace.left = Some((pair, left));
                model.workspace.show(pair);
                model.workspace.screen = Screen::Diff;
                model.workspace.set_diff_mode(DiffMode::Shared);
                return None;
            }
            action => {
                let rows = model.workspace.drawn.rows;
                let by = action.lines(rows as isize)?;
                self.top = self.flow(model, &of, model.workspace.drawn.columns).scrolled(self.top, by, rows);
                return None;
            }
        }
        self.show(model, &of);
        None
    }

    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let name = model.workspace.batch.name(self.document);
        let [next, previous, pane, open, back] =
            model.keys_of([Action::Next, Action::Previous, Action::NextPane, Action::Open, Action::Back]);
        let keys = t!(lang, "submissions.one-keys", next, previous, pane, open, back);
        let mut dialog = frame(pen, pen.area.height, name, &keys);
        let Pen { theme, area, .. } = dialog;
        let Some(of) = sourced(model, self.document) else {
            dialog.text(area.x, area.y, t!(lang, "overview.working"), theme.label);
            return;
        };
        let found = &of.sources.found;
        let known = model.workspace.results.submissions.value();
        let submission = known.and_then(|known| known.all.iter().find(|(of, _)| of.document == self.document));
        let said = match submission {
            Some((of, _)) if of.largest.is_some() => {
                let [share, edited] = [of.from_others.share, of.from_others.edited()].map(percent);
                if share == edited {
                    t!(lang, "submissions.one", name, n = found.all.len(), share)
                } else {
                    t!(lang, "submissions.one-edited", name, n = found.all.len(), share, edited)
                }
            }
            _ => t!(lang, "submissions.nothing", name),
        };
        let rows = dialog.fill(area.x, area.y, &said, theme.strong);
        let body = below(area, area.y + rows + 1);
        let wide = model.wide(model.screen_width());
        let text = if wide {
            Rect { width: body.width.saturating_sub(SOURCES + 3), ..body }
        } else {
            Rect { height: body.height.saturating_sub(UNDER.min(found.all.len() as u16) + 2), ..body }
        };
        (drawn.columns, drawn.rows) = (text.width - TextLayout::SHARED, usize::from(text.height));
        tiles::draw(&self.flow(model, of, drawn.columns), self.top, None, &mut dialog, text);
        let sources = if wide {
            dialog.upright(text.right() + 1, body.y..body.bottom());
            Rect { x: text.right() + 3, width: SOURCES, ..body }
        } else {
            below(body, text.bottom() + 1)
        };
        self.draw_sources(model, of, &mut dialog, sources);
    }

    fn wheel(&mut self, model: &mut Model, action: Action) {
        self.act(model, action);
    }
}
