//! The rules of exclusion, each on or off.
//!
//! Rules begin as the settings have them. The exclusions stored in a review ([`ExclusionStatus`]) override the
//! settings, and the command line ([`GivenRules`]) overrides both; what it says differently is stored then, so it
//! counts as a change of the reader from there on.

mod kind;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, hash_map::Entry};

use kind::{LEAST_COMMON, RuleKey, Unusable, excerpt};
pub(crate) use kind::{LONGEST_PATTERN, RuleKind};

use super::{BaseText, Exclusion, ExclusionStatus, Files, ReviewChange};
use crate::{
    compare::{
        coverage::RunLength,
        exclusion::{Exclusions, Marked, Pattern},
    },
    locale::Lang,
    t,
};

#[derive(Clone, Debug)]
pub(crate) struct ExclusionRules {
    pub list: Vec<ExclusionRule>,
    /// The rules of the settings.
    settings: Vec<ExclusionRule>,
    /// The rules of the command line, until the stored ones are known.
    given: Option<GivenRules>,
    /// The exclusions stored in the review.
    stored: Vec<ExclusionStatus>,
    /// Order, flags and counts go by the scores of the whole texts, though text is excluded.
    pub whole: bool,
    /// Counts the changes of the rules; results carry the one they are of.
    pub revision: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct ExclusionRule {
    pub kind: RuleKind,
    pub on: bool,
}

/// The greatest number of patterns and of base texts read from a review, since its folder may have come from anywhere.
const MAX_RULES: usize = 64;
/// The same of marks.
const MAX_MARKS: usize = 2000;

impl Default for ExclusionRules {
    fn default() -> Self {
        Self::new(&Exclusions::default(), GivenRules::default())
    }
}

impl ExclusionRules {
    /// The rules of the settings, which name no base texts and no marks, and those of the command line.
    pub(crate) fn new(settings: &Exclusions, given: GivenRules) -> Self {
        let rule = |kind, on| ExclusionRule { kind, on };
        let kinds = [
            rule(RuleKind::Quotations, settings.quotations),
            rule(RuleKind::References, settings.references),
            rule(RuleKind::Common(settings.common.unwrap_or(LEAST_COMMON)), settings.common.is_some()),
        ];
        let patterns = settings.patterns.iter().map(|pattern| rule(RuleKind::Pattern(pattern.clone()), true));
        let settings: Vec<ExclusionRule> = kinds.into_iter().chain(patterns).collect();
        let mut list = settings.clone();
        given.clone().apply(&mut list);
        Self { list, settings, given: Some(given), stored: Vec::new(), whole: false, revision: 0 }
    }

    /// Applies the exclusions stored in the review: to the rules of the settings, and the first time below those of the
    /// command line. A marked passage counts if it contains a shared `run`. Returns the rules as the review has them.
    pub(crate) fn apply(&mut self, stored: &[ExclusionStatus], files: &Files, run: RunLength) -> Vec<ExclusionRule> {
        let mut list = self.settings.clone();
        let (mut marks, mut index): (Vec<ExclusionRule>, HashMap<_, usize>) = Default::default();
        for rule in self.read(stored, files, run) {
            match &rule.kind {
                RuleKind::Marked(mark) => match index.entry((mark.text.clone(), mark.place.document())) {
                    Entry::Occupied(at) => marks[*at.get()] = rule,
                    Entry::Vacant(entry) => {
                        entry.insert(marks.len());
                        marks.push(rule);
                    }
                },
                // A review holds each once.
                RuleKind::Unusable(..) => list.push(rule),
                kind => match list.iter().position(|known| known.kind.is(kind)) {
                    Some(at) => list[at] = rule,
                    None => list.push(rule),
                },
            }
        }
        list.append(&mut marks);
        let as_stored = list.clone();
        if let Some(given) = self.given.take() {
            given.apply(&mut list);
        }
        if !self.are(&list) {
            self.list = list;
            self.revision += 1;
        }
        self.stored = stored.to_vec();
        as_stored
    }

    /// The rules of stored exclusions. Compiled patterns and passages are used again.
    fn read(&self, stored: &[ExclusionStatus], files: &Files, run: RunLength) -> Vec<ExclusionRule> {
        let known: HashMap<RuleKey<'_>, &RuleKind> =
            self.list.iter().map(|rule| (rule.kind.key(), &rule.kind)).collect();
        let (mut patterns, mut bases, mut marks) = (0, 0, 0);
        let rule = |ExclusionStatus { exclusion, on }: &ExclusionStatus| {
            let (count, most) = match exclusion {
                Exclusion::Pattern { .. } => (&mut patterns, MAX_RULES),
                Exclusion::Base(_) => (&mut bases, MAX_RULES),
                Exclusion::Passage { .. } | Exclusion::Place { .. } => (&mut marks, MAX_MARKS),
                Exclusion::Quotations | Exclusion::References | Exclusion::Common { .. } => (&mut 0, MAX_RULES),
            };
            *count += 1;
            let known = known.get(&RuleKey::Stored(exclusion.key()));
            let known = known.filter(|known| known.stored(files).as_ref() == Some(exclusion));
            let kind = match known {
                Some(&known) => known.clone(),
                None if *count > most => RuleKind::Unusable(exclusion.clone(), Unusable::TooMany(most)),
                None => RuleKind::of(exclusion, files, run)?,
            };
            Some(ExclusionRule { kind, on: *on })
        };
        stored.iter().filter_map(rule).collect()
    }

