//! Splits the bytes of a terminal into characters, escape sequences and pastes, by the grammar of ECMA-48. Must not
//! know what a sequence means.
//!
//! No byte is waited for without a limit: [`Splitter::patience`] says how long the rest of what has begun may take, and
//! [`Splitter::expire`] ends it. So a torn or unknown sequence can take no later key with it.

use std::time::Duration;

/// One whole thing that the terminal sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// The bytes of a character, with ESC before it if Alt was held, or of a control sequence (CSI, SS3, X10 mouse).
    Sequence(Vec<u8>),
    /// The text of an operating system command (OSC): the answer to a question.
    Command(Vec<u8>),
    /// The text between the two marks of a bracketed paste.
    Paste(Vec<u8>),
}

/// The longest control sequence or command that is kept; a longer one is dropped whole.
const LONGEST: usize = 256;
/// Bytes kept of a paste: more than any field of the program takes.
const PASTE_LIMIT: usize = 16 << 20;
/// How long a single ESC is waited on: then it was the key.
const ESCAPE: Duration = Duration::from_millis(30);
/// How long the rest of a sequence may take.
const SEQUENCE: Duration = Duration::from_millis(100);
/// How long the rest of a paste may take; longer, since its rest would be read as keys.
const PASTE: Duration = Duration::from_secs(1);

pub(super) const ESC: u8 = 0x1b;
/// The characters that begin a longer sequence after ESC.
pub(super) const INTRODUCERS: &[u8] = b"[O]PX^_";
const BEL: u8 = 0x07;
const CTRL_C: u8 = 0x03;
const PASTE_BEGIN: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    /// So many bytes of a character are missing.
    Character(u8),
    Escape,
    ControlSequence,
    /// The first of two `[` that the Linux console sends for F1 to F5.
    ConsoleKey,
    /// The three bytes of a mouse report without numbers.
    Mouse,
    /// After ESC O.
    SingleShift,
    /// An operating system command, or another string, which is dropped.
    Text {
        command: bool,
    },
    /// An ESC in such a string.
    TextEscape {
        command: bool,
    },
    Paste,
}

/// Bytes in, [`Piece`]s out.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    state: State,
    /// The bytes so far of the piece that has begun.
    begun: Vec<u8>,
    pieces: Vec<Piece>,
}

impl Splitter {
    /// The pieces that are whole after these bytes.
    pub(super) fn split(&mut self, bytes: &[u8]) -> Vec<Piece> {
        if self.state == State::Paste && bytes == [CTRL_C] {
            // It came alone, so it was pressed: the paste has no end.
            self.end_begun();
        }
        for &byte in bytes {
            self.accept(byte);
        }
        std::mem::take(&mut self.pieces)
    }

    /// How long to wait for the next byte, if a piece has begun.
    pub(super) fn patience(&self) -> Option<Duration> {
        match self.state {
            State::Ground => None,
            State::Escape => Some(ESCAPE),
            State::Paste => Some(PASTE),
            _ => Some(SEQUENCE),
        }
    }

    /// Ends what has begun, since its rest did not come in time. An ESC and one character were Alt and a key.
    pub(super) fn expire(&mut self) -> Option<Piece> {
        self.end_begun();
        self.pieces.pop()
    }

    fn end_begun(&mut self) {
        match self.state {
            State::Ground => {}
            State::Escape => self.finish(),
            State::Paste => self.paste(self.begun.len()),
            _ if self.begun.len() == 2 && self.begun[0] == ESC => self.finish(),
            _ => self.drop_begun(),
        }
        self.state = State::Ground;
    }

    fn accept(&mut self, byte: u8) {
        match self.state {
            State::Ground => self.begin(byte),
            State::Character(missing) if matches!(byte, 0x80..=0xbf) => {
                self.begun.push(byte);
                match missing {
                    1 => self.finish(),
                    more => self.state = State::Character(more - 1),
                }
            }
            State::Escape => self.after_escape(byte),
            State::ControlSequence => self.control(byte),
            State::ConsoleKey if matches!(byte, b'A'..=b'E') => self.end_with(byte),
            State::Mouse if byte >= b' ' => {
                self.begun.push(byte);
                if self.begun.len() == b"\x1b[Mbxy".len() {
                    self.finish();
                }
            }
            State::SingleShift if matches!(byte, b' '..=b'~') => self.end_with(byte),
            State::Text { command } => self.text(byte, command),
            State::TextEscape { command } if byte == b'\\' => self.end_text(command),
            State::TextEscape { .. } => {
                self.begun.clear();
                self.begun.push(ESC);
                self.after_escape(byte);
            }
            State::Paste => self.pasted(byte),
            // A byte that cannot go on with what has begun: that was torn, and this begins something new.
            _ => self.start_over(byte),
        }
    }

    fn begin(&mut self, byte: u8) {
        self.begun.push(byte);
        match byte {
            ESC => self.state = State::Escape,
            0x00..=0x7f => self.finish(),
            0xc2..=0xdf => self.state = State::Character(1),
            0xe0..=0xef => self.state = State::Character(2),
            0xf0..=0xf4 => self.state = State::Character(3),
            _ => self.drop_begun(),
        }
    }

