//! Warnings that the method does not suit a document, by the numbers of its fingerprint alone.

use crate::{
    locale::Lang,
    simhash::{Profile, Recipe, Sketch, Tokenizer, Trace},
    t,
};

/// Under this many tokens a text is too short to trust its distance: one replaced token keeps HD within 3 in 89 % of
/// trials at 128 tokens of Chinese, in 34 % at 32.
pub(crate) const SHORT_TEXT: u64 = 128;
/// Under this n_eff, a few high-weight features decide the bits.
pub(crate) const FEW_FEATURES: f64 = 30.0;

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
            Self::Empty => t!(lang, "health.empty", name = name),
            Self::Constant => {
                let system = Profile::of(recipe).map_or_else(|| recipe.to_string(), |profile| profile.system.into());
                let fingerprint = sketch.fingerprint.map(|f| f.to_string()).unwrap_or_default();
                t!(lang, "health.constant", name = name, fingerprint = fingerprint, system = system)
            }
            Self::Short => t!(lang, "health.short", name = name, limit = SHORT_TEXT),
            Self::Heavy => t!(lang, "health.heavy", name = name, limit = FEW_FEATURES),
        }
    }
}

/// The gravest warning on a document, in a sentence.
pub(crate) fn method_warning(name: &str, trace: &Trace, lang: Lang) -> Option<String> {
    Some(MethodWarning::of(&trace.sketch, &trace.recipe)?.sentence(name, &trace.sketch, &trace.recipe, lang))
}
