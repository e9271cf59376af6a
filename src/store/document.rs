//! Documents of a store, and the changes to them.

use std::{
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use xxhash_rust::xxh3::xxh3_64;

use crate::{room, simhash::Fingerprint};

/// The longest text there is, in bytes: no document is longer.
const LONGEST: u64 = 1 << 29;

/// A document of a store, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredDocument {
    /// Its number; a library never gives it to another.
    pub id: u32,
    /// Its file when it was added.
    pub path: PathBuf,
    /// The title that its format gives.
    pub title: Option<String>,
    /// The date that its format gives, as it is written there.
    pub date: Option<String>,
    /// Size in bytes.
    pub bytes: u64,
    /// The hash of the bytes of its file.
    pub content: u64,
    /// Characters of its text, white space not counted.
    pub chars: u64,
    /// Hashes of runs that it is known by.
    pub runs: u64,
    /// `None` where its text has no features.
    pub fingerprint: Option<Fingerprint>,
    /// The format and the encoding in which it is to be read, where somebody said so.
    pub said: [Option<String>; 2],
}

/// A document as it was when it was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownDocument {
    pub id: u32,
    /// Size in bytes.
    pub bytes: u64,
    /// When the file was last changed, in nanoseconds since 1970; `None` where that says nothing.
    pub modified: Option<i64>,
    /// The hash of the bytes of its file.
    pub content: u64,
}

/// A document to be added.
#[derive(Clone, Debug)]
pub(crate) struct NewDocument {
    /// Its file, absolute; what was added under the same path before is replaced.
    pub path: PathBuf,
    /// The format and the encoding in which it is to be read, where somebody said so.
    pub said: [Option<String>; 2],
    /// The title that its format gives.
    pub title: Option<String>,
    /// The date that its format gives.
    pub date: Option<String>,
    /// Size in bytes.
    pub bytes: u64,
    /// When the file was last changed, in nanoseconds since 1970; `None` where that was too shortly ago.
    pub modified: Option<i64>,
    /// The hash of the bytes of its file.
    pub content: u64,
    /// Characters of its text, white space not counted.
    pub chars: u64,
    /// `None` where its text has no features.
    pub fingerprint: Option<Fingerprint>,
    /// The hashes of its runs, in rising order.
    pub runs: Vec<u64>,
    /// Its text, if it is to be kept.
    pub text: Option<KeptText>,
}

/// A name of a document is not longer, in bytes.
pub(super) const MOST_NAME: usize = 1 << 16;

impl NewDocument {
    /// Whether a library can have it: a line of a file may say anything.
    pub(crate) fn fits(&self) -> bool {
        let names = [&self.title, &self.date].into_iter().flatten().map(String::len);
        let numbers = [self.bytes, self.chars];
        names.chain([self.path.as_os_str().len()]).all(|len| len <= MOST_NAME)
            && numbers.into_iter().all(|number| i64::try_from(number).is_ok())
    }
}

/// A document of another store, without its text and its runs: so its passages are not known.
impl From<StoredDocument> for NewDocument {
    fn from(document: StoredDocument) -> Self {
        let StoredDocument { path, said, title, date, bytes, content, fingerprint, .. } = document;
        let (modified, chars, runs, text) = Default::default();
        Self { path, said, title, date, bytes, modified, content, chars, fingerprint, runs, text }
    }
}

/// Changes that are written in one transaction.
#[derive(Debug, Default)]
pub(crate) struct LibraryChanges {
    /// Documents that are new, or take the place of those with the same path.
    pub added: Vec<NewDocument>,
    /// The numbers of documents whose files were changed but have the same bytes, and when that was.
    pub touched: Vec<(u32, Option<i64>)>,
    /// The paths of documents that are to be removed.
    pub removed: Vec<PathBuf>,
}

/// A text as a library keeps it, with its checksum: compressed by zlib, which for texts of 5 KB takes no more than
/// zstd, and the program has it.
#[derive(Clone, Debug)]
pub(crate) struct KeptText(Vec<u8>);

/// Why a kept text is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextError {
    Damaged,
    /// It has more bytes than were allowed, or than there is memory for.
    TooLong,
}

impl KeptText {
    pub(crate) fn new(text: &str) -> Self {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        for some in text.as_bytes().chunks(1 << 16) {
            // Deflate makes no text much longer, and holds back less than a piece.
            room::room(encoder.get_mut(), 1 << 17);
            // Writing to memory cannot fail.
            _ = encoder.write_all(some);
        }
        Self(encoder.finish().unwrap_or_default())
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// One that another store keeps.
    pub(super) fn stored(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The text; an error if it is damaged.
    pub(crate) fn text(&self) -> Result<String, TextError> {
        expanded(&self.0, LONGEST)
    }
}

/// The text of compressed bytes, if it has no more than `most` bytes: a few may be made to expand to any number.
pub(super) fn expanded(bytes: &[u8], most: u64) -> Result<String, TextError> {
    let mut text = Vec::new();
    ZlibDecoder::new(bytes).take(most.saturating_add(1)).read_to_end(&mut text).map_err(|error| {
        if error.kind() == io::ErrorKind::OutOfMemory { TextError::TooLong } else { TextError::Damaged }
    })?;
    if text.len() as u64 > most {
        return Err(TextError::TooLong);
    }
    String::from_utf8(text).map_err(|_| TextError::Damaged)
}

/// Whether compressed bytes can be expanded to a text that is no longer than any document's.
pub(super) fn is_sound(bytes: &[u8]) -> bool {
    io::copy(&mut ZlibDecoder::new(bytes).take(LONGEST + 1), &mut io::sink()).is_ok_and(|bytes| bytes <= LONGEST)
}

/// A path as it is stored: its bytes as the system has them, elsewhere than on Unix as UTF-8.
pub(super) fn bytes_of(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

/// The hash by which a path is found.
pub(super) fn path_hash(path: &[u8]) -> i64 {
    xxh3_64(path) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_whole_or_not_at_all() {
        let text = "海上的风向，每天清晨都记录。\n".repeat(40);
        let kept = KeptText::new(&text);
        let bytes = text.len() as u64;
        assert_eq!(expanded(kept.bytes(), bytes).as_deref(), Ok(text.as_str()));
        assert_eq!(expanded(kept.bytes(), bytes - 1), Err(TextError::TooLong));
        let mut damaged = kept.bytes().to_vec();
        damaged[12] ^= 4;
        assert_eq!(expanded(&damaged, bytes), Err(TextError::Damaged));
        assert_eq!(expanded(&kept.bytes()[..20], bytes), Err(TextError::Damaged));
    }
}
