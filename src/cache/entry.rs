//! An entry as bytes, a document with its sketch and subject, and its key: everything that decides what reading and
//! examining a file come to. Must not know files.
//!
//! The format is `postcard`'s, with the long lists of hashes as little-endian bytes: they are most of an entry, and
//! read fastest as they are. Before the elements of a list are there, serde reserves 1 MiB for it at most.

use std::io;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::{CacheHit, seal, unseal};
use crate::{
    compare::{
        coverage::{READING_VERSION, RunLength, Windows},
        pair::Subject,
    },
    document::{
        Chosen, Document, Encoding, Format, Landmark, Mark, Metadata, PDF_VERSION, ReadWarning, ReadWarnings, Reading,
        Source,
    },
    simhash::{Alphabet, Altered, Fingerprint, Fixed, Recipe, Sketch, Span},
};

/// Raised whenever the same bytes may come to another text or other numbers under the same recipe within one version of
/// the program, or an entry or index has another form.
const READING: u32 = 6;

/// The hash of a recipe, run length, version of reading, content, and how the content is read.
pub(super) type EntryKey = u128;

/// How documents are examined.
#[derive(Clone, Copy, Debug)]
pub(super) struct CacheKey {
    hash: u128,
    /// The width of fingerprints.
    pub bits: u8,
    /// How long a shared run must be.
    pub run: RunLength,
}

impl CacheKey {
    pub(super) fn new(recipe: &Recipe, run: RunLength) -> Self {
        let RunLength { han, words } = run;
        let version = env!("CARGO_PKG_VERSION");
        let hash = xxh3_128(
            format!("{recipe}\n{han} {words}\n{version}\n{READING} {READING_VERSION} {PDF_VERSION}").as_bytes(),
        );
        Self { hash, bits: recipe.bits, run }
    }

    /// The key of a document. The format in its name counts, since a name may decide how bytes are read, and one that
    /// says another format than the content is noted.
    pub(super) fn entry(&self, document: &Document) -> EntryKey {
        let said = said(&document.source);
        let named = document.source.named_format().map(Format::key).unwrap_or_default();
        let (size, content) = (document.reading.bytes, document.reading.content_hash);
        xxh3_128(format!("{:032x}\n{said}\n{named}\n{size}\n{content:016x}", self.hash).as_bytes())
    }

    /// The key of the index of some folders.
    pub(super) fn index(&self, scope: u64) -> u128 {
        xxh3_128(format!("{:032x}\n{scope:016x}", self.hash).as_bytes())
    }
}

/// The format and encoding that somebody said a source has.
pub(super) fn said(source: &Source) -> String {
    let format = source.said_format().map(Format::key).unwrap_or_default();
    format!("{format}\n{}", source.said_encoding().map(Encoding::name).unwrap_or_default())
}

#[derive(Serialize, Deserialize)]
struct CacheEntry<'a> {
    key: EntryKey,
    format: &'a str,
    encoding: &'a str,
    chosen: &'a str,
    /// The keys of the warnings of the reading, with a space between.
    warnings: &'a str,
    replaced: usize,
    running: usize,
    bytes: u64,
    content_hash: u64,
    text: &'a str,
    /// Byte, whether it is a chapter, number.
    landmarks: Vec<(usize, bool, u32)>,
    title: Option<&'a str>,
    date: Option<&'a str>,
    author: Option<&'a str>,
    /// Width in bits and value.
    fingerprint: Option<(u8, u128)>,
    constant: bool,
    tokens: u64,
    features: usize,
    n_eff: f64,
    norm: f64,
    /// The keys and weights of the vector, in the order of the keys.
    keys: &'a [u8],
    weights: &'a [u8],
    /// First byte, length in bytes.
    units: Vec<(u32, u32)>,
    /// Half of the hash of each unit.
    names: &'a [u8],
    hashes: &'a [u8],
    places: &'a [u8],
    /// Invisible characters; look-alikes by the numbers of the two alphabets.
    invisible: u64,
    lookalikes: Vec<(usize, usize, u64)>,
}

pub(super) fn encode(key: EntryKey, document: &Document, sketch: &Sketch, subject: &Subject) -> io::Result<Vec<u8>> {
    let Reading { format, warnings, encoding, chosen, replaced, running, bytes, content_hash } = document.reading;
    let Sketch { fingerprint, constant, tokens, features, n_eff } = *sketch;
    let ((vector, norm), windows) = (subject.vector(), subject.windows());
    let landmark = |&Landmark { at, mark }: &Landmark| (at, matches!(mark, Mark::Chapter(_)), mark.number());
    let lookalikes = windows.altered().lookalikes.iter();
    let entry = CacheEntry {
        key,
        format: format.key(),
        encoding: encoding.name(),
        chosen: chosen.key(),
        warnings: &warnings.iter().map(ReadWarning::key).collect::<Vec<_>>().join(" "),
        replaced,
        running,
        bytes,
        content_hash,
        text: &document.text,
        landmarks: document.landmarks.iter().map(landmark).collect(),
        title: document.metadata.title.as_deref(),
        date: document.metadata.date.as_deref(),
        author: document.metadata.author.as_deref(),
        fingerprint: fingerprint.map(|fingerprint| (fingerprint.width(), fingerprint.value())),
        constant,
        tokens,
        features,
        n_eff,
        norm,
        keys: &vector.iter().flat_map(|(key, _)| key.to_le_bytes()).collect::<Vec<_>>(),
        weights: &vector.iter().flat_map(|(_, weight)| weight.to_le_bytes()).collect::<Vec<_>>(),
        units: windows.units().map(|(span, _)| (span.start, span.end - span.start)).collect(),
        names: &windows.units().flat_map(|(_, name)| name.to_le_bytes()).collect::<Vec<_>>(),
        hashes: &windows.hashes().flat_map(u64::to_le_bytes).collect::<Vec<_>>(),
        places: &windows.places().iter().flat_map(|place| place.to_le_bytes()).collect::<Vec<_>>(),
        invisible: windows.altered().invisible,
        lookalikes: lookalikes.map(|(&(from, into), &n)| (from as usize, into as usize, n)).collect(),
    };
    postcard::to_allocvec(&entry).map(|bytes| seal(&bytes)).map_err(io::Error::other)
}

