//! The lab: what is typed is what the fingerprint is of; nothing is lost; the original stays.

use std::path::Path;

use super::*;
use crate::{
    document::Drafts,
    lab::{LIMIT, RUNS},
    simhash::{Fingerprint, sketch},
    tui::model::{ClickTarget, Workbench},
};

fn lab(texts: &[&str]) -> Bench {
    let mut bench = Bench::of(texts);
    bench.keys("5");
    bench
}

impl Bench {
    fn lab(&self) -> &Workbench {
        self.model.workspace.bench().expect("a text is open")
    }

    fn text(&self) -> &str {
        let bench = self.lab();
        assert_eq!(bench.editor.text(), bench.history.state().text.as_str(), "the text is the state's");
        bench.editor.text()
    }

    /// The values of B, computed again from its text.
    fn fingerprint(&self) -> Option<Fingerprint> {
        let shown = self.lab().trial().expect("it was tried").fingerprints[1];
        assert!(self.lab().fresh(self.model.workspace.batch.generation), "it is of the present text");
        if self.lab().history.state().excluded.is_empty() {
            let fresh = sketch(self.text(), &self.model.workspace.batch.recipe).unwrap();
            assert_eq!(shown, fresh.fingerprint, "{:?}", self.text());
        }
        shown
    }

    fn hamming(&self) -> Option<u32> {
        self.fingerprint();
        self.lab().trial()?.hamming()
    }

    fn paste(&mut self, text: &str) {
        self.send(Event::Input(Input::Paste(text.into())));
        self.settle();
    }
}

const TEXT: &str = "夜里的海是黑色的。灯塔亮着。\n\nThe keeper lit the lamp. 他写日记。\n";

#[test]
fn what_is_typed_is_what_the_fingerprint_is_of() {
    let mut bench = lab(&[TEXT, "other"]);
    assert_eq!(bench.hamming(), Some(0));
    bench.keys("i").type_text("新的海风 ");
    assert_eq!(bench.text(), format!("新的海风 {TEXT}"));
    assert_ne!(bench.hamming(), Some(0));
    let picture = bench.draw();
    assert!(picture.contains("editing"), "{picture}");
    // Every key is the text's: those that choose screens, those that quit.
    bench.type_text("5q?:").keys("Enter Tab");
    assert!(bench.text().starts_with("新的海风 5q?:\n\t夜里"));
    assert_eq!(bench.model.workspace.screen, Screen::Lab);
    bench.keys("Ctrl-a Ctrl-w");
    assert_eq!((bench.text(), bench.hamming()), ("", None));
    assert!(bench.draw().contains("The text has no words."), "{}", bench.draw());
    assert!(!bench.draw().contains("HD 0 of"));
    bench.keys("Esc u");
    assert_eq!((bench.text(), bench.hamming()), (TEXT, Some(0)), "an edit is one state, whatever it took");
    assert_eq!(bench.model.workspace.batch.document(0).unwrap().text.as_str(), TEXT, "the original is not touched");
}

#[test]
fn an_edit_that_comes_to_nothing_leaves_no_state() {
    let mut bench = lab(&[TEXT]);
    bench.keys("i").type_text("ab").keys("Ctrl-u Esc");
    assert_eq!((bench.text(), bench.lab().history.len()), (TEXT, 1));
    // Within an edit, undone text is redone.
    bench.keys("i").type_text("ab").keys("Ctrl-u Ctrl-r Esc");
    assert_eq!((bench.text(), bench.lab().history.len()), (&*format!("ab{TEXT}"), 2));
}

#[test]
fn a_recipe_that_wants_a_list_says_that_the_text_is_none() {
    let mut bench = lab(&["a\t1\nb\t2", "a\t1\nb\t3"]);
    bench.command("set recipe tokens=given;weight=given").keys("i").type_text("x ").keys("Enter Esc");
    assert!(bench.draw().contains("no TAB"), "{}", bench.draw());
}

