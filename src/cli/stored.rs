//! Fingerprints from files that `simscope hash --format json` or `jsonl` made.
//!
//! A file may have been edited by hand, joined from several or cut short, so everything in it is checked, and
//! errors name the line or the entry of a list, and the member.

use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use clap::error::ErrorKind;
use serde_json::{Map, Value};

use super::{
    CommandError,
    documents::{self, DocumentArguments, STDIN_ONCE},
    usage,
};
use crate::{
    archive::{SCHEMA, fingerprint_of},
    document::{self, ReadError, Source, safe_name},
    files,
    library::Library,
    locale::Lang,
    say,
    simhash::{Fingerprint, Recipe, RecipeWithK},
    t,
};

/// A document as a file has it.
pub(super) struct StoredFingerprint {
    /// The file. Safe to show.
    pub file: String,
    /// The file and where in it. Safe to show.
    pub place: String,
    /// The path that `hash` was given.
    pub path: String,
    /// The recipe it was hashed with.
    pub recipe: Recipe,
    /// The threshold that goes with the recipe, where one was kept.
    pub k: Option<u32>,
    /// The fingerprint; `None` where there is none to compare.
    pub fingerprint: Option<Fingerprint>,
    /// All members but schema, recipe and name.
    pub members: Map<String, Value>,
}

/// The recipe of a library with its threshold, as a document has it.
pub(super) fn of_library(library: &Library, name: String) -> StoredFingerprint {
    let RecipeWithK { recipe, k } = library.recipe().clone();
    let (path, members, place) = (String::new(), Map::new(), name.clone());
    StoredFingerprint { file: name, place, path, recipe, k, fingerprint: None, members }
}

/// Takes out of `sources` the files that are called `.json` or `.jsonl` and begin as `hash` begins them: nobody means to
/// compare those as texts.
pub(super) fn recognise(sources: &mut Vec<Source>) -> Vec<OsString> {
    let mut found = Vec::new();
    sources.retain(|source| match source {
        Source::File(path) if begins_as_hash_does(path) => {
            found.push(path.clone().into_os_string());
            false
        }
        _ => true,
    });
    found
}

/// The fingerprints that a command was given: in `files`, and in files among its documents, which are none then.
///
/// # Errors
/// If standard input is wanted twice, or a file has an error: the message names the place.
pub(super) fn read_all(
    mut files: Vec<OsString>,
    documents: &mut DocumentArguments,
    command: &str,
    lang: Lang,
) -> Result<Vec<StoredFingerprint>, CommandError> {
    files.extend(recognise(&mut documents.sources));
    let from_stdin = files.iter().filter(|file| *file == "-").count();
    if from_stdin + usize::from(documents.stdin) > 1 {
        return Err(usage(command, ErrorKind::ArgumentConflict, STDIN_ONCE));
    }
    read(&files, lang).map_err(CommandError::Failed)
}

fn begins_as_hash_does(path: &Path) -> bool {
    let called = path.extension().is_some_and(|extension| extension == "json" || extension == "jsonl");
    if !called {
        return false;
    }
    let mut head = Vec::new();
    let read = files::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let head: String = String::from_utf8_lossy(&head).split_whitespace().collect();
    read.is_ok() && head.trim_start_matches('[').starts_with(&format!("{{\"schema\":\"{SCHEMA}\""))
}

/// Read to recognise a file, in bytes.
const HEAD: u64 = 200;

/// Reads the files, in order.
///
/// # Errors
/// A sentence that says what is wrong where.
fn read(files: &[OsString], lang: Lang) -> Result<Vec<StoredFingerprint>, String> {
    let mut all = Vec::new();
    for file in files {
        let source = documents::source(file);
        let document = document::read(&source).map_err(|error| say::read_error(&error, lang))?;
        let before = all.len();
        entries(&source.place(), &document.text, lang, &mut all)?;
        if all.len() == before {
            return Err(t!(lang, "stored.nothing", file = source.place()));
        }
    }
    Ok(all)
}

/// The first document of a file of lines. Lines before it that are no fingerprints are left to the reader of the whole file.
///
/// # Errors
/// A sentence that says what is wrong where.
pub(super) fn first(file: &OsString, lang: Lang) -> Result<StoredFingerprint, String> {
    let source = documents::source(file);
    let place = source.place();
    let failed = |reason: io::Error| say::read_error(&ReadError::from_io(place.clone(), &reason), lang);
    let mut lines = BufReader::new(files::open(Path::new(file)).map_err(failed)?);
    let mut wrong = None;
    for line in 1..=TRIED {
        let mut text = Vec::new();
        if (&mut lines).take(LINE).read_until(b'\n', &mut text).map_err(failed)? == 0 {
            break;
        }
        if text.trim_ascii().is_empty() {
            continue;
        }
        let value = serde_json::from_slice(&text);
        let value = value.map_err(|reason| t!(lang, "stored.no-json", file = place, reason = reason));
        match value.and_then(|value| entry(&place, value, &mut None, lang)) {
            Ok(stored) => {
                return Ok(StoredFingerprint { place: t!(lang, "stored.line", file = place, line = line), ..stored });
            }
            Err(why) => {
                wrong = wrong.or(Some(format!("{}: {why}", t!(lang, "stored.line", file = place, line = line))));
            }
        }
    }
    Err(wrong.unwrap_or_else(|| t!(lang, "stored.nothing", file = place)))
}

