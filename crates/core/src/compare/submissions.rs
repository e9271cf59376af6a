//! Documents, each with its share in any of the others: a text compiled from several others shares little with each of
//! them, but may be completely in all of them together.
//!
//! Computed from pairs and from what all pairs together cover ([`FromOthers`]). Must not know texts.

use std::cmp::Reverse;

use super::{coverage::FromOthers, order::NameOrder, pair::Pair};

/// The least share of a document that makes another one its source.
pub const LEAST_SHARE: f64 = 0.05;

/// A document in comparison with all others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Submission {
    /// Its index in the list of documents.
    pub document: usize,
    /// Its share that is in any of the others.
    pub from_others: FromOthers,
    /// The number of others that have at least [`LEAST_SHARE`] of it, or a [rare passage](Pair::rare) of it: a phrase
    /// that two texts have in common by chance does not make a source.
    pub sources: usize,
    /// The one that has most of it, word for word or with small edits, and that share.
    pub largest: Option<(usize, f64)>,
    /// Characters of the longest passage that it has from another.
    pub longest: u32,
}

/// The documents that are wanted, those first that have most from others, in tenths of a percent as lists show it;
/// then by the longest passage, then by name.
pub fn submissions(
    pairs: &[Pair],
    from_others: &[FromOthers],
    names: &NameOrder,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Submission> {
    let none = |(document, &from_others): (usize, &FromOthers)| Submission {
        document,
        from_others,
        sources: 0,
        largest: None,
        longest: 0,
    };
    let mut all: Vec<Submission> = from_others.iter().enumerate().map(none).collect();
    for pair in pairs {
        for (side, share) in pair.edited().into_iter().enumerate().filter(|(_, share)| *share > 0.0) {
            let [own, other] = [side, 1 - side].map(|side| pair.documents()[side]);
            let Some(submission) = all.get_mut(own) else { continue };
            submission.sources += usize::from(share >= LEAST_SHARE || pair.rare > 0);
            submission.longest = submission.longest.max(pair.longest);
            if submission.largest.is_none_or(|(_, largest)| share > largest) {
                submission.largest = Some((other, share));
            }
        }
    }
    all.retain(|submission| wanted(submission.document));
    let shown = |share: f64| (share * 1000.0).round() as u32;
    all.sort_by_key(|submission| {
        let share = shown(submission.from_others.edited());
        (Reverse(share), Reverse(submission.longest), names.place(submission.document), submission.document)
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::pair::Sharing;

    #[test]
    fn a_text_from_three_others_comes_first() {
        let pair = |documents: [usize; 2], coverage: [f64; 2], longest: u32| {
            let mut pair = Pair::new(documents, Some(30));
            (pair.coverage, pair.longest, pair.sharing) = (coverage, longest, Sharing::Known);
            pair
        };
        let pairs = [
            pair([0, 1], [0.36, 0.35], 2000),
            pair([0, 2], [0.34, 0.30], 1500),
            pair([0, 3], [0.30, 0.40], 900),
            pair([3, 4], [0.0, 0.0], 0),
        ];
        let share = |share: f64| FromOthers { share, more: 0.0 };
        let from_others = [0.997, 0.35, 0.30, 0.40, 0.0].map(share);
        let names = NameOrder::of(["e", "d", "c", "b", "a"].into_iter());
        let found = submissions(&pairs, &from_others, &names, |document| document != 2);
        assert_eq!(found.iter().map(|one| one.document).collect::<Vec<_>>(), [0, 3, 1, 4]);
        assert_eq!((found[0].sources, found[0].largest, found[0].longest), (3, Some((1, 0.36)), 2000));
        assert_eq!((found[3].sources, found[3].largest, found[3].longest), (0, None, 0));
    }
}
