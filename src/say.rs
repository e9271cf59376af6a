//! Sentences on documents, pairs, steps and errors: the same on the screens and on the command line.
//!
//! Names of documents and features
//! come in raw; whoever shows a sentence makes them safe for its medium.

mod calibration;
mod document;
mod error;
mod evidence;
mod handout;
mod lesson;
mod library;
mod pair;
mod step;
mod transcript;

use std::{fmt::Display, time::Duration};

use crate::{
    locale::{Lang, grouped},
    page::Page,
    t,
};

pub(crate) use calibration::{
    by_distance, by_threshold, calibrated_distance, calibration_cautions, calibration_error, calibration_origin,
    cautions, distances_chart, prior, probability, probability_interval, suggested_k, suggested_thresholds,
    uncalibrated_distance,
};
pub(crate) use document::{
    FEW_FEATURES, MethodWarning, SHORT_TEXT, Warning, altered, command_rights, confinement, extent, fingerprint,
    method_warning, places, reading, warnings,
};
pub(crate) use error::{
    feature_error, feature_list_error, no_memory, or_like, pattern_error, read_error_reason, recipe_error,
    skipped_file, topic,
};
pub use error::{read_error, setting_error};
pub(crate) use evidence::{
    Finding, affected_bits, evidence, findings, geometry, geometry_why, moved_block, profile, profiles, same_method,
};
pub(crate) use handout::{handout, lesson_key};
pub(crate) use lesson::{
    lesson_error_reason, lesson_errors, lesson_group, lesson_progress, lesson_warning, task_conditions, tasks_done,
};
pub(crate) use library::{
    CAPACITIES, bad_line, different_settings, eviction, figure_origin, fingerprint_file_error, library_damage,
    library_error, library_part, library_url_error, long_time, together,
};
pub(crate) use pair::{
    LEAST_EDITS, NamedDocument, RemainingPair, excluded_share, exclusion_name, exclusion_rules, features,
    fingerprint_only, marked_rule, pair, pair_in_brief, pattern_not_applied, remainder, verdict,
};
pub(crate) use step::{answer, decimals, plain, signed, stage, step, two_texts, weight_formula, whole};
pub(crate) use transcript::{columns, lesson};

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
        lang.text(match self {
            Self::Shared => "label.shared",
            Self::Rule => "label.rule",
            Self::Remainder => "exclude.label",
            Self::Whole => "exclude.label-whole",
            Self::Why => "label.why",
            Self::Cosine => "label.cosine",
            Self::Health => "label.health",
        })
    }
}

/// The time left, if the work goes on as before; `None` where too little is done to estimate it.
pub(crate) fn time_left(share: f64, elapsed: Duration) -> Option<Duration> {
    const LEAST_SHARE: f64 = 0.02;
    const LEAST_TIME: Duration = Duration::from_secs(2);
    (share >= LEAST_SHARE && elapsed >= LEAST_TIME).then(|| elapsed.mul_f64((1.0 - share.min(1.0)) / share))
}

/// The work with its share and the time left; an ellipsis while the amount of work is unknown.
pub(crate) fn progress(work: &str, share: f64, left: Option<Duration>, lang: Lang) -> String {
    if share <= 0.0 {
        return format!("{work} {}", lang.set("…"));
    }
    let far = format!("{work} {:.0}%", share * 100.0);
    match left.map(|left| left.as_secs_f64().ceil() as u64) {
        None | Some(0) => far,
        Some(seconds @ ..120) => t!(lang, "work.seconds-left", far, n = seconds),
        Some(seconds) => t!(lang, "work.minutes-left", far, n = grouped(seconds.div_ceil(60))),
    }
}

impl Page {
    /// The first line of all results on pairs.
    pub(crate) fn recipe_and_k(&mut self, recipe: &dyn Display, k: u32) {
        self.line(t!(self.lang, "cli.recipe-k", recipe, k));
    }

    /// The numbers of documents, pairs, near-duplicates, pairs that share much text but are not near, and documents
    /// that cannot be used.
    pub(crate) fn counts(&mut self, counts: [usize; 5]) {
        let names = [
            ("count.document", "count.documents"),
            ("count.pair", "count.pairs"),
            ("count.near-one", "count.near"),
            ("count.shared-one", "count.shared"),
            ("count.failed-one", "count.failed"),
        ];
        // Documents and pairs are always counted, the rest where there is any.
        let counted = counts.into_iter().zip(names).enumerate().filter(|&(place, (n, _))| place < 2 || n > 0);
        let counted =
            counted.map(|(_, (n, (one, many)))| self.lang.fill(if n == 1 { one } else { many }, &[("n", &n)]));
        self.line(counted.collect::<Vec<_>>().join("  "));
    }

    /// By which scores a list goes, where text is excluded.
    pub(crate) fn scored_by(&mut self, whole: bool) {
        self.text(self.lang.text(if whole { "exclude.by-whole" } else { "exclude.by-remainder" }));
    }

    /// The two names, as the title of the findings on a pair.
    pub(crate) fn pair(&mut self, names: [&str; 2]) {
        let [a, b] = names;
        self.strong(format!("{a} {} {b}", self.lang.set("×")), names);
    }

    /// The findings on a pair. A label is written once for all sentences on its topic.
    pub(crate) fn sentences(&mut self, sentences: Vec<Sentence>) {
        let (lang, mut before) = (self.lang, None);
        let terms = sentences.into_iter().map(|Sentence { topic, text, .. }| {
            let again = before.replace(topic) == Some(topic);
            (if again { "" } else { topic.label(lang) }, text)
        });
        self.terms(0, terms.collect::<Vec<_>>());
    }

    /// That similarity is no proof, at the end.
    pub(crate) fn proof(&mut self) {
        self.head(t!(self.lang, "cli.proof"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(share: f64, elapsed: u64, lang: Lang) -> String {
        progress("reading", share, time_left(share, Duration::from_secs(elapsed)), lang)
    }

    #[test]
    fn the_time_left_is_said_once_it_can_be_estimated() {
        assert_eq!(said(0.0, 9, Lang::En), "reading …");
        assert_eq!(said(0.01, 9, Lang::En), "reading 1%");
        assert_eq!(said(0.426, 1, Lang::En), "reading 43%");
        assert_eq!(said(0.25, 4, Lang::En), "reading 25%, 12 s left");
        assert_eq!(said(0.25, 40, Lang::En), "reading 25%, 2 min left");
        assert_eq!(said(1.0, 9, Lang::En), "reading 100%");
        assert_eq!(said(0.25, 4, Lang::Zh), "reading 25%，剩余 12 秒");
    }
}
