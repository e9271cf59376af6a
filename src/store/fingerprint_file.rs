//! Files of fingerprints, as `simscope hash --format json` or `jsonl` writes them: the documents of a file with all
//! that it says of them, the first of them, or a line with the fields that are used of millions.
//!
//! A file may have been edited by hand, joined from several or cut short, so everything in it is checked, and an error
//! names the line or the entry of a list, and the member.

use std::{
    borrow::Cow,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Map, Value};

use super::document::{KeptText, NewDocument};
use crate::{
    compare::coverage::{READING_VERSION, WINNOWED_BITS},
    document::{self, ReadError, Source, safe_name},
    files,
    locale::Lang,
    simhash::{Fingerprint, Recipe, RecipeError, RecipeWithK},
    t,
};

/// The `schema` of a document that `hash` writes.
pub(crate) const SCHEMA: &str = "simscope/hash/1";

/// The bytes read to recognise a file.
const HEAD: u64 = 200;
/// A file without a document in so many lines is not a file of fingerprints.
const TRIED: usize = 1000;

/// A document as a file has it.
pub(crate) struct StoredFingerprint {
    /// The file. Safe to show.
    pub file: String,
    /// Where in the file; `None` if it is a library, of whose documents this is none.
    pub place: Option<RecordPlace>,
    /// The path that `hash` was given.
    pub path: String,
    /// The recipe it was hashed with, and the threshold that goes with it, where one was kept.
    pub recipe: RecipeWithK,
    /// The fingerprint; `None` where there is none to compare.
    pub fingerprint: Option<Fingerprint>,
    /// All members but schema, recipe and name.
    pub members: Map<String, Value>,
}

/// The place of a record in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordPlace {
    /// The line of a file of fingerprints, from 1.
    Line(u64),
    /// The entry of a list in a file of fingerprints, from 0.
    Entry(usize),
    /// The number of a document of a library.
    Document(u32),
}

/// A line, with the fields that are used of millions.
#[derive(Deserialize)]
pub(super) struct FingerprintLine<'a> {
    #[serde(borrow, default)]
    schema: Cow<'a, str>,
    #[serde(borrow, default)]
    recipe: Cow<'a, str>,
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    path: Cow<'a, str>,
    #[serde(default)]
    bits: Option<u64>,
    #[serde(default)]
    fingerprint: Option<Cow<'a, str>>,
    #[serde(default)]
    constant: bool,
    #[serde(default)]
    error: Option<IgnoredAny>,
    #[serde(default)]
    bytes: Option<u64>,
    #[serde(borrow, default)]
    content_hash: Cow<'a, str>,
}

/// What a line of a library's export has beside that.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ExportedLine {
    title: Option<String>,
    date: Option<String>,
    characters: u64,
    runs_version: Option<u64>,
    runs: Vec<u64>,
    text: Option<String>,
}

/// Why a file of fingerprints cannot be used.
#[derive(Debug)]
pub(crate) enum FingerprintFileError {
    Unreadable(ReadError),
    /// There is no fingerprint in it.
    Empty(String),
    /// A part of it cannot be used; without a place, the file is not JSON from there on.
    Part {
        file: String,
        place: Option<RecordPlace>,
        why: LineError,
    },
}

