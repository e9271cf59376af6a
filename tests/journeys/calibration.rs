//! The meaning of a distance: computed from the documents of a review, kept with it, and there the next time.

use std::{fmt::Write as _, fs};

use super::{Setup, Terminal, folder, quit, samples, sentences};

/// Six unrelated texts, each long enough for small edits.
fn archive() -> tempfile::TempDir {
    let texts: Vec<(String, String)> = (0..6u32)
        .map(|n| {
            let paragraphs: Vec<String> =
                (0..8).map(|at| sentences(n * 1000 + at * 5, n * 1000 + at * 5 + 5)).collect();
            (format!("text-{n}.txt"), paragraphs.join("\n"))
        })
        .collect();
    let documents: Vec<(&str, &[u8])> = texts.iter().map(|(name, text)| (&**name, text.as_bytes())).collect();
    folder(&documents)
}

fn open(fixture: &tempfile::TempDir) -> Terminal {
    let terminal = Setup::simscope().folder_with_data(fixture.path()).args(["review", "."]).start();
    terminal.sees(&["6 documents", "RULE", "HEALTH"]);
    terminal
}

/// Types the shares that are assumed of all pairs.
fn assume(terminal: &mut Terminal, shares: &str) {
    terminal.keys(":");
    terminal.send(format!("prior {shares}").as_bytes());
    terminal.keys("Enter");
}

#[test]
fn a_calibration_is_made_on_the_screens_and_kept() {
    let fixture = archive();
    let mut terminal = open(&fixture);
    terminal.keys("D");
    terminal.sees(&["What HD means here", "6 documents are open", ": 1% of the pairs"]);
    // The shares can be given before anything is computed.
    assume(&mut terminal, "2:1:97");
    terminal.sees(&[": 2% of the pairs"]);
    terminal.keys("Enter");
    terminal.sees(&["At each threshold", "Weak: only 6 families", "Saved with the review"]);
    terminal.keys("Esc");
    // The pair in words says it too.
    terminal.sees(&["HEALTH", "among your texts"]);
    quit(terminal);
    let mut terminal = open(&fixture);
    terminal.sees(&["among your texts"]);
    terminal.keys("D");
    terminal.sees(&["At each threshold"]);
    terminal.keys("/ A s s u m e d Enter");
    terminal.sees(&[": 2% of the pairs"]);
    // Other shares are kept.
    assume(&mut terminal, "5:1:94");
    terminal.sees(&[": 5% of the pairs", "Saved with the review"]);
    terminal.keys("Esc");
    terminal.sees(&["HEALTH"]);
    quit(terminal);
    let mut terminal = open(&fixture);
    terminal.sees(&["among your texts"]);
    terminal.keys("D");
    terminal.sees(&["At each threshold"]);
    terminal.keys("/ A s s u m e d Enter");
    terminal.sees(&[": 5% of the pairs"]);
    terminal.keys("Esc");
    terminal.sees(&["HEALTH"]);
    // Under another recipe it says nothing.
    terminal.keys("R j j j Enter j Enter");
    terminal.sees(&["all settings that change bits", "top 20"]);
    terminal.keys("Esc");
    terminal.lacks("all settings that change bits");
    terminal.lacks("among your texts");
    terminal.keys("D");
    terminal.sees(&["Outdated: computed with", "Enter compute"]);
    terminal.keys("Esc");
    terminal.sees(&["HEALTH"]);
    quit(terminal);
}

#[test]
fn without_a_review_it_is_made_for_the_session() {
    let mut terminal = samples();
    terminal.keys("D");
    terminal.sees(&["What HD means here", "6 documents are open"]);
    terminal.keys("Enter");
    terminal.sees(&["At each threshold", "Weak: "]);
    terminal.keys("Esc");
    terminal.sees(&["HEALTH", "HD 2: among your texts"]);
    terminal.keys("3");
    terminal.sees(&["A xor B", "HD 2: among your"]);
    terminal.keys("1");
    terminal.sees(&["HEALTH"]);
    quit(terminal);
}

/// So many texts as files, each unlike the others, and so long that they keep an optimised program busy for seconds.
fn many(texts: u32) -> tempfile::TempDir {
    let texts: Vec<(String, String)> =
        (0..texts).map(|n| (format!("{n:02}.txt"), sentences(n * 3000, (n + 1) * 3000))).collect();
    let mut pairs = String::new();
    for pair in texts.windows(2) {
        _ = writeln!(pairs, "{}\t{}\tothers\tfar", pair[0].0, pair[1].0);
    }
    let mut documents: Vec<(&str, &[u8])> = texts.iter().map(|(name, text)| (&**name, text.as_bytes())).collect();
    documents.push(("pairs.tsv", pairs.as_bytes()));
    folder(&documents)
}

/// Runs a command until it shows its progress, and stops it there; it ends by the signal and leaves the terminal as it
/// was.
fn stopped(fixture: &tempfile::TempDir, arguments: &[&str], progress: &str) {
    let mut terminal = Setup::simscope().folder_with_data(fixture.path()).args(arguments).start();
    terminal.sees(&[progress]);
    terminal.keys("C-c");
    let status = terminal.finish();
    assert!(status.signal().is_some_and(|by| by.starts_with("Interrupt")), "{arguments:?}: {status}");
    terminal.restored();
}

#[test]
fn a_calibration_shows_its_progress_and_is_stopped_without_a_trace() {
    let fixture = many(30);
    stopped(&fixture, &["calibrate", "."], "calibrating");
    assert!(!fixture.path().join(".simscope/calibration.json").exists());
    // One that is there stays as it is.
    let kept = fixture.path().join(".simscope/calibration.json");
    fs::create_dir_all(fixture.path().join(".simscope")).expect("a folder");
    fs::write(&kept, "as it was").expect("written");
    stopped(&fixture, &["calibrate", "."], "calibrating");
    assert_eq!(fs::read_to_string(&kept).expect("kept"), "as it was");
}

#[test]
fn an_evaluation_shows_its_progress_and_is_stopped() {
    let fixture = many(20);
    stopped(&fixture, &["evaluate", "--seeds", "1024", "pairs.tsv"], "measuring");
}
