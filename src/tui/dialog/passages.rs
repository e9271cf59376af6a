//! The passages that two texts share, with the whole text of the one under the cursor.
//!
//! ```text
//! ── Shared passages of a.txt and b.txt ────────────────────────────────────────────────
//! 12 passages, the longest first
//!       chars   ¶ in A   ¶ in B   │ 日记的主人叫郑允海，在这里看了三十四年灯。他一九五八年上岛，那年
//! >  3    412        3        9   │ 二十三岁，只念过四年书；一九九二年灯器改成自动控制，他交出钥匙…
//!    1     65    12 +2        4   │
//! ```
//! Below 100 columns the list is over the text.

use std::borrow::Cow;

use ratatui::layout::Rect;

use crate::{
    locale::{Lang, grouped},
    review::export::Location,
    t,
    table::Column,
    tui::{
        action::Action,
        model::{
            Drawn, List, Model, PassageOrder, Passages,
            dialog::Dialog,
            effect::{Effect, ScreenEffect},
        },
        screen::{Screen, diff::update::shared::show_passage},
        update::{common::to_clipboard, exclusion},
        view::{
            frame::frame,
            names,
            parts::{below, choices, indented, only_fingerprint},
        },
        widget::{Grid, Pen},
    },
};

/// The passages that two documents share.
#[derive(Clone, Debug)]
pub(crate) struct PassagesDialog {
    documents: [usize; 2],
    order: PassageOrder,
    list: List,
}

impl PassagesDialog {
    pub(crate) fn new(documents: [usize; 2]) -> Self {
        Self { documents, order: PassageOrder::default(), list: List::default() }
    }

    pub(crate) fn documents(&self) -> [usize; 2] {
        self.documents
    }
}

impl Dialog for PassagesDialog {
    fn act(&mut self, model: &mut Model, action: Action) -> Effect {
        let workspace = &mut model.workspace;
        let (documents, order) = (self.documents, self.order);
        let passages = workspace.passages_of(documents).cloned();
        let under =
            passages.as_ref().and_then(|passages| Some((passages, passages.at_row(self.list.selected, order)?)));
        match action {
            Action::Back | Action::Quit | Action::Passages => workspace.dialogs.close(),
            Action::Open => {
                if let Some((_, at)) = under {
                    workspace.dialogs.close();
                    workspace.select(documents);
                    workspace.screen = Screen::Diff;
                    show_passage(model, at);
                }
            }
            action @ (Action::MarkCommon | Action::MarkQuotation) => {
                if let Some((passages, at)) = under {
                    exclusion::mark_passage(model, passages.text(at), passages.is_excluded(at), action);
                }
            }
            Action::Exclusions => return Some(ScreenEffect::Act(Action::Exclusions)),
            Action::Copy => return under.and_then(|(p, at)| to_clipboard(model, p.text(at).to_owned())),
            Action::CopyAll => {
                let all = passages
                    .iter()
                    .flat_map(|p| (0..p.total()).filter_map(move |row| p.at_row(row, order).map(|at| p.text(at))));
                let all = all.collect::<Vec<_>>().join("\n\n");
                return to_clipboard(model, all);
            }
            Action::Sort | Action::Layout => {
                self.order = if order == PassageOrder::Longest { PassageOrder::Place } else { PassageOrder::Longest };
                self.list = List::default();
            }
            action => {
                let rows = passages.map_or(0, |passages| passages.total());
                self.list.motion(action, rows, workspace.drawn.rows);
            }
        }
        None
    }

    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let (lang, Self { documents, order, list }) = (model.lang, self);
        let (documents, order) = (*documents, *order);
        let [a, b] = names::in_title(model, documents, pen.area.width, TITLE);
        let mut dialog = frame(pen, pen.area.height, &t!(lang, "passages.title", a, b), &keys(model));
        let Pen { theme, area, .. } = dialog;
        if only_fingerprint(model, documents, &mut dialog) {
            return;
        }
        let Some(passages) = model.workspace.passages_of(documents) else {
            dialog.text(area.x, area.y, t!(lang, "overview.working"), theme.label);
            return;
        };
        if passages.total() == 0 {
            let text =
                t!(lang, "passages.none", han = model.workspace.batch.run.han, words = model.workspace.batch.run.words);
            dialog.fill(area.x, area.y, &text, theme.label);
            return;
        }
        dialog.text(area.x, area.y, &counted(passages, order, lang), theme.label);
        let rest = below(area, area.y + 1);
        let width = columns_width(passages).min(area.width);
        let (rows, text) = if area.width >= BESIDE {
            let x = rest.x + width + 3;
            dialog.upright(x - 2, rest.y..rest.bottom());
            (Rect { width, ..rest }, Rect { x, width: rest.right().saturating_sub(x), ..rest })
        } else {
            let height = (passages.total() as u16 + 1).min(rest.height / 2);
            let y = rest.y + height + 1;
            (Rect { height, ..rest }, below(rest, y))
        };
        draw_list(model, passages, order, list, &mut dialog, rows, drawn);
        if let Some(at) = passages.at_row(list.selected, order) {
            draw_text(model, passages, at, &mut dialog.within(text));
        }
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }
}

