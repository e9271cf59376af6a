//! The memory that a text takes with the work on it, for the [budget](crate::document::memory). Must not know what the
//! budget is.
//!
//! Each figure is the peak measured with texts of 20 to 250 MB, per byte of the text in UTF-8, rounded up: the largest of
//! Chinese, English and mixed text, against itself and against another one.

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
