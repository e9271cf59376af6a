//! `simscope library add`.

use std::io;

use clap::error::ErrorKind;

use super::{failed, file_of, open, shown};
use crate::{
    batch::library::{AddOutcome, AddToLibrary, AddedCounts},
    cli::{
        Code, CommandError,
        arguments::{LibraryAddArguments, TextOrLines},
        closed, json, output_failed, print, print_error, progress,
        settings::ResolvedSettings,
        start::Startup,
        text, usage,
    },
    document::Source,
    files::CanonicalFolders,
    library::Library,
    simhash::RecipeWithK,
};

pub(in crate::cli) fn run(arguments: LibraryAddArguments, start: Startup) -> Result<Code, CommandError> {
    let LibraryAddArguments { documents, choice, keep_text, format } = arguments;
    let start = start.warned().skipping(&documents.left_out);
    let lang = start.lang;
    let is_file = |source: &Source| source.file().is_some() && !source.is_read_once();
    if documents.sources.is_empty() || !documents.sources.iter().all(is_file) {
        let message = "library add takes files and folders";
        return Err(usage("library add", ErrorKind::MissingRequiredArgument, message));
    }
    let file = file_of(&choice, &start)?;
    let (settings, mut library) = match open(&file, &choice, lang)? {
        Some(library) => {
            let settings = start.resolve_in_library(library.recipe(), &shown(&file))?;
            drop(library);
            (settings, Library::open_to_write(&file).map_err(|error| failed(&error, &file, lang))?)
        }
        None => {
            let settings = start.resolve(&[])?;
            let recipe = RecipeWithK { recipe: settings.recipe.clone(), k: settings.config.k_of_recipe() };
            (settings, Library::create(&file, &recipe).map_err(|error| failed(&error, &file, lang))?)
        }
    };
    note_folders(&mut library, &documents.named).map_err(|error| failed(&error, &file, lang))?;
    let request = AddToLibrary { sources: documents.sources, keep_text };
    let (counts, written) = add(request, &mut library, format, &settings);
    let counts = counts.map_err(|error| failed(&error, &file, lang))?;
    let code = if counts.failed > 0 || counts.stopped { Code::Error } else { Code::Done };
    Ok(match (written, format) {
        (Err(error), _) if error.kind() != io::ErrorKind::BrokenPipe => output_failed(&error, lang),
        (_, TextOrLines::Jsonl) => code,
        (_, TextOrLines::Text) => {
            let all = library.len().map_err(|error| failed(&error, &file, lang))?;
            print(code, lang, |out| text::library_added(out, &library, (counts, all), lang))
        }
    })
}

type Added = Result<AddedCounts, crate::library::LibraryError>;

/// Adds, names what failed, and prints lines if these are wanted.
fn add(
    request: AddToLibrary,
    library: &mut Library,
    format: TextOrLines,
    settings: &ResolvedSettings,
) -> (Added, io::Result<()>) {
    let lang = settings.lang;
    let mut written = Ok(());
    let mut failures = Vec::new();
    let mut out = closed::output();
    let mut report = |source: &Source, outcome: &AddOutcome| {
        if let AddOutcome::Failed(failure) = outcome {
            failures.push(failure.message(source, lang));
        }
        if format == TextOrLines::Jsonl && written.is_ok() {
            written = json::library_added_line(&mut out, source, outcome, lang);
        }
    };
    let done = progress::counted("library-file.adding", lang, |watch| request.run(library, watch, &mut report));
    failures.iter().for_each(|failure| print_error(failure));
    (done, written)
}

/// Has the library open files in the folders that were named, and beside files that were.
fn note_folders(library: &mut Library, named: &[std::path::PathBuf]) -> Result<(), crate::library::LibraryError> {
    let mut folders = CanonicalFolders::default();
    let folder = |path: &std::path::PathBuf| match std::fs::canonicalize(path) {
        Ok(folder) if folder.is_dir() => Some(folder),
        _ => folders.path_of(path).and_then(|file| Some(file.parent()?.to_owned())),
    };
    let all: Vec<_> = named.iter().filter_map(folder).collect();
    library.note_folders(&all)
}
