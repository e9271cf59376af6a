//! `simscope library list`, `show` and `export`; for HBase the row keys of article 004 in lines that its `ImportTsv`
//! loads: in hexadecimal digits, as it ends a row at any line feed and a column at any tab.

use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    io::{self, Write},
};

use clap::{ValueEnum, error::ErrorKind};

use super::{LibraryChoice, OpenedLibrary, opened};
use crate::{
    batch::each_whole,
    cli::{Code, CommandError, arguments::ListFormat, json, print, print_page, start::Startup, text, usage},
    document::safe_name,
    store::{Identity, Store, StoreError, StoredDocument},
    t,
    table::{Value, csv},
};

/// A form of the output of `library export`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ExportForm {
    /// For programs: one document per line.
    #[default]
    Jsonl,
    /// For spreadsheets and databases: RFC 4180.
    Csv,
    /// For `ImportTsv` of HBase: row keys and paths.
    Hbase,
}

/// Lists the documents with one of these texts.
pub(super) fn list(
    texts: &[String],
    choice: &LibraryChoice,
    format: ListFormat,
    start: Startup,
) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let (library, lang) = (&*opened.library, opened.settings.lang);
    if format == ListFormat::Jsonl {
        let mut read = Ok(());
        let code = print(Code::Done, lang, |out| {
            write_each((library, texts), &mut read, |document| json::library_document_line(out, document))
        });
        return read.map(|()| code).map_err(|error| opened.failed(&error));
    }
    let all = opened.matching(texts)?;
    if format == ListFormat::Json {
        return Ok(print(Code::Done, lang, |out| json::library_documents(out, &all)));
    }
    Ok(print_page(Code::Done, &text::library_list(&all, lang)))
}

/// Writes each document with one of these texts, until that fails; `read` is whether all could be read.
fn write_each(
    (library, texts): (&dyn Store, &[String]),
    read: &mut Result<(), StoreError>,
    mut write: impl FnMut(&StoredDocument) -> io::Result<()>,
) -> io::Result<()> {
    let mut written = Ok(());
    *read = library.each_matching(texts, &mut |document| {
        written = write(&document);
        written.is_ok()
    });
    written
}

/// Shows documents by their numbers, their files or the ends of their paths.
pub(super) fn show(
    documents: &[OsString],
    choice: &LibraryChoice,
    format: ListFormat,
    start: Startup,
) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let named = |named: &OsString| opened.document_like(named);
    let documents: Vec<StoredDocument> = documents.iter().map(named).collect::<Result<_, _>>()?;
    let lang = opened.settings.lang;
    Ok(print(Code::Done, lang, |out| match format {
        ListFormat::Json => json::library_documents(out, &documents),
        ListFormat::Jsonl => documents.iter().try_for_each(|document| json::library_document_line(out, document)),
        ListFormat::Text => documents
            .iter()
            .try_for_each(|document| text::library_document(document, lang).write(out, text::terminal(None))),
    }))
}

impl OpenedLibrary {
    /// All documents with one of these texts in title, date or path.
    fn matching(&self, texts: &[String]) -> Result<Vec<StoredDocument>, CommandError> {
        let mut all = Vec::new();
        let listed = self.library.each_matching(texts, &mut |document| {
            all.push(document);
            true
        });
        listed.map(|()| all).map_err(|error| self.failed(&error))
    }

    /// [`OpenedLibrary::document`], or the only one whose path ends so.
    fn document_like(&self, named: &OsStr) -> Result<StoredDocument, CommandError> {
        self.document(named).or_else(|none| {
            let mut all = named.to_str().map_or(Ok(Vec::new()), |end| self.matching(&[end.to_owned()]))?;
            all.retain(|document| document.path.ends_with(named));
            match &*all {
                [] => Err(none),
                [_] => Ok(all.remove(0)),
                [..] => {
                    let numbers: Vec<String> = all.iter().map(|document| document.id.to_string()).collect();
                    let lang = self.settings.lang;
                    let (name, numbers) = (safe_name(&named.to_string_lossy()), numbers.join(lang.comma()));
                    Err(t!(lang, "library-file.several-documents", name, numbers).into())
                }
            }
        })
    }
}

