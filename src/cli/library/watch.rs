//! `simscope library watch`: what `library add` does, whenever a file changes.

use std::{
    collections::{BTreeMap, BTreeSet},
    io, mem,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, ValueHint};

use super::{
    LibraryChoice, OpenedLibrary,
    add::{FillArguments, PruneArguments, named_folders},
    shown,
};
use crate::{
    batch::{AddOutcome, AddToLibrary, AddedCounts, Prune, gone_in, is_gone},
    cli::{
        Code, CommandError, documents::in_folders, json, output_failed, print_error, progress::stopping,
        rights::CommandRights, standard_output, start::Startup,
    },
    document::{FolderChanges, FolderWatch, Links, ReadError, Source, is_within, safe_name},
    files::{FolderIdentity, folder_identity},
    say,
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
    #[command(flatten)]
    prune: PruneArguments,
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
    let canonical = |path: &PathBuf| {
        let failed = |error| ReadError::from_io(safe_name(&path.to_string_lossy()), &error);
        path.canonicalize().map_err(|error| CommandError::Failed(say::read_error(&failed(error), lang)))
    };
    let roots: BTreeSet<PathBuf> = paths.iter().map(canonical).collect::<Result<_, _>>()?;
    let named: Vec<PathBuf> = roots.iter().cloned().collect();
    // Before anything is read, so that no change is missed.
    let mut changes = FolderWatch::new(&named, RESCAN).map_err(|(path, why)| unwatched(&path, &why))?;
    let opened = fill.open(&choice, &named, &start)?;
    // Another file or folder may come in the place of one that was named.
    let above: Vec<&Path> = named.iter().map(|path| path.parent().unwrap_or(path)).collect();
    CommandRights::default().and_read(&above).and_library(&opened.place, &*opened.library).keep_only();
    let stop = Watch::default();
    let file = opened.place.file().map(Path::to_owned).and_then(|path| Some((identity_of(&path)?, path)));
    let mut upkeep = Upkeep {
        roots,
        named,
        file,
        library: shown(&opened.place),
        opened,
        prune: prune.meant(),
        keep_text: fill.keep_text,
        folders: BTreeSet::new(),
        missing: BTreeSet::new(),
        closed: BTreeMap::new(),
        counts: AddedCounts::default(),
        out: standard_output(),
        stop: &stop,
    };
    let ended = stopping(&stop, || {
        let all = upkeep.roots.clone();
        upkeep.name_closed(changes.closed())?;
        upkeep.take(&all)?;
        upkeep.begun()?;
        while !stop.stopped() {
            let changed = changes.next();
            upkeep.check_file()?;
            upkeep.name_closed(changes.closed())?;
            match changed {
                FolderChanges::At(changed) if changed.is_empty() => {}
                FolderChanges::At(changed) => upkeep.take(&changed)?,
                FolderChanges::Unknown => upkeep.rescan(&all)?,
            }
        }
        Ok(())
    });
    match ended {
        Ok(()) => Ok(Code::Done),
        Err(UpkeepError::Library(error)) => Err(upkeep.opened.failed(&error)),
        Err(UpkeepError::Replaced) => {
            Err(CommandError::Failed(t!(lang, "library-file.replaced-file", file = upkeep.library)))
        }
        // Whoever read the events is gone.
        Err(UpkeepError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Code::Done),
        Err(UpkeepError::Output(error)) => Ok(output_failed(&error, lang)),
    }
}

/// How often everything is looked at, for what the watch may have missed.
const RESCAN: Duration = Duration::from_secs(5 * 60);

fn identity_of(path: &Path) -> Option<FolderIdentity> {
    folder_identity(path, &path.metadata().ok()?)
}

/// A library that is kept up to date.
struct Upkeep<'a> {
    /// Canonical paths of what is watched.
    roots: BTreeSet<PathBuf>,
    named: Vec<PathBuf>,
    opened: OpenedLibrary,
    /// Its name in events.
    library: String,
    /// The file of the library, as it was opened.
    file: Option<(FolderIdentity, PathBuf)>,
    prune: Prune,
    keep_text: bool,
    /// The folders in which documents were seen.
    folders: BTreeSet<PathBuf>,
    /// Documents that were reported as missing.
    missing: BTreeSet<PathBuf>,
    /// Folders that were reported as closed.
    closed: BTreeMap<PathBuf, String>,
    /// What was done since everything was looked at.
    counts: AddedCounts,
    out: Box<dyn io::Write>,
    stop: &'a Watch,
}

/// Why it is not kept up to date any more.
enum UpkeepError {
    Library(StoreError),
    /// Its file was deleted, or another one took its place.
    Replaced,
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

