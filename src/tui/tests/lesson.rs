//! Lessons: opened, turned, answered, left.

use super::*;
use crate::{
    simhash::Fingerprint,
    tui::{action::Action, model::ClickTarget},
};

/// The lesson on column sums, at its first page.
fn first(size: (u16, u16)) -> Bench {
    let mut bench = Bench::new(samples(), Lang::En, size);
    bench.keys("j L j Enter");
    bench
}

#[test]
fn a_lesson_is_a_workspace_of_its_own_and_leaves_the_one_before_as_it_was() {
    let mut bench = first((120, 36));
    assert!(bench.draw().contains("What a column sum is") && bench.draw().contains("GOAL"));
    assert_eq!((bench.model.workspace.batch.entries.len(), bench.model.workspace.batch.recipe.bits), (1, 6));
    bench.keys("n n 3 R Esc q");
    assert_eq!(
        (bench.model.workspace.batch.entries.len(), bench.model.workspace.batch.recipe.bits),
        (samples().len(), 64)
    );
    assert_eq!((bench.model.workspace.overview.list.selected, bench.model.workspace.screen), (1, Screen::Overview));
    assert!(!bench.model.quit);
}

#[test]
fn pages_bring_the_walk_where_they_say() {
    let mut bench = first((120, 36));
    bench.keys("n n");
    assert!(bench.draw().contains("The hash of “blog” is given: 101011"));
    bench.keys("n n n");
    assert!(bench.draw().contains("Row 2 of 2") && bench.draw().contains("+4 − 5 = −1"));
    // The next page undoes the reader's changes, nothing before does.
    bench.keys("^ N");
    assert!(bench.draw().contains("Row 1 of 2"));
}

#[test]
fn an_answer_is_typed_until_enter_and_judged_on_the_next_page() {
    let mut bench = first((120, 36));
    bench.keys("n n n n");
    assert!(bench.draw().contains("PREDICT"));
    bench.keys("- 7 Enter - 2 Enter");
    let drawn = bench.draw();
    assert!(
        drawn.contains("You answered −2.") && !drawn.contains("the answer is"),
        "corrected, and nothing is given away"
    );
    assert_eq!(bench.model.workspace.screen, Screen::Pipeline, "digits were the answer, not a screen");
    assert_eq!(bench.model.workspace.k, 0, "a minus sign was the answer's");
    // What is typed when the page is turned is an answer too.
    bench.keys("- 1 - Backspace 3 n");
    assert!(bench.draw().contains("You answered −3; the answer is −1."), "{}", bench.draw());
    bench.keys("n n n n");
    assert!(bench.draw().contains("REMEMBER") && bench.draw().contains("0 of 2 questions correct, 1 skipped."));
    bench.keys("n");
    assert!(bench.draw().contains("Eleven words, six bits"), "after the last page comes the next lesson");
}

#[test]
fn a_lesson_goes_on_where_the_reader_stopped_also_another_time() {
    let folder = tempfile::tempdir().unwrap();
    let bench = || {
        let mut bench = Bench::new(samples(), Lang::En, (120, 36));
        bench.model.lessons = crate::lesson::ProgressBook::in_folder(folder.path());
        bench
    };
    let mut first = bench();
    first.keys("L");
    assert!(first.draw().contains("basics") && first.draw().contains("8 min  column-sums"), "{}", first.draw());
    first.keys("j Enter n n n n - 1 Enter");
    first.settle();
    first.keys("q");
    let mut second = bench();
    second.keys("L");
    assert!(second.draw().contains("page 5 of 10"), "{}", second.draw());
    second.keys("j Enter");
    let drawn = second.draw();
    assert!(
        drawn.contains("5 of 10") && drawn.contains("You answered −1.") && drawn.contains("Continued on page 5."),
        "{drawn}"
    );
    second.keys("n n n n n q L");
    second.settle();
    assert!(second.draw().contains("done, 1 of 2 correct"), "{}", second.draw());
    // After its end it begins again, and the score stays in the list.
    second.keys("j Enter");
    assert_eq!(second.model.workspace.lesson.as_ref().unwrap().page, 0);
    second.keys("n q L");
    assert!(second.draw().contains("done, 1 of 2 correct"), "{}", second.draw());
}

