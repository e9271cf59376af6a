//! Title and date of a document in Rich Text: its `\info` group.

use crate::document::Metadata;

/// More of a title is not kept, in bytes: the longest one has fewer characters.
const TITLE: usize = 4096;

#[derive(Default)]
pub(super) struct Info {
    pub title: String,
    /// Year, month and day in which it was made.
    made: [Option<i32>; 3],
}

impl Info {
    /// Whether the title with so many bytes more is as long as it may be.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.title.len() + more >= TITLE
    }

    /// Takes a control word of the time at which it was made. Those of hours and minutes say nothing here.
    pub(super) fn time(&mut self, name: &str, number: i32) {
        let part = match name {
            "yr" => 0,
            "mo" => 1,
            "dy" => 2,
            _ => return,
        };
        self.made[part] = Some(number);
    }

    /// The title and the day, or as much of the day as is said.
    pub(super) fn metadata(&self) -> Metadata {
        let [year, month, day] = self.made;
        let year = year.filter(|year| (1..=9999).contains(year)).map(|year| format!("{year:04}"));
        let month = month.filter(|month| (1..=12).contains(month)).map(|month| format!("-{month:02}"));
        let day = day.filter(|day| (1..=31).contains(day)).map(|day| format!("-{day:02}"));
        let month = month.map(|month| month + &day.unwrap_or_default());
        let date = year.map(|year| year + &month.unwrap_or_default());
        Metadata::new(&self.title, &date.unwrap_or_default())
    }
}
