//! `simscope library`: documents kept in one file, in which others are looked up.

mod add;
mod contents;
mod find;

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use add::LibraryAddArguments;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use contents::ExportForm;
use find::LibraryFindArguments;

use super::{
    Code, CommandError,
    arguments::{ListFormat, TextOrJson},
    documents::of_folders,
    help, json,
    library_place::place_of_name,
    print, print_error, progress,
    rights::CommandRights,
    settings::{RecipeFlags, ResolvedSettings, ThresholdFlags},
    start::Startup,
    text,
};
use crate::{
    document::safe_name,
    files::CanonicalFolders,
    locale::{Lang, bytes},
    say,
    simhash::{RecipeWithK, Watch},
    store::{
        self, Access, LARGEST, LibraryChanges, LibraryPlace, Store, StoreError, StoredDocument, capacities,
        planned_parts,
    },
    t,
};

/// `simscope library`.
#[derive(Debug, Subcommand)]
pub(super) enum LibraryCommand {
    /// Add documents and folders of documents; unchanged files are skipped, changed files replaced
    ///
    /// The library is created if it does not exist. Ctrl-C keeps the documents added so far; the same command
    /// continues.
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(mut_args(of_folders), after_long_help = help::LIBRARY_ADD)]
    Add(LibraryAddArguments),
    /// Find near-duplicates of documents in a library, and documents that are not near but share passages
    ///
    /// Exit code: 0 if a near-duplicate or a shared passage was found (see --found), 1 if not, 2 on errors.
    #[command(after_long_help = help::LIBRARY_FIND)]
    Find(LibraryFindArguments),
    /// List the documents, or only those with one of these texts in title, date or path
    ///
    /// Exit code: 0, or 2 on errors.
    List {
        /// Texts; case is ignored
        #[arg(value_name = "TEXT")]
        texts: Vec<String>,
        #[command(flatten)]
        choice: LibraryChoice,
        /// Output format
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: ListFormat,
    },
    /// Show what the library contains about documents
    ///
    /// Exit code: 0, or 2 on errors.
    Show {
        /// Document numbers as in 'library list', files, or ends of paths
        #[arg(value_name = "DOCUMENT", required = true, value_hint = ValueHint::FilePath)]
        documents: Vec<OsString>,
        #[command(flatten)]
        choice: LibraryChoice,
        /// Output format
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: ListFormat,
    },
    /// Remove documents from the library; their files are unchanged
    ///
    /// Exit code: 0, or 2 on errors.
    Remove {
        /// Document numbers as in 'library list', files, or folders with all their documents
        #[arg(value_name = "DOCUMENT", required = true, value_hint = ValueHint::AnyPath)]
        documents: Vec<OsString>,
        #[command(flatten)]
        choice: LibraryChoice,
    },
    /// Print counts and sizes
    ///
    /// Exit code: 0, or 2 on errors.
    Stats {
        #[command(flatten)]
        choice: LibraryChoice,
        /// Output format
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: TextOrJson,
    },
    /// Estimate the cost of this many documents in each engine: space, memory, look-ups, candidates, time, and the
    /// largest sensible size
    ///
    /// Exit code: 0, or 2 on errors.
    Plan {
        /// Number of documents, such as 1000000, 1e8 or 2^34
        #[arg(value_name = "N", value_parser = document_count, default_value = "1e6")]
        documents: u64,
        /// Use the averages of this library
        #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath)]
        library: Option<OsString>,
        #[command(flatten)]
        thresholds: ThresholdFlags,
        #[command(flatten)]
        recipe: RecipeFlags,
        /// Output format
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: TextOrJson,
    },
    /// Check every part for damage, and report it
    ///
    /// Exit code: 0 if there is no damage, 2 on damage or errors.
    Verify(LibraryChoice),
    /// Merge the hashes of passages and free unused space
    ///
    /// Exit code: 0, or 2 on errors.
    Compact(LibraryChoice),
    /// Write all documents with their fingerprints and blocks; jsonl has the lines of 'simscope hash'
    ///
    /// Exit code: 0, or 2 on errors.
    Export {
        #[command(flatten)]
        choice: LibraryChoice,
        /// Include passages and stored texts (only with jsonl)
        #[arg(long)]
        full: bool,
        /// Output format
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: ExportForm,
    },
    /// Add the documents of other libraries, with their passages and stored texts
    ///
    /// All libraries must have the same recipe. A document in several libraries is added once.
    ///
    /// Exit code: 0, or 2 on errors.
    Merge {
        /// Libraries: names, files, or Redis URLs
        #[arg(value_name = "LIB", required = true, value_hint = ValueHint::FilePath)]
        from: Vec<OsString>,
        /// The library to add to; created if it does not exist
        #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath)]
        to: OsString,
    },
    /// Add documents from the output of 'simscope hash --format jsonl' and 'library export'; without 'export --full',
    /// they are found only by distance
    ///
    /// Exit code: 0, or 2 on errors.
    Import {
        /// Files of fingerprints
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        choice: LibraryChoice,
    },
}

