//! The settings: defaults < file < environment < flags, merged setting by setting, each value with its origin.
//!
//! | file | for |
//! |---|---|
//! | `key` | the table of all settings: name, default, kind of value; the file that `simscope config init` writes |
//! | `file` | the file and the variables → a [`Config`] and the errors in it |
//! | `recipe` | the recipe and its parts in one text |
//! | `error` | errors, each with its place |
//! | `first_run` | whether a newcomer is still shown the ways on from the samples |
//!
//! A setting has one name everywhere: `hide-names` in the file, `SIMSCOPE_HIDE_NAMES` in the environment,
//! `--hide-names` on the command line. Values are kept as text and checked when they are set, so that all layers are
//! alike and errors can quote what was written. An error never stops the program: the value is ignored, and a
//! [`SettingError`] names it.
//!
//! Knows languages, recipes and lengths of runs, which are values of settings; it must not know screens or the command
//! line. Keys of the keyboard are text here; the keymap reads them.

/// An enum whose variants have a name in the file, in the environment and on the command line.
macro_rules! named {
    ($(#[$doc:meta])* $vis:vis $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $type { $($(#[$variant_doc])* $variant,)+ }

        impl $type {
            $vis const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];
            /// In the order of [`Self::ALL`].
            $vis const NAMES: &'static [&'static str] = &[$($name),+];

            $vis fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }

        impl FromStr for $type {
            type Err = ();

            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($name => Ok(Self::$variant),)+ _ => Err(()) }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

mod error;
pub(crate) mod file;
mod first_run;
mod key;
mod recipe;

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, fmt, path::PathBuf};

pub(crate) use error::{SettingError, SettingErrorKind, SettingPlace};
pub(crate) use file::{like, of_environment, read, unknown, write_new};
pub(crate) use first_run::FirstRun;
use key::LEAST_BUDGET;
pub(crate) use key::LONGEST_NAME;
pub(crate) use key::{ColorChoice, SettingKey, ThemeName, ValueKind, template, written};
pub(crate) use recipe::{RecipeField, RecipeText};

use crate::{
    compare::{
        DEFAULT_K, TextThresholds,
        coverage::RunLength,
        exclusion::{Pattern, PatternError},
    },
    locale::Lang,
    simhash::{Recipe, RecipeError},
    url,
};

/// The settings of one layer, or of several merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    values: BTreeMap<SettingKey, SettingValue>,
    /// Keys of the keyboard, in the order of the file.
    pub bindings: Vec<Binding>,
    /// The file that was looked for, if any.
    pub file: Option<PathBuf>,
}

/// A value as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingValue {
    pub text: String,
    pub origin: SettingOrigin,
}

/// The origin of a value; the weakest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SettingOrigin {
    /// In the file, on this line.
    File(String, usize),
    /// In the environment, by this variable.
    Environment(String),
    Flag,
}

impl SettingOrigin {
    /// The layer, whatever the line in it.
    fn level(&self) -> u8 {
        match self {
            Self::File(..) => 0,
            Self::Environment(_) => 1,
            Self::Flag => 2,
        }
    }
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

/// The keys of an action, as written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// `everywhere`, or a screen.
    pub place: String,
    pub action: String,
    /// Empty if the action has no key.
    pub keys: Vec<String>,
    pub at: SettingPlace,
}

impl Config {
    /// Sets a value.
    ///
    /// # Errors
    /// If the value is not allowed; then nothing changes.
    pub fn set(&mut self, key: SettingKey, text: &str, origin: SettingOrigin) -> Result<(), SettingErrorKind> {
        check(key, text)?;
        let without = (key == SettingKey::Library).then(|| url::take_account(text)).flatten();
        let text = without.map_or_else(|| text.into(), |(url, _)| url);
        self.values.insert(key, SettingValue { text, origin });
        Ok(())
    }

    fn is_on(&self, switch: SettingKey) -> bool {
        self.text(switch) == "true"
    }

    /// The value, unless it is the default.
    pub fn get(&self, key: SettingKey) -> Option<&SettingValue> {
        self.values.get(&key)
    }

