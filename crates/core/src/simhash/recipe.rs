//! The recipe: every setting that changes bits, as one value and as one canonical line.
//!
//! `jieba-hmm@0.11;fold=no-urls;tfsqrtidf:all@zh-en-1;xxh3-64;64;gt` consists of the tokenizer with its version,
//! folding, weight with the name of its IDF table, feature hash, width in bits, and tie rule. The threshold k, the
//! largest distance called near, is not part of it, because it changes no bit.
//!
//! Sign, sum and empty are printed only if they are not the default; with them, a profile of another system is an
//! ordinary recipe. The default was chosen by measurements on labelled near-duplicates; `simscope evaluate --seeds 64
//! --split` repeats them.

mod form;

use std::{error::Error, fmt};

use super::{fingerprint::WIDTHS, hash::FeatureHash};
pub(super) use form::unknown;
pub use form::{Power, parse_bits};

/// All settings that change bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The tokens, of which the distinct ones are features.
    pub tokenizer: Tokenizer,
    /// The differences between tokens that do not count.
    pub fold: Fold,
    /// The weight of a feature in the sums.
    pub weight: Weighting,
    /// The hash of a feature: its row of bits.
    pub hash: FeatureHash,
    /// Width of the fingerprint, 3 to 128 bits.
    pub bits: u8,
    /// The sign of a bit of 1: it adds or subtracts.
    pub sign: Sign,
    /// The bit of a column whose sum is exactly 0.
    pub tie: Tie,
    /// The way column sums are added.
    pub sum: Sum,
    /// The fingerprint of a text without features.
    pub empty: Empty,
}

/// The tokens of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tokenizer {
    /// jieba with its hidden Markov model for Han runs, UAX 29 words elsewhere.
    Jieba,
    /// UAX 29 words throughout; a Han character is a word.
    Words,
    /// Windows of n characters over the letters and digits of the text.
    CharNgrams(u8),
    /// Windows of n words, cut as by [`Jieba`](Self::Jieba).
    WordNgrams(u8),
    /// Text between whitespace.
    Space,
    /// Stretches between space, tab, LF, CR and FF only, as Java's `StringTokenizer` cuts.
    JavaSpace,
    /// Windows of n characters over the `\w` characters of the lower-cased text, as the PyPI package simhash cuts.
    PypiWindows(u8),
    /// Windows of n words of `\w` characters of the lower-cased text, none if there are fewer than 5 words, as in
    /// text-dedup.
    TextDedupNgrams(u8),
    /// Lower-cased matches of `[\w']+(?:://[\w./]+)?`, `\w` being ASCII, as mfonda/simhash cuts.
    MfondaWords,
    /// Runs of letters, `-`, `_` and `'` of the text in the form NFKC and lower-cased, as mfonda/simhash cuts.
    MfondaUnicode,
    /// The words of [`Jieba`](Self::Jieba), without single characters and stop words: cppjieba's method.
    Keywords,
    /// The text is a list of features: lines of `feature TAB weight [TAB hash]`.
    Given,
}

impl Tokenizer {
    /// Every kind, with usual numbers, in the order of lists.
    pub const ALL: [Self; 14] = [
        Self::Jieba,
        Self::Words,
        Self::CharNgrams(2),
        Self::CharNgrams(3),
        Self::WordNgrams(2),
        Self::WordNgrams(3),
        Self::Space,
        Self::Keywords,
        Self::JavaSpace,
        Self::PypiWindows(4),
        Self::TextDedupNgrams(3),
        Self::MfondaWords,
        Self::MfondaUnicode,
        Self::Given,
    ];
    /// The tokenizers under which a verdict is compared: words, and one, two and three characters.
    pub const COMPARED: [Self; 4] = [Self::Jieba, Self::CharNgrams(1), Self::CharNgrams(2), Self::CharNgrams(3)];
}

/// Differences between tokens that are folded away before counting: a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fold(u8);

