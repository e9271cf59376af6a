//! Makes a library as small and as fast as it can be.

use rusqlite::TransactionBehavior::Immediate;

use super::{LibraryError, Sqlite, segments};

impl Sqlite {
    /// Merges all hashes of runs to one segment, without those of removed documents, and gives unused pages back. Needs as
    /// much free space as the library has.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is as it was, or merged and not smaller.
    pub(crate) fn compact(&mut self) -> Result<(), LibraryError> {
        let transaction = self.connection.transaction_with_behavior(Immediate)?;
        let all = segments::all(&transaction)?;
        let level: u32 = transaction.query_row("SELECT coalesce(max(level), 0) FROM segment", [], |row| row.get(0))?;
        segments::merge_to(&transaction, &all, level)?;
        transaction.commit()?;
        self.connection.execute_batch("VACUUM")?;
        // Another process that is reading keeps the log; then it is written back later.
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }
}
