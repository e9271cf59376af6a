//! Laws of the index.

use proptest::prelude::*;

use super::*;
use crate::simhash::{Fingerprint, Watch};

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

/// One by one, with nothing but the distance of two fingerprints.
fn brute(stored: &[Fingerprint], query: Fingerprint, k: u32) -> Vec<Hit> {
    let hit = |(&other, number): (&Fingerprint, usize)| Hit { hamming: other.hamming(query), number };
    let mut all: Vec<Hit> = stored.iter().zip(0..).map(hit).filter(|hit| hit.hamming <= k).collect();
    all.sort_unstable();
    all
}

fn flat(all: &[Fingerprint]) -> Flat {
    Flat::new(all.first().map_or(64, |first| first.width()), all).unwrap()
}

fn brute_join(all: &[Fingerprint], k: u32) -> Vec<Near> {
    let mut found = Vec::new();
    for (x, a) in all.iter().zip(0..) {
        for (y, b) in all.iter().zip(0..).skip(a + 1) {
            let hamming = x.hamming(*y);
            if hamming <= k {
                found.push(Near { a, b, hamming });
            }
        }
    }
    found
}

/// Fingerprints of one width, more than are compared pair by pair: at random, or crowded around few, duplicates too.
fn many() -> impl Strategy<Value = (Vec<Fingerprint>, u32)> {
    let crowd = (proptest::collection::vec(any::<u128>(), 1..6), 1u8..=128, 1u32..40);
    (crowd, 0usize..400, 0u32..12, any::<bool>()).prop_map(|((centres, width, spread), n, k, crowded)| {
        let mut seed = centres[0] as u64 | 1;
        let mut next = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        let mut value = |n: usize| {
            let random = u128::from(next()) << 64 | u128::from(next());
            // Some bits of the others are kept, and the crowd differs in the low ones most.
            let noise = (random & u128::from(next()) & u128::from(next())) >> (128 - spread);
            if crowded { centres[n % centres.len()] ^ noise } else { random }
        };
        ((0..n).map(|n| Fingerprint::new(value(n), width)).collect(), k)
    })
}

