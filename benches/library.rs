//! A library as it is used: files are added, documents looked up, by the program itself.
//!
//! `cargo bench --bench library [-- DOCUMENTS FINGERPRINTS]` adds as many files of 5 KB of Chinese, 50,000 at a time,
//! then imports as many fingerprints; 100,000 and 1,000,000 if nothing is said. A million files take 8 GB, their
//! library 4 GB.

#[path = "support/child.rs"]
mod child;
#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::{
    error::Error,
    ffi::OsStr,
    fmt::Write as _,
    fs::{self, File},
    io::{BufWriter, Write as _},
    ops::Range,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use paired::{Target, judged, median, time};
use rayon::prelude::*;
use serde_json::Value;
use simscope::simhash::is_han;
use texts::{Dice, chinese, english};

const PROGRAM: &str = env!("CARGO_BIN_EXE_simscope");
const BYTES: usize = 5_000;
/// Files that are written and added at a time.
const BATCH: usize = 50_000;
/// Documents that are looked up.
const QUERIES: usize = 200;
/// Han characters of a passage that was copied: the shortest that is found for certain.
const COPIED: usize = 20;
const ROUNDS: usize = 9;
const MB: f64 = 1e6;

fn main() -> Result<(), Box<dyn Error>> {
    if child::was_scales()? {
        return Ok(());
    }
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    let (documents, fingerprints) = match *sizes {
        [documents, fingerprints, ..] => (documents, fingerprints),
        _ => (100_000, 1_000_000),
    };
    let folder = tempfile::tempdir()?;
    println!("\n### A library, by the program itself\n");
    println!("| what | measured | | target |");
    println!("|---|---:|---:|---|");
    if documents > 0 {
        of_documents(folder.path(), documents)?;
    }
    if fingerprints > 0 {
        of_fingerprints(folder.path(), fingerprints)?;
    }
    Ok(())
}

fn row(what: &str, measured: &str, number: f64, unit: &str, target: Target) {
    println!("| {what} | {measured} | {} |", judged(number, unit, target));
}

/// The folder of a batch.
fn batch(folder: &Path, n: usize) -> PathBuf {
    folder.join(format!("{:02}", n / BATCH))
}

/// The path of a document, in a folder of a thousand.
fn place(folder: &Path, n: usize) -> PathBuf {
    batch(folder, n).join(format!("{:03}", n / 1000)).join(format!("{n:08}.txt"))
}

/// Writes the texts with these numbers, as if they were an hour old; returns their Han characters.
fn write(folder: &Path, numbers: Range<usize>) -> Result<usize, Box<dyn Error>> {
    let then = SystemTime::now() - Duration::from_secs(3600);
    for n in numbers.clone().step_by(1000) {
        place(folder, n).parent().map_or(Ok(()), fs::create_dir_all)?;
    }
    let written = |n| -> std::io::Result<usize> {
        let text = chinese(BYTES, n as u64);
        let mut file = File::create(place(folder, n))?;
        file.write_all(text.as_bytes())?;
        file.set_modified(then)?;
        Ok(text.chars().filter(|&c| is_han(c)).count())
    };
    Ok(numbers.into_par_iter().map(written).sum::<std::io::Result<usize>>()?)
}

/// Adds so many texts, and prints how fast; returns their Han characters.
fn add(files: &Path, library: &Path, documents: usize) -> Result<usize, Box<dyn Error>> {
    let (mut han, mut wall, mut cpu) = (0, Duration::ZERO, Duration::ZERO);
    for start in (0..documents).step_by(BATCH) {
        let end = documents.min(start + BATCH);
        han += write(files, start..end)?;
        let folder = batch(files, start);
        let used = child::run(
            PROGRAM,
            &["library".as_ref(), "add".as_ref(), folder.as_os_str(), "--library".as_ref(), library.as_ref()],
        )?;
        (wall, cpu) = (wall + used.wall, cpu + used.cpu);
        if ![100_000, 200_000, 500_000, documents].contains(&end) {
            continue;
        }
        row(
            &format!("{end} texts of 5 KB added, read from their files"),
            &format!(
                "{}, {} of the processors a document; the last {} at {:.0} a second, {:.0} MB",
                time(wall.as_secs_f64()),
                time(cpu.as_secs_f64() / end as f64),
                end - start,
                (end - start) as f64 / used.wall.as_secs_f64(),
                used.peak as f64 / MB
            ),
            end as f64 / wall.as_secs_f64(),
            " documents/s",
            Target::AtLeast(if end > 100_000 { 1_500.0 } else { 3_000.0 }),
        );
    }
    Ok(han)
}

