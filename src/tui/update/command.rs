//! Keys of the command line, and what a line does.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{
    common::{hide_names, set_k},
    dialog::picker,
    lesson, manual,
};
use crate::{
    config::{self, RecipeText, SettingError, SettingErrorKind, SettingKey, SettingPlace, unknown},
    locale::Lang,
    say, t,
    tui::{
        action::Action,
        model::{
            CandidateKind, CommandPrompt, Dialog, LIVE, MANUAL, Model, SET, choice,
            effect::{Effect, ScreenEffect},
            live,
        },
    },
};

/// So many lines are kept.
const HISTORY: usize = 100;
/// The longest line, in characters.
const LONGEST: usize = 200;

pub(crate) fn key(model: &mut Model, event: KeyEvent) -> Effect {
    // Taken out while the model is asked what can be completed.
    let Some(Dialog::Command(mut prompt)) = model.workspace.dialogs.pop() else { return None };
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Esc => return None,
        KeyCode::Enter => return enter(model, prompt),
        KeyCode::Tab => prompt.complete(model, !event.modifiers.contains(KeyModifiers::SHIFT)),
        KeyCode::BackTab => prompt.complete(model, false),
        KeyCode::Up => prompt.recall(model, true),
        KeyCode::Down => prompt.recall(model, false),
        KeyCode::Backspace if prompt.line(model).is_empty() => return None,
        KeyCode::Backspace => edit(model, &mut prompt, |line| _ = line.pop()),
        KeyCode::Char('u') if control => edit(model, &mut prompt, String::clear),
        KeyCode::Char('w') if control => edit(model, &mut prompt, |line| {
            let end = line.trim_end().rfind(' ').map_or(0, |at| at + 1);
            line.truncate(end);
        }),
        KeyCode::Char(c) if !control => edit(model, &mut prompt, |line| line.push(c)),
        _ => {}
    }
    model.workspace.dialogs.push(Dialog::Command(prompt));
    None
}

/// Takes pasted text in; says so where it was longer than a line may be.
pub(crate) fn paste(model: &mut Model, text: &str) {
    let Some(Dialog::Command(mut prompt)) = model.workspace.dialogs.pop() else { return };
    let line = text.lines().next().unwrap_or_default();
    edit(model, &mut prompt, |typed| typed.extend(line.chars().filter(|c| !c.is_control())));
    let whole = line.len() == text.len() && prompt.line(model).ends_with(line);
    model.workspace.dialogs.push(Dialog::Command(prompt));
    if !whole {
        model.notify(t!(model.lang, "notice.paste-cut", limit = LONGEST));
    }
}

fn edit(model: &Model, prompt: &mut CommandPrompt, change: impl FnOnce(&mut String)) {
    let mut line = prompt.line(model);
    change(&mut line);
    if let Some((end, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(end);
    }
    prompt.settle(line);
}

/// Inserts the candidate in that row, after a click on it.
pub(crate) fn pick(model: &mut Model, row: usize) {
    let Some(Dialog::Command(mut prompt)) = model.workspace.dialogs.pop() else { return };
    prompt.completed = Some(row).filter(|&row| row < prompt.candidates(model).len());
    prompt.settle(prompt.line(model));
    model.workspace.dialogs.push(Dialog::Command(prompt));
}

fn enter(model: &mut Model, mut prompt: CommandPrompt) -> Effect {
    let line = prompt.line(model).trim().to_owned();
    if line.is_empty() {
        return None;
    }
    match run(model, &line) {
        Ok(effect) => {
            if model.history.last() != Some(&line) {
                model.history.push(line);
            }
            let many = model.history.len().saturating_sub(HISTORY);
            model.history.drain(..many);
            effect
        }
        Err(error) => {
            prompt.settle(line);
            prompt.error = Some(error);
            model.workspace.dialogs.push(Dialog::Command(prompt));
            None
        }
    }
}

/// Does what a line says.
fn run(model: &mut Model, line: &str) -> Result<Effect, String> {
    let lang = model.lang;
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [SET, name, value] => set(model, name, value),
        [MANUAL, topic] => manual::open_topic(model, topic).map(|()| None),
        [SET, ..] => Err(t!(lang, "command.set-takes").into()),
        [name] => Ok(Some(ScreenEffect::Act(named(model, name)?))),
        [name, ..] => {
            named(model, name)?;
            Err(t!(lang, "command.takes-nothing", name))
        }
        [] => Ok(None),
    }
}

