//! The units of a text in about a byte each, because a text of 100 MB has 30 million of them. Must not know how they
//! are read.

use super::RunLength;
use crate::{
    room,
    simhash::{Altered, Span},
};

/// The units of a text.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// Each unit as the number of its shape, or [`RARE`].
    numbers: Vec<u8>,
    /// The first shapes of the text, fewer than 256: few texts have more.
    shapes: Vec<Shape>,
    /// The length that a unit of each adds to a run.
    lengths: Vec<u32>,
    /// True for each kind of units in the text: Han characters, words.
    kinds: [bool; 2],
    /// The number of some shapes, so that few units need a search of all shapes; empty once all units are stored.
    guesses: Vec<u8>,
    /// The units of other shapes, in ascending order of numbers.
    rare: Vec<(u32, Shape)>,
    /// The first byte of every unit whose number is a multiple of [`STEP`].
    starts: Vec<u32>,
    /// The identity of each unit in the normalised reading: half of its hash.
    pub(super) names: Vec<u32>,
    /// The end of the last one.
    end: u32,
    run: RunLength,
    /// Characters in the text that are invisible or look like others.
    pub(super) altered: Altered,
    /// The units before which there is a wall, in ascending order.
    pub(super) walls: Vec<usize>,
}

/// The length that windows must reach, and whether those seen backward are windows too.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needed {
    pub length: u32,
    pub backward: bool,
}

/// The kinds of units, which add to the length of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Han,
    Word,
}

/// A unit without its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// Bytes between the unit before and this one.
    gap: u32,
    bytes: u32,
    /// Its letters, digits and ideographs.
    chars: u32,
    kind: Kind,
}

/// The number of guesses that distinguish the shapes of words of up to 63 letters after one or two spaces.
const GUESSES: usize = 256;

/// The number of a shape that is not among the first ones.
const RARE: u8 = u8::MAX;

/// The largest number of units added up to find where one begins.
const STEP: usize = 64;

impl Units {
    pub(super) fn none(run: RunLength, altered: Altered) -> Self {
        Self { run, altered, guesses: vec![0; GUESSES], ..Self::default() }
    }

    /// Adds a unit: its bytes in the text, how many letters, digits and ideographs it has, and what it is.
    pub(super) fn push(&mut self, span: Span, chars: u32, kind: Kind, name: u32) {
        // Folded to more characters, one of the text is several units, so this one may begin before the end of the
        // last.
        let gap = span.start.wrapping_sub(self.end);
        let shape = Shape { gap, bytes: span.end - span.start, chars, kind };
        self.kinds[kind as usize] = true;
        let number = self.number(shape);
        if number == RARE {
            let number = self.len() as u32;
            room::push(&mut self.rare, (number, shape));
        }
        if self.len().is_multiple_of(STEP) {
            room::push(&mut self.starts, span.start);
        }
        self.end = span.end;
        room::push(&mut self.numbers, number);
        room::push(&mut self.names, name);
    }

    fn number(&mut self, shape: Shape) -> u8 {
        let Shape { gap, bytes, chars, .. } = shape;
        let guess = gap.wrapping_add(bytes.wrapping_mul(4)).wrapping_add(chars.wrapping_mul(64)) as usize % GUESSES;
        let number = self.guesses[guess];
        if self.shapes.get(usize::from(number)) == Some(&shape) {
            return number;
        }
        let known = self.shapes.iter().position(|known| *known == shape);
        let number = match known {
            Some(number) => number as u8,
            None if self.shapes.len() == usize::from(RARE) => return RARE,
            None => {
                self.lengths.push(self.length_of(shape));
                self.shapes.push(shape);
                self.shapes.len() as u8 - 1
            }
        };
        self.guesses[guess] = number;
        number
    }

    /// Gives back memory that no unit needs.
    pub(super) fn shrink(&mut self) {
        self.numbers.shrink_to_fit();
        self.names.shrink_to_fit();
        self.guesses = Vec::new();
        self.starts.shrink_to_fit();
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    #[inline]
    fn shape(&self, unit: usize) -> Shape {
        match self.numbers[unit] {
            RARE => self.rare[self.rare.partition_point(|&(rare, _)| (rare as usize) < unit)].1,
            number => self.shapes[usize::from(number)],
        }
    }

    /// The bytes in the text of a unit and of those after it.
    fn spans_from(&self, unit: usize) -> impl Iterator<Item = Span> {
        let mut end: Option<u32> = None;
        let from = unit / STEP;
        let all = (from * STEP..self.len()).map(move |unit| {
            let Shape { gap, bytes, .. } = self.shape(unit);
            let start = end.map_or(self.starts[from], |end| end.wrapping_add(gap));
            end = Some(start + bytes);
            Span { start, end: start + bytes }
        });
        all.skip(unit % STEP)
    }

    /// The bytes of all units in the text.
    pub(super) fn spans(&self) -> impl Iterator<Item = Span> {
        self.spans_from(0)
    }

    /// The bytes of a unit in the text.
    pub(super) fn span(&self, unit: usize) -> Span {
        self.spans_from(unit).next().unwrap_or(Span::new(0, 0))
    }

    /// The letters, digits and ideographs of a unit.
    #[inline]
    pub(super) fn chars(&self, unit: usize) -> u32 {
        self.shape(unit).chars
    }

    /// The letters, digits and ideographs of a unit, and `true` if it is a Han character.
    #[inline]
    pub(super) fn chars_and_kind(&self, unit: usize) -> (u32, bool) {
        let shape = self.shape(unit);
        (shape.chars, shape.kind == Kind::Han)
    }

    /// The length that a unit adds to a run.
    #[inline]
    pub(super) fn length(&self, unit: usize) -> u32 {
        let known = self.lengths.get(usize::from(self.numbers[unit])).copied();
        known.unwrap_or_else(|| self.length_of(self.shape(unit)))
    }

    fn length_of(&self, shape: Shape) -> u32 {
        self.length_of_kind(shape.kind)
    }

    fn length_of_kind(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Han => self.run.words,
            Kind::Word => self.run.han,
        }
    }

