//! The cost of a program that runs by itself: time on the wall, time of the processors, and the most memory it held.
//!
//! On Unix alone: elsewhere nobody keeps the peak for us without `unsafe`.

use std::{error::Error, ffi::OsStr, process::Command, time::Duration};

#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// From start to end, on the wall.
    pub wall: Duration,
    /// The sum over all cores.
    pub cpu: Duration,
    /// The most memory that was resident at once, in bytes.
    pub peak: u64,
}

/// Has this program start another one and tell what that took, instead of measuring anything itself.
const SCALES: &str = "SIMSCOPE_BENCH_SCALES";

/// Runs a program to its end.
///
/// It is started by a second, small process of this benchmark: the system counts as a child's peak what its parent held
/// at the fork, too, and this process holds the texts.
///
/// # Errors
/// If it could not be started, or ended with an error (2, as `diff` and `grep` have it).
pub fn run<A: AsRef<OsStr>>(program: &str, arguments: &[A]) -> Result<Used, Box<dyn Error>> {
    let output = command(std::env::current_exe()?).env(SCALES, program).args(arguments).output()?;
    let numbers: Vec<u64> = String::from_utf8(output.stdout)?.split_whitespace().flat_map(str::parse).collect();
    let &[wall, cpu, peak] = &*numbers else {
        return Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr)).into());
    };
    Ok(Used { wall: Duration::from_micros(wall), cpu: Duration::from_micros(cpu), peak })
}

/// A program that has its settings and its data in the build folder, away from those of the person at this machine.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for folder in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
        command.env(folder, concat!(env!("CARGO_TARGET_TMPDIR"), "/simscope"));
    }
    command
}

/// Whether this process was started by [`run`]; then all that it has to do is done. To be asked first in `main`.
///
/// # Errors
/// As [`run`].
pub fn was_scales() -> Result<bool, Box<dyn Error>> {
    std::env::var_os(SCALES).map_or(Ok(false), |program| weigh(&program).map(|()| true))
}

#[cfg(unix)]
fn weigh(program: &OsStr) -> Result<(), Box<dyn Error>> {
    use nix::sys::{
        resource::{UsageWho, getrusage},
        time::TimeValLike,
    };
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env_remove(SCALES).stdout(std::process::Stdio::null());
    let start = std::time::Instant::now();
    let status = command.status()?;
    let wall = start.elapsed().as_micros();
    if status.code().is_none_or(|code| code > 1) {
        return Err(format!("it ended with {status}").into());
    }
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cpu = used.user_time().num_microseconds() + used.system_time().num_microseconds();
    // The one number that systems tell in different units.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    println!("{wall} {cpu} {}", used.max_rss() * unit);
    Ok(())
}

#[cfg(not(unix))]
fn weigh(_: &OsStr) -> Result<(), Box<dyn Error>> {
    Err("the memory of a program is measured on Unix only".into())
}
