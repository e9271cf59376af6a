//! The ways to look a fingerprint up that article 004 weighs, each measured on the library, or counted if it is on paper
//! alone.

use std::time::{Duration, Instant};

use rusqlite::{Connection, params};

use super::{EngineKind, FigureOrigin, LibraryError, Sqlite, row_key, setting};
use crate::{
    search::Plan,
    simhash::{Fingerprint, Watch},
};

/// Tables of another plan are built in memory up to so many documents, to be measured.
const BUILT: u64 = 100_000;
/// No more fingerprints than these are looked up one by one.
const ENUMERATED: u64 = 1 << 20;

/// A way to find all documents within k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WayKind {
    /// Tables of row keys, one for each choice of some blocks.
    Tables {
        /// Into how many blocks a fingerprint is cut.
        blocks: u8,
        /// How many of them make a segment.
        chosen: u8,
    },
    /// Every fingerprint within k of the one looked up is looked up.
    QueryEnumeration,
    /// Every fingerprint within k of each document is stored.
    StoreEnumeration,
    /// All fingerprints are compared.
    Scan,
}

/// The cost of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Way {
    pub kind: WayKind,
    /// Ranges or keys that are looked up.
    pub look_ups: u64,
    /// Rows that are read.
    pub rows: u64,
    /// Space for what it needs beside the documents, in bytes; 0 if it needs none.
    pub bytes: u64,
    /// `None` if it was not tried.
    pub took: Option<Duration>,
}

/// The cost of a layout of tables on a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LayoutCost {
    pub engine: EngineKind,
    /// [`FigureOrigin::Library`] if it is the layout in use.
    pub origin: FigureOrigin,
    /// Memory of a fingerprint in all tables, in bytes.
    pub bytes: f64,
    /// Look-ups a second, in batches.
    pub look_ups: f64,
    /// Fingerprints that a look-up compares.
    pub candidates: f64,
}

