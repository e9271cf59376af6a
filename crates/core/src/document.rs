//! Bytes → text: the encoding, errors in it, and line ends. Must not know files.
//!
//! The bytes of plain text are decoded by the first of these steps that applies:
//!
//! 1. a byte order mark (UTF-8, UTF-16, UTF-32) decides, and is removed from the text;
//! 2. strict UTF-8 without NUL is UTF-8;
//! 3. with NUL bytes it is UTF-16 if it [looks like UTF-16](Chosen::Utf16Test), otherwise it is not text;
//! 4. bytes that are mostly valid UTF-8 are [damaged UTF-8](Chosen::Utf8Damaged): the broken places become U+FFFD;
//! 5. the encoding that the head of an HTML or XML text [declares](Chosen::Declared), if every byte is valid in it;
//! 6. anything else has the encoding that chardetng detects (GBK is read and shown as GB18030, which includes it).
//!
//! The byte order mark is removed, and [`unify_line_ends`] turns **every line end into LF** (CRLF as well as a lone
//! CR), so that a text is the same on every system.

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
    /// The bytes are UTF-8 except for a few damaged places: there are at least two complete multi-byte characters for
    /// each of them, or the only one is a truncated last character.
    Utf8Damaged,
    /// There is no mark, but read as UTF-16 the bytes are almost only letters, punctuation and whitespace.
    Utf16Test,
    /// The head of the HTML or XML text declares it, and every byte is valid in it.
    Declared,
    /// Guessed by the crate chardetng from the bytes.
    Detected,
    /// Given by the user.
    Given,
    /// Set by the format, or stated in the file.
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
