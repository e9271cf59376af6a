//! The memory of a library on servers, the ways to look a fingerprint up in it, and the costs of the layouts of tables:
//! of the one in use measured on the library, of the other by known figures.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use ::redis::Value;

use super::{
    Redis,
    layout::{Record, TOGETHER},
    nodes::Request,
};
use crate::{
    search::Plan,
    simhash::{Fingerprint, Watch},
    store::{
        EngineKind, FigureOrigin, Layout, LayoutCost, LibraryStats, ServerError, Store, StoreError, TABLES_K, Way,
        cost::{EngineFigures, warm},
    },
};

/// The memory of so many keys of a kind is asked for, spread evenly over all of them.
const SAMPLE: u64 = 1024;
/// So many look-ups are asked for together, as for the figures that come with the program.
const BATCH: usize = 50;
/// Batches on a library, of which the time is the median.
const BATCHES: usize = 21;

impl Layout {
    fn engine(self) -> EngineKind {
        match self {
            Self::Packed => EngineKind::RedisPacked,
            Self::Sets => EngineKind::RedisSets,
        }
    }
}

/// The value, or `None` where the user has no right to ask for it.
fn unless_forbidden<T>(asked: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match asked {
        Err(StoreError::Server(ServerError::Forbidden(_))) => Ok(None),
        asked => asked.map(Some),
    }
}

impl Redis {
    pub(super) fn measured(&self) -> Result<LibraryStats, StoreError> {
        let numbers = self.paths()?;
        let documents = numbers.len() as u64;
        let with_fingerprint = numbers.iter().filter(|(_, has)| *has).count() as u64;
        let tables = unless_forbidden(self.memory_of_tables(&numbers, with_fingerprint))?;
        Ok(LibraryStats {
            documents,
            without_fingerprint: documents - with_fingerprint,
            passages: None,
            bytes: tables.as_ref().map(|tables| tables.iter().map(|(_, bytes)| bytes).sum()),
            tables: tables.unwrap_or_default(),
        })
    }

    /// The memory of all keys of each kind, the largest first.
    fn memory_of_tables(
        &self,
        numbers: &BTreeSet<(u32, bool)>,
        with_fingerprint: u64,
    ) -> Result<Vec<(String, u64)>, StoreError> {
        let last = numbers.last().map_or(0, |(last, _)| u64::from(last / TOGETHER) + 1);
        let mut tables =
            vec![("documents".to_owned(), self.memory(last, |nth| self.keys.document(nth as u32 * TOGETHER).0)?)];
        let records = self.sampled_records(numbers)?;
        let paths = records.iter().map(|record| self.keys.path(&record.path).0).collect();
        tables.push(("paths".to_owned(), self.memory_of_all(paths, "HLEN", 1, numbers.len() as u64)?));
        let fingerprints = self.fingerprints_of(&records);
        if let Some(plan) = &self.identity.plan {
            let memory = self.tables_memory(plan, &fingerprints, with_fingerprint)?;
            tables.extend(memory.into_iter().zip(1..).map(|(bytes, nth)| (format!("table {nth}"), bytes)));
        }
        tables.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Ok(tables)
    }

    /// Records of documents, spread evenly over these.
    fn sampled_records(&self, numbers: &BTreeSet<(u32, bool)>) -> Result<Vec<Record>, StoreError> {
        let step = numbers.len().div_ceil(SAMPLE as usize).max(1);
        let sample: Vec<u32> = numbers.iter().step_by(step).map(|(number, _)| *number).collect();
        Ok(self.records(&sample)?.into_iter().flatten().collect())
    }

    fn fingerprints_of(&self, records: &[Record]) -> Vec<Fingerprint> {
        records.iter().filter_map(|record| record.fingerprint(self.width()).ok().flatten()).collect()
    }

    /// The memory of each table with so many documents, from the segments that a sample of their fingerprints has.
    fn tables_memory(&self, plan: &Plan, sample: &[Fingerprint], documents: u64) -> Result<Vec<u64>, StoreError> {
        let (count, size) = self.layout.count(self.width());
        let memory = |at: usize| {
            let key = |&fingerprint: &Fingerprint| self.keys.tables(plan, fingerprint).nth(at);
            let keys: Vec<String> = sample.iter().filter_map(key).map(|(key, ..)| key).collect();
            self.memory_of_all(keys, count, size, documents)
        };
        (0..plan.tables().len()).map(memory).collect()
    }

