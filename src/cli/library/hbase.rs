//! A library as a script for the shell of HBase: the row keys of article 004.
//!
//! Keys are bytes. `ImportTsv` cannot read them, as it ends a row at any line feed; the shell reads them from a string
//! between double quotes with `\xNN` for a byte.

use std::{
    fmt::Write as _,
    io::{self, Write},
    path::Path,
};

use crate::library::{Library, LibraryDocument};

/// The table and the column of the paths.
const TABLE: &str = "simscope";
const FAMILY: &str = "d";
const COLUMN: &str = "d:path";
/// The parts that the table begins with, each of which may be on a server of its own.
const REGIONS: u64 = 16;

/// Writes the table with its splits, and as a comment the scans by which `example` is looked up.
pub(super) fn begin(out: &mut dyn Write, library: &Library, example: Option<&LibraryDocument>) -> io::Result<()> {
    writeln!(out, "# Row keys of a simscope library, for 'hbase shell -n FILE'.")?;
    writeln!(out, "# Recipe: {}", library.recipe())?;
    writeln!(out, "# Key: segment (4 bytes) | flag (1 byte, the table from 1) | fingerprint | document (4 bytes)")?;
    if let Some((document, fingerprint)) = example.and_then(|one| Some((one, one.fingerprint?))) {
        writeln!(
            out,
            "# A look-up takes one scan a table and compares the fingerprints found. Document {}:",
            document.id
        )?;
        for [start, stop] in library.row_ranges(fingerprint) {
            let [start, stop] = [start, stop].map(|row| quoted(&row));
            writeln!(out, "#   scan '{TABLE}', {{STARTROW => {start}, STOPROW => {stop}}}")?;
        }
    }
    let splits: Vec<String> = library.row_splits(REGIONS).iter().map(|split| quoted(split)).collect();
    writeln!(out, "create '{TABLE}', '{FAMILY}', SPLITS => [{}]", splits.join(", "))
}

/// Writes a row for each key of a document.
pub(super) fn document(out: &mut dyn Write, library: &Library, document: &LibraryDocument) -> io::Result<()> {
    let path = quoted_path(&document.path);
    for key in library.row_keys_of(document) {
        writeln!(out, "put '{TABLE}', {}, '{COLUMN}', {path}", quoted(&key))?;
    }
    Ok(())
}

/// A row key as a string of Ruby.
fn quoted(key: &[u8]) -> String {
    string(key, |_| false)
}

/// A path as a string of Ruby. All but plain ASCII is escaped, so that nothing in a path is ever run.
fn quoted_path(path: &Path) -> String {
    string(path.as_os_str().as_encoded_bytes(), |byte| byte.is_ascii_alphanumeric() || b"/._- ".contains(&byte))
}

fn string(bytes: &[u8], is_plain: impl Fn(u8) -> bool) -> String {
    let mut string = String::from("\"");
    for &byte in bytes {
        if is_plain(byte) {
            string.push(byte.into());
        } else {
            // Into a string nothing can fail.
            _ = write!(string, "\\x{byte:02X}");
        }
    }
    string.push('"');
    string
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_cannot_run_a_command() {
        assert_eq!(quoted_path(Path::new("a b/#{`ls`}\"\n雾")), r#""a b/\x23\x7B\x60ls\x60\x7D\x22\x0A\xE9\x9B\xBE""#);
    }
}
