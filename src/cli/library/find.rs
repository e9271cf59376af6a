//! `simscope library find`.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    ffi::{OsStr, OsString},
    fmt,
    io::{self, Write},
    num::ParseIntError,
    path::Path,
    str::FromStr,
};

use clap::{Args, ValueEnum, ValueHint, error::ErrorKind};
use rayon::prelude::*;

use super::{of_one_recipe, opened_places, shown};
use crate::{
    batch::{
        FindError, FindInLibrary, FoundInLibrary, LibraryFinding, LibraryHit, LibraryReaders, READ, SearchedLibraries,
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
        stream::{StreamFlag, answer_each},
        text, usage,
    },
    config::SettingKey,
    document::{Document, Source},
    locale::Lang,
    say,
    simhash::{Fingerprint, Recipe, Sketch, Watch, sketch},
    store::{NearResult, StoreError},
    t,
    table::{Value, csv},
};

/// `simscope library find`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryFindArguments {
    #[command(flatten)]
    documents: DocumentArguments,
    /// The library: a name, a file, or a Redis URL; separate several with commas [default: library]
    ///
    /// A file name contains a folder or .db; a URL begins with redis:, rediss: or redis+cluster:.
    #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath)]
    library: Option<OsString>,
    /// Accept a library that someone else made
    ///
    /// It can then be changed, and the files it names are opened.
    #[arg(long)]
    accept: bool,
    #[command(flatten)]
    stream: StreamFlag,
    /// Also list the N nearest documents, at any distance
    #[arg(long, value_name = "N", default_value_t)]
    top: usize,
    /// Read at most N documents of each library for passages, rarest shared runs first; or all
    #[arg(long, value_name = "N|all", default_value_t)]
    passages: MostRead,
    /// Meaning of exit code 0: a near-duplicate, a shared passage, or either was found
    ///
    /// A document whose text cannot be read counts as sharing a passage if it has matching runs.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    found: FoundWhat,
    #[command(flatten)]
    thresholds: ThresholdFlags,
    #[command(flatten)]
    print: PrintFlags,
    /// Output format
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
    /// For programs: one JSON value, described by 'simscope manual json'.
    Json,
    /// For programs: one document per line, as soon as it is ready.
    Jsonl,
    /// For spreadsheets: RFC 4180, a record for each document found.
    Csv,
}

