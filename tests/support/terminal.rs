//! A terminal for the program to run in: the real binary on a pseudo-terminal, its output in an emulator.
//!
//! Nothing here sleeps: a reader thread feeds the emulator and wakes whoever waits, and every wait has a deadline. What
//! still runs when a [`Terminal`] is dropped is killed. The program finds a clean environment and a terminal that
//! answers nothing unless the test does.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fmt::Write as _,
    io::{Read, Write},
    num::NonZeroU16,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use tempfile::TempDir;

/// How long anything may take. Only what fails takes so long.
const DEADLINE: Duration = Duration::from_secs(60);
/// How long nothing must have been written for a screen to be taken as finished.
pub const QUIET: Duration = Duration::from_millis(400);
/// The same, after the answer to a key that brought the screen that was waited for.
const ANSWERED: Duration = Duration::from_millis(60);

/// The program's question to the terminal: the colour of the ground.
pub const ASK_GROUND: &[u8] = b"\x1b]11;?";

/// The program to run, and its surroundings.
pub struct Setup {
    program: OsString,
    arguments: Vec<OsString>,
    variables: BTreeMap<OsString, OsString>,
    folder: Option<PathBuf>,
    size: (u16, u16),
}

impl Setup {
    fn of(program: impl AsRef<OsStr>) -> Self {
        let variables = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "en_US.UTF-8")];
        Self {
            program: program.as_ref().into(),
            arguments: Vec::new(),
            variables: variables.map(|(name, value)| (name.into(), value.into())).into(),
            folder: None,
            size: (120, 36),
        }
    }

    /// The program itself.
    pub fn simscope() -> Self {
        Self::of(env!("CARGO_BIN_EXE_simscope"))
    }

    /// Runs another program than simscope.
    pub fn command(program: &Path) -> Self {
        Self::of(program)
    }

    /// A script for `sh`, in which `$SIMSCOPE` is the program.
    pub fn script(script: &str) -> Self {
        let setup = Self::of("/bin/sh").args(["-c", script]);
        setup.var("SIMSCOPE", env!("CARGO_BIN_EXE_simscope")).var("PATH", "/usr/bin:/bin")
    }

    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().into());
        self
    }

    pub fn args<T: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments.extend(arguments.into_iter().map(|argument| argument.as_ref().into()));
        self
    }

    pub fn var(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.into(), value.into());
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.variables.remove(OsStr::new(name));
        self
    }

    pub fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self
    }

    pub fn folder(mut self, folder: &Path) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// The folder, with the user's data hidden in it, so that the next program there knows its reviews.
    pub fn folder_with_data(self, folder: &Path) -> Self {
        self.folder(folder).var("XDG_DATA_HOME", &folder.join(".data").to_string_lossy())
    }

    pub fn start(self) -> Terminal {
        let home = tempfile::tempdir().expect("a folder for the program to call its home");
        let pair = native_pty_system().openpty(cells(self.size)).expect("a pseudo-terminal");
        let found = modes(&*pair.master);
        let mut command = CommandBuilder::new(&self.program);
        command.args(&self.arguments);
        command.env_clear();
        command.env("HOME", home.path());
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        command.cwd(self.folder.as_deref().unwrap_or(home.path()));
        let state = Arc::new(Shared::new(self.size));
        let mut output = pair.master.try_clone_reader().expect("the terminal's output");
        let input = pair.master.take_writer().expect("the terminal's input");
        let mut child = pair.slave.spawn_command(command).expect("the program starts");
        // With the last hold on the slave gone, the end of the output is the end of all that ran.
        drop(pair.slave);
        let pid = child.process_id().expect("a process has a number");
        let reader = Arc::clone(&state);
        thread::spawn(move || {
            let mut bytes = [0; 1 << 12];
            while let Ok(n @ 1..) = output.read(&mut bytes) {
                reader.change(|state| state.take(&bytes[..n]));
            }
            reader.change(|state| state.ended = true);
        });
        let waiter = Arc::clone(&state);
        thread::spawn(move || {
            let status = child.wait().expect("a child can be waited for");
            waiter.change(|state| state.exit = Some(status));
        });
        Terminal { state, input, master: pair.master, found, pid, home }
    }
}

