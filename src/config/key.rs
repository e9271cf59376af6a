//! The table of all settings: name, default, kind of value, effect; and the file that `simscope config init` writes of
//! it.

use std::{
    fmt::{self, Write},
    ops::RangeInclusive,
    str::FromStr,
};

use super::recipe::RecipeField;
use crate::simhash::{Profile, Recipe};

/// The least memory to set, in MB: the program itself and a text of a megabyte take as much.
pub(super) const LEAST_BUDGET: u32 = 128;
/// The most memory to set, in MB.
const LARGEST_BUDGET: u32 = 1 << 20;

/// The longest name of a reviewer, in characters.
pub(crate) const LONGEST_NAME: usize = 60;

named! {
    /// A setting, by its name in the file; flags have the same. In the order in which they are shown.
    #[derive(PartialOrd, Ord, Hash)]
    pub SettingKey {
        Lang = "lang",
        /// The threshold: the largest distance called near.
        K = "k",
        Recipe = "recipe",
        /// The shortest shared run: in Han characters, and in words of other scripts.
        Run = "run",
        /// The least share that counts as much shared text, in percent.
        Shared = "shared",
        /// The least cosine of near-duplicates, in hundredths.
        Cosine = "cosine",
        /// Kinds of text that are excluded from the scores.
        Exclude = "exclude",
        /// The least number of documents in which a passage occurs to be excluded.
        Common = "common",
        /// Text that matches one of these is excluded.
        ExcludePattern = "exclude-pattern",
        /// The order of pairs.
        Sort = "sort",
        /// The order of features.
        FeatureSort = "feature-sort",
        /// Equal paragraphs shown around a change.
        Context = "context",
        /// Whether lines of hard-wrapped paragraphs are joined for reading.
        JoinLines = "join-lines",
        Theme = "theme",
        Color = "color",
        Ascii = "ascii",
        /// Large print, for a projector.
        Big = "big",
        /// The cells that the terminal gives a character of ambiguous width.
        Ambiguous = "ambiguous",
        Motion = "motion",
        HideNames = "hide-names",
        /// Who gives the verdicts, in their own words.
        Reviewer = "reviewer",
        /// Whether a verdict goes on to the next undecided pair.
        GoOn = "go-on",
        Cache = "cache",
        /// The memory for all texts and the work on them.
        Memory = "memory",
        /// The library, by name or file.
        Library = "library",
    }
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
    /// A name of at most so many characters, or none.
    Name(usize),
    /// A recipe, whole or in parts; the recipe's own rules say what is allowed.
    Recipe,
    /// Two lengths, parted by a comma.
    Run,
}

