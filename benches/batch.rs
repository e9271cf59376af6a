//! A batch of thousands of documents: from their bytes to the ranked list, with what every two of them share, against
//! going pair by pair.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::{cmp::Ordering, hint::black_box, sync::Arc};

use paired::{Clock, Target, head, paired, row, time};
use rayon::prelude::*;
use simscope::{
    compare::{
        Examined, Groups, Thresholds,
        cluster::Forest,
        coverage::{RunLength, Windows, common, coverage, shared_passages, shares},
        order::{NameOrder, ordered},
        pair::{Pair, Subject, compare, compare_all},
    },
    document::{Source, from_bytes},
    simhash::{Pipeline, Recipe, Watch},
};
use texts::{Dice, chinese, edited, english};

const DOCUMENTS: usize = 2_000;
const BYTES: usize = 5_000;
const SAMPLE: usize = 200;
const ROUNDS: usize = 3;

/// Texts of 5 KB, Chinese and English by turns, under one head common to all; every tenth has a passage of one that
/// came before, every twentieth is one of those with words changed.
fn batch() -> Vec<Vec<u8>> {
    let mut dice = Dice::new(11);
    let notice = "本文集仅供内部审阅，未经许可不得转载；引用请注明出处。 This collection is for review only, and no part of it is to be \
                  passed on without leave.\n\n";
    let mut bodies: Vec<String> = Vec::new();
    for n in 0..DOCUMENTS {
        let own = if n % 2 == 0 { chinese(BYTES, n as u64) } else { english(BYTES, n as u64) };
        let other = dice.below(n.max(1) as u64) as usize;
        bodies.push(match n {
            0 => own,
            n if n % 20 == 0 => edited(&bodies[other], 5, n as u64),
            n if n % 10 == 0 => {
                let passage: String = bodies[other].chars().skip(300).take(400).collect();
                let half = own.char_indices().nth(own.chars().count() / 2).map_or(0, |(at, _)| at);
                format!("{}{passage}{}", &own[..half], &own[half..])
            }
            _ => own,
        });
    }
    bodies.into_iter().map(|body| format!("{notice}{body}").into_bytes()).collect()
}

fn text(bytes: &[u8]) -> Arc<String> {
    from_bytes(Source::Stdin, bytes.to_vec()).expect("UTF-8").text
}

fn examined(bytes: &[u8]) -> Arc<Subject> {
    let recipe = Recipe::default();
    Examined::new(&text(bytes), &Pipeline::new(&recipe).without_places(), RunLength::default())
        .expect("nobody stops it")
        .subject
}

fn windows(text: &str) -> Windows {
    Windows::new(text, RunLength::default(), &Watch::default()).expect("nobody stops it")
}

fn ranked_batch(all: &[Vec<u8>]) -> (Vec<Pair>, Vec<u32>) {
    let subjects: Vec<_> = all.par_iter().map(|bytes| Some(examined(bytes))).collect();
    let pairs = of_subjects(&subjects);
    let order = ordered(&pairs, Thresholds::default(), &NameOrder::default());
    (pairs, order)
}

/// The order of pairs at threshold 3, written as a comparison.
fn before(a: &Pair, b: &Pair) -> Ordering {
    let step = |pair: &Pair| ((pair.most_shared() * 20.0) as u32).min(19);
    (step(b).cmp(&step(a)))
        .then(b.near(3).cmp(&a.near(3)))
        .then(a.hamming().cmp(&b.hamming()))
        .then(a.documents().cmp(&b.documents()))
}

fn of_subjects(subjects: &[Option<Arc<Subject>>]) -> Vec<Pair> {
    compare_all(subjects, &Groups::all(subjects.len()), |_, _| false, &Watch::default()).expect("nobody stops it").pairs
}

fn every_two<T, R>(all: &[T], mut make: impl FnMut(usize, usize) -> R) {
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            black_box(make(a, b));
        }
    }
}

