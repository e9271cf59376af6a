//! Two paragraphs that a reader aligned, as a journal stores them.
//!
//! The text between two aligned points is compared by itself, so a point can only be wrong where it is. Points are
//! stored by the hashes of their paragraphs and found again when a file changes.

use serde::{Deserialize, Serialize};

use super::target::hex;
use crate::compare::diff::AlignmentPoint;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alignment {
    a: AlignedParagraph,
    b: AlignedParagraph,
}

/// A paragraph, by its number and the hash of its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct AlignedParagraph {
    number: u32,
    #[serde(with = "hex")]
    says: u64,
}

impl Alignment {
    pub(super) fn new(point: AlignmentPoint) -> Self {
        let paragraph = |side: usize| AlignedParagraph { number: point.numbers[side], says: point.says[side] };
        Self { a: paragraph(0), b: paragraph(1) }
    }

    pub(super) fn point(self) -> AlignmentPoint {
        let sides = [self.a, self.b];
        AlignmentPoint { numbers: sides.map(|side| side.number), says: sides.map(|side| side.says) }
    }

    pub(super) fn mirrored(self) -> Self {
        Self { a: self.b, b: self.a }
    }
}
