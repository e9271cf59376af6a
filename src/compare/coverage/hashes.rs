//! The windows of a text without the text. Must not know where they are kept.

use std::sync::Arc;

use super::Windows;

/// The hashes of all windows of a text: enough to find what of other texts occurs in it, once the text itself is gone.
/// They are those of one [`RunLength`](super::RunLength) and one [`READING_VERSION`](super::READING_VERSION).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowHashes(Arc<[u64]>);

impl WindowHashes {
    /// From hashes that rise; `None` where they do not.
    pub fn from_rising(hashes: Vec<u64>) -> Option<Self> {
        hashes.is_sorted_by(|one, next| one < next).then(|| Self(hashes.into()))
    }

    /// The hashes, rising.
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }
}

impl From<&Windows> for WindowHashes {
    fn from(windows: &Windows) -> Self {
        Self(windows.set.as_slice().into())
    }
}
