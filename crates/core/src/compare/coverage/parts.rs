//! The parts of [`Windows`], so that a cache can write them down and put them together again. Must not know in which
//! form.

use super::{RunLength, Span, Units, WindowHashes, Windows, packed::Kind, units::chars_of};
use crate::simhash::{Altered, is_han};

impl Windows {
    /// The units in order, each with what it adds to the length of a run. A document's text has no walls.
    pub fn units(&self) -> impl Iterator<Item = (Span, u32)> {
        self.units.spans().zip(0..self.units.len()).map(|(span, unit)| (span, self.units.length(unit)))
    }

    /// The hashes of all windows, sorted, each once.
    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        self.set.iter()
    }

    /// The index in [`hashes`](Self::hashes) of each window, in the order of the text.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Windows of `text` from their parts; `None` where they cannot be those of a text without walls that was prepared
    /// with that run length. Everything that an index, a slice or a sum relies on is checked; what the text hashes to
    /// is not.
    pub fn from_parts(
        text: &str,
        run: RunLength,
        altered: Altered,
        parts: impl IntoIterator<Item = (Span, u32)>,
        hashes: &[u64],
        places: Vec<u32>,
    ) -> Option<Self> {
        let mut units = Units::none(run, altered);
        let (mut end, mut length, mut total) = (0, 0u32, 0);
        for (span, adds) in parts {
            let unit = text.get(span.range()).filter(|unit| !unit.is_empty() && span.start >= end)?;
            let chars = chars_of(unit);
            let (kind, expected) = match unit.chars().next() {
                Some(c) if is_han(c) => (Kind::Han, run.words),
                _ => (Kind::Word, run.han),
            };
            if adds != expected {
                return None;
            }
            length = length.checked_add(adds)?;
            total += u64::from(chars);
            end = span.end;
            units.push(span, chars, kind);
        }
        units.shrink();
        let set = WindowHashes::from_rising(hashes)?.0;
        let within = places.iter().all(|&place| (place as usize) < hashes.len());
        let complete = units.windows().count() == places.len();
        (within && complete).then_some(Self { units, set, places, total })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::Watch;

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let (text, run) = ("灯塔 lamp ", RunLength { han: 2, words: 3 });
        let whole = Windows::new(text, run, &Watch::default()).unwrap();
        let units: Vec<(Span, u32)> = whole.units().collect();
        let (hashes, places) = (whole.hashes().collect::<Vec<_>>(), whole.places().to_vec());
        let made = |units: &[(Span, u32)], hashes: &[u64], places: &[u32]| {
            Windows::from_parts(text, run, Altered::default(), units.iter().copied(), hashes, places.to_vec())
        };
        let again = made(&units, &hashes, &places).expect("its own parts");
        assert_eq!(format!("{again:?}"), format!("{whole:?}"));
        assert!(units.len() == 3 && hashes.len() > 1 && !places.is_empty());
        let with = |at: usize, unit: (Span, u32)| {
            let mut units = units.clone();
            units[at] = unit;
            units
        };
        for (units, why) in [
            (with(1, (Span::new(1, 6), 2)), "within a character"),
            (with(1, (Span::new(3, 3), 2)), "empty"),
            (with(1, (Span::new(6, 3), 2)), "backward"),
            (with(1, (Span::new(0, 3), 2)), "over the unit before"),
            (with(2, (Span::new(7, 99), 2)), "beyond the text"),
            (with(2, (Span::new(7, 11), 1)), "a length that no unit has"),
            (units[..2].to_vec(), "fewer windows than places"),
        ] {
            assert!(made(&units, &hashes, &places).is_none(), "{why}");
        }
        let reversed: Vec<u64> = hashes.iter().rev().copied().collect();
        let beyond: Vec<u32> = places.iter().map(|place| place + hashes.len() as u32).collect();
        assert!(made(&units, &reversed, &places).is_none(), "not sorted");
        assert!(made(&units, &vec![hashes[0]; hashes.len()], &places).is_none(), "twice the same");
        assert!(made(&units, &hashes, &beyond).is_none(), "no such hash");
        assert!(made(&units, &hashes, &places[1..]).is_none(), "more windows than places");
    }
}
