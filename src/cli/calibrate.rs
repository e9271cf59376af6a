//! `simscope calibrate`: the meaning of a distance among one's own texts.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use clap::{Args, ValueHint, error::ErrorKind};

use super::{
    Code, CommandError,
    arguments::{AcceptArguments, CacheArguments, Output, TextOrJson},
    batch::{NamedReview, files, not_too_many, prepared, print_notices},
    documents::DocumentArguments,
    json,
    library::{LibraryChoice, failed, open, place_of, shown},
    print, print_batch_failures, print_error, progress,
    rights::CommandRights,
    settings::{RecipeFlags, ResolvedSettings, ThresholdFlags},
    start::Startup,
    study::{CalibrationLibrary, CalibrationResult, labelled_pairs},
    text, usage,
};
use crate::{
    batch::{Batch, LibrarySample, MadeCalibration, Work},
    compare::{
        Groups,
        calibration::Prior,
        evaluation::{Label, LabelledPair},
    },
    document::{self, Source, safe_path},
    files::CanonicalFolders,
    locale::Lang,
    review::{
        Roots,
        journal::{Journal, JournalError},
    },
    say,
    store::{LibraryPlace, Store, StoreError, StoredFingerprint},
    t,
};

/// `simscope calibrate`.
#[derive(Debug, Args)]
pub(super) struct CalibrateArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    /// Also use the labelled pairs in this table, in the format of 'simscope evaluate'
    ///
    /// Its documents are read as well. At least 60 pairs replace the edits.
    #[arg(long, value_name = "PAIRS", value_hint = ValueHint::FilePath)]
    labelled: Option<PathBuf>,
    /// Folder of the files in the table [default: the table's folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "labelled")]
    docs: Option<PathBuf>,
    /// The assumed shares of near-duplicate, related and unrelated pairs
    ///
    /// They add up to 1 or 100, and are saved with the calibration [default: the last calibration's, at first 1:1:98].
    #[arg(long, value_name = "NEAR:RELATED:UNRELATED")]
    prior: Option<Prior>,
    /// Also read documents of this library; a sample if there are many
    ///
    /// A name, or a file name that contains a folder or .db. Its recipe is used.
    #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath)]
    library: Option<OsString>,
    /// Save the calibration with the review, to explain its distances
    #[arg(long)]
    save: bool,
    #[command(flatten)]
    accept: AcceptArguments,
    #[command(flatten)]
    reuse: CacheArguments,
    #[command(flatten)]
    output: Output<TextOrJson>,
    #[command(flatten)]
    thresholds: ThresholdFlags,
    #[command(flatten)]
    recipe: RecipeFlags,
}

