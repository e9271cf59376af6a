//! Laws for wrapped text.

use ratatui::layout::Position;
use unicode_segmentation::GraphemeCursor;

use super::*;

proptest! {
    #[test]
    fn lines_hold_the_text_and_fit(
        text in odd_text(), width in 1..30_u16, taken in 0..9_u16, kept in prop::collection::vec(0..200_usize, 0..8)
    ) {
        let mut kept = kept;
        kept.sort_unstable();
        let keep: Vec<_> = kept.chunks_exact(2).map(|pair| pair[0]..pair[1]).collect();
        let wrap = Wrap::new(width).after(taken).keep(&keep);
        let lines = wrap.lines(&text);
        let mut at = 0;
        for (number, line) in lines.iter().enumerate() {
            let between = text.get(at..line.span.start).expect("in order, at character boundaries");
            prop_assert!(between.chars().all(char::is_whitespace), "{:?}", between);
            at = line.span.end;
            let max_width = if number == 0 { width.saturating_sub(taken) } else { width };
            prop_assert!(line.width <= max_width);
            prop_assert_eq!(line.clusters(&text).map(|c| u16::from(c.width)).sum::<u16>(), line.width);
            for edge in [line.span.start, line.span.end] {
                prop_assert!(GraphemeCursor::new(edge, text.len(), true).is_boundary(&text, 0).unwrap());
            }
            // Only a text line ends at a line feed, and it has none in it.
            prop_assert!(!text[line.span.clone()].contains('\n'));
        }
        prop_assert!(text[at..].chars().all(char::is_whitespace));
        prop_assert_eq!(wrap.lines(&text), lines);
    }

    #[test]
    fn lines_are_drawn_in_the_columns_they_were_measured_in(text in odd_text(), width in 1..30_u16) {
        let lines = Wrap::new(width).lines(&text);
        let mut buffer = Buffer::empty(Rect::new(0, 0, width + 2, 1));
        for line in &lines {
            buffer.reset();
            buffer.set_string(0, 0, "|".repeat(usize::from(width) + 2), Style::new());
            let end = line.draw(&text, &mut buffer, Position::new(1, 0), |_| Style::new());
            prop_assert_eq!(end, 1 + line.width);
            // The columns beside the line are as they were, and each cluster begins in its own.
            prop_assert_eq!(buffer[(0, 0)].symbol(), "|");
            prop_assert!((end..width + 2).all(|x| buffer[(x, 0)].symbol() == "|"));
            let mut x = 1;
            for cluster in line.clusters(&text) {
                let first = cluster.shown.as_str().graphemes(true).next().unwrap_or(" ");
                prop_assert_eq!(buffer[(x, 0)].symbol(), first);
                x += u16::from(cluster.width);
            }
        }
    }

    #[test]
    fn words_that_fit_are_never_broken(words in prop::collection::vec("[a-z0-9']{1,12}", 1..30), width in 12..40_u16) {
        let text = words.join(" ");
        let lines = Wrap::new(width).lines(&text);
        let found: Vec<&str> = lines.iter().flat_map(|line| text[line.span.clone()].split(' ')).collect();
        prop_assert_eq!(found, words);
    }

    #[test]
    fn chinese_marks_keep_their_side(
        text in "([汉明距离]{1,4}[，。、；：？！]|《[汉明]{1,2}》|“[汉明距]{1,3}[。！]?”|（[汉a]{1,3}）|——|……|\n){0,40}",
        width in 14..40_u16,
    ) {
        for line in Wrap::new(width).lines(&text) {
            let is_wrapped = !text[..line.span.start].is_empty() && !text[..line.span.start].ends_with('\n');
            let shown = &text[line.span.clone()];
            let begins_with_mark = shown.starts_with(['，', '。', '、', '；', '：', '？', '！', '》', '”', '）']);
            prop_assert!(!is_wrapped || !begins_with_mark, "{}", shown);
            let is_last = text[line.span.end..].trim_end().is_empty() || text[line.span.end..].starts_with('\n');
            prop_assert!(is_last || !shown.ends_with(['《', '“', '（']), "{}", shown);
        }
    }
}
