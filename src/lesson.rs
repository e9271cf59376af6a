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

use crate::locale::Lang;
pub(crate) use error::{BitsError, FeatureError, LessonError, LessonErrorKind, LessonWarning};
pub(crate) use file::{LONGEST, LessonDraft, parse};
pub(crate) use pair::{PairRow, PairRowKind, PairState, PairStep, PairWalk};
pub(crate) use plan::{Answer, Exercise, Lesson, LessonPage, LessonPart, LessonTerm, Show, TracedPage, WalkPlace};
pub(crate) use progress::{LessonAnswer, LessonProgress, ProgressBook};
pub(crate) use prose::{BLANK, Bilingual, ProseWarning, n_eff};
pub(crate) use task::{Task, TaskGoal, TaskState};
pub(crate) use walk::{Stage, Walk, WalkState, WalkStep};

/// A lesson that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncludedLesson {
    /// Its name on the command line.
    pub name: &'static str,
    pub group: LessonGroup,
    /// Its file in English and in Chinese: one for both, or one each, which are of as many pages and questions.
    files: [&'static str; 2],
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
    ($($group:ident: $($name:literal $(+ $other:literal)?)*;)*) => {
        &[$($(IncludedLesson {
            name: $name,
            group: LessonGroup::$group,
            files: lessons!(@files $name $($other)?),
        },)*)*]
    };
    (@files $name:literal) => {
        [include_str!(concat!("../assets/lessons/", $name, ".toml")); 2]
    };
    (@files $name:literal $other:literal) => {
        [
            include_str!(concat!("../assets/lessons/", $name, $other, ".toml")),
            include_str!(concat!("../assets/lessons/", $name, ".toml")),
        ]
    };
}

/// In the order in which they are best read.
static ALL: &[IncludedLesson] = lessons![
    Basics: "why" "column-sums" + ".en" "eleven-words" + ".en" "xor" "two-texts";
    Geometry: "hyperplanes" "angle";
    Limits: "weights" + ".en" "short-texts" + ".en" "word-order" + ".en" "ties" + ".en" "misconceptions" + ".en";
    Search: "index" "spot-the-error" + ".en";
    Extras: "keywords" + ".en" "three-strings";
];

/// All lessons that come with the program, in the order in which they are best read.
pub fn included() -> &'static [IncludedLesson] {
    ALL
}

pub(crate) fn find(name: &str) -> Option<IncludedLesson> {
    ALL.iter().copied().find(|lesson| lesson.name == name)
}

impl IncludedLesson {
    /// The lesson with its figures, in a language.
    ///
    /// # Errors
    /// Never: a test reads every included lesson.
    pub fn lesson(self, lang: Lang) -> Result<Lesson, Vec<LessonError>> {
        self.read(lang)?.checked().map(|(lesson, _)| lesson)
    }

    /// The lesson as its file has it.
    ///
    /// # Errors
    /// Never, as above.
    pub fn read(self, lang: Lang) -> Result<Lesson, Vec<LessonError>> {
        parse(self.files[usize::from(lang.is_chinese())], &format!("{}.toml", self.name))
    }

    /// Whether each language has a file of its own.
    pub fn differs(self) -> bool {
        self.files[0] != self.files[1]
    }

    /// The same, read once, for lists: they show titles and minutes in every frame.
    pub fn listed(self, lang: Lang) -> Option<&'static Lesson> {
        static READ: LazyLock<[Vec<Option<Lesson>>; 2]> = LazyLock::new(|| {
            [Lang::En, Lang::Zh].map(|lang| ALL.iter().map(|included| included.read(lang).ok()).collect())
        });
        let at = ALL.iter().position(|lesson| lesson.name == self.name)?;
        READ[usize::from(lang.is_chinese())].get(at)?.as_ref()
    }
}