/// Reads the documents, calibrates, prints, and with `--save` saves the result with the review of those named.
pub(super) fn run(arguments: CalibrateArguments, start: Startup) -> Result<Code, CommandError> {
    let CalibrateArguments {
        documents,
        labelled,
        docs,
        prior,
        library,
        save,
        accept,
        reuse,
        output,
        thresholds,
        recipe,
    } = arguments;
    let start = start.with(thresholds).with(recipe).warned().skipping(&documents.skipped);
    if documents.named.is_empty() && library.is_none() {
        let message = "calibrate takes a folder, or files, or a library";
        return Err(usage("calibrate", ErrorKind::MissingRequiredArgument, message));
    }
    if save && documents.named.is_empty() {
        let message = "--save saves with the review of files or folders; name them";
        return Err(usage("calibrate", ErrorKind::MissingRequiredArgument, message));
    }
    let choice = library.map(|name| LibraryChoice { library: Some(name), accept: accept.accept });
    let library = choice.map(|choice| NamedLibrary::open(&choice, &start)).transpose()?;
    let stored: Vec<StoredFingerprint> = library.iter().map(NamedLibrary::recipe).collect();
    let (roots, mut journal, settings) = review_of(&documents.named, accept, &start, &stored)?;
    let lang = settings.lang;
    if let Some(Ok(journal)) = &mut journal {
        print_notices(journal, lang);
    }
    let table = labelled.map(|path| LabelledFiles::read(&path, docs.as_deref(), lang)).transpose()?;
    let mut sources = documents.sources;
    if let Some(table) = &table {
        sources.extend(table.missing(&sources));
    }
    not_too_many("calibrate", Groups::all(sources.len()).pairs(), Groups::HELD)?;
    let rights = library.as_ref().map_or_else(CommandRights::default, NamedLibrary::rights);
    let library = library.map(|library| library.add_to(&mut sources, Groups::HELD_DOCUMENTS, lang)).transpose()?;
    let cache = journal.as_ref().and_then(|_| reuse.cache(&roots, &settings));
    rights.and_documents(&documents.named, documents.follow).and_sources(&sources).and_reviews(&roots).keep_only();
    let batch = prepared(sources, Work::Compare, &settings, cache);
    let review = journal.as_ref().and_then(|journal| journal.as_ref().ok());
    let mut labels = review.map_or_else(Vec::new, |journal| journal.decisions(&files(&batch, &roots)).labels());
    labels.extend(table.iter().flat_map(|table| table.labels(&batch)));
    let request = batch.calibrate(&labels);
    let made = progress::during("work.calibrating", lang, |watch| request.run(watch));
    print_batch_failures(&batch, lang);
    let made = made.map_err(|error| say::calibration_error(error, lang))?;
    let MadeCalibration { calibration, closest, proposed } = made;
    // Without one of its own it keeps the prior of the calibration whose place it takes.
    let before = || review?.calibration(&calibration.recipe).ok()?.map(|before| before.prior);
    let prior = prior.or_else(before).unwrap_or(Prior::ASSUMED);
    let calibration = calibration.with_prior(prior);
    let closest = closest.map(|pair| (pair.documents.map(|at| batch.name(at).to_owned()), pair));
    let posterior = calibration.posterior(prior);
    let kept = journal.filter(|_| save).map(|journal| match journal {
        Ok(journal) => journal.keep_calibration(&calibration).map_err(|reason| reason.to_string()),
        Err(error) => Err(error.message(lang)),
    });
    let result = CalibrationResult { calibration, posterior, closest, proposed, library, lang };
    let failed = batch.has_failures() || kept.as_ref().is_some_and(Result::is_err);
    let code = Code::error_if(failed);
    let shown = |out: &mut dyn Write| match output.format {
        TextOrJson::Text => text::calibration(&result).write(out, text::terminal(None)),
        TextOrJson::Json => json::calibration(out, &result),
    };
    let code = if output.quiet { code } else { print(code, lang, shown) };
    if let Some(kept) = kept {
        print_error(&kept_where(kept, lang));
    }
    Ok(code)
}

/// The folders of a review, the review itself unless nothing was named, and the settings in it.
type OptionalReview = (Roots, Option<Result<Journal, JournalError>>, ResolvedSettings);

/// The review of the documents that were named.
fn review_of(
    named: &[PathBuf],
    accept: AcceptArguments,
    start: &Startup,
    stored: &[StoredFingerprint],
) -> Result<OptionalReview, CommandError> {
    if named.is_empty() {
        return Ok((Roots::default(), None, start.resolve(stored)?));
    }
    let mut review = NamedReview::open(named, start, stored)?;
    accept.apply(&mut review);
    Ok((review.roots, Some(review.journal), review.settings))
}

/// The place of the calibration, or the reason that it was not kept.
fn kept_where(kept: Result<PathBuf, String>, lang: Lang) -> String {
    match kept {
        Ok(path) => t!(lang, "calibrate.kept", place = safe_path(path)),
        Err(reason) => t!(lang, "calibrate.not-kept", reason),
    }
}

/// A table of labelled pairs, with the files as paths.
struct LabelledFiles(Vec<([PathBuf; 2], Label)>);

