//! The memory that a run may take: one budget for all texts, the work on them, and the children that read files.
//!
//! It is asked before memory is taken. Three parts:
//!
//! - a *reserve*, for what has no known size yet: texts that were read ahead, and one child;
//! - [`of_texts`], all else: what documents and the work on them take, promised to one document after the other in the
//!   order of their names, whether the text is read by then or not (see `batch::intake`);
//! - children beside the first take what is not promised yet, so they may wait, but nothing is ever refused for them.
//!
//! Nothing is bounded before [`set_budget`] was called: who uses the library without the program has no budget.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use super::LIMIT;

/// In bytes.
static BUDGET: AtomicU64 = AtomicU64::new(u64::MAX);
/// The memory promised to documents and the work on them, in bytes.
static PROMISED: AtomicU64 = AtomicU64::new(0);

/// The most that a child takes, in bytes (see `guard`).
const CHILD: u64 = 1 << 30;

/// Sets the budget, in bytes.
pub(crate) fn set_budget(bytes: u64) {
    BUDGET.store(bytes, Ordering::Relaxed);
}

/// The budget, in bytes.
pub(crate) fn budget() -> u64 {
    BUDGET.load(Ordering::Relaxed)
}

/// The part of the budget for what has no known size yet, in bytes.
pub(crate) fn reserve() -> u64 {
    (budget() / 4).min(CHILD + LIMIT)
}

/// The part of the budget for documents and the work on them, in bytes.
pub(crate) fn of_texts() -> u64 {
    budget() - reserve()
}

/// Notes what is promised to documents now, in bytes.
pub(crate) fn promise(bytes: u64) {
    PROMISED.store(bytes, Ordering::Relaxed);
}

/// Whether there is memory for so many children beside what is promised to documents.
pub(super) fn has_space_for(children: u64) -> bool {
    fits(children, budget(), PROMISED.load(Ordering::Relaxed))
}

fn fits(children: u64, budget: u64, promised: u64) -> bool {
    (CHILD + LIMIT).saturating_mul(children) <= budget.saturating_sub(promised)
}

/// The largest default budget, in bytes.
const MAX_DEFAULT: u64 = 8 << 30;
/// A small machine of today, where the system does not say, in bytes.
const UNKNOWN: u64 = 8 << 30;

/// Half of what there is, at most 8 GB: the memory of the machine, of the control groups that the process is in, and of
/// its own limit. Linux tells of all three; elsewhere the machine is taken to have [`UNKNOWN`].
pub(crate) fn default_budget() -> u64 {
    let there = [total(Path::new("/proc/meminfo")), of_groups(Path::new("/")), of_process()];
    (there.into_iter().flatten().min().unwrap_or(UNKNOWN) / 2).min(MAX_DEFAULT)
}

/// The memory of the machine, from the file in which Linux tells it.
fn total(meminfo: &Path) -> Option<u64> {
    let text = fs::read_to_string(meminfo).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1 << 10)
}

/// The least limit of the control groups of this process and those above them: of version 2 (`memory.max`) and of
/// version 1 (`memory.limit_in_bytes`), both of which may be there.
fn of_groups(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let limits = groups.lines().filter_map(|line| {
        let [_, controllers, path] = line.splitn(3, ':').collect::<Vec<_>>().try_into().ok()?;
        let (mounted, file) = match controllers {
            "" => ("sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|one| one == "memory") => ("sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => return None,
        };
        let top = root.join(mounted);
        let own = top.join(path.trim_start_matches('/'));
        let above: Vec<PathBuf> = own.ancestors().take_while(|group| group.starts_with(&top)).map(Into::into).collect();
        // In a container the path may be that outside of it, and the group is mounted at the top.
        above.iter().filter_map(|group| fs::read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok()).min()
    });
    limits.min()
}

/// The limit of this process on its addresses or its data.
#[cfg(unix)]
fn of_process() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    [Resource::As, Resource::Data].into_iter().filter_map(|resource| getrlimit(resource).current).min()
}

#[cfg(not(unix))]
fn of_process() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_take_what_is_not_promised() {
        let gigabyte = 1 << 30;
        assert!(fits(6, 8 * gigabyte, 0) && !fits(7, 8 * gigabyte, 0));
        assert!(fits(2, 8 * gigabyte, 5 * gigabyte) && !fits(3, 8 * gigabyte, 5 * gigabyte));
        assert!(!fits(1, gigabyte, 0), "the first is not asked");
        assert!(!fits(1, gigabyte, 2 * gigabyte));
    }

    #[test]
    fn the_memory_of_a_machine() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("meminfo");
        fs::write(&file, "MemTotal:       24063692 kB\nMemFree:        1 kB\n").unwrap();
        assert_eq!(total(&file), Some(24_063_692 << 10));
        fs::write(&file, "MemFree: 1 kB\n").unwrap();
        assert_eq!((total(&file), total(Path::new("/no/such/file"))), (None, None));
    }

    #[test]
    fn the_least_limit_of_all_groups_above_holds() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let limit = || of_groups(folder.path());
        assert_eq!(limit(), None);
        write("proc/self/cgroup", "0::/user/session\n");
        assert_eq!(limit(), None);
        write("sys/fs/cgroup/user/session/memory.max", "max\n");
        assert_eq!(limit(), None);
        write("sys/fs/cgroup/user/memory.max", "3000\n");
        assert_eq!(limit(), Some(3000));
        write("sys/fs/cgroup/user/session/memory.max", "2000\n");
        assert_eq!(limit(), Some(2000));
        write("sys/fs/cgroup/memory.max", "1000\n");
        assert_eq!(limit(), Some(1000), "as in a container");
        write("proc/self/cgroup", "7:cpu,memory:/job\n2:cpuset:/\n");
        write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "500\n");
        assert_eq!(limit(), Some(500));
    }

    #[test]
    fn the_default_is_some_and_not_too_much() {
        assert!((1..=MAX_DEFAULT).contains(&default_budget()));
    }
}
