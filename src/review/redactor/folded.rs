//! A text in one case and width, with the places in it where its characters begin.

use unicode_normalization::UnicodeNormalization;

use crate::simhash::is_han;

pub(super) struct Folded {
    pub text: String,
    /// The beginnings of the characters in both texts, and both ends.
    places: Vec<Place>,
    /// The characters of the source that have a folded form.
    chars: Vec<char>,
}

/// The beginning of a character, in bytes.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub source: usize,
    /// In the folded text.
    pub at: usize,
    /// The number of the character.
    number: usize,
}

impl Folded {
    /// Folds each character by itself, so that none moves. Characters that nobody sees are skipped.
    pub(super) fn of(source: &str) -> Self {
        let mut folded = Self { text: String::new(), places: Vec::new(), chars: Vec::new() };
        for (source, c) in source.char_indices().filter(|(_, c)| !is_invisible(*c)) {
            folded.places.push(Place { source, at: folded.text.len(), number: folded.chars.len() });
            folded.chars.push(c);
            let upper = std::iter::once(c).nfkd().flat_map(char::to_uppercase);
            folded.text.extend(upper.flat_map(char::to_lowercase));
        }
        folded.places.push(Place { source: source.len(), at: folded.text.len(), number: folded.chars.len() });
        folded
    }

    /// The characters from that byte of the source on.
    pub(super) fn places(&self, from: usize) -> impl Iterator<Item = Place> {
        let first = self.places.partition_point(|place| place.source < from);
        let inside = &self.places[first..self.places.len().saturating_sub(1).max(first)];
        inside.iter().copied()
    }

    /// If the folded `name` is at that place and no part of a longer word: where it ends in the source.
    pub(super) fn whole_word(&self, place: Place, name: &str) -> Option<usize> {
        if name.is_empty() || !self.text[place.at..].starts_with(name) {
            return None;
        }
        let end = self.places.binary_search_by_key(&(place.at + name.len()), |place| place.at).ok()?;
        let joined = |before: usize| {
            let [a, b] = [self.chars.get(before)?, self.chars.get(before + 1)?];
            Some(is_letter(*a) && is_letter(*b))
        };
        let begins_inside = place.number > 0 && joined(place.number - 1) == Some(true);
        let ends_inside = end > 0 && joined(end - 1) == Some(true);
        // The characters behind the last one that nobody sees go with the name.
        (!begins_inside && !ends_inside).then(|| self.places[end].source)
    }
}

/// A letter or digit of a script that puts spaces between words.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
