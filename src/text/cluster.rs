//! Text as grapheme clusters, each with what is shown for it and its width in cells.
//!
//! Clusters are the extended grapheme clusters of UAX 29, the unit in which ratatui fills its cells, so what is
//! measured here is what ratatui will count. This file must not know which characters are dangerous; `reveal` does.

use std::ops::Range;

use ratatui::{buffer::Buffer, layout::Position, style::Style};
use unicode_segmentation::UnicodeSegmentation;

use super::{
    TAB,
    drawing::{cells, ellipsis, one_or_two},
    reveal::{Short, reveal},
};

/// A character as a reader sees it: a letter with its accents, a Han character, an emoji with all its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphemeCluster<'a> {
    /// Bytes of the source.
    pub span: Range<usize>,
    pub shown: Shown<'a>,
    /// In cells; never 0 for a cluster of a text.
    pub width: u8,
}

/// The symbol drawn for a [`GraphemeCluster`]; safe to send to a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown<'a> {
    /// As it is written in the source, one grapheme cluster.
    Source(&'a str),
    /// Spaces for a tab, or the ellipsis for what does not fit.
    Fixed(&'static str),
    /// A visible stand-in, such as `^[` or `<200B>`: one or more grapheme clusters.
    Revealed(Short),
}

impl Shown<'_> {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Source(text) | Self::Fixed(text) => text,
            Self::Revealed(short) => short.as_str(),
        }
    }

    /// Whether the reader sees the source itself; else the cell may want another style, so that a stand-in is not
    /// taken for the author's own `<200B>`.
    pub fn is_source(&self) -> bool {
        matches!(self, Self::Source(_))
    }
}

impl GraphemeCluster<'_> {
    fn fixed(span: Range<usize>, shown: &'static str, width: u8) -> Self {
        Self { span, shown: Shown::Fixed(shown), width }
    }

    /// The cluster itself where it fits into so many cells, else what can be shown of it: fewer spaces of a tab, an
    /// ellipsis in one cell for anything else, nothing in no cell.
    #[must_use]
    pub fn fit(self, cells: u16) -> Self {
        if u16::from(self.width) <= cells {
            return self;
        }
        let width = fitted(&self.shown, self.width, cells);
        let shown = match self.shown {
            Shown::Fixed(spaces) => spaces.get(..usize::from(width)).unwrap_or_else(ellipsis),
            _ if width > 0 => ellipsis(),
            _ => "",
        };
        Self::fixed(self.span, shown, width)
    }

    /// Draws it with its first cell at `at`, cut at the buffer's right edge as ratatui does; nothing outside.
    pub fn draw(&self, buffer: &mut Buffer, at: Position, style: Style) {
        let after = at.x.saturating_add(u16::from(self.width));
        match self.shown {
            // Symbol and width are known, so ratatui need not find them out once more.
            Shown::Source(symbol) if after <= buffer.area.right() => {
                if let Some(cell) = buffer.cell_mut(at) {
                    cell.set_symbol(symbol).set_style(style);
                    // The cells that a wide one hides.
                    for x in at.x + 1..after {
                        buffer[(x, at.y)].reset();
                    }
                }
            }
            _ if buffer.area.contains(at) => {
                let mut x = at.x;
                for grapheme in self.shown.as_str().graphemes(true) {
                    let after = x + cells(grapheme);
                    if after > buffer.area.right() {
                        break;
                    }
                    buffer[(x, at.y)].set_symbol(grapheme).set_style(style);
                    for x in x + 1..after {
                        buffer[(x, at.y)].reset();
                    }
                    x = after;
                }
            }
            _ => {}
        }
    }
}

/// The width that [`GraphemeCluster::fit`] gives a cluster that is too wide.
fn fitted(shown: &Shown, width: u8, cells: u16) -> u8 {
    let least = if matches!(shown, Shown::Fixed(_)) { width } else { 1 };
    cells.min(u16::from(least)) as u8
}

/// The clusters of `text`, in order; their spans joined are the text.
///
/// Line feeds come as `^J`, as anything else that is not a character: who has lines to break takes them out before
/// ([`Wrap`](super::Wrap) does).
pub fn clusters(text: &str) -> GraphemeClusters<'_> {
    GraphemeClusters { text, at: 0 }
}

#[derive(Clone, Debug)]
pub struct GraphemeClusters<'a> {
    text: &'a str,
    at: usize,
}

impl GraphemeClusters<'_> {
    /// The start of the next cluster, in bytes.
    #[inline]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next cluster, if a look at it and the next character can tell that it is a plain one. Nearly all are, and
    /// a caller in haste gets them here without a `GraphemeCluster` to be built.
    #[inline]
    pub(super) fn next_plain(&mut self) -> Option<(char, u8)> {
        let bytes = self.text.as_bytes();
        let (&byte, following) = (bytes.get(self.at)?, bytes.get(self.at + 1));
        if matches!(byte, b' '..=b'~') && following.is_none_or(u8::is_ascii) {
            self.at += 1;
            return Some((char::from(byte), 1));
        }
        let mut chars = self.text.get(self.at..)?.chars();
        let first = chars.next()?;
        let width = plain_width(first);
        let is_plain = width > 0 && chars.next().is_none_or(|next| next.is_ascii() || plain_width(next) > 0);
        self.at += if is_plain { first.len_utf8() } else { 0 };
        is_plain.then_some((first, width))
    }
}

