//! A document as a server keeps it, in the format of `postcard`; and its entry in a table.

use serde::{Deserialize, Serialize};

use crate::{
    library::{
        KnownDocument, LibraryDocument, LibraryError, NewDocument,
        path_bytes::{bytes_of, path_of},
        row_key::{from_bytes, to_bytes},
    },
    simhash::Fingerprint,
};

/// All but the number.
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

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, LibraryError> {
        postcard::from_bytes(bytes).map_err(|_| LibraryError::Damaged("document"))
    }

    /// `None` if there is none.
    ///
    /// # Errors
    /// [`LibraryError::Damaged`] where it has another width.
    pub(super) fn fingerprint(&self, width: u8) -> Result<Option<Fingerprint>, LibraryError> {
        if self.fingerprint.is_empty() {
            return Ok(None);
        }
        from_bytes(&self.fingerprint, width).map(Some).ok_or(LibraryError::Damaged("fingerprint"))
    }

    /// The document, if it is to be read as `said`.
    pub(super) fn known(&self, id: u32, path: &[u8], said: &[Option<String>; 2]) -> Option<KnownDocument> {
        let content = u64::from_be_bytes(self.content);
        let known = KnownDocument { id, bytes: self.bytes, modified: self.modified, content };
        (self.path == path && self.said == *said).then_some(known)
    }

    pub(super) fn document(self, id: u32, width: u8) -> Result<LibraryDocument, LibraryError> {
        let fingerprint = self.fingerprint(width)?;
        Ok(LibraryDocument {
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
    let size = usize::from(width.div_ceil(8)) + size_of::<u32>();
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
        assert!(matches!(Record::from_bytes(b"\xff\xff"), Err(LibraryError::Damaged(_))));
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