/// Writes all documents with the blocks of their fingerprints.
pub(super) fn export(
    choice: &LibraryChoice,
    full: bool,
    format: ExportForm,
    start: Startup,
) -> Result<Code, CommandError> {
    if full && format != ExportForm::Jsonl {
        return Err(usage("library export", ErrorKind::ArgumentConflict, "--full is for --format jsonl"));
    }

    let opened = opened(choice, start)?;
    let (library, identity) = (&*opened.library, opened.library.identity());
    let mut read = Ok(());
    let code = print(Code::Done, opened.settings.lang, |out| match format {
        ExportForm::Jsonl if full => export_whole(out, library, &mut read),
        ExportForm::Jsonl => {
            write_each((library, &[]), &mut read, |document| json::library_exported(out, document, identity))
        }
        ExportForm::Csv => {
            let mut table = ExportedLibrary::new(out, identity)?;
            write_each((library, &[]), &mut read, |document| table.document(document))?;
            table.finish()
        }
        ExportForm::Hbase => write_each((library, &[]), &mut read, |document| hbase_rows(out, identity, document)),
    });
    read.map(|()| code).map_err(|error| opened.failed(&error))
}

/// Writes all documents with their passages and kept texts; `read` is whether all could be read.
fn export_whole(out: &mut dyn Write, library: &dyn Store, read: &mut Result<(), StoreError>) -> io::Result<()> {
    let mut written = Ok(());
    *read = each_whole(library, |part, _| {
        let mut all = part.map_err(StoreError::Unreadable)?.into_iter();
        written = all.try_for_each(|of| json::library_exported_whole(out, &of, library.identity()));
        Ok(written.is_ok())
    });
    written
}

/// A record for each document of a library, with the blocks of its fingerprint as columns.
struct ExportedLibrary<'a> {
    csv: csv::Writer<'a>,
    library: &'a Identity,
}

impl<'a> ExportedLibrary<'a> {
    fn new(out: &'a mut dyn Write, library: &'a Identity) -> io::Result<Self> {
        let columns = ["id", "path", "title", "date", "bytes", "content_hash", "fingerprint"].map(Cow::from);
        let blocks = (1..=library.block_count()).map(|block| Cow::from(format!("block{block}")));
        let behind = ["library", "recipe"].map(Cow::from);
        Ok(Self { csv: csv::Writer::new(out, columns.into_iter().chain(blocks).chain(behind))?, library })
    }

    fn document(&mut self, document: &StoredDocument) -> io::Result<()> {
        let text = |text: &Option<String>| Value::text(text.clone().unwrap_or_default());
        let mut blocks = self.library.blocks_of(document);
        blocks.resize(self.library.block_count(), String::new());
        let columns = [
            Value::Number(Some(document.id.into())),
            Value::text(document.path.to_string_lossy()),
            text(&document.title),
            text(&document.date),
            Value::Number(Some(document.bytes)),
            Value::text(format!("{:016x}", document.content)),
            Value::text(document.fingerprint.map(|fingerprint| fingerprint.to_string()).unwrap_or_default()),
        ];
        let behind = [self.library.id.clone(), self.library.recipe.recipe.to_string()];
        self.csv.record(columns.into_iter().chain(blocks.into_iter().chain(behind).map(Value::text)))
    }

    fn finish(self) -> io::Result<()> {
        self.csv.finish()
    }
}

/// Writes a line for each key of a document.
fn hbase_rows(out: &mut dyn Write, library: &Identity, document: &StoredDocument) -> io::Result<()> {
    let path = safe_name(&document.path.to_string_lossy());
    library.row_keys_of(document).iter().try_for_each(|key| {
        key.iter().try_for_each(|byte| write!(out, "{byte:02x}"))?;
        writeln!(out, "\t{path}")
    })
}
