//! The selected pair by other methods than SimHash.
//!
//! ```text
//! ── Other methods on a.txt × b.txt ──────────────────────────────────────────────────
//!   cosine                  0.949  ███████████████   │ 412 of 664 different runs of 3
//!   Euclidean distance       12.3                    │ words occur in both
//! > Jaccard of shingles     0.620  ██████████        │
//!   MinHash estimate        0.641  ██████████        │ SEES   runs of words that …
//!   other settings        fragile  ███               │ MISSES texts edited evenly …
//! ```
//!
//! Below 100 columns the words are under the list. The distance under each setting is under the words of its method.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use crate::{
    compare::evidence::{Evidence, EvidenceMethod, SettingsGrid},
    say::{self, Finding},
    t,
    text::width,
    tui::{
        action::Action,
        model::{
            ClickTarget, Drawn, List, Model,
            dialog::Dialog,
            effect::{Effect, ScreenEffect},
        },
        view::{frame::frame, names, parts::only_fingerprint},
        widget::{Pen, across, widest},
    },
};

/// The pair of these documents by other methods.
#[derive(Clone, Debug)]
pub(crate) struct EvidenceDialog {
    documents: [usize; 2],
    /// The cursor among the methods.
    methods: List,
}

impl EvidenceDialog {
    /// Asks again for a result whose computation was stopped.
    pub(crate) fn new(model: &mut Model, documents: [usize; 2]) -> Self {
        model.workspace.results.evidence.retry();
        Self { documents, methods: List::default() }
    }

    pub(crate) fn documents(&self) -> [usize; 2] {
        self.documents
    }
}

impl Dialog for EvidenceDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let (lang, documents) = (model.lang, self.documents);
        let known = model.workspace.results.evidence_of(documents);
        let key = (documents, model.workspace.batch.generation);
        let stale = known.is_some() && model.workspace.results.evidence.get(&key).is_none();
        let [a, b] = names::in_title(model, documents, pen.area.width, TITLE);
        let [down, up, more, less, again] =
            model.keys_of([Action::Down, Action::Up, Action::MoreK, Action::LessK, Action::Evidence]);
        let mut title = t!(lang, "evidence.title", a, b);
        let keys = t!(lang, "evidence.keys", down, up, more, less);
        if stale {
            title = format!("{title}  {}", t!(lang, "evidence.outdated"));
        }
        let wanted = if pen.area.width < SPLIT { u16::MAX } else { WIDE };
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
        methods(model, known, &self.methods, &mut dialog, drawn);
    }

    fn key(&mut self, model: &mut Model, _: KeyEvent, action: Option<Action>) -> Effect {
        let workspace = &mut model.workspace;
        match action? {
            Action::Evidence | Action::Back | Action::Quit => workspace.dialogs.close(),
            action @ (Action::MoreK | Action::LessK) => return Some(ScreenEffect::Act(action)),
            action => {
                let known = workspace.results.evidence_of(self.documents);
                let len = known.map_or(0, |known| say::findings(known, workspace.k, model.lang).len());
                self.methods.motion(action, len, workspace.drawn.rows);
            }
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.methods)
    }
}

/// Cells of the title beside the names.
const TITLE: u16 = 44;
/// The rows of the dialog if the explanation is beside the list.
const WIDE: u16 = 17;
/// The width from which the explanation is beside the list.
const SPLIT: u16 = 96;
const BAR: u16 = 20;

/// The methods, and the words for the one under the cursor.
fn methods(model: &Model, known: &Evidence, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, .. } = *pen;
    let findings = say::findings(known, model.workspace.k, model.lang);
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
fn fragile(known: &Evidence, k: u32) -> bool {
    let turned = known.prose.as_ref().and_then(|prose| prose.settings.turned(k));
    turned.is_some_and(|turned| !turned.is_empty())
}

/// Draws how a method computes its figure, what it sees and misses, and its settings.
fn explain(model: &Model, known: &Evidence, finding: &Finding, pen: &mut Pen<'_>) {
    let Pen { theme, area, lang, .. } = *pen;
    let mut y = area.y;
    // The grid shows all settings with another result.
    if finding.method != EvidenceMethod::Settings || known.prose.is_none() {
        y += pen.fill(area.x, y, &finding.detail, theme.strong) + 1;
    }
    let labels = [t!(lang, "evidence.sees"), t!(lang, "evidence.misses")];
    let label = widest(labels) + 2;
    let mut words = |pen: &mut Pen<'_>| {
        for (label_text, text) in labels.into_iter().zip([finding.sees, finding.misses]) {
            pen.text(area.x, y, label_text, theme.label);
            y += pen.fill(area.x + label, y, text, theme.text);
        }
        y += 1;
    };
    match (finding.method, &known.prose) {
        (EvidenceMethod::Settings, Some(prose)) => {
            words(pen);
            grid(model, &prose.settings, y, pen);
        }
        _ => {
            words(pen);
            if known.prose.is_none() {
                pen.fill(area.x, y, t!(lang, "evidence.list"), theme.label);
            }
        }
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
