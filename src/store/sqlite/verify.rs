//! Looks for damage in every part of a library.

use std::collections::BTreeSet;

use rusqlite::{ErrorCode, params};

use super::{Sqlite, count, counted, passages};
use crate::store::{
    LibraryDamage, Store, StoreError,
    document::{bytes_of, is_sound, path_hash},
};

/// The most damaged places that `SQLite` names.
const PAGES: u32 = 100;

impl Sqlite {
    pub(super) fn damage(&self) -> Result<Vec<LibraryDamage>, StoreError> {
        let mut damage = BTreeSet::new();
        self.verify_pages(&mut damage)?;
        // A page that cannot be read was named; the others are looked at all the same.
        for look in [Self::verify_documents, Self::verify_segments, Self::verify_texts] {
            match look(self, &mut damage) {
                Err(StoreError::Damaged(_)) => {}
                result => result?,
            }
        }
        Ok(damage.into_iter().collect())
    }

    fn verify_pages(&self, damage: &mut BTreeSet<LibraryDamage>) -> Result<(), StoreError> {
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

    fn verify_documents(&self, damage: &mut BTreeSet<LibraryDamage>) -> Result<(), StoreError> {
        let mut has = self.connection.prepare("SELECT 1 FROM row_key WHERE key = ?1")?;
        let mut leads = self.connection.prepare("SELECT 1 FROM document WHERE path_hash = ?1 AND id = ?2")?;
        let mut expected = 0;
        for id in self.numbers()? {
            let document = match self.document(id) {
                Ok(Some(document)) => document,
                Ok(None) => continue,
                Err(StoreError::Damaged(_)) => {
                    damage.insert(LibraryDamage::Document(id));
                    continue;
                }
                Err(error) => return Err(error),
            };
            if !leads.exists(params![path_hash(&bytes_of(&document.path)), id])? {
                damage.insert(LibraryDamage::Document(id));
            }
            for key in self.identity.row_keys_of(&document) {
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
        let (expected, found) = (count(&self.connection)?, counted(&self.connection)?);
        if found != expected {
            damage.insert(LibraryDamage::DocumentCount { expected, found });
        }
        Ok(())
    }

    fn verify_segments(&self, damage: &mut BTreeSet<LibraryDamage>) -> Result<(), StoreError> {
        for segment in passages::numbers(&self.connection)? {
            match passages::is_sound(&self.connection, segment) {
                Ok(true) => {}
                Ok(false) | Err(StoreError::Damaged(_)) => _ = damage.insert(LibraryDamage::Segment(segment as u64)),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn verify_texts(&self, damage: &mut BTreeSet<LibraryDamage>) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare("SELECT document, zlib FROM text")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(1)?.as_blob().map_err(|_| StoreError::Damaged("text"))?;
            if !is_sound(bytes) {
                damage.insert(LibraryDamage::Text(row.get(0)?));
            }
        }
        Ok(())
    }
}
