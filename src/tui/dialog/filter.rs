//! The prompt of a filter of pairs; above it what could come next, or what is wrong.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::{
    locale::Lang,
    review::filter::{Completion, Filter, completions},
    t,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, List, Model, dialog::Dialog, effect::Effect, next_of},
        view::{frame::frame, parts::choice, prompt},
        widget::{Pen, widest},
    },
};

/// A filter that is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilterPrompt {
    typed: String,
    /// The completion that is inserted.
    picked: Option<usize>,
    /// The reason why the filter is wrong.
    error: Option<String>,
}

/// The longest filter that can be typed, in characters.
const LONGEST: usize = 400;

impl Dialog for FilterPrompt {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let completions = self.completions(lang);
        let mut dialog = frame(pen, prompt::CANDIDATES as u16 + 2, t!(lang, "filter.title"), "");
        let Pen { theme, area, .. } = dialog;
        if let Some(error) = &self.error {
            dialog.fill(area.x, area.y, &model.workspace.redacted(error), theme.error);
        } else {
            let height = usize::from(area.height.saturating_sub(1)).min(prompt::CANDIDATES);
            let list = List { selected: self.picked.unwrap_or(0), offset: 0 };
            let window = list.window(completions.len(), height);
            let names = widest(completions.iter().map(|completion| &completion.text)).min(prompt::NAMES);
            for (row, y) in window.clone().zip(area.y..) {
                let completion = &completions[row];
                let selected = self.picked == Some(row);
                let style = choice(&mut dialog, drawn, (area, y), ClickTarget::Choice(row), selected);
                dialog.text(area.x + 2, y, &completion.text, style);
                dialog.text_until(area.x + names + 5, y, area.right(), completion.hint, theme.label);
            }
            if completions.is_empty() {
                dialog.text(area.x, area.y, t!(lang, "filter.example"), theme.label);
            } else {
                prompt::more(completions.len() - window.len(), &mut dialog);
            }
        }
        let typed = self.line(lang);
        prompt::line_with_keys(pen, "/", &model.workspace.redacted(&typed), t!(lang, "filter.keys"));
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, _: Option<Action>) -> Effect {
        let lang = model.lang;
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Esc => model.workspace.dialogs.close(),
            KeyCode::Enter => match self.line(lang).parse::<Filter>() {
                Ok(filter) => {
                    model.workspace.overview.filter = (!filter.is_empty()).then(|| filter.into());
                    model.workspace.dialogs.close();
                }
                Err(error) => self.error = Some(error.message(lang)),
            },
            KeyCode::Backspace => self.pop(lang),
            KeyCode::Char('u') if control => *self = Self::default(),
            KeyCode::Tab | KeyCode::Down => self.next(true, lang),
            KeyCode::BackTab | KeyCode::Up => self.next(false, lang),
            KeyCode::Char(c) if !control => self.push(c.encode_utf8(&mut [0; 4]), lang),
            _ => {}
        }
        None
    }

    fn pick(&mut self, _: &mut Model, row: usize) -> Effect {
        self.picked = Some(row);
        None
    }

    fn types(&self) -> bool {
        true
    }

    fn paste(&mut self, model: &mut Model, text: &str) -> Effect {
        self.push(text.lines().next().unwrap_or_default(), model.lang);
        None
    }

    fn rows_typed(&self) -> Option<u16> {
        Some(1)
    }
}

impl FilterPrompt {
    /// Begins with a filter that holds.
    pub(crate) fn of(filter: &str) -> Self {
        Self { typed: filter.into(), ..Self::default() }
    }

    /// The completions at the end of the line.
    fn completions(&self, lang: Lang) -> Vec<Completion> {
        completions(&self.typed, self.typed.len(), lang)
    }

    /// The line with the completion that is chosen.
    fn line(&self, lang: Lang) -> String {
        let mut line = self.typed.clone();
        if let Some(completion) = self.picked.and_then(|at| self.completions(lang).into_iter().nth(at)) {
            line.replace_range(completion.at, &completion.text);
        }
        line
    }

    /// The next completion, or the one before.
    fn next(&mut self, forward: bool, lang: Lang) {
        let all = self.completions(lang).len();
        if all > 0 {
            let first = if forward { 0 } else { all - 1 };
            self.picked = Some(self.picked.map_or(first, |at| next_of(at, all, forward)));
            self.error = None;
        }
    }

    /// Appends text, without control characters and up to the greatest length.
    fn push(&mut self, text: &str, lang: Lang) {
        self.typed = self.line(lang);
        let free = LONGEST.saturating_sub(self.typed.chars().count());
        self.typed.extend(text.chars().filter(|c| !c.is_control()).take(free));
        (self.picked, self.error) = (None, None);
    }

    /// Takes the last character out.
    fn pop(&mut self, lang: Lang) {
        self.typed = self.line(lang);
        self.typed.pop();
        (self.picked, self.error) = (None, None);
    }
}
