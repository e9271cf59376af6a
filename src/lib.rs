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
//! | [`locale`] | the words of the interface, in English and Chinese | nobody |
//! | [`config`] | the settings: defaults < file < environment < flags | `compare`, `document`, `locale`, `simhash` |
//! | [`say`] | what there is to say of a pair, in sentences | `compare`, `config`, `simhash`, `document`, `locale` |
//! | [`text`] | what a text looks like in the cells of a terminal: the only door from a document to one | nobody |
//! | [`cli`] | arguments → text or JSON on standard output, and an exit code | all above, and the door of `tui` |
//! | [`tui`] | the screens | all above but `cli` |

pub mod cli;
pub mod compare;
pub mod config;
pub mod document;
pub mod locale;
pub mod say;
pub mod simhash;
pub mod text;
pub mod tui;
