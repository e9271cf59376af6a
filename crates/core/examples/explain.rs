//! Lists which words flipped which bits between two files, using only the library:
//!
//! `cargo run -p simscope-core --example explain -- A B`
//!
//! Each line is a bit that differs: its column, its sum in A and in B, and the fewest words that must return to their
//! weight in A to give the bit of A.

use std::{env, error::Error, fs};

use simscope_core::{BitDifference, explain};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = env::args_os().skip(1).collect();
    let [a, b] = paths.try_into().map_err(|_| "give two files")?;
    let bits = explain(&fs::read_to_string(a)?, &fs::read_to_string(b)?).ok_or("a file has no words")?;
    println!("{} of 64 bits differ", bits.len());
    for BitDifference { column, sums: [from, to], words } in bits {
        println!("bit {column}: {from:+.1} → {to:+.1}  {}", words.join(", "));
    }
    Ok(())
}
