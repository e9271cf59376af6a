//! Warnings of a reading: the text is there, but may not be all or not what was meant.

/// A reason why a text may not be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ReadWarning {
    /// The name says another format than the content.
    Misnamed,
    /// The file ends too early or is malformed; the text is the part before that.
    Cut,
    /// Parts of it could not be read; the text is what the others hold.
    Missing,
    /// There is no text in it at all, though it is of a kind that holds more than text: pictures of pages, perhaps.
    NoText,
}

/// A set of warnings.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ReadWarnings(u8);

impl ReadWarning {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Self; 4] = [Self::Misnamed, Self::Cut, Self::Missing, Self::NoText];

    /// A stable name for files and translations.
    pub fn key(self) -> &'static str {
        match self {
            Self::Misnamed => "misnamed",
            Self::Cut => "cut",
            Self::Missing => "missing",
            Self::NoText => "no-text",
        }
    }
}

impl ReadWarnings {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Adds one where there is reason to.
    pub(crate) fn add_if(&mut self, reason: bool, warning: ReadWarning) {
        if reason {
            self.0 |= 1 << warning as u8;
        }
    }

    /// Whether it is among them.
    pub fn has(self, warning: ReadWarning) -> bool {
        self.0 & (1 << warning as u8) != 0
    }

    /// Those there are, in the order of [`ReadWarning::ALL`].
    pub fn iter(self) -> impl Iterator<Item = ReadWarning> {
        ReadWarning::ALL.into_iter().filter(move |&warning| self.has(warning))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::fmt::Debug for ReadWarnings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set() {
        let mut warnings = ReadWarnings::NONE;
        warnings.add_if(true, ReadWarning::NoText);
        warnings.add_if(false, ReadWarning::Missing);
        warnings.add_if(true, ReadWarning::Misnamed);
        assert_eq!(warnings.iter().collect::<Vec<_>>(), [ReadWarning::Misnamed, ReadWarning::NoText]);
        assert_eq!(format!("{warnings:?}"), "{Misnamed, NoText}");
        assert!(!warnings.is_empty() && ReadWarnings::NONE.is_empty());
    }
}
