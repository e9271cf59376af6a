//! What becomes of a text when it is changed: by hand, by a preset, by chance.
//!
//! An *original* stays as it is; a changed text is tried against it through the one pipeline ([`Trial`]). What was done
//! is a row of a [`History`], each a whole state to go back to. Knows `simhash` alone: no files, no screens, no clock.
//!
//! ```
//! use simscope::{lab::{Dice, Preset, Trial}, simhash::Recipe};
//! use std::{collections::BTreeSet, sync::Arc};
//! let recipe: Recipe = "words;fold=none;tf;xxh3-64;64;gt".parse()?;
//! let original = Arc::new(simscope::simhash::trace("The keeper lit the lamp.", &recipe)?);
//! let doubled = Preset::Double.apply("The keeper lit the lamp.", 0, None, &mut Dice::new(1)).expect("there is text");
//! let trial = Trial::new(original, &doubled.text, BTreeSet::new())?;
//! assert_eq!(trial.hamming(), Some(0), "raw tf only scales");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dice;
mod history;
#[cfg(all(test, feature = "chinese"))]
mod laws;
mod negate;
mod preset;
mod survival;
mod synonyms;
mod trial;

pub use dice::Dice;
pub use history::{Change, Given, History, Row, State};
pub use preset::{Applied, Preset};
pub use survival::{Point, REPLACED, RUNS, Survival, survive, survive_watched};
pub use trial::{Flipped, Held, Risk, Trial};

/// The longest text that is changed here, in bytes.
pub const LIMIT: usize = 4 << 20;

/// The nearest border of a character at or before a place in bytes.
pub fn border(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