#[test]
fn the_first_screen_shows_a_newcomer_the_lessons() {
    for size in [(120, 36), (80, 24)] {
        let mut bench = Bench::new(samples(), Lang::En, size);
        assert!(bench.draw().lines().last().unwrap().contains("L lessons"), "{}", bench.draw());
    }
    let mut own = Bench::of(&["one text", "another text"]);
    assert!(!own.draw().contains("L lessons"), "{}", own.draw());
}

#[test]
fn a_question_stops_nobody() {
    let mut bench = first((120, 36));
    bench.keys("n n n n . n");
    assert!(!bench.draw().contains("You answered"));
    bench.keys("N").command("prompts");
    assert!(!bench.draw().contains("PREDICT"), "questions can be turned off");
    bench.keys("3");
    assert_eq!(bench.model.workspace.screen, Screen::Pipeline, "a digit that answers nothing does nothing");
    bench.keys("n n n n n");
    assert!(bench.draw().contains("0 of 2 questions correct, 2 skipped."));
}

#[test]
fn late_results_find_their_workspace() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    // A new recipe is being computed when the lesson is opened over it.
    bench.model.workspace.batch.recipe.bits = 32;
    bench.model.workspace.batch.generation += 1;
    let effects = update::update(&mut bench.model, Event::Tick);
    assert!(!effects.is_empty());
    bench.perform(effects);
    bench.keys("L j Enter");
    assert_eq!(bench.model.workspace.batch.entries.len(), 1);
    assert_eq!(bench.model.workspace.batch.fingerprint(0).map(Fingerprint::width), Some(6));
    bench.keys("q");
    assert_eq!(bench.model.workspace.batch.fingerprint(0).map(Fingerprint::width), Some(32));
    assert!(bench.model.workspace.batch.settled());
}

#[test]
fn every_page_of_every_lesson_is_drawn_in_both_sizes_and_languages() {
    for (lang, size) in [(Lang::En, (120, 36)), (Lang::Zh, (80, 24)), (Lang::Zh, (120, 36)), (Lang::En, (40, 10))] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("L Enter");
        let mut lessons = 0;
        loop {
            let reading = bench.model.workspace.lesson.as_ref().unwrap();
            let title = reading.lesson.title.get(lang).to_owned();
            let pages = reading.pages();
            for page in 1..pages {
                bench.keys("n");
                let reading = bench.model.workspace.lesson.as_ref().unwrap();
                assert_eq!((reading.page, reading.placed), (page, true), "{title}");
                assert!(size.0 < 80 || bench.draw().replace(' ', "").contains(&title.replace(' ', "")), "{title}");
            }
            lessons += 1;
            bench.keys("n");
            if bench.model.workspace.lesson.as_ref().unwrap().lesson.title.get(lang) == title {
                break;
            }
        }
        assert_eq!(lessons, crate::lesson::included().len());
    }
}

/// Columns in a row, as their numbers are drawn.
fn numbered_columns(drawn: &str) -> Vec<usize> {
    let numbers =
        |line: &str| line.trim_matches('"').split_whitespace().map(|n| n.parse().ok()).collect::<Option<Vec<usize>>>();
    let consecutive = |numbers: &Vec<usize>| numbers.len() > 2 && numbers.windows(2).all(|two| two[0] + 1 == two[1]);
    drawn.lines().filter_map(numbers).find(consecutive).unwrap_or_default()
}

