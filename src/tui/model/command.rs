//! The command line: what is typed, what it could become, what was typed before.

use super::{Choice, Model, Sort, next_of, order_of};
use crate::{
    config::{RecipeField, SettingKey, ThemeName},
    manual,
    simhash::{FeatureHash, Fold, Tie, Tokenizer, Weighting, parse_bits},
    tui::action::Action,
};

/// The word that begins a change of a setting.
pub(crate) const SET: &str = "set";

/// The word that begins the name of a topic of the manual.
pub(crate) const MANUAL: &str = "manual";

/// A line that is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandPrompt {
    typed: String,
    /// The candidate that replaces the typed text after Tab.
    pub completed: Option<usize>,
    /// The line of the history that is shown.
    recalled: Option<usize>,
    /// The line that was typed before the history was searched.
    draft: String,
    /// Why the line cannot be carried out.
    pub error: Option<String>,
}

/// A completion of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The whole line.
    pub line: String,
    pub what: CandidateKind,
}

/// The effect of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CandidateKind {
    /// It is an action.
    Do(Action),
    /// It begins a change of a setting.
    Set,
    /// It names the setting.
    Name(SettingKey),
    /// It names a topic of the manual, by its place.
    Topic(usize),
    /// It gives the setting a value.
    Value(SettingKey, Option<Choice>),
}

impl CandidateKind {
    /// Whether more has to follow.
    fn goes_on(self) -> bool {
        matches!(self, Self::Set | Self::Name(_))
    }
}

/// The settings that can be changed while the program runs. How the terminal draws is decided at its start, and how
/// long runs are before anything is read.
pub(crate) const LIVE: [SettingKey; 10] = [
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

impl CommandPrompt {
    /// The line with the completion that is chosen.
    pub(crate) fn line(&self, model: &Model) -> String {
        let completed = self.completed.and_then(|at| self.candidates(model).into_iter().nth(at));
        completed.map_or_else(|| self.typed.clone(), |candidate| candidate.line)
    }

    /// The completions of the typed text, best first.
    pub(crate) fn candidates(&self, model: &Model) -> Vec<Candidate> {
        candidates(model, &self.typed)
    }

    /// Has the line be this, typed to its end.
    pub(crate) fn settle(&mut self, line: String) {
        *self = Self { typed: line, ..Self::default() };
    }

    /// Puts the next candidate, or the one before, in place of what was typed. The only one is taken at once.
    pub(crate) fn complete(&mut self, model: &Model, forward: bool) {
        let candidates = self.candidates(model);
        let n = candidates.len();
        self.error = None;
        match candidates.into_iter().next() {
            Some(only) if n == 1 => {
                let end = if only.what.goes_on() { " " } else { "" };
                self.settle(only.line + end);
            }
            Some(_) => {
                self.completed = Some(match (self.completed, forward) {
                    (None, true) => 0,
                    (None, false) => n - 1,
                    (Some(at), forward) => next_of(at, n, forward),
                });
            }
            None => {}
        }
    }

    /// Shows an earlier or a later line of the history; after the last one comes the typed text.
    pub(crate) fn recall(&mut self, model: &Model, back: bool) {
        let history = &model.history;
        let at = match (self.recalled, back) {
            (None, true) => history.len().checked_sub(1),
            (Some(at), true) => Some(at.saturating_sub(1)),
            (Some(at), false) => Some(at + 1).filter(|&at| at < history.len()),
            (None, false) => return,
        };
        let draft = if self.recalled.is_none() { self.line(model) } else { std::mem::take(&mut self.draft) };
        let typed = at.and_then(|at| history.get(at)).unwrap_or(&draft).clone();
        *self = Self { typed, recalled: at, draft, ..Self::default() };
    }
}

/// The completions of a line, best first: those with this beginning, then those with these letters in order.
pub(super) fn candidates(model: &Model, line: &str) -> Vec<Candidate> {
    let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    let ended = line.ends_with(' ');
    match (words.as_slice(), ended) {
        ([], _) => of_actions(model, ""),
        ([word], false) => of_actions(model, word),
        ([SET], true) => of_settings(""),
        ([MANUAL], true) => of_topics(""),
        ([MANUAL, topic], _) => of_topics(topic),
        ([SET, name], false) => of_settings(name),
        ([SET, name], true) => of_values(name, ""),
        ([SET, name, value], _) => of_values(name, value),
        _ => Vec::new(),
    }
}

fn of_actions(model: &Model, word: &str) -> Vec<Candidate> {
    let (everywhere, own) = model.keymap.actions(model.workspace.screen);
    let actions = own.into_iter().chain(everywhere).filter(|action| *action != Action::Command);
    let all = actions.map(|action| Candidate { line: action.name(), what: CandidateKind::Do(action) });
    ranked(all.chain([Candidate { line: SET.into(), what: CandidateKind::Set }]), word, "")
}

fn of_topics(word: &str) -> Vec<Candidate> {
    let before = format!("{MANUAL} ");
    let all = manual::topics().iter().enumerate();
    let all =
        all.map(|(at, topic)| Candidate { line: format!("{before}{}", topic.name), what: CandidateKind::Topic(at) });
    ranked(all, word, &before)
}

fn of_settings(word: &str) -> Vec<Candidate> {
    let all =
        LIVE.into_iter().map(|key| Candidate { line: format!("{SET} {}", key.name()), what: CandidateKind::Name(key) });
    ranked(all, word, "set ")
}

fn of_values(name: &str, word: &str) -> Vec<Candidate> {
    let Some(key) = live(name) else { return Vec::new() };
    let before = format!("{SET} {name} ");
    let all = key.values().into_iter().map(|value| {
        let line = format!("{before}{value}");
        Candidate { line, what: CandidateKind::Value(key, choice(key, &value)) }
    });
    ranked(all, word, &before)
}

/// The setting of that name, if it can be changed now.
pub(crate) fn live(name: &str) -> Option<SettingKey> {
    LIVE.into_iter().find(|key| key.name() == name)
}

/// The candidates that match `word`, those that begin with it first.
fn ranked(all: impl Iterator<Item = Candidate>, word: &str, before: &str) -> Vec<Candidate> {
    let word = word.to_lowercase();
    let rank = |candidate: &Candidate| {
        let name = candidate.line.strip_prefix(before).unwrap_or(&candidate.line);
        if name.starts_with(&word) {
            return Some(0);
        }
        let mut rest = name.chars();
        word.chars().all(|c| rest.any(|other| other == c)).then_some(1)
    };
    let mut found: Vec<(u8, Candidate)> = all.filter_map(|candidate| Some((rank(&candidate)?, candidate))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The choice that a setting's value is, where it is one of a picker's.
pub(crate) fn choice(key: SettingKey, value: &str) -> Option<Choice> {
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
