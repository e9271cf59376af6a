//! Where in its source something stands: a page, a chapter.

use crate::{
    document::{Document, Mark},
    locale::Lang,
    t,
};

/// The pages or chapters of A and B in which these bytes stand. `None` where neither source has such.
pub fn places(documents: [&Document; 2], bytes: [usize; 2], lang: Lang) -> Option<String> {
    let place = |side: usize| {
        let name = ["A", "B"][side];
        Some(match documents[side].place_of(bytes[side])?.mark {
            Mark::Page(n) => t!(lang, "place.page", side = name, n = n),
            Mark::Chapter(n) => t!(lang, "place.chapter", side = name, n = n),
        })
    };
    let places: Vec<String> = [0, 1].into_iter().filter_map(place).collect();
    (!places.is_empty()).then(|| places.join("  "))
}
