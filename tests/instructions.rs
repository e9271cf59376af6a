//! How many instructions the program takes, counted by callgrind: `hash` and `compare` on 100 KB of each script, and
//! the first screen. Counts repeat where times do not, so they are kept in `instructions.txt`, and more than 5% over
//! them is an error. `SIMSCOPE_BLESS=1 cargo test --test instructions -- --ignored` accepts what is counted, after
//! `cargo build --release`. Another compiler, another valgrind or another processor counts other instructions: then
//! nothing is compared, and that is said.

#[path = "../benches/support/child.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod child;
#[path = "../benches/support/scripts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod scripts;
#[path = "../benches/support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fmt::Write as _,
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::Command,
};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use scripts::{Written, written};
use texts::edited;

const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/instructions.txt");
const BYTES: usize = 100_000;
/// So many per cent more is an error; of the first screen, which is drawn as often as results come, more.
const MORE: u64 = 5;
const MORE_OF_SCREEN: u64 = 10;
/// Its row.
const SCREEN: &str = "first screen";
/// What callgrind is asked for; its counts go to standard error, or to the file that is named.
const CALLGRIND: [&str; 2] = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];

/// The release build, in the folder next to the build that is tested.
fn program() -> PathBuf {
    let tested = Path::new(env!("CARGO_BIN_EXE_simscope"));
    tested.ancestors().nth(2).unwrap_or(tested).join("release/simscope")
}

#[test]
#[ignore = "of the release build, under valgrind"]
fn no_more_instructions_than_before() -> Result<(), Box<dyn Error>> {
    let Some(counted_by) = machine() else {
        println!("Instructions are not counted: valgrind is not installed, or this is no x86-64 Linux.");
        return Ok(());
    };
    let known = fs::read_to_string(KNOWN).unwrap_or_default();
    let accepts = env::var_os("SIMSCOPE_BLESS").is_some();
    if !accepts && known.lines().next() != Some(&counted_by) {
        println!(
            "Instructions are not compared: they were counted by\n  {}",
            known.lines().next().unwrap_or("no program")
        );
        println!("and here would be by\n  {counted_by}");
        return Ok(());
    }
    let found = count()?;
    if accepts {
        let rows = found.iter().fold(counted_by + "\n", |mut rows, (what, n)| {
            let _ = writeln!(rows, "{what}\t{n}");
            rows
        });
        fs::write(KNOWN, rows)?;
        return Ok(());
    }
    let known: BTreeMap<&str, u64> = known
        .lines()
        .skip(1)
        .filter_map(|row| row.split_once('\t'))
        .filter_map(|(what, n)| Some((what, n.parse().ok()?)))
        .collect();
    let mut worse = 0;
    for (what, n) in &found {
        let before = known.get(&**what).copied().unwrap_or(0);
        let is_more = *n * 100 > before * (100 + if what == SCREEN { MORE_OF_SCREEN } else { MORE });
        worse += usize::from(is_more);
        println!("{what}: {n} instructions, {before} before{}", if is_more { ": MORE" } else { "" });
    }
    if worse > 0 {
        let how = "SIMSCOPE_BLESS=1 cargo test --test instructions -- --ignored accepts them";
        return Err(format!("{worse} take over {MORE}% more instructions than before; {how}").into());
    }
    Ok(())
}

/// The compiler, valgrind and the processor, in a line.
fn machine() -> Option<String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return None;
    }
    let said = |program: &str| {
        let output = Command::new(program).arg("--version").output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    // The libraries take what the processor has.
    let processor = fs::read_to_string("/proc/cpuinfo").ok()?;
    let vectors = if processor.contains(" avx2 ") { "avx2" } else { "no avx2" };
    Some(format!("{}; {}; {vectors}", said(&env::var("RUSTC").unwrap_or_else(|_| "rustc".into()))?, said("valgrind")?))
}

fn count() -> Result<BTreeMap<String, u64>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("instructions");
    fs::create_dir_all(&folder)?;
    let [a, b] = ["a.txt", "b.txt"].map(|name| folder.join(name));
    let mut found = BTreeMap::new();
    for Written { script, text } in written(BYTES) {
        fs::write(&a, &text)?;
        fs::write(&b, edited(&text, BYTES / 2_000, 5))?;
        for (command, files) in [("hash", &[&a][..]), ("compare", &[&a, &b])] {
            let mut valgrind = child::command("valgrind");
            let output = valgrind
                .args(CALLGRIND)
                .args([program().as_os_str(), command.as_ref()])
                .args(files)
                .env("RAYON_NUM_THREADS", "1")
                .output()?;
            let n = collected(&String::from_utf8_lossy(&output.stderr))?;
            found.insert(format!("{command}, {script}"), n);
        }
    }
    // How often it looks for keys depends on the time: the least of three comes close to what it must do.
    let frames = (0..3).map(|_| first_screen(&folder)).collect::<Result<Vec<_>, _>>()?;
    found.extend(frames.into_iter().min().map(|n| (SCREEN.to_owned(), n)));
    fs::remove_dir_all(folder)?;
    Ok(found)
}

/// The sum in what callgrind says at its end.
fn collected(said: &str) -> Result<u64, Box<dyn Error>> {
    let sum = said.lines().rev().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    sum.ok_or_else(|| format!("callgrind counted nothing:\n{said}").into())
}

/// From the start until the program has been left after the first frame that has all results: what is done by an
/// earlier one is not the same each time.
fn first_screen(folder: &Path) -> Result<u64, Box<dyn Error>> {
    let log = folder.join("log.txt");
    let pty = native_pty_system().openpty(PtySize { rows: 36, cols: 120, pixel_width: 0, pixel_height: 0 })?;
    let mut command = CommandBuilder::new("valgrind");
    command.args(CALLGRIND);
    command.arg(format!("--log-file={}", log.display()));
    command.arg(program());
    for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "en_US.UTF-8"), ("RAYON_NUM_THREADS", "1")] {
        command.env(name, value);
    }
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
        command.env(name, folder);
    }
    let mut reader = pty.master.try_clone_reader()?;
    let mut child = pty.slave.spawn_command(command)?;
    drop(pty.slave);
    let (mut seen, mut buffer) = (Vec::new(), [0; 16384]);
    while !seen.windows(6).any(|shown| shown == b"HEALTH") {
        match reader.read(&mut buffer)? {
            0 => return Err("it ended without results".into()),
            n => seen.extend_from_slice(&buffer[..n]),
        }
    }
    pty.master.take_writer()?.write_all(b"q")?;
    while reader.read(&mut buffer).is_ok_and(|n| n > 0) {}
    child.wait()?;
    collected(&fs::read_to_string(log)?)
}
