//! Keys of the sheet on which the review is handed over, and what becomes of it.

use std::{path::PathBuf, sync::Arc};

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    Effect, exclusion,
    typing::{Keyed, pasted},
};
use crate::{
    document::safe_name,
    locale::grouped,
    say,
    simhash::Watch,
    t,
    tui::{
        action::Action,
        job::{Held, Job, Known, Order},
        model::{Archived, Dialog, Exporting, Field, Handed, Model, Stage, Work, Writing},
    },
};

/// The longest path that can be typed, in bytes; systems take no longer one.
const LONGEST: usize = 4096;

/// Opens it, as the reader left it where nothing came of it.
pub fn open(model: &mut Model) {
    match not_ready(model) {
        None => model.workspace.dialogs.push(Dialog::Export(Box::new(Exporting::new(model)))),
        why => model.workspace.notice = why,
    }
}

/// Why nothing can be handed over now.
fn not_ready(model: &Model) -> Option<String> {
    let lang = model.session.lang;
    if let Some(writing) = &model.workspace.writing {
        let share = writing.work.watch.share() * 100.0;
        Some(t!(lang, "exporting.busy", share = format!("{share:.0}"), key = interrupt(model)))
    } else if model.workspace.batch.pairs.is_empty() || model.workspace.batch.ranked != model.workspace.batch.generation
    {
        Some(t!(lang, "exporting.nothing").into())
    } else if exclusion::wanted(model) && model.workspace.batch.all_left().is_none() {
        Some(t!(lang, "exporting.leaving", key = model.key_of(Action::Exclusions)))
    } else {
        None
    }
}

fn interrupt(model: &Model) -> String {
    model.key_of(Action::Interrupt)
}

/// Takes a key in.
pub fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Vec<Effect> {
    let Some(Dialog::Export(mut sheet)) = model.workspace.dialogs.pop() else { return Vec::new() };
    let last = Field::ALL.len() - 1;
    let typing = sheet.field() == Field::File;
    match (event.code, action) {
        (KeyCode::Esc, _) => return Vec::new(),
        (KeyCode::Enter, _) => return send(model, sheet),
        (KeyCode::Up | KeyCode::BackTab, _) => sheet.row = sheet.row.saturating_sub(1),
        (KeyCode::Down | KeyCode::Tab, _) => sheet.row = (sheet.row + 1).min(last),
        _ if typing => type_in(&mut sheet, event, model.workspace.drawn.text.0),
        (KeyCode::Char(' '), _) | (_, Some(Action::Right)) => turn(model, &mut sheet, true),
        (_, Some(Action::Left)) => turn(model, &mut sheet, false),
        (_, Some(Action::Down | Action::NextPane)) => sheet.row = (sheet.row + 1).min(last),
        (_, Some(Action::Up | Action::PreviousPane)) => sheet.row = sheet.row.saturating_sub(1),
        (_, Some(Action::First)) => sheet.row = 0,
        (_, Some(Action::Last)) => sheet.row = last,
        (_, Some(Action::Quit | Action::Export)) => return Vec::new(),
        _ => {}
    }
    model.workspace.dialogs.push(Dialog::Export(sheet));
    Vec::new()
}

/// The next choice of the row under the cursor, or the one before.
fn turn(model: &Model, sheet: &mut Exporting, forward: bool) {
    let field = sheet.field();
    if let Some((all, at)) = sheet.choices(field, model) {
        let next = if forward { (at + 1) % all } else { (at + all - 1) % all };
        sheet.choose(field, next, model);
    }
}

fn type_in(sheet: &mut Exporting, event: KeyEvent, width: u16) {
    match Keyed::of(event, 1) {
        None | Some(Keyed::Copy(_)) => {}
        Some(Keyed::Insert(text)) => insert(sheet, &text),
        Some(keyed) => {
            keyed.apply(&mut sheet.path, width);
            sheet.retyped();
        }
    }
}

fn insert(sheet: &mut Exporting, text: &str) {
    let line: String = text.chars().filter(|c| !c.is_control()).collect();
    if sheet.path.text().len() + line.len() <= LONGEST {
        sheet.path.insert(&line);
        sheet.retyped();
    }
}

/// Takes pasted text into the path.
pub fn paste(sheet: &mut Exporting, text: &str) {
    if sheet.field() == Field::File {
        insert(sheet, pasted(text).lines().next().unwrap_or_default());
    }
}

/// A click: on a choice, it holds; on the path, the cursor goes there; below, it is written.
pub fn pick(model: &mut Model, (row, choice): (usize, usize)) -> Vec<Effect> {
    let Some(Dialog::Export(mut sheet)) = model.workspace.dialogs.pop() else { return Vec::new() };
    let Some(&field) = Field::ALL.get(row) else { return send(model, sheet) };
    sheet.row = row;
    sheet.choose(field, choice, model);
    model.workspace.dialogs.push(Dialog::Export(sheet));
    Vec::new()
}