#[test]
fn every_preset_is_undone() {
    let sample = samples();
    let mut bench = Bench::new(sample, Lang::En, (120, 36));
    bench.keys("5");
    let before = bench.text().to_owned();
    for down in 0..6 {
        bench.keys("p");
        for _ in 0..down {
            bench.keys("j");
        }
        bench.keys("Enter");
        assert_ne!(bench.text(), before, "preset {down}");
        bench.fingerprint();
        let hd = bench.hamming();
        if down == 2 {
            assert_eq!(hd, Some(0), "the order of paragraphs is no feature");
        }
        assert_eq!(bench.lab().history.len(), 2);
        bench.keys("u");
        assert_eq!((bench.text(), bench.hamming()), (&*before, Some(0)));
        bench.keys("Ctrl-r");
        assert_eq!(bench.hamming(), hd, "undone and done again");
        bench.keys("u");
    }
    bench.keys("u");
    assert!(bench.draw().contains("Nothing to undo"));
}

#[test]
fn an_excluded_feature_is_excluded_from_b_alone() {
    let mut bench = lab(&[TEXT]);
    let heaviest = bench.lab().feature(&bench.model.workspace.lab.features).unwrap().1;
    bench.keys("Space");
    let trial = bench.lab().trial().unwrap().clone();
    assert_eq!((trial.excluded_features(), trial.excluded.contains(&heaviest)), (1, true));
    assert!(bench.draw().contains("[ ]") && bench.draw().contains("1 removed"), "{}", bench.draw());
    bench.keys("j Space r");
    assert_eq!((bench.hamming(), bench.lab().history.len()), (Some(0), 4));
    bench.keys("u");
    assert_eq!(bench.lab().trial().unwrap().excluded_features(), 2);
}

#[test]
fn any_setting_can_be_changed_and_undoing_gives_it_back() {
    let mut bench = lab(&[TEXT, "other"]);
    let before = bench.model.workspace.batch.recipe.clone();
    bench.command("set recipe bits=16");
    assert_eq!(bench.fingerprint().map(Fingerprint::width), Some(16));
    bench.keys("i").type_text("风 ").keys("Esc u u");
    assert_eq!(bench.model.workspace.batch.recipe, before);
    assert_eq!(bench.fingerprint().map(Fingerprint::width), Some(64));
    bench.keys("Ctrl-r");
    assert_eq!(bench.model.workspace.batch.recipe.bits, 16);
    // A setting changed elsewhere is followed too.
    bench.keys("1").command("set recipe bits=32").keys("5");
    assert_eq!(bench.fingerprint().map(Fingerprint::width), Some(32));
}

#[test]
fn the_robustness_curve_is_computed_by_itself_and_again_for_another_recipe() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("5");
    let curve = bench.model.workspace.results.curve.value().cloned().unwrap();
    assert_eq!(curve[0].runs(), RUNS);
    assert!(bench.draw().contains("60 of 60 runs"));
    bench.command("set recipe weight=tf");
    assert_ne!(bench.model.workspace.results.curve.value(), Some(&curve));
    // A stopped curve stays stopped until the reader asks for it.
    bench.keys("i");
    bench.type_text("a").keys("Esc");
    assert!(!bench.model.workspace.tasks.computes(&bench.model.workspace.results.curve));
}

#[test]
fn the_curve_is_that_of_the_text_as_it_is_now() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("5");
    let whole = bench.model.workspace.results.curve.value().unwrap()[0].words;
    // Cut to 32 words.
    bench.keys("p j j j j Enter");
    let words = bench.model.workspace.results.curve.value().unwrap()[0].words;
    assert!(whole > 100 && words == 32, "{whole} {words}");
    assert!(bench.draw().contains("replaced, of 32;"), "{}", bench.draw());
    bench.keys("u");
    assert_eq!(bench.model.workspace.results.curve.value().unwrap()[0].words, whole);
}

