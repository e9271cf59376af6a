//! Paragraphs that a reader set beside each other, kept by what they say: so they outlive a change of either text.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use super::{prose::paragraphs, space::fold};

/// Two paragraphs set beside each other by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlignmentPoint {
    /// Their numbers in A and in B.
    pub numbers: [u32; 2],
    /// The hashes of what they say (XXH3, 64 bits), white space folded.
    pub says: [u64; 2],
}

/// The numbered paragraphs of a text, by what they say.
struct Said(Vec<u64>);

impl Said {
    fn of(text: &str) -> Self {
        Self(paragraphs(text).into_iter().map(|body| xxh3_64(fold(body.of(text)).as_bytes())).collect())
    }

    fn at(&self, number: u32) -> Option<u64> {
        self.0.get((number as usize).checked_sub(1)?).copied()
    }
}

impl AlignmentPoint {
    /// The paragraphs with these numbers; `None` where there are none.
    pub fn new(texts: [&str; 2], numbers: [u32; 2]) -> Option<Self> {
        let [a, b] = texts.map(Said::of);
        Some(Self { numbers, says: [a.at(numbers[0])?, b.at(numbers[1])?] })
    }

    /// Whether both can hold: they do not cross, and share no paragraph.
    pub fn agrees(self, other: Self) -> bool {
        let [before, behind] = [0, 1].map(|side| self.numbers[side].cmp(&other.numbers[side]));
        before == behind && before.is_ne()
    }
}

/// Finds points again in these texts: each paragraph where it says the same, the nearest one of several. Those whose
/// paragraph is gone, and those that cross one before, are excluded.
pub(super) fn settle(points: &[AlignmentPoint], texts: [&str; 2]) -> Vec<AlignmentPoint> {
    if points.is_empty() {
        return Vec::new();
    }
    let places = texts.map(|text| {
        let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
        for (says, number) in Said::of(text).0.into_iter().zip(1..) {
            places.entry(says).or_default().push(number);
        }
        places
    });
    let mut kept: Vec<AlignmentPoint> = Vec::new();
    for point in points {
        let near = |side: usize| {
            let all = places[side].get(&point.says[side])?;
            all.iter().copied().min_by_key(|number| number.abs_diff(point.numbers[side]))
        };
        if let (Some(a), Some(b)) = (near(0), near(1)) {
            let found = AlignmentPoint { numbers: [a, b], ..*point };
            if kept.iter().all(|other| other.agrees(found)) {
                kept.push(found);
            }
        }
    }
    kept.sort_unstable_by_key(|point| point.numbers);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_where_their_paragraphs_go() {
        let [a, b] = ["one\ntwo\nthree\ntwo\n", "one 1\ntwo 2\nthree 3\n"];
        let point = |numbers| AlignmentPoint::new([a, b], numbers).unwrap();
        let points = [point([2, 1]), point([3, 3])];
        assert_eq!(AlignmentPoint::new([a, b], [5, 1]), None);
        assert_eq!(AlignmentPoint::new([a, b], [0, 1]), None);
        assert!(points[0].agrees(points[1]) && !points[1].agrees(point([4, 2])) && !points[1].agrees(point([3, 1])));
        let numbers = |texts| settle(&points, texts).iter().map(|point| point.numbers).collect::<Vec<_>>();
        assert_eq!(numbers([a, b]), [[2, 1], [3, 3]]);
        let longer = format!("new\n\n{b}");
        assert_eq!(numbers([a, &longer]), [[2, 2], [3, 4]]);
        assert_eq!(numbers([a, "three 3\none 1\n"]), [[2, 2]], "crossed by the file: the first stays");
        assert_eq!(numbers(["three\n", b]), [[1, 3]]);
    }
}
