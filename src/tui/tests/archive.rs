//! An archive of fingerprints: what is near in it, what is not known of that, on every screen.

use std::{fs, path::Path};

use super::*;
use crate::{
    batch::{ArchiveSource, ArchiveState},
    simhash::{Recipe, sketch},
    store::{Access, SCHEMA},
};

const FAR: &str = "Something else entirely, of a few other words that nobody would take for the same.";

/// Two texts that are nearly the same.
fn texts() -> [String; 2] {
    let a: Vec<String> = (0..90).map(|n| format!("lantern{n} harbour{}", n % 31)).collect();
    let a = a.join(" ");
    let b = a.replace("lantern41 ", "");
    [a, b]
}

/// Texts of a batch, and files of an archive of which the second and all after it are gone.
pub(super) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = texts();
    let (a, b) = (&*a, &*b);
    for (name, text) in [("a.txt", a), ("c.txt", FAR), ("kept.txt", b)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let recipe = Recipe::default();
    let line = |name: &str, text: &str| {
        let fingerprint = sketch(text, &recipe).unwrap().fingerprint.unwrap();
        format!(
            "{{\"schema\": \"{SCHEMA}\", \"recipe\": \"{recipe}\", \"name\": \"{name}\", \"bits\": 64, \
             \"fingerprint\": \"{fingerprint}\", \"bytes\": 9, \"content_hash\": \"0\"}}\n"
        )
    };
    let far = "Glass frogs hide their blood while they sleep, and the animal turns to glass on its leaf until night.";
    let lines = [line("kept.txt", b), line("g\\u001b[31mone.txt", a), "{ no\n".into(), line("far.txt", far)];
    fs::write(folder.path().join("prints.jsonl"), lines.concat()).unwrap();
    folder
}

pub(super) fn bench(folder: &Path, lang: Lang, size: (u16, u16)) -> Bench {
    let sources = ["a.txt", "c.txt"].map(|name| Source::File(folder.join(name)));
    let mut bench = Bench::new(sources.into(), lang, size);
    let source = ArchiveSource::Fingerprints(vec![folder.join("prints.jsonl")]);
    bench.model.workspace.batch.archive = Some(ArchiveState::new(source, Recipe::default()));
    bench.send(Event::Input(Input::FocusGained));
    bench.settle();
    bench
}

#[test]
fn near_records_are_added_to_the_batch_and_all_others_are_counted() {
    let folder = folder();
    let mut bench = bench(folder.path(), Lang::En, (120, 36));
    assert_eq!(bench.model.workspace.batch.entries.len(), 4);
    let picture = bench.draw();
    for part in ["4 documents", "3 fingerprints, 2 near", "line 3: not a document", "g^[[31mone.txt"] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
    // The archive is not compared with itself, and what is far is no pair.
    let pairs: Vec<[usize; 2]> =
        bench.model.workspace.batch.pairs.iter().map(crate::compare::pair::Pair::documents).collect();
    assert!(pairs.contains(&[0, 2]) && pairs.contains(&[0, 3]) && !pairs.contains(&[2, 3]), "{pairs:?}");
    assert!(!pairs.contains(&[1, 3]), "{pairs:?}");
    // Looked up again at another distance: records that were near stay in the batch under their numbers.
    bench.keys("6 Tab Tab ] ] 1");
    assert_eq!(bench.model.workspace.batch.entries.len(), 4);
}

#[test]
fn what_is_not_known_of_a_fingerprint_is_said_on_every_screen() {
    let folder = folder();
    for (lang, only, none) in
        [(Lang::En, "Only the fingerprint of", "No text to compare"), (Lang::Zh, "只有指纹", "没有可以对照的文本")]
    {
        for size in [(120, 36), (80, 24)] {
            let mut bench = bench(folder.path(), lang, size);
            let row = bench.model.workspace.row_of([0, 3]).unwrap();
            bench.model.workspace.overview.list.selected = row;
            bench.keys("1");
            assert!(bench.draw().contains(only), "{}", bench.draw());
            bench.keys("3");
            let picture = bench.draw();
            assert!(picture.contains(only) && picture.contains("A xor B") && picture.contains("HD 0"), "{picture}");
            bench.keys("4");
            assert!(bench.draw().contains(none), "{}", bench.draw());
            for keys in ["P", "E", "p", "a"] {
                bench.keys("1").keys(keys);
                let said = if lang == Lang::En { "only its fingerprint is known" } else { "只有它的指纹" };
                assert!(bench.draw().contains(said), "{keys}: {}", bench.draw());
                bench.keys("Esc");
            }
            bench.model.workspace.pipeline.document = Some(3);
            for keys in ["2", "5"] {
                bench.keys(keys);
                let said = if lang == Lang::En { "only its fingerprint is known" } else { "只有它的指纹" };
                assert!(bench.draw().contains(said), "{keys}: {}", bench.draw());
            }
        }
    }
}

