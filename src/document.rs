//! Bytes → text. Knows nothing of hashing, comparing or screens.
//!
//! A [`Source`] names where a text comes from, [`read`] takes it from there, and the [`Document`] that comes out never
//! changes again: a new reading is a new document. `folder` finds the documents in a folder.
//!
//! The content of a file decides its type, and the name only if the content leaves it open; whoever [says](Source::As)
//! what it is, is believed. Anything but plain text is parsed by `guard` in a process of its own, into paragraphs of
//! one line each with the [`Landmark`]s of the source.
//!
//! How bytes become text says `document` of the core. Whoever [says](Source::Encoded) which encoding it is, is
//! believed, and nothing is tried.
//!
//! Two things are changed besides: the byte order mark goes, and **every line end becomes one LF** (CRLF and a lone CR
//! alike), so that the same text saved on two systems is the same text here. All spans elsewhere in the program point
//! into this text, not into the file. Escape and other control characters stay as they are: a screen must draw them
//! visibly, and [`safe_name`] does so for names.

mod draft;
mod error;
mod extract;
mod folder;
mod format;
pub(crate) mod guard;
#[cfg(test)]
mod laws;
pub(crate) mod memory;
mod metadata;
mod name;
mod source;
mod visible;
mod watch;

use std::{fmt, sync::Arc};

pub use simscope_core::document::{Chosen, Encoding};
use simscope_core::document::{Decoded, decode, decode_as, unify_line_ends};
use xxhash_rust::xxh3::xxh3_64;

pub use crate::files::SpecialFile;
pub(crate) use error::megabytes;
pub use error::{ExtractError, ReadError, ReadWarning, ReadWarnings};
pub(crate) use extract::PDF_VERSION;
#[doc(hidden)]
pub use folder::folder;
pub use format::Format;
use guard::guarded;
pub(crate) use metadata::place_of;
pub use metadata::{Landmark, Mark, Metadata};
pub use name::display_names;
pub use source::{LIMIT, Sample, Source};
pub use visible::{safe_name, safe_path};
pub(crate) use {
    draft::{Draft, DraftIdentity, Drafts},
    folder::{FolderWalk, Links, SkipReason, SkippedFile, folder_while, listed},
    visible::{is_unsafe, stand_in, visible},
    watch::{FileChange, watch},
};

use extract::{Ask, Extracted};
use format::Content;

/// A text, where it came from and how it was read. Immutable, and cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Document {
    /// The name to show if no other document has the same; [`display_names`] tells equal names apart.
    /// Safe to show: without control characters.
    pub name: String,
    /// The source that it was read from.
    pub source: Source,
    /// The text, with LF line ends and without byte order mark. May be empty.
    pub text: Arc<String>,
    /// The starts of its pages or chapters, in rising order; empty if the source has none.
    pub landmarks: Arc<[Landmark]>,
    /// Its title and date, if its format has them.
    pub metadata: Metadata,
    /// How it was read.
    pub reading: Reading,
}

/// How bytes became text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The file type.
    pub format: Format,
    /// Signs that the text may not be all, or not what was meant.
    pub warnings: ReadWarnings,
    /// The encoding the bytes were read in.
    pub encoding: Encoding,
    /// How the encoding was found.
    pub chosen: Chosen,
    /// How many U+FFFD are in the text for bytes that mean nothing in this encoding. One that was in the file
    /// already is not counted.
    pub replaced: usize,
    /// How many running heads and feet were dropped, in lines.
    pub running: usize,
    /// Size before decoding, in bytes.
    pub bytes: u64,
    /// XXH3 (64 bits, seed 0) of the bytes before decoding.
    pub content_hash: u64,
}

impl Reading {
    /// Whether there is nothing to say of it: plain text in valid UTF-8.
    pub(crate) fn is_plain(&self) -> bool {
        self.format == Format::Text && self.chosen == Chosen::Utf8 && self.replaced == 0 && self.warnings.is_empty()
    }
}

impl Document {
    /// The page or chapter of the source that a byte of the text belongs to. `None` where the source has none.
    pub fn place_of(&self, byte: usize) -> Option<Landmark> {
        place_of(&self.landmarks, byte)
    }

    /// From its parts, as a cache has them; `None` where the landmarks do not fit the text, or a line end is not one
    /// LF.
    pub(crate) fn from_parts(
        source: Source,
        text: String,
        (landmarks, metadata): (Vec<Landmark>, Metadata),
        reading: Reading,
    ) -> Option<Self> {
        let sound = metadata::are_sound(&landmarks, &text) && memchr::memchr(b'\r', text.as_bytes()).is_none();
        sound.then(|| Self {
            name: source.name(),
            source,
            text: text.into(),
            landmarks: landmarks.into(),
            metadata,
            reading,
        })
    }

    /// Whether the two were made from the same bytes; the names may differ.
    pub fn same_bytes(&self, other: &Self) -> bool {
        self.reading.content_hash == other.reading.content_hash
            && self.reading.bytes == other.reading.bytes
            && (Arc::ptr_eq(&self.text, &other.text) || self.text == other.text)
    }
}

/// Without the text: it may be hundreds of megabytes long.
impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("name", &self.name)
            .field("reading", &self.reading)
            .field("text_bytes", &self.text.len())
            .finish_non_exhaustive()
    }
}

