//! Sentences on the lessons in a list: their group, and how far each was read.

use crate::{
    lesson::{LessonGroup, LessonProgress},
    locale::Lang,
    t,
};

pub(crate) fn lesson_group(group: LessonGroup, lang: Lang) -> &'static str {
    match group {
        LessonGroup::Basics => t!(lang, "lesson-group.basics"),
        LessonGroup::Geometry => t!(lang, "lesson-group.geometry"),
        LessonGroup::Limits => t!(lang, "lesson-group.limits"),
        LessonGroup::Search => t!(lang, "lesson-group.search"),
        LessonGroup::Extras => t!(lang, "lesson-group.extras"),
    }
}

/// The score if the lesson was read to its end, else the page of so many where the reader stopped.
pub(crate) fn lesson_progress(progress: &LessonProgress, pages: usize, lang: Lang) -> String {
    match progress.score {
        Some([_, 0]) => t!(lang, "lesson.done").to_owned(),
        Some([right, asked]) => t!(lang, "lesson.done-score", right = right, asked = asked),
        None => t!(lang, "lesson.at-page", page = progress.page + 1, pages = pages),
    }
}
