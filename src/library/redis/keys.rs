//! The keys of a library, all under `simscope:NAME:`, so that no key of another program is touched.
//!
//! | key | what it holds |
//! |---|---|
//! | `head` | text: what the library is |
//! | `last` | the last number of a document |
//! | `folders` | a set: folders whose files may be opened |
//! | `1:08df` … | a table of row keys: flag and segment as in article 004. Entries of fingerprint and document, packed in one string, or the members of a set |
//! | `d:17` | a hash: the records of a hundred documents, by the remainder of their numbers |
//! | `p:2a7` | a hash: of the hash of a path, the number of its document; negative if that has no fingerprint |

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::{
    library::row_key::{self, BEGINNING},
    search::Plan,
    simhash::Fingerprint,
};

/// So many documents share a key: as listpacks, a hundred records take 21 bytes each beside their own.
pub(super) const TOGETHER: u32 = 100;
/// Bits of the hash of a path that are in the key: 16,384 keys.
const PATH_BITS: u32 = 14;
/// The keys of paths.
pub(super) const PATH_KEYS: u64 = 1 << PATH_BITS;
/// The slots of a cluster.
pub(super) const SLOTS: u16 = 16_384;

/// The names of keys.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    prefix: String,
    /// Nobody who does not know the library can find two paths with the same hash.
    seed: u64,
}

impl Keys {
    pub(super) fn new(name: &str) -> Self {
        Self { prefix: format!("simscope:{name}:"), seed: 0 }
    }

    /// Those of a library with that id.
    pub(super) fn of_id(self, id: &str) -> Self {
        Self { seed: xxh3_64_with_seed(id.as_bytes(), 0), ..self }
    }

    pub(super) fn head(&self) -> String {
        self.key("head")
    }

    pub(super) fn last(&self) -> String {
        self.key("last")
    }

    pub(super) fn folders(&self) -> String {
        self.key("folders")
    }

    /// The key of a document's record, and its field.
    pub(super) fn document(&self, id: u32) -> (String, u32) {
        (self.key(&format!("d:{}", id / TOGETHER)), id % TOGETHER)
    }

    /// The key of a path, and its field.
    pub(super) fn path(&self, path: &[u8]) -> (String, [u8; 8]) {
        let hash = xxh3_64_with_seed(path, self.seed);
        (self.paths(hash >> (u64::BITS - PATH_BITS)), hash.to_be_bytes())
    }

    /// The nth key of paths, of [`PATH_KEYS`].
    pub(super) fn paths(&self, nth: u64) -> String {
        self.key(&format!("p:{nth:x}"))
    }

    /// The key of a fingerprint in each table, with segment and flag.
    pub(super) fn tables(&self, plan: &Plan, fingerprint: Fingerprint) -> impl Iterator<Item = (String, u32, u8)> {
        let bits = plan.tables().iter().map(|table| usize::from(table.bits.min(32)));
        let beginnings = row_key::beginnings(plan, fingerprint);
        beginnings.zip(bits).map(|(beginning, bits): ([u8; BEGINNING], usize)| {
            let [a, b, c, d, flag] = beginning;
            let segment = u32::from_be_bytes([a, b, c, d]);
            (self.key(&format!("{flag}:{segment:0digits$x}", digits = bits.div_ceil(4))), segment, flag)
        })
    }

    fn key(&self, end: &str) -> String {
        format!("{}{end}", self.prefix)
    }
}

/// The slot of a key in a cluster: CRC16 (XMODEM) of the key, of which 14 bits count. No key has braces, within which alone
/// it would be computed.
pub(super) fn slot(key: &str) -> u16 {
    let crc = key.bytes().fold(0u16, |crc, byte| {
        (0..8).fold(crc ^ u16::from(byte) << 8, |crc, _| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 })
    });
    crc % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_those_of_redis() {
        // The check value of the specification: CRC16 of 123456789 is 31C3.
        assert_eq!(slot("123456789"), 0x31c3);
        assert_eq!(slot("foo"), 12_182);
    }

    #[test]
    fn keys_are_readable_and_of_their_library() {
        let keys = Keys::new("news").of_id("00");
        let fingerprint = Fingerprint::new(0x08df_1ba8_d384_a85f, 64);
        let plan = Plan::within(64, 3, 1).unwrap();
        let tables: Vec<String> = keys.tables(&plan, fingerprint).map(|(key, ..)| key).collect();
        assert_eq!(
            tables,
            ["simscope:news:1:08df", "simscope:news:2:1ba8", "simscope:news:3:d384", "simscope:news:4:a85f"]
        );
        assert_eq!(keys.document(1_734), ("simscope:news:d:17".into(), 34));
        let other = Keys::new("news").of_id("01");
        assert_ne!(keys.path(b"/a").1, other.path(b"/a").1, "two libraries hash paths differently");
    }
}
