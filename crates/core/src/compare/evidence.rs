//! Evidence for one pair: the results of methods other than SimHash.
//!
//! The methods are from the literature, and each sees what others miss; so none of them contributes to a verdict. They
//! use the same elements as everything else: the features and weights of the recipe ([`Vectors`], `settings`) and the
//! words of the partition that [`segments`](crate::simhash::segments) makes (`shingles`). Must not know documents, or
//! describe its findings in words.

mod settings;
mod shingles;

use unicode_normalization::UnicodeNormalization;

pub use settings::{SettingsCell, SettingsGrid};
pub use shingles::{HASHES, MinHash, Shingles, WORDS};

use super::pair::{Subject, cosine};
use crate::simhash::{CountError, NoChinese, Recipe, SCALE, Tokenizer, Watch};

/// The results of the other methods for a pair.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The weight vectors; `None` if one of the two has no features.
    pub vectors: Option<Vectors>,
    /// Evidence that needs running text; `None` for lists of features.
    pub prose: Option<ProseEvidence>,
}

/// The results of the methods that read the texts.
#[derive(Clone, Debug)]
pub struct ProseEvidence {
    /// Jaccard of the sets of word shingles.
    pub shingles: Shingles,
    /// The Jaccard resemblance estimated by MinHash.
    pub minhash: MinHash,
    /// The verdict under other weights and tokens.
    pub settings: SettingsGrid,
}

/// A method of the literature for telling near-duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvidenceMethod {
    /// The cosine of the weight vectors (Salton's vector space model, 1975).
    Cosine,
    /// The Euclidean distance of the weight vectors.
    Euclidean,
    /// Jaccard's resemblance of the sets of word shingles (Broder, 1997).
    Shingles,
    /// Its estimate by MinHash (Broder, 1997).
    MinHash,
    /// SimHash under other weights and tokens.
    Settings,
}

impl EvidenceMethod {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 5] = [Self::Cosine, Self::Euclidean, Self::Shingles, Self::MinHash, Self::Settings];

    /// A stable name, for files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Cosine => "cosine",
            Self::Euclidean => "euclidean",
            Self::Shingles => "shingles",
            Self::MinHash => "minhash",
            Self::Settings => "settings",
        }
    }
}

/// Collects the evidence for two texts. `subjects` are the texts prepared with `recipe`. The [`Watch`] counts bytes of
/// text.
///
/// # Errors
/// As [`Pipeline::sketch`](crate::simhash::Pipeline::sketch); and for Chinese texts without the feature `chinese`, with
/// any recipe, because shingles are made of words.
///
/// ```
/// use simscope_core::{
///     compare::{Examined, coverage::RunLength, evidence::evidence},
///     simhash::{Pipeline, Recipe, Watch},
/// };
/// let recipe = Recipe::default();
/// let pipeline = Pipeline::new(&recipe);
/// let texts = ["the keeper lit the lamp at dusk", "at dusk the keeper lit the lamp"];
/// let [a, b] = texts.map(|text| Examined::new(text, &pipeline, RunLength::default()).expect("a text"));
/// let found = evidence(texts, [&a.subject, &b.subject], &recipe, &Watch::default())?;
/// assert!(found.vectors.expect("both have words").cosine > 0.999, "the same words");
/// assert_eq!(found.prose.expect("running text").shingles.shared, 3, "the keeper lit, keeper lit the, lit the lamp");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evidence(
    texts: [&str; 2],
    subjects: [&Subject; 2],
    recipe: &Recipe,
    watch: &Watch,
) -> Result<Evidence, CountError> {
    let vectors = Vectors::new(subjects);
    if recipe.tokenizer == Tokenizer::Given {
        return Ok(Evidence { vectors, prose: None });
    }
    for text in texts {
        NoChinese::check(text)?;
    }
    let sets = texts.map(shingles::set);
    watch.check()?;
    let shingles = Shingles::new(&sets);
    let minhash = MinHash::new(&sets, shingles.jaccard(), watch)?;
    let settings = SettingsGrid::new(texts, recipe, watch)?;
    Ok(Evidence { vectors, prose: Some(ProseEvidence { shingles, minhash, settings }) })
}

/// `text` as the coverage reads it: in the form NFKC and in lower case.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.nfkc().flat_map(char::to_lowercase)
}

/// The distances between two weight vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vectors {
    /// The cosine of the angle between them, −1 to 1; never below 0 unless a weight is.
    pub cosine: f64,
    /// The Euclidean distance, in units of weight.
    pub euclidean: f64,
    /// The Euclidean distance after scaling to length 1: 0 to √2 if no weight is below 0.
    pub normalised: f64,
    /// Their lengths.
    pub norms: [f64; 2],
}

impl Vectors {
    /// `None` if one of the two has no direction.
    pub(super) fn new([a, b]: [&Subject; 2]) -> Option<Self> {
        let cosine = cosine(a, b)?;
        let ((of_a, norm_a), (of_b, norm_b)) = (a.vector(), b.vector());
        // Whole numbers, so that it is 0 exactly where the vectors are the same, and the same on every machine.
        let mut squares: i128 = 0;
        let (mut i, mut j) = (0, 0);
        while i < of_a.len() || j < of_b.len() {
            let (in_a, in_b) = match (of_a.get(i), of_b.get(j)) {
                (Some(x), Some(y)) => (x.0 <= y.0, y.0 <= x.0),
                (x, y) => (x.is_some(), y.is_some()),
            };
            let difference = if in_a { of_a[i].1 } else { 0 } - if in_b { of_b[j].1 } else { 0 };
            squares += i128::from(difference) * i128::from(difference);
            (i, j) = (i + usize::from(in_a), j + usize::from(in_b));
        }
        let euclidean = (squares as f64).sqrt() / SCALE as f64;
        let normalised = if squares == 0 { 0.0 } else { (2.0 - 2.0 * cosine).max(0.0).sqrt() };
        Some(Self { cosine, euclidean, normalised, norms: [norm_a, norm_b] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compare::{Examined, coverage::RunLength},
        simhash::{Pipeline, Recipe},
    };

    fn vectors(a: &str, b: &str, recipe: &str) -> Option<Vectors> {
        let recipe: Recipe = recipe.parse().unwrap();
        let [a, b] = [a, b].map(|text| Examined::new(text, &Pipeline::new(&recipe), RunLength::default()).unwrap());
        Vectors::new([&a.subject, &b.subject])
    }

    #[test]
    fn figures_by_hand() {
        // (2, 1, 0) and (1, 0, 2): dot 2, lengths √5 and √5, difference (1, 1, −2).
        let found = vectors("x x y", "x z z", "space;fold=none;tf;xxh3-64;64;gt").unwrap();
        assert!((found.cosine - 0.4).abs() < 1e-12);
        assert!((found.euclidean - 6f64.sqrt()).abs() < 1e-12);
        assert!((found.normalised - 1.2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn doubling_a_text_keeps_the_angle_and_not_the_distance() {
        let once = "the keeper lit the lamp";
        let found = vectors(once, &format!("{once} {once}"), "space;fold=none;tf;xxh3-64;64;gt").unwrap();
        assert!(found.cosine > 1.0 - 1e-12 && found.normalised < 1e-6);
        assert!((found.euclidean - found.norms[0]).abs() < 1e-12);
        assert_eq!(vectors(once, once, "jieba;fold=none;tfidf;xxh3-64;64;gt").unwrap().normalised.to_bits(), 0);
        assert_eq!(vectors(once, " \n", "jieba;fold=none;tfidf;xxh3-64;64;gt"), None);
    }
}
