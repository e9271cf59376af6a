//! Lessons: opened, turned, answered, left.

use super::*;
use crate::simhash::Fingerprint;

/// The first lesson, at its first page.
fn first(size: (u16, u16)) -> Bench {
    let mut bench = Bench::new(samples(), Lang::En, size);
    bench.keys("j L Enter");
    bench
}

#[test]
fn a_lesson_is_a_desk_of_its_own_and_leaves_the_one_before_as_it_was() {
    let mut bench = first((120, 36));
    assert!(bench.draw().contains("What a column sum is") && bench.draw().contains("GOAL"));
    assert_eq!((bench.model.desk.entries.len(), bench.model.recipe.bits), (1, 6));
    bench.keys("n n 3 R Esc q");
    assert_eq!((bench.model.desk.entries.len(), bench.model.recipe.bits), (samples().len(), 64));
    assert_eq!((bench.model.overview.list.selected, bench.model.screen), (1, Screen::Overview));
    assert!(!bench.model.quit);
}

#[test]
fn pages_bring_the_walk_where_they_say() {
    let mut bench = first((120, 36));
    bench.keys("n n");
    assert!(bench.draw().contains("The hash of 博客 is given: 101011"));
    bench.keys("n n n");
    assert!(bench.draw().contains("Row 2 of 2") && bench.draw().contains("+4 − 5 = −1"));
    // What the reader does in between is undone by the next page, not before.
    bench.keys("^ N");
    assert!(bench.draw().contains("Row 1 of 2"));
}

#[test]
fn an_answer_is_typed_until_enter_and_told_on_the_next_page() {
    let mut bench = first((120, 36));
    bench.keys("n n n n");
    assert!(bench.draw().contains("PREDICT"));
    bench.keys("- 2 Enter");
    let drawn = bench.draw();
    assert!(drawn.contains("You said −2.") && !drawn.contains("it is"), "nothing is given away");
    assert_eq!(bench.model.screen, Screen::Pipeline, "digits were the answer, not a screen");
    bench.keys("n");
    assert!(bench.draw().contains("You said −2; it is −1."));
    bench.keys("n n");
    assert!(bench.draw().contains("REMEMBER") && bench.draw().contains("0 of 1 questions right, 0 skipped."));
    bench.keys("n");
    assert!(bench.draw().contains("Eleven words, six bits"), "after the last page comes the next lesson");
}

#[test]
fn a_question_stops_nobody() {
    let mut bench = first((120, 36));
    bench.keys("n n n n . n");
    assert!(!bench.draw().contains("You said"));
    bench.keys("N p");
    assert!(!bench.draw().contains("PREDICT"), "questions can be turned off");
    bench.keys("3");
    assert_eq!(bench.model.screen, Screen::Bits, "then digits are screens again");
    bench.keys("2 n n n");
    assert!(bench.draw().contains("0 of 1 questions right, 1 skipped."));
}

#[test]
fn late_results_find_the_desk_they_were_made_for() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    // A new recipe is being computed when the lesson is opened over it.
    bench.model.recipe.bits = 32;
    bench.model.desk.generation += 1;
    let effects = update::update(&mut bench.model, Event::Tick);
    assert!(!effects.is_empty());
    bench.perform(effects);
    bench.keys("L Enter");
    assert_eq!(bench.model.desk.entries.len(), 1);
    assert_eq!(bench.model.desk.fingerprint(0).map(Fingerprint::width), Some(6));
    bench.keys("q");
    assert_eq!(bench.model.desk.fingerprint(0).map(Fingerprint::width), Some(32));
    assert!(bench.model.desk.settled());
}

#[test]
fn every_page_of_every_lesson_is_drawn_in_both_sizes_and_languages() {
    for (lang, size) in [(Lang::En, (120, 36)), (Lang::Zh, (80, 24)), (Lang::Zh, (120, 36)), (Lang::En, (40, 10))] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("L Enter");
        let mut lessons = 0;
        loop {
            let reading = bench.model.reading.as_ref().unwrap();
            let title = reading.lesson.title.get(lang).to_owned();
            let pages = reading.pages();
            for page in 1..pages {
                bench.keys("n");
                let reading = bench.model.reading.as_ref().unwrap();
                assert_eq!((reading.page, reading.placed), (page, true), "{title}");
                assert!(size.0 < 80 || bench.draw().replace(' ', "").contains(&title.replace(' ', "")), "{title}");
            }
            lessons += 1;
            bench.keys("n");
            if bench.model.reading.as_ref().unwrap().lesson.title.get(lang) == title {
                break;
            }
        }
        assert_eq!(lessons, crate::lesson::included().len());
    }
}

#[test]
fn pages_show_the_first_two_documents_wherever_they_rank() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    let before = crate::lesson::included().iter().take_while(|lesson| lesson.name != "word-order").count();
    bench.keys(&format!("L {}Enter n n n", "j ".repeat(before)));
    assert!(bench.draw().contains("番茄 A  ×  番茄 B"), "{}", bench.draw());
    bench.keys("1 j 4 n");
    assert!(bench.draw().contains("番茄 A  ×  番茄 B"), "{}", bench.draw());
}
