//! The settings of a library, a row each, and the number of its documents among them.

use rusqlite::{Connection, OptionalExtension};

use super::LibraryError;

/// The setting that says how many documents there are.
pub(super) const COUNT: &str = "documents";

/// How many documents a library holds, as was noted with the last change: to count a million takes 50 ms.
pub(super) fn count(connection: &Connection) -> Result<u64, LibraryError> {
    let noted = get(connection, COUNT)?.and_then(|count| count.parse().ok());
    noted.map_or_else(|| counted(connection), Ok)
}

/// The same, counted.
pub(super) fn counted(connection: &Connection) -> Result<u64, LibraryError> {
    let count: i64 = connection.query_row("SELECT count(*) FROM document", [], |row| row.get(0))?;
    Ok(count as u64)
}

pub(super) fn set(connection: &Connection, name: &str, value: &str) -> rusqlite::Result<()> {
    connection.execute("INSERT OR REPLACE INTO setting VALUES (?1, ?2)", [name, value]).map(drop)
}

pub(super) fn get(connection: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM setting WHERE name = ?1", [name], |row| row.get(0)).optional()
}
