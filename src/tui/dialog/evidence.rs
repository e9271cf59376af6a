//! The selected pair by other methods than SimHash.
//!
//! ```text
//! ── Other methods on a.txt × b.txt ──────────────────────────────────────────────────
//!   cosine                  0.949  ███████████████   │ 412 of 664 different runs of 3
//!   Euclidean distance       12.3                    │ words occur in both
//! > Jaccard of shingles     0.620  ██████████        │
//!   MinHash estimate        0.641  ██████████        │ SEES   runs of words that …
//!   longest sentences      2 of 3  ██████████        │ MISSES texts edited evenly …
//!   other settings        fragile  ███               │
//!   paragraphs           12 of 14  █████████████     │
//! ```
//!
//! Below 100 columns the words are under the list. The material of a method is under its words: the sentences, or
//! the distance under each setting. Paragraphs have a page of their own:
//!
//! ```text
//!     A  tokens   B  HD
//! >  12     214  14   0  =  ▏           The keeper lit the lamp …
//!    13       9   -  no words
//! ```

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use crate::{
    compare::evidence::{EvidenceMethod, Paragraphs, ProseEvidence, SettingsGrid},
    locale::grouped,
    say::{self, Finding, ParagraphRow},
    simhash::Span,
    t,
    table::{Column, Width},
    text::{clean, width},
    tui::{
        action::Action,
        model::{
            ClickTarget, Drawn, Evidenced, List, Model,
            dialog::Dialog,
            effect::{Effect, ScreenEffect, TextPlaces},
        },
        screen::Screen,
        view::{
            frame::frame,
            names,
            parts::{listed, only_fingerprint},
        },
        widget::{Grid, Pen, across, widest},
    },
};

/// The pair of these documents by other methods.
#[derive(Clone, Debug)]
pub(crate) struct EvidenceDialog {
    documents: [usize; 2],
    /// The cursor among the methods.
    methods: List,
    /// The cursor among the paragraphs of A, while they are listed.
    paragraphs: Option<List>,
}

impl EvidenceDialog {
    /// Asks again for a result whose computation was stopped.
    pub(crate) fn new(model: &mut Model, documents: [usize; 2]) -> Self {
        model.workspace.results.evidence.retry();
        Self { documents, methods: List::default(), paragraphs: None }
    }

    pub(crate) fn documents(&self) -> [usize; 2] {
        self.documents
    }

    /// Opens the finding under the cursor: the list of paragraphs, or its places in the two texts.
    fn open_finding(&mut self, model: &mut Model, known: Option<&Evidenced>, methods: &[EvidenceMethod]) -> Effect {
        let (known, prose) = known.and_then(|known| Some((known, known.found.prose.as_ref()?)))?;
        let spans = match (&self.paragraphs, methods.get(self.methods.selected)) {
            (Some(list), _) => {
                let paragraph = prose.paragraphs.of[0].get(list.selected)?;
                let nearest = prose.paragraphs.nearest.get(list.selected).copied().flatten();
                let other = nearest.and_then(|nearest| prose.paragraphs.of[1].get(nearest.paragraph));
                [vec![paragraph.span], other.map(|other| other.span).into_iter().collect()]
            }
            (None, Some(EvidenceMethod::Paragraphs)) => {
                self.paragraphs = Some(List::default());
                return None;
            }
            (None, Some(EvidenceMethod::Sentences)) => {
                let spans =
                    |side: usize| prose.sentences.sentences[side].iter().map(|sentence| sentence.span).collect();
                [spans(0), spans(1)]
            }
            (None, _) => return None,
        };
        let first = [0, 1].into_iter().find_map(|side| Some(spans[side].first()?.of(&known.texts[side].text)));
        let name: String = first.unwrap_or_default().chars().take_while(|c| !c.is_control()).take(FINDING).collect();
        model.workspace.dialogs.close_all();
        model.workspace.screen = Screen::Diff;
        let of = spans.map(|spans| spans.into_iter().map(Span::range).collect());
        Some(ScreenEffect::Show(TextPlaces { name, of, from_first: true }))
    }
}

