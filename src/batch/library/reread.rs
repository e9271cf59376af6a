//! The texts of a library's documents, read again.

use crate::{
    document::{self, Encoding, Format, Source},
    library::{Library, LibraryDocument, LibraryError},
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
    /// There were too many to read them all.
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

/// The text of a document: from its file if that is as it was when it was added, else the kept one.
pub(super) fn text_of(
    library: &Library,
    document: &LibraryDocument,
    watch: &Watch,
) -> Result<Result<String, NoText>, LibraryError> {
    let why = match of_file(library, document, watch) {
        Ok(text) => return Ok(Ok(text)),
        Err(why) => why,
    };
    Ok(library.text(document.id)?.ok_or(why))
}

fn of_file(library: &Library, document: &LibraryDocument, watch: &Watch) -> Result<String, NoText> {
    if !document.path.exists() {
        return Err(NoText::Unreadable);
    }
    if !library.may_open(&document.path) {
        return Err(NoText::NotAllowed);
    }
    let read = document::read_while(&source_of(document), &|| !watch.stopped()).map_err(|_| NoText::Unreadable)?;
    let same = (read.reading.bytes, read.reading.content_hash) == (document.bytes, document.content);
    if same { Ok(std::sync::Arc::unwrap_or_clone(read.text)) } else { Err(NoText::Changed) }
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
