//! A review opened for the first time, and again when nothing changed: reading and examining every file against taking
//! over what was kept of it.

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
    app::{
        Roots,
        store::{Pack, Store, Visit},
    },
    compare::{
        Examined, Groups,
        coverage::RunLength,
        pair::{Subject, compare_all},
    },
    document::{Source, folder, read},
    simhash::{CountError, Recipe, Watch},
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

fn open(pack: &Pack, source: &Source) -> Option<Arc<Subject>> {
    let visit = pack.visit(source)?;
    if let Some(kept) = Visit::kept(&visit) {
        return Some(kept.subject);
    }
    let document = read(source).ok()?;
    let examine = || {
        let made = Examined::outline(&document.text, &Recipe::default(), RunLength::default())?;
        Ok::<_, CountError>((made.trace.sketch, made.subject, ()))
    };
    visit.numbers(&document, examine).ok().map(|(_, subject, _)| subject)
}

fn open_all(store: &Store, sources: &[Source]) -> Vec<Option<Arc<Subject>>> {
    let pack = store.pack(&Recipe::default(), RunLength::default());
    let all = sources.par_iter().map(|source| open(&pack, source)).collect();
    assert!(pack.close().is_none(), "there is room");
    all
}

fn main() -> Result<(), Box<dyn Error>> {
    head("A review of texts of 5 KB opened again (processor time of all cores)");
    let mut taken = Vec::new();
    for documents in [500, 2_000] {
        let (files, packs) = (tempfile::tempdir()?, tempfile::tempdir()?);
        write(files.path(), documents)?;
        let sources = folder(files.path())?.sources;
        let store = Store::new(packs.path(), &Roots::new([files.path()]));
        let first = || {
            store.forget(&Recipe::default(), RunLength::default());
            open_all(&store, &sources)
        };
        let again = || open_all(&store, &sources);
        let pairs = |all: &[_]| compare_all(all, &Groups::all(documents), |_, _| false, &Watch::default());
        assert_eq!(pairs(&first()), pairs(&again()), "the numbers are the same");
        let wall = Clock::Wall.time(again).0;
        let kept: u64 =
            fs::read_dir(packs.path())?.flatten().filter_map(|pack| pack.metadata().ok()).map(|m| m.len()).sum();
        let result = paired(Clock::Cpu, ROUNDS, first, again);
        row(
            &format!(
                "{documents} documents opened again, {} on the wall, {:.0} KB kept of each; naive: the first time",
                time(wall),
                kept as f64 / 1e3 / documents as f64
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
