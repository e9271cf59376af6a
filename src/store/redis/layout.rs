//! The keys of a library and their values, all under `simscope:NAME:`, so that no key of another program is touched.
//!
//! | key | what it holds |
//! |---|---|
//! | `head` | text: what the library is |
//! | `last` | the last number of a document |
//! | `folders` | a set: folders whose files may be opened |
//! | `1:08df` … | a table of row keys: flag and segment as in article 004; entries of fingerprint and document |
//! | `d:17` | a hash: the records of a hundred documents, by the remainder of their numbers |
//! | `p:2a7` | a hash: of the hash of a path, the number of its document; negative if that has no fingerprint |
//!
//! The entries of a table are packed in one string, or are the members of a set.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::{
    files::path_of,
    search::Plan,
    simhash::Fingerprint,
    store::{
        KnownDocument, NewDocument, StoreError, StoredDocument,
        document::bytes_of,
        row_key::{self, BEGINNING, from_bytes, to_bytes},
    },
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

/// A document without its number, as it is kept in the format of `postcard`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub path: Vec<u8>,
    said: [Option<String>; 2],
    title: Option<String>,
    date: Option<String>,
    bytes: u64,
    pub modified: Option<i64>,
    content: [u8; 8],
    chars: u64,
    /// Big-endian; empty if there is none.
    fingerprint: Vec<u8>,
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

/// The slot of a key in a cluster: CRC16 (XMODEM) of the key, of which 14 bits count. No key has braces, within which
/// alone it would be computed.
pub(super) fn slot(key: &str) -> u16 {
    let crc = key.bytes().fold(0u16, |crc, byte| {
        (0..8).fold(crc ^ u16::from(byte) << 8, |crc, _| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 })
    });
    crc % SLOTS
}

impl Record {
    pub(super) fn of(document: &NewDocument) -> Self {
        Self {
            path: bytes_of(&document.path),
            said: document.said.clone(),
            title: document.title.clone(),
            date: document.date.clone(),
            bytes: document.bytes,
            modified: document.modified,
            content: document.content.to_be_bytes(),
            chars: document.chars,
            fingerprint: document.fingerprint.map(to_bytes).unwrap_or_default(),
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        // A record has no maps of unknown length, so it can always be written.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, StoreError> {
        postcard::from_bytes(bytes).map_err(|_| StoreError::Damaged("document"))
    }

    /// `None` if there is none.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] where it has another width.
    pub(super) fn fingerprint(&self, width: u8) -> Result<Option<Fingerprint>, StoreError> {
        if self.fingerprint.is_empty() {
            return Ok(None);
        }
        from_bytes(&self.fingerprint, width).map(Some).ok_or(StoreError::Damaged("fingerprint"))
    }

    /// The document, if it is to be read as `said`.
    pub(super) fn known(&self, id: u32, path: &[u8], said: &[Option<String>; 2]) -> Option<KnownDocument> {
        let content = u64::from_be_bytes(self.content);
        let known = KnownDocument { id, bytes: self.bytes, modified: self.modified, content };
        (self.path == path && self.said == *said).then_some(known)
    }

    pub(super) fn document(self, id: u32, width: u8) -> Result<StoredDocument, StoreError> {
        let fingerprint = self.fingerprint(width)?;
        Ok(StoredDocument {
            id,
            path: path_of(self.path),
            title: self.title,
            date: self.date,
            bytes: self.bytes,
            content: u64::from_be_bytes(self.content),
            chars: self.chars,
            runs: 0,
            fingerprint,
            said: self.said,
        })
    }
}

/// The entry of a document in a table: fingerprint and number, big-endian.
pub(super) fn entry(fingerprint: Fingerprint, id: u32) -> Vec<u8> {
    [to_bytes(fingerprint), id.to_be_bytes().to_vec()].concat()
}

/// The entries of a packed string; `None` where it is none of fingerprints so wide.
pub(super) fn entries(packed: &[u8], width: u8) -> Option<Vec<(Fingerprint, u32)>> {
    let size = usize::from(width.div_ceil(8)).saturating_add(size_of::<u32>());
    let read = |entry: &[u8]| {
        let (fingerprint, id) = entry.split_last_chunk()?;
        Some((from_bytes(fingerprint, width)?, u32::from_be_bytes(*id)))
    };
    packed.chunks(size).map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

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

    #[test]
    fn a_document_comes_back_as_it_was() {
        let fingerprint = Fingerprint::new(0x08df_1ba8_d384_a85f, 64);
        let document = NewDocument {
            path: Path::new("/news/风.txt").to_owned(),
            said: [Some("html".into()), None],
            title: Some("风".into()),
            date: None,
            bytes: 1 << 40,
            modified: Some(-1),
            content: u64::MAX,
            chars: 7,
            fingerprint: Some(fingerprint),
            runs: vec![1, 2],
            text: None,
        };
        let read = Record::from_bytes(&Record::of(&document).to_bytes()).unwrap();
        let known = read.known(3, "/news/风.txt".as_bytes(), &document.said).unwrap();
        assert_eq!((known.bytes, known.modified, known.content), (1 << 40, Some(-1), u64::MAX));
        assert!(read.known(3, b"/news/x", &document.said).is_none());
        let back = read.document(3, 64).unwrap();
        assert_eq!((back.path, back.title, back.fingerprint), (document.path, document.title, Some(fingerprint)));
        assert!(matches!(Record::from_bytes(b"\xff\xff"), Err(StoreError::Damaged(_))));
    }

    #[test]
    fn entries_are_read_one_behind_the_other() {
        for width in [64, 12, 128] {
            let all = [(Fingerprint::new(0xac9, width), 1), (Fingerprint::new(0xfff, width), u32::MAX)];
            let packed: Vec<u8> = all.iter().flat_map(|&(fingerprint, id)| entry(fingerprint, id)).collect();
            assert_eq!(entries(&packed, width), Some(all.to_vec()));
            assert_eq!(entries(&packed[1..], width), None);
        }
    }
}
