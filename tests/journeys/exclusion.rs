//! Exclusions of the scores, on the screens: chosen, seen struck through, marked by hand, by keys and by mouse.

use std::{fs, path::Path};

use ratatui::style::Modifier;

use super::{Setup, Terminal, folder, quit};

const QUOTED: &str = "“The keeper of the light on the outer reef wrote the weather down every morning before dawn.”";
const FORM: &str = "By handing in this paper I declare that I wrote it myself and that I named every source.";

fn essays() -> tempfile::TempDir {
    let anna = format!(
        "{FORM}\n\nThe winter of 1962 froze the sea as far as the second buoy.\n\nOne reads: {QUOTED} So he slept on \
         the stairs.\n"
    );
    let ben = format!(
        "{FORM}\n\nMy grandfather repaired diesel engines and knew three keepers.\n\nHe liked to say {QUOTED} \
         whenever it rained at supper.\n"
    );
    let cara = format!("{FORM}\n\nBees do not fly over the sound, and so the honey came by boat from the mill.\n");
    let fixture = folder(&[]);
    fs::create_dir(fixture.path().join("essays")).expect("a folder");
    for (name, text) in [("anna.txt", &anna), ("ben.txt", &ben), ("cara.txt", &cara)] {
        fs::write(fixture.path().join("essays").join(name), text).expect("written");
    }
    fs::write(fixture.path().join("form.txt"), FORM).expect("written");
    fixture
}

fn open(fixture: &Path, options: &[&str]) -> Terminal {
    let arguments = ["review"].into_iter().chain(options.iter().copied()).chain(["essays"]);
    let terminal = Setup::simscope().folder_with_data(fixture).args(arguments).start();
    terminal.sees(&["3 documents", "RULE", "HEALTH"]);
    terminal
}

/// The scores of the first two documents on the command line: distance and both coverages after exclusion.
fn rest(fixture: &Path, options: &[&str]) -> [String; 3] {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_simscope"));
    command.current_dir(fixture).args(["compare", "--config", "none", "--format", "json"]).args(options);
    let done = command.args(["essays/anna.txt", "essays/ben.txt", "essays/cara.txt"]).output().expect("it runs");
    let all: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let pairs = all["pairs"].as_array().expect("a list");
    let pair = pairs.iter().find(|pair| pair["a"] == 0 && pair["b"] == 1).expect("the pair");
    let without = &pair["without"];
    let share = |name: &str| format!("{:.1}%", without[name].as_f64().expect("a share") * 100.0);
    [without["hamming"].to_string(), share("a_in_b"), share("b_in_a")]
}

#[test]
fn options_on_opening_hold_on_the_screens_as_on_the_command_line() {
    let fixture = essays();
    let options = ["--base", "form.txt", "--exclude", "quotations"];
    let mut terminal = open(fixture.path(), &options);
    let [hd, ..] = rest(fixture.path(), &options);
    // Without the form and the quotation anna and ben are the farthest apart.
    terminal.sees(&["WHOLE", "with exclusions (r: whole texts)"]);
    terminal.keys("G");
    let screen = terminal.sees(&[
        "WHOLE",
        &format!("RULE      HD {hd} (bits"),
        "with exclusions (r: whole texts)",
        "quotations",
    ]);
    assert!(screen.shows("Excluded text is not counted."), "{}", screen.text());
    // The scores of either.
    terminal.keys("r");
    terminal.sees(&["whole texts (r: with exclusions)", &format!("WITHOUT   HD {hd} (bits")]);
    terminal.keys("r");
    terminal.sees(&["with exclusions (r: whole texts)"]);
    // The texts.
    terminal.keys("Enter d");
    let screen = terminal.sees(&["Struck through: excluded from the scores (quotations, base texts)", "One reads"]);
    let struck = |text: &str| {
        let at = screen.find(text).unwrap_or_else(|| panic!("{text}: {}", screen.text()));
        screen.buffer()[at].modifier.contains(Modifier::CROSSED_OUT)
    };
    assert!(struck("By handing in") && !struck("One reads"));
    terminal.keys("P");
    terminal.sees(&["excluded", "Shared passages"]);
    // Not Esc, which a terminal may take together with the key behind it.
    terminal.keys("q");
    terminal.sees(&["CHANGE 1", "One reads"]);
    terminal.keys("q");
    terminal.sees(&["PAIRS", "WHOLE"]);
    quit(terminal);
}

