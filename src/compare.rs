//! Two fingerprints or two texts side by side: distance, why a bit differs, coverage, differences.
//!
//! Pure: knows `simhash` and `document`, never a screen or a command line.

pub mod attribution;
#[cfg(feature = "app")]
mod char_offsets;
pub mod cluster;
mod comparison;
pub mod coverage;
pub mod diff;
pub mod distance;
mod effect;
pub mod evidence;
mod examine;
pub mod exclusion;
#[cfg(feature = "app")]
pub(crate) mod geometry;
mod groups;
#[cfg(feature = "app")]
pub(crate) mod keywords;
#[cfg(feature = "app")]
mod located;
pub mod order;
pub mod pair;
pub mod profiles;
pub mod study;
mod thresholds;

#[cfg(feature = "app")]
pub(crate) use char_offsets::{CharOffsets, OffsetTable};
pub use comparison::{BitReasons, Comparison, FlippedBit};
pub use effect::HunkEffect;
pub use examine::Examined;
pub use groups::Groups;
#[cfg(any(feature = "app", test))]
pub(crate) use groups::Role;
#[cfg(feature = "app")]
pub(crate) use located::{LocatedPassage, PassagePlace, located};
pub use study::{calibration, evaluation};
pub use thresholds::{DEFAULT_K, TextThresholds, Thresholds};
