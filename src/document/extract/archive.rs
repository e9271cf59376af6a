//! Zip archives: entries by their name, into memory and no further.

use std::io::{Cursor, Read};

use zip::{ZipArchive, result::ZipError};

use super::{ExtractError, Format, limits, xml};

/// An archive of which some entries are read.
pub(super) struct ZipParts<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// The limit on what is unpacked yet, in bytes.
    left: u64,
    /// How many characters had to be replaced in the parts that were read.
    pub replaced: usize,
}

impl<'a> ZipParts<'a> {
    /// Reads the list of entries.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, ExtractError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| extract_error(&error))?;
        if zip.len() > limits::ENTRIES {
            return Err(ExtractError::TooMuch);
        }
        Ok(Self { zip, left: limits::ENTRIES_TOTAL, replaced: 0 })
    }

    /// The format, according to the entries.
    pub(super) fn format(&mut self) -> Result<Format, ExtractError> {
        if let Some(kind) = self.bytes("mimetype").transpose().ok().flatten() {
            let kind = String::from_utf8_lossy(&kind);
            if kind.trim() == "application/epub+zip" {
                return Ok(Format::Epub);
            }
            if kind.trim().starts_with("application/vnd.oasis.opendocument.text") {
                return Ok(Format::Odt);
            }
        }
        if self.has("META-INF/container.xml") && !self.has("content.xml") {
            return Ok(Format::Epub);
        }
        let word = self.zip.file_names_raw().any(|name| name.starts_with(b"word/"));
        if word && self.has("[Content_Types].xml") { Ok(Format::Docx) } else { Err(ExtractError::NotADocument) }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// An entry, unpacked. `None` where there is none of that name.
    pub(super) fn bytes(&mut self, name: &str) -> Option<Result<Vec<u8>, ExtractError>> {
        let index = self.zip.index_for_name(name)?;
        Some(self.unpack(index))
    }

    /// An XML entry as text.
    pub(super) fn xml(&mut self, name: &str) -> Option<Result<String, ExtractError>> {
        let decoded = self.bytes(name)?.and_then(xml::decoded);
        Some(decoded.map(|(text, replaced)| {
            self.replaced += replaced;
            text
        }))
    }

    fn unpack(&mut self, index: usize) -> Result<Vec<u8>, ExtractError> {
        let entry = self.zip.by_index(index).map_err(|error| extract_error(&error))?;
        let most = limits::ENTRY.min(self.left);
        // The size that an entry states is only a hint, and may be a lie.
        let mut bytes = Vec::with_capacity(entry.size().min(1 << 20) as usize);
        let read = entry.take(most + 1).read_to_end(&mut bytes);
        if bytes.len() as u64 > most {
            return Err(ExtractError::TooMuch);
        }
        // What turns out to be broken was work too.
        self.left -= bytes.len() as u64;
        read.map(|_| bytes).map_err(|_| ExtractError::Broken)
    }
}

fn extract_error(error: &ZipError) -> ExtractError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            ExtractError::Encrypted
        }
        _ => ExtractError::Broken,
    }
}

/// The path to which `reference` leads from the entry `from`: without `.`, `..`, query and fragment. Never leaves the
/// archive, since only entries are looked up by it.
pub(super) fn resolve(from: &str, reference: &str) -> String {
    let reference = reference.split(['#', '?']).next().unwrap_or_default();
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = if reference.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn references() {
        let table = [
            ("OEBPS/content.opf", "text/1.xhtml", "OEBPS/text/1.xhtml"),
            ("content.opf", "1.xhtml#part", "1.xhtml"),
            ("a/b/c.opf", "../d.xhtml", "a/d.xhtml"),
            ("a/b.opf", "../../../../etc/passwd", "etc/passwd"),
            ("a/b.opf", "/word/./document.xml", "word/document.xml"),
            ("", "", ""),
        ];
        for (from, reference, expected) in table {
            assert_eq!(resolve(from, reference), expected);
        }
    }
}