/// A file without a document in so many lines is not a file of fingerprints.
const TRIED: usize = 1000;
/// The longest line that is read, in bytes.
const LINE: u64 = 1 << 20;

/// Reads one file: values one behind the other, each a document or a list of documents.
fn entries(file: &str, text: &str, lang: Lang, all: &mut Vec<StoredFingerprint>) -> Result<(), String> {
    // Recipes are equal as a rule, and parsing the same line for each of thousands would be the slowest part.
    let mut recipe = None;
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let (mut at, mut line) = (0, 1);
    loop {
        let blank = text.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        line += text.get(at..at + blank).map_or(0, line_feeds);
        let start = at + blank;
        let Some(value) = values.next() else { return Ok(()) };
        let value = value.map_err(|reason| t!(lang, "stored.no-json", file = file, reason = reason))?;
        at = values.byte_offset();
        let mut add = |value, place: String| {
            all.push(entry(file, value, &mut recipe, lang).map_err(|why| format!("{place}: {why}"))?);
            all.last_mut().into_iter().for_each(|stored| stored.place.clone_from(&place));
            Ok::<(), String>(())
        };
        match value {
            Value::Array(list) => {
                for (n, value) in list.into_iter().enumerate() {
                    add(value, format!("{file}: [{n}]"))?;
                }
            }
            value => add(value, t!(lang, "stored.line", file = file, line = line))?,
        }
        line += text.get(start..at).map_or(0, line_feeds);
    }
}

fn line_feeds(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

fn entry(
    file: &str,
    value: Value,
    last: &mut Option<(String, Recipe)>,
    lang: Lang,
) -> Result<StoredFingerprint, String> {
    let Value::Object(mut members) = value else { return Err(t!(lang, "stored.no-document").into()) };
    match members.shift_remove("schema") {
        Some(Value::String(schema)) if schema == SCHEMA => {}
        Some(other) => return Err(t!(lang, "stored.schema", found = shown(&other), schema = SCHEMA)),
        None => return Err(t!(lang, "stored.missing", key = "schema")),
    }
    let line = string(&mut members, "recipe", lang)?;
    let recipe = match last {
        Some((known, recipe)) if *known == line => recipe.clone(),
        _ => {
            let recipe: Recipe = line.parse().map_err(|error| say::recipe_error(&error, lang))?;
            *last = Some((line, recipe.clone()));
            recipe
        }
    };
    let name = string(&mut members, "name", lang)?;
    let path = members.get("path").and_then(Value::as_str).map_or(name, str::to_owned);
    let fingerprint = if members.contains_key("error") { None } else { fingerprint(&members, &recipe, lang)? };
    Ok(StoredFingerprint { file: file.to_owned(), place: String::new(), path, recipe, k: None, fingerprint, members })
}

fn string(members: &mut Map<String, Value>, key: &str, lang: Lang) -> Result<String, String> {
    match members.shift_remove(key) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(t!(lang, "stored.no-string", key = key, found = shown(&other))),
        None => Err(t!(lang, "stored.missing", key = key)),
    }
}

fn fingerprint(members: &Map<String, Value>, recipe: &Recipe, lang: Lang) -> Result<Option<Fingerprint>, String> {
    let member = |key: &str| members.get(key).ok_or_else(|| t!(lang, "stored.missing", key = key));
    let bits = member("bits")?;
    if bits.as_u64() != Some(u64::from(recipe.bits)) {
        return Err(t!(lang, "stored.bits", found = shown(bits), bits = recipe.bits));
    }
    let found = member("fingerprint")?;
    let constant = members.get("constant").is_some_and(|constant| *constant == Value::Bool(true));
    if found.is_null() {
        return Ok(None);
    }
    if let Some(value) = found.as_str().and_then(|digits| fingerprint_of(digits, recipe.bits)) {
        return Ok((!constant).then_some(value));
    }
    let digits = usize::from(recipe.bits).div_ceil(4);
    Err(t!(lang, "stored.no-fingerprint", found = shown(found), digits = digits, bits = recipe.bits))
}

/// A value as it is in the file, its beginning if it is long.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 40;
    let text = safe_name(&value.to_string());
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Whether all were made with `recipe`.
///
/// # Errors
/// A sentence that names the settings of the first that was not.
pub(super) fn agree(all: &[StoredFingerprint], recipe: &Recipe, lang: Lang) -> Result<(), String> {
    let Some(other) = all.iter().find(|stored| stored.recipe != *recipe) else { return Ok(()) };
    let here = match all.first() {
        Some(first) if first.recipe == *recipe => first.place.clone(),
        _ => t!(lang, "stored.options").to_owned(),
    };
    let settings = other
        .recipe
        .differences(recipe)
        .into_iter()
        .map(|(setting, there, here)| t!(lang, "stored.setting", setting = setting, there = there, here = here));
    let settings = settings.collect::<Vec<_>>().join(t!(lang, "stored.and"));
    Err(t!(lang, "stored.differ", there = other.place, here = here, settings = settings))
}
