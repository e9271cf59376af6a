//! Windows as bytes, and back. Where a unit stands is written as how far it lies behind the one before it.

use super::{RunLength, Span, Units, Windows};
use crate::compare::packed::{Packer, Unpacker};

/// What a unit adds to the length of a run.
const NOTHING: u64 = 0;
const WORD: u64 = 1;
const HAN: u64 = 2;
/// It is a single character, so that how long it is need not be said.
const SINGLE: u64 = 4;

impl Windows {
    /// Writes them; they were made with that length of runs.
    pub(in crate::compare) fn pack(&self, run: RunLength, to: &mut Packer) {
        let Units { spans, chars, lengths, walls, .. } = &self.units;
        to.number(spans.len() as u64);
        let mut end = 0;
        for (at, (span, &chars)) in spans.iter().zip(chars).enumerate() {
            let length = lengths[at + 1] - lengths[at];
            let kind = match length {
                0 => NOTHING,
                length if length == run.han => WORD,
                _ => HAN,
            };
            let single = if chars == 1 { SINGLE } else { 0 };
            to.number(u64::from(span.start - end) << 3 | single | kind);
            if single == 0 {
                to.number((span.end - span.start).into());
                to.number(chars.into());
            }
            end = span.end;
        }
        to.number(walls.len() as u64);
        for &wall in walls {
            to.number(wall as u64);
        }
        to.longs(self.set.iter().copied());
        to.words(&self.places);
    }

    /// Reads them back; `None` where they cannot be those of `text`.
    pub(in crate::compare) fn unpack(from: &mut Unpacker<'_>, text: &str, run: RunLength) -> Option<Self> {
        let n = from.count()?;
        // No unit is shorter than a byte.
        if n > text.len() || u32::try_from(text.len()).is_err() {
            return None;
        }
        let mut units = Units {
            spans: Vec::with_capacity(n),
            chars: Vec::with_capacity(n),
            lengths: Vec::with_capacity(n + 1),
            needed: run.han * run.words,
            walls: Vec::new(),
        };
        let (mut end, mut length, mut total) = (0usize, 0u32, 0u64);
        units.lengths.push(0);
        for _ in 0..n {
            let head = from.number()?;
            let start = end.checked_add(usize::try_from(head >> 3).ok()?)?;
            let rest = text.get(start..)?;
            let (bytes, chars) = if head & SINGLE == 0 {
                (from.count()?, u32::try_from(from.number()?).ok()?)
            } else {
                (rest.chars().next()?.len_utf8(), 1)
            };
            rest.get(..bytes).filter(|unit| !unit.is_empty())?;
            end = start + bytes;
            length = length.checked_add(match head & 3 {
                NOTHING => 0,
                WORD => run.han,
                HAN => run.words,
                _ => return None,
            })?;
            total += u64::from(chars);
            units.spans.push(Span::new(start, end));
            units.chars.push(chars);
            units.lengths.push(length);
        }
        for _ in 0..from.count()? {
            let wall = from.count().filter(|&wall| wall <= n && units.walls.last().is_none_or(|&last| last <= wall))?;
            units.walls.push(wall);
        }
        let (set, places) = (from.longs()?, from.words()?);
        let rising = set.windows(2).all(|pair| pair[0] < pair[1]);
        let known = places.iter().all(|&place| (place as usize) < set.len());
        let whole = units.windows().count() == places.len();
        (rising && known && whole).then_some(Self { units, set, places, total })
    }
}
