//! What a reader decides of pairs and of what counts: verdicts, notes and rules, kept; which pairs are meant, by a filter;
//! what is handed over.
//!
//! | module | for |
//! |---|---|
//! | [`journal`] | verdicts, notes, drafts and omissions in an append-only file that several programs may write at once |
//! | [`filter`] | which pairs are meant: `hd<=10 share>50 name:draft verdict:none` |
//! | [`pairs`] | the columns of a list of pairs |
//! | [`export`] | the report, as HTML, Markdown, CSV and JSON |
//! | [`State`], [`Matched`] | what the lines of a journal come to, and what of it belongs to the files as they are now |
//! | [`Rules`], [`Omission`] | what is left out, as it is chosen and as a journal keeps it |
//! | [`Alignment`] | paragraphs set beside each other, as a journal keeps them |
//! | [`Hidden`] | names that are to be seen nowhere |
//! | [`Target`], [`FileId`], [`Hunk`], [`Roots`] | what a verdict is of, told apart by content and by place |
//!
//! Knows `archive`, `compare`, `document`, `html`, `locale`, `markdown`, `simhash` and `table`. Knows no screen, no command
//! and no terminal. The words
//! of a verdict are the reader's; this program has none of its own.

mod alignment;
mod clock;
pub mod export;
pub mod filter;
mod hidden;
pub mod journal;
mod matched;
mod omission;
pub mod pairs;
mod rules;
mod seen;
mod state;
mod target;
mod verdict;

pub use alignment::Alignment;
pub use clock::Stamp;
pub use hidden::{Hidden, numbered};
pub use matched::{Files, Matched};
pub use omission::{Omission, Omitted, omit};
pub use rules::{LONGEST_PATTERN, Rule, Rules, Said, What, exclusions as of_rules};
pub use seen::Seen;
pub use state::{Given, Standing, State};
pub use target::{FileId, Hunk, Roots, Target, Words};
pub use verdict::Verdict;
