//! The memory that a text takes with the work on it, for the [budget](crate::document::memory). Must not know what the
//! budget is.
//!
//! Each figure is a peak per byte of text in UTF-8, rounded up from the resident memory of the program with two texts of 20
//! MB less 100 MB: comparing took 4.5 for a mixed text, 3.9 for an English one and 12.6 for Chinese characters at random,
//! explaining took 12.8, the differences 4.7 and, of texts with nothing in common, 11.2.
//!
//! Two Chinese texts of 9 MB with words in random order took, per byte over the 52 MB of the program: comparing 8, of which
//! 1 is the text, 2 its units (6 bytes for each character of 3), 4 its windows (12 bytes: hash and place) and the others are
//! features; explaining 19, since its list of passages takes 30 bytes for each unit of both while their windows are kept;
//! the differences 12.
//!
//! Texts that nobody writes take more: comparing took 20 where no word occurs twice, and 36 where all words are one of two
//! letters. The default budget is half of the memory, which leaves as much again for them. The screens were not measured;
//! they have the figure of explaining twice over.

/// The work on documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Each is hashed, and dropped.
    Hash,
    /// All are compared.
    Compare,
    /// All are compared, and two of them in detail.
    Explain,
    /// The differences of two.
    Differences,
    /// All are compared, and looked at on screens.
    Screens,
}

impl Work {
    /// Bytes of memory for each byte of text.
    pub(super) fn bytes_per_byte(self) -> u64 {
        match self {
            Self::Hash => 8,
            Self::Compare => 13,
            Self::Differences => 12,
            Self::Explain | Self::Screens => 24,
        }
    }

    /// Whether the documents stay in memory when their turn is over.
    pub(super) fn keeps(self) -> bool {
        self != Self::Hash
    }
}
