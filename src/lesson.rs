//! Teaching: the pipeline one step at a time, and lessons, which are data.
//!
//! Pure: a [`Walk`] turns a trace and the number of a step into what there is after that step; a [`Lesson`] is read from
//! a file and checked by the pipeline itself. Nothing here computes what the pipeline does not, and nothing knows a
//! screen, a key or a clock; how fast steps follow each other is not its matter.

mod fault;
mod file;
mod library;
mod plan;
#[cfg(test)]
mod tests;
mod walk;
mod write;

pub use fault::{BitsFault, FeatureFault, LessonFault, LessonProblem};
pub use file::{LONGEST, parse};
pub use library::{Included, find, included};
pub use plan::{Answer, Both, Distance, Exercise, Lesson, LessonText, Page, Place, Show};
pub use walk::{Stage, State, Step, Walk};
pub use write::Tried;
