//! Dialogs over a screen: which file draws which.

mod frame;
mod help;
mod message;
mod picker;

pub(super) use frame::{fitting, frame, picker_keys};

use super::{
    browser, command, evidence, exclusion, exporting, filtering, formula, geometry, manual, meaning, orphans, passages,
    profiles, received, review, runs,
};
use crate::{
    t,
    tui::{
        action::Action,
        model::{Dialog, Drawn, Model},
        widget::Pen,
    },
};

/// Draws a dialog.
pub(super) fn draw(model: &Model, dialog: &Dialog, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let [down, up] = [Action::Down, Action::Up].map(|action| model.key_of(action));
    match dialog {
        Dialog::Find(typed) => message::find(model, typed, pen),
        Dialog::Command(prompt) => command::draw(model, prompt, pen, drawn),
        Dialog::Messages(lines) => message::errors(model, lines, pen),
        Dialog::Leave(list) => super::lab::leave(model, list, pen, drawn),
        Dialog::Picker(picker) => picker::picker(model, picker, pen, drawn),
        Dialog::Recipe(list) => picker::recipe(model, list, pen, drawn),
        Dialog::Manual(reader) => manual::draw(model, reader, pen, drawn),
        Dialog::Help(page) => help::draw(model, page, pen, drawn),
        Dialog::Profiles(documents, list) => profiles::draw(model, *documents, list, pen, drawn),
        Dialog::Passages(documents, order, list) => passages::draw(model, *documents, *order, list, pen, drawn),
        Dialog::Filter(filter) => filtering::draw(model, filter, pen, drawn),
        Dialog::Evidence(documents, page) => evidence::draw(model, *documents, page, pen, drawn),
        Dialog::Exclusions(leaving) => exclusion::draw(model, leaving, pen, drawn),
        Dialog::Verdict(deciding) => review::decide(model, deciding, pen, drawn),
        Dialog::Received(list) => received::draw(model, list, pen, drawn),
        Dialog::Note(noting) => review::note(model, noting, pen, drawn),
        Dialog::Browser(browser) => browser::draw(model, browser, pen, drawn),
        Dialog::Orphans(list) => orphans::draw(model, list, pen, drawn),
        Dialog::Export(dialog) => exporting::draw(model, dialog, pen, drawn),
        Dialog::Meaning(page) => meaning::draw(model, page, pen, drawn),
        Dialog::Geometry => geometry::draw(model, pen, drawn),
        Dialog::Runs => runs::draw(model, pen),
        Dialog::Formula(traced, list) => {
            let keys = t!(lang, "overlay.formula-keys", down = down, up = up);
            let mut dialog = frame(pen, 26, t!(lang, "overlay.formula"), &keys);
            formula::draw(model, *traced, list, &mut dialog, drawn);
        }
    }
}
