//! The program as a person meets it: the real binary in a pseudo-terminal, what is pressed and what is then seen.
//!
//! No test here may depend on how fast a machine is: each step waits for what only its end can show.
#![cfg(unix)]

#[path = "journeys/archive.rs"]
mod archive;
#[path = "journeys/cache.rs"]
mod cache;
#[path = "journeys/calibration.rs"]
mod calibration;
#[path = "journeys/exclusion.rs"]
mod exclusion;
#[path = "journeys/files.rs"]
mod files;
#[path = "journeys/handover.rs"]
mod handover;
#[path = "journeys/interruptions.rs"]
mod interruptions;
#[path = "journeys/lab.rs"]
mod lab;
#[path = "journeys/lesson.rs"]
mod lesson;
#[path = "journeys/library.rs"]
mod library;
#[path = "journeys/readme.rs"]
mod readme;
#[path = "journeys/review.rs"]
mod review;
#[allow(unreachable_pub, dead_code)]
#[path = "support/redis.rs"]
mod servers;
#[path = "journeys/settings.rs"]
mod settings;
#[path = "journeys/teaching.rs"]
mod teaching;
#[path = "support/terminal.rs"]
mod terminal;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use terminal::{Screen, Setup, Terminal, TerminalCommand, contains, terminal_commands};

/// The samples, compared and in words.
fn samples() -> Terminal {
    let terminal = Setup::simscope().start();
    terminal.sees(&["6 documents", "RULE", "HEALTH"]);
    terminal
}

/// Presses and sees, step by step.
fn story(terminal: &mut Terminal, steps: &[(&str, &[&str])]) {
    for (keys, expected) in steps {
        terminal.keys(keys);
        terminal.sees(expected);
    }
}

/// Leaves from the overview, and looks at how the terminal was left.
fn quit(mut terminal: Terminal) {
    terminal.keys("q");
    let status = terminal.finish();
    assert!(status.success(), "{status}");
    terminal.restored();
}

/// A folder with documents in it.
fn folder(documents: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for documents");
    for (name, bytes) in documents {
        fs::write(folder.path().join(name), bytes).expect("per document can be written");
    }
    folder
}

/// Text enough for a fingerprint that means something: sentences that differ by their numbers.
fn sentences(from: u32, to: u32) -> String {
    let one = |n: u32| format!("Sentence {n} tells of river{n} and of the bridge{n} that crosses it by mill{n}.\n");
    (from..to).map(one).collect()
}

// ---- The main job
// ----------------------------------------------------------------------------------------------------

#[test]
fn the_samples_open_on_a_near_duplicate_whose_differences_are_one_key_away() {
    let mut terminal = samples();
    let screen = terminal.sees(&["1 near-duplicate", "a near-duplicate at threshold 3"]);
    assert!(screen.shows("harbour-en.txt  ×  harbour-en-edited.txt"), "{}", screen.text());
    story(&mut terminal, &[("Enter", &["change 1 of", "CHANGE 1", "without it: HD"])]);
    story(&mut terminal, &[("q", &["PAIRS", "MATRIX"])]);
    quit(terminal);
}

#[test]
fn a_click_does_what_the_key_does() {
    let mut terminal = samples();
    let tab = terminal.screen().find("3 Bits").expect("the tab of screen 3");
    terminal.click(tab);
    terminal.sees(&["FLIPPED BITS", "A xor B"]);
    let help = terminal.screen().find("? help").expect("help in the footer");
    terminal.click(help);
    terminal.sees(&["THIS SCREEN: Bits"]);
}

#[test]
fn the_sum_is_walked_through_one_feature_at_a_time() {
    let mut terminal = samples();
    let all = pipeline(&mut terminal);
    let [whole, last, one_less, two_less] =
        [format!("sum of {all} rows"), after(all, all), after(all - 1, all), after(all - 2, all)];
    // Behind the sums only their signs are read.
    story(&mut terminal, &[("$ < ,", &[&last]), ("(", &[&one_less]), ("(", &[&two_less]), (")", &[&one_less])]);
    story(&mut terminal, &[(") Esc", &[&whole])]);
    story(&mut terminal, &[("Enter", &["How this number is computed", "tf × √idf ="])]);
}

