//! Teaching: the pipeline one step at a time, and lessons, which are data.
//!
//! Pure: a [`Walk`] turns a trace and the number of a step into what there is after that step; a [`Lesson`] is read
//! from a file and checked by the pipeline itself. It must not compute anything itself, or know screens, keys or
//! clocks.
//!
//! A lesson has no arithmetic of its own; its texts name figures, which come from the pipeline too. A file may say
//! which sums, bits and distances must come out; the check takes its documents through the pipeline and compares, and
//! answers to questions come from the same traces. A question stops nobody: while it is open, digits are its answer
//! and every other key is what it always is.

mod error;
mod file;
mod pair;
mod plan;
mod progress;
mod prose;
mod task;
#[cfg(test)]
mod tests;
pub(crate) mod walk;

use std::sync::LazyLock;

pub(crate) use error::{BitsError, FeatureError, LessonError, LessonErrorKind, LessonWarning};
pub(crate) use file::{LONGEST, LessonDraft, parse};
pub(crate) use pair::{PairRow, PairRowKind, PairState, PairStep, PairWalk};
pub(crate) use plan::{Answer, Exercise, Lesson, LessonPage, Show, WalkPlace};
pub(crate) use progress::{LessonAnswer, LessonProgress, ProgressBook};
pub(crate) use prose::{Bilingual, ProseWarning, n_eff};
pub(crate) use task::{Task, TaskGoal, TaskState};
pub(crate) use walk::{Stage, Walk, WalkState, WalkStep};

/// A lesson that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncludedLesson {
    /// Its name on the command line.
    pub name: &'static str,
    pub group: LessonGroup,
    text: &'static str,
}

/// The parts of the course, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonGroup {
    Basics,
    Geometry,
    Limits,
    Search,
    /// Not part of the course.
    Extras,
}

macro_rules! lessons {
    ($($group:ident: $($name:literal)*;)*) => {
        &[$($(IncludedLesson {
            name: $name,
            group: LessonGroup::$group,
            text: include_str!(concat!("../assets/lessons/", $name, ".toml")),
        },)*)*]
    };
}

/// In the order in which they are best read.
static ALL: &[IncludedLesson] = lessons![
    Basics: "why" "column-sums" "eleven-words" "xor" "two-texts";
    Geometry: "hyperplanes" "angle";
    Limits: "weights" "short-texts" "word-order" "ties";
    Search: "index" "spot-the-error";
    Extras: "keywords" "three-strings";
];

/// All lessons that come with the program, in the order in which they are best read.
pub fn included() -> &'static [IncludedLesson] {
    ALL
}

pub(crate) fn find(name: &str) -> Option<IncludedLesson> {
    ALL.iter().copied().find(|lesson| lesson.name == name)
}

impl IncludedLesson {
    /// The lesson with its figures.
    ///
    /// # Errors
    /// Never: a test reads every included lesson.
    pub fn lesson(self) -> Result<Lesson, LessonError> {
        self.read()?.checked().map(|(lesson, _)| lesson)
    }

    /// The lesson as its file has it.
    ///
    /// # Errors
    /// Never, as above.
    pub fn read(self) -> Result<Lesson, LessonError> {
        parse(self.text, &format!("{}.toml", self.name))
    }

    /// The same, read once, for lists: they show titles and minutes in every frame.
    pub fn listed(self) -> Option<&'static Lesson> {
        static READ: LazyLock<Vec<Option<Lesson>>> =
            LazyLock::new(|| ALL.iter().map(|included| included.read().ok()).collect());
        READ.get(ALL.iter().position(|lesson| lesson.name == self.name)?)?.as_ref()
    }
}