fn of_documents(folder: &Path, documents: usize) -> Result<(), Box<dyn Error>> {
    let (files, library) = (folder.join("files"), folder.join("documents.db"));
    let han = add(&files, &library, documents)?;
    sizes(&library, &files, documents, han)?;

    let queries = folder.join("queries");
    fs::create_dir_all(&queries)?;
    let mut dice = Dice::new(5);
    let copied: Vec<usize> = (0..QUERIES).map(|_| dice.below(documents as u64) as usize).collect();
    for (at, &from) in copied.iter().enumerate() {
        let text: Vec<char> = fs::read_to_string(place(&files, from))?.chars().collect();
        let mut begin = text.len() / 2;
        while text.get(begin).is_some_and(|c| !is_han(*c)) {
            begin += 1;
        }
        let mut passage = String::new();
        let mut units = 0;
        for &c in &text[begin..] {
            units += usize::from(is_han(c));
            passage.push(c);
            if units == COPIED {
                break;
            }
        }
        let own = chinese(BYTES, 1_000_000_000 + at as u64);
        let middle = own.find('\n').unwrap_or(0);
        fs::write(queries.join(format!("{at:05}.txt")), format!("{}{passage}{}", &own[..middle], &own[middle..]))?;
    }
    let found = find(&library, &queries, &[])?;
    let sources = found.iter().zip(&copied).filter(|(found, from)| {
        let path = place(&files, **from).to_string_lossy().into_owned();
        let hits = ["near", "sharing", "unverified"].into_iter().filter_map(|list| found[list].as_array()).flatten();
        hits.into_iter().any(|hit| hit["path"].as_str().is_some_and(|other| other.ends_with(&path)))
    });
    row(
        &format!("{COPIED} Han characters copied into a text of 5 KB: the source is found"),
        &format!("of {documents} documents, {QUERIES} times"),
        100.0 * sources.count() as f64 / QUERIES as f64,
        " %",
        Target::AtLeast(99.0),
    );
    let [near, sharing] = ["near_ms", "sharing_ms"].map(|name| warm(&found, name));
    row("near ones of a text of 5 KB, warm", "", near, " ms", Target::AtMost(0.1));
    row("documents that share its passages, warm", "", sharing, " ms", Target::AtMost(10.0));
    whole(folder, &library)
}

/// The sizes of the parts, against what the document and its passages should take.
fn sizes(library: &Path, files: &Path, documents: usize, han: usize) -> Result<(), Box<dyn Error>> {
    let stats: Value = serde_json::from_slice(&output(&[
        "library".as_ref(),
        "stats".as_ref(),
        "--format".as_ref(),
        "json".as_ref(),
        "--library".as_ref(),
        library.as_ref(),
    ])?)?;
    let size = |names: &[&str]| names.iter().filter_map(|name| stats["tables"][*name].as_f64()).sum::<f64>();
    let each = documents as f64;
    let name = fs::canonicalize(place(files, 0))?.as_os_str().len() as f64;
    let keys = size(&["row_key"]) / each;
    let document = size(&["document", "document_path", "document_fingerprint"]) / each;
    let passages = size(&["block", "segment"]) / han as f64 * 1_700.0;
    row("row keys a document", "", keys, " B", Target::AtMost(100.0));
    row(
        "a document without its name",
        &format!("with it {document:.0} B"),
        document - name,
        " B",
        Target::AtMost(100.0),
    );
    row(
        "passages of 1,700 Han characters",
        &format!("{} segments, {} hashes", stats["segments"], stats["postings"]),
        passages,
        " B",
        Target::AtMost(1_700.0),
    );
    Ok(())
}

