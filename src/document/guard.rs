//! Takes files apart in a process of its own, since they come from anyone.
//!
//! A stack that overflows, memory that runs out and a loop without end cannot be caught inside a process. So the
//! program starts itself again as a child that does nothing else: bytes come on its standard input, one frame goes out
//! on its standard output, and what it may use is bounded, from without by a time and a length, and on Unix from within
//! as its first act. Whatever becomes of it, the parent has a text or one reason, and no child outlives its parent's
//! wish.
//!
//! Who uses the library without the program has no child to start: then the work is done in this process, and only
//! panics are caught.
//!
//! The child gets its bytes on standard input, bounds itself before it reads any, and answers with one frame in which
//! every length, name and place is checked before it is believed. There are never more children than cores. How the
//! program is started again is decided once, first thing in `main`. Plain text needs no child.

mod child;
mod frame;
mod pool;
#[cfg(all(test, unix))]
mod tests;

use std::{
    ffi::OsString,
    io::{Read, Write},
    panic,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use super::{
    ExtractError,
    extract::extract,
    extracted::{Ask, Extracted},
};

pub(crate) use child::run as run_child;

/// The first argument of a child.
pub(crate) const CHILD: &str = "--extract-in-child";

/// The program to start as a child.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Decides, once and at the start, that files are taken apart by children of this program. The program must hand its
/// arguments to [`run_child`] when the first of them is [`CHILD`].
pub(crate) fn guard_by_children() {
    // By this name it is the program that runs, even where another one was installed in its place since.
    let itself = PathBuf::from("/proc/self/exe");
    let program = if itself.exists() { Some(itself) } else { std::env::current_exe().ok() };
    if let Some(program) = program {
        _ = PROGRAM.set(program);
    }
}

/// The text of `bytes`; `wanted` is asked now and then whether it still is.
pub(super) fn guarded(bytes: Vec<u8>, ask: Ask, wanted: &dyn Fn() -> bool) -> Result<Extracted, ExtractError> {
    match PROGRAM.get() {
        Some(program) => {
            let _turn = pool::turn(wanted).ok_or(ExtractError::Stopped)?;
            let command = Start { program: program.clone(), arguments: child::arguments(ask) };
            let answer = command.run(&bytes, Bounds::of(bytes.len()), wanted)?;
            frame::read(&answer)
        }
        None => panic::catch_unwind(|| extract(bytes, ask)).unwrap_or(Err(ExtractError::Crashed)),
    }
}

/// What a child may take.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// Time, as far as this process was running too.
    time: Duration,
    /// The length of its answer, in bytes.
    answer: u64,
}

impl Bounds {
    /// Twenty seconds, and one more for every 4 MB: ten times what real files took.
    fn of(bytes: usize) -> Self {
        Self { time: Duration::from_secs(20 + (bytes >> 22) as u64), answer: frame::LONGEST }
    }
}

/// How a child is started.
struct Start {
    program: PathBuf,
    arguments: Vec<OsString>,
}

/// A child that is ended and waited for, whatever happens.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// How often it is asked whether a child is still wanted.
const GLANCE: Duration = Duration::from_millis(20);

impl Start {
    /// Gives `input` to a child and returns what it says.
    fn run(&self, input: &[u8], bounds: Bounds, wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, ExtractError> {
        let child = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = Running(child.map_err(|_| ExtractError::NoChild)?);
        let (Some(mut to), Some(from)) = (child.0.stdin.take(), child.0.stdout.take()) else {
            return Err(ExtractError::NoChild);
        };
        thread::scope(|scope| {
            // Each ends when its pipe is closed, which the end of the child sees to.
            scope.spawn(move || _ = to.write_all(input));
            let (sender, answer) = channel();
            scope.spawn(move || {
                let mut said = Vec::new();
                let read = from.take(bounds.answer + 1).read_to_end(&mut said);
                _ = sender.send(read.map(|_| said));
            });
            // Counted in glances, so that a time in which all of this was suspended is not held against the child.
            let mut waited = Duration::ZERO;
            let said = loop {
                match answer.recv_timeout(GLANCE) {
                    Ok(said) => break said.map_err(|_| ExtractError::Crashed),
                    Err(RecvTimeoutError::Disconnected) => break Err(ExtractError::Crashed),
                    Err(RecvTimeoutError::Timeout) => waited += GLANCE,
                }
                if !wanted() {
                    break Err(ExtractError::Stopped);
                }
                if waited >= bounds.time {
                    break Err(ExtractError::TooSlow);
                }
            };
            // One that said all it had to say ends by itself; any other is made to.
            let said = said.and_then(|said| match said.len() as u64 > bounds.answer {
                true => Err(ExtractError::TooMuch),
                false if child.ended_well() => Ok(said),
                false => Err(ExtractError::Crashed),
            });
            drop(child);
            said
        })
    }
}

impl Running {
    /// Whether a child whose output is closed ends, and as it should.
    fn ended_well(&mut self) -> bool {
        // It has nothing left to do, so it is not waited for long.
        for _ in 0..500 {
            match self.0.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(_) => return false,
            }
        }
        false
    }
}