#[test]
fn a_page_keeps_its_column_in_view_in_large_print_too() {
    let mut asked = 0;
    for big in [false, true] {
        for included in crate::lesson::included() {
            let mut bench = at(included.name, 0, Lang::En, (80, 24));
            bench.model.look.big = big;
            let pages = included.lesson(Lang::En).unwrap().pages;
            for page in pages.iter().filter(|page| page.show == crate::lesson::Show::Pipeline) {
                let shown = |bench: &Bench| bench.model.workspace.lesson.as_ref().unwrap().step().cloned();
                while shown(&bench).is_none_or(|shown| shown.text != page.text) {
                    bench.keys("n");
                }
                let Some(column) = page.column else { continue };
                assert_eq!(bench.model.workspace.pipeline.column, column, "{}: {}", included.name, page.text.en);
                if big {
                    let columns = numbered_columns(&bench.draw());
                    assert!(columns.contains(&column), "{}: {}\n{}", included.name, page.text.en, bench.draw());
                    asked += usize::from(page.exercise.is_some());
                }
            }
        }
    }
    assert!(asked >= 6);
}

#[test]
fn a_screen_keeps_out_of_the_page_beside_it() {
    for included in crate::lesson::included() {
        let mut bench = at(included.name, 0, Lang::En, (120, 36));
        for page in 1..=included.lesson(Lang::En).unwrap().pages.len() {
            bench.keys("n");
            let rule = bench.model.screen_width() as usize;
            let drawn = bench.draw();
            // The first character is a quotation mark.
            let parted =
                |line: &&str| line.match_indices('│').any(|(at, _)| crate::text::width(&line[..at]) == rule + 1);
            let missing = drawn.lines().skip(2).take(30).filter(|line| !parted(line)).count();
            assert_eq!(missing, 0, "{} {page}\n{drawn}", included.name);
        }
    }
}

#[test]
fn pages_show_the_first_two_documents_wherever_they_rank() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    let before = crate::lesson::included().iter().take_while(|lesson| lesson.name != "word-order").count();
    bench.keys(&format!("L {}Enter n n n", "j ".repeat(before)));
    assert!(bench.draw().contains("tomatoes A  ×  tomatoes B"), "{}", bench.draw());
    bench.keys("1 j 4 n");
    assert!(bench.draw().contains("tomatoes A  ×  tomatoes B"), "{}", bench.draw());
}

/// A lesson by its name, at a page from 0.
fn at(name: &str, page: usize, lang: Lang, size: (u16, u16)) -> Bench {
    let mut bench = Bench::new(samples(), lang, size);
    let before = crate::lesson::included().iter().take_while(|lesson| lesson.name != name).count();
    bench.keys(&format!("L {}Enter{}", "j ".repeat(before), " n".repeat(page)));
    bench
}

#[test]
fn an_answer_that_cannot_be_one_is_refused_with_the_range_said() {
    let mut bench = at("spot-the-error", 1, Lang::En, (120, 36));
    assert!(bench.draw().contains("SPOT THE ERROR"));
    for wrong in ["9 Enter", "0 Enter", "1 . 5 Enter"] {
        bench.keys(wrong);
        assert!(bench.draw().contains("The answer is a whole number from 1 to "), "{}", bench.draw());
        assert_eq!(bench.model.workspace.lesson.as_ref().unwrap().answered(), None, "{wrong}");
    }
    bench.keys("2 Enter");
    assert!(bench.draw().contains("Your answer 2 is correct"));
}

#[test]
fn an_answer_that_grows_too_long_is_said_to() {
    let mut bench = at("column-sums", 4, Lang::En, (120, 36));
    bench.keys("1 2 3 4 5 6 7 8 9 0 1 2");
    assert!(!bench.draw().contains("at most"));
    bench.keys("3");
    assert!(bench.draw().contains("An answer has at most 12 characters."), "{}", bench.draw());
}

#[test]
fn documents_of_a_lesson_are_called_in_the_language_of_the_screens() {
    let mut bench = at("angle", 1, Lang::Zh, (120, 36));
    assert!(bench.draw().replace(' ', "").contains("水磨A×水磨B"), "{}", bench.draw());
    bench.keys(":").type_text("set lang en");
    bench.keys("Enter");
    assert!(bench.draw().contains("mill A  ×  mill B"), "{}", bench.draw());
}