impl SettingKey {
    /// The default as text.
    pub fn default(self) -> &'static str {
        match self {
            Self::Lang | Self::Theme | Self::Color => "auto",
            Self::K => "3",
            Self::Run => "13,8",
            Self::Shared => "60",
            Self::Cosine => "97",
            Self::Exclude => "none",
            Self::Common | Self::Memory => "0",
            Self::Sort => "rank",
            Self::Library => "library",
            Self::FeatureSort => "weight",
            Self::Context => "2",
            Self::Ascii | Self::Big | Self::HideNames | Self::GoOn => "false",
            Self::Ambiguous => "1",
            Self::JoinLines | Self::Motion | Self::Cache => "true",
            _ => "",
        }
    }

    pub fn kind(self) -> ValueKind {
        match self {
            Self::Lang => ValueKind::OneOf(&["auto", "en", "zh"]),
            Self::K => ValueKind::Number(0..=128),
            Self::Recipe => ValueKind::Recipe,
            Self::Run => ValueKind::Run,
            Self::Shared | Self::Cosine => ValueKind::Number(0..=100),
            Self::Exclude => ValueKind::AnyOf(&["quotations", "references"]),
            Self::ExcludePattern => ValueKind::Patterns,
            Self::Sort => {
                ValueKind::OneOf(&["rank", "distance", "shared", "longest", "cosine", "documents", "verdict"])
            }
            Self::FeatureSort => ValueKind::OneOf(&["weight", "place", "count", "name"]),
            // Common text occurs in three or in none: text in two is what comparing them is about (see
            // [`check`](super::check)).
            Self::Context | Self::Common => ValueKind::Number(0..=1000),
            Self::Theme => ValueKind::OneOf(ThemeName::NAMES),
            Self::Color => ValueKind::OneOf(ColorChoice::NAMES),
            Self::JoinLines | Self::Ascii | Self::Big | Self::Motion | Self::HideNames | Self::GoOn | Self::Cache => {
                ValueKind::Switch
            }
            Self::Reviewer => ValueKind::Name(LONGEST_NAME),
            Self::Ambiguous => ValueKind::Number(1..=2),
            Self::Memory => ValueKind::Number(0..=LARGEST_BUDGET),
            Self::Library => ValueKind::Place,
        }
    }

    pub fn is_number(self) -> bool {
        matches!(self.kind(), ValueKind::Number(_))
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
            ValueKind::Name(most) => format!("a name of at most {most} characters"),
            ValueKind::Recipe => {
                let parts = RecipeField::NAMES.join("=…, ");
                let names: Vec<_> = Profile::named().map(|profile| profile.name).collect();
                format!("{}; or a whole line; then, or alone, {parts}=…, separated by ;", names.join(", "))
            }
            ValueKind::Run => "1 to 1000 Han characters, and 1 to 1000 words, such as 13,8".into(),
        }
    }

    /// Values to suggest.
    pub fn values(self) -> Vec<String> {
        match self.kind() {
            ValueKind::OneOf(names) | ValueKind::AnyOf(names) => names.iter().map(|&name| name.into()).collect(),
            ValueKind::Number(range) if range.clone().count() <= 2 => range.map(|n| n.to_string()).collect(),
            ValueKind::Number(_) | ValueKind::Patterns | ValueKind::Place | ValueKind::Name(_) | ValueKind::Run => {
                Vec::new()
            }
            ValueKind::Switch => vec!["true".into(), "false".into()],
            ValueKind::Recipe => {
                let parts = RecipeField::ALL.into_iter();
                let parts =
                    parts.flat_map(|part| part.values().into_iter().map(move |value| format!("{part}={value}")));
                Profile::named().map(|profile| profile.name.into()).chain(parts).collect()
            }
        }
    }
}

named! {
    /// The name of a set of colours.
    #[derive(Default)]
    pub ThemeName {
        /// Dark or light, as the terminal's ground is.
        #[default]
        Auto = "auto",
        /// For a dark ground.
        Dark = "dark",
        /// For a light ground.
        Light = "light",
        /// With a contrast of 7:1 and more.
        HighContrast = "high-contrast",
        /// Only the 16 colours that the terminal itself defines.
        Ansi16 = "ansi16",
        /// No colour, but bold, underline and reverse.
        Mono = "mono",
        /// Red and green, as in `diff`.
        Classic = "classic",
    }
}

named! {
    #[derive(Default)]
    pub ColorChoice {
        /// If the output is a terminal that has colours, and `NO_COLOR` is not set.
        #[default]
        Auto = "auto",
        Always = "always",
        Never = "never",
    }
}

