//! The batch of one command and the review of its documents: runs its requests in place, each with a line of progress.
//! It must not compute anything itself.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use clap::{Args, ValueHint, error::ErrorKind};

use super::{
    CommandError,
    arguments::{AcceptArguments, CacheArguments},
    documents::{DocumentArguments, in_folders},
    exclude::BatchExclusionArguments,
    fingerprint_files::{NamedArchive, read_archive},
    print_error, progress,
    rights::CommandRights,
    settings::ResolvedSettings,
    start::{Startup, name_skipped},
    usage,
};
use crate::{
    batch::{ArchiveSource, ArchiveState, Batch, Detail, GivenPairs, LibraryArchive, PrepareResult, Work},
    cache::CacheFolder,
    compare::{Groups, calibration::Calibration},
    document::{Document, Source, safe_name},
    locale::Lang,
    review::{
        Decisions, ExclusionRules, Files, Roots, UnusedCalibration,
        journal::{Journal, JournalError, calibration_of, data_folder},
    },
    say,
    store::StoredFingerprint,
    t,
};

/// Documents that are reviewed, and how.
#[derive(Debug, Args)]
pub(super) struct BatchArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    /// Also compare with this folder, library or .jsonl file; repeatable
    ///
    /// Documents of the archive are not compared with each other. A .jsonl file from 'simscope hash --format jsonl'
    /// represents the documents it lists, even millions. In a library, given by file or name, documents that share
    /// passages are found too.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::AnyPath)]
    pub against: Vec<PathBuf>,
    #[command(flatten)]
    pub exclude: BatchExclusionArguments,
    #[command(flatten)]
    accept: AcceptArguments,
    #[command(flatten)]
    reuse: CacheArguments,
}

/// The documents of a review, before they are read.
pub(super) struct OpenedBatch {
    /// Those named, other documents of the given pairs, and those of the archive.
    pub sources: Vec<Source>,
    /// So many of them are not of the archive.
    pub own: usize,
    pub given: Option<GivenPairs>,
    /// An archive without documents.
    pub archive: Option<ArchiveSource>,
    pub rules: ExclusionRules,
    pub cache: Option<CacheFolder>,
    /// To read all of that.
    pub rights: CommandRights,
    pub review: NamedReview,
}

impl BatchArguments {
    /// Opens the review, and finds the documents of the archive and the rules. Of the documents only the given pairs
    /// are compared, if there are some.
    ///
    /// # Errors
    /// If an argument is wrong. A review that cannot be opened is no error.
    pub(super) fn open(
        self,
        command: &str,
        start: &Startup,
        given: Option<(GivenPairs, Vec<Source>)>,
    ) -> Result<OpenedBatch, CommandError> {
        let Self { documents, mut against, exclude, accept, reuse } = self;
        let NamedArchive { source: archive, stored, rights } = NamedArchive::among(&mut against, command, start)?;
        let mut review = NamedReview::open(&documents.named, start, &stored)?;
        let (archived, skipped) = in_folders(&against, documents.follow);
        name_skipped(&skipped, start.lang);
        let own = documents.sources.len();
        let (given, others) = given.unzip();
        let sources: Vec<Source> =
            documents.sources.into_iter().chain(others.into_iter().flatten()).chain(archived).collect();
        let groups = Groups::against(own, sources.len());
        let groups = if let Some(given) = &given { given.among(groups) } else { groups };
        not_too_many(command, groups.pairs(), Groups::HELD)?;
        let rules = exclude.rules(command, &review.settings, &review.roots)?;
        accept.apply(&mut review);
        if let Ok(journal) = &mut review.journal {
            journal.check_bases(rules.given_bases(), &review.roots, review.settings.run);
        }
        let cache = reuse.cache(&review.roots, &review.settings);
        let rights = rights.and_documents(&documents.named, documents.follow).and_read(&against);
        let rights = rights.and_sources(&sources).and_reviews(&review.roots);
        Ok(OpenedBatch { sources, own, given, archive, rules, cache, rights, review })
    }
}

impl OpenedBatch {
    /// Gives up all other rights and reads the documents; looks them up in the archive, for clusters up to `cutoff`,
    /// and compares what the rules leave of them.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub(super) fn compared(self, work: Work, cutoff: u32) -> Result<(Batch, NamedReview), CommandError> {
        let Self { sources, own, given, archive, rules, cache, rights, mut review } = self;
        let lang = review.settings.lang;
        if let Ok(journal) = &mut review.journal {
            print_notices(journal, lang);
        }
        rights.keep_only();
        let settings = &review.settings;
        let mut batch = prepared(sources, work, settings, cache);
        batch.set_archive(own);
        batch.given = given;
        let calibration = review.journal().map(|journal| journal.calibration(&settings.recipe));
        batch.calibration = calibration.and_then(|found| said(found, lang));
        look_up(&mut batch, archive, cutoff, settings)?;
        review.warn_of_received(&batch);
        exclude_in_review(&mut batch, rules, &review);
        Ok((batch, review))
    }
}

