//! Bytes → text: the encoding, the errors in it, and line ends. Knows nothing of files.
//!
//! How the bytes of plain text, become text, in this order, each step because the one before it did not apply:
//!
//! 1. a byte order mark (UTF-8, UTF-16, UTF-32) decides, and is taken off the text;
//! 2. strict UTF-8 without NUL is UTF-8;
//! 3. with NUL bytes it is UTF-16 if it [looks like that](Chosen::Utf16Test), otherwise it is no text;
//! 4. bytes that are mostly valid UTF-8 are [damaged UTF-8](Chosen::Utf8Damaged): the broken places become U+FFFD;
//! 5. what the head of an HTML or XML text [declares](Chosen::Declared), if every byte means something then;
//! 6. anything else is what chardetng takes it for (GBK, which is a part of it, is read and shown as GB18030).
//!
//! The byte order mark goes, and [`unify_line_ends`] makes **every line end one LF** (CRLF and a lone CR alike), so
//! that the same text saved on two systems is the same text.

mod decode;
mod utf16;

pub use decode::{Decoded, Encoding, decode, decode_as, unify_line_ends};

/// Why an encoding was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chosen {
    /// A byte order mark said so.
    Bom,
    /// The bytes are valid UTF-8. Plain ASCII is too.
    Utf8,
    /// The bytes are UTF-8 but for a few damaged places: at least two whole multi-byte characters stand for each of
    /// them, or the only one is a last character cut off.
    Utf8Damaged,
    /// No mark, but read as UTF-16 the bytes are almost nothing but letters, punctuation and whitespace.
    Utf16Test,
    /// The head of the HTML or XML text says so, and every byte of it means something then.
    Declared,
    /// Guessed by the crate chardetng from the bytes.
    Detected,
    /// Whoever opened it said so.
    Given,
    /// The format leaves no choice, or the file says it in so many words.
    Format,
}

impl Chosen {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Bom,
        Self::Utf8,
        Self::Utf8Damaged,
        Self::Utf16Test,
        Self::Declared,
        Self::Detected,
        Self::Given,
        Self::Format,
    ];

    /// A stable name for files and translations.
    pub fn key(self) -> &'static str {
        match self {
            Self::Bom => "bom",
            Self::Utf8 => "utf8",
            Self::Utf8Damaged => "utf8-damaged",
            Self::Utf16Test => "utf16-test",
            Self::Declared => "declared",
            Self::Detected => "detected",
            Self::Given => "given",
            Self::Format => "format",
        }
    }
}
