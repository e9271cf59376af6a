//! Sentences on one document: how it was read, its pages, characters that deceive the eye, and warnings on its bytes
//! and on whether the method suits it.

use crate::{
    document::{
        Chosen, Document, Encoding, Format, Mark, ReadWarning, Reading,
        guard::{Degree, Measure, Measures},
    },
    locale::{Lang, grouped},
    simhash::{Alphabet, Altered, Fingerprint, Profile, Recipe, Sketch, Tokenizer, Trace},
    t,
};

/// Under this many tokens a text is too short to trust its distance: one replaced token keeps HD within 3 in 89% of
/// trials at 128 tokens of Chinese, in 34% at 32.
pub(crate) const SHORT_TEXT: u64 = 128;
/// Under this n_eff, a few high-weight features decide the bits.
pub(crate) const FEW_FEATURES: f64 = 30.0;

/// A fingerprint, or a word that there is none.
pub(crate) fn fingerprint(fingerprint: Option<Fingerprint>, lang: Lang) -> String {
    fingerprint.map_or_else(|| t!(lang, "table.none").to_owned(), |fingerprint| fingerprint.to_string())
}

/// Format unless plain text, encoding and the reason for it, replaced bytes, warnings.
pub(crate) fn reading(reading: &Reading, lang: Lang) -> String {
    let short = |key: &str| lang.find(&format!("encoding.{key}")).unwrap_or_default();
    let mut parts = Vec::new();
    if reading.format != Format::Text {
        parts.push(reading.format.to_string());
    }
    if !(reading.chosen == Chosen::Format && reading.encoding == Encoding::UTF_8) {
        let chosen = short(reading.chosen.key());
        parts.push(t!(lang, "encoding.form", name = reading.encoding, chosen));
    }
    match reading.replaced {
        0 => {}
        1 => parts.push(t!(lang, "encoding.replaced-one").into()),
        n => parts.push(t!(lang, "encoding.replaced", n = grouped(n as u64))),
    }
    if reading.running > 0 {
        parts.push(t!(lang, "encoding.running", n = grouped(reading.running as u64)));
    }
    parts.extend(reading.warnings.iter().map(|warning| short(warning.key()).to_owned()));
    lang.list(&parts)
}

/// Names and counts the characters of a document that deceive the eye; `None` where there are none.
pub(crate) fn altered(name: &str, altered: &Altered, lang: Lang) -> Option<String> {
    let invisible = (altered.invisible > 0).then(|| t!(lang, "altered.invisible", n = grouped(altered.invisible)));
    let lookalikes = altered.lookalikes.iter().map(|(&(from, into), &n)| {
        t!(lang, "altered.lookalikes", n = grouped(n), from = alphabet(from, lang), into = alphabet(into, lang))
    });
    let mut found: Vec<String> = invisible.into_iter().chain(lookalikes).collect();
    let last = found.pop()?;
    let found = if found.is_empty() { last } else { t!(lang, "altered.and", found = lang.list(&found), last) };
    Some(t!(lang, "altered.contains", name, found))
}

fn alphabet(alphabet: Alphabet, lang: Lang) -> &'static str {
    lang.text(match alphabet {
        Alphabet::Latin => "altered.latin",
        Alphabet::Cyrillic => "altered.cyrillic",
        Alphabet::Greek => "altered.greek",
        Alphabet::Other => "altered.other",
    })
}

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
            1 => t!(lang, "cli.replaced-one", name, encoding),
            _ => t!(lang, "cli.replaced", name, n, encoding),
        };
        all.push(Warning { kind: "replaced", message });
    }
    for warning in reading.warnings.iter() {
        let message = match warning {
            ReadWarning::Misnamed => t!(lang, "cli.misnamed", name, format = reading.format),
            ReadWarning::Cut => t!(lang, "cli.cut", name),
            ReadWarning::Missing => t!(lang, "cli.missing", name),
            ReadWarning::NoText => t!(lang, "cli.no-text", name, format = reading.format),
        };
        all.push(Warning { kind: warning.key(), message });
    }
    if let Some(message) = self::altered(name, altered, lang) {
        all.push(Warning { kind: "altered", message });
    }
    if let Some(unfit) = MethodWarning::of(sketch, recipe) {
        all.push(Warning { kind: unfit.key(), message: unfit.sentence(name, sketch, recipe, lang) });
    }
    all
}

/// The method does not suit a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MethodWarning {
    /// No features: no fingerprint.
    Empty,
    /// No features: a fingerprint that is only the constant of the reproduced system.
    Constant,
    /// Under [`SHORT_TEXT`] tokens.
    Short,
    /// n_eff under [`FEW_FEATURES`].
    Heavy,
}

