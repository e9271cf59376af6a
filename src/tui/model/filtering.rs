//! A filter of pairs that is being typed.

use crate::{
    locale::Lang,
    review::filter::{Completion, completions},
};

/// A filter that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FilterPrompt {
    pub typed: String,
    /// The completion that is inserted.
    pub picked: Option<usize>,
    /// The reason why the filter is wrong.
    pub error: Option<String>,
}

/// The longest filter that can be typed, in characters.
const LONGEST: usize = 400;

impl FilterPrompt {
    /// Begins with a filter that holds.
    pub(crate) fn of(filter: &str) -> Self {
        Self { typed: filter.into(), ..Self::default() }
    }

    /// The completions at the end of the line.
    pub(crate) fn completions(&self, lang: Lang) -> Vec<Completion> {
        completions(&self.typed, self.typed.len(), lang)
    }

    /// The line with the completion that is chosen.
    pub(crate) fn line(&self, lang: Lang) -> String {
        let mut line = self.typed.clone();
        if let Some(completion) = self.picked.and_then(|at| self.completions(lang).into_iter().nth(at)) {
            line.replace_range(completion.at, &completion.text);
        }
        line
    }

    /// The next completion, or the one before.
    pub(crate) fn pick(&mut self, forward: bool, lang: Lang) {
        let all = self.completions(lang).len();
        if all > 0 {
            let next = |at: usize| if forward { (at + 1) % all } else { (at + all - 1) % all };
            self.picked = Some(self.picked.map_or(if forward { 0 } else { all - 1 }, next));
            self.error = None;
        }
    }

    /// Appends text, without control characters and up to the greatest length.
    pub(crate) fn push(&mut self, text: &str, lang: Lang) {
        self.typed = self.line(lang);
        let free = LONGEST.saturating_sub(self.typed.chars().count());
        self.typed.extend(text.chars().filter(|c| !c.is_control()).take(free));
        (self.picked, self.error) = (None, None);
    }

    /// Takes the last character out.
    pub(crate) fn pop(&mut self, lang: Lang) {
        self.typed = self.line(lang);
        self.typed.pop();
        (self.picked, self.error) = (None, None);
    }
}
