//! How much memory there is to take: that of the machine, of the control groups that the process is in, and of its own
//! limit. Linux tells of all three; elsewhere the machine is taken to have [`UNKNOWN`].

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The largest default budget, in bytes.
const MOST: u64 = 8 << 30;
/// A small machine of today, where the system does not say, in bytes.
const UNKNOWN: u64 = 8 << 30;

/// Half of what there is, at most 8 GB.
pub(crate) fn default_budget() -> u64 {
    let there = [total(Path::new("/proc/meminfo")), of_groups(Path::new("/")), of_process()];
    (there.into_iter().flatten().min().unwrap_or(UNKNOWN) / 2).min(MOST)
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
        assert!((1..=MOST).contains(&default_budget()));
    }
}
