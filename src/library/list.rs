//! Documents of a library in the order in which they were added, and by path.

use std::path::Path;

use rusqlite::{OptionalExtension, params};

use super::{
    LibraryDocument, LibraryError, Sqlite,
    document::COLUMNS,
    path_bytes::{bytes_of, path_hash},
};

impl Sqlite {
    /// Visits all documents. Ends if `visit` returns false.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(super) fn each_document(&self, visit: &mut dyn FnMut(LibraryDocument) -> bool) -> Result<(), LibraryError> {
        let mut statement = self.connection.prepare(&format!("SELECT {COLUMNS} FROM document ORDER BY id"))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if !visit(self.read(row)?) {
                break;
            }
        }
        Ok(())
    }

    /// The numbers of all documents, in no particular order.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(super) fn numbers(&self) -> Result<Vec<u32>, LibraryError> {
        let mut statement = self.connection.prepare("SELECT id FROM document")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The document of a path.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn document_of(&self, path: &Path) -> Result<Option<LibraryDocument>, LibraryError> {
        let path = bytes_of(path);
        let sql = "SELECT id FROM document WHERE path_hash = ?1 AND path = ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        let id: Option<u32> = statement.query_row(params![path_hash(&path), path], |row| row.get(0)).optional()?;
        id.map_or(Ok(None), |id| self.document(id))
    }
}