    /// The base texts of the command line, until the stored rules are known.
    pub(crate) fn given_bases(&self) -> &[BaseText] {
        self.given.as_ref().map_or(&[], |given| &given.base)
    }

    pub(crate) fn are(&self, list: &[ExclusionRule]) -> bool {
        self.list.len() == list.len() && self.list.iter().zip(list).all(|(one, other)| one.same(other))
    }

    /// The changes from the rules `before` to these, for the review to store; `None` if a place is marked in a file
    /// that is not among `files` yet.
    pub(crate) fn changes_since<'a>(&'a self, before: &'a [ExclusionRule], files: &Files) -> Option<Vec<ReviewChange>> {
        let by_key = |list: &'a [ExclusionRule]| -> HashMap<RuleKey<'a>, &'a ExclusionRule> {
            list.iter().map(|rule| (rule.kind.key(), rule)).collect()
        };
        let (known, own) = (by_key(before), by_key(&self.list));
        let unlike = |rule: &&ExclusionRule| !known.get(&rule.kind.key()).is_some_and(|known| known.same(rule));
        let gone = |rule: &&ExclusionRule| !own.contains_key(&rule.kind.key());
        let now = self.list.iter().filter(unlike).map(|rule| (rule, Some(rule.on)));
        let changed = now.chain(before.iter().filter(gone).map(|rule| (rule, None)));
        let mut changes: Vec<ReviewChange> = Vec::new();
        // Base texts have changes of their own, behind the others: a version that does not know them skips the whole
        // line.
        let (base, others): (Vec<_>, Vec<_>) = changed.partition(|(rule, _)| matches!(rule.kind, RuleKind::Base(_)));
        let first_base = others.len();
        for (at, (rule, on)) in others.into_iter().chain(base).enumerate() {
            let exclusion = self.stored_name(rule.kind.stored(files)?, files);
            let same = changes.iter_mut().find_map(|change| match change {
                ReviewChange::Exclude { exclusions, on: other } if *other == on && at < first_base => Some(exclusions),
                _ => None,
            });
            match same {
                Some(exclusions) => exclusions.push(exclusion),
                None => changes.push(ReviewChange::Exclude { exclusions: vec![exclusion], on }),
            }
        }
        Some(changes)
    }

    /// The exclusion as the review stores it already: its file may have been renamed since.
    fn stored_name(&self, exclusion: Exclusion, files: &Files) -> Exclusion {
        let Exclusion::Place { file, text, nth, quotation } = &exclusion else { return exclusion };
        let before = self.stored.iter().find_map(|known| match &known.exclusion {
            Exclusion::Place { file: known, text: words, nth: n, .. } if (words, n) == (text, nth) => {
                (files.find(known) == files.find(file)).then(|| known.clone())
            }
            _ => None,
        });
        let file = before.unwrap_or_else(|| file.clone());
        Exclusion::Place { file, text: text.clone(), nth: *nth, quotation: *quotation }
    }

    pub(crate) fn any(&self) -> bool {
        self.on().next().is_some()
    }

    /// The rules that are on.
    pub(crate) fn on(&self) -> impl Iterator<Item = &RuleKind> {
        self.list.iter().filter(|rule| rule.on && rule.kind.is_usable()).map(|rule| &rule.kind)
    }

    /// Says how many stored exclusions exclude nothing any more, and names the first; `None` if all do.
    pub(crate) fn unusable(&self, lang: Lang) -> Option<String> {
        let mut unusable = self.list.iter().filter_map(|rule| match &rule.kind {
            RuleKind::Unusable(exclusion, why) => Some((exclusion, why)),
            _ => None,
        });
        let (exclusion, why) = unusable.next()?;
        let (n, text) = (unusable.count() + 1, excerpt(exclusion));
        Some(t!(lang, "exclude.unusable-review", n, text, why = why.message(lang)))
    }

    pub(crate) fn exclusions(&self) -> Exclusions {
        let mut all = Exclusions::default();
        for rule in self.on() {
            _ = rule.add_to(&mut all);
        }
        all
    }

    pub(crate) fn of_the_batch(&self) -> bool {
        self.on().any(|kind| matches!(kind, RuleKind::Common(_)))
    }

    /// The rules that are on as options of the command line, quoted for a shell. Marks have no option.
    pub(crate) fn options(&self) -> String {
        let kind = |kind: &RuleKind| match kind {
            RuleKind::Quotations => Some("quotations"),
            RuleKind::References => Some("references"),
            _ => None,
        };
        let kinds: Vec<&str> = self.on().filter_map(kind).collect();
        let kinds = (!kinds.is_empty()).then(|| format!("--exclude {}", kinds.join(",")));
        let others = self.on().filter(|rule| kind(rule).is_none()).filter_map(RuleKind::option);
        kinds.into_iter().chain(others).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn toggle(&mut self, at: usize) {
        if let Some(rule) = self.list.get_mut(at).filter(|rule| rule.kind.is_usable()) {
            rule.on = !rule.on;
            self.revision += 1;
        }
    }

    /// Sets in how many documents a passage must occur to be common: one more, or one fewer. False for another rule.
    pub(crate) fn turn(&mut self, at: usize, more: bool) -> bool {
        let Some(ExclusionRule { kind: RuleKind::Common(least), on }) = self.list.get_mut(at) else { return false };
        let next = if more { least.saturating_add(1) } else { (*least - 1).max(LEAST_COMMON) };
        if next != *least {
            *least = next;
            self.revision += u64::from(*on);
        }
        true
    }

    /// Adds a rule, or switches it on if it is in the list. Returns its index.
    pub(crate) fn add(&mut self, kind: RuleKind) -> usize {
        let rule = ExclusionRule { kind, on: true };
        let at = match self.list.iter().position(|known| known.kind.is(&rule.kind)) {
            Some(at) => {
                self.list[at] = rule;
                at
            }
            None => insert(&mut self.list, rule),
        };
        self.revision += 1;
        at
    }

    /// Marks text, or removes the marks if all of it is marked for that reason already. Returns whether it is marked
    /// now.
    pub(crate) fn mark(&mut self, marks: Vec<Marked>) -> bool {
        let at = |rules: &Self, mark: &Marked| {
            rules.list.iter().position(|rule| rule.kind.marked().is_some_and(|known| known.is(mark)))
        };
        let places: Vec<Option<usize>> = marks.iter().map(|mark| at(self, mark)).collect();
        let marked = |(place, mark): (&Option<usize>, &Marked)| {
            place.is_some_and(|at| {
                let rule = &self.list[at];
                rule.on && rule.kind.marked().is_some_and(|known| known.why == mark.why)
            })
        };
        let back = places.iter().zip(&marks).all(marked);
        for mark in marks {
            match (at(self, &mark), back) {
                (Some(at), true) => _ = self.list.remove(at),
                (Some(at), false) => self.list[at] = ExclusionRule { kind: RuleKind::Marked(mark), on: true },
                (None, _) => _ = insert(&mut self.list, ExclusionRule { kind: RuleKind::Marked(mark), on: true }),
            }
        }
        self.revision += 1;
        !back
    }
}

