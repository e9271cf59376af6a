//! The settings: defaults < file < environment < flags, merged key by key, each value with where it was said.
//!
//! | file | for |
//! |---|---|
//! | `key` | the table of all settings: name, what is allowed, default |
//! | `value` | the settings that are a choice of names |
//! | `file` | the text of a file → a [`Config`] and what is wrong with it; pure |
//! | `place` | which file that is, and reading it |
//! | `environment` | the variables |
//! | `error` | what can be wrong, and where |
//! | `template` | the file that `simscope config init` writes |
//!
//! A setting has one name everywhere: `run-han` in the file, `SIMSCOPE_RUN_HAN` in the environment, `--run-han` on the
//! command line. Values are kept as the words they were written in, checked when they come in: so all layers are alike,
//! and what is wrong can be told in the reader's own words. What is wrong never stops the program: that one value is as
//! if it had not been said, and a [`SettingError`] tells of it.
//!
//! Knows languages, recipes and lengths of runs, which are values of settings; neither screens nor the command line.
//! Keys of the keyboard are words here; what they mean is for the keymap to say.

mod check;
mod environment;
mod error;
pub(crate) mod file;
mod key;
mod place;
mod template;
mod value;

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, fmt, path::PathBuf};

pub(crate) use check::check;
pub(crate) use environment::of_environment;
pub(crate) use error::{SettingError, SettingErrorKind, SettingPlace};
pub(crate) use file::{parse, unknown};
pub(crate) use key::{SettingKey, ValueKind};
pub(crate) use place::{read, write_new};
pub(crate) use template::{template, written};
pub(crate) use value::{ColorChoice, ThemeName};

use crate::{
    compare::{coverage::RunLength, exclusion::Pattern, pair::DEFAULT_K},
    locale::Lang,
    simhash::{Keep, Recipe, RecipeError, Tokenizer, Weighting},
};

/// Settings that were said, in one layer or in several merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    values: BTreeMap<SettingKey, SettingValue>,
    /// Keys of the keyboard, in the order of the file.
    pub bindings: Vec<Binding>,
    /// The file that was looked for, if any.
    pub file: Option<PathBuf>,
}

/// A value as it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingValue {
    pub text: String,
    pub origin: SettingOrigin,
}

/// Where a value was said; the weakest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SettingOrigin {
    /// In the file, on this line.
    File(String, usize),
    /// In the environment, by this variable.
    Environment(String),
    /// On the command line.
    Flag,
}

impl fmt::Display for SettingOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file, line) => write!(f, "{file}:{line}"),
            Self::Environment(variable) => f.write_str(variable),
            Self::Flag => f.write_str("command line"),
        }
    }
}

/// The keys of an action, as the file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// `everywhere`, or a screen.
    pub place: String,
    pub action: String,
    /// Its keys; empty where it is to have none.
    pub keys: Vec<String>,
    /// Where it stands in the file.
    pub at: SettingPlace,
}

impl Config {
    /// Says a value. One that is not allowed is left out.
    ///
    /// # Errors
    /// The error.
    pub fn set(&mut self, key: SettingKey, text: &str, origin: SettingOrigin) -> Result<(), SettingErrorKind> {
        check(key, text)?;
        self.values.insert(key, SettingValue { text: text.into(), origin });
        Ok(())
    }

    /// The value as it was said, if it was.
    pub fn get(&self, key: SettingKey) -> Option<&SettingValue> {
        self.values.get(&key)
    }

    /// The value in words, the default where nothing was said.
    pub fn text(&self, key: SettingKey) -> &str {
        self.get(key).map_or(key.default(), |value| &value.text)
    }

