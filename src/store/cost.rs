//! The costs of a library of any size in each engine: space, memory, look-ups, candidates and time.
//!
//! Look-ups and candidates are those of a [`Plan`], if the bits of fingerprints are random. Space is so much for each
//! entry of a table, and on servers so much for each key that has entries. The time of a look-up is in proportion to
//! its candidates, as it was measured with a million documents; it holds while the keys are in memory, so a disk that
//! has to be read takes longer.

use std::time::Duration;

use serde::Serialize;

use super::LibraryStats;
use crate::search::Plan;

/// A look-up that takes longer is not for a person who waits.
const PATIENCE: f64 = 0.1;
/// The memory of a server that is not out of the ordinary, in bytes: 32 GB.
const SERVER: f64 = 32e9;
/// Documents have numbers of 32 bits.
const NUMBERS: u64 = 1 << 32;
/// The largest size that is planned for.
pub(crate) const LARGEST: u64 = 1 << 40;
/// So many documents the times were measured with.
const MEASURED: u64 = 1_000_000;
/// Keys of more blocks take more space than any engine has.
const MOST_CHOSEN: u8 = 2;

/// An engine, with the way it keeps keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EngineKind {
    /// The row keys of a library.
    Sqlite,
    /// A string for each key, with a fingerprint and the number of its document for each entry: 12 bytes for 64 bits.
    RedisPacked,
    /// A set for each key, as in article 004.
    RedisSets,
    /// A row for each row key.
    Hbase,
    /// Fingerprints in memory, all of which are compared.
    Scan,
}

/// The origin of the figures of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FigureOrigin {
    /// Measured on the library itself.
    Library,
    /// Measured on another machine: two shared cores of a server, Redis 7.0 on the same machine in batches of 50.
    Elsewhere,
    /// Calculated from the format of its files.
    Format,
}

/// The measurements of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
struct EngineFigures {
    engine: EngineKind,
    /// Bytes of a row key, of an entry on a server, or of a fingerprint in a scan.
    key_bytes: f64,
    /// Bytes of a key of a server beside its entries: documents with the same segment share it.
    shared_bytes: f64,
    /// Seconds of a look-up among [`MEASURED`] documents, with the tables of one block for k = 3 of 64 bits.
    seconds: Option<f64>,
    origin: FigureOrigin,
}

/// Why an engine is not for more documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CapacityLimit {
    /// A look-up takes more than a tenth of a second.
    Time,
    /// It takes more memory than a server has.
    Memory,
    /// Numbers of documents have 32 bits.
    Numbers,
}

/// The costs of a number of documents in an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Capacity {
    pub engine: EngineKind,
    pub origin: FigureOrigin,
    /// Tables of keys: how many, of how many blocks, how many of them in a key; `None` for a scan.
    pub tables: Option<[usize; 3]>,
    /// Ranges or keys that are looked up.
    pub look_ups: u64,
    /// Fingerprints that are compared.
    pub candidates: f64,
    /// All the space, in bytes.
    pub bytes: f64,
    /// The part in memory, in bytes; 0 if the engine works on a disk.
    pub memory: f64,
    /// Time of a look-up; `None` if that was not measured.
    pub seconds: Option<f64>,
    /// Up to so many documents it is sensible, and why not for more; `None` if nothing is known against it.
    pub until: Option<(u64, CapacityLimit)>,
}

/// The figures that come with the program.
fn all_figures() -> [EngineFigures; 5] {
    use FigureOrigin::{Elsewhere, Format};
    // KeyValue of HBase: lengths 4 + 4 + 2 + 1, row 17, family 1, qualifier 4, time 8, type 1, and a path of 60 bytes;
    // without compression, and once, not for each replica.
    let hbase = 42.0 + 60.0;
    // Redis: the memory of one server of 7.0 (`used_memory`) with the keys and entries of a library of random
    // fingerprints: packed, 277 bytes a document at 10⁵, 193 at 2 · 10⁵ and 104 at 10⁶; as sets, 579, 439 and 295. The
    // first and the last make the figures, which say 200 and 451 for the one between.
    [
        (EngineKind::Sqlite, [97.0 / 4.0, 0.0], Some(0.07e-3), Elsewhere),
        (EngineKind::RedisPacked, [19.7, 96.8], Some(1.0 / 102_000.0), Elsewhere),
        (EngineKind::RedisSets, [63.3, 158.8], Some(1.0 / 22_000.0), Elsewhere),
        (EngineKind::Hbase, [hbase, 0.0], None, Format),
        (EngineKind::Scan, [8.0, 0.0], Some(1e-3), Elsewhere),
    ]
    .map(|(engine, [key_bytes, shared_bytes], seconds, origin)| EngineFigures {
        engine,
        key_bytes,
        shared_bytes,
        seconds,
        origin,
    })
}

