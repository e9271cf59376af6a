//! A lesson on paper, as Markdown: a handout with room for the answers, and the key to them. Knows no
//! screen and no step of a walk.

use std::fmt::Write;

use super::{lesson::task_conditions, step::answer};
use crate::{
    lesson::{BLANK, Lesson, LessonError},
    locale::Lang,
    markdown::escaped,
    simhash::from_fixed,
    t,
};

/// The words of all pages with questions and tasks, without answers and hints: about two printed pages. The lesson has
/// its [blanks](Lesson::with_blanks).
pub(crate) fn handout(lesson: &Lesson, lang: Lang) -> String {
    let (said, blank) = (|text: &str| escaped(text), escaped(BLANK));
    let mut sheet = format!("# {}\n\n{}\n", said(lesson.title.get(lang)), said(lesson.goal.get(lang)));
    if lesson.recipe.weight.is_given() {
        sheet += &features(lesson, lang);
    } else {
        for document in &lesson.documents {
            _ = writeln!(sheet, "\n**{}** {}", said(document.name.get(lang)), said(&document.text));
        }
    }
    for (at, page) in lesson.pages.iter().enumerate() {
        _ = writeln!(sheet, "\n**{}**  {}", at + 2, said(page.text.get(lang)));
        if let Some(exercise) = &page.exercise {
            if let Some(question) = &exercise.question {
                _ = writeln!(sheet, "\n> {}  {blank}", said(question.get(lang)));
            } else {
                _ = writeln!(sheet, "\n> {}  {blank}\n>", t!(lang, "lesson.spot-question"));
                for (n, part) in exercise.parts.iter().enumerate() {
                    _ = writeln!(sheet, "> {}. {}", n + 1, said(part.get(lang)));
                }
            }
        }
        if let Some(task) = &page.task {
            for condition in task_conditions(task, lang) {
                _ = writeln!(sheet, "\n> {}", said(&condition));
            }
        }
    }
    _ = writeln!(sheet, "\n**{}**  {}", t!(lang, "lesson.remember"), said(lesson.remember.get(lang)));
    sheet
}

/// The lists of features that stand for texts: a row for each, with weight and hash.
fn features(lesson: &Lesson, lang: Lang) -> String {
    let mut table = String::new();
    let Ok(traces) = lesson.traces(&lesson.recipe) else { return table };
    for (document, trace) in lesson.documents.iter().zip(&traces).filter(|(_, trace)| !trace.features.is_empty()) {
        let [name, weight, hash] = ["pipeline.feature", "pipeline.weight", "formula.hash"].map(|key| lang.text(key));
        _ = writeln!(table, "\n**{}**\n", escaped(document.name.get(lang)));
        _ = writeln!(table, "| {name} | {weight} | {hash} |\n|---|--:|---|");
        for (at, feature) in trace.features.iter().enumerate() {
            let (name, weight) = (escaped(trace.name(at)), from_fixed(feature.weight));
            _ = writeln!(table, "| {name} | {weight} | `{:b}` |", trace.hash(feature));
        }
    }
    table
}

/// The answers to the questions with their reasons, and the hints of the tasks, by page.
///
/// # Errors
/// That of the pipeline on a document of the lesson.
pub(crate) fn lesson_key(lesson: &Lesson, lang: Lang) -> Result<String, LessonError> {
    let mut sheet = format!("# {}\n", escaped(&t!(lang, "lesson.key-of", title = lesson.title.get(lang))));
    for (at, traced) in (2..).zip(lesson.traced_pages()?) {
        if let Some(exercise) = &traced.page.exercise {
            let value = traced.answer().map_or_else(String::new, |value| answer(value, lang));
            let because = exercise.because.as_ref().map_or("", |because| because.get(lang));
            _ = writeln!(sheet, "\n**{at}**  {value}  {}", escaped(because));
        }
        if let Some(task) = &traced.page.task {
            let hints = task.hints.iter().chain(&task.done).map(|said| escaped(said.get(lang)));
            _ = writeln!(sheet, "\n**{at}**  {}", hints.collect::<Vec<_>>().join(lang.gap()));
        }
    }
    Ok(sheet)
}
