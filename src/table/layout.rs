//! Places the columns of a table on a line.

use std::ops::Range;

use super::Column;

/// The width of a column, in cells.
#[derive(Clone, Copy, Debug)]
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
    /// For a bar, one a line: a fifth of the cells that fixed columns leave, and more if the texts do not need them.
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

/// Which columns are dropped where a line is too short for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// Never dropped, however short the line.
    Always,
    /// Dropped where the columns would be narrower than their least.
    Low,
    /// Dropped also where texts fit only without it.
    Lowest,
}

/// The cells of each column on a line of `width` cells; empty for dropped columns.
pub(crate) fn lay(columns: &[Column], width: u16) -> Vec<Range<u16>> {
    let all = LineDivision::new(columns, width, true);
    let fewer = LineDivision::new(columns, width, false);
    let lowest = columns.iter().any(|column| column.priority == Priority::Lowest);
    let cut = all.texts < all.wanted && all.wanted <= fewer.texts;
    let shares = if all.free < all.least || lowest && cut { fewer } else { all };
    shares.places(columns)
}

/// How the cells of a line are divided.
struct LineDivision {
    /// Whether no column is dropped.
    whole: bool,
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
    fn new(columns: &[Column], width: u16, whole: bool) -> Self {
        let shown: Vec<&Column> =
            columns.iter().filter(|column| whole || column.priority == Priority::Always).collect();
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
        let bar = bounds.map_or(0, |(least, most)| {
            let fair = (free / 5).clamp(least, most).min(free);
            free.saturating_sub(wanted.saturating_add(air)).clamp(fair, most.max(fair))
        });
        Self { whole, free, least, wanted, texts: free - bar, bar }
    }

    fn places(&self, columns: &[Column]) -> Vec<Range<u16>> {
        let count = columns.iter().filter(|column| matches!(column.width, Width::Text { .. })).count() as u16;
        let (mut at, mut text) = (0, 0);
        let place = |column: &Column| {
            if !self.whole && column.priority != Priority::Always {
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
        Column { priority: Priority::Low, ..Column::left("", Width::Bar { least: 10, most: 24 }).gap(0) };

    fn columns(bar: Column) -> [Column; 4] {
        [Column::left("", NAME).gap(0), Column::left("", NAME), Column::right("", Width::Fixed(4)).gap(2), bar]
    }

    #[test]
    fn texts_and_a_bar_share_the_remaining_cells() {
        let table = [
            // Names are cut: the bar has its fifth, or its least.
            (43, [0..13, 13..26, 27..31, 33..43]),
            (50, [0..16, 16..33, 34..38, 40..50]),
            // Names fit: the bar grows to its most, then the names.
            (60, [0..21, 21..42, 43..47, 49..60]),
            (80, [0..24, 24..49, 50..54, 56..80]),
            // Without the bar, names have all cells.
            (42, [0..18, 18..37, 38..42, 44..44]),
            (4, [0..0, 0..0, 1..5, 7..7]),
        ];
        for (width, expected) in table {
            assert_eq!(lay(&columns(BAR), width), expected, "{width}");
        }
        // A bar of the lowest priority is dropped where names fit only without it.
        let lowest = Column { priority: Priority::Lowest, ..BAR };
        assert_eq!(lay(&columns(lowest), 50), [0..22, 22..45, 46..50, 52..52]);
        assert_eq!(lay(&columns(lowest), 60), lay(&columns(BAR), 60));
    }

    proptest! {
        #[test]
        fn columns_do_not_overlap_and_fill_the_line(width in 12u16..300, wanted in 0u16..90, low: bool) {
            let mut columns = columns(BAR);
            columns[0].width = Width::Text { least: 13, wanted };
            columns[3].priority = if low { Priority::Low } else { Priority::Lowest };
            let places = lay(&columns, width);
            for (place, next) in places.iter().zip(&places[1..]) {
                prop_assert!(place.end <= next.start, "{places:?}");
            }
            let end = places.iter().filter(|place| !place.is_empty()).map(|place| place.end).max();
            prop_assert!(end == Some(width) || places[1].is_empty(), "{places:?}");
        }
    }
}
