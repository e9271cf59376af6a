//! The engine of a library in one `SQLite` file: near documents by row keys in one tree (`row_key.rs`), passages by hashes of
//! runs in sorted *segments* of blocks (`blocks.rs`, `segments.rs`). A plain table of hashes collapses, as each commit touches
//! nearly every page of it; a segment is written once, in order, and ten of a size are merged to one.
//!
//! Documents are added in one transaction with their keys and hashes, and are on the disk when [`Sqlite::write`] returns.
//! A hash of a document that was removed stays until its segment is merged: whoever finds it finds no document.
//!
//! Several processes read a file while one adds to it. One on a network file system is refused (`network.rs`).

use std::{fmt::Write, io, path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags, TransactionBehavior::Immediate};

use super::{
    LibraryError,
    identity::Identity,
    network,
    path_bytes::path_of,
    schema,
    setting::{get, set},
    trust,
};
use crate::{compare::coverage::READING_VERSION, files::random_id, simhash::RecipeWithK};

/// How long a process waits for others that are adding: to bring a change to a busy disk can take many seconds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

/// An open file.
#[derive(Debug)]
pub(super) struct Sqlite {
    pub(super) connection: Connection,
    pub(super) identity: Identity,
}

impl Sqlite {
    /// Opens a library to look things up.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] where there is none.
    pub(super) fn open(path: &Path) -> Result<Self, LibraryError> {
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    /// Opens a library to add to it.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] where there is none, [`LibraryError::Received`] where it is neither made nor accepted here.
    pub(super) fn open_to_write(path: &Path) -> Result<Self, LibraryError> {
        let library = Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        if library.identity.known { Ok(library) } else { Err(LibraryError::Received) }
    }

    /// Makes a library, with the folders above it; opens the one that is there.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(super) fn create(path: &Path, recipe: &RecipeWithK) -> Result<Self, LibraryError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        schema::prepare_to_write(&connection)?;
        let transaction = connection.transaction_with_behavior(Immediate)?;
        // Another process may have been faster.
        if schema::is_empty(&transaction)? {
            let id = random_id().map(|id| format!("{id:032x}")).ok_or(io::ErrorKind::Unsupported)?;
            // Before the id is in a file; where it cannot be remembered, the library has to be accepted the next time.
            _ = trust::remember(&id, &path.to_string_lossy());
            begin(&transaction, &id, recipe)?;
            transaction.commit()?;
            let mut library = Self::new(connection)?;
            library.identity.known = true;
            return Ok(library);
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
            schema::prepare_to_write(&connection)?;
        }
        Self::new(connection)
    }

    pub(super) fn new(connection: Connection) -> Result<Self, LibraryError> {
        schema::check(&connection)?;
        let value = |name| get(&connection, name)?.ok_or(LibraryError::Damaged("setting"));
        let (recipe, id) = (value("recipe")?, value("id")?);
        if value("reading")? != READING_VERSION.to_string() {
            return Err(LibraryError::OtherReading);
        }
        let folders = {
            let mut statement = connection.prepare("SELECT path FROM folder")?;
            let rows = statement.query_map([], |row| row.get(0).map(path_of))?;
            rows.collect::<Result<_, _>>()?
        };
        let identity = Identity::new(id, &recipe, folders)?;
        Ok(Self { connection, identity })
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
    prepared(Connection::open_with_flags(uri, access)?)
}

/// Makes the tables in an empty file, with the settings that every library has.
pub(super) fn begin(connection: &Connection, id: &str, recipe: &RecipeWithK) -> rusqlite::Result<()> {
    schema::create(connection)?;
    set(connection, "id", id)?;
    set(connection, "recipe", &recipe.to_string())?;
    set(connection, "reading", &READING_VERSION.to_string())
}

pub(super) fn connect(path: &Path, access: OpenFlags) -> Result<Connection, LibraryError> {
    if let Some(network) = network::network_of(path) {
        return Err(LibraryError::Network(network));
    }
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    prepared(connection)
}

/// A connection with its settings. The first page is read now, so that a file that cannot be read is known here.
fn prepared(connection: Connection) -> Result<Connection, LibraryError> {
    schema::prepare(&connection)?;
    schema::is_empty(&connection)?;
    Ok(connection)
}
