//! Screen 4: moved blocks, passages, folds.

use std::fs;

use super::Bench;
use crate::{
    document::Source,
    locale::Lang,
    tui::{dialog::passages::PassagesDialog, model::DiffMode, screen::Screen},
};

/// `n` paragraphs, each of its own words, with a few numbers missing or changed.
fn text(order: &[u32]) -> String {
    let paragraph = |n: &u32| {
        let words = ["keeper", "harbour", "lantern", "winter", "signal", "granite", "morning", "ledger"];
        let own: Vec<String> = words.iter().map(|word| format!("{word}{n}")).collect();
        format!("Paragraph {n} speaks of {} and ends.\n\n", own.join(" and "))
    };
    order.iter().map(paragraph).collect()
}

/// The first block of two went behind the sixth paragraph; one word was changed on the way, and one elsewhere.
fn moved() -> Bench {
    let a = text(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let b = text(&[1, 4, 5, 6, 2, 3, 7, 8]).replace("winter3", "summer3").replace("signal7", "silence7");
    let mut bench = Bench::of(&[&a, &b]);
    bench.keys("4");
    if bench.model.workspace.shows_shared() {
        bench.keys("d");
    }
    bench
}

#[test]
fn a_moved_block_is_one_change_with_two_ends() {
    let mut bench = moved();
    let picture = bench.draw();
    assert!(picture.contains("change 1 of 2") && picture.contains("m1: now ¶ 5"), "{picture}");
    assert!(picture.contains("m1 moved from ¶ 2–3 to ¶ 5–6, 1 edit"), "{picture}");
    let from = bench.model.workspace.diff.hunk;
    bench.keys("Enter");
    assert_ne!(bench.model.workspace.diff.hunk, from);
    assert!(bench.draw().contains("change 1 of 2"), "the same change at its other end");
    bench.keys("Enter");
    assert_eq!(bench.model.workspace.diff.hunk, from);
    bench.keys("n");
    assert!(bench.draw().contains("change 2 of 2") && bench.draw().contains("silence7"));
    bench.keys("n");
    assert!(bench.draw().contains("change 2 of 2"), "the other end is no change of its own");
    bench.keys("[");
    assert_eq!(bench.model.workspace.diff.hunk, 2);
    bench.keys("[ y");
    assert!(bench.copied.last().is_some_and(|text| text.starts_with("<m1 Paragraph 2") && text.ends_with(" m1>")));
    assert!(Bench::of(&[&text(&[1, 2]), &text(&[1, 2])]).keys("4 ]").draw().contains("No paragraph was moved."));
}

#[test]
fn a_pure_move_says_that_it_changes_no_bit() {
    let (a, b) = (text(&[1, 2, 3, 4, 5]), text(&[1, 3, 4, 5, 2]));
    let mut bench = Bench::of(&[&a, &b]);
    assert!(bench.keys("4").draw().contains("a pure move affects no bits   without it: HD 0"));
}

#[test]
fn without_colour_the_ends_are_in_brackets() {
    let (a, b) = (text(&[1, 2, 3, 4, 5, 6, 7, 8]), text(&[1, 4, 5, 6, 2, 3, 7, 8]).replace("winter3", "summer3"));
    let sources = [a, b].into_iter().enumerate().map(|(i, text)| Source::Text { nth: i + 1, text: text.into() });
    let mut bench = Bench::with(sources.collect(), &[("color", "never"), ("ascii", "true"), ("lang", "en")], (80, 24));
    let picture = bench.keys("4 k k k").draw();
    assert!(picture.contains("<m1 Paragraph 2") && picture.contains(" M "), "{picture}");
    assert!(bench.keys("j j j j").draw().contains("[-winter3-]"), "{}", bench.draw());
    assert!(bench.keys("Enter j j j j").draw().contains("{+summer3+}"), "{}", bench.draw());
}

#[test]
fn passages_are_listed_and_shown_at_all_their_places() {
    let mut bench = moved();
    bench.keys("1 P");
    assert!(bench.model.workspace.dialogs.on_top::<PassagesDialog>());
    let picture = bench.draw();
    assert!(picture.contains("passages, longest first") && picture.contains("¶ in A"), "{picture}");
    let first =
        |bench: &mut Bench| bench.draw().lines().find(|line| line.starts_with("\"  >")).unwrap_or_default().to_owned();
    let longest = first(&mut bench);
    bench.keys("s");
    assert!(bench.draw().contains("in A's order"));
    assert_ne!(first(&mut bench), longest);
    bench.keys("y");
    assert!(bench.copied.last().is_some_and(|text| text.starts_with("Paragraph 1 speaks")));
    bench.keys("Enter");
    assert_eq!((bench.model.workspace.screen, bench.model.workspace.dialogs.iter().count()), (Screen::Diff, 0));
    assert!(bench.model.workspace.shows_shared() && bench.draw().contains("PASSAGE 1"), "{}", bench.draw());
    let mut bench = Bench::of(&[&text(&[1]), &text(&[2])]);
    assert!(bench.keys("P").draw().contains("No passage of at least"));
}

#[test]
fn open_folds_outlive_a_change_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.txt", "b.txt"].map(|name| folder.path().join(name));
    let all: Vec<u32> = (1..40).collect();
    let b = text(&all).replace("winter20", "summer20");
    fs::write(&paths[0], text(&all)).unwrap();
    fs::write(&paths[1], &b).unwrap();
    let mut bench = Bench::new(paths.clone().map(Source::File).into(), Lang::En, (120, 36));
    bench.keys("4 z");
    let open = |bench: &mut Bench| bench.model.workspace.diff.items.len();
    let opened = open(&mut bench);
    assert!(opened > 20);
    fs::write(&paths[1], format!("A new beginning.\n\n{b}")).unwrap();
    bench.send(super::Event::Files(crate::document::FileChange::Files([1].into())));
    bench.settle();
    assert!(open(&mut bench) >= opened, "what was opened is open still");
}

