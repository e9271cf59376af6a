//! Runs of a text that a library stores: winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003).
//!
//! From each unit on, the shortest run of 9 Han characters or 5 words (a mixture in proportion) is hashed; of every
//! [`IN_A_ROW`] consecutive hashes, the smallest is kept. Two texts that share a run of 20 Han characters or 16 words
//! share that many consecutive hashes, so they keep a common one. About 152 hashes are kept per 1,000 Han characters.

use super::{RunLength, read};
use crate::simhash::{Stopped, Watch};

/// Han characters or words of a run that is hashed.
const RUN: RunLength = RunLength { han: 9, words: 5 };
/// Hashes in a row of which the least is kept.
const IN_A_ROW: usize = 12;
/// Bits of a hash: few enough for a library of 10⁵ documents to store the difference of two in three bytes, and many
/// enough that among 10⁷ documents only one text in 25 has a matching hash by chance.
pub const WINNOWED_BITS: u32 = 44;
/// The shortest run that is always found.
pub const FOUND_FROM: RunLength =
    RunLength { han: RUN.han + IN_A_ROW as u32 - 1, words: RUN.words + IN_A_ROW as u32 - 1 };

/// The hashes kept of a text, in ascending order, without duplicates.
///
/// # Errors
/// [`Stopped`] if the watch was stopped.
pub fn winnowed(text: &str, watch: &Watch) -> Result<Vec<u64>, Stopped> {
    let (units, hashes) = read(text, RUN, watch)?;
    let mut runs = hashes.of_forward_windows(&units);
    for hash in &mut runs {
        *hash = mixed(*hash) >> (64 - WINNOWED_BITS);
    }
    let mut kept = least_in_a_row(&runs);
    kept.sort_unstable();
    kept.dedup();
    Ok(kept)
}

/// The least of every [`IN_A_ROW`] in a row; of fewer, the least of all.
fn least_in_a_row(hashes: &[u64]) -> Vec<u64> {
    let mut kept = Vec::with_capacity(hashes.len() / (IN_A_ROW / 2) + 1);
    // The number and the value of the last of the least ones.
    let mut least = (0, u64::MAX);
    for (at, &hash) in hashes.iter().enumerate() {
        if hash <= least.1 {
            least = (at, hash);
        } else if least.0 + IN_A_ROW <= at {
            let from = at + 1 - IN_A_ROW;
            let last = |least: (usize, u64), next: (usize, u64)| if next.1 <= least.1 { next } else { least };
            least = (from..).zip(hashes[from..=at].iter().copied()).fold((from, u64::MAX), last);
        }
        if at + 1 >= IN_A_ROW.min(hashes.len()) && kept.last() != Some(&least.1) {
            kept.push(least.1);
        }
    }
    kept
}

/// Spreads a polynomial modulo 2⁶¹ − 1 over 64 bits: the finalizer of `MurmurHash3`.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> BTreeSet<u64> {
        Watch::without(|watch| winnowed(text, watch)).into_iter().collect()
    }

    proptest! {
        #[test]
        fn the_least_of_every_row_is_kept(hashes in prop::collection::vec(0u64..40, 0..80)) {
            let kept: BTreeSet<u64> = least_in_a_row(&hashes).into_iter().collect();
            let rows = hashes.windows(IN_A_ROW.min(hashes.len().max(1)));
            let expected: BTreeSet<u64> = rows.filter_map(|row| row.iter().min().copied()).collect();
            prop_assert_eq!(kept, expected);
        }

        #[test]
        fn a_shared_run_is_found(
            before in "[甲乙丙丁戊己庚辛]{0,30}",
            run in "[子丑寅卯辰巳午未申酉戌亥]{20}",
            after in "[甲乙丙丁戊己庚辛]{0,30}",
            words in prop::collection::vec("[a-z]{3,7}", 16),
        ) {
            let one = of(&format!("{before}{run}{after}"));
            let other = of(&format!("其他的文字{run}，完了。"));
            prop_assert!(!one.is_disjoint(&other));
            let words = words.join(" ");
            let one = of(&format!("{before} {words} {after}"));
            let other = of(&format!("some more, {words}; and the end of it"));
            prop_assert!(!one.is_disjoint(&other));
        }
    }

    #[test]
    fn texts_too_short_for_a_run_have_none() {
        assert_eq!(of("").len(), 0);
        assert_eq!(of("一二三四五六七八").len(), 0);
        assert_eq!(of("一二三四五六七八九").len(), 1);
        assert_eq!((FOUND_FROM.han, FOUND_FROM.words), (20, 16));
    }
}
