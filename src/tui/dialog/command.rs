//! The command line: what is typed, what it could become, what was typed before, and what a line does.

use std::mem;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{manual::open_topic, picker};
use crate::{
    config::{
        self, RecipeField, RecipeText, SettingError, SettingErrorKind, SettingKey, SettingPlace, ThemeName, unknown,
    },
    locale::Lang,
    manual, say,
    simhash::{FeatureHash, Fold, Tie, Tokenizer, Weighting, parse_bits},
    t,
    tui::{
        action::Action,
        model::{
            Choice, Drawn, InputLine, LessonState, LineKey, Model, Sort,
            dialog::Dialog,
            effect::{Effect, ScreenEffect},
            order_of,
        },
        update::{
            common::{hide_names, set_k},
            lesson,
        },
        view::{names, prompt},
        widget::Pen,
    },
};

/// The word that begins a change of a setting.
const SET: &str = "set";

/// The word that begins the number of a page of the lesson.
const PAGE: &str = "page";

/// The word that begins the shares assumed of all pairs, as `simscope calibrate --prior` takes them.
const PRIOR: &str = "prior";

/// The word that begins the name of a topic of the manual.
const MANUAL: &str = "manual";

/// The words of lines that go on and are no action.
const BEGINNINGS: [&str; 3] = [SET, PAGE, PRIOR];

/// A line that is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandPrompt {
    line: InputLine,
    /// The line of the history that is shown.
    recalled: Option<usize>,
    /// The line that was typed before the history was searched.
    draft: String,
}

/// A completion of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Candidate {
    /// The whole line.
    line: String,
    what: CandidateKind,
}

/// The effect of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CandidateKind {
    /// It is an action.
    Do(Action),
    /// It is the first word of a line that goes on.
    Begin(&'static str),
    /// It names the setting.
    Name(SettingKey),
    /// It names a topic of the manual, by its place.
    Topic(usize),
    /// It gives the setting a value.
    Value(Option<Choice>),
}

impl CandidateKind {
    /// Whether more has to follow.
    fn goes_on(self) -> bool {
        matches!(self, Self::Begin(_) | Self::Name(_))
    }
}

/// The settings that can be changed while the program runs. How the terminal draws is decided at its start, and how
/// long runs are before anything is read.
const LIVE: [SettingKey; 10] = [
    SettingKey::K,
    SettingKey::Recipe,
    SettingKey::Sort,
    SettingKey::FeatureSort,
    SettingKey::Context,
    SettingKey::JoinLines,
    SettingKey::Theme,
    SettingKey::Big,
    SettingKey::HideNames,
    SettingKey::Lang,
];

impl Dialog for CommandPrompt {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let row = |candidate: Candidate| {
            let (beside, keys) = described(model, candidate.what);
            [candidate.line, beside, keys]
        };
        let rows: Vec<_> = candidates(model, &self.line.text).into_iter().map(row).collect();
        prompt::candidates(pen, drawn, ["overlay.command", "command.no-candidates"], &self.line, &rows);
        prompt::line(pen, ":", self.line.shown(), t!(model.lang, "overlay.command-keys"));
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, _: Option<Action>) -> Effect {
        let forward = !event.modifiers.contains(KeyModifiers::SHIFT) && event.code != KeyCode::BackTab;
        match event.code {
            KeyCode::Tab | KeyCode::BackTab => self.line.complete(&self.completions(model), forward),
            KeyCode::Up => self.recall(model, true),
            KeyCode::Down => self.recall(model, false),
            KeyCode::Backspace if self.line.shown().is_empty() => model.workspace.dialogs.close(),
            _ => match self.line.key(event)? {
                LineKey::Changed => self.recalled = None,
                LineKey::Left => model.workspace.dialogs.close(),
                LineKey::Done => return self.enter(model),
            },
        }
        None
    }

    /// Inserts the candidate in that row.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        let line = self.completions(model).into_iter().nth(row)?;
        self.line.set(&line);
        None
    }

    fn line(&self) -> Option<&InputLine> {
        Some(&self.line)
    }

    fn line_mut(&mut self) -> Option<&mut InputLine> {
        Some(&mut self.line)
    }
}

