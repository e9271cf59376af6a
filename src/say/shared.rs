//! How much of one text occurs in the other, in a sentence.

use super::Emphasis;
use crate::{
    compare::{
        Comparison, Thresholds,
        coverage::RunLength,
        pair::{Disagreement, Pair, Sharing},
    },
    locale::{Lang, grouped},
    t,
};

/// From this length ratio on, texts are of about one length, and no sentence mentions it.
const ABOUT_EQUAL: f64 = 0.8;

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
    /// Characters of both texts and their length ratio, if they are the whole ones.
    lengths: Option<([u64; 2], f64)>,
}

impl<'a> SharedText<'a> {
    pub(super) fn of(comparison: &'a Comparison) -> Self {
        let pair = &comparison.pair;
        let side = usize::from(comparison.coverage[1].share > comparison.coverage[0].share);
        let coverage = &comparison.coverage[side];
        // Adjacent passages of one text may be apart in the other.
        let one = matches!(*coverage.passages, [passage] if passage.chars == coverage.longest);
        let lengths = comparison.length_ratio().map(|ratio| (comparison.chars, ratio));
        Self { pair, identical: pair.identical, side, longest: coverage.longest, one, lengths }
    }

    /// The text that a pair shares after exclusion, whose places in the whole texts are not known.
    pub(super) fn of_remainder(pair: &'a Pair, whole: &Pair) -> Self {
        let side = usize::from(pair.coverage[1] > pair.coverage[0]);
        Self { pair, identical: whole.identical, side, longest: pair.longest.into(), one: false, lengths: None }
    }

    /// The sentence; `names` are those of A and B.
    pub(super) fn sentence(&self, at: Thresholds, names: [&str; 2], run: RunLength, lang: Lang) -> (Emphasis, String) {
        if self.identical {
            return (Emphasis::Plain, t!(lang, "sharing.identical").into());
        }
        if self.pair.sharing != Sharing::Known {
            return (Emphasis::Note, t!(lang, "sharing.short", han = run.han, words = run.words));
        }
        let (inner, outer) = (names[self.side], names[1 - self.side]);
        let (share, longest) = (self.pair.coverage[self.side], grouped(self.longest));
        let percent = lang.percent(share);
        let disagreement = self.pair.disagreement(at);
        let text = match disagreement {
            _ if share == 0.0 => t!(lang, "sharing.none", han = run.han, words = run.words),
            Some(Disagreement::NearNotShared) => {
                t!(lang, "sharing.little", share = percent, inner = inner, outer = outer)
            }
            _ if self.one => t!(lang, "sharing.one", share = percent, inner = inner, outer = outer, longest = longest),
            _ => t!(lang, "sharing.much", share = percent, inner = inner, outer = outer, longest = longest),
        };
        let text = match self.partial(names, lang).filter(|_| share > 0.0) {
            Some(partial) => [text, partial].join(lang.gap()),
            None => text,
        };
        (if disagreement.is_some() { Emphasis::Alert } else { Emphasis::Plain }, text)
    }

    /// How much of the shorter text is shared, and how long it is beside the other; `None` for texts of about one length.
    fn partial(&self, names: [&str; 2], lang: Lang) -> Option<String> {
        let (chars, ratio) = self.lengths.filter(|&(_, ratio)| ratio < ABOUT_EQUAL)?;
        let shorter = usize::from(chars[1] < chars[0]);
        Some(t!(
            lang,
            "sharing.shorter",
            name = names[shorter],
            chars = grouped(chars[shorter]),
            ratio = lang.percent(ratio),
            share = lang.percent(self.pair.coverage[shorter])
        ))
    }
}
