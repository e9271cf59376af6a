//! `simscope library find`.

use clap::error::ErrorKind;

use super::{OpenedLibrary, opened, shown};
use crate::{
    batch::{
        FindError, FindInLibrary, LibraryFinding, LibraryReaders, Work,
        stream::{self, Streamed},
    },
    cli::{
        Code, CommandError,
        arguments::{FindFormat, LibraryFindArguments},
        csv, json, print, print_error, print_failures, progress,
        start::Startup,
        text, usage,
    },
    document::Document,
    say,
    simhash::{CountError, Sketch, Watch, sketch},
    store::StoreError,
    t,
};

pub(in crate::cli) fn run(arguments: LibraryFindArguments, start: Startup) -> Result<Code, CommandError> {
    let LibraryFindArguments { documents, choice, nearest, format, quiet } = arguments;
    let start = start.skipping(&documents.skipped);
    if documents.sources.is_empty() {
        return Err(usage("library find", ErrorKind::TooFewValues, "library find takes one document or more"));
    }
    let OpenedLibrary { library, place, settings } = opened(&choice, start)?;
    let lang = settings.lang;
    if !library.identity().known {
        print_error(&t!(lang, "library-file.received", file = shown(&place)));
    }
    let find = FindInLibrary { k: settings.k(), nearest, run: settings.run };
    let size = library.len().map_err(|error| super::failed(&error, &place, lang))?;
    let file = shown(&place);
    let of = (&*file, size, &settings);
    let recipe = library.identity().recipe.recipe.clone();
    let readers = LibraryReaders::new(place, library);
    let look_up = |document: Document, watch: &Watch| {
        let sketch = sketch(&document.text, &recipe)?;
        let found = look_up(find, &readers, &document, sketch);
        watch.advance(1);
        found
    };
    let mut all = Vec::new();
    let mut code = Code::NoneNear;
    let mut failed = false;
    let (mut damaged, mut errors) = (false, Vec::new());
    let mut count = |entry: &Streamed<LibraryFinding>| match entry.seen.as_ref().map(|seen| &seen.made.found) {
        Ok(Ok(found)) => {
            damaged |= found.damaged;
            if !found.near.is_empty() {
                code = Code::Done;
            }
        }
        Ok(Err(error)) => {
            failed = true;
            errors.push(say::library_error(error, &file, lang));
        }
        Err(_) => failed = true,
    };
    let printed = if format == FindFormat::Jsonl && !quiet {
        print(Code::Done, lang, |out| {
            let unwatched = Watch::default();
            stream::each(
                documents.sources,
                Work::Hash,
                |document| look_up(document, &unwatched),
                |entry, waiting| {
                    count(&entry);
                    json::library_found_line(out, &entry, of)?;
                    if waiting { out.flush() } else { Ok(()) }
                },
            )
        })
    } else {
        all = progress::during("work.near", lang, |watch| {
            watch.expect(documents.sources.len() as u64);
            stream::read(documents.sources, Work::Hash, |document| look_up(document, watch))
        });
        all.iter().for_each(&mut count);
        match format {
            _ if quiet => Code::Done,
            FindFormat::Text => print(Code::Done, lang, |out| text::library_found(out, &all, of)),
            FindFormat::Csv => print(Code::Done, lang, |out| csv::library_found(out, &all)),
            FindFormat::Json | FindFormat::Jsonl => print(Code::Done, lang, |out| json::library_found(out, &all, of)),
        }
    };
    print_failures(&all, lang);
    if damaged {
        errors.push(say::library_error(&StoreError::Damaged("page"), &file, lang));
    }
    for error in &errors {
        print_error(error);
    }
    Ok(if failed || damaged || printed == Code::Error { Code::Error } else { code })
}

fn look_up(
    find: FindInLibrary,
    readers: &LibraryReaders,
    document: &Document,
    sketch: Sketch,
) -> Result<LibraryFinding, CountError> {
    // Nobody holds the other end of this watch, so it is never stopped.
    let watch = Watch::default();
    let found = match readers.with(|library| find.run(library, (document, &sketch), &watch)) {
        Ok(found) => Ok(found),
        Err(FindError::Library(error)) => Err(error),
        Err(FindError::Count(error)) => return Err(error),
    };
    Ok(LibraryFinding { text: document.text.clone(), sketch, found })
}
