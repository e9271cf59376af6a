//! Talks with a child where there is no `poll` for pipes (Windows; untested): a thread for each pipe. The job object
//! sees to it that nobody keeps the other ends open when the child is ended.

use std::{
    io::{self, Read, Write},
    os::windows::io::AsRawHandle,
    process::Child,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use super::{super::ExtractError, Bounds, Degree, GLANCE};

/// The job object of a child; closing it ends all processes in it.
pub(super) struct Group(Option<win32job::Job>);

impl Group {
    /// Puts the child into a job object. A child starts no process before it has read its input, so none can escape.
    pub(super) fn of(child: &Child) -> Self {
        let job = job().and_then(|job| job.assign_process(child.as_raw_handle() as isize).map(|()| job));
        Self(job.ok())
    }

    pub(super) fn kill(&mut self) {
        drop(self.0.take());
    }
}

/// Memory that stays in use beyond 1 GiB is moved to the disk: the crate knows no limit that is refused.
fn job() -> Result<win32job::Job, win32job::JobError> {
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close().limit_working_memory(1 << 20, 1 << 30);
    win32job::Job::create_with_limit_info(&limits)
}

pub(super) fn job_degree() -> Degree {
    if job().is_ok() { Degree::Full } else { Degree::None }
}

/// Windows passes on no handle unasked.
pub(super) fn keep_descriptors() {}

/// A Windows process needs it to find the system's libraries.
pub(super) fn environment() -> impl Iterator<Item = (&'static str, std::ffi::OsString)> {
    std::env::var_os("SystemRoot").map(|folder| ("SystemRoot", folder)).into_iter()
}

/// Whether the child has ended, and well.
pub(super) fn ended(child: &mut Child) -> io::Result<Option<bool>> {
    child.try_wait().map(|status| status.map(|status| status.success()))
}

/// Writes `input` to the child and reads its answer to the end.
pub(super) fn talk(
    child: &mut Child,
    group: &mut Group,
    input: &[u8],
    bounds: Bounds,
    wanted: &dyn Fn() -> bool,
) -> Result<Vec<u8>, ExtractError> {
    let (Some(mut to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(ExtractError::NoChild);
    };
    thread::scope(|scope| {
        let (sender, answer) = channel();
        // Each ends when its pipe is closed, which the end of the job sees to.
        let read = move || {
            let mut said = Vec::new();
            let read = from.take(bounds.answer + 1).read_to_end(&mut said);
            _ = sender.send(read.map(|_| said));
        };
        let write = move || _ = to.write_all(input);
        let mut waited = Duration::ZERO;
        let started = thread::Builder::new().spawn_scoped(scope, read).is_ok()
            && thread::Builder::new().spawn_scoped(scope, write).is_ok();
        let said = loop {
            if !started {
                break Err(ExtractError::NoChild);
            }
            // Counted in glances, so that a time in which all of this was suspended is not held against the child.
            match answer.recv_timeout(GLANCE) {
                Ok(Ok(said)) if said.len() as u64 > bounds.answer => break Err(ExtractError::TooMuch),
                Ok(Ok(said)) => break Ok(said),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => break Err(ExtractError::Crashed),
                Err(RecvTimeoutError::Timeout) => waited += GLANCE,
            }
            if !wanted() {
                break Err(ExtractError::Stopped);
            }
            if waited >= bounds.time {
                break Err(ExtractError::TooSlow);
            }
        };
        if said.is_err() {
            group.kill();
            _ = child.kill();
        }
        said
    })
}
