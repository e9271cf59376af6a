//! The quantities that decide the memory for work on a text, counted beforehand. Must not know the memory of the
//! machine.

use super::Windows;
use crate::{
    room,
    simhash::{Sketch, is_han},
    unicode::is_alphanumeric,
};

/// Numbers of a text that decide the memory for work on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextSize {
    /// Bytes of UTF-8.
    pub bytes: u64,
    /// Units of shared text (see [`coverage`](crate::compare::coverage)).
    pub units: u64,
    /// The approximate number of units that begin a repetition in the text.
    pub repeated: u64,
    /// The approximate number of distinct tokens.
    pub features: u64,
}

/// The number of units compared together to detect repetition: those of the shortest usual window.
const TOGETHER: usize = 8;

impl TextSize {
    /// Counts them without segmenting the text. Words are counted at their finest segmentation; the number of Han
    /// tokens is estimated as half the number of distinct pairs of neighbours. Takes a few nanoseconds per unit, and
    /// temporarily some megabytes of memory.
    pub fn of(text: &str) -> Self {
        let places = (text.len().max(1 << 12) * 2).next_power_of_two();
        let [mut starts, mut words, mut pairs] = [(); 3].map(|()| DifferentHashes::none(places));
        let (mut size, mut last, mut window) = (Self { bytes: text.len() as u64, ..Self::default() }, 0, 0_u64);
        let mut recent = [0_u64; TOGETHER];
        let mut unit = |hash: u64| {
            let oldest = &mut recent[(size.units % TOGETHER as u64) as usize];
            // A unit is turned out by as much as it was turned since it came in.
            window = window.rotate_left(7) ^ hash ^ oldest.rotate_left(7 * TOGETHER as u32);
            *oldest = hash;
            size.units += 1;
            starts.insert(window);
        };
        let mut word = 0;
        for c in text.chars() {
            if c.is_ascii_alphanumeric() || joins(c) {
                word = mixed(word ^ u64::from(u32::from(c)) ^ WORD);
                continue;
            }
            if word != 0 {
                unit(word);
                words.insert(word);
                (word, last) = (0, 0);
            }
            if c.is_ascii() || !(is_han(c) || is_alphanumeric(c)) {
                continue;
            }
            let hash = mixed(u64::from(u32::from(c)));
            for _ in 0..folded(c) {
                unit(hash);
                pairs.insert(mixed(hash ^ last));
                last = hash;
            }
        }
        if word != 0 {
            unit(word);
            words.insert(word);
        }
        size.repeated = size.units.saturating_sub(starts.different());
        size.features = words.different() + pairs.different().div_ceil(2);
        size.count_first();
        size
    }

    /// Counts the first occurrences of repetitions, which are not recognised when they are read.
    fn count_first(&mut self) {
        self.repeated = self.units.min(2 * self.repeated);
    }

    /// The numbers of an examined text.
    pub fn of_examined(text: &str, windows: &Windows, sketch: &Sketch) -> Self {
        let (units, all) = (windows.units.len(), windows.places.len());
        let mut size = Self {
            bytes: text.len() as u64,
            units: units as u64,
            repeated: ((all - windows.set.len()) / 2) as u64,
            features: sketch.features as u64,
        };
        size.count_first();
        size
    }
}

/// Sets a word apart from nothing.
const WORD: u64 = 1 << 32;

/// Letters that form words with their neighbours, in the most common scripts; a letter of another script counts as a
/// separate unit.
fn joins(c: char) -> bool {
    matches!(c, '\u{C0}'..='\u{2AF}' | '\u{370}'..='\u{52F}' | '\u{AC00}'..='\u{D7A3}') && is_alphanumeric(c)
}

/// The largest number of units that a character becomes when forms are folded (NFKC).
fn folded(c: char) -> usize {
    match c {
        '\u{2100}'..='\u{24FF}' | '\u{3200}'..='\u{33FF}' | '\u{FDF0}'..='\u{FDFF}' | '\u{1F100}'..='\u{1F2FF}' => 4,
        _ => 1,
    }
}

/// The last step of `SplitMix64`, which spreads numbers that are close together.
fn mixed(n: u64) -> u64 {
    let n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}

/// Counts distinct hashes, except for a few collisions; if there are many, only those at some places, which stay in the
/// processor's cache.
struct DifferentHashes {
    seen: Vec<u64>,
    /// One place in 2 to this power is examined.
    one_in: u32,
    found: u64,
}

impl DifferentHashes {
    /// The largest number of examined places.
    const MOST: usize = 1 << 23;

    /// With this number of places, a power of two.
    fn none(places: usize) -> Self {
        let one_in = places.div_ceil(Self::MOST).trailing_zeros();
        Self { seen: room::filled(0, (places >> one_in).div_ceil(64)), one_in, found: 0 }
    }

    fn insert(&mut self, hash: u64) {
        let place = mixed(hash);
        if place.trailing_zeros() < self.one_in {
            return;
        }
        let place = (place >> self.one_in) as usize % (self.seen.len() * 64);
        let (word, bit) = (&mut self.seen[place / 64], 1 << (place % 64));
        self.found += u64::from(*word & bit == 0);
        *word |= bit;
    }

    fn different(&self) -> u64 {
        self.found << self.one_in
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        compare::coverage::RunLength,
        simhash::{Recipe, Watch, sketch},
    };

    fn examined(text: &str) -> TextSize {
        let windows = Windows::new(text, RunLength::default(), &Watch::default()).unwrap();
        TextSize::of_examined(text, &windows, &sketch(text, &Recipe::default()).unwrap())
    }

    #[test]
    fn repetition_and_variety_are_told_apart() {
        let same = TextSize::of(&"a ".repeat(1000));
        assert_eq!(same, TextSize { bytes: 2000, units: 1000, repeated: 1000, features: 1 });
        let different: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
        let different = TextSize::of(&different.join(" "));
        assert!(different.units == 1000 && different.repeated < 200 && different.features > 900, "{different:?}");
    }

    #[test]
    fn what_is_counted_of_a_large_text_is_about_all() {
        let mut text = (0..900_000).map(|n| n.to_string()).collect::<Vec<_>>().join(" ") + " ";
        let size = TextSize::of(&text);
        assert!(text.len() > DifferentHashes::MOST / 2 && size.repeated < 90_000, "{size:?}");
        assert!((850_000..930_000).contains(&size.features), "{size:?}");
        text = text.repeat(2);
        let twice = TextSize::of(&text);
        assert!((850_000..930_000).contains(&twice.features), "{twice:?}");
        assert!(twice.repeated > 1_700_000, "{twice:?}");
    }

    proptest! {
        /// The count beforehand is at least the actual number, except for hash collisions.
        #[test]
        fn no_unit_is_missed(text in "([a-z]{1,3}[ ,.-]|[茶路海上一二]|é|[가-힣]|[ก-ฮ]|[ぁ-ん]|[а-я]{1,2} |㍿|ﷺ|①){0,200}") {
            let (before, after) = (TextSize::of(&text), examined(&text));
            prop_assert!(before.units >= after.units, "{before:?} {after:?}");
        }
    }
}
