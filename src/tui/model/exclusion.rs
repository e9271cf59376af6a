//! What the reader wants left out of the texts: rules, each of which can be off.

use std::sync::Arc;

use super::List;
use crate::compare::{
    coverage::Windows,
    exclusion::{Exclusions, Marked, Pattern, Why},
};

/// What is to be left out: rules, each of which can be off.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The rules, in the order in which they are listed.
    pub list: Vec<Rule>,
    /// Counts what was changed about them; what is left of the texts carries it.
    pub revision: u64,
}

/// One thing to be left out.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What.
    pub what: What,
    /// Whether it is.
    pub on: bool,
}

/// What a rule leaves out.
#[derive(Clone, Debug)]
pub enum What {
    /// Quotations.
    Quotations,
    /// Lists of references.
    References,
    /// Passages that stand in at least so many documents.
    Common(usize),
    /// Passages of this base text, which is called so.
    Base(String, Arc<Windows>),
    /// What matches.
    Pattern(Pattern),
    /// What was marked by hand.
    Marked(Marked),
}

/// In fewer documents nothing is common: what stands in two is what comparing them is about.
pub const LEAST_COMMON: usize = 3;

/// The sheet on which rules are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaving {
    /// The cursor.
    pub list: List,
    /// A pattern that is being typed.
    pub typed: Option<String>,
    /// Why it is none.
    pub fault: Option<String>,
}

impl Default for Rules {
    fn default() -> Self {
        let list = [What::Quotations, What::References, What::Common(LEAST_COMMON)];
        Self { list: list.into_iter().map(|what| Rule { what, on: false }).collect(), revision: 0 }
    }
}

impl Rules {
    /// Those that were asked for on opening; `names` are what the base texts are called.
    pub fn new(exclusions: &Exclusions, names: &[String]) -> Self {
        let Exclusions { quotations, references, base, common, patterns } = exclusions;
        let rule = |what, on| Rule { what, on };
        let mut list = vec![
            rule(What::Quotations, *quotations),
            rule(What::References, *references),
            rule(What::Common(common.unwrap_or(LEAST_COMMON)), common.is_some()),
        ];
        let bases = base.iter().zip(names);
        list.extend(bases.map(|(windows, name)| rule(What::Base(name.clone(), windows.clone()), true)));
        list.extend(patterns.iter().map(|pattern| rule(What::Pattern(pattern.clone()), true)));
        Self { list, revision: 0 }
    }

    /// Whether anything is to be left out.
    pub fn any(&self) -> bool {
        self.list.iter().any(|rule| rule.on)
    }

    /// The rules that are on.
    pub fn on(&self) -> impl Iterator<Item = &What> {
        self.list.iter().filter(|rule| rule.on).map(|rule| &rule.what)
    }

    /// What is to be left out, but for what was marked by hand.
    pub fn exclusions(&self) -> Exclusions {
        exclusions(self.on())
    }

    /// What was marked by hand.
    pub fn marked(&self) -> Vec<Marked> {
        self.on().filter_map(What::marked).cloned().collect()
    }

    /// What is common to so many documents is to be left out, so no document can be looked at by itself.
    pub fn of_the_batch(&self) -> bool {
        self.on().any(|what| matches!(what, What::Common(_)))
    }

    /// How the rules that are on are said on the command line, as a shell takes it; what was marked by hand cannot be.
    pub fn options(&self) -> String {
        let kind = |what: &What| match what {
            What::Quotations => Some("quotations"),
            What::References => Some("references"),
            _ => None,
        };
        let kinds: Vec<&str> = self.on().filter_map(kind).collect();
        let kinds = (!kinds.is_empty()).then(|| format!("--exclude {}", kinds.join(",")));
        let others = self.on().filter(|what| kind(what).is_none()).filter_map(What::option);
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
        let Some(Rule { what: What::Common(least), on }) = self.list.get_mut(at) else { return false };
        let next = if more { *least + 1 } else { (*least - 1).max(LEAST_COMMON) };
        if next != *least {
            *least = next;
            self.revision += u64::from(*on);
        }
        true
    }

    /// Leaves out what matches too. Returns its row; of one that is there already, that.
    pub fn add(&mut self, pattern: Pattern) -> usize {
        let same = |rule: &Rule| matches!(&rule.what, What::Pattern(known) if known.as_str() == pattern.as_str());
        let known = self.list.iter().position(same);
        let at = known.unwrap_or_else(|| {
            let marks = self.list.iter().position(|rule| rule.what.marked().is_some()).unwrap_or(self.list.len());
            self.list.insert(marks, Rule { what: What::Pattern(pattern), on: false });
            marks
        });
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
                (Some(at), false) => self.list[at] = Rule { what: What::Marked(mark), on: true },
                (None, _) => self.list.push(Rule { what: What::Marked(mark), on: true }),
            }
        }
        self.revision += 1;
        !back
    }
}

impl What {
    /// What was marked by hand.
    pub fn marked(&self) -> Option<&Marked> {
        if let Self::Marked(marked) = self { Some(marked) } else { None }
    }

    /// Why it leaves something out.
    pub fn why(&self) -> Why {
        match self {
            Self::Quotations => Why::Quotation,
            Self::References => Why::Reference,
            Self::Common(_) => Why::Common,
            Self::Base(..) => Why::Base,
            Self::Pattern(_) => Why::Pattern,
            Self::Marked(marked) => marked.why,
        }
    }

    /// How it is said on the command line, with names and patterns as a shell takes them; `None` where it cannot be.
    pub fn option(&self) -> Option<String> {
        let bare = |c: char| c.is_alphanumeric() || "._-/".contains(c);
        let quoted = |text: &str| {
            if text.chars().all(bare) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
        };
        Some(match self {
            Self::Quotations => "--exclude quotations".into(),
            Self::References => "--exclude references".into(),
            Self::Common(least) => format!("--common {least}"),
            Self::Base(name, _) => format!("--base {}", quoted(name)),
            Self::Pattern(pattern) => format!("--exclude-pattern {}", quoted(pattern.as_str())),
            Self::Marked(_) => return None,
        })
    }
}

/// What these rules leave out, but for what was marked by hand.
pub fn exclusions<'a>(rules: impl IntoIterator<Item = &'a What>) -> Exclusions {
    let mut all = Exclusions::default();
    for what in rules {
        match what {
            What::Quotations => all.quotations = true,
            What::References => all.references = true,
            What::Common(least) => all.common = Some(*least),
            What::Base(_, windows) => all.base.push(windows.clone()),
            What::Pattern(pattern) => all.patterns.push(pattern.clone()),
            What::Marked(_) => {}
        }
    }
    all
}