/// Goes to screen 2. How many features occur in the sum.
fn pipeline(terminal: &mut Terminal) -> u32 {
    terminal.keys("2");
    let screen = terminal.sees(&["ACCUMULATOR  sum of", "rows, one column per bit"]);
    let all = number_behind(&screen, "sum of ");
    let row = screen.row_with(" / ").unwrap_or_default();
    let done = row.rsplit_once(" / ").is_some_and(|(done, of)| done.ends_with(of.trim_end()));
    assert!(done, "it opens with all done: {}", screen.text());
    all
}

fn after(n: u32, all: u32) -> String {
    format!("after {n} of {all} rows")
}

/// The number right behind `label`.
fn number_behind(screen: &Screen, label: &str) -> u32 {
    let row = screen.row_with(label).unwrap_or_default();
    let behind = row.split_once(label).map(|(_, behind)| behind).unwrap_or_default();
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number behind {label:?}: {}", screen.text()))
}

#[test]
fn another_width_is_typed_and_everything_is_recomputed() {
    let mut terminal = samples();
    pipeline(&mut terminal);
    let before = fingerprint(&terminal.screen());
    assert_eq!(before.len(), 16, "{before}");
    story(
        &mut terminal,
        &[
            ("R j j j j j Enter", &["64 bits", "Or type a number."]),
            ("1 6", &["Number: 16"]),
            ("Enter", &["16 bits · k 3"]),
        ],
    );
    terminal.keys("Esc");
    terminal.lacks("all settings that change bits");
    // For its own recipes simscope takes the first bits of the hash, so the fingerprint keeps its beginning.
    terminal.until("a fingerprint of 16 bits", |screen| fingerprint(screen) == before[..4]);
    story(&mut terminal, &[("1", &["16 bits · k 3", "are within threshold 3"])]);
}

#[test]
fn a_pair_is_seen_under_every_profile_and_a_disagreement_is_explained() {
    let mut terminal = samples();
    story(
        &mut terminal,
        &[
            ("p", &["Every profile on", "pypi-simhash", "gaoya"]),
            ("j j j", &["text-dedup has HD", "With one part of simscope replaced", "alone would reverse"]),
            ("Esc", &["RULE", "HEALTH"]),
        ],
    );
    quit(terminal);
}

/// The digits at the end of screen 2's first line.
fn fingerprint(screen: &Screen) -> String {
    let row = screen.row_with("n_eff").unwrap_or_default();
    row.rsplit("  ").next().unwrap_or_default().replace(' ', "")
}

#[test]
fn a_number_that_is_no_width_is_refused() {
    let mut terminal = samples();
    story(
        &mut terminal,
        &[("R j j j j j Enter", &["Width", "Or type a number."]), ("9 9 9", &["Number: 999"]), ("Enter", &["128"])],
    );
    assert!(terminal.screen().shows("Width"), "the picker stays open");
}

#[test]
fn removing_features_changes_bits_and_distance_at_once() {
    let mut terminal = samples();
    terminal.keys("3");
    let screen = terminal.sees(&["of 64", "a near-duplicate at threshold 3", "FLIPPED  these add up to"]);
    let hd = number_behind(&screen, "HD ");
    let (before, moved) = (format!("HD {hd} of 64"), format!("HD {hd} → "));
    terminal.keys("m");
    let screen = terminal.sees(&[&moved, "not a near-duplicate at threshold 3", "r restores B"]);
    assert!(number_behind(&screen, &moved) > 3, "{}", screen.text());
    story(&mut terminal, &[("r", &[&before, "a near-duplicate at threshold 3"]), ("Space", &["[ ]"])]);
    terminal.keys("Space");
    terminal.lacks("[ ]");
    terminal.sees(&[&before]);
}

