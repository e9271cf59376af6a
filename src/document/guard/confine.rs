//! Confines a process to its work. The child does it as its first act, before it reads a byte of a file: limits of its
//! own, and what the system has to keep a process from everything else. A command without screens gives up all
//! [`Rights`] but those that it needs.
//!
//! For the child the order counts. Landlock takes a descriptor, so it comes before the limit that allows no new one.
//! The list of system calls comes last, since it allows none of the others. If the kernel refuses Landlock, the list or
//! a session, reading goes on with the others; [`Measures`] say what is in force.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Keeps a child from doing more than parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Limits on memory, processor time, files written, open files and processes.
    Limits,
    /// A session and process group of its own, without a terminal, killed as a whole.
    Session,
    /// No other process of the same user may trace it or read its memory, and it leaves no dump.
    NotDumpable,
    /// Linux: no files, no TCP, no abstract sockets, no signals to others.
    Landlock,
    /// Linux: no system calls but those that parsing needs.
    Seccomp,
    /// Windows: a job object, which ends its processes with the program and bounds their working set.
    JobObject,
}

/// How far a measure is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Degree {
    /// In force, all of it.
    Full,
    /// As far as an older kernel goes.
    Partial,
    /// The system refused it.
    None,
}

/// Every measure that this system has, in the order in which they are taken.
pub type Measures = Vec<(Measure, Degree)>;

impl Measure {
    /// A stable name for files and translations.
    pub fn key(self) -> &'static str {
        match self {
            Self::Limits => "limits",
            Self::Session => "session",
            Self::NotDumpable => "not-dumpable",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::JobObject => "job-object",
        }
    }
}

impl Degree {
    /// A stable name for files and translations.
    pub fn key(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partial => "partial",
            Self::None => "none",
        }
    }

    #[cfg(unix)]
    fn of<T, E>(done: &Result<T, E>) -> Self {
        if done.is_ok() { Self::Full } else { Self::None }
    }
}

/// Confines this process, for good. `None` where not even its limits can be set.
#[cfg(unix)]
pub fn confine() -> Option<Measures> {
    let mut measures = Measures::new();
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL)).ok()?;
    measures.push((Measure::Session, own_session()));
    #[cfg(target_os = "linux")]
    {
        measures.push((Measure::NotDumpable, not_dumpable()));
        measures.push((Measure::Landlock, landlock()));
    }
    measures.push((Measure::Limits, limits()?));
    #[cfg(target_os = "linux")]
    measures.push((Measure::Seccomp, seccomp()));
    Some(measures)
}

/// Takes no measure: on Windows the parent puts the child into a job object.
#[cfg(not(unix))]
pub fn confine() -> Option<Measures> {
    Some(Measures::new())
}

/// Leaves the session of the program: the child has no terminal, and whatever it starts can be killed with it.
#[cfg(unix)]
pub fn own_session() -> Degree {
    Degree::of(&rustix::process::setsid())
}

#[cfg(target_os = "linux")]
fn not_dumpable() -> Degree {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    Degree::of(&set_dumpable_behavior(DumpableBehavior::NotDumpable))
}

/// With no right at all.
#[cfg(target_os = "linux")]
fn landlock() -> Degree {
    keep(&[], false)
}

/// The rights that a process keeps.
#[derive(Debug, Default)]
pub struct Rights {
    /// Files, and folders with all that is in them, that it may read.
    pub read: Vec<PathBuf>,
    /// Files and folders that it may change too; a folder for files that are not there yet.
    pub write: Vec<PathBuf>,
    /// It may connect to servers.
    pub connect: bool,
}

impl Rights {
    /// Gives up all others, for this thread and those that it starts, and for children. What belongs to the system may
    /// be read: programs and libraries, settings, and what the system says of itself.
    #[cfg(target_os = "linux")]
    pub fn keep_only(&self) -> Degree {
        use landlock::{ABI, Access, AccessFs};
        let read = AccessFs::ReadFile | AccessFs::ReadDir;
        let system = ["/etc", "/usr", "/lib", "/lib64", "/nix/store", "/gnu/store", "/proc", "/sys", "/dev/urandom"];
        let named: Vec<PathBuf> = system.iter().map(PathBuf::from).chain(self.read.iter().cloned()).collect();
        let devices = ["/dev/null", "/dev/tty"].map(PathBuf::from);
        let write = [&devices[..], &self.write].concat();
        let rules = [
            (named, read),
            (own_code(), read | AccessFs::Execute),
            (write, AccessFs::from_all(ABI::V6) ^ AccessFs::Execute),
        ];
        keep(&rules, self.connect)
    }

    /// Not available on this system.
    #[cfg(not(target_os = "linux"))]
    pub fn keep_only(&self) -> Degree {
        Degree::None
    }
}

/// The files that this process runs: its children run the same.
#[cfg(target_os = "linux")]
fn own_code() -> Vec<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let mut files: Vec<PathBuf> = maps.lines().filter_map(|line| Some(line[line.find('/')?..].into())).collect();
    files.dedup();
    files
}

/// Keeps these rights to files, and that to connect.
///
/// Of the sixth version (Linux 6.12): the last one that adds any to files, network and scopes and was tried here.
#[cfg(target_os = "linux")]
fn keep(rules: &[(Vec<PathBuf>, landlock::BitFlags<landlock::AccessFs>)], connect: bool) -> Degree {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
        path_beneath_rules,
    };
    let restricted = || -> Result<_, RulesetError> {
        let mut rights = Ruleset::default().handle_access(AccessFs::from_all(ABI::V6))?;
        if !connect {
            rights = rights.handle_access(AccessNet::from_all(ABI::V6))?;
        }
        let rights = rights.scope(Scope::from_all(ABI::V6))?.create()?;
        // Without a rule, nothing that is handled is allowed. What is not there needs no rule.
        let add = |rights, (paths, access): &(Vec<PathBuf>, _)| {
            landlock::RulesetCreated::add_rules(rights, path_beneath_rules(paths, *access))
        };
        rules.iter().try_fold(rights, add)?.restrict_self()
    };
    match restricted().map(|status| status.ruleset) {
        Ok(RulesetStatus::FullyEnforced) => Degree::Full,
        Ok(RulesetStatus::PartiallyEnforced) => Degree::Partial,
        Ok(RulesetStatus::NotEnforced) | Err(_) => Degree::None,
    }
}

/// 1 GiB of memory, two minutes of work, no further process, no further open file, nothing written to one, no dump. The
/// parent's clock is the stricter one; this is for the case that nobody looks at it.
#[cfg(unix)]
fn limits() -> Option<Degree> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let bounds = [
        // On a system without such a limit (macOS), it is not refused but has no effect.
        (Resource::As, 1 << 30),
        (Resource::Cpu, 120),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nproc, 0),
        (Resource::Nofile, 0),
    ];
    for (resource, most) in bounds {
        // Only ever less than before.
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        let set = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
        if set.is_err() && cfg!(target_os = "linux") {
            return None;
        }
    }
    Some(Degree::Full)
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn seccomp() -> Degree {
    Degree::of(&super::syscalls::allow_only_these())
}

#[cfg(all(target_os = "linux", not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn seccomp() -> Degree {
    Degree::None
}