impl MethodWarning {
    /// The gravest warning on a text.
    pub(crate) fn of(sketch: &Sketch, recipe: &Recipe) -> Option<Self> {
        // The length of the text behind a list of features is not known.
        let text = recipe.tokenizer != Tokenizer::Given;
        match sketch.fingerprint {
            None => Some(Self::Empty),
            Some(_) if sketch.constant => Some(Self::Constant),
            Some(_) if text && sketch.tokens < SHORT_TEXT => Some(Self::Short),
            Some(_) if sketch.n_eff < FEW_FEATURES => Some(Self::Heavy),
            Some(_) => None,
        }
    }

    /// A stable name, for files.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Constant => "constant",
            Self::Short => "short",
            Self::Heavy => "heavy",
        }
    }

    pub(crate) fn sentence(self, name: &str, sketch: &Sketch, recipe: &Recipe, lang: Lang) -> String {
        match self {
            Self::Empty => t!(lang, "health.empty", name),
            Self::Constant => {
                let system = Profile::of(recipe).map_or_else(|| recipe.to_string(), |profile| profile.system.into());
                let fingerprint = sketch.fingerprint.map(|f| f.to_string()).unwrap_or_default();
                t!(lang, "health.constant", name, fingerprint, system)
            }
            Self::Short => t!(lang, "health.short", name, limit = SHORT_TEXT),
            Self::Heavy => t!(lang, "health.heavy", name, limit = FEW_FEATURES),
        }
    }
}

/// The gravest warning on a document, in a sentence.
pub(crate) fn method_warning(name: &str, trace: &Trace, lang: Lang) -> Option<String> {
    Some(MethodWarning::of(&trace.sketch, &trace.recipe)?.sentence(name, &trace.sketch, &trace.recipe, lang))
}

/// The pages or chapters of A and B that contain these bytes; `None` if neither source has any.
pub(crate) fn places(documents: [&Document; 2], bytes: [usize; 2], lang: Lang) -> Option<String> {
    let place = |side: usize| {
        let mark = documents[side].place_of(bytes[side])?.mark;
        Some(format!("{} {}", ["A", "B"][side], page(mark, lang)))
    };
    let places: Vec<String> = [0, 1].into_iter().filter_map(place).collect();
    (!places.is_empty()).then(|| places.join("  "))
}

/// How many pages or chapters a source has, if it has any.
pub(crate) fn extent(document: &Document, lang: Lang) -> Option<String> {
    Some(match document.landmarks.last()?.mark {
        Mark::Page(n) => t!(lang, "place.pages", n),
        Mark::Chapter(n) => t!(lang, "place.chapters", n),
    })
}

pub(crate) fn page(mark: Mark, lang: Lang) -> String {
    match mark {
        Mark::Page(n) => t!(lang, "place.page", n),
        Mark::Chapter(n) => t!(lang, "place.chapter", n),
    }
}

/// One sentence: what is in force, what in part, what the system refused.
pub(crate) fn confinement(measures: Option<&Measures>, lang: Lang) -> String {
    let Some(measures) = measures else { return t!(lang, "confinement.no-child").into() };
    let named = |of: Degree| {
        let names =
            measures.iter().filter(|(_, degree)| *degree == of).map(|&(measure, _)| measure_name(measure, lang));
        names.collect::<Vec<_>>().join(lang.comma())
    };
    let mut sentence = t!(lang, "confinement.full", measures = named(Degree::Full));
    let (partial, refused) = (named(Degree::Partial), named(Degree::None));
    if !partial.is_empty() {
        sentence.push_str(&t!(lang, "confinement.partial", measures = partial));
    }
    if !refused.is_empty() {
        sentence.push_str(&t!(lang, "confinement.refused", measures = refused));
    }
    sentence
}

/// One sentence: the rights that commands keep.
pub(crate) fn command_rights(landlock: Degree, lang: Lang) -> &'static str {
    lang.text(match landlock {
        Degree::Full => "confinement.command-full",
        Degree::Partial => "confinement.command-partial",
        Degree::None => "confinement.command-none",
    })
}

fn measure_name(measure: Measure, lang: Lang) -> &'static str {
    lang.text(match measure {
        Measure::Limits => "confinement.limits",
        Measure::Session => "confinement.session",
        Measure::NotDumpable => "confinement.not-dumpable",
        Measure::Landlock => "confinement.landlock",
        Measure::Seccomp => "confinement.seccomp",
        Measure::JobObject => "confinement.job-object",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_named() {
        let measures = vec![
            (Measure::Session, Degree::Full),
            (Measure::Landlock, Degree::Partial),
            (Measure::Seccomp, Degree::None),
        ];
        let en = confinement(Some(&measures), Lang::En);
        assert_eq!(
            en,
            "Documents are parsed in a child process with its own session; partly in force: Landlock; refused by the \
             system: \
             seccomp"
        );
        let zh = confinement(Some(&measures[..1].to_vec()), Lang::Zh);
        assert_eq!(zh, "文档在子进程中解析，限制措施：独立会话");
        assert!(confinement(None, Lang::En).contains("cannot be started"));
    }
}