/// A difference that can be folded away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldPart {
    /// Upper and lower case.
    Case,
    /// Compatibility forms (NFKC), such as full-width letters.
    Nfkc,
    /// Traditional Han characters are read as simplified ones.
    Han,
    /// Invisible characters are ignored, and letters that only look like those of another script are replaced
    /// ([`Skeleton`](super::Skeleton)).
    Skeleton,
    /// Words of Taiwan and of the mainland for the same thing are one word; Traditional characters are folded too.
    HanWords,
    /// URLs, e-mail addresses and file names are read as spaces, whatever the tokenizer: no token is made of them.
    NoUrls,
    /// Words of only digits are also read as spaces.
    NoNumbers,
}

impl Fold {
    /// Tokens are counted as they are written.
    pub const NONE: Self = Self(0);
    /// Upper and lower case are one.
    pub const CASE: Self = Self::NONE.with(FoldPart::Case);
    /// Case and compatibility forms: the meaning of `nfkc` in a recipe.
    pub const NFKC: Self = Self::CASE.with(FoldPart::Nfkc);
    /// The reading in which [shared text](crate::compare::coverage) is found.
    pub const ALL: Self = Self::NFKC.with(FoldPart::Han).with(FoldPart::Skeleton);

    /// The set with `part`.
    #[must_use]
    pub const fn with(self, part: FoldPart) -> Self {
        Self(self.0 | 1 << part as u8)
    }

    /// The union of two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set for lists of features, in which nothing is read as spaces.
    #[must_use]
    pub const fn of_lists(self) -> Self {
        Self(self.0 & !(1 << FoldPart::NoUrls as u8 | 1 << FoldPart::NoNumbers as u8))
    }

    /// Returns true if `part` is in the set.
    pub const fn has(self, part: FoldPart) -> bool {
        self.0 >> part as u8 & 1 == 1
    }
}

/// The features to keep: all, or the N heaviest.
///
/// Ties are ordered by first place in the text; for [`Weighting::Given`] and [`Weighting::Keyword`] as by libstdc++'s
/// `partial_sort`, because they follow a system that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// All of them.
    All,
    /// The N heaviest.
    Top(u32),
}

/// The weight of a feature, from its number of occurrences tf and its inverse document frequency idf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weighting {
    /// tf: the number of occurrences.
    Tf,
    /// tf·idf, with the [table](super::idf) that [`IDF_TABLE`] names.
    TfIdf(Keep),
    /// tf·√idf, with the same table.
    TfSqrtIdf(Keep),
    /// min(tf, N)·√idf: occurrences beyond the N-th do not count.
    MinTfSqrtIdf(u32),
    /// tf·idf^P, with P in hundredths.
    TfIdfPow(u16),
    /// 1 + ln tf: many occurrences count for little more than a few.
    LogTf,
    /// (1 + ln tf)·idf.
    LogTfIdf,
    /// 1 for each feature, however often it occurs.
    Binary,
    /// tf·idf as cppjieba has it: a word that is not a Han word of the table gets [`MEAN_IDF`].
    Keyword(Keep),
    /// As given with the features.
    Given(Keep),
}

impl Weighting {
    /// The choices in a list.
    pub const OFFERED: [Self; 11] = [
        Self::TfSqrtIdf(Keep::All),
        Self::TfSqrtIdf(Keep::Top(20)),
        Self::TfIdf(Keep::All),
        Self::TfIdf(Keep::Top(20)),
        Self::Tf,
        Self::LogTf,
        Self::Binary,
        Self::MinTfSqrtIdf(5),
        Self::LogTfIdf,
        Self::Keyword(Keep::All),
        Self::Given(Keep::All),
    ];
    /// The weightings under which a verdict is compared.
    pub const COMPARED: [Self; 4] = [Self::Tf, Self::TfIdf(Keep::All), Self::LogTf, Self::Binary];
    /// The weightings under which recipes are measured: every kind that depends only on the words of a text, with usual
    /// numbers.
    pub const MEASURED: [Self; 19] = [
        Self::Tf,
        Self::TfIdf(Keep::All),
        Self::TfIdf(Keep::Top(200)),
        Self::TfIdf(Keep::Top(100)),
        Self::TfIdf(Keep::Top(50)),
        Self::TfIdf(Keep::Top(20)),
        Self::TfSqrtIdf(Keep::All),
        Self::TfSqrtIdf(Keep::Top(200)),
        Self::TfSqrtIdf(Keep::Top(100)),
        Self::TfSqrtIdf(Keep::Top(50)),
        Self::TfSqrtIdf(Keep::Top(20)),
        Self::LogTf,
        Self::Binary,
        Self::MinTfSqrtIdf(2),
        Self::MinTfSqrtIdf(5),
        Self::MinTfSqrtIdf(10),
        Self::TfIdfPow(75),
        Self::TfIdfPow(150),
        Self::LogTfIdf,
    ];

