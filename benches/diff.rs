//! The differences of long texts.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::time::{Duration, Instant};

use paired::{Clock, Target, head, median, paired, row, time};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use simscope::{
    compare::diff::{Diff, diff},
    simhash::{Segment, segments},
};
use texts::{chinese, edited, english};

/// How long the search may take. The program gives it 2 s.
const BUDGET: Duration = Duration::from_millis(500);
const ROUNDS: usize = 7;

fn words<'a>(text: &'a str, segments: &[Segment]) -> Vec<&'a str> {
    segments.iter().map(|s| s.span.of(text)).collect()
}

/// The plainest twin: Myers over all words of both texts.
fn naive(texts: [&str; 2]) -> Vec<DiffOp> {
    let cut = texts.map(segments);
    capture_diff_slices(Algorithm::Myers, &words(texts[0], &cut[0]), &words(texts[1], &cut[1]))
}

fn ours([a, b]: [&str; 2]) -> Diff {
    diff(a, b, Some(Instant::now() + BUDGET))
}

fn main() {
    head("Differences");
    for (name, a) in [("Chinese", chinese(1_000_000, 3)), ("English", english(1_000_000, 4))] {
        let b = edited(&a, 50, 5);
        let texts = [&*a, &*b];
        let found = ours(texts);
        assert!(found.complete && found.rebuild(&a, &b) == b, "the law of the diff");
        let result = paired(Clock::Cpu, ROUNDS, || naive(texts), || ours(texts));
        let what = format!("{name}, 1 MB with 50 edits ({} hunks); naive: Myers over words", found.hunks.len());
        row(&what, &time(result.naive), &time(result.ours), 1e3 * result.ours, " ms", Target::AtMost(10.0));
    }
    for (name, a, b) in [
        ("Chinese", chinese(5_000_000, 6), chinese(5_000_000, 7)),
        ("English", english(5_000_000, 8), english(5_000_000, 9)),
    ] {
        let taken = median((0..5).map(|_| Clock::Wall.time(|| ours([&a, &b])).0));
        let what = format!("{name}, two unrelated 5 MB texts, cutting included (wall time); naive: the budget");
        let share = 100.0 * taken / BUDGET.as_secs_f64();
        row(&what, &time(BUDGET.as_secs_f64()), &time(taken), share, " %", Target::AtMost(140.0));
    }
}
