//! Measures, cuts and pads text for one line. All results are safe to draw.

use std::borrow::Cow;

use super::{
    cluster::{GraphemeCluster, clusters},
    drawing::ellipsis,
};

/// The width of `text` as it is shown, in cells.
pub fn width(text: &str) -> usize {
    if is_plain(text) { text.len() } else { clusters(text).map(|cluster| usize::from(cluster.width)).sum() }
}

/// `text` with stand-ins for characters that must not reach a terminal.
pub fn clean(text: &str) -> Cow<'_, str> {
    if is_plain(text) || clusters(text).all(|cluster| cluster.shown.is_source()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(clusters(text).map(|cluster| cluster.shown.as_str().to_owned()).collect())
}

/// The beginning of `text`, with an ellipsis where it is too wide for so many cells; not within a word, unless more
/// than half would be lost.
///
/// The result may be narrower, where a word or a wide character would not fit any more.
///
/// ```
/// use simscope::app::truncate_end;
/// assert_eq!(truncate_end("汉明距离", 6), "汉明…");
/// assert_eq!(truncate_end("the keeper lit the lamp", 16), "the keeper lit…");
/// ```
pub fn truncate_end(text: &str, cells: usize) -> Cow<'_, str> {
    cut_end(text, cells).0
}

/// The same, and how many cells it takes.
fn cut_end(text: &str, cells: usize) -> (Cow<'_, str>, usize) {
    // Up to where the text may stay if an ellipsis has to follow, and the end of the last whole word before.
    let (mut end, mut word) = ((0, 0), (0, 0));
    let mut used = 0;
    for cluster in clusters(text) {
        if used < cells && cluster.shown.as_str() == " " {
            word = (cluster.span.start, used);
        }
        used += usize::from(cluster.width);
        if used > cells {
            // The scripts without spaces between words come later in Unicode.
            let letter = |c: char| c.is_alphanumeric() && c < '\u{2e80}';
            let (head, rest) = text.split_at(end.0);
            let within_word = head.ends_with(' ') || head.ends_with(letter) && rest.starts_with(letter);
            let (end, shorter) = if within_word && 2 * word.1 >= cells { word } else { end };
            return match text.get(..end) {
                Some(head) if cells > 0 => (Cow::Owned(format!("{}{}", clean(head), ellipsis())), shorter + 1),
                _ => (Cow::Borrowed(""), 0),
            };
        }
        if used < cells {
            end = (cluster.span.end, used);
        }
    }
    (clean(text), used)
}

/// The end of `text`, with an ellipsis before it where it is too wide for so many cells: what was typed last.
///
/// ```
/// use simscope::app::truncate_start;
/// assert_eq!(truncate_start("汉明距离", 6), "…距离");
/// ```
pub fn truncate_start(text: &str, cells: usize) -> Cow<'_, str> {
    let mut used = width(text);
    if used <= cells {
        return clean(text);
    }
    let mut start = text.len();
    for cluster in clusters(text) {
        if used < cells {
            start = cluster.span.start;
            break;
        }
        used -= usize::from(cluster.width);
    }
    match text.get(start..) {
        Some(tail) if cells > 0 => Cow::Owned(format!("{}{}", ellipsis(), clean(tail))),
        _ => Cow::Borrowed(""),
    }
}

/// Both ends of `text`, with an ellipsis between them where it is too wide for so many cells. The end is kept as
/// carefully as the beginning: names differ there, and it shows the file type.
///
/// ```
/// use simscope::app::truncate_middle;
/// assert_eq!(truncate_middle("2024年度报告-第一稿.txt", 14), "2024年…稿.txt");
/// ```
pub fn truncate_middle(text: &str, cells: usize) -> Cow<'_, str> {
    // Looks at no more than it needs, so that a name of a megabyte costs what a long name does.
    let fits = clusters(text).try_fold(0, |used, cluster| {
        let used = used + usize::from(cluster.width);
        (used <= cells).then_some(used)
    });
    if fits.is_some() {
        return clean(text);
    }
    let all: Vec<GraphemeCluster> = clusters(text).collect();
    Cow::Owned(Kept::new(&all, cells).grow().join())
}

/// `text` at the left of exactly so many cells, cut at its end where it is too wide.
pub fn pad_end(text: &str, cells: usize) -> String {
    let (text, used) = cut_end(text, cells);
    format!("{text}{:1$}", "", cells.saturating_sub(used))
}

/// `text` at the right of exactly so many cells, cut at its end where it is too wide.
pub(crate) fn pad_start(text: &str, cells: usize) -> String {
    let (text, used) = cut_end(text, cells);
    format!("{:1$}{text}", "", cells.saturating_sub(used))
}

/// Whether every byte is a printable ASCII character: one byte, one cell.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// The parts of a text that a cut keeps: the beginning, the end, and perhaps one between.
///
/// They start empty and grow by a cluster at a time in turn, for as long as they and the ellipses between them fit.
#[derive(Clone, Debug)]
pub(super) struct Kept<'a, 'b> {
    all: &'b [GraphemeCluster<'a>],
    cells: usize,
    used: usize,
    /// `..head`, `middle.0..middle.1` and `tail..` are kept.
    head: usize,
    middle: (usize, usize),
    tail: usize,
}

