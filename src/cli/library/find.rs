//! `simscope library find`.

use clap::error::ErrorKind;

use super::{OpenedLibrary, opened, shown};
use crate::{
    batch::{
        Work,
        library::{FindError, FindInLibrary, LibraryReaders},
        stream::{self, Streamed},
    },
    cli::{
        Code, CommandError,
        arguments::{FindFormat, LibraryFindArguments},
        csv, json,
        looked_up::{LookedUp, LookedUpLibrary},
        print, print_error, print_failures, progress,
        start::Startup,
        text, usage,
    },
    document::Document,
    library::LibraryError,
    say,
    simhash::{CountError, Sketch, Watch, sketch},
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
    if !library.is_known() {
        print_error(&t!(lang, "library-file.received", file = shown(&place)));
    }
    let find = FindInLibrary { k: settings.k(), nearest, run: settings.run };
    let size = library.len().map_err(|error| super::failed(&error, &place, lang))?;
    let of = LookedUpLibrary { file: shown(&place), documents: size, settings };
    let recipe = library.recipe().recipe.clone();
    let readers = LibraryReaders::new(library);
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
    let mut count = |entry: &Streamed<LookedUp>| match entry.seen.as_ref().map(|seen| &seen.made.found) {
        Ok(Ok(found)) => {
            damaged |= found.damaged;
            if !found.near.is_empty() {
                code = Code::Done;
            }
        }
        Ok(Err(error)) => {
            failed = true;
            errors.push(say::library_error(error, &of.file, lang));
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
                    json::library_found_line(out, &entry, &of)?;
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
            FindFormat::Text => print(Code::Done, lang, |out| text::library_found(out, &all, &of)),
            FindFormat::Csv => print(Code::Done, lang, |out| csv::library_found(out, &all)),
            FindFormat::Json | FindFormat::Jsonl => print(Code::Done, lang, |out| json::library_found(out, &all, &of)),
        }
    };
    print_failures(&all, lang);
    if damaged {
        errors.push(say::library_error(&LibraryError::Damaged("page"), &of.file, lang));
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
) -> Result<LookedUp, CountError> {
    // Nobody holds the other end of this watch, so it is never stopped.
    let watch = Watch::default();
    let found = match readers.with(|library| find.run(library, (document, &sketch), &watch)) {
        Ok(found) => Ok(found),
        Err(FindError::Library(error)) => Err(error),
        Err(FindError::Count(error)) => return Err(error),
    };
    Ok(LookedUp { text: document.text.clone(), sketch, found })
}
