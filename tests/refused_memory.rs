//! Memory that is refused: whichever large allocation fails while the program reads, compares, exports or keeps
//! documents, it leaves a document out or ends with an error. It never aborts.
//!
//! The children are this test itself: the program with an allocator that refuses one large allocation.
//! `SIMSCOPE_DEEP=1` takes texts of megabytes through more commands, which takes many minutes.

#![expect(unsafe_code, reason = "an allocator cannot be written without it")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    env, fs,
    path::Path,
    process::{Command, ExitCode, Output},
    ptr,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

/// The size of a large allocation, in bytes: larger than the tables that English texts need.
const LARGE: usize = 8 << 20;
/// The large allocation that a child is refused, from 1.
const REFUSED: &str = "SIMSCOPE_TEST_REFUSED";
/// Where a child writes how many it asked for.
const ASKED: &str = "SIMSCOPE_TEST_ASKED";

struct Refusing {
    /// How many large allocations are left until one is refused.
    left: AtomicUsize,
    asked: AtomicUsize,
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing { left: AtomicUsize::new(usize::MAX), asked: AtomicUsize::new(0) };

impl Refusing {
    fn refuses(&self, size: usize) -> bool {
        size >= LARGE && self.asked.fetch_add(1, Relaxed) < usize::MAX && self.left.fetch_sub(1, Relaxed) == 1
    }
}

// SAFETY: it is the allocator of the system, which may refuse at any time.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for the caller.
        if self.refuses(layout.size()) { ptr::null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for the caller.
        if self.refuses(layout.size()) { ptr::null_mut() } else { unsafe { System.alloc_zeroed(layout) } }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // To give memory back needs none.
        let refused = size > layout.size() && self.refuses(size);
        // SAFETY: as for the caller.
        if refused { ptr::null_mut() } else { unsafe { System.realloc(at, layout, size) } }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as for the caller.
        unsafe { System.dealloc(at, layout) }
    }
}

fn main() -> ExitCode {
    if let Some(code) = simscope::cli::extract() {
        return code;
    }
    if let Some(file) = env::var_os(ASKED) {
        let refused = env::var(REFUSED).ok().and_then(|n| n.parse().ok());
        ALLOCATOR.left.store(refused.unwrap_or(usize::MAX), Relaxed);
        let code = simscope::cli::run(env::args_os());
        fs::write(file, ALLOCATOR.asked.load(Relaxed).to_string()).expect("written");
        return code;
    }
    // `cargo test -- --list` and its like.
    if !env::args().any(|argument| argument == "--list") {
        all();
    }
    ExitCode::SUCCESS
}

/// The program beside the documents, in a folder of its own, refused one allocation: its exit code, what it printed on
/// both streams, and how many large allocations it asked for.
fn run(folder: &Path, command: &str, refused: Option<usize>) -> (Option<i32>, [String; 2], usize) {
    let own = folder.join(refused.unwrap_or(0).to_string());
    fs::create_dir_all(&own).expect("made");
    let asked = own.join("asked");
    let mut child = Command::new(env::current_exe().expect("this test"));
    child.args(command.split(' ')).current_dir(&own).env(ASKED, &asked).env("HOME", folder.join(".home"));
    child.env("SIMSCOPE_CONFIG", "none").env("LC_ALL", "C");
    if let Some(refused) = refused {
        child.env(REFUSED, refused.to_string());
    }
    let Output { status, stdout, stderr } = child.output().expect("run");
    let count = fs::read_to_string(&asked).ok().and_then(|count| count.parse().ok()).unwrap_or(0);
    if refused.is_some() {
        fs::remove_dir_all(own).expect("removed");
    }
    (status.code(), [stdout, stderr].map(|said| String::from_utf8_lossy(&said).into_owned()), count)
}

fn all() {
    let deep = env::var_os("SIMSCOPE_DEEP").is_some();
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let times = if deep { 8 } else { 1 };
    let words: String = (0..290_000 * times).flat_map(|n| [n.to_string(), " ".into()]).collect();
    let same = "a ".repeat(270_000 * times);
    write("words.txt", &words);
    write("more-words.txt", &format!("{words} and one more"));
    write("same.txt", &same);
    write("as-same.txt", &format!("{same} b c d"));
    let mut commands = vec!["hash ../words.txt", "compare ../same.txt ../as-same.txt"];
    if deep {
        commands.extend([
            "compare ../words.txt ../more-words.txt ../same.txt",
            "explain ../words.txt ../more-words.txt",
            "diff ../words.txt ../more-words.txt --format json",
            "diff ../words.txt ../more-words.txt --format unified",
            "diff ../words.txt ../same.txt",
            "export ../words.txt ../more-words.txt -o report.html",
            "library add ../words.txt ../same.txt --keep-text --library new.db",
            "library find ../more-words.txt --library ../0/new.db",
        ]);
    }
    for command in commands {
        let (whole, printed, asked) = run(folder.path(), command, None);
        assert!(whole.is_some_and(|code| code < 2), "{command}: {printed:?}");
        assert!(asked > 0, "{command} takes little memory");
        let tried = |first: usize| {
            for refused in (first..=asked).step_by(2) {
                let (code, said, _) = run(folder.path(), command, Some(refused));
                // What was refused may not be needed: a closer look at a text, for its estimate.
                if code == whole && said == printed {
                    continue;
                }
                let said = said.concat();
                let said = said.get(..2_000).unwrap_or(&said);
                assert_eq!(code, Some(2), "{command}, {refused} of {asked}: {said}");
                assert!(said.contains("memory") && !said.contains("panicked"), "{command}, {refused}: {said}");
            }
        };
        thread::scope(|scope| {
            scope.spawn(|| tried(1));
            tried(2);
        });
        println!("{command}: each of {asked} large allocations was refused ... ok");
    }
}
