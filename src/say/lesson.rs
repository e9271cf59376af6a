//! Sentences on the lessons in a list, their group and how far each was read; and the conditions of tasks.

use crate::{
    lesson::{Lesson, LessonGroup, LessonProgress, Task, TaskGoal},
    locale::Lang,
    simhash::from_fixed,
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

/// The score if the lesson was read to its end, else the page of so many where the reader stopped; and the tasks done.
pub(crate) fn lesson_progress(progress: &LessonProgress, lesson: &Lesson, lang: Lang) -> String {
    let read = match progress.score {
        Some([_, 0]) => t!(lang, "lesson.done").to_owned(),
        Some([right, asked]) => t!(lang, "lesson.done-score", right = right, asked = asked),
        None => t!(lang, "lesson.at-page", page = progress.page + 1, pages = lesson.pages_in_all()),
    };
    let done = progress.tasks.iter().filter(|&&done| done).count();
    if done == 0 {
        read
    } else {
        t!(lang, "task.and-done", read = read, tasks = tasks_done(done, lesson.tasks(), lang))
    }
}

/// How many tasks of a lesson were done.
pub(crate) fn tasks_done(done: usize, all: usize, lang: Lang) -> String {
    t!(lang, "task.done", done = done, all = all)
}

/// The conditions of a task, the limit on changes last.
pub(crate) fn task_conditions(task: &Task, lang: Lang) -> Vec<String> {
    let limit = task.edits.map(|most| match most {
        0 => t!(lang, "task.text-stays").to_owned(),
        most => t!(lang, "task.edits", most = most),
    });
    task.goals.iter().map(|&goal| task_goal(goal, lang)).chain(limit).collect()
}

fn task_goal(goal: TaskGoal, lang: Lang) -> String {
    match goal {
        TaskGoal::Distance { columns: None, relation, than } => {
            t!(lang, "task.distance", sign = relation.sign(), than = than)
        }
        TaskGoal::Distance { columns: Some([first, last]), relation, than } => {
            t!(lang, "task.distance-in", first = first, last = last, sign = relation.sign(), than = than)
        }
        TaskGoal::Bit { column, is } => t!(lang, "task.bit", column = column, is = u8::from(is)),
        TaskGoal::Sum { column, relation, than } => {
            let than = from_fixed(than).to_string().replace('-', "−");
            t!(lang, "task.sum", column = column, sign = relation.sign(), than = than)
        }
        TaskGoal::Decides { column } => t!(lang, "task.decides", column = column),
    }
}
