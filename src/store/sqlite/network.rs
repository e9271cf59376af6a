//! Whether a file is on a network file system, on which the locks and the shared memory of `SQLite` do not work.

use std::path::Path;

/// The name of the network file system that holds a file, or will hold it; `None` for all others, and where the system
/// does not say.
#[cfg(target_os = "linux")]
pub(super) fn network_of(path: &Path) -> Option<&'static str> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stat = rustix::fs::statfs(path).or_else(|_| rustix::fs::statfs(folder)).ok()?;
    // The type is of another width on other machines.
    name(u64::from(stat.f_type as u32))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn network_of(_: &Path) -> Option<&'static str> {
    None
}

/// By the numbers of `linux/magic.h`, and of systems that are not in it.
#[cfg(target_os = "linux")]
fn name(kind: u64) -> Option<&'static str> {
    Some(match kind {
        0x6969 => "NFS",
        0x517b | 0xff53_4d42 | 0xfe53_4d42 => "SMB",
        0x0102_1997 => "9P",
        0x5346_414f | 0x6b41_4653 => "AFS",
        0x00c3_6400 => "Ceph",
        0x7375_7245 => "Coda",
        0x564c => "NCP",
        0x0bd0_0bd0 => "Lustre",
        0x4750_4653 => "GPFS",
        0x0116_1970 => "GFS2",
        0x7461_636f => "OCFS2",
        _ => return None,
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn network_file_systems_are_known_by_their_numbers() {
        assert_eq!((name(0x6969), name(0xfe53_4d42), name(0xef53)), (Some("NFS"), Some("SMB"), None));
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(network_of(&folder.path().join("a.db")), None);
    }
}
