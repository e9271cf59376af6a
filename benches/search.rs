//! Fingerprints near to one and all pairs of near ones: the index and the join against comparing with all, on uniform
//! fingerprints and on such as crowd together.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::hint::black_box;

use paired::{Clock, Target, head, paired, row, time};
use simscope::{
    search::{BlockIndex, Flat, Hit, Near, Plan, join},
    simhash::{Fingerprint, Watch},
};
use texts::Dice;

const K: u32 = 3;
const ROUNDS: usize = 5;

/// Random bits, and for every hundredth a neighbour.
fn uniform(n: usize, seed: u64) -> Vec<u64> {
    let mut dice = Dice::new(seed);
    neighboured((0..n).map(|_| dice.number() ^ dice.number() << 32).collect(), seed)
}

/// As raw tf makes them: each bit differs from a pattern common to all with a chance of its own, so that the fullest
/// bucket of 16 bits holds 13% of them.
fn skewed(n: usize, seed: u64) -> Vec<u64> {
    let mut dice = Dice::new(seed);
    let percent = |bit: u32| [12, 20, 40, 50][bit as usize / 16];
    let mut value = || (0..64).filter(|&bit| dice.below(100) < percent(bit)).map(|bit| 1 << bit).sum();
    let values = (0..n).map(|_| value()).collect();
    neighboured(values, seed)
}

fn neighboured(mut values: Vec<u64>, seed: u64) -> Vec<u64> {
    let mut dice = Dice::new(seed + 1);
    for at in (100..values.len()).step_by(100) {
        values[at] = (0..dice.below(5)).fold(values[at - 1], |value, _| value ^ 1 << dice.below(64));
    }
    values
}

fn fingerprints(values: &[u64]) -> Vec<Fingerprint> {
    values.iter().map(|&value| Fingerprint::new(value.into(), 64)).collect()
}

fn main() {
    index();
    scan();
    joins();
}

fn index() {
    head("Queries within 3, an index of 4 × 16 bits; naive: a loop over the fingerprints (processor time a query)");
    let mut last = None;
    for n in [10_000, 100_000, 1_000_000, 10_000_000] {
        let values = uniform(n, 1);
        let all = fingerprints(&values);
        let (build, index) = Clock::Cpu.time(|| {
            let plan = Plan::within(64, K, 1).expect("a plan");
            BlockIndex::new(plan, &all).expect("one width")
        });
        let bytes = index.bytes() as f64 / n as f64;
        let loops = (20_000_000 / n).clamp(1, 100);
        let naive = |query: Fingerprint| {
            let hit = |(other, number): (&Fingerprint, usize)| Hit { hamming: other.hamming(query), number };
            let mut hits: Vec<Hit> = all.iter().zip(0..).map(hit).filter(|hit| hit.hamming <= K).collect();
            hits.sort_unstable();
            hits
        };
        let queries = fingerprints(&uniform(20_000, 7)[..10_000]);
        let asked: Vec<Fingerprint> = queries.iter().chain(all.iter().step_by(n / 1000)).copied().collect();
        assert!(asked.iter().rev().take(loops).all(|&query| index.within(query, K) == naive(query)));
        let result = paired(
            Clock::Cpu,
            ROUNDS,
            || asked.iter().rev().take(loops).map(|&query| naive(query).len()).sum::<usize>(),
            || asked.iter().map(|&query| index.within(query, K).len()).sum::<usize>(),
        );
        let (naive, ours) = (result.naive / loops as f64, result.ours / asked.len() as f64);
        let growth = last.map_or_else(String::new, |last: f64| format!(", {:.1}× the one above", ours / last));
        last = Some(ours);
        let what = format!("{n} fingerprints{growth}; built in {}, {bytes:.1} bytes each", time(build));
        let target = if n == 10_000_000 { Target::AtLeast(500.0) } else { Target::None };
        row(&what, &time(naive), &time(ours), naive / ours, "×", target);
    }
}

