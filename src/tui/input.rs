//! Input from the terminal: keys, clicks, pastes, and its answer to the question for its ground. Must not know the
//! model.
//!
//! On Unix the bytes are read here and not by crossterm, which waits without a limit for the rest of a sequence that it
//! cannot parse, and with it keeps the keyboard and Ctrl-C waiting.

#[cfg(unix)]
mod splitter;
#[cfg(unix)]
mod tty;

use std::{
    io,
    sync::{Mutex, PoisonError},
    thread,
};

#[cfg(unix)]
use super::theme::Ground;
use super::{event::Event, queue::InputSender};

/// Whose events they are: that of the screens opened last.
static READER: Mutex<Option<InputSender>> = Mutex::new(None);

/// Whether these screens are the first, so that the thread is yet to be started.
fn first(sender: InputSender) -> bool {
    READER.lock().unwrap_or_else(PoisonError::into_inner).replace(sender).is_none()
}

/// Queues an event, once there is space for it; after the queue is closed, events are lost.
fn hand(event: Event) {
    let sender = READER.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(sender) = sender {
        sender.send(event);
    }
}

/// Reads the terminal in a thread of its own, for as long as the program runs. Screens that are opened after others
/// read from the same.
///
/// # Errors
/// If there is no terminal to read, or no thread can be started.
#[cfg(unix)]
pub(super) fn read(sender: InputSender) -> io::Result<()> {
    if !first(sender) {
        return Ok(());
    }
    let mut terminal = tty::Terminal::open()?;
    let mut splitter = splitter::Splitter::default();
    thread::Builder::new().name("input".into()).spawn(move || {
        loop {
            let pieces = match terminal.read(splitter.patience()) {
                Ok(Some(bytes)) => splitter.split(bytes),
                Ok(None) => splitter.expire().into_iter().collect(),
                Err(_) => {
                    hand(Event::InputEnded);
                    return;
                }
            };
            pieces.into_iter().filter_map(event).for_each(hand);
        }
    })?;
    Ok(())
}

/// How many events are in these bytes, each slice read at once, and what is torn ended.
#[cfg(unix)]
pub(crate) fn events_in(reads: &[&[u8]]) -> usize {
    let mut splitter = splitter::Splitter::default();
    let mut pieces: Vec<_> = reads.iter().flat_map(|bytes| splitter.split(bytes)).collect();
    pieces.extend(splitter.expire());
    assert_eq!(splitter.patience(), None, "nothing is waited for any more");
    pieces.into_iter().filter_map(event).count()
}

/// Reads the console in a thread of its own, for as long as the program runs.
///
/// # Errors
/// If no thread can be started.
#[cfg(not(unix))]
pub(super) fn read(sender: InputSender) -> io::Result<()> {
    if !first(sender) {
        return Ok(());
    }
    thread::Builder::new().name("input".into()).spawn(move || {
        loop {
            let event = crossterm::event::read().map_or(Event::InputEnded, Event::Input);
            let ended = matches!(event, Event::InputEnded);
            hand(event);
            if ended {
                return;
            }
        }
    })?;
    Ok(())
}

/// The event that a piece means; `None` for an answer that nobody asked for, and for bytes that no terminal sends.
#[cfg(unix)]
fn event(piece: splitter::Piece) -> Option<Event> {
    use crossterm::event::Event as Input;
    use splitter::{ESC, INTRODUCERS, Piece};
    use terminput::KeyModifiers;
    match piece {
        Piece::Paste(text) => Some(Event::Input(Input::Paste(String::from_utf8_lossy(&text).into_owned()))),
        Piece::Command(text) => ground(std::str::from_utf8(&text).ok()?).map(Event::Ground),
        Piece::Sequence(bytes) if names_no_cell(&bytes) => None,
        Piece::Sequence(bytes) => {
            let parsed = match bytes[..] {
                // The parser waits for more of what begins a sequence; nothing followed, so it was Alt and a key.
                [ESC, key] if INTRODUCERS.contains(&key) => match terminput::Event::parse_from(&[key]).ok()?? {
                    terminput::Event::Key(key) => {
                        terminput::Event::Key(key.modifiers(key.modifiers | KeyModifiers::ALT))
                    }
                    other => other,
                },
                _ => terminput::Event::parse_from(&bytes).ok()??,
            };
            terminput_crossterm::to_crossterm(parsed).ok().map(Event::Input)
        }
    }
}

/// Whether it is a mouse report whose column or row is 0: they are counted from 1, and the parser takes 1 away unseen.
#[cfg(unix)]
fn names_no_cell(sequence: &[u8]) -> bool {
    let numbers = sequence.strip_prefix(b"\x1b[<").or_else(|| sequence.strip_prefix(b"\x1b["));
    let Some([numbers @ .., b'M' | b'm']) = numbers else { return false };
    // As the parser reads them, for which `+0` is a number too.
    let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse::<u16>().ok();
    numbers.split(|&byte| byte == b';').skip(1).any(|digits| number(digits) == Some(0))
}

