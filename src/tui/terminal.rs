//! The terminal: entered and left, whatever happens in between.
//!
//! Left on quitting, on an error, on a panic (in any thread), on signals, and while suspended. Knows nothing of
//! screens.

use std::{
    fs, io,
    io::{Stdout, Write},
    panic,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use crossterm::{
    clipboard::CopyToClipboard,
    cursor::{Hide, Show},
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use directories::ProjectDirs;
use ratatui::{Terminal, backend::CrosstermBackend};

use super::event::ASK_GROUND;

/// Where frames go.
pub type Tui = Terminal<CrosstermBackend<Stdout>>;

/// Whether the terminal is ours at the moment, so that leaving twice does nothing.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// Takes the terminal over.
///
/// # Errors
/// Where it cannot be written to or set.
pub fn enter() -> io::Result<Tui> {
    hold()?;
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

/// Sets the modes, at the start and after being suspended.
///
/// # Errors
/// As [`enter`].
pub fn hold() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)
}

/// Gives the terminal back as it was found. Can be called at any time, from any thread.
pub fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Asks the terminal what ground it draws on; the answer comes as an event.
///
/// # Errors
/// Where it cannot be written to.
pub fn ask_ground() -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(ASK_GROUND.as_bytes())?;
    out.flush()
}

/// Puts text on the terminal's clipboard (OSC 52).
///
/// # Errors
/// Where it cannot be written to.
pub fn copy(text: &str) -> io::Result<()> {
    execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
}

/// Has a panic in any thread give the terminal back first, write a report, say where it is, and end the program: a
/// program that lost a part of itself must not go on as if it had not.
pub fn leave_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        leave();
        match report(&info.to_string()) {
            Ok(path) => eprintln!("simscope: a fault of its own stopped it. What is known of it stands in {path}"),
            Err(_) => before(info),
        }
        if thread::current().name() != Some("main") {
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
