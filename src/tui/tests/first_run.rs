//! The ways on from the samples, and empty lists.

use super::samples;
use super::*;
use crate::{config::FirstRun, tui::dialog::browser::Browser};

const SIZE: (u16, u16) = (120, 36);

fn newcomer(folder: &Path, lang: Lang, size: (u16, u16)) -> Bench {
    let mut bench = Bench::new(samples(), lang, size);
    bench.model.first_run = FirstRun::noted_in(folder.join("over"));
    bench
}

fn offered(bench: &mut Bench) -> bool {
    bench.draw().contains("These documents are samples")
}

#[test]
fn a_newcomer_is_shown_three_ways_on() {
    let folder = tempfile::tempdir().expect("folder or");
    for (lang, size) in [(Lang::En, SIZE), (Lang::En, (80, 24)), (Lang::Zh, (80, 24))] {
        let mut bench = newcomer(folder.path(), lang, size);
        let drawn = bench.draw();
        let line = drawn.lines().nth(2).expect("a line below the tabs").to_owned();
        insta::assert_snapshot!(
            format!("first_run-{lang:?}-{}", size.0),
            line.split("Hidden by").next().unwrap_or_default()
        );
    }
}

#[test]
fn the_ways_on_go_when_one_is_taken_or_they_are_closed() {
    let folder = tempfile::tempdir().expect("folder or");
    let mut bench = newcomer(folder.path(), Lang::En, SIZE);
    assert!(offered(bench.keys("o").keys("Esc")), "looking is not taking");
    assert!(!offered(bench.keys("Esc")));
    assert!(bench.model.first_run.as_ref().is_some_and(|first| first.over));
    let mut bench = newcomer(folder.path(), Lang::En, SIZE);
    bench.keys("L Enter");
    assert!(bench.model.workspace.lesson.is_some());
    assert!(!offered(bench.keys("q")), "a lesson was opened");
}

#[test]
fn a_folder_is_chosen_to_be_reviewed_once_the_screens_are_closed() {
    let folder = tempfile::tempdir().expect("folder or");
    let mut bench = newcomer(folder.path(), Lang::En, SIZE);
    bench.keys("f");
    bench.settle();
    bench.keys("f");
    assert!(bench.model.quit);
    assert_eq!(bench.model.to_review, [std::path::absolute(".").expect("this folder")]);
    assert!(bench.model.first_run.as_ref().is_some_and(|first| first.over));
}

#[test]
fn the_samples_make_way_for_files_of_ones_own() {
    let folder = tempfile::tempdir().expect("folder or");
    let mut bench = newcomer(folder.path(), Lang::En, SIZE);
    for file in ["a.txt", "b.txt"] {
        std::fs::write(folder.path().join(file), "one two three").expect("a report");
    }
    bench.keys("o");
    let browser = bench.model.workspace.dialogs.find_mut::<Browser>().expect("a browser");
    browser.added.extend(["a.txt", "b.txt"].map(|name| folder.path().join(name)));
    bench.keys("Tab Enter");
    bench.settle();
    assert_eq!(bench.model.workspace.batch.present().count(), 2);
    assert!(!offered(&mut bench));
}

#[test]
fn an_empty_list_says_what_to_do() {
    let mut bench = Bench::of(&["one text alone"]);
    assert!(bench.draw().contains("o adds documents"));
    for screen in ["3", "4"] {
        assert!(bench.keys(screen).draw().contains("o adds documents"), "screen {screen}");
    }
    let mut bench = Bench::of(&["a first text of its own", "nothing in common here at all"]);
    bench.settle();
    assert!(bench.keys("n").draw().contains("No pair is near at threshold"));
}