    /// Lays a stronger layer over this one. A recipe, or a value that goes with another, takes with it what was said of
    /// its parts further down: `--recipe yanyiwu` means that profile whatever tokens the file asks for.
    ///
    /// Where the parts of the recipe do not go together the layer's own are left out.
    ///
    /// # Errors
    /// Why the parts do not go together.
    pub fn merge(&mut self, over: Self) -> Result<(), (SettingKey, SettingOrigin, RecipeError)> {
        self.bindings.extend(over.bindings);
        self.file = over.file.or(self.file.take());
        let (parts, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
            over.values.into_iter().partition(|(key, _)| key.of_recipe());
        self.values.extend(others);
        let before = self.values.clone();
        if parts.contains_key(&SettingKey::Recipe) {
            self.values.retain(|key, _| !key.of_recipe());
        }
        // Given tokens and given weights go together: whoever asks anew for one of them means both.
        for (one, other) in [(SettingKey::Tokens, SettingKey::Weight), (SettingKey::Weight, SettingKey::Tokens)] {
            let given = parts.get(&one).map(|value| value.text.starts_with("given"));
            if given.is_some_and(|given| given != self.is_given(other)) && !parts.contains_key(&other) {
                self.values.remove(&other);
            }
        }
        let last = parts.iter().next_back().map(|(key, value)| (*key, value.origin.clone()));
        self.values.extend(parts);
        match (self.recipe(), last) {
            (Err(error), Some((key, origin))) => {
                self.values = before;
                Err((key, origin, error))
            }
            _ => Ok(()),
        }
    }

    fn is_given(&self, key: SettingKey) -> bool {
        self.get(key).is_some_and(|value| value.text.starts_with("given"))
    }

    /// The recipe.
    ///
    /// # Errors
    /// Where its parts do not go together.
    pub fn recipe(&self) -> Result<Recipe, RecipeError> {
        let mut recipe: Recipe = match self.get(SettingKey::Recipe) {
            Some(line) => line.text.parse()?,
            None => Recipe::default(),
        };
        let said = |key| self.get(key).map(|value| value.text.as_str());
        let tokenizer = said(SettingKey::Tokens).map(str::parse).transpose()?;
        let weight = said(SettingKey::Weight).map(str::parse).transpose()?;
        // Neither makes sense without the other, so one of them is enough to ask for both.
        let (tokenizer, weight) = match (tokenizer, weight) {
            (Some(Tokenizer::Given), None) => (tokenizer, Some(Weighting::Given(Keep::All))),
            (None, Some(Weighting::Given(_))) => (Some(Tokenizer::Given), weight),
            both => both,
        };
        recipe.tokenizer = tokenizer.unwrap_or(recipe.tokenizer);
        recipe.weight = weight.unwrap_or(recipe.weight);
        if let Some(fold) = said(SettingKey::Fold) {
            recipe.fold = fold.parse()?;
        }
        if let Some(hash) = said(SettingKey::Hash) {
            recipe.hash = hash.parse()?;
        }
        if let Some(bits) = said(SettingKey::Bits) {
            recipe.bits = crate::simhash::parse_bits(bits)?;
        }
        if let Some(tie) = said(SettingKey::Tie) {
            recipe.tie = tie.parse()?;
        }
        recipe.checked()
    }

    /// The largest distance called near, where one was said; no larger than a fingerprint of so many bits is wide.
    pub fn k(&self, bits: u8) -> Option<u32> {
        let k: u32 = self.get(SettingKey::K)?.text.parse().unwrap_or(DEFAULT_K);
        Some(k.min(u32::from(bits)))
    }

    /// The language: that of the environment unless one was said.
    pub fn lang(&self) -> Lang {
        let lang = match self.text(SettingKey::Lang) {
            "en" => Lang::En,
            "zh" => Lang::Zh,
            _ => Lang::of_environment(),
        };
        if self.plain_marks() { lang.in_ascii() } else { lang }
    }

    /// How long a shared run must be.
    pub fn run(&self) -> RunLength {
        let default = RunLength::default();
        let length = |key, default| self.text(key).parse().unwrap_or(default);
        RunLength { han: length(SettingKey::RunHan, default.han), words: length(SettingKey::RunWords, default.words) }
    }

    /// What is left out of the scores: quotations, lists of references.
    pub fn exclude(&self) -> [bool; 2] {
        let names = self.text(SettingKey::Exclude);
        ["quotations", "references"].map(|name| names.split(',').any(|said| said.trim() == name))
    }

    /// In how many documents a passage that is left out stands at least.
    pub fn common(&self) -> Option<usize> {
        self.text(SettingKey::Common).parse().ok().filter(|&least| least > 0)
    }

    /// What matches these is left out.
    pub fn patterns(&self) -> Vec<Pattern> {
        check::patterns(self.text(SettingKey::ExcludePattern)).filter_map(Result::ok).collect()
    }

    /// How many equal paragraphs stand around a change.
    pub fn context(&self) -> usize {
        self.text(SettingKey::Context).parse().unwrap_or(2)
    }

    /// The colours by name.
    pub fn theme(&self) -> ThemeName {
        self.text(SettingKey::Theme).parse().unwrap_or_default()
    }

    /// Whether there is to be colour.
    pub fn color(&self) -> ColorChoice {
        self.text(SettingKey::Color).parse().unwrap_or_default()
    }

    /// Whether all marks of our own are to be ASCII: where that was said, and where the terminal would draw others two
    /// cells wide.
    pub fn plain_marks(&self) -> bool {
        self.text(SettingKey::Ascii) == "true" || self.wide()
    }

    /// Whether the screens are in large print.
    pub fn big(&self) -> bool {
        self.text(SettingKey::Big) == "true"
    }

    /// Whether the terminal draws East Asian ambiguous characters two cells wide.
    pub fn wide(&self) -> bool {
        self.text(SettingKey::Ambiguous) == "2"
    }

    /// Whether what a review read is kept for the next time.
    pub fn cache(&self) -> bool {
        self.text(SettingKey::Cache) == "true"
    }

    /// Whether anything may move by itself.
    pub fn motion(&self) -> bool {
        self.text(SettingKey::Motion) == "true"
    }
    /// Whether documents are called by their numbers.
    pub fn hide_names(&self) -> bool {
        self.text(SettingKey::HideNames) == "true"
    }
}
