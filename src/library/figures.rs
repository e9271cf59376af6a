//! Figures of the engines that can be measured here: row keys in `SQLite`, and a scan in memory. They are kept in the folder
//! of the libraries.

use std::{
    fs, io,
    ops::Range,
    path::{Path, PathBuf},
    time::Instant,
};

use rusqlite::{Connection, OpenFlags, TransactionBehavior::Immediate};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{
    LibraryError, TABLES_K,
    capacity::{EngineFigures, EngineKind, MeasuredTime},
    place, row_key,
    sqlite::{Sqlite, begin, connect},
};
use crate::{
    files::{Disk, Placing, create_folders, random_id, write_all},
    search::{Flat, Plan},
    simhash::{Fingerprint, Recipe, RecipeWithK, Watch},
};

/// The sizes that are measured.
const SIZES: [u32; 2] = [100_000, 1_000_000];
/// Keys of so many documents are written at a time, as when they are added.
const WRITTEN: u32 = 100_000;
/// Look-ups of which the time is the median.
const LOOK_UPS: u32 = 201;
const SCANS: u32 = 21;
const SCHEMA: &str = "simscope/library-figures/1";

#[derive(Serialize, Deserialize)]
struct StoredFigures {
    schema: String,
    engines: Vec<EngineFigures>,
}

/// The figures that were measured on this machine; none if that was not done, or cannot be read.
pub(crate) fn measured_figures() -> Vec<EngineFigures> {
    let bytes = file().and_then(|file| fs::read(file).ok()).unwrap_or_default();
    let stored = serde_json::from_slice::<StoredFigures>(&bytes).ok().filter(|stored| stored.schema == SCHEMA);
    let sound = |figures: &EngineFigures| {
        let finite = figures.times.iter().map(|time| time.seconds).chain([figures.key_bytes]);
        finite.into_iter().all(|figure| figure.is_finite() && figure >= 0.0)
            && figures.times.iter().all(|time| time.documents > 0)
            && figures.times.is_sorted_by(|a, b| a.documents < b.documents)
    };
    stored.map_or_else(Vec::new, |stored| stored.engines.into_iter().filter(sound).collect())
}

/// Measures with libraries of 10⁵ and 10⁶ fingerprints, and keeps the figures; `None` if it was stopped.
///
/// # Errors
/// If they cannot be made or kept.
pub(crate) fn measure_figures(watch: &Watch) -> Result<Option<Vec<EngineFigures>>, LibraryError> {
    let (folder, file) = place::folder().zip(file()).ok_or(io::ErrorKind::NotFound)?;
    create_folders(&Disk::default(), &folder, false)?;
    watch.expect(SIZES.iter().map(|&size| u64::from(size)).sum());
    let mut tables = EngineFigures { engine: EngineKind::Sqlite, key_bytes: 0.0, times: Vec::new() };
    let mut scan = EngineFigures { engine: EngineKind::Scan, key_bytes: 8.0, times: Vec::new() };
    for size in SIZES {
        let documents = u64::from(size);
        let Some((key_bytes, seconds)) = sqlite(&folder, size, watch)? else { return Ok(None) };
        tables.key_bytes = key_bytes;
        tables.times.push(MeasuredTime { documents, seconds });
        scan.times.push(MeasuredTime { documents, seconds: scanned(size) });
    }
    let stored = StoredFigures { schema: SCHEMA.into(), engines: vec![tables, scan] };
    // Numbers and names always have a JSON form.
    let bytes = serde_json::to_vec_pretty(&stored).unwrap_or_default();
    write_all(&Disk::default(), &file, Placing { over: true, ..Placing::NEW }, &bytes)?;
    Ok(Some(stored.engines))
}

fn file() -> Option<PathBuf> {
    Some(place::folder()?.join("figures.json"))
}

/// Bytes of a row key, and the time of a look-up, in a library of random fingerprints on the disk of the libraries.
fn sqlite(folder: &Path, size: u32, watch: &Watch) -> Result<Option<(f64, f64)>, LibraryError> {
    let id = random_id().ok_or(io::ErrorKind::Unsupported)?;
    let path = folder.join(format!("measured-{id:032x}.db"));
    let made = filled(&path, &format!("{id:032x}"), size, watch).and_then(|library| {
        let Some(library) = library else { return Ok(None) };
        let sql = "SELECT sum(pgsize) FROM dbstat WHERE name = 'row_key'";
        let bytes: i64 = library.connection.query_row(sql, [], |row| row.get(0))?;
        let keys = f64::from(size) * library.identity.plan.as_ref().map_or(1, |plan| plan.tables().len()) as f64;
        // The second time the pages are in memory.
        median(LOOK_UPS, |number| library.near(fingerprint(number), TABLES_K, watch))?;
        let seconds = median(LOOK_UPS, |number| library.near(fingerprint(number), TABLES_K, watch))?;
        Ok(Some((bytes as f64 / keys, seconds)))
    });
    for ending in ["", "-wal", "-shm"] {
        let mut name = path.clone().into_os_string();
        name.push(ending);
        _ = fs::remove_file(name);
    }
    made
}

/// A library with nothing but row keys; `None` if it was stopped. It is not remembered, so it is only read after this.
fn filled(path: &Path, id: &str, size: u32, watch: &Watch) -> Result<Option<Sqlite>, LibraryError> {
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    begin(&connection, id, &RecipeWithK { recipe: Recipe::default(), k: None })?;
    let Ok(plan) = Plan::within(64, TABLES_K, 1) else { return Ok(None) };
    for from in (0..size).step_by(WRITTEN as usize) {
        if watch.stopped() {
            return Ok(None);
        }
        write(&mut connection, &plan, from..size.min(from + WRITTEN))?;
        watch.advance(u64::from(WRITTEN.min(size - from)));
    }
    Sqlite::new(connection).map(Some)
}

fn write(connection: &mut Connection, plan: &Plan, documents: Range<u32>) -> Result<(), LibraryError> {
    let mut keys: Vec<Vec<u8>> =
        documents.flat_map(|number| row_key::row_keys(plan, fingerprint(number), number)).collect();
    keys.sort_unstable();
    let transaction = connection.transaction_with_behavior(Immediate)?;
    {
        let mut insert = transaction.prepare_cached("INSERT INTO row_key VALUES (?1)")?;
        for key in keys {
            insert.execute([key])?;
        }
    }
    Ok(transaction.commit()?)
}

/// The time to compare a fingerprint with all.
fn scanned(size: u32) -> f64 {
    let mut all = Flat::empty(64);
    (0..size).for_each(|number| all.push(fingerprint(number)));
    median(SCANS, |number| Ok(all.within(fingerprint(number), TABLES_K))).unwrap_or_default()
}

/// The median time of so many tries, in seconds.
fn median<T>(tries: u32, mut look_up: impl FnMut(u32) -> Result<T, LibraryError>) -> Result<f64, LibraryError> {
    let mut times = Vec::new();
    for number in 0..tries {
        let begun = Instant::now();
        let found = look_up(number)?;
        times.push(begun.elapsed());
        drop(found);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2].as_secs_f64())
}

/// A number's fingerprint, as if of a text of its own.
fn fingerprint(number: u32) -> Fingerprint {
    Fingerprint::new(xxh3_64(&number.to_le_bytes()).into(), 64)
}
