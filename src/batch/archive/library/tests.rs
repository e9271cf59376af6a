//! Lookups on several threads give what one gives, and stop within a document.

use std::path::Path;

use rayon::ThreadPoolBuilder;

use super::*;
use crate::{
    batch::library::AddToLibrary,
    document::{Source, read},
    simhash::{Recipe, RecipeWithK, sketch},
};

/// Texts of words, of which each third is a version of the one before, and some quote the first.
fn texts() -> Vec<String> {
    let word = |text: usize, at: usize| format!("word{}", (text * 7919 + at * 104_729) % 50_021);
    let text = |n: usize| {
        let of = if n % 3 == 2 { n - 1 } else { n };
        let mut words: Vec<String> = (0..120).map(|at| word(of, at)).collect();
        if n % 20 == 19 {
            words.extend((0..40).map(|at| word(0, at)));
        }
        words.push(format!("end{n}"));
        words.join(" ")
    };
    (0..AT_ONCE + 6).map(text).collect()
}

/// A library of texts in a folder, all of whose documents are looked up in it under other names.
fn lookup(folder: &Path, k: u32) -> LibraryLookup {
    let recipe = RecipeWithK { recipe: Recipe::default(), k: None };
    let file = folder.join("a.db");
    let texts = texts();
    let write = |name: String, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        Source::File(path)
    };
    if !file.exists() {
        let sources = texts.iter().enumerate().map(|(n, text)| write(format!("{n}.txt"), text)).collect();
        let mut library = Library::create(&file.clone().into(), &recipe).unwrap();
        library.note_folders(&[std::fs::canonicalize(folder).unwrap()]).unwrap();
        AddToLibrary { sources, keep_text: true }.run(&mut library, &Watch::default(), &mut |_, _| {}).unwrap();
    }
    let documents = texts.iter().enumerate().map(|(n, text)| {
        let document = read(&write(format!("query{n}.txt"), text)).unwrap();
        let sketch = sketch(&document.text, &recipe.recipe).unwrap();
        (n, Arc::new(document), sketch)
    });
    LibraryLookup {
        place: file.into(),
        documents: documents.collect(),
        files: Vec::new(),
        k,
        run: RunLength::default(),
    }
}

fn run(lookup: &LibraryLookup, threads: usize) -> String {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let result = pool.install(|| lookup.run(&Watch::default()).unwrap());
    format!("{:?} {:?}", result.summary, result.found)
}

#[test]
fn any_number_of_threads_finds_the_same_in_the_same_order() {
    let folder = tempfile::tempdir().unwrap();
    for k in [3, 10] {
        let lookup = lookup(folder.path(), k);
        let alone = run(&lookup, 1);
        assert_eq!(alone, run(&lookup, 4));
        assert!(alone.contains("0.txt") && alone.contains(&format!("{}.txt", AT_ONCE + 5)));
    }
}

#[test]
fn one_scan_for_many_finds_what_a_scan_for_each_does() {
    let folder = tempfile::tempdir().unwrap();
    let LibraryLookup { place, documents, run, .. } = lookup(folder.path(), 10);
    let (library, watch) = (Library::open(&place).unwrap(), Watch::default());
    let find = FindInLibrary { k: 10, nearest: 0, run };
    let scanned = find.scan(&library, documents.iter().map(|(.., sketch)| sketch), &watch).unwrap().unwrap();
    for ((_, document, sketch), near) in documents.iter().zip(scanned) {
        let hits = find.run(&library, (document, sketch), &watch).unwrap().near;
        let hits: Vec<_> = hits.iter().map(|hit| (hit.hamming, hit.document.id)).collect();
        assert_eq!(near.near.iter().map(|near| (Some(near.hamming), near.document)).collect::<Vec<_>>(), hits);
    }
    let tables = FindInLibrary { k: 3, ..find };
    assert!(tables.scan(&library, documents.iter().map(|(.., sketch)| sketch), &watch).unwrap().is_none());
}

#[test]
fn a_lookup_stops_within_a_document() {
    let folder = tempfile::tempdir().unwrap();
    for k in [3, 10] {
        let LibraryLookup { place, documents, run, .. } = lookup(folder.path(), k);
        let (library, watch) = (Library::open(&place).unwrap(), Watch::default());
        let part = watch.part();
        watch.stop();
        let (_, document, sketch) = &documents[0];
        let find = FindInLibrary { k, nearest: 5, run };
        let stopped = find.run(&library, (document, sketch), &part);
        assert!(matches!(stopped, Err(FindError::Count(CountError::Stopped(Stopped)))));
        assert_eq!(part.done(), 0);
    }
}

#[test]
fn files_are_left_to_the_batch_and_kept_texts_are_taken_as_far_as_there_is_space() {
    let folder = tempfile::tempdir().unwrap();
    let LibraryLookup { place, .. } = lookup(folder.path(), 3);
    let (library, watch) = (Library::open(&place).unwrap(), Watch::default());
    let document = library.document(1).unwrap().unwrap();
    let source = Source::File(document.path.clone());
    let mut space = 0;
    let found = text_at_hand(&library, &document, &mut space, &watch).unwrap();
    assert!(matches!(found, Some(FoundText::File(file)) if file == source), "the file is as it was");
    std::fs::remove_file(&document.path).unwrap();
    assert!(text_at_hand(&library, &document, &mut space, &watch).unwrap().is_none());
    space = 3 * document.bytes;
    let found = text_at_hand(&library, &document, &mut space, &watch).unwrap();
    assert!(matches!(found, Some(FoundText::Read(read)) if read.reading.content_hash == document.content));
    assert_eq!(space, document.bytes);
    assert!(text_at_hand(&library, &document, &mut space, &watch).unwrap().is_none());
}
