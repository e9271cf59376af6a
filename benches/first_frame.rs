//! How soon the first frame is drawn: the real binary in a pseudo-terminal, against one that would load jieba-rs before
//! it draws.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;

use std::{
    env,
    error::Error,
    io::Read,
    process::Command,
    time::{Duration, Instant},
};

use jieba_rs::Jieba;
use paired::{Clock, Target, head, median, row, time};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const ROUNDS: usize = 15;

/// From the start of the process until its header has come through the pseudo-terminal.
fn first_frame() -> Result<Duration, Box<dyn Error>> {
    let pty = native_pty_system().openpty(PtySize { rows: 36, cols: 120, pixel_width: 0, pixel_height: 0 })?;
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_simscope"));
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "en_US.UTF-8");
    let mut reader = pty.master.try_clone_reader()?;
    let start = Instant::now();
    let mut child = pty.slave.spawn_command(command)?;
    drop(pty.slave);
    let mut seen = Vec::new();
    let mut buffer = [0; 16384];
    // The bottom line is drawn last: what it offers means that all of the frame is there.
    while !seen.windows(4).any(|w| w == b"quit") {
        match reader.read(&mut buffer)? {
            0 => return Err("it ended without a frame".into()),
            n => seen.extend_from_slice(&buffer[..n]),
        }
    }
    let taken = start.elapsed();
    child.kill()?;
    child.wait()?;
    Ok(taken)
}

/// The time of a blocking load, in a process of its own, as a program at its start would do it. (It also keeps this
/// process small: a large one takes longer to start another.)
fn blocking_load() -> Result<f64, Box<dyn Error>> {
    let output = Command::new(env::current_exe()?).env(LOAD, "1").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// Has this program only load jieba-rs and print how many seconds that took.
const LOAD: &str = "SIMSCOPE_BENCH_LOAD";

fn main() -> Result<(), Box<dyn Error>> {
    if env::var_os(LOAD).is_some() {
        println!("{}", Clock::Wall.time(Jieba::new).0);
        return Ok(());
    }
    head("The first frame, 120 × 36");
    let mut times: Vec<(f64, f64)> = Vec::new();
    for _ in 0..ROUNDS {
        times.push((blocking_load()?, first_frame()?.as_secs_f64()));
    }
    let frame = median(times.iter().map(|t| t.1));
    let blocking = median(times.iter().map(|t| t.0 + t.1));
    let ratio = median(times.iter().map(|t| (t.0 + t.1) / t.1));
    let what = "the built-in samples; naive: the same after a blocking load";
    row(what, &time(blocking), &time(frame), ratio, "×", Target::AtLeast(30.0));
    Ok(())
}
