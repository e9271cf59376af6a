//! The texts of a library's documents, read again: from the files if these are as they were, else the kept ones. Of one
//! document, or as sources of a sample: all, or as many as are wanted in an order from a seed.

use std::{collections::HashSet, path::PathBuf};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Work;
use crate::{
    document::{self, Document, Encoding, Format, Source, memory},
    locale::Lang,
    simhash::Watch,
    store::{Store, StoreError, StoredDocument, TextError},
    t,
};

/// The seed of the order of a sample.
const SEED: u64 = 1;

/// Why the text of a document is not at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoText {
    /// The file cannot be read, or is gone.
    Unreadable,
    /// The file has other bytes than when it was added.
    Changed,
    /// The file may not be opened: the library is not accepted, or the file is not in a folder that was added.
    NotAllowed,
    /// It is too long, or there were too many to read them all.
    NotRead,
}

impl NoText {
    /// A stable name, for files.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Changed => "changed",
            Self::NotAllowed => "not-allowed",
            Self::NotRead => "not-read",
        }
    }

    pub(crate) fn words(self, lang: Lang) -> &'static str {
        match self {
            Self::Unreadable => t!(lang, "library-file.no-text-unreadable"),
            Self::Changed => t!(lang, "library-file.no-text-changed"),
            Self::NotAllowed => t!(lang, "library-file.no-text-not-allowed"),
            Self::NotRead => t!(lang, "library-file.no-text-not-read"),
        }
    }
}

/// Comparing takes about this many times the size of an ordinary text.
const COMPARING: u64 = 8;

/// The longest text that is read again, in bytes.
fn longest() -> u64 {
    memory::reserve() / COMPARING
}

/// Comparing the text fits in the reserve of the budget.
fn fits(text: &str) -> bool {
    Work::Compare.at_most(text.len() as u64) <= memory::reserve() || Work::Compare.needed(text) <= memory::reserve()
}

/// A document: from its file if that is as it was when it was added, else from the kept text, which has the size and
/// the hash of the bytes it was read from.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn document_of(
    library: &dyn Store,
    document: &StoredDocument,
    watch: &Watch,
) -> Result<Result<Document, NoText>, StoreError> {
    let why = match of_file(library, document, watch) {
        Ok(read) => return Ok(Ok(read)),
        Err(why) => why,
    };
    let text = match kept_text(library, document)? {
        None => return Ok(Err(why)),
        Some(Err(kept)) => return Ok(Err(kept)),
        Some(Ok(text)) => text,
    };
    let source = Source::Kept { path: document.path.clone(), text: text.into() };
    // Reading a text never fails.
    let Ok(mut read) = document::read(&source) else { return Ok(Err(why)) };
    (read.reading.bytes, read.reading.content_hash) = (document.bytes, document.content);
    Ok(Ok(read))
}

/// The kept text of a document; `None` if none is kept.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn kept_text(
    library: &dyn Store,
    document: &StoredDocument,
) -> Result<Option<Result<String, NoText>>, StoreError> {
    match library.text(document.id, longest())? {
        None => Ok(None),
        Some(Ok(text)) if fits(&text) => Ok(Some(Ok(text))),
        Some(Ok(_) | Err(TextError::TooLong)) => Ok(Some(Err(NoText::NotRead))),
        Some(Err(TextError::Damaged)) => Err(StoreError::Damaged("text")),
    }
}

fn of_file(library: &dyn Store, document: &StoredDocument, watch: &Watch) -> Result<Document, NoText> {
    if !library.identity().names_inside(&document.path) {
        return Err(NoText::NotAllowed);
    }
    if !document.path.exists() {
        return Err(NoText::Unreadable);
    }
    if !library.identity().may_open(&document.path) {
        return Err(NoText::NotAllowed);
    }
    if document.bytes > longest() {
        return Err(NoText::NotRead);
    }
    let read = document::read_while(&source_of(document), &|| !watch.stopped()).map_err(|_| NoText::Unreadable)?;
    if (read.reading.bytes, read.reading.content_hash) != (document.bytes, document.content) {
        return Err(NoText::Changed);
    }
    if fits(&read.text) { Ok(read) } else { Err(NoText::NotRead) }
}