#[test]
fn differences_are_walked_found_and_folded() {
    let documents = folder(&[
        ("a.txt", format!("{}The last word is oak.\n", sentences(0, 60)).as_bytes()),
        ("b.txt", format!("A new beginning.\n{}The last word is elm.\n", sentences(0, 60)).as_bytes()),
    ]);
    let mut terminal = Setup::simscope().args(["a.txt", "b.txt"]).folder(documents.path()).start();
    terminal.sees(&["equal paragraphs, ", "(z opens)", "change 1 of 2", "without it"]);
    story(
        &mut terminal,
        &[
            ("n", &["change 2 of 2", "CHANGE 2"]),
            ("N", &["change 1 of 2", "CHANGE 1"]),
            ("z", &["bridge12"]),
            ("/", &["Find:"]),
            ("r i v e r 4 2", &["river42"]),
            ("Enter", &["match 1 of 2"]),
            ("n", &["match 2 of 2"]),
            ("Esc", &["change 1 of"]),
        ],
    );
}

#[test]
fn beyond_k_differences_come_when_asked_for_and_under_a_banner() {
    let mut terminal = samples();
    terminal.keys("j");
    terminal.sees(&["tea-road-en.txt  ×  tea-road-en-revised.txt"]);
    story(
        &mut terminal,
        &[
            ("Enter", &["SHARED TEXT", "PASSAGE 1", "of A is in B"]),
            ("n", &["PASSAGE 2", "2 of"]),
            ("d", &["not a near-duplicate at threshold 3", "change 1 of"]),
            ("d", &["SHARED TEXT", "PASSAGE 2"]),
        ],
    );
}

#[test]
fn help_names_the_keys_of_the_screen_it_lies_on() {
    let mut terminal = samples();
    story(&mut terminal, &[("?", &["THIS SCREEN: Overview", "order: shared text"])]);
    terminal.keys("Esc");
    terminal.lacks("THIS SCREEN");
    quit(terminal);
}

#[test]
fn the_interface_speaks_chinese() {
    let mut terminal = Setup::simscope().var("LANG", "zh_CN.UTF-8").start();
    terminal.sees(&["6 篇文档", "规则", "质量"]);
    story(
        &mut terminal,
        &[("2", &["累加器"]), ("3", &["翻转的位"]), ("4", &["改动 1", "去掉此改动"]), ("?", &["本界面", "通用"])],
    );
}

// ---- The terminal and what it does to a program
// ----------------------------------------------------------------------

#[test]
fn a_resize_never_breaks_it() {
    let mut terminal = samples();
    let last = |screen: &Screen| screen.rows().last().cloned().unwrap_or_default();
    for (keys, wide, narrow) in [
        ("1", "MATRIX", "RULE"),
        ("2", "PLACES", "FEATURES"),
        ("3", "FLIPPED BITS", "|V| of A"),
        ("4", "% of A is in B", "CHANGE 1"),
    ] {
        terminal.keys(keys);
        terminal.until("the screen in full", |screen| screen.shows(wide) && last(screen).contains("? help"));
        terminal.resize(80, 24);
        // Below 100 columns the other tabs lose their names, and the recipe occurs in the lower rule.
        terminal.until("all of it at 80x24", |screen| {
            screen.rows()[0].matches(char::is_alphabetic).count() < 50
                && screen.rows()[22].contains("k 3 ──")
                && screen.shows(narrow)
                && last(screen).contains("? help")
        });
        terminal.resize(40, 10);
        terminal.until("a notice at 40x10", |screen| last(screen).contains("80x24 shows everything   ? help"));
        terminal.resize(30, 8);
        terminal.until("only a notice at 30x8", |screen| screen.shows("Too small: 40x10"));
        terminal.resize(120, 36);
        terminal.until("the screen in full again", |screen| screen.shows(wide) && last(screen).contains("? help"));
    }
    terminal.keys("1");
    terminal.sees(&["MATRIX"]);
    quit(terminal);
}

#[test]
fn a_signal_before_anything_was_read_ends_it_too() {
    let documents = folder(&[]);
    let terminal = Setup::script("mkfifo never; exec \"$SIMSCOPE\" never")
        .folder(documents.path())
        .var("PATH", "/usr/bin:/bin")
        .start();
    terminal.until("the first frame", |screen| screen.shows("Overview"));
    terminal.signal("TERM");
    assert!(terminal.finish().signal().is_some_and(|by| by.starts_with("Terminated")));
    terminal.restored();
}

#[test]
fn ctrl_c_quits_when_nothing_runs() {
    let mut terminal = samples();
    terminal.keys("C-c");
    assert!(terminal.finish().success());
    terminal.restored();
}

