//! What one rule leaves out: how it is told from others, kept by a review, and said on the command line.

use std::sync::Arc;

use crate::{
    compare::{
        coverage::RunLength,
        exclusion::{Base, ExclusionReason, Marked, MarkedPlace, Pattern},
    },
    review::{Exclusion, Files},
};

/// What a rule leaves out.
#[derive(Clone, Debug)]
pub enum RuleKind {
    Quotations,
    /// Lists of references.
    References,
    /// Passages that stand in at least so many documents.
    Common(usize),
    /// Passages of this base text.
    Base(Base),
    Pattern(Pattern),
    /// What was marked by hand.
    Marked(Marked),
}

/// In fewer documents nothing is common: what stands in two is what comparing them is about.
pub(super) const LEAST_COMMON: usize = 3;

/// Longer patterns are not heeded, in characters.
pub const LONGEST_PATTERN: usize = 400;

impl RuleKind {
    /// Whether it is the same rule, whatever it is set to.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Quotations, Self::Quotations)
            | (Self::References, Self::References)
            | (Self::Common(_), Self::Common(_)) => true,
            (Self::Base(one), Self::Base(other)) => Arc::ptr_eq(&one.windows, &other.windows),
            (Self::Pattern(one), Self::Pattern(other)) => one.as_str() == other.as_str(),
            (Self::Marked(one), Self::Marked(other)) => one.is(other),
            _ => false,
        }
    }

    /// What a review keeps of it; `None` of a base text, and of a place in a file that is not among those.
    pub(super) fn kept(&self, files: &Files) -> Option<Exclusion> {
        Some(match self {
            Self::Quotations => Exclusion::Quotations,
            Self::References => Exclusion::References,
            &Self::Common(least) => Exclusion::Common { least },
            Self::Base(..) => return None,
            Self::Pattern(pattern) => Exclusion::Pattern { pattern: pattern.as_str().into() },
            Self::Marked(Marked { text, why, place }) => {
                let (text, quotation) = (text.to_string(), *why == ExclusionReason::Quotation);
                match place {
                    MarkedPlace::Anywhere(_) => Exclusion::Passage { text, quotation },
                    &MarkedPlace::Once(at, nth) => {
                        Exclusion::Place { file: files.get(at)?.clone(), text, nth, quotation }
                    }
                }
            }
        })
    }

    /// What is left out by what a review keeps; `None` where its file is not among those, or it says nothing here.
    pub(super) fn of(kept: &Exclusion, files: &Files, run: RunLength) -> Option<Self> {
        let why = |&quotation: &bool| if quotation { ExclusionReason::Quotation } else { ExclusionReason::Common };
        Some(match kept {
            Exclusion::Quotations => Self::Quotations,
            Exclusion::References => Self::References,
            Exclusion::Common { least } => Self::Common((*least).max(LEAST_COMMON)),
            Exclusion::Pattern { pattern } if pattern.chars().count() > LONGEST_PATTERN => return None,
            Exclusion::Pattern { pattern } => Self::Pattern(Pattern::new(pattern).ok()?),
            Exclusion::Passage { text, quotation } => Self::Marked(Marked::passage(text, why(quotation), run)?),
            Exclusion::Place { file, text, nth, quotation } => {
                let place = MarkedPlace::Once(files.find(file)?, *nth);
                Self::Marked(Marked { text: text.as_str().into(), why: why(quotation), place })
            }
        })
    }

    /// What was marked by hand.
    pub fn marked(&self) -> Option<&Marked> {
        if let Self::Marked(marked) = self { Some(marked) } else { None }
    }

    /// ExclusionReason it leaves something out.
    pub fn why(&self) -> ExclusionReason {
        match self {
            Self::Quotations => ExclusionReason::Quotation,
            Self::References => ExclusionReason::Reference,
            Self::Common(_) => ExclusionReason::Common,
            Self::Base(..) => ExclusionReason::Base,
            Self::Pattern(_) => ExclusionReason::Pattern,
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
            Self::Base(base) => format!("--base {}", quoted(&base.name)),
            Self::Pattern(pattern) => format!("--exclude-pattern {}", quoted(pattern.as_str())),
            Self::Marked(_) => return None,
        })
    }
}
