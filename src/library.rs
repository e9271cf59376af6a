//! A library: documents in one `SQLite` file, in which near documents and documents that share passages are found.
//!
//! - near ones by the row keys of article 004 (`row_key.rs`), whose tables are those of a [`Plan`];
//! - passages by hashes of runs ([`winnowed`](crate::compare::coverage::winnowed)), as sorted *segments* of blocks
//!   (`blocks.rs`, `segments.rs`). A plain table of hashes collapses, as each commit touches nearly every page of it; a
//!   segment is written once, in order, and ten of a size are merged to one.
//!
//! Documents are added in one transaction with their keys and hashes, and are on the disk when [`Library::write`] returns.
//! A hash of a document that was removed stays until its segment is merged: whoever finds it finds no document.
//!
//! Several processes read a library while one adds to it. One that was neither made nor accepted here is only read
//! (`trust.rs`); one on a network file system is refused (`network.rs`).
//!
//! Knows `compare`, `files`, `search` and `simhash`. Must not know how documents are read, nor screens or commands.

mod add;
mod blocks;
mod document;
mod error;
mod list;
mod maintain;
mod near;
mod network;
mod place;
mod row_key;
mod schema;
mod segments;
mod sharing;
mod stats;
#[cfg(test)]
mod tests;
mod text;
mod trust;
mod verify;
mod ways;

use std::{
    fmt::Write,
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior::Immediate};

use crate::{compare::coverage::READING_VERSION, search::Plan, simhash::RecipeWithK};

pub(crate) use add::{LibraryChanges, NewDocument};
pub(crate) use document::{KnownDocument, LibraryDocument};
pub(crate) use error::LibraryError;
pub(crate) use near::{NearDocument, TableRows};
pub(crate) use place::library_file;
pub(crate) use stats::LibraryStats;
pub(crate) use text::KeptText;
pub(crate) use verify::LibraryDamage;
pub(crate) use ways::{Way, WayKind};

/// The largest k that the tables of a library find without a scan.
pub(crate) const TABLES_K: u32 = 3;
/// How long a process waits for another that is adding.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// An open library.
#[derive(Debug)]
pub(crate) struct Library {
    connection: Connection,
    path: PathBuf,
    id: String,
    recipe: RecipeWithK,
    plan: Option<Plan>,
    known: bool,
    folders: Vec<PathBuf>,
}

impl Library {
    /// Opens a library to look things up.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] where there is none.
    pub(crate) fn open(path: &Path) -> Result<Self, LibraryError> {
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    /// Opens a library to add to it.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] where there is none, [`LibraryError::Received`] where it is neither made nor accepted here.
    pub(crate) fn open_to_write(path: &Path) -> Result<Self, LibraryError> {
        let library = Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        if library.known { Ok(library) } else { Err(LibraryError::Received) }
    }

    /// Makes a library, with the folders above it; opens the one that is there.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn create(path: &Path, recipe: &RecipeWithK) -> Result<Self, LibraryError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        let transaction = connection.transaction_with_behavior(Immediate)?;
        // Another process may have been faster.
        if schema::is_empty(&transaction)? {
            schema::create(&transaction)?;
            let id = trust::random_id().ok_or(io::ErrorKind::Unsupported)?;
            // Before the id is in a file; where it cannot be remembered, the library has to be accepted the next time.
            _ = trust::remember(&id, path);
            set(&transaction, "id", &id)?;
            set(&transaction, "recipe", &recipe.to_string())?;
            set(&transaction, "reading", &READING_VERSION.to_string())?;
            transaction.commit()?;
            return Ok(Self { known: true, ..Self::new(connection, path)? });
        }
        drop(transaction);
        drop(connection);
        Self::open_to_write(path)
    }

