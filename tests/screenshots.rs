//! The pictures of the README against the program: each screen as it is drawn today is what `screenshots/` shows.
//!
//! After a wanted change: `SIMSCOPE_BLESS=1 cargo test --test screenshots`, then look at them.
#![cfg(unix)]

#[path = "support/svg.rs"]
mod svg;
#[path = "support/terminal.rs"]
mod terminal;

use std::{env, fs, path::Path};

use svg::{Ground, svg};
use terminal::{Screen, Setup, Terminal};

/// The samples, in a terminal of this size, once they are compared.
fn samples(setup: Setup) -> Terminal {
    let terminal = setup.start();
    terminal.until("the ranked pairs in words", |screen| ["RULE", "HEALTH", "规则"].iter().any(|s| screen.shows(s)));
    terminal
}

fn simscope(columns: u16, rows: u16) -> Setup {
    Setup::simscope().size(columns, rows)
}

/// Compares the screen with `screenshots/NAME.svg`, or makes that anew. The screen must show all of `finished`.
fn shot(terminal: &Terminal, name: &str, ground: Ground, finished: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots").join(name).with_extension("svg");
    let complete = |screen: &Screen| finished.iter().all(|text| screen.shows(text));
    let picture = |screen: &Screen| svg(&screen.buffer(), ground);
    let fresh = picture(&terminal.settled(&format!("{name}: {finished:?}"), complete));
    assert!(fresh.len() < 150_000, "{name} has {} bytes", fresh.len());
    if env::var_os("SIMSCOPE_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("screenshots/ can be made");
        return fs::write(&path, fresh).expect("a picture can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if kept != fresh {
        let beside = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("svg");
        fs::write(&beside, fresh).expect("a picture can be written");
        let (path, beside) = (path.display(), beside.display());
        panic!(
            "{path} is not what the program shows: that is {beside}. If it is as it should be: SIMSCOPE_BLESS=1 cargo \
             test --test screenshots"
        );
    }
}

/// All four screens, in a size.
fn four(columns: u16, rows: u16) {
    let mut terminal = samples(simscope(columns, rows));
    let name = |screen: &str| format!("{screen}-{columns}x{rows}");
    shot(&terminal, &name("overview"), Ground::Dark, OVERVIEW);
    terminal.keys("2");
    shot(&terminal, &name("pipeline"), Ground::Dark, PIPELINE);
    terminal.keys("3");
    shot(&terminal, &name("bits"), Ground::Dark, BITS);
    terminal.keys("4");
    shot(&terminal, &name("diff"), Ground::Dark, DIFF);
}

/// What stands on a screen only when all that it shows is known.
const OVERVIEW: &[&str] = &["RULE", "WHY", "COSINE", "HEALTH"];
const PIPELINE: &[&str] = &["FEATURES", "BIT 0"];
const BITS: &[&str] = &["WHY BIT", "net "];
const DIFF: &[&str] = &["hunk 1 of", "without it: HD"];

#[test]
fn screens_at_120x36() {
    four(120, 36);
}

#[test]
fn screens_at_80x24() {
    four(80, 24);
}

#[test]
fn overview_on_a_light_ground() {
    let mut terminal = samples(simscope(120, 36));
    terminal.answer_ground("ffff/ffff/ffff");
    // Only the light theme draws the current tab on this blue.
    terminal.until_raw("the light theme", |raw| terminal::contains(raw, b"48;2;0;95;153"));
    shot(&terminal, "overview-light-120x36", Ground::Light, OVERVIEW);
}

#[test]
fn bits_without_colour() {
    let mut terminal = samples(simscope(80, 24).var("NO_COLOR", "1"));
    terminal.keys("3");
    shot(&terminal, "bits-nocolor-80x24", Ground::Dark, BITS);
}

#[test]
fn diff_in_chinese() {
    let mut terminal = samples(simscope(120, 36).var("LANG", "zh_CN.UTF-8"));
    terminal.keys("4");
    shot(&terminal, "diff-zh-120x36", Ground::Dark, &["第 1 处改动", "没有它"]);
}
