//! The result of `simscope step`, which its printers take. It must not know the printers or the operands.

use crate::simhash::{Fingerprint, Fixed, Recipe, Trace};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Step {
    Tokens,
    Weights,
    Hash,
    Row,
    Sum,
    Sign,
    Xor,
}

impl Step {
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Weights => "weights",
            Self::Hash => "hash",
            Self::Row => "row",
            Self::Sum => "sum",
            Self::Sign => "sign",
            Self::Xor => "xor",
        }
    }
}

pub(in crate::cli) enum StepResult {
    /// Up to the rows: one text, with every number.
    Features(Trace),
    /// Words and their hashes.
    Words(Vec<(String, Fingerprint)>),
    /// Sums and what their signs say; of each text, or as they were given.
    Sums {
        all: Vec<Accumulator>,
        /// The recipe that hashed the texts; none for numbers given by hand.
        recipe: Option<Recipe>,
    },
    Fingerprints {
        two: [Fingerprint; 2],
        recipe: Option<Recipe>,
    },
}

/// The accumulator of a text.
pub(in crate::cli) struct Accumulator {
    pub(in crate::cli) sums: Vec<Fixed>,
    pub(in crate::cli) fingerprint: Fingerprint,
}