/// Reads `source` to its end. Blocks: on a pipe until its writer closes it.
///
/// Standard input and `/dev/fd/N` can be read once; a second reading finds them empty.
///
/// # Errors
///
/// See [`ReadError`]. [`Source::Text`], [`Source::Kept`] and [`Source::Sample`] never fail.
///
/// ```
/// use simscope::document::{Chosen, Source, read};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("notes.txt");
/// let gbk = b"\xC4\xE3\xBA\xC3\xA3\xAC\xCA\xC0\xBD\xE7\xA1\xA3\xBD\xF1\xCC\xEC\xCC\xEC\xC6\xF8\xBA\xDC\xBA\xC3\r\n";
/// std::fs::write(&path, gbk)?;
/// let document = read(&Source::File(path)).map_err(|error| error.kind())?;
/// assert_eq!(&*document.text, "你好，世界。今天天气很好\n");
/// assert_eq!(document.reading.encoding.name(), "GB18030");
/// assert_eq!(document.reading.chosen, Chosen::Detected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(source: &Source) -> Result<Document, ReadError> {
    read_while(source, &|| true)
}

/// The same, but gives up as soon as it is not wanted any more: where a file has to be parsed, `wanted` is asked
/// now and then.
///
/// # Errors
///
/// See [`ReadError`]; [`ExtractError::Stopped`] where it was given up.
pub(crate) fn read_while(source: &Source, wanted: &dyn Fn() -> bool) -> Result<Document, ReadError> {
    let bytes = match source.plain() {
        Source::Text { text, .. } | Source::Kept { text, .. } => return Ok(from_str(source.clone(), text)),
        Source::Sample(sample) => return Ok(from_str(source.clone(), sample.text())),
        _ => source.bytes()?,
    };
    from_bytes_while(source.clone(), bytes, wanted)
}

/// A document from a text given on the command line; `nth` counts from 1.
#[cfg(test)]
pub(crate) fn from_text(nth: usize, text: &str) -> Document {
    from_str(Source::Text { nth, text: text.into() }, text)
}

/// A document from bytes that are already here, as if `source` had held them.
///
/// # Errors
///
/// [`ReadError::Binary`], [`ReadError::TooLarge`] and [`ReadError::Refused`].
pub fn from_bytes(source: Source, bytes: Vec<u8>) -> Result<Document, ReadError> {
    from_bytes_while(source, bytes, &|| true)
}

fn from_bytes_while(source: Source, bytes: Vec<u8>, wanted: &dyn Fn() -> bool) -> Result<Document, ReadError> {
    let size = bytes.len() as u64;
    if size > LIMIT {
        return Err(ReadError::TooLarge { place: source.place(), limit: LIMIT });
    }
    let content_hash = xxh3_64(&bytes);
    let named = source.named_format();
    let content = source.said_format().map_or_else(|| Content::of(&bytes, named), Content::Is);
    let encoding = source.said_encoding();
    let Extracted { text, format, encoding, chosen, replaced, running, mut warnings, landmarks, metadata } =
        match content {
            Content::Is(Format::Text) => {
                let decoded = match encoding {
                    Some(encoding) => Some(decode_as(&bytes, encoding)),
                    None => decode(bytes),
                };
                let decoded = decoded.ok_or_else(|| ReadError::Binary { place: source.place() })?;
                Extracted::plain(decoded)
            }
            content => guarded(bytes, Ask { content, encoding }, wanted)
                .map_err(|why| ReadError::Refused { place: source.place(), why })?,
        };
    warnings
        .add_if(source.said_format().is_none() && named.is_some_and(|named| named != format), ReadWarning::Misnamed);
    warnings.add_if(format != Format::Text && text.trim().is_empty(), ReadWarning::NoText);
    let reading = Reading { format, warnings, encoding, chosen, replaced, running, bytes: size, content_hash };
    Ok(Document { name: source.name(), source, text: text.into(), landmarks: landmarks.into(), metadata, reading })
}

/// The sources of built-in samples.
pub fn samples(of: [Sample; 6]) -> Vec<Source> {
    of.map(Source::Sample).into()
}

/// From a text that needs no decoding and is never refused.
fn from_str(source: Source, text: &str) -> Document {
    let reading = Reading {
        format: Format::Text,
        warnings: ReadWarnings::NONE,
        encoding: Encoding::UTF_8,
        chosen: Chosen::Utf8,
        replaced: 0,
        running: 0,
        bytes: text.len() as u64,
        content_hash: xxh3_64(text.as_bytes()),
    };
    let text = unify_line_ends(text.to_owned()).into();
    Document { name: source.name(), source, text, landmarks: Arc::default(), metadata: Metadata::default(), reading }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_from_the_command_line() {
        let document = from_text(2, "one\r\ntwo\rthree\n");
        assert_eq!((&*document.name, &**document.text), ("text 2", "one\ntwo\nthree\n"));
        assert_eq!(document.reading.bytes, 15);
        assert_eq!(read(&document.source), Ok(document));
    }

    #[test]
    fn samples_are_read() {
        for source in Sample::ALL.map(Source::Sample) {
            let document = read(&source).unwrap();
            assert!(!document.text.is_empty() && !document.text.contains('\r'), "{}", document.name);
        }
    }

    #[test]
    fn same_bytes_is_not_same_text() {
        let [lf, crlf] = ["a\nb", "a\r\nb"].map(|text| from_text(1, text));
        assert_eq!(lf.text, crlf.text);
        assert!(!lf.same_bytes(&crlf));
        assert!(lf.same_bytes(&from_text(9, "a\nb")));
    }

    #[test]
    fn too_large_is_refused() {
        let error = from_bytes(Source::Stdin, vec![b'a'; LIMIT as usize + 1]).unwrap_err();
        assert_eq!(error, ReadError::TooLarge { place: "standard input".into(), limit: LIMIT });
    }

    #[test]
    fn debug_leaves_the_text_out() {
        assert!(!format!("{:?}", from_text(1, "secret")).contains("secret"));
    }
}