#[test]
fn while_the_text_is_edited_its_columns_are_live_and_the_word_at_the_cursor_is_lit() {
    for (lang, size) in [(Lang::En, (120, 36)), (Lang::Zh, (120, 36)), (Lang::En, (80, 24))] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("5 i").type_text("typhoon ");
        let picture = bench.draw();
        let (head, of_now) =
            if lang == Lang::En { ("WORD AT THE CURSOR", "now ") } else { ("光标处的词", "现在") };
        assert!(picture.contains(head) && picture.contains("typhoon"), "{picture}");
        // Its row is that of its hash: an arrow for each column.
        let trial = bench.lab().trial().unwrap().clone();
        let feature = (0..trial.trace.features.len()).find(|&at| trial.trace.name(at) == "typhoon").unwrap();
        let hash = trial.trace.hash(&trial.trace.features[feature]);
        let arrows: String = (0..64).map(|column| if hash.bit(column) { '▲' } else { '▼' }).collect();
        let mut rows = picture.lines().map(|line| line.chars().filter(|c| "▲▼".contains(*c)).collect::<String>());
        assert!(rows.any(|row| row == arrows), "{picture}");
        let b = format!("{:b}", trial.fingerprints[1].unwrap());
        let of_b = |line: &&str| line.trim_start_matches([' ', '"']).starts_with(of_now);
        let digits = |line: &str| line.chars().filter(|c| "01".contains(*c)).collect::<String>();
        assert!(picture.lines().filter(of_b).any(|line| digits(line).starts_with(&b)), "{picture}");
        // It stays lit after editing where there is room, until another pane is chosen.
        bench.keys("Esc");
        assert_eq!(bench.draw().contains(head), size.0 >= 100);
        bench.keys("Tab");
        assert!(!bench.draw().contains(head));
    }
}

#[test]
fn a_paste_of_ten_megabytes_is_refused_with_the_limit_and_one_that_fits_is_taken() {
    let mut bench = lab(&["one two three", "one two four"]);
    bench.keys("i");
    bench.paste(&"茶 and tea ".repeat(1_000_000));
    assert_eq!(bench.text(), "one two three");
    assert!(bench.draw().contains("limit of the lab is 4,194,304"), "{}", bench.draw());
    bench.paste("two\r\nlines\r");
    assert_eq!(bench.text(), "two\nlines\none two three", "line ends are one line feed");
    bench.keys("Esc");
    bench.paste("ignored");
    assert!(!bench.text().contains("ignored"));
}

#[test]
fn a_text_beyond_the_limit_is_not_opened_and_a_preset_does_not_grow_beyond_it() {
    // Of words that are soon counted.
    let words = |bytes: usize| format!("{} ", "x".repeat(99_999)).repeat(bytes / 100_000);
    let texts = ["small".to_owned(), words(LIMIT + 100_000)];
    let texts = texts.iter().enumerate().map(|(i, text)| Source::Text { nth: i + 1, text: text.as_str().into() });
    let mut bench = Bench::with(texts.collect(), &[("lang", "en"), ("recipe", "tokens=space")], (120, 36));
    bench.keys("5 i");
    bench.paste(&words(LIMIT * 3 / 5));
    bench.keys("Esc p j j j Enter");
    assert!(bench.draw().contains("limit of the lab is"), "{}", bench.draw());
    assert_eq!(bench.lab().history.len(), 2);
    bench.keys("O j Enter");
    assert!(bench.model.workspace.bench().is_none());
    assert!(bench.draw().contains("The other screens"), "{}", bench.draw());
    bench.keys("i Space p u Enter Tab q");
}

#[test]
fn a_click_puts_the_cursor_there_and_dragging_selects() {
    let mut bench = lab(&["one two three"]);
    let at = |bench: &Bench, byte: usize| {
        let place = bench.model.workspace.drawn.targets.iter().find(|(_, target)| *target == ClickTarget::Text(byte));
        place.map(|(area, _)| (area.x, area.y)).unwrap()
    };
    let mouse = |bench: &mut Bench, kind, (column, row)| {
        bench.send(Event::Input(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })));
        bench.settle();
    };
    let (from, to) = (at(&bench, 4), at(&bench, 7));
    mouse(&mut bench, MouseEventKind::Down(MouseButton::Left), from);
    mouse(&mut bench, MouseEventKind::Drag(MouseButton::Left), to);
    mouse(&mut bench, MouseEventKind::Up(MouseButton::Left), to);
    assert_eq!(bench.lab().editor.selection(), Some(4..7));
    bench.keys("y");
    assert_eq!(bench.copied.last().map(String::as_str), Some("two"));
    bench.keys("i").type_text("2");
    assert_eq!(bench.text(), "one 2 three");
}

