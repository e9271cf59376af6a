//! No more children at once than cores.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

static TAKEN: Mutex<usize> = Mutex::new(0);
static GIVEN_BACK: Condvar = Condvar::new();

/// The right to have one child; given back when dropped.
pub(super) struct Turn(());

impl Drop for Turn {
    fn drop(&mut self) {
        *taken() -= 1;
        GIVEN_BACK.notify_one();
    }
}

fn taken() -> MutexGuard<'static, usize> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a turn. `None` where it is not wanted any more.
pub(super) fn turn(wanted: &dyn Fn() -> bool) -> Option<Turn> {
    let most = thread::available_parallelism().map_or(1, usize::from);
    let mut now = taken();
    while *now >= most {
        if !wanted() {
            return None;
        }
        let waited = GIVEN_BACK.wait_timeout(now, Duration::from_millis(50));
        now = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
    *now += 1;
    Some(Turn(()))
}
