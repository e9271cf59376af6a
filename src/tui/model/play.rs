//! Steps that follow each other by themselves.

use std::time::Duration;

/// Whether steps follow by themselves, and how fast. Knows no clock: the loop asks how long to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    /// Steps follow by themselves.
    pub on: bool,
    /// Nothing may move by itself: then playing is one step.
    pub still: bool,
    speed: usize,
}

/// A walk with more steps than this is a real text, and played as a time-lapse.
const LONG: usize = 200;
/// So many steps of a stage are played slowly.
const SLOWLY: usize = 3;
/// The time between two pictures of a time-lapse, and how many there are: ten seconds.
const LAPSE: (Duration, usize) = (Duration::from_millis(125), 80);

/// Steps a second, each with its name.
const SPEEDS: [(f64, &str); 5] = [(0.5, "0.5"), (1.0, "1"), (2.0, "2"), (4.0, "4"), (8.0, "8")];

impl Play {
    /// Paused, at one step a second.
    pub(crate) fn new(motion: bool) -> Self {
        Self { on: false, still: !motion, speed: 1 }
    }

    /// Paused, at the same speed.
    #[must_use]
    pub(crate) fn stopped(self) -> Self {
        Self { on: false, ..self }
    }

    /// The time from one step to the next.
    pub(crate) fn interval(self) -> Duration {
        Duration::from_secs_f64(1.0 / SPEEDS[self.speed].0)
    }

    /// How many steps are taken at once, `item` steps after the beginning of a stage, in a walk of `all` steps. A real text
    /// takes the first steps of each stage one by one, the others within ten seconds.
    pub(crate) fn stride(item: usize, all: usize) -> usize {
        if all <= LONG || item < SLOWLY { 1 } else { all.div_ceil(LAPSE.1) }
    }

    /// The time until the next `stride` steps.
    pub(crate) fn pause(self, stride: usize) -> Duration {
        if stride > 1 { self.interval().min(LAPSE.0) } else { self.interval() }
    }

    /// Steps a second, in digits.
    pub(crate) fn speed(self) -> &'static str {
        SPEEDS[self.speed].1
    }

    /// Twice as fast, or half as fast, within the limits.
    pub(crate) fn change(&mut self, faster: bool) {
        self.speed = if faster { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
    }
}
