//! Both texts of the pair on screen 2.

use super::*;
use crate::lesson::PairStep;

#[test]
fn both_texts_step_together_and_end_at_their_distance() {
    for (lang, size) in [(Lang::En, (120, 36)), (Lang::Zh, (80, 24))] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("2 t");
        bench.holds("two-texts");
        let two = |bench: &Bench| bench.model.workspace.two_texts.clone();
        let last = two(&bench).walk.last();
        let same = two(&bench).walk.same();
        bench.keys("^");
        assert_eq!(two(&bench).state.step, PairStep::Start);
        bench.keys("> .");
        assert_eq!(two(&bench).state.step, PairStep::Row(same));
        assert_eq!(two(&bench).list.selected, same, "the row of the step is under the cursor");
        bench.keys("> >");
        assert_eq!(two(&bench).step, Some(last));
        let detail = bench.model.workspace.results.detail_of(bench.model.workspace.pair().unwrap()).unwrap().clone();
        for text in 0..2 {
            assert_eq!(two(&bench).state.sums[text], detail.traces[text].sums);
        }
        bench.keys("$ Esc");
        assert_eq!((two(&bench).step, two(&bench).on), (None, true));
        assert!(bench.draw().contains("HD 2"), "{}", bench.draw());
        bench.keys("Esc");
        assert!(!two(&bench).on && bench.model.workspace.screen == Screen::Pipeline);
    }
}

#[test]
fn keys_without_a_second_text_change_nothing_and_say_so() {
    let mut bench = Bench::new(samples().into_iter().take(1).collect(), Lang::En, (80, 24));
    bench.keys("2 t");
    assert!(!bench.model.workspace.two_texts.on);
    assert!(bench.draw().contains("no second text"), "{}", bench.draw());
}

#[test]
fn few_bits_have_rows_with_their_numbers_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Source::File(path)
    };
    let sources = vec![
        file("a.txt", "the ferry leaves the island at dawn"),
        file("b.txt", "the ferry leaves the island at noon"),
    ];
    let recipe = [("recipe", "words;fold=none;tf:all;xxh3-64;8;gt"), ("lang", "en")];
    let mut bench = Bench::with(sources, &recipe, (120, 36));
    bench.keys("2 t");
    bench.holds("two-texts-rows");
}

#[test]
fn features_of_both_texts_are_found() {
    let mut bench = Bench::of(&["the ferry leaves the island at dawn", "the ferry leaves the island at noon"]);
    for word in ["noon", "dawn", "ISLAND"] {
        bench.keys("2 t /").type_text(word).keys("Enter");
        let two = &bench.model.workspace.two_texts;
        let row = two.walk.rows()[two.list.selected];
        let detail = bench.model.workspace.results.detail_of(bench.model.workspace.pair().unwrap()).unwrap();
        let names = row.features.into_iter().zip(&detail.traces).filter_map(|(f, trace)| Some(trace.name(f?)));
        let names: Vec<&str> = names.collect();
        assert!(names.contains(&word.to_lowercase().as_str()), "{names:?}");
        bench.keys("Esc");
        assert!(bench.model.workspace.two_texts.on && bench.model.workspace.pipeline.needle.is_empty());
        bench.keys("Esc");
    }
    bench.keys("2 t /").type_text("boat").keys("Enter");
    assert!(bench.draw().contains("boat"), "it says that there is none");
}

#[test]
fn in_large_print_both_texts_are_shown_too() {
    for size in [(80, 24), (120, 36)] {
        let mut bench = Bench::of(&["the ferry leaves the island at dawn", "the ferry leaves the island at noon"]);
        bench.model.look.big = true;
        bench.model.size = size;
        bench.keys("2 t ^ . . h l l");
        let drawn = bench.draw();
        assert!(drawn.contains("A xor B"), "{drawn}");
    }
}