impl<'a> Iterator for GraphemeClusters<'a> {
    type Item = GraphemeCluster<'a>;

    fn next(&mut self) -> Option<GraphemeCluster<'a>> {
        let start = self.at;
        if let Some((_, width)) = self.next_plain() {
            let shown = Shown::Source(self.text.get(start..self.at)?);
            return Some(GraphemeCluster { span: start..self.at, shown, width });
        }
        // A text may be segmented from any boundary on without a look at what is before, so asking for a single
        // grapheme each time gives the same clusters as one pass, and costs no more.
        let grapheme = self.text.get(start..)?.graphemes(true).next()?;
        self.at += grapheme.len();
        Some(uncommon(start..self.at, grapheme))
    }
}

fn uncommon(span: Range<usize>, grapheme: &str) -> GraphemeCluster<'_> {
    if grapheme == "\t" {
        return GraphemeCluster::fixed(span, TAB, TAB.len() as u8);
    }
    match reveal(grapheme) {
        Some(short) => {
            let width = short.as_str().graphemes(true).map(cells).sum::<u16>();
            GraphemeCluster { span, shown: Shown::Revealed(short), width: width as u8 }
        }
        None => GraphemeCluster { span, width: cells(grapheme) as u8, shown: Shown::Source(grapheme) },
    }
}

/// The width of the characters that nearly all text is made of: those that are shown as they are, of which any two in
/// a row are two clusters, and which join with nothing that has come before. 0 for all others, which are looked at in
/// full.
#[inline]
fn plain_width(c: char) -> u8 {
    // The two kinds that most texts are made of, before the list is gone through.
    if c.is_ascii() {
        return u8::from(!c.is_ascii_control());
    }
    if matches!(c, '\u{4E00}'..='\u{9FFF}') {
        return 2;
    }
    match c {
        '\u{A0}'..='\u{AC}'
        | '\u{AE}'..='\u{2FF}'
        | '\u{391}'..='\u{3A1}'
        | '\u{3A3}'..='\u{481}'
        | '\u{2010}'..='\u{2027}' => one_or_two(c),
        '\u{3000}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}'
        | '\u{309B}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{FF01}'..='\u{FF60}' => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::CellWidth;

    use super::*;

    fn shown(text: &str) -> Vec<(String, u8)> {
        clusters(text).map(|c| (c.shown.as_str().to_owned(), c.width)).collect()
    }

    #[test]
    fn plain_characters_are_what_the_segmenter_and_ratatui_say() {
        let plain: Vec<char> = ('\0'..=char::MAX).filter(|&c| plain_width(c) > 0).collect();
        assert!(plain.len() > 40_000);
        for &c in &plain {
            let mut one = [0; 4];
            assert_eq!(u16::from(plain_width(c)), c.encode_utf8(&mut one).cell_width(), "{c:?}");
            assert_eq!(reveal(c.encode_utf8(&mut one)), None, "{c:?}");
            for other in ['a', '中', '한', '©', '\n', '\r', '\u{1b}'] {
                let count = |text: String| text.graphemes(true).count();
                assert_eq!(count(format!("{c}{other}")), 2, "{c:?} {other:?}");
                assert!(!c.is_control() && (other.is_control() || count(format!("{other}{c}")) == 2), "{c:?}");
            }
        }
    }

    #[test]
    fn accents_stay_on_their_letter_and_emoji_in_one_piece() {
        let text = "e\u{301}中👨\u{200d}👩\u{200d}👧❤\u{fe0f}🇨🇳1\u{fe0f}\u{20e3}";
        let expected = [
            ("e\u{301}", 1),
            ("中", 2),
            ("👨\u{200d}👩\u{200d}👧", 2),
            ("❤\u{fe0f}", 2),
            ("🇨🇳", 2),
            ("1\u{fe0f}\u{20e3}", 2),
        ];
        assert_eq!(shown(text), expected.map(|(s, w)| (s.to_owned(), w)));
        assert!(clusters(text).all(|c| c.shown.is_source() && text[c.span.clone()] == *c.shown.as_str()));
    }

    #[test]
    fn what_is_too_wide_becomes_an_ellipsis_and_a_tab_shrinks() {
        let fit =
            |text, cells| clusters(text).next().map(|c| c.fit(cells)).map(|c| (c.shown.as_str().to_owned(), c.width));
        assert_eq!(fit("中", 2), Some(("中".to_owned(), 2)));
        assert_eq!(fit("中", 1), Some(("…".to_owned(), 1)));
        assert_eq!(fit("\u{200b}", 5), Some(("…".to_owned(), 1)));
        assert_eq!(fit("中", 0), Some((String::new(), 0)));
        assert_eq!(fit("\t", 3), Some(("   ".to_owned(), 3)));
        assert_eq!(fit("\t", 9), Some(("    ".to_owned(), 4)));
    }

    #[test]
    fn a_cluster_at_the_edge_is_cut_and_one_outside_is_not_drawn() {
        let mut buffer = Buffer::with_lines(["....", "...."]);
        let cluster = clusters("\u{1b}").next().unwrap();
        cluster.draw(&mut buffer, Position::new(3, 0), Style::new());
        cluster.draw(&mut buffer, Position::new(0, 1), Style::new());
        cluster.draw(&mut buffer, Position::new(4, 0), Style::new());
        cluster.draw(&mut buffer, Position::new(0, 2), Style::new());
        assert_eq!(buffer, Buffer::with_lines(["...^", "^[.."]));
    }
}