/// Has it be written. The sheet stays until it is known that its place is free.
fn send(model: &mut Model, mut sheet: Box<Exporting>) -> Vec<Effect> {
    let over = sheet.stage == Stage::Taken;
    let mut effects = Vec::new();
    if sheet.stage != Stage::Sent && model.workspace.writing.is_none() {
        if sheet.path.text().trim().is_empty() {
            sheet.stage = Stage::Failed(t!(model.session.lang, "exporting.nowhere").into());
        } else if let Some(why) = not_ready(model) {
            // Another program, or a file that was changed, may have had something begin anew since.
            sheet.stage = Stage::Failed(why);
        } else {
            let watch = Arc::new(Watch::default());
            let work = Work { what: "work.report", watch: watch.clone(), shown: false };
            model.workspace.writing = Some(Writing { work, warned: false });
            let order = Box::new(order(model, &sheet, over));
            effects.push(Effect::Start(model.workspace.number, Job::Report(order), watch));
            sheet.stage = Stage::Sent;
        }
    }
    model.workspace.dialogs.push(Dialog::Export(sheet));
    effects
}

fn order(model: &Model, sheet: &Exporting, over: bool) -> Order {
    let desk = &model.workspace.batch;
    let held = |entry: &crate::tui::model::Entry| {
        let document = entry.document.as_ref().and_then(|read| read.as_ref().ok());
        let known = document.zip(entry.examined.as_ref()).filter(|_| !entry.aside);
        let known = known.map(|(document, examined)| Known {
            document: document.clone(),
            subject: examined.subject.clone(),
            trace: examined.trace.clone(),
        });
        Held {
            name: entry.name.clone(),
            path: entry.source.given(),
            made: known.ok_or_else(|| entry.why_not(model.session.lang)),
            print: entry.print.clone().filter(|_| !entry.aside),
        }
    };
    let fits = desk.compared == desk.generation;
    let close = desk.close.clone().filter(|close| fits && close.comparison.k == model.workspace.k);
    Order {
        lang: model.session.lang,
        recipe: model.workspace.recipe.clone(),
        k: model.workspace.k,
        cutoff: model.workspace.library.cutoff,
        run: model.workspace.run,
        hidden: sheet.hidden,
        documents: desk.entries.iter().map(held).collect(),
        archive: desk.archive.as_ref().and_then(Archived::told),
        pairs: desk.pairs.clone(),
        rules: if exclusion::wanted(model) {
            say::rules(&model.workspace.batch.rules.exclusions(), model.session.lang)
        } else {
            Vec::new()
        },
        rests: desk.all_left().cloned(),
        matched: model.workspace.review.as_ref().map(|review| review.matched.clone()).unwrap_or_default(),
        close,
        listed: sheet.pairs.listed(model),
        closer: sheet.closer,
        form: sheet.form,
        path: PathBuf::from(sheet.path.text().trim()),
        over,
    }
}

/// What became of it.
pub fn handed(model: &mut Model, handed: Handed) {
    let lang = model.session.lang;
    let sheet = model.workspace.dialogs.iter().position(|overlay| matches!(overlay, Dialog::Export(_)));
    if handed != Handed::Begun {
        // What is told is over, though its thread may not be.
        model.workspace.writing = None;
    }
    match handed {
        Handed::Begun => {
            // What was chosen is kept, should it come to nothing.
            if let Some(Dialog::Export(sheet)) = sheet.map(|at| model.workspace.dialogs.remove(at)) {
                model.workspace.sent = Some(sheet);
            }
        }
        Handed::Done(place, [pairs, closer]) => {
            model.workspace.sent = None;
            let place = model.workspace.redacted(&safe_name(&place.to_string_lossy())).into_owned();
            let [pairs, closer] = [pairs, closer].map(|n| grouped(n as u64));
            model.workspace.notice = Some(t!(lang, "exporting.done", place = place, pairs = pairs, closer = closer));
        }
        Handed::Taken | Handed::Failed(_) => {
            let (stage, said) = match handed {
                Handed::Failed(why) => (Stage::Failed(why.clone()), why),
                _ => (Stage::Taken, t!(lang, "exporting.taken").to_owned()),
            };
            match (sheet, model.workspace.sent.take()) {
                (Some(at), _) => {
                    if let Some(Dialog::Export(sheet)) = model.workspace.dialogs.get_mut(at) {
                        sheet.stage = stage;
                    }
                }
                // Nothing is put over what the reader went on with.
                (None, Some(mut sheet)) if model.workspace.dialogs.is_empty() && !model.workspace.editing() => {
                    sheet.stage = stage;
                    model.workspace.dialogs.push(Dialog::Export(sheet));
                }
                _ => model.workspace.notice = Some(model.workspace.redacted(&said).into_owned()),
            }
        }
    }
}

/// The work is over, whatever came of it.
pub fn ended(model: &mut Model, watch: &Arc<Watch>) {
    if model.workspace.writing.as_ref().is_none_or(|writing| !Arc::ptr_eq(&writing.work.watch, watch)) {
        return;
    }
    model.workspace.writing = None;
    if watch.stopped() {
        model.workspace.sent = None;
        model.workspace.notice = model.session.lang.find("exporting.stopped").map(Into::into);
    }
}
