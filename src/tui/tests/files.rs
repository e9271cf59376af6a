//! Files that change, go and come back while they are shown.

use std::{fs, path::PathBuf};

use super::*;
use crate::document::FileChange;

/// A batch of two files.
struct Files {
    folder: tempfile::TempDir,
    bench: Bench,
}

const KEEPER: &str = "The keeper lit the lamp at dusk.\n\nThe sea was calm.\n\nHe wrote it down.\n";

impl Files {
    fn new(size: (u16, u16)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), KEEPER).unwrap();
        fs::write(folder.path().join("b.txt"), KEEPER.replace("dusk", "dawn")).unwrap();
        let sources = ["a.txt", "b.txt"].map(|name| Source::File(folder.path().join(name)));
        Self { bench: Bench::new(sources.into(), Lang::En, size), folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Tells, as the watch does, that something happened to these files.
    fn notify(&mut self, files: &[usize]) {
        self.bench.send(Event::Files(FileChange::Files(files.iter().copied().collect())));
        self.bench.settle();
    }

    fn write(&mut self, at: usize, text: &str) {
        fs::write(self.path(["a.txt", "b.txt"][at]), text).unwrap();
        self.notify(&[at]);
    }
}

#[test]
fn a_file_that_changed_is_read_again_and_the_reader_stays_where_they_are() {
    let mut files = Files::new((120, 36));
    let before = files.bench.model.workspace.batch.fingerprint(1);
    files.bench.keys("2 j j l l l");
    let feature = |bench: &Bench| {
        let trace = bench.model.workspace.batch.trace(0).unwrap();
        trace.name(bench.model.workspace.pipeline.feature().unwrap()).to_owned()
    };
    let (selected, column) = (feature(&files.bench), files.bench.model.workspace.pipeline.column);
    files.write(0, &KEEPER.replace("calm", "rough and grey, and the wind stood in the west"));
    assert_eq!((feature(&files.bench), files.bench.model.workspace.pipeline.column), (selected, column));
    assert_eq!(files.bench.model.workspace.screen, Screen::Pipeline);
    assert!(files.bench.draw().contains("a.txt changed and was re-read."));

    files.bench.keys("3 h h");
    let bit = files.bench.model.workspace.bits.column;
    files.write(1, &KEEPER.replace("dusk", "noon"));
    assert_eq!(files.bench.model.workspace.bits.column, bit);
    assert_ne!(files.bench.model.workspace.batch.fingerprint(1), before);
    let documents = files.bench.model.workspace.pair().unwrap();
    let detail = files.bench.model.workspace.results.detail_of(documents).unwrap();
    let hamming = detail.traces[0].sketch.fingerprint.unwrap().hamming(detail.traces[1].sketch.fingerprint.unwrap());
    assert_eq!(detail.comparison.pair.hamming(), Some(hamming), "what is shown is of the new text");
}

#[test]
fn differences_follow_the_text_and_a_search_goes_on() {
    let mut files = Files::new((120, 24));
    let paragraphs: Vec<_> = (0..200).map(|n| format!("Paragraph {n} of the log stands here.")).collect();
    let long = paragraphs.join("\n\n");
    files.write(0, &long);
    files.write(1, &long);
    files.bench.keys("4 Z Ctrl-d Ctrl-d");
    let top = files.bench.model.workspace.diff.top.0;
    assert!(top > 10);
    let shown = |bench: &mut Bench| bench.draw().lines().find(|line| line.contains("Paragraph")).unwrap().to_owned();
    let line = shown(&mut files.bench);
    files.write(1, &format!("One more.\n\nAnd another.\n\n{long}"));
    assert_eq!(shown(&mut files.bench)[..40], line[..40], "the text that did not change stays where it was");

    files.bench.keys("/").type_text("another").keys("Enter");
    assert_eq!(files.bench.model.workspace.diff.search.as_ref().unwrap().matches.len(), 1);
    files.write(1, &format!("Another and another.\n\n{long}"));
    assert_eq!(files.bench.model.workspace.diff.search.as_ref().unwrap().matches.len(), 2);
}

#[test]
fn a_file_that_is_gone_is_shown_as_it_was_and_said_to_be() {
    let mut files = Files::new((120, 36));
    let generation = files.bench.model.workspace.batch.generation;
    fs::remove_file(files.path("b.txt")).unwrap();
    files.notify(&[1]);
    let picture = files.bench.draw();
    assert!(picture.contains("b.txt can no longer be read") && picture.contains("showing its previous text"));
    assert_eq!(files.bench.model.workspace.batch.generation, generation);
    files.write(1, &KEEPER.replace("dusk", "dawn"));
    assert!(!files.bench.draw().contains("previous text"), "back with the same text");
    assert_eq!(files.bench.model.workspace.batch.generation, generation, "nothing is recomputed for the same bytes");
}

#[test]
fn a_file_that_could_not_be_read_is_taken_in_when_it_can() {
    let mut files = Files::new((120, 36));
    files.bench = {
        fs::remove_file(files.path("b.txt")).unwrap();
        let sources = ["a.txt", "b.txt"].map(|name| Source::File(files.path(name)));
        Bench::new(sources.into(), Lang::En, (120, 36))
    };
    assert!(files.bench.model.workspace.batch.pairs.is_empty());
    files.write(1, KEEPER);
    assert!(files.bench.draw().contains("byte for byte"));
}

#[test]
fn a_change_waits_for_work_under_way_and_is_not_forgotten() {
    let mut files = Files::new((120, 36));
    fs::write(files.path("a.txt"), "Something else altogether.").unwrap();
    // The change arrives while the files are examined under another recipe.
    let key = |name: &str| {
        Event::Input(Input::Key(KeyEvent::new(KeyCode::Char(name.chars().next().unwrap()), KeyModifiers::NONE)))
    };
    files.bench.keys("R j j j Enter");
    files.bench.send(key("j"));
    files.bench.send(Event::Input(Input::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE))));
    assert!(!files.bench.model.workspace.batch.settled(), "work is under way");
    files.notify(&[0]);
    assert_eq!(&*files.bench.model.workspace.batch.document(0).unwrap().text, "Something else altogether.");
    assert!(files.bench.model.workspace.batch.changed.is_empty() && files.bench.model.workspace.batch.settled());
    let traces = [0, 1].map(|at| files.bench.model.workspace.batch.trace(at).unwrap().recipe.clone());
    assert_eq!(
        traces,
        [files.bench.model.workspace.batch.recipe.clone(), files.bench.model.workspace.batch.recipe.clone()]
    );
}

#[test]
fn when_reading_is_stopped_what_was_read_is_compared_and_the_rest_said() {
    let sources = (1..=3).map(|nth| Source::Text { nth, text: "a word or two".into() }).collect();
    let mut config = Config::default();
    config.set(SettingKey::Lang, "en", SettingOrigin::Flag).unwrap();
    let look = Look::new(&config, Depth::True, Ground::Dark);
    let model = Model::new(sources, &config, look);
    let mut bench = Bench::unstarted(model);
    bench.model.size = (120, 36);
    // Stopped before the thread could begin: nothing was read.
    let effects = update::start(&mut bench.model);
    bench.send(Event::Input(Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))));
    bench.perform(effects);
    bench.settle();
    assert!(!bench.model.quit && bench.model.workspace.batch.settled());
    assert!(bench.draw().contains("stopped"));
    // Any change of the recipe asks again, and it is read after all.
    bench.command("set recipe weight=tf");
    assert_eq!(bench.model.workspace.batch.pairs.len(), 3);
}
