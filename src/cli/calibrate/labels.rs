//! Labelled pairs: those of a table, and the verdicts of a review.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    batch::Batch,
    cli::{batch::files, evaluate::table},
    compare::evaluation::{Label, LabelledPair},
    document::{self, Source},
    locale::Lang,
    review::{Roots, journal::Journal},
    say,
};

/// A table of labelled pairs, with the files as paths.
pub(super) struct LabelledFiles(Vec<([PathBuf; 2], Label)>);

impl LabelledFiles {
    /// Reads a table; its files are in `docs`, or in its own folder.
    ///
    /// # Errors
    /// A sentence, if it cannot be read or a line is wrong.
    pub(super) fn read(path: &Path, docs: Option<&Path>, lang: Lang) -> Result<Self, String> {
        let source = Source::File(path.to_owned());
        let document = document::read(&source).map_err(|error| say::read_error(&error, lang))?;
        let (pairs, _) = table::read(&source.place(), &document.text, lang)?;
        let folder = docs.or(path.parent()).unwrap_or(Path::new(""));
        Ok(Self(pairs.into_iter().map(|pair| (pair.names.map(|name| folder.join(name)), pair.label)).collect()))
    }

    /// The files that are not among these sources, each once.
    pub(super) fn missing(&self, sources: &[Source]) -> Vec<Source> {
        let mut known = by_file(sources.iter());
        let mut missing = Vec::new();
        for path in self.0.iter().flat_map(|(files, _)| files) {
            known.entry(canonical(path)).or_insert_with(|| {
                missing.push(Source::File(path.clone()));
                0
            });
        }
        missing
    }

    /// The labels by the numbers of the documents.
    pub(super) fn labels(&self, batch: &Batch) -> Vec<LabelledPair> {
        let numbers = by_file(batch.entries.iter().map(|entry| &entry.source));
        let label = |(files, label): &([PathBuf; 2], Label)| {
            let [a, b] = files.each_ref().map(|path| numbers.get(&canonical(path)).copied());
            Some(LabelledPair { documents: [a?, b?], label: *label })
        };
        self.0.iter().filter_map(label).collect()
    }
}

/// The verdicts of a review as labels, by the numbers of the documents.
pub(super) fn verdicts(batch: &Batch, roots: &Roots, journal: &Journal) -> Vec<LabelledPair> {
    journal.decisions(&files(batch, roots)).labels()
}

/// The numbers of sources by their files.
fn by_file<'a>(sources: impl Iterator<Item = &'a Source>) -> HashMap<PathBuf, usize> {
    let file = |(number, source): (usize, &Source)| match source.plain() {
        Source::File(path) => Some((canonical(path), number)),
        _ => None,
    };
    sources.enumerate().filter_map(file).collect()
}

fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