proptest! {
    #[test]
    fn the_join_finds_what_comparing_all_finds((all, k) in many()) {
        let watch = Watch::default();
        prop_assert_eq!(join(&flat(&all), k, &watch).unwrap(), brute_join(&all, k));
        prop_assert_eq!(watch.done(), all.len() as u64);
    }

    #[test]
    fn a_batch_finds_in_an_archive_what_comparing_all_finds((all, k) in many(), archive in 0usize..400) {
        let (archive, batch) = all.split_at(archive.min(all.len()));
        let flat = Flat::new(all.first().map_or(64, |first| first.width()), archive).unwrap();
        let least = |&stored: &Fingerprint| batch.iter().map(|query| query.hamming(stored)).min().filter(|&hd| hd <= k);
        let expected: Vec<u8> = archive.iter().map(|stored| least(stored).map_or(FAR, |hd| hd as u8)).collect();
        prop_assert_eq!(nearest(batch, &flat, k, &Watch::default()).unwrap(), expected);
    }

    #[test]
    fn a_table_gives_back_what_was_put_in((plan, stored, _) in crowded()) {
        let index = BlockIndex::new(plan, &stored).unwrap();
        let all: Vec<_> = (0..stored.len()).map(|number| index.get(number).unwrap()).collect();
        prop_assert_eq!(all, stored);
    }

    #[test]
    fn finds_what_comparing_with_all_finds((plan, stored, query) in crowded(), less in 0u32..9) {
        let k = plan.exact_k().saturating_sub(less);
        let index = BlockIndex::new(plan, &stored).unwrap();
        let found = index.search(query, k);
        let flat = Flat::new(query.width(), &stored).unwrap();
        prop_assert_eq!(&found.accepted, &brute(&stored, query, k));
        prop_assert_eq!(&found.accepted, &flat.within(query, k));
        prop_assert_eq!(&found.accepted, &index.scan(query, k));
        prop_assert!(found.accepted.len() <= found.compared && found.compared <= stored.len());
    }

    #[test]
    fn comparing_with_all_finds_each_by_its_distance((stored, _) in many(), k in 0u32..9) {
        for query in stored.iter().take(3) {
            let flat = Flat::new(query.width(), &stored).unwrap();
            prop_assert_eq!(flat.within(*query, k), brute(&stored, *query, k));
        }
    }

    #[test]
    fn beyond_its_reach_it_finds_no_other((plan, stored, query) in crowded(), more in 1u32..9) {
        let k = plan.exact_k() + more;
        let index = BlockIndex::new(plan, &stored).unwrap();
        let all = brute(&stored, query, k);
        prop_assert!(index.search(query, k).accepted.iter().all(|hit| all.contains(hit)));
    }

    #[test]
    fn a_bucket_is_all_that_have_the_key((plan, stored, query) in crowded()) {
        let index = BlockIndex::new(plan, &stored).unwrap();
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
/// article prints one block with 15 digits, and two with 15 in the query; here each has its 16.) There are so many that
/// they are divided by the halves of a block, and in parallel.
#[test]
fn a_large_join_finds_what_comparing_all_finds() {
    for mask in [u64::MAX, 0xFFFF_0101_F0F0_0001] {
        let scattered = |n: u64| (n / 2 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask ^ (n % 2) << (n % 64);
        let all: Vec<Fingerprint> = (0..5000).map(|n| Fingerprint::new(scattered(n).into(), 64)).collect();
        assert!(join(&flat(&all), 3, &Watch::default()).unwrap() == brute_join(&all, 3));
    }
}

#[test]
fn the_query_of_article_004() {
    let bits = |blocks: [&str; 4]| Fingerprint::new(u128::from_str_radix(&blocks.concat(), 2).unwrap(), 64);
    let stored = bits(["0000000000000000", "0000000011111111", "1111111100000000", "1111111111111111"]);
    let query = bits(["0000000000000000", "0000000011111110", "1111111100000001", "1111111111111110"]);
    let index = BlockIndex::new(Plan::within(64, 3, 1).unwrap(), &[stored]).unwrap();
    let found = index.search(query, 3);
    let buckets: Vec<usize> = found.look_ups.iter().map(|look_up| look_up.bucket.len()).collect();
    assert_eq!(buckets, [1, 0, 0, 0]);
    assert_eq!(found.accepted, [Hit { hamming: 3, number: 0 }]);
}

#[test]
fn another_width_is_refused() {
    let fingerprints = [Fingerprint::new(1, 64), Fingerprint::new(1, 32)];
    let error = BlockIndex::new(Plan::new(64, 4, 1).unwrap(), &fingerprints).unwrap_err();
    assert_eq!(error, WidthError { number: 1, bits: 32, wanted: 64 });
}

#[test]
fn a_query_of_another_width_is_no_error() {
    let index = BlockIndex::new(Plan::new(8, 3, 1).unwrap(), &[Fingerprint::new(7, 8)]).unwrap();
    assert!(index.within(Fingerprint::new(u128::MAX, 128), 2).is_empty());
    assert_eq!(index.search(Fingerprint::new(7, 3), 2).accepted.len(), 1);
}

#[test]
fn fingerprints_of_two_widths_are_no_list_and_none_are_no_error() {
    let [a, b] = [8, 9].map(|width| Fingerprint::new(1, width));
    let watch = Watch::default();
    assert_eq!(Flat::new(8, &[a, b]), Err(WidthError { number: 1, bits: 9, wanted: 8 }));
    assert_eq!(join(&flat(&[]), 3, &watch), Ok(vec![]));
    watch.stop();
    assert_eq!(join(&flat(&[a, a]), 1, &watch), Err(crate::simhash::Stopped));
}

/// Many queries into much are worth an index. Distances that nearly all pairs have are found by comparing.
#[test]
fn an_index_is_built_where_it_pays() {
    let pays = |k, stored, queries| Plan::that_pays(64, k, stored, queries).is_some();
    assert!(pays(3, 10_000_000, 2_000) && pays(3, 1_000_000, 2_000) && pays(5, 1_000_000, 2_000));
    assert!(!pays(3, 10_000_000, 10) && !pays(3, 100, 2_000) && !pays(40, 1_000_000, 2_000));
    assert!(Plan::that_pays(3, 3, 1_000_000, 2_000).is_none() && Plan::that_pays(0, 0, 0, 0).is_none());
}

#[test]
fn an_index_takes_at_most_50_bytes_a_fingerprint() {
    for n in [1_000, 10_000] {
        let all: Vec<Fingerprint> = (0..n).map(|n: u128| Fingerprint::new(n * 0x9e37_79b9_7f4a_7c15, 64)).collect();
        let index = BlockIndex::new(Plan::within(64, 3, 1).unwrap(), &all).unwrap();
        assert!(index.bytes() <= 50 * all.len(), "{}", index.bytes());
    }
}