/// The library of a command.
#[derive(Debug, Args)]
pub(super) struct LibraryChoice {
    /// The library: a name, a file, or a Redis URL [default: library]
    ///
    /// A file name contains a folder or .db; a URL begins with redis:, rediss: or redis+cluster:.
    #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath)]
    pub library: Option<OsString>,
    /// Accept a library that someone else made
    ///
    /// It can then be changed, and the files it names are opened.
    #[arg(long)]
    pub accept: bool,
}

/// A form of the output of `library add`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TextOrLines {
    /// For reading.
    #[default]
    Text,
    /// For programs: one document per line.
    Jsonl,
}

pub(super) fn run(command: LibraryCommand, start: Startup) -> Result<Code, CommandError> {
    match command {
        LibraryCommand::Add(arguments) => add::run(arguments, start),
        LibraryCommand::Find(arguments) => find::run(arguments, start),
        LibraryCommand::Import { files, choice } => add::import(files, &choice, start),
        LibraryCommand::List { texts, choice, format } => contents::list(&texts, &choice, format, start),
        LibraryCommand::Show { documents, choice, format } => contents::show(&documents, &choice, format, start),
        LibraryCommand::Export { choice, full, format } => contents::export(&choice, full, format, start),
        LibraryCommand::Merge { from, to } => add::merge(&from, to, start),
        LibraryCommand::Remove { documents, choice } => remove(&documents, &choice, start),
        LibraryCommand::Stats { choice, format } => stats(&choice, format, start),
        LibraryCommand::Plan { documents, library, thresholds, recipe, format } => {
            plan(documents, library, format, start.with(thresholds).with(recipe))
        }
        LibraryCommand::Verify(choice) => verify(&choice, start),
        LibraryCommand::Compact(choice) => compact(&choice, start),
    }
}

/// A number of documents: digits, a power (`2^34`) or a number with an exponent (`1e8`).
fn document_count(text: &str) -> Result<u64, String> {
    let power = |(base, exponent): (&str, &str)| base.parse::<u64>().ok()?.checked_pow(exponent.parse().ok()?);
    let decimal = || text.parse::<f64>().ok().filter(|number| number.fract() == 0.0 && *number >= 0.0);
    let count = text.split_once('^').map_or_else(|| decimal().map(|number| number as u64), power);
    let range = 1..=LARGEST;
    count.filter(|count| range.contains(count)).ok_or_else(|| format!("a number from 1 to {LARGEST} is expected"))
}

/// Prints what so many documents take in each engine, and by parts in a file: on average what those of a library do, if
/// one is named.
fn plan(documents: u64, library: Option<OsString>, format: TextOrJson, start: Startup) -> Result<Code, CommandError> {
    let (settings, stats) = if library.is_some() {
        let opened = opened(&LibraryChoice { library, accept: false }, start)?;
        let stats = opened.library.stats().map_err(|error| opened.failed(&error))?;
        (opened.settings, Some(stats))
    } else {
        (start.warned().resolve(&[])?, None)
    };
    let all = capacities(documents, settings.recipe.bits, settings.k());
    let parts = planned_parts(settings.recipe.bits, stats.as_ref());
    Ok(print(Code::Done, settings.lang, |out| match format {
        TextOrJson::Text => text::library_plan(documents, (&all, &parts), &settings).write(out, settings.terminal()),
        TextOrJson::Json => json::library_plan(out, documents, (&all, &parts), &settings),
    }))
}

