//! The text form of a recipe: its canonical line, and the names of the values of each setting.
//!
//! Every name is written and parsed only here; a short form without version or table is accepted too.

use std::{fmt, str::FromStr};

use super::{
    Empty, Fold, FoldPart, IDF_TABLE, Keep, Recipe, RecipeError, Sign, Sum, Tie, Tokenizer, WIDTHS, Weighting,
};
use crate::simhash::hash::FeatureHash;

const NGRAMS: std::ops::RangeInclusive<u8> = 1..=16;
const JIEBA: &str = "jieba-hmm@0.11";

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tokenizer, fold, weight, hash, bits, sign, tie, sum, empty } = self;
        write!(f, "{tokenizer};fold={fold};{weight};{hash};{bits};{}", tie.name())?;
        if *sign != Sign::Plain {
            write!(f, ";sign={}", sign.name())?;
        }
        if *sum != Sum::Fixed {
            write!(f, ";sum={}", sum.name())?;
        }
        if *empty != Empty::None {
            write!(f, ";empty={}", empty.name())?;
        }
        Ok(())
    }
}

impl Recipe {
    /// Reads a canonical line; `None` if it has not the parts of one.
    pub(in crate::simhash) fn from_line(line: &str) -> Result<Option<Self>, RecipeError> {
        let parts: Vec<&str> = line.split(';').collect();
        let [tokenizer, fold, weight, hash, bits, tie, others @ ..] = parts.as_slice() else { return Ok(None) };
        let tokenizer = tokenizer.parse()?;
        let Some(fold) = fold.strip_prefix("fold=") else { return Ok(None) };
        let mut recipe = Self {
            tokenizer,
            fold: fold.parse()?,
            weight: weight.parse()?,
            hash: hash.parse()?,
            bits: parse_bits(bits)?,
            sign: Sign::Plain,
            tie: tie.parse()?,
            sum: Sum::Fixed,
            empty: Empty::None,
        };
        for part in others {
            match *part {
                "sign=inverted" => recipe.sign = Sign::Inverted,
                "sum=f64" => recipe.sum = Sum::Float,
                "empty=constant" => recipe.empty = Empty::Constant,
                _ => return Ok(None),
            }
        }
        recipe.checked().map(Some)
    }
}

/// Parses a width in bits.
///
/// # Errors
/// [`RecipeError::Unknown`] if it is not a whole number from 3 to 128.
pub fn parse_bits(text: &str) -> Result<u8, RecipeError> {
    let bits = text.parse().ok().filter(|bits| WIDTHS.contains(bits));
    bits.ok_or_else(|| unknown("bits", text, "3 to 128".into()))
}

pub(in crate::simhash) fn unknown(setting: &'static str, value: &str, allowed: String) -> RecipeError {
    RecipeError::Unknown { setting, value: value.into(), allowed }
}

impl fmt::Display for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor, _) = unicode_segmentation::UNICODE_VERSION;
        match self {
            Self::Jieba => f.write_str(JIEBA),
            Self::Words => write!(f, "words@unicode-{major}.{minor}"),
            Self::CharNgrams(n) => write!(f, "chars:{n}"),
            Self::WordNgrams(n) => write!(f, "word-ngrams:{n}/{JIEBA}"),
            Self::Space => f.write_str("space"),
            Self::JavaSpace => f.write_str("java-space"),
            Self::PypiWindows(n) => write!(f, "pypi-windows:{n}"),
            Self::TextDedupNgrams(n) => write!(f, "text-dedup-ngrams:{n}"),
            Self::MfondaWords => f.write_str("mfonda-words"),
            Self::MfondaUnicode => f.write_str("mfonda-unicode"),
            Self::Keywords => write!(f, "keywords@{IDF_TABLE}/{JIEBA}"),
            Self::Given => f.write_str("given"),
        }
    }
}

impl FromStr for Tokenizer {
    type Err = RecipeError;