    fn check_file(&self) -> Result<(), UpkeepError> {
        let same = self.file.as_ref().is_none_or(|(identity, path)| identity_of(path) == Some(*identity));
        if same { Ok(()) } else { Err(UpkeepError::Replaced) }
    }

    /// Looks at everything, and says what was found.
    fn rescan(&mut self, all: &BTreeSet<PathBuf>) -> Result<(), UpkeepError> {
        self.counts = AddedCounts::default();
        self.take(all)?;
        let counts = mem::take(&mut self.counts);
        let closed = self.closed.len();
        json::library_rescanned_event(&mut self.out, &self.library, counts, closed).map_err(UpkeepError::Output)
    }

    /// Names the folders that are closed now.
    fn name_closed(&mut self, now: &BTreeMap<PathBuf, String>) -> Result<(), UpkeepError> {
        if self.closed == *now {
            return Ok(());
        }
        let before = mem::replace(&mut self.closed, now.clone());
        for (folder, why) in now.iter().filter(|(folder, _)| !before.contains_key(*folder)) {
            let lang = self.opened.settings.lang;
            let [path, why] = [&folder.to_string_lossy(), &**why].map(safe_name);
            let message = t!(lang, "library-file.unwatched", path, why);
            print_error(&message);
            json::library_closed_event(&mut self.out, &self.library, &folder.to_string_lossy(), &message)
                .map_err(UpkeepError::Output)?;
        }
        Ok(())
    }

    /// Adds the files at and below these paths that changed, and sees to the documents whose files are gone from there.
    fn take(&mut self, changed: &BTreeSet<PathBuf>) -> Result<(), UpkeepError> {
        let (sources, _) = in_folders(&self.named, &Links::Unfollowed);
        // An empty or closed folder is named as a source, to be reported by other commands.
        let files = |source: &Source| source.file().is_some_and(|file| !file.is_dir());
        let mut sources: Vec<Source> = sources.into_iter().filter(files).collect();
        for file in sources.iter().filter_map(Source::file) {
            let folders = file.ancestors().skip(1).take_while(|folder| is_within(folder, &self.roots));
            self.folders.extend(folders.map(Path::to_owned));
            self.missing.remove(file);
        }
        let [_, empty] = named_folders(&self.named, &sources);
        sources.retain(|source| source.file().is_some_and(|file| is_within(file, changed)));
        self.add(sources)?;
        if self.stop.stopped() {
            return Ok(());
        }
        let gone = self.gone(changed).map_err(UpkeepError::Library)?;
        self.forget(gone, &empty)
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
                written = json::library_added_event(out, &self.library, source, outcome, lang);
            }
        };
        let added = request.run(&mut *self.opened.library, self.stop, &mut report).map_err(UpkeepError::Library)?;
        self.counts.added += added.added;
        self.counts.replaced += added.replaced;
        self.counts.failed += added.failed;
        written.map_err(UpkeepError::Output)
    }

    /// The documents whose files are gone from these paths.
    fn gone(&self, changed: &BTreeSet<PathBuf>) -> Result<Vec<PathBuf>, StoreError> {
        let (mut gone, mut folders) = (Vec::new(), Vec::new());
        for path in changed {
            if self.roots.contains(path) || self.folders.contains(path) && is_gone(path) {
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
    fn forget(&mut self, mut gone: Vec<PathBuf>, empty: &[PathBuf]) -> Result<(), UpkeepError> {
        gone.retain(|path| !self.missing.contains(path));
        if gone.is_empty() {
            return Ok(());
        }
        let documents = self.opened.library.len().map_err(UpkeepError::Library)?;
        let (removed, kept) = self.prune.split(gone, empty, [documents, self.counts.removed]);
        let changes = LibraryChanges { removed: removed.clone(), ..LibraryChanges::default() };
        self.opened.library.write(&changes, self.stop).map_err(UpkeepError::Library)?;
        self.counts.removed += removed.len() as u64;
        self.counts.kept += kept.len() as u64;
        removed.iter().try_for_each(|path| self.event("removed", path))?;
        kept.iter().try_for_each(|path| self.event("missing", path))?;
        if !kept.is_empty() && self.prune != Prune::None {
            print_error(&t!(self.opened.settings.lang, "library-file.kept", n = kept.len()));
        }
        self.missing.extend(kept);
        Ok(())
    }

    fn event(&mut self, event: &'static str, path: &Path) -> Result<(), UpkeepError> {
        json::library_event(&mut self.out, &self.library, event, &path.to_string_lossy()).map_err(UpkeepError::Output)
    }
}
