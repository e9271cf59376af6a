//! Days of use in minutes, run by hand: keys and mouse, files that change, exports. At the end memory is what it was,
//! and no descriptor, thread or child is left.
//!
//! ```sh
//! SOAK="500000 50000 1000" cargo test --release --test soak -- --ignored --nocapture
//! ```
//!
//! The numbers are those of events, changes of files and exports. Each hundredth of them is followed by a look at the
//! process.
#![cfg(target_os = "linux")]

#[path = "support/terminal.rs"]
mod terminal;

use std::{env, fs, path::Path, thread, time::Duration};

use terminal::{Setup, Terminal};

const ROUNDS: usize = 100;
/// After this time an `Esc` is a key of its own.
const PAUSE: Duration = Duration::from_millis(200);
/// The name that the dialog gives a report.
const REPORT: &str = "simscope-report.html";
/// Allowed growth of memory after the first fifth, in KB: verdicts, notes and the history of the lab are kept.
const GROWTH: u64 = 64 << 10;

/// Memory, descriptors, threads and children of a process.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// Resident memory, in KB.
    memory: u64,
    descriptors: usize,
    threads: usize,
    children: usize,
}

impl Held {
    fn of(process: u32) -> Self {
        let at = |name: &str| format!("/proc/{process}/{name}");
        let count = |name: &str| fs::read_dir(at(name)).map_or(0, Iterator::count);
        let status = fs::read_to_string(at("status")).expect("the program runs");
        let memory =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
        let is_child = |entry: &fs::DirEntry| {
            let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // After the name in brackets: the state, and the parent.
            let parent = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse().ok());
            parent == Some(process)
        };
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        Self {
            memory: memory.expect("a number"),
            descriptors: count("fd"),
            threads: count("task"),
            children: processes.filter(is_child).count(),
        }
    }
}

/// Splitmix64: the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    /// A key or a mouse report. None quits, suspends, exports or opens other files.
    fn event(&mut self) -> Vec<u8> {
        const KEYS: &[u8] = b"jkhlgGnNpPrstvumdxXwzZabcEHKMVT12345678.,<>[]+-/? \r\t\x7f";
        const SEQUENCES: [&str; 8] = ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"];
        match self.below(10) {
            0..=5 => vec![KEYS[self.below(KEYS.len() as u64) as usize]],
            6 | 7 => SEQUENCES[self.below(8) as usize].as_bytes().to_vec(),
            _ => {
                let button = [0, 32, 35, 64, 65][self.below(5) as usize];
                let (x, y) = (1 + self.below(120), 1 + self.below(36));
                let end = if self.below(2) == 0 { 'M' } else { 'm' };
                format!("\x1b[<{button};{x};{y}{end}").into_bytes()
            }
        }
    }
}

fn text(version: usize) -> String {
    let change = ["gull", "albatross", "heron", "crow"][version % 4];
    let text = "The keeper of the lighthouse wrote a page every evening. He wrote about the fog on the sea, about the \
                ships that passed, and about the gull that rested on the rocks.\n\nOne winter the fog stayed for forty \
                days, and he rang the bell for forty days.\n";
    text.replace("gull", change).repeat(1 + version % 3)
}

/// Leaves dialogs and texts, and goes to screen 1 with a recipe for texts, until its dialog for an export opens.
fn calm(terminal: &mut Terminal) {
    for _ in 0..12 {
        for key in ["Esc", "1", "e"] {
            terminal.keys(key);
            // It may change nothing, and a pipeline that plays by itself draws on, so there is nothing else to wait
            // for.
            thread::sleep(PAUSE);
            // A click may have taken a recipe that reads lists of features alone.
            if key == "1" && terminal.screen().shows("cannot be used") {
                terminal.send(b":set recipe robust\r");
                terminal.lacks("cannot be used");
            }
        }
        if terminal.screen().shows(REPORT) {
            terminal.keys("Esc");
            terminal.lacks(REPORT);
            return;
        }
    }
    panic!("screen 1 does not come back:\n{}", terminal.screen().text());
}

fn export(terminal: &mut Terminal, folder: &Path) {
    let report = folder.join(REPORT);
    _ = fs::remove_file(&report);
    terminal.keys("e");
    // The message of the report before names it too.
    terminal.lacks("Written: ");
    terminal.sees(&[REPORT]);
    terminal.keys("Enter");
    terminal.sees(&["Written: "]);
    assert!(fs::read_to_string(&report).expect("the report").ends_with("</html>\n"), "the report is whole");
}

#[test]
#[ignore = "takes an hour; see the first lines of this file"]
fn days_of_use_leave_nothing_behind() {
    let counts = env::var("SOAK").unwrap_or_else(|_| "500000 50000 1000".into());
    let counts: Vec<usize> = counts.split_whitespace().map(|n| n.parse().expect("a number")).collect();
    let [events, changes, exports] = counts[..] else { panic!("SOAK holds three numbers") };
    let folder = tempfile::tempdir().expect("a folder");
    let file = |n: usize| folder.path().join(format!("texts/{n}.txt"));
    fs::create_dir(folder.path().join("texts")).expect("made");
    (0..5).for_each(|n| fs::write(file(n), text(n)).expect("written"));
    let mut terminal = Setup::simscope().arg("texts").folder(folder.path()).start();
    terminal.sees(&["5 documents", "RULE"]);
    let mut random = Random(1);
    let mut early = Held::of(terminal.pid());
    // As many in this round as bring the sum to its share.
    let share = |all: usize, round: usize| all * (round + 1) / ROUNDS - all * round / ROUNDS;
    for round in 0..ROUNDS {
        let (events, changes) = (share(events, round), share(changes, round));
        for n in 0..events.max(changes) {
            if n < events {
                terminal.send(&random.event());
            }
            if n < changes {
                fs::write(file(random.below(5) as usize), text(random.below(12) as usize)).expect("written");
            }
        }
        calm(&mut terminal);
        (0..share(exports, round)).for_each(|_| export(&mut terminal, folder.path()));
        let held = Held::of(terminal.pid());
        println!("{}%: {held:?}", round + 1);
        if round == ROUNDS / 5 {
            early = held;
        }
    }
    terminal.settled("an end of drawing", |_| true);
    let late = Held::of(terminal.pid());
    assert!(late.memory <= early.memory + GROWTH, "memory grows: {early:?}, then {late:?}");
    assert!(late.descriptors <= early.descriptors, "descriptors are left: {early:?}, then {late:?}");
    assert!(late.threads <= early.threads, "threads are left: {early:?}, then {late:?}");
    assert_eq!(late.children, 0, "children are left");
    // Enter answers the question for the changes that the lab holds.
    terminal.keys("q Enter");
    assert!(terminal.finish().success());
}