#[test]
fn the_index_shows_all_its_tables_in_little_room_and_offers_only_what_it_takes() {
    let mut bench = at("index", 3, Lang::En, (80, 24));
    let drawn = bench.draw();
    for key in ["0000 ", "00fe ", "ff01 ", "fffe "] {
        assert!(drawn.contains(key), "{key}\n{drawn}");
    }
    let foot = drawn.lines().last().unwrap().trim_matches(['"', ' ']).to_owned();
    assert_eq!(foot, "n next page   N back   ? help   q leave lesson");
    let look = |bench: &mut Bench| bench.model.workspace.lesson.as_ref().unwrap().index.as_ref().unwrap().table;
    bench.keys("j j j j");
    assert_eq!(look(&mut bench), 3);
}

#[test]
fn a_page_counts_the_same_on_the_screen_and_in_the_transcript() {
    let bench = at("xor", 2, Lang::En, (120, 36));
    let lesson = &bench.model.workspace.lesson.as_ref().unwrap().lesson;
    let text = crate::say::lesson(lesson, Lang::En).unwrap();
    let all = bench.model.workspace.lesson.as_ref().unwrap().pages();
    let heads: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let wanted: Vec<String> = (1..=all).map(|page| format!("{page} of {all}")).collect();
    assert_eq!(heads, wanted);
    let second = lesson.pages[1].text.en.split_whitespace().next().unwrap();
    let page = text.split(&format!("## 3 of {all}")).nth(1).unwrap();
    assert!(page.trim_start().starts_with(second), "the third page is the second step");
}

/// The task of a lesson's page, done by keys.
fn done(bench: &Bench) -> bool {
    bench.model.workspace.lesson.as_ref().unwrap().task_done()
}

#[test]
fn a_task_is_done_in_the_lab_and_stays_done() {
    let folder = tempfile::tempdir().unwrap();
    let bench = |size| {
        let mut bench = Bench::new(samples(), Lang::En, size);
        bench.model.lessons = crate::lesson::ProgressBook::in_folder(folder.path());
        bench
    };
    for size in [(120, 36), (80, 24)] {
        let mut bench = bench(size);
        bench.keys("L j Enter").command("page 9");
        let drawn = bench.draw();
        assert_eq!(bench.model.workspace.screen, Screen::Lab);
        assert!(drawn.contains("TASK") && drawn.contains("bit 3 = 1") && drawn.contains("now 0"), "{drawn}");
        assert!(size.0 < 100 || !done(&bench));
        // Esc, which stops editing, leaves nothing more than that.
        bench.keys("Esc Esc");
        assert_eq!(bench.model.workspace.screen, Screen::Lab);
        // A digit in the text is no answer and no screen.
        bench.keys("i Right Right Right Right Right Right Backspace").type_text("6");
        let drawn = bench.draw();
        assert!(done(&bench) && drawn.contains("Done.") && drawn.contains("now 1"), "{drawn}");
        bench.keys("Esc u");
        let drawn = bench.draw();
        assert!(drawn.contains("now 0") && drawn.contains("Done."), "what was reached stays so: {drawn}");
        bench.keys("n");
        assert_eq!(bench.draw().contains("1 of 1 task done"), size.0 >= 100, "{}", bench.draw());
        bench.keys("q");
        bench.settle();
    }
    let mut later = bench((120, 36));
    later.keys("L");
    assert!(later.draw().contains("1 of 1 task done"), "{}", later.draw());
}

