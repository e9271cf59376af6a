//! Texts that a library keeps, compressed by zlib: for texts of 5 KB it takes no more than zstd, and the program has it.

use std::io::{self, Read, Write};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use rusqlite::OptionalExtension;

use super::{LibraryError, Sqlite};

/// The longest text there is, in bytes: no document is longer.
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

/// Why a kept text is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextError {
    Damaged,
    TooLong,
}

/// The text of compressed bytes, if it has no more than `most` bytes: a few may be made to expand to any number.
///
/// # Errors
/// [`TextError`].
pub(super) fn read(bytes: &[u8], most: u64) -> Result<String, TextError> {
    let mut text = Vec::new();
    ZlibDecoder::new(bytes).take(most + 1).read_to_end(&mut text).map_err(|_| TextError::Damaged)?;
    if text.len() as u64 > most {
        return Err(TextError::TooLong);
    }
    String::from_utf8(text).map_err(|_| TextError::Damaged)
}

/// Whether compressed bytes can be expanded to a text that is no longer than any document's.
pub(super) fn is_sound(bytes: &[u8]) -> bool {
    io::copy(&mut ZlibDecoder::new(bytes).take(LONGEST + 1), &mut io::sink()).is_ok_and(|bytes| bytes <= LONGEST)
}

impl Sqlite {
    /// The text of a document, where it is kept; at most so many bytes.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn text(&self, id: u32, most: u64) -> Result<Option<Result<String, TextError>>, LibraryError> {
        let mut statement = self.connection.prepare_cached("SELECT zlib FROM text WHERE document = ?1")?;
        let bytes: Option<Vec<u8>> = statement.query_row([id], |row| row.get(0)).optional()?;
        Ok(bytes.map(|bytes| read(&bytes, most)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_whole_or_not_at_all() {
        let text = "海上的风向，每天清晨都记录。\n".repeat(40);
        let kept = KeptText::new(&text);
        let bytes = text.len() as u64;
        assert_eq!(read(kept.bytes(), bytes).as_deref(), Ok(text.as_str()));
        assert_eq!(read(kept.bytes(), bytes - 1), Err(TextError::TooLong));
        let mut damaged = kept.bytes().to_vec();
        damaged[12] ^= 4;
        assert_eq!(read(&damaged, bytes), Err(TextError::Damaged));
        assert_eq!(read(&kept.bytes()[..20], bytes), Err(TextError::Damaged));
    }
}
