//! The dialogs over a screen, a file each: its state, its keys and its drawing. Here is only what opens them.

pub(crate) mod browser;
pub(crate) mod command;
pub(crate) mod evidence;
pub(crate) mod exclusions;
pub(crate) mod export;
pub(crate) mod filter;
pub(crate) mod formula;
pub(crate) mod geometry;
pub(crate) mod help;
pub(crate) mod leave;
pub(crate) mod manual;
pub(crate) mod meaning;
pub(crate) mod messages;
pub(crate) mod note;
pub(crate) mod orphans;
pub(crate) mod passages;
pub(crate) mod picker;
pub(crate) mod plane;
pub(crate) mod profiles;
pub(crate) mod prompt;
pub(crate) mod reader;
pub(crate) mod received;
pub(crate) mod recipe;
pub(crate) mod submission;
pub(crate) mod submissions;
pub(crate) mod verdict;

use crossterm::event::{KeyCode, KeyEvent};

use reader::Reader;

use super::{
    action::Action,
    keymap::KeyPress,
    model::{
        Model, Setting,
        dialog::{Dialog, with_top},
        effect::Effect,
    },
    screen::Screen,
    update::lesson,
};

/// Opens the dialog of an action over the screen.
pub(crate) fn open(model: &mut Model, action: Action) {
    let pair = model.workspace.pair();
    match (action, pair) {
        (Action::Recipe, _) => model.workspace.dialogs.open(recipe::RecipeDialog::default()),
        (Action::Find, _) => model.workspace.dialogs.open(prompt::Prompt::find()),
        (Action::Command, _) => model.workspace.dialogs.open(command::CommandPrompt::default()),
        (Action::Help, _) => {
            model.workspace.dialogs.take::<Reader<help::HelpPage>>();
            model.workspace.dialogs.open(Reader::new(help::HelpPage));
        }
        (Action::Manual, _) => manual::open(model),
        (Action::Exclusions, _) => {
            let dialog = exclusions::ExclusionsDialog::new(model);
            model.workspace.dialogs.open(dialog);
        }
        (Action::Profiles, Some(documents)) => {
            // Asks again for a result whose computation was stopped.
            model.workspace.results.profiles.retry();
            model.workspace.dialogs.open(Reader::new(profiles::ProfilesPage(documents)));
        }
        (Action::Evidence, Some(documents)) => {
            model.workspace.results.evidence.retry();
            model.workspace.dialogs.open(Reader::new(evidence::EvidencePage(documents)));
        }
        (Action::Meaning, _) => meaning::open(model),
        (Action::Submissions, _) => model.workspace.dialogs.open(submissions::SubmissionsDialog::default()),
        (Action::Passages, Some(documents)) => model.workspace.dialogs.open(passages::PassagesDialog::new(documents)),
        (Action::Geometry, Some(_)) => {
            // Steps of screen 2 that follow by themselves do not follow here.
            model.play.on = false;
            model.workspace.dialogs.open(geometry::GeometryDialog);
        }
        (Action::Export, _) => export::open(model),
        _ => {
            if let Some(setting) = setting(model, action) {
                let picker = picker::Picker::new(model, setting);
                model.workspace.dialogs.open(picker);
            }
        }
    }
}

/// What is chosen in the dialog of an action.
fn setting(model: &Model, action: Action) -> Option<Setting> {
    let screen = model.workspace.screen;
    Some(match action {
        Action::Choose if model.workspace.lesson.is_some() => Setting::Page,
        Action::Lessons => Setting::Lesson,
        Action::Colours => Setting::Theme,
        Action::BitsPerRow => Setting::BitsPerRow,
        Action::Sort if screen == Screen::Pipeline => Setting::FeatureSort,
        Action::Sort => Setting::Sort,
        Action::Choose if [Screen::Bits, Screen::Diff].contains(&screen) => Setting::Pair,
        Action::Choose => Setting::Document,
        Action::Presets => Setting::Preset,
        _ => return None,
    })
}

/// Has the topmost dialog handle a key. One that moves or leaves does nothing else in it, whatever else it would mean
/// there; where a text is typed, all keys are the text's.
pub(crate) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    if action == Some(Action::Manual) && !model.workspace.dialogs.on_top::<Reader<manual::ManualPage>>() {
        manual::open(model);
        return None;
    }
    let types = model.workspace.dialogs.top().is_none_or(Dialog::types);
    let code = match action {
        _ if types => event.code,
        Some(action) if action.moves() => KeyCode::Null,
        Some(action) if action.leaves() => KeyCode::Esc,
        _ => event.code,
    };
    with_top(model, |dialog, model| dialog.key(model, KeyEvent { code, ..event }, action))
}

/// The action of a key in a dialog that plays: it is stepped through as screen 2 is, with that screen's keys. `None` if
/// the key closed the dialog or turned the page of a lesson. `opener` is the action that opens the dialog.
fn played(model: &mut Model, event: KeyEvent, action: Option<Action>, opener: Action) -> Option<Action> {
    if action.is_some_and(|action| action == opener || action.leaves()) {
        model.workspace.dialogs.close();
        model.play.on = false;
        return None;
    }
    match action {
        Some(action @ (Action::Next | Action::Previous | Action::Hint)) if lesson::act(model, action) => return None,
        Some(Action::Choose) if model.workspace.lesson.is_some() => {
            open(model, Action::Choose);
            return None;
        }
        _ => {}
    }
    let of_steps = || model.keymap.action(Screen::Pipeline, KeyPress::from(event));
    Some(match action.filter(|action| action.moves()).or_else(of_steps)? {
        Action::First => Action::StepFirst,
        Action::Last => Action::StepLast,
        action => action,
    })
}
