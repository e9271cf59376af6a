//! The memory that a text takes with the work on it, for the [budget](crate::document::memory). Must not know what the
//! budget is.
//!
//! Each figure is a peak of resident memory per byte of text in UTF-8, rounded up, with two texts of 20 MB and less 100 MB, of
//! which the program itself has 52. The 100 MB are a smaller share of longer texts, so one is added for comparing.
//!
//! | two texts of 20 MB | comparing | explaining |
//! |---|---|---|
//! | Chinese characters at random | 5.0 | 5.1 |
//! | the same, and an edited copy | 5.2 | 5.3 |
//! | Chinese words in random order | 6.1 | 6.1 |
//! | the same, and an edited copy | 6.4 | 6.4 |
//! | Chinese and English, mixed | 5.9 | |
//!
//! Per byte of Chinese, the text has 1, its units 0.4 (a byte for each character of 3), its windows 3.4 (6 bytes for a hash,
//! 4 for a place); while they are sorted, 1.8 more for one text at a time. The words in random order are 260,000 different
//! ones, whose features take 1. Texts shared word for word take 0.7 more, since links between windows are 4 bytes for both.
//!
//! The differences of two texts took 12.7 for Chinese characters at random: a segment and a word, of 12 bytes each, for every
//! character of 3.
//!
//! Texts that nobody writes take more: comparing took 20 where no word occurs twice. The default budget is half of the
//! memory, which leaves as much again for them. The screens were not measured; they have twice the figure that explaining had
//! before its list of passages took less.

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
            Self::Hash | Self::Compare | Self::Explain => 8,
            Self::Differences => 13,
            Self::Screens => 24,
        }
    }

    /// Whether the documents stay in memory when their turn is over.
    pub(super) fn keeps(self) -> bool {
        self != Self::Hash
    }
}
