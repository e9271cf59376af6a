//! The verdicts of a reader.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::locale::Lang;

/// A reader's decision on a pair or on one place of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Copied without attribution.
    Copy,
    /// Quoted with attribution.
    Quotation,
    /// Shared by many texts: a form, a licence, a legal clause.
    Common,
    /// Reviewed, no problem.
    Cleared,
    /// Reviewed, but undecided.
    Unsure,
}

impl Verdict {
    /// In the order of menus.
    pub const ALL: [Self; 5] = [Self::Copy, Self::Quotation, Self::Common, Self::Cleared, Self::Unsure];

    /// Smaller for one that says more against a document; largest for none.
    pub(crate) fn gravity(of: Option<Self>) -> usize {
        let order = [Self::Copy, Self::Unsure, Self::Quotation, Self::Common, Self::Cleared];
        order.iter().position(|&verdict| Some(verdict) == of).unwrap_or(order.len())
    }

    /// A stable name, for files and filters.
    pub fn key(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Quotation => "quotation",
            Self::Common => "common",
            Self::Cleared => "cleared",
            Self::Unsure => "unsure",
        }
    }

    pub fn letter(self) -> char {
        match self {
            Self::Copy => 'c',
            Self::Quotation => 'q',
            Self::Common => 'm',
            Self::Cleared => 'k',
            Self::Unsure => 'u',
        }
    }

    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.letter() == letter)
    }

    /// A word or a Han character, for narrow columns.
    pub fn sign(self, lang: Lang) -> &'static str {
        lang.find(&format!("verdict.{}-sign", self.key())).unwrap_or_default()
    }

    pub fn label(self, lang: Lang) -> &'static str {
        lang.find(&format!("verdict.{}", self.key())).unwrap_or_default()
    }
}

impl FromStr for Verdict {
    type Err = ();

    /// From its stable name.
    fn from_str(key: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|verdict| verdict.key() == key).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_tell_them_apart() {
        for verdict in Verdict::ALL {
            assert_eq!(verdict.key().parse(), Ok(verdict));
            assert_eq!(Verdict::of_letter(verdict.letter()), Some(verdict));
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.key());
        }
        assert_eq!(Verdict::ALL.map(Verdict::letter).iter().collect::<String>(), "cqmku");
        assert_eq!("Copy".parse::<Verdict>(), Err(()));
    }
}