/// Cells of the title beside the names.
const TITLE: u16 = 30;
/// The width of a place, in cells; of one in a source with pages or chapters.
const PLACE: u16 = 10;
const PAGED: u16 = 17;
/// From this width of the dialog on, in cells, the text is beside the list.
const BESIDE: u16 = 90;

/// Draws the list.
fn draw_list(
    model: &Model,
    passages: &Passages,
    order: PassageOrder,
    list: &List,
    dialog: &mut Pen<'_>,
    area: Rect,
    drawn: &mut Drawn,
) {
    let theme = dialog.theme;
    let grid = columns(passages, area, model.lang);
    grid.head(dialog, area.y);
    let rows = Rect { y: area.y + 1, height: area.height.saturating_sub(1).max(1), ..area };
    for (row, y, style) in choices(dialog, drawn, rows, list, passages.total()) {
        let Some(at) = passages.at_row(row, order) else { continue };
        let style = if passages.is_excluded(at) { theme.struck } else { style };
        let number = passages.get(at).and_then(|passage| passage.number);
        let excluded = if model.brackets() { "x" } else { theme.marks.none };
        let mut line = grid.line(dialog, y);
        line.cell(&number.map_or_else(|| excluded.to_owned(), |number| number.to_string()), theme.label);
        line.cell(&passages.get(at).map_or_else(String::new, |passage| grouped(passage.shared.chars)), style);
        line.cell(&place(model, passages, 0, at), style);
        line.cell(&place(model, passages, 1, at), style);
    }
}

/// Draws the text of a passage as it is in A, as far as there is room for it.
fn draw_text(model: &Model, passages: &Passages, at: usize, pen: &mut Pen<'_>) {
    let area = pen.area;
    let cells = usize::from(area.width) * usize::from(area.height);
    let whole = passages.text(at);
    // A passage may be as long as a book.
    let end = whole.char_indices().nth(cells + 1).map_or(whole.len(), |(at, _)| at);
    let style = if passages.is_excluded(at) { pen.theme.struck } else { pen.theme.text };
    let mut text = Cow::Borrowed(&whole[..end]);
    if passages.is_excluded(at) && model.brackets() {
        text = format!("[x {text} x]").into();
    }
    pen.fill(area.x, area.y, &text, style);
}

/// The keys of the dialog, for its last line.
fn keys(model: &Model) -> String {
    let sort = if model.workspace.screen == Screen::Diff { Action::Layout } else { Action::Sort };
    let [down, up, open, copy, sort, common, quotation] = model.keys_of([
        Action::Down,
        Action::Up,
        Action::Open,
        Action::Copy,
        sort,
        Action::MarkCommon,
        Action::MarkQuotation,
    ]);
    t!(model.lang, "passages.keys", down, up, open, common, quotation, copy, sort)
}

/// The width of a place on a side.
fn place_width(passages: &Passages, side: usize) -> u16 {
    if passages.texts[side].landmarks.is_empty() { PLACE } else { PAGED }
}

/// The width of the list: the mark, the number, the length, the places.
fn columns_width(passages: &Passages) -> u16 {
    2 + 4 + 10 + place_width(passages, 0) + 2 + place_width(passages, 1) + 2
}

/// The columns: number, length, place in A, place in B.
fn columns(passages: &Passages, area: Rect, lang: Lang) -> Grid {
    let columns = [
        Column::right("", 4).gap(0),
        Column::right("passages.chars", 8).gap(2),
        Column::right("passages.in-a", place_width(passages, 0)).gap(2),
        Column::right("passages.in-b", place_width(passages, 1)).gap(2),
    ];
    Grid::new(columns, indented(area), lang)
}

/// The number of passages, their order, and how many of them are excluded.
fn counted(passages: &Passages, order: PassageOrder, lang: Lang) -> String {
    let counted = match (passages.total(), order) {
        (1, _) => t!(lang, "passages.one").to_owned(),
        (n, PassageOrder::Longest) => t!(lang, "passages.longest", n = grouped(n as u64)),
        (n, PassageOrder::Place) => t!(lang, "passages.place", n = grouped(n as u64)),
    };
    match passages.excluded() {
        0 => counted,
        n => format!("{counted}{}", t!(lang, "passages.excluded", n = grouped(n as u64))),
    }
}

/// The paragraph of the first place of a passage, with its page or chapter, and how many more places there are.
fn place(model: &Model, passages: &Passages, side: usize, at: usize) -> String {
    let byte = passages.first_place(side, at).map_or(0, |span| span.start);
    let number = passages.paragraph(side, byte);
    let mark = passages.texts[side].place_of(byte as usize).map(|landmark| landmark.mark);
    let first = match mark {
        Some(_) => Location::new(number, mark).shown(model.lang),
        None => number.to_string(),
    };
    let count = passages.get(at).map_or(0, |passage| passage.shared.counts[side]);
    if count > 1 { format!("{first} +{}", count - 1) } else { first }
}
