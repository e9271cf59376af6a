//! The memory of a library on servers, and the ways to look a fingerprint up in it, measured.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use ::redis::Value;

use super::{Redis, keys::TOGETHER, nodes::Request, record::Record};
use crate::{
    library::{
        LibraryError, LibraryStats, Way, WayKind,
        engine::Engine,
        near::scan,
        ways::{fingerprints_within, key_bytes, warm},
    },
    search::Plan,
    simhash::{Fingerprint, Watch},
};

/// The memory of so many keys of a kind is asked for, spread evenly over all of them.
const SAMPLE: u64 = 1024;

impl Redis {
    pub(super) fn stats(&self) -> Result<LibraryStats, LibraryError> {
        let numbers = self.paths()?;
        let documents = numbers.len() as u64;
        let last = numbers.last().map_or(0, |(last, _)| u64::from(last / TOGETHER) + 1);
        let mut tables =
            vec![("documents".to_owned(), self.memory(last, |nth| self.keys.document(nth as u32 * TOGETHER).0)?)];
        let records = self.sampled_records(&numbers)?;
        let paths = records.iter().map(|record| self.keys.path(&record.path).0).collect();
        tables.push(("paths".to_owned(), self.memory_of_all(paths, "HLEN", 1, documents)?));
        let with_fingerprint = numbers.iter().filter(|(_, has)| *has).count() as u64;
        let fingerprints = self.fingerprints_of(&records);
        if let Some(plan) = &self.identity.plan {
            let memory = self.tables_memory(plan, &fingerprints, with_fingerprint)?;
            tables.extend(memory.into_iter().zip(1..).map(|(bytes, nth)| (format!("table {nth}"), bytes)));
        }
        tables.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Ok(LibraryStats {
            documents,
            without_fingerprint: documents - with_fingerprint,
            passages: None,
            bytes: tables.iter().map(|(_, bytes)| bytes).sum(),
            tables,
        })
    }

    /// Fingerprints of documents, spread evenly over these.
    pub(super) fn sampled(&self, numbers: &BTreeSet<(u32, bool)>) -> Result<Vec<Fingerprint>, LibraryError> {
        Ok(self.fingerprints_of(&self.sampled_records(numbers)?))
    }

    fn sampled_records(&self, numbers: &BTreeSet<(u32, bool)>) -> Result<Vec<Record>, LibraryError> {
        let step = numbers.len().div_ceil(SAMPLE as usize).max(1);
        let sample: Vec<u32> = numbers.iter().step_by(step).map(|(number, _)| *number).collect();
        Ok(self.records(&sample)?.into_iter().flatten().collect())
    }

    fn fingerprints_of(&self, records: &[Record]) -> Vec<Fingerprint> {
        records.iter().filter_map(|record| record.fingerprint(self.width()).ok().flatten()).collect()
    }

    /// The memory of each table with so many documents, from the segments that a sample of their fingerprints has.
    pub(super) fn tables_memory(
        &self,
        plan: &Plan,
        sample: &[Fingerprint],
        documents: u64,
    ) -> Result<Vec<u64>, LibraryError> {
        let (count, size) = self.layout.count(self.width());
        let memory = |at: usize| {
            let key = |&fingerprint: &Fingerprint| self.keys.tables(plan, fingerprint).nth(at);
            let keys: Vec<String> = sample.iter().filter_map(key).map(|(key, ..)| key).collect();
            self.memory_of_all(keys, count, size, documents)
        };
        (0..plan.tables().len()).map(memory).collect()
    }

    /// The memory of so many keys, from a sample.
    fn memory(&self, keys: u64, key: impl Fn(u64) -> String) -> Result<u64, LibraryError> {
        let asked = keys.min(SAMPLE);
        let requests: Vec<Request> = (0..asked).map(|nth| Request::memory(key(nth * keys / asked))).collect();
        let mut bytes = 0;
        for answer in self.nodes().read(&requests)? {
            if let Value::Int(of_key) = answer {
                bytes += of_key as u64;
            }
        }
        Ok((bytes as f64 * keys as f64 / asked.max(1) as f64).round() as u64)
    }

    /// The memory of all keys of a kind, from those that a sample of so many documents has entries in. Each entry bears its
    /// share of its key: `count` asks for `size` times their number.
    fn memory_of_all(&self, keys: Vec<String>, count: &str, size: u64, documents: u64) -> Result<u64, LibraryError> {
        let asked = keys.len().max(1);
        let both = |key: String| [Request::memory(key.clone()), Request::new(count, key)];
        let requests: Vec<Request> = keys.into_iter().flat_map(both).collect();
        let answers = self.nodes().read(&requests)?;
        let share = |pair: &[Value]| match pair {
            [Value::Int(bytes), Value::Int(entries @ 1..)] => *bytes as f64 / (*entries as f64 / size as f64),
            _ => 0.0,
        };
        let shares: f64 = answers.chunks(2).map(share).sum();
        Ok((shares * documents as f64 / asked as f64).round() as u64)
    }

    /// A look-up in the tables of the library, then the ways on paper, then a scan.
    pub(super) fn ways(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Vec<Way>, LibraryError> {
        let documents = self.count(u64::MAX)?;
        let mut ways = Vec::new();
        let (found, took) = warm(|| self.near(fingerprint, k, watch))?;
        if let Some(plan) = self.identity.plan.as_ref().filter(|plan| k <= plan.exact_k()) {
            let rows = found.tables.iter().map(|table| table.rows).sum();
            let stats = self.stats()?;
            let bytes = stats.tables.iter().filter(|(name, _)| name.starts_with("table")).map(|(_, bytes)| bytes).sum();
            let kind = WayKind::Tables { blocks: plan.blocks().len() as u8, chosen: plan.chosen() as u8 };
            ways.push(Way { kind, look_ups: plan.tables().len() as u64, rows, bytes, took: Some(took) });
        }
        let near = found.near.len() as u64;
        let within = fingerprints_within(fingerprint.width(), k);
        let on_paper = |kind, look_ups, bytes| Way { kind, look_ups, rows: near, bytes, took: None };
        ways.push(on_paper(WayKind::QueryEnumeration, within, 0));
        let bytes = documents.saturating_mul(within).saturating_mul(key_bytes(fingerprint.width()));
        ways.push(on_paper(WayKind::StoreEnumeration, 1, bytes));
        let took = self.scanned(fingerprint, k, watch)?;
        ways.push(Way { kind: WayKind::Scan, look_ups: 1, rows: documents, bytes: 0, took: Some(took) });
        Ok(ways)
    }

    fn scanned(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Duration, LibraryError> {
        let started = Instant::now();
        scan(fingerprint, k, |visit| self.each_fingerprint(watch, visit))?;
        Ok(started.elapsed())
    }
}
