//! A real browser without a window: the one that `SIMSCOPE_BROWSER` names, or one found on the PATH.

use std::{
    env, fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// A browser that has not ended by then never will.
const PATIENCE: Duration = Duration::from_secs(90);
const KNOWN: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

pub fn browser() -> Option<PathBuf> {
    let named = env::var_os("SIMSCOPE_BROWSER").map(PathBuf::from);
    let folders: Vec<PathBuf> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
    let found = || folders.iter().flat_map(|folder| KNOWN.map(|name| folder.join(name))).find(|path| path.is_file());
    named.or_else(found)
}

/// Runs the browser on a page with these options; what it prints, and what it says on standard error.
pub fn open(browser: &Path, page: &Path, options: &[String]) -> (String, String) {
    let profile = tempfile::tempdir().expect("a folder");
    let printed = profile.path().join("printed");
    let out = fs::File::create(&printed).expect("a file");
    let mut command = Command::new(browser);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--enable-logging=stderr",
        "--no-pdf-header-footer",
    ]);
    command.arg(format!("--user-data-dir={}", profile.path().display())).args(options);
    command.arg(format!("file://{}", page.display())).stdin(Stdio::null()).stdout(out).stderr(Stdio::piped());
    let mut child = command.spawn().expect("started");
    let mut errors = child.stderr.take().expect("a pipe");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut said = Vec::new();
        _ = errors.read_to_end(&mut said);
        sender.send(String::from_utf8_lossy(&said).into_owned())
    });
    let said = receiver.recv_timeout(PATIENCE);
    if said.is_err() {
        _ = child.kill();
    }
    _ = child.wait();
    let said = said.expect("the browser ended");
    (String::from_utf8_lossy(&fs::read(&printed).expect("printed")).into_owned(), said)
}