    /// Reads the canonical name, or its short form without version.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let error = || {
            let allowed = "jieba, words, chars:N, word-ngrams:N (N from 1 to 16), space, keywords, java-space, \
                           pypi-windows:N, text-dedup-ngrams:N, mfonda-words, mfonda-unicode, given";
            unknown("tokens", text, allowed.into())
        };
        let (name, n) = match text.split_once(':') {
            Some((name, n)) => {
                let n = n.strip_suffix(&format!("/{JIEBA}")).unwrap_or(n);
                (name, Some(n.parse().ok().filter(|n| NGRAMS.contains(n)).ok_or_else(error)?))
            }
            None => (text, None),
        };
        let tokenizer = match (name, n) {
            ("jieba", None) => Self::Jieba,
            ("words", None) => Self::Words,
            ("chars", Some(n)) => Self::CharNgrams(n),
            ("word-ngrams", Some(n)) => Self::WordNgrams(n),
            ("space", None) => Self::Space,
            ("java-space", None) => Self::JavaSpace,
            ("pypi-windows", Some(n)) => Self::PypiWindows(n),
            ("text-dedup-ngrams", Some(n)) => Self::TextDedupNgrams(n),
            ("mfonda-words", None) => Self::MfondaWords,
            ("mfonda-unicode", None) => Self::MfondaUnicode,
            ("keywords", None) => Self::Keywords,
            ("given", None) => Self::Given,
            _ => [Self::Jieba, Self::Words, Self::Keywords]
                .into_iter()
                .find(|t| t.to_string() == text)
                .ok_or_else(error)?,
        };
        Ok(tokenizer)
    }
}

impl fmt::Display for Weighting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_idf = |f: &mut fmt::Formatter<'_>, name: &str, keep: Keep| match keep {
            Keep::All => write!(f, "{name}:all@{IDF_TABLE}"),
            Keep::Top(n) => write!(f, "{name}:{n}@{IDF_TABLE}"),
        };
        match *self {
            Self::Tf => f.write_str("tf"),
            Self::TfIdf(keep) => with_idf(f, "tfidf", keep),
            Self::TfSqrtIdf(keep) => with_idf(f, "tfsqrtidf", keep),
            Self::LogTf => f.write_str("1+lntf"),
            Self::LogTfIdf => write!(f, "lntfidf@{IDF_TABLE}"),
            Self::MinTfSqrtIdf(most) => write!(f, "mintfsqrtidf:{most}@{IDF_TABLE}"),
            Self::TfIdfPow(percent) => write!(f, "tfidfpow:{}@{IDF_TABLE}", Power(percent)),
            Self::Binary => f.write_str("binary"),
            Self::Keyword(keep) => with_idf(f, "keyword", keep),
            Self::Given(Keep::All) => f.write_str("given"),
            Self::Given(Keep::Top(n)) => write!(f, "given:{n}"),
        }
    }
}

impl FromStr for Weighting {
    type Err = RecipeError;

    /// Reads the canonical name, or its short form without the table.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let error = || {
            let allowed = "tf, tfidf, tfidf:N, tfsqrtidf, tfsqrtidf:N (N features, 1 or more), mintfsqrtidf:N (tf at \
                           most N), tfidfpow:P (P from 0.01 to 4), 1+lntf, lntfidf, binary, keyword, keyword:N, given, \
                           given:N";
            unknown("weight", text, allowed.into())
        };
        let short = text.strip_suffix(&format!("@{IDF_TABLE}")).unwrap_or(text);
        match short.split_once(':') {
            Some(("mintfsqrtidf", most)) => {
                return most.parse().ok().filter(|&most| most > 0).map(Self::MinTfSqrtIdf).ok_or_else(error);
            }
            Some(("tfidfpow", power)) => return power.parse().map(|Power(p)| Self::TfIdfPow(p)).map_err(|()| error()),
            _ => {}
        }
        let (name, keep) = match short.split_once(':') {
            None | Some((_, "all")) => (short.split(':').next().unwrap_or(short), Keep::All),
            Some((name, n)) => (name, Keep::Top(n.parse().ok().filter(|&n| n > 0).ok_or_else(error)?)),
        };
        match (name, keep) {
            ("tfidf", keep) => Ok(Self::TfIdf(keep)),
            ("tfsqrtidf", keep) => Ok(Self::TfSqrtIdf(keep)),
            ("tf", Keep::All) => Ok(Self::Tf),
            ("1+lntf", Keep::All) => Ok(Self::LogTf),
            ("lntfidf", Keep::All) => Ok(Self::LogTfIdf),
            ("binary", Keep::All) => Ok(Self::Binary),
            ("keyword", keep) => Ok(Self::Keyword(keep)),
            ("given", keep) => Ok(Self::Given(keep)),
            _ => Err(error()),
        }
    }
}