/// Asks for the colour of the ground (OSC 11). The answer comes among the keys, early, late or never.
pub(super) const ASK_GROUND: &str = "\x1b]11;?\x1b\\";

/// Reads `11;rgb:RRRR/GGGG/BBBB`: light where the colour is nearer to white than to black.
#[cfg(unix)]
fn ground(answer: &str) -> Option<Ground> {
    let mut sum = 0.0;
    let parts = answer.strip_prefix("11;rgb:")?.split('/');
    for (part, weight) in parts.zip([0.2126, 0.7152, 0.0722]) {
        let most = 16f64.powi(part.len() as i32) - 1.0;
        sum += weight * f64::from(u32::from_str_radix(part, 16).ok()?) / most.max(1.0);
    }
    Some(if sum > 0.5 { Ground::Light } else { Ground::Dark })
}

#[cfg(all(test, unix))]
mod tests {
    use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    use proptest::prelude::*;

    use super::{splitter::Splitter, *};

    fn input(bytes: &str) -> Option<Input> {
        let mut splitter = Splitter::default();
        let mut pieces = splitter.split(bytes.as_bytes());
        pieces.extend(splitter.expire());
        match event(pieces.pop()?)? {
            Event::Input(input) => Some(input),
            _ => None,
        }
    }

    #[test]
    fn sequences_are_the_keys_that_crossterm_names() {
        let none = KeyModifiers::NONE;
        for (bytes, code, modifiers) in [
            ("a", KeyCode::Char('a'), none),
            ("A", KeyCode::Char('A'), KeyModifiers::SHIFT),
            ("中", KeyCode::Char('中'), none),
            ("\r", KeyCode::Enter, none),
            ("\t", KeyCode::Tab, none),
            ("\x7f", KeyCode::Backspace, none),
            ("\x03", KeyCode::Char('c'), KeyModifiers::CONTROL),
            ("\x00", KeyCode::Char(' '), KeyModifiers::CONTROL),
            ("\x1b", KeyCode::Esc, none),
            ("\x1bx", KeyCode::Char('x'), KeyModifiers::ALT),
            ("\x1b[", KeyCode::Char('['), KeyModifiers::ALT),
            ("\x1bO", KeyCode::Char('O'), KeyModifiers::ALT | KeyModifiers::SHIFT),
            ("\x1b[Z", KeyCode::BackTab, KeyModifiers::SHIFT),
            ("\x1b[1;5C", KeyCode::Right, KeyModifiers::CONTROL),
            ("\x1bOP", KeyCode::F(1), none),
            ("\x1b[[A", KeyCode::F(1), none),
            ("\x1b[24~", KeyCode::F(12), none),
            ("\x1b[5~", KeyCode::PageUp, none),
        ] {
            assert_eq!(input(bytes), Some(Input::Key(KeyEvent::new(code, modifiers))), "{bytes:?}");
        }
        let click = MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column: 9, row: 4, modifiers: none };
        assert_eq!(input("\x1b[<0;10;5M"), Some(Input::Mouse(click)));
        assert_eq!(input("\x1b[200~中\x1b[201~"), Some(Input::Paste("中".into())));
    }

    #[test]
    fn reports_that_nobody_asked_for_are_nothing() {
        for report in [
            "\x1b[?997;1n",
            "\x1b[?1;2$y",
            "\x1b[<",
            "\x1b[?62;4c",
            "\x1b[<0;0;5M",
            "\x1b[<0;+2;+0M",
            "\x1b[0;0;0M",
            "\x1b]52;c;\x07",
        ] {
            assert_eq!(input(report), None, "{report:?}");
        }
    }

    #[test]
    fn an_answer_names_the_ground() {
        let pieces = Splitter::default().split(b"\x1b]11;rgb:ffff/ffff/e0e0\x1b\\");
        let events: Vec<_> = pieces.into_iter().filter_map(event).collect();
        assert!(matches!(events[..], [Event::Ground(Ground::Light)]));
        assert_eq!(ground("11;rgb:0000/0000/0000"), Some(Ground::Dark));
        assert_eq!(ground("11;rgb:ff/ff/ff"), Some(Ground::Light));
        assert_eq!(ground("11;rgb:"), None);
        assert_eq!(ground("nonsense"), None);
    }

    proptest! {
        /// The parser is not ours: whatever the bytes are, it finds an event or none.
        #[test]
        fn no_bytes_do_harm(
            bytes in prop::collection::vec(
                prop_oneof![any::<u8>(), prop::sample::select(b"\x1b[]<;0123456789MmuO~:?".to_vec())],
                0..64,
            ),
        ) {
            let mut splitter = Splitter::default();
            let mut pieces = splitter.split(&bytes);
            pieces.extend(splitter.expire());
            for piece in pieces {
                event(piece);
            }
        }
    }
}