pub(super) fn run(arguments: LibraryFindArguments, start: Startup) -> Result<Code, CommandError> {
    let LibraryFindArguments {
        documents,
        library,
        accept,
        stream,
        top: nearest,
        passages,
        found,
        thresholds,
        print: looks,
        format,
        quiet,
    } = arguments;
    let start = start.with(thresholds).with(looks).skipping(&documents.skipped).warned();
    let stream = stream.is_set("library find", &documents.sources)?;
    let library = library.unwrap_or_else(|| OsString::from(start.setting(SettingKey::Library)));
    let libraries = opened_places(each_named(&library).into_iter(), accept, &start)?;
    of_one_recipe(libraries.iter().map(|(place, library)| (place, &library.identity().recipe)), start.lang)?;
    let Some((first, recipe)) = libraries.first().map(|(place, library)| (place, library.identity().recipe.clone()))
    else {
        return Err(usage("library find", ErrorKind::InvalidValue, "--library names none"));
    };
    let settings = start.resolve_in_library(&recipe, &shown(first))?;
    let rights = CommandRights::default().and_documents(&documents.named, documents.follow);
    let rights = if stream { rights.and_any_file() } else { rights };
    libraries.iter().fold(rights, |rights, (place, library)| rights.and_library(place, &**library)).keep_only();
    let lang = settings.lang;
    let places: Vec<String> = libraries.iter().map(|(place, _)| shown(place)).collect();
    let (mut documents_in, mut with_passages, mut accepted) = (0, None, true);
    for (place, library) in &libraries {
        if !library.identity().known {
            accepted = false;
            print_error(&t!(lang, "library-file.received", file = shown(place)));
        }
        let failed = |error| super::failed(&error, place, lang);
        documents_in += library.len().map_err(failed)?;
        let known = library.with_passages().map_err(failed)?;
        with_passages = known.map(|known| known + with_passages.unwrap_or(0)).or(with_passages);
    }
    let find = FindInLibrary { k: settings.k(), nearest, run: settings.run, read: passages.0 };
    let of = SearchedLibraries { places: &places, documents: documents_in, with_passages, accepted };
    let recipe = recipe.recipe;
    let readers: Vec<LibraryReaders> =
        libraries.into_iter().map(|(place, library)| LibraryReaders::new(place, library)).collect();
    let words = |at: usize, error: &StoreError| say::library_error(error, &places[at], lang);
    let scanned = scanned(find, &readers, &documents.sources, &recipe, lang);
    let scanned = scanned.map_err(|(at, error)| CommandError::Failed(words(at, &error)))?;
    let look_up = |document: Document, watch: &Watch| {
        let sketch = sketch(&document.text, &recipe)?;
        let near = |at: usize| scanned[at].get(&sketch.comparable()?).cloned();
        // Nobody holds the other end of this watch, so it is never stopped.
        let found = match find.run_in_each(&readers, near, (&document, &sketch), &Watch::default()) {
            Ok(found) => Ok(found),
            Err((at, FindError::Library(error))) => Err((at, error)),
            Err((_, FindError::Count(error))) => return Err(error),
        };
        watch.advance(1);
        Ok(LibraryFinding { text: document.text, sketch, found })
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
        Ok(Err((at, error))) => {
            failed = true;
            let error = words(*at, error);
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
        Err(_) => failed = true,
    };
    let unwatched = Watch::default();
    let printed = if stream {
        answer_each(
            lang,
            |document| look_up(document, &unwatched),
            |entry| {
                count(entry);
                json::library_found_line(entry, of, &settings)
            },
        )
    } else if format == FindFormat::Jsonl && !quiet {
        print(Code::Done, lang, |out| {
            stream::each(
                documents.sources,
                Work::Hash,
                |document| look_up(document, &unwatched),
                |entry, waiting| {
                    count(&entry);
                    json::write(out, 0, &json::library_found_line(&entry, of, &settings))?;
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
            FindFormat::Csv => write_csv(out, &all, of),
            FindFormat::Json | FindFormat::Jsonl => json::library_found(out, &all, of, &settings),
        };
        if quiet { Code::Done } else { print(Code::Done, lang, shown) }
    };
    print_failures(&all, lang);
    if damaged {
        errors.push(t!(lang, "library-file.damaged-in-parts", file = lang.list(&places)));
    }
    for error in &errors {
        print_error(error);
    }
    Ok(if failed || damaged || printed == Code::Error { Code::Error } else { code })
}

/// What is near each of several documents in each library, found there by one scan for all of them; nothing where
/// tables find it, or where a document could not be read again.
fn scanned(
    find: FindInLibrary,
    libraries: &[LibraryReaders],
    sources: &[Source],
    recipe: &Recipe,
    lang: Lang,
) -> Result<Vec<HashMap<Fingerprint, NearResult>>, (usize, StoreError)> {
    let by_tables = |(at, readers): (usize, &LibraryReaders)| {
        readers.with(|library| Ok(library.identity().plan_for(find.k).is_some())).map_err(|error| (at, error))
    };
    let by_tables: Vec<bool> = libraries.iter().enumerate().map(by_tables).collect::<Result<_, _>>()?;
    if sources.len() < 2 || sources.iter().any(Source::is_read_once) || by_tables.iter().all(|&by_tables| by_tables) {
        return Ok(vec![HashMap::new(); libraries.len()]);
    }
    progress::during("work.near", lang, |watch| {
        let read = stream::read(sources.to_vec(), Work::Hash, |document| sketch(&document.text, recipe));
        let known = read.iter().filter_map(|streamed| Some(&streamed.seen.as_ref().ok()?.made));
        let each: BTreeMap<Fingerprint, &Sketch> =
            known.filter_map(|sketch| Some((sketch.comparable()?, sketch))).collect();
        let scan = |(at, readers): (usize, &LibraryReaders)| match readers
            .with(|library| find.scan(library, each.values().copied(), watch))
        {
            Ok(results) => Ok(each.keys().copied().zip(results.unwrap_or_default()).collect()),
            Err(FindError::Library(error)) => Err((at, error)),
            Err(FindError::Count(_)) => Ok(HashMap::new()),
        };
        libraries.par_iter().enumerate().map(scan).collect()
    })
}

/// The libraries that are named with commas between. A file may have one in its name, and a cluster has several hosts.
fn each_named(names: &OsStr) -> Vec<OsString> {
    match names.to_str() {
        Some(text) if !Path::new(names).exists() && !text.contains("+cluster:") => {
            text.split(',').filter(|name| !name.is_empty()).map(OsString::from).collect()
        }
        _ => vec![names.to_owned()],
    }
}

/// The names of the columns of the CSV.
const FOUND: [&str; 17] = [
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
    "library",
];

/// Writes a record for each document found, in the order of the lists.
fn write_csv(out: &mut dyn Write, entries: &[Streamed<LibraryFinding>], of: SearchedLibraries<'_>) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, FOUND.map(Cow::from))?;
    for entry in entries {
        let Some(found) = entry.seen.as_ref().ok().and_then(|seen| seen.made.found.as_ref().ok()) else { continue };
        let FoundInLibrary { near, sharing, unverified, nearest, .. } = found;
        for (list, hits) in [("near", near), ("sharing", sharing), ("unverified", unverified), ("nearest", nearest)] {
            for LibraryHit { library, document, hamming, runs, shared } in hits {
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
                    Value::Number(of.has_passages().then_some(found.candidates)),
                    Value::Number(of.has_passages().then_some(found.read)),
                    Value::text(&of.places[*library]),
                ])?;
            }
        }
    }
    csv.finish()
}
