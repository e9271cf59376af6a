//! `simscope library list`, `show` and `export`.

use std::{ffi::OsString, io};

use super::{hbase, opened};
use crate::{
    cli::{
        Code, CommandError,
        arguments::{ExportForm, LibraryChoice, TextOrLines},
        csv, json, print,
        start::Startup,
        text,
    },
    library::{LibraryDocument, LibraryError},
};

/// Lists the documents with one of these texts.
pub(super) fn list(
    texts: &[String],
    choice: &LibraryChoice,
    format: TextOrLines,
    start: Startup,
) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let (library, lang) = (&opened.library, opened.settings.lang);
    if format == TextOrLines::Jsonl {
        let mut failed = Ok(());
        let code = print(Code::Done, lang, |out| {
            let mut written = Ok(());
            failed = library.each_document(texts, |document| {
                written = json::library_document(out, &document);
                written.is_ok()
            });
            written
        });
        return failed.map(|()| code).map_err(|error| opened.failed(&error));
    }
    let mut all = Vec::new();
    let listed = library.each_document(texts, |document| {
        all.push(document);
        true
    });
    listed.map_err(|error| opened.failed(&error))?;
    Ok(print(Code::Done, lang, |out| text::library_list(out, &all, lang)))
}

/// Shows documents by their numbers or files.
pub(super) fn show(
    documents: &[OsString],
    choice: &LibraryChoice,
    format: TextOrLines,
    start: Startup,
) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let documents: Vec<LibraryDocument> =
        documents.iter().map(|named| opened.document(named)).collect::<Result<_, _>>()?;
    let lang = opened.settings.lang;
    Ok(print(Code::Done, lang, |out| match format {
        TextOrLines::Jsonl => documents.iter().try_for_each(|document| json::library_document(out, document)),
        TextOrLines::Text => documents.iter().try_for_each(|document| text::library_document(out, document, lang)),
    }))
}

/// Writes all documents with the blocks of their fingerprints.
pub(super) fn export(choice: &LibraryChoice, format: ExportForm, start: Startup) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let library = &opened.library;
    let mut failed: Result<(), LibraryError> = Ok(());
    let code = print(Code::Done, opened.settings.lang, |out| {
        let mut written: io::Result<()> = Ok(());
        match format {
            ExportForm::Jsonl => {
                failed = library.each_document(&[], |document| {
                    written = json::library_exported(out, &document, library);
                    written.is_ok()
                });
                written
            }
            ExportForm::Csv => {
                let mut table = csv::ExportedLibrary::new(out, library)?;
                failed = library.each_document(&[], |document| {
                    written = table.document(&document);
                    written.is_ok()
                });
                written.and_then(|()| table.finish())
            }
            ExportForm::Hbase => {
                let mut first = None;
                failed = library.each_document(&[], |document| {
                    first = Some(document).filter(|document| document.fingerprint.is_some());
                    first.is_none()
                });
                hbase::begin(out, library, first.as_ref())?;
                if failed.is_ok() {
                    failed = library.each_document(&[], |document| {
                        written = hbase::document(out, library, &document);
                        written.is_ok()
                    });
                }
                written
            }
        }
    });
    failed.map(|()| code).map_err(|error| opened.failed(&error))
}