    fn open_with(path: &Path, access: OpenFlags) -> Result<Self, LibraryError> {
        if !path.try_exists()? {
            return Err(LibraryError::Missing);
        }
        let connection = match connect(path, access) {
            // Beside a file in a folder that cannot be written there is no place for the log, and without one no need.
            Err(LibraryError::ReadOnly | LibraryError::Sqlite(_)) if access == OpenFlags::SQLITE_OPEN_READ_ONLY => {
                unchanging(path)?
            }
            connection => connection?,
        };
        if access.contains(OpenFlags::SQLITE_OPEN_READ_WRITE) {
            connection.pragma_update(None, "synchronous", "full")?;
        }
        Self::new(connection, path)
    }

    fn new(connection: Connection, path: &Path) -> Result<Self, LibraryError> {
        schema::check(&connection)?;
        let value = |name| get(&connection, name)?.ok_or(LibraryError::Damaged("setting"));
        let recipe: RecipeWithK = value("recipe")?.parse().map_err(|_| LibraryError::Damaged("recipe"))?;
        let id = value("id")?;
        if value("reading")? != READING_VERSION.to_string() {
            return Err(LibraryError::OtherReading);
        }
        let folders = {
            let mut statement = connection.prepare("SELECT path FROM folder")?;
            let rows = statement.query_map([], |row| row.get(0).map(document::path_of))?;
            rows.collect::<Result<_, _>>()?
        };
        let plan = Plan::within(recipe.recipe.bits, TABLES_K, 1).ok();
        Ok(Self { connection, path: path.to_owned(), known: trust::is_known(&id), id, recipe, plan, folders })
    }

    /// Accepts a library from someone else: from now on it can be written, and its files are opened.
    pub(crate) fn accept(&mut self) {
        // If that cannot be remembered, it has to be accepted again.
        _ = trust::remember(&self.id, &self.path);
        self.known = true;
    }

    /// Whether it was made or accepted here.
    pub(crate) fn is_known(&self) -> bool {
        self.known
    }

    /// The recipe of all its fingerprints, with the threshold that goes with it.
    pub(crate) fn recipe(&self) -> &RecipeWithK {
        &self.recipe
    }

    /// The file as it was named.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a file of the library may be opened: the library is known, and the file is in a folder that was added to it.
    pub(crate) fn may_open(&self, file: &Path) -> bool {
        let inside = |file: PathBuf| self.folders.iter().any(|folder| file.starts_with(folder));
        self.known && std::fs::canonicalize(file).is_ok_and(inside)
    }

    /// How many documents it holds.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn len(&self) -> Result<u64, LibraryError> {
        let count: i64 = self.connection.query_row("SELECT count(*) FROM document", [], |row| row.get(0))?;
        Ok(count as u64)
    }
}

/// Opens a library that nobody writes meanwhile.
fn unchanging(path: &Path) -> Result<Connection, LibraryError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if Path::new(&log).exists() {
        return Err(LibraryError::ReadOnly);
    }
    let unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"/.-_~".contains(&byte);
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        if unreserved(byte) {
            uri.push(byte.into());
        } else {
            // Into a string nothing can fail.
            _ = write!(uri, "%{byte:02x}");
        }
    }
    uri.push_str("?immutable=1");
    let access = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(uri, access)?;
    schema::prepare(&connection)?;
    // The first page is read now.
    schema::is_empty(&connection)?;
    Ok(connection)
}

fn connect(path: &Path, access: OpenFlags) -> Result<Connection, LibraryError> {
    if let Some(network) = network::network_of(path) {
        return Err(LibraryError::Network(network));
    }
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    schema::prepare(&connection)?;
    // The first page is read now, so that a file that cannot be read is known here.
    schema::is_empty(&connection)?;
    Ok(connection)
}

fn set(connection: &Connection, name: &str, value: &str) -> rusqlite::Result<()> {
    connection.execute("INSERT INTO setting VALUES (?1, ?2)", [name, value]).map(drop)
}

fn get(connection: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM setting WHERE name = ?1", [name], |row| row.get(0)).optional()
}
