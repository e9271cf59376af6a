//! Figures of the engines that can be measured here: row keys in `SQLite`, a scan in memory, and both layouts of a server, if
//! one is named. They are kept in the folder of the libraries.

use std::{fs, io, ops::Range, path::Path};

use rusqlite::{Connection, OpenFlags, TransactionBehavior::Immediate};

#[cfg(feature = "redis")]
use super::redis::measured_layout;
use super::{
    LibraryError, TABLES_K,
    capacity::{EngineFigures, EngineKind, MeasuredTime},
    kept_figures::{keep, measured_figures},
    place, row_key,
    server_place::{Layout, ServerPlace},
    sqlite::{Sqlite, begin, connect},
    timing::{LOOK_UPS, fingerprint, median},
};
use crate::{
    files::{Disk, create_folders, random_id},
    search::{Flat, Plan},
    simhash::{Recipe, RecipeWithK, Watch},
};

/// The sizes that are measured.
const SIZES: [u32; 2] = [100_000, 1_000_000];
/// Keys of so many documents are written at a time, as when they are added.
const WRITTEN: u32 = 100_000;
const SCANS: u32 = 21;
/// Measures with libraries of 10⁵ and 10⁶ fingerprints, on a server too if one is named, and keeps the figures with older ones
/// of engines that are not measured; `None` if it was stopped.
///
/// # Errors
/// If they cannot be made or kept.
pub(crate) fn measure_figures(
    server: Option<&ServerPlace>,
    watch: &Watch,
) -> Result<Option<Vec<EngineFigures>>, LibraryError> {
    let folder = place::folder().ok_or(io::ErrorKind::NotFound)?;
    create_folders(&Disk::default(), &folder, false)?;
    watch.expect(SIZES.iter().map(|&size| u64::from(size)).sum());
    let mut engines = Vec::new();
    // First, as it is what may fail.
    if let Some(server) = server {
        // There the smaller library becomes the larger one.
        let largest = SIZES.iter().map(|&size| u64::from(size)).max().unwrap_or(0);
        watch.expect(largest * Layout::ALL.len() as u64);
        for layout in Layout::ALL {
            let Some(figures) = of_server(server, layout, watch)? else { return Ok(None) };
            engines.push(figures);
        }
    }
    let figures = |engine, key_bytes| EngineFigures { engine, key_bytes, shared_bytes: 0.0, times: Vec::new() };
    let mut tables = figures(EngineKind::Sqlite, 0.0);
    let mut scan = figures(EngineKind::Scan, 8.0);
    for size in SIZES {
        let documents = u64::from(size);
        let Some((key_bytes, seconds)) = sqlite(&folder, size, watch)? else { return Ok(None) };
        tables.key_bytes = key_bytes;
        tables.times.push(MeasuredTime { documents, seconds });
        scan.times.push(MeasuredTime { documents, seconds: scanned(size) });
    }
    engines.extend([tables, scan]);
    let older = measured_figures();
    engines.extend(older.into_iter().filter(|old| server.is_none() && old.engine.is_server()));
    keep(&engines)?;
    Ok(Some(engines))
}

#[cfg(feature = "redis")]
fn of_server(server: &ServerPlace, layout: Layout, watch: &Watch) -> Result<Option<EngineFigures>, LibraryError> {
    measured_layout(server, layout, &SIZES, watch)
}

#[cfg(not(feature = "redis"))]
fn of_server(_: &ServerPlace, _: Layout, _: &Watch) -> Result<Option<EngineFigures>, LibraryError> {
    Err(LibraryError::NoServers)
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
