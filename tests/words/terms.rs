//! The retired terms (`retired.toml`) and where texts have them.

use std::ops::Range;

use rayon::prelude::*;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

use super::texts::{Kind, Text};

/// A term as `retired.toml` has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    term: String,
    instead: String,
    #[serde(default, rename = "in")]
    areas: Vec<String>,
    #[serde(default)]
    en: Vec<String>,
    #[serde(default)]
    zh: Vec<String>,
    #[serde(default)]
    docs: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    but: Vec<String>,
    #[serde(default)]
    finds: Vec<String>,
    #[serde(default)]
    spares: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    term: Vec<Entry>,
}

/// A retired term.
pub struct Term {
    pub name: String,
    /// The words to use in its place.
    pub instead: String,
    /// The only areas it is looked for in, each with what is below it; everywhere if there are none.
    areas: Vec<String>,
    prose: Option<Regex>,
    docs: Option<Regex>,
    names: Option<Regex>,
    /// Uses that are right.
    but: Option<Regex>,
    /// Texts that have it.
    pub finds: Vec<String>,
    /// Texts that look alike and do not have it.
    pub spares: Vec<String>,
}

impl Term {
    fn new(entry: Entry) -> Self {
        Self {
            prose: any_of(&[entry.en, entry.zh].concat()),
            docs: any_of(&entry.docs),
            names: any_of(&entry.names),
            but: any_of(&entry.but),
            name: entry.term,
            instead: entry.instead,
            areas: entry.areas,
            finds: entry.finds,
            spares: entry.spares,
        }
    }

    /// The places at which `text` has the term, in bytes.
    pub fn found_in(&self, text: &Text) -> Vec<Range<usize>> {
        let is_below = |area: &String| {
            text.area.strip_prefix(area).is_some_and(|below| below.is_empty() || below.starts_with('/'))
        };
        if !self.areas.is_empty() && !self.areas.iter().any(is_below) {
            return Vec::new();
        }
        let places = |pattern: &Option<Regex>| -> Vec<Range<usize>> {
            pattern.iter().flat_map(|pattern| pattern.find_iter(&text.content)).map(|at| at.range()).collect()
        };
        let mut found = match text.kind {
            Kind::Prose => places(&self.prose),
            Kind::Doc => [places(&self.prose), places(&self.docs)].concat(),
            Kind::Name => places(&self.names),
        };
        if !found.is_empty() {
            let right = places(&self.but);
            found.retain(|at| !right.iter().any(|right| at.start < right.end && right.start < at.end));
        }
        found
    }
}

/// Any of the patterns, if there are any: a space is any gap between two words, also the end of a line, and case makes
/// no difference.
fn any_of(patterns: &[String]) -> Option<Regex> {
    // Word boundaries of ASCII are much faster where a text has other characters too.
    let full = |pattern: &String| {
        let pattern = pattern.replace(' ', r"(?:\s|\\\n)+").replace(r"\b", r"(?-u:\b)");
        format!("(?:{pattern})")
    };
    let all: Vec<String> = patterns.iter().map(full).collect();
    let regex = || RegexBuilder::new(&all.join("|")).case_insensitive(true).build();
    (!all.is_empty()).then(|| regex().unwrap_or_else(|error| panic!("{error}")))
}

/// The terms, in the order of the file.
pub fn terms() -> Vec<Term> {
    let file: File =
        toml::from_str(include_str!("retired.toml")).unwrap_or_else(|error| panic!("retired.toml: {error}"));
    file.term.into_iter().map(Term::new).collect()
}

/// Every place where one of the texts has one of the terms, in the order of the terms:
/// `path:line: “…”, term: use …`, with at most the first eight words.
pub fn found(texts: &[Text], terms: &[Term]) -> Vec<String> {
    let in_text = |text: &Text, term: &Term| {
        let found = term.found_in(text).into_iter();
        found.map(|at| said(text, &at, term)).collect::<Vec<_>>()
    };
    terms.par_iter().flat_map_iter(|term| texts.iter().flat_map(move |text| in_text(text, term))).collect()
}

fn said(text: &Text, at: &Range<usize>, term: &Term) -> String {
    let line = text.line + text.content[..at.start].matches('\n').count();
    let words: Vec<&str> = text.content[at.clone()].split_whitespace().take(8).collect();
    format!("{}:{line}: “{}”, {}: use {}", text.path, words.join(" "), term.name, term.instead)
}
