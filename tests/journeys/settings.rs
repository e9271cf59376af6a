//! Settings from a file, keys given again, the command line, marks in ASCII.

use tempfile::TempDir;

use super::{Setup, contains, folder, quit, samples, sentences, story};

/// The program with a file of settings, read from where `SIMSCOPE_CONFIG` says.
fn with_settings(text: &str) -> (TempDir, Setup) {
    let folder = folder(&[("settings.toml", text.as_bytes())]);
    let path = folder.path().join("settings.toml");
    let setup = Setup::simscope().var("SIMSCOPE_CONFIG", &path.display().to_string());
    (folder, setup)
}

#[test]
fn a_reassigned_key_works_and_is_in_the_footer_and_the_help() {
    let (_folder, setup) = with_settings(
        "k = 8\n[keys.overview]\nsort = \"S\"\n[keys.everywhere]\nhelp = [\"F\", \"?\"]\ncopy-all = []\n",
    );
    let mut terminal = setup.start();
    terminal.sees(&["6 documents", "2 near-duplicates", "k 8", "S sort", "F help"]);
    story(
        &mut terminal,
        &[
            ("S", &["Order of pairs", "cosine"]),
            ("Esc", &["F help"]),
            ("F", &["THIS SCREEN: Overview", "order: shared text"]),
            ("PageDown", &[":copy-all"]),
            ("Esc", &["F help"]),
        ],
    );
    quit(terminal);
}

#[test]
fn wrong_settings_are_shown_until_a_key_is_pressed_and_the_rest_holds() {
    let (_folder, setup) = with_settings("k = 5\ncolour = \"red\"\n[keys.overview]\nsort = \"D\"\n");
    let mut terminal = setup.start();
    let screen = terminal.sees(&["Ignored settings", "press any key to close", "k 5"]);
    for told in
        ["settings.toml:2: colour: unknown name; did you mean color?", "settings.toml:4: sort: on overview, the key D"]
    {
        assert!(screen.shows(told), "{}", screen.text());
    }
    story(&mut terminal, &[("x", &["PAIRS  most shared first", "s sort"]), ("H", &["PAIRS", "s sort"])]);
    quit(terminal);
}

#[test]
fn a_file_that_is_no_toml_stops_nobody() {
    let (_folder, setup) = with_settings("theme = \n");
    let mut terminal = setup.start();
    terminal.sees(&["settings.toml:1: not valid TOML"]);
    story(&mut terminal, &[("Esc", &["RULE", "? help"])]);
    quit(terminal);
}

#[test]
fn the_command_line_completes_and_keeps_what_is_typed_through_a_resize() {
    let mut terminal = samples();
    story(&mut terminal, &[(":", &["Command line", "give a verdict"])]);
    terminal.send(b"set th");
    terminal.sees(&[":set th"]);
    story(&mut terminal, &[("Tab", &[":set theme", "high-contrast"])]);
    terminal.send(b"cl");
    terminal.resize(80, 24);
    terminal.until("the line at the new size", |screen| screen.size() == (80, 24) && screen.shows(":set theme cl"));
    story(&mut terminal, &[("Enter", &["is not allowed; allowed: auto, dark"]), ("Tab", &[":set theme classic"])]);
    let before = terminal.raw().len();
    terminal.keys("Enter");
    terminal.until_raw("the green of the classic theme", |all| contains(&all[before..], b"38;2;108;198;108"));
    // Closed before it is opened again, or what follows would be looked for in the old one.
    terminal.lacks("Command line");
    story(&mut terminal, &[(":", &["Command line"]), ("Up", &[":set theme classic"])]);
    terminal.keys("Esc");
    terminal.lacks("Command line");
    quit(terminal);
}

#[test]
fn in_ascii_nothing_of_our_own_is_anything_else() {
    let texts = [("a.txt", sentences(0, 40)), ("b.txt", sentences(2, 44))];
    let folder = folder(&[(texts[0].0, texts[0].1.as_bytes()), (texts[1].0, texts[1].1.as_bytes())]);
    let mut terminal = Setup::simscope().folder(folder.path()).args(["--ascii", "a.txt", "b.txt"]).start();
    terminal.sees(&["CHANGE 1"]);
    for (keys, expected) in
        [("2", "ACCUMULATOR"), ("3", "A xor B"), ("4", "a.txt  x  b.txt"), ("?", "THIS SCREEN"), ("Esc", "pair")]
    {
        terminal.keys(keys);
        let screen = terminal.sees(&[expected]);
        assert!(screen.text().is_ascii(), "{}", screen.text());
    }
}
