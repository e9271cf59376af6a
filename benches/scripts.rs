//! The program as it is run, on running text of each script: its fingerprint, and two versions compared.

#[path = "support/child.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod child;
#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/scripts.rs"]
mod scripts;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::{error::Error, ffi::OsStr, fs, path::Path};

use child::run;
use paired::{median, rate, time};
use scripts::{Written, manual_pages, written};
use texts::edited;

const PROGRAM: &str = env!("CARGO_BIN_EXE_simscope");
/// The length of the texts that are hashed, and of those that are compared, with an edit every 2 KB.
const HASHED: usize = 6_000_000;
const COMPARED: usize = 1_000_000;
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    if child::was_scales()? {
        return Ok(());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scripts");
    fs::create_dir_all(&folder)?;
    let [a, b] = ["a.txt", "b.txt"].map(|name| folder.join(name));
    let cpu = |arguments: &[&OsStr]| -> Result<f64, Box<dyn Error>> {
        let used = (0..ROUNDS).map(|_| Ok(run(PROGRAM, arguments)?.cpu.as_secs_f64()));
        Ok(median(used.collect::<Result<Vec<_>, Box<dyn Error>>>()?.into_iter()))
    };
    println!("\n### Scripts: the whole program, by the time of the processors\n");
    println!("| text | `hash`, {} MB | `compare`, 1 MB with its edited version |\n|---|--:|--:|", HASHED / 1_000_000);
    let pages = manual_pages(HASHED).into_iter().map(|page| (page, ", manual pages"));
    for (Written { script, text }, kind) in written(HASHED).into_iter().map(|text| (text, "")).chain(pages) {
        fs::write(&a, &text)?;
        let hash = cpu(&["hash".as_ref(), a.as_os_str()])?;
        let end = (0..=COMPARED).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let short = &text[..end];
        fs::write(&a, short)?;
        fs::write(&b, edited(short, COMPARED / 2_000, 5))?;
        let compare = cpu(&["compare".as_ref(), a.as_os_str(), b.as_os_str()])?;
        println!("| {script}{kind} | {} | {} |", rate(text.len(), hash), time(compare));
    }
    fs::remove_dir_all(folder)?;
    Ok(())
}
