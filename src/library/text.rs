//! Texts that a library keeps, compressed by zlib: for texts of 5 KB it takes no more than zstd, and the program has it.

use std::io::{Read, Write};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use rusqlite::OptionalExtension;

use super::{Library, LibraryError};

/// The longest text that is read, in bytes: no document is longer.
const LONGEST: u64 = 1 << 29;

/// A compressed text, with its checksum.
#[derive(Clone, Debug)]
pub(crate) struct KeptText(Vec<u8>);

impl KeptText {
    pub(crate) fn new(text: &str) -> Self {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        // Writing to memory cannot fail.
        _ = encoder.write_all(text.as_bytes());
        Self(encoder.finish().unwrap_or_default())
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The text of compressed bytes; `None` where they are damaged.
pub(super) fn read(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    ZlibDecoder::new(bytes).take(LONGEST).read_to_string(&mut text).ok()?;
    Some(text)
}

impl Library {
    /// The text of a document, where it is kept.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn text(&self, id: u32) -> Result<Option<String>, LibraryError> {
        let mut statement = self.connection.prepare_cached("SELECT zlib FROM text WHERE document = ?1")?;
        let bytes: Option<Vec<u8>> = statement.query_row([id], |row| row.get(0)).optional()?;
        bytes.map(|bytes| read(&bytes).ok_or(LibraryError::Damaged("text"))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_whole_or_not_at_all() {
        let text = "海上的风向，每天清晨都记录。\n".repeat(40);
        let kept = KeptText::new(&text);
        assert_eq!(read(kept.bytes()), Some(text));
        let mut damaged = kept.bytes().to_vec();
        damaged[12] ^= 4;
        assert_eq!(read(&damaged), None);
        assert_eq!(read(&kept.bytes()[..20]), None);
    }
}