impl CommandPrompt {
    /// The completions of the typed text, best first, as far as they are certain.
    fn completions(&self, model: &Model) -> Vec<String> {
        let end = |candidate: Candidate| candidate.line + if candidate.what.goes_on() { " " } else { "" };
        candidates(model, &self.line.text).into_iter().map(end).collect()
    }

    /// Shows an earlier or a later line of the history; after the last one comes the typed text.
    fn recall(&mut self, model: &Model, back: bool) {
        let history = &model.history;
        let at = match (self.recalled, back) {
            (None, true) => history.len().checked_sub(1),
            (Some(at), true) => Some(at.saturating_sub(1)),
            (Some(at), false) => Some(at + 1).filter(|&at| at < history.len()),
            (None, false) => return,
        };
        if self.recalled.is_none() {
            self.draft = self.line.shown().to_owned();
        }
        self.line.set(at.and_then(|at| history.get(at)).unwrap_or(&self.draft));
        self.recalled = at;
    }

    fn enter(&mut self, model: &mut Model) -> Effect {
        let line = self.line.text.trim().to_owned();
        // A dialog that the line opens takes its place.
        model.workspace.dialogs.close();
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
                self.line.set(&line);
                self.line.error = Some(error);
                model.workspace.dialogs.open(mem::take(self));
                None
            }
        }
    }
}

/// The description of a candidate of the command line, and its keys.
fn described(model: &Model, what: CandidateKind) -> (String, String) {
    let lang = model.lang;
    match what {
        CandidateKind::Do(action) => {
            let keys: Vec<String> =
                model.keymap.keys(model.workspace.screen, action).iter().map(ToString::to_string).collect();
            (names::action(lang, action).into(), keys.join("  "))
        }
        CandidateKind::Begin(word) => (names::text(lang, &format!("command.{word}")).into(), String::new()),
        CandidateKind::Topic(at) => (manual::topics()[at].title(lang).into(), String::new()),
        CandidateKind::Name(key) => (names::text(lang, &format!("setting.{}", key.name())).into(), String::new()),
        CandidateKind::Value(Some(value)) => {
            let (name, beside) = names::choice(model, value);
            (if beside.is_empty() { name } else { beside }, String::new())
        }
        CandidateKind::Value(None) => Default::default(),
    }
}

/// The completions of a line, best first: those with this beginning, then those with these letters in order.
fn candidates(model: &Model, line: &str) -> Vec<Candidate> {
    let (before, word) = line.rsplit_once(' ').unwrap_or(("", line));
    let before: Vec<&str> = before.split_whitespace().collect();
    match before.as_slice() {
        [] => of_actions(model, word),
        [MANUAL] => of_topics(word),
        [SET] => of_settings(word),
        [SET, name] => of_values(name, word),
        _ => Vec::new(),
    }
}

fn of_actions(model: &Model, word: &str) -> Vec<Candidate> {
    let (everywhere, own) = model.keymap.actions(model.workspace.screen);
    let actions = own.into_iter().chain(everywhere).filter(|action| *action != Action::Command);
    let all = actions.map(|action| (action.name(), CandidateKind::Do(action)));
    ranked(all.chain(BEGINNINGS.map(|word| (word.into(), CandidateKind::Begin(word)))), word, "")
}

fn of_topics(word: &str) -> Vec<Candidate> {
    let all = manual::topics().iter().enumerate();
    ranked(all.map(|(at, topic)| (topic.name.into(), CandidateKind::Topic(at))), word, "manual ")
}

fn of_settings(word: &str) -> Vec<Candidate> {
    ranked(LIVE.map(|key| (key.name().into(), CandidateKind::Name(key))).into_iter(), word, "set ")
}

