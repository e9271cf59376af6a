//! The binary, run in a copy of the input texts with empty user folders.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use tempfile::TempDir;

/// The recipe of whoever named none.
pub const OLD_DEFAULT: &str = "jieba-hmm@0.11;fold=none;tfidf:all@zh-en-1;xxh3-64;64;gt";

/// The path of a file or folder in the fixtures.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/0.1.0").join(name)
}

pub fn text(name: &str) -> String {
    fs::read_to_string(fixture(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The lines of a table, each with its fields.
pub fn rows(name: &str) -> Vec<Vec<String>> {
    let rows: Vec<Vec<String>> = text(name).lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    assert!(!rows.is_empty(), "{name} has lines");
    rows
}

pub struct Done {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// A folder of its own, with the user's folders hidden in it.
pub struct Workspace(TempDir);

impl Workspace {
    /// With the input texts, and the journal of a review beside those in `review`.
    pub fn new() -> Self {
        let workspace = Self(tempfile::tempdir().expect("a folder"));
        copy(&fixture("inputs"), workspace.path());
        workspace.add("review/.simscope/review.jsonl", "review.jsonl");
        workspace
    }

    /// The same, once the user accepted the review, which has no id.
    pub fn accepted() -> Self {
        let workspace = Self::new();
        let done = workspace.run("review --accept-review --no-cache --format csv review");
        assert_eq!(done.code, 0, "{}", done.err);
        workspace
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The user's folder of that kind: `cache`, `config`, `data` or `state`.
    pub fn user(&self, kind: &str) -> PathBuf {
        self.path().join(".user").join(kind)
    }

    /// Copies a fixture to a path in this folder.
    pub fn add(&self, path: &str, name: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::copy(fixture(name), path).expect("copied");
    }

    /// The program in this folder, in English, with default settings.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_simscope"));
        command.current_dir(self.path()).stdin(Stdio::null()).env_clear().env("LC_ALL", "C");
        command.env("HOME", self.user("home"));
        for kind in ["CACHE", "CONFIG", "DATA", "STATE"] {
            command.env(format!("XDG_{kind}_HOME"), self.user(&kind.to_lowercase()));
        }
        command
    }

    /// Arguments are separated by spaces; single quotes enclose an argument that contains spaces.
    pub fn run(&self, line: &str) -> Done {
        self.run_with(line, &[])
    }

    /// The same with additional environment variables.
    pub fn run_with(&self, line: &str, variables: &[(String, String)]) -> Done {
        let mut command = self.command();
        command.args(split(line)).envs(variables.iter().cloned());
        let output = command.output().expect("started");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Done { code: output.status.code().expect("no signal"), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

fn split(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate().flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    parts.collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder") {
        let (from, to) = entry.map(|entry| (entry.path(), to.join(entry.file_name()))).expect("read");
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).expect("copied");
        }
    }
}

/// Runs `check` for all items on a few threads, as most of the time is spent in child processes.
pub fn each<T: Sync>(all: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(one);
                }
            });
        }
    });
}
