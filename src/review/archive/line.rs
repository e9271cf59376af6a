//! One line: a document as `simscope hash --format jsonl` writes it. Nothing in it is taken for granted.

use std::{borrow::Cow, path::PathBuf};

use serde::{Deserialize, de::IgnoredAny};

use crate::{
    document::safe_name,
    locale::Lang,
    simhash::{Fingerprint, Recipe},
    t,
};

/// What `hash` writes.
pub const SCHEMA: &str = "simscope/hash/1";

/// A longer line is none that `hash` writes, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

/// What is looked at of a line.
#[derive(Deserialize)]
pub(super) struct Line<'a> {
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

/// Why nothing can be made of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is longer than any that `hash` writes.
    TooLong,
    /// It is no JSON, or not that of a document.
    NoDocument(String),
    /// It is of another kind.
    Schema(String),
    /// Something is not there.
    Missing(&'static str),
    /// The recipe cannot be read.
    NoRecipe(String),
    /// It was made with another recipe: setting, there, here.
    OtherRecipe(Vec<(String, String, String)>),
    /// The number of bits is not that of the recipe.
    Bits(String, u8),
    /// The fingerprint has not the digits that it should.
    NoFingerprint(String, u8),
}

impl<'a> Line<'a> {
    pub fn read(text: &'a [u8]) -> Result<Self, Fault> {
        serde_json::from_slice(text).map_err(|error| {
            // It counts lines from the first of what it is given, which is this one.
            let reason = error.to_string();
            Fault::NoDocument(reason.split(" at line ").next().unwrap_or_default().to_owned())
        })
    }

    /// The fingerprint, if the document has one to compare.
    pub fn fingerprint(&self, recipe: &Recipe) -> Result<Option<Fingerprint>, Fault> {
        match &*self.schema {
            SCHEMA => {}
            "" => return Err(Fault::Missing("schema")),
            other => return Err(Fault::Schema(shown(other))),
        }
        if self.recipe.is_empty() {
            return Err(Fault::Missing("recipe"));
        }
        if self.error.is_some() {
            return Ok(None);
        }
        match self.bits {
            None => return Err(Fault::Missing("bits")),
            Some(bits) if bits == u64::from(recipe.bits) => {}
            Some(bits) => return Err(Fault::Bits(bits.to_string(), recipe.bits)),
        }
        let Some(digits) = &self.fingerprint else { return Ok(None) };
        let found = fingerprint_of(digits, recipe.bits);
        let found = found.ok_or_else(|| Fault::NoFingerprint(shown(digits), recipe.bits))?;
        Ok((!self.constant).then_some(found))
    }

    /// Whether it was made with the recipe. `own` is the recipe's line, and is what there is as a rule.
    pub fn agrees(&self, recipe: &Recipe, own: &str) -> Result<(), Fault> {
        if self.recipe == own || self.recipe.is_empty() {
            return Ok(());
        }
        let other: Recipe = self.recipe.parse().map_err(|_| Fault::NoRecipe(shown(&self.recipe)))?;
        if other == *recipe {
            return Ok(());
        }
        let settings = other.differences(recipe).into_iter();
        Err(Fault::OtherRecipe(settings.map(|(setting, there, here)| (setting.to_string(), there, here)).collect()))
    }

    /// Where the document was.
    pub fn path(&self) -> PathBuf {
        PathBuf::from(if self.path.is_empty() { &*self.name } else { &*self.path })
    }

    /// Its size and the hash of its bytes.
    pub fn bytes(&self) -> Option<(u64, u64)> {
        Some((self.bytes?, u64::from_str_radix(&self.content_hash, 16).ok()?))
    }
}

/// A fingerprint from its hexadecimal digits, as many as it must have. Not by parsing alone: that would take a sign.
pub fn fingerprint_of(digits: &str, bits: u8) -> Option<Fingerprint> {
    let right = digits.len() == usize::from(bits).div_ceil(4) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let value = u128::from_str_radix(digits, 16).ok().filter(|_| right)?;
    (value.checked_shr(u32::from(bits)).unwrap_or(0) == 0).then(|| Fingerprint::new(value, bits))
}

impl Fault {
    /// Why, in a sentence.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::TooLong => t!(lang, "archive.too-long", most = LONGEST / 1024),
            Self::NoDocument(reason) => t!(lang, "archive.no-document", reason = reason),
            Self::Schema(found) => t!(lang, "stored.schema", found = found, schema = SCHEMA),
            Self::Missing(key) => t!(lang, "stored.missing", key = key),
            Self::NoRecipe(found) => t!(lang, "archive.no-recipe", found = found),
            Self::OtherRecipe(settings) => {
                let settings = settings.iter().map(|(setting, there, here)| {
                    t!(lang, "stored.setting", setting = setting, there = there, here = here)
                });
                let settings = settings.collect::<Vec<_>>().join(t!(lang, "stored.and"));
                t!(lang, "archive.other-recipe", settings = settings)
            }
            Self::Bits(found, bits) => t!(lang, "stored.bits", found = found, bits = bits),
            Self::NoFingerprint(found, bits) => {
                let digits = usize::from(*bits).div_ceil(4);
                t!(lang, "stored.no-fingerprint", found = found, digits = digits, bits = bits)
            }
        }
    }
}

/// A text as it stands in the line, its beginning if it is long. Safe to show.
fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let text = safe_name(text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("\"{}…\"", &text[..end]),
        None => format!("\"{text}\""),
    }
}
