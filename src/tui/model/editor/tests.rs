//! A text edited against one that is edited by hand.

use proptest::prelude::*;

use super::*;
use crate::text::width;

const WIDTH: u16 = 10;

fn typed(text: &str) -> Editor {
    let mut editor = Editor::default();
    text.chars().for_each(|c| editor.insert(c.encode_utf8(&mut [0; 4])));
    editor
}

#[test]
fn what_is_typed_is_undone_word_by_word() {
    let mut editor = typed("灯塔 lit");
    assert!(editor.undo());
    assert_eq!((editor.text(), editor.cursor()), ("灯塔 ", 7));
    assert!(editor.undo());
    assert_eq!(editor.text(), "");
    assert!(!editor.undo());
    assert!(editor.redo() && editor.redo() && !editor.redo());
    assert_eq!(editor.text(), "灯塔 lit");
}

#[test]
fn what_is_typed_after_undoing_is_not_joined_to_what_was_before() {
    let mut editor = typed("a b");
    editor.undo();
    editor.insert("x");
    assert!(!editor.redo());
    editor.undo();
    assert_eq!(editor.text(), "a ");
}

#[test]
fn clusters_are_taken_whole() {
    let mut editor = typed("e\u{301}👩\u{200d}👩\u{200d}👧字");
    editor.delete(Motion::Left, WIDTH);
    editor.delete(Motion::Left, WIDTH);
    assert_eq!(editor.text(), "e\u{301}");
    editor.go(Motion::Start, false, WIDTH);
    editor.delete(Motion::Right, WIDTH);
    assert_eq!(editor.text(), "");
}

#[test]
fn chinese_words_are_words() {
    let mut editor = Editor::new("汉明距离 of 灯塔");
    editor.go(Motion::WordRight, false, WIDTH);
    assert_eq!(&editor.text()[..editor.cursor()], "汉明");
    editor.go(Motion::End, false, WIDTH);
    editor.delete(Motion::WordLeft, WIDTH);
    assert_eq!(editor.text(), "汉明距离 of ");
}

#[test]
fn a_selection_is_replaced_and_comes_back() {
    let mut editor = Editor::new("one two");
    editor.go(Motion::WordRight, true, WIDTH);
    assert_eq!(editor.selection(), Some(0..3));
    editor.insert("三");
    assert_eq!(editor.text(), "三 two");
    editor.undo();
    assert_eq!(editor.text(), "one two");
    editor.select_all();
    editor.go(Motion::Right, false, WIDTH);
    assert_eq!((editor.selection(), editor.cursor()), (None, 7));
}

#[test]
fn lines_are_broken_as_chinese_is_and_up_and_down_keep_the_column() {
    let mut editor = Editor::new("夜里的海，是黑色的。\n\n灯");
    let lines: Vec<String> =
        editor.window(WIDTH, 9).iter().map(|line| editor.text()[line.span.clone()].to_owned()).collect();
    assert!(lines.iter().all(|line| !line.starts_with(['，', '。']) && width(line) <= WIDTH.into()), "{lines:?}");
    for _ in 0..3 {
        editor.go(Motion::Right, false, WIDTH);
    }
    let way: Vec<u16> = (0..lines.len())
        .map(|_| {
            let column = editor.column(WIDTH);
            editor.go(Motion::Lines(1), false, WIDTH);
            column
        })
        .collect();
    assert_eq!(way.first(), Some(&6));
    assert_eq!(editor.cursor(), editor.text().len());
    editor.go(Motion::Lines(-99), false, WIDTH);
    assert_eq!(editor.cursor(), 0);
}

#[test]
fn a_very_long_paragraph_is_walked_through_and_all_of_it_is_shown() {
    for long in ["灯塔，".repeat(7_000), "x".repeat(70_000), format!("{}\nend", "a ".repeat(16 << 10))] {
        let mut editor = Editor::new(&long);
        let lines = editor.window(60, 10_000);
        assert!(lines.windows(2).all(|two| two[0].next == two[1].span.start));
        assert_eq!(lines.last().map(|line| line.next), Some(long.len() + 1));
        let mut before = None;
        for _ in 0..lines.len() {
            let at = editor.cursor();
            assert!(before.is_none_or(|before| before < at) || at == long.len(), "{before:?} {at}");
            before = Some(at);
            editor.go(Motion::Lines(1), false, 60);
        }
        assert_eq!(editor.cursor(), long.len());
        editor.go(Motion::Lines(-10_000), false, 60);
        assert_eq!(editor.cursor(), 0);
    }
}

fn motion() -> impl Strategy<Value = Motion> {
    use Motion::{End, Left, LineEnd, LineStart, Lines, Right, Start, WordLeft, WordRight};
    let all = vec![Left, Right, WordLeft, WordRight, LineStart, LineEnd, Start, End];
    prop_oneof![prop::sample::select(all), (-7isize..8).prop_map(Lines)]
}

proptest! {
    /// Whatever is done, the cursor is on a border and is seen, and undoing all gives the text back.
    #[test]
    fn every_edit_can_be_undone(
        text in "[a灯 \\n\\t，。\u{301}\u{200d}👩]{0,60}",
        steps in proptest::collection::vec((0u8..8, motion(), "[b塔\\n]{1,3}", any::<bool>()), 0..40),
        (columns, rows) in (1u16..14, 1usize..9),
    ) {
        let mut editor = Editor::new(&text);
        for (step, motion, inserted, selecting) in steps {
            match step {
                0..4 => editor.go(motion, selecting, columns),
                4 => editor.delete(motion, columns),
                5 => _ = editor.undo(),
                6 => _ = editor.redo(),
                _ => editor.insert(&inserted),
            }
            prop_assert!(editor.text().is_char_boundary(editor.cursor()));
            let window = editor.window(columns, rows);
            prop_assert!(window.len() <= rows);
            prop_assert!(window.iter().any(|line| line.holds(editor.cursor())), "{:?} {window:?}", editor);
            editor.settle(columns, rows);
            prop_assert_eq!(&editor.window(columns, rows), &window, "what is seen stays");
        }
        let now = editor.text().to_owned();
        let mut undone = 0;
        while editor.undo() {
            undone += 1;
        }
        prop_assert_eq!(editor.text(), text);
        (0..undone).for_each(|_| _ = editor.redo());
        prop_assert_eq!(editor.text(), now);
    }

    #[test]
    fn the_lines_are_the_text(text in "[a灯 \\n，。]{0,80}", columns in 1u16..14) {
        let editor = Editor::new(&text);
        let lines = editor.window(columns, 1000);
        let mut end = 0;
        for line in &lines {
            prop_assert_eq!(line.span.start, end);
            prop_assert!(line.span.end <= line.next);
            end = line.next;
        }
        prop_assert_eq!(end, text.len() + 1);
    }
}