/// Removes documents by number, file or folder.
fn remove(documents: &[OsString], choice: &LibraryChoice, start: Startup) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let mut changes = LibraryChanges::default();
    for named in documents {
        let inside = opened.library.paths_in(&canonical(Path::new(named))).map_err(|error| opened.failed(&error))?;
        if inside.is_empty() {
            changes.removed.push(opened.document(named)?.path);
        } else {
            changes.removed.extend(inside);
        }
    }
    changes.removed.sort();
    changes.removed.dedup();
    opened.to_write()?.write(&changes, &Watch::default()).map_err(|error| opened.failed(&error))?;
    let lang = opened.settings.lang;
    let n = changes.removed.len();
    Ok(print(Code::Done, lang, |out| writeln!(out, "{}", t!(lang, "library-file.removed", n))))
}

/// Prints counts and sizes.
fn stats(choice: &LibraryChoice, format: TextOrJson, start: Startup) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let settings = &opened.settings;
    let stats = opened.library.stats().map_err(|error| opened.failed(&error))?;
    warn_of_eviction(&*opened.library, &opened.place, settings.lang);
    let file = shown(&opened.place);
    Ok(print(Code::Done, settings.lang, |out| match format {
        TextOrJson::Text => text::library_stats(&file, &stats, settings).write(out, settings.terminal()),
        TextOrJson::Json => json::library_stats(out, &file, &stats, settings),
    }))
}

/// Names each damaged part.
fn verify(choice: &LibraryChoice, start: Startup) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let lang = opened.settings.lang;
    let damage = progress::during("library-file.verifying", lang, |_| opened.library.verify());
    let damage = damage.map_err(|error| opened.failed(&error))?;
    let code = Code::error_if(!damage.is_empty());
    Ok(print(code, lang, |out| {
        if damage.is_empty() {
            writeln!(out, "{}", t!(lang, "library-file.sound", file = shown(&opened.place)))?;
        }
        damage.iter().try_for_each(|part| writeln!(out, "{}", say::library_damage(part, lang)))
    }))
}

/// Makes the library as small as it can be.
fn compact(choice: &LibraryChoice, start: Startup) -> Result<Code, CommandError> {
    let opened = opened(choice, start)?;
    let lang = opened.settings.lang;
    let file = opened.place.file().ok_or_else(|| opened.failed(&StoreError::FilesOnly))?;
    let size = || file.metadata().map_or(0, |meta| meta.len());
    let before = size();
    let mut library = opened.to_write()?;
    progress::during("library-file.compacting", lang, |_| library.compact()).map_err(|error| opened.failed(&error))?;
    let [before, after] = [before, size()].map(bytes);
    let said = t!(lang, "library-file.compacted", file = shown(&opened.place), before, after);
    Ok(print(Code::Done, lang, |out| writeln!(out, "{said}")))
}

/// The place of the library that is meant.
pub(super) fn place_of(choice: &LibraryChoice, start: &Startup) -> Result<LibraryPlace, CommandError> {
    place_of_name(choice.library.as_deref(), start)?
        .ok_or_else(|| CommandError::Failed(t!(start.lang, "library-file.no-place").into()))
}

/// Opens it to look things up; `None` where there is none.
pub(super) fn open(
    place: &LibraryPlace,
    choice: &LibraryChoice,
    lang: Lang,
) -> Result<Option<Box<dyn Store>>, CommandError> {
    match store::open(place, Access::Read) {
        Ok(mut library) => {
            if choice.accept {
                library.identity_mut().accept();
            }
            Ok(Some(library))
        }
        Err(StoreError::Missing) => Ok(None),
        Err(error) => Err(failed(&error, place, lang)),
    }
}

