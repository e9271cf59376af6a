//! How time and memory grow with the text, from 1 KB to 100 MB: in the library, and of the program as it is run.

#[path = "support/child.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod child;
#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::{env, error::Error, fs, path::Path};

use child::{Used, run};
use paired::{Clock, Target, judged, median, rate, time};
use simscope::simhash::{Recipe, sketch};
use texts::{chinese, edited, english};

const PROGRAM: &str = env!("CARGO_BIN_EXE_simscope");
const SIZES: [usize; 6] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
/// An edit every so many bytes between the two texts that are compared.
const EVERY: usize = 2_000;
const MB: f64 = 1e6;

/// The limit on memory while the program makes a fingerprint: 1.3 × text + 60 MB.
fn limit(text: usize) -> f64 {
    1.3 * text as f64 + 60.0 * MB
}

/// So often that small texts take long enough to be timed, in seconds a run, on one core.
fn in_process(text: &str) -> f64 {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
    let recipe = Recipe::default();
    let times = 1 + 20_000_000 / (text.len() + 2_000);
    let work = || (0..times).for_each(|_| _ = sketch(text, &recipe));
    one.install(|| sketch("先读词表", &recipe)).expect("nobody stops it");
    median((0..3).map(|_| Clock::Cpu.time(|| one.install(work)).0 / times as f64))
}

/// The medians of some runs; of the memory the most.
fn program(arguments: &[&Path], runs: usize) -> Result<Used, Box<dyn Error>> {
    let mut all = (0..runs).map(|_| run(PROGRAM, arguments)).collect::<Result<Vec<_>, _>>()?;
    all.sort_by_key(|used| used.wall);
    let peak = all.iter().map(|used| used.peak).max().unwrap_or(0);
    Ok(Used { peak, ..all[runs / 2] })
}

fn size(bytes: usize) -> String {
    if bytes < 1_000_000 { format!("{} KB", bytes / 1_000) } else { format!("{} MB", bytes / 1_000_000) }
}

fn main() -> Result<(), Box<dyn Error>> {
    if child::was_scales()? {
        return Ok(());
    }
    if !cfg!(unix) {
        println!("The memory of a program is measured on Unix only.");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
    let languages = [("Chinese", chinese as fn(usize, u64) -> String), ("English", english)];

    println!("\n### From text to fingerprint: the library on one core, and `simscope hash FILE`\n");
    println!("| text | library | | program | peak memory | of 1.3 × text + 60 MB | target |");
    println!("|---|---:|---:|---:|---:|---:|---|");
    for (name, text) in languages {
        for bytes in SIZES {
            let text = text(bytes, 1);
            fs::write(&a, &text)?;
            let used = program(&["hash".as_ref(), &a], if bytes > 1_000_000 { 3 } else { 5 })?;
            let taken = in_process(&text);
            let judged = judged(100.0 * used.peak as f64 / limit(text.len()), " %", Target::AtMost(100.0));
            println!(
                "| {} {name} | {} | {} | {} | {:.0} MB | {judged} |",
                size(bytes),
                time(taken),
                rate(text.len(), taken),
                time(used.wall.as_secs_f64()),
                used.peak as f64 / MB,
            );
        }
    }

    println!("\n### Two texts with an edit every 2 KB: `simscope compare A B`\n");
    println!("| two texts of | wall time | processor time | peak memory | a byte of both |");
    println!("|---|---:|---:|---:|---:|");
    for (name, text) in languages {
        for bytes in SIZES {
            let text = text(bytes, 1);
            fs::write(&a, &text)?;
            fs::write(&b, edited(&text, bytes / EVERY, 2))?;
            let both = 2.0 * text.len() as f64;
            drop(text);
            let used = program(&["compare".as_ref(), &a, &b], if bytes > 10_000_000 { 1 } else { 3 })?;
            println!(
                "| {} {name} | {} | {} | {:.0} MB | {} |",
                size(bytes),
                time(used.wall.as_secs_f64()),
                time(used.cpu.as_secs_f64()),
                used.peak as f64 / MB,
                if both < MB { String::new() } else { format!("{:.1}", used.peak as f64 / both) },
            );
        }
    }
    Ok(())
}
