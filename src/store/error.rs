//! Why a store cannot be used, and the damage in one.

use std::io;

use rusqlite::{ErrorCode, ffi};

use crate::document::ReadError;

/// Why a store cannot be used.
#[derive(Debug)]
pub(crate) enum StoreError {
    /// There is none.
    Missing,
    /// The file is something else.
    NotALibrary,
    /// It is on this network file system.
    Network(&'static str),
    /// A later version made it.
    Newer {
        /// The version of its tables.
        version: i32,
        /// The last version that this program knows.
        known: i32,
    },
    /// It is from someone else, and not accepted.
    Received,
    /// Its passages are those of another reading of text.
    OtherReading,
    /// Another process has been writing for too long.
    Busy,
    /// The file may not be written.
    ReadOnly,
    /// The disk is full, the file may grow no more, or a write failed.
    Full,
    /// A part of it is not what it must be.
    Damaged(&'static str),
    /// It is on servers, and what was asked for goes for files.
    FilesOnly,
    /// This program is built without libraries on servers.
    #[cfg_attr(feature = "redis", expect(dead_code))]
    NoServers,
    /// The key of another program is where one of the library would be.
    KeyInTheWay(String),
    /// The servers cannot be used.
    Server(ServerError),
    /// The line of a document in a file of fingerprints cannot be read again.
    Unreadable(ReadError),
    /// The file cannot be reached.
    Io(io::Error),
    /// Another error of `SQLite`.
    Sqlite(rusqlite::Error),
}

/// Why servers cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ServerError {
    /// None answers.
    Unreachable(String),
    /// None answers any more, and something was to be written.
    Lost(String),
    /// It wants another user or password.
    Refused(String),
    /// It forbids the user a command.
    Forbidden(String),
    /// It does not speak TLS, or its certificate is not trusted.
    Tls(String),
    /// It is a node of a cluster, and was not named as one.
    IsCluster,
    /// It is no node of a cluster, and was named as one.
    NotCluster,
    /// A node of a cluster that its URL does not name; without TLS it gets no password.
    Unnamed(String),
    /// No replica confirmed what was written.
    NoReplica,
    /// Its memory is full.
    Full,
    /// It may drop any document, by this policy.
    Evicts(String),
    /// Another error, in its words.
    Other(String),
}

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

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        if error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_WRITE) {
            return Self::Full;
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotALibrary,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged("page"),
            Some(ErrorCode::TooBig) => Self::Damaged("field"),
            None if is_of_field(&error) => Self::Damaged("field"),
            _ => Self::Sqlite(error),
        }
    }
}

/// A field has a value that no library writes there.
fn is_of_field(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    matches!(
        error,
        Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::FromSqlConversionFailure(..)
            | Error::Utf8Error(..)
    )
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<io::ErrorKind> for StoreError {
    fn from(kind: io::ErrorKind) -> Self {
        Self::Io(kind.into())
    }
}
