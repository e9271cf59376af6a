//! Parses files in a process of its own, since they come from anyone.
//!
//! A stack that overflows, memory that runs out and a loop without end cannot be caught inside a process. So the
//! program starts itself again as a child that does nothing else: bytes come on its standard input, one frame goes out
//! on its standard output. Its parent bounds its time and the length of its answer; the child confines itself, as its first
//! act, to its memory and those two pipes: no file, network, terminal or other process, as far as the system can. Whatever
//! becomes of it, the parent has a text or one reason, and no child outlives its parent's wish.
//!
//! Who uses the library without the program has no child to start: then the work is done in this process, and only
//! panics are caught.
//!
//! The child gets its bytes on standard input, confines itself before it reads any, and answers with one frame in which
//! every length, name and place is checked before it is believed. There are never more children than cores. How the
//! program is started again is decided once, first thing in `main`. Plain text needs no child.

mod child;
mod confine;
mod frame;
mod process;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod syscalls;
#[cfg(all(test, unix))]
mod tests;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub(crate) use child::run as run_child;
pub use confine::{Degree, Measure, Measures, confine};
pub use process::Start;

use std::{
    panic,
    path::PathBuf,
    sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError},
    thread,
    time::Duration,
};

use super::{
    ExtractError,
    extract::extract,
    extracted::{Ask, Extracted},
    memory,
};
#[cfg(unix)]
pub use confine::own_session;

/// The first argument of a child.
pub(crate) const CHILD: &str = "--extract-in-child";

/// The program to start as a child.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The most that a child may take.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Time, as far as this process was running too.
    pub time: Duration,
    /// The length of its answer, in bytes.
    pub answer: u64,
}

impl Bounds {
    /// Twenty seconds, and one more for every 4 MB: ten times what real files took.
    fn of(bytes: usize) -> Self {
        Self { time: Duration::from_secs(20 + (bytes >> 22) as u64), answer: frame::LONGEST }
    }
}

/// How often it is asked whether a child is still wanted.
const GLANCE: Duration = Duration::from_millis(20);

/// Decides, once and at the start, that files are parsed by children of this program. The program must hand its
/// arguments to [`run_child`] when the first of them is [`CHILD`].
pub(crate) fn guard_by_children() {
    // By this name it is the program that runs, even where another one was installed in its place since.
    let itself = PathBuf::from("/proc/self/exe");
    let program = if itself.exists() { Some(itself) } else { std::env::current_exe().ok() };
    #[cfg(target_os = "linux")]
    let program = program.or_else(unix::started_as);
    // Without a name no child can be started, so documents that need one are refused.
    _ = PROGRAM.set(program.unwrap_or_default());
}

/// The text of `bytes`; `wanted` is asked now and then whether it still is.
pub(super) fn guarded(bytes: Vec<u8>, ask: Ask, wanted: &dyn Fn() -> bool) -> Result<Extracted, ExtractError> {
    match PROGRAM.get() {
        Some(program) => {
            let _turn = turn(wanted).ok_or(ExtractError::Stopped)?;
            let command = Start { program: program.clone(), arguments: child::arguments(ask) };
            let answer = command.run(&bytes, Bounds::of(bytes.len()), wanted)?;
            frame::read(&answer)
        }
        None => panic::catch_unwind(|| extract(bytes, ask)).unwrap_or(Err(ExtractError::Crashed)),
    }
}

/// The confinement of this program's children, as a child reports that tried it. `None` where none can be started, or
/// there are none.
pub(crate) fn measures() -> Option<Measures> {
    let program = PROGRAM.get()?.clone();
    let start = Start { program, arguments: vec![CHILD.into(), child::MEASURES.into()] };
    let said = start.run(&[], Bounds::of(0), &|| true).ok()?;
    let measures = serde_json::from_slice::<Measures>(&said).ok()?;
    #[cfg(windows)]
    let measures = [vec![(Measure::JobObject, windows::job_degree())], measures].concat();
    Some(measures)
}

/// How many children there are: no more at once than cores, and than the memory budget has space for.
static CHILDREN: Mutex<u64> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// The right to have one child; given back when dropped.
struct Turn(());

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
fn turn(wanted: &dyn Fn() -> bool) -> Option<Turn> {
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