    /// The length that each unit adds to a run, if all are of one kind.
    fn same_length(&self) -> Option<u32> {
        let kind = match self.kinds {
            [true, false] => Kind::Han,
            [false, true] => Kind::Word,
            _ => return None,
        };
        Some(self.length_of_kind(kind)).filter(|&length| length > 0)
    }

    /// The windows that determine if a unit lies in a run.
    pub(super) fn runs(&self) -> Needed {
        Needed { length: self.run(), backward: true }
    }

    /// The length of a run.
    pub(super) fn run(&self) -> u32 {
        self.run.han * self.run.words
    }

    /// The largest number of units in a window: without the last, or the first, it would be shorter than a run.
    pub(super) fn longest_window(&self) -> usize {
        self.run.han.max(self.run.words) as usize
    }

    /// Returns true if a stretch is long enough to be a run.
    #[cfg(test)]
    pub(super) fn reaches(&self, from: usize, to: usize) -> bool {
        (from..to).map(|unit| self.length(unit)).sum::<u32>() >= self.run()
    }

    /// The units around one that no wall separates from it: the first, and one past the last.
    pub(super) fn between_walls(&self, unit: usize) -> (usize, usize) {
        let next = self.walls.partition_point(|&wall| wall <= unit);
        let before = next.checked_sub(1).map_or(0, |before| self.walls[before]);
        (before, self.walls.get(next).map_or(self.len(), |&wall| wall))
    }

    fn crosses_wall(&self, from: usize, to: usize) -> bool {
        let next = self.walls.partition_point(|&wall| wall <= from);
        self.walls.get(next).is_some_and(|&wall| wall < to)
    }

    /// The shortest stretch from each unit on that reaches a length, over walls too, as far as there is one: (first
    /// unit, one past the last).
    pub(super) fn forward(&self, needed: u32) -> impl Iterator<Item = (usize, usize)> {
        let (mut to, mut length, same) = (0, 0, self.same_length().map(|length| needed.div_ceil(length) as usize));
        (0..self.len()).map_while(move |from| {
            if let Some(units) = same {
                return (from + units <= self.len()).then_some((from, from + units));
            }
            while to < self.len() && length < needed {
                length += self.length(to);
                to += 1;
            }
            let reached = length >= needed;
            length -= if reached { self.length(from) } else { 0 };
            reached.then_some((from, to))
        })
    }

    /// The shortest such stretch up to each unit, unless that is the forward one of its first unit.
    fn backward(&self, needed: u32) -> impl Iterator<Item = (usize, usize)> {
        let (mut from, mut length) = (0, 0);
        // Where all are as long, they are the forward ones.
        let first = if self.same_length().is_some() { self.len() + 1 } else { 1 };
        (first..=self.len()).filter_map(move |to| {
            length += self.length(to - 1);
            while from + 1 < to && length - self.length(from) >= needed {
                length -= self.length(from);
                from += 1;
            }
            // If a unit less would not do, it is the forward window of its first unit.
            (length - self.length(to - 1) >= needed).then_some((from, to))
        })
    }

    fn whole(&self, (from, to): (usize, usize)) -> bool {
        self.walls.is_empty() || !self.crosses_wall(from, to)
    }

    /// The forward windows, in ascending order of their first units, without those that cross a wall.
    pub(super) fn forward_windows(&self, needed: Needed) -> impl Iterator<Item = (usize, usize)> {
        self.forward(needed.length).filter(|&window| self.whole(window))
    }

    /// The windows that are only backward ones, in the same way.
    pub(super) fn backward_windows(&self, needed: Needed) -> impl Iterator<Item = (usize, usize)> {
        needed.backward.then(|| self.backward(needed.length)).into_iter().flatten().filter(|&window| self.whole(window))
    }

    /// All windows as (first unit, one past the last unit), each once: the forward ones, then the others.
    pub(super) fn windows(&self, needed: Needed) -> impl Iterator<Item = (usize, usize)> {
        self.forward_windows(needed).chain(self.backward_windows(needed))
    }

    /// All windows in the order in which they begin, then end, each with its number in [`windows`](Self::windows).
    pub(super) fn windows_in_order(&self, needed: Needed) -> impl Iterator<Item = (usize, (usize, usize))> {
        let mut backward = self.backward_windows(needed).peekable();
        // Most texts have none, and then nothing is counted.
        let first = if backward.peek().is_some() { self.forward_windows(needed).count() } else { 0 };
        let mut backward = (first..).zip(backward).peekable();
        let mut forward = (0..).zip(self.forward_windows(needed)).peekable();
        std::iter::from_fn(move || match (forward.peek(), backward.peek()) {
            (Some((_, a)), Some((_, b))) if b < a => backward.next(),
            (None, _) => backward.next(),
            _ => forward.next(),
        })
    }
}