    fn after_escape(&mut self, byte: u8) {
        self.state = match byte {
            b'[' => State::ControlSequence,
            b'O' => State::SingleShift,
            b']' => State::Text { command: true },
            b'P' | b'X' | b'^' | b'_' => State::Text { command: false },
            ESC => {
                self.finish();
                return self.begin(ESC);
            }
            _ => return self.begin(byte),
        };
        self.begun.push(byte);
    }

    /// A byte of a control sequence: parameters, intermediates, and the final one.
    fn control(&mut self, byte: u8) {
        match byte {
            b'[' if self.begun.len() == 2 => {
                self.begun.push(byte);
                self.state = State::ConsoleKey;
            }
            b'M' if self.begun.len() == 2 => {
                self.begun.push(byte);
                self.state = State::Mouse;
            }
            b' '..=b'?' => self.keep(byte),
            b'@'..=b'~' if self.begun.len() == LONGEST => self.drop_begun(),
            b'@'..=b'~' => {
                self.end_with(byte);
                if self.pieces.last() == Some(&Piece::Sequence(PASTE_BEGIN.to_vec())) {
                    self.pieces.pop();
                    self.state = State::Paste;
                }
            }
            _ => self.start_over(byte),
        }
    }

    fn text(&mut self, byte: u8, command: bool) {
        match byte {
            ESC => self.state = State::TextEscape { command },
            BEL => self.end_text(command),
            // A command begins with its number; anything else was Alt-] and a key.
            _ if command && self.begun.len() == 2 && !byte.is_ascii_digit() => {
                self.finish();
                self.begin(byte);
            }
            b' '..=b'~' | 0x80.. => self.keep(byte),
            _ => self.start_over(byte),
        }
    }

    fn end_text(&mut self, command: bool) {
        if command && self.begun.len() < LONGEST {
            let text = self.begun.split_off(2);
            self.pieces.push(Piece::Command(text));
        }
        self.drop_begun();
    }

    fn pasted(&mut self, byte: u8) {
        if self.begun.len() == PASTE_LIMIT {
            // The last bytes are needed to see the end.
            self.begun.remove(PASTE_LIMIT - PASTE_END.len());
        }
        self.begun.push(byte);
        if self.begun.ends_with(PASTE_END) {
            self.paste(self.begun.len() - PASTE_END.len());
            self.drop_begun();
        }
    }

    fn paste(&mut self, length: usize) {
        let mut text = std::mem::take(&mut self.begun);
        text.truncate(length);
        if !text.is_empty() {
            self.pieces.push(Piece::Paste(text));
        }
    }

    /// Keeps a byte, up to the limit.
    fn keep(&mut self, byte: u8) {
        if self.begun.len() < LONGEST {
            self.begun.push(byte);
        }
    }

    fn end_with(&mut self, byte: u8) {
        self.begun.push(byte);
        self.finish();
    }

    fn finish(&mut self) {
        self.pieces.push(Piece::Sequence(std::mem::take(&mut self.begun)));
        self.state = State::Ground;
    }

    fn drop_begun(&mut self) {
        self.begun.clear();
        self.state = State::Ground;
    }

