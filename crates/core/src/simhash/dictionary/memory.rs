//! A cache for the segmentation of short runs of single characters, because the same runs recur and the hidden Markov
//! model takes a hundred times as long. It is shared by all threads: an entry is a single number, so it is never torn.
//! Must not know segmentation.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::table::{Code, UNKNOWN};

/// The most characters of a run that is remembered.
const MOST: usize = 4;
/// 64 KB, which stay in the processor's caches.
const ENTRIES: u32 = 13;

/// An entry is a key and, in the upper bits, the characters after which a word ends. 0 is an empty entry.
static MEMORY: [AtomicU64; 1 << ENTRIES] = [const { AtomicU64::new(0) }; 1 << ENTRIES];

/// The codes of a run, 14 bits each, if it is short and jieba's dictionary has its characters.
pub(super) fn key(codes: &[Code]) -> Option<u64> {
    let known = codes.len() <= MOST && !codes.contains(&UNKNOWN);
    known.then(|| codes.iter().fold(0, |key, &code| key << 14 | u64::from(code)))
}

/// Behind which characters a word ends, the lowest bit for the first.
pub(super) fn recall(key: u64) -> Option<u64> {
    let entry = entry(key).load(Relaxed);
    (entry << 8 >> 8 == key).then_some(entry >> 56)
}

/// Remembers it in place of another.
pub(super) fn keep(key: u64, ends: u64) {
    entry(key).store(ends << 56 | key, Relaxed);
}

fn entry(key: u64) -> &'static AtomicU64 {
    // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
    &MEMORY[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - ENTRIES)) as usize]
}
