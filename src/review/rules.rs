//! RuleKind the reader wants left out of the texts: rules, each of which can be off.
//!
//! They begin as the command line and the settings say. RuleKind a review keeps ([`ExclusionStatus`]) stands over what the settings
//! say; what the command line says stands over what was kept before, as long as nobody says otherwise since.

mod kind;
#[cfg(test)]
mod tests;

use super::{Exclusion, ExclusionStatus, Files, ReviewChange};
use crate::compare::{
    coverage::RunLength,
    exclusion::{Exclusions, Marked, Pattern},
};

use kind::LEAST_COMMON;
pub use kind::{LONGEST_PATTERN, RuleKind};

/// RuleKind is to be left out: rules, each of which can be off.
#[derive(Clone, Debug)]
pub struct ExclusionRules {
    /// The rules, in the order in which they are listed.
    pub list: Vec<ExclusionRule>,
    /// Those that were asked for on opening.
    opened: Vec<ExclusionRule>,
    /// RuleKind the review keeps.
    kept: Vec<ExclusionStatus>,
    /// RuleKind was said on the command line.
    said: RuleOverrides,
    /// Counts what was changed about them; what is left of the texts carries it.
    pub revision: u64,
}

/// One thing to be left out.
#[derive(Clone, Debug)]
pub struct ExclusionRule {
    pub what: RuleKind,
    /// Whether it is.
    pub on: bool,
}

/// The rules that there always are.
const KINDS: usize = 3;
/// More patterns of a review are not heeded: its folder may have come from anywhere.
const PATTERNS: usize = 64;

/// Of what the command line says whether it is to be left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleOverrides {
    /// Of quotations and lists of references.
    pub kinds: bool,
    /// Of what is common to many.
    pub common: bool,
    pub patterns: bool,
}

impl RuleOverrides {
    fn of(self, what: &Exclusion) -> bool {
        match what {
            Exclusion::Quotations | Exclusion::References => self.kinds,
            Exclusion::Common { .. } => self.common,
            Exclusion::Pattern { .. } => self.patterns,
            Exclusion::Passage { .. } | Exclusion::Place { .. } => false,
        }
    }
}

impl Default for ExclusionRules {
    fn default() -> Self {
        Self::new(&Exclusions::default(), RuleOverrides::default())
    }
}

impl ExclusionRules {
    /// Those that were asked for on opening; `said` is what of it the command line said.
    pub fn new(exclusions: &Exclusions, said: RuleOverrides) -> Self {
        let Exclusions { quotations, references, base, common, patterns, marked } = exclusions;
        let rule = |what, on| ExclusionRule { what, on };
        let mut list = vec![
            rule(RuleKind::Quotations, *quotations),
            rule(RuleKind::References, *references),
            rule(RuleKind::Common(common.unwrap_or(LEAST_COMMON)), common.is_some()),
        ];
        list.extend(base.iter().map(|base| rule(RuleKind::Base(base.clone()), true)));
        list.extend(patterns.iter().map(|pattern| rule(RuleKind::Pattern(pattern.clone()), true)));
        list.extend(marked.iter().map(|mark| rule(RuleKind::Marked(mark.clone()), true)));
        Self { opened: list.clone(), list, kept: Vec::new(), said, revision: 0 }
    }