#[test]
fn hints_come_one_after_the_other_and_no_answer_is_given_away() {
    let mut bench = at("eleven-words", 5, Lang::En, (120, 36));
    let drawn = bench.draw();
    assert!(drawn.contains("H shows a hint.") && !drawn.contains("Hint 1"), "{drawn}");
    bench.keys("H");
    assert!(bench.draw().contains("Hint 1 of 2") && bench.draw().contains("another hint"), "{}", bench.draw());
    bench.keys("H H");
    let drawn = bench.draw();
    assert!(drawn.contains("Hint 2 of 2") && !drawn.contains("another hint") && !drawn.contains("Done"), "{drawn}");
    // Another page begins without.
    bench.keys("N n");
    assert!(!bench.draw().contains("Hint 1"));
    // Two excluded words are more than the task allows, and then one of them.
    bench.keys("g Space j Space");
    assert!(bench.draw().contains("now 2") && !done(&bench), "{}", bench.draw());
}

#[test]
fn a_task_that_asks_for_another_rule_takes_no_other_text() {
    let mut bench = at("ties", 8, Lang::Zh, (120, 36));
    assert!(bench.draw().contains("文本不变") && !done(&bench), "{}", bench.draw());
    bench.keys("R G Enter j Enter Esc");
    assert!(done(&bench) && bench.draw().replace(' ', "").contains("完成了"), "{}", bench.draw());
}

/// The text marked as the subject of a page of a lesson; outside that page, if `picture`.
fn marked_text(bench: &Bench, picture: bool) -> String {
    let (width, height) = bench.model.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| _ = view::draw(&bench.model, &bench.model.styles(), frame)).unwrap();
    let marked = bench.model.styles().marked;
    let buffer = terminal.backend().buffer();
    let of_mark = |cell: &&ratatui::buffer::Cell| {
        cell.fg == marked.fg.unwrap_or_default() && cell.modifier.contains(marked.add_modifier)
    };
    // The page is the largest of the places that turn it.
    let targets = bench.model.workspace.drawn.targets.iter();
    let turns = targets.filter(|(_, target)| *target == ClickTarget::Do(Action::Next)).map(|(place, _)| *place);
    let page = turns.max_by_key(|place| place.area()).unwrap_or_default();
    let outside = buffer.area.positions().filter(|position| !picture || !page.contains(*position));
    outside.map(|position| &buffer[position]).filter(of_mark).map(ratatui::buffer::Cell::symbol).collect()
}

/// Every lesson from its first page to its last, in the sizes of a terminal and on a projector, in both languages.
#[test]
fn what_a_page_names_is_on_the_screen_at_every_size() {
    let (mut seen, mut missing) = ([0; 2], Vec::new());
    for (lang, size, big) in [
        (Lang::En, (120, 36), false),
        (Lang::Zh, (120, 36), false),
        (Lang::En, (80, 24), false),
        (Lang::Zh, (80, 24), false),
        (Lang::En, (80, 24), true),
        (Lang::Zh, (120, 36), true),
    ] {
        for included in crate::lesson::included() {
            let mut bench = at(included.name, 0, lang, size);
            bench.model.look.big = big;
            let pages = included.lesson(lang).unwrap().pages;
            for (number, page) in pages.iter().enumerate() {
                bench.keys("n");
                let (drawn, marked) = (bench.draw(), marked_text(&bench, size.0 >= 120 && !big));
                let place = format!("{} {} {lang:?} {size:?} {big}\n{drawn}", included.name, number + 2);
                assert_eq!(bench.model.workspace.lesson.as_ref().unwrap().page, number + 1, "{place}");
                // The cursor is on the column of the page.
                if let Some(column) = page.column.filter(|_| page.show == crate::lesson::Show::Pipeline) {
                    assert_eq!(bench.model.workspace.pipeline.column, column, "{place}");
                }
                // Its number is marked in the picture, not only in the sentence that names it; a small picture and that
                // of a projector may omit what the sentence is left to mark.
                for column in &page.marked_columns {
                    if !marked.contains(&column.to_string()) {
                        missing.push(format!("column {column}: {marked}: {place}"));
                    }
                    seen[0] += 1;
                }
                for feature in &page.marked_features {
                    if !marked.contains(feature.as_str()) {
                        missing.push(format!("{feature}: {marked}: {place}"));
                    }
                    seen[1] += 1;
                }
                if page.task.is_some() {
                    assert!(drawn.replace(' ', "").contains(if lang == Lang::En { "TASK" } else { "任务" }), "{place}");
                }
            }
            bench.keys("n");
            let end = if lang == Lang::En { "REMEMBER" } else { "记住" };
            assert!(bench.draw().replace(' ', "").contains(end), "{}", included.name);
        }
    }
    assert!(missing.is_empty(), "{} are not marked in the picture:\n{}", missing.len(), missing.join("\n"));
    assert!(seen[0] > 150 && seen[1] > 80, "{seen:?}");
}

