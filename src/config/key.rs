//! The table of all settings.

use std::ops::RangeInclusive;

use super::{ColorChoice, ThemeName};
use crate::simhash::{FeatureHash, Profile};

/// The least memory to set, in MB: the program itself and a text of a megabyte take as much.
pub(super) const LEAST_BUDGET: u32 = 128;
/// The most memory to set, in MB.
const LARGEST_BUDGET: u32 = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingKey {
    Lang,
    /// The threshold: the largest distance called near.
    K,
    /// The recipe as a whole.
    Recipe,
    /// The units that a text is cut into.
    Tokens,
    /// The differences to ignore before counting.
    Fold,
    /// How much a feature counts.
    Weight,
    /// What turns a feature into bits.
    Hash,
    /// The width of the fingerprint.
    Bits,
    /// The bit for a sum of 0.
    Tie,
    /// The shortest shared run, in Han characters.
    RunHan,
    /// The shortest shared run, in words of other scripts.
    RunWords,
    /// The least share that counts as much shared text, in percent.
    Shared,
    /// The least cosine of near-duplicates, in hundredths.
    Cosine,
    /// Kinds of text that are excluded from the scores.
    Exclude,
    /// The least number of documents in which a passage occurs to be excluded.
    Common,
    /// Text that matches one of these is excluded.
    ExcludePattern,
    /// The order of pairs.
    Sort,
    /// The order of features.
    FeatureSort,
    /// Equal paragraphs shown around a change.
    Context,
    /// Whether lines of hard-wrapped paragraphs are joined for reading.
    JoinLines,
    Theme,
    Color,
    /// Whether the interface uses ASCII only.
    Ascii,
    /// Large print, for a projector.
    Big,
    /// The cells that the terminal gives a character of ambiguous width.
    Ambiguous,
    /// Whether the screens may be animated.
    Motion,
    /// Whether numbers replace the names of documents.
    HideNames,
    /// Whether a review caches the documents it reads.
    Cache,
    /// The memory for all texts and the work on them.
    Memory,
    /// The library, by name or file.
    Library,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// One of these names.
    OneOf(&'static [&'static str]),
    /// A whole number.
    Number(RangeInclusive<u32>),
    /// Any of these names, parted by commas, or `none`.
    AnyOf(&'static [&'static str]),
    /// Patterns, each on a line.
    Patterns,
    /// `true` or `false`.
    Switch,
    /// A name, or the path of a file.
    Place,
    /// A recipe, or a part of one; the recipe's own rules say what is allowed.
    Recipe,
}

impl SettingKey {
    /// In the order in which they are shown.
    pub const ALL: [Self; 30] = [
        Self::Lang,
        Self::K,
        Self::Recipe,
        Self::Tokens,
        Self::Fold,
        Self::Weight,
        Self::Hash,
        Self::Bits,
        Self::Tie,
        Self::RunHan,
        Self::RunWords,
        Self::Shared,
        Self::Cosine,
        Self::Exclude,
        Self::Common,
        Self::ExcludePattern,
        Self::Sort,
        Self::FeatureSort,
        Self::Context,
        Self::JoinLines,
        Self::Theme,
        Self::Color,
        Self::Ascii,
        Self::Big,
        Self::Ambiguous,
        Self::Motion,
        Self::HideNames,
        Self::Cache,
        Self::Memory,
        Self::Library,
    ];

