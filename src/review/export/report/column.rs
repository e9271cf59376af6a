//! A text of a pair as a column of its section: paragraphs with the shared passages marked.

use serde::Serialize;

use super::Location;

/// A text, whole or as its shared passages with some words around them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReportColumn {
    /// The number of the document.
    pub document: usize,
    /// Length of the whole text, white space included.
    pub characters: u64,
    /// Nothing of the text is omitted.
    pub whole: bool,
    pub blocks: Vec<ColumnBlock>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum ColumnBlock {
    /// A paragraph, or the part of it that is shown.
    Paragraph {
        at: Location,
        /// Its beginning is omitted.
        continued: bool,
        parts: Vec<ColumnPart>,
    },
    /// Text that is not shown.
    Omitted {
        /// Length, without white space.
        chars: u64,
    },
}

/// Text that is in the same passage, or in none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ColumnPart {
    pub text: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub excluded: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage: Option<TextPassage>,
}

/// The passage of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TextPassage {
    /// From 1, in the order of A.
    pub number: u32,
    /// It begins with this part.
    pub begins: bool,
    /// It ends with this part.
    pub ends: bool,
}
