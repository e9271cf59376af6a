//! Errors in settings, each with its place. [`say`](crate::say) words them.

use std::fmt;

use super::{SettingKey, SettingOrigin};
use crate::{compare::exclusion::PatternError, document::SpecialFile, simhash::RecipeError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    pub place: SettingPlace,
    pub kind: SettingErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingPlace {
    /// In a file as a whole.
    File(String),
    /// On a line of a file, from 1.
    Line(String, usize),
    /// In a variable of the environment.
    Variable(String),
}

impl fmt::Display for SettingPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => f.write_str(file),
            Self::Line(file, line) => write!(f, "{file}:{line}"),
            Self::Variable(name) => f.write_str(name),
        }
    }
}

impl From<&SettingOrigin> for SettingPlace {
    fn from(origin: &SettingOrigin) -> Self {
        match origin {
            SettingOrigin::File(file, line) => Self::Line(file.clone(), *line),
            SettingOrigin::Environment(variable) => Self::Variable(variable.clone()),
            SettingOrigin::Flag => Self::Variable(String::new()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingErrorKind {
    /// The file cannot be read, for this reason.
    Unreadable(String),
    /// The file is no file.
    Special(SpecialFile),
    /// The file is not valid TOML.
    Syntax(String),
    /// There is no such setting, table of keys, or action.
    Unknown {
        /// As it was written.
        name: String,
        /// The known name that resembles it most.
        like: Option<String>,
    },
    /// A setting that is no more.
    Replaced {
        name: String,
        /// What is said in its place.
        by: &'static str,
    },
    /// The value is of the wrong kind or out of range.
    Value {
        key: SettingKey,
        /// As it was written.
        given: String,
    },
    /// A part of the recipe is not known, or the parts contradict each other.
    Recipe(RecipeError),
    /// Not a valid regular expression.
    Pattern(PatternError),
    /// The name of a value that must be a table.
    NoTable(String),
    /// The action of keys that are neither a string nor a list of strings.
    NoKeys(String),
    /// An action has a key that does not exist.
    NotAKey {
        action: String,
        /// As it was written.
        key: String,
    },
    /// A key would have two meanings on one screen.
    Taken {
        key: String,
        /// The action that does not get the key.
        action: String,
        /// The action that has the key.
        by: String,
        screen: String,
    },
    /// An action that must have a key would have none.
    Needed(String),
}

impl SettingError {
    pub fn new(place: SettingPlace, kind: SettingErrorKind) -> Self {
        Self { place, kind }
    }
}
