//! Signals, suspension and floods, wherever the reader is and whatever is being computed.

use std::{fmt::Write as _, time::Duration};

use super::{Setup, Terminal, folder, quit, samples, sentences, story};

/// Ways to every screen, with what is seen there.
const SCREENS: &[(&str, &str)] =
    &[("1", "MATRIX"), ("2", "ACCUMULATOR"), ("3", "FLIPPED BITS"), ("4", "CHANGE 1"), ("5", "BITS AT RISK")];

/// Ways to what lies over them, which Esc closes.
const OVERLAYS: &[(&str, &str)] =
    &[("2 Enter", "How this number is computed"), ("4 /", "Find:"), ("?", "THIS SCREEN"), ("R", "Esc cancel")];

fn ends_everywhere(signal: &str, name: &str) {
    for (keys, seen) in SCREENS.iter().chain(OVERLAYS) {
        let mut terminal = samples();
        terminal.keys(keys);
        terminal.sees(&[seen]);
        ends(&terminal, signal, name, keys);
    }
}

fn ends(terminal: &Terminal, signal: &str, name: &str, place: &str) {
    terminal.signal(signal);
    let status = terminal.finish();
    assert!(status.signal().is_some_and(|by| by.starts_with(name)), "SIG{signal} at {place}: {status}");
    terminal.restored();
}

#[test]
fn sigterm_ends_it_everywhere() {
    ends_everywhere("TERM", "Terminated");
}

#[test]
fn sighup_ends_it_everywhere() {
    ends_everywhere("HUP", "Hangup");
}

#[test]
fn sigint_ends_it_everywhere() {
    ends_everywhere("INT", "Interrupt");
}

/// Signals that nobody sends to a program on purpose end it as any other does, and leave the terminal as it was.
#[test]
fn rare_signals_give_the_terminal_back() {
    for (signal, name) in [
        ("QUIT", "Quit"),
        ("USR1", "User defined signal 1"),
        ("USR2", "User defined signal 2"),
        ("ALRM", "Alarm clock"),
        ("VTALRM", "Virtual timer expired"),
        ("PROF", "Profiling timer expired"),
        ("XCPU", "CPU time limit exceeded"),
    ] {
        ends(&samples(), signal, name, "the list of pairs");
    }
}

/// Texts that keep it busy for a while, and how to make it so: each work with the words that it is shown by.
///
/// If a machine is done before the signal comes, the signal ends it all the same.
fn works() -> Vec<(&'static str, Terminal)> {
    let large = sentences(0, 15_000);
    let other: String = (0..15_000).fold(String::new(), |mut text, n| {
        _ = writeln!(text, "Quite other{n} words{n} stand{n} here{n}.");
        text
    });
    let mut works = Vec::new();
    let open = |documents: &[(&str, &[u8])], arguments: &[&str]| {
        let fixture = folder(documents);
        let terminal = Setup::simscope().folder(fixture.path()).args(arguments).start();
        // The files are read before anything else happens to them; what is being read stays open.
        (fixture.keep(), terminal)
    };
    let (_, reading) = open(&[("a.txt", large.as_bytes()), ("b.txt", other.as_bytes())], &["a.txt", "b.txt"]);
    works.push(("reading", reading));

    let (_, mut computing) = open(&[("a.txt", large.as_bytes()), ("b.txt", b"short")], &["a.txt", "b.txt"]);
    computing.sees(&["CHANGE 1"]);
    computing.keys("R j j j Enter j Enter");
    computing.sees(&["all settings that change bits", "top 20"]);
    computing.keys("Esc");
    computing.lacks("all settings that change bits");
    works.push(("computing", computing));

    let small: Vec<(String, String)> = (0..120).map(|n| (format!("{n}.txt"), sentences(n, n + 40))).collect();
    let documents: Vec<(&str, &[u8])> = small.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let names: Vec<&str> = documents.iter().map(|(name, _)| *name).collect();
    let (_, comparing) = open(&documents, &names);
    works.push(("comparing", comparing));

    let (_, differences) = open(&[("a.txt", large.as_bytes()), ("b.txt", other.as_bytes())], &["a.txt", "b.txt"]);
    differences.sees(&["4 Diff"]);
    works.push(("finding differences", differences));
    works
}

#[test]
fn a_signal_ends_it_during_any_work() {
    for (work, terminal) in works() {
        terminal.until(work, |screen| screen.shows(work) || screen.shows("RULE") || screen.shows("CHANGE 1"));
        ends(&terminal, "TERM", "Terminated", work);
    }
}

