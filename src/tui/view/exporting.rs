//! The dialog on which the review is handed over.
//!
//! ```text
//! ── Export ──────────────────────────────────────────────────────────────────
//! > FORM     [HTML]  Markdown   CSV   JSON
//!   PAIRS    [listed 12]  all 231   decided 4   the selected one
//!   SECTIONS [flagged]  near   all   none
//!   NAMES     shown  [hidden]
//!   HIDE     smith, 李雷
//!   FILE     ../suspects-report.html
//!
//!   12 pairs, 4 with a section.
//!
//!   Enter  write it
//! ```

use ratatui::{layout::Rect, style::Style};

use super::{
    editor::{self, Cursor},
    frame::frame,
    parts::click,
};
use crate::{
    locale::grouped,
    review::export::{DetailedPairs, ReportFormat},
    t,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, ExportDialog, ExportField, ExportStage, Model, ReportPairs},
        widget::{Pen, lines_of, widest},
    },
};

/// Rows of the dialog.
const ROWS: u16 = 13;
/// More of them for the words that are hidden.
const HIDDEN_ROWS: u16 = 2;

pub(crate) fn draw(model: &Model, state: &ExportDialog, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let keys = lang.text(match state.field() {
        ExportField::File => "exporting.keys-file",
        ExportField::Words => "exporting.keys-words",
        _ => "exporting.keys",
    });
    let rows = ROWS + if state.hidden { HIDDEN_ROWS } else { 0 };
    let mut dialog = frame(pen, rows, t!(lang, "exporting.title"), keys);
    let Pen { theme, area, .. } = dialog;
    let fields = state.fields();
    drawn.rows = fields.len();
    let label = widest(fields.iter().map(|field| name(model, *field)));
    let left = area.x + 2 + label + 2;
    for (row, &field) in fields.iter().enumerate() {
        let y = area.y + row as u16;
        let selected = row == state.row;
        if selected {
            dialog.pointer(area, y);
        }
        dialog.text(area.x + 2, y, name(model, field), theme.label);
        let Some((all, chosen)) = state.choices(field, model) else {
            // While the screens hide names, they hide those here too.
            if field == ExportField::Words && model.workspace.batch.hidden.is_some() {
                dialog.text(left, y, &hidden(model, state), theme.label);
                continue;
            }
            let Some(editor) = state.text(field) else { continue };
            let inside = Rect::new(left, y, area.right().saturating_sub(left), 1);
            let cursor = if selected { Cursor::Typing } else { Cursor::Hidden };
            click(drawn, area, y, ClickTarget::Choose(row, 0));
            editor::draw(editor, cursor, &mut dialog, inside, drawn);
            // A click there begins typing.
            drawn.targets.retain(|(_, target)| !matches!(target, ClickTarget::Text(_)));
            continue;
        };
        let mut x = left;
        for choice in 0..all {
            let text = choice_name(model, field, choice);
            let (text, style) = if choice == chosen {
                (format!("[{text}]"), theme.row(selected))
            } else {
                (format!(" {text} "), theme.label)
            };
            let end = dialog.text(x, y, &text, style);
            drawn.click(x..end, y, ClickTarget::Choose(row, choice));
            x = end + 1;
        }
    }
    let y = area.y + fields.len() as u16 + 1;
    let max_width = area.width.saturating_sub(2);
    let mut below = y;
    for (text, style) in said(model, state, theme) {
        let rows = lines_of(&text, max_width).min(area.bottom().saturating_sub(below + 1));
        dialog.paragraph(area.x + 2, below, rows, &text, style);
        below += rows;
    }
    let y = area.bottom().saturating_sub(1);
    if state.stage != ExportStage::Sent {
        let over = state.stage == ExportStage::Taken;
        let text = lang.text(if over { "exporting.write-over" } else { "exporting.write" });
        let end = dialog.line(area.x + 2, y, &[("Enter", theme.strong), ("  ", theme.label), (text, theme.positive)]);
        drawn.click(area.x..end, y, ClickTarget::Choose(fields.len(), 0));
    }
}

/// The counts and limits of the report to write, or the reason why it was not written.
fn said(model: &Model, dialog: &ExportDialog, theme: &crate::tui::theme::Theme) -> Vec<(String, Style)> {
    let lang = model.lang;
    match &dialog.stage {
        ExportStage::Sent => return vec![(t!(lang, "exporting.sent").into(), theme.label)],
        ExportStage::Taken => return vec![(t!(lang, "exporting.taken").into(), theme.alert)],
        ExportStage::Failed(why) => return vec![(model.workspace.redacted(why).into_owned(), theme.error)],
        ExportStage::Asking => {}
    }
    let [pairs, detailed] = dialog.counted.map(|n| grouped(n as u64));
    let counts = if dialog.form == ReportFormat::Csv {
        t!(lang, "exporting.pairs", pairs)
    } else {
        t!(lang, "exporting.counted", pairs, closer = detailed)
    };
    let cut = |cut: Option<(usize, usize)>| cut.map(|(most, all)| [most, all].map(|n| grouped(n as u64)));
    let [listed, detailed] = dialog.limits().map(cut);
    let limits = [
        listed.map(|[n, all]| t!(lang, "report.left-pairs", n, all)),
        detailed.map(|[n, all]| t!(lang, "report.left-sections", n, all)),
    ];
    let mut said = vec![(counts, theme.text)];
    if dialog.hidden {
        said.push((t!(lang, "hidden.beside").into(), theme.label));
    }
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    if !limits.is_empty() {
        said.push((limits.join(lang.gap()), theme.alert));
    }
    said
}

/// The number of words that the report hides, while the screens hide them too.
fn hidden(model: &Model, dialog: &ExportDialog) -> String {
    let (n, key) = (dialog.chosen_words().len(), model.key_of(Action::HideNames));
    t!(model.lang, "hidden.words-hidden", n, key)
}

fn name(model: &Model, field: ExportField) -> &'static str {
    let lang = model.lang;
    lang.text(match field {
        ExportField::Form => "exporting.form",
        ExportField::Pairs => "exporting.of",
        ExportField::Detailed => "exporting.sections",
        ExportField::Names => "exporting.names",
        ExportField::Words => "exporting.words",
        ExportField::File => "exporting.file",
    })
}

fn choice_name(model: &Model, field: ExportField, choice: usize) -> String {
    let lang = model.lang;
    match field {
        ExportField::Form => match ExportDialog::FORMS[choice] {
            ReportFormat::Html => "HTML",
            ReportFormat::Markdown => "Markdown",
            ReportFormat::Csv => "CSV",
            ReportFormat::Json => "JSON",
        },
        ExportField::Pairs => lang.text(match ReportPairs::offered(model)[choice] {
            ReportPairs::Listed => "exporting.listed",
            ReportPairs::All => "exporting.all",
            ReportPairs::Decided => "exporting.decided",
            ReportPairs::Selected => "exporting.selected",
        }),
        ExportField::Detailed => lang.text(match ExportDialog::DETAILED[choice] {
            DetailedPairs::Near => "exporting.near",
            DetailedPairs::Flagged => "exporting.flagged",
            DetailedPairs::All => "exporting.all",
            DetailedPairs::None => "exporting.none",
        }),
        ExportField::Names if choice == 1 => t!(lang, "exporting.hidden"),
        ExportField::Names => t!(lang, "exporting.shown"),
        ExportField::Words | ExportField::File => "",
    }
    .to_owned()
}
