//! The engine of a library in one `SQLite` file: near documents by row keys in one tree (`row_key.rs`), passages by
//! hashes of runs in sorted *segments* of blocks (`passages.rs`). A plain table of hashes collapses, as each commit
//! touches nearly every page of it; a segment is written once, in order, and ten of a size are merged to one.
//!
//! Documents are added in one transaction with their keys and hashes, and are on the disk when [`Store::write`]
//! returns. A hash of a document that was removed stays until its segment is merged: whoever finds it finds no
//! document.
//!
//! Several processes read a file while one adds to it. One on a network file system is
//! refused: locks and shared memory of `SQLite` do not work there.

#[cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]
mod passages;
mod schema;
#[cfg(test)]
mod tests;

use std::{
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Row, TransactionBehavior::Immediate, params, types::ValueRef,
};

use super::{
    Access, KeptText, KnownDocument, LibraryChanges, LibraryDamage, LibraryStats, NearResult, NewDocument,
    PassageStats, SharingResult, Store, StoreError, StoredDocument, TableRows, TextError,
    document::{MOST_NAME, bytes_of, expanded, path_hash},
    identity::{Identity, new_id},
    row_key::{self, from_bytes, row_keys, to_bytes},
};
use crate::{
    compare::coverage::READING_VERSION,
    document::PDF_VERSION,
    files::path_of,
    room,
    search::Plan,
    simhash::{Fingerprint, RecipeWithK, Watch},
};

/// The time for which a process waits for others that are adding: to bring a change to a busy disk can take many
/// seconds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);
/// How long such a process waits for its turn.
const TURN: Duration = Duration::from_millis(10);
/// The columns of a document, in the order in which it is read.
const COLUMNS: &str = "id, path, title, date, bytes, content, chars, runs, fingerprint, format, encoding";
/// What is escaped in a path of a URI.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');
/// The setting that says how many documents there are.
const COUNT: &str = "documents";
/// An open file.
#[derive(Debug)]
pub(super) struct Sqlite {
    connection: Connection,
    identity: Identity,
    /// Its PDFs were read by an earlier version: they count as changed, and are read again when they are added.
    outdated: bool,
}

/// The setting that says by which version PDFs were read; the first one said nothing.
const PDFS: &str = "pdf";

impl Sqlite {
    /// Opens a library.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where there is none and none is to be made.
    pub(super) fn open(path: &Path, access: Access<'_>) -> Result<Self, StoreError> {
        if let Access::Create(recipe) = access
            && let Some(made) = Self::make(path, recipe)?
        {
            return Ok(made);
        }
        if !path.try_exists()? {
            return Err(StoreError::Missing);
        }
        if matches!(access, Access::Read) {
            return Self::new(to_read(path)?);
        }
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::prepare_to_write(&connection)?;
        let mut library = Self::new(connection)?;
        if library.outdated {
            let transaction = library.connection.transaction_with_behavior(Immediate)?;
            let pdf = "lower(CAST(path AS TEXT)) LIKE '%.pdf'";
            transaction.execute(&format!("UPDATE document SET modified = NULL, content = 0 WHERE {pdf}"), [])?;
            set(&transaction, PDFS, &PDF_VERSION.to_string())?;
            transaction.commit()?;
            library.outdated = false;
        }
        Ok(library)
    }

