//! Looks for damage in every part of a library.

use std::collections::BTreeSet;

use rusqlite::{ErrorCode, params};

use super::{
    LibraryDocument, LibraryError, Sqlite,
    path_bytes::{bytes_of, path_hash},
    row_key, segments, setting, text,
};

/// The most damaged places that `SQLite` names.
const PAGES: u32 = 100;

/// A damaged part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LibraryDamage {
    /// In the words of `SQLite`, which names the tree and the page.
    Page(String),
    /// A document that cannot be read, or that its path does not lead to.
    Document(u32),
    /// A document whose row keys are not those of its fingerprint.
    RowKeys(u32),
    /// There are more or fewer row keys than the documents have.
    RowKeyCount { expected: u64, found: u64 },
    /// There are more or fewer documents than are noted.
    DocumentCount { expected: u64, found: u64 },
    /// A segment of hashes of runs.
    Segment(u64),
    /// The kept text of a document.
    Text(u32),
}

impl Sqlite {
    /// All damage that is found; empty if there is none.
    ///
    /// # Errors
    /// [`LibraryError`], other than damage.
    pub(crate) fn verify(&self) -> Result<Vec<LibraryDamage>, LibraryError> {
        let mut damage = BTreeSet::new();
        self.verify_pages(&mut damage)?;
        // A page that cannot be read was named; the others are looked at all the same.
        for look in [Self::verify_documents, Self::verify_segments, Self::verify_texts] {
            match look(self, &mut damage) {
                Err(LibraryError::Damaged(_)) => {}
                result => result?,
            }
        }
        Ok(damage.into_iter().collect())
    }

    fn verify_pages(&self, damage: &mut BTreeSet<LibraryDamage>) -> Result<(), LibraryError> {
        let mut statement = self.connection.prepare(&format!("PRAGMA integrity_check({PAGES})"))?;
        let mut rows = statement.query([])?;
        loop {
            match rows.next() {
                Ok(Some(row)) => {
                    let said: String = row.get(0)?;
                    // Each answer has a line for each place.
                    let lines = said.lines().filter(|line| *line != "ok" && !line.starts_with("***"));
                    damage.extend(lines.map(|line| LibraryDamage::Page(line.to_owned())));
                }
                Ok(None) => return Ok(()),
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                    damage.insert(LibraryDamage::Page(error.to_string()));
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn verify_documents(&self, damage: &mut BTreeSet<LibraryDamage>) -> Result<(), LibraryError> {
        let mut has = self.connection.prepare("SELECT 1 FROM row_key WHERE key = ?1")?;
        let mut leads = self.connection.prepare("SELECT 1 FROM document WHERE path_hash = ?1 AND id = ?2")?;
        let mut expected = 0;
        let mut ids = self.connection.prepare("SELECT id FROM document")?;
        let ids: Vec<u32> = ids.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for id in ids {
            let document = match self.document(id) {
                Ok(Some(document)) => document,
                Ok(None) => continue,
                Err(LibraryError::Damaged(_)) => {
                    damage.insert(LibraryDamage::Document(id));
                    continue;
                }
                Err(error) => return Err(error),
            };
            if !leads.exists(params![path_hash(&bytes_of(&document.path)), id])? {
                damage.insert(LibraryDamage::Document(id));
            }
            for key in self.keys_of(&document) {
                expected += 1;
                if !has.exists([key])? {
                    damage.insert(LibraryDamage::RowKeys(id));
                }
            }
        }
        let found: i64 = self.connection.query_row("SELECT count(*) FROM row_key", [], |row| row.get(0))?;
        if found as u64 != expected {
            damage.insert(LibraryDamage::RowKeyCount { expected, found: found as u64 });
        }
        let (expected, found) = (setting::count(&self.connection)?, setting::counted(&self.connection)?);
        if found != expected {
            damage.insert(LibraryDamage::DocumentCount { expected, found });
        }
        Ok(())
    }

    fn keys_of(&self, document: &LibraryDocument) -> Vec<Vec<u8>> {
        let keys = self.identity.plan.as_ref().zip(document.fingerprint);
        keys.into_iter().flat_map(|(plan, fingerprint)| row_key::row_keys(plan, fingerprint, document.id)).collect()
    }

    fn verify_segments(&self, damage: &mut BTreeSet<LibraryDamage>) -> Result<(), LibraryError> {
        for segment in segments::numbers(&self.connection)? {
            match segments::is_sound(&self.connection, segment) {
                Ok(true) => {}
                Ok(false) | Err(LibraryError::Damaged(_)) => _ = damage.insert(LibraryDamage::Segment(segment as u64)),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn verify_texts(&self, damage: &mut BTreeSet<LibraryDamage>) -> Result<(), LibraryError> {
        let mut statement = self.connection.prepare("SELECT document, zlib FROM text")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(1)?.as_blob().map_err(|_| LibraryError::Damaged("text"))?;
            if !text::is_sound(bytes) {
                damage.insert(LibraryDamage::Text(row.get(0)?));
            }
        }
        Ok(())
    }
}