/// Reads an entry as that of `source`; `None` where it is not the one with that key, or anything does not fit.
pub(super) fn decode(bytes: &[u8], key: EntryKey, source: Source, how: &CacheKey) -> Option<CacheHit> {
    let (entry, rest) = postcard::take_from_bytes::<CacheEntry>(unseal(bytes)?).ok()?;
    if entry.key != key || !rest.is_empty() {
        return None;
    }
    let document = document(&entry, source)?;
    let sketch = sketch(&entry, how.bits)?;
    let (keys, weights) = (numbers(entry.keys, u64::from_le_bytes)?, numbers(entry.weights, Fixed::from_le_bytes)?);
    let vector = (keys.len() == weights.len()).then(|| keys.zip(weights).collect())?;
    let names = numbers(entry.names, u32::from_le_bytes)?;
    let unit = |((start, len), name): ((u32, u32), u32)| Some((Span { start, end: start.checked_add(len)? }, name));
    let named = names.len() == entry.units.len();
    let units: Vec<_> = named.then(|| entry.units.into_iter().zip(names).map(unit).collect::<Option<_>>())??;
    let hashes: Vec<u64> = numbers(entry.hashes, u64::from_le_bytes)?.collect();
    let places = numbers(entry.places, u32::from_le_bytes)?.collect();
    let alphabet = |number: usize| Alphabet::ALL.get(number).copied();
    let lookalikes = entry.lookalikes.iter().map(|&(from, into, n)| Some(((alphabet(from)?, alphabet(into)?), n)));
    let altered = Altered { invisible: entry.invisible, lookalikes: lookalikes.collect::<Option<_>>()? };
    let windows = Windows::from_parts(&document.text, how.run, altered, units, &hashes, places)?;
    let fingerprint = sketch.comparable();
    let subject = Subject::from_parts(fingerprint, vector, entry.norm, windows)?;
    Some(CacheHit { document: document.into(), sketch, subject: subject.into() })
}

/// Whether these are an entry without its checksum, whatever its key.
pub(crate) fn is_entry(bytes: &[u8]) -> bool {
    let Ok((entry, _)) = postcard::take_from_bytes::<CacheEntry>(bytes) else { return false };
    let how = CacheKey::new(&Recipe::default(), RunLength::default());
    decode(&seal(bytes), entry.key, Source::Stdin, &how).is_some()
}

fn document(entry: &CacheEntry, source: Source) -> Option<Document> {
    let reading = Reading {
        format: Format::ALL.into_iter().find(|format| format.key() == entry.format)?,
        warnings: ReadWarnings::of_keys(entry.warnings.split_whitespace())?,
        encoding: Encoding::of(entry.encoding)?,
        chosen: Chosen::ALL.into_iter().find(|chosen| chosen.key() == entry.chosen)?,
        replaced: entry.replaced,
        running: entry.running,
        bytes: entry.bytes,
        content_hash: entry.content_hash,
    };
    let mark = |chapter, number| if chapter { Mark::Chapter(number) } else { Mark::Page(number) };
    let landmarks = entry.landmarks.iter().map(|&(at, chapter, number)| Landmark { at, mark: mark(chapter, number) });
    let [title, date, author] = [entry.title, entry.date, entry.author].map(|text| text.map(str::to_owned));
    let metadata = Metadata { title, date, author };
    Document::from_parts(source, entry.text.to_owned(), (landmarks.collect(), metadata), reading)
}

fn sketch(entry: &CacheEntry, bits: u8) -> Option<Sketch> {
    let fingerprint = entry.fingerprint.map(|(width, value)| (Fingerprint::new(value, bits), (width, value)));
    let fits = fingerprint.is_none_or(|(made, stored)| (made.width(), made.value()) == stored);
    let CacheEntry { constant, tokens, features, n_eff, .. } = *entry;
    let sketch = Sketch { fingerprint: fingerprint.map(|(made, _)| made), constant, tokens, features, n_eff };
    (fits && n_eff.is_finite() && n_eff >= 0.0).then_some(sketch)
}

/// Numbers of `N` bytes each; `None` where the last is not whole.
fn numbers<const N: usize, T>(bytes: &[u8], number: fn([u8; N]) -> T) -> Option<impl ExactSizeIterator<Item = T>> {
    let (numbers, rest) = bytes.as_chunks();
    rest.is_empty().then(|| numbers.iter().map(move |bytes| number(*bytes)))
}