    /// Makes a library, with the folders above it; `None` where there is one, as another process may have been faster.
    fn make(path: &Path, recipe: &RecipeWithK) -> Result<Option<Self>, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        write_to_log(&connection)?;
        schema::prepare_to_write(&connection)?;
        let transaction = connection.transaction_with_behavior(Immediate)?;
        if !schema::is_empty(&transaction)? {
            return Ok(None);
        }
        let id = new_id(&path.to_owned().into())?;
        schema::create(&transaction)?;
        set(&transaction, "id", &id)?;
        set(&transaction, "recipe", &recipe.to_string())?;
        set(&transaction, "reading", &READING_VERSION.to_string())?;
        set(&transaction, PDFS, &PDF_VERSION.to_string())?;
        transaction.commit()?;
        Self::new(connection).map(Some)
    }

    fn new(connection: Connection) -> Result<Self, StoreError> {
        schema::check(&connection)?;
        let value = |name| get(&connection, name)?.ok_or(StoreError::Damaged("setting"));
        let (recipe, id) = (value("recipe")?, value("id")?);
        if value("reading")? != READING_VERSION.to_string() {
            return Err(StoreError::OtherReading);
        }
        let folders = {
            let mut statement = connection.prepare("SELECT path FROM folder")?;
            let rows = statement.query_map([], |row| row.get(0).map(path_of))?;
            rows.collect::<Result<_, _>>()?
        };
        let identity = Identity::of_library(id, &recipe, folders)?;
        let outdated = get(&connection, PDFS)? != Some(PDF_VERSION.to_string());
        Ok(Self { connection, identity, outdated })
    }

    fn width(&self) -> u8 {
        self.identity.recipe.recipe.bits
    }

    fn read(&self, row: &Row<'_>) -> Result<StoredDocument, StoreError> {
        let damaged = || StoreError::Damaged("document");
        let number = |column: usize| u64::try_from(row.get::<_, i64>(column)?).map_err(|_| damaged());
        // Looked at before it is copied.
        let text = |column: usize| match row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Text(text) if text.len() <= MOST_NAME => {
                Ok(Some(std::str::from_utf8(text).map_err(|_| damaged())?.to_owned()))
            }
            _ => Err(damaged()),
        };
        let ValueRef::Blob(path) = row.get_ref(1)? else { return Err(damaged()) };
        let fingerprint = match row.get_ref(8)? {
            ValueRef::Null => None,
            ValueRef::Blob(bytes) => Some(from_bytes(bytes, self.width()).ok_or(StoreError::Damaged("fingerprint"))?),
            _ => return Err(damaged()),
        };
        // The greatest number leaves none for the next document.
        let id = u32::try_from(number(0)?).ok().filter(|id| *id < u32::MAX).ok_or_else(damaged)?;
        let is_outdated = self.outdated && path.to_ascii_lowercase().ends_with(b".pdf");
        Ok(StoredDocument {
            id,
            path: path_of(Some(path).filter(|path| path.len() <= MOST_NAME).ok_or_else(damaged)?.to_vec()),
            title: text(2)?,
            date: text(3)?,
            bytes: number(4)?,
            content: if is_outdated { 0 } else { row.get::<_, i64>(5)? as u64 },
            chars: number(6)?,
            runs: number(7)?,
            fingerprint,
            said: [text(9)?, text(10)?],
        })
    }

    fn look_up(&self, plan: &Plan, fingerprint: Fingerprint, k: u32) -> Result<NearResult, StoreError> {
        let mut result = NearResult::default();
        let mut statement = self.connection.prepare_cached("SELECT key FROM row_key WHERE key >= ?1 AND key < ?2")?;
        for ([from, to], flag) in row_key::ranges(plan, fingerprint).zip(1..) {
            let segment = from.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
            let mut table = TableRows::new(segment, flag);
            let mut rows = statement.query(params![from, to])?;
            while let Some(row) = rows.next()? {
                let key = row.get_ref(0)?.as_blob().map_err(|_| StoreError::Damaged("row key"))?;
                let row = row_key::parse(key, self.width()).ok_or(StoreError::Damaged("row key"))?;
                table.take(plan, (fingerprint, k), row);
            }
            result.near.extend(&table.near);
            result.tables.push(table);
        }
        result.near.sort_unstable();
        result.near.dedup();
        Ok(result)
    }
}

impl Store for Sqlite {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn identity_mut(&mut self) -> &mut Identity {
        &mut self.identity
    }

    fn len(&self) -> Result<u64, StoreError> {
        count(&self.connection)
    }

    fn numbers(&self) -> Result<Vec<u32>, StoreError> {
        let mut statement = self.connection.prepare("SELECT id FROM document")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn document(&self, id: u32) -> Result<Option<StoredDocument>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM document WHERE id = ?1");
        let mut statement = self.connection.prepare_cached(&sql)?;
        statement.query_row([id], |row| Ok(self.read(row))).optional()?.transpose()
    }

