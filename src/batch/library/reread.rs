//! The texts of a library's documents, read again.

use std::sync::Arc;

use crate::{
    batch::intake::Work,
    document::{self, Document, Encoding, Format, Source, memory},
    library::{Library, LibraryDocument, LibraryError, TextError},
    locale::Lang,
    simhash::Watch,
    t,
};

/// Why the text of a document is not at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoText {
    /// The file cannot be read, or is gone.
    Unreadable,
    /// The file has other bytes than when it was added.
    Changed,
    /// The file may not be opened: the library is not accepted, or the file is not in a folder that was added.
    NotAllowed,
    /// It is too long, or there were too many to read them all.
    NotRead,
}

impl NoText {
    /// A stable name, for files.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Changed => "changed",
            Self::NotAllowed => "not-allowed",
            Self::NotRead => "not-read",
        }
    }

    /// The same in words.
    pub(crate) fn words(self, lang: Lang) -> &'static str {
        match self {
            Self::Unreadable => t!(lang, "library-file.no-text-unreadable"),
            Self::Changed => t!(lang, "library-file.no-text-changed"),
            Self::NotAllowed => t!(lang, "library-file.no-text-not-allowed"),
            Self::NotRead => t!(lang, "library-file.no-text-not-read"),
        }
    }
}

/// The longest text that is read again, in bytes: what compares it fits in the reserve of the budget.
fn longest() -> u64 {
    memory::reserve() / Work::Compare.bytes_per_byte()
}

/// The text of a document: from its file if that is as it was when it was added, else the kept one.
pub(super) fn text_of(
    library: &Library,
    document: &LibraryDocument,
    watch: &Watch,
) -> Result<Result<String, NoText>, LibraryError> {
    Ok(document_of(library, document, watch)?.map(|read| Arc::unwrap_or_clone(read.text)))
}

/// The same with how it was read. A kept text has the size and the hash of the bytes it was read from.
///
/// # Errors
/// [`LibraryError`].
pub(crate) fn document_of(
    library: &Library,
    document: &LibraryDocument,
    watch: &Watch,
) -> Result<Result<Document, NoText>, LibraryError> {
    let why = match of_file(library, document, watch) {
        Ok(read) => return Ok(Ok(read)),
        Err(why) => why,
    };
    let text = match kept_text(library, document)? {
        None => return Ok(Err(why)),
        Some(Err(kept)) => return Ok(Err(kept)),
        Some(Ok(text)) => text,
    };
    let source = Source::Kept { path: document.path.clone(), text: text.into() };
    // Reading a text never fails.
    let Ok(mut read) = document::read(&source) else { return Ok(Err(why)) };
    (read.reading.bytes, read.reading.content_hash) = (document.bytes, document.content);
    Ok(Ok(read))
}

/// The kept text of a document; `None` if none is kept.
///
/// # Errors
/// [`LibraryError`].
pub(crate) fn kept_text(
    library: &Library,
    document: &LibraryDocument,
) -> Result<Option<Result<String, NoText>>, LibraryError> {
    match library.text(document.id, longest())? {
        None => Ok(None),
        Some(Ok(text)) => Ok(Some(Ok(text))),
        Some(Err(TextError::TooLong)) => Ok(Some(Err(NoText::NotRead))),
        Some(Err(TextError::Damaged)) => Err(LibraryError::Damaged("text")),
    }
}

fn of_file(library: &Library, document: &LibraryDocument, watch: &Watch) -> Result<Document, NoText> {
    if !library.names_inside(&document.path) {
        return Err(NoText::NotAllowed);
    }
    if !document.path.exists() {
        return Err(NoText::Unreadable);
    }
    if !library.may_open(&document.path) {
        return Err(NoText::NotAllowed);
    }
    if document.bytes > longest() {
        return Err(NoText::NotRead);
    }
    let read = document::read_while(&source_of(document), &|| !watch.stopped()).map_err(|_| NoText::Unreadable)?;
    let same = (read.reading.bytes, read.reading.content_hash) == (document.bytes, document.content);
    match read.text.len() as u64 {
        _ if !same => Err(NoText::Changed),
        bytes if bytes > longest() => Err(NoText::NotRead),
        _ => Ok(read),
    }
}

/// The file of a document, to be read as it was when it was added.
pub(crate) fn source_of(document: &LibraryDocument) -> Source {
    let [format, encoding] = &document.said;
    let mut source = Source::File(document.path.clone());
    if let Some(encoding) = encoding.as_deref().and_then(Encoding::of) {
        source = Source::Encoded(Box::new(source), encoding);
    }
    match Format::ALL.into_iter().find(|known| format.as_deref() == Some(known.key())) {
        Some(format) => Source::As(Box::new(source), format),
        None => source,
    }
}
