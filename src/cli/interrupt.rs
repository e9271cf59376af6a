//! Ctrl-C or SIGTERM while a command works: the work is stopped at its next convenient place and keeps what it has; a second
//! signal ends the program.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag, low_level,
};

use crate::simhash::Watch;

/// Between two looks at whether it was pressed.
const PACE: Duration = Duration::from_millis(20);

/// Does the work; Ctrl-C and SIGTERM stop the watch.
pub(super) fn stopping<T>(watch: &Watch, work: impl FnOnce() -> T) -> T {
    let pressed = Arc::new(AtomicBool::new(false));
    // If the system refuses, a signal ends the program at once.
    let handlers = [SIGINT, SIGTERM].map(|signal| {
        [flag::register_conditional_default(signal, pressed.clone()), flag::register(signal, pressed.clone())]
    });
    let done = thread::scope(|scope| {
        let (sender, ended) = mpsc::channel::<()>();
        let look = move || {
            while ended.recv_timeout(PACE) == Err(RecvTimeoutError::Timeout) {
                if pressed.load(Ordering::Relaxed) {
                    watch.stop();
                }
            }
        };
        _ = thread::Builder::new().spawn_scoped(scope, look);
        let done = work();
        drop(sender);
        done
    });
    handlers.into_iter().flatten().flatten().for_each(|handler| {
        low_level::unregister(handler);
    });
    done
}