/// Why a document in a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineError {
    /// Longer than any line that `hash` writes.
    TooLong,
    /// No JSON, or not that of a document: what is wrong with it.
    NoDocument(String),
    /// The file, and what is wrong with its JSON.
    NoJson(String, String),
    /// The value is not an object.
    NoObject,
    /// A `schema` that this program does not know.
    Schema(String),
    /// A member is missing: its name.
    Missing(&'static str),
    /// A member is not a string: its name, and what it is.
    NoString(&'static str, String),
    /// The recipe cannot be read.
    NoRecipe(String),
    /// The same with the reason.
    Recipe(RecipeError),
    /// Made with another recipe: the settings that differ, each as in the line and as here.
    OtherRecipe(Vec<(String, String, String)>),
    /// The number of bits, and that of the recipe.
    Bits(String, u8),
    /// The fingerprint has not the hexadecimal digits for so many bits.
    NoFingerprint(String, u8),
}

impl LineError {
    /// `hash` writes no longer line, nor does the export of a library, but for texts that are longer themselves.
    pub(crate) const MAX_BYTES: usize = 1 << 24;
}

impl RecordPlace {
    /// File and place in it, in words. Safe to show if the file is.
    pub(crate) fn within(self, file: &str, lang: Lang) -> String {
        match self {
            Self::Line(line) => t!(lang, "stored.line", file, line),
            Self::Entry(entry) => format!("{file}: [{entry}]"),
            Self::Document(number) => t!(lang, "archive.document", file, number),
        }
    }
}

/// Whether a file is called `.json` or `.jsonl` and begins as `hash` begins it: nobody means to compare that as a text.
pub(crate) fn begins_as_hash_does(path: &Path) -> bool {
    let called = path.extension().is_some_and(|extension| extension == "json" || extension == "jsonl");
    if !called {
        return false;
    }
    let mut head = Vec::new();
    let read = files::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let head: String = String::from_utf8_lossy(&head).split_whitespace().collect();
    read.is_ok() && head.trim_start_matches('[').starts_with(&format!("{{\"schema\":\"{SCHEMA}\""))
}

/// Reads a file: values one behind the other, each a document or a list of documents.
///
/// # Errors
/// [`FingerprintFileError`], also where there is no document in it.
pub(crate) fn read_fingerprints(source: &Source) -> Result<Vec<StoredFingerprint>, FingerprintFileError> {
    let document = document::read(source).map_err(FingerprintFileError::Unreadable)?;
    let (file, text) = (source.place(), &document.text);
    let mut all = Vec::new();
    // Recipes are equal as a rule, and parsing the same line for each of thousands would be the slowest part.
    let mut last = None;
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let (mut at, mut line) = (0, 1);
    loop {
        let blank = text.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        line += text.get(at..at + blank).map_or(0, line_feeds);
        let start = at + blank;
        let Some(value) = values.next() else { break };
        let value = value.map_err(|reason| {
            let why = LineError::NoJson(file.clone(), reason.to_string());
            FingerprintFileError::Part { file: file.clone(), place: None, why }
        })?;
        at = values.byte_offset();
        let mut add = |value, place| {
            let part = |why| FingerprintFileError::Part { file: file.clone(), place: Some(place), why };
            all.push(StoredFingerprint::new(value, (&file, place), &mut last).map_err(part)?);
            Ok::<(), FingerprintFileError>(())
        };
        match value {
            Value::Array(list) => {
                list.into_iter().enumerate().try_for_each(|(n, value)| add(value, RecordPlace::Entry(n)))?;
            }
            value => add(value, RecordPlace::Line(line))?,
        }
        line += text.get(start..at).map_or(0, line_feeds);
    }
    if all.is_empty() { Err(FingerprintFileError::Empty(file)) } else { Ok(all) }
}

fn line_feeds(text: &str) -> u64 {
    text.bytes().filter(|&byte| byte == b'\n').count() as u64
}

/// The first document of a file of lines. Lines before it that are no fingerprints are left to the reader of the whole
/// file. `file` is the name of the file, safe to show.
///
/// # Errors
/// [`FingerprintFileError`] of the first line, if none of the first lines is one.
pub(crate) fn first_fingerprint(path: &Path, file: String) -> Result<StoredFingerprint, FingerprintFileError> {
    let failed = |reason: io::Error| FingerprintFileError::Unreadable(ReadError::from_io(file.clone(), &reason));
    let mut lines = BufReader::new(files::open(path).map_err(failed)?);
    let mut wrong = None;
    for place in (1..=TRIED).map(|line| RecordPlace::Line(line as u64)) {
        let mut text = Vec::new();
        if (&mut lines).take(LineError::MAX_BYTES as u64).read_until(b'\n', &mut text).map_err(failed)? == 0 {
            break;
        }
        if text.trim_ascii().is_empty() {
            continue;
        }
        let value = serde_json::from_slice(&text);
        let value = value.map_err(|reason| LineError::NoJson(file.clone(), reason.to_string()));
        match value.and_then(|value| StoredFingerprint::new(value, (&file, place), &mut None)) {
            Ok(stored) => return Ok(stored),
            Err(why) => wrong = wrong.or(Some((place, why))),
        }
    }
    Err(match wrong {
        Some((place, why)) => FingerprintFileError::Part { file, place: Some(place), why },
        None => FingerprintFileError::Empty(file),
    })
}

impl StoredFingerprint {
    /// The document of a value, which may have the recipe of the last one.
    fn new(
        value: Value,
        (file, place): (&str, RecordPlace),
        last: &mut Option<(String, Recipe)>,
    ) -> Result<Self, LineError> {
        let Value::Object(mut members) = value else { return Err(LineError::NoObject) };
        match members.shift_remove("schema") {
            Some(Value::String(schema)) if schema == SCHEMA => {}
            Some(other) => return Err(LineError::Schema(shown(&other))),
            None => return Err(LineError::Missing("schema")),
        }
        let line = string(&mut members, "recipe")?;
        let recipe = match last {
            Some((known, recipe)) if *known == line => recipe.clone(),
            _ => {
                let recipe: Recipe = line.parse().map_err(LineError::Recipe)?;
                *last = Some((line, recipe.clone()));
                recipe
            }
        };
        let name = string(&mut members, "name")?;
        let path = members.get("path").and_then(Value::as_str).map_or(name, str::to_owned);
        let fingerprint = if members.contains_key("error") { None } else { fingerprint(&members, recipe.bits)? };
        let k = members.get("k").and_then(Value::as_u64).and_then(|k| u32::try_from(k).ok());
        let recipe = RecipeWithK { k: k.filter(|&k| k <= recipe.bits.into()), recipe };
        Ok(Self { file: file.to_owned(), place: Some(place), path, recipe, fingerprint, members })
    }

    /// The recipe of a library, as a document has it.
    pub(crate) fn of_library(recipe: RecipeWithK, file: String) -> Self {
        Self { file, place: None, path: String::new(), recipe, fingerprint: None, members: Map::new() }
    }

    /// The file and where in it. Safe to show.
    pub(crate) fn location(&self, lang: Lang) -> String {
        self.place.map_or_else(|| self.file.clone(), |place| place.within(&self.file, lang))
    }
}

fn string(members: &mut Map<String, Value>, key: &'static str) -> Result<String, LineError> {
    match members.shift_remove(key) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(LineError::NoString(key, shown(&other))),
        None => Err(LineError::Missing(key)),
    }
}

