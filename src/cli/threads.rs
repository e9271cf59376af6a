//! The threads that computations share, started before any work: where the system grants fewer than there are cores, or
//! none, there are fewer, and no panic in the middle of something.

use std::{
    env, io,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use rayon::{ThreadBuilder, ThreadPoolBuilder};

/// Starts a thread for each core, or as many as `RAYON_NUM_THREADS` says. If none can be started, this thread does
/// the work.
pub(super) fn start() {
    let said = env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok()).filter(|&number| number > 0);
    let wanted = said.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    // Rayon can be asked only once, and panics later where it was refused. So the threads are there first, and wait for
    // what rayon has them do.
    let (hand, take) = mpsc::channel::<ThreadBuilder>();
    let take = Arc::new(Mutex::new(take));
    let worker = || {
        let take = Arc::clone(&take);
        thread::Builder::new().spawn(move || {
            let work = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
            // An error says that rayon has its threads already.
            _ = work.map(ThreadBuilder::run);
        })
    };
    let started = (0..wanted).take_while(|_| worker().is_ok()).count();
    let pool = ThreadPoolBuilder::new();
    // That there is a pool already is as good.
    _ = if started == 0 {
        pool.num_threads(1).use_current_thread().build_global()
    } else {
        let hand = move |work| hand.send(work).map_err(|_| io::ErrorKind::BrokenPipe.into());
        pool.num_threads(started).spawn_handler(hand).build_global()
    };
}
