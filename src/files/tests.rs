//! Files that are written whole, folders, and files that are appended to, in all cases of failure.

mod simulated;

pub(crate) use simulated::every_case;

use std::path::Path;

use super::{Access, Disk, Placing, append_durably, append_to, create_folders, read_from, write, write_all};

const PATH: &str = "/home/folder/report.html";

fn bytes(disk: &Disk, path: &str) -> Option<Vec<u8>> {
    let mut file = disk.open(Path::new(path), Access::Read).ok()?;
    Some(read_from(&mut *file, 0).expect("no call fails here"))
}

fn folder(disk: &Disk) {
    create_folders(disk, Path::new("/home/folder"), false).expect("no call fails here");
}

/// Larger than the buffer, so that it takes more than one call.
fn text(version: u8) -> Vec<u8> {
    vec![b'0' + version; 20_000]
}

#[test]
fn a_file_that_is_replaced_is_the_old_or_the_new_one() {
    let over = Placing { over: true, ..Placing::NEW };
    let begin = |disk: &Disk| {
        folder(disk);
        write_all(disk, Path::new(PATH), Placing::NEW, &text(0)).expect("written");
    };
    let work = |disk: &Disk, said: &mut dyn FnMut(u8)| {
        for version in 1..=3 {
            if write(disk, Path::new(PATH), over, |out| out.write_all(&text(version))).is_ok() {
                said(version);
            }
        }
    };
    let cases = every_case(begin, work, |disk, said, case| {
        let least = said.last().copied().unwrap_or_default();
        let found = bytes(disk, PATH).unwrap_or_default();
        assert!((least..=3).any(|version| found == text(version)), "{case}: neither {least} nor a later one");
        write_all(disk, Path::new(PATH), over, &text(4)).expect("the next one is written");
        assert_eq!(bytes(disk, PATH), Some(text(4)), "{case}");
    });
    assert!(cases > 600, "{cases}");
}

#[test]
fn a_new_file_is_whole_or_not_there_and_replaces_none() {
    // The second one may be written if the first was not.
    fn said_nothing(disk: &Disk) -> bool {
        bytes(disk, PATH) == Some(text(2))
    }
    let work = |disk: &Disk, said: &mut dyn FnMut(())| {
        if write_all(disk, Path::new(PATH), Placing::NEW, &text(1)).is_ok() {
            said(());
        }
        assert!(write_all(disk, Path::new(PATH), Placing::NEW, &text(2)).is_err() || said_nothing(disk));
    };
    every_case(folder, work, |disk, said, case| {
        let found = bytes(disk, PATH);
        let whole = found == Some(text(1)) || said.is_empty() && (found.is_none() || found == Some(text(2)));
        assert!(whole, "{case}: {:?}", found.map(|bytes| bytes.len()));
    });
}

/// Folders that were created one after the other, by programs of which each may be killed.
#[test]
fn lines_in_new_folders_are_there_if_they_were_said_to_be() {
    let path = Path::new("/home/a/b/c/lines");
    let append = |disk: &Disk, line: &[u8]| {
        create_folders(disk, Path::new("/home/a/b/c"), true)?;
        let mut file = append_to(disk, path, true)?;
        disk.sync_folder(Path::new("/home/a/b/c"))?;
        append_durably(&mut *file, line)
    };
    let work = |disk: &Disk, said: &mut dyn FnMut(u8)| {
        for n in 0..4 {
            if append(disk, &[b'a' + n; 100]).is_ok() {
                said(n);
            }
        }
    };
    let cases = every_case(
        |_| {},
        work,
        |disk, said, case| {
            let found = bytes(disk, "/home/a/b/c/lines").unwrap_or_default();
            for n in said {
                let whole = found.chunks(100).any(|line| line == [b'a' + n; 100]);
                assert!(whole, "{case}: {n} is lost: {:?}", String::from_utf8_lossy(&found));
            }
        },
    );
    assert!(cases > 600, "{cases}");
}
