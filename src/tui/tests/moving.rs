//! Motion from step to step: with a clock turned by hand, and pictures compared cell by cell.

use ratatui::buffer::Buffer;

use super::*;
use crate::lesson::included;

/// The picture as it is, without waiting for what moves.
fn picture(bench: &Bench) -> Buffer {
    let (width, height) = bench.model.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let theme = bench.model.styles();
    terminal.draw(|frame| _ = view::draw(&bench.model, &theme, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// Presses a key without waiting for what moves.
fn press(bench: &mut Bench, key: char) {
    bench.send(Event::Input(Input::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE))));
}

fn moves(bench: &Bench) -> bool {
    bench.model.transition.is_some()
}

/// Looks at each frame of what moves, and that the last one is the picture that stays. How many frames differed from
/// it.
fn watch(bench: &mut Bench) -> usize {
    let transition = bench.model.transition.clone();
    bench.model.transition = None;
    let still = picture(bench);
    let Some(mut transition) = transition else { return 0 };
    let mut other = 0;
    while transition.passed < Transition::LONG {
        bench.model.transition = Some(transition.clone());
        other += usize::from(picture(bench) != still);
        transition.passed += Transition::FRAME;
    }
    bench.model.transition = Some(transition);
    assert_eq!(picture(bench), still, "the last frame is the picture that stays");
    bench.model.transition = None;
    other
}

#[test]
fn the_last_frame_is_the_still_picture_on_every_page_of_every_lesson() {
    let mut moved = 0;
    for (size, lang, big) in [((120, 36), "en", false), ((80, 24), "zh", false), ((80, 24), "en", true)] {
        for included in included() {
            let mut bench = Bench::with(Vec::new(), &[("lang", lang)], size);
            bench.model.look.big = big;
            update::read(&mut bench.model, included.lesson(Lang::En).unwrap(), Some(*included), None);
            bench.keys("Esc");
            let pages = bench.model.workspace.lesson.as_ref().unwrap().pages();
            for _ in 1..pages {
                press(&mut bench, 'n');
                moved += usize::from(watch(&mut bench) > 0);
                bench.settle();
            }
        }
    }
    assert!(moved > 20, "{moved}");
}

#[test]
fn the_last_frame_is_the_still_picture_after_every_step_of_a_walk() {
    let given = "lamp\t4\t2b\nstove\t5\t15\nlight\t1\t3f\nkeeper\t2\t00\n";
    let six = "given;fold=none;given:all;xxh3-64;6;gt";
    let words = "the ferry leaves the island at dawn";
    for (shown, recipe, keys) in [
        (given, six, "2"),
        (given, six, "2 t"),
        (words, "words;fold=none;tf:all;xxh3-64;64;gt", "2"),
        (words, "words;fold=none;tf:all;xxh3-64;64;gt", "2 t"),
        (words, "words;fold=none;tf:all;xxh3-64;16;gt", "2 t"),
        (words, "words;fold=none;1+lntf:all;xxh3-128;100;ge", "2"),
    ] {
        for (size, big) in [((120, 36), false), ((80, 24), true)] {
            let other = shown.replace("dawn", "noon").replace("light\t1\t3f", "lantern\t3\t0c");
            let text = |nth, text: &str| Source::Text { nth, text: text.into() };
            let sources = vec![text(1, shown), text(2, &other)];
            let mut bench = Bench::with(sources, &[("recipe", recipe), ("lang", "en")], size);
            bench.model.look.big = big;
            bench.keys(keys).keys("^");
            let last = |bench: &Bench| {
                let workspace = &bench.model.workspace;
                if workspace.two_texts.on {
                    (workspace.two_texts.step.unwrap(), workspace.two_texts.walk.last())
                } else {
                    (workspace.pipeline.step.unwrap(), workspace.pipeline.walk.last())
                }
            };
            let mut moved = 0;
            while last(&bench).0 < last(&bench).1 {
                press(&mut bench, '.');
                moved += usize::from(watch(&mut bench) > 0);
                bench.settle();
            }
            assert!(moved > 4, "{moved} at {size:?} of {recipe} {keys}");
        }
    }
}

/// Six bits, before the first row is added.
fn six() -> Bench {
    let text = Source::Text { nth: 1, text: "lamp\t4\t2b\nstove\t5\t15\n".into() };
    let recipe = [("recipe", "given;fold=none;given:all;xxh3-64;6;gt"), ("lang", "en")];
    let mut bench = Bench::with(vec![text], &recipe, (120, 36));
    bench.keys("2 ^ > > > >");
    bench
}

#[test]
fn a_row_falls_and_the_sums_count_up() {
    let mut bench = six();
    press(&mut bench, '.');
    let lines = |bench: &Bench| -> Vec<String> {
        let cells = picture(bench);
        cells.content().chunks(120).map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
    };
    let row = |line: &str| line.matches("+5").count() + line.matches("−5").count() == 6;
    let mut fallen = Vec::new();
    let mut sums = Vec::new();
    while moves(&bench) {
        let lines = lines(&bench);
        let written = lines.iter().position(|line| line.starts_with("▌stove") || line.contains("stove  ")).unwrap();
        fallen.extend(lines.iter().skip(written + 1).position(|line| row(line)));
        let transition = bench.model.transition.as_ref().unwrap();
        sums.push(transition.sums(0, true)[1]);
        bench.send(Event::Frame(Transition::FRAME));
    }
    assert!(fallen.len() >= 2 && fallen.is_sorted(), "{fallen:?}");
    assert_eq!(sums.len(), 5, "six frames, of which the last one stays");
    assert!(sums.is_sorted_by(|a, b| a.abs() <= b.abs()) && sums[0] == 0 && sums[4] != 0, "{sums:?}");
    assert_eq!(bench.model.pace(), None, "nothing moves: nothing to wait for");
}

#[test]
fn a_motion_lasts_no_longer_than_its_time_however_slow_the_terminal() {
    let mut bench = six();
    press(&mut bench, '.');
    assert!(moves(&bench));
    bench.send(Event::Frame(Duration::from_secs(7)));
    assert!(!moves(&bench), "a frame that came late was the last");
    assert!(Transition::LONG <= Duration::from_millis(300));
}

#[test]
fn a_key_ends_a_motion_and_acts_on_where_it_led() {
    for keys in [". . > . , < . $ ^ > >", "> . . . h l . j . Enter Esc . k . ?"] {
        let (mut moving, mut still) = (six(), six());
        still.model.play.still = true;
        for key in keys.split(' ') {
            let code = match key {
                "Enter" => KeyCode::Enter,
                "Esc" => KeyCode::Esc,
                key => KeyCode::Char(key.chars().next().unwrap()),
            };
            for bench in [&mut moving, &mut still] {
                bench.send(Event::Input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))));
            }
            assert_eq!(moving.model.workspace.pipeline.state, still.model.workspace.pipeline.state, "after {key}");
            assert!(!moves(&still), "without motion nothing moves");
        }
        moving.settle();
        assert_eq!(picture(&moving), picture(&still));
    }
}

#[test]
fn what_is_covered_or_played_fast_does_not_move() {
    let mut bench = six();
    press(&mut bench, '.');
    press(&mut bench, '?');
    assert!(!moves(&bench));
    let mut bench = six();
    bench.keys("Space");
    bench.send(Event::Tick);
    assert!(moves(&bench), "a step a second has time for it");
    bench.keys("] ] ]");
    bench.send(Event::Tick);
    assert!(!moves(&bench), "eight a second have not");
}
