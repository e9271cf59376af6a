//! Laws of the index.

use proptest::prelude::*;

use super::*;
use crate::simhash::Fingerprint;

/// A plan of any width, and fingerprints of it that crowd together: few distinct ones, and neighbours of these.
fn crowded() -> impl Strategy<Value = (Plan, Vec<Fingerprint>, Fingerprint)> {
    let plan = (3u8..=128).prop_flat_map(|width| {
        (Just(width), 1..=width.min(9)).prop_flat_map(|(width, blocks)| (Just(width), Just(blocks), 1..=blocks))
    });
    (plan, proptest::collection::vec(any::<u128>(), 1..4)).prop_flat_map(|((width, blocks, chosen), centres)| {
        let near = (0..centres.len(), proptest::collection::vec(0..width, 0..8));
        let neighbour = move |(centre, flips): (usize, Vec<u8>)| {
            let value = flips.into_iter().fold(centres[centre], |value, flip| value ^ 1 << flip);
            Fingerprint::new(value, width)
        };
        let all = proptest::collection::vec(near, 1..60);
        all.prop_map(move |all| {
            let mut all: Vec<Fingerprint> = all.into_iter().map(&neighbour).collect();
            let query = all.pop().expect("one at least");
            (Plan::new(width, blocks, chosen).expect("few blocks make few tables"), all, query)
        })
    })
}

proptest! {
    #[test]
    fn finds_what_comparing_with_all_finds((plan, stored, query) in crowded(), less in 0u32..9) {
        let k = plan.reach().saturating_sub(less);
        let index = Index::new(plan, &stored).unwrap();
        let found = index.search(query, k);
        prop_assert_eq!(&found.accepted, &all_within(&stored, query, k));
        prop_assert!(found.accepted.len() <= found.compared && found.compared <= stored.len());
    }

    #[test]
    fn beyond_its_reach_it_finds_no_other((plan, stored, query) in crowded(), more in 1u32..9) {
        let k = plan.reach() + more;
        let index = Index::new(plan, &stored).unwrap();
        let all = all_within(&stored, query, k);
        prop_assert!(index.search(query, k).accepted.iter().all(|hit| all.contains(hit)));
    }

    #[test]
    fn a_bucket_is_all_that_have_the_key((plan, stored, query) in crowded()) {
        let index = Index::new(plan, &stored).unwrap();
        for look_up in index.look_up(query) {
            let same = |&number: &u32| look_up.table.key(stored[number as usize]) == look_up.key;
            let all: Vec<u32> = (0..stored.len() as u32).filter(same).collect();
            prop_assert_eq!(look_up.bucket, &all);
        }
    }

    #[test]
    fn blocks_part_the_bits((plan, ..) in crowded()) {
        let columns: Vec<u8> = plan.blocks().iter().cloned().flatten().collect();
        prop_assert_eq!(columns, (0..plan.width()).collect::<Vec<_>>());
        let lengths: Vec<u8> = plan.blocks().iter().map(|block| block.end - block.start).collect();
        prop_assert!(lengths.windows(2).all(|two| two[0] == two[1] || two[0] == two[1] + 1));
    }
}

/// Article 004: the stored fingerprint and the query differ in three bits, in blocks b, c and d; table a finds it. (The
/// article prints one block with 15 digits, and two with 15 in the query; here each has its 16.)
#[test]
fn the_query_of_article_004() {
    let bits = |blocks: [&str; 4]| Fingerprint::new(u128::from_str_radix(&blocks.concat(), 2).unwrap(), 64);
    let stored = bits(["0000000000000000", "0000000011111111", "1111111100000000", "1111111111111111"]);
    let query = bits(["0000000000000000", "0000000011111110", "1111111100000001", "1111111111111110"]);
    let index = Index::new(Plan::within(64, 3, 1).unwrap(), &[stored]).unwrap();
    let found = index.search(query, 3);
    let buckets: Vec<usize> = found.look_ups.iter().map(|look_up| look_up.bucket.len()).collect();
    assert_eq!(buckets, [1, 0, 0, 0]);
    assert_eq!(found.accepted, [Hit { hamming: 3, number: 0 }]);
}

#[test]
fn another_width_is_refused() {
    let fingerprints = [Fingerprint::new(1, 64), Fingerprint::new(1, 32)];
    let error = Index::new(Plan::new(64, 4, 1).unwrap(), &fingerprints).unwrap_err();
    assert_eq!(error, WidthError { number: 1, bits: 32, wanted: 64 });
}
