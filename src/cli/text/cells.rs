//! Text measured in cells of the terminal: a Han character takes two.

use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthStr;

use crate::document::safe_name;

/// `text` as it may be sent to a terminal.
pub(super) fn clean(text: &str) -> String {
    safe_name(text)
}

/// How many cells `text` takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The beginning of `text`, with an ellipsis where it is too wide for so many cells.
pub(super) fn shorten(text: &str, cells: usize) -> String {
    if width(text) <= cells {
        return text.to_owned();
    }
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let fits = |&end: &usize| width(text.get(..end).unwrap_or("")) < cells;
    let end = ends.take_while(fits).last().unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or(""))
}

/// `text` in lines of at most so many cells, broken where UAX 14 allows; a word wider than a line is left whole.
pub(super) fn wrap(text: &str, cells: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut end) = (0, 0);
    for (at, _) in linebreaks(text) {
        let part = |from: usize| text.get(from..at).unwrap_or("").trim_end();
        if end > start && width(part(start)) > cells {
            lines.push(text.get(start..end).unwrap_or("").trim_end());
            start = end;
        }
        end = at;
    }
    lines.push(text.get(start..).unwrap_or("").trim_end());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_where_readers_expect_it() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("汉明距离，不超过三。", 10), ["汉明距离，", "不超过三。"]);
        assert_eq!(wrap("incomprehensible word", 4), ["incomprehensible", "word"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn what_is_too_wide_is_cut() {
        assert_eq!(shorten("汉明距离", 8), "汉明距离");
        assert_eq!(shorten("汉明距离", 6), "汉明…");
    }
}
