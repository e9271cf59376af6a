//! The meaning of a distance: computed from the documents of a review, kept with it, and there the next time.

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

#[test]
fn a_calibration_is_made_on_the_screens_and_kept() {
    let fixture = archive();
    let mut terminal = open(&fixture);
    terminal.keys("D");
    terminal.sees(&["What HD means here", "6 documents are open", "ASSUMED OF ALL PAIRS", "> near 1 %"]);
    // The shares are asked for before anything is computed.
    terminal.keys("l");
    terminal.sees(&["> near 2 %"]);
    terminal.keys("Enter");
    terminal.sees(&["P(near)", "false/1,000", "Weak: 6 families", "Saved with the review"]);
    terminal.keys("Esc");
    // The pair in words says it too.
    terminal.sees(&["HEALTH", "in your texts"]);
    quit(terminal);
    let mut terminal = open(&fixture);
    terminal.sees(&["in your texts"]);
    terminal.keys("D");
    terminal.sees(&["P(near)", "false/1,000", "> near 2 %"]);
    // A share that is moved is kept when the pane is left.
    terminal.keys("l");
    terminal.sees(&["> near 5 %"]);
    terminal.keys("Esc");
    terminal.sees(&["HEALTH", "Saved with the review"]);
    quit(terminal);
    let mut terminal = open(&fixture);
    terminal.sees(&["in your texts"]);
    terminal.keys("D");
    terminal.sees(&["> near 5 %"]);
    terminal.keys("Esc");
    terminal.sees(&["HEALTH"]);
    // Under another recipe it says nothing.
    terminal.keys("W j Enter");
    terminal.lacks("in your texts");
    terminal.keys("D");
    terminal.sees(&["Void: made with", "Enter compute"]);
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
    terminal.sees(&["P(near)", "Weak: "]);
    terminal.keys("Esc");
    terminal.sees(&["HEALTH", "HD 2: in your texts"]);
    terminal.keys("3");
    terminal.sees(&["A xor B", "HD 2: in your"]);
    terminal.keys("1");
    terminal.sees(&["HEALTH"]);
    quit(terminal);
}
