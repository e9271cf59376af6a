//! Starts a child and talks with it on Unix: both pipes in one thread, without blocking, so that the limit holds
//! although somebody keeps the other end of a pipe open.

#[cfg(target_os = "linux")]
use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt, path::PathBuf};
use std::{
    io::{self, Read, Write},
    process::{Child, ChildStdin, ChildStdout},
    sync::Once,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::ioctl_fionbio,
    process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid},
};

use super::{super::ExtractError, Bounds, GLANCE};

/// Has children inherit nothing but the three that are made for them, whatever this program was given open.
pub(super) fn keep_descriptors() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| close_fds::set_fds_cloexec(3, &[]));
}

/// The file of this program by the name under which the system started it, which is known without `/proc`.
#[cfg(target_os = "linux")]
pub(super) fn started_as() -> Option<PathBuf> {
    let name = OsStr::from_bytes(rustix::param::linux_execfn().to_bytes());
    fs::canonicalize(name).ok()
}

/// A child needs no variable.
pub(super) fn environment() -> [(&'static str, String); 0] {
    []
}

/// The process group that a child makes of itself.
pub(super) struct Group(Option<Pid>);

impl Group {
    pub(super) fn of(child: &Child) -> Self {
        Self(Pid::from_raw(child.id() as i32))
    }

    /// Kills the child and all that it started; where it made no group of itself, there is none.
    pub(super) fn kill(&mut self) {
        if let Some(group) = self.0 {
            _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Whether the child has ended, and well. It keeps its number until it is waited for.
pub(super) fn ended(child: &mut Child) -> io::Result<Option<bool>> {
    let id = Pid::from_raw(child.id() as i32).ok_or(io::ErrorKind::NotFound)?;
    let status = waitid(WaitId::Pid(id), WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)?;
    Ok(status.map(|status| status.exit_status() == Some(0)))
}

/// How much is read at once, in bytes.
const CHUNK: usize = 1 << 16;

/// Writes `input` to the child and reads its answer to the end.
pub(super) fn talk(
    child: &mut Child,
    _: &mut Group,
    input: &[u8],
    bounds: Bounds,
    wanted: &dyn Fn() -> bool,
) -> Result<Vec<u8>, ExtractError> {
    let (mut to, from) = (child.stdin.take(), child.stdout.take());
    let mut from = from.ok_or(ExtractError::NoChild)?;
    let unblocked = to.iter().try_for_each(|to| ioctl_fionbio(to, true)).and_then(|()| ioctl_fionbio(&from, true));
    unblocked.map_err(|_| ExtractError::NoChild)?;
    let mut unsent = input;
    let mut said = Vec::new();
    let mut chunk = vec![0; CHUNK];
    let mut waited = Duration::ZERO;
    loop {
        let since = Instant::now();
        wait(to.as_ref(), &from);
        if let Some(pipe) = &mut to {
            match pipe.write(unsent) {
                Ok(sent) => unsent = &unsent[sent..],
                Err(error) if is_for_later(&error) => {}
                // It need not read all.
                Err(_) => unsent = &[],
            }
            if unsent.is_empty() {
                to = None;
            }
        }
        match from.read(&mut chunk) {
            Ok(0) => return Ok(said),
            Ok(read) => said.extend_from_slice(&chunk[..read]),
            Err(error) if is_for_later(&error) => {}
            Err(_) => return Err(ExtractError::Crashed),
        }
        // A time in which all of this was suspended is not held against the child.
        waited += since.elapsed().min(2 * GLANCE);
        if said.len() as u64 > bounds.answer {
            return Err(ExtractError::TooMuch);
        }
        if !wanted() {
            return Err(ExtractError::Stopped);
        }
        if waited >= bounds.time {
            return Err(ExtractError::TooSlow);
        }
    }
}

/// Waits, for a glance at most, until something can be read or written.
fn wait(to: Option<&ChildStdin>, from: &ChildStdout) {
    let mut pipes = vec![PollFd::new(from, PollFlags::IN)];
    pipes.extend(to.map(|to| PollFd::new(to, PollFlags::OUT)));
    // A signal may end it early; then there is one look more.
    _ = poll(&mut pipes, Timespec::try_from(GLANCE).ok().as_ref());
}

fn is_for_later(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