    fn document_of(&self, path: &Path) -> Result<Option<StoredDocument>, StoreError> {
        let path = bytes_of(path);
        let sql = "SELECT id FROM document WHERE path_hash = ?1 AND path = ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        let id: Option<u32> = statement.query_row(params![path_hash(&path), path], |row| row.get(0)).optional()?;
        id.map_or(Ok(None), |id| self.document(id))
    }

    fn each_document(&self, visit: &mut dyn FnMut(StoredDocument) -> bool) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(&format!("SELECT {COLUMNS} FROM document ORDER BY id"))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if !visit(self.read(row)?) {
                break;
            }
        }
        Ok(())
    }

    fn whole(&self, numbers: &[u32]) -> Result<Vec<(StoredDocument, NewDocument)>, StoreError> {
        // Another process may merge segments or remove documents meanwhile.
        let _reading = self.connection.unchecked_transaction()?;
        let runs = passages::runs_of(&self.connection, numbers)?;
        let mut kept = self.connection.prepare_cached("SELECT zlib FROM text WHERE document = ?1")?;
        let mut all = Vec::with_capacity(numbers.len());
        for (&number, runs) in numbers.iter().zip(runs) {
            let Some(document) = self.document(number)? else { continue };
            let known = self.known(&document.path, &document.said)?;
            let modified = known.filter(|known| known.id == number).and_then(|known| known.modified);
            let text: Option<Vec<u8>> = kept.query_row([number], |row| row.get(0)).optional()?;
            if runs.len() as u64 != document.runs {
                return Err(StoreError::Damaged("passages"));
            }
            let (chars, text) = (document.chars, text.map(KeptText::stored));
            all.push((document.clone(), NewDocument { modified, chars, runs, text, ..document.into() }));
        }
        Ok(all)
    }

    fn each_fingerprint(&self, watch: &Watch, visit: &mut dyn FnMut(Fingerprint, u32)) -> Result<(), StoreError> {
        let all = "SELECT fingerprint, id FROM document WHERE fingerprint IS NOT NULL ORDER BY fingerprint";
        let mut statement = self.connection.prepare_cached(all)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()?.filter(|_| !watch.stopped()) {
            let bytes = row.get_ref(0)?.as_blob().map_err(|_| StoreError::Damaged("fingerprint"))?;
            visit(from_bytes(bytes, self.width()).ok_or(StoreError::Damaged("fingerprint"))?, row.get(1)?);
        }
        Ok(())
    }

    fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, StoreError> {
        let Some(plan) = self.identity.plan_for(k) else { return self.scan(fingerprint, k, watch) };
        match self.look_up(plan, fingerprint, k) {
            Err(StoreError::Damaged(_)) => Ok(NearResult { damaged: true, ..self.scan(fingerprint, k, watch)? }),
            result => result,
        }
    }

    fn has_passages(&self) -> bool {
        true
    }

    fn with_passages(&self) -> Result<Option<u64>, StoreError> {
        // What came as a fingerprint alone has no characters either; a text without runs is too short for any.
        let known = "SELECT count(*) FROM document WHERE runs > 0 OR chars > 0 OR fingerprint IS NULL";
        Ok(Some(self.connection.query_row(known, [], |row| row.get::<_, i64>(0))? as u64))
    }

    fn sharing(&self, runs: &[u64], most: usize, watch: &Watch) -> Result<SharingResult, StoreError> {
        // Each of hundreds of questions would ask for the lock of the file and look for changes of others. At the end
        // there is nothing to keep.
        let _reading = self.connection.unchecked_transaction()?;
        passages::sharing(&self.connection, runs, most, watch)
    }

    fn text(&self, id: u32, most: u64) -> Result<Option<Result<String, TextError>>, StoreError> {
        let mut statement = self.connection.prepare_cached("SELECT zlib FROM text WHERE document = ?1")?;
        let bytes: Option<Vec<u8>> = statement.query_row([id], |row| row.get(0)).optional()?;
        Ok(bytes.map(|bytes| expanded(&bytes, most)))
    }

    fn known(&self, path: &Path, said: &[Option<String>; 2]) -> Result<Option<KnownDocument>, StoreError> {
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

    fn write(&mut self, changes: &LibraryChanges, _: &Watch) -> Result<Vec<bool>, StoreError> {
        let (plan, width) = (self.identity.plan.as_ref(), self.width());
        let transaction = self.connection.transaction_with_behavior(Immediate)?;
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
        let mut postings: Vec<(u64, u32)> = Vec::new();
        let mut replaced = Vec::with_capacity(changes.added.len());
        for document in &changes.added {
            let path = bytes_of(&document.path);
            let removed = remove_path(&transaction, plan, width, &path)?;
            replaced.push(removed > 0);
            count = count.saturating_sub(removed);
            let id = insert(&transaction, document, &path)?;
            if let (Some(plan), Some(fingerprint)) = (plan, document.fingerprint) {
                keys.extend(row_keys(plan, fingerprint, id));
            }
            room::room(&mut postings, document.runs.len());
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
        passages::write(&transaction, 0, postings.into_iter())?;
        set(&transaction, COUNT, &count.to_string())?;
        transaction.commit()?;
        passages::merge(&mut self.connection)?;
        Ok(replaced)
    }

    fn check_received(&self) -> Result<(), StoreError> {
        let said: String = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if said == "ok" { Ok(()) } else { Err(StoreError::Damaged("page")) }
    }

    fn note_folders(&mut self, folders: &[PathBuf]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction_with_behavior(Immediate)?;
        for folder in folders {
            transaction.execute("INSERT OR IGNORE INTO folder VALUES (?1)", [bytes_of(folder)])?;
        }
        self.identity.add_folders(folders);
        transaction.commit()?;
        Ok(())
    }

    fn stats(&self) -> Result<LibraryStats, StoreError> {
        let number = |sql: &str| -> Result<u64, StoreError> {
            Ok(self.connection.query_row(sql, [], |row| row.get::<_, i64>(0))? as u64)
        };
        let sizes = "SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name ORDER BY size DESC, name";
        let mut statement = self.connection.prepare(sizes)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(LibraryStats {
            documents: count(&self.connection)?,
            without_fingerprint: number("SELECT count(*) FROM document WHERE fingerprint IS NULL")?,
            passages: Some(PassageStats {
                documents_without: number("SELECT count(*) FROM document WHERE runs = 0")?,
                texts: number("SELECT count(*) FROM text")?,
                segments: number("SELECT count(*) FROM segment")?,
                postings: number("SELECT coalesce(sum(postings), 0) FROM segment")?,
            }),
            bytes: Some(number("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")?),
            tables: rows.collect::<Result<_, _>>()?,
        })
    }

    fn verify(&self) -> Result<Vec<LibraryDamage>, StoreError> {
        self.damage()
    }

    /// Merges all hashes of runs to one segment, without those of removed documents, and gives unused pages back. Needs
    /// as much free space as the library has.
    fn compact(&mut self) -> Result<(), StoreError> {
        let transaction = self.connection.transaction_with_behavior(Immediate)?;
        let all = passages::all_segments(&transaction)?;
        let level: u32 = transaction.query_row("SELECT coalesce(max(level), 0) FROM segment", [], |row| row.get(0))?;
        passages::merge_to(&transaction, &all, level)?;
        transaction.commit()?;
        self.connection.execute_batch("VACUUM")?;
        // Another process that is reading keeps the log; then it is written back later.
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }
}

fn insert(connection: &Connection, document: &NewDocument, path: &[u8]) -> Result<u32, StoreError> {
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
    u32::try_from(id).ok().filter(|id| *id < u32::MAX).ok_or(StoreError::Damaged("document"))
}

/// Removes the documents of a path with their row keys, and says how many there were. The hashes of their runs go when
/// their segments are merged.
fn remove_path(connection: &Connection, plan: Option<&Plan>, width: u8, path: &[u8]) -> Result<u64, StoreError> {
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

/// The number of documents, as was noted with the last change: to count a million takes 50 ms.
fn count(connection: &Connection) -> Result<u64, StoreError> {
    let noted = get(connection, COUNT)?.and_then(|count| count.parse().ok());
    noted.map_or_else(|| counted(connection), Ok)
}

/// The same, counted.
fn counted(connection: &Connection) -> Result<u64, StoreError> {
    let count: i64 = connection.query_row("SELECT count(*) FROM document", [], |row| row.get(0))?;
    Ok(count as u64)
}

fn set(connection: &Connection, name: &str, value: &str) -> rusqlite::Result<()> {
    connection.execute("INSERT OR REPLACE INTO setting VALUES (?1, ?2)", [name, value]).map(drop)
}

fn get(connection: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM setting WHERE name = ?1", [name], |row| row.get(0)).optional()
}

/// Has changes go to a log. Where several processes make a library at once, `SQLite` refuses that to all but one
/// without letting them wait.
fn write_to_log(connection: &Connection) -> rusqlite::Result<()> {
    let until = Instant::now() + BUSY_TIMEOUT;
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < until => {
                thread::sleep(TURN);
            }
            done => return done,
        }
    }
}

