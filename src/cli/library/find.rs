//! `simscope library find`.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    fmt,
    io::{self, Write},
    num::ParseIntError,
    str::FromStr,
    time::Duration,
};

use clap::{Args, ValueEnum, error::ErrorKind};

use super::{LibraryChoice, OpenedLibrary, opened_beside, shown};
use crate::{
    batch::{
        FindError, FindInLibrary, FoundInLibrary, LibraryFinding, LibraryHit, LibraryReaders, READ, SearchedLibrary,
        Work,
        stream::{self, Streamed},
    },
    cli::{
        Code, CommandError,
        documents::DocumentArguments,
        json, print, print_error, print_failures, progress,
        rights::CommandRights,
        settings::{PrintFlags, ThresholdFlags},
        start::Startup,
        text, usage,
    },
    document::{Document, Source},
    locale::Lang,
    say,
    simhash::{CountError, Fingerprint, Recipe, Sketch, Watch, sketch},
    store::{NearResult, StoreError},
    t,
    table::{Value, csv},
};

/// `simscope library find`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryFindArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    #[command(flatten)]
    choice: LibraryChoice,
    /// Also list the N nearest documents, whatever their distance
    #[arg(long, value_name = "N", default_value_t)]
    top: usize,
    /// Read so many documents for passages: those that share the rarest runs; or all that share any
    #[arg(long, value_name = "N|all", default_value_t)]
    passages: MostRead,
    /// What exit code 0 says: a near-duplicate, a shared passage, or either
    ///
    /// A document whose text is not at hand counts as sharing if it has matching runs.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    found: FoundWhat,
    #[command(flatten)]
    thresholds: ThresholdFlags,
    #[command(flatten)]
    print: PrintFlags,
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    format: FindFormat,
    /// Print only errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// How many documents are read.
#[derive(Clone, Copy, Debug)]
struct MostRead(usize);

impl Default for MostRead {
    fn default() -> Self {
        Self(READ)
    }
}

impl fmt::Display for MostRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == usize::MAX { f.write_str("all") } else { self.0.fmt(f) }
    }
}

impl FromStr for MostRead {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" { Ok(Self(usize::MAX)) } else { text.parse().map(Self) }
    }
}

/// What was looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FoundWhat {
    Near,
    Shared,
    #[default]
    Any,
}

impl FoundWhat {
    fn is_in(self, found: &FoundInLibrary) -> bool {
        let near = !found.near.is_empty();
        let shared = || {
            let passages = |hit: &LibraryHit| hit.longest() > 0;
            !found.sharing.is_empty() || !found.unverified.is_empty() || found.near.iter().any(passages)
        };
        match self {
            Self::Near => near,
            Self::Shared => shared(),
            Self::Any => near || shared(),
        }
    }
}

/// A form of the output of `library find`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FindFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: one value; 'simscope manual json' describes it.
    Json,
    /// For programs: one document per line, as soon as it is ready.
    Jsonl,
    /// For spreadsheets: RFC 4180, a record for each document found.
    Csv,
}

