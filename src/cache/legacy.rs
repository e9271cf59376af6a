//! The cache files of version 0.1.0, which this one cannot use: removed, so that they do not take up to 1 GiB for nothing.

use std::{fs, io::Read, path::Path};

use crate::files::open;

/// The first bytes of a file of 0.1.0.
const MAGIC: [u8; 8] = *b"simscpk1";

/// Removes them from the folder they were in, and the folder if nothing else is there.
pub(super) fn remove(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| is_old(path)).for_each(|path| _ = fs::remove_file(path));
    // Fails where anything else is in it.
    _ = fs::remove_dir(folder);
}

/// Whether a file is surely one: called `<32 digits>.pack`, or `.<process>.new` before it was renamed, with the right
/// first bytes.
fn is_old(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let digits = |text: &str| text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let called = name.split_once('.').is_some_and(|(key, ending)| {
        let process = ending.strip_suffix(".new").and_then(|process| process.parse::<u32>().ok());
        digits(key) && (ending == "pack" || process.is_some())
    });
    let mut first = [0; MAGIC.len()];
    called
        && fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file())
        && open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok()
        && first == MAGIC
}
