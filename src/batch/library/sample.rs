//! Documents of a library to be read for their texts: all, or as many as are wanted in an order from a seed.

use std::{collections::HashSet, path::PathBuf};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::reread::{kept_text, source_of};
use crate::{
    document::{Source, memory},
    library::{Library, LibraryError},
    simhash::Watch,
};

/// The seed of the order.
const SEED: u64 = 1;

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
    /// At most `most` documents of a library, but for those of these files. Progress is counted in documents; if the watch
    /// stops it, the sample has those looked at by then.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn draw(
        library: &Library,
        most: usize,
        except: &HashSet<PathBuf>,
        watch: &Watch,
    ) -> Result<Self, LibraryError> {
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
            if library.may_open(&document.path) {
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
        batch::library::AddToLibrary,
        simhash::{Recipe, RecipeWithK},
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
        let mut library = Library::create(&path("a.db").into(), &recipe).unwrap();
        library.note_folders(std::slice::from_ref(&root)).unwrap();
        let watch = Watch::default();
        for (keep_text, some) in [(true, &names[..6]), (false, &names[6..])] {
            let sources = some.iter().map(|name| Source::File(path(name))).collect();
            AddToLibrary { sources, keep_text }.run(&mut library, &watch, &mut |_, _| {}).unwrap();
        }
        for gone in ["1.txt", "7.txt"] {
            std::fs::remove_file(path(gone)).unwrap();
        }
        let draw = |most, except: &HashSet<_>| LibrarySample::draw(&library, most, except, &Watch::default()).unwrap();
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