impl LabelledFiles {
    /// Reads a table; its files are in `docs`, or in its own folder.
    ///
    /// # Errors
    /// A sentence, if it cannot be read or a line is wrong.
    fn read(path: &Path, docs: Option<&Path>, lang: Lang) -> Result<Self, String> {
        let source = Source::File(path.to_owned());
        let document = document::read(&source).map_err(|error| say::read_error(&error, lang))?;
        let (pairs, _) = labelled_pairs(&source.place(), &document.text, lang)?;
        let folder = docs.or(path.parent()).unwrap_or(Path::new(""));
        Ok(Self(pairs.into_iter().map(|pair| (pair.names.map(|name| folder.join(name)), pair.label)).collect()))
    }

    /// The files that are not among these sources, each once.
    fn missing(&self, sources: &[Source]) -> Vec<Source> {
        let mut known = by_file(sources.iter());
        let mut missing = Vec::new();
        for path in self.0.iter().flat_map(|(files, _)| files) {
            known.entry(canonical(path)).or_insert_with(|| {
                missing.push(Source::File(path.clone()));
                0
            });
        }
        missing
    }

    /// The labels by the numbers of the documents.
    fn labels(&self, batch: &Batch) -> Vec<LabelledPair> {
        let numbers = by_file(batch.entries.iter().map(|entry| &entry.source));
        let label = |(files, label): &([PathBuf; 2], Label)| {
            let [a, b] = files.each_ref().map(|path| numbers.get(&canonical(path)).copied());
            Some(LabelledPair { documents: [a?, b?], label: *label })
        };
        self.0.iter().filter_map(label).collect()
    }
}

/// The numbers of sources by their files.
fn by_file<'a>(sources: impl Iterator<Item = &'a Source>) -> HashMap<PathBuf, usize> {
    let file = |(number, source): (usize, &Source)| match source.plain() {
        Source::File(path) => Some((canonical(path), number)),
        _ => None,
    };
    sources.enumerate().filter_map(file).collect()
}

fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A library that is named beside documents.
struct NamedLibrary {
    library: Box<dyn Store>,
    place: LibraryPlace,
}

impl NamedLibrary {
    /// Opens it. A notice says if someone else made it.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn open(choice: &LibraryChoice, start: &Startup) -> Result<Self, CommandError> {
        let place = place_of(choice, start)?;
        let library = open(&place, choice, start.lang)?;
        let library = library.ok_or_else(|| failed(&StoreError::Missing, &place, start.lang))?;
        if !library.identity().known {
            print_error(&t!(start.lang, "library-file.received", file = shown(&place)));
        }
        Ok(Self { library, place })
    }

    /// Its recipe, as that of a fingerprint made before.
    fn recipe(&self) -> StoredFingerprint {
        StoredFingerprint::of_library(self.library.identity().recipe.clone(), shown(&self.place))
    }

    fn rights(&self) -> CommandRights {
        CommandRights::default().and_library(&self.place, &*self.library)
    }

    /// Adds a sample of its documents to those that are named, up to `most` in all.
    ///
    /// # Errors
    /// If it cannot be read.
    fn add_to(&self, sources: &mut Vec<Source>, most: usize, lang: Lang) -> Result<CalibrationLibrary, CommandError> {
        let mut folders = CanonicalFolders::default();
        let named: HashSet<PathBuf> = sources.iter().filter_map(|source| folders.path_of(source.file()?)).collect();
        let most = most.saturating_sub(sources.len());
        let drawn = progress::during("work.reading", lang, |watch| {
            Ok((self.library.len()?, LibrarySample::draw(&*self.library, most, &named, watch)?))
        });
        let (documents, sample) = drawn.map_err(|error| failed(&error, &self.place, lang))?;
        let LibrarySample { sources: drawn, without_text, partial: sampled } = sample;
        let read = drawn.len() as u64;
        sources.extend(drawn);
        Ok(CalibrationLibrary { file: shown(&self.place), documents, read, without_text, sampled })
    }
}