fn main() {
    let all = batch();
    // The dictionaries are read once, before anything is timed.
    let sample: Vec<_> = all[..SAMPLE].iter().map(|bytes| examined(bytes)).collect();
    head("A batch of texts of 5 KB (processor time of all cores)");

    let naive = || {
        let subjects: Vec<_> = all[..SAMPLE].iter().map(|bytes| examined(bytes)).collect();
        let mut pairs = Vec::new();
        every_two(&subjects, |a, b| pairs.push(compare([a, b], &subjects[a], &subjects[b], false)));
        pairs.sort_by(before);
        pairs
    };
    let ours = || ranked_batch(&all[..SAMPLE]);
    let (pairs, order) = ours();
    assert!(naive().into_iter().eq(order.iter().map(|&at| pairs[at as usize])), "the numbers are the same");
    let result = paired(Clock::Cpu, ROUNDS, naive, ours);
    let rate = |documents: usize, seconds: f64| format!("{:.0} documents a second", documents as f64 / seconds);
    row(
        "200 texts, read, fingerprinted, ranked with coverage; naive: pair by pair",
        &rate(SAMPLE, result.naive),
        &rate(SAMPLE, result.ours),
        result.ratio,
        "×",
        Target::None,
    );
    let wall = Clock::Wall.time(|| ranked_batch(&all)).0;

    // From the texts: whoever looks at a pair prepares both.
    let texts: Vec<_> = all[..SAMPLE].iter().map(|bytes| text(bytes)).collect();
    let from_texts = || every_two(&texts, |a, b| coverage(&windows(&texts[a]), &windows(&texts[b])));
    let result = paired(Clock::Cpu, 1, from_texts, || ranked_batch(&all));
    row(
        &format!(
            "2,000 texts, the same, {} on the wall; naive: coverage pair by pair of 200, from their texts",
            time(wall)
        ),
        &time(result.naive),
        &time(result.ours),
        result.ratio,
        "×",
        Target::AtLeast(1.0),
    );
    let prepared: Vec<_> = texts.iter().map(|text| windows(text)).collect();
    let result = paired(
        Clock::Cpu,
        ROUNDS,
        || every_two(&prepared, |a, b| coverage(&prepared[a], &prepared[b])),
        || ranked_batch(&all),
    );
    row(
        "the same; naive: coverage pair by pair of 200 whose windows are there already",
        &time(result.naive),
        &time(result.ours),
        result.ratio,
        "×",
        Target::None,
    );
    drop((prepared, texts, sample));
    subjects(&all);
}

fn subjects(all: &[Vec<u8>]) {
    let subjects: Vec<Option<Arc<Subject>>> = all.par_iter().map(|bytes| Some(examined(bytes))).collect();
    let prepared: Vec<Option<&Windows>> = subjects.iter().map(|s| s.as_deref().map(|s| &**s.windows())).collect();
    let watch = Watch::default();
    let mut dice = Dice::new(5);
    let some: Vec<[usize; 2]> =
        (0..20_000).map(|_| [(); 2].map(|()| dice.below(DOCUMENTS as u64) as usize)).filter(|[a, b]| a != b).collect();
    let found = shares(&prepared, &Groups::all(DOCUMENTS), &watch).expect("nobody stops it");
    let one_by_one = || -> Vec<f64> {
        let share = |&[a, b]: &[usize; 2]| coverage(prepared[a].expect("read"), prepared[b].expect("read"))[0].share;
        some.iter().map(share).collect()
    };
    let same = |(&[a, b], share): (&[usize; 2], f64)| {
        found.between(a, b).map_or(0.0, |found| found.share).to_bits() == share.to_bits()
    };
    assert!(some.iter().zip(one_by_one()).all(same), "the numbers are the same");
    let result = paired(Clock::Cpu, ROUNDS, one_by_one, || shares(&prepared, &Groups::all(DOCUMENTS), &watch));
    let scaled = Groups::all(DOCUMENTS).pairs() as f64 / some.len() as f64;
    row(
        "coverage of all pairs of 2,000, windows prepared; naive: each pair, reckoned from 20,000 of them",
        &time(result.naive * scaled),
        &time(result.ours),
        result.ratio * scaled,
        "×",
        Target::None,
    );
    // The time of each part, against the whole.
    let whole = Clock::Cpu.time(|| of_subjects(&subjects));
    let pairs = whole.1;
    let sorted = paired(
        Clock::Cpu,
        ROUNDS,
        || {
            let mut pairs = pairs.clone();
            pairs.sort_by(before);
            pairs
        },
        || ordered(&pairs, Thresholds::default(), &NameOrder::default()),
    );
    row(
        "ranking 2 million pairs; naive: a sort by comparing",
        &time(sorted.naive),
        &time(sorted.ours),
        sorted.ratio,
        "×",
        Target::None,
    );
    let only = |what: &str, seconds: f64| println!("| {what} | | {} | | |", time(seconds));
    only("2 million pairs of prepared documents, distances and coverage", whole.0);
    let forest = Clock::Cpu.time(|| Forest::new(DOCUMENTS, &pairs));
    only("clusters of every cutoff from 2 million pairs", forest.0);
    only(
        "the clusters at one cutoff, with spread and what is almost in them",
        Clock::Cpu.time(|| forest.1.clusters(&pairs, 10)).0,
    );
    only("passages common to 3 documents or more", Clock::Cpu.time(|| common(&prepared, 3, &watch)).0);
    only("all passages that documents share", Clock::Cpu.time(|| shared_passages(&prepared, 2, &watch)).0);
}