fn cells((columns, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// The settings of the terminal's line, in words that can be compared; nothing where the system does not tell.
fn modes(master: &dyn MasterPty) -> Option<String> {
    let modes = master.get_termios()?;
    Some(format!(
        "{:?} {:?} {:?} {:?} {:?}",
        modes.input_flags, modes.output_flags, modes.control_flags, modes.local_flags, modes.control_chars
    ))
}

/// The state that the reader thread shares with those who wait.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    emulator: vt100::Parser<Heard>,
    /// The screen before the frame that is just being drawn.
    whole: Option<vt100::Screen>,
    raw: Vec<u8>,
    /// Bytes that may be the beginning of a sequence that [`State::take`] rewrites.
    held: Vec<u8>,
    written: Instant,
    /// When the last key was pressed.
    sent: Instant,
    ended: bool,
    exit: Option<ExitStatus>,
}

/// Commands to a terminal other than to draw.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    pub bells: usize,
    pub titles: Vec<String>,
    pub clipboard: Vec<String>,
}

impl vt100::Callbacks for Heard {
    fn audible_bell(&mut self, _: &mut vt100::Screen) {
        self.bells += 1;
    }

    fn set_window_icon_name(&mut self, _: &mut vt100::Screen, name: &[u8]) {
        self.titles.push(String::from_utf8_lossy(name).into());
    }

    fn set_window_title(&mut self, _: &mut vt100::Screen, title: &[u8]) {
        self.titles.push(String::from_utf8_lossy(title).into());
    }

    fn copy_to_clipboard(&mut self, _: &mut vt100::Screen, _: &[u8], data: &[u8]) {
        self.clipboard.push(String::from_utf8_lossy(data).into());
    }
}

/// Sequences that the emulator does not know, and their replacements. Struck-through text: the program has no
/// italics, so the one is carried as the other. The begin and the end of a frame, to be shown whole.
const REWRITTEN: [(&[u8], &[u8]); 4] =
    [(b"\x1b[9m", b"\x1b[3m"), (b"\x1b[29m", b"\x1b[23m"), (FRAME_BEGINS, b""), (FRAME_ENDS, b"")];
const FRAME_BEGINS: &[u8] = b"\x1b[?2026h";
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";

