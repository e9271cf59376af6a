//! The costs of the layouts of tables: of the one in use measured on the library, of the other by known figures.

use std::time::{Duration, Instant};

use super::{Redis, nodes::Request};
use crate::{
    library::{
        EngineKind, FigureOrigin, LayoutCost, LibraryError, TABLES_K, capacity::EngineFigures, server_place::Layout,
    },
    search::Plan,
    simhash::Fingerprint,
};

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

impl Redis {
    /// The costs of all layouts for this library; none if no document has a fingerprint.
    pub(super) fn layouts(&self) -> Result<Vec<LayoutCost>, LibraryError> {
        let Some(plan) = &self.identity.plan else { return Ok(Vec::new()) };
        let numbers = self.paths()?;
        let documents = numbers.iter().filter(|(_, has)| *has).count() as u64;
        let fingerprints = self.sampled(&numbers)?;
        if fingerprints.is_empty() {
            return Ok(Vec::new());
        }
        let bytes: u64 = self.tables_memory(plan, &fingerprints, documents)?.iter().sum();
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
    fn look_up_all(&self, plan: &Plan, fingerprints: &[Fingerprint]) -> Result<u64, LibraryError> {
        let keys: Vec<(Fingerprint, String)> = fingerprints
            .iter()
            .flat_map(|&fingerprint| self.keys.tables(plan, fingerprint).map(move |(key, ..)| (fingerprint, key)))
            .collect();
        let requests: Vec<Request> =
            keys.iter().map(|(_, key)| Request::new(self.layout.read(), key.clone())).collect();
        let answers = self.nodes().read(&requests)?;
        let (mut read, mut near) = (0, 0);
        for ((fingerprint, key), answer) in keys.into_iter().zip(answers) {
            let entries = self.entries(answer).ok_or(LibraryError::KeyInTheWay(key))?;
            read += entries.len() as u64;
            near += entries.iter().filter(|(other, _)| fingerprint.hamming(*other) <= TABLES_K).count();
        }
        std::hint::black_box(near);
        Ok(read)
    }
}