/// One document looked up by a command of its own.
fn whole(folder: &Path, library: &Path) -> Result<(), Box<dyn Error>> {
    for (name, text, target) in
        [("English", english(BYTES, 3), Target::AtMost(60.0)), ("Chinese", chinese(BYTES, 3), Target::None)]
    {
        let file = folder.join("one.txt");
        fs::write(&file, text)?;
        let find = ["library".as_ref(), "find".as_ref(), file.as_os_str(), "--library".as_ref(), library.as_ref()];
        let hash = ["hash".as_ref(), file.as_os_str()];
        let (mut found, mut hashed) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            hashed.push(child::run(PROGRAM, &hash)?);
            found.push(child::run(PROGRAM, &find)?);
        }
        let ms = |all: &[child::Used]| median(all.iter().map(|used| used.wall.as_secs_f64() * 1e3));
        let peak = |all: &[child::Used]| median(all.iter().map(|used| used.peak as f64 / MB));
        row(
            &format!("`library find` of 5 KB of {name}, from start to end"),
            &format!("`hash` {:.0} ms", ms(&hashed)),
            ms(&found),
            " ms",
            target,
        );
        row("its memory beyond that of `hash`", "", peak(&found) - peak(&hashed), " MB", Target::AtMost(30.0));
    }
    Ok(())
}

fn of_fingerprints(folder: &Path, fingerprints: usize) -> Result<(), Box<dyn Error>> {
    let (lines, library, queries) = (folder.join("lines.jsonl"), folder.join("keys.db"), folder.join("some"));
    fs::create_dir_all(&queries)?;
    for at in 0..QUERIES {
        fs::write(queries.join(format!("{at:05}.txt")), chinese(BYTES, 2_000_000_000 + at as u64))?;
    }
    let recipe = simscope::simhash::Recipe::default().to_string();
    let mut dice = Dice::new(7);
    let mut out = BufWriter::new(File::create(&lines)?);
    let mut line = String::new();
    for at in 0..fingerprints {
        let value = dice.number() ^ dice.number() << 32;
        line.clear();
        writeln!(
            line,
            "{{\"schema\":\"simscope/hash/1\",\"recipe\":\"{recipe}\",\"name\":\"{at:08}.txt\",\
             \"path\":\"{at:08}.txt\",\"source\":\"file\",\"bits\":64,\"fingerprint\":\"{value:016x}\",\
             \"constant\":false,\"bytes\":5000,\"content_hash\":\"{at:016x}\"}}"
        )?;
        out.write_all(line.as_bytes())?;
    }
    out.flush()?;
    drop(out);
    let used = child::run(
        PROGRAM,
        &["library".as_ref(), "import".as_ref(), lines.as_os_str(), "--library".as_ref(), library.as_ref()],
    )?;
    fs::remove_file(&lines)?;
    let rate = fingerprints as f64 / used.wall.as_secs_f64();
    let taken = format!("{}, {:.0} MB", time(used.wall.as_secs_f64()), used.peak as f64 / MB);
    row(&format!("{fingerprints} fingerprints imported"), &taken, rate, " a second", Target::None);
    let found = find(&library, &queries, &[])?;
    let rows =
        median(found.iter().map(|one| one["rows"].as_array().into_iter().flatten().filter_map(Value::as_f64).sum()));
    let goal = if fingerprints > 1_000_000 { 0.5 } else { 0.1 };
    row("near ones of a text, warm", &format!("{rows:.0} rows"), warm(&found, "near_ms"), " ms", Target::AtMost(goal));
    let scanned = find(&library, &queries, &["-k", "10"])?;
    row("the same by a scan", "k 10", warm(&scanned, "near_ms"), " ms", Target::None);
    whole(folder, &library)
}

/// The second half of the times, when the pages that are common to all are in memory: their median.
fn warm(found: &[Value], name: &str) -> f64 {
    median(found.iter().skip(found.len() / 2).filter_map(|one| one[name].as_f64()))
}

/// The documents of a folder, looked up.
fn find(library: &Path, queries: &Path, arguments: &[&str]) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut all: Vec<&OsStr> = vec!["library".as_ref(), "find".as_ref(), queries.as_os_str()];
    all.extend(["--format", "jsonl", "--library"].map(OsStr::new));
    all.push(library.as_ref());
    all.extend(arguments.iter().map(OsStr::new));
    let lines = output(&all)?;
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    Ok(lines.map(serde_json::from_slice).collect::<Result<_, _>>()?)
}

fn output(arguments: &[&OsStr]) -> Result<Vec<u8>, Box<dyn Error>> {
    let output = child::command(PROGRAM).args(arguments).output()?;
    if output.status.code().is_none_or(|code| code > 1) {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(output.stdout)
}
