//! Paths as bytes, as they are stored.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

pub(super) use crate::files::path_of;

/// The bytes of a path, as the system has them; elsewhere than on Unix as UTF-8.
pub(super) fn bytes_of(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

/// The hash by which a path is found.
pub(super) fn path_hash(path: &[u8]) -> i64 {
    xxh3_64(path) as i64
}