/// The file of a document, to be read as it was when it was added.
pub(crate) fn source_of(document: &StoredDocument) -> Source {
    let [format, encoding] = &document.said;
    let mut source = Source::File(document.path.clone());
    if let Some(encoding) = encoding.as_deref().and_then(Encoding::of) {
        source = Source::Encoded(Box::new(source), encoding);
    }
    match Format::ALL.into_iter().find(|known| format.as_deref() == Some(known.key())) {
        Some(format) => Source::As(Box::new(source), format),
        None => source,
    }
}

/// Documents of a library as sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LibrarySample {
    /// In the order of their numbers: the file as it is now, or the text that the library keeps of it.
    pub sources: Vec<Source>,
    /// How many documents have neither.
    pub without_text: u64,
    /// There are more documents, which were not looked at.
    pub partial: bool,
}

impl LibrarySample {
    /// At most `most` documents of a library, but for those of these files. Progress is counted in documents; if the
    /// watch stops it, the sample has those looked at by then.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) fn draw(
        library: &dyn Store,
        most: usize,
        except: &HashSet<PathBuf>,
        watch: &Watch,
    ) -> Result<Self, StoreError> {
        let mut numbers = library.numbers()?;
        watch.expect(numbers.len() as u64);
        numbers.sort_by_key(|number| (xxh3_64_with_seed(&number.to_le_bytes(), SEED), *number));
        let mut sample = Self::default();
        let mut drawn: Vec<(u32, Source)> = Vec::new();
        // Kept texts are in memory before they are read, beside the budget of those that are.
        let mut memory = memory::reserve();
        for number in numbers {
            if drawn.len() == most || watch.stopped() {
                sample.partial = true;
                break;
            }
            watch.advance(1);
            let Some(document) = library.document(number)?.filter(|document| !except.contains(&document.path)) else {
                continue;
            };
            if library.identity().may_open(&document.path) {
                drawn.push((number, source_of(&document)));
                continue;
            }
            match kept_text(library, &document)? {
                Some(Ok(text)) if text.len() as u64 <= memory => {
                    memory -= text.len() as u64;
                    drawn.push((number, Source::Kept { path: document.path, text: text.into() }));
                }
                _ => sample.without_text += 1,
            }
        }
        drawn.sort_by_key(|(number, _)| *number);
        sample.sources = drawn.into_iter().map(|(_, source)| source).collect();
        Ok(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::AddToLibrary,
        simhash::{Recipe, RecipeWithK},
        store::{Access, open},
    };

    #[test]
    fn a_sample_has_files_and_kept_texts_in_the_order_of_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        let path = |name: &str| root.join(name);
        let names: Vec<String> = (0..9).map(|n| format!("{n}.txt")).collect();
        for name in &names {
            std::fs::write(path(name), format!("the text of {name}")).unwrap();
        }
        let recipe = RecipeWithK { recipe: Recipe::default(), k: None };
        let mut library = open(&path("a.db").into(), Access::Create(&recipe)).unwrap();
        library.note_folders(std::slice::from_ref(&root)).unwrap();
        let watch = Watch::default();
        for (keep_text, some) in [(true, &names[..6]), (false, &names[6..])] {
            let sources = some.iter().map(|name| Source::File(path(name))).collect();
            AddToLibrary { sources, keep_text }.run(&mut *library, &watch, &mut |_, _| {}).unwrap();
        }
        for gone in ["1.txt", "7.txt"] {
            std::fs::remove_file(path(gone)).unwrap();
        }
        let draw = |most, except: &HashSet<_>| LibrarySample::draw(&*library, most, except, &Watch::default()).unwrap();
        let all = draw(9, &HashSet::new());
        let kept = |source: &Source| matches!(source, Source::Kept { text, .. } if &**text == "the text of 1.txt");
        let seen: Vec<_> = all.sources.iter().map(|source| (source.name(), kept(source))).collect();
        let expected: Vec<_> =
            names.iter().filter(|name| *name != "7.txt").map(|name| (name.clone(), name == "1.txt")).collect();
        assert_eq!((seen, all.without_text, all.partial), (expected, 1, false));
        let some = draw(4, &HashSet::new());
        assert_eq!((some.sources.len(), some.partial), (4, true));
        assert_eq!(some, draw(4, &HashSet::new()));
        assert!(some.sources.iter().all(|source| all.sources.contains(source)));
        let others = draw(9, &HashSet::from([path("0.txt")]));
        assert_eq!(others.sources, all.sources[1..]);
    }
}
