//! The reader of the manual.

use super::*;

#[test]
fn the_manual_opens_at_the_screen_and_goes_back_to_the_topics() {
    for (screen, heading) in [("1", "1 Overview"), ("3", "3 Bits"), ("6", "6 Library")] {
        let mut bench = Bench::new(samples(), Lang::En, (80, 24));
        let picture = bench.keys(screen).keys("F1").draw();
        let lines: Vec<&str> = picture.lines().collect();
        assert!(lines[2].contains("Manual: The six screens") && lines[4].contains(heading), "{picture}");
        let picture = bench.keys("Esc").draw();
        assert!(picture.contains("opening") && picture.contains("Esc close"), "{picture}");
        bench.keys("Esc").draw();
        assert!(bench.model.workspace.dialogs.is_empty());
    }
}

#[test]
fn a_topic_is_opened_by_name_and_links_are_followed_and_left() {
    let mut bench = Bench::new(samples(), Lang::En, (100, 30));
    bench.keys(":").type_text("manual filt").keys("Enter");
    let filters = bench.draw();
    assert!(filters.contains("Manual: Filters"), "{filters}");
    // The first link of the topic leads to small edits among the numbers.
    let numbers = bench.keys("Tab Enter").draw();
    assert!(
        numbers.contains("Manual: What the numbers mean") && numbers.lines().nth(4).unwrap().contains("Small edits"),
        "{numbers}"
    );
    assert_eq!(bench.keys("Esc").draw(), filters);
    bench.keys(":").type_text("manual nothing");
    assert!(bench.keys("q").draw().contains("pair"), "q leaves the reader");
    let picture = bench.keys(":").type_text("manual nothing").keys("Enter").draw();
    assert!(picture.contains("no topic nothing") && picture.contains("development"), "{picture}");
}

#[test]
fn a_search_goes_through_all_topics() {
    let mut bench = Bench::new(samples(), Lang::En, (100, 30));
    bench.keys("F1 /");
    bench.type_text("hash-max-listpack").keys("Enter");
    let picture = bench.draw();
    assert!(picture.contains("Manual: A library") && picture.contains("hash-max-listpack-value"), "{picture}");
    let picture = bench.keys("/").type_text("no such words").keys("Enter").draw();
    assert!(picture.contains("Not found: no such words"), "{picture}");
    // Typed letters are text, not keys.
    assert!(bench.keys("/").type_text("q").draw().contains("/q"));
    bench.keys("Esc q").draw();
    assert!(bench.model.workspace.dialogs.is_empty());
}

#[test]
fn the_manual_is_read_in_chinese_and_over_help() {
    let mut bench = Bench::new(samples(), Lang::Zh, (80, 24));
    let picture = bench.keys("?").keys("F1").draw();
    assert!(picture.contains("手册：六个界面"), "{picture}");
    let down = bench.keys("j j j").draw();
    assert_ne!(picture, down);
    assert_eq!(bench.keys("k k k").draw(), picture);
    bench.keys("G").draw();
    bench.keys("j").draw();
    assert_eq!(bench.model.workspace.dialogs.iter().count(), 2);
    bench.keys("q").draw();
    assert_eq!(bench.model.workspace.dialogs.iter().count(), 1, "help is there again");
}
