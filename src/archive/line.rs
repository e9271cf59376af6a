//! One line: a document as `simscope hash --format jsonl` writes it. Every field is checked. Must not know files.

use std::{borrow::Cow, path::PathBuf};

use serde::{Deserialize, de::IgnoredAny};

use crate::{
    document::safe_name,
    locale::Lang,
    simhash::{Fingerprint, Recipe},
    t,
};

/// The `schema` of a line that `hash` writes.
pub(crate) const SCHEMA: &str = "simscope/hash/1";

/// `hash` writes no longer line.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// The fields that are used.
#[derive(Deserialize)]
pub(super) struct ArchiveLine<'a> {
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

/// Why a line cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineError {
    /// Longer than any that `hash` writes.
    TooLong,
    /// No JSON, or not that of a document: what is wrong with it.
    NoDocument(String),
    /// A `schema` that this program does not know.
    Schema(String),
    /// A field is missing: its name.
    Missing(&'static str),
    /// The recipe cannot be read.
    NoRecipe(String),
    /// Made with another recipe: the settings that differ, each as in the line and as here.
    OtherRecipe(Vec<(String, String, String)>),
    /// The number of bits, and that of the recipe.
    Bits(String, u8),
    /// The fingerprint has not the hexadecimal digits for so many bits.
    NoFingerprint(String, u8),
}

impl<'a> ArchiveLine<'a> {
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
            other => return Err(LineError::Schema(shown(other))),
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
        let found = fingerprint_of(digits, recipe.bits);
        let found = found.ok_or_else(|| LineError::NoFingerprint(shown(digits), recipe.bits))?;
        Ok((!self.constant).then_some(found))
    }

    /// Checks that it was made with the recipe. `own` is the recipe printed: comparing strings is enough as a rule.
    pub(super) fn agrees(&self, recipe: &Recipe, own: &str) -> Result<(), LineError> {
        if self.recipe == own || self.recipe.is_empty() {
            return Ok(());
        }
        let other: Recipe = self.recipe.parse().map_err(|_| LineError::NoRecipe(shown(&self.recipe)))?;
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

/// A fingerprint from its hexadecimal digits, as many as it must have. Not by parsing alone: that would take a sign.
pub(crate) fn fingerprint_of(digits: &str, bits: u8) -> Option<Fingerprint> {
    let right = digits.len() == usize::from(bits).div_ceil(4) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let value = u128::from_str_radix(digits, 16).ok().filter(|_| right)?;
    (value.checked_shr(u32::from(bits)).unwrap_or(0) == 0).then(|| Fingerprint::new(value, bits))
}

impl LineError {
    /// The reason as a sentence.
    pub(crate) fn message(&self, lang: Lang) -> String {
        match self {
            Self::TooLong => t!(lang, "archive.too-long", most = MAX_BYTES / 1024),
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

/// A text of the line, or its beginning, in quotation marks. Safe to show.
fn shown(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let text = safe_name(text);
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("\"{}…\"", &text[..end]),
        None => format!("\"{text}\""),
    }
}
