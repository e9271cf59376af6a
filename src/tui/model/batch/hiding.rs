//! What documents are called: by their names, or by their numbers while names are hidden.

use std::path;

use super::{Batch, Entry};
use crate::{
    document::Source,
    locale::Lang,
    review::{Hidden as Names, numbered},
};

/// Names that are hidden.
#[derive(Clone, Debug)]
pub struct Hiding {
    /// The language of what stands in their place.
    lang: Lang,
    /// What documents are called.
    names: Vec<String>,
    /// What is to be seen nowhere.
    pub known: Names,
}

impl Batch {
    /// What a document is called: its name, or its number while names are hidden.
    pub fn name(&self, document: usize) -> &str {
        match &self.hidden {
            Some(hiding) => hiding.names.get(document).map_or("", String::as_str),
            None => self.entries.get(document).map_or("", |entry| entry.name.as_str()),
        }
    }

    /// Has documents be called by their numbers, in that language.
    pub fn hide(&mut self, lang: Lang) {
        let paths = |entry: &Entry| match entry.source.plain() {
            Source::File(path) => {
                let absolute = path::absolute(path).ok().map(|path| path.to_string_lossy().into_owned());
                [entry.source.given()].into_iter().chain(absolute).collect()
            }
            _ => Vec::new(),
        };
        let known = Names::new(self.entries.iter().map(|entry| (entry.name.as_str(), paths(entry))), lang);
        let names = (1..=self.entries.len()).map(|number| numbered(number, lang)).collect();
        self.hidden = Some(Hiding { lang, names, known });
    }

    /// While names are hidden, those of new documents are too, and the words are those of the language.
    pub fn stay_hidden(&mut self, lang: Lang) {
        let outdated = |hiding: &Hiding| hiding.lang != lang || hiding.names.len() != self.entries.len();
        if self.hidden.as_ref().is_some_and(outdated) {
            self.hide(lang);
        }
    }
}
