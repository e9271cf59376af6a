//! The kinds of exclusion rules: identity, the form stored in a review, the option of the command line.

use crate::{
    compare::{
        coverage::RunLength,
        exclusion::{ExclusionReason, Exclusions, Marked, MarkedPlace, Part, Pattern, PatternError},
    },
    document::safe_name,
    locale::Lang,
    review::{BaseText, Exclusion, Files, exclusion::ExclusionKey},
    t,
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
    /// A stored exclusion that excludes nothing any more. It remains in the review.
    Unusable(Exclusion, Unusable),
}

/// Why a stored exclusion excludes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// It is not a pattern of this version.
    Pattern(PatternError),
    /// The pattern is longer than [`LONGEST_PATTERN`].
    TooLong,
    /// It comes after so many others of its kind.
    TooMany(usize),
}

impl Unusable {
    pub(super) fn message(&self, lang: Lang) -> String {
        match self {
            Self::Pattern(error) if error.spans_lines => t!(lang, "exclude.unusable-lines").into(),
            Self::Pattern(_) => t!(lang, "exclude.unusable-pattern").into(),
            Self::TooLong => t!(lang, "exclude.unusable-long", n = LONGEST_PATTERN),
            Self::TooMany(most) => t!(lang, "exclude.unusable-many", n = most),
        }
    }
}

/// The beginning of an exclusion's text, or its file. Safe to show.
pub(super) fn excerpt(exclusion: &Exclusion) -> String {
    const SHOWN: usize = 40;
    let text = match exclusion {
        Exclusion::Base(base) => base.name(),
        other => safe_name(other.words().unwrap_or_default()),
    };
    if text.chars().count() <= SHOWN { text } else { text.chars().take(SHOWN).chain(['…']).collect() }
}

/// The identity of a rule, whatever its settings.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum RuleKey<'a> {
    /// As the review identifies it.
    Stored(ExclusionKey<'a>),
    /// Marked text in a document, by its number: its file may have been renamed.
    Place(&'a str, usize, usize),
    Unusable(ExclusionKey<'a>),
}

/// The least number of documents for common text: text shared by two is what a comparison looks for.
pub(super) const LEAST_COMMON: usize = 3;

/// The greatest length of a pattern read from a review, in characters.
pub(crate) const LONGEST_PATTERN: usize = 400;

impl RuleKind {
    /// Whether both are the same rule, whatever their settings.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    pub(super) fn key(&self) -> RuleKey<'_> {
        match self {
            Self::Quotations => RuleKey::Stored(ExclusionKey::Quotations),
            Self::References => RuleKey::Stored(ExclusionKey::References),
            Self::Common(_) => RuleKey::Stored(ExclusionKey::Common),
            Self::Base(base) => RuleKey::Stored(ExclusionKey::Base(&base.file.path)),
            Self::Pattern(pattern) => RuleKey::Stored(ExclusionKey::Pattern(pattern.as_str())),
            Self::Marked(Marked { text, place: MarkedPlace::Anywhere(_), .. }) => {
                RuleKey::Stored(ExclusionKey::Passage(text))
            }
            &Self::Marked(Marked { ref text, place: MarkedPlace::Once(at, nth), .. }) => RuleKey::Place(text, at, nth),
            Self::Unusable(exclusion, _) => RuleKey::Unusable(exclusion.key()),
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
            Self::Unusable(exclusion, _) => exclusion.clone(),
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

    /// The rule of a stored exclusion; `None` if its file is not among `files`, or the marked passage contains no
    /// `run`.
    pub(super) fn of(stored: &Exclusion, files: &Files, run: RunLength) -> Option<Self> {
        let why = |&quotation: &bool| if quotation { ExclusionReason::Quotation } else { ExclusionReason::Common };
        Some(match stored {
            Exclusion::Quotations => Self::Quotations,
            Exclusion::References => Self::References,
            Exclusion::Common { least } => Self::Common((*least).max(LEAST_COMMON)),
            Exclusion::Base(base) => Self::Base(base.clone()),
            Exclusion::Pattern { pattern } if pattern.chars().count() > LONGEST_PATTERN => {
                Self::Unusable(stored.clone(), Unusable::TooLong)
            }
            Exclusion::Pattern { pattern } => match Pattern::new(pattern) {
                Ok(pattern) => Self::Pattern(pattern),
                Err(error) => Self::Unusable(stored.clone(), Unusable::Pattern(error)),
            },
            Exclusion::Passage { text, quotation } => Self::Marked(Marked::passage(text, why(quotation), run)?),
            Exclusion::Place { file, text, nth, quotation } => {
                let place = MarkedPlace::Once(files.find(file)?, *nth);
                Self::Marked(Marked { text: text.as_str().into(), why: why(quotation), place })
            }
        })
    }

    /// The name of a rule that is not usable; `None` for a usable one.
    pub(crate) fn unusable_name(&self, lang: Lang) -> Option<String> {
        let Self::Unusable(exclusion, why) = self else { return None };
        Some(t!(lang, "exclude.unusable-rule", text = excerpt(exclusion), why = why.message(lang)))
    }

    pub(crate) fn is_usable(&self) -> bool {
        !matches!(self, Self::Unusable(..))
    }

    /// Adds the rule to `all` and returns the part that it is there; `None` for one that excludes nothing.
    pub(crate) fn add_to(&self, all: &mut Exclusions) -> Option<Part> {
        fn push<T>(list: &mut Vec<T>, one: T) -> usize {
            list.push(one);
            list.len() - 1
        }
        Some(match self {
            Self::Quotations => {
                all.quotations = true;
                Part::Quotations
            }
            Self::References => {
                all.references = true;
                Part::References
            }
            Self::Common(least) => {
                all.common = Some(*least);
                Part::Common
            }
            Self::Base(base) => Part::Base(push(&mut all.base, base.base()?)),
            Self::Pattern(pattern) => Part::Pattern(push(&mut all.patterns, pattern.clone())),
            Self::Marked(mark) => Part::Marked(push(&mut all.marked, mark.clone())),
            Self::Unusable(..) => return None,
        })
    }

    /// The regular expression of a pattern.
    pub(crate) fn pattern(&self) -> Option<String> {
        if let Self::Pattern(pattern) = self { Some(pattern.as_str().into()) } else { None }
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
            Self::Pattern(_) | Self::Unusable(..) => ExclusionReason::Pattern,
            Self::Marked(marked) => marked.why,
        }
    }

    /// The option of the command line, quoted for a shell; marks and unusable rules have none.
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
            Self::Marked(_) | Self::Unusable(..) => return None,
        })
    }
}
