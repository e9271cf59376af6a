//! Warnings about a document: on its bytes, and on whether the method suits it.

use super::MethodWarning;
use crate::{
    document::{ReadWarning, Reading},
    locale::Lang,
    simhash::{Altered, Recipe, Sketch},
    t,
};

pub(crate) struct Warning {
    /// A stable name, for files.
    pub kind: &'static str,
    /// In a sentence.
    pub message: String,
}

pub(crate) fn warnings(
    name: &str,
    reading: &Reading,
    sketch: &Sketch,
    altered: &Altered,
    recipe: &Recipe,
    lang: Lang,
) -> Vec<Warning> {
    let mut all = Vec::new();
    if reading.replaced > 0 {
        let (n, encoding) = (reading.replaced, reading.encoding.name());
        let message = match n {
            1 => t!(lang, "cli.replaced-one", name = name, encoding = encoding),
            _ => t!(lang, "cli.replaced", name = name, n = n, encoding = encoding),
        };
        all.push(Warning { kind: "replaced", message });
    }
    for warning in reading.warnings.iter() {
        let message = match warning {
            ReadWarning::Misnamed => t!(lang, "cli.misnamed", name = name, format = reading.format),
            ReadWarning::Cut => t!(lang, "cli.cut", name = name),
            ReadWarning::Missing => t!(lang, "cli.missing", name = name),
            ReadWarning::NoText => t!(lang, "cli.no-text", name = name, format = reading.format),
        };
        all.push(Warning { kind: warning.key(), message });
    }
    if let Some(message) = super::altered::altered(name, altered, lang) {
        all.push(Warning { kind: "altered", message });
    }
    if let Some(unfit) = MethodWarning::of(sketch, recipe) {
        all.push(Warning { kind: unfit.key(), message: unfit.sentence(name, sketch, recipe, lang) });
    }
    all
}