    /// Returns true if the weights come with the features.
    pub fn is_given(self) -> bool {
        matches!(self, Self::Given(_))
    }
}

/// The sign of a bit of 1: it adds or subtracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// +weight where the hash bit is 1.
    Plain,
    /// +weight where the hash bit is 0, as in the crate gaoya.
    Inverted,
}

/// The bit of a column whose sum is exactly 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// `V > 0`: 0.
    Zero,
    /// `V >= 0`: 1.
    One,
}

impl Tie {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Zero, Self::One];
}

/// The way column sums are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sum {
    /// Integers in multiples of 2⁻¹⁶: exact, in any order.
    Fixed,
    /// 64-bit floats in the order of the features, for systems that are defined so.
    Float,
}

/// The fingerprint of a text without features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Empty {
    /// It has none.
    None,
    /// The constant of the reproduced system, marked as such.
    Constant,
}

/// The IDF of every word that cppjieba's table does not list: the mean of that table.
pub const MEAN_IDF: f64 = 11.739_204_307_083_542;
/// The name of the IDF table for `tfidf` weights.
pub const IDF_TABLE: &str = "zh-en-1";

/// The reason why a text is not a valid recipe, or settings cannot be combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipeError {
    /// An unknown value of a setting.
    Unknown {
        /// The setting's name, such as `tokens`.
        setting: &'static str,
        /// The value as given.
        value: String,
        /// The values that are allowed, separated by commas.
        allowed: String,
    },
    /// The hash has fewer bits than wanted.
    TooWide {
        /// The name of the hash.
        hash: &'static str,
        /// The largest width of its fingerprints, in bits.
        most: u8,
        /// The requested width in bits.
        bits: u8,
        /// Names of hashes that have enough bits, separated by commas.
        others: String,
    },
    /// Given weights without given features, or the other way round.
    GivenAlone,
    /// Sums of floats with weights that are not defined as floats.
    FloatAlone,
    /// A width that is not a whole number of bytes, with the hash `md5-low`, whose system uses bytes.
    WholeBytes(u8),
    /// A line that is neither the name of a profile nor has the parts of a recipe.
    Shape {
        /// The line as given.
        line: String,
        /// The names of all profiles, separated by commas.
        profiles: String,
    },
}

impl Error for RecipeError {}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { setting, value, allowed } => {
                write!(f, "{setting}: unknown value {value:?}; allowed: {allowed}")
            }
            Self::TooWide { hash, most, bits, others } => {
                write!(f, "bits: {hash} has at most {most} bits, not {bits}; hashes with {bits}: {others}")
            }
            Self::GivenAlone => {
                f.write_str("given features need given weights: use --tokens given with --weight given, or neither")
            }
            Self::FloatAlone => f.write_str(
                "sum=f64 is for float weights: use it with --weight given or keyword, or choose another recipe",
            ),
            Self::WholeBytes(bits) => write!(f, "bits: md5-low accepts multiples of 8 from 8 to 128, not {bits}"),
            Self::Shape { line, profiles } => {
                let example = Recipe::default();
                write!(f, "recipe: {line:?} is neither a profile ({profiles}) nor a line like {example}")
            }
        }
    }
}

