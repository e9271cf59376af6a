//! The comparison of two fingerprints or texts: distance, why a bit differs, coverage, differences.
//!
//! Pure: uses `simhash`; must not know screens or the command line.

pub mod attribution;
pub mod cluster;
mod comparison;
pub mod coverage;
pub mod diff;
pub mod distance;
pub mod evidence;
pub mod exclusion;
pub mod geometry;
mod groups;
pub mod order;
pub mod pair;
pub mod profiles;
pub mod study;
pub mod submissions;
mod thresholds;

pub use comparison::{BitReasons, Comparison, FlippedBit, HunkEffect};
pub use groups::Groups;
pub use groups::Role;
pub use pair::Examined;
pub use study::{calibration, evaluation};
pub use thresholds::{DEFAULT_K, TextThresholds, Thresholds};
