//! `simscope library add` and `import`.

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use clap::{Args, error::ErrorKind};

use super::{
    LibraryChoice, OpenedLibrary, TextOrLines, canonical, failed, of_one_recipe, open, opened_places, place_of, shown,
    warn_of_eviction,
};
use crate::{
    batch::{self, AddOutcome, AddToLibrary, AddedCounts, folders_of},
    cli::{
        Code, CommandError,
        documents::{DocumentArguments, ShardFlag},
        fingerprint_files::{firsts, name_bad_lines},
        json, output_failed, print_error, print_page, progress,
        rights::CommandRights,
        settings::{RecipeFlags, ResolvedSettings, RunFlags},
        standard_output,
        start::Startup,
        text, usage,
    },
    document::Source,
    locale::Lang,
    say,
    simhash::{Recipe, RecipeWithK, Watch},
    store::{self, Access, FingerprintFiles, LibraryPlace, ReadFilesError, Store, StoreError},
    t,
};

/// `simscope library add`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryAddArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    #[command(flatten)]
    shard: ShardFlag,
    #[command(flatten)]
    choice: LibraryChoice,
    #[command(flatten)]
    prune: PruneArguments,
    #[command(flatten)]
    fill: FillArguments,
    /// Output format
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    format: TextOrLines,
}

/// Which documents are removed whose files are gone.
#[derive(Clone, Copy, Debug, Args)]
struct PruneArguments {
    /// Remove documents in these folders whose files are gone; not if a folder is empty or gone, or if they are more
    /// than 20% of the library
    #[arg(long)]
    prune: bool,
    /// Remove all documents in these folders whose files are gone
    #[arg(long)]
    prune_all: bool,
}

/// What a library keeps of documents that are added, and how.
#[derive(Debug, Args)]
struct FillArguments {
    /// Keep the texts in the library, so that passages can be read without the files
    #[arg(long)]
    keep_text: bool,
    #[command(flatten)]
    run: RunFlags,
    #[command(flatten)]
    recipe: RecipeFlags,
}

pub(super) fn run(arguments: LibraryAddArguments, start: Startup) -> Result<Code, CommandError> {
    let LibraryAddArguments { documents, shard, choice, prune, fill, format } = arguments;
    let start = start.with(fill.run.clone()).with(fill.recipe.clone()).warned().skipping(&documents.skipped);
    let lang = start.lang;
    let is_file = |source: &Source| source.file().is_some() && !source.is_read_once();
    if documents.sources.is_empty() || !documents.sources.iter().all(is_file) {
        let message = "library add takes files and folders";
        return Err(usage("library add", ErrorKind::MissingRequiredArgument, message));
    }
    let OpenedLibrary { mut library, place, settings } = fill.open(&choice, &documents.named, &start)?;
    CommandRights::default()
        .and_documents(&documents.named, documents.follow)
        .and_library(&place, &*library)
        .keep_only();
    let [folders, empty] = named_folders(&documents.named, &documents.sources);
    let request = AddToLibrary { sources: shard.of(documents.sources), keep_text: fill.keep_text };
    let (counts, written) = add(request, &mut *library, format, &settings);
    let mut counts = counts.map_err(|error| failed(&error, &place, lang))?;
    if (prune.prune || prune.prune_all) && !counts.stopped {
        let pruned = batch::prune(&mut *library, (&folders, &empty), prune.prune_all, &Watch::default());
        [counts.removed, counts.kept] = pruned.map_err(|error| failed(&error, &place, lang))?;
        if counts.kept > 0 {
            print_error(&t!(lang, "library-file.kept", n = counts.kept));
        }
    }
    let code = Code::error_if(counts.failed > 0 || counts.kept > 0 || counts.stopped);
    match (written, format) {
        (Err(error), _) if error.kind() != io::ErrorKind::BrokenPipe => Ok(output_failed(&error, lang)),
        (_, TextOrLines::Jsonl) => Ok(code),
        (_, TextOrLines::Text) => print_added(code, (&*library, &place), counts, lang),
    }
}

/// Prints what became of the documents, and how many there are now.
fn print_added(
    code: Code,
    (library, place): (&dyn Store, &LibraryPlace),
    counts: AddedCounts,
    lang: Lang,
) -> Result<Code, CommandError> {
    let documents = library.len().map_err(|error| failed(&error, place, lang))?;
    warn_of_eviction(library, place, lang);
    let known = library.with_passages().map_err(|error| failed(&error, place, lang))?;
    let of = (&*shown(place), &library.identity().recipe);
    Ok(print_page(code, &text::library_added(of, (counts, documents, known), lang)))
}

impl FillArguments {
    /// Opens the library, or makes it, to add what these paths lead to.
    fn open(&self, choice: &LibraryChoice, named: &[PathBuf], start: &Startup) -> Result<OpenedLibrary, CommandError> {
        let lang = start.lang;
        let place = place_of(choice, start)?;
        if self.keep_text && place.file().is_none() {
            return Err(CommandError::Failed(t!(lang, "library-file.no-texts").into()));
        }
        let error = |error| failed(&error, &place, lang);
        let (settings, mut library) = if let Some(library) = open(&place, choice, lang)? {
            let settings = start.resolve_in_library(&library.identity().recipe, &shown(&place))?;
            drop(library);
            (settings, store::open(&place, Access::Write).map_err(error)?)
        } else {
            let settings = start.resolve(&[])?;
            let recipe = RecipeWithK { recipe: settings.recipe.clone(), k: settings.config.k_of_recipe() };
            (settings, store::open(&place, Access::Create(&recipe)).map_err(error)?)
        };
        library.note_folders(&folders_of(named.iter().map(PathBuf::as_path))).map_err(error)?;
        Ok(OpenedLibrary { library, place, settings })
    }
}