impl Dialog for EvidenceDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let (lang, documents) = (model.lang, self.documents);
        let known = model.workspace.results.evidence_of(documents);
        let key = (documents, model.workspace.batch.generation);
        let stale = known.is_some() && model.workspace.results.evidence.get(&key).is_none();
        let [a, b] = names::in_title(model, documents, pen.area.width, TITLE);
        let [down, up, next, previous, more, less, again] = model.keys_of([
            Action::Down,
            Action::Up,
            Action::Next,
            Action::Previous,
            Action::MoreK,
            Action::LessK,
            Action::Evidence,
        ]);
        let (mut title, keys) = match self.paragraphs {
            None => (t!(lang, "evidence.title", a, b), t!(lang, "evidence.keys", down, up, more, less)),
            Some(_) => (
                t!(lang, "evidence.title-paragraphs", a, b),
                t!(lang, "evidence.keys-paragraphs", down, up, next, previous, more, less),
            ),
        };
        if stale {
            title = format!("{title}  {}", t!(lang, "evidence.outdated"));
        }
        let wanted = if self.paragraphs.is_some() || pen.area.width < SPLIT { u16::MAX } else { WIDE };
        let mut dialog = frame(pen, wanted, &title, &keys);
        let Pen { theme, area, .. } = dialog;
        if only_fingerprint(model, documents, &mut dialog) {
            return;
        }
        let Some(known) = known else {
            let stopped = t!(lang, "evidence.stopped", key = again);
            let text = if model.workspace.works() { t!(lang, "overview.working") } else { &stopped };
            dialog.text(area.x, area.y, text, theme.label);
            return;
        };
        match (&self.paragraphs, &known.found.prose) {
            (Some(list), Some(prose)) => paragraphs(model, known, &prose.paragraphs, list, &mut dialog, drawn),
            _ => methods(model, known, &self.methods, &mut dialog, drawn),
        }
    }

    fn key(&mut self, model: &mut Model, _: KeyEvent, action: Option<Action>) -> Effect {
        let workspace = &mut model.workspace;
        let (k, lang) = (workspace.k, model.lang);
        let known = workspace.results.evidence_of(self.documents).cloned();
        let paragraphs = known.as_ref().and_then(|known| Some(&known.found.prose.as_ref()?.paragraphs));
        match action? {
            Action::Evidence => workspace.dialogs.close(),
            Action::Back | Action::Quit if self.paragraphs.take().is_none() => workspace.dialogs.close(),
            action @ (Action::MoreK | Action::LessK) => return Some(ScreenEffect::Act(action)),
            action @ (Action::Next | Action::Previous) => {
                if let (Some(list), Some(paragraphs)) = (&mut self.paragraphs, paragraphs) {
                    near_paragraph(list, paragraphs, k, action == Action::Next, workspace.drawn.rows);
                }
            }
            Action::Open => {
                let methods = known.as_ref().map(|known| say::findings(&known.found, k, lang)).unwrap_or_default();
                let methods: Vec<EvidenceMethod> = methods.into_iter().map(|finding| finding.method).collect();
                return self.open_finding(model, known.as_deref(), &methods);
            }
            action => {
                let len = match (&self.paragraphs, paragraphs) {
                    (Some(_), paragraphs) => paragraphs.map_or(0, |paragraphs| paragraphs.nearest.len()),
                    (None, _) => known.map_or(0, |known| say::findings(&known.found, k, lang).len()),
                };
                let rows = workspace.drawn.rows;
                self.paragraphs.as_mut().unwrap_or(&mut self.methods).motion(action, len, rows);
            }
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        self.paragraphs.as_mut().or(Some(&mut self.methods))
    }
}

/// The length of the name of a finding in the search line, in characters.
const FINDING: usize = 24;

/// To the next paragraph, or the one before, that is near one of B and not too short to tell.
fn near_paragraph(list: &mut List, paragraphs: &Paragraphs, k: u32, forward: bool, height: usize) {
    let near = |&at: &usize| {
        let nearest = paragraphs.nearest[at];
        !paragraphs.of[0][at].short() && nearest.is_some_and(|nearest| nearest.hamming <= k)
    };
    let len = paragraphs.nearest.len();
    let found =
        if forward { (list.selected + 1..len).find(near) } else { (0..list.selected.min(len)).rev().find(near) };
    if let Some(found) = found {
        list.select(found, len, height);
    }
}

/// Cells of the title beside the names.
const TITLE: u16 = 44;
/// The rows of the dialog if the explanation is beside the list.
const WIDE: u16 = 17;
/// The width from which the explanation is beside the list.
const SPLIT: u16 = 96;
/// The number of rows from which any explanation has blank rows between its parts.
const AIRY: u16 = 13;
const BAR: u16 = 20;

