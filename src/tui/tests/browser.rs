//! Documents that come and go.

use std::fs;

use super::*;
use crate::compare::Role;

const TEXT: &str = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.txt", TEXT), ("b.txt", "Another text of a few words."), ("c.txt", TEXT), (".hidden", "")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::create_dir(folder.path().join("more")).unwrap();
    fs::write(folder.path().join("more/d\u{1b}[31m.txt"), TEXT).unwrap();
    folder
}

fn bench(folder: &tempfile::TempDir) -> Bench {
    let sources = ["a.txt", "b.txt"].map(|name| Source::File(folder.path().join(name)));
    Bench::new(sources.into(), Lang::En, (120, 36))
}

#[test]
fn a_document_is_added_and_the_others_stay_what_they_were() {
    let folder = folder();
    let mut bench = bench(&folder);
    let before = bench.model.workspace.batch.trace(0).unwrap().clone();
    bench.keys("o");
    let picture = bench.draw();
    assert!(picture.contains("[x] a.txt") && picture.contains("[ ] c.txt") && picture.contains("more/"), "{picture}");
    assert!(!picture.contains("hidden"));
    bench.keys("G Enter");
    assert!(bench.model.workspace.dialogs.is_empty());
    assert_eq!(bench.model.workspace.batch.entries.len(), 3);
    let picture = bench.draw();
    assert!(picture.contains("3 documents") && picture.contains("1 near-duplicate"), "{picture}");
    assert!(
        std::sync::Arc::ptr_eq(&before, bench.model.workspace.batch.trace(0).unwrap()),
        "nothing was computed twice"
    );
}

#[test]
fn a_document_is_taken_away_and_comes_back_under_its_number() {
    let folder = folder();
    let mut bench = bench(&folder);
    bench.keys("o Tab Space");
    assert!(bench.draw().contains("1 to remove"));
    bench.keys("Enter");
    let picture = bench.draw();
    assert!(picture.contains("1 document ") && bench.model.workspace.listing.len() == 0, "{picture}");
    assert_eq!(bench.model.workspace.shown_document(), 1, "what was taken away is not shown");
    // Marked by its file this time.
    bench.keys("o j j Enter");
    assert!(bench.model.workspace.dialogs.is_empty(), "{}", bench.draw());
    assert_eq!((bench.model.workspace.listing.len(), bench.model.workspace.batch.entries.len()), (1, 2));
}

#[test]
fn folders_are_entered_and_names_looked_for() {
    let folder = folder();
    let mut bench = bench(&folder);
    bench.keys("o j Enter");
    let picture = bench.draw();
    assert!(picture.contains("d^[[31m.txt"), "{picture}");
    bench.keys("h / c . Enter");
    let picture = bench.draw();
    assert!(picture.contains("c.txt") && !picture.contains("a.txt  "), "{picture}");
    // Marks stay in other folders, and Esc changes nothing.
    bench.keys("Space Esc j Enter j Space");
    assert!(bench.draw().contains("2 to add"), "{}", bench.draw());
    bench.keys("Esc");
    assert_eq!(bench.model.workspace.batch.entries.len(), 2);
    bench.keys("o");
    fs::remove_dir_all(folder.path().join("more")).unwrap();
    bench.keys("j Enter");
    assert!(bench.draw().contains("No such file") || bench.draw().contains("cannot find"), "{}", bench.draw());
}

#[test]
fn a_whole_folder_is_added_and_skipped_files_are_listed() {
    let folder = folder();
    fs::write(folder.path().join("more/image.png"), "").unwrap();
    fs::create_dir(folder.path().join("more/deep")).unwrap();
    fs::write(folder.path().join("more/deep/e.txt"), TEXT).unwrap();
    for lang in [Lang::En, Lang::Zh] {
        let sources = ["a.txt", "b.txt"].map(|name| Source::File(folder.path().join(name)));
        let mut bench = Bench::new(sources.into(), lang, (80, 24));
        bench.keys("o j Space");
        let said =
            if lang == Lang::En { "all 2 documents inside; 1 skipped" } else { "其中全部 2 篇，跳过 1 个" };
        assert!(bench.draw().contains(said), "{}", bench.draw());
        // Once more, and it does not come; once more, and it does.
        bench.keys("Space");
        assert!(!bench.draw().contains(said), "{}", bench.draw());
        bench.keys("Space Enter");
        assert!(bench.draw().contains("image.png"), "{}", bench.draw());
        bench.keys("Esc");
        assert_eq!(bench.model.workspace.batch.entries.len(), 4);
    }
}

#[test]
fn documents_go_to_the_side_that_is_chosen() {
    let folder = folder();
    let mut bench = bench(&folder);
    bench.model.workspace.batch.set_archive(1);
    bench.keys("o G s Space");
    assert!(bench.draw().contains("1 to add to the archive"), "{}", bench.draw());
    bench.keys("Enter");
    let sides: Vec<Role> = bench.model.workspace.batch.entries.iter().map(|entry| entry.side).collect();
    assert_eq!(sides, [Role::Batch, Role::Archive, Role::Archive]);
    let pairs: Vec<[usize; 2]> =
        bench.model.workspace.batch.pairs.iter().map(crate::compare::pair::Pair::documents).collect();
    assert_eq!(pairs, [[0, 1], [0, 2]], "the archive is not compared with itself");
    bench.keys("o j Space Enter");
    assert_eq!(bench.model.workspace.batch.entries.last().unwrap().side, Role::Batch);
    assert_eq!(bench.model.workspace.batch.pairs.len(), 5, "the new one with each of the others");
}
