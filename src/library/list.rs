//! Documents of a library in the order in which they were added, and by path.

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension, params};

use super::{
    Library, LibraryDocument, LibraryError,
    document::{COLUMNS, bytes_of, path_hash, path_of},
};

impl Library {
    /// Visits the documents with one of these texts in title, date or path, case ignored; all if there is no text. Ends if
    /// `visit` returns false.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn each_document(
        &self,
        texts: &[String],
        mut visit: impl FnMut(LibraryDocument) -> bool,
    ) -> Result<(), LibraryError> {
        let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let has = |field: &str| texts.iter().any(|text| field.to_lowercase().contains(text));
        let matches = |document: &LibraryDocument| {
            let fields = [document.title.as_deref(), document.date.as_deref()];
            texts.is_empty() || fields.into_iter().flatten().any(has) || has(&document.path.to_string_lossy())
        };
        let mut statement = self.connection.prepare(&format!("SELECT {COLUMNS} FROM document ORDER BY id"))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let document = self.read(row)?;
            if matches(&document) && !visit(document) {
                break;
            }
        }
        Ok(())
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

    /// The paths of all documents in a folder and the folders below it.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn paths_in(&self, folder: &Path) -> Result<Vec<PathBuf>, LibraryError> {
        let mut statement = self.connection.prepare("SELECT path FROM document ORDER BY id")?;
        let rows = statement.query_map([], |row| row.get(0).map(path_of))?;
        let inside = |path: &Result<PathBuf, _>| path.as_ref().map_or(true, |path: &PathBuf| path.starts_with(folder));
        Ok(rows.filter(inside).collect::<Result<_, _>>()?)
    }
}