    /// The memory of so many keys, from a sample.
    fn memory(&self, keys: u64, key: impl Fn(u64) -> String) -> Result<u64, StoreError> {
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

    /// The memory of all keys of a kind, from those that a sample of so many documents has entries in. Each entry bears
    /// its share of its key: `count` asks for `size` times their number.
    fn memory_of_all(&self, keys: Vec<String>, count: &str, size: u64, documents: u64) -> Result<u64, StoreError> {
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
    pub(super) fn measured_ways(
        &self,
        fingerprint: Fingerprint,
        k: u32,
        watch: &Watch,
    ) -> Result<Vec<Way>, StoreError> {
        let documents = self.len()?;
        let mut ways = Vec::new();
        let (found, took) = warm(|| self.near(fingerprint, k, watch))?;
        if let Some(plan) = self.identity.plan_for(k) {
            let rows = found.tables.iter().map(|table| table.rows).sum();
            let tables = self.measured()?.tables;
            let bytes = tables.iter().filter(|(name, _)| name.starts_with("table")).map(|(_, bytes)| bytes).sum();
            ways.push(Way { took: Some(took), ..Way::of_plan(plan, rows, bytes) });
        }
        ways.extend(Way::enumerations(fingerprint, k, documents, found.near.len() as u64));
        let started = Instant::now();
        self.scan(fingerprint, k, watch)?;
        ways.push(Way::scan(documents, started.elapsed()));
        Ok(ways)
    }

    /// The costs of all layouts for this library; none if no document has a fingerprint.
    pub(super) fn layout_costs(&self) -> Result<Vec<LayoutCost>, StoreError> {
        let Some(plan) = &self.identity.plan else { return Ok(Vec::new()) };
        let numbers = self.paths()?;
        let documents = numbers.iter().filter(|(_, has)| *has).count() as u64;
        let fingerprints = self.fingerprints_of(&self.sampled_records(&numbers)?);
        if fingerprints.is_empty() {
            return Ok(Vec::new());
        }
        let memory = unless_forbidden(self.tables_memory(plan, &fingerprints, documents))?;
        let Some(bytes) = memory.map(|tables| tables.iter().sum::<u64>()) else { return Ok(Vec::new()) };
        let mut some = fingerprints.iter().copied().cycle();
        let mut entries = 0;
        let mut times: Vec<Duration> = Vec::new();
        for _ in 0..BATCHES {
            let batch: Vec<Fingerprint> = some.by_ref().take(BATCH).collect();
            let begun = Instant::now();
            entries += self.look_up_all(plan, &batch)?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        let seconds = times[BATCHES / 2].as_secs_f64();
        // The entries of a segment are the same in any layout.
        let candidates = entries as f64 / (BATCHES * BATCH) as f64;
        let cost = |layout: Layout| {
            if layout == self.layout {
                let bytes = bytes as f64 / documents as f64;
                let look_ups = BATCH as f64 / seconds.max(f64::MIN_POSITIVE);
                let origin = FigureOrigin::Library;
                return Some(LayoutCost { engine: layout.engine(), origin, bytes, look_ups, candidates });
            }
            let figures = EngineFigures::of_engine(layout.engine(), self.width())?;
            let bytes = figures.bytes(Some(plan), documents) / documents as f64;
            let look_ups = 1.0 / figures.seconds(candidates)?;
            Some(LayoutCost { engine: layout.engine(), origin: figures.origin, bytes, look_ups, candidates })
        };
        Ok(Layout::ALL.into_iter().filter_map(cost).collect())
    }

    /// Reads the segments of fingerprints at once, and compares their entries. Returns how many there are.
    fn look_up_all(&self, plan: &Plan, fingerprints: &[Fingerprint]) -> Result<u64, StoreError> {
        let keys: Vec<(Fingerprint, String)> = fingerprints
            .iter()
            .flat_map(|&fingerprint| self.keys.tables(plan, fingerprint).map(move |(key, ..)| (fingerprint, key)))
            .collect();
        let requests: Vec<Request> =
            keys.iter().map(|(_, key)| Request::new(self.layout.read(), key.clone())).collect();
        let answers = self.nodes().read(&requests)?;
        let (mut read, mut near) = (0, 0);
        for ((fingerprint, key), answer) in keys.into_iter().zip(answers) {
            let entries = self.entries(answer).ok_or(StoreError::KeyInTheWay(key))?;
            read += entries.len() as u64;
            near += entries.iter().filter(|(other, _)| fingerprint.hamming(*other) <= TABLES_K).count();
        }
        std::hint::black_box(near);
        Ok(read)
    }
}
