//! The documents of a lesson as texts, and the differences of the first two.

use maud::{Markup, html};

use super::{
    bits::{legend, letter},
    both,
};
use crate::{compare::diff, document::safe_name, lesson::Lesson, t};

/// The documents, to be opened. Lists of features are rows of pictures; they are no texts.
pub(super) fn documents(lesson: &Lesson) -> Markup {
    if lesson.recipe.weight.is_given() {
        return html! {};
    }
    html! {
        @for (at, document) in lesson.documents.iter().enumerate() {
            details class="document" {
                summary { (letter(at)) " " (both(|lang| document.name.get(lang).into())) }
                p { (document.text) }
            }
        }
    }
}

/// Both texts at once: what only A has is struck out, what only B has underlined.
pub(super) fn differences(lesson: &Lesson) -> Markup {
    let [Some(a), Some(b)] = [0, 1].map(|at| lesson.documents.get(at)) else { return html! {} };
    let texts = [a.text.as_str(), b.text.as_str()];
    let diff = diff::diff(texts[0], texts[1], None);
    let names: Vec<[String; 2]> =
        [a, b].into_iter().map(|of| super::LANGUAGES.map(|lang| safe_name(of.name.get(lang)))).collect();
    html! {
        figure class="differences" {
            (legend(&names))
            @for row in &diff.rows {
                p { @for part in diff.inline(row) {
                    @let text = part.span.of(texts[part.side]);
                    @match (part.hunk, part.side) {
                        (None, _) => (text),
                        (Some(_), 0) => del { (text) },
                        (Some(_), _) => ins { (text) },
                    }
                } }
            }
            figcaption { (both(|lang| t!(lang, "lesson-page.differences").into())) }
        }
    }
}
