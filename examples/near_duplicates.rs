//! All pairs of near-duplicates among the files given, nearest first, with the library alone:
//!
//! `cargo run --no-default-features --features chinese --example near_duplicates -- FILE…`

use std::{env, error::Error};

use simscope::{
    compare::DEFAULT_K,
    document::{Source, display_names, read},
    search::join,
    simhash::{Fingerprint, Recipe, sketch},
};

fn main() -> Result<(), Box<dyn Error>> {
    let sources: Vec<Source> = env::args_os().skip(1).map(|path| Source::File(path.into())).collect();
    let recipe = Recipe::default();
    let (mut hashed, mut fingerprints) = (Vec::new(), Vec::new());
    for source in &sources {
        match fingerprint(source, &recipe) {
            Ok(Some(fingerprint)) => {
                hashed.push(source);
                fingerprints.push(fingerprint);
            }
            Ok(None) => eprintln!("{}: no words", source.place()),
            // An unreadable file does not stop the others.
            Err(error) => eprintln!("{error}"),
        }
    }
    let names = display_names(&hashed);
    let mut pairs = join(&fingerprints, DEFAULT_K)?;
    pairs.sort_by_key(|pair| pair.hamming);
    for pair in pairs {
        println!("{}\t{}\t{}", pair.hamming, names[pair.a as usize], names[pair.b as usize]);
    }
    Ok(())
}

/// `None` for a text without words.
fn fingerprint(source: &Source, recipe: &Recipe) -> Result<Option<Fingerprint>, Box<dyn Error>> {
    let document = read(source)?;
    let sketch = sketch(&document.text, recipe).map_err(|error| format!("{}: {error}", source.place()))?;
    Ok(sketch.fingerprint)
}
