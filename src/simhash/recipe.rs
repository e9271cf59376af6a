//! The recipe: every setting that changes bits, as one value and as one canonical line.
//!
//! `jieba-hmm@0.11;fold=none;tfidf:all@zh-en-1;xxh3-64;64;gt` reads: tokenizer with its version, folding, weight with
//! the name of its IDF table, feature hash, width in bits, tie rule. k, the largest distance called near, is not part
//! of it, since it changes no bit.

mod form;

use std::{error::Error, fmt};

use super::{hash::FeatureHash, presets};
pub use form::parse_bits;
use form::unknown;

/// All settings that change bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// What the text is cut into.
    pub tokenizer: Tokenizer,
    /// What is made equal before counting.
    pub fold: Fold,
    /// How much a feature counts.
    pub weight: Weighting,
    /// What turns a feature into bits.
    pub hash: FeatureHash,
    /// Width of the fingerprint, 3 to 128 bits.
    pub bits: u8,
    /// Whether a bit of 1 adds or takes away.
    pub sign: Sign,
    /// What a column sum of exactly 0 becomes.
    pub tie: Tie,
    /// How the column sums are added.
    pub sum: Sum,
    /// What a text without features gets.
    pub empty: Empty,
}

/// What the text is cut into.
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
    /// What stands between white space.
    Space,
    /// What stands between space, tab, LF, CR and FF only, as Java's `StringTokenizer` cuts.
    JavaSpace,
    /// Windows of n characters over the `\w` characters of the lower-cased text, as the PyPI package simhash cuts.
    PypiWindows(u8),
    /// Windows of n words of `\w` characters of the lower-cased text, none where there are under 5 words, as text-dedup
    /// cuts.
    TextDedupNgrams(u8),
    /// Lower-cased matches of `[\w']+(?:://[\w./]+)?`, `\w` being ASCII, as mfonda/simhash cuts.
    MfondaWords,
    /// Runs of letters, `-`, `_` and `'` of the text in the form NFKC and lower-cased, as mfonda/simhash cuts.
    MfondaUnicode,
    /// Words as by [`Jieba`](Self::Jieba), without those of one character and without stop words: cppjieba's method.
    Keywords,
    /// The text is a list of features: lines of `feature TAB weight [TAB hash]`.
    Given,
}

/// What is made equal before counting, character by character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Nothing.
    None,
    /// Upper and lower case.
    Case,
    /// Case, and compatibility forms (NFKC) such as full-width letters.
    Nfkc,
}

/// Which features are kept: all, or the N heaviest.
///
/// Ties fall by first place in the text; for [`Weighting::Given`] and [`Weighting::Keyword`] as libstdc++'s
/// `partial_sort` lets them fall, since they follow a system that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// All of them.
    All,
    /// The N heaviest.
    Top(u32),
}

/// How much a feature counts, from its number of occurrences tf and its inverse document frequency idf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weighting {
    /// tf.
    Tf,
    /// tf·idf.
    TfIdf(Keep),
    /// tf·√idf.
    TfSqrtIdf(Keep),
    /// 1 + ln tf.
    LogTf,
    /// 1.
    Binary,
    /// tf·idf as cppjieba has it: a word that is not a Han word of the table gets [`MEAN_IDF`].
    Keyword(Keep),
    /// As given with the features.
    Given(Keep),
}

impl Weighting {
    /// Whether the weights come with the features.
    pub fn is_given(self) -> bool {
        matches!(self, Self::Given(_))
    }
}

/// Whether a bit of 1 adds or takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// +weight where the hash bit is 1.
    Plain,
    /// +weight where the hash bit is 0, as the crate gaoya has it.
    Inverted,
}

/// What a column sum of exactly 0 becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// `V > 0`: 0.
    Zero,
    /// `V >= 0`: 1.
    One,
}

/// How the column sums are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sum {
    /// Integers in multiples of 2⁻¹⁶: exact, in any order.
    Fixed,
    /// 64-bit floats in the order of the features, for systems that are defined so.
    Float,
}

/// What a text without features gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Empty {
    /// No fingerprint.
    None,
    /// The constant that the reproduced system gives, marked as such.
    Constant,
}

/// The widths a fingerprint may have, in bits.
pub const WIDTHS: std::ops::RangeInclusive<u8> = 3..=128;
/// The IDF of every word that cppjieba's table does not list: the mean of that table.
pub const MEAN_IDF: f64 = 11.739_204_307_083_542;
/// The name of the IDF table that `tfidf` weights come from.
pub const IDF_TABLE: &str = "zh-en-1";

