//! Background work, for a screen's own line and for the counts of screen 1: its name, its progress, the key that stops or
//! resumes it. It must not know what the work computes.

use crate::{
    locale::grouped,
    t,
    tui::{action::Action, model::Model, screen::Screen, widget::Pen},
};

/// The work that the reader interrupted, if any, and the key that resumes it.
pub(super) fn stopped(model: &Model) -> Option<String> {
    let (lang, key) = (model.session.lang, model.key_of(Action::Resume));
    if model.workspace.batch.archive.as_ref().is_some_and(|archive| archive.stopped) {
        return Some(t!(lang, "archive.halted", key = key));
    }
    match model.workspace.batch.waiting() {
        0 => model.workspace.batch.is_halted().then(|| t!(lang, "work.halted", key = key)),
        n => Some(t!(lang, "work.waiting", n = grouped(n as u64), key = key)),
    }
}

/// Draws background work at the right end of row `y`. Returns the column where it begins.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, y: u16) -> u16 {
    let right = pen.area.right() - 1;
    match forms(model) {
        Some([text, _]) => pen.text_right(right, y, &text, pen.theme.alert).saturating_sub(2),
        None => right,
    }
}

/// Background work that has run for long enough to be shown, or that was stopped: in full, and shorter.
pub(super) fn forms(model: &Model) -> Option<[String; 2]> {
    let lang = model.session.lang;
    // Only these two screens are about all documents.
    let about_all = [Screen::Overview, Screen::Library].contains(&model.workspace.screen);
    let work = model.workspace.tasks.in_footer().find(|(task, _)| task.shown);
    let text = if let Some((task, label)) = work {
        let label = if task.watch.waiting() { "library-file.waiting" } else { label };
        let name = lang.find(label).unwrap_or_default();
        let share = task.watch.share();
        let how_far = if share > 0.0 {
            format!("{name} {:.0}{}%", share * 100.0, lang.gap())
        } else {
            format!("{name} {}", lang.set("…"))
        };
        let stops = t!(lang, "work.stops", key = model.key_of(Action::Interrupt));
        [format!("{how_far}   {stops}"), how_far]
    } else {
        let idle = model.workspace.tasks.in_footer().next().is_none();
        [stopped(model).filter(|_| about_all && idle)?, t!(lang, "work.short", key = model.key_of(Action::Resume))]
    };
    Some(text)
}
