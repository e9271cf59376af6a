//! The request to read a file's bytes, and the text that comes of them. Knows no format.

use super::{Chosen, Decoded, Encoding, Format, Landmark, Metadata, ReadWarnings, format::Content, unify_line_ends};

/// A request to read the bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ask {
    /// The kind of the bytes.
    pub content: Content,
    /// The encoding that somebody says they have. The encoding in the file itself wins only in formats that are always
    /// in one encoding.
    pub encoding: Option<Encoding>,
}

/// The text of a file and how it was taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extracted {
    /// LF line ends, a line for each paragraph.
    pub text: String,
    pub format: Format,
    pub encoding: Encoding,
    pub chosen: Chosen,
    pub replaced: usize,
    pub warnings: ReadWarnings,
    pub landmarks: Vec<Landmark>,
    pub metadata: Metadata,
}

impl Extracted {
    /// Plain text, which is only decoded.
    pub(super) fn plain(Decoded { text, encoding, chosen, replaced }: Decoded) -> Self {
        Self {
            text: unify_line_ends(text),
            format: Format::Text,
            encoding,
            chosen,
            replaced,
            warnings: ReadWarnings::NONE,
            landmarks: Vec::new(),
            metadata: Metadata::default(),
        }
    }
}
