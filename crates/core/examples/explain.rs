//! Which words flipped which bits between two files, with the library alone:
//!
//! `cargo run -p simscope-core --example explain -- A B`
//!
//! A line for each bit that differs: its column, its sum in A and in B, and the fewest words that must go back to their
//! weight in A for the bit to be as in A.

use std::{env, error::Error, fs};

use simscope_core::{
    compare::attribution::Joint,
    simhash::{Recipe, Trace, from_fixed, trace},
};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = env::args_os().skip(1).collect();
    let [a, b] = paths.try_into().map_err(|_| "give two files")?;
    let recipe = Recipe::default();
    let traced = |path| -> Result<Trace, Box<dyn Error>> { Ok(trace(&fs::read_to_string(path)?, &recipe)?) };
    let (a, b) = (traced(a)?, traced(b)?);
    let joint = Joint::new(&a, &b);
    println!("{} of {} bits differ", joint.hamming(), joint.width());
    for column in joint.fingerprints[0].xor(joint.fingerprints[1]).columns().map(usize::from) {
        let [from, to] = [&a, &b].map(|trace| from_fixed(trace.sums[column]));
        let undo = joint.undo_bit(column);
        let words: Vec<&str> = undo.features.iter().map(|&feature| joint.name(feature, [&a, &b])).collect();
        println!("bit {column}: {from:+.1} → {to:+.1}  {}", words.join(", "));
    }
    Ok(())
}
