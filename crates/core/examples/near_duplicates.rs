//! All pairs of near-duplicates among the files given, nearest first, with the library alone:
//!
//! `cargo run -p simscope-core --example near_duplicates -- FILE…`

use std::{env, error::Error, fs};

use simscope_core::{
    compare::DEFAULT_K,
    search::join,
    simhash::{Recipe, Watch, sketch},
};

fn main() -> Result<(), Box<dyn Error>> {
    let recipe = Recipe::default();
    let (mut names, mut fingerprints) = (Vec::new(), Vec::new());
    for name in env::args().skip(1) {
        // An unreadable file does not stop the others.
        match fs::read_to_string(&name) {
            Ok(text) => match sketch(&text, &recipe)?.fingerprint {
                Some(fingerprint) => {
                    names.push(name);
                    fingerprints.push(fingerprint);
                }
                None => eprintln!("{name}: no words"),
            },
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
    let mut pairs = join(&fingerprints, DEFAULT_K, &Watch::default())?;
    pairs.sort_by_key(|pair| pair.hamming);
    for pair in pairs {
        println!("{}\t{}\t{}", pair.hamming, names[pair.a as usize], names[pair.b as usize]);
    }
    Ok(())
}
