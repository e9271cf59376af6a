//! The numbers of a text's paragraphs, without a diff: the same that a [`Diff`](super::Diff) of it has.

use super::{Side, piece};

/// Where the numbered paragraphs of a text begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Vec<u32>);

impl Numbers {
    /// Of a text. Segments are needed only to cut long paragraphs into pieces, which have no numbers, so there may be
    /// none.
    pub fn new(side: Side<'_>) -> Self {
        let numbered = piece::pieces(side).into_iter().filter(|piece| piece.first);
        Self(numbered.filter(|p| !piece::body(side.text, p.span).is_empty()).map(|p| p.span.start).collect())
    }

    /// The number of the paragraph that a byte stands in, from 1; 0 where there is none.
    pub fn at(&self, byte: u32) -> u32 {
        // Blank lines at the start belong to the first.
        self.0.partition_point(|&start| start <= byte).max(1).min(self.0.len()) as u32
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.0.len()
    }
}
