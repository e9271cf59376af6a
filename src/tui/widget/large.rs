//! Numbers in large print: digits three cells wide and three high, of halves of cells.

use ratatui::style::Style;

use super::Pen;

/// How many rows a number takes.
pub(crate) const HEIGHT: u16 = 3;

/// Rows of dots, two to a row of cells; the last row is air.
type Glyph = [&'static str; 5];

/// The characters that can be drawn. Others are skipped.
const GLYPHS: [(&[&str], Glyph); 14] = [
    (&["0"], ["###", "# #", "# #", "# #", "###"]),
    (&["1"], [" # ", "## ", " # ", " # ", "###"]),
    (&["2"], ["###", "  #", "###", "#  ", "###"]),
    (&["3"], ["###", "  #", " ##", "  #", "###"]),
    (&["4"], ["# #", "# #", "###", "  #", "  #"]),
    (&["5"], ["###", "#  ", "###", "  #", "###"]),
    (&["6"], ["###", "#  ", "###", "# #", "###"]),
    (&["7"], ["###", "  #", "  #", "  #", "  #"]),
    (&["8"], ["###", "# #", "###", "# #", "###"]),
    (&["9"], ["###", "# #", "###", "  #", "###"]),
    (&["+"], ["   ", " # ", "###", " # ", "   "]),
    (&["-", "−"], ["   ", "   ", "###", "   ", "   "]),
    (&["."], [" ", " ", " ", " ", "#"]),
    (&["·"], ["   ", "   ", " # ", "   ", "   "]),
];

fn glyphs(text: &str) -> impl Iterator<Item = &Glyph> {
    let find = |c: char| GLYPHS.iter().find(|(names, _)| names.iter().any(|name| name.starts_with(c)));
    text.chars().filter_map(move |c| find(c).map(|(_, glyph)| glyph))
}

/// How many cells a number takes across.
pub(crate) fn large_width(text: &str) -> u16 {
    glyphs(text).map(|glyph| glyph[0].len() as u16 + 1).sum::<u16>().saturating_sub(1)
}

/// Writes a number with its upper left corner there. Returns the column behind it.
pub(crate) fn large(pen: &mut Pen<'_>, (mut x, y): (u16, u16), text: &str, style: Style) -> u16 {
    let marks = pen.theme.marks;
    for glyph in glyphs(text) {
        let across = glyph[0].len();
        for column in 0..across {
            for row in 0..usize::from(HEIGHT) {
                let dot = |at: usize| glyph.get(at).is_some_and(|dots| dots.as_bytes().get(column) == Some(&b'#'));
                let symbol = match (dot(2 * row), dot(2 * row + 1)) {
                    (true, true) => marks.lower[8],
                    (true, false) => marks.upper_half,
                    (false, true) => marks.lower[4],
                    (false, false) => continue,
                };
                pen.cell(x + column as u16, y + row as u16, symbol, style);
            }
        }
        x += across as u16 + 1;
    }
    x.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use ratatui::{buffer::Buffer, layout::Rect};

    use super::*;
    use crate::{
        config::ThemeName,
        locale::Lang,
        tui::theme::{Depth, Ground, Marks, Theme},
    };

    fn drawn(text: &str, ascii: bool) -> Vec<String> {
        let area = Rect::new(0, 0, 20, HEIGHT);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::new(ThemeName::Auto, Depth::True, Ground::Dark).with_marks(if ascii {
            &Marks::ASCII
        } else {
            &Marks::UNICODE
        });
        large(&mut Pen::new(&mut buffer, area, &theme, Lang::En), (0, 0), text, Style::new());
        let row = |y| (0..20).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..HEIGHT).map(row).collect()
    }

    #[test]
    fn numbers_are_drawn_of_halves() {
        let rows = [" ▄  ▄█  ▀▀█   █ █", "▀█▀  █   ▀█   ▀▀█", "    ▀▀▀ ▀▀▀ ▀   ▀"];
        assert_eq!(drawn("+13.4", false), rows);
        assert_eq!(large_width("+13.4"), 17);
        assert_eq!((large_width("−1"), large_width("")), (7, 0));
    }

    #[test]
    fn they_are_readable_in_ascii() {
        assert_eq!(drawn("-80", true), ["    #\"# #\"#", "\"\"\" #\"# # #", "    \"\"\" \"\"\""]);
    }
}
