//! `simscope library add`.

use std::{
    io,
    path::{Path, PathBuf},
};

use clap::error::ErrorKind;

use super::{OpenedLibrary, canonical, failed, open, place_of, shown};
use crate::{
    batch::library::{AddOutcome, AddToLibrary, AddedCounts, folders_of, prune as pruned},
    cli::{
        Code, CommandError,
        arguments::{LibraryAddArguments, LibraryChoice, TableLayout, TextOrLines},
        json, output_failed, print, print_error, progress,
        settings::ResolvedSettings,
        standard_output,
        start::Startup,
        text, usage,
    },
    document::Source,
    library::{Layout, Library, LibraryError},
    simhash::{RecipeWithK, Watch},
    t,
};

pub(in crate::cli) fn run(arguments: LibraryAddArguments, start: Startup) -> Result<Code, CommandError> {
    let LibraryAddArguments { documents, choice, prune, keep_text, layout, format } = arguments;
    let start = start.warned().skipping(&documents.skipped);
    let lang = start.lang;
    let is_file = |source: &Source| source.file().is_some() && !source.is_read_once();
    if documents.sources.is_empty() || !documents.sources.iter().all(is_file) {
        let message = "library add takes files and folders";
        return Err(usage("library add", ErrorKind::MissingRequiredArgument, message));
    }
    let target = AddTarget { command: "library add", choice: &choice, keep_text, layout };
    let OpenedLibrary { mut library, place, settings } = target.open(&documents.named, &start)?;
    let filled = filled(&documents.named, &documents.sources);
    let request = AddToLibrary { sources: documents.sources, keep_text };
    let (counts, written) = add(request, &mut library, format, &settings);
    let mut counts = counts.map_err(|error| failed(&error, &place, lang))?;
    if prune && !counts.stopped {
        counts.removed =
            pruned(&mut library, &filled, &Watch::default()).map_err(|error| failed(&error, &place, lang))?;
    }
    let code = if counts.failed > 0 || counts.stopped { Code::Error } else { Code::Done };
    Ok(match (written, format) {
        (Err(error), _) if error.kind() != io::ErrorKind::BrokenPipe => output_failed(&error, lang),
        (_, TextOrLines::Jsonl) => code,
        (_, TextOrLines::Text) => {
            let all = library.len().map_err(|error| failed(&error, &place, lang))?;
            print(code, lang, |out| text::library_added(out, &library, (counts, all), lang))
        }
    })
}

/// The library to which a command adds, and how.
pub(super) struct AddTarget<'a> {
    /// Its name, for messages.
    pub command: &'static str,
    pub choice: &'a LibraryChoice,
    pub keep_text: bool,
    pub layout: Option<TableLayout>,
}

impl AddTarget<'_> {
    /// Opens the library, or makes it, to add what these paths lead to.
    pub(super) fn open(self, named: &[PathBuf], start: &Startup) -> Result<OpenedLibrary, CommandError> {
        let Self { command, choice, keep_text, layout } = self;
        let lang = start.lang;
        let mut place = place_of(choice, start)?;
        if let Some(layout) = layout
            && !place.lay_out(layout.into())
        {
            return Err(usage(command, ErrorKind::ArgumentConflict, "--layout is for a library on a server"));
        }
        if keep_text && place.file().is_none() {
            return Err(CommandError::Failed(t!(lang, "library-file.no-texts").into()));
        }
        let error = |error| failed(&error, &place, lang);
        let (settings, mut library) = if let Some(library) = open(&place, choice, lang)? {
            let settings = start.resolve_in_library(library.recipe(), &shown(&place))?;
            drop(library);
            (settings, Library::open_to_write(&place).map_err(error)?)
        } else {
            let settings = start.resolve(&[])?;
            let recipe = RecipeWithK { recipe: settings.recipe.clone(), k: settings.config.k_of_recipe() };
            (settings, Library::create(&place, &recipe).map_err(error)?)
        };
        library.note_folders(&folders_of(named.iter().map(PathBuf::as_path))).map_err(error)?;
        Ok(OpenedLibrary { library, place, settings })
    }
}

type Added = Result<AddedCounts, LibraryError>;

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
    let mut out = standard_output();
    let mut report = |source: &Source, outcome: &AddOutcome| {
        if let AddOutcome::Failed(failure) = outcome {
            failures.push(failure.message(source, lang));
        }
        if format == TextOrLines::Jsonl && written.is_ok() {
            written = json::library_added_line(&mut out, source, outcome, lang);
        }
    };
    let done = progress::counted("library-file.adding", lang, |watch| request.run(library, watch, &mut report));
    for failure in &failures {
        print_error(failure);
    }
    (done, written)
}

impl From<TableLayout> for Layout {
    fn from(layout: TableLayout) -> Self {
        match layout {
            TableLayout::Packed => Self::Packed,
            TableLayout::Sets => Self::Sets,
        }
    }
}

/// The folders among those named that hold documents: an empty one may be a disk that is not there.
pub(super) fn filled(named: &[PathBuf], sources: &[Source]) -> Vec<PathBuf> {
    let holds = |folder: &&PathBuf| {
        let inside = |file: &Path| file != folder.as_path() && file.starts_with(folder);
        folder.is_dir() && sources.iter().filter_map(Source::file).any(inside)
    };
    named.iter().filter(holds).map(|folder| canonical(folder)).collect()
}
