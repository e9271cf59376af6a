//! The passages that two texts share if parts of them are excluded: no passage crosses the border of an exclusion.

use super::{BREAK, ExcludedSpan, parts};
use crate::{
    compare::coverage::{
        RunLength, SharedText,
        passages::{PairPassage, shared_with},
    },
    simhash::{Span, Stopped, Watch},
};

/// The passages that two texts share, the longest first, each with `true` if it is excluded, that is, if all its places
/// in A or all its places in B are. The others are exactly the passages of the remainders. Passages for which `is_kept`
/// returns true [stay separate](shared_with).
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn passages(
    texts: [&str; 2],
    excluded: [&[ExcludedSpan]; 2],
    run: RunLength,
    is_kept: &dyn Fn([&str; 2]) -> bool,
    watch: &Watch,
) -> Result<Vec<(PairPassage, bool)>, Stopped> {
    if excluded.iter().all(|excluded| excluded.is_empty()) {
        return Ok(shared_with(texts, run, is_kept, watch)?.into_iter().map(|shared| (shared, false)).collect());
    }
    let cut = |all: bool| [0, 1].map(|side| Walled::new(texts[side], excluded[side], all));
    let find = |cut: &[Walled; 2]| shared_with([&cut[0].text, &cut[1].text], run, is_kept, watch);
    let (rest, whole) = (cut(false), cut(true));
    let mut all: Vec<(PairPassage, bool)> = find(&rest)?.into_iter().map(|shared| (rest.back(shared), false)).collect();
    let out = find(&whole)?.into_iter().map(|shared| whole.back(shared)).filter(|shared| {
        let kept = |span: &Span, side: usize| parts(*span, excluded[side]).iter().any(|&(_, out)| !out);
        (0..2).any(|side| !shared.places[side].iter().any(|span| kept(span, side)))
    });
    all.extend(out.map(|shared| (shared, true)));
    all.sort_by(|(x, _), (y, _)| y.chars.cmp(&x.chars).then_with(|| x.places.cmp(&y.places)));
    Ok(all)
}

/// The passages that two texts share, numbered and marked.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn shared_text(
    texts: [&str; 2],
    excluded: [&[ExcludedSpan]; 2],
    run: RunLength,
    is_kept: &dyn Fn([&str; 2]) -> bool,
    watch: &Watch,
) -> Result<SharedText, Stopped> {
    Ok(SharedText::new(texts, passages(texts, excluded, run, is_kept, watch)?, run))
}

/// A text with a wall wherever what is excluded begins or ends.
struct Walled {
    text: String,
    /// Each part of it: where it begins, and where it is in the whole.
    parts: Vec<(u32, Span)>,
}

impl Walled {
    /// The map of `all` parts, or only of the kept ones.
    fn new(whole: &str, excluded: &[ExcludedSpan], all: bool) -> Self {
        let mut walled = Self { text: String::new(), parts: Vec::new() };
        for (span, _) in parts(Span::new(0, whole.len()), excluded).into_iter().filter(|(_, out)| all || !out) {
            walled.text.push_str(if walled.parts.is_empty() { "" } else { BREAK });
            walled.parts.push((walled.text.len() as u32, span));
            walled.text.push_str(span.of(whole));
        }
        walled
    }

    /// The span in the whole text of a stretch of a part.
    fn back(&self, span: Span) -> Span {
        let at = self.parts.partition_point(|&(start, _)| start <= span.start).saturating_sub(1);
        let (start, part) = self.parts.get(at).copied().unwrap_or((0, span));
        Span { start: span.start - start + part.start, end: (span.end - start + part.start).min(part.end) }
    }
}

trait Back {
    fn back(&self, shared: PairPassage) -> PairPassage;
}

impl Back for [Walled; 2] {
    fn back(&self, mut shared: PairPassage) -> PairPassage {
        for (side, places) in shared.places.iter_mut().enumerate() {
            for span in places {
                *span = self[side].back(*span);
            }
            for edit in &mut shared.edits {
                edit[side] = self[side].back(edit[side]);
            }
        }
        shared
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::compare::{
        coverage::{Windows, coverage},
        exclusion::{ExclusionReason, RemainderText},
    };

    const RUN: RunLength = RunLength { han: 3, words: 2 };

    fn text() -> impl Strategy<Value = String> {
        let part = prop_oneof!["[甲乙丙]", "[ab] ", ",", "[ \\n]", Just("甲乙甲 b".to_owned())];
        proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    /// Stretches that begin and end between characters.
    fn stretches(text: &str, at: &[(usize, usize)]) -> Vec<ExcludedSpan> {
        let chars: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut all: Vec<ExcludedSpan> = Vec::new();
        let mut from = 0;
        for &(skip, len) in at {
            let [start, end] = [from + skip + 1, from + skip + 1 + len].map(|at| chars.get(at).copied());
            let (Some(start), Some(end)) = (start, end) else { break };
            all.push(ExcludedSpan { span: Span::new(start, end), why: ExclusionReason::Pattern.into() });
            from += skip + 1 + len;
        }
        all
    }

    proptest! {
        #[test]
        fn those_that_stay_are_those_of_the_rest_and_none_crosses_a_wall(
            a in text(),
            b in text(),
            at in prop::collection::vec((0usize..9, 1usize..9), 0..4),
            of in prop::collection::vec((0usize..9, 1usize..9), 0..4),
        ) {
            let excluded = [stretches(&a, &at), stretches(&b, &of)];
            let texts = [a.as_str(), b.as_str()];
            let watch = Watch::default();
            let found = passages(texts, [&excluded[0], &excluded[1]], RUN, &|_| false, &watch).unwrap();
            for (shared, out) in &found {
                for side in 0..2 {
                    for place in &shared.places[side] {
                        let parts = parts(*place, &excluded[side]);
                        prop_assert_eq!(parts.len(), 1, "{:?} crosses a wall", place.of(texts[side]));
                        prop_assert!(*out || !parts[0].1);
                    }
                }
            }
            // The passages that stay cover exactly the coverage of the remainders.
            let windows = [0, 1].map(|side| {
                Windows::new(&RemainderText::new(texts[side], &excluded[side]).text, RUN, &Watch::default()).unwrap()
            });
            for (side, coverage) in coverage(&windows[0], &windows[1]).into_iter().enumerate() {
                let covered = (coverage.edited() * windows[side].chars() as f64).round() as u64;
                let mut inside = vec![false; texts[side].len()];
                for (shared, _) in found.iter().filter(|(_, out)| !out) {
                    shared.places[side].iter().for_each(|place| inside[place.range()].fill(true));
                }
                let chars = texts[side].char_indices().filter(|(at, c)| inside[*at] && c.is_alphanumeric()).count();
                prop_assert_eq!(covered, chars as u64);
            }
            let [x, y] = [&excluded[1], &excluded[0]];
            let mut swapped = passages([texts[1], texts[0]], [x, y], RUN, &|_| false, &watch).unwrap();
            for (shared, _) in &mut swapped {
                shared.places.reverse();
            }
            let key = |(shared, out): &(PairPassage, bool)| (shared.places.clone(), *out);
            let [mut x, mut y]: [Vec<_>; 2] = [found.iter().map(key).collect(), swapped.iter().map(key).collect()];
            x.sort();
            y.sort();
            prop_assert_eq!(x, y);
        }
    }
}
