//! What kind of file a document is: found by its content first, and by its name only where the content leaves it open.

use std::fmt;

/// The format that a text was taken out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Plain text, Markdown as it stands, and anything else whose bytes are its text.
    Text,
    /// HTML or XHTML.
    Html,
    /// Office Open XML, as Word writes it.
    Docx,
    /// `OpenDocument`, as `LibreOffice` writes it.
    Odt,
    /// An electronic book.
    Epub,
    /// Rich Text Format.
    Rtf,
    /// PDF with a text layer.
    Pdf,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::Text, Self::Html, Self::Docx, Self::Odt, Self::Epub, Self::Rtf, Self::Pdf];

    /// A stable name, for files and the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "html",
            Self::Docx => "docx",
            Self::Odt => "odt",
            Self::Epub => "epub",
            Self::Rtf => "rtf",
            Self::Pdf => "pdf",
        }
    }

    /// The one of that [key](Self::key), in any case; a usual ending of file names will do too.
    pub fn of(name: &str) -> Option<Self> {
        match &*name.to_ascii_lowercase() {
            "text" | "txt" | "md" | "markdown" => Some(Self::Text),
            "html" | "htm" | "xhtml" | "xht" => Some(Self::Html),
            "docx" | "docm" | "dotx" | "dotm" => Some(Self::Docx),
            "odt" | "ott" => Some(Self::Odt),
            "epub" => Some(Self::Epub),
            "rtf" => Some(Self::Rtf),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Html => "HTML",
            Self::Docx => "DOCX",
            Self::Odt => "ODT",
            Self::Epub => "EPUB",
            Self::Rtf => "RTF",
            Self::Pdf => "PDF",
        })
    }
}

/// The content, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// One of the formats.
    Is(Format),
    /// A zip archive; what it is, its entries say.
    Archive,
    /// The container of Office before 2007, which also holds encrypted documents of later ones.
    Compound {
        /// Whether it holds an encrypted document.
        encrypted: bool,
    },
}

/// How far the beginning of a page is looked for, in bytes.
const HEAD: usize = 1024;

impl Content {
    /// The content of `bytes`, of a file whose name suggests the format `named`.
    pub(super) fn of(bytes: &[u8], named: Option<Format>) -> Self {
        let head = &bytes[..bytes.len().min(HEAD)];
        let start = skip_marks(head);
        if start.starts_with(b"%PDF-") || named == Some(Format::Pdf) && memchr::memmem::find(head, b"%PDF-").is_some() {
            return Self::Is(Format::Pdf);
        }
        if start.starts_with(b"{\\rtf") {
            return Self::Is(Format::Rtf);
        }
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
            return Self::Archive;
        }
        if bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
            let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
            return Self::Compound { encrypted: memchr::memmem::find(bytes, &name).is_some() };
        }
        if is_html(head, named == Some(Format::Html)) { Self::Is(Format::Html) } else { Self::Is(Format::Text) }
    }
}

/// The bytes behind a byte order mark and white space.
fn skip_marks(head: &[u8]) -> &[u8] {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    head.trim_ascii_start()
}

/// Whether a text begins as a page does; one whose name says that it is a page needs but one tag.
fn is_html(head: &[u8], named: bool) -> bool {
    // Tags are ASCII in every encoding that pages have but UTF-16, and there too once the NULs are gone.
    let head: String = head
        .iter()
        .filter(|&&byte| byte != 0 && byte.is_ascii())
        .map(|&byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let mut rest = head.trim_start();
    // An XML declaration, comments and other prologues.
    while let Some((open, close)) = [("<?", "?>"), ("<!--", "-->")].into_iter().find(|(open, _)| rest.starts_with(open))
    {
        let Some(end) = rest[open.len()..].find(close) else { break };
        rest = rest[open.len() + end + close.len()..].trim_start();
    }
    let tag = |name: &str| {
        rest.strip_prefix(name).is_some_and(|after| after.starts_with(|c: char| c == '>' || c.is_ascii_whitespace()))
    };
    if tag("<!doctype html") || tag("<html") || tag("<head") || tag("<body") {
        return true;
    }
    let begins_a_tag = |at: usize| {
        let after = head[at + 1..].trim_start_matches(['/', '!']);
        after.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    named && head.match_indices('<').any(|(at, _)| begins_a_tag(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_says_what_it_is() {
        let utf16: Vec<u8> = "\u{FEFF}<!DOCTYPE html><p>灯".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let page = Some(Format::Html);
        let table: [(&[u8], Option<Format>, Content); 20] = [
            (b"", None, Content::Is(Format::Text)),
            (b"plain", page, Content::Is(Format::Text)),
            (b"1 < 2", page, Content::Is(Format::Text)),
            (b"a <b>fragment</b>", page, Content::Is(Format::Html)),
            (b"a <b>fragment</b>", None, Content::Is(Format::Text)),
            (b"<!DOCTYPE html><p>x", None, Content::Is(Format::Html)),
            (b"\xEF\xBB\xBF \n<HTML lang=zh>", Some(Format::Text), Content::Is(Format::Html)),
            (b"<?xml version='1.0'?>\n<!-- x --><html xmlns='y'>", None, Content::Is(Format::Html)),
            (b"<?xml version='1.0'?><feed>", None, Content::Is(Format::Text)),
            (b"<!-- never closed <html>", None, Content::Is(Format::Text)),
            (b"<htmlx>", None, Content::Is(Format::Text)),
            (b"To say so write <html>.", None, Content::Is(Format::Text)),
            (&utf16, None, Content::Is(Format::Html)),
            (b"%PDF-1.7\n", Some(Format::Docx), Content::Is(Format::Pdf)),
            (b"junk\n%PDF-1.4", Some(Format::Pdf), Content::Is(Format::Pdf)),
            (b"about %PDF-1.4", Some(Format::Text), Content::Is(Format::Text)),
            (b"{\\rtf1\\ansi x}", None, Content::Is(Format::Rtf)),
            (b"PK\x03\x04rest", Some(Format::Text), Content::Archive),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1W\0o\0r\0d\0", None, Content::Compound { encrypted: false }),
            (
                b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0",
                None,
                Content::Compound { encrypted: true },
            ),
        ];
        for (bytes, named, expected) in table {
            assert_eq!(Content::of(bytes, named), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn keys_lead_back() {
        for format in Format::ALL {
            assert_eq!(Format::of(format.key()), Some(format));
        }
        assert_eq!(Format::of("DOC"), None);
    }
}
