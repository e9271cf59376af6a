//! A library on screen 6: documents added, one looked up, the costs of each engine, hits opened beside their documents.

use std::{fs, path::Path};

use super::*;
use crate::{
    compare::coverage::winnowed,
    simhash::{Profile, Watch},
    store::{Access, KeptText, LibraryChanges, NewDocument, capacities, open},
    tui::model::LibraryPane,
};

/// A draft, and folders of older texts: one near it, one that shares a passage, one of other words.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let words = |from: usize, to: usize| (from..to).map(|n| format!("lantern{n} harbour{}", n * 7 % 31)).collect();
    let join = |words: Vec<String>| words.join(" ");
    let draft = join(words(0, 90));
    fs::create_dir(folder.path().join("old")).unwrap();
    let passage = join(words(20, 50));
    let other = |of: &str| join((0..90).map(|n| format!("{of}{n} meadow{}", n % 29)).collect());
    for (name, text) in [
        ("draft.txt", draft.clone()),
        ("old/near.txt", draft.replace("lantern41 ", "")),
        ("old/part.txt", format!("{}\n\n{passage}\n\n{}", other("orchard"), other("river"))),
        ("old/far.txt", other("window")),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn bench(folder: &Path, names: &[&str], lang: Lang, size: (u16, u16)) -> Bench {
    let sources = names.iter().map(|name| Source::File(folder.join(name))).collect();
    let mut bench = Bench::new(sources, lang, size);
    let file = folder.join("news.db");
    bench.model.workspace.library.open(Some(file.into()));
    bench.keys("6");
    bench
}

/// A folder with a library of its older texts, which were added on screen 6.
fn with_library() -> tempfile::TempDir {
    let folder = folder();
    let mut bench = bench(folder.path(), &["old/near.txt", "old/part.txt", "old/far.txt"], Lang::En, (120, 36));
    assert!(bench.draw().contains("No library yet: a adds these documents to a new one"), "{}", bench.draw());
    bench.keys("a");
    assert!(bench.draw().contains("3 added, 0 replaced"), "{}", bench.draw());
    assert!(bench.draw().contains("news.db · 3 documents"), "{}", bench.draw());
    bench.keys("a");
    assert!(bench.draw().contains("0 added, 0 replaced, 3 unchanged"), "{}", bench.draw());
    folder
}

#[test]
fn a_library_is_opened_by_the_file_chooser() {
    let folder = with_library();
    let mut bench = Bench::new(vec![Source::File(folder.path().join("draft.txt"))], Lang::En, (120, 36));
    bench.keys("o / . d b Enter j Enter");
    assert!(bench.draw().contains("news.db · 3 documents"), "{}", bench.draw());
    assert!(bench.draw().contains("NEAR"), "{}", bench.draw());
}

#[test]
fn a_library_has_the_threshold_of_its_recipe() {
    let folder = folder();
    let profile = Profile::named().find(|profile| profile.k.is_some_and(|k| k > 3)).unwrap();
    let mut adding = bench(folder.path(), &["old/near.txt"], Lang::En, (120, 36));
    adding.model.workspace.batch.set_recipe(profile.recipe());
    adding.model.workspace.k = profile.k.unwrap();
    adding.keys("a");
    let library = open(&folder.path().join("news.db").into(), Access::Read).unwrap();
    let of_library = &library.identity().recipe;
    assert_eq!((&of_library.recipe, of_library.k), (&profile.recipe(), profile.k));
    let mut other = bench(folder.path(), &["draft.txt"], Lang::En, (120, 36));
    other.draw();
    let view = other.model.workspace.results.library_view.value().unwrap().as_ref().as_ref().unwrap();
    assert_eq!((view.k, other.model.workspace.k), (profile.k.unwrap(), 3));
}

#[test]
fn documents_are_added_and_one_is_looked_up() {
    let folder = with_library();
    for lang in [Lang::En, Lang::Zh] {
        let mut wide = bench(folder.path(), &["draft.txt"], lang, (120, 36));
        let picture = wide.draw();
        for part in ["news.db", "near.txt", "part.txt", "SQLite"] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
        assert!(!picture.contains("far.txt"), "{picture}");
        let same = if lang == Lang::En { "a scan finds the same 1" } else { "逐一比较找到同样 1 篇" };
        assert!(picture.contains(same), "{picture}");
    }
    let mut narrow = bench(folder.path(), &["draft.txt"], Lang::En, (80, 24));
    for parts in
        [&["near.txt", "TABLES", "1 accepted"][..], &["part.txt", "longest"], &["ENGINES", "4 blocks: 4 tables"]]
    {
        for part in parts {
            assert!(narrow.draw().contains(part), "{part}: {}", narrow.draw());
        }
        narrow.keys("Tab");
    }
    assert_eq!(narrow.model.workspace.library.pane, LibraryPane::Tables, "then the panes of the workspace");
}

#[test]
fn the_engines_are_shown_as_the_command_prints_them() {
    let folder = with_library();
    let mut bench = bench(folder.path(), &["draft.txt"], Lang::En, (120, 36));
    bench.keys("Tab Tab");
    assert!(bench.draw().contains("ENGINES  3 documents, 64 bits, k 3"), "{}", bench.draw());
    for _ in 0..20 {
        bench.keys("l");
    }
    let drawn = bench.draw();
    assert!(drawn.contains("2^29 = 536,870,912 documents"), "{drawn}");
    let head = drawn.lines().position(|line| line.contains("up to")).unwrap();
    for (of, row) in capacities(1 << 29, 64, 3).iter().zip(drawn.lines().skip(head + 1)) {
        let until = of.until.map(|(until, _)| crate::locale::grouped(until)).unwrap_or_default();
        let parts = [crate::locale::bytes(of.bytes as u64), until];
        assert!(parts.iter().all(|part| row.contains(part.as_str())), "{of:?}: {drawn}");
    }
    bench.holds("engines");
    for _ in 0..30 {
        bench.keys("h");
    }
    assert!(bench.draw().contains("ENGINES  3 documents"), "{}", bench.draw());
    let mut narrow = self::bench(folder.path(), &["draft.txt"], Lang::Zh, (80, 24));
    narrow.keys("Tab Tab l");
    narrow.holds("engines");
    bench.keys("Tab");
    assert_eq!(bench.model.workspace.library.pane, LibraryPane::Tables);
    bench.keys("Esc");
    assert_eq!(bench.model.workspace.screen, Screen::Overview);
}

#[test]
fn a_hit_is_opened_beside_its_document() {
    let folder = with_library();
    let mut bench = bench(folder.path(), &["draft.txt"], Lang::En, (120, 36));
    bench.keys("Enter");
    assert_eq!((bench.model.workspace.screen, bench.model.workspace.pair()), (Screen::Diff, Some([0, 1])));
    assert_eq!(bench.model.workspace.batch.name(1), "near.txt");
    bench.keys("3");
    assert!(bench.draw().contains("A xor B"), "{}", bench.draw());
    // Opened again, it is the document that is there.
    bench.keys("6 Enter");
    assert_eq!(bench.model.workspace.batch.entries.len(), 2);
    bench.keys("6 Tab Enter");
    assert_eq!(bench.model.workspace.batch.name(2), "part.txt");
    assert_eq!(bench.model.workspace.pair(), Some([0, 2]));
    assert!(bench.draw().contains("lantern30"), "{}", bench.draw());
}

/// Keeps a text in the library for the document of that path, and removes the file.
fn keep(folder: &Path, name: &str) {
    let path = folder.join(name).canonicalize().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let mut library = open(&folder.join("news.db").into(), Access::Write).unwrap();
    let document = library.document_of(&path).unwrap().unwrap();
    let added = NewDocument {
        path: path.clone(),
        said: [None, None],
        title: Some("The part\u{1b}[31m".into()),
        date: Some("2024-09-10".into()),
        bytes: document.bytes,
        modified: None,
        content: document.content,
        chars: document.chars,
        fingerprint: document.fingerprint,
        runs: Watch::without(|watch| winnowed(&text, watch)),
        text: Some(KeptText::new(&text)),
    };
    library.write(&LibraryChanges { added: vec![added], ..LibraryChanges::default() }, &Watch::default()).unwrap();
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_text_that_is_kept_is_opened_and_one_that_is_not_at_hand_is_said() {
    let folder = with_library();
    fs::remove_file(folder.path().join("old/part.txt")).unwrap();
    let mut gone = bench(folder.path(), &["draft.txt"], Lang::En, (120, 36));
    assert!(gone.draw().contains("unverified: file") && gone.draw().contains("at least"), "{}", gone.draw());
    gone.keys("Tab Enter");
    assert!(gone.draw().contains("the library has no copy of its text"), "{}", gone.draw());
    assert_eq!(gone.model.workspace.batch.entries.len(), 1);
    let other = with_library();
    keep(other.path(), "old/part.txt");
    let mut kept = bench(other.path(), &["draft.txt"], Lang::En, (120, 36));
    assert!(kept.draw().contains("The part^[[31m") && kept.draw().contains("2024-09-10"), "{}", kept.draw());
    kept.keys("Tab Enter");
    assert!(kept.draw().contains("text 1 is the library's copy of the text of"), "{}", kept.draw());
    assert_eq!(kept.model.workspace.pair(), Some([0, 1]));
}

#[test]
fn a_small_screen_has_both_lists_and_the_tables() {
    let folder = with_library();
    for (lang, parts) in
        [(Lang::En, ["NEAR", "SHARING PASSAGES", "accepted"]), (Lang::Zh, ["近重复", "有共有段落", "命中"])]
    {
        let mut bench = bench(folder.path(), &["draft.txt"], lang, (80, 24));
        let picture = bench.draw();
        for part in parts.into_iter().chain(["part.txt"]) {
            assert!(picture.contains(part), "{part}: {picture}");
        }
    }
}

#[test]
fn a_file_that_is_no_library_is_said() {
    let folder = folder();
    fs::write(folder.path().join("news.db"), "this is a text and no library, however long it may be".repeat(40))
        .unwrap();
    let mut bench = bench(folder.path(), &["draft.txt"], Lang::En, (80, 24));
    assert!(bench.draw().contains("is not a simscope library"), "{}", bench.draw());
    bench.keys("Enter j k G a Tab Tab Tab Tab Tab Tab Tab");
    assert!(bench.draw().contains("news.db"), "{}", bench.draw());
}

#[test]
fn samples_are_no_files_to_add() {
    let folder = folder();
    let mut bench = Bench::new(samples(), Lang::En, (80, 24));
    bench.keys("6 a");
    bench.model.workspace.library.open(Some(folder.path().join("news.db").into()));
    bench.keys("6 a");
    assert!(bench.draw().contains("None of these documents is a file"), "{}", bench.draw());
    assert!(!folder.path().join("news.db").exists());
}