/// Why a recipe is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipeError {
    /// A setting's value is unknown.
    Unknown {
        /// The setting.
        setting: &'static str,
        /// What was given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// The hash has fewer bits than wanted.
    TooWide {
        /// The hash.
        hash: &'static str,
        /// Its bits.
        reach: u8,
        /// The bits wanted.
        bits: u8,
        /// Hashes that have enough.
        others: String,
    },
    /// Given weights need given features, and the other way round.
    GivenAlone,
    /// Float sums add weights that are defined as floats, and there are none.
    FloatAlone,
    /// The reproduced system takes whole bytes only.
    WholeBytes(u8),
    /// The line has not the parts of a recipe.
    Shape(String),
}

impl Error for RecipeError {}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { setting, value, allowed } => {
                write!(f, "{setting}: {value:?} is not known; allowed: {allowed}")
            }
            Self::TooWide { hash, reach, bits, others } => {
                write!(f, "bits: {hash} reaches {reach} bits, not {bits}; hashes that reach {bits}: {others}")
            }
            Self::GivenAlone => f.write_str(
                "given features and given weights go together: use --tokens given with --weight given, or neither",
            ),
            Self::FloatAlone => f.write_str(
                "sum=f64 adds weights that are floats: use it with --weight given or keyword, or choose another recipe",
            ),
            Self::WholeBytes(bits) => write!(f, "bits: md5-low takes multiples of 8 from 8 to 128, not {bits}"),
            Self::Shape(line) => {
                let (profiles, example) = (presets::names(), Recipe::default());
                write!(f, "recipe: {line:?} is neither a profile ({profiles}) nor a line such as {example}")
            }
        }
    }
}

impl Default for Recipe {
    /// What simscope uses unless told otherwise.
    ///
    /// Weight and folding are those with the best F1 at a Hamming distance of 3, of all that called no false pair near:
    /// none of 66 pairs labelled far and none of 92,339 pairs of different texts. F1 is 0.970, with 94 % of the
    /// near-duplicates found. That is a little lucky: over 64 seeds of the hash it is 0.961 on average, folding case
    /// or not, and one of the 66 is called near, an older version of the same text.
    ///
    /// Raw tf has a better F1 and is out of the question: it called 468 pairs of different texts near, since 的 and
    /// "the" decide most bits. tf·√idf does as well as tf·idf, but 的 still leads Chinese prose with it. Keeping only
    /// the heaviest features gains nothing. `examples/measure_weights.rs` measures it all again.
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::Jieba,
            fold: Fold::None,
            weight: Weighting::TfIdf(Keep::All),
            hash: FeatureHash::Xxh3_64,
            bits: 64,
            sign: Sign::Plain,
            tie: Tie::Zero,
            sum: Sum::Fixed,
            empty: Empty::None,
        }
    }
}

impl Recipe {
    /// Itself if its settings fit together.
    ///
    /// # Errors
    /// [`RecipeError`] where the hash is too short for the width, or given weights stand without given features.
    pub fn checked(self) -> Result<Self, RecipeError> {
        if !WIDTHS.contains(&self.bits) {
            return Err(unknown("bits", &self.bits.to_string(), "3 to 128".into()));
        }
        if self.bits > self.hash.reach() {
            let enough = FeatureHash::ALL.into_iter().filter(|hash| hash.reach() >= self.bits);
            let others = enough.map(FeatureHash::name).collect::<Vec<_>>().join(", ");
            let (hash, reach, bits) = (self.hash.name(), self.hash.reach(), self.bits);
            return Err(RecipeError::TooWide { hash, reach, bits, others });
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

    /// The settings in which the two differ, as (setting, here, there).
    pub fn differences(&self, other: &Self) -> Vec<(&'static str, String, String)> {
        let settings = |r: &Self| {
            [
                ("tokens", r.tokenizer.to_string()),
                ("fold", r.fold.name().into()),
                ("weight", r.weight.to_string()),
                ("hash", r.hash.name().into()),
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
    use super::*;

    #[test]
    fn the_canonical_line_reads_back() {
        let mut recipes = vec![Recipe::default()];
        recipes.extend(presets::ALL.iter().map(presets::Preset::recipe));
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
        assert!("chars:0".parse::<Tokenizer>().is_err() && "tfidf:0".parse::<Weighting>().is_err());
    }

    #[test]
    fn differences_name_the_settings() {
        let other = Recipe { bits: 32, tie: Tie::One, ..Recipe::default() };
        let names: Vec<_> = Recipe::default().differences(&other).into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["bits", "tie"]);
    }
}
