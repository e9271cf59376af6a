//! What is kept of one file, as bytes and back: which file, how it was when it was read, and what came of it.

use super::Kept;
use crate::{
    compare::{
        coverage::RunLength,
        packed::{Packer, Unpacker},
        pair::Subject,
    },
    document::{Chosen, Document, Doubt, Doubts, Encoding, Format, Landmark, Mark, Reading, Source},
    simhash::{Fingerprint, Sketch},
};

/// How a file was when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    /// In bytes.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970.
    pub modified: i64,
}

/// Which file, and what tells whether it is still the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Where it lies, and what was said of its format and encoding.
    pub key: Vec<u8>,
    /// How it was.
    pub stat: Stat,
    /// It had been left alone for so long that no later change can have the same time.
    pub settled: bool,
    /// The hash of its bytes.
    pub hash: u64,
}

impl Head {
    pub fn pack(&self) -> Vec<u8> {
        let mut to = Packer::default();
        to.bytes(&self.key);
        to.long(self.stat.size);
        to.long(self.stat.modified as u64);
        to.byte(self.settled.into());
        to.long(self.hash);
        to.into_bytes()
    }

    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let mut from = Unpacker::new(bytes);
        let key = from.bytes()?.to_vec();
        let stat = Stat { size: from.long()?, modified: from.long()? as i64 };
        let settled = flag(&mut from)?;
        let hash = from.long()?;
        from.is_done().then_some(Self { key, stat, settled, hash })
    }
}

fn flag(from: &mut Unpacker<'_>) -> Option<bool> {
    match from.byte()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// Writes what came of a file.
pub(super) fn pack(document: &Document, sketch: &Sketch, subject: &Subject, run: RunLength) -> Vec<u8> {
    let mut to = Packer::default();
    let Reading { format, doubts, encoding, chosen, replaced, bytes, content_hash } = document.reading;
    for name in [format.key(), encoding.name(), chosen.key()] {
        to.bytes(name.as_bytes());
    }
    to.number(doubts.iter().count() as u64);
    doubts.iter().for_each(|doubt| to.bytes(doubt.key().as_bytes()));
    to.number(replaced as u64);
    to.number(bytes);
    to.long(content_hash);
    to.bytes(document.text.as_bytes());
    to.number(document.landmarks.len() as u64);
    for landmark in &*document.landmarks {
        to.number(landmark.at as u64);
        to.byte(matches!(landmark.mark, Mark::Chapter(_)).into());
        to.number(landmark.mark.number().into());
    }
    let Sketch { fingerprint, constant, tokens, features, n_eff } = *sketch;
    to.byte(fingerprint.map_or(0, Fingerprint::width));
    let value = fingerprint.map_or(0, Fingerprint::value);
    to.long(value as u64);
    to.long((value >> 64) as u64);
    to.byte(constant.into());
    to.number(tokens);
    to.number(features as u64);
    to.float(n_eff);
    subject.pack(run, &mut to);
    to.into_bytes()
}

/// Reads it back, as of that source, made with fingerprints of so many bits and runs of that length.
pub(super) fn unpack(bytes: &[u8], source: Source, bits: u8, run: RunLength) -> Option<Kept> {
    let from = &mut Unpacker::new(bytes);
    let format = named(from, Format::ALL, Format::key)?;
    let encoding = Encoding::of(name(from)?)?;
    let chosen = named(from, Chosen::ALL, Chosen::key)?;
    let mut doubts = Doubts::NONE;
    for _ in 0..from.count()? {
        doubts.add_if(true, named(from, Doubt::ALL, Doubt::key)?);
    }
    let replaced = from.count()?;
    let reading =
        Reading { format, doubts, encoding, chosen, replaced, bytes: from.number()?, content_hash: from.long()? };
    let text = name(from)?.to_owned();
    let mut landmarks = Vec::new();
    for _ in 0..from.count()? {
        let (at, chapter, number) = (from.count()?, flag(from)?, from.number()?.try_into().ok()?);
        landmarks.push(Landmark { at, mark: if chapter { Mark::Chapter(number) } else { Mark::Page(number) } });
    }
    let document = Document::kept(source, text, landmarks, reading)?;
    let width = from.byte()?;
    let value = u128::from(from.long()?) | u128::from(from.long()?) << 64;
    let fingerprint = match width {
        0 if value == 0 => None,
        width if width == bits => Some(Fingerprint::new(value, width)).filter(|print| print.value() == value),
        _ => return None,
    };
    if width != 0 && fingerprint.is_none() {
        return None;
    }
    let (constant, tokens, features) = (flag(from)?, from.number()?, from.count()?);
    let n_eff = from.float().filter(|n_eff| n_eff.is_finite() && *n_eff >= 0.0)?;
    let sketch = Sketch { fingerprint, constant, tokens, features, n_eff };
    let subject = Subject::unpack(from, &document.text, run, fingerprint.filter(|_| !constant))?;
    from.is_done().then(|| Kept { document: document.into(), sketch, subject: subject.into() })
}

fn name<'a>(from: &mut Unpacker<'a>) -> Option<&'a str> {
    str::from_utf8(from.bytes()?).ok()
}

fn named<T: Copy>(
    from: &mut Unpacker<'_>,
    all: impl IntoIterator<Item = T>,
    key: impl Fn(T) -> &'static str,
) -> Option<T> {
    let name = name(from)?;
    all.into_iter().find(|&one| key(one) == name)
}
