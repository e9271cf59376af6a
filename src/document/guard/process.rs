//! Starts a child, talks with it within bounds, and ends it with all that it started.

use std::{
    ffi::OsString,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

#[cfg(unix)]
use super::unix as system;
#[cfg(windows)]
use super::windows as system;
use super::{super::ExtractError, Bounds};

/// How a child is started.
pub struct Start {
    /// Its file; it inherits neither variables nor descriptors.
    pub program: PathBuf,
    /// Without its name.
    pub arguments: Vec<OsString>,
}

/// A child that is ended and waited for, whatever happens.
struct Running {
    child: Child,
    group: system::Group,
}

impl Drop for Running {
    fn drop(&mut self) {
        // First the group: until the child is waited for, its number names no other one.
        self.group.kill();
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Start {
    /// Gives `input` to a child and returns its answer. The child has no environment and no open file but its pipes.
    ///
    /// # Errors
    /// An error if it does not start, does not end well or takes more than its bounds, or is not `wanted` any more.
    pub fn run(&self, input: &[u8], bounds: Bounds, wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, ExtractError> {
        system::keep_descriptors();
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env_clear().envs(system::environment());
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let child = child.map_err(|_| ExtractError::NoChild)?;
        let mut running = Running { group: system::Group::of(&child), child };
        let said = system::talk(&mut running.child, &mut running.group, input, bounds, wanted)?;
        // One that said all it had to say ends by itself; any other is made to.
        if running.ended_well() { Ok(said) } else { Err(ExtractError::Crashed) }
    }
}

impl Running {
    /// Whether a child whose output is closed ends, and as it should.
    fn ended_well(&mut self) -> bool {
        // It has nothing left to do, so it is not waited for long.
        for _ in 0..500 {
            match system::ended(&mut self.child) {
                Ok(Some(well)) => return well,
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(_) => return false,
            }
        }
        false
    }
}