impl Sqlite {
    /// Looks a fingerprint up in every way, those of the library first.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(crate) fn ways(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Vec<Way>, LibraryError> {
        let documents = setting::count(&self.connection)?;
        let mut ways = Vec::new();
        if let Some(plan) = self.identity.plan.as_ref().filter(|plan| k <= plan.exact_k()) {
            let (found, took) = warm(|| self.near(fingerprint, k, watch))?;
            let rows = found.tables.iter().map(|table| table.rows).sum();
            let sql = "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name = 'row_key'";
            let bytes: i64 = self.connection.query_row(sql, [], |row| row.get(0))?;
            ways.push(Way { took: Some(took), ..of_plan(plan, rows, bytes as u64) });
        }
        if let Ok(plan) = Plan::within(fingerprint.width(), k, 2) {
            ways.push(self.in_tables_of(&plan, fingerprint, documents, watch)?);
        }
        let near = self.near(fingerprint, k, watch)?.near.len() as u64;
        let within = fingerprints_within(fingerprint.width(), k);
        let took = if within <= ENUMERATED { self.enumerate(fingerprint, k, watch)? } else { None };
        ways.push(Way { kind: WayKind::QueryEnumeration, look_ups: within, rows: near, bytes: 0, took });
        let bytes = documents.saturating_mul(within).saturating_mul(key_bytes(fingerprint.width()));
        ways.push(Way { kind: WayKind::StoreEnumeration, look_ups: 1, rows: near, bytes, took: None });
        let (_, took) = warm(|| self.scan(fingerprint, k, watch))?;
        ways.push(Way { kind: WayKind::Scan, look_ups: 1, rows: documents, bytes: 0, took: Some(took) });
        Ok(ways)
    }

    /// A look-up in the tables of another plan, built in memory if the library is small enough; else the rows alone are
    /// counted.
    fn in_tables_of(
        &self,
        plan: &Plan,
        fingerprint: Fingerprint,
        documents: u64,
        watch: &Watch,
    ) -> Result<Way, LibraryError> {
        let tables = plan.tables();
        let mut rows = 0;
        let built = (documents <= BUILT).then(Connection::open_in_memory).transpose()?;
        if let Some(built) = &built {
            built.execute_batch("CREATE TABLE row_key (key BLOB PRIMARY KEY) WITHOUT ROWID; BEGIN")?;
        }
        let mut failed = None;
        self.each_fingerprint(watch, &mut |other, document| {
            rows += tables.iter().filter(|table| table.key(other) == table.key(fingerprint)).count() as u64;
            for key in
                built.iter().flat_map(|built| row_key::row_keys(plan, other, document).map(move |key| (built, key)))
            {
                let insert = key.0.prepare_cached("INSERT INTO row_key VALUES (?1)");
                failed = insert.and_then(|mut insert| insert.execute([key.1])).err().or(failed.take());
            }
        })?;
        failed.map_or(Ok(()), Err)?;
        let bytes = documents * tables.len() as u64 * key_bytes(fingerprint.width());
        let Some(built) = built else { return Ok(of_plan(plan, rows, bytes)) };
        let mut statement = built.prepare("SELECT key FROM row_key WHERE key >= ?1 AND key < ?2")?;
        let (_, took) = warm(|| {
            let mut near = 0u64;
            for [from, to] in row_key::ranges(plan, fingerprint) {
                let mut rows = statement.query(params![from, to])?;
                while let Some(row) = rows.next()? {
                    let key = row_key::parse(row.get_ref(0)?.as_blob().unwrap_or_default(), fingerprint.width());
                    near += u64::from(key.is_some_and(|(other, _)| fingerprint.hamming(other) <= plan.exact_k()));
                }
            }
            Ok(near)
        })?;
        Ok(Way { took: Some(took), ..of_plan(plan, rows, bytes) })
    }

    /// The time to look up every fingerprint within k; `None` if it was stopped.
    fn enumerate(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Option<Duration>, LibraryError> {
        let mut statement = self.connection.prepare_cached("SELECT id FROM document WHERE fingerprint = ?1")?;
        let started = Instant::now();
        let mut stack = vec![(fingerprint.value(), 0, k)];
        while let Some((value, from, left)) = stack.pop() {
            if watch.stopped() {
                return Ok(None);
            }
            let bytes = row_key::to_bytes(Fingerprint::new(value, fingerprint.width()));
            let mut rows = statement.query([bytes])?;
            while rows.next()?.is_some() {}
            if left > 0 {
                stack.extend((from..fingerprint.width()).map(|bit| (value ^ 1 << bit, bit + 1, left - 1)));
            }
        }
        Ok(Some(started.elapsed()))
    }
}

fn of_plan(plan: &Plan, rows: u64, bytes: u64) -> Way {
    let kind = WayKind::Tables { blocks: plan.blocks().len() as u8, chosen: plan.chosen() as u8 };
    Way { kind, look_ups: plan.tables().len() as u64, rows, bytes, took: None }
}

/// The second of two tries, for which the pages are in memory.
pub(super) fn warm<T>(mut look_up: impl FnMut() -> Result<T, LibraryError>) -> Result<(T, Duration), LibraryError> {
    look_up()?;
    let started = Instant::now();
    Ok((look_up()?, started.elapsed()))
}

/// Bytes of a row key: segment, flag, fingerprint, document.
pub(super) fn key_bytes(width: u8) -> u64 {
    9 + u64::from(width.div_ceil(8))
}

/// How many fingerprints of that width are at most k bits from one: Σ (width choose i), i from 0 to k.
pub(super) fn fingerprints_within(width: u8, k: u32) -> u64 {
    let (mut choices, mut sum) = (1u128, 1u128);
    for i in 1..=u128::from(k.min(width.into())) {
        choices = choices.saturating_mul(u128::from(width) + 1 - i) / i;
        sum = sum.saturating_add(choices);
    }
    u64::try_from(sum).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_fingerprints_are_within_k() {
        assert_eq!([0, 1, 3].map(|k| fingerprints_within(64, k)), [1, 65, 43_745]);
        assert_eq!(fingerprints_within(3, 9), 8);
        assert_eq!(fingerprints_within(128, 64), u64::MAX);
    }
}