#[test]
fn the_answer_is_shown_on_request_and_does_not_count() {
    let mut bench = at("xor", 1, Lang::En, (120, 36));
    assert!(bench.draw().contains("H shows the answer."), "{}", bench.draw());
    bench.keys("H");
    assert!(bench.draw().contains("The answer is 3. 100111 xor"), "{}", bench.draw());
    bench.keys("3 Enter");
    assert_eq!(
        bench.model.workspace.lesson.as_ref().unwrap().score()[..2],
        [0, 0],
        "an answer that was shown is not the reader's"
    );
}

#[test]
fn pages_are_chosen_from_a_list_and_a_lesson_begins_again() {
    let mut bench = at("xor", 1, Lang::En, (120, 36));
    bench.keys("3 Enter O");
    assert!(bench.draw().contains("Page") && bench.draw().contains("7  Press"), "{}", bench.draw());
    bench.keys("j Enter");
    assert!(bench.draw().contains("3 of 7"), "{}", bench.draw());
    bench.command("page 2");
    assert!(bench.draw().contains("2 of 7") && bench.draw().contains("You answered 3."), "{}", bench.draw());
    bench.command("page 8");
    assert!(bench.draw().contains("This lesson has pages 1 to 7, not \"8\"."), "{}", bench.draw());
    bench.keys("Esc").command("restart");
    let reading = bench.model.workspace.lesson.as_ref().unwrap();
    assert_eq!((reading.page, reading.score()[1]), (0, 0));
}

#[test]
fn the_language_of_the_screens_is_that_of_the_lesson() {
    let mut bench = at("weights", 2, Lang::En, (120, 36));
    bench.command("set lang zh");
    let drawn = bench.draw();
    assert!(drawn.contains('的') && drawn.replace(' ', "").contains("第3页"), "{drawn}");
    bench.command("set lang en");
    assert!(bench.draw().contains("3 of ") && !bench.draw().contains('的'), "{}", bench.draw());
}

/// The keys that a text names.
fn keys_named(text: &str) -> Vec<String> {
    let letters = ["h", "l", "j", "k", "t", "R", "s", "i", "n", "N", "p"];
    let bare = |word: &str| word.trim_end_matches([',', '.', ':', ';']).to_owned();
    let words = text.split_whitespace().map(|word| if word.len() == 1 { word.to_owned() } else { bare(word) });
    let is_key = |word: &String| {
        [",", ".", "<", ">", "[", "]", "Enter", "Space", "Tab", "Esc"].contains(&&**word) || letters.contains(&&**word)
    };
    words.filter(is_key).collect()
}

/// What the last page of a lesson tells the reader to press changes the screen beside it.
#[test]
fn what_there_is_to_try_can_be_tried_where_it_stands() {
    let mut pressed = 0;
    for (included, size) in
        crate::lesson::included().iter().flat_map(|included| [(120, 36), (80, 24)].map(|size| (included, size)))
    {
        let lesson = included.lesson(Lang::En).unwrap();
        let text = lesson.attempt.text.en.clone();
        let keys = keys_named(&text);
        assert!(
            !keys.is_empty() || text.contains("simscope ") || text.contains("Press q"),
            "{}: {text}",
            included.name
        );
        let mut bench = at(included.name, lesson.pages.len() + 1, Lang::En, size);
        for key in keys {
            let before = bench.styled();
            bench.keys(&key);
            assert!(
                bench.styled() != before,
                "{} {size:?}: {key} changes nothing\n{text}\n{}",
                included.name,
                bench.draw()
            );
            pressed += 1;
        }
    }
    assert!(pressed > 50, "{pressed}");
}

