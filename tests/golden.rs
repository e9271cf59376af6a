//! What every command prints and every screen shows, kept as transcripts in `tests/golden/`.
//!
//! A transcript is a session in a folder of its own with the files of `tests/golden/inputs` and the samples. Each line
//! `$ COMMAND` is run by the shell, and what it prints follows, indented: standard error after `! `, an exit code other
//! than 0 in brackets. `$ 120x36 simscope …` opens a terminal of that size; each line `> KEYS` then presses keys (none: just
//! looks; a size: resizes; `*` at the end: colours too), and the screen follows once it is finished. Of `% COMMAND` and
//! `>> KEYS`, and of what is very long, only size and hash are kept.
//!
//! A new golden is a new line: write it, then `SIMSCOPE_BLESS=1 cargo test --test golden`. `SIMSCOPE_GOLDEN=screens` runs those
//! whose names begin so. Whole outputs are left in `target/tmp/golden`: `diff -r` compares those of two versions.
#![cfg(unix)]

#[path = "support/terminal.rs"]
mod terminal;

use std::{
    env,
    fmt::Write as _,
    fs, panic,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, SystemTime},
};

use regex::Regex;
use similar::TextDiff;
use terminal::{Screen, Setup, Terminal};
use xxhash_rust::xxh3::xxh3_64;

/// What is copied into the folder of a session.
const FILES: [(&str, &str); 2] = [("tests/golden/inputs", ""), ("assets/samples", "samples")];

/// What differs from run to run or from machine to machine, and what stands for it.
const MASKS: [(&str, &str); 5] = [
    (r"20[2-9]\d-\d\d-\d\d[T ]\d\d\\?:\d\d(:\d\d(\.\d+)?Z)?", "TIME"),
    (r"reviews/[0-9a-f]{16}\b", "reviews/KEY"),
    (r#"(near_ms|sharing_ms|ms|seconds)": ?[\d.]+"#, "$1\": 0"),
    // What the system can do to confine a process.
    (r"own session, .*|独立会话、.*", "…"),
    (r#""(landlock|limits|not-dumpable|seccomp|session)": "\w+""#, "\"$1\": …"),
];

static MASKED: LazyLock<Vec<(Regex, &str)>> =
    LazyLock::new(|| MASKS.map(|(what, by)| (Regex::new(what).expect("an expression"), by)).into());

/// The environment of every command, beside HOME and PATH.
const ENVIRONMENT: [(&str, &str); 5] = [
    ("LANG", "en_US.UTF-8"),
    ("TERM", "xterm-256color"),
    ("COLORTERM", "truecolor"),
    ("TZ", "UTC"),
    ("RAYON_NUM_THREADS", "2"),
];

/// Longer outputs are kept as size and hash.
const LONGEST: (usize, usize) = (200, 20_000);

/// Sessions at the same time: those with terminals mostly wait.
const WORKERS: usize = 8;

#[test]
fn every_command_and_screen_is_as_it_was() {
    let folder = root().join("tests/golden");
    let mut names: Vec<PathBuf> = fs::read_dir(&folder).expect("transcripts").map(|e| e.expect("one").path()).collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    if let Ok(only) = env::var("SIMSCOPE_GOLDEN") {
        names.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&only)));
    }
    names.sort();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(path) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // A terminal in which nothing comes panics.
                    let checked = panic::catch_unwind(|| check(path));
                    let checked = checked.unwrap_or_else(|_| Err(format!("{}: see above", path.display())));
                    wrong.lock().expect("no panic").extend(checked.err());
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(
        wrong.is_empty(),
        "\n{}\nIf this is as it should be: SIMSCOPE_BLESS=1 cargo test --test golden",
        wrong.join("\n")
    );
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn bless() -> bool {
    env::var_os("SIMSCOPE_BLESS").is_some()
}

/// Runs a transcript again.
///
/// # Errors
/// With the differences.
fn check(path: &Path) -> Result<(), String> {
    let kept = fs::read_to_string(path).expect("a transcript");
    let name = path.file_name().expect("a name").to_string_lossy();
    let [fresh, whole] = Session::new().run(&kept);
    let beside = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden");
    fs::create_dir_all(&beside).and_then(|()| fs::write(beside.join(&*name), whole)).expect("written");
    if bless() {
        fs::write(path, fresh).expect("written");
        return Ok(());
    }
    if kept == fresh {
        return Ok(());
    }
    let difference = TextDiff::from_lines(&kept, &fresh).unified_diff().header(&name, "now").to_string();
    Err(difference)
}

/// A folder in which commands run one after another.
struct Session {
    folder: tempfile::TempDir,
    terminal: Option<Terminal>,
}