    /// Has them be what the review keeps over what they were on opening. `files` are those of
    /// the documents; a marked passage counts where it holds a `run`.
    pub fn keep(&mut self, kept: &[ExclusionStatus], files: &Files, run: RunLength) {
        // Base texts are not kept: whether they count holds until quitting.
        let base = |what: &RuleKind| matches!(what, RuleKind::Base(..));
        let mut list: Vec<ExclusionRule> = self.opened.iter().filter(|rule| !base(&rule.what)).cloned().collect();
        let bases = self.list.iter().filter(|rule| base(&rule.what)).cloned();
        list.splice(KINDS..KINDS, bases);
        // RuleKind was made of the words once holds as long as they do.
        let made: Vec<(&RuleKind, Option<Exclusion>)> =
            self.list.iter().map(|r| (&r.what, r.what.kept(files))).collect();
        let mut patterns = 0;
        for omitted in kept.iter().filter(|omitted| omitted.since || !self.said.of(&omitted.what)) {
            let known = made.iter().find(|(_, kept)| kept.as_ref() == Some(&omitted.what)).map(|(what, _)| *what);
            patterns += usize::from(matches!(omitted.what, Exclusion::Pattern { .. }));
            let too_many = patterns > PATTERNS && known.is_none();
            let made = || RuleKind::of(&omitted.what, files, run).filter(|_| !too_many);
            let Some(what) = known.cloned().or_else(made) else { continue };
            let rule = ExclusionRule { what, on: omitted.on };
            match list.iter().position(|known| known.what.is(&rule.what)) {
                Some(at) => list[at] = rule,
                None => _ = put(&mut list, rule),
            }
        }
        if !self.are(&list) {
            self.list = list;
            self.revision += 1;
        }
        self.kept = kept.to_vec();
    }

    /// Whether they are those.
    pub fn are(&self, list: &[ExclusionRule]) -> bool {
        self.list.len() == list.len() && self.list.iter().zip(list).all(|(one, other)| one.same(other))
    }

    /// RuleKind a review has to keep of what became of the rules since they were those; `None` where a place was marked in a
    /// file that is not yet among `files`.
    pub fn since(&self, before: &[ExclusionRule], files: &Files) -> Option<Vec<ReviewChange>> {
        let unlike = |rule: &&ExclusionRule| !before.iter().any(|known| known.same(rule));
        let gone = |rule: &&ExclusionRule| !self.list.iter().any(|known| known.what.is(&rule.what));
        let now = self.list.iter().filter(unlike).map(|rule| (rule, Some(rule.on)));
        let said = now.chain(before.iter().filter(gone).map(|rule| (rule, None)));
        let mut changes: Vec<ReviewChange> = Vec::new();
        for (rule, on) in said.filter(|(rule, _)| !matches!(rule.what, RuleKind::Base(..))) {
            let omission = self.named(rule.what.kept(files)?, files);
            let same = changes.iter_mut().find_map(|change| match change {
                ReviewChange::Omit { what, on: other } if *other == on => Some(what),
                _ => None,
            });
            match same {
                Some(what) => what.push(omission),
                None => changes.push(ReviewChange::Omit { what: vec![omission], on }),
            }
        }
        Some(changes)
    }

    /// As the review names it already: the file of a place may have had another name then.
    fn named(&self, omission: Exclusion, files: &Files) -> Exclusion {
        let Exclusion::Place { file, text, nth, quotation } = &omission else { return omission };
        let before = self.kept.iter().find_map(|known| match &known.what {
            Exclusion::Place { file: known, text: words, nth: n, .. } if (words, n) == (text, nth) => {
                (files.find(known) == files.find(file)).then(|| known.clone())
            }
            _ => None,
        });
        let file = before.unwrap_or_else(|| file.clone());
        Exclusion::Place { file, text: text.clone(), nth: *nth, quotation: *quotation }
    }

    /// Whether anything is to be left out.
    pub fn any(&self) -> bool {
        self.list.iter().any(|rule| rule.on)
    }

    /// The rules that are on.
    pub fn on(&self) -> impl Iterator<Item = &RuleKind> {
        self.list.iter().filter(|rule| rule.on).map(|rule| &rule.what)
    }

    /// RuleKind is to be left out.
    pub fn exclusions(&self) -> Exclusions {
        exclusions(self.on())
    }

    /// RuleKind is common to so many documents is to be left out, so no document can be looked at by itself.
    pub fn of_the_batch(&self) -> bool {
        self.on().any(|what| matches!(what, RuleKind::Common(_)))
    }

    /// How the rules that are on are said on the command line, as a shell takes it; what was marked by hand cannot be.
    pub fn options(&self) -> String {
        let kind = |what: &RuleKind| match what {
            RuleKind::Quotations => Some("quotations"),
            RuleKind::References => Some("references"),
            _ => None,
        };
        let kinds: Vec<&str> = self.on().filter_map(kind).collect();
        let kinds = (!kinds.is_empty()).then(|| format!("--exclude {}", kinds.join(",")));
        let others = self.on().filter(|what| kind(what).is_none()).filter_map(RuleKind::option);
        kinds.into_iter().chain(others).collect::<Vec<_>>().join(" ")
    }

