//! No more children at once than there are cores, and than the memory budget has space for.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use crate::document::memory;

static CHILDREN: Mutex<u64> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// The right to have one child; given back when dropped.
pub(super) struct Turn(());

impl Drop for Turn {
    fn drop(&mut self) {
        *children() -= 1;
        ENDED.notify_one();
    }
}

fn children() -> MutexGuard<'static, u64> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a turn; the budget never keeps the first child waiting. `None` where it is not wanted any more.
pub(super) fn turn(wanted: &dyn Fn() -> bool) -> Option<Turn> {
    let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    let mut running = children();
    while *running >= cores || *running > 0 && !memory::has_space_for(*running + 1) {
        if !wanted() {
            return None;
        }
        // Memory is also given back by documents, without a word to this queue.
        let waited = ENDED.wait_timeout(running, Duration::from_millis(50));
        running = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
    *running += 1;
    Some(Turn(()))
}
