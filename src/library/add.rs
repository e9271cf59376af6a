//! Adds documents, and removes them.

use std::path::PathBuf;

use rusqlite::{Connection, TransactionBehavior::Immediate, params};

use super::{
    LibraryError, Sqlite,
    blocks::Posting,
    path_bytes::{bytes_of, path_hash},
    row_key::{from_bytes, row_keys, to_bytes},
    segments,
    setting::{COUNT, count, set},
    text::KeptText,
};
use crate::{search::Plan, simhash::Fingerprint};

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

impl Sqlite {
    /// Makes changes in one transaction: all of them, or none; on the disk when this returns.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn write(&mut self, changes: &LibraryChanges) -> Result<(), LibraryError> {
        let transaction = self.connection.transaction_with_behavior(Immediate)?;
        let (plan, width) = (self.identity.plan.as_ref(), self.identity.recipe.recipe.bits);
        let mut count = count(&transaction)?.saturating_add(changes.added.len() as u64);
        for path in &changes.removed {
            count = count.saturating_sub(remove_path(&transaction, plan, width, &bytes_of(path))?);
        }
        for (id, modified) in &changes.touched {
            transaction
                .prepare_cached("UPDATE document SET modified = ?2 WHERE id = ?1")?
                .execute(params![id, modified])?;
        }
        let mut keys: Vec<Vec<u8>> = Vec::new();
        let mut postings: Vec<Posting> = Vec::new();
        for document in &changes.added {
            let path = bytes_of(&document.path);
            count = count.saturating_sub(remove_path(&transaction, plan, width, &path)?);
            let id = insert(&transaction, document, &path)?;
            if let (Some(plan), Some(fingerprint)) = (plan, document.fingerprint) {
                keys.extend(row_keys(plan, fingerprint, id));
            }
            postings.extend(document.runs.iter().map(|&run| (run, id)));
        }
        // In order, so that each page of the tree is touched once.
        keys.sort_unstable();
        let mut insert_key = transaction.prepare_cached("INSERT INTO row_key VALUES (?1)")?;
        for key in keys {
            insert_key.execute([key])?;
        }
        drop(insert_key);
        postings.sort_unstable();
        segments::write(&transaction, 0, postings.into_iter())?;
        set(&transaction, COUNT, &count.to_string())?;
        transaction.commit()?;
        segments::merge(&mut self.connection)
    }

    /// Notes folders in which files of the library may be opened.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn note_folders(&mut self, folders: &[PathBuf]) -> Result<(), LibraryError> {
        let transaction = self.connection.transaction_with_behavior(Immediate)?;
        for folder in folders {
            transaction.execute("INSERT OR IGNORE INTO folder VALUES (?1)", [bytes_of(folder)])?;
        }
        transaction.commit()?;
        self.identity.folders.extend_from_slice(folders);
        Ok(())
    }
}

fn insert(connection: &Connection, document: &NewDocument, path: &[u8]) -> Result<u32, LibraryError> {
    let sql = "INSERT INTO document \
               (path, path_hash, title, date, bytes, modified, content, chars, runs, fingerprint, format, encoding) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
    connection.prepare_cached(sql)?.execute(params![
        path,
        path_hash(path),
        document.title,
        document.date,
        document.bytes as i64,
        document.modified,
        document.content as i64,
        document.chars as i64,
        document.runs.len() as i64,
        document.fingerprint.map(to_bytes),
        document.said[0],
        document.said[1],
    ])?;
    let id = connection.last_insert_rowid();
    if let Some(text) = &document.text {
        connection.prepare_cached("INSERT INTO text VALUES (?1, ?2)")?.execute(params![id, text.bytes()])?;
    }
    u32::try_from(id).map_err(|_| LibraryError::Damaged("document"))
}

/// Removes the documents of a path with their row keys, and says how many there were. The hashes of their runs go when
/// their segments are merged.
fn remove_path(connection: &Connection, plan: Option<&Plan>, width: u8, path: &[u8]) -> Result<u64, LibraryError> {
    let of_path = "SELECT id, fingerprint FROM document WHERE path_hash = ?1 AND path = ?2";
    let mut statement = connection.prepare_cached(of_path)?;
    let rows = statement.query_map(params![path_hash(path), path], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let found: Vec<(u32, Option<Vec<u8>>)> = rows.collect::<Result<_, _>>()?;
    for (id, fingerprint) in &found {
        let fingerprint = fingerprint.as_ref().and_then(|bytes| from_bytes(bytes, width));
        for key in plan.zip(fingerprint).into_iter().flat_map(|(plan, fingerprint)| row_keys(plan, fingerprint, *id)) {
            connection.prepare_cached("DELETE FROM row_key WHERE key = ?1")?.execute([key])?;
        }
        connection.prepare_cached("DELETE FROM text WHERE document = ?1")?.execute([id])?;
        connection.prepare_cached("DELETE FROM document WHERE id = ?1")?.execute([id])?;
    }
    Ok(found.len() as u64)
}
