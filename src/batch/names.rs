//! The names of documents, or their numbers while names are hidden.

use std::path;

use super::{Batch, BatchEntry};
use crate::{
    compare::pair::Pair,
    document::Source,
    locale::Lang,
    review::{Redactor, numbered},
};

/// Names that are hidden.
#[derive(Clone, Debug)]
pub(crate) struct HiddenNames {
    /// The language of the names in their place.
    lang: Lang,
    /// The name in the place of each document's.
    names: Vec<String>,
    /// The names that must not be shown anywhere.
    pub known: Redactor,
}

impl Batch {
    /// The name of a document, or its number while names are hidden.
    pub(crate) fn name(&self, document: usize) -> &str {
        match &self.hidden {
            Some(hidden) => hidden.names.get(document).map_or("", String::as_str),
            None => self.entries.get(document).map_or("", |entry| entry.name.as_str()),
        }
    }

    /// The names of the documents of a pair.
    pub(crate) fn names(&self, pair: &Pair) -> [&str; 2] {
        pair.documents().map(|at| self.name(at))
    }

    /// The names of all documents and folders, to be hidden; of words in them only `words`, if given.
    pub(crate) fn redactor(&self, words: Option<&[String]>, lang: Lang) -> Redactor {
        let paths = |entry: &BatchEntry| match entry.source.plain() {
            Source::File(path) => {
                let absolute = path::absolute(path).ok().map(|path| path.to_string_lossy().into_owned());
                [entry.source.given()].into_iter().chain(absolute).collect()
            }
            _ => Vec::new(),
        };
        let documents = self.entries.iter().map(|entry| (entry.name.as_str(), paths(entry)));
        match words {
            Some(words) => Redactor::with_words(documents, words, lang),
            None => Redactor::new(documents, lang),
        }
    }

    /// Hides the names, with numbers in that language in their place.
    pub(crate) fn hide(&mut self, lang: Lang) {
        let known = self.redactor(None, lang);
        let names = (1..=self.entries.len()).map(|number| numbered(number, lang)).collect();
        self.hidden = Some(HiddenNames { lang, names, known });
    }

    /// While names are hidden, hides those of new documents too, and has the numbers be in that language.
    pub(crate) fn stay_hidden(&mut self, lang: Lang) {
        let outdated = |hidden: &HiddenNames| hidden.lang != lang || hidden.names.len() != self.entries.len();
        if self.hidden.as_ref().is_some_and(outdated) {
            self.hide(lang);
        }
    }
}
