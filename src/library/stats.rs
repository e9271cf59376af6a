//! The sizes of a library and its parts.

use super::{LibraryError, Sqlite, setting};

/// Counts, and sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryStats {
    pub documents: u64,
    /// Documents without features, which have no fingerprint.
    pub without_fingerprint: u64,
    /// `None` where the engine has no passages.
    pub passages: Option<PassageStats>,
    /// The size of the whole file, without its log; the memory of all keys, estimated from a sample.
    pub bytes: u64,
    /// Each table and index, or kind of key, with its size, the largest first.
    pub tables: Vec<(String, u64)>,
}

/// The parts of a library that are kept for passages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PassageStats {
    /// Documents without runs: too short, or imported as fingerprints alone.
    pub documents_without: u64,
    /// How many texts are kept.
    pub texts: u64,
    /// Segments of hashes of runs; fewer are faster.
    pub segments: u64,
    /// Hashes of runs, also those of documents that were removed since the last merge.
    pub postings: u64,
}

impl Sqlite {
    /// Looks at every page.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn stats(&self) -> Result<LibraryStats, LibraryError> {
        let count = |sql: &str| -> Result<u64, LibraryError> {
            Ok(self.connection.query_row(sql, [], |row| row.get::<_, i64>(0))? as u64)
        };
        let sizes = "SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name ORDER BY size DESC, name";
        let mut statement = self.connection.prepare(sizes)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(LibraryStats {
            documents: setting::count(&self.connection)?,
            without_fingerprint: count("SELECT count(*) FROM document WHERE fingerprint IS NULL")?,
            passages: Some(PassageStats {
                documents_without: count("SELECT count(*) FROM document WHERE runs = 0")?,
                texts: count("SELECT count(*) FROM text")?,
                segments: count("SELECT count(*) FROM segment")?,
                postings: count("SELECT coalesce(sum(postings), 0) FROM segment")?,
            }),
            bytes: count("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")?,
            tables: rows.collect::<Result<_, _>>()?,
        })
    }
}
