//! Parses files in a process of its own, since they come from anyone.
//!
//! A stack that overflows, memory that runs out and a loop without end cannot be caught inside a process. So the
//! program starts itself again as a child that does nothing else: bytes come on its standard input, one frame goes out
//! on its standard output. Its parent bounds its time and the length of its answer; the child confines itself, as its
//! first act, to its memory and those two pipes: no file, network, terminal or other process, as far as the system can.
//! Whatever becomes of it, the parent has a text or one reason, and no child outlives its parent's wish.
//!
//! Who uses the library without the program has no child to start: then the work is done in this process, and only
//! panics are caught.
//!
//! The child gets its bytes on standard input, confines itself before it reads any, and answers with one frame in which
//! every length, name and place is checked before it is believed. There are never more children than cores. How the
//! program is started again is decided once, first thing in `main`. Plain text needs no child.

mod confine;
mod frame;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod syscalls;
#[cfg(all(test, unix))]
mod tests;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::{
    ffi::{OsStr, OsString},
    io::{self, BufWriter, Read},
    panic,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError},
    thread,
    time::Duration,
};

use super::{
    Encoding, ExtractError, Format, LIMIT,
    extract::{Ask, Extracted, extract},
    format::Content,
    memory,
};
#[cfg(unix)]
pub use confine::own_session;
pub use confine::{Degree, Measure, Measures, Rights, confine};
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// The first argument of a child.
pub(crate) const CHILD: &str = "--extract-in-child";

/// The argument by which a child says what is in force, in place of parsing.
const MEASURES: &str = "measures";

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
            let command = Start { program: program.clone(), arguments: arguments(ask) };
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
    let start = Start { program, arguments: vec![CHILD.into(), MEASURES.into()] };
    let said = start.run(&[], Bounds::of(0), &|| true).ok()?;
    let measures = serde_json::from_slice::<Measures>(&said).ok()?;
    #[cfg(windows)]
    let measures = [vec![(Measure::JobObject, windows::job_degree())], measures].concat();
    Some(measures)
}

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

/// The arguments that make this program a child that answers `ask`.
fn arguments(ask: Ask) -> Vec<OsString> {
    let content = match ask.content {
        Content::Is(format) => format.key(),
        Content::Archive => "archive",
        Content::Compound { encrypted: true } => "compound-encrypted",
        Content::Compound { encrypted: false } => "compound",
    };
    let mut arguments = vec![CHILD.into(), content.into()];
    arguments.extend(ask.encoding.map(|encoding| encoding.name().into()));
    arguments
}

fn understood(arguments: &[OsString]) -> Option<Ask> {
    let (content, encoding) = match arguments {
        [content] => (content, None),
        [content, encoding] => (content, Some(Encoding::of(encoding.to_str()?)?)),
        _ => return None,
    };
    let content = match content.to_str()? {
        "archive" => Content::Archive,
        "compound" => Content::Compound { encrypted: false },
        "compound-encrypted" => Content::Compound { encrypted: true },
        key => Content::Is(Format::of(key)?),
    };
    Some(Ask { content, encoding })
}

/// Does the work of a child if these arguments, without the program's name, make it one. Whether it went well: that
/// the file could not be read is an answer too.
pub(crate) fn run_child(arguments: &[OsString]) -> Option<bool> {
    if arguments.first().map(OsString::as_os_str) != Some(OsStr::new(CHILD)) {
        return None;
    }
    Some(answer(&arguments[1..]).is_some())
}

fn answer(arguments: &[OsString]) -> Option<()> {
    let measures = confine()?;
    // Nobody is to hear of it: the parent reports it.
    panic::set_hook(Box::new(|_| {}));
    if matches!(arguments, [what] if what == MEASURES) {
        return serde_json::to_writer(io::stdout().lock(), &measures).ok();
    }
    let ask = understood(arguments)?;
    let mut bytes = Vec::new();
    io::stdin().lock().take(LIMIT + 1).read_to_end(&mut bytes).ok()?;
    let result = if bytes.len() as u64 > LIMIT {
        Err(ExtractError::TooMuch)
    } else {
        panic::catch_unwind(|| extract(bytes, ask)).unwrap_or(Err(ExtractError::Crashed))
    };
    frame::write(BufWriter::new(io::stdout().lock()), &result).ok()
}