pub(super) fn run(arguments: LibraryFindArguments, start: Startup) -> Result<Code, CommandError> {
    let LibraryFindArguments {
        documents,
        choice,
        top: nearest,
        passages,
        found,
        thresholds,
        print: looks,
        format,
        quiet,
    } = arguments;
    let start = start.with(thresholds).with(looks).skipping(&documents.skipped);
    if documents.sources.is_empty() {
        return Err(usage("library find", ErrorKind::TooFewValues, "library find takes one document or more"));
    }
    let rights = CommandRights::default().and_documents(&documents.named, documents.follow);
    let OpenedLibrary { library, place, settings } = opened_beside(&choice, start, rights)?;
    let lang = settings.lang;
    let accepted = library.identity().known;
    if !accepted {
        print_error(&t!(lang, "library-file.received", file = shown(&place)));
    }
    let find = FindInLibrary { k: settings.k(), nearest, run: settings.run, read: passages.0 };
    let failed = |error| super::failed(&error, &place, lang);
    let (documents_in, with_passages) = (library.len().map_err(failed)?, library.with_passages().map_err(failed)?);
    let file = shown(&place);
    let of = SearchedLibrary { place: &file, documents: documents_in, with_passages, accepted };
    let recipe = library.identity().recipe.recipe.clone();
    let readers = LibraryReaders::new(place, library);
    let scanned = scanned(find, &readers, &documents.sources, &recipe, lang);
    let scanned = scanned.map_err(|error| CommandError::Failed(say::library_error(&error, &file, lang)))?;
    let look_up = |document: Document, watch: &Watch| {
        let sketch = sketch(&document.text, &recipe)?;
        let near = sketch.comparable().and_then(|fingerprint| scanned.get(&fingerprint)).cloned();
        let found = look_up(find, &readers, near, &document, sketch);
        watch.advance(1);
        found
    };
    let mut all = Vec::new();
    let mut code = Code::NoneNear;
    let mut failed = false;
    let (mut damaged, mut errors) = (false, Vec::new());
    let mut count = |entry: &Streamed<LibraryFinding>| match entry.seen.as_ref().map(|seen| &seen.made.found) {
        Ok(Ok(result)) => {
            damaged |= result.damaged;
            if found.is_in(result) {
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
                    json::library_found_line(out, &entry, of, &settings)?;
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
        let shown = |out: &mut dyn Write| match format {
            FindFormat::Text => text::library_found(&all, of, &settings).write(out, settings.terminal()),
            FindFormat::Csv => write_csv(out, &all),
            FindFormat::Json | FindFormat::Jsonl => json::library_found(out, &all, of, &settings),
        };
        if quiet { Code::Done } else { print(Code::Done, lang, shown) }
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

/// What is near each of several documents, found by one scan for all of them; nothing where tables find it.
fn scanned(
    find: FindInLibrary,
    readers: &LibraryReaders,
    sources: &[Source],
    recipe: &Recipe,
    lang: Lang,
) -> Result<HashMap<Fingerprint, NearResult>, StoreError> {
    if sources.len() < 2
        || readers.with(|library| Ok::<_, StoreError>(library.identity().plan_for(find.k).is_some()))?
    {
        return Ok(HashMap::new());
    }
    progress::during("work.near", lang, |watch| {
        let read = stream::read(sources.to_vec(), Work::Hash, |document| sketch(&document.text, recipe));
        let known = read.iter().filter_map(|streamed| Some(&streamed.seen.as_ref().ok()?.made));
        let each: BTreeMap<Fingerprint, &Sketch> =
            known.filter_map(|sketch| Some((sketch.comparable()?, sketch))).collect();
        match readers.with(|library| find.scan(library, each.values().copied(), watch)) {
            Ok(results) => Ok(each.keys().copied().zip(results.unwrap_or_default()).collect()),
            Err(FindError::Library(error)) => Err(error),
            Err(FindError::Count(_)) => Ok(HashMap::new()),
        }
    })
}

fn look_up(
    find: FindInLibrary,
    readers: &LibraryReaders,
    near: Option<NearResult>,
    document: &Document,
    sketch: Sketch,
) -> Result<LibraryFinding, CountError> {
    // Nobody holds the other end of this watch, so it is never stopped.
    let watch = Watch::default();
    let found = readers.with(|library| match near {
        Some(near) => find.beside((near, Duration::ZERO), library, (document, &sketch), &watch),
        None => find.run(library, (document, &sketch), &watch),
    });
    let found = match found {
        Ok(found) => Ok(found),
        Err(FindError::Library(error)) => Err(error),
        Err(FindError::Count(error)) => return Err(error),
    };
    Ok(LibraryFinding { text: document.text.clone(), sketch, found })
}

/// The names of the columns of the CSV.
const FOUND: [&str; 16] = [
    "document",
    "list",
    "id",
    "hamming",
    "a_in_b_percent",
    "b_in_a_percent",
    "longest",
    "matching_runs",
    "unverified",
    "date",
    "title",
    "path",
    "a_in_b_edited_percent",
    "b_in_a_edited_percent",
    "sharing_candidates",
    "sharing_read",
];

/// Writes a record for each document found, in the order of the lists.
fn write_csv(out: &mut dyn Write, entries: &[Streamed<LibraryFinding>]) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, FOUND.map(Cow::from))?;
    for entry in entries {
        let Some(found) = entry.seen.as_ref().ok().and_then(|seen| seen.made.found.as_ref().ok()) else { continue };
        let FoundInLibrary { near, sharing, unverified, nearest, .. } = found;
        for (list, hits) in [("near", near), ("sharing", sharing), ("unverified", unverified), ("nearest", nearest)] {
            for LibraryHit { document, hamming, runs, shared } in hits {
                let known = shared.as_ref().ok();
                let share = |side: usize| Value::Share(known.map(|shared| shared.coverage[side].share));
                let edited = |side: usize| Value::Share(known.map(|shared| shared.coverage[side].edited()));
                let text = |text: &Option<String>| Value::text(text.clone().unwrap_or_default());
                csv.record([
                    Value::text(&entry.name),
                    Value::text(list),
                    Value::Number(Some(document.id.into())),
                    Value::Number(hamming.map(u64::from)),
                    share(0),
                    share(1),
                    Value::Number(known.map(|shared| shared.coverage[0].longest)),
                    Value::Number(Some((*runs).into())),
                    Value::text(shared.as_ref().err().map_or("", |why| why.key())),
                    text(&document.date),
                    text(&document.title),
                    Value::text(document.path.to_string_lossy()),
                    edited(0),
                    edited(1),
                    Value::Number(found.has_passages.then_some(found.candidates)),
                    Value::Number(found.has_passages.then_some(found.read)),
                ])?;
            }
        }
    }
    csv.finish()
}
