//! What a format has beside the text: a title, a date, an author, and the places that a reader knows by number: pages,
//! chapters.

/// The longest title, date or author that is kept, in characters.
const LONGEST: usize = 300;

/// The title, the date and the author that a format has beside the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Metadata {
    /// In one line.
    pub title: Option<String>,
    /// When it was made: the day as `2026-11-22` if the format says it so, else as it is there.
    pub date: Option<String>,
    /// Whoever made it, if it is known: the name of a person, of several, or of a program.
    pub author: Option<String>,
}

impl Metadata {
    /// From the words of a format.
    pub(super) fn new(title: &str, date: &str) -> Self {
        Self { title: line(title), date: line(day(date)), author: None }
    }

    pub(super) fn by(self, author: &str) -> Self {
        Self { author: line(author), ..self }
    }

    /// Whether it could be what [`new`](Self::new) makes.
    pub(super) fn is_sound(&self) -> bool {
        let sound = |text: &String| text.chars().count() <= LONGEST;
        self.title.iter().chain(&self.date).chain(&self.author).all(sound)
    }
}

/// A text in one line; `None` if there is none.
fn line(text: &str) -> Option<String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(line.chars().take(LONGEST).collect::<String>()).filter(|line| !line.is_empty())
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

/// The place in a text at which a page or a chapter begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Landmark {
    /// The first byte of it in the text; the end of the text where nothing is left for it.
    pub at: usize,
    /// What begins there.
    pub mark: Mark,
}

/// The numbered parts of a source. Numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// A page, counted from the first of the file whatever is printed on it.
    Page(u32),
    /// A part of a book, in reading order.
    Chapter(u32),
}

impl Mark {
    /// A stable name for what it is.
    pub fn key(self) -> &'static str {
        match self {
            Self::Page(_) => "page",
            Self::Chapter(_) => "chapter",
        }
    }

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        match self {
            Self::Page(number) | Self::Chapter(number) => number,
        }
    }
}

/// The last of `landmarks`, which rise, that does not lie behind `byte`.
pub(crate) fn place_of(landmarks: &[Landmark], byte: usize) -> Option<Landmark> {
    let behind = landmarks.partition_point(|landmark| landmark.at <= byte);
    Some(landmarks[behind.checked_sub(1)?])
}

/// Whether they rise and begin characters of `text`.
pub(super) fn are_sound(landmarks: &[Landmark], text: &str) -> bool {
    landmarks.iter().all(|landmark| text.is_char_boundary(landmark.at))
        && landmarks.windows(2).all(|pair| pair[0].at < pair[1].at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_a_line_and_a_date_is_a_day() {
        let metadata = Metadata::new(" The\n  keeper ", "2026-11-22T10:00:00Z").by(" Mei  Han");
        let [title, date, author] = ["The keeper", "2026-11-22", "Mei Han"].map(|text| Some(text.into()));
        assert_eq!(metadata, Metadata { title, date, author });
        assert_eq!(Metadata::new("", "spring 1987").date.as_deref(), Some("spring 1987"));
        assert_eq!(Metadata::new(" ", ""), Metadata::default());
        assert!(Metadata::new(&"长".repeat(9_000), "").is_sound());
    }

    #[test]
    fn places() {
        let landmarks = [(3, 1), (5, 2), (9, 3)].map(|(at, page)| Landmark { at, mark: Mark::Page(page) });
        let table = [(0, None), (2, None), (3, Some(1)), (4, Some(1)), (5, Some(2)), (8, Some(2)), (99, Some(3))];
        for (byte, page) in table {
            assert_eq!(place_of(&landmarks, byte).map(|landmark| landmark.mark.number()), page, "{byte}");
        }
        assert_eq!(place_of(&[], 0), None);
    }

    #[test]
    fn soundness() {
        let at = |places: &[usize]| -> Vec<Landmark> {
            places.iter().map(|&at| Landmark { at, mark: Mark::Page(1) }).collect()
        };
        for (places, sound) in
            [(&[0, 3, 6][..], true), (&[], true), (&[1], false), (&[3, 3], false), (&[3, 0], false), (&[7], false)]
        {
            assert_eq!(are_sound(&at(places), "灯塔"), sound, "{places:?}");
        }
    }
}
