//! The tables of a library, what tells a library from another file, and the damage that is found in one.
//!
//! | table | a row is |
//! |---|---|
//! | `setting` | what the library is: one row of each of its settings, below |
//! | `folder` | a folder whose files may be opened |
//! | `document` | a document, below |
//! | `row_key` | a key of article 004: segment, flag, fingerprint, document (see `row_key.rs`) |
//! | `segment` | a sorted segment of postings; ten of a `level` are merged to one of the next |
//! | `block` | postings of a segment (see `passages.rs`), below |
//! | `text` | a kept text, compressed by zlib |
//!
//! - Settings: `id` (32 hexadecimal digits), `recipe` (a line, perhaps with its k), `reading` (the version of the
//!   units), `documents` (how many there are).
//! - Of a document: `path` as bytes with its XXH3-64, `modified` in nanoseconds since 1970, `content` the XXH3-64 of
//!   its bytes, `chars` without white space, `runs` the number of its hashes, `fingerprint` big-endian, `format` and
//!   `encoding` if somebody said them.
//! - Of a block: `id` is the segment << 44, plus the first hash; `checksum` the lower half of the XXH3-64 of its
//!   postings.
//!
//! The views `documents` and `row_keys` show paths as text and bytes in hexadecimal, for any tool that reads `SQLite`.

use std::collections::BTreeSet;

use rusqlite::{Connection, ErrorCode, config::DbConfig, limits::Limit, params};

use super::{Sqlite, count, counted, passages};
use crate::store::{
    LibraryDamage, Store, StoreError,
    document::{bytes_of, is_sound, path_hash},
};

/// "siml": says of a file that it is a library.
const APPLICATION: i32 = 0x7369_6d6c;
/// Grows when an older program could not read the tables.
const VERSION: i32 = 1;

/// Pages that a connection keeps in memory, in KiB: many for what is added in no order, few for each of the threads
/// that look up, since a scan reads every page once.
const WRITE_CACHE: i64 = 65_536;
const READ_CACHE: i64 = 8_192;

/// All there is in a file; a file with anything else is no library.
const TABLES: &str = "
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE folder (
  path BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE document (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path BLOB NOT NULL,
  path_hash INTEGER NOT NULL,
  title TEXT,
  date TEXT,
  bytes INTEGER NOT NULL,
  modified INTEGER,
  content INTEGER NOT NULL,
  chars INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  fingerprint BLOB,
  format TEXT,
  encoding TEXT
) STRICT;
CREATE INDEX document_path ON document (path_hash);
CREATE INDEX document_fingerprint ON document (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE TABLE row_key (
  key BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE segment (
  id INTEGER PRIMARY KEY,
  level INTEGER NOT NULL,
  postings INTEGER NOT NULL
) STRICT;
CREATE TABLE block (
  id INTEGER PRIMARY KEY,
  postings BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE text (
  document INTEGER PRIMARY KEY,
  zlib BLOB NOT NULL
) STRICT;
CREATE VIEW documents AS
  SELECT id, CAST(path AS TEXT) AS path, title, date, bytes, chars, hex(fingerprint) AS fingerprint FROM document;
CREATE VIEW row_keys AS
  SELECT hex(substr(key, 1, 4)) AS segment, hex(substr(key, 5, 1)) AS flag,
    hex(substr(key, 6, length(key) - 9)) AS fingerprint, hex(substr(key, -4)) AS document FROM row_key;
";

/// The most bytes of a field that is read or written: of a kept text, which is compressed. A longer one is an error,
/// and no memory is taken for it.
const MOST_BYTES: i32 = 1 << 29;

/// Settings of a connection, before anything is read: no schema of a file from elsewhere runs anything.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MOST_BYTES)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    let cache = if connection.is_readonly("main")? { READ_CACHE } else { WRITE_CACHE };
    connection.pragma_update(None, "cache_size", -cache)?;
    connection.pragma_update(None, "temp_store", "memory")
}

/// Settings of a connection that only reads, though it may write.
pub(super) fn prepare_to_read(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "cache_size", -READ_CACHE)
}

/// Pages in the log from which on they are brought into the file, 64 MB: most batches change many of the same pages.
const LOGGED_PAGES: u32 = 1 << 14;

/// Settings of a connection that writes.
pub(super) fn prepare_to_write(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", LOGGED_PAGES)
}

/// Makes the tables in an empty file.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", VERSION)
}

/// Whether a file is empty, so that a library may be made in it.
pub(super) fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}

/// Says whether a file is a library of this version, and nothing else.
pub(super) fn check(connection: &Connection) -> Result<(), StoreError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    if number("application_id")? != APPLICATION {
        // A process that was to make it ended before that.
        return Err(if is_empty(connection)? { StoreError::Missing } else { StoreError::NotALibrary });
    }
    let version = number("user_version")?;
    if version > VERSION {
        return Err(StoreError::Newer { version, known: VERSION });
    }
    let expected = Connection::open_in_memory()?;
    create(&expected)?;
    if statements(connection)? == statements(&expected)? { Ok(()) } else { Err(StoreError::NotALibrary) }
}

/// A row of the schema: kind, name, table and statement.
type SchemaRow = [Option<String>; 4];

/// All rows of the schema but those of statistics that `SQLite` made for itself.
fn statements(connection: &Connection) -> rusqlite::Result<Vec<SchemaRow>> {
    let statistics = [
        ("sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
        ("sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
    ];
    let known = statistics.map(|(name, sql)| ["table", name, name, sql].map(|text| Some(text.to_owned())));
    let all = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name, tbl_name, sql";
    let mut statement = connection.prepare(all)?;
    let rows = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    rows.filter(|row| !row.as_ref().is_ok_and(|row| known.contains(row))).collect()
}

/// The most damaged places that `SQLite` names.
const PAGES: u32 = 100;

impl Sqlite {
    pub(super) fn damage(&self) -> Result<Vec<LibraryDamage>, StoreError> {
        let mut damage = BTreeSet::new();
        self.verify_pages(&mut damage)?;
        // A page that cannot be read was named; the other tables are looked at all the same.
        for look in [Self::verify_documents, Self::verify_segments, Self::verify_texts] {
            match look(self, &mut damage) {
                Err(StoreError::Damaged(part)) if damage.is_empty() => {
                    damage.insert(LibraryDamage::Page(part.to_owned()));
                }
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
