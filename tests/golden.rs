//! Transcripts of every command and every screen, in `tests/golden/`: the program still prints and shows the same.
//!
//! A transcript is a session in a folder of its own with the files of `tests/golden/inputs` and the samples:
//!
//! | line | what follows it, indented |
//! |---|---|
//! | `$ COMMAND` | what the shell printed for it, standard error after `! `, and an exit code other than 0 |
//! | `$ 120x36 COMMAND` | nothing yet: it runs in a terminal of that size |
//! | `> KEYS` | the screen of that terminal after these keys |
//! | `>`, `> 80x24`, `> KEYS *` | the screen as it is; of another size; with its colours |
//! | `% COMMAND`, `>> KEYS` | the same, but only as size and hash, as is everything that is very long |
//! | `# TEXT` | a comment |
//!
//! A new golden is a new line: write it, then `SIMSCOPE_BLESS=1 cargo test --test golden`. `SIMSCOPE_GOLDEN=screens`
//! takes only the transcripts whose names begin so. All outputs, uncut, are left in `target/tmp/golden`: to see what is
//! behind a hash, compare with those of another version by `diff -r`.
#![cfg(unix)]

#[path = "support/terminal.rs"]
mod terminal;

use std::{
    env,
    fmt::Write as _,
    fs, panic,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{LazyLock, Mutex},
    thread,
    time::Duration,
};

use regex::Regex;
use similar::TextDiff;
use terminal::{Screen, Setup, Terminal};
use xxhash_rust::xxh3::xxh3_64;

/// The environment of every command, beside HOME and PATH.
const ENVIRONMENT: [(&str, &str); 5] = [
    ("LANG", "en_US.UTF-8"),
    ("TERM", "xterm-256color"),
    ("COLORTERM", "truecolor"),
    ("TZ", "UTC"),
    ("RAYON_NUM_THREADS", "2"),
];

