//! Lists all pairs of near-duplicates among the given files, nearest first, using only the library:
//!
//! `cargo run -p simscope-core --example near_duplicates -- FILE…`

use std::{env, fs};

use simscope_core::{Near, compare::DEFAULT_K, near_duplicates};

fn main() {
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    for name in env::args().skip(1) {
        // An unreadable file does not stop the others.
        match fs::read_to_string(&name) {
            Ok(text) => {
                names.push(name);
                texts.push(text);
            }
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
    for Near { a, b, hamming } in near_duplicates(&texts, DEFAULT_K) {
        println!("{hamming}\t{}\t{}", names[a], names[b]);
    }
}