type Added = Result<AddedCounts, StoreError>;

/// Adds, names what failed, and prints lines if these are wanted.
fn add(
    request: AddToLibrary,
    library: &mut dyn Store,
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

/// Adds the fingerprints of files.
pub(super) fn import(files: Vec<PathBuf>, choice: &LibraryChoice, start: Startup) -> Result<Code, CommandError> {
    let start = start.warned();
    let place = place_of(choice, &start)?;
    let stored = firsts(&files, start.lang)?;
    let lang = start.resolve(&stored)?.lang;
    let error = |error| failed(&error, &place, lang);
    let mut library = if let Some(library) = open(&place, choice, lang)? {
        start.resolve_in_library(&library.identity().recipe, &shown(&place))?;
        store::open(&place, Access::Write).map_err(error)?
    } else {
        let recipe = stored.into_iter().next().map(|stored| stored.recipe);
        let recipe = recipe.unwrap_or_else(|| RecipeWithK { recipe: Recipe::default(), k: None });
        store::open(&place, Access::Create(&recipe)).map_err(error)?
    };
    CommandRights::default().and_library(&place, &*library).keep_only();
    let recipe = library.identity().recipe.recipe.clone();
    let read = progress::during("work.archive", lang, |watch| FingerprintFiles::read(files, &recipe, watch));
    let files = match read {
        Ok(files) => files,
        Err(ReadFilesError::Unreadable(error)) => return Err(CommandError::Failed(say::read_error(&error, lang))),
        // Nobody holds the other end of the watch.
        Err(ReadFilesError::Stopped(_)) => return Ok(Code::Error),
    };
    name_bad_lines(&files, lang);
    let mut counts = AddedCounts::default();
    let unreadable = progress::counted("library-file.adding", lang, |watch| {
        batch::import(&mut *library, &files, &mut counts, watch)
    });
    let unreadable = unreadable.map_err(error)?;
    if let Some(error) = &unreadable {
        print_error(&say::read_error(error, lang));
    }
    let failed = counts.failed > 0 || counts.stopped || files.bad_lines() > 0;
    print_added(Code::error_if(failed), (&*library, &place), counts, lang)
}

/// Adds the documents of other libraries.
pub(super) fn merge(from: &[OsString], to: OsString, start: Startup) -> Result<Code, CommandError> {
    let start = start.warned();
    let sources = opened_places(from.iter().cloned(), false, &start)?;
    let rights =
        sources.iter().fold(CommandRights::default(), |rights, (at, library)| rights.and_library(at, &**library));
    let choice = LibraryChoice { library: Some(to), accept: false };
    let place = place_of(&choice, &start)?;
    let lang = start.lang;
    let error = |error| failed(&error, &place, lang);
    let target = open(&place, &choice, lang)?;
    let recipes = || {
        let target = target.iter().map(|library| (&place, &library.identity().recipe));
        target.chain(sources.iter().map(|(place, library)| (place, &library.identity().recipe)))
    };
    of_one_recipe(recipes(), lang)?;
    let Some(recipe) = recipes().next().map(|(_, recipe)| recipe.clone()) else {
        return Err(error(StoreError::Missing));
    };
    let access = if target.is_some() { Access::Write } else { Access::Create(&recipe) };
    drop(target);
    let mut library = store::open(&place, access).map_err(error)?;
    // Folders that only a library names which was not accepted stay closed.
    let known = sources.iter().filter(|(_, source)| source.identity().known);
    let folders: Vec<PathBuf> = known.flat_map(|(_, source)| source.identity().folders.clone()).collect();
    library.note_folders(&folders).map_err(error)?;
    rights.and_library(&place, &*library).keep_only();
    let mut counts = AddedCounts::default();
    for (from, source) in &sources {
        let merged = progress::counted("library-file.adding", lang, |watch| {
            batch::import(&mut *library, &**source, &mut counts, watch)
        });
        merged.map_err(|error| failed(&error, from, lang))?;
        if counts.stopped {
            break;
        }
    }
    print_added(Code::error_if(counts.stopped), (&*library, &place), counts, lang)
}

/// The folders among those named, and those of them that hold no document or are gone.
fn named_folders(named: &[PathBuf], sources: &[Source]) -> [Vec<PathBuf>; 2] {
    let folders: Vec<&PathBuf> = named.iter().filter(|path| path.is_dir() || !path.exists()).collect();
    let is_empty = |folder: &&&PathBuf| {
        let inside = |file: &Path| file != folder.as_path() && file.starts_with(folder);
        !sources.iter().filter_map(Source::file).any(inside)
    };
    let canonical = |folder: &&PathBuf| canonical(folder);
    [folders.iter().map(canonical).collect(), folders.iter().filter(is_empty).map(canonical).collect()]
}
