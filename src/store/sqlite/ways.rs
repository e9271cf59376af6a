//! The ways to look a fingerprint up, each measured on the library, or counted if it is on paper alone.

use std::time::{Duration, Instant};

use rusqlite::{Connection, params};

use super::{Sqlite, count};
use crate::{
    search::Plan,
    simhash::{Fingerprint, Watch},
    store::{
        Store, StoreError, Way,
        cost::{key_bytes, warm},
        row_key,
    },
};

/// Tables of another plan are built in memory up to so many documents, to be measured.
const BUILT: u64 = 100_000;
/// No more fingerprints than these are looked up one by one.
const ENUMERATED: u64 = 1 << 20;

impl Sqlite {
    pub(super) fn measured_ways(
        &self,
        fingerprint: Fingerprint,
        k: u32,
        watch: &Watch,
    ) -> Result<Vec<Way>, StoreError> {
        let documents = count(&self.connection)?;
        let mut ways = Vec::new();
        if let Some(plan) = self.identity.plan_for(k) {
            let (found, took) = warm(|| self.near(fingerprint, k, watch))?;
            let rows = found.tables.iter().map(|table| table.rows).sum();
            let sql = "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name = 'row_key'";
            let bytes: i64 = self.connection.query_row(sql, [], |row| row.get(0))?;
            ways.push(Way { took: Some(took), ..Way::of_plan(plan, rows, bytes as u64) });
        }
        if let Ok(plan) = Plan::within(fingerprint.width(), k, 2) {
            ways.push(self.in_tables_of(&plan, fingerprint, documents, watch)?);
        }
        let near = self.near(fingerprint, k, watch)?.near.len() as u64;
        let [query, stored] = Way::enumerations(fingerprint, k, documents, near);
        let took = if query.look_ups <= ENUMERATED { self.enumerate(fingerprint, k, watch)? } else { None };
        ways.extend([Way { took, ..query }, stored]);
        let (_, took) = warm(|| self.scan(fingerprint, k, watch))?;
        ways.push(Way::scan(documents, took));
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
    ) -> Result<Way, StoreError> {
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
        let Some(built) = built else { return Ok(Way::of_plan(plan, rows, bytes)) };
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
        Ok(Way { took: Some(took), ..Way::of_plan(plan, rows, bytes) })
    }

    /// The time to look up every fingerprint within k; `None` if it was stopped.
    fn enumerate(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Option<Duration>, StoreError> {
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