/// Two pages in a row never look the same: then one of them says nothing of its own.
#[test]
fn no_page_has_the_picture_of_the_page_before() {
    let mut same = Vec::new();
    for (included, lang) in crate::lesson::included().iter().flat_map(|of| [(of, Lang::En), (of, Lang::Zh)]) {
        let mut bench = at(included.name, 0, lang, (120, 36));
        let width = bench.model.screen_width();
        let pages = included.lesson(lang).unwrap().pages.len();
        let mut before = None;
        for page in 2..=pages + 1 {
            bench.keys("n");
            let frame = bench.styled();
            let picture: Vec<_> = (2..34)
                .flat_map(|y| (0..width).map(move |x| (x, y)))
                .map(|at| (frame[at].symbol().to_owned(), frame[at].style()))
                .collect();
            if before.as_ref() == Some(&picture) {
                same.push(format!("{} {lang:?} {page}", included.name));
            }
            before = Some(picture);
        }
    }
    assert!(same.is_empty(), "{same:#?}");
}

/// A question is not answered by the picture beside it: the walk has not come to the sum or the bit that is asked for.
#[test]
fn a_question_is_not_answered_by_its_picture() {
    use crate::lesson::{Answer, Show};
    let mut asked = 0;
    for (included, lang) in crate::lesson::included().iter().flat_map(|of| [(of, Lang::En), (of, Lang::Zh)]) {
        let lesson = included.lesson(lang).unwrap();
        let mut questions = 0;
        for (number, page) in lesson.pages.iter().enumerate() {
            let Some(exercise) = &page.exercise else { continue };
            questions += 1;
            let mut bench = at(included.name, number + 1, lang, (120, 36));
            let drawn = bench.draw();
            let place = format!("{} {lang:?} {}\n{drawn}", included.name, number + 2);
            let state = bench.model.workspace.pipeline.state.as_ref();
            match exercise.answer {
                Answer::Distance => {
                    let hamming = bench.model.workspace.right_answer().unwrap();
                    assert!(!drawn.contains(&format!("HD {hamming} ")), "{place}");
                }
                Answer::Sum { .. } if page.show == Show::Pipeline => {
                    let state = state.expect("a step");
                    assert!(state.summed < bench.model.workspace.pipeline.walk.order().len(), "{place}");
                }
                Answer::Bit { column, .. } if page.show == Show::Pipeline => {
                    assert!(state.expect("a step").read <= column, "{place}");
                }
                _ => continue,
            }
            asked += 1;
        }
        assert!(questions > 1, "{} asks {questions} questions", included.name);
    }
    assert!(asked > 20, "{asked}");
}

/// A lesson with a file for each language has other numbers in each.
#[test]
fn answers_to_other_numbers_are_not_kept() {
    use crate::{
        lesson::{LessonAnswer, find},
        tui::model::LessonState,
    };
    let reading = |lang| {
        let included = find("weights").unwrap();
        LessonState::new(included.lesson(lang).unwrap(), Some(included))
    };
    let answers = |reading: &LessonState| -> Vec<Option<LessonAnswer>> {
        let pages = reading.lesson.traced_pages().unwrap();
        pages.iter().map(|page| page.answer().map(|is| LessonAnswer { said: is, is })).collect()
    };
    let [mut en, mut zh] = [Lang::En, Lang::Zh].map(reading);
    let [of_en, of_zh] = [&en, &zh].map(answers);
    assert_ne!(of_en, of_zh);
    zh.keep(&of_zh);
    en.keep(&of_zh);
    assert_eq!(zh.answers, of_zh);
    assert!(en.answers.iter().zip(&of_en).all(|(kept, own)| kept.is_none() || kept == own), "{:?}", en.answers);
}
