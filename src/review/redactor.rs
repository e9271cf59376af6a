//! Removes the names of documents and folders from texts: a document is identified by its number alone.

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use crate::{locale::Lang, t};

/// The name of a document while names are hidden. Numbers count from 1.
pub(crate) fn numbered(number: usize, lang: Lang) -> String {
    t!(lang, "report.document-n", n = number)
}

/// Names to hide, each with its replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Redactor(Vec<(String, String)>);

/// The least length of a hidden name, in characters: shorter ones occur in any word.
const LEAST: usize = 3;

impl Redactor {
    /// Hides documents, each with its name and its paths, and the folders above them.
    pub(crate) fn new<'a>(documents: impl IntoIterator<Item = (&'a str, Vec<String>)>, lang: Lang) -> Self {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        let mut hide = |name: &str, as_is: &str| {
            if name.chars().count() >= LEAST && !known.contains_key(name) {
                known.insert(name.to_owned(), as_is.to_owned());
            }
        };
        let mut folders: Vec<PathBuf> = Vec::new();
        for (number, (name, paths)) in (1..).zip(documents) {
            let shown = numbered(number, lang);
            hide(name, &shown);
            for path in paths {
                let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
                let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
                for name in [&*path, file, stem] {
                    hide(name, &shown);
                }
                // Neighbours are mostly in one folder.
                if let Some(above) =
                    Path::new(&path).parent().filter(|above| !folders.iter().rev().take(2).any(|one| one == above))
                {
                    folders.push(above.to_owned());
                }
            }
        }
        let folder = t!(lang, "report.a-folder");
        for near in &folders {
            for path in near.ancestors() {
                hide(&path.to_string_lossy(), folder);
            }
            near.file_name().iter().for_each(|name| hide(&name.to_string_lossy(), folder));
        }
        let mut known: Vec<_> = known.into_iter().collect();
        // Longer names first: one may be part of another.
        known.sort_by_key(|(name, _)| Reverse(name.len()));
        Self(known)
    }

    pub(crate) fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut text = Cow::Borrowed(text);
        for (name, shown) in &self.0 {
            if text.contains(name.as_str()) {
                text = text.replace(name.as_str(), shown).into();
            }
        }
        text
    }

    /// Whether a text contains one of the names.
    pub(crate) fn gives_away(&self, text: &str) -> bool {
        self.0.iter().any(|(name, _)| text.contains(name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_names_go_first_and_folders_go_too() {
        let documents = [("draft.txt", "/home/mei/suspects/draft.txt"), ("b", "/home/mei/suspects/sub/b")];
        let hidden = Redactor::new(documents.map(|(name, path)| (name, vec![path.to_owned()])), Lang::En);
        let table = [
            ("draft.txt of /home/mei/suspects/draft.txt", "Document 1 of Document 1"),
            ("the draft in suspects", "the Document 1 in a folder"),
            ("/home/mei/suspects/sub/b, b", "Document 2, b"),
            ("/home/mei/suspects/.simscope/review.jsonl: full", "a folder/.simscope/review.jsonl: full"),
            ("/home/mei/other", "a folder/other"),
            ("nothing", "nothing"),
        ];
        for (text, shown) in table {
            assert_eq!((hidden.redact(text), hidden.gives_away(text)), (shown.into(), text != shown), "{text}");
        }
    }
}
