//! `simscope library find`.

use std::sync::{Mutex, PoisonError};

use clap::error::ErrorKind;

use super::{OpenedLibrary, opened, shown};
use crate::{
    batch::{
        Work,
        library::{FindError, FindInLibrary},
        stream::{self, Streamed},
    },
    cli::{
        Code, CommandError,
        arguments::{FindFormat, LibraryFindArguments},
        csv, json,
        looked_up::{LookedUp, LookedUpLibrary},
        print, print_error, print_failures,
        start::Startup,
        text, usage,
    },
    document::Document,
    library::{Library, LibraryError},
    say,
    simhash::{CountError, Watch, sketch},
    t,
};

pub(in crate::cli) fn run(arguments: LibraryFindArguments, start: Startup) -> Result<Code, CommandError> {
    let LibraryFindArguments { documents, choice, nearest, format, quiet } = arguments;
    let start = start.skipping(&documents.left_out);
    if documents.sources.is_empty() {
        return Err(usage("library find", ErrorKind::TooFewValues, "library find takes one document or more"));
    }
    let OpenedLibrary { library, file, settings } = opened(&choice, start)?;
    let lang = settings.lang;
    if !library.is_known() {
        print_error(&t!(lang, "library-file.received", file = shown(&file)));
    }
    let find = FindInLibrary { k: settings.k(), nearest, run: settings.run };
    let size = library.len().map_err(|error| super::failed(&error, &file, lang))?;
    let of = LookedUpLibrary { file: shown(&file), documents: size, settings };
    let library = Mutex::new(library);
    let look_up = |document: Document| look_up(find, &library, &document);
    let mut all = Vec::new();
    let mut code = Code::NoneNear;
    let mut failed = false;
    let mut count = |entry: &Streamed<LookedUp>| match entry.seen.as_ref().map(|seen| &seen.made.found) {
        Ok(Ok(found)) if !found.near.is_empty() => code = Code::Done,
        Ok(Ok(_)) => {}
        _ => failed = true,
    };
    let printed = if format == FindFormat::Jsonl && !quiet {
        print(Code::Done, lang, |out| {
            stream::each(documents.sources, Work::Hash, look_up, |entry, waiting| {
                count(&entry);
                json::library_found_line(out, &entry, &of)?;
                if waiting { out.flush() } else { Ok(()) }
            })
        })
    } else {
        all = stream::read(documents.sources, Work::Hash, look_up);
        all.iter().for_each(&mut count);
        match format {
            _ if quiet => Code::Done,
            FindFormat::Text => print(Code::Done, lang, |out| text::library_found(out, &all, &of)),
            FindFormat::Csv => print(Code::Done, lang, |out| csv::library_found(out, &all)),
            FindFormat::Json | FindFormat::Jsonl => print(Code::Done, lang, |out| json::library_found(out, &all, &of)),
        }
    };
    print_failures(&all, lang);
    if all.iter().any(is_damaged) {
        failed = true;
        print_error(&say::library_error(&LibraryError::Damaged("page"), &of.file, lang));
    }
    for error in all.iter().filter_map(|entry| entry.seen.as_ref().ok()?.made.found.as_ref().err()) {
        print_error(&say::library_error(error, &of.file, lang));
    }
    Ok(if failed || printed == Code::Error { Code::Error } else { code })
}

fn is_damaged(entry: &Streamed<LookedUp>) -> bool {
    let found = entry.seen.as_ref().ok().and_then(|seen| seen.made.found.as_ref().ok());
    found.is_some_and(|found| found.damaged)
}

fn look_up(find: FindInLibrary, library: &Mutex<Library>, document: &Document) -> Result<LookedUp, CountError> {
    // Nobody holds the other end of this watch, so it is never stopped.
    let watch = Watch::default();
    let library = library.lock().unwrap_or_else(PoisonError::into_inner);
    let sketch = sketch(&document.text, &library.recipe().recipe)?;
    let found = match find.run(&library, (document, &sketch), &watch) {
        Ok(found) => Ok(found),
        Err(FindError::Library(error)) => Err(error),
        Err(FindError::Count(error)) => return Err(error),
    };
    Ok(LookedUp { text: document.text.clone(), sketch, found })
}
