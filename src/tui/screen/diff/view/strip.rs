//! The whole of a text beside it, from top to bottom: blocks of passages or changes with their numbers, and the part
//! that is on the screen. Two rows of blocks in each row of cells; without colour, a sign in each.
//!
//! ```text
//!  1█│    - removed   + added   ~ changed   m moved   = in both   # shared   * under the cursor   x excluded
//!  2▀
//! ```

use std::ops::Range;

use ratatui::{layout::Rect, style::Style};

use crate::{
    simhash::Span,
    text::width,
    tui::{
        model::{ClickTarget, Drawn},
        view::parts::click,
        widget::Pen,
    },
};

/// A stretch of the text that the strip shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct StripMark {
    pub span: Span,
    pub style: Style,
    /// Stands for the style without colour.
    pub sign: &'static str,
    /// Beside its beginning.
    pub number: Option<u32>,
    /// It is under the cursor.
    pub here: bool,
}

/// The text that a strip is of.
pub(super) struct StripText {
    /// In bytes.
    pub len: usize,
    /// The part on the screen.
    pub seen: Span,
}

/// Cells of the strip beside those of its numbers.
const BLOCKS: u16 = 2;

/// An entry of the legend: the style, the sign without colour, the word.
pub(super) type LegendEntry = (Style, &'static str, &'static str);

/// Draws the legend into the rule below the texts, as many entries as fit before `end`, and the part in view.
pub(super) fn legend(entries: &[LegendEntry], view: &'static str, pen: &mut Pen<'_>, (x, y): (u16, u16), end: u16) {
    let theme = pen.theme;
    let block = |sign: &'static str| if theme.coloured { theme.marks.lower[8] } else { sign };
    let all = entries.iter().map(|&(style, sign, word)| (style, block(sign), word));
    let all = all.chain([(theme.label, theme.marks.selected, view)]);
    let mut x = x;
    for (style, sign, word) in all {
        let cells = width(word) as u16 + 4;
        if x + cells > end {
            break;
        }
        x = pen.line(
            x,
            y,
            &[(" ", theme.label), (sign, style), (" ", theme.label), (word, theme.label), (" ", theme.label)],
        );
    }
}

/// Draws it over the whole of `area`: the numbers, the blocks, the part in view.
pub(super) fn draw(marks: &[StripMark], text: &StripText, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let theme = pen.theme;
    let rows = usize::from(area.height);
    let digits = area.width - BLOCKS;
    let halves = halves(marks, text.len, rows);
    let half = |byte: u32, all: usize| byte as usize * all / text.len.max(1);
    let seen = half(text.seen.start, rows)..half(text.seen.end, rows).max(half(text.seen.start, rows) + 1);
    for row in 0..rows {
        let y = area.y + row as u16;
        let [upper, lower] = [0, 1].map(|half: usize| halves.get(row * 2 + half).copied().flatten());
        let [x, style] = [upper, lower].map(|at| at.and_then(|at| marks.get(at)).copied());
        if theme.coloured {
            block(pen, (area.x + digits, y), [x, style]);
        } else if let Some(mark) = x.filter(|mark| mark.here).or(style).or(x) {
            pen.cell(area.x + digits, y, mark.sign, mark.style);
        }
        if seen.contains(&row) {
            pen.cell(area.x + digits + 1, y, theme.marks.selected, theme.label);
        }
        let share = (row * 1000 / rows.max(1)) as u16;
        click(drawn, area, y, ClickTarget::Place(share));
    }
    for (row, mark) in numbered(marks, text.len, rows) {
        let style = if mark.here { theme.alert.patch(theme.strong) } else { theme.label };
        let number = mark.number.unwrap_or(0).to_string();
        pen.text_right(area.x + digits, area.y + row as u16, &number, style);
    }
}

/// Draws two blocks in one cell.
fn block(pen: &mut Pen<'_>, (x, y): (u16, u16), halves: [Option<StripMark>; 2]) {
    let marks = pen.theme.marks;
    match halves.map(|half| half.map(|mark| mark.style)) {
        [Some(upper), Some(lower)] if upper == lower => pen.cell(x, y, marks.lower[8], upper),
        [Some(upper), Some(lower)] => {
            let ground = lower.fg.map_or(upper, |colour| upper.bg(colour));
            pen.cell(x, y, marks.upper_half, ground);
        }
        [Some(upper), None] => pen.cell(x, y, marks.upper_half, upper),
        [None, Some(lower)] => pen.cell(x, y, marks.lower[4], lower),
        [None, None] => {}
    }
}

