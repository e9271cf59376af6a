//! The aligned paragraphs of each pair.

use std::{collections::HashMap, hash::Hash};

use super::ReviewState;
use crate::{
    compare::diff::AlignmentPoint,
    review::{ReviewChange, Target},
};

impl ReviewState {
    /// The points of each pair. `key` gives the pair of a target, and whether its sides are to be swapped.
    pub(in crate::review) fn points<K: Eq + Hash>(
        &self,
        key: impl Fn(&Target) -> Option<(K, bool)>,
    ) -> HashMap<K, Vec<AlignmentPoint>> {
        let mut all: HashMap<K, Vec<AlignmentPoint>> = HashMap::new();
        for (_, change) in self.counting() {
            let ReviewChange::Align { of, paragraphs, on } = change else { continue };
            let Some((key, mirrored)) = key(of) else { continue };
            let point = if mirrored { paragraphs.mirrored() } else { *paragraphs }.point();
            let points = all.entry(key).or_default();
            // Numbers move with the text, so a point is found by its words; its numbers tell it from equal paragraphs.
            let known = points.iter().position(|known| *known == point);
            let known = known.or_else(|| points.iter().position(|known| known.says == point.says && !on));
            match (known, on) {
                (Some(at), false) => _ = points.remove(at),
                (None, true) => points.push(point),
                _ => {}
            }
        }
        all.retain(|_, points| {
            points.sort_unstable_by_key(|point| point.numbers);
            !points.is_empty()
        });
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Decisions, EventId, EventRecord, FileId, Files, ReviewChange, ReviewEvent, Timestamp};

    fn file(path: &str) -> FileId {
        FileId { path: path.into(), size: 1, hash: path.len() as u64 }
    }

    fn matched(changes: Vec<ReviewChange>, now: [&str; 2]) -> Vec<AlignmentPoint> {
        let mut state = ReviewState::default();
        for (change, number) in changes.into_iter().zip(1..) {
            state.apply(EventRecord {
                at: Timestamp::now(),
                id: EventId { session: 1, number },
                event: ReviewEvent::Change(change),
            });
        }
        Decisions::new(&state, &Files::new(now.map(file).into())).points([0, 1]).to_vec()
    }

    #[test]
    fn points_turn_with_their_files() {
        let (a, bb) = (file("a"), file("bb"));
        let [point, back] = [[4, 9], [9, 4]].map(|numbers| AlignmentPoint { numbers, says: numbers.map(u64::from) });
        for change in [ReviewChange::align(point, [&a, &bb], true), ReviewChange::align(back, [&bb, &a], true)] {
            assert_eq!(matched(vec![change.clone()], ["a", "bb"]), [point]);
            assert_eq!(matched(vec![change], ["bb", "a"]), [back]);
        }
    }

    #[test]
    fn a_point_goes_though_its_numbers_moved_and_another_that_says_the_same_stays() {
        let (a, bb) = (file("a"), file("bb"));
        let point = |numbers| AlignmentPoint { numbers, says: [1, 2] };
        let change = |numbers, on| ReviewChange::align(point(numbers), [&a, &bb], on);
        let points = |changes| matched(changes, ["a", "bb"]);
        assert_eq!(points(vec![change([1, 1], true), change([3, 4], false)]), []);
        let two = vec![change([1, 1], true), change([5, 6], true)];
        assert_eq!(points(two.clone()), [point([1, 1]), point([5, 6])]);
        assert_eq!(points([two, vec![change([5, 6], false)]].concat()), [point([1, 1])]);
    }
}
