//! Keys of what lies over a screen: help, pickers, prompts, traced numbers.

mod find;
mod picker;

use crossterm::event::{KeyCode, KeyEvent};

pub use picker::{apply, change_recipe};

use self::picker::picker;
use super::{
    Effect, browser, command, evidence, exclusion, exporting, lab, orphans, overview, passages, planes, review,
};
use crate::{
    t,
    tui::{
        action::Action,
        model::{EvidencePage, List, Model, Overlay, PassageOrder, Prompt, Setting, Traced},
        screen::Screen,
    },
};

/// Puts an overlay over the screen.
pub fn open(model: &mut Model, action: Action) {
    let overlay = match action {
        Action::Recipe => Overlay::Recipe(List::default()),
        Action::Find => Overlay::Find(String::new()),
        Action::Command => Overlay::Command(Prompt::default()),
        Action::Lessons => picker(model, Setting::Lesson),
        Action::Width => picker(model, Setting::Width),
        Action::Tokens => picker(model, Setting::Tokens),
        Action::Weight => picker(model, Setting::Weight),
        Action::Hash => picker(model, Setting::Hash),
        Action::Tie => picker(model, Setting::Tie),
        Action::Colours => picker(model, Setting::Colours),
        Action::BitsPerRow => picker(model, Setting::BitsPerRow),
        Action::Sort if model.screen == Screen::Pipeline => picker(model, Setting::FeatureSort),
        Action::Sort => picker(model, Setting::PairSort),
        Action::Choose if [Screen::Pipeline, Screen::Lab, Screen::Library].contains(&model.screen) => {
            picker(model, Setting::Document)
        }
        Action::Presets => picker(model, Setting::Preset),
        Action::Export => picker(model, Setting::Export),
        Action::Choose => picker(model, Setting::Pair),
        Action::Profiles => {
            let Some(documents) = model.pair() else { return };
            // What was stopped is asked for anew.
            model.asked.profiles = None;
            Overlay::Profiles(documents, List::default())
        }
        Action::Passages => {
            let Some(documents) = model.pair() else { return };
            Overlay::Passages(documents, PassageOrder::default(), List::default())
        }
        Action::Evidence => {
            let Some(documents) = model.pair() else { return };
            // What was stopped is asked for anew.
            model.asked.evidence = None;
            Overlay::Evidence(documents, EvidencePage::default())
        }
        Action::Geometry if model.pair().is_some() => {
            // Steps of screen 2 that follow by themselves do not follow here.
            model.play.on = false;
            Overlay::Geometry
        }
        _ => return,
    };
    model.overlays.push(overlay);
}

/// Takes pasted text in where something is typed.
pub fn paste(model: &mut Model, text: &str) {
    if matches!(model.overlays.last(), Some(Overlay::Command(_))) && !command::paste(model, text) {
        model.notice = Some(t!(model.lang, "notice.paste-cut", limit = command::LONGEST));
    }
    if let Some(Overlay::Browser(browser)) = model.overlays.last_mut() {
        browser::paste(browser, text);
    }
    if let Some(Overlay::Export(sheet)) = model.overlays.last_mut() {
        exporting::paste(sheet, text);
    }
    if let Some(Overlay::Exclusions(leaving)) = model.overlays.last_mut() {
        exclusion::paste(leaving, text);
    }
    if let Some(Overlay::Filter(filtering)) = model.overlays.last_mut() {
        filtering.push(text.lines().next().unwrap_or_default(), model.lang);
    }
    find::paste(model, text);
}

