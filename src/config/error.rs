//! What can be wrong with settings, and where. In which words it is told is for [`say`](crate::say).

use std::fmt;

use super::{SettingKey, SettingOrigin};
use crate::{compare::exclusion::PatternError, document::safe_name, simhash::RecipeError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    pub place: SettingPlace,
    pub kind: SettingErrorKind,
}

/// Where something stands.
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

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingErrorKind {
    /// The file cannot be read, for this reason.
    Unreadable(String),
    /// It is no TOML.
    Syntax(String),
    /// There is no such setting, table of keys, or action.
    Unknown {
        /// As it was written.
        name: String,
        /// What may have been meant.
        like: Option<String>,
    },
    /// A value is of the wrong kind or out of its range.
    Value {
        /// Of which setting.
        key: SettingKey,
        /// As it was written.
        given: String,
    },
    /// A recipe's part is none, or the parts do not go together.
    Recipe(SettingKey, RecipeError),
    /// A pattern is none.
    Pattern(PatternError),
    /// What should be a table is none.
    NoTable(String),
    /// Keys are to be written as one text, or as a list of them.
    NoKeys(String),
    /// No key is called that.
    NotAKey {
        /// Of which action.
        action: String,
        /// As it was written.
        key: String,
    },
    /// A key would have two meanings on one screen.
    Taken {
        key: String,
        /// What was to have it.
        action: String,
        /// What has it.
        by: String,
        screen: String,
    },
    /// An action that must have a key would have none.
    Needed(String),
}

impl SettingError {
    /// Something wrong, there.
    pub fn new(place: SettingPlace, kind: SettingErrorKind) -> Self {
        Self { place, kind }
    }
}

/// A file's name as it may be shown.
pub(super) fn shown(file: &std::path::Path) -> String {
    safe_name(&file.to_string_lossy())
}
