//! The costs of a number of documents in each engine, for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::write;
use crate::{
    cli::settings::ResolvedSettings,
    library::{Capacity, CapacityLimit, EngineKind, FigureOrigin},
};

#[derive(Serialize)]
struct JsonPlan {
    schema: &'static str,
    documents: u64,
    bits: u8,
    k: u32,
    engines: Vec<JsonCapacity>,
}

#[derive(Serialize)]
struct JsonCapacity {
    engine: EngineKind,
    tables: Option<usize>,
    blocks: Option<usize>,
    /// Blocks in a key.
    chosen: Option<usize>,
    look_ups: u64,
    candidates: f64,
    bytes: f64,
    memory: f64,
    /// Time of a look-up; `null` if it was not measured.
    ms: Option<f64>,
    /// The largest number of documents for which the engine is sensible; `null` if nothing is known against any.
    until: Option<u64>,
    limit: Option<CapacityLimit>,
    figures: FigureOrigin,
}

/// Writes one object.
pub(in crate::cli) fn library_plan(
    out: &mut dyn Write,
    documents: u64,
    all: &[Capacity],
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let engines = all.iter().map(capacity).collect();
    let (bits, k) = (settings.recipe.bits, settings.k());
    write(out, 2, &JsonPlan { schema: "simscope/library-plan/1", documents, bits, k, engines })
}

fn capacity(of: &Capacity) -> JsonCapacity {
    let (until, limit) = of.until.unzip();
    JsonCapacity {
        engine: of.engine,
        tables: of.tables.map(|[tables, ..]| tables),
        blocks: of.tables.map(|[_, blocks, _]| blocks),
        chosen: of.tables.map(|[.., chosen]| chosen),
        look_ups: of.look_ups,
        candidates: of.candidates,
        bytes: of.bytes,
        memory: of.memory,
        ms: of.seconds.map(|seconds| seconds * 1000.0),
        until,
        limit,
        figures: of.origin,
    }
}
