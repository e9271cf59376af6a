//! The look-ups by which all engines are measured: of random fingerprints, and the median of their times.

use std::time::Instant;

use xxhash_rust::xxh3::xxh3_64;

use super::LibraryError;
use crate::simhash::Fingerprint;

/// Look-ups of which the time is the median.
pub(super) const LOOK_UPS: u32 = 201;

/// The median time of so many tries, in seconds.
pub(super) fn median<T>(
    tries: u32,
    mut look_up: impl FnMut(u32) -> Result<T, LibraryError>,
) -> Result<f64, LibraryError> {
    let mut times = Vec::new();
    for number in 0..tries {
        let begun = Instant::now();
        let found = look_up(number)?;
        times.push(begun.elapsed());
        drop(found);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2].as_secs_f64())
}

/// A number's fingerprint, as if of a text of its own.
pub(super) fn fingerprint(number: u32) -> Fingerprint {
    Fingerprint::new(xxh3_64(&number.to_le_bytes()).into(), 64)
}
