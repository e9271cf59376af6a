//! The memory that a text takes with the work on it, for the [budget](crate::document::memory). Must not know what the
//! budget is.
//!
//! Each figure is a peak of resident memory per byte of text in UTF-8, rounded up, with two texts of 20 MB and less 100 MB, of
//! which the program itself has 20. The 100 MB are a smaller share of longer texts, so two are added.
//!
//! | two texts of 20 MB | comparing | explaining | differences |
//! |---|---|---|---|
//! | Chinese characters at random, and an edited copy | 4.3 | | 1.8 |
//! | Chinese words in random order | 5.1 | | |
//! | the same, and an edited copy | 5.6 | 5.4 | 3.5 |
//! | Chinese and English mixed, and an edited copy | 5.4 | 5.4 | |
//! | two texts of Chinese characters at random | | | 4.6 |
//!
//! Per byte of Chinese, the text has 1, its units 0.4 (a byte for each character of 3), its windows 3.4 (6 bytes for a hash,
//! 4 for a place); while they are sorted, 1.8 more for one text at a time. The words in random order are 260,000 different
//! ones, whose features take 1. Texts shared word for word take 0.7 more, since links between windows are 4 bytes for both.
//!
//! On screens the words in random order and their edited copy took 9.3 until they were compared, and 14.4 when their
//! differences were shown.

/// The work on documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Each is hashed, and dropped.
    Hash,
    /// All are compared; two of them in detail, perhaps.
    Compare,
    /// All are compared, and looked at on screens.
    Screens,
}

impl Work {
    /// Bytes of memory for each byte of text.
    pub(super) fn bytes_per_byte(self) -> u64 {
        match self {
            Self::Hash | Self::Compare => 8,
            Self::Screens => 16,
        }
    }

    /// Whether the documents stay in memory when their turn is over.
    pub(super) fn keeps(self) -> bool {
        self != Self::Hash
    }
}