    /// Switches a rule on or off.
    pub fn toggle(&mut self, at: usize) {
        if let Some(rule) = self.list.get_mut(at) {
            rule.on = !rule.on;
            self.revision += 1;
        }
    }

    /// In how many documents a passage must stand to be common: one more, or one fewer. False where the rule is another.
    pub fn turn(&mut self, at: usize, more: bool) -> bool {
        let Some(ExclusionRule { what: RuleKind::Common(least), on }) = self.list.get_mut(at) else { return false };
        let next = if more { least.saturating_add(1) } else { (*least - 1).max(LEAST_COMMON) };
        if next != *least {
            *least = next;
            self.revision += u64::from(*on);
        }
        true
    }

    /// Leaves out what matches too. Returns its row; of one that is there already, that.
    pub fn add(&mut self, pattern: Pattern) -> usize {
        let same =
            |rule: &ExclusionRule| matches!(&rule.what, RuleKind::Pattern(known) if known.as_str() == pattern.as_str());
        let known = self.list.iter().position(same);
        let at =
            known.unwrap_or_else(|| put(&mut self.list, ExclusionRule { what: RuleKind::Pattern(pattern), on: false }));
        self.list[at].on = true;
        self.revision += 1;
        at
    }

    /// Marks words by hand. Where they are marked for that reason already, they are no more; whether they are marked now.
    pub fn mark(&mut self, marks: Vec<Marked>) -> bool {
        let at = |rules: &Self, mark: &Marked| {
            rules.list.iter().position(|rule| rule.what.marked().is_some_and(|known| known.is(mark)))
        };
        let places: Vec<Option<usize>> = marks.iter().map(|mark| at(self, mark)).collect();
        let marked = |(place, mark): (&Option<usize>, &Marked)| {
            place.is_some_and(|at| {
                let rule = &self.list[at];
                rule.on && rule.what.marked().is_some_and(|known| known.why == mark.why)
            })
        };
        let back = places.iter().zip(&marks).all(marked);
        for mark in marks {
            match (at(self, &mark), back) {
                (Some(at), true) => _ = self.list.remove(at),
                (Some(at), false) => self.list[at] = ExclusionRule { what: RuleKind::Marked(mark), on: true },
                (None, _) => _ = put(&mut self.list, ExclusionRule { what: RuleKind::Marked(mark), on: true }),
            }
        }
        self.revision += 1;
        !back
    }
}

/// Puts a new rule where it belongs, what is marked by hand behind all others. Returns its row.
fn put(list: &mut Vec<ExclusionRule>, rule: ExclusionRule) -> usize {
    let marks = list.iter().position(|known| known.what.marked().is_some() && rule.what.marked().is_none());
    let at = marks.unwrap_or(list.len());
    list.insert(at, rule);
    at
}

impl ExclusionRule {
    /// Whether both leave the same out.
    fn same(&self, other: &Self) -> bool {
        let alike = match (&self.what, &other.what) {
            (RuleKind::Common(least), RuleKind::Common(other)) => least == other,
            (one, other) => one.why() == other.why(),
        };
        self.on == other.on && alike && self.what.is(&other.what)
    }
}

/// RuleKind these rules leave out.
pub fn exclusions<'a>(rules: impl IntoIterator<Item = &'a RuleKind>) -> Exclusions {
    let mut all = Exclusions::default();
    for what in rules {
        match what {
            RuleKind::Quotations => all.quotations = true,
            RuleKind::References => all.references = true,
            RuleKind::Common(least) => all.common = Some(*least),
            RuleKind::Base(base) => all.base.push(base.clone()),
            RuleKind::Pattern(pattern) => all.patterns.push(pattern.clone()),
            RuleKind::Marked(mark) => all.marked.push(mark.clone()),
        }
    }
    all
}
