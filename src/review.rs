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
mod decisions;
mod event;
mod exclusion;
pub(crate) mod export;
pub(crate) mod filter;
pub mod journal;
pub(crate) mod pairs;
mod redactor;
mod reviewed_pair;
mod rules;
mod state;
mod target;
mod timestamp;
mod verdict;

pub(crate) use alignment::Alignment;
pub(crate) use decisions::{Decisions, Files};
pub use event::ReviewChange;
pub(crate) use event::{EventId, EventRecord, ReviewEvent, ReviewSettings};
pub use exclusion::Exclusion;
pub(crate) use exclusion::{ExclusionStatus, update_exclusions};
pub(crate) use redactor::{Redactor, numbered};
pub(crate) use reviewed_pair::ReviewedPair;
pub(crate) use rules::{
    ExclusionRule, ExclusionRules, LONGEST_PATTERN, RuleKind, RuleOverrides, exclusions as exclusions_of,
};
pub(crate) use state::{Decision, GivenVerdict, ReviewState};
pub(crate) use target::{Excerpt, HunkId};
pub use target::{FileId, Roots, Target};
pub(crate) use timestamp::Timestamp;
pub use verdict::Verdict;
