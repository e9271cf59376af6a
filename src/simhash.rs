//! The pipeline: text → tokens → features with weights → hashes → accumulator → fingerprint.
//!
//! Pure: nothing here reads a file, a clock, a terminal or the environment, and nothing here knows what a document,
//! a pair or a screen is.
//!
//! ```
//! use simscope::simhash::{Recipe, Watch, sketch};
//! let recipe = Recipe::default();
//! let a = sketch("A lighthouse keeper wrote every evening.", &recipe, &Watch::default())?;
//! let b = sketch("Every evening a lighthouse keeper wrote.", &recipe, &Watch::default())?;
//! assert_eq!(a.fingerprint, b.fingerprint, "word order is not a feature");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accumulate;
mod count;
mod fingerprint;
mod fold;
mod given;
mod hash;
pub mod idf;
pub mod presets;
mod recipe;
mod segment;
mod token;
mod trace;
mod watch;
mod weight;

pub use segment::{Segment, SegmentKind, Span, is_han, segments};
