//! Two fingerprints or two texts side by side: distance, why a bit differs, coverage, differences.
//!
//! Pure: knows `simhash`, never a screen or a command line.

pub mod attribution;
mod char_offsets;
pub mod cluster;
mod comparison;
pub mod coverage;
pub mod diff;
pub mod distance;
pub mod evidence;
pub mod exclusion;
pub mod geometry;
mod groups;
pub mod keywords;
mod located;
pub mod order;
pub mod pair;
pub mod profiles;
pub mod study;
mod thresholds;

pub use char_offsets::{CharOffsets, OffsetTable};
pub use comparison::{BitReasons, Comparison, FlippedBit, HunkEffect};
pub use groups::Groups;
pub use groups::Role;
pub use located::{LocatedPassage, PassagePlace, located};
pub use pair::Examined;
pub use study::{calibration, evaluation};
pub use thresholds::{DEFAULT_K, TextThresholds, Thresholds};