fn scan() {
    head("Comparing with all, 8 bytes each; naive: only reading them (processor time a fingerprint)");
    for n in [100_000, 10_000_000] {
        let values = uniform(n, 2);
        let flat = Flat::new(64, &fingerprints(&values)).expect("one width");
        let query = Fingerprint::new(0x0123_4567_89ab_cdef, 64);
        let times = 20_000_000 / n;
        let read =
            || (0..times).map(|_| black_box(&values).iter().fold(0, |sum: u64, v| sum ^ v)).fold(0, |a, b| a ^ b);
        let result =
            paired(Clock::Cpu, ROUNDS, read, || (0..times).map(|_| flat.within(query, K).len()).sum::<usize>());
        let each = (n * times) as f64;
        row(
            &format!("{n} fingerprints"),
            &time(result.naive / each),
            &time(result.ours / each),
            100.0 * result.ratio,
            " %",
            Target::AtLeast(90.0),
        );
    }
}

fn joins() {
    head("All pairs within 3 (processor time); the same pairs by all three, checked");
    let ours = |values: &[u64]| {
        let flat = Flat::new(64, &fingerprints(values)).expect("one width");
        join(&flat, K, &Watch::default()).expect("nobody stops it")
    };
    for (name, make) in [("uniform", uniform as fn(usize, u64) -> Vec<u64>), ("skewed", skewed)] {
        let values = make(30_000, 3);
        assert!(brute(&values) == ours(&values), "the join finds other pairs");
        let result = paired(Clock::Cpu, ROUNDS, || brute(&values), || ours(&values));
        let target = Target::None;
        row(
            &format!("30,000 {name}; naive: every two"),
            &time(result.naive),
            &time(result.ours),
            result.ratio,
            "×",
            target,
        );
        for n in [100_000, 1_000_000] {
            let values = make(n, 4);
            let found = ours(&values);
            let what = format!("{n} {name}, {} pairs; naive: buckets of 4 × 16 bits, not split again", found.len());
            if n > 100_000 && name == "skewed" {
                // Its fullest bucket alone would take minutes.
                let (taken, _) = Clock::Cpu.time(|| ours(&values));
                println!("| {n} {name}, {} pairs | | {} | | |", found.len(), time(taken));
                continue;
            }
            assert!(unsplit(&values) == found, "the join finds other pairs");
            let result = paired(Clock::Cpu, 3, || unsplit(&values), || ours(&values));
            row(&what, &time(result.naive), &time(result.ours), result.ratio, "×", Target::None);
        }
    }
}

fn near(a: usize, b: usize, hamming: u32) -> Near {
    Near { a: a.min(b), b: a.max(b), hamming }
}

fn brute(values: &[u64]) -> Vec<Near> {
    let mut found = Vec::new();
    for (x, a) in values.iter().zip(0..) {
        for (y, b) in values.iter().zip(0..).skip(a + 1) {
            let hamming = (x ^ y).count_ones();
            if hamming <= K {
                found.push(near(a, b, hamming));
            }
        }
    }
    found
}

/// The pigeonhole join as article 004 has it: every two of each bucket.
fn unsplit(values: &[u64]) -> Vec<Near> {
    let mut items: Vec<(u64, usize)> = values.iter().copied().zip(0..).collect();
    let mut found = Vec::new();
    let key = |value: u64, block: u32| value >> (16 * block) as u16 & 0xffff;
    for block in 0..4 {
        items.sort_unstable_by_key(|&(value, _)| key(value, block));
        for bucket in items.chunk_by(|x, y| key(x.0, block) == key(y.0, block)) {
            for (at, &(x, a)) in bucket.iter().enumerate() {
                for &(y, b) in &bucket[at + 1..] {
                    let hamming = (x ^ y).count_ones();
                    if hamming <= K && (0..block).all(|before| key(x, before) != key(y, before)) {
                        found.push(near(a, b, hamming));
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found
}