/// The methods, and the words for the one under the cursor.
fn methods(model: &Model, known: &Evidenced, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, .. } = *pen;
    let findings = say::findings(&known.found, model.workspace.k, model.lang);
    let name = widest(findings.iter().map(|finding| finding.name));
    let figure = widest(findings.iter().map(|finding| &finding.figure));
    let split = area.width + 4 >= SPLIT;
    let [figures, bar] = [area.x + 2 + name + 2 + figure, area.x + 2 + name + 2 + figure + 2];
    let end = if split { bar + BAR + 2 } else { area.right() };
    let cells = end.saturating_sub(bar + 2).min(if split { BAR } else { 2 * BAR });
    drawn.rows = findings.len();
    drawn.length = findings.len();
    // With air between the rows where there is room for it.
    let pitch = if split && area.height >= 2 * findings.len() as u16 { 2 } else { 1 };
    for (row, finding) in findings.iter().enumerate() {
        let y = area.y + pitch * row as u16;
        drawn.targets.push((Rect::new(area.x, y, end - area.x, pitch), ClickTarget::Choice(row)));
        let selected = row == list.selected;
        if selected {
            pen.selected(y, end, false);
        }
        let style = theme.row(selected);
        pen.text(area.x + 2, y, finding.name, style);
        let turned = finding.method == EvidenceMethod::Settings && fragile(known, model.workspace.k);
        pen.text_right(figures, y, &finding.figure, if turned { theme.alert } else { style });
        if let Some(share) = finding.share {
            across(pen, bar, y, cells, share, theme.bar);
        }
    }
    let words = if split {
        let x = end + 3;
        pen.upright(end, area.y..area.bottom());
        Rect::new(x, area.y, area.right().saturating_sub(x), area.height)
    } else {
        let above = findings.len() as u16 + 1;
        Rect::new(area.x, area.y + above, area.width, area.height.saturating_sub(above))
    };
    if let Some(finding) = findings.get(list.selected) {
        explain(model, known, finding, &mut pen.within(words));
    }
}

/// Whether some setting says otherwise than the recipe.
fn fragile(known: &Evidenced, k: u32) -> bool {
    let turned = known.found.prose.as_ref().and_then(|prose| prose.settings.turned(k));
    turned.is_some_and(|turned| !turned.is_empty())
}

/// Draws how a method computes its figure, what it sees and misses, and its settings.
fn explain(model: &Model, known: &Evidenced, finding: &Finding, pen: &mut Pen<'_>) {
    let Pen { theme, area, lang, .. } = *pen;
    let mut y = area.y;
    // Six sentences have no room for air on a small screen.
    let gap = u16::from(finding.method != EvidenceMethod::Sentences || area.height >= AIRY);
    // The grid shows all settings with another result.
    if finding.method != EvidenceMethod::Settings || known.found.prose.is_none() {
        y += pen.fill(area.x, y, &finding.detail, theme.strong) + gap;
    }
    let labels = [t!(lang, "evidence.sees"), t!(lang, "evidence.misses")];
    let label = widest(labels) + 2;
    let mut words = |pen: &mut Pen<'_>| {
        for (label_text, text) in labels.into_iter().zip([finding.sees, finding.misses]) {
            pen.text(area.x, y, label_text, theme.label);
            y += pen.fill(area.x + label, y, text, theme.text);
        }
        y += gap;
    };
    match (finding.method, &known.found.prose) {
        (EvidenceMethod::Settings, Some(prose)) => {
            words(pen);
            grid(model, &prose.settings, y, pen);
        }
        (EvidenceMethod::Sentences, Some(prose)) => {
            words(pen);
            sentences(known, prose, y, pen);
        }
        (EvidenceMethod::Paragraphs, Some(_)) => {
            words(pen);
            pen.text(area.x, y, t!(lang, "evidence.look-paragraphs"), theme.label);
        }
        _ => {
            words(pen);
            if known.found.prose.is_none() {
                pen.fill(area.x, y, t!(lang, "evidence.list"), theme.label);
            }
        }
    }
}

/// The signatures' sentences, a line each.
fn sentences(known: &Evidenced, prose: &ProseEvidence, mut y: u16, pen: &mut Pen<'_>) {
    let Pen { theme, area, .. } = *pen;
    for (side, name) in ["A", "B"].into_iter().enumerate() {
        for sentence in &prose.sentences.sentences[side] {
            if y >= area.bottom() {
                return;
            }
            let style = if sentence.shared { theme.alert } else { theme.label };
            pen.line(area.x, y, &[(if sentence.shared { "=" } else { " " }, style), (" ", style), (name, theme.label)]);
            let text = clean(sentence.span.of(&known.texts[side].text)).into_owned();
            pen.text_until(area.x + 5, y, area.right(), &text, theme.text);
            y += 1;
        }
    }
    if y + 1 < area.bottom() {
        pen.text(area.x, y + 1, t!(pen.lang, "evidence.look-sentences"), theme.label);
    }
}

/// The width of the widest cell of the grid, `> 128`.
const CELL: usize = 5;