#[test]
fn ctrl_z_suspends_and_fg_resumes_with_all_on_the_screen() {
    // A shell with job control, as a person has; the line after is read when the program is stopped.
    let mut terminal =
        Setup::script("set -m; \"$SIMSCOPE\"; echo \"stopped $?\"; read line; fg; echo \"ended $?\"").start();
    terminal.sees(&["RULE", "HEALTH"]);
    let all = pipeline(&mut terminal);
    terminal.keys("C-z");
    terminal.until("the shell", |screen| screen.rows().iter().any(|row| row.starts_with("stopped 1")));
    terminal.restored();
    terminal.keys("Enter");
    let screen = terminal.until("the program again", |screen| screen.shows("ACCUMULATOR") && screen.shows("? help"));
    assert!(screen.shows("FEATURES") && screen.shows("PLACES"), "all of it is drawn: {}", screen.text());
    story(&mut terminal, &[(",", &[&after(all, all)]), ("q", &["MATRIX"])]);
    terminal.keys("q");
    assert!(terminal.finish().success());
    assert!(terminal.screen().shows("ended 0"), "{}", terminal.screen().text());
    terminal.restored();
}

/// No file, key or terminal is known to make it panic, so a debug build does when a test asks for it.
#[cfg(debug_assertions)]
#[test]
fn a_panic_leaves_the_terminal_restored_and_a_report() {
    let terminal = Setup::simscope().var("SIMSCOPE_TEST_PANIC", "1").start();
    let status = terminal.finish();
    assert_eq!((status.exit_code(), status.signal()), (101, None), "{}", terminal.screen().text());
    let screen = terminal.screen();
    assert!(screen.shows("stopped because of an error in the program"), "{}", screen.text());
    let report = fs::read_to_string(terminal.home().join(".local/state/simscope/fault.txt")).expect("a report");
    assert!(report.contains("panicked at"), "{report}");
    terminal.restored();
}

#[test]
fn no_color_is_obeyed() {
    let mut terminal = Setup::simscope().var("NO_COLOR", "1").start();
    terminal.sees(&["RULE", "HEALTH"]);
    story(&mut terminal, &[("2", &["ACCUMULATOR"]), ("3", &["net "]), ("4", &["without it"]), ("?", &["THIS SCREEN"])]);
    let colours: Vec<String> = attributes(&terminal).into_iter().filter(|code| is_colour(code)).collect();
    assert!(colours.is_empty(), "{colours:?}");
    assert!(
        attributes(&terminal).iter().any(|code| code == "1" || code == "7"),
        "bold or reverse is allowed, and used"
    );
}

#[test]
fn a_dumb_terminal_gets_the_plain_form() {
    let texts = [sentences(0, 40), sentences(0, 39)];
    let documents = folder(&[("a.txt", texts[0].as_bytes()), ("b.txt", texts[1].as_bytes())]);
    let terminal = Setup::simscope().args(["a.txt", "b.txt"]).folder(documents.path()).var("TERM", "dumb").start();
    terminal.sees(&["2 documents", "RULE"]);
    assert!(terminal.finish().exit_code() < 2);
    assert!(!terminal.raw().contains(&b'\x1b'), "no escape");
}

/// The parameters of all that set attributes or colours.
fn attributes(terminal: &Terminal) -> Vec<String> {
    let set = |told| if let TerminalCommand::Control(parameters, 'm') = told { Some(parameters) } else { None };
    terminal_commands(&terminal.raw()).into_iter().filter_map(set).collect()
}

fn is_colour(code: &str) -> bool {
    let mut parts = code.split(';').map(|part| part.parse::<u32>().unwrap_or(0));
    parts.any(|part| matches!(part, 30..=38 | 40..=48 | 58 | 90..=97 | 100..=107))
}