/// Takes a key in; `action` is what the keymap makes of it.
pub fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Vec<Effect> {
    match model.overlays.last_mut() {
        Some(Overlay::Find(_)) => find::key(model, event),
        Some(Overlay::Picker(_)) => picker::key(model, event, action),
        Some(Overlay::Recipe(list)) => match action {
            Some(Action::Open) => {
                let setting = Setting::RECIPE[list.selected.min(Setting::RECIPE.len() - 1)];
                let overlay = picker(model, setting);
                model.overlays.push(overlay);
            }
            Some(Action::Back | Action::Quit | Action::Recipe) => _ = model.overlays.pop(),
            Some(action) => _ = list.motion(action, Setting::RECIPE.len(), Setting::RECIPE.len()),
            None => {}
        },
        Some(Overlay::Profiles(documents, list)) => match action {
            Some(Action::Back | Action::Quit | Action::Profiles) => _ = model.overlays.pop(),
            Some(action @ (Action::MoreK | Action::LessK)) => return super::act(model, action),
            Some(action) => {
                let rows = model.desk.opinions_of(*documents).map_or(0, <[_]>::len);
                list.motion(action, rows, model.drawn.rows);
            }
            None => {}
        },
        Some(Overlay::Passages(..)) => return passages::key(model, action),
        Some(Overlay::Orphans(_)) => return orphans::key(model, action),
        Some(Overlay::Evidence(..)) => return evidence::key(model, action),
        Some(Overlay::Exclusions(_)) => return exclusion::key(model, event, action),
        Some(Overlay::Help(list) | Overlay::Formula(_, list)) => match action {
            Some(Action::Back | Action::Quit | Action::Help) => _ = model.overlays.pop(),
            Some(Action::Open) => deeper(model),
            Some(action) => {
                // How long it is, is known where it is drawn; there the cursor is kept inside.
                list.motion(action, usize::MAX >> 1, model.drawn.rows);
                if action == Action::Last {
                    list.selected = model.drawn.length.saturating_sub(1);
                }
                list.selected = list.selected.min(model.drawn.length.saturating_sub(1));
            }
            None => {}
        },
        Some(Overlay::Leave(list)) => match (action, event.code) {
            (_, KeyCode::Enter) => {
                let row = list.selected;
                lab::answer(model, row);
            }
            (Some(Action::Back | Action::Quit), _) => _ = model.overlays.pop(),
            (Some(action), _) => _ = list.motion(action, lab::ANSWERS, lab::ANSWERS),
            _ => {}
        },
        Some(Overlay::Filter(_)) => overview::type_filter(model, event),
        Some(Overlay::Verdict(_)) => return review::decide(model, event, action),
        Some(Overlay::Note(_)) => return review::write(model, event),
        Some(Overlay::Browser(_)) => return browser::key(model, event, action),
        Some(Overlay::Export(_)) => return exporting::key(model, event, action),
        Some(Overlay::Geometry) => return planes::key(model, event, action),
        Some(Overlay::Command(_)) => return command::key(model, event),
        Some(Overlay::Told(_)) => _ = model.overlays.pop(),
        None => {}
    }
    Vec::new()
}

/// Moves in the topmost overlay.
pub fn wheel(model: &mut Model, by: isize) {
    let action = if by > 0 { Action::Down } else { Action::Up };
    let (rows, length) = (model.drawn.rows, model.drawn.length);
    match model.overlays.last_mut() {
        Some(Overlay::Picker(picker)) => _ = picker.list.motion(action, picker.choices.len(), rows),
        Some(Overlay::Recipe(list)) => _ = list.motion(action, Setting::RECIPE.len(), rows),
        Some(Overlay::Leave(list)) => _ = list.motion(action, lab::ANSWERS, rows),
        Some(Overlay::Exclusions(leaving)) => _ = leaving.list.motion(action, length, rows),
        Some(
            Overlay::Help(list)
            | Overlay::Formula(_, list)
            | Overlay::Profiles(_, list)
            | Overlay::Passages(.., list)
            | Overlay::Orphans(list),
        ) => {
            list.motion(action, length, rows);
        }
        Some(Overlay::Evidence(_, page)) => _ = page.list().motion(action, length, rows),
        Some(Overlay::Browser(browser)) => {
            let all = if browser.of_desk { model.desk.entries.len() } else { browser.rows().len() };
            browser::step(browser, action, all, all, rows);
        }
        Some(Overlay::Geometry) => model.planes.go(model.planes.step().saturating_add_signed(by)),
        _ => {}
    }
}

/// A click on row `row` of an overlay.
pub fn pick(model: &mut Model, row: usize) -> Vec<Effect> {
    match model.overlays.last_mut() {
        Some(Overlay::Picker(picker)) => {
            picker.list.selected = row;
            picker.typed.clear();
            picker::choose(model);
        }
        Some(Overlay::Recipe(list)) => {
            list.selected = row;
            let setting = Setting::RECIPE[row.min(Setting::RECIPE.len() - 1)];
            let overlay = picker(model, setting);
            model.overlays.push(overlay);
        }
        Some(Overlay::Command(_)) => command::pick(model, row),
        Some(Overlay::Browser(_)) => return browser::pick(model, row),
        Some(Overlay::Verdict(_)) => return review::give(model, row),
        Some(Overlay::Exclusions(_)) => exclusion::pick(model, row),
        Some(Overlay::Filter(filtering)) => filtering.picked = Some(row),
        Some(Overlay::Formula(_, list)) => {
            list.selected = row;
            deeper(model);
        }
        Some(Overlay::Passages(.., list)) if list.selected == row => return passages::key(model, Some(Action::Open)),
        Some(Overlay::Orphans(list)) if list.selected == row => return orphans::key(model, Some(Action::Open)),
        Some(Overlay::Profiles(_, list) | Overlay::Passages(.., list) | Overlay::Orphans(list)) => list.selected = row,
        Some(Overlay::Evidence(_, page)) => page.list().selected = row,
        Some(Overlay::Leave(_)) => lab::answer(model, row),
        Some(Overlay::Geometry) => model.planes.go(row),
        _ => {}
    }
    Vec::new()
}

/// From a column's formula to the feature under the cursor.
fn deeper(model: &mut Model) {
    let Some(Overlay::Formula(Traced::Column { document, .. }, list)) = model.overlays.last() else { return };
    let (document, row) = (*document, list.selected);
    if let Some(&feature) = model.pipeline.operands.features.get(row) {
        let traced = Traced::Feature { document, feature: feature as usize };
        model.overlays.push(Overlay::Formula(traced, List::default()));
    }
}