    /// The value or the default, as text.
    pub fn text(&self, key: SettingKey) -> &str {
        self.get(key).map_or(key.default(), |value| &value.text)
    }

    /// Merges a stronger layer into this one.
    ///
    /// # Errors
    /// If the parts of the recipe contradict each other; then the stronger layer's recipe is ignored.
    pub fn merge(&mut self, over: Self) -> Result<(), (SettingOrigin, RecipeError)> {
        self.bindings.extend(over.bindings);
        self.file = over.file.or(self.file.take());
        let mut values = over.values;
        let said = values.remove(&SettingKey::Recipe);
        self.values.extend(values);
        let Some(SettingValue { text, origin }) = said else { return Ok(()) };
        let merged = text.parse().map(|said: RecipeText| said.over(self.recipe_text()));
        match merged.and_then(|merged| merged.recipe().map(|_| merged.to_string())) {
            Ok(text) => {
                self.values.insert(SettingKey::Recipe, SettingValue { text, origin });
                Ok(())
            }
            Err(error) => Err((origin, error)),
        }
    }

    fn recipe_text(&self) -> RecipeText {
        // What is here was checked when it was set.
        self.get(SettingKey::Recipe).and_then(|said| said.text.parse().ok()).unwrap_or_default()
    }

    /// The recipe of all its parts.
    ///
    /// # Errors
    /// If its parts contradict each other.
    pub fn recipe(&self) -> Result<Recipe, RecipeError> {
        self.recipe_text().recipe()
    }

    /// The threshold, if one was set or goes with the recipe; at most the width of the fingerprint.
    pub fn k(&self, bits: u8) -> Option<u32> {
        let set = || Some(self.get(SettingKey::K)?.text.parse().unwrap_or(DEFAULT_K));
        Some(self.k_of_recipe().or_else(set)?.min(u32::from(bits)))
    }

    /// The threshold that goes with the recipe, unless one was set where the recipe was or above.
    pub fn k_of_recipe(&self) -> Option<u32> {
        let named = self.get(SettingKey::Recipe)?;
        let set = self.get(SettingKey::K).is_some_and(|set| set.origin.level() >= named.origin.level());
        self.recipe_text().k().filter(|_| !set)
    }

    /// The language, by default that of the environment.
    pub fn lang(&self) -> Lang {
        let lang = Lang::of_locale(self.text(SettingKey::Lang)).unwrap_or_else(Lang::of_environment);
        if self.plain_marks() { lang.in_ascii() } else { lang }
    }

    /// The shortest shared run.
    pub fn run(&self) -> RunLength {
        run_length(self.text(SettingKey::Run)).unwrap_or_default()
    }

    /// The thresholds of the signals that need both texts.
    pub fn text_thresholds(&self) -> TextThresholds {
        let default = TextThresholds::default();
        let percent = |key, default| self.text(key).parse().unwrap_or(default);
        TextThresholds {
            shared: percent(SettingKey::Shared, default.shared),
            cosine: percent(SettingKey::Cosine, default.cosine),
        }
    }

    pub fn exclude(&self) -> [bool; 2] {
        let names = self.text(SettingKey::Exclude);
        ["quotations", "references"].map(|name| names.split(',').any(|said| said.trim() == name))
    }

    /// The least number of documents in which a passage occurs to be excluded.
    pub fn common(&self) -> Option<usize> {
        self.text(SettingKey::Common).parse().ok().filter(|&least| least > 0)
    }

    /// Text that matches one of these is excluded. A pattern that spans lines, which was allowed before, is an error.
    pub fn patterns(&self) -> impl Iterator<Item = Result<Pattern, PatternError>> {
        patterns(self.text(SettingKey::ExcludePattern))
    }

    /// Equal paragraphs shown around a change.
    pub fn context(&self) -> usize {
        self.text(SettingKey::Context).parse().unwrap_or(2)
    }

    /// Whether lines of hard-wrapped paragraphs are joined for reading.
    pub fn join_lines(&self) -> bool {
        self.is_on(SettingKey::JoinLines)
    }