/// The distance under each setting: a row for each kind of tokens, a column for each weight.
fn grid(model: &Model, settings: &SettingsGrid, mut y: u16, pen: &mut Pen<'_>) {
    let Pen { theme, area, .. } = *pen;
    let rows: Vec<String> = settings.tokens.iter().map(|&tokens| say::tokens_name(tokens)).collect();
    let columns: Vec<String> = settings.weights.iter().map(|&weight| say::weight_name(weight)).collect();
    let name = widest(&rows);
    let mut ends = Vec::with_capacity(columns.len());
    for column in &columns {
        let cell = width(column).max(CELL) as u16 + 2;
        ends.push(ends.last().unwrap_or(&(area.x + name + 1)) + cell);
    }
    for (&end, text) in ends.iter().zip(&columns) {
        pen.text_right(end, y, text, theme.label);
    }
    for (at, found) in settings.cells.iter().enumerate() {
        let column = at % columns.len();
        if column == 0 {
            y += 1;
            if y >= area.bottom() {
                return;
            }
            pen.text(area.x, y, &rows[at / columns.len()], theme.label);
        }
        let near = found.hamming.is_some_and(|hamming| hamming <= model.workspace.k);
        let text = match found.hamming {
            Some(hamming) if at == settings.own => format!("> {hamming}"),
            Some(hamming) => hamming.to_string(),
            None => theme.marks.none.to_owned(),
        };
        let style = match (near, at == settings.own) {
            (true, _) => theme.alert,
            (false, true) => theme.strong,
            (false, false) => theme.text,
        };
        pen.text_right(ends[column], y, &text, style);
        if near {
            pen.text(ends[column], y, "=", theme.alert);
        }
    }
    let legend = t!(model.lang, "evidence.head-settings", k = model.workspace.k);
    // Under a blank row where there is one to spare.
    let y = (y + 2).min(area.bottom().saturating_sub(1)).max(y + 1);
    pen.fill(area.x, y, &legend, theme.label);
}

/// How the paragraphs under the cursor begin, in rows.
const BEGINNINGS: u16 = 5;

/// The paragraphs of A, each with the nearest of B.
fn paragraphs(model: &Model, known: &Evidenced, of: &Paragraphs, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, lang, .. } = *pen;
    let len = of.nearest.len();
    if len == 0 {
        pen.text(area.x, area.y, t!(lang, "evidence.no-paragraphs"), theme.label);
        return;
    }
    let digits = |n: usize| grouped(n as u64);
    let number = width(&digits(of.of[0].len().max(of.of[1].len()))) as u16;
    let tokens = width(t!(lang, "table.tokens")).max(6) as u16;
    let [a, of_a, b, hd, mark, _] = ParagraphRow::FIELDS.map(|field| field.column);
    let beginning = Column::flexible("", Width::REMAINING);
    let columns = [a.fixed(number), of_a.fixed(tokens), b.fixed(number).gap(1), hd.gap(1), mark, beginning];
    let grid = Grid::new(columns, Rect { x: area.x + 2, width: area.width.saturating_sub(3), ..area }, lang);
    let text = grid.place(5).start;
    grid.head(pen, area.y);
    let height = area.height.saturating_sub(2 + BEGINNINGS).max(3);
    drawn.rows = usize::from(height);
    drawn.length = len;
    let inside = Rect { y: area.y + 1, height, ..area };
    for (at, y, _) in listed(pen, drawn, inside, (list, len), ClickTarget::Choice, false) {
        let row = ParagraphRow::new(of, at, &known.texts[0].text, model.workspace.k);
        grid.fields(pen, y, &ParagraphRow::FIELDS, &row, false);
    }
    let y = area.bottom().saturating_sub(BEGINNINGS);
    let selected = list.selected.min(len - 1);
    let nearest = of.nearest[selected];
    let max_width = area.right().saturating_sub(text);
    let mut row = y;
    for (side, number) in [(0, Some(selected)), (1, nearest.map(|nearest| nearest.paragraph))] {
        let Some(number) = number else { continue };
        let name = format!("{} {}", ["A", "B"][side], digits(number + 1));
        pen.text(area.x + 2, row, &name, theme.strong);
        let beside = Rect::new(text, row, max_width, 2);
        let span = of.of[side][number].span;
        // Under the name: a narrow column.
        if let Some(landmark) = known.texts[side].place_of(span.start as usize) {
            let place = say::page(landmark.mark, lang);
            pen.text_until(area.x + 2, row + 1, text.saturating_sub(1), &place, theme.label);
        }
        pen.within(beside).paragraph(
            text,
            row,
            2,
            &clean(&say::beginning(span.of(&known.texts[side].text))),
            theme.text,
        );
        row += 2;
    }
    let legend = t!(lang, "evidence.head-paragraphs", k = model.workspace.k);
    pen.text(area.x, area.bottom().saturating_sub(1), &legend, theme.label);
}
