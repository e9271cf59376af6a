//! The progress of a running computation, and a way to stop it.

use std::{
    error::Error,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// The progress of a computation, shared with the thread that waits for it.
///
/// Long computations take one as the last argument; pass a new one if the computation need not be stopped. Only
/// [`Pipeline`](super::Pipeline) works without one.
#[derive(Debug, Default)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    waits: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

/// The computation was stopped, and has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Error for Stopped {}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped")
    }
}

impl Watch {
    /// Asks the computation to stop at its next convenient place.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns true if a stop was requested.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A watch for a part of the work, which stops with this one; what it counts does not show in this one.
    #[must_use]
    pub fn part(&self) -> Self {
        Self { stop: self.stop.clone(), ..Self::default() }
    }

    /// Adds to the work done, in bytes of text, pairs, or whatever the computation counts in.
    pub fn advance(&self, by: u64) {
        self.done.fetch_add(by, Ordering::Relaxed);
    }

    /// Adds the work of part number `at` of `of` equal parts.
    pub(crate) fn advance_part(&self, work: u64, at: usize, of: usize) {
        let up_to = |parts: usize| (u128::from(work) * parts as u128 / of.max(1) as u128) as u64;
        self.advance(up_to(at + 1) - up_to(at));
    }

    /// The work done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Adds to the work expected, in the same unit.
    pub fn expect(&self, more: u64) {
        self.total.fetch_add(more, Ordering::Relaxed);
    }

    /// The share of the expected work that is done, 0 to 1; 0 as long as no work is expected.
    pub fn share(&self) -> f64 {
        let total = self.total.load(Ordering::Relaxed);
        if total == 0 { 0.0 } else { (self.done() as f64 / total as f64).min(1.0) }
    }

    /// Says whether the computation waits for something outside, as for a server.
    pub fn set_waiting(&self, waits: bool) {
        self.waits.store(waits, Ordering::Relaxed);
    }

    /// Returns true while it waits.
    pub fn waiting(&self) -> bool {
        self.waits.load(Ordering::Relaxed)
    }

    /// Runs a function that can fail only by being stopped, with a watch that never stops it.
    pub fn without<T>(run: impl FnOnce(&Self) -> Result<T, Stopped>) -> T {
        run(&Self::default()).unwrap_or_else(|Stopped| unreachable!("nobody has the watch"))
    }

    /// Returns an error if a stop was requested.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn check(&self) -> Result<(), Stopped> {
        if self.stopped() { Err(Stopped) } else { Ok(()) }
    }
}
