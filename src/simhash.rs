//! The pipeline: text → tokens → features with weights → hashes → accumulator → fingerprint.
//!
//! Pure: nothing here reads a file, a clock, a terminal or the environment, and nothing here knows what a document,
//! a pair or a screen is.

mod segment;

pub use segment::{Segment, SegmentKind, Span, is_han, segments};