/// The costs of so many documents in every engine and with every plan that is exact up to `k`.
pub(crate) fn capacities(documents: u64, width: u8, k: u32) -> Vec<Capacity> {
    let plans: Vec<Plan> = (1..=MOST_CHOSEN).filter_map(|chosen| Plan::within(width, k, chosen).ok()).collect();
    let mut all = Vec::new();
    for figures in all_figures() {
        let figures = figures.of_width(width);
        let plans: Vec<Option<&Plan>> =
            if figures.engine == EngineKind::Scan { vec![None] } else { plans.iter().map(Some).collect() };
        let capacity = |plan| Capacity { until: last_sensible(&figures, plan), ..figures.of(plan, documents) };
        all.extend(plans.into_iter().map(capacity));
    }
    all
}

/// The parts of a library in a file: row keys, what is known of documents, hashes of passages, kept texts.
pub(crate) const PARTS: [&str; 4] = ["keys", "documents", "passages", "texts"];

/// Bytes of a document in each of the [`PARTS`]: of a text of 5 KB or 1,700 Han characters, with 64 bits.
const PART_BYTES: [f64; 4] = [97.0, 150.0, 1_450.0, 2_300.0];

/// So many documents are added a second, from files, by two cores to a library of a million.
const ADDED: f64 = 1_600.0;

/// What a part of a library in a file takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlannedPart {
    /// One of the [`PARTS`].
    pub part: &'static str,
    /// Bytes of a document.
    pub each: f64,
    pub origin: FigureOrigin,
}

/// What the parts of a library take: by the averages of one, or those that come with the program.
pub(crate) fn planned_parts(width: u8, measured: Option<&LibraryStats>) -> [PlannedPart; 4] {
    // Only a file has these parts.
    let measured = measured.filter(|stats| stats.documents > 0 && stats.passages.is_some());
    let keys = EngineFigures { key_bytes: PART_BYTES[0] / 4.0, ..all_figures()[0] }.of_width(width).key_bytes * 4.0;
    std::array::from_fn(|at| {
        let own = measured.map(|stats| stats.parts()[at] as f64 / stats.documents as f64).filter(|&each| each > 0.0);
        let each = if at == 0 { keys } else { PART_BYTES[at] };
        let origin = if own.is_some() { FigureOrigin::Library } else { FigureOrigin::Elsewhere };
        PlannedPart { part: PARTS[at], each: own.unwrap_or(each), origin }
    })
}

/// How long it takes to add so many documents.
pub(crate) fn adding_takes(documents: u64) -> Duration {
    Duration::from_secs_f64(documents as f64 / ADDED)
}

impl EngineKind {
    pub(crate) fn in_memory(self) -> bool {
        matches!(self, Self::RedisPacked | Self::RedisSets | Self::Scan)
    }
}

impl EngineFigures {
    /// For fingerprints so wide: they were measured with 64 bits, which are a part of the key.
    fn of_width(self, width: u8) -> Self {
        Self { key_bytes: (self.key_bytes + (f64::from(width) - 64.0) / 8.0).max(0.0), ..self }
    }

    /// All the space of so many documents.
    fn bytes(&self, plan: Option<&Plan>, documents: u64) -> f64 {
        let (look_ups, _) = work(plan, documents);
        let shared = plan.map_or(0.0, |plan| keys(plan, documents)) * self.shared_bytes;
        documents as f64 * look_ups * self.key_bytes + shared
    }

    /// All but the limit.
    fn of(&self, plan: Option<&Plan>, documents: u64) -> Capacity {
        let (look_ups, candidates) = work(plan, documents);
        let bytes = self.bytes(plan, documents);
        Capacity {
            engine: self.engine,
            origin: self.origin,
            tables: plan.map(|plan| [plan.tables().len(), plan.blocks().len(), plan.chosen()]),
            look_ups: look_ups as u64,
            candidates,
            bytes,
            memory: if self.engine.in_memory() { bytes } else { 0.0 },
            seconds: self.seconds(candidates),
            until: None,
        }
    }