/// An exponent in hundredths, written as a decimal number.
pub struct Power(pub u16);

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{}.{:02}", self.0 / 100, self.0 % 100);
        f.write_str(digits.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl FromStr for Power {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() != 1 || part.len() > 2 || !digits(whole) || !digits(part) {
            return Err(());
        }
        let hundredths = format!("{whole}{part:0<2}").parse().map_err(|_| ())?;
        if (1..=400).contains(&hundredths) { Ok(Self(hundredths)) } else { Err(()) }
    }
}

/// Names a setting's values and reads them back.
macro_rules! named {
    ($setting:literal, $type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// The name in a recipe.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl FromStr for $type {
            type Err = RecipeError;

            fn from_str(text: &str) -> Result<Self, RecipeError> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(unknown($setting, text, [$($name),+].join(", "))),
                }
            }
        }
    };
}

impl FoldPart {
    /// All of them, in the order of a recipe.
    pub const ALL: [Self; 7] =
        [Self::Case, Self::Nfkc, Self::Han, Self::HanWords, Self::Skeleton, Self::NoUrls, Self::NoNumbers];

    /// The name in a recipe.
    pub fn name(self) -> &'static str {
        match self {
            Self::Case => "case",
            Self::Nfkc => "nfkc",
            Self::Han => "han",
            Self::HanWords => "han-words",
            Self::Skeleton => "skeleton",
            Self::NoUrls => "no-urls",
            Self::NoNumbers => "no-numbers",
        }
    }
}

/// `none`, or the parts in order, joined by `+`. Only case and NFKC are `nfkc`, as always.
impl fmt::Display for Fold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => f.write_str("none"),
            Self::NFKC => f.write_str("nfkc"),
            set => {
                let parts = FoldPart::ALL.into_iter().filter(|&part| set.has(part)).map(FoldPart::name);
                f.write_str(&parts.collect::<Vec<_>>().join("+"))
            }
        }
    }
}

impl FromStr for Fold {
    type Err = RecipeError;

    /// Reads parts in any order; NFKC folds case too, and words are folded in simplified characters.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        if text == "none" {
            return Ok(Self::NONE);
        }
        text.split('+').try_fold(Self::NONE, |set, name| {
            match FoldPart::ALL.into_iter().find(|part| part.name() == name) {
                Some(FoldPart::Nfkc) => Ok(set.with(FoldPart::Case).with(FoldPart::Nfkc)),
                Some(FoldPart::HanWords) => Ok(set.with(FoldPart::Han).with(FoldPart::HanWords)),
                Some(part) => Ok(set.with(part)),
                None => {
                    let names = FoldPart::ALL.map(FoldPart::name).join(", ");
                    Err(unknown("fold", text, format!("none, {names}, or several joined by +")))
                }
            }
        })
    }
}

named!("tie", Tie { Zero = "gt", One = "ge" });
named!("sign", Sign { Plain = "plain", Inverted = "inverted" });
named!("sum", Sum { Fixed = "fixed", Float = "f64" });
named!("empty", Empty { None = "none", Constant = "constant" });

/// The name, and the seed after a colon unless it is 0 or has its own name.
impl fmt::Display for FeatureHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match *self {
            Self::Xxh3_64(0 | 42) | Self::Xxh3_128(0) => Ok(()),
            Self::Xxh3_64(seed) | Self::Xxh3_128(seed) => write!(f, ":{seed}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for FeatureHash {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let named = |name: &str| Self::ALL.into_iter().find(|hash| hash.name() == name);
        let found = match text.split_once(':') {
            None => named(text),
            Some((name, seed)) => named(name).zip(seed.parse().ok()).and_then(|(hash, seed)| hash.with_seed(seed)),
        };
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            unknown("hash", text, format!("{names}; xxh3-64:SEED and xxh3-128:SEED, a whole number"))
        })
    }
}