#[test]
fn folds_say_how_much_they_hold_and_the_context_is_a_setting() {
    let all: Vec<u32> = (1..30).collect();
    let b = text(&all).replace("winter15", "summer15");
    let mut bench = Bench::of(&[&text(&all), &b]);
    bench.keys("4 g");
    assert!(bench.draw().contains("⋯ 12 equal paragraphs, "), "{}", bench.draw());
    let chars: usize = text(&(1..13).collect::<Vec<u32>>()).chars().filter(|c| !c.is_whitespace()).count();
    let said = format!("{} chars (z opens)", crate::locale::grouped(chars as u64));
    assert!(bench.draw().contains(&said), "{said}\n{}", bench.draw());
    bench.keys(":").type_text("set context 5").keys("Enter");
    assert!(bench.draw().contains("⋯ 9 equal paragraphs, "), "{}", bench.draw());
}

#[test]
fn the_strip_tells_what_is_where_without_colour() {
    let a = format!("{}{}", text(&[1, 2, 3, 4, 5]), "Only in A, this one line stands.\n");
    let b = format!("{}{}", "Nothing like this was in the other text.\n\n", text(&[1, 3, 4, 5, 2]));
    let sources = [a, b].into_iter().enumerate().map(|(i, text)| Source::Text { nth: i + 1, text: text.into() });
    let mut bench = Bench::with(sources.collect(), &[("color", "never"), ("ascii", "true"), ("lang", "en")], (120, 36));
    bench.keys("4");
    if bench.model.workspace.shows_shared() {
        bench.keys("d");
    }
    let picture = bench.draw();
    let strip: String = picture.lines().filter_map(|line| line.trim_end_matches('"').get(118..121)).collect();
    for sign in ["-", "+", "m", ">"] {
        assert!(strip.contains(sign), "{sign} in {strip:?}\n{picture}");
    }
}

