//! A document's title and date, as its format has them beside the text.

/// The longest title or date that is kept, in characters.
const LONGEST: usize = 300;

/// The title and the date that a format has beside the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Metadata {
    /// In one line.
    pub title: Option<String>,
    /// When it was made: the day as `2026-11-22` if the format says it so, else as it is there.
    pub date: Option<String>,
}

impl Metadata {
    /// From the words of a format.
    pub(super) fn new(title: &str, date: &str) -> Self {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let kept = |text: String| Some(text.chars().take(LONGEST).collect::<String>()).filter(|text| !text.is_empty());
        Self { title: kept(line(title)), date: kept(line(day(date))) }
    }

    /// Whether it could be what [`new`](Self::new) makes.
    pub(super) fn is_sound(&self) -> bool {
        let sound = |text: &String| text.chars().count() <= LONGEST;
        self.title.iter().chain(&self.date).all(sound)
    }
}

/// The day of a date and time in ISO 8601; any other text as it is.
fn day(date: &str) -> &str {
    let date = date.trim();
    let is_digit = |(at, c): (usize, char)| if matches!(at, 4 | 7) { c == '-' } else { c.is_ascii_digit() };
    match date.get(..10) {
        Some(day) if day.char_indices().all(is_digit) => day,
        _ => date,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_a_line_and_a_date_is_a_day() {
        let metadata = Metadata::new(" The\n  keeper ", "2026-11-22T10:00:00Z");
        assert_eq!(metadata, Metadata { title: Some("The keeper".into()), date: Some("2026-11-22".into()) });
        assert_eq!(Metadata::new("", "spring 1987").date.as_deref(), Some("spring 1987"));
        assert_eq!(Metadata::new(" ", ""), Metadata::default());
        assert!(Metadata::new(&"长".repeat(9_000), "").is_sound());
    }
}