    /// The name in the file; flags have the same.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lang => "lang",
            Self::K => "k",
            Self::Recipe => "recipe",
            Self::Tokens => "tokens",
            Self::Fold => "fold",
            Self::Weight => "weight",
            Self::Hash => "hash",
            Self::Bits => "bits",
            Self::Tie => "tie",
            Self::RunHan => "run-han",
            Self::RunWords => "run-words",
            Self::Shared => "shared",
            Self::Cosine => "cosine",
            Self::Exclude => "exclude",
            Self::Common => "common",
            Self::ExcludePattern => "exclude-pattern",
            Self::Sort => "sort",
            Self::FeatureSort => "feature-sort",
            Self::Context => "context",
            Self::JoinLines => "join-lines",
            Self::Theme => "theme",
            Self::Color => "color",
            Self::Ascii => "ascii",
            Self::Big => "big",
            Self::Ambiguous => "ambiguous",
            Self::Motion => "motion",
            Self::HideNames => "hide-names",
            Self::Cache => "cache",
            Self::Memory => "memory",
            Self::Library => "library",
        }
    }

    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// Its variable of the environment.
    pub fn variable(self) -> String {
        format!("SIMSCOPE_{}", self.name().to_ascii_uppercase().replace('-', "_"))
    }

    /// The default as text; empty for the parts of a recipe, which the recipe decides.
    pub fn default(self) -> &'static str {
        match self {
            Self::Lang | Self::Theme | Self::Color => "auto",
            Self::K => "3",
            Self::RunHan => "13",
            Self::RunWords => "8",
            Self::Shared => "60",
            Self::Cosine => "97",
            Self::Exclude => "none",
            Self::Common | Self::Memory => "0",
            Self::Sort => "rank",
            Self::Library => "library",
            Self::FeatureSort => "weight",
            Self::Context => "2",
            Self::Ascii | Self::Big | Self::HideNames => "false",
            Self::Ambiguous => "1",
            Self::JoinLines | Self::Motion | Self::Cache => "true",
            _ => "",
        }
    }

    pub fn kind(self) -> ValueKind {
        match self {
            Self::Lang => ValueKind::OneOf(&["auto", "en", "zh"]),
            Self::K => ValueKind::Number(0..=128),
            Self::RunHan | Self::RunWords => ValueKind::Number(1..=1000),
            Self::Shared | Self::Cosine => ValueKind::Number(0..=100),
            Self::Exclude => ValueKind::AnyOf(&["quotations", "references"]),
            Self::ExcludePattern => ValueKind::Patterns,
            Self::Sort => {
                ValueKind::OneOf(&["rank", "distance", "shared", "longest", "cosine", "documents", "verdict"])
            }
            Self::FeatureSort => ValueKind::OneOf(&["weight", "place", "count", "name"]),
            // Common text occurs in three or in none: text in two is what comparing them is about (see [`check`](super::check)).
            Self::Context | Self::Common => ValueKind::Number(0..=1000),
            Self::Theme => ValueKind::OneOf(ThemeName::NAMES),
            Self::Color => ValueKind::OneOf(ColorChoice::NAMES),
            Self::JoinLines | Self::Ascii | Self::Big | Self::Motion | Self::HideNames | Self::Cache => {
                ValueKind::Switch
            }
            Self::Ambiguous => ValueKind::Number(1..=2),
            Self::Memory => ValueKind::Number(0..=LARGEST_BUDGET),
            Self::Library => ValueKind::Place,
            _ => ValueKind::Recipe,
        }
    }

    /// Whether it is the recipe or a part of it.
    pub fn of_recipe(self) -> bool {
        self.kind() == ValueKind::Recipe
    }

    /// Whether a file writes it as a number.
    pub fn is_number(self) -> bool {
        self == Self::Bits || matches!(self.kind(), ValueKind::Number(_))
    }

    /// The allowed values in words; for the recipe a few examples.
    pub fn allowed(self) -> String {
        match self.kind() {
            ValueKind::OneOf(names) => names.join(", "),
            ValueKind::AnyOf(names) => format!("{}, none", names.join(", ")),
            ValueKind::Patterns => "a list of regular expressions, as of the crate regex".into(),
            ValueKind::Number(range) if self == Self::Common => format!("0 for none, 3 to {}", range.end()),
            ValueKind::Number(range) if self == Self::Memory => {
                format!("0 for half of what there is, at most 8192; {LEAST_BUDGET} to {}", range.end())
            }
            ValueKind::Number(range) => format!("{} to {}", range.start(), range.end()),
            ValueKind::Switch => "true, false".into(),
            ValueKind::Place => "a name, or the path of a file".into(),
            ValueKind::Recipe => self.values().join(", "),
        }
    }

    /// Values to suggest.
    pub fn values(self) -> Vec<String> {
        match self.kind() {
            ValueKind::OneOf(names) | ValueKind::AnyOf(names) => names.iter().map(|&name| name.into()).collect(),
            ValueKind::Number(range) if range.clone().count() <= 2 => range.map(|n| n.to_string()).collect(),
            ValueKind::Number(_) | ValueKind::Patterns | ValueKind::Place => Vec::new(),
            ValueKind::Switch => vec!["true".into(), "false".into()],
            ValueKind::Recipe if self == Self::Recipe => Profile::named().map(|profile| profile.name.into()).collect(),
            ValueKind::Recipe if self == Self::Hash => FeatureHash::ALL.iter().map(|hash| hash.name().into()).collect(),
            ValueKind::Recipe => self.parts().iter().map(|&name| name.into()).collect(),
        }
    }

    /// Values of a part of the recipe, a few of those that have a number.
    fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Tokens => &[
                "jieba",
                "words",
                "chars:2",
                "chars:3",
                "word-ngrams:2",
                "word-ngrams:3",
                "space",
                "keywords",
                "given",
            ],
            Self::Fold => {
                &["none", "case", "nfkc", "case+nfkc+han+skeleton", "han-words", "no-urls", "no-urls+no-numbers"]
            }
            Self::Weight => &[
                "tf",
                "tfidf",
                "tfidf:20",
                "tfsqrtidf",
                "tfsqrtidf:20",
                "mintfsqrtidf:5",
                "lntfidf",
                "1+lntf",
                "binary",
                "keyword",
                "given",
            ],
            Self::Bits => &["8", "16", "32", "64", "96", "128"],
            Self::Tie => &["gt", "ge"],
            _ => &[],
        }
    }
}
