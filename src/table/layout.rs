//! Places the columns of a table on a line.

use std::ops::Range;

use super::Column;

/// The width of a column, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// The same on every line.
    Fixed(u16),
    /// For texts. All such columns of a line are equally wide and share the cells that the others leave.
    Text {
        /// Columns of lower priority are dropped before texts become narrower than this.
        least: u16,
        /// The width of its widest cell, and one cell of space.
        wanted: u16,
    },
    /// For a bar, one a line: the cells that fixed columns and texts leave.
    Bar {
        /// A narrower bar is of no use.
        least: u16,
        /// A wider bar shows no more.
        most: u16,
    },
}

impl Width {
    /// For a text that takes the cells that other columns leave.
    pub(crate) const REMAINING: Self = Self::Text { least: 0, wanted: 0 };
}

/// Which columns give way on a line that is too short for all texts in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// Never dropped, however short the line.
    Always,
    /// Dropped in the order of these numbers, from 1, until the texts fit.
    Yields(u8),
    /// Takes the place of columns that yield with the same number.
    Replaces(u8),
}

impl Priority {
    /// Whether a column is shown once all numbers up to `dropped` have yielded.
    fn shown(self, dropped: u8) -> bool {
        match self {
            Self::Always => true,
            Self::Yields(number) => number > dropped,
            Self::Replaces(number) => number <= dropped,
        }
    }

    fn number(self) -> u8 {
        match self {
            Self::Always => 0,
            Self::Yields(number) | Self::Replaces(number) => number,
        }
    }
}

/// The cells of each column on a line of `width` cells; empty for dropped columns.
pub(crate) fn lay(columns: &[Column], width: u16) -> Vec<Range<u16>> {
    division(columns, width).places(columns)
}

/// Whether all texts are shown in full on a line of `width` cells.
pub(crate) fn fits(columns: &[Column], width: u16) -> bool {
    division(columns, width).fits()
}

/// The first division in which the texts fit; else the one with the fewest columns.
fn division(columns: &[Column], width: u16) -> LineDivision {
    let last = columns.iter().map(|column| column.priority.number()).max().unwrap_or(0);
    let first = (0..last).map(|dropped| LineDivision::new(columns, width, dropped)).find(LineDivision::fits);
    first.unwrap_or_else(|| LineDivision::new(columns, width, last))
}

/// How the cells of a line are divided.
struct LineDivision {
    /// The greatest number that has yielded.
    dropped: u8,
    /// Cells beside the fixed columns.
    free: u16,
    /// The sum of the least widths.
    least: u16,
    /// The sum of the wanted widths.
    wanted: u16,
    /// Cells of all texts.
    texts: u16,
    /// Cells of the bar.
    bar: u16,
}

impl LineDivision {
    fn new(columns: &[Column], width: u16, dropped: u8) -> Self {
        let shown: Vec<&Column> = columns.iter().filter(|column| column.priority.shown(dropped)).collect();
        let gaps: u16 = shown.iter().map(|column| column.gap).sum::<u16>() - shown.last().map_or(0, |last| last.gap);
        let (mut fixed, mut least, mut wanted, mut air, mut bounds) = (gaps, 0u16, 0u16, 0, None);
        for column in shown {
            match column.width {
                Width::Fixed(cells) => fixed += cells,
                Width::Text { least: own, wanted: cells } => {
                    least += own;
                    wanted = wanted.saturating_add(cells);
                    air += 1;
                }
                Width::Bar { least: own, most } => {
                    least += own;
                    bounds = Some((own, most));
                }
            }
        }
        let free = width.saturating_sub(fixed);
        let bar = bounds
            .map_or(0, |(least, most)| free.saturating_sub(wanted.saturating_add(air)).clamp(least, most).min(free));
        Self { dropped, free, least, wanted, texts: free - bar, bar }
    }

    fn fits(&self) -> bool {
        self.free >= self.least && self.texts >= self.wanted
    }

    fn places(&self, columns: &[Column]) -> Vec<Range<u16>> {
        let count = columns.iter().filter(|column| matches!(column.width, Width::Text { .. })).count() as u16;
        let (mut at, mut text) = (0, 0);
        let place = |column: &Column| {
            if !column.priority.shown(self.dropped) {
                return at..at;
            }
            let cells = match column.width {
                Width::Fixed(cells) => cells,
                Width::Bar { .. } => self.bar,
                Width::Text { .. } => {
                    text += 1;
                    // The last text gets the odd cell.
                    self.texts * text / count - self.texts * (text - 1) / count
                }
            };
            let start = at;
            at += cells + column.gap;
            start..start + cells
        };
        columns.iter().map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NAME: Width = Width::Text { least: 13, wanted: 20 };
    const BAR: Column =
        Column { priority: Priority::Yields(1), ..Column::flexible("", Width::Bar { least: 10, most: 24 }).gap(0) };

    fn columns() -> [Column; 6] {
        let share = |priority| Column { priority, ..Column::right("", 7) };
        [
            share(Priority::Yields(2)),
            share(Priority::Yields(2)),
            share(Priority::Replaces(2)),
            Column::flexible("", NAME).gap(0),
            Column::flexible("", NAME),
            BAR,
        ]
    }

    #[test]
    fn columns_yield_in_order_until_texts_fit() {
        let table = [
            // All: the bar grows to its most, then the names.
            (90, [0..7, 8..15, 16..16, 16..40, 40..65, 66..90]),
            (70, [0..7, 8..15, 16..16, 16..37, 37..58, 59..70]),
            (67, [0..7, 8..15, 16..16, 16..36, 36..56, 57..67]),
            // Without the bar.
            (66, [0..7, 8..15, 16..16, 16..41, 41..66, 67..67]),
            (56, [0..7, 8..15, 16..16, 16..36, 36..56, 57..57]),
            // One share in place of two.
            (55, [0..0, 0..0, 0..7, 8..31, 31..55, 56..56]),
            (48, [0..0, 0..0, 0..7, 8..28, 28..48, 49..49]),
            // Names are cut.
            (30, [0..0, 0..0, 0..7, 8..19, 19..30, 31..31]),
            (4, [0..0, 0..0, 0..7, 8..8, 8..8, 9..9]),
        ];
        for (width, expected) in table {
            assert_eq!(lay(&columns(), width), expected, "{width}");
            assert_eq!(fits(&columns(), width), width >= 48, "{width}");
        }
    }

    proptest! {
        #[test]
        fn columns_do_not_overlap_and_fill_the_line(width in 12u16..300, wanted in 0u16..90) {
            let mut columns = columns();
            columns[3].width = Width::Text { least: 13, wanted };
            let places = lay(&columns, width);
            for (place, next) in places.iter().zip(&places[1..]) {
                prop_assert!(place.end <= next.start, "{places:?}");
            }
            let end = places.iter().filter(|place| !place.is_empty()).map(|place| place.end).max();
            prop_assert!(end == Some(width) || places[4].is_empty(), "{places:?}");
            prop_assert_eq!(places[0].is_empty(), !places[2].is_empty());
        }
    }
}
