//! Keys of the dialog in which one of several choices is made. Knows not what it lies over.

use crossterm::event::{KeyCode, KeyEvent};

use super::super::{ScreenEffect, setting};
use crate::{
    say,
    simhash::{RecipeError, Tokenizer, Weighting, parse_bits},
    tui::{
        action::Action,
        model::{Choice, Dialog, Model, Picker, Setting},
    },
};

/// Handles a key; `action` is what the keymap makes of it.
pub(super) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Vec<ScreenEffect> {
    let Some(Dialog::Picker(picker)) = model.workspace.dialogs.last_mut() else { return Vec::new() };
    match event.code {
        KeyCode::Esc => _ = model.workspace.dialogs.pop(),
        KeyCode::Enter => return choose(model),
        KeyCode::Backspace => _ = picker.typed.pop(),
        KeyCode::Char(digit) if digit.is_ascii_digit() && picker.takes_number() && picker.typed.len() < 7 => {
            picker.typed.push(digit);
            picker.error = None;
        }
        _ => {
            if let Some(action) = action {
                picker.list.motion(action, picker.choices.len(), model.workspace.drawn.rows);
                picker.error = None;
            }
        }
    }
    Vec::new()
}

impl Picker {
    /// Whether digits typed mean something here.
    fn takes_number(&self) -> bool {
        matches!(self.setting, Setting::Width | Setting::Tokens | Setting::Weight)
    }

    /// The choice under the cursor, with the number that was typed.
    fn choice(&self) -> Result<Option<Choice>, RecipeError> {
        let Some(&choice) = self.choices.get(self.list.selected) else { return Ok(None) };
        if self.typed.is_empty() {
            return Ok(Some(choice));
        }
        let n = &self.typed;
        let tokens = |name: &str| name.parse().map(Choice::Tokens);
        let weight = |name: &str| name.parse().map(Choice::Weight);
        let choice = match choice {
            Choice::Width(_) => parse_bits(n).map(Choice::Width),
            Choice::Tokens(Tokenizer::CharNgrams(_)) => tokens(&format!("chars:{n}")),
            Choice::Tokens(Tokenizer::WordNgrams(_)) => tokens(&format!("word-ngrams:{n}")),
            Choice::Tokens(Tokenizer::PypiWindows(_)) => tokens(&format!("pypi-windows:{n}")),
            Choice::Tokens(Tokenizer::TextDedupNgrams(_)) => tokens(&format!("text-dedup-ngrams:{n}")),
            Choice::Weight(Weighting::TfIdf(_)) => weight(&format!("tfidf:{n}")),
            Choice::Weight(Weighting::TfSqrtIdf(_)) => weight(&format!("tfsqrtidf:{n}")),
            Choice::Weight(Weighting::Keyword(_)) => weight(&format!("keyword:{n}")),
            Choice::Weight(Weighting::Given(_)) => weight(&format!("given:{n}")),
            other => Ok(other),
        };
        choice.map(Some)
    }
}

/// Applies the choice under the cursor, or says why it cannot be.
pub(super) fn choose(model: &mut Model) -> Vec<ScreenEffect> {
    let lang = model.session.lang;
    let Some(Dialog::Picker(mut picker)) = model.workspace.dialogs.pop() else { return Vec::new() };
    let applied = match picker.choice() {
        Ok(Some(choice)) => setting::apply(model, choice),
        Ok(None) => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    applied.unwrap_or_else(|error| {
        picker.error = Some(say::recipe_error(&error, lang));
        model.workspace.dialogs.push(Dialog::Picker(picker));
        Vec::new()
    })
}
