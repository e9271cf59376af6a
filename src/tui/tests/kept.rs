//! A review that was opened before, and work that was stopped and resumed.

use std::{
    fs::{self, OpenOptions},
    path::Path,
    time::{Duration, SystemTime},
};

use super::*;
use crate::{cache::CacheFolder, tui::model::Model};

const KEEPER: &str = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.";

/// Writes a file as if it were an hour old.
fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, word) in [("a.txt", "dusk"), ("b.txt", "dawn"), ("c.txt", "noon")] {
        write(folder.path(), name, &KEEPER.replace("dusk", word));
    }
    folder
}

fn model(folder: &Path, cache: &Path) -> Model {
    let mut config = Config::default();
    config.set(SettingKey::Lang, "en", SettingOrigin::Flag).unwrap();
    let sources = ["a.txt", "b.txt", "c.txt"].map(|name| Source::File(folder.join(name)));
    let mut model = Model::new(sources.into(), &config, Look::new(&config, Depth::True, Ground::Dark));
    model.workspace.batch.cache = Some(CacheFolder::new(cache, 0));
    model.size = (120, 36);
    model
}

/// A batch on which all work is done.
fn opened(folder: &Path, cache: &Path) -> Bench {
    let mut bench = Bench::unstarted(model(folder, cache));
    let effects = update::start(&mut bench.model);
    bench.perform(effects);
    bench.settle();
    bench
}

#[test]
fn a_review_opened_again_has_the_same_pairs_and_says_what_was_read() {
    let (folder, cache) = (folder(), tempfile::tempdir().unwrap());
    let mut first = opened(folder.path(), cache.path());
    assert!(first.model.workspace.notice.is_none(), "nothing to tell the first time");
    // What nothing tells of is not seen: nobody looked into the file.
    write(folder.path(), "c.txt", &KEEPER.replace("dusk", "nine"));
    let time = fs::metadata(folder.path().join("a.txt")).unwrap().modified().unwrap();
    write(folder.path(), "a.txt", &KEEPER.replace("dusk", "five"));
    OpenOptions::new().write(true).open(folder.path().join("a.txt")).unwrap().set_modified(time).unwrap();
    let mut again = opened(folder.path(), cache.path());
    assert_eq!(again.model.workspace.notice.as_deref(), Some("3 files: 2 from the cache, 1 re-read."));
    let texts = [0, 1, 2].map(|at| again.model.workspace.batch.document(at).unwrap().text.as_str().to_owned());
    assert_eq!(texts, ["dusk", "dawn", "nine"].map(|word| KEEPER.replace("dusk", word)));
    assert_eq!(first.model.workspace.batch.pair([0, 1]), again.model.workspace.batch.pair([0, 1]));
    // Every screen finds what it needs, though no trace was kept.
    for (key, shown) in
        [("1", "RULE"), ("2", "FEATURES"), ("3", "A xor B"), ("4", "×"), ("5", "FINGERPRINT"), ("6", "CLUSTERS")]
    {
        again.keys(key);
        assert!(again.draw().contains(shown), "screen {key}");
    }
    // Another recipe is computed from the texts that are there.
    again.keys("1").command("set recipe weight=tf");
    first.command("set recipe weight=tf");
    assert_eq!(first.model.workspace.batch.pair([0, 1]), again.model.workspace.batch.pair([0, 1]));
    let mut third = opened(folder.path(), cache.path());
    assert_eq!(third.model.workspace.notice.as_deref(), Some("3 files, all from the cache: none has changed."));
    assert!(third.draw().contains("all from the cache"));
}