/// Inserts a rule, before all marks unless it is one. Returns its index.
fn insert(list: &mut Vec<ExclusionRule>, rule: ExclusionRule) -> usize {
    let marks = list.iter().position(|known| known.kind.marked().is_some() && rule.kind.marked().is_none());
    let at = marks.unwrap_or(list.len());
    list.insert(at, rule);
    at
}

impl ExclusionRule {
    fn same(&self, other: &Self) -> bool {
        let alike = match (&self.kind, &other.kind) {
            (RuleKind::Common(least), RuleKind::Common(other)) => least == other,
            (RuleKind::Base(one), RuleKind::Base(other)) => one == other,
            (one, other) => one.why() == other.why(),
        };
        self.on == other.on && alike && self.kind.is(&other.kind)
    }
}

/// The options of the command line; `None` where one was not given.
#[derive(Clone, Debug, Default)]
pub(crate) struct GivenRules {
    pub kinds: Option<[bool; 2]>,
    /// The least number of documents that have a common passage; 0 excludes none.
    pub common: Option<usize>,
    /// They take the place of all others.
    pub patterns: Option<Vec<Pattern>>,
    /// They are added to the others.
    pub base: Vec<BaseText>,
}

impl GivenRules {
    fn apply(self, list: &mut Vec<ExclusionRule>) {
        let Self { kinds, common, patterns, base } = self;
        for rule in list.iter_mut() {
            match (&mut rule.kind, kinds, common) {
                (RuleKind::Quotations, Some([quotations, _]), _) => rule.on = quotations,
                (RuleKind::References, Some([_, references]), _) => rule.on = references,
                (RuleKind::Common(_), _, Some(0)) => rule.on = false,
                (RuleKind::Common(least), _, Some(given)) => (*least, rule.on) = (given, true),
                (RuleKind::Pattern(_), ..) => rule.on &= patterns.is_none(),
                _ => {}
            }
        }
        let patterns = patterns.into_iter().flatten().map(RuleKind::Pattern);
        for kind in patterns.chain(base.into_iter().map(RuleKind::Base)) {
            let rule = ExclusionRule { kind, on: true };
            match list.iter_mut().find(|known| known.kind.is(&rule.kind)) {
                Some(known) => *known = rule,
                None => _ = insert(list, rule),
            }
        }
    }
}