impl Default for Recipe {
    /// The default of simscope.
    ///
    /// Over 64 seeds of the hash its F1 at a Hamming distance of 3 is 0.967 ± 0.008 (mean ± standard deviation) on 257
    /// labelled pairs, and none of 92,339 pairs of unrelated texts is called near under any seed. This is the best mean
    /// among the weights and foldings of `simscope evaluate --also weights` that call at most 1 in 200,000 of these
    /// pairs near; with `no-numbers` too it is 0.969 ± 0.010, which is no difference, and it varies less without.
    ///
    /// tf·idf with all addresses counted has 0.961 ± 0.011; the gain is four times the standard
    /// deviation of the mean. Raw tf has 0.977 and is out of the question: on average it calls 34 pairs of unrelated
    /// texts near, since 的 and "the" decide most bits.
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::Jieba,
            fold: Fold::NONE.with(FoldPart::NoUrls),
            weight: Weighting::TfSqrtIdf(Keep::All),
            hash: FeatureHash::Xxh3_64(0),
            bits: 64,
            sign: Sign::Plain,
            tie: Tie::Zero,
            sum: Sum::Fixed,
            empty: Empty::None,
        }
    }
}

impl Recipe {
    /// Returns the recipe if its settings can be combined.
    ///
    /// # Errors
    /// [`RecipeError`] if the hash has fewer bits than the width, or given weights come without given features.
    pub fn checked(self) -> Result<Self, RecipeError> {
        if !WIDTHS.contains(&self.bits) {
            return Err(unknown("bits", &self.bits.to_string(), "3 to 128".into()));
        }
        if self.bits > self.hash.bits() {
            let enough = FeatureHash::ALL.into_iter().filter(|hash| hash.bits() >= self.bits);
            let others = enough.map(FeatureHash::name).collect::<Vec<_>>().join(", ");
            let (hash, most, bits) = (self.hash.name(), self.hash.bits(), self.bits);
            return Err(RecipeError::TooWide { hash, most, bits, others });
        }
        if self.hash == FeatureHash::Md5Low && !self.bits.is_multiple_of(8) {
            return Err(RecipeError::WholeBytes(self.bits));
        }
        if (self.tokenizer == Tokenizer::Given) != self.weight.is_given() {
            return Err(RecipeError::GivenAlone);
        }
        if self.sum == Sum::Float && !matches!(self.weight, Weighting::Given(_) | Weighting::Keyword(_)) {
            return Err(RecipeError::FloatAlone);
        }
        Ok(self)
    }

