//! The lessons that come with the program.

use super::{Lesson, LessonError, parse};

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
            text: include_str!(concat!("../../assets/lessons/", $name, ".toml")),
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

    /// The lesson as its file has it: for its title.
    ///
    /// # Errors
    /// Never, as above.
    pub fn read(self) -> Result<Lesson, LessonError> {
        parse(self.text, &format!("{}.toml", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_reads_and_all_its_figures_come_out() {
        for included in included() {
            let checked = included.read().and_then(Lesson::checked);
            let (lesson, warnings) = checked.unwrap_or_else(|error| panic!("{error:?}"));
            assert!(warnings.is_empty(), "{warnings:#?}");
            assert!(lesson.pages.iter().any(|page| page.exercise.is_some()), "{} asks nothing", included.name);
        }
    }
}
