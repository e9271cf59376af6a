//! What the reader wants left out of the texts, and what is left of them then.

use std::sync::Arc;

use super::List;
use crate::{
    compare::{
        coverage::Windows,
        exclusion::{Excluded, Exclusions, Marked, Pattern, Share, Why, Without},
        pair::{Pair, Subject},
    },
    document::Document,
    simhash::Watch,
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

/// When something was left out: the generation of the documents, and the revision of the rules.
pub type Stamp = (u64, u64);

/// What is left of a document.
#[derive(Debug)]
pub struct Rest {
    /// What is left out, in order.
    pub excluded: Vec<Excluded>,
    /// How much that is.
    pub share: Share,
    /// How much for each reason, in the order of [`Why::ALL`].
    pub by: [Share; Why::ALL.len()],
    /// Characters that each rule leaves out, in the order of the rules; those that are off leave none.
    pub rules: Vec<u64>,
    /// The hash of the bytes that the text was made of.
    content: u64,
    /// What comparing needs of the rest.
    pub subject: Arc<Subject>,
}

/// What is left of two documents, and what the two are then.
#[derive(Debug)]
pub struct PairRest {
    /// When.
    pub stamp: Stamp,
    /// Of A and of B.
    pub of: [Arc<Rest>; 2],
    /// The pair of what is left.
    pub pair: Pair,
}

/// What is left of all documents.
#[derive(Debug)]
pub struct Rests {
    /// When.
    pub stamp: Stamp,
    /// Of each; `None` where there is no text.
    pub of: Vec<Option<Arc<Rest>>>,
    /// All pairs of what is left, in the order of the documents.
    pub pairs: Arc<[Pair]>,
}

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

impl Rest {
    /// Of a document; `rules` are the characters that each rule leaves out.
    pub fn new(document: &Document, without: Without, rules: Vec<u64>) -> Self {
        let Without { excluded, share, by, rest } = without;
        Self { excluded, share, by, rules, content: document.reading.content_hash, subject: rest.subject }
    }

    /// Whether it is of this text.
    pub fn is_of(&self, document: &Document) -> bool {
        self.content == document.reading.content_hash
    }
}

/// What is known of what is left of the documents.
#[derive(Debug, Default)]
pub struct Left {
    /// Of all.
    pub all: Option<Arc<Rests>>,
    /// Of the pair that was looked at first.
    pub pair: Option<Arc<PairRest>>,
    /// The way to stop it, while it is being found.
    pub work: Option<super::Work>,
    /// The reader stopped it.
    pub stopped: Option<Stamp>,
}

impl Left {
    /// The newest that is known of a pair, possibly of older rules.
    fn newest(&self, documents: [usize; 2], stamp: Stamp) -> Option<&Arc<PairRest>> {
        let stale = self.all.as_ref().is_none_or(|all| all.stamp != stamp);
        self.pair.as_ref().filter(|rest| rest.pair.documents() == documents && (stale || rest.stamp == stamp))
    }

    /// What is left of the documents of a pair, as far as known; possibly under older rules.
    pub fn of(&self, documents: [usize; 2], stamp: Stamp) -> [Option<&Arc<Rest>>; 2] {
        match (self.newest(documents, stamp), &self.all) {
            (Some(rest), _) => rest.of.each_ref().map(Some),
            (None, Some(all)) => documents.map(|at| all.of.get(at)?.as_ref()),
            (None, None) => [None; 2],
        }
    }

    /// What is left of one document, as far as known; possibly under older rules.
    pub fn of_one(&self, at: usize, stamp: Stamp) -> Option<&Arc<Rest>> {
        let in_pair = self.pair.as_ref().and_then(|rest| {
            let side = rest.pair.documents().iter().position(|&document| document == at)?;
            let stale = self.all.as_ref().is_none_or(|all| all.stamp != stamp);
            (stale || rest.stamp == stamp).then(|| &rest.of[side])
        });
        in_pair.or_else(|| self.all.as_ref()?.of.get(at)?.as_ref())
    }

    /// Of when what is known of a pair is.
    pub fn stamp_of(&self, documents: [usize; 2], stamp: Stamp) -> Option<Stamp> {
        let all = || self.all.as_ref().map(|all| all.stamp);
        self.newest(documents, stamp).map(|rest| rest.stamp).or_else(all)
    }

    /// The pair of what is left, and whether that is of the rules as they are; `stamp` is theirs.
    pub fn pair(&self, documents: [usize; 2], stamp: Stamp) -> Option<(&Pair, bool)> {
        if let Some(rest) = self.newest(documents, stamp) {
            return Some((&rest.pair, rest.stamp == stamp));
        }
        // Under another generation the documents' numbers may mean others.
        let all = self.all.as_ref().filter(|all| all.stamp.0 == stamp.0)?;
        let at = all.pairs.binary_search_by_key(&documents, Pair::documents).ok()?;
        Some((&all.pairs[at], all.stamp == stamp))
    }

    /// Forgets all of it, and stops what is being done.
    pub fn forget(&mut self) {
        if let Some(work) = &self.work {
            work.watch.stop();
        }
        *self = Self::default();
    }

    /// Whether that work is this one's.
    pub fn is_doing(&self, watch: &Arc<Watch>) -> bool {
        self.work.as_ref().is_some_and(|work| Arc::ptr_eq(&work.watch, watch))
    }
}
