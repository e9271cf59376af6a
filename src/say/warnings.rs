//! What is to be kept in mind of a document: what was wrong with its bytes, what makes it unfit for the method.

use super::MethodWarning;
use crate::{
    document::{ReadWarning, Reading},
    locale::Lang,
    simhash::{Recipe, Sketch},
    t,
};

/// A warning about a document.
pub struct Warning {
    /// A stable name, for files.
    pub kind: &'static str,
    /// In a sentence.
    pub message: String,
}

/// What makes a document unfit for the method, and what was wrong with its bytes.
pub fn warnings(name: &str, reading: &Reading, sketch: &Sketch, recipe: &Recipe, lang: Lang) -> Vec<Warning> {
    let mut all = Vec::new();
    if reading.replaced > 0 {
        let (n, encoding) = (reading.replaced, reading.encoding.name());
        let message = match n {
            1 => t!(lang, "cli.replaced-one", name = name, encoding = encoding),
            _ => t!(lang, "cli.replaced", name = name, n = n, encoding = encoding),
        };
        all.push(Warning { kind: "replaced", message });
    }
    for doubt in reading.doubts.iter() {
        let message = match doubt {
            ReadWarning::Misnamed => t!(lang, "cli.misnamed", name = name, format = reading.format),
            ReadWarning::Cut => t!(lang, "cli.cut", name = name),
            ReadWarning::Missing => t!(lang, "cli.missing", name = name),
            ReadWarning::NoText => t!(lang, "cli.no-text", name = name, format = reading.format),
        };
        all.push(Warning { kind: doubt.key(), message });
    }
    if let Some(unfit) = MethodWarning::of(sketch, recipe) {
        all.push(Warning { kind: unfit.key(), message: unfit.sentence(name, sketch, recipe, lang) });
    }
    all
}
