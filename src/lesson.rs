//! Teaching: the pipeline one step at a time, and lessons, which are data.
//!
//! Pure: a [`Walk`] turns a trace and the number of a step into what there is after that step; a [`Lesson`] is read from
//! a file and checked by the pipeline itself. It must not compute anything itself, or know screens, keys or clocks.
//!
//! A lesson has no arithmetic of its own; its texts name figures, which come from the pipeline too. A file may say which
//! sums, bits and distances must come out; the check takes its documents through the pipeline and compares, and answers to questions come from the same traces. A question
//! stops nobody: while it is open, digits are its answer and every other key is what it always is.

mod bilingual;
mod error;
mod figure;
mod file;
pub(crate) mod library;
mod pair;
mod plan;
mod progress;
mod prose;
mod task;
#[cfg(test)]
mod tests;
pub(crate) mod walk;
mod write;

pub(crate) use bilingual::Bilingual;
pub(crate) use error::{BitsError, FeatureError, LessonError, LessonErrorKind, LessonWarning};
pub(crate) use figure::n_eff;
pub(crate) use file::{LONGEST, parse};
pub(crate) use library::{IncludedLesson, LessonGroup, find, included};
pub(crate) use pair::{PairRow, PairRowKind, PairState, PairStep, PairWalk};
pub(crate) use plan::{Answer, Exercise, Lesson, LessonPage, Show, WalkPlace};
pub(crate) use progress::{LessonAnswer, LessonProgress, ProgressBook};
pub(crate) use prose::ProseWarning;
pub(crate) use task::{Task, TaskGoal, TaskState};
pub(crate) use walk::{Stage, Walk, WalkState, WalkStep};
pub(crate) use write::LessonDraft;
