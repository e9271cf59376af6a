//! gaoya's index of fingerprints, for `index.py`.

use std::{error::Error, io, time::Instant};

use gaoya::simhash::SimHashIndex;

/// Blocks of a fingerprint. gaoya finds fingerprints that differ in fewer bits than its threshold, so threshold 3 is 4
/// there, and up to four blocks may differ.
const BLOCKS: [usize; 2] = [5, 6];
const FEWER_THAN: usize = 4;

/// Reads numbers in hexadecimal, a line each: how many look-ups there are, their fingerprints, and those to be added.
/// Prints an object for each number of blocks.
///
/// # Errors
/// If a line is no number.
pub fn run() -> Result<(), Box<dyn Error>> {
    let number = |line: io::Result<String>| -> Result<u64, Box<dyn Error>> { Ok(u64::from_str_radix(&line?, 16)?) };
    let mut numbers = io::stdin().lines().map(number).collect::<Result<Vec<_>, _>>()?.into_iter();
    let lookups = numbers.next().unwrap_or(0) as usize;
    let queries: Vec<u64> = numbers.by_ref().take(lookups).collect();
    let fingerprints: Vec<u64> = numbers.collect();
    for blocks in BLOCKS {
        let start = Instant::now();
        let mut index = SimHashIndex::new(blocks, FEWER_THAN);
        for (at, &fingerprint) in fingerprints.iter().enumerate() {
            index.insert(at, fingerprint);
        }
        let add = start.elapsed().as_secs_f64();
        let (mut times, mut found) = (Vec::new(), Vec::new());
        for query in &queries {
            let start = Instant::now();
            let near = index.query(query);
            times.push(start.elapsed().as_secs_f64());
            found.push(near.into_iter().copied().collect::<Vec<usize>>());
        }
        times.sort_by(f64::total_cmp);
        let find = times.get(times.len() / 2).copied().unwrap_or(f64::NAN);
        let tables = if blocks == 5 { 5 } else { 15 };
        println!(r#"{{"tables": {tables}, "add": {add}, "find": {find}, "found": {found:?}}}"#);
    }
    Ok(())
}
