//! The windows of a text without the text. Must not know where they are kept.

use std::sync::Arc;

use super::{
    Windows,
    sorted::{HASH_BITS, SortedHashes},
};

/// The hashes of all windows of a text: enough to find what of other texts occurs in it, once the text itself is gone.
/// They are those of one [`RunLength`](super::RunLength) and one [`READING_VERSION`](super::READING_VERSION).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowHashes(pub(super) Arc<SortedHashes>);

impl WindowHashes {
    /// From hashes that rise; `None` where they do not, or are no hashes of windows.
    pub fn from_rising(hashes: &[u64]) -> Option<Self> {
        let rising = hashes.is_sorted_by(|one, next| one < next);
        let whole = rising && hashes.last().is_none_or(|last| last >> HASH_BITS == 0);
        whole.then(|| Self(SortedHashes::from_rising(hashes.iter().copied(), hashes.len()).into()))
    }

    /// The hashes, rising.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&Windows> for WindowHashes {
    fn from(windows: &Windows) -> Self {
        Self(windows.set.clone())
    }
}
