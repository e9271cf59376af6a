//! The format and encoding of a document, in words. Must not know its results.

use crate::{
    document::{Chosen, Encoding, Format, Reading},
    locale::{Lang, grouped},
    t,
};

/// Format unless plain text, encoding and the reason for it, replaced bytes, warnings.
pub(crate) fn reading(reading: &Reading, lang: Lang) -> String {
    let short = |key: &str| lang.find(&format!("encoding.{key}")).unwrap_or_default();
    let mut parts = Vec::new();
    if reading.format != Format::Text {
        parts.push(reading.format.to_string());
    }
    if !(reading.chosen == Chosen::Format && reading.encoding == Encoding::UTF_8) {
        let chosen = short(reading.chosen.key());
        parts.push(t!(lang, "encoding.form", name = reading.encoding, chosen = chosen));
    }
    match reading.replaced {
        0 => {}
        1 => parts.push(t!(lang, "encoding.replaced-one").into()),
        n => parts.push(t!(lang, "encoding.replaced", n = grouped(n as u64))),
    }
    parts.extend(reading.warnings.iter().map(|warning| short(warning.key()).to_owned()));
    parts.join(", ")
}
