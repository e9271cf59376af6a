//! The state of screen 4 while it shows shared text: the passage under the cursor, and where each text is. Computes no
//! passage.

use super::{DiffSide, Passages};
use crate::{batch::Revision, simhash::Span};

/// The place of the reader in the shared text of a pair.
#[derive(Clone, Debug)]
pub(crate) struct SharedState {
    /// The first line shown of A and of B: a paragraph, and a line in it.
    pub tops: [(usize, usize); 2],
    /// The index of the passage under the cursor.
    pub passage: usize,
    /// The number of the place of that passage that is shown, from 0; the texts may have unlike numbers of places.
    pub place: usize,
    /// The text that is shown where there is room for one.
    pub side: DiffSide,
    /// The passage under the cursor is to be shown.
    pub pending: bool,
    /// The passages that the cursor is in, and the first place in A of the one under it.
    of: Option<PassagesKey>,
    at: Option<Span>,
}

type PassagesKey = ([usize; 2], [u64; 2], Option<Revision>);

impl Default for SharedState {
    fn default() -> Self {
        Self { tops: [(0, 0); 2], passage: 0, place: 0, side: DiffSide::A, pending: false, of: None, at: None }
    }
}

impl SharedState {
    /// Brings the cursor in step with the passages: it stays on its words when their numbers change.
    pub(crate) fn refresh(&mut self, passages: &Passages) {
        let of = passages.of();
        if self.of.as_ref() != Some(&of) {
            let same_pair = self.of.is_some_and(|before| before.0 == of.0);
            if same_pair {
                let place = |at: usize| passages.first_place(0, at).map_or(0, |span| span.start);
                let before = self.at.map_or(0, |at| at.start);
                let nearest = (0..passages.total()).min_by_key(|&at| place(at).abs_diff(before));
                self.passage = nearest.unwrap_or(0);
            } else {
                // The cursor begins on a passage that counts.
                let first = passages.shared.passages.iter().position(|passage| passage.number.is_some());
                *self = Self { pending: true, passage: first.unwrap_or(0), ..Self::default() };
            }
            self.of = Some(of);
            for side in 0..2 {
                self.tops[side].0 = self.tops[side].0.min(passages.paragraphs[side].len().saturating_sub(1));
            }
        }
        self.passage = self.passage.min(passages.total().saturating_sub(1));
        self.at = passages.first_place(0, self.passage);
    }

    /// Puts the cursor on a passage.
    pub(crate) fn select(&mut self, passage: usize) {
        (self.passage, self.place) = (passage, 0);
    }
}
