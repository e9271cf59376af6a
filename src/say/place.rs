//! Pages and chapters of the source of a document.

use crate::{
    document::{Document, Mark},
    locale::Lang,
    t,
};

/// The pages or chapters of A and B that contain these bytes; `None` if neither source has any.
pub(crate) fn places(documents: [&Document; 2], bytes: [usize; 2], lang: Lang) -> Option<String> {
    let place = |side: usize| {
        let mark = documents[side].place_of(bytes[side])?.mark;
        Some(format!("{} {}", ["A", "B"][side], page(mark, lang)))
    };
    let places: Vec<String> = [0, 1].into_iter().filter_map(place).collect();
    (!places.is_empty()).then(|| places.join("  "))
}

/// How many pages or chapters a source has, if it has any.
pub(crate) fn extent(document: &Document, lang: Lang) -> Option<String> {
    Some(match document.landmarks.last()?.mark {
        Mark::Page(n) => t!(lang, "place.pages", n = n),
        Mark::Chapter(n) => t!(lang, "place.chapters", n = n),
    })
}

pub(crate) fn page(mark: Mark, lang: Lang) -> String {
    match mark {
        Mark::Page(n) => t!(lang, "place.page", n = n),
        Mark::Chapter(n) => t!(lang, "place.chapter", n = n),
    }
}