#[test]
fn the_way_a_far_pair_is_seen_is_remembered_and_near_pairs_open_in_differences() {
    let text = |words: [&str; 2]| format!("{} {} ", words[0], words[1]).repeat(40);
    let lamp = text(["lamp", "dusk"]);
    let mut bench = Bench::of(&[&lamp, &format!("{lamp}wind"), &text(["sea", "rain"]), &text(["ice", "fog"])]);
    let mut shown = |keys: &str, pair: [usize; 2]| {
        bench.keys("1");
        bench.model.workspace.select(pair);
        bench.keys(format!("4 {keys}").trim_end()).model.workspace.diff_mode()
    };
    assert_eq!(shown("", [0, 1]), DiffMode::Differences, "near");
    assert_eq!(shown("d", [0, 1]), DiffMode::Shared);
    assert_eq!(shown("", [0, 1]), DiffMode::Differences, "not remembered");
    assert_eq!(shown("", [0, 2]), DiffMode::Shared, "far");
    assert_eq!(shown("d", [0, 2]), DiffMode::Differences);
    assert_eq!(shown("", [1, 3]), DiffMode::Differences, "remembered for all that are far");
}

#[test]
fn differences_open_at_the_first_change() {
    let words: Vec<String> = (0..2_000).map(|n| format!("word{n}")).collect();
    let (a, b) = (words.join(" "), words.join(" ").replace("word1500", "changed"));
    let mut bench = Bench::of(&[&a, &b]);
    assert!(bench.keys("4").draw().contains("changed"), "{}", bench.draw());
}

#[test]
fn swapped_documents_are_what_they_would_be_if_given_in_that_order() {
    let [a, b] = [text(&[1, 2, 3, 4, 5]), text(&[1, 2, 4, 5, 6])];
    let mut bench = Bench::of(&[&a, &b]);
    let picture = |texts: [&str; 2]| Bench::of(&texts).keys("4").draw();
    let [given, swapped] = [picture([&a, &b]), picture([&b, &a])].map(|picture| texts_of(&picture));
    assert_ne!(given, swapped);
    assert_eq!(texts_of(&bench.keys("4 S").draw()), swapped);
    assert_eq!(texts_of(&bench.keys("S").draw()), given);
    // A change of the file that was B is one of what is A now.
    bench.keys("S").send(super::Event::Files(crate::document::FileChange::Files([1].into())));
    assert_eq!(bench.model.workspace.batch.changed, [0].into());
}

/// The rows of a picture of screen 4 that show the texts: their names are in the order in which they were given.
fn texts_of(picture: &str) -> Vec<String> {
    picture.lines().filter(|line| line.contains("Paragraph")).map(str::to_owned).collect()
}

#[test]
fn a_copy_in_the_other_script_has_its_real_changes_and_all_as_written() {
    let a = "守塔人每天清晨记录风向、浪高和过往的船只，从来没有漏过一天。\n灯塔亮着，渔船归港。\n";
    let b = "守塔人每天清晨記錄風向、浪高和過往的船隻，從來沒有漏過一天。\n燈塔暗了，漁船歸港。\n";
    let mut bench = Bench::of(&[a, b]);
    let shares = |picture: &str| picture.contains("after conversion to") && picture.contains("Traditional");
    let picture = bench.draw();
    assert!(shares(&picture), "{picture}");
    bench.keys("4");
    let changes = |bench: &Bench| bench.model.workspace.results.diff.value().map(|diffed| diffed.diff.changes_total());
    let picture = bench.draw();
    assert!(picture.contains("1 change, normalised") && picture.contains("d as written"), "{picture}");
    assert_eq!(changes(&bench), Some(1));
    bench.keys("d");
    let picture = bench.draw();
    assert!(picture.contains("changes, as written") && picture.contains("d shared text"), "{picture}");
    assert!(changes(&bench) > Some(1));
    bench.keys("d d");
    assert!(bench.draw().contains("1 change, normalised"), "{}", bench.draw());
}