/// Opens a library to read it. It leaves nothing beside the file: only who may write it can take its log away in the
/// end.
fn to_read(path: &Path) -> Result<Connection, StoreError> {
    match connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE) {
        Ok(connection) if !connection.is_readonly("main")? => {
            schema::prepare_to_read(&connection)?;
            return Ok(connection);
        }
        // Beside a file in a folder that cannot be written there is no place for the log, and without one no need.
        Ok(_) | Err(StoreError::ReadOnly | StoreError::Sqlite(_)) => {}
        Err(error) => return Err(error),
    }
    match unchanging(path) {
        Err(StoreError::ReadOnly) => connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY),
        opened => opened,
    }
}

/// Opens a library that nobody writes meanwhile.
fn unchanging(path: &Path) -> Result<Connection, StoreError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if Path::new(&log).exists() {
        return Err(StoreError::ReadOnly);
    }
    let uri = format!("file:{}?immutable=1", percent_encode(path.as_os_str().as_encoded_bytes(), ESCAPED));
    let access = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    prepared(Connection::open_with_flags(uri, access)?)
}

fn connect(path: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    if let Some(network) = network_of(path) {
        return Err(StoreError::Network(network));
    }
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    prepared(connection)
}

/// The name of the network file system that holds a file, or will hold it; `None` for all others, and where the system
/// does not say.
#[cfg(target_os = "linux")]
fn network_of(path: &Path) -> Option<&'static str> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stat = rustix::fs::statfs(path).or_else(|_| rustix::fs::statfs(folder)).ok()?;
    // The type is of another width on other machines.
    network_name(u64::from(stat.f_type as u32))
}

#[cfg(not(target_os = "linux"))]
fn network_of(_: &Path) -> Option<&'static str> {
    None
}

/// By the numbers of `linux/magic.h`, and of systems that are not in it.
#[cfg(target_os = "linux")]
fn network_name(kind: u64) -> Option<&'static str> {
    Some(match kind {
        0x6969 => "NFS",
        0x517b | 0xff53_4d42 | 0xfe53_4d42 => "SMB",
        0x0102_1997 => "9P",
        0x5346_414f | 0x6b41_4653 => "AFS",
        0x00c3_6400 => "Ceph",
        0x7375_7245 => "Coda",
        0x564c => "NCP",
        0x0bd0_0bd0 => "Lustre",
        0x4750_4653 => "GPFS",
        0x0116_1970 => "GFS2",
        0x7461_636f => "OCFS2",
        _ => return None,
    })
}

/// A connection with its settings. The first page is read now, so that a file that cannot be read is known here.
fn prepared(connection: Connection) -> Result<Connection, StoreError> {
    schema::prepare(&connection)?;
    schema::is_empty(&connection)?;
    Ok(connection)
}
