//! The computations of a workspace that run in the background: how far they are, and how the reader stops them. Knows not
//! what they compute.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use super::{Model, Slot};
use crate::{say::time_left, simhash::Watch};

/// How a computation is seen while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskProgress {
    /// Not at all; the reader cannot stop it.
    Hidden,
    /// In the footer, with the text of this key of the locale.
    Footer(&'static str),
    /// In the pane that waits for it.
    Pane,
}

/// A computation that runs.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// How far it is, and the way to stop it.
    pub watch: Arc<Watch>,
    /// How it is seen.
    pub progress: TaskProgress,
    /// It has run for long enough to be shown.
    pub shown: bool,
    /// When it began.
    pub begun: Instant,
    /// The time left, as far as it can be estimated.
    pub left: Option<Duration>,
    /// Called at its end; the argument says whether the computation was stopped.
    pub ended: fn(&mut Model, bool),
}

/// The computations that run, in the order in which they began.
#[derive(Debug, Default)]
pub(crate) struct Tasks(Vec<Task>);

impl Tasks {
    /// Adds one, in the place of the one with the watch `before`. If that was shown, the new one is shown at once.
    pub(crate) fn begin(&mut self, mut task: Task, before: &Arc<Watch>) {
        if let Some(replaced) = self.end(before) {
            task.shown = replaced.shown;
        }
        self.0.push(task);
    }

    /// Takes out the one with that watch; `None` where another took its place.
    pub(crate) fn end(&mut self, watch: &Arc<Watch>) -> Option<Task> {
        let at = self.0.iter().position(|task| Arc::ptr_eq(&task.watch, watch))?;
        Some(self.0.remove(at))
    }

    /// Whether the computation of a slot runs.
    pub(crate) fn computes<K: PartialEq, V>(&self, slot: &Slot<K, V>) -> bool {
        self.of(slot).is_some()
    }

    /// The computation of a slot.
    pub(crate) fn of<K: PartialEq, V>(&self, slot: &Slot<K, V>) -> Option<&Task> {
        self.0.iter().find(|task| Arc::ptr_eq(&task.watch, slot.watch()))
    }

    /// The one to tell of in the footer, and its text: the latest.
    pub(crate) fn in_footer(&self) -> impl Iterator<Item = (&Task, &'static str)> {
        self.0.iter().rev().filter_map(|task| match task.progress {
            TaskProgress::Footer(key) => Some((task, key)),
            _ => None,
        })
    }

    /// Whether progress of any is seen.
    pub(crate) fn seen(&self) -> bool {
        self.0.iter().any(|task| task.progress != TaskProgress::Hidden)
    }

    /// Has all be shown, as they are at that time: they have run for long enough.
    pub(crate) fn show(&mut self, now: Instant) {
        for task in &mut self.0 {
            task.shown = true;
            task.left = time_left(task.watch.share(), now.saturating_duration_since(task.begun));
        }
    }

    /// Stops all that the reader can stop; whether anything was still running. A task that was asked to stop before and
    /// still runs, such as waiting for standard input, does not count.
    pub(crate) fn stop(&self) -> bool {
        let running = self.0.iter().filter(|task| task.progress != TaskProgress::Hidden && !task.watch.stopped());
        running.map(|task| task.watch.stop()).count() > 0
    }
}