#[test]
fn a_late_answer_about_the_ground_is_no_key_and_brings_the_light_theme() {
    let mut terminal = samples();
    let all = pipeline(&mut terminal);
    let dark = terminal.raw().len();
    // In pieces, as a slow line brings it; its characters are keys of this screen and of the whole.
    terminal.until_raw("the question", |raw| contains(raw, terminal::ASK_GROUND));
    terminal.send(b"\x1b]11;rgb:ffff/ff");
    terminal.send(b"ff/ffff\x1b\\");
    terminal.until_raw("the light theme", |raw| contains(&raw[dark..], b"48;2;0;95;153"));
    terminal.keys(",");
    let screen = terminal.sees(&[&after(all, all)]);
    assert!(screen.shows("FEATURES  by weight"), "nothing else was pressed: {}", screen.text());
    story(&mut terminal, &[("1", &["MATRIX"])]);
    quit(terminal);
}

// ---- Bad input
// -------------------------------------------------------------------------------------------------------

#[test]
fn control_characters_of_a_document_are_drawn_and_never_sent() {
    let hostile = "Start \x1b]0;pwned\x07 title \x1b[31mred\x1b[0m \x1b[2J\x1b[H home \x1b[?1049l left \
                   \x1bP1;2|x\x1b\\ \
                   \x1b]52;c;c3Rvcm0=\x07 bell\x07 back\x08\x08 del\x7f nul-free \u{9b}31m c1 \u{9d}0;pwned\u{9c} \
                   \u{202e}turned\u{202c} zero\u{200b}width tab\there\r over \x0e\x0f shift end\n";
    let text = format!("{hostile}{}", sentences(0, 30));
    let edited = format!("{hostile}{}", sentences(1, 31));
    let name = "na\x1b[31mme\x07.txt";
    let documents = folder(&[(name, text.as_bytes()), ("b.txt", edited.as_bytes())]);
    let mut terminal = Setup::simscope().args([name, "b.txt"]).folder(documents.path()).start();
    let screen = terminal.sees(&["change 1 of", "^["]);
    assert!(screen.shows("^[]0;pwned^G"), "{}", screen.text());
    story(&mut terminal, &[("/", &["Find:"]), ("p w n e d Enter", &["match 1 of"]), ("y", &["Copied"])]);
    terminal.keys("Esc");
    terminal.lacks("match 1 of");
    story(&mut terminal, &[("2", &["ACCUMULATOR"]), ("Enter", &["How this number is computed"])]);
    terminal.keys("Esc");
    terminal.lacks("How this number is computed");
    story(&mut terminal, &[("3", &["A xor B"]), ("O", &["Esc cancel"])]);
    terminal.keys("Esc");
    terminal.lacks("Esc cancel");
    terminal.keys("1");
    terminal.sees(&["MATRIX"]);
    quit_and_check(terminal);
}

/// Leaves the differences, at which two documents are opened.
fn overview(terminal: &mut Terminal) {
    terminal.sees(&["4 Diff"]);
    terminal.keys("1");
}

/// Everything that was sent must be of the program's own making.
fn quit_and_check(mut terminal: Terminal) {
    terminal.keys("q");
    assert!(terminal.finish().success());
    let heard = terminal.heard();
    assert_eq!((heard.bells, heard.titles.len()), (0, 0), "{heard:?}");
    for told in terminal_commands(&terminal.raw()) {
        let own = match &told {
            TerminalCommand::Control(parameters, last) => match last {
                'm' | 'H' | 'J' | 'K' => parameters.chars().all(|c| c.is_ascii_digit() || c == ';'),
                'h' | 'l' => parameters.starts_with('?'),
                _ => false,
            },
            // The copied search text is "pwned".
            TerminalCommand::System(command) => command == "11;?" || command == "52;c;cHduZWQ=",
            TerminalCommand::Escape(_) => false,
            TerminalCommand::Character(c) => matches!(c, '\r' | '\n'),
        };
        assert!(own, "{told:?} was sent");
    }
    assert!(!contains(&terminal.raw(), "\u{202e}".as_bytes()), "the direction of writing was turned");
    terminal.restored();
}

#[test]
fn standard_input_is_a_document_and_keys_still_work() {
    let documents = folder(&[("a", sentences(0, 40).as_bytes()), ("b.txt", sentences(0, 39).as_bytes())]);
    let mut terminal = Setup::script("cat a | \"$SIMSCOPE\" - b.txt").folder(documents.path()).start();
    overview(&mut terminal);
    terminal.sees(&["2 documents", "1 pair", "HEALTH"]);
    story(&mut terminal, &[("2", &["ACCUMULATOR"]), ("3", &["A xor B"]), ("1", &["PAIRS"])]);
    quit(terminal);
}