fn fingerprint(members: &Map<String, Value>, bits: u8) -> Result<Option<Fingerprint>, LineError> {
    let member = |key: &'static str| members.get(key).ok_or(LineError::Missing(key));
    let found = member("bits")?;
    if found.as_u64() != Some(bits.into()) {
        return Err(LineError::Bits(shown(found), bits));
    }
    let found = member("fingerprint")?;
    if found.is_null() {
        return Ok(None);
    }
    let constant = members.get("constant") == Some(&Value::Bool(true));
    let value = found.as_str().and_then(|digits| Fingerprint::from_hex(digits, bits).ok());
    let value = value.ok_or_else(|| LineError::NoFingerprint(shown(found), bits))?;
    Ok((!constant).then_some(value))
}

impl ExportedLine {
    /// Nothing where the line says it otherwise: its fingerprint can be used all the same.
    pub(super) fn read(text: &[u8]) -> Self {
        serde_json::from_slice(text).unwrap_or_default()
    }

    /// The document of the line with all that it has. Runs of another version are ignored.
    pub(super) fn with(mut self, document: NewDocument) -> NewDocument {
        let text = self.text.as_deref().map(KeptText::new);
        let document = NewDocument { title: self.title, date: self.date, text, ..document };
        if self.runs_version != Some(READING_VERSION.into()) {
            return document;
        }
        self.runs.retain(|&run| run >> WINNOWED_BITS == 0);
        self.runs.sort_unstable();
        self.runs.dedup();
        NewDocument { chars: self.characters, runs: self.runs, ..document }
    }
}

impl<'a> FingerprintLine<'a> {
    pub(super) fn read(text: &'a [u8]) -> Result<Self, LineError> {
        serde_json::from_slice(text).map_err(|error| {
            // It counts lines from the first of what it is given, which is this one.
            let reason = error.to_string();
            LineError::NoDocument(reason.split(" at line ").next().unwrap_or_default().to_owned())
        })
    }

    /// The fingerprint; `None` where the document has none, or one that is the same for every text.
    pub(super) fn fingerprint(&self, recipe: &Recipe) -> Result<Option<Fingerprint>, LineError> {
        match &*self.schema {
            SCHEMA => {}
            "" => return Err(LineError::Missing("schema")),
            other => return Err(LineError::Schema(quoted(other))),
        }
        if self.recipe.is_empty() {
            return Err(LineError::Missing("recipe"));
        }
        if self.error.is_some() {
            return Ok(None);
        }
        match self.bits {
            None => return Err(LineError::Missing("bits")),
            Some(bits) if bits == u64::from(recipe.bits) => {}
            Some(bits) => return Err(LineError::Bits(bits.to_string(), recipe.bits)),
        }
        let Some(digits) = &self.fingerprint else { return Ok(None) };
        let found = Fingerprint::from_hex(digits, recipe.bits);
        let found = found.map_err(|_| LineError::NoFingerprint(quoted(digits), recipe.bits))?;
        Ok((!self.constant).then_some(found))
    }

    /// Checks that it was made with the recipe. `own` is the recipe printed: comparing strings is enough as a rule.
    pub(super) fn agrees(&self, recipe: &Recipe, own: &str) -> Result<(), LineError> {
        if self.recipe == own || self.recipe.is_empty() {
            return Ok(());
        }
        let other: Recipe = self.recipe.parse().map_err(|_| LineError::NoRecipe(quoted(&self.recipe)))?;
        if other == *recipe {
            return Ok(());
        }
        let settings = other.differences(recipe).into_iter();
        Err(LineError::OtherRecipe(settings.map(|(setting, there, here)| (setting.to_string(), there, here)).collect()))
    }

    /// The path of the document.
    pub(super) fn path(&self) -> PathBuf {
        PathBuf::from(if self.path.is_empty() { &*self.name } else { &*self.path })
    }

    /// Size in bytes and content hash.
    pub(super) fn bytes(&self) -> Option<(u64, u64)> {
        Some((self.bytes?, u64::from_str_radix(&self.content_hash, 16).ok()?))
    }
}

/// A value as it is in the file, or its beginning. Safe to show.
fn shown(value: &Value) -> String {
    beginning(&value.to_string())
}

/// A text of a line, or its beginning, in quotation marks. Safe to show.
fn quoted(text: &str) -> String {
    format!("\"{}\"", beginning(text))
}

fn beginning(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let text = safe_name(text);
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
