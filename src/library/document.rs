//! A document of a library, without its text.

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension, Row, params};

use super::{
    LibraryError, Sqlite,
    path_bytes::{bytes_of, path_hash, path_of},
    row_key,
};
use crate::simhash::Fingerprint;

/// A document of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryDocument {
    /// Its number; never given to another.
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
    /// Never given to another.
    pub id: u32,
    /// Size in bytes.
    pub bytes: u64,
    /// When the file was last changed, in nanoseconds since 1970; `None` where that says nothing.
    pub modified: Option<i64>,
    /// The hash of the bytes of its file.
    pub content: u64,
}

pub(super) const COLUMNS: &str = "id, path, title, date, bytes, content, chars, runs, fingerprint, format, encoding";

impl Sqlite {
    /// A document; `None` where it was removed.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn document(&self, id: u32) -> Result<Option<LibraryDocument>, LibraryError> {
        let sql = format!("SELECT {COLUMNS} FROM document WHERE id = ?1");
        let mut statement = self.connection.prepare_cached(&sql)?;
        statement.query_row([id], |row| Ok(self.read(row))).optional()?.transpose()
    }

    /// The document of a path that is to be read as `said`.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn known(&self, path: &Path, said: &[Option<String>; 2]) -> Result<Option<KnownDocument>, LibraryError> {
        let sql = "SELECT id, bytes, modified, content FROM document \
                   WHERE path_hash = ?1 AND path = ?2 AND format IS ?3 AND encoding IS ?4";
        let path = bytes_of(path);
        let [format, encoding] = said;
        let known =
            self.connection.prepare_cached(sql)?.query_row(params![path_hash(&path), path, format, encoding], |row| {
                let (bytes, content): (i64, i64) = (row.get(1)?, row.get(3)?);
                Ok(KnownDocument {
                    id: row.get(0)?,
                    bytes: bytes as u64,
                    modified: row.get(2)?,
                    content: content as u64,
                })
            });
        Ok(known.optional()?)
    }

    pub(super) fn read(&self, row: &Row<'_>) -> Result<LibraryDocument, LibraryError> {
        let fingerprint: Option<Vec<u8>> = row.get(8)?;
        let width = self.identity.recipe.recipe.bits;
        let of_bytes = |bytes: Vec<u8>| row_key::from_bytes(&bytes, width).ok_or(LibraryError::Damaged("fingerprint"));
        Ok(LibraryDocument {
            id: row.get(0)?,
            path: path_of(row.get(1)?),
            title: row.get(2)?,
            date: row.get(3)?,
            bytes: row.get::<_, i64>(4)? as u64,
            content: row.get::<_, i64>(5)? as u64,
            chars: row.get::<_, i64>(6)? as u64,
            runs: row.get::<_, i64>(7)? as u64,
            fingerprint: fingerprint.map(of_bytes).transpose()?,
            said: [row.get(9)?, row.get(10)?],
        })
    }
}
