//! Paired timing: the naive twin and ours take turns in one run, so that whatever else the machine does meets both.
//!
//! Knows nothing of what is measured. Prints rows of a Markdown table; fails nothing, since a shared machine may be
//! slow at any moment.

use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The time that the processors spent on this process, all its threads together: for work.
    Cpu,
    /// The time that they spent on this thread alone: for what goes on beside work in the background.
    Thread,
    /// The clock on the wall: for waiting, and for what several cores share.
    Wall,
}

impl Clock {
    fn now(self) -> Duration {
        match self {
            Self::Cpu => cpu_time(false),
            Self::Thread => cpu_time(true),
            Self::Wall => {
                static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
                START.get_or_init(Instant::now).elapsed()
            }
        }
    }

    /// Seconds that `work` takes, and what it gives.
    pub fn time<T>(self, work: impl FnOnce() -> T) -> (f64, T) {
        let start = self.now();
        let result = std::hint::black_box(work());
        (self.now().saturating_sub(start).as_secs_f64(), result)
    }
}

#[cfg(unix)]
fn cpu_time(thread: bool) -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(if thread { ClockId::ThreadCPUTime } else { ClockId::ProcessCPUTime });
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Without a clock for the processor's time, the one on the wall.
#[cfg(not(unix))]
fn cpu_time(_thread: bool) -> Duration {
    Clock::Wall.now()
}

/// The medians of two things that took turns, in seconds, and the median of their ratios round by round.
#[derive(Clone, Copy, Debug)]
pub struct Paired {
    /// Seconds of the naive twin.
    pub naive: f64,
    /// Seconds of the measured code.
    pub ours: f64,
    /// naive / ours.
    pub ratio: f64,
}

/// Has both take turns, `rounds` times after one round to warm up.
pub fn paired<A, B>(clock: Clock, rounds: usize, mut naive: impl FnMut() -> A, mut ours: impl FnMut() -> B) -> Paired {
    clock.time(&mut naive);
    clock.time(&mut ours);
    let times: Vec<(f64, f64)> = (0..rounds).map(|_| (clock.time(&mut naive).0, clock.time(&mut ours).0)).collect();
    Paired {
        naive: median(times.iter().map(|t| t.0)),
        ours: median(times.iter().map(|t| t.1)),
        ratio: median(times.iter().map(|t| t.0 / t.1)),
    }
}

pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The target for a number.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
    /// Printed and not checked.
    None,
}

/// Prints the head of the table.
pub fn head(title: &str) {
    println!("\n### {title}\n");
    println!("| what | naive twin | ours | ratio | target |");
    println!("|---|---:|---:|---:|---|");
}

/// Prints a row: the two things in words, the number that has a target, and its unit (`×`, ` %`, ` ms`).
pub fn row(what: &str, naive: &str, ours: &str, number: f64, unit: &str, target: Target) {
    println!("| {what} | {naive} | {ours} | {} |", judged(number, unit, target));
}

/// Two cells: a number with its unit, and its target with whether it is met.
pub fn judged(number: f64, unit: &str, target: Target) -> String {
    let shown = if number.abs() >= 100.0 { format!("{number:.0}{unit}") } else { format!("{number:.2}{unit}") };
    let (met, target) = match target {
        Target::AtLeast(least) => (Some(number >= least), format!("≥ {least}{unit}")),
        Target::AtMost(most) => (Some(number <= most), format!("≤ {most}{unit}")),
        Target::None => (None, String::new()),
    };
    let verdict = match met {
        Some(true) => " met",
        Some(false) => " **missed**",
        None => "",
    };
    format!("{shown} | {target}{verdict}")
}

/// Seconds in a unit that fits.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s if s >= 1e-6 => format!("{:.2} µs", s * 1e6),
        s => format!("{:.2} ns", s * 1e9),
    }
}

/// How fast so many bytes in so many seconds are.
pub fn rate(bytes: usize, seconds: f64) -> String {
    format!("{:.1} MB/s", bytes as f64 / 1e6 / seconds)
}
