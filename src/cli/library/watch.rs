//! `simscope library watch`: what `library add` does, whenever a file changes.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use clap::{Args, ValueHint};

use super::{
    LibraryChoice, OpenedLibrary,
    add::{FillArguments, filled},
};
use crate::{
    batch::{AddOutcome, AddToLibrary, gone_in, is_gone},
    cli::{
        Code, CommandError, documents::in_folders, json, output_failed, print_error, progress::stopping,
        standard_output, start::Startup,
    },
    document::{FolderWatch, Source, is_within, safe_name},
    simhash::Watch,
    store::{LibraryChanges, StoreError},
    t,
};

/// `simscope library watch`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryWatchArguments {
    /// Files and folders to watch; what is in a folder, in its folders too
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    choice: LibraryChoice,
    /// Remove documents whose files are gone; without it they stay, and are reported as missing
    #[arg(long)]
    prune: bool,
    #[command(flatten)]
    fill: FillArguments,
}

pub(super) fn run(arguments: LibraryWatchArguments, start: Startup) -> Result<Code, CommandError> {
    let LibraryWatchArguments { paths, choice, prune, fill } = arguments;
    let start = start.with(fill.run.clone()).with(fill.recipe.clone()).warned();
    let lang = start.lang;
    let unwatched = |path: &Path, why: &str| {
        let [path, why] = [&path.to_string_lossy(), why].map(safe_name);
        CommandError::Failed(t!(lang, "library-file.unwatched", path, why))
    };
    let canonical = |path: &PathBuf| path.canonicalize().map_err(|error| unwatched(path, &error.to_string()));
    let roots: BTreeSet<PathBuf> = paths.iter().map(canonical).collect::<Result<_, _>>()?;
    let named: Vec<PathBuf> = roots.iter().cloned().collect();
    // Before anything is read, so that no change is missed.
    let mut changes = FolderWatch::new(&named).map_err(|(path, why)| unwatched(&path, &why))?;
    let opened = fill.open(&choice, &named, &start)?;
    let stop = Watch::default();
    let (folders, missing, out) = (BTreeSet::new(), BTreeSet::new(), standard_output());
    let mut upkeep =
        Upkeep { roots, named, opened, prune, keep_text: fill.keep_text, folders, missing, out, stop: &stop };
    let ended = stopping(&stop, || {
        let all = upkeep.roots.clone();
        upkeep.take(&all)?;
        upkeep.begun()?;
        while !stop.stopped() {
            let changed = changes.next();
            if !changed.is_empty() {
                upkeep.take(&changed)?;
            }
        }
        Ok(())
    });
    match ended {
        Ok(()) => Ok(Code::Error),
        Err(UpkeepError::Library(error)) => Err(upkeep.opened.failed(&error)),
        // Whoever read the events is gone.
        Err(UpkeepError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Code::Done),
        Err(UpkeepError::Output(error)) => Ok(output_failed(&error, lang)),
    }
}

/// A library that is kept up to date.
struct Upkeep<'a> {
    /// Canonical paths of what is watched.
    roots: BTreeSet<PathBuf>,
    named: Vec<PathBuf>,
    opened: OpenedLibrary,
    prune: bool,
    keep_text: bool,
    /// The folders in which documents were seen.
    folders: BTreeSet<PathBuf>,
    /// Documents that were reported as missing.
    missing: BTreeSet<PathBuf>,
    out: Box<dyn io::Write>,
    stop: &'a Watch,
}

/// Why it is not kept up to date any more.
enum UpkeepError {
    Library(StoreError),
    Output(io::Error),
}

impl Upkeep<'_> {
    /// Says that all there was is in the library, and that changes are waited for.
    fn begun(&mut self) -> Result<(), UpkeepError> {
        if self.stop.stopped() {
            return Ok(());
        }
        self.roots.clone().iter().try_for_each(|root| self.event("watching", root))
    }

    /// Adds the files at and below these paths that changed, and sees to the documents whose files are gone from there.
    fn take(&mut self, changed: &BTreeSet<PathBuf>) -> Result<(), UpkeepError> {
        let (sources, _) = in_folders(self.named.iter().cloned());
        // An empty folder is named as a source, to be reported by other commands.
        let files = |source: &Source| source.file().is_some_and(|file| !file.is_dir());
        let mut sources: Vec<Source> = sources.into_iter().filter(files).collect();
        for file in sources.iter().filter_map(Source::file) {
            let folders = file.ancestors().skip(1).take_while(|folder| is_within(folder, &self.roots));
            self.folders.extend(folders.map(Path::to_owned));
            self.missing.remove(file);
        }
        let filled = filled(&self.named, &sources);
        sources.retain(|source| source.file().is_some_and(|file| is_within(file, changed)));
        self.add(sources)?;
        if self.stop.stopped() {
            return Ok(());
        }
        let gone = self.gone(changed, &filled).map_err(UpkeepError::Library)?;
        self.forget(gone)
    }

    fn add(&mut self, sources: Vec<Source>) -> Result<(), UpkeepError> {
        let lang = self.opened.settings.lang;
        let request = AddToLibrary { sources, keep_text: self.keep_text };
        let (out, mut written) = (&mut self.out, Ok(()));
        let mut report = |source: &Source, outcome: &AddOutcome| {
            if let AddOutcome::Failed(failure) = outcome {
                print_error(&failure.message(source, lang));
            }
            if written.is_ok() {
                written = json::library_added_event(out, source, outcome, lang);
            }
        };
        request.run(&mut *self.opened.library, self.stop, &mut report).map_err(UpkeepError::Library)?;
        written.map_err(UpkeepError::Output)
    }

    /// The documents whose files are gone from these paths.
    fn gone(&self, changed: &BTreeSet<PathBuf>, filled: &[PathBuf]) -> Result<Vec<PathBuf>, StoreError> {
        let (mut gone, mut folders) = (Vec::new(), Vec::new());
        for path in changed {
            if filled.contains(path) || (is_gone(path) && self.folders.contains(path) && !self.roots.contains(path)) {
                folders.push(path.clone());
            } else if is_gone(path) && self.opened.library.document_of(path)?.is_some() {
                gone.push(path.clone());
            }
        }
        if !folders.is_empty() {
            gone.extend(gone_in(&*self.opened.library, &folders)?);
        }
        gone.sort();
        gone.dedup();
        Ok(gone)
    }

    /// Reports documents whose files are gone, and removes them if that is wanted.
    fn forget(&mut self, mut gone: Vec<PathBuf>) -> Result<(), UpkeepError> {
        gone.retain(|path| !self.missing.contains(path));
        let event = if self.prune { "removed" } else { "missing" };
        if self.prune && !gone.is_empty() {
            let changes = LibraryChanges { removed: gone.clone(), ..LibraryChanges::default() };
            self.opened.library.write(&changes, self.stop).map_err(UpkeepError::Library)?;
        }
        gone.iter().try_for_each(|path| self.event(event, path))?;
        if !self.prune {
            self.missing.extend(gone);
        }
        Ok(())
    }

    fn event(&mut self, event: &'static str, path: &Path) -> Result<(), UpkeepError> {
        json::library_event(&mut self.out, event, &path.to_string_lossy()).map_err(UpkeepError::Output)
    }
}
