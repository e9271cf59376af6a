//! The kinds of exclusion rules: identity, the form stored in a review, the option of the command line.

use crate::{
    compare::{
        coverage::RunLength,
        exclusion::{ExclusionReason, Marked, MarkedPlace, Pattern},
    },
    review::{BaseText, Exclusion, Files},
};

#[derive(Clone, Debug)]
pub(crate) enum RuleKind {
    Quotations,
    /// Lists of references.
    References,
    /// Passages that occur in at least so many documents.
    Common(usize),
    /// Passages of this base text.
    Base(BaseText),
    Pattern(Pattern),
    /// Text marked by hand.
    Marked(Marked),
}

/// The least number of documents for common text: text shared by two is what a comparison looks for.
pub(super) const LEAST_COMMON: usize = 3;

/// The greatest length of a pattern read from a review, in characters.
pub(crate) const LONGEST_PATTERN: usize = 400;

impl RuleKind {
    /// Whether both are the same rule, whatever their settings.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Quotations, Self::Quotations)
            | (Self::References, Self::References)
            | (Self::Common(_), Self::Common(_)) => true,
            (Self::Base(one), Self::Base(other)) => one.file.path == other.file.path,
            (Self::Pattern(one), Self::Pattern(other)) => one.as_str() == other.as_str(),
            (Self::Marked(one), Self::Marked(other)) => one.is(other),
            _ => false,
        }
    }

    /// The form stored in a review; `None` for a place in a file that is not among `files`.
    pub(super) fn stored(&self, files: &Files) -> Option<Exclusion> {
        Some(match self {
            Self::Quotations => Exclusion::Quotations,
            Self::References => Exclusion::References,
            &Self::Common(least) => Exclusion::Common { least },
            Self::Base(base) => Exclusion::Base(base.clone()),
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

    /// The rule of a stored exclusion; `None` if its file is not among `files`, or it is invalid.
    pub(super) fn of(stored: &Exclusion, files: &Files, run: RunLength) -> Option<Self> {
        let why = |&quotation: &bool| if quotation { ExclusionReason::Quotation } else { ExclusionReason::Common };
        Some(match stored {
            Exclusion::Quotations => Self::Quotations,
            Exclusion::References => Self::References,
            Exclusion::Common { least } => Self::Common((*least).max(LEAST_COMMON)),
            Exclusion::Base(base) => Self::Base(base.clone()),
            Exclusion::Pattern { pattern } if pattern.chars().count() > LONGEST_PATTERN => return None,
            Exclusion::Pattern { pattern } => Self::Pattern(Pattern::new(pattern).ok()?),
            Exclusion::Passage { text, quotation } => Self::Marked(Marked::passage(text, why(quotation), run)?),
            Exclusion::Place { file, text, nth, quotation } => {
                let place = MarkedPlace::Once(files.find(file)?, *nth);
                Self::Marked(Marked { text: text.as_str().into(), why: why(quotation), place })
            }
        })
    }

    pub(crate) fn marked(&self) -> Option<&Marked> {
        if let Self::Marked(marked) = self { Some(marked) } else { None }
    }

    pub(crate) fn why(&self) -> ExclusionReason {
        match self {
            Self::Quotations => ExclusionReason::Quotation,
            Self::References => ExclusionReason::Reference,
            Self::Common(_) => ExclusionReason::Common,
            Self::Base(..) => ExclusionReason::Base,
            Self::Pattern(_) => ExclusionReason::Pattern,
            Self::Marked(marked) => marked.why,
        }
    }

    /// The option of the command line, quoted for a shell; `None` for marks, which have none.
    pub(crate) fn option(&self) -> Option<String> {
        let bare = |c: char| c.is_alphanumeric() || "._-/".contains(c);
        let quoted = |text: &str| {
            if text.chars().all(bare) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
        };
        Some(match self {
            Self::Quotations => "--exclude quotations".into(),
            Self::References => "--exclude references".into(),
            Self::Common(least) => format!("--common {least}"),
            Self::Base(base) => format!("--base {}", quoted(&base.name())),
            Self::Pattern(pattern) => format!("--exclude-pattern {}", quoted(pattern.as_str())),
            Self::Marked(_) => return None,
        })
    }
}
