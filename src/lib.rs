//! simscope, a microscope for SimHash.
//!
//! The rooms of the house, in the order in which a text walks through them. Each room's own page says what it is for
//! and what it must not know; `ARCHITECTURE.md` has the whole plan.
//!
//! | room | for | may know |
//! |---|---|---|
//! | [`simhash`] | text → tokens → weights → hashes → accumulator → fingerprint | nobody |
//! | [`document`] | bytes → text: sources, encodings, what was wrong with them | nobody |
//! | [`compare`] | two fingerprints or texts: distance, why bits differ, coverage, diff | `document`, `simhash` |
//! | [`say`] | what there is to say of a pair, in sentences | `compare` and all before it |
//! | [`cli`] | arguments → text or JSON on standard output, and an exit code | all before it, the door of `tui` and its text room |

pub mod cli;
pub mod compare;
pub mod document;
pub mod locale;
pub mod say;
pub mod simhash;
pub mod tui;