impl Session {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (from, to) in FILES {
            copy(&root().join(from), &folder.path().join("files").join(to));
        }
        Self { folder, terminal: None }
    }

    /// The transcript with fresh outputs: as it is kept, and with long outputs whole.
    fn run(&mut self, kept: &str) -> [String; 2] {
        let lines: Vec<&str> = kept.lines().collect();
        let mut fresh = [String::new(), String::new()];
        let mut heading = false;
        for (at, line) in lines.iter().enumerate() {
            let longest = if line.starts_with(['%']) || line.starts_with(">>") { (0, 0) } else { LONGEST };
            let output = match line.split_at_checked(1) {
                Some(("$" | "%", command)) => self.command(command.trim()),
                Some((">", keys)) => {
                    let until = lines[at + 1..].iter().take_while(|line| !line.starts_with(['$', '%', '>', '#']));
                    let expected: Vec<&str> = until.copied().collect();
                    let already = |output: &str| {
                        !bless() && abridged(output, longest).trim_end() == expected.join("\n").trim_end()
                    };
                    self.screen(keys.trim_start_matches('>').trim(), already)
                }
                Some(("#", _)) => String::new(),
                _ => continue,
            };
            let apart = if at == 0 || heading || line.starts_with('>') { "" } else { "\n" };
            for (fresh, output) in fresh.iter_mut().zip([abridged(&output, longest), output]) {
                _ = write!(fresh, "{apart}{line}\n{output}");
            }
            heading = line.starts_with('#');
        }
        fresh
    }

    /// Runs a command, or opens a terminal in which it runs.
    fn command(&mut self, line: &str) -> String {
        // The end of the terminal before.
        self.terminal = None;
        let (folder, home) = (self.folder.path().join("files"), self.folder.path().join("home"));
        let program = Path::new(env!("CARGO_BIN_EXE_simscope"));
        let path = format!("{}:/usr/bin:/bin", program.parent().expect("a folder").display());
        let home = home.to_string_lossy();
        let environment = [("HOME", &*home), ("PATH", &path)].into_iter().chain(ENVIRONMENT);
        if let Some((size, line)) = line.split_once(' ').and_then(|(first, rest)| Some((size(first)?, rest))) {
            let setup = Setup::command(Path::new("/bin/sh")).args(["-c", &format!("exec {line}")]);
            let setup = environment.fold(setup, |setup, (name, value)| setup.var(name, value));
            self.terminal = Some(setup.folder(&folder).size(size.0, size.1).start());
            return String::new();
        }
        let mut command = Command::new("/bin/sh");
        command.args(["-c", line]).current_dir(folder).env_clear().envs(environment).stdin(Stdio::null());
        let done = command.output().expect("started");
        let mut output = shown(&String::from_utf8_lossy(&done.stdout), "  ");
        output += &shown(&String::from_utf8_lossy(&done.stderr), "! ");
        match done.status.code() {
            Some(0) => {}
            Some(code) => _ = writeln!(output, "[exit {code}]"),
            None => _ = writeln!(output, "[{}]", done.status),
        }
        self.masked(output)
    }

    /// Presses keys and waits for a screen that is finished: as it is kept, or one that does not change for a long time.
    fn screen(&mut self, keys: &str, already: impl Fn(&str) -> bool) -> String {
        let Some(mut terminal) = self.terminal.take() else { panic!("no terminal is open for {keys:?}") };
        let (keys, styled) = keys.strip_suffix('*').map_or((keys, false), |keys| (keys.trim(), true));
        match size(keys) {
            Some((columns, rows)) => terminal.resize(columns, rows),
            None => terminal.keys(keys),
        }
        let picture = |screen: &Screen| {
            let styles = if styled { styles(screen) } else { String::new() };
            self.masked(shown(&format!("{}\n{styles}", screen.text().trim_end()), "  "))
        };
        let drawn = |screen: &Screen| !screen.text().trim().is_empty();
        let screen = picture(&terminal.settled_or(keys, drawn, |screen| already(&picture(screen))));
        self.terminal = Some(terminal);
        screen
    }

    fn masked(&self, text: String) -> String {
        let text = text.replace(&*self.folder.path().to_string_lossy(), "/TMP");
        let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        MASKED.iter().fold(text, |text, (what, by)| what.replace_all(&text, *by).into())
    }
}

/// Columns and rows.
fn size(text: &str) -> Option<(u16, u16)> {
    let (columns, rows) = text.split_once('x')?;
    Some((columns.parse().ok()?, rows.parse().ok()?))
}

/// Copies a folder; the files are all of one day.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
            continue;
        }
        fs::copy(&from, &to).expect("copied");
        let day = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        fs::File::options().write(true).open(&to).and_then(|file| file.set_modified(day)).expect("a time");
    }
}

/// Lines after a mark; characters that would not be seen are written as escapes.
fn shown(text: &str, mark: &str) -> String {
    let mut shown = String::new();
    for line in text.split_terminator('\n') {
        let mut visible = String::new();
        for c in line.chars() {
            let hidden = c.is_control() && c != '\t'
                || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
            if hidden { visible.extend(c.escape_unicode()) } else { visible.push(c) }
        }
        let mark = if visible.is_empty() { mark.trim_end() } else { mark };
        _ = writeln!(shown, "{mark}{visible}");
    }
    if !text.is_empty() && !text.ends_with('\n') {
        shown += "[no line feed at the end]\n";
    }
    shown
}

/// A long output as its size and hash.
fn abridged(output: &str, longest: (usize, usize)) -> String {
    let lines = output.lines().count();
    if lines <= longest.0 && output.len() <= longest.1 {
        return output.to_owned();
    }
    let end: String =
        output.lines().rev().take_while(|line| line.starts_with(['!', '['])).map(|line| format!("{line}\n")).collect();
    format!("[{lines} lines, {} bytes, xxh3 {:016x}]\n{end}", output.len(), xxh3_64(output.as_bytes()))
}

/// The styles of a screen: a letter for each cell, and what the letters stand for.
fn styles(screen: &Screen) -> String {
    let buffer = screen.buffer();
    let (mut known, mut rows) = (Vec::new(), String::new());
    for y in 0..buffer.area.height {
        let row = (0..buffer.area.width).map(|x| {
            let cell = &buffer[(x, y)];
            let style = format!("{:?} on {:?} {:?}", cell.fg, cell.bg, cell.modifier);
            let at = known.iter().position(|other| *other == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            char::from_u32('A' as u32 + at as u32).expect("a letter")
        });
        let row: String = row.collect();
        _ = writeln!(rows, "{}", row.trim_end_matches('A'));
    }
    for (letter, style) in ('A'..).zip(known) {
        _ = writeln!(rows, "{letter} = {style}");
    }
    rows
}