/// Parts that differ from run to run or from machine to machine, and their replacements.
const MASKS: [(&str, &str); 8] = [
    (r"20[2-9]\d-\d\d-\d\d[T ]\d\d\\?:\d\d(:\d\d(\.\d+)?Z)?", "TIME"),
    (r"reviews/[0-9a-f]{16}\b", "reviews/KEY"),
    // The random id of a library, in its exports.
    (r#"(library": "|,)[0-9a-f]{32}("[,}]|,"jieba)"#, "${1}ID$2"),
    (r#"(near_ms|sharing_ms|ms|seconds)": ?[\d.]+"#, "$1\": 0"),
    (r"\d+\.\d{3} (ms|毫秒)", "0 $1"),
    (r" +[\d.,]+ +[·◆]{20,}", " MS"),
    // The means to confine a process are those of the system.
    (r"own session, .*|独立会话、.*", "…"),
    (r#""(landlock|limits|not-dumpable|seccomp|session)": "\w+""#, "\"$1\": …"),
];

/// Lines and bytes of an output that is kept whole.
const LONGEST: (usize, usize) = (200, 20_000);

/// A screen that is not as it is kept is finished once nothing was written for so long.
const QUIET: Duration = Duration::from_secs(3);

/// Transcripts at the same time: terminals mostly wait.
const WORKERS: usize = 8;

#[test]
fn every_command_and_screen_is_as_it_was() {
    let only = env::var("SIMSCOPE_GOLDEN").unwrap_or_default();
    let entries = fs::read_dir(root().join("tests/golden")).expect("transcripts");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt") && name(path).starts_with(&only));
    // Long ones first.
    paths.sort_by_key(|path| fs::metadata(path).map_or(0, |data| data.len()));
    let (paths, wrong) = (Mutex::new(paths), Mutex::new(Vec::new()));
    let next = || paths.lock().expect("no panic").pop();
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(path) = next() {
                    // A terminal that shows nothing panics.
                    let checked = panic::catch_unwind(|| check(&path));
                    let checked = checked.unwrap_or_else(|_| Err(format!("{}: see above", name(&path))));
                    wrong.lock().expect("no panic").extend(checked.err());
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic").join("\n");
    assert!(wrong.is_empty(), "\n{wrong}\nIf this is as it should be: SIMSCOPE_BLESS=1 cargo test --test golden");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
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
    let [fresh, uncut] = Session::new().run(&kept);
    let beside = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden");
    fs::create_dir_all(&beside).and_then(|()| fs::write(beside.join(name(path)), uncut)).expect("written");
    if bless() {
        fs::write(path, &fresh).expect("written");
    }
    if bless() || kept == fresh {
        return Ok(());
    }
    Err(TextDiff::from_lines(&kept, &fresh).unified_diff().header(&name(path), "now").to_string())
}

/// A folder in which commands run one after another.
struct Session {
    folder: tempfile::TempDir,
    terminal: Option<Terminal>,
}

impl Session {
    fn new() -> Self {
        // Lines with its path must wrap alike on every machine.
        let folder = tempfile::tempdir_in("/tmp").expect("a folder");
        for (from, to) in [("tests/golden/inputs", "files"), ("assets/samples", "files/samples")] {
            let copied = Command::new("cp").arg("-Rp").arg(root().join(from)).arg(folder.path().join(to)).status();
            assert!(copied.expect("started").success(), "{from} is copied");
        }
        Self { folder, terminal: None }
    }

    /// The transcript with fresh outputs: as it is kept, and uncut.
    fn run(&mut self, kept: &str) -> [String; 2] {
        let lines: Vec<&str> = kept.lines().collect();
        let mut fresh = [String::new(), String::new()];
        let mut apart = "";
        for (at, line) in lines.iter().enumerate() {
            let longest = if line.starts_with('%') || line.starts_with(">>") { (0, 0) } else { LONGEST };
            let output = match line.split_at_checked(1) {
                Some(("$" | "%", command)) => self.command(command.trim()),
                Some((">", keys)) => {
                    let rest = lines[at + 1..].iter().take_while(|line| !line.starts_with(['$', '%', '>', '#']));
                    let expected = rest.copied().collect::<Vec<_>>().join("\n");
                    let already = |output: &str| !bless() && cut(output, longest).trim_end() == expected.trim_end();
                    self.screen(keys.trim_start_matches('>').trim(), already)
                }
                Some(("#", _)) => String::new(),
                _ => continue,
            };
            let apart = if line.starts_with('>') { "" } else { std::mem::replace(&mut apart, "\n") };
            for (fresh, output) in fresh.iter_mut().zip([cut(&output, longest), output]) {
                _ = write!(fresh, "{apart}{line}\n{output}");
            }
        }
        fresh
    }

    /// Runs a command, or opens a terminal in which it runs.
    fn command(&mut self, line: &str) -> String {
        // The end of the terminal before.
        self.terminal = None;
        let (folder, home) = (self.folder.path().join("files"), self.folder.path().join("home"));
        let program = Path::new(env!("CARGO_BIN_EXE_simscope")).parent().expect("a folder");
        let own = [("HOME", home.display().to_string()), ("PATH", format!("{}:/usr/bin:/bin", program.display()))];
        let environment = ENVIRONMENT.map(|(name, value)| (name, value.to_owned())).into_iter().chain(own);
        if let Some((Some(size), line)) = line.split_once(' ').map(|(first, line)| (size(first), line)) {
            let setup = Setup::command(Path::new("/bin/sh")).args(["-c", &format!("exec {line}")]);
            let setup = environment.fold(setup, |setup, (name, value)| setup.var(name, &value));
            self.terminal = Some(setup.folder(&folder).size(size.0, size.1).start());
            return String::new();
        }
        let mut command = Command::new("/bin/sh");
        command.args(["-c", line]).current_dir(folder).env_clear().envs(environment).stdin(Stdio::null());
        let done = command.output().expect("started");
        let mut output = self.shown(&String::from_utf8_lossy(&done.stdout), "  ");
        output += &self.shown(&String::from_utf8_lossy(&done.stderr), "! ");
        if !done.status.success() {
            let code = done.status.code().map_or_else(|| done.status.to_string(), |code| format!("exit {code}"));
            _ = writeln!(output, "[{code}]");
        }
        output
    }

    /// Presses keys and waits for a screen that is finished: as it is kept, or not changed for a long time.
    fn screen(&mut self, keys: &str, already: impl Fn(&str) -> bool) -> String {
        let Some(mut terminal) = self.terminal.take() else { panic!("no terminal is open for {keys:?}") };
        let (keys, coloured) = keys.strip_suffix('*').map_or((keys, false), |keys| (keys.trim(), true));
        match size(keys) {
            Some((columns, rows)) => terminal.resize(columns, rows),
            None => terminal.keys(keys),
        }
        let picture = |screen: &Screen| {
            let colours = if coloured { colours(screen) } else { String::new() };
            self.shown(&format!("{}\n{colours}", screen.text().trim_end()), "  ")
        };
        let drawn = |screen: &Screen| !screen.text().trim().is_empty();
        let screen = picture(&terminal.settled_or(keys, QUIET, drawn, |screen| already(&picture(screen))));
        self.terminal = Some(terminal);
        screen
    }

    /// The lines after a mark, masked; characters that would not be seen are escapes.
    fn shown(&self, text: &str, mark: &str) -> String {
        static MASKED: LazyLock<Vec<(Regex, &str)>> =
            LazyLock::new(|| MASKS.map(|(what, by)| (Regex::new(what).expect("an expression"), by)).into());
        let text = text.replace(&self.folder.path().display().to_string(), "/TMP");
        let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let text = MASKED.iter().fold(text, |text, (what, by)| what.replace_all(&text, *by).into());
        let mut shown = String::new();
        for line in text.split_inclusive('\n') {
            shown += if line == "\n" { mark.trim_end() } else { mark };
            for c in line.chars() {
                // Controls, and what joins, parts or turns others.
                let invisible = c.is_control() && !['\t', '\n'].contains(&c) || c.escape_debug().count() > 2;
                if invisible { shown.extend(c.escape_unicode()) } else { shown.push(c) }
            }
        }
        let ends = shown.is_empty() || shown.ends_with('\n');
        shown + if ends { "" } else { "\n[no line feed at the end]\n" }
    }
}

/// Columns and rows.
fn size(text: &str) -> Option<(u16, u16)> {
    let (columns, rows) = text.split_once('x')?;
    Some((columns.parse().ok()?, rows.parse().ok()?))
}

/// An output as it is kept: of a long one, size and hash, and the errors.
fn cut(output: &str, longest: (usize, usize)) -> String {
    let lines = output.lines().count();
    if lines <= longest.0 && output.len() <= longest.1 {
        return output.to_owned();
    }
    let errors: String = output.split_inclusive('\n').filter(|line| line.starts_with(['!', '['])).collect();
    format!("[{lines} lines, {} bytes, xxh3 {:016x}]\n{errors}", output.len(), xxh3_64(output.as_bytes()))
}

/// The colours of a screen: a letter for each cell, and what the letters stand for.
fn colours(screen: &Screen) -> String {
    let buffer = screen.buffer();
    let (mut known, mut rows) = (Vec::new(), String::new());
    for (at, cell) in buffer.content.iter().enumerate() {
        let style = (cell.fg, cell.bg, cell.modifier);
        let letter = known.iter().position(|other| *other == style).unwrap_or(known.len());
        if letter == known.len() {
            known.push(style);
        }
        rows.extend(('A'..).nth(letter));
        if (at + 1) % usize::from(buffer.area.width) == 0 {
            rows.push('\n');
        }
    }
    for (letter, (fg, bg, modifier)) in ('A'..).zip(known) {
        _ = writeln!(rows, "{letter} = {fg} on {bg} {modifier:?}");
    }
    rows
}
