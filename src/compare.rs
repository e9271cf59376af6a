//! Two fingerprints or two texts side by side: distance, why a bit differs, coverage, differences.
//!
//! Pure: knows `simhash` and `document`, never a screen or a command line.

pub mod attribution;
pub mod calibration;
pub mod cluster;
mod comparison;
pub mod coverage;
pub mod diff;
pub mod distance;
mod effect;
pub mod evaluation;
pub mod evidence;
mod examine;
pub mod exclusion;
#[cfg(feature = "app")]
pub(crate) mod geometry;
mod groups;
#[cfg(feature = "app")]
pub(crate) mod keywords;
pub mod order;
pub mod pair;
pub mod profiles;
mod thresholds;

pub use comparison::{BitReasons, Comparison, FlippedBit};
pub use effect::HunkEffect;
pub use examine::Examined;
pub use groups::Groups;
#[cfg(any(feature = "app", test))]
pub(crate) use groups::Role;
pub use thresholds::{DEFAULT_K, TextThresholds, Thresholds};
