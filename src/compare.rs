//! Two fingerprints or two texts side by side: distance, why a bit differs, coverage, differences.
//!
//! Pure: knows `simhash` and `document`, never a screen or a command line.

pub mod diff;
