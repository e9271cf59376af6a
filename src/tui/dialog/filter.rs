//! The prompt of a filter of pairs; above it what could come next, or what is wrong.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::{
    locale::Lang,
    review::filter::{Completion, Filter, completions},
    t,
    tui::{
        action::Action,
        model::{Drawn, InputLine, LineKey, Model, dialog::Dialog, effect::Effect},
        view::prompt,
        widget::Pen,
    },
};

/// A filter that is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilterPrompt(InputLine);

impl Dialog for FilterPrompt {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let row = |completion: Completion| [completion.text, completion.hint.to_owned(), String::new()];
        let rows: Vec<_> = self.completions(lang).map(row).collect();
        prompt::candidates(pen, drawn, ["filter.title", "filter.example"], &self.0, &rows);
        prompt::line(pen, "/", &model.workspace.redacted(self.0.shown()), t!(lang, "filter.keys"));
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, _: Option<Action>) -> Effect {
        let lang = model.lang;
        match event.code {
            KeyCode::Tab | KeyCode::Down => {
                self.0.complete(&self.lines(lang), !event.modifiers.contains(KeyModifiers::SHIFT));
            }
            KeyCode::BackTab | KeyCode::Up => self.0.complete(&self.lines(lang), false),
            _ => match self.0.key(event)? {
                LineKey::Changed => {}
                LineKey::Left => model.workspace.dialogs.close(),
                LineKey::Done => match self.0.text.parse::<Filter>() {
                    Ok(filter) => {
                        model.workspace.overview.filter = (!filter.is_empty()).then(|| filter.into());
                        model.workspace.dialogs.close();
                    }
                    Err(error) => self.0.error = Some(model.workspace.redacted(&error.message(lang)).into_owned()),
                },
            },
        }
        None
    }

    /// Inserts the completion in that row.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        let line = self.lines(model.lang).into_iter().nth(row)?;
        self.0.set(&line);
        None
    }

    fn line(&self) -> Option<&InputLine> {
        Some(&self.0)
    }

    fn line_mut(&mut self) -> Option<&mut InputLine> {
        Some(&mut self.0)
    }
}

impl FilterPrompt {
    /// Begins with a filter that holds.
    pub(crate) fn of(filter: &str) -> Self {
        let mut prompt = Self::default();
        prompt.0.set(filter);
        prompt
    }

    /// The completions at the end of what was typed.
    fn completions(&self, lang: Lang) -> impl Iterator<Item = Completion> {
        completions(&self.0.text, lang).into_iter()
    }

    /// The line with each of them.
    fn lines(&self, lang: Lang) -> Vec<String> {
        let line = |completion: Completion| {
            let mut line = self.0.text.clone();
            line.replace_range(completion.at, &completion.text);
            line
        };
        self.completions(lang).map(line).collect()
    }
}