impl Shared {
    fn new(size: (u16, u16)) -> Self {
        let (rows, columns) = (nonzero(size.1), nonzero(size.0));
        let emulator = vt100::Parser::new_with_callbacks(rows, columns, 0, Heard::default());
        let state = State {
            emulator,
            whole: None,
            raw: Vec::new(),
            held: Vec::new(),
            written: Instant::now(),
            sent: Instant::now(),
            ended: false,
            exit: None,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

impl State {
    fn take(&mut self, bytes: &[u8]) {
        self.written = Instant::now();
        self.raw.extend_from_slice(bytes);
        self.held.extend_from_slice(bytes);
        let unfinished =
            |tail: &[u8]| REWRITTEN.iter().any(|(from, _)| tail.len() < from.len() && from.starts_with(tail));
        let len = self.held.len();
        let finished = (len.saturating_sub(7)..len).find(|&at| unfinished(&self.held[at..])).unwrap_or(len);
        let mut rest = &self.held[..finished];
        while !rest.is_empty() {
            if let Some(&(from, to)) = REWRITTEN.iter().find(|(from, _)| rest.starts_with(from)) {
                self.emulator.process(to);
                if from == FRAME_BEGINS {
                    self.whole = Some(self.emulator.screen().clone());
                } else if from == FRAME_ENDS {
                    self.whole = None;
                }
                rest = &rest[from.len()..];
            } else {
                let next = 1 + rest[1..].iter().position(|&byte| byte == 0x1b).unwrap_or(rest.len() - 1);
                self.emulator.process(&rest[..next]);
                rest = &rest[next..];
            }
        }
        self.held.drain(..finished);
    }

    /// Whether nothing was written or pressed for so long.
    ///
    /// # Errors
    /// How long to wait until that may be.
    fn quiet_for(&self, time: Duration) -> Result<(), Option<Duration>> {
        time.checked_sub(self.written.max(self.sent).elapsed()).map_or(Ok(()), |rest| Err(Some(rest)))
    }

    fn screen(&self) -> Screen {
        Screen { screen: self.whole.as_ref().unwrap_or(self.emulator.screen()).clone() }
    }
}

fn nonzero(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a terminal has cells")
}

/// The screen of a terminal at one moment.
pub struct Screen {
    screen: vt100::Screen,
}

impl Screen {
    /// The rows, without the blanks at their ends.
    pub fn rows(&self) -> Vec<String> {
        let (_, columns) = self.screen.size();
        self.screen.rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect()
    }

    pub fn text(&self) -> String {
        self.rows().join("\n")
    }

    pub fn shows(&self, text: &str) -> bool {
        self.rows().iter().any(|row| row.contains(text))
    }

    /// The first row that shows `text`.
    pub fn row_with(&self, text: &str) -> Option<String> {
        self.rows().into_iter().find(|row| row.contains(text))
    }

    /// Columns and rows.
    pub fn size(&self) -> (u16, u16) {
        let (rows, columns) = self.screen.size();
        (columns.get(), rows.get())
    }

    /// The start of `text`: column and row.
    pub fn find(&self, text: &str) -> Option<(u16, u16)> {
        let buffer = self.buffer();
        let area = buffer.area;
        let ends_here = |x: u16, y: u16| {
            let mut rest = text;
            let mut x = x;
            while !rest.is_empty() {
                if x >= area.right() {
                    return false;
                }
                let symbol = buffer[(x, y)].symbol();
                let Some(after) = rest.strip_prefix(symbol) else { return false };
                rest = after;
                x += 1 + u16::from(self.screen.cell(y, x).is_some_and(vt100::Cell::is_wide));
            }
            true
        };
        (0..area.height).find_map(|y| (0..area.width).find(|&x| ends_here(x, y)).map(|x| (x, y)))
    }

    /// A copy of the cells, as ratatui keeps them.
    pub fn buffer(&self) -> Buffer {
        let (columns, rows) = self.size();
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        for y in 0..rows {
            for x in 0..columns {
                let Some(from) = self.screen.cell(y, x) else { continue };
                let to = &mut buffer[(x, y)];
                if from.has_contents() {
                    to.set_symbol(from.contents());
                }
                to.set_style(Style::new().fg(color(from.fgcolor())).bg(color(from.bgcolor())));
                let modifiers = [
                    (from.bold(), Modifier::BOLD),
                    (from.dim(), Modifier::DIM),
                    (from.italic(), Modifier::CROSSED_OUT),
                    (from.underline(), Modifier::UNDERLINED),
                    (from.inverse(), Modifier::REVERSED),
                ];
                to.modifier = modifiers.iter().filter(|(on, _)| *on).map(|(_, modifier)| *modifier).collect();
            }
        }
        buffer
    }
}

fn color(color: vt100::Color) -> Color {
    match color {
        vt100::Color::Default => Color::Reset,
        vt100::Color::Idx(i) => Color::Indexed(i),
        vt100::Color::Rgb(r, g, b) => Color::Rgb(r, g, b),
    }
}

/// A terminal in which something runs.
pub struct Terminal {
    state: Arc<Shared>,
    input: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    found: Option<String>,
    pid: u32,
    home: TempDir,
}

impl Terminal {
    /// Presses keys, parted by blanks: characters, or one of the names below; `C-x` for Ctrl. A key after an `Esc`
    /// without a wait between would be read as Alt.
    pub fn keys(&mut self, keys: &str) {
        for key in keys.split(' ').filter(|key| !key.is_empty()) {
            let control;
            let bytes = match key {
                "Enter" => "\r",
                "Esc" => "\x1b",
                "Tab" => "\t",
                "Space" => " ",
                "Backspace" => "\x7f",
                "F1" => "\x1bOP",
                "Up" => "\x1b[A",
                "Down" => "\x1b[B",
                "Right" => "\x1b[C",
                "Left" => "\x1b[D",
                "Home" => "\x1b[H",
                "End" => "\x1b[F",
                "PageUp" => "\x1b[5~",
                "PageDown" => "\x1b[6~",
                _ => match key.strip_prefix("C-").map(str::as_bytes) {
                    Some([letter @ b'a'..=b'z']) => {
                        control = char::from(letter & 0x1f).to_string();
                        &control
                    }
                    _ => key,
                },
            };
            self.send(bytes.as_bytes());
        }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        self.state.lock().sent = Instant::now();
        self.input.write_all(bytes).and_then(|()| self.input.flush()).expect("the terminal takes input");
    }

    /// A click of the left button on a cell.
    pub fn click(&mut self, (x, y): (u16, u16)) {
        let (x, y) = (x + 1, y + 1);
        self.send(format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m").as_bytes());
    }

    /// Answers the question for the ground's colour, as soon as it was asked.
    pub fn answer_ground(&mut self, rgb: &str) {
        self.until_raw("the question for the ground", |raw| contains(raw, ASK_GROUND));
        self.send(format!("\x1b]11;rgb:{rgb}\x1b\\").as_bytes());
    }

    /// Waits for something of the whole state, or fails. A state that is not ready says how long to wait for it at
    /// most, without anything being written; `None` where only what is written can bring it.
    fn wait<T>(&self, what: &str, mut ready: impl FnMut(&State) -> Result<T, Option<Duration>>) -> T {
        let end = Instant::now() + DEADLINE;
        let mut state = self.state.lock();
        loop {
            let step = match ready(&state) {
                Ok(found) => return found,
                Err(step) => step,
            };
            let left = end.saturating_duration_since(Instant::now());
            let over = state.ended && state.exit.is_some() && step.is_none();
            if left.is_zero() || over {
                let text = state.screen().text();
                let exit = state.exit.as_ref().map_or_else(|| "still running".into(), ToString::to_string);
                drop(state);
                panic!("waited in vain for {what} ({exit}); the screen:\n{text}");
            }
            let step = step.unwrap_or(left).min(left);
            state = self.state.changed.wait_timeout(state, step).map_or_else(|e| e.into_inner().0, |r| r.0);
        }
    }

    /// Waits until the screen is as wanted.
    pub fn until(&self, what: &str, mut wanted: impl FnMut(&Screen) -> bool) -> Screen {
        self.wait(what, |state| Some(state.screen()).filter(|screen| wanted(screen)).ok_or(None))
    }

    /// Waits for something that the screen does not tell, such as what is in a file.
    pub fn until_elsewhere(&self, what: &str, wanted: impl Fn() -> bool) {
        self.wait(what, |_| if wanted() { Ok(()) } else { Err(Some(QUIET)) });
    }

    /// Waits until the screen shows all of `texts`.
    pub fn sees(&self, texts: &[&str]) -> Screen {
        self.until(&format!("{texts:?}"), |screen| texts.iter().all(|text| screen.shows(text)))
    }

    /// Waits until the screen shows `text` no more.
    pub fn lacks(&self, text: &str) -> Screen {
        self.until(&format!("no {text:?}"), |screen| !screen.shows(text))
    }

    /// Waits until the screen is as wanted and nothing more is written.
    pub fn settled(&self, what: &str, mut wanted: impl FnMut(&Screen) -> bool) -> Screen {
        self.wait(&format!("{what} to be finished"), |state| {
            let screen = Some(state.screen()).filter(|screen| wanted(screen)).ok_or(None)?;
            state.quiet_for(QUIET).map(|()| screen)
        })
    }

    /// Waits until the screen is as wanted and either `already` complete, as an answer to the last key, or nothing more
    /// is written for so long.
    pub fn settled_or(
        &self,
        what: &str,
        quiet: Duration,
        mut wanted: impl FnMut(&Screen) -> bool,
        mut already: impl FnMut(&Screen) -> bool,
    ) -> Screen {
        self.wait(&format!("{what} to be finished"), |state| {
            let screen = Some(state.screen()).filter(|screen| wanted(screen)).ok_or(None)?;
            let answered = state.written > state.sent;
            let quiet = if !already(&screen) {
                quiet
            } else if answered {
                ANSWERED
            } else {
                QUIET
            };
            state.quiet_for(quiet).map(|()| screen)
        })
    }

    /// Waits for something in all that was written.
    pub fn until_raw(&self, what: &str, wanted: impl Fn(&[u8]) -> bool) {
        self.wait(what, |state| wanted(&state.raw).then_some(()).ok_or(None));
    }

    /// All that was written up to now.
    pub fn raw(&self) -> Vec<u8> {
        self.state.lock().raw.clone()
    }

    pub fn screen(&self) -> Screen {
        self.state.lock().screen()
    }

    pub fn heard(&self) -> Heard {
        self.state.lock().emulator.callbacks().clone()
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.state.change(|state| {
            state.emulator.set_size(nonzero(rows), nonzero(columns));
            state.sent = Instant::now();
        });
        self.master.resize(cells((columns, rows))).expect("a pseudo-terminal can be resized");
    }

    /// The home folder of the user, as the program sees it.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Sends a signal to the program.
    /// The number of the process that was started.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    pub fn signal(&self, name: &str) {
        kill(name, &self.pid.to_string());
    }

    /// Waits for the end of all that runs.
    pub fn finish(&self) -> ExitStatus {
        self.wait("the end", |state| state.exit.clone().filter(|_| state.ended).ok_or(None))
    }

    /// Fails unless the terminal is as it was found.
    pub fn restored(&self) {
        let state = self.state.lock();
        let screen = state.emulator.screen();
        let mut wrong = String::new();
        let mut check = |right: bool, what: &str| {
            if !right {
                let _ = write!(wrong, "{what}; ");
            }
        };
        check(!screen.alternate_screen(), "the alternate screen is left on");
        check(!screen.hide_cursor(), "the cursor is left hidden");
        check(screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None, "the mouse is left on");
        check(!screen.bracketed_paste(), "pasting is left bracketed");
        let plain = !screen.bold() && !screen.underline() && !screen.inverse() && !screen.italic();
        let uncoloured = (screen.fgcolor(), screen.bgcolor()) == (vt100::Color::Default, vt100::Color::Default);
        check(plain && uncoloured, "colours or attributes are left on");
        for (mode, on) in private_modes(&state.raw) {
            check(on == matches!(mode.as_str(), "25" | "7"), &format!("mode {mode} is left {on}"));
        }
        check(modes(&*self.master) == self.found, "the terminal's line is not set as it was");
        let text = state.screen().text();
        drop(state);
        assert!(wrong.is_empty(), "{wrong}the screen:\n{text}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let state = self.state.lock();
        if state.exit.is_none() {
            drop(state);
            // Its whole session's foreground, so that nothing that it started stays behind.
            kill("KILL", &format!("-{}", self.pid));
            kill("KILL", &self.pid.to_string());
        }
    }
}

fn kill(signal: &str, pid: &str) {
    let script = r#"kill -s "$0" -- "$1" 2>/dev/null"#;
    let _ = Command::new("/bin/sh").args(["-c", script, signal, pid]).status();
}

pub fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A command that a program sent to the terminal, or a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminalCommand {
    /// `ESC [`: parameters, the final byte.
    Control(String, char),
    /// `ESC ]`: all of it.
    System(String),
    /// `ESC` and another byte.
    Escape(char),
    /// A control character other than `ESC`, C1 ones among them.
    Character(char),
}

/// All that is no text in what was written, in its order. Reads as a terminal does, so what hides in a text and is no
/// sequence to a terminal is none here.
pub fn terminal_commands(raw: &[u8]) -> Vec<TerminalCommand> {
    let text = String::from_utf8_lossy(raw);
    let mut rest = text.chars().peekable();
    let mut pieces = Vec::new();
    while let Some(c) = rest.next() {
        if c != '\x1b' {
            if c.is_control() {
                pieces.push(TerminalCommand::Character(c));
            }
            continue;
        }
        match rest.next() {
            Some('[') => {
                let mut parameters = String::new();
                let last = loop {
                    match rest.next() {
                        Some(c @ '@'..='~') => break c,
                        Some(c) => parameters.push(c),
                        None => return pieces,
                    }
                };
                pieces.push(TerminalCommand::Control(parameters, last));
            }
            Some(']') => {
                let mut command = String::new();
                while let Some(c) = rest.next() {
                    if c == '\x07' || c == '\x1b' && rest.next_if_eq(&'\\').is_some() {
                        break;
                    }
                    command.push(c);
                }
                pieces.push(TerminalCommand::System(command));
            }
            Some(c) => pieces.push(TerminalCommand::Escape(c)),
            None => {}
        }
    }
    pieces
}

/// How DEC private modes were left, of those that were touched.
fn private_modes(raw: &[u8]) -> BTreeMap<String, bool> {
    let mut modes = BTreeMap::new();
    for pieces in terminal_commands(raw) {
        if let TerminalCommand::Control(parameters, last @ ('h' | 'l')) = pieces
            && let Some(list) = parameters.strip_prefix('?')
        {
            modes.extend(list.split(';').map(|mode| (mode.to_owned(), last == 'h')));
        }
    }
    modes
}
