//! What is doubtful of a reading: the text is there, but may not be all or not what was meant.

/// One thing to doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Doubt {
    /// The name says another format than the content.
    Misnamed,
    /// The file ends too early or is malformed; the text is what stands before that.
    Cut,
    /// Parts of it could not be read; the text is what the others hold.
    Missing,
    /// There is no text in it at all, though it is of a kind that holds more than text: pictures of pages, perhaps.
    NoText,
}

/// A set of doubts.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Doubts(u8);

impl Doubt {
    /// All of them, in the order in which they are told.
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

impl Doubts {
    /// No doubt at all.
    pub const NONE: Self = Self(0);

    /// Adds one where there is reason to.
    pub(crate) fn add_if(&mut self, reason: bool, doubt: Doubt) {
        if reason {
            self.0 |= 1 << doubt as u8;
        }
    }

    /// Whether it is among them.
    pub fn has(self, doubt: Doubt) -> bool {
        self.0 & (1 << doubt as u8) != 0
    }

    /// Those there are, in the order of [`Doubt::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Doubt> {
        Doubt::ALL.into_iter().filter(move |&doubt| self.has(doubt))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::fmt::Debug for Doubts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set() {
        let mut doubts = Doubts::NONE;
        doubts.add_if(true, Doubt::NoText);
        doubts.add_if(false, Doubt::Missing);
        doubts.add_if(true, Doubt::Misnamed);
        assert_eq!(doubts.iter().collect::<Vec<_>>(), [Doubt::Misnamed, Doubt::NoText]);
        assert_eq!(format!("{doubts:?}"), "{Misnamed, NoText}");
        assert!(!doubts.is_empty() && Doubts::NONE.is_empty());
    }
}