/// The effect of a setting, in a line.
fn purpose(key: SettingKey) -> &'static str {
    match key {
        SettingKey::Lang => "Language of the screens and results; auto is that of the environment.",
        SettingKey::K => "The largest Hamming distance called near; at most the number of bits.",
        SettingKey::Recipe => {
            "The recipe: a profile or a whole line, as every result carries it, then other values of its parts, if any."
        }
        SettingKey::Run => {
            "How long a run must be to count as shared: in Han characters, and in words of other scripts."
        }
        SettingKey::Shared => {
            "The share of either text, in percent, from which a pair shares much text; measured on Chinese texts only."
        }
        SettingKey::Cosine => "The least cosine of near-duplicates, in hundredths; measured on Chinese texts only.",
        SettingKey::Exclude => {
            "Exclusions from the scores; both scores are shown, with and without. One or more, separated by commas:"
        }
        SettingKey::Common => "Exclude passages that occur in at least so many documents.",
        SettingKey::ExcludePattern => "Exclude matches of one of these: [] or a list such as ['^Page [0-9]+$'].",
        SettingKey::Sort => "Order of the pairs on screen 1.",
        SettingKey::FeatureSort => "Order of the features on screen 2.",
        SettingKey::JoinLines => "Whether lines of hard-wrapped paragraphs are joined for reading, on screen 4.",
        SettingKey::Context => "How many equal paragraphs stay open around a change, on screen 4 and in simscope diff.",
        SettingKey::Theme => "Colours; auto is dark or light, as the terminal's ground is.",
        SettingKey::Color => "Whether there is colour. NO_COLOR wins over this, --color over both.",
        SettingKey::Ascii => "Draw with ASCII marks only.",
        SettingKey::Big => {
            "Large print, for a projector: few rows, wide columns, high contrast unless theme says another."
        }
        SettingKey::Ambiguous => {
            "Cells that the terminal gives a character of ambiguous width (such as × or “): 1 or 2."
        }
        SettingKey::Motion => "Whether anything may move by itself.",
        SettingKey::HideNames => "Call documents by their numbers, on the screens and in reports.",
        SettingKey::Reviewer => "Your name beside your verdicts, in reviews and reports; a statement, not a signature.",
        SettingKey::GoOn => "Whether a verdict goes on to the next pair without one.",
        SettingKey::Memory => {
            "Memory for all texts and the work on them, in MB; documents that do not fit are skipped, by their order."
        }
        SettingKey::Library => "The library of simscope library, unless --library names another.",
        SettingKey::Cache => {
            "Whether the texts and numbers of a review's files are kept, so that it opens faster the next time."
        }
    }
}

/// Every setting with its default, commented out.
pub(crate) fn template() -> String {
    let mut text = String::from(
        "# The settings of simscope. Take the # off a line to change what it says.\n\
         # The environment (SIMSCOPE_ and the name in capitals, - as _) and the command line win over this file;\n\
         # `simscope config show` tells what holds, and where it was said.\n",
    );
    for key in SettingKey::ALL {
        let allowed = key.allowed();
        // Into a string nothing can fail.
        _ = writeln!(text, "\n# {}", purpose(key));
        if !allowed.is_empty() {
            _ = writeln!(text, "# {allowed}");
        }
        _ = writeln!(text, "#{} = {}", key.name(), written(key, &default(key)));
    }
    text.push_str(
        "\n# Keys. A table for everywhere, and one for each screen (overview, pipeline, bits, diff, lab, library), \
         whose own keys win.\n\
         # An action has one key, a list of keys, or [] for none. Its name is what `:` completes.\n\
         # A key is a character, or Enter Esc Space Tab Shift-Tab Up Down Left Right Home End PageUp PageDown\n\
         # Backspace Delete, with Ctrl- before it where needed.\n\
         #[keys.everywhere]\n#copy = [\"y\", \"Ctrl-y\"]\n\
         #[keys.overview]\n#sort = \"S\"\n",
    );
    text
}

fn default(key: SettingKey) -> String {
    if key == SettingKey::Recipe { Recipe::default().to_string() } else { key.default().into() }
}

/// A value in TOML.
pub(crate) fn written(key: SettingKey, text: &str) -> String {
    match key.kind() {
        ValueKind::Patterns => format!("{:?}", text.lines().collect::<Vec<_>>()),
        ValueKind::Switch => text.into(),
        _ if key.is_number() => text.into(),
        _ => format!("{text:?}"),
    }
}
