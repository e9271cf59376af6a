//! Evidence for one pair: what other methods say of it, beside SimHash.
//!
//! Each file is one method of the literature, and each sees what another misses; so none of them is folded into a
//! verdict, and nothing here decides anything. All of them use the same pieces as the rest: the features and
//! weights of the recipe (`vectors`, `settings`, `paragraphs`) and the words of the partition that
//! [`segments`](crate::simhash::segments) makes (`shingles`, `minhash`, `sentences`). Knows texts and recipes, no
//! documents, and no words for what it finds.

mod minhash;
mod paragraphs;
mod sentences;
mod settings;
mod shingles;
mod vectors;

use unicode_normalization::UnicodeNormalization;

pub use minhash::{HASHES, MinHash};
pub use paragraphs::{FEW_TOKENS, HashedParagraph, NearestParagraph, Paragraphs};
pub use sentences::{LONGEST, LongestSentences, SignatureSentence};
pub use settings::{SettingsCell, SettingsGrid};
pub use shingles::{Shingles, WORDS};
pub use vectors::Vectors;

use super::pair::Subject;
use crate::simhash::{CountError, NoChinese, Recipe, Tokenizer, Watch};

/// The results of the other methods for a pair.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The weight vectors; `None` where one of the two has no features.
    pub vectors: Option<Vectors>,
    /// What only running text has; `None` for lists of features.
    pub prose: Option<ProseEvidence>,
}

/// The results of the methods that read the texts.
#[derive(Clone, Debug)]
pub struct ProseEvidence {
    /// Jaccard of the sets of word shingles.
    pub shingles: Shingles,
    /// The same estimated by MinHash.
    pub minhash: MinHash,
    /// The longest sentences, as a signature.
    pub sentences: LongestSentences,
    /// The verdict under other weights and tokens.
    pub settings: SettingsGrid,
    /// Paragraph against paragraph.
    pub paragraphs: Paragraphs,
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
    /// The longest sentences as a signature: the method that article 000 tells of a search engine.
    Sentences,
    /// SimHash under other weights and tokens.
    Settings,
    /// SimHash paragraph by paragraph.
    Paragraphs,
}

impl EvidenceMethod {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 7] = [
        Self::Cosine,
        Self::Euclidean,
        Self::Shingles,
        Self::MinHash,
        Self::Sentences,
        Self::Settings,
        Self::Paragraphs,
    ];

    /// A stable name, for files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Cosine => "cosine",
            Self::Euclidean => "euclidean",
            Self::Shingles => "shingles",
            Self::MinHash => "minhash",
            Self::Sentences => "sentences",
            Self::Settings => "settings",
            Self::Paragraphs => "paragraphs",
        }
    }
}

/// Gathers the evidence for two texts. `subjects` are what `recipe` made of them. The [`Watch`] counts bytes of text.
///
/// # Errors
/// As [`Pipeline::sketch`](crate::simhash::Pipeline::sketch); and of Chinese texts without the feature
/// `chinese`, whatever the recipe, as sentences and shingles are made of words.
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
    let paragraphs = Paragraphs::new(texts, recipe, watch)?;
    let sentences = LongestSentences::new(texts);
    Ok(Evidence { vectors, prose: Some(ProseEvidence { shingles, minhash, sentences, settings, paragraphs }) })
}

/// `text` as the coverage reads it: in the form NFKC and in lower case.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.nfkc().flat_map(char::to_lowercase)
}