// ---- Drafts
// ----------------------------------------------------------------------------------------------------------

/// The lab over a text, with its drafts there.
fn kept(folder: &Path, text: &str) -> Bench {
    let mut bench = Bench::of(&[text]);
    bench.model.workspace.lab.drafts = Some(Drafts::new(folder));
    bench.keys("5");
    bench
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn what_is_typed_is_there_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = kept(folder.path(), TEXT);
    assert_eq!(files(folder.path()), 0);
    bench.keys("i").type_text("海风").keys("Esc Space");
    let (text, hamming, before) = (bench.text().to_owned(), bench.hamming(), files(folder.path()));
    assert_eq!(before, 1);
    // As after a crash: nothing was said to the program.
    let mut again = kept(folder.path(), TEXT);
    assert_eq!((again.text(), again.hamming()), (&*text, hamming));
    assert!(again.draw().contains("from last time are restored"), "{}", again.draw());
    assert!(!again.model.workspace.lab.unsaved(), "it is as it was found");
    again.keys("u");
    assert_eq!((again.text(), again.hamming()), (TEXT, Some(0)));
    assert_eq!(files(folder.path()), 0, "the original needs no draft");
    again.keys("Ctrl-r");
    assert_eq!(files(folder.path()), 1);
    assert_eq!(kept(folder.path(), "another text").text(), "another text");
}

#[test]
fn leaving_asks_what_is_to_become_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let edited = || {
        let mut bench = kept(folder.path(), TEXT);
        bench.keys("i").type_text("x").keys("Esc q q");
        assert!(bench.draw().contains("Keep the changes in the lab?") && !bench.model.quit);
        bench
    };
    let mut bench = edited();
    bench.keys("j j Enter");
    assert!(!bench.model.quit, "it stays");
    bench.keys("q Esc q Enter");
    assert!(bench.model.quit && files(folder.path()) == 1, "it is kept");
    let mut bench = edited();
    bench.keys("j Enter");
    assert!(bench.model.quit && files(folder.path()) == 0, "it is gone");
    let mut bench = edited();
    bench.keys("Ctrl-c");
    assert!(bench.model.quit && files(folder.path()) == 1, "who insists goes, and nothing is lost");
    let mut bench = kept(folder.path(), TEXT);
    bench.keys("q q");
    assert!(bench.model.quit, "what was found and not changed is not asked about");
}

#[test]
fn where_nothing_can_be_kept_a_notice_says_so_and_the_work_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut bench = kept(&file, TEXT);
    bench.keys("i").type_text("x");
    assert!(bench.draw().contains("not be saved for next time"), "{}", bench.draw());
    bench.type_text("y");
    assert_eq!(bench.text(), format!("xy{TEXT}"));
    bench.keys("Esc q q Enter");
    assert!(!bench.model.quit, "it could not be kept, so it stays");
    bench.keys("q j Enter");
    assert!(bench.model.quit);
}

#[test]
fn a_draft_that_is_found_late_is_one_undo_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = kept(folder.path(), TEXT);
    first.keys("i").type_text("early ").keys("Esc");
    let mut bench = Bench::of(&[TEXT]);
    bench.keys("5 i").type_text("late ").keys("Esc");
    bench.model.workspace.lab.drafts = Some(Drafts::new(folder.path()));
    let draft = &mut bench.model.workspace.lab.benches.get_mut(&0).unwrap().draft;
    (draft.asked, draft.answered) = (false, false);
    bench.send(Event::Input(Input::FocusGained));
    bench.settle();
    assert_eq!(bench.text(), format!("late {TEXT}"));
    bench.keys("u");
    assert_eq!(bench.text(), format!("early {TEXT}"));
    bench.keys("u");
    assert_eq!(bench.text(), TEXT);
    bench.keys("Ctrl-r Ctrl-r");
    assert_eq!(bench.text(), format!("late {TEXT}"));
}

