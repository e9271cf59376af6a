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

    /// Steps a second, in digits.
    pub(crate) fn speed(self) -> &'static str {
        SPEEDS[self.speed].1
    }

    /// Twice as fast, or half as fast, within the limits.
    pub(crate) fn change(&mut self, faster: bool) {
        self.speed = if faster { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
    }
}
