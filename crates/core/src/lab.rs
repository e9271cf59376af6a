//! Changed texts and their fingerprints: changes by hand, by a preset, or at random.
//!
//! The *original* does not change; a changed text is compared with it through the same pipeline ([`Trial`]). Uses only
//! `simhash`; must not know files, screens or a clock.
//!
//! ```
//! use simscope_core::{lab::{Dice, Preset, Trial}, simhash::{Recipe, trace}};
//! use std::{collections::BTreeSet, sync::Arc};
//! let recipe: Recipe = "words;fold=none;tf;xxh3-64;64;gt".parse()?;
//! let original = Arc::new(trace("The keeper lit the lamp.", &recipe)?);
//! let doubled = Preset::Double.apply("The keeper lit the lamp.", 0, None, &mut Dice::new(1)).expect("there is text");
//! let changed = Arc::new(trace(&doubled.text, &recipe)?);
//! let trial = Trial::new(original, changed, BTreeSet::new());
//! assert_eq!(trial.hamming(), Some(0), "raw tf only scales");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dice;
mod edits;
#[cfg(test)]
mod laws;
mod preset;
mod robustness;
mod synonyms;
mod trial;

pub use dice::Dice;
pub use edits::{Edit, EditedText};
pub use preset::{Applied, Preset};
pub use robustness::{REPLACED, RUNS, Robustness, RobustnessPoint, robustness};
pub use trial::{FeatureEffect, Flipped, Risk, Trial};

/// The longest text that is edited, in bytes.
pub const LIMIT: usize = 4 << 20;

/// The nearest character boundary at or before byte `at`; the end of the text if it is shorter.
pub fn border(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
