//! The README as a story: what it says of each command is then on the screen. Its commands without a screen run in
//! `tests/cli/documented.rs`.

use std::fs;

use super::{Setup, Terminal, folder, quit, samples, sentences, story};

/// The README says so, in these words, whatever its line ends.
fn says(sentence: &str) {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let words = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(sentence), "the README does not say: {sentence}");
}

/// Runs a command as it is in the README.
fn run(command: &str, fixture: &tempfile::TempDir) -> Terminal {
    says(command);
    let arguments = command.split(' ').skip(1);
    Setup::simscope().folder_with_data(fixture.path()).args(arguments).start()
}

#[test]
fn the_samples_lead_to_everything_else() {
    says(
        "The list begins with a near-duplicate. `Enter` shows its differences, `3` why the fingerprints differ, `o` \
         opens files, `f` a folder to review, `L` the lessons, `?` the keys, `F1` the manual.",
    );
    says("`q` goes back, then quits.");
    let mut terminal = samples();
    assert!(terminal.screen().row_with("harbour-en-edited.txt").expect("the first row").contains("2 ="));
    story(
        &mut terminal,
        &[
            ("Enter", &["change 1 of"]),
            ("3", &["FLIPPED BITS", "WHY BIT"]),
            ("q", &["most shared first", "HEALTH"]),
            ("o", &["Open", "FOLDER"]),
            ("Esc", &["most shared first", "HEALTH"]),
            ("f", &["Review a folder"]),
            ("Esc", &["most shared first", "HEALTH"]),
            ("L", &["Why SimHash?"]),
            ("Esc", &["most shared first", "HEALTH"]),
            ("?", &["THIS SCREEN: Overview"]),
            ("Esc", &["most shared first", "HEALTH"]),
            ("F1", &["Manual: The six screens"]),
            ("q", &["most shared first", "HEALTH"]),
        ],
    );
    quit(terminal);
}

#[test]
fn two_drafts_open_at_their_differences() {
    says(
        "Paragraphs are aligned first, then words are compared, so a moved paragraph is one change and a new \
         line break is none.",
    );
    says("The lines below the texts name the bits that a change affects, and the distance without it.");
    let old = include_str!("../../assets/samples/harbour-en.txt");
    let mut paragraphs: Vec<String> = old.split("\n\n").map(str::to_owned).collect();
    let moved = paragraphs.remove(1);
    paragraphs.push(moved);
    paragraphs[2] = paragraphs[2].replacen(", ", ",\n", 1);
    let fixture = folder(&[("old.txt", old.as_bytes()), ("new.txt", paragraphs.join("\n\n").as_bytes())]);
    let mut terminal = run("simscope old.txt new.txt", &fixture);
    terminal.sees(&["change 1 of 1", "m1 moved", "affects no bit", "without it: HD 0", "old.txt", "new.txt"]);
    story(&mut terminal, &[("q", &["most shared first", "RULE"])]);
    quit(terminal);
}

#[test]
fn a_folder_is_reviewed_and_handed_over() {
    says(
        "All pairs are listed, most shared text first. Exclude text that should not count, such as a cover sheet or \
         quotations, and the list shows both scores.",
    );
    says(
        "Verdicts and notes are saved as you give them and survive a power cut. `e` exports the report as one HTML \
         page without scripts.",
    );
    let cover = "This sheet stands before every essay of the course and names its rules, its dates and its teachers.\n";
    let essay = |from, to| format!("{cover}\n{}", sentences(from, to));
    let fixture = folder(&[("cover-sheet.txt", cover.as_bytes())]);
    fs::create_dir(fixture.path().join("essays")).expect("a folder");
    for (name, text) in [("a.txt", essay(0, 40)), ("b.txt", essay(0, 39)), ("c.txt", essay(50, 90))] {
        fs::write(fixture.path().join("essays").join(name), text).expect("written");
    }
    let mut terminal = run("simscope review essays/ --base cover-sheet.txt", &fixture);
    terminal.sees(&["3 documents", "most shared first", "with exclusions", "WHOLE", "VERDICT"]);
    // Reports wait for the exclusions of all documents.
    terminal.settled("the exclusions", |screen| screen.shows("WHOLE"));
    story(
        &mut terminal,
        &[
            ("v", &["Your verdict on"]),
            ("1", &["Saved: verdict", "VERDICT   copy"]),
            ("e", &["Export a report", "essays-report.html"]),
            ("Enter", &["Written: essays-report.html (3 pairs listed"]),
        ],
    );
    quit(terminal);
    let report = fs::read_to_string(fixture.path().join("essays-report.html")).expect("the report");
    assert!(report.contains("copy") && !report.contains("<script"));
}

#[test]
fn a_lesson_is_opened_for_a_class() {
    says("Sixteen short lessons in English and Chinese");
    says("They run on the live screens, step by step, with questions");
    let fixture = folder(&[]);
    let mut terminal = run("simscope lesson open why --big", &fixture);
    terminal.sees(&["Why SimHash?", "GOAL"]);
    story(&mut terminal, &[("L", &["Spot the error"])]);
}