fn of_values(name: &str, word: &str) -> Vec<Candidate> {
    let Some(key) = live(name) else { return Vec::new() };
    let all = key.values().into_iter().map(|value| {
        let choice = choice(key, &value);
        (value, CandidateKind::Value(choice))
    });
    ranked(all, word, &format!("{SET} {name} "))
}

/// The setting of that name, if it can be changed now.
fn live(name: &str) -> Option<SettingKey> {
    LIVE.into_iter().find(|key| key.name() == name)
}

/// Those of these words that match `word`, as lines with what comes before: first the word itself and those that begin
/// with it.
fn ranked(all: impl Iterator<Item = (String, CandidateKind)>, word: &str, before: &str) -> Vec<Candidate> {
    let word = word.to_lowercase();
    let matches = |name: &str| {
        let mut rest = name.chars();
        word.chars().all(|c| rest.any(|other| other == c))
    };
    let mut found: Vec<_> = all.filter(|(name, _)| matches(name)).collect();
    found.sort_by_key(|(name, _)| (*name != word, !name.starts_with(&word)));
    found.into_iter().map(|(name, what)| Candidate { line: format!("{before}{name}"), what }).collect()
}

/// The choice that a setting's value is, where it is one of a picker's.
fn choice(key: SettingKey, value: &str) -> Option<Choice> {
    match key {
        SettingKey::Recipe => part(value),
        SettingKey::Sort => Some(Choice::PairSort(Sort::of(value))),
        SettingKey::FeatureSort => Some(Choice::FeatureSort(order_of(value))),
        SettingKey::Theme => value.parse::<ThemeName>().ok().map(Choice::Colours),
        _ => None,
    }
}

/// The choice that another value of one part of the recipe is.
fn part(text: &str) -> Option<Choice> {
    let (part, value) = text.split_once('=').filter(|_| !text.contains(';'))?;
    match part.parse().ok()? {
        RecipeField::Tokens => value.parse::<Tokenizer>().ok().map(Choice::Tokens),
        RecipeField::Fold => value.parse::<Fold>().ok().map(Choice::Fold),
        RecipeField::Weight => value.parse::<Weighting>().ok().map(Choice::Weight),
        RecipeField::Hash => value.parse::<FeatureHash>().ok().map(Choice::Hash),
        RecipeField::Bits => parse_bits(value).ok().map(Choice::Width),
        RecipeField::Tie => value.parse::<Tie>().ok().map(Choice::Tie),
    }
}

/// So many lines are kept.
const HISTORY: usize = 100;

/// Does what a line says.
fn run(model: &mut Model, line: &str) -> Result<Effect, String> {
    let lang = model.lang;
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [SET, name, value] => set(model, name, value),
        [MANUAL, topic] => open_topic(model, topic).map(|()| None),
        [PRIOR, shares] => {
            model.workspace.meaning.prior = shares.parse().map_err(|_| t!(lang, "command.prior-takes"))?;
            Ok(None)
        }
        [PAGE, n] => {
            let all = model.workspace.lesson.as_ref().map(LessonState::pages);
            let all = all.ok_or_else(|| t!(lang, "lesson.none").to_owned())?;
            let page = n.parse().ok().filter(|page| (1..=all).contains(page));
            let page = page.ok_or_else(|| t!(lang, "lesson.no-page", n = format!("{n:?}"), all))?;
            Ok(Some(ScreenEffect::Page(page - 1)))
        }
        [word, ..] if BEGINNINGS.contains(word) => Err(names::text(lang, &format!("command.{word}-takes")).into()),
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
    let all = candidates(model, name);
    let exact = all.iter().find(|candidate| candidate.line == name);
    let only = all.first().filter(|_| all.len() == 1);
    if let Some(CandidateKind::Do(action)) = exact.or(only).map(|candidate| candidate.what) {
        return Ok(action);
    }
    let all: Vec<String> = candidates(model, "").into_iter().map(|candidate| candidate.line).collect();
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
            lesson::follow_language(model);
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
