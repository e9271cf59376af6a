//! The lab of a page with a task: its conditions, which the script ticks, and the frame that the script fills.
//!
//! The data is the page's document, as text and as the features that the program found: what a browser cannot compute,
//! the words that jieba cuts and their idf, is changed as a list. It must not judge or compute anything itself.

use maud::{Markup, PreEscaped, html};
use serde_json::json;

use super::{both, phrase, translated};
use crate::{
    lesson::{Lesson, LessonPage, Task},
    say,
    simhash::{FeatureHash, Recipe, Sign, Trace, from_fixed},
    t,
};

/// The frame, with the keys of its words in braces.
const FRAME: &str = include_str!("../../../../assets/lesson-page/lab.html");
const WORDS: [&str; 13] = [
    "lesson-page.lab-text",
    "lesson-page.lab-list",
    "lesson-page.tokens",
    "lesson-page.hash",
    "lesson-page.tie",
    "lesson-page.bits",
    "lesson-page.reset",
    "lesson-page.before-and-now",
    "lesson-page.cannot",
    "lesson-page.feature",
    "lesson-page.weight",
    "lesson-page.decides",
    "lesson-page.add",
];

/// The lab of a page with a task.
pub(super) fn lab(recipe: &Recipe, trace: Option<&Trace>, lesson: &Lesson, page: &LessonPage) -> Markup {
    let (Some(trace), Some(task)) = (trace, &page.task) else { return html! {} };
    let known = matches!(recipe.hash, FeatureHash::Xxh3_64(0) | FeatureHash::Xxh3_128(0) | FeatureHash::Md5);
    // Name, count, weight, and the hash in bits where a browser cannot compute it.
    let features = trace.features.iter().enumerate().map(|(at, feature)| {
        let computed = known && recipe.sign == Sign::Plain && !trace.is_given_hash(feature);
        let hash = format!("{:0width$b}", feature.hash, width = usize::from(recipe.bits));
        (trace.name(at), feature.tf, from_fixed(feature.weight), (!computed).then_some(hash))
    });
    let data = json!({
        "recipe": recipe.to_string(),
        "text": lesson.documents.get(page.document).map(|document| &document.text),
        "features": features.collect::<Vec<_>>(),
        "goals": task.goals,
        "edits": task.edits,
    });
    let frame = WORDS
        .iter()
        .fold(FRAME.replace('\r', ""), |frame, key| frame.replace(&["{", key, "}"].concat(), &phrase(key).0));
    html! { div class="lab" data-lab=(data.to_string()) hidden { (PreEscaped(frame)) } }
}

/// A task; its hints open on a click, and so does what to learn from it.
pub(super) fn to_do(task: &Task) -> Markup {
    html! {
        div class="question task" {
            h3 { (phrase("task.head")) }
            ul { @for at in 0..say::task_conditions(task, super::LANGUAGES[0]).len() {
                li {
                    (both(|lang| say::task_conditions(task, lang).swap_remove(at))) " "
                    span class="now" hidden { (both(|lang| t!(lang, "task.now", value = "{value}"))) }
                }
            } }
            p class="reached" role="status" hidden { b { (phrase("task.reached")) } }
            @for (n, hint) in (1..).zip(&task.hints) {
                details class="hint" {
                    summary { (both(|lang| t!(lang, "task.hint-head", n, all = task.hints.len()))) }
                    p { (translated(hint)) }
                }
            }
            @if let Some(done) = &task.done {
                details class="done" {
                    summary { (phrase("task.after")) }
                    p { (translated(done)) }
                }
            }
        }
    }
}
