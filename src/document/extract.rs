//! Files that are more than their text → text. One file a format.
//!
//! Files read here may come from anyone, so every count, size and depth has a [limit](limits), nothing is unpacked to
//! the disk, no entity is expanded and no reference outside the file is followed. What these limits cannot stop (a
//! stack that overflows, memory that runs out, a loop without end in a library) stops the process that does this work:
//! that is why [`guard`](super::guard) has it done in another one. Knows nothing of processes and files.

mod archive;
mod docx;
mod epub;
mod html;
mod odt;
#[cfg(feature = "pdf")]
mod pdf;
mod prose;
mod rtf;
#[cfg(test)]
mod tests;
mod xml;

use archive::ZipParts;
use prose::Prose;

use super::{
    Chosen, Decoded, Encoding, ExtractError, Format, Landmark, Metadata, ReadWarning, ReadWarnings, decode, decode_as,
    format::Content, metadata::are_sound, unify_line_ends,
};

/// Raised whenever a PDF comes to another text: what was made of the text before is made anew.
pub(crate) const PDF_VERSION: u32 = 2;

/// How much is taken of one document.
mod limits {
    /// One entry of an archive, unpacked, in bytes.
    pub(super) const ENTRY: u64 = 64 << 20;
    /// All entries that are read, unpacked, in bytes.
    pub(super) const ENTRIES_TOTAL: u64 = 128 << 20;
    /// Entries of an archive, read or not.
    pub(super) const ENTRIES: usize = 20_000;
    /// How deep elements and groups may be nested.
    pub(super) const DEPTH: usize = 512;
    /// Pages of a PDF.
    #[cfg(feature = "pdf")]
    pub(super) const PAGES: usize = 10_000;
    /// The text that comes out, in bytes.
    pub(super) const TEXT: usize = super::super::LIMIT as usize;
    /// Landmarks: a page or chapter each.
    pub(super) const LANDMARKS: usize = 100_000;
}

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
    /// How many lines were dropped that run along the top or bottom of pages.
    pub running: usize,
    pub warnings: ReadWarnings,
    pub landmarks: Vec<Landmark>,
    pub metadata: Metadata,
}

/// The text of `bytes`.
pub(super) fn extract(bytes: Vec<u8>, ask: Ask) -> Result<Extracted, ExtractError> {
    let found = taken_apart(bytes, ask)?;
    // Some were in places that hold no text.
    let replaced = found.replaced.min(found.text.matches(char::REPLACEMENT_CHARACTER).count());
    Ok(Extracted { replaced, ..found })
}

fn taken_apart(bytes: Vec<u8>, ask: Ask) -> Result<Extracted, ExtractError> {
    match ask.content {
        Content::Is(Format::Html) => {
            let decoded = match ask.encoding {
                Some(encoding) => decode_as(&bytes, encoding),
                None => decode(bytes).ok_or(ExtractError::Broken)?,
            };
            html::extract(decoded)
        }
        Content::Is(Format::Rtf) => rtf::extract(&bytes, ask.encoding),
        Content::Is(Format::Pdf) => extract_pdf(bytes),
        Content::Compound { encrypted } => {
            Err(if encrypted { ExtractError::Encrypted } else { ExtractError::OldOffice })
        }
        Content::Is(Format::Docx) => docx::extract(&mut ZipParts::open(&bytes)?),
        Content::Is(Format::Odt) => odt::extract(&mut ZipParts::open(&bytes)?),
        Content::Is(Format::Epub) => epub::extract(&mut ZipParts::open(&bytes)?),
        Content::Archive => {
            let mut archive = ZipParts::open(&bytes)?;
            match archive.format()? {
                Format::Docx => docx::extract(&mut archive),
                Format::Odt => odt::extract(&mut archive),
                Format::Epub => epub::extract(&mut archive),
                _ => Err(ExtractError::NotADocument),
            }
        }
        // Nobody asks for it: what is text already needs no child.
        Content::Is(Format::Text) => Err(ExtractError::NotADocument),
    }
}

#[cfg(feature = "pdf")]
fn extract_pdf(bytes: Vec<u8>) -> Result<Extracted, ExtractError> {
    pdf::extract(bytes)
}

#[cfg(not(feature = "pdf"))]
fn extract_pdf(_: Vec<u8>) -> Result<Extracted, ExtractError> {
    Err(ExtractError::NoPdf)
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
            running: 0,
            warnings: ReadWarnings::NONE,
            landmarks: Vec::new(),
            metadata: Metadata::default(),
        }
    }

    /// From what was written down of a format that says itself which encoding its text is in.
    fn new(format: Format, prose: Prose, warnings: ReadWarnings) -> Self {
        let (text, landmarks) = prose.finish();
        debug_assert!(are_sound(&landmarks, &text));
        Self {
            text,
            format,
            encoding: Encoding::UTF_8,
            chosen: Chosen::Format,
            replaced: 0,
            running: 0,
            warnings,
            landmarks,
            metadata: Metadata::default(),
        }
    }
}