#[test]
fn rules_are_chosen_by_keys_and_by_mouse_and_a_pattern_typed() {
    let fixture = essays();
    let mut terminal = open(fixture.path(), &[]);
    terminal.keys("b");
    terminal.sees(&["Exclusions", "[ ] quotations", "(nothing is excluded)"]);
    terminal.keys("Space");
    terminal.sees(&["[x] quotations", "--exclude quotations"]);
    let screen = terminal.sees(&["[ ] passages in 3 or more"]);
    let row = screen.find("passages in 3 or more").expect("the row");
    terminal.click(row);
    terminal.click(row);
    terminal.sees(&["[x] passages in 3 or more", "--common 3"]);
    terminal.keys("/");
    terminal.send(b"[0-9]{4}");
    terminal.keys("Enter");
    terminal.sees(&["[x] matches of [0-9]{4}", "--exclude-pattern"]);
    let [hd, a, b] =
        rest(fixture.path(), &["--exclude", "quotations", "--common", "3", "--exclude-pattern", "[0-9]{4}"]);
    terminal.sees(&[&format!("HD {hd}   {a} of A in B   {b} of B in A")]);
    terminal.keys("q");
    terminal.sees(&["WHOLE", "MATRIX"]);
    quit(terminal);
}

/// Excludes the longest passage of the first pair, in the list of its passages.
fn mark_the_longest(terminal: &mut Terminal) {
    terminal.keys("P");
    terminal.sees(&["Shared passages", "longest first"]);
    terminal.keys("x");
    terminal.sees(&["Excluded as common text", "1 excluded"]);
}

#[test]
fn a_passage_is_marked_by_hand_and_unmarked() {
    let fixture = essays();
    let mut terminal = open(fixture.path(), &[]);
    mark_the_longest(&mut terminal);
    terminal.keys("b");
    terminal.sees(&["marked by hand, common passages", "The review saves these rules"]);
    terminal.keys("q");
    terminal.sees(&["Shared passages", "1 excluded"]);
    terminal.keys("x");
    terminal.sees(&["Undone"]);
    terminal.keys("q");
    terminal.sees(&["MATRIX", "HEALTH"]);
    quit(terminal);
}

#[test]
fn marks_exclude_the_next_time_and_in_reports_too() {
    let fixture = essays();
    let mut terminal = open(fixture.path(), &[]);
    mark_the_longest(&mut terminal);
    terminal.keys("q");
    let screen =
        terminal.until("the scores", |screen| screen.shows("WHOLE") && screen.shows("Excluded text is not counted."));
    let line = |screen: &super::Screen| {
        let text = screen.text();
        let rest = text.lines().find(|line| line.contains("RULE")).expect("the line");
        rest.split_once("RULE").expect("its label").1.trim().to_owned()
    };
    let rest = line(&screen);
    quit(terminal);
    let mut terminal = open(fixture.path(), &[]);
    terminal.sees(&["with exclusions (r: whole texts)"]);
    // The pair that is no longer the first.
    terminal.keys("G");
    terminal.until("the same scores", |screen| screen.shows("WHOLE") && line(screen) == rest);
    quit(terminal);
    // The report goes by it too.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_simscope"));
    command.current_dir(fixture.path()).env("XDG_DATA_HOME", fixture.path().join(".data"));
    command.args(["export", "--config", "none", "--format", "json", "-o", "-", "essays"]);
    let done = command.output().expect("it runs");
    let all: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert!(all["exclusions"][0].as_str().expect("a rule").starts_with("marked by hand"), "{all}");
}

#[test]
fn without_colour_and_narrow_it_is_said_in_brackets() {
    let fixture = essays();
    let arguments = ["review", "--exclude", "quotations", "--ascii", "essays"];
    let setup = Setup::simscope().folder(fixture.path()).args(arguments).var("NO_COLOR", "1").size(80, 24);
    let mut terminal = setup.start();
    terminal.sees(&["3 documents", "RULE", "WHOLE"]);
    terminal.keys("Enter d");
    terminal.sees(&["[x excluded from the scores x] (quotations)", "[x “The keeper"]);
    terminal.keys("q");
    terminal.sees(&["PAIRS", "WHOLE"]);
    quit(terminal);
}
