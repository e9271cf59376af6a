//! The pipeline: text → tokens → features with weights → hashes → accumulator → fingerprint.
//!
//! Pure: it reads no file, clock, terminal or environment, and must not know documents, pairs or screens.
//!
//! ```
//! use simscope_core::simhash::{Recipe, sketch};
//! let recipe = Recipe::default();
//! let a = sketch("The keeper lit the lamp, then the stove.", &recipe)?;
//! let b = sketch("The keeper lit the stove, then the lamp.", &recipe)?;
//! assert_eq!(a.fingerprint, b.fingerprint, "word order is not a feature");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accumulate;
mod blank;
mod count;
#[cfg(feature = "chinese")]
mod dictionary;
mod fingerprint;
mod fold;
mod given;
mod han;
mod hash;
pub mod idf;
mod profile;
mod recipe;
mod segment;
mod skeleton;
mod token;
mod trace;
mod watch;
mod weight;

pub use accumulate::{Fixed, PrefixSums, SCALE, accumulate, from_fixed, signed, to_fixed};
pub use count::{CountError, NoChinese};
pub use fingerprint::{Fingerprint, FingerprintError, WIDTHS};
pub use given::{GivenError, GivenLineError, MAX_WEIGHT, MAX_WEIGHT_SUM, parse_weight};
pub use han::is_traditional;
pub use hash::FeatureHash;
pub use profile::{Profile, RecipeWithK};
pub use recipe::{
    Empty, Fold, FoldPart, IDF_TABLE, Keep, MEAN_IDF, Power, Recipe, RecipeError, Sign, Sum, Tie, Tokenizer, Weighting,
    parse_bits,
};
pub(crate) use segment::between_boundaries;
pub use segment::{Segment, SegmentKind, Span, for_each_segment, is_han, segments};
pub use skeleton::{Alphabet, Altered, Skeleton};
pub use trace::{Feature, Order, Pipeline, Sketch, Trace, signs, sketch, sketch_each, trace};
pub use watch::{Stopped, Watch};