    /// The settings in which two recipes differ, each as (name, value here, value there).
    pub fn differences(&self, other: &Self) -> Vec<(&'static str, String, String)> {
        let settings = |r: &Self| {
            [
                ("tokens", r.tokenizer.to_string()),
                ("fold", r.fold.to_string()),
                ("weight", r.weight.to_string()),
                ("hash", r.hash.to_string()),
                ("bits", r.bits.to_string()),
                ("sign", r.sign.name().into()),
                ("tie", r.tie.name().into()),
                ("sum", r.sum.name().into()),
                ("empty", r.empty.name().into()),
            ]
        };
        let pairs = settings(self).into_iter().zip(settings(other));
        pairs.filter(|(a, b)| a != b).map(|((name, a), (_, b))| (name, a, b)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::simhash::Profile;

    #[test]
    fn every_kind_is_in_a_list() {
        use std::mem::discriminant;
        // The compiler asks for a new kind here; then it belongs into a list, or into this arm.
        let listed = |weight: Weighting| match weight {
            Weighting::Tf
            | Weighting::TfIdf(_)
            | Weighting::TfSqrtIdf(_)
            | Weighting::MinTfSqrtIdf(_)
            | Weighting::TfIdfPow(_)
            | Weighting::LogTf
            | Weighting::LogTfIdf
            | Weighting::Binary
            | Weighting::Keyword(_)
            | Weighting::Given(_) => discriminant(&weight),
        };
        let kinds: HashSet<_> = Weighting::OFFERED.into_iter().chain(Weighting::MEASURED).map(listed).collect();
        assert_eq!(kinds.len(), 10);
        let kinds: HashSet<_> = Tokenizer::ALL
            .into_iter()
            .map(|tokenizer| match tokenizer {
                Tokenizer::Jieba
                | Tokenizer::Words
                | Tokenizer::CharNgrams(_)
                | Tokenizer::WordNgrams(_)
                | Tokenizer::Space
                | Tokenizer::JavaSpace
                | Tokenizer::PypiWindows(_)
                | Tokenizer::TextDedupNgrams(_)
                | Tokenizer::MfondaWords
                | Tokenizer::MfondaUnicode
                | Tokenizer::Keywords
                | Tokenizer::Given => discriminant(&tokenizer),
            })
            .collect();
        assert_eq!(kinds.len(), 12);
    }

    #[test]
    fn the_canonical_line_reads_back() {
        let mut recipes = vec![Recipe::default()];
        recipes.extend(Profile::ALL.iter().map(Profile::recipe));
        for tokenizer in [
            Tokenizer::Words,
            Tokenizer::CharNgrams(3),
            Tokenizer::WordNgrams(2),
            Tokenizer::Space,
            Tokenizer::TextDedupNgrams(5),
            Tokenizer::Keywords,
        ] {
            recipes.push(Recipe { tokenizer, weight: Weighting::TfSqrtIdf(Keep::Top(20)), ..Recipe::default() });
        }
        for (weight, hash) in [
            (Weighting::MinTfSqrtIdf(5), FeatureHash::Xxh3_64(7)),
            (Weighting::LogTfIdf, FeatureHash::Xxh3_128(u64::MAX)),
            (Weighting::TfIdfPow(75), FeatureHash::Xxh3_64(42)),
            (Weighting::TfIdfPow(200), FeatureHash::Xxh3_64(0)),
        ] {
            recipes.push(Recipe { weight, hash, ..Recipe::default() });
        }
        recipes.push(Recipe { weight: Weighting::Keyword(Keep::Top(5)), sign: Sign::Inverted, ..Recipe::default() });
        let given = Weighting::Given(Keep::Top(5));
        recipes.push(Recipe { tokenizer: Tokenizer::Given, weight: given, sum: Sum::Float, ..Recipe::default() });
        for recipe in recipes {
            assert_eq!(recipe.to_string().parse(), Ok(recipe.clone()), "{recipe}");
        }
    }

    #[test]
    fn errors_name_what_is_allowed() {
        let error = |line: &str| line.parse::<Recipe>().unwrap_err().to_string();
        assert!(error("jieba;fold=case;tfidf;xxh3-64;96;gt").contains("xxh3-128, md5"));
        assert!(error("jieba;fold=up;tfidf;xxh3-64;64;gt").contains("none, case, nfkc"));
        assert!(error("jieba;fold=case;tfidf;xxh3-64;2;gt").contains("3 to 128"));
        assert!(error("jieba;fold=case;given;xxh3-64;64;gt").contains("--tokens given"));
        assert!(error("jieba;fold=case;tf;xxh3-64;64;gt;sum=f64").contains("--weight given"));
        assert!(error("nonsense").contains("pypi-simhash"));
        assert!("chars:0".parse::<Tokenizer>().is_err());
        for weight in
            ["tfidf:0", "mintfsqrtidf:0", "mintfsqrtidf", "tfidfpow:0", "tfidfpow:4.01", "tfidfpow:.5", "tfidfpow:1.5x"]
        {
            assert!(weight.parse::<Weighting>().is_err(), "{weight}");
        }
        assert_eq!("xxh3-64:0".parse(), Ok(FeatureHash::Xxh3_64(0)));
        assert!(error("jieba;fold=case;tfidf;md5:1;64;gt").contains("xxh3-64:SEED"));
    }

    #[test]
    fn differences_name_the_settings() {
        let other = Recipe { bits: 32, tie: Tie::One, ..Recipe::default() };
        let names: Vec<_> = Recipe::default().differences(&other).into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["bits", "tie"]);
    }
}