/// The action of that name, or the only one that the name abbreviates.
fn named(model: &Model, name: &str) -> Result<Action, String> {
    let mut prompt = CommandPrompt::default();
    prompt.settle(name.into());
    let candidates = prompt.candidates(model);
    let exact = candidates.iter().find(|candidate| candidate.line == name);
    let only = candidates.first().filter(|_| candidates.len() == 1);
    if let Some(CandidateKind::Do(action)) = exact.or(only).map(|candidate| candidate.what) {
        return Ok(action);
    }
    prompt.settle(String::new());
    let all: Vec<String> = prompt.candidates(model).into_iter().map(|candidate| candidate.line).collect();
    Err(match unknown(name, all.iter().map(String::as_str)) {
        SettingErrorKind::Unknown { like: Some(like), .. } => {
            t!(model.lang, "command.unknown-like", name, like)
        }
        _ => t!(model.lang, "command.unknown", name),
    })
}

/// Changes a setting.
fn set(model: &mut Model, name: &str, value: &str) -> Result<Effect, String> {
    let workspace = &mut model.workspace;
    let lang = model.lang;
    let wrong = |problem| {
        // The reader is looking at the place.
        let message = say::setting_error(&SettingError::new(SettingPlace::File(":".into()), problem), lang);
        message.split_once(": ").or(message.split_once('：')).map_or(message.clone(), |(_, what)| what.to_owned())
    };
    let Some(key) = live(name) else {
        return Err(match name.parse::<SettingKey>().ok() {
            Some(_) => t!(lang, "command.at-start", name),
            None => wrong(unknown(name, LIVE.iter().map(|key| key.name()))),
        });
    };
    config::check(key, value).map_err(wrong)?;
    match key {
        SettingKey::K => {
            let bits = u32::from(workspace.batch.recipe.bits);
            let k = value.parse().ok().filter(|&k| k <= bits);
            let k = k.ok_or_else(|| t!(lang, "wrong.k", text = format!("{value:?}"), bits))?;
            set_k(model, k);
        }
        SettingKey::Lang => {
            let chosen = match value {
                "en" => Lang::En,
                "zh" => Lang::Zh,
                _ => Lang::of_environment(),
            };
            model.lang = chosen.set_as(lang);
            lesson::name_documents(model);
        }
        SettingKey::JoinLines => {
            workspace.diff.join = value == "true";
            workspace.diff.top.1 = 0;
            workspace.shared.tops = workspace.shared.tops.map(|(paragraph, _)| (paragraph, 0));
        }
        SettingKey::Context => workspace.diff.context = value.parse().unwrap_or(workspace.diff.context),
        SettingKey::Big => model.look.big = value == "true",
        SettingKey::HideNames => hide_names(model, value == "true"),
        SettingKey::Recipe if choice(key, value).is_none() => {
            let wrong = |error| say::recipe_error(&error, lang);
            let said: RecipeText = value.parse().map_err(wrong)?;
            let recipe = said.over_recipe(&model.workspace.batch.recipe).map_err(wrong)?;
            picker::set_recipe(model, recipe, said.k());
        }
        _ => {
            if let Some(choice) = choice(key, value) {
                return picker::apply(model, choice).map_err(|error| say::recipe_error(&error, lang));
            }
        }
    }
    Ok(None)
}