/// Opens one that must be there, with its settings. Of its rights the command keeps those to the library and to what
/// was named.
fn opened(choice: &LibraryChoice, start: Startup) -> Result<OpenedLibrary, CommandError> {
    let start = start.warned();
    let (place, library) = opened_place(choice, &start)?;
    let settings = start.resolve_in_library(&library.identity().recipe, &shown(&place))?;
    CommandRights::default().and_library(&place, &*library).keep_only();
    Ok(OpenedLibrary { library, place, settings })
}

fn opened_place(choice: &LibraryChoice, start: &Startup) -> Result<AtPlace, CommandError> {
    let place = place_of(choice, start)?;
    match open(&place, choice, start.lang)? {
        Some(library) => Ok((place, library)),
        None => Err(failed(&StoreError::Missing, &place, start.lang)),
    }
}

/// A library at its place.
type AtPlace = (LibraryPlace, Box<dyn Store>);

/// Opens several that must be there.
fn opened_places(
    names: impl Iterator<Item = OsString>,
    accept: bool,
    start: &Startup,
) -> Result<Vec<AtPlace>, CommandError> {
    names.map(|name| opened_place(&LibraryChoice { library: Some(name), accept }, start)).collect()
}

/// Refuses libraries of another recipe than the first.
fn of_one_recipe<'a>(
    mut all: impl Iterator<Item = (&'a LibraryPlace, &'a RecipeWithK)>,
    lang: Lang,
) -> Result<(), CommandError> {
    let Some((first, recipe)) = all.next() else { return Ok(()) };
    match all.find(|(_, of)| of.recipe != recipe.recipe) {
        Some((other, of)) => {
            let (file, other) = (shown(first), shown(other));
            Err(t!(lang, "library-file.two-recipes", file, recipe, other, of).into())
        }
        None => Ok(()),
    }
}

/// An open library, and what messages on it need.
struct OpenedLibrary {
    library: Box<dyn Store>,
    place: LibraryPlace,
    settings: ResolvedSettings,
}

impl OpenedLibrary {
    fn failed(&self, error: &StoreError) -> CommandError {
        failed(error, &self.place, self.settings.lang)
    }

    /// The same library, to be written.
    fn to_write(&self) -> Result<Box<dyn Store>, CommandError> {
        store::open(&self.place, Access::Write).map_err(|error| self.failed(&error))
    }

    /// The document that is meant by its number, its file or the path that its file had.
    fn document(&self, named: &OsStr) -> Result<StoredDocument, CommandError> {
        let by_path = self.library.document_of(&canonical(Path::new(named)));
        let found = match (by_path, named.to_str().and_then(|number| number.parse().ok())) {
            (Ok(None), Some(number)) => self.library.document(number),
            (found, _) => found,
        };
        let lang = self.settings.lang;
        let name = safe_name(&named.to_string_lossy());
        let none = || t!(lang, "library-file.no-document", file = shown(&self.place), name);
        found.map_err(|error| self.failed(&error))?.ok_or_else(|| none().into())
    }
}

/// The path by which a library knows a file or a folder, be it there or not.
fn canonical(path: &Path) -> PathBuf {
    let there = std::fs::canonicalize(path).ok().filter(|path| path.is_dir());
    let beside = || CanonicalFolders::default().path_of(path);
    there.or_else(beside).or_else(|| std::path::absolute(path).ok()).unwrap_or_else(|| path.to_owned())
}

/// Says that the server of a library may drop documents.
fn warn_of_eviction(library: &dyn Store, place: &LibraryPlace, lang: Lang) {
    if let Some(warning) = say::eviction(&library.eviction(), &shown(place), lang) {
        print_error(&warning);
    }
}

pub(super) fn failed(error: &StoreError, place: &LibraryPlace, lang: Lang) -> CommandError {
    CommandError::Failed(say::library_error(error, &shown(place), lang))
}

/// The name of a library in messages; a URL without the password.
pub(super) fn shown(place: &LibraryPlace) -> String {
    safe_name(&place.name())
}
