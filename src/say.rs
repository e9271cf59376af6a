//! Sentences on documents, pairs, steps and errors: the same on the screens and on the command line.
//!
//! Knows `compare`, `config`, `document`, `lesson`, `library`, `simhash` and `locale`. Names of documents and features come in raw;
//! whoever shows a sentence makes them safe for its medium.

mod altered;
mod calibration;
mod change;
mod confinement;
mod errors;
mod evidence;
mod exclusion;
mod fingerprint_only;
mod geometry;
mod lesson;
mod lesson_error;
mod library;
mod method_warning;
mod number;
mod pair;
mod place;
mod profiles;
mod progress;
mod reading;
mod setting_error;
mod shared;
mod step;
mod transcript;
mod two_texts;
mod verdict;
mod warnings;

pub(crate) use altered::altered;
pub(crate) use calibration::{
    calibrated_distance, calibration_cautions, calibration_error, calibration_origin, edit_name, expected, one_of,
    percentage, prior, probability, probability_interval, suggested_k, suggested_thresholds, uncalibrated_distance,
};
pub(crate) use change::{affected_bits, moved_block};
pub(crate) use confinement::confinement;
pub(crate) use errors::{
    feature_error, feature_list_error, pattern_error, read_error, read_error_reason, recipe_error, skipped_file,
};
pub(crate) use evidence::{Finding, findings, tokens_name, weight_name};
pub(crate) use exclusion::{
    RemainingPair, excluded_share, exclusion_name, exclusion_rules, marked_rule, pattern_not_applied, remainder,
};
pub(crate) use fingerprint_only::fingerprint_only;
pub(crate) use geometry::{dial, geometry, geometry_why};
pub(crate) use lesson::{lesson_group, lesson_progress, task_conditions, tasks_done};
pub(crate) use lesson_error::{lesson_error, lesson_error_reason, lesson_warning};
pub(crate) use library::{
    bad_line, capacity_limit, different_settings, engine, figure_origin, fingerprint_file_error, library_damage,
    library_error, library_url_error, library_way, mean_rows, milliseconds,
};
pub(crate) use method_warning::{FEW_FEATURES, MethodWarning, SHORT_TEXT, method_warning};
pub(crate) use number::{decimals, plain, signed, weight_formula, whole};
pub(crate) use pair::{NamedDocument, pair};
pub(crate) use place::{extent, page, places};
pub(crate) use profiles::{profile, profile_name, same_method};
pub(crate) use progress::{progress, time_left};
pub(crate) use reading::reading;
pub use setting_error::setting_error;
pub(crate) use step::{stage, step};
pub(crate) use transcript::{columns, lesson, pair_transcript, transcript};
pub(crate) use two_texts::two_texts;
pub(crate) use verdict::verdict;
pub(crate) use warnings::{Warning, warnings};

use crate::{locale::Lang, t};

/// The subject of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// How much of one text occurs in the other.
    Shared,
    /// The verdict of the rule.
    Rule,
    /// The pair after exclusion.
    Remainder,
    /// The pair with the excluded text.
    Whole,
    /// The bits and words that decide the distance.
    Why,
    Cosine,
    /// Whether the method suits the texts.
    Health,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emphasis {
    Plain,
    Alert,
    /// All is well; for those who look for it.
    Note,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub topic: Topic,
    pub emphasis: Emphasis,
    pub text: String,
}

impl Topic {
    /// A stable name for files, which must not change.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Shared => "but",
            Self::Rule => "rule",
            Self::Remainder => "rest",
            Self::Whole => "whole",
            Self::Why => "why",
            Self::Cosine => "cosine",
            Self::Health => "health",
        }
    }

    pub(crate) fn label(self, lang: Lang) -> &'static str {
        match self {
            Self::Shared => t!(lang, "label.shared"),
            Self::Rule => t!(lang, "label.rule"),
            Self::Remainder => t!(lang, "exclude.label"),
            Self::Whole => t!(lang, "exclude.label-whole"),
            Self::Why => t!(lang, "label.why"),
            Self::Cosine => t!(lang, "label.cosine"),
            Self::Health => t!(lang, "label.health"),
        }
    }
}