    pub fn theme(&self) -> ThemeName {
        self.text(SettingKey::Theme).parse().unwrap_or_default()
    }

    pub fn color(&self) -> ColorChoice {
        self.text(SettingKey::Color).parse().unwrap_or_default()
    }

    /// Whether the interface uses ASCII only: if that was set, or if the terminal would draw its other characters two
    /// cells wide.
    pub fn plain_marks(&self) -> bool {
        self.is_on(SettingKey::Ascii) || self.wide()
    }

    pub fn big(&self) -> bool {
        self.is_on(SettingKey::Big)
    }

    /// Whether the terminal draws East Asian ambiguous characters two cells wide.
    pub fn wide(&self) -> bool {
        self.text(SettingKey::Ambiguous) == "2"
    }

    pub fn cache(&self) -> bool {
        self.is_on(SettingKey::Cache)
    }

    /// The memory for all texts and the work on them, in bytes; `None` for half of what there is.
    pub fn memory(&self) -> Option<u64> {
        self.text(SettingKey::Memory)
            .parse()
            .ok()
            .filter(|&megabytes| megabytes > 0)
            .map(|megabytes: u64| megabytes << 20)
    }

    pub fn motion(&self) -> bool {
        self.is_on(SettingKey::Motion)
    }

    /// Whether a verdict goes on to the next undecided pair.
    pub fn goes_on(&self) -> bool {
        self.is_on(SettingKey::GoOn)
    }

    pub fn hide_names(&self) -> bool {
        self.is_on(SettingKey::HideNames)
    }
}

/// Checks a value that somebody gave for a setting.
///
/// # Errors
/// If the value is not allowed.
pub(crate) fn check(key: SettingKey, text: &str) -> Result<(), SettingErrorKind> {
    let fits = match key.kind() {
        ValueKind::OneOf(_) if key == SettingKey::Lang && Lang::of_locale(text).is_some() => true,
        ValueKind::OneOf(names) => names.contains(&text),
        ValueKind::AnyOf(names) => text == NONE || text.split(',').all(|name| names.contains(&name.trim())),
        ValueKind::Patterns => {
            // One that spans lines was allowed before, and is said to be ignored where it is used.
            let wrong = patterns(text).find_map(|pattern| pattern.err().filter(|error| !error.spans_lines));
            return wrong.map_or(Ok(()), |error| Err(SettingErrorKind::Pattern(error)));
        }
        ValueKind::Number(_) if key == SettingKey::Common => {
            text.parse().is_ok_and(|n: u32| n == 0 || (3..=1000).contains(&n))
        }
        ValueKind::Number(range) if key == SettingKey::Memory => {
            text.parse().is_ok_and(|n: u32| n == 0 || (LEAST_BUDGET..=*range.end()).contains(&n))
        }
        ValueKind::Number(range) => text.parse().is_ok_and(|n| range.contains(&n)),
        ValueKind::Place => !text.is_empty(),
        ValueKind::Name(most) => text.chars().count() <= most && !text.contains(char::is_control),
        ValueKind::Switch => matches!(text, "true" | "false"),
        ValueKind::Run => run_length(text).is_some(),
        ValueKind::Recipe => return text.parse::<RecipeText>().map(drop).map_err(SettingErrorKind::Recipe),
    };
    if fits { Ok(()) } else { Err(SettingErrorKind::Value { key, given: format!("{:?}", url::hidden(text)) }) }
}

/// Two lengths, of Han characters and of words.
fn run_length(text: &str) -> Option<RunLength> {
    let (han, words) = text.split_once(',')?;
    let [han, words] = [han, words].map(|length| length.trim().parse().ok().filter(|n| (1..=1000).contains(n)));
    Some(RunLength { han: han?, words: words? })
}

/// The word for an empty list of names.
const NONE: &str = "none";

/// The patterns in `text`, a line each.
fn patterns(text: &str) -> impl Iterator<Item = Result<Pattern, PatternError>> {
    text.lines().filter(|line| !line.is_empty()).map(Pattern::new)
}