#[test]
fn what_was_stopped_is_said_and_a_key_goes_on() {
    let (folder, cache) = (folder(), tempfile::tempdir().unwrap());
    let mut bench = Bench::unstarted(model(folder.path(), cache.path()));
    // Stopped before the thread could begin: nothing was read.
    let effects = update::start(&mut bench.model);
    bench.keys("Ctrl-c");
    bench.perform(effects);
    bench.settle();
    bench.model.workspace.notice = None;
    let picture = bench.draw();
    assert!(picture.contains("stopped: 3 left, Space continues") && picture.contains("Space resume"), "{picture}");
    assert!(!picture.contains("could not be read"), "{picture}");
    bench.keys("6");
    assert!(bench.draw().contains("stopped: 3 left, Space continues"));
    bench.keys("1 Space");
    assert_eq!(bench.model.workspace.batch.pairs.len(), 3);
    let picture = bench.draw();
    assert!(
        picture.contains("RULE") && !picture.contains("continues") && !picture.contains("Space resume"),
        "{picture}"
    );
    bench.keys("Space");
    assert_eq!(bench.model.workspace.notice.as_deref(), Some("No stopped work to resume."));
}

#[test]
fn a_list_of_the_documents_read_is_no_list_of_all_until_reading_was_resumed() {
    let (folder, cache) = (folder(), tempfile::tempdir().unwrap());
    // Two of three were read.
    let mut bench = opened(folder.path(), cache.path());
    let entry = &mut bench.model.workspace.batch.entries[2];
    (entry.document, entry.examined) = (None, None);
    entry.unexamined = Some((bench.model.workspace.batch.generation, crate::batch::Failure::Stopped));
    bench.model.workspace.results.ranking.forget();
    bench.send(Event::Input(Input::FocusGained));
    bench.settle();
    assert_eq!(bench.model.workspace.batch.pairs.len(), 1, "what was read is compared");
    let picture = bench.draw();
    assert!(picture.contains("1 pair") && picture.contains("stopped: 1 left, Space continues"), "{picture}");
    bench.keys("Space");
    assert_eq!(bench.model.workspace.batch.pairs.len(), 3);
    assert!(!bench.draw().contains("continues"));
}

#[test]
fn documents_read_before_a_stop_are_cached_after_resuming() {
    let (folder, cache) = (folder(), tempfile::tempdir().unwrap());
    let other = tempfile::tempdir().unwrap();
    let mut bench = opened(folder.path(), other.path());
    // It was read, and then stopped; nothing of it is kept in this store.
    bench.model.workspace.batch.cache = Some(CacheFolder::new(cache.path(), 0));
    for entry in &mut bench.model.workspace.batch.entries {
        entry.examined = None;
        entry.unexamined = Some((bench.model.workspace.batch.generation, crate::batch::Failure::Stopped));
    }
    bench.keys("Space");
    assert_eq!(bench.model.workspace.batch.pairs.len(), 3);
    assert!(opened(folder.path(), cache.path()).draw().contains("all from the cache"));
}

#[test]
fn stopped_comparing_is_resumed_too() {
    let (folder, cache) = (folder(), tempfile::tempdir().unwrap());
    let mut bench = Bench::unstarted(model(folder.path(), cache.path()));
    let mut effects = update::start(&mut bench.model);
    loop {
        if bench.model.workspace.tasks.computes(&bench.model.workspace.results.ranking) {
            bench.model.workspace.results.ranking.watch().stop();
        }
        bench.perform(std::mem::take(&mut effects));
        if !bench.jobs.running() {
            break;
        }
        let event = bench.events.recv().unwrap();
        effects = update::update(&mut bench.model, event);
    }
    assert!(bench.model.workspace.batch.settled() && bench.model.workspace.batch.pairs.is_empty());
    assert!(bench.draw().contains("stopped: not all compared, Space continues"), "{}", bench.draw());
    bench.keys("Space");
    assert_eq!(bench.model.workspace.batch.pairs.len(), 3);
    assert!(!bench.draw().contains("continues"));
}

#[test]
fn what_cannot_be_kept_is_said_once_and_hinders_nothing() {
    let folder = folder();
    // A file where a folder should be.
    let cache = folder.path().join("a.txt");
    let bench = opened(folder.path(), &cache);
    assert_eq!(bench.model.workspace.batch.pairs.len(), 3);
    let notice = bench.model.workspace.notice.as_deref().unwrap_or_default();
    assert!(notice.starts_with("Not cached ("), "{notice}");
}