#[test]
fn one_unreadable_document_is_listed_and_stops_no_other() {
    let documents = folder(&[
        ("a.txt", sentences(0, 40).as_bytes()),
        ("b.txt", sentences(0, 39).as_bytes()),
        ("binary.bin", b"\x7fELF\0\0\0\x01\0\x02\xff\xfe\0\0"),
    ]);
    fs::create_dir(documents.path().join("folder")).expect("a folder can be made");
    let names = ["a.txt", "missing.txt", "folder", "binary.bin", "b.txt"];
    let mut terminal = Setup::simscope().args(names).folder(documents.path()).start();
    terminal.sees(&["2 documents", "3 documents cannot be used (O: why)", "HEALTH", "a.txt  ×  b.txt"]);
    terminal.keys("O");
    terminal.sees(&["missing.txt", "no such file", "folder", "binary.bin", "not plain text"]);
    terminal.keys("Esc");
    // The list of pairs is behind the list of documents.
    terminal.lacks("no such file");
    story(&mut terminal, &[("Enter", &["a.txt", "b.txt", "change 1 of"]), ("1", &["PAIRS"])]);
    quit(terminal);
}

#[test]
fn what_holds_no_words_has_no_fingerprint_and_no_crash() {
    let documents = folder(&[
        ("empty.txt", b""),
        ("space.txt", b" \n\t\n  "),
        ("marks.txt", "...!?，。——…".as_bytes()),
        ("broken.txt", b"caf\xe9 and \xf0\x9f\x98\x80 and \xff\xfe too"),
        ("one.txt", "e\u{301}\u{301}\u{301} 👩‍👩‍👧‍👦 word".as_bytes()),
    ]);
    let names = ["empty.txt", "space.txt", "marks.txt", "broken.txt", "one.txt"];
    let mut terminal = Setup::simscope().args(names).folder(documents.path()).start();
    terminal.sees(&["5 documents", "10 pairs"]);
    for keys in ["2", "3", "4", "1"] {
        for _ in 0..5 {
            terminal.keys(keys);
            // On screen 1 the documents are listed, and then the pairs again.
            terminal.keys("j n d d");
        }
    }
    terminal.sees(&["PAIRS"]);
    quit(terminal);
}

#[test]
fn one_document_alone_and_the_same_twice() {
    let documents = folder(&[("a.txt", sentences(0, 40).as_bytes())]);
    let alone = Setup::simscope().arg("a.txt").folder(documents.path()).start();
    alone.sees(&["Only one document, so nothing to compare"]);
    quit(alone);
    let mut twice = Setup::simscope().args(["a.txt", "a.txt"]).folder(documents.path()).start();
    twice.sees(&["no differences"]);
    overview(&mut twice);
    twice.sees(&["HD 0", "byte for byte"]);
    quit(twice);
}

// ---- As the README says it
// -------------------------------------------------------------------------------------------

/// The README's main command, as `.ci/run` has it tried: on a fresh checkout, up to the first screen.
#[test]
#[ignore = "builds the program for release: .ci/run calls it"]
fn first_screen_of_cargo_run() {
    let cargo = env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Only these: build scripts watch the variables that cargo sets for a test, and would run again.
    let names = ["PATH", "HOME", "CARGO_HOME", "CARGO_TARGET_DIR", "RUSTFLAGS", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"];
    let variables: Vec<_> = names.iter().filter_map(|name| Some((name, env::var_os(name)?))).collect();
    // However long that takes; what comes after has a deadline.
    let mut build = Command::new(&cargo);
    build.args(["build", "--release"]).current_dir(root).env_clear().envs(variables.iter().cloned());
    assert!(build.status().is_ok_and(|status| status.success()), "the program is built");
    let setup = Setup::command(&cargo).args(["run", "--release"]).folder(root);
    let setup = variables.iter().fold(setup, |setup, (name, value)| setup.var(name, &value.to_string_lossy()));
    let terminal = setup.start();
    terminal.sees(&["simscope", "6 documents", "1 near-duplicate", "RULE", "q quit"]);
    quit(terminal);
}