/// The places of a strip that marks have taken, given in the order in which they begin. A text of 10 MB has thousands
/// of changes, and a strip some dozen places.
pub(super) struct StripPlaces {
    len: usize,
    rows: usize,
    /// The end of the half rows that have a mark.
    covered: usize,
    /// The row of the last mark, and how many marks begin in it: the number of a third has no place.
    row: (usize, usize),
}

impl StripPlaces {
    /// None yet, in a strip of so many rows beside a text of so many bytes.
    pub(super) fn new(len: usize, rows: usize) -> Self {
        Self { len, rows, covered: 0, row: (0, 0) }
    }

    /// Whether a mark there is seen, or its number.
    pub(super) fn take(&mut self, span: Span) -> bool {
        let halves = halves_of(span, self.len, self.rows);
        let row = halves.start / 2;
        let begun = if self.row.0 == row { self.row.1 } else { 0 };
        let seen = halves.end > self.covered || begun < 2;
        if seen {
            (self.covered, self.row) = (self.covered.max(halves.end), (row, begun + 1));
        }
        seen
    }
}

/// The half rows of a stretch in a text of so many bytes, at least one.
fn halves_of(span: Span, len: usize, rows: usize) -> Range<usize> {
    let all = rows * 2;
    let [start, end] = [span.start, span.end].map(|byte| (byte as usize * all / len.max(1)).min(all));
    start.min(all.saturating_sub(1))..end.max(start + 1)
}

/// The index of the mark in each half row. Of several the one under the cursor is shown, else the first.
fn halves(marks: &[StripMark], len: usize, rows: usize) -> Vec<Option<usize>> {
    let mut halves: Vec<Option<usize>> = vec![None; rows * 2];
    for (at, mark) in marks.iter().enumerate() {
        let of = halves_of(mark.span, len, rows);
        for half in halves.iter_mut().take(of.end).skip(of.start) {
            let taken = half.and_then(|at| marks.get(at)).is_some_and(|other| other.here || !mark.here);
            if !taken {
                *half = Some(at);
            }
        }
    }
    halves
}

/// The marks whose numbers are shown, each with its row: its own, or the next if that is taken. The one under the
/// cursor is always shown.
fn numbered(marks: &[StripMark], len: usize, rows: usize) -> Vec<(usize, StripMark)> {
    let mut taken = vec![false; rows];
    let (here, others): (Vec<StripMark>, Vec<StripMark>) =
        marks.iter().filter(|mark| mark.number.is_some()).partition(|mark| mark.here);
    let place = |mark: StripMark| {
        let row = (mark.span.start as usize * rows / len.max(1)).min(rows.saturating_sub(1));
        let free = [row, row + 1].into_iter().find(|&row| taken.get(row) == Some(&false))?;
        taken[free] = true;
        Some((free, mark))
    };
    here.into_iter().take(1).chain(others).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn marks_without_a_place_change_nothing(
            mut starts in proptest::collection::vec((0u32..2000, 0u32..90), 0..200),
            rows in 1usize..40,
            cursor in 0usize..200,
        ) {
            starts.sort_unstable();
            let len = 2100;
            let mark = |(at, &(start, bytes)): (usize, &(u32, u32))| StripMark {
                span: Span { start, end: start + bytes },
                style: Style::new(),
                sign: "",
                number: Some(at as u32),
                here: at == cursor,
            };
            let all: Vec<StripMark> = starts.iter().enumerate().map(mark).collect();
            let mut places = StripPlaces::new(len, rows);
            let kept: Vec<StripMark> = all.iter().filter(|mark| places.take(mark.span) || mark.here).copied().collect();
            let drawn = |marks: &[StripMark]| {
                let in_halves = halves(marks, len, rows).into_iter().map(|at| at.and_then(|at| marks[at].number));
                let numbers = numbered(marks, len, rows).into_iter().map(|(row, mark)| (row, mark.number));
                (in_halves.collect::<Vec<_>>(), numbers.collect::<Vec<_>>())
            };
            prop_assert_eq!(drawn(&kept), drawn(&all));
        }
    }
}