    /// The time of a look-up: at least the one that was measured, and in proportion to the candidates.
    fn seconds(&self, candidates: f64) -> Option<f64> {
        let plan = Plan::within(64, 3, 1).ok().filter(|_| self.engine != EngineKind::Scan);
        let (_, compared) = work(plan.as_ref(), MEASURED);
        Some(self.seconds? * (candidates / compared).max(1.0))
    }

    fn limit(&self, plan: Option<&Plan>, documents: u64) -> Option<CapacityLimit> {
        let of = self.of(plan, documents);
        let numbered = matches!(self.engine, EngineKind::Sqlite | EngineKind::Hbase);
        if of.seconds.is_some_and(|seconds| seconds > PATIENCE) {
            Some(CapacityLimit::Time)
        } else if of.memory > SERVER {
            Some(CapacityLimit::Memory)
        } else {
            (numbered && documents > NUMBERS).then_some(CapacityLimit::Numbers)
        }
    }
}

/// How many ranges are looked up, and how many fingerprints compared.
fn work(plan: Option<&Plan>, documents: u64) -> (f64, f64) {
    plan.map_or((1.0, documents as f64), |plan| (plan.tables().len() as f64, plan.cost(documents).candidates))
}

/// How many keys of segments so many documents take, if their bits are random.
fn keys(plan: &Plan, documents: u64) -> f64 {
    let used = |bits: u8| {
        let all = f64::from(bits).exp2();
        // As (1 − 1/all)^documents, but exact for long keys.
        -all * (documents as f64 * (-1.0 / all).ln_1p()).exp_m1()
    };
    plan.tables().iter().map(|table| used(table.bits)).sum()
}

/// The last size without a limit, and the limit after it. Limits only grow with the size.
fn last_sensible(figures: &EngineFigures, plan: Option<&Plan>) -> Option<(u64, CapacityLimit)> {
    let (mut sensible, mut beyond) = (0, LARGEST);
    let mut why = figures.limit(plan, beyond)?;
    while beyond - sensible > 1 {
        let middle = sensible + (beyond - sensible) / 2;
        match figures.limit(plan, middle) {
            Some(limit) => (beyond, why) = (middle, limit),
            None => sensible = middle,
        }
    }
    Some((sensible, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(all: &[Capacity], engine: EngineKind) -> Capacity {
        *all.iter().find(|one| one.engine == engine).expect("every engine")
    }

    #[test]
    fn the_sizes_of_article_004_take_terabytes() {
        let all = capacities(1 << 34, 64, 3);
        assert_eq!(all.len(), 9, "four engines with two plans, and the scan");
        let packed = of(&all, EngineKind::RedisPacked);
        assert_eq!((packed.look_ups, packed.candidates), (4, 4.0 * 262_144.0));
        assert!((1.3e12..1.4e12).contains(&packed.bytes) && packed.memory.to_bits() == packed.bytes.to_bits());
        let (documents, why) = packed.until.expect("memory ends");
        assert!(why == CapacityLimit::Memory && (405_000_000..406_000_000).contains(&documents), "{documents}");
        assert_eq!(of(&all, EngineKind::Hbase).until, Some((1 << 32, CapacityLimit::Numbers)));
        assert_eq!(of(&all, EngineKind::Hbase).seconds, None);
        assert_eq!(of(&all, EngineKind::Scan).until, Some((100_000_000, CapacityLimit::Time)));
    }

    #[test]
    fn fewer_documents_share_the_keys_of_a_server() {
        for (engine, expected) in
            [(EngineKind::RedisPacked, [277.0, 193.0, 104.0]), (EngineKind::RedisSets, [579.0, 439.0, 295.0])]
        {
            for (documents, expected) in [100_000, 200_000, 1_000_000].into_iter().zip(expected) {
                let each = of(&capacities(documents, 64, 3), engine).bytes / documents as f64;
                assert!((each / expected - 1.0f64).abs() < 0.05, "{engine:?}: {each} for {expected} at {documents}");
            }
        }
        let plan = Plan::within(64, 3, 2).unwrap();
        assert!((keys(&plan, 1) - 10.0).abs() < 1e-3, "one document has a key in each table");
    }
}