/// The review of the documents that were named, and the settings in it.
pub(super) struct NamedReview {
    pub(super) roots: Roots,
    pub(super) journal: Result<Journal, JournalError>,
    pub(super) settings: ResolvedSettings,
}

impl NamedReview {
    /// Opens the review; its recipe counts, unless there are fingerprints made before.
    ///
    /// # Errors
    /// If the settings are wrong. A review that cannot be opened is no error.
    pub(super) fn open(named: &[PathBuf], start: &Startup, stored: &[StoredFingerprint]) -> Result<Self, CommandError> {
        let roots = Roots::new(named);
        let mut journal = Journal::open(&roots, data_folder().as_deref());
        let settings = start.resolve_in_review(stored, journal.as_mut().ok())?;
        Ok(Self { roots, journal, settings })
    }

    /// The journal, if it could be opened.
    pub(super) fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref().ok()
    }

    /// What was decided on these documents.
    pub(super) fn decisions(&self, batch: &Batch) -> Decisions {
        self.journal().map(|journal| journal.decisions(&files(batch, &self.roots))).unwrap_or_default()
    }

    /// Prints what came with the folder and is not accepted.
    fn warn_of_received(&self, batch: &Batch) {
        let (roots, lang) = (&self.roots, self.settings.lang);
        let Some(received) = self.journal().and_then(Journal::received) else { return };
        let share = (!received.rules.is_empty()).then(|| batch.exclude_received(&received.rules, &files(batch, roots)));
        let share = share.and_then(|request| progress::during("work.leaving", lang, |watch| request.share(watch)).ok());
        print_error(&received.warning(share, lang));
    }
}

/// Prints the notices of a review.
pub(super) fn print_notices(journal: &mut Journal, lang: Lang) {
    journal.take_notices().iter().for_each(|notice| print_error(&notice.message(lang)));
}

impl AcceptArguments {
    /// Accepts the review if that was asked for: after all other arguments were found right.
    pub(super) fn apply(self, review: &mut NamedReview) {
        if let Ok(journal) = &mut review.journal
            && self.accept
            && journal.received().is_some()
        {
            journal.accept();
        }
    }
}

/// Reads and examines documents, or takes them from the cache.
pub(super) fn prepared(
    sources: Vec<Source>,
    work: Work,
    settings: &ResolvedSettings,
    cache: Option<CacheFolder>,
) -> Batch {
    let mut batch = Batch::new(sources, settings.recipe.clone(), settings.run);
    (batch.cache, batch.work, batch.texts) = (cache, work, settings.config.text_thresholds());
    prepare(&mut batch, settings.lang);
    batch
}

/// Reads documents and compares them, also without what the rules exclude.
pub(super) fn compared(
    sources: Vec<Source>,
    named: &[PathBuf],
    rules: ExclusionRules,
    settings: &ResolvedSettings,
) -> Batch {
    let mut batch = prepared(sources, Work::Compare, settings, None);
    batch.calibration = calibration(named, settings);
    exclude(&mut batch, rules, settings.lang);
    rank(&mut batch, settings.lang);
    batch
}

/// Both of two documents that were read already, compared, and without what the rules exclude; `None` where they
/// exclude nothing.
pub(super) fn without_excluded(
    documents: [Arc<Document>; 2],
    rules: ExclusionRules,
    settings: &ResolvedSettings,
) -> Option<Batch> {
    let mut batch = Batch::of_documents(documents.into(), settings.recipe.clone(), settings.run);
    batch.texts = settings.config.text_thresholds();
    if !rules.any() {
        return None;
    }
    prepare(&mut batch, settings.lang);
    rank(&mut batch, settings.lang);
    exclude(&mut batch, rules, settings.lang);
    Some(batch)
}

/// Reads and examines the documents that are not yet.
fn prepare(batch: &mut Batch, lang: Lang) {
    let Some(request) = batch.prepare(Detail::Outlines) else { return };
    let (shared, unwritable) = (Mutex::new(&mut *batch), OnceLock::new());
    let hand_over = |part| match part {
        PrepareResult::Cached(cached) => _ = cached.error.map(|why| unwritable.set(why)),
        part => shared.lock().unwrap_or_else(PoisonError::into_inner).install(part),
    };
    // Nobody holds the other end of the watch, so no work here is ever stopped.
    _ = progress::during("work.reading", lang, |watch| request.run(watch, hand_over));
    if let Some(why) = unwritable.into_inner() {
        print_error(&t!(lang, "notice.not-kept", why));
        // Once is enough.
        batch.cache = None;
    }
}

