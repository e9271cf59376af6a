//! A review opened for the first time, and again when nothing changed: every file read and examined, against all of
//! them from the cache.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::{
    error::Error,
    fs::{self, File},
    io::Write,
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime},
};

use paired::{Clock, Target, head, judged, paired, row, time};
use rayon::prelude::*;
use simscope::{
    app::{Cache, CacheFolder},
    compare::{
        Examined, Groups,
        coverage::RunLength,
        pair::{Subject, compare_all},
    },
    document::{Source, folder, read},
    simhash::{Pipeline, Recipe, Watch},
};
use texts::{chinese, english};

const BYTES: usize = 5_000;
const ROUNDS: usize = 3;

/// Writes so many texts, as if they were an hour old.
fn write(at: &Path, documents: usize) -> Result<(), Box<dyn Error>> {
    let then = SystemTime::now() - Duration::from_secs(3600);
    for n in 0..documents {
        let text = if n % 2 == 0 { chinese(BYTES, n as u64) } else { english(BYTES, n as u64) };
        let mut file = File::create(at.join(format!("{n:05}.txt")))?;
        file.write_all(text.as_bytes())?;
        file.set_modified(then)?;
    }
    Ok(())
}

fn open(cache: &Cache, source: &Source) -> Option<Arc<Subject>> {
    let miss = match cache.lookup(source) {
        Ok(hit) => return Some(hit.subject),
        Err(miss) => miss,
    };
    let document = read(source).ok()?;
    let made = Examined::new(&document.text, &Pipeline::new(&Recipe::default()).without_places(), RunLength::default())
        .ok()?;
    cache.store(&miss, &document, &made.trace.sketch, &made.subject);
    Some(made.subject)
}

fn open_all(folder: &CacheFolder, sources: &[Source]) -> Vec<Option<Arc<Subject>>> {
    let cache = folder.open(&Recipe::default(), RunLength::default());
    let all = sources.par_iter().map(|source| open(&cache, source)).collect();
    cache.close().expect("there is room");
    all
}

fn main() -> Result<(), Box<dyn Error>> {
    head("A review of texts of 5 KB opened again (processor time of all cores)");
    let mut taken = Vec::new();
    for documents in [500, 2_000] {
        let (files, cached) = (tempfile::tempdir()?, tempfile::tempdir()?);
        write(files.path(), documents)?;
        let sources = folder(files.path()).map_err(|error| format!("{error:?}"))?.sources;
        let cache = CacheFolder::new(cached.path(), 0);
        let first = || {
            cache.clear(&Recipe::default(), RunLength::default());
            open_all(&cache, &sources)
        };
        let again = || open_all(&cache, &sources);
        let compared = |all: &[_]| compare_all(all, &Groups::all(documents), |_, _| false, &Watch::default());
        let pairs = |all: &[_]| compared(all).map(|compared| compared.pairs);
        assert_eq!(pairs(&first()), pairs(&again()), "the numbers are the same");
        let wall = Clock::Wall.time(again).0;
        let size: u64 =
            fs::read_dir(cached.path())?.flatten().filter_map(|file| file.metadata().ok()).map(|meta| meta.len()).sum();
        let result = paired(Clock::Cpu, ROUNDS, first, again);
        row(
            &format!(
                "{documents} documents opened again, {} on the wall, {:.0} KB cached of each; naive: the first time",
                time(wall),
                size as f64 / 1e3 / documents as f64
            ),
            &time(result.naive),
            &time(result.ours),
            result.ratio,
            "×",
            Target::None,
        );
        taken.push(result.ours);
    }
    if let [few, many] = *taken {
        println!("| four times as many documents | | | {} |", judged(many / few, "×", Target::None));
    }
    Ok(())
}