#[test]
fn what_was_tried_is_saved_as_a_lesson() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = lab(&[TEXT]);
    bench.model.workspace.lab.lessons = Some(folder.path().into());
    bench.keys("i").type_text("海风 ").keys("Esc Space Space").command("save-lesson");
    assert!(bench.draw().contains("restore the features (r) first"), "{}", bench.draw());
    bench.keys("u").command("save-lesson").command("save-lesson");
    assert!(
        bench.model.workspace.notice.clone().unwrap().contains("text-1-lesson-2.toml"),
        "{:?}",
        bench.model.workspace.notice
    );
    let text = std::fs::read_to_string(folder.path().join("text-1-lesson.toml")).unwrap();
    let lesson = crate::lesson::parse(&text, "f").unwrap();
    assert_eq!(lesson.documents[1].text, format!("海风 {TEXT}"));
    assert_eq!(lesson.distances[0].is, bench.hamming().unwrap());
    bench.model.workspace.lab.lessons = Some(folder.path().join("no/such/folder"));
    bench.command("save-lesson");
    assert!(bench.draw().contains("Lesson not saved"), "{}", bench.draw());
}

#[test]
fn in_chinese_and_while_editing() {
    for lang in [Lang::En, Lang::Zh] {
        let mut bench = Bench::new(samples(), lang, (120, 36));
        bench.keys("5 Space p Enter i").type_text("灯塔亮了，").holds("lab-editing");
        bench.keys("Esc Tab").holds("lab-edited");
        bench.model.size = (80, 24);
        bench.holds("lab-edited");
    }
}

#[test]
fn a_long_text_says_that_its_words_are_not_followed() {
    let long = TEXT.repeat((64 << 10) / TEXT.len() + 1);
    for (text, said) in [(long.as_str(), true), (TEXT, false)] {
        let mut bench = lab(&[text]);
        bench.keys("i").type_text("海 ").keys("Left");
        assert_eq!(bench.draw().contains("no word is highlighted"), said, "{}", bench.draw());
    }
}

#[test]
fn the_page_of_short_texts_shows_what_its_words_say() {
    let included = crate::lesson::included().iter().find(|included| included.name == "short-texts").unwrap();
    let lesson = included.lesson(Lang::En).unwrap();
    let page = lesson.pages.iter().position(|page| page.show == crate::lesson::Show::Robustness).unwrap();
    for size in [(120, 36), (80, 24)] {
        let mut bench = Bench::with(Vec::new(), &[("lang", "en")], size);
        update::read(&mut bench.model, lesson.clone(), Some(*included), None);
        bench.keys("Esc");
        for _ in 0..=page {
            bench.keys("n");
        }
        let known = bench.model.workspace.results.curve.value().cloned().unwrap();
        let shares: Vec<f64> = known.iter().map(|text| text.points[0].within(3).unwrap()).collect();
        // As in text of others: hardly ever, about half, nearly always.
        assert!(shares[0] < 0.12 && (0.35..0.75).contains(&shares[1]) && shares[2] > 0.9, "{shares:?}");
        let drawn = bench.draw();
        for share in shares {
            assert!(drawn.contains(&format!("P(HD≤3)   {share:.2}")), "{drawn}");
        }
    }
}

#[test]
fn a_text_without_words_has_no_curve_and_nothing_breaks() {
    let mut bench = Bench::of(&["", "one"]);
    bench.keys("5 Tab Tab s");
    for size in [(40, 10), (41, 11), (200, 60)] {
        bench.model.size = size;
        bench.keys("s Tab Tab").draw();
    }
}
