//! Runs of the robustness that fall into their distances, with a clock turned by hand.

use super::*;
use crate::{
    lab::{RUNS, robustness},
    simhash::Watch,
};

fn known(bench: &Bench) -> Vec<crate::lab::Robustness> {
    bench.model.workspace.results.runs.value().cloned().unwrap()
}

/// Lets all runs fall. How many ticks it took.
fn fall(bench: &mut Bench) -> usize {
    let mut ticks = 0;
    while bench.model.pace().is_some() {
        bench.send(Event::Tick);
        bench.draw();
        ticks += 1;
    }
    ticks
}

#[test]
fn the_runs_of_the_lab_are_those_of_its_robustness_and_end_in_the_still_picture() {
    for (size, lang) in [((120, 36), Lang::En), ((80, 24), Lang::Zh)] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("5 i").type_text("typhoon ").keys("Esc");
        let text = bench.model.workspace.bench().unwrap().history.state().text.clone();
        bench.keys("t");
        assert_eq!(bench.model.workspace.runs.fallen(), 0);
        assert_eq!(
            known(&bench),
            [robustness(&text, &bench.model.workspace.batch.recipe, |_| (), &Watch::default()).unwrap()],
            "as it is now"
        );
        bench.send(Event::Tick);
        let began = bench.draw();
        let pause = bench.model.pace().unwrap();
        let ticks = fall(&mut bench);
        assert!(pause * (ticks as u32) < Duration::from_secs(9), "{ticks} of {pause:?}");
        assert_eq!((bench.model.workspace.runs.fallen(), bench.model.pace()), (RUNS, None));
        let fallen = bench.draw();
        assert_ne!(fallen, began);
        assert_eq!(bench.keys("^ $").draw(), fallen, "the last picture is the still one");
        // More words replaced, and one run back.
        bench.keys("l l ,");
        assert_eq!((bench.model.workspace.runs.replaced(), bench.model.workspace.runs.fallen()), (5, RUNS - 1));
        bench.keys("y");
        assert_eq!(bench.copied.pop().unwrap().split('\t').count(), RUNS + 1);
        bench.keys("t");
        assert!(bench.model.workspace.dialogs.is_empty() && bench.model.workspace.screen == Screen::Lab);
    }
}

#[test]
fn a_key_stops_the_fall_and_motion_turned_off_shows_all_at_once() {
    let mut bench = Bench::of(&["one two three four five six seven"]);
    bench.keys("5 t");
    for _ in 0..9 {
        bench.send(Event::Tick);
    }
    bench.keys("Space");
    let stopped = bench.draw();
    assert_eq!(bench.model.pace(), None, "nothing to wait for");
    assert_eq!(bench.model.workspace.runs.fallen(), 2);
    bench.keys("Space");
    assert!(bench.model.pace().is_some());
    fall(&mut bench);
    let moved = bench.draw();
    assert_ne!(moved, stopped);
    let texts = [("lang", "en"), ("motion", "false")];
    let source = Source::Text { nth: 1, text: "one two three four five six seven".into() };
    let mut still = Bench::with(vec![source], &texts, (120, 36));
    still.keys("5 t");
    assert_eq!((still.model.pace(), still.draw()), (None, moved));
}

#[test]
fn a_text_without_words_has_no_runs_and_nothing_breaks() {
    let mut bench = Bench::of(&["", "one"]);
    bench.keys("5 t");
    fall(&mut bench);
    bench.keys("l l h . , ^ $ Space y Esc");
    for size in [(40, 10), (41, 11), (200, 60)] {
        bench.model.size = size;
        bench.keys("t Space").draw();
        bench.keys("$ l l Esc");
    }
}

#[test]
fn the_page_of_short_texts_shows_what_its_words_say() {
    let included = crate::lesson::included().iter().find(|included| included.name == "short-texts").unwrap();
    let lesson = included.lesson(Lang::En).unwrap();
    let page = lesson.pages.iter().position(|page| page.show == crate::lesson::Show::Robustness).unwrap();
    let mut bench = Bench::with(Vec::new(), &[("lang", "en")], (120, 36));
    update::read(&mut bench.model, lesson, Some(*included), None);
    bench.keys("Esc");
    for _ in 0..=page {
        bench.keys("n");
    }
    fall(&mut bench);
    let shares: Vec<f64> = known(&bench).iter().map(|text| text.points[0].within(3).unwrap()).collect();
    // As in text of others: hardly ever, about half, nearly always.
    assert!(shares[0] < 0.12 && (0.35..0.75).contains(&shares[1]) && shares[2] > 0.9, "{shares:?}");
    let drawn = bench.draw();
    for share in shares {
        assert!(drawn.contains(&format!("{:.0} % within threshold 3", 100.0 * share)), "{drawn}");
    }
    bench.keys("n");
    assert!(bench.model.workspace.dialogs.is_empty(), "the next page has its own screen");
}
