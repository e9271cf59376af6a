//! The documents, each with what it has from any of the others.
//!
//! ```text
//! ── Documents, by what they have from others ──────────────────────────────────────────
//! 67 documents: 12 with more than 20% found in others.
//!   document     in others   with edits   sources   largest source            longest
//! > X07_Xu.pdf        99.7%       99.8%         3   E09_Irving.docx   37.6%    2,374
//!   …
//! ```

use ratatui::layout::Rect;

use super::submission::SubmissionDialog;
use crate::{
    review::{
        SubmissionState,
        submissions::{COLUMNS, MUCH, SubmissionRow, Submissions, counted},
    },
    t,
    table::{Column, Width},
    tui::{
        action::Action,
        model::{Drawn, List, Model, dialog::Dialog, effect::Effect},
        view::{
            frame::frame,
            parts::{below, choices, indented},
        },
        widget::{Grid, Pen, widest},
    },
};

/// The list of documents.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubmissionsDialog {
    list: List,
}

/// The rows of the list, as many as there are.
fn row(model: &Model, known: &Submissions, at: usize) -> Option<SubmissionRow> {
    let batch = &model.workspace.batch;
    let &(of, state) = known.all.get(at)?;
    Some(SubmissionRow {
        name: batch.name(of.document).to_owned(),
        largest: of.largest.map_or_else(String::new, |(document, _)| batch.name(document).to_owned()),
        altered: batch.subject(of.document).is_some_and(|subject| !subject.altered().is_none()),
        of,
        state: if model.workspace.review.is_some() { state } else { SubmissionState::default() },
    })
}

/// The columns, as wide as the names of the batch.
fn columns(model: &Model) -> impl Iterator<Item = Column> {
    let batch = &model.workspace.batch;
    let wanted = widest((0..batch.entries.len()).map(|at| batch.name(at))).min(u16::MAX / 4) + 1;
    COLUMNS.into_iter().map(move |(_, field)| match field.column.width {
        Width::Text { least, .. } => Column { width: Width::Text { least, wanted }, ..field.column },
        _ => field.column,
    })
}

impl Dialog for SubmissionsDialog {
    fn act(&mut self, model: &mut Model, action: Action) -> Effect {
        let workspace = &mut model.workspace;
        let known = workspace.results.submissions.value();
        let rows = known.map_or(0, |known| known.all.len());
        match action {
            Action::Back | Action::Quit | Action::Submissions => workspace.dialogs.close(),
            Action::Open => {
                if let Some((submission, _)) = known.and_then(|known| known.all.get(self.list.selected)) {
                    let document = submission.document;
                    workspace.dialogs.open(SubmissionDialog::new(document));
                }
            }
            action => _ = self.list.motion(action, rows, workspace.drawn.rows),
        }
        None
    }

    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let [down, up, open, back] = model.keys_of([Action::Down, Action::Up, Action::Open, Action::Back]);
        let keys = t!(lang, "submissions.keys", down, up, open, back);
        let mut dialog = frame(pen, pen.area.height, t!(lang, "submissions.title"), &keys);
        let Pen { theme, area, .. } = dialog;
        let Some(known) = model.workspace.results.submissions.value() else {
            dialog.text(area.x, area.y, t!(lang, "overview.working"), theme.label);
            return;
        };
        let much = known.all.iter().filter(|(of, _)| of.from_others.edited() > MUCH).count();
        dialog.text(area.x, area.y, &counted(known.all.len(), much, known.unknown, lang), theme.strong);
        if known.all.is_empty() {
            dialog.fill(area.x, area.y + 2, t!(lang, "submissions.none"), theme.label);
            return;
        }
        let rows = below(area, area.y + 2);
        let grid = Grid::titled(columns(model), indented(rows), lang);
        grid.head(&mut dialog, rows.y);
        let fields = COLUMNS.map(|(_, field)| field);
        let rows = Rect { y: rows.y + 1, height: rows.height.saturating_sub(1).max(1), ..rows };
        for (at, y, _) in choices(&mut dialog, drawn, rows, &self.list, known.all.len()) {
            let Some(row) = row(model, known, at) else { continue };
            grid.fields(&mut dialog, y, &fields, &row, at == self.list.selected);
        }
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }
}