    fn start_over(&mut self, byte: u8) {
        self.drop_begun();
        self.begin(byte);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(bytes: &[u8]) -> Vec<Piece> {
        Splitter::default().split(bytes)
    }

    fn sequence(bytes: &[u8]) -> Piece {
        Piece::Sequence(bytes.to_vec())
    }

    /// Ends a torn sequence, shows that the `q` after it is a key of its own, and returns the piece it became, if any.
    fn before_q(begun: &[u8]) -> Option<Piece> {
        let mut splitter = Splitter::default();
        assert_eq!(splitter.split(begun), [], "{begun:?}");
        assert!(splitter.patience().is_some_and(|wait| wait <= PASTE), "{begun:?}");
        let piece = splitter.expire();
        assert_eq!(splitter.patience(), None);
        assert_eq!(splitter.split(b"q"), [sequence(b"q")], "{begun:?}");
        piece
    }

    #[test]
    fn keys_mouse_and_alt_are_whole() {
        for whole in [
            "a",
            "é",
            "中",
            "😀",
            "\x03",
            "\r",
            "\x1ba",
            "\x1b中",
            "\x1b[A",
            "\x1b[1;5C",
            "\x1b[Z",
            "\x1b[15~",
            "\x1bOP",
            "\x1b[[A",
            "\x1b[<0;10;5M",
            "\x1b[<35;200;60m",
            "\x1b[M !!",
            "\x1b[97;5u",
            "\x1b[I",
            "\x1b[?997;1n",
            "\x1b[?1;2$y",
        ] {
            let twice = [whole.as_bytes(), whole.as_bytes()].concat();
            assert_eq!(split(&twice), [sequence(whole.as_bytes()), sequence(whole.as_bytes())], "{whole:?}");
        }
    }

    #[test]
    fn what_is_torn_takes_no_key_with_it() {
        for torn in ["\x1b[<", "\x1b[?", "\x1b[<0;10", "\x1b[M!", "\x1b[[", "\x1b]11;rgb:", "\x1bPabc", "\x1b]1\x1b"] {
            assert_eq!(before_q(torn.as_bytes()), None, "{torn:?}");
        }
        assert_eq!(before_q(&"中".as_bytes()[..2]), None);
    }

    #[test]
    fn escape_and_alt_are_keys_when_nothing_follows() {
        for key in ["\x1b", "\x1b[", "\x1bO", "\x1b]", "\x1bP"] {
            assert_eq!(before_q(key.as_bytes()), Some(sequence(key.as_bytes())));
        }
        assert_eq!(split(b"\x1b]x"), [sequence(b"\x1b]"), sequence(b"x")]);
        assert_eq!(split(b"\x1b\x1b[A"), [sequence(b"\x1b"), sequence(b"\x1b[A")]);
    }

    #[test]
    fn control_c_breaks_into_anything() {
        for begun in ["\x1b[<0;1", "\x1b[", "\x1b[M", "\x1b]11;rgb", "\x1bPx", "\x1bO", "\x1b[["] {
            let pieces = split(&[begun.as_bytes(), b"\x03"].concat());
            assert_eq!(pieces.last(), Some(&sequence(b"\x03")), "{begun:?}");
        }
        // Within a paste it is text, unless it was pressed.
        assert_eq!(split(b"\x1b[200~a\x03b\x1b[201~"), [Piece::Paste(b"a\x03b".to_vec())]);
        let mut splitter = Splitter::default();
        splitter.split(b"\x1b[200~a");
        assert_eq!(splitter.split(b"\x03"), [Piece::Paste(b"a".to_vec()), sequence(b"\x03")]);
    }

    #[test]
    fn a_paste_without_its_end_ends() {
        assert_eq!(before_q(b"\x1b[200~ab\x1b[20"), Some(Piece::Paste(b"ab\x1b[20".to_vec())));
        assert_eq!(
            split("\x1b[200~中q\x1b[A\x1b[201~x".as_bytes()),
            [Piece::Paste("中q\x1b[A".into()), sequence(b"x")]
        );
        assert_eq!(split(b"\x1b[200~\x1b[201~"), []);
    }

    #[test]
    fn a_command_ends_by_either_sign() {
        let answer = Piece::Command(b"11;rgb:ffff/ffff/e0e0".to_vec());
        for end in ["\x07", "\x1b\\"] {
            assert_eq!(split(format!("\x1b]11;rgb:ffff/ffff/e0e0{end}q").as_bytes()), [answer.clone(), sequence(b"q")]);
        }
        assert_eq!(split(b"\x1bP>|terminal 1.0\x1b\\q"), [sequence(b"q")]);
    }

    #[test]
    fn what_has_no_end_is_bounded() {
        let mut splitter = Splitter::default();
        for head in ["\x1b[", "\x1b]1"] {
            assert_eq!(splitter.split(head.as_bytes()), []);
            assert_eq!(splitter.split(&vec![b'1'; 1 << 16]), []);
            assert!(splitter.begun.len() <= LONGEST);
            splitter.expire();
        }
        splitter.split(PASTE_BEGIN);
        splitter.split(&vec![b'x'; PASTE_LIMIT + 7]);
        let pieces = splitter.split(b"\x1b[201~q");
        assert!(matches!(&pieces[..], [Piece::Paste(text), q] if text.len() < PASTE_LIMIT && *q == sequence(b"q")));
    }

    proptest! {
        /// However the bytes arrive, the pieces are the same, and no byte is in two of them.
        #[test]
        fn pieces_do_not_depend_on_how_bytes_arrive(
            parts in prop::collection::vec(prop::sample::select(vec![
                &b"\x1b"[..], b"[", b"<", b"0;", b"1;2", b"M", b"m", b"~", b"]", b"11;", b"\x07", b"\\", b"\x1b[200~",
                b"\x1b[201~", b"\x03",
                b"q", b"O", b"P", b"\xe4\xb8\xad", b"\xe4", b"\xff", b"?", b"$y",
            ]), 0..40),
            cut in 0usize..100,
        ) {
            let bytes = parts.concat();
            let cut = cut.min(bytes.len());
            // Alone, Ctrl-C was pressed, and ends a paste.
            prop_assume!(bytes[cut..] != [CTRL_C]);
            let mut torn = Splitter::default();
            let mut pieces = torn.split(&bytes[..cut]);
            pieces.extend(torn.split(&bytes[cut..]));
            let mut whole = Splitter::default();
            prop_assert_eq!(&pieces, &whole.split(&bytes));
            let length: usize = pieces.iter().map(|piece| match piece {
                Piece::Sequence(bytes) | Piece::Command(bytes) | Piece::Paste(bytes) => bytes.len(),
            }).sum();
            prop_assert!(length <= bytes.len());
        }
    }
}
