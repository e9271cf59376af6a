//! The terminal: entered and left, whatever happens in between.
//!
//! Left on quitting, on an error, on a panic (in any thread), on signals, and while suspended. Knows nothing of
//! screens.

use std::{
    fs, io,
    io::{BufWriter, Stdout, Write},
    panic,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
};

use crossterm::{
    clipboard::CopyToClipboard,
    cursor::{Hide, Show},
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute, queue,
    terminal::{
        BeginSynchronizedUpdate, DisableLineWrap, EnableLineWrap, EndSynchronizedUpdate, EnterAlternateScreen,
        LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    },
};
use directories::ProjectDirs;
use ratatui::{
    Frame, Terminal,
    backend::CrosstermBackend,
    layout::{Position, Rect},
};

use super::input::ASK_GROUND;

/// Frames are collected first, so that each is one write and not one for every kilobyte.
pub(super) type Tui = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// Holds what a frame of a large terminal comes to.
const FRAME: usize = 64 << 10;

/// Whether the terminal is ours at the moment, so that leaving twice does nothing. Locked by whoever writes, so that
/// nothing is drawn on a terminal that another thread has given back.
static OURS: Mutex<bool> = Mutex::new(false);

fn ours() -> MutexGuard<'static, bool> {
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the terminal over.
///
/// # Errors
/// If it cannot be written to or set.
pub(super) fn enter() -> io::Result<Tui> {
    hold()?;
    Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(FRAME, io::stdout())))
}

/// Sets the modes, at the start and after being suspended.
///
/// # Errors
/// As [`enter`].
pub(super) fn hold() -> io::Result<()> {
    let mut ours = ours();
    enable_raw_mode()?;
    *ours = true;
    // Without wrapping, an emoji that the terminal draws wider than it should cannot spill into the next row.
    execute!(io::stdout(), EnterAlternateScreen, DisableLineWrap, EnableMouseCapture, EnableBracketedPaste, Hide)
}

/// Gives the terminal back as it was found. Can be called at any time, from any thread.
pub(super) fn leave() {
    give_back(&mut ours());
}

fn give_back(ours: &mut bool) {
    if std::mem::take(ours) {
        // It may have been a panic in the middle of a frame.
        let _ = execute!(
            io::stdout(),
            EndSynchronizedUpdate,
            DisableMouseCapture,
            DisableBracketedPaste,
            EnableLineWrap,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// Draws a frame, unless the terminal was given back. A terminal that knows synchronized updates shows it whole.
///
/// # Errors
/// If it cannot be written to.
pub(super) fn draw(tui: &mut Tui, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
    let ours = ours();
    if *ours {
        queue!(io::stdout(), BeginSynchronizedUpdate)?;
        tui.draw(render)?;
        execute!(io::stdout(), EndSynchronizedUpdate)?;
    }
    Ok(())
}

/// Forgets the contents of the screen, so that the next frame is drawn whole. Not `Terminal::clear`, which asks the
/// terminal for its cursor: the answer would go to the thread that reads keys.
///
/// # Errors
/// If it cannot be written to.
pub(super) fn forget(tui: &mut Tui) -> io::Result<()> {
    let size = tui.size()?;
    tui.resize(Rect::from((Position::ORIGIN, size)))
}

/// Asks the terminal what ground it draws on; the answer comes as an event.
///
/// # Errors
/// If it cannot be written to.
pub(super) fn ask_ground() -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(ASK_GROUND.as_bytes())?;
    out.flush()
}

/// Puts text on the terminal's clipboard (OSC 52).
///
/// # Errors
/// If it cannot be written to.
pub(super) fn copy(text: &str) -> io::Result<()> {
    execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
}

/// Has a panic in any thread give the terminal back first, write a report, say where it is, and end the program: a
/// program that lost a part of itself must not go on as if it had not.
pub(super) fn leave_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let main = thread::current().name() == Some("main");
        // The main thread draws and may hold the lock itself. Any other waits until a frame is whole, and keeps the
        // lock: nothing is to be drawn over what it has to say.
        let mut ours = match OURS.try_lock() {
            Ok(ours) => Some(ours),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => (!main).then(ours),
        };
        give_back(ours.as_deref_mut().unwrap_or(&mut true));
        match report(&info.to_string()) {
            Ok(path) => eprintln!("simscope stopped because of an error in the program. Details: {path}"),
            Err(_) => before(info),
        }
        if !main {
            std::process::exit(101);
        }
    }));
}

/// Writes what is known of a panic to the platform's own folder for such things.
fn report(what: &str) -> io::Result<String> {
    let folders = ProjectDirs::from("", "", "simscope").ok_or(io::ErrorKind::NotFound)?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_local_dir());
    fs::create_dir_all(folder)?;
    let path = folder.join("fault.txt");
    let trace = std::backtrace::Backtrace::force_capture();
    fs::write(&path, format!("simscope {}\n{what}\n\n{trace}\n", env!("CARGO_PKG_VERSION")))?;
    Ok(path.display().to_string())
}
