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

pub(crate) fn page(mark: Mark, lang: Lang) -> String {
    match mark {
        Mark::Page(n) => t!(lang, "place.page", n = n),
        Mark::Chapter(n) => t!(lang, "place.chapter", n = n),
    }
}