/// Refuses documents that make more than `most` pairs; `command` is empty for the screens.
pub(super) fn not_too_many(command: &str, pairs: u64, most: u64) -> Result<(), CommandError> {
    if pairs <= most {
        return Ok(());
    }
    let message = format!(
        "every two documents are compared and listed: {pairs} pairs, of {most} at most; 'simscope \
         compare --format matrix' takes any number of documents and finds the nearest of each; then compare those"
    );
    Err(usage(command, ErrorKind::TooManyValues, &message))
}

/// Looks the documents up in an archive of fingerprints, for clusters up to `cutoff`, or in a library; adds what is
/// found.
///
/// # Errors
/// A message that names the place.
fn look_up(
    batch: &mut Batch,
    archive: Option<ArchiveSource>,
    cutoff: u32,
    settings: &ResolvedSettings,
) -> Result<(), CommandError> {
    let Some(source) = archive else { return Ok(()) };
    let library = match &source {
        ArchiveSource::Fingerprints(_) => None,
        ArchiveSource::Library(library) => Some(safe_name(&library.place.name())),
    };
    if let (ArchiveSource::Library(LibraryArchive { known: false, .. }), Some(name)) = (&source, &library) {
        print_error(&t!(settings.lang, "print.of", name, why = t!(settings.lang, "library.received")));
    }
    batch.archive = Some(ArchiveState::new(source, settings.recipe.clone()));
    read_archive(batch, settings.lang)?;
    if let Some(request) = batch.look_up(settings.k(), cutoff)
        && let Ok(found) = progress::during("work.near", settings.lang, |watch| request.run(watch))
    {
        let file = library.unwrap_or_default();
        batch.install_lookup(found.map_err(|error| say::library_error(&error, &file, settings.lang))?);
        if batch.archive.as_ref().is_some_and(ArchiveState::is_incomplete) {
            print_error(&t!(settings.lang, "library-file.damaged-in-parts", file));
        }
        prepare(batch, settings.lang);
    }
    Ok(())
}

pub(super) fn rank(batch: &mut Batch, lang: Lang) {
    let request = batch.rank();
    if let Ok(ranking) = progress::during("work.ranking", lang, |watch| request.run(watch)) {
        batch.install_ranking(ranking);
        name_other_distances(batch, lang);
    }
}

/// Names given distances that are others here, on standard error: the first of them each in a line.
fn name_other_distances(batch: &Batch, lang: Lang) {
    const NAMED: usize = 20;
    let Some(given) = &batch.given else { return };
    let Some(other) = given.other.as_ref().filter(|other| !other.is_empty()) else { return };
    for one in other.iter().take(NAMED) {
        let [a, b] = one.documents.map(|at| batch.name(at));
        let computed = one.computed.map_or_else(|| t!(lang, "given.none").into(), |computed| computed.to_string());
        print_error(&t!(lang, "given.differs", a, b, given = one.given, computed));
    }
    print_error(&t!(lang, "given.differ", n = other.len(), all = given.len()));
}

/// Compares the documents without what the rules exclude, if they exclude anything.
pub(super) fn exclude(batch: &mut Batch, rules: ExclusionRules, lang: Lang) {
    batch.rules = rules;
    if !batch.excludes() {
        return;
    }
    let request = batch.exclude();
    if let Ok(remainders) = progress::during("work.leaving", lang, |watch| request.all(watch)) {
        batch.install_remainders(remainders);
    }
    let Some(remainders) = batch.all_remainders() else { return };
    for (rule, documents) in remainders.not_applied() {
        if let Some(pattern) = batch.rules.list[rule].kind.pattern() {
            let names: Vec<&str> = documents.into_iter().map(|at| batch.name(at)).collect();
            print_error(&say::pattern_not_applied(&pattern, &names, lang));
        }
    }
}

/// Compares the documents without what the rules and a review exclude.
fn exclude_in_review(batch: &mut Batch, mut rules: ExclusionRules, review: &NamedReview) {
    let lang = review.settings.lang;
    if let Some(journal) = review.journal() {
        rules.apply(&journal.exclusions(), &files(batch, &review.roots), batch.run);
        if let Some(unusable) = rules.unusable(lang) {
            print_error(&unusable);
        }
    }
    exclude(batch, rules, lang);
}

/// The calibration of the review in the folder of the documents, if there is one that can be used; one that cannot is
/// named on standard error.
pub(super) fn calibration(named: &[PathBuf], settings: &ResolvedSettings) -> Option<Arc<Calibration>> {
    if named.is_empty() {
        return None;
    }
    said(calibration_of(&Roots::new(named), &settings.recipe), settings.lang)
}

fn said(found: Result<Option<Calibration>, UnusedCalibration>, lang: Lang) -> Option<Arc<Calibration>> {
    match found {
        Ok(calibration) => calibration.map(Arc::new),
        Err(unused) => {
            print_error(&unused.message(lang));
            None
        }
    }
}

/// The files of the documents, in their order, as a journal knows them.
pub(super) fn files(batch: &Batch, roots: &Roots) -> Files {
    Files::of(batch.entries.iter().map(|entry| (&entry.source, entry.bytes())), roots)
}