impl<'a, 'b> Kept<'a, 'b> {
    /// Nothing kept yet, and one ellipsis for all of it.
    pub(super) fn new(all: &'b [GraphemeCluster<'a>], cells: usize) -> Self {
        Self { all, cells, used: cells.min(1), head: 0, middle: (0, 0), tail: all.len() }
    }

    /// Keeps cluster `at` first of all, and of the rest rather what follows it.
    #[must_use]
    pub(super) fn around(mut self, at: usize) -> Self {
        let width = self.width_of(at);
        // Two ellipses, one at each side.
        if width > 0 && width + 2 <= self.cells {
            self.middle = (at, at + 1);
            self.used = width + 2;
        }
        self
    }

    /// Keeps as many clusters as fit.
    #[must_use]
    pub(super) fn grow(mut self) -> Self {
        let mut stuck = 0;
        let order: &[GrowingEnd] = if self.has_middle() {
            &[GrowingEnd::After, GrowingEnd::Tail, GrowingEnd::Head]
        } else {
            &[GrowingEnd::Head, GrowingEnd::Tail]
        };
        for &side in order.iter().cycle() {
            stuck = if self.extend(side) { 0 } else { stuck + 1 };
            if stuck == order.len() {
                break;
            }
        }
        self
    }

    fn extend(&mut self, side: GrowingEnd) -> bool {
        let at = match side {
            GrowingEnd::Head => self.head,
            GrowingEnd::After => self.middle.1,
            GrowingEnd::Tail if self.tail > 0 => self.tail - 1,
            GrowingEnd::Tail => return false,
        };
        let next = match side {
            GrowingEnd::Head => Self { head: at + 1, ..self.clone() },
            GrowingEnd::After => Self { middle: (self.middle.0, at + 1), ..self.clone() },
            GrowingEnd::Tail => Self { tail: at, ..self.clone() },
        }
        .joined();
        let width = self.width_of(at);
        let used = (self.used + width).saturating_sub(self.gaps() - next.gaps());
        let taken = self.cells > 0 && width > 0 && used <= self.cells && at < self.tail;
        if taken {
            *self = Self { used, ..next };
        }
        taken
    }

    /// Joins parts that touch.
    fn joined(mut self) -> Self {
        if self.has_middle() && self.head >= self.middle.0 {
            self.head = self.head.max(self.middle.1);
            self.middle = (0, 0);
        }
        if self.has_middle() && self.middle.1 >= self.tail {
            self.tail = self.tail.min(self.middle.0);
            self.middle = (0, 0);
        }
        self
    }

    fn has_middle(&self) -> bool {
        self.middle.0 < self.middle.1
    }

    fn gaps(&self) -> usize {
        if self.has_middle() { 2 } else { usize::from(self.head < self.tail) }
    }

    fn width_of(&self, at: usize) -> usize {
        self.all.get(at).map_or(0, |cluster| usize::from(cluster.width))
    }

    pub(super) fn join(&self) -> String {
        let mut label = String::new();
        let mut end = 0;
        for (from, to) in [(0, self.head), self.middle, (self.tail, self.all.len())] {
            let is_stretch = from < to || from == self.all.len();
            if is_stretch && end < from && self.cells > 0 {
                label.push_str(ellipsis());
            }
            for cluster in self.all.get(from.max(end)..to).unwrap_or_default() {
                label.push_str(cluster.shown.as_str());
            }
            end = end.max(to);
        }
        label
    }
}

#[derive(Clone, Copy)]
enum GrowingEnd {
    Head,
    After,
    Tail,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_what_is_shown() {
        assert_eq!(width(""), 0);
        assert_eq!(width("abc"), 3);
        assert_eq!(width("汉明a"), 5);
        assert_eq!(width("\u{1b}[m\u{200b}"), 2 + 2 + 6);
    }

    #[test]
    fn the_end_is_cut() {
        assert_eq!(truncate_end("abcdef", 6), "abcdef");
        assert_eq!(truncate_end("abcdef", 5), "abcd…");
        assert_eq!(truncate_end("汉明距离", 5), "汉明…");
        assert_eq!(truncate_end("汉明距离", 4), "汉…");
        assert_eq!(truncate_end("汉明距离", 1), "…");
        assert_eq!(truncate_end("汉明距离", 0), "");
        assert_eq!(truncate_end("\u{1b}[31mred", 4), "^[[…");
        assert!(matches!(truncate_end("abc", 3), Cow::Borrowed("abc")));
    }

    #[test]
    fn the_middle_is_cut() {
        assert_eq!(truncate_middle("abcdef", 6), "abcdef");
        assert_eq!(truncate_middle("abcdefg", 6), "abc…fg");
        assert_eq!(truncate_middle("汉明距离", 7), "汉明…离");
        assert_eq!(truncate_middle("汉明距离", 6), "汉…离");
        assert_eq!(truncate_middle("汉明距离", 3), "汉…");
        assert_eq!(truncate_middle("汉明距离", 1), "…");
        assert_eq!(truncate_middle("汉明距离", 0), "");
        assert_eq!(truncate_middle("a\nb", 3), "a…b");
    }

    #[test]
    fn padding_fills_the_cells() {
        assert_eq!(pad_end("汉", 4), "汉  ");
        assert_eq!(pad_start("汉", 4), "  汉");
        assert_eq!(pad_end("汉明距离", 4), "汉… ");
        assert_eq!(pad_start("汉明距离", 4), " 汉…");
        assert_eq!(pad_end("\t", 6), "      ");
    }
}