#[test]
fn ctrl_c_stops_any_work_and_the_program_goes_on() {
    for (work, mut terminal) in works() {
        let screen =
            terminal.until(work, |screen| screen.shows(work) || screen.shows("RULE") || screen.shows("CHANGE 1"));
        // With nothing left to stop it would quit, as it should.
        if screen.shows(work) {
            terminal.keys("C-c");
            terminal.until("either", |screen| screen.shows("stopped") || screen.shows("RULE"));
        }
        terminal.signal("TERM");
        terminal.finish();
        terminal.restored();
    }
}

#[test]
fn it_is_suspended_and_resumed_on_every_screen() {
    let script =
        "set -m; \"$SIMSCOPE\"; s=$?; for n in 1 2 3 4 5 6 7 8 9; do echo \"stopped $n $s\"; read line; fg; s=$?; done";
    let mut terminal = Setup::script(script).start();
    terminal.sees(&["RULE", "HEALTH"]);
    for (n, (keys, seen)) in SCREENS.iter().chain(OVERLAYS).enumerate() {
        story(&mut terminal, &[(keys, &[seen]), ("C-z", &[&format!("stopped {} 1", n + 1)])]);
        terminal.restored();
        terminal.keys("Enter");
        terminal.sees(&[seen]);
        if OVERLAYS.contains(&(*keys, *seen)) {
            // After it went on, the screen is cleared and drawn, maybe twice; and a key right behind Esc would be taken
            // for Alt and that key.
            terminal.settled("drawing", |screen| screen.shows(seen));
            terminal.keys("Esc");
            terminal.settled("Esc", |screen| !screen.shows(seen));
        }
    }
    terminal.signal("KILL");
}

#[test]
fn a_paste_of_ten_megabytes_freezes_nothing() {
    let mut terminal = samples();
    let mut paste = b"\x1b[200~".to_vec();
    paste.extend("茶路 and the lamp, ".repeat(450_000).bytes());
    paste.extend(b"\x1b[201~");
    // It means nothing if nothing is being typed.
    terminal.send(&paste);
    story(&mut terminal, &[("4", &["CHANGE 1"]), ("/", &["Find:"])]);
    terminal.send(&paste);
    terminal.sees(&["Only the first line, up to 400 characters, was pasted."]);
    terminal.keys("Esc");
    terminal.lacks("Find:");
    story(&mut terminal, &[("1", &["MATRIX"])]);
    quit(terminal);
}

/// Neither reports that nobody asked for, nor torn sequences, nor a paste without its end may
/// keep a key, Ctrl-C, a new size or a signal waiting.
#[test]
fn reports_and_torn_sequences_take_no_key_with_them() {
    let mut terminal = samples();
    let torn = ["\x1b[?997;1n", "\x1b[?1;2$y", "\x1b[<", "\x1b[", "\x1b[?", "\x1b[<0;10", "\x1b]11;rgb:", "\x1bP1"];
    for begun in torn.into_iter().chain(["\x1b[200~q"]) {
        terminal.send(begun.as_bytes());
        terminal.resize(110, 30);
        terminal.sees(&["MATRIX"]);
        terminal.resize(120, 36);
        // The rest of a sequence is waited for a tenth of a second, that of a paste a second.
        let sequence = begun != "\x1b[200~q";
        terminal.settled(begun, |screen| screen.shows("MATRIX"));
        terminal.settled_or(begun, Duration::from_secs(3), |_| true, |_| sequence);
        story(&mut terminal, &[("4", &["CHANGE 1"]), ("1", &["MATRIX"])]);
    }
    for begun in torn {
        let mut terminal = samples();
        // Ctrl-C stops work that runs.
        terminal.settled(begun, |screen| screen.shows("MATRIX"));
        terminal.send(begun.as_bytes());
        terminal.keys("C-c");
        assert_eq!(terminal.finish().exit_code(), 0, "{begun:?}");
        terminal.restored();
    }
}

#[test]
fn keys_during_a_resize_are_all_taken() {
    let mut terminal = samples();
    for (n, (columns, rows)) in [(10, 4), (500, 200), (80, 24), (9, 90), (300, 5), (120, 36)].into_iter().enumerate() {
        terminal.keys("2 3 4 ?");
        terminal.resize(columns, rows);
        terminal.keys("? 1 j k");
        if n % 2 == 0 {
            terminal.keys("R q");
        }
    }
    terminal.sees(&["MATRIX", "? help"]);
    quit(terminal);
}
