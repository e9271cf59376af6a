//! How much of one text occurs in the other, in a sentence.

use super::Emphasis;
use crate::{
    compare::{
        Comparison,
        coverage::RunLength,
        pair::{Disagreement, Pair, Sharing},
    },
    locale::{Lang, grouped},
    t,
};

/// The text that a pair shares.
pub(super) struct SharedText<'a> {
    pair: &'a Pair,
    /// The files are equal byte for byte.
    identical: bool,
    /// The side with the larger share in the other.
    side: usize,
    /// Characters of the longest passage.
    longest: u64,
    /// There is no other passage.
    one: bool,
}

impl<'a> SharedText<'a> {
    pub(super) fn of(comparison: &'a Comparison) -> Self {
        let pair = &comparison.pair;
        let side = usize::from(comparison.coverage[1].share > comparison.coverage[0].share);
        let coverage = &comparison.coverage[side];
        // Adjacent passages of one text may be apart in the other.
        let one = matches!(*coverage.passages, [passage] if passage.chars == coverage.longest);
        Self { pair, identical: pair.identical, side, longest: coverage.longest, one }
    }

    /// The text that a pair shares after exclusion, whose places in the whole texts are not known.
    pub(super) fn of_remainder(pair: &'a Pair, whole: &Pair) -> Self {
        let side = usize::from(pair.coverage[1] > pair.coverage[0]);
        Self { pair, identical: whole.identical, side, longest: pair.longest.into(), one: false }
    }

    /// The sentence; `names` are those of A and B.
    pub(super) fn sentence(&self, k: u32, names: [&str; 2], run: RunLength, lang: Lang) -> (Emphasis, String) {
        if self.identical {
            return (Emphasis::Plain, t!(lang, "sharing.identical").into());
        }
        if self.pair.sharing != Sharing::Known {
            return (Emphasis::Note, t!(lang, "sharing.short", han = run.han, words = run.words));
        }
        let (inner, outer) = (names[self.side], names[1 - self.side]);
        let (share, longest) = (self.pair.coverage[self.side], grouped(self.longest));
        let percent = lang.percent(share);
        let disagreement = self.pair.disagreement(k);
        let text = match disagreement {
            _ if share == 0.0 => t!(lang, "sharing.none", han = run.han, words = run.words),
            Some(Disagreement::NearNotShared) => {
                t!(lang, "sharing.little", share = percent, inner = inner, outer = outer)
            }
            _ if self.one => t!(lang, "sharing.one", share = percent, inner = inner, outer = outer, longest = longest),
            _ => t!(lang, "sharing.much", share = percent, inner = inner, outer = outer, longest = longest),
        };
        (if disagreement.is_some() { Emphasis::Alert } else { Emphasis::Plain }, text)
    }
}