#[test]
fn under_another_recipe_there_is_nothing_to_compare_and_back_again_there_is() {
    let folder = folder();
    let mut bench = bench(folder.path(), Lang::En, (120, 36));
    let before = bench.model.workspace.batch.pairs.len();
    let own = bench.model.workspace.batch.recipe.clone();
    bench.model.workspace.batch.recipe.bits = 32;
    bench.model.workspace.batch.generation += 1;
    bench.keys("1");
    assert!(bench.draw().contains("3 fingerprints, with another recipe"), "{}", bench.draw());
    let hamming = bench.model.workspace.batch.pair([0, 3]).and_then(crate::compare::pair::Pair::hamming);
    assert_eq!((hamming, bench.model.workspace.batch.fingerprint(3)), (None, None));
    bench.model.workspace.batch.recipe = own;
    bench.model.workspace.batch.generation += 1;
    bench.keys("1");
    assert_eq!(bench.model.workspace.batch.pairs.len(), before);
}

#[test]
fn an_archive_that_cannot_be_read_is_said() {
    let folder = folder();
    fs::remove_file(folder.path().join("prints.jsonl")).unwrap();
    let mut bench = bench(folder.path(), Lang::En, (120, 36));
    assert!(bench.draw().contains("prints.jsonl: no such file"), "{}", bench.draw());
    assert_eq!(bench.model.workspace.batch.entries.len(), 2);
}

#[test]
fn documents_of_a_library_that_share_passages_are_opened_from_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let [long, _] = texts();
    let quote = format!("Nobody knows who wrote it. {}", &long[..long.len() / 2]);
    let file = folder.path().join("a.db");
    let recipe = crate::simhash::RecipeWithK { recipe: Recipe::default(), k: None };
    let mut library = crate::store::open(&file.clone().into(), Access::Create(&recipe)).unwrap();
    let added = folder.path().join("long.txt");
    fs::write(&added, &long).unwrap();
    let request = crate::batch::AddToLibrary { sources: vec![Source::File(added.clone())], keep_text: true };
    request.run(&mut *library, &crate::simhash::Watch::default(), &mut |_, _| {}).unwrap();
    fs::remove_file(added).unwrap();
    fs::write(folder.path().join("quote.txt"), quote).unwrap();
    for (lang, counts) in [(Lang::En, "library of 1: 0 near, 1 sharing passages"), (Lang::Zh, "1 篇有共有段落")] {
        let mut bench = Bench::new(vec![Source::File(folder.path().join("quote.txt"))], lang, (160, 40));
        let source = crate::batch::LibraryArchive { place: file.clone().into(), documents: 1, known: true };
        bench.model.workspace.batch.archive =
            Some(ArchiveState::new(ArchiveSource::Library(source), Recipe::default()));
        bench.send(Event::Input(Input::FocusGained));
        bench.settle();
        let picture = bench.draw();
        assert!(picture.contains(counts) && picture.contains("long.txt"), "{picture}");
        bench.keys("4");
        bench.settle();
        let picture = bench.draw();
        assert!(picture.contains("lantern1 harbour1") && picture.contains("quote.txt"), "{picture}");
    }
    // The library is gone: the screens say so.
    fs::remove_file(&file).unwrap();
    let mut bench = Bench::new(vec![Source::File(folder.path().join("quote.txt"))], Lang::En, (120, 36));
    let source = crate::batch::LibraryArchive { place: file.into(), documents: 1, known: false };
    bench.model.workspace.batch.archive = Some(ArchiveState::new(ArchiveSource::Library(source), Recipe::default()));
    bench.send(Event::Input(Input::FocusGained));
    bench.settle();
    let picture = bench.draw();
    assert!(picture.contains("simscope library add") && picture.contains("not accepted here"), "{picture}");
}
