//! The accumulator against the loop over bits that everyone writes first.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::hint::black_box;

use paired::{Clock, Target, head, paired, row, time};
use simscope::simhash::{Fixed, accumulate, from_fixed};
use texts::Dice;

/// Every bit of every feature, in floats, as the definition reads.
fn naive<T: Copy>(rows: &[(T, f64)], width: u8, is_one: impl Fn(T, u8) -> bool) -> Vec<f64> {
    let mut sums = vec![0.0; usize::from(width)];
    for &(hash, weight) in rows {
        for (column, sum) in sums.iter_mut().enumerate() {
            *sum += if is_one(hash, width - 1 - column as u8) { weight } else { -weight };
        }
    }
    sums
}

#[expect(clippy::float_cmp, reason = "the weights are such that floats add them exactly")]
fn measure<T: Copy>(width: u8, count: usize, narrow: impl Fn(u128) -> T, is_one: impl Fn(T, u8) -> bool) {
    let mut dice = Dice::new(7);
    let mut hash = || (u128::from(dice.number()) << 64 | u128::from(dice.number())) >> (128 - width);
    let rows: Vec<(u128, Fixed)> = (0..count).map(|i| (hash(), (i as Fixed % 997 + 3) * 6554)).collect();
    let floats: Vec<(T, f64)> = rows.iter().map(|&(hash, weight)| (narrow(hash), from_fixed(weight))).collect();
    let naive = || naive(black_box(&floats), width, &is_one);
    let ours = || accumulate(black_box(&rows).iter().copied(), width);
    assert!(naive().iter().zip(ours()).all(|(&naive, ours)| naive == from_fixed(ours)), "the twins agree");
    let times = 1 + 400_000 / count;
    let result = paired(
        Clock::Cpu,
        11,
        || (0..times).for_each(|_| _ = black_box(naive())),
        || (0..times).for_each(|_| _ = black_box(ours())),
    );
    let per_feature = |seconds: f64| time(seconds / (times * count) as f64);
    let what = format!("{width} bits, {count} features");
    row(&what, &per_feature(result.naive), &per_feature(result.ours), result.ratio, "×", Target::AtLeast(4.0));
}

fn main() {
    head("The accumulator, a feature");
    for count in [200, 5_000, 200_000] {
        measure(64, count, |hash| hash as u64, |hash, bit| hash >> bit & 1 == 1);
        measure(128, count, |hash| hash, |hash, bit| hash >> bit & 1 == 1);
    }
}
