//! Keys of the dialog on which the review is handed over, and what becomes of it.

use crossterm::event::{KeyCode, KeyEvent};

use super::typing::{Keyed, pasted};
use crate::{
    t,
    tui::{
        action::Action,
        model::{
            Dialog, ExportDialog, ExportField, ExportStage, Model,
            effect::{Effect, begin},
            next_of,
        },
        work,
    },
};

/// The longest path that can be typed, in bytes; systems take no longer one.
const LONGEST: usize = 4096;

/// Opens it, as the reader left it where nothing came of it.
pub(crate) fn open(model: &mut Model) {
    match not_ready(model) {
        None => model.workspace.dialogs.push(Dialog::Export(Box::new(ExportDialog::new(model)))),
        why => model.workspace.notice = why,
    }
}

/// Why nothing can be handed over now.
fn not_ready(model: &Model) -> Option<String> {
    let workspace = &model.workspace;
    let lang = model.lang;
    if workspace.writes_report() {
        let share = workspace.results.report.watch().share() * 100.0;
        Some(t!(lang, "exporting.busy", share = format!("{share:.0}"), key = interrupt(model)))
    } else if workspace.batch.pairs.is_empty() || !workspace.is_ranked() {
        Some(t!(lang, "exporting.nothing").into())
    } else if workspace.batch.excludes() && workspace.batch.all_remainders().is_none() {
        Some(t!(lang, "exporting.leaving", key = model.key_of(Action::Exclusions)))
    } else {
        None
    }
}

fn interrupt(model: &Model) -> String {
    model.key_of(Action::Interrupt)
}

pub(crate) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    let Some(Dialog::Export(mut dialog)) = model.workspace.dialogs.pop() else { return None };
    let last = dialog.fields().len() - 1;
    let typing = is_typed_into(&dialog, model.workspace.batch.hidden.is_some());
    match (event.code, action) {
        (KeyCode::Esc, _) => return None,
        (KeyCode::Enter, _) => return send(model, dialog),
        (KeyCode::Up | KeyCode::BackTab, _) => dialog.row = dialog.row.saturating_sub(1),
        (KeyCode::Down | KeyCode::Tab, _) => dialog.row = (dialog.row + 1).min(last),
        _ if typing => type_in(&mut dialog, event, model.workspace.drawn.text.0),
        (KeyCode::Char(' '), _) | (_, Some(Action::Right)) => turn(model, &mut dialog, true),
        (_, Some(Action::Left)) => turn(model, &mut dialog, false),
        (_, Some(Action::Down | Action::NextPane)) => dialog.row = (dialog.row + 1).min(last),
        (_, Some(Action::Up | Action::PreviousPane)) => dialog.row = dialog.row.saturating_sub(1),
        (_, Some(Action::First)) => dialog.row = 0,
        (_, Some(Action::Last)) => dialog.row = last,
        (_, Some(Action::Quit | Action::Export)) => return None,
        _ => {}
    }
    model.workspace.dialogs.push(Dialog::Export(dialog));
    None
}

/// The next choice of the row under the cursor, or the one before.
fn turn(model: &Model, dialog: &mut ExportDialog, forward: bool) {
    let field = dialog.field();
    if let Some((all, at)) = dialog.choices(field, model) {
        dialog.choose(field, next_of(at, all, forward), model);
    }
}

/// Whether the row of the cursor is a text. That of the hidden words is none while the screens hide names too.
fn is_typed_into(dialog: &ExportDialog, names_hidden: bool) -> bool {
    match dialog.field() {
        ExportField::Words => !names_hidden,
        field => dialog.text(field).is_some(),
    }
}

fn type_in(dialog: &mut ExportDialog, event: KeyEvent, width: u16) {
    match Keyed::of(event, 1) {
        None | Some(Keyed::Copy(_)) => {}
        Some(Keyed::Insert(text)) => insert(dialog, &text),
        Some(keyed) => {
            if let Some(editor) = dialog.text_mut() {
                keyed.apply(editor, width);
            }
            dialog.retyped();
        }
    }
}

fn insert(dialog: &mut ExportDialog, text: &str) {
    let line: String = text.chars().filter(|c| !c.is_control()).collect();
    if let Some(editor) = dialog.text_mut().filter(|editor| editor.text().len() + line.len() <= LONGEST) {
        editor.insert(&line);
        dialog.retyped();
    }
}

/// Takes pasted text into the path, or into the words to hide.
pub(crate) fn paste(dialog: &mut ExportDialog, text: &str, names_hidden: bool) {
    if is_typed_into(dialog, names_hidden) {
        insert(dialog, pasted(text).lines().next().unwrap_or_default());
    }
}

/// A click: on a choice, it holds; on the path, the cursor goes there; below, it is written.
pub(crate) fn pick(model: &mut Model, (row, choice): (usize, usize)) -> Effect {
    let Some(Dialog::Export(mut dialog)) = model.workspace.dialogs.pop() else { return None };
    let Some(&field) = dialog.fields().get(row) else { return send(model, dialog) };
    dialog.row = row;
    dialog.choose(field, choice, model);
    model.workspace.dialogs.push(Dialog::Export(dialog));
    None
}

/// Has it be written. The dialog stays until it is known that its place is free.
fn send(model: &mut Model, mut dialog: Box<ExportDialog>) -> Effect {
    let over = dialog.stage == ExportStage::Taken;
    let mut effect = None;
    if dialog.stage != ExportStage::Sent && !model.workspace.writes_report() {
        if dialog.path.text().trim().is_empty() {
            dialog.stage = ExportStage::Failed(t!(model.lang, "exporting.nowhere").into());
        } else if let Some(why) = not_ready(model) {
            // Another program, or a changed file, may have started new work since.
            dialog.stage = ExportStage::Failed(why);
        } else {
            let order = work::ReportRequest::new(model, &dialog, over);
            let job = work::write_report(&mut model.workspace, order);
            effect = Some(begin(&mut model.workspace, job).into());
            dialog.stage = ExportStage::Sent;
        }
    }
    model.workspace.dialogs.push(Dialog::Export(dialog));
    effect
}
