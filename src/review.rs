//! The review of a reader: verdicts, notes and exclusions, saved; filters on pairs; reports.
//!
//! | module | for |
//! |---|---|
//! | [`ReviewEvent`] | the actions of a reader, as values |
//! | [`journal`] | the events in an append-only file that several programs may write at the same time |
//! | [`ReviewState`], [`Decisions`] | the fold of the events, and its match with the files as they are now |
//! | [`ExclusionRules`], [`Exclusion`] | the rules of exclusion, and their form in the journal |
//! | [`Target`], [`FileId`], [`HunkId`], [`Roots`] | the files and changes that verdicts are on, by content and path |
//! | [`filter`] | a language for lists of pairs: `hd<=10 share>50 name:draft verdict:none` |
//! | [`pairs`], [`submissions`] | the columns of a list of pairs, and of one of documents |
//! | [`export`] | the report, as HTML, Markdown, CSV and JSON |
//! | [`Redactor`] | hides names |
//!
//! Knows `archive`, `compare`, `document`, `files`, `html`, `locale`, `markdown`, `simhash` and `table`. Must not know
//! screens, commands and terminals. Verdicts are the reader's; the program gives none.

mod decisions;
mod event;
mod exclusion;
pub(crate) mod export;
pub(crate) mod filter;
pub mod journal;
pub(crate) mod pairs;
mod redactor;
mod rules;
mod state;
pub(crate) mod submissions;
mod target;
mod verdict;

pub(crate) use decisions::{Decisions, Files, ReviewedPair};
pub use event::ReviewChange;
pub(crate) use event::{EventId, EventRecord, ReviewEvent, ReviewSettings, Timestamp};
pub use exclusion::Exclusion;
pub(crate) use exclusion::{BaseText, ExclusionStatus, update_exclusions};
pub(crate) use journal::UnusedCalibration;
pub(crate) use redactor::{Redactor, numbered};
pub(crate) use rules::{ExclusionRule, ExclusionRules, GivenRules, LONGEST_PATTERN, RuleKind};
pub(crate) use state::{Decision, GivenVerdict, ReviewState};
pub(crate) use submissions::SubmissionState;
pub(crate) use target::{Excerpt, HunkId};
pub use target::{FileId, Roots, Target};
pub use verdict::Verdict;
