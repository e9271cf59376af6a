//! What simscope says of a pair or of a step, in sentences: the same on the screen and on the command line.
//!
//! Knows `compare`, `config`, `document`, `lesson`, `simhash` and `locale`. Names of documents and features come in raw;
//! whoever shows the sentences makes them safe for its medium.

mod change;
mod evidence;
mod exclusion;
mod geometry;
mod lesson;
mod number;
mod pair;
mod place;
mod print;
mod profiles;
mod reading;
mod settings;
mod step;
mod transcript;
mod trouble;
mod unfit;
mod warning;

pub use change::{moved, moves};
pub use evidence::{Finding, findings, tokens_name, weight_name};
pub use exclusion::{left_out, marked_rule, rules, why_name, without};
pub use geometry::{geometry, geometry_why};
pub use lesson::{lesson_problem, wrong_lesson};
pub use number::{decimals, plain, signed, weight_formula, whole};
pub use pair::{Named, pair, verdict};
pub use place::{page, places};
pub use print::print;
pub use profiles::{profile, profile_name, same_method};
pub use reading::reading;
pub use settings::wrong_setting;
pub use step::{stage, step};
pub use transcript::{columns, lesson, transcript};
pub use trouble::{
    left_out_of_folder, unreadable, unreadable_why, wrong_feature, wrong_list, wrong_pattern, wrong_recipe,
};
pub use unfit::{FEW, SHORT, Unfit, warning};
pub use warning::warnings;

use crate::{locale::Lang, t};

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The verdict of the rule.
    Rule,
    /// What contradicts it.
    But,
    /// What the pair is without what is left out.
    Rest,
    /// Which bits and words made it so.
    Why,
    Cosine,
    /// Whether the texts are fit for the method.
    Health,
}

/// How a sentence is meant to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    Call,
    /// All is well.
    Quiet,
}

/// One thing said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub topic: Topic,
    /// In which tone.
    pub tone: Tone,
    pub text: String,
}

impl Topic {
    /// A stable name, for files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::But => "but",
            Self::Rest => "rest",
            Self::Why => "why",
            Self::Cosine => "cosine",
            Self::Health => "health",
        }
    }

    /// Its label in that language.
    pub fn label(self, lang: Lang) -> &'static str {
        match self {
            Self::Rule => t!(lang, "label.rule"),
            Self::But => t!(lang, "label.but"),
            Self::Rest => t!(lang, "exclude.label"),
            Self::Why => t!(lang, "label.why"),
            Self::Cosine => t!(lang, "label.cosine"),
            Self::Health => t!(lang, "label.health"),
        }
    }
}
