//! What can be wrong with a lesson file, and where. In which words it is told is for [`say`](crate::say).

use super::{Bilingual, Stage};
use crate::simhash::{Fingerprint, GivenLineError, RecipeError};

/// Something wrong with a lesson file.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonError {
    /// The file, as it is to be shown.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The key, where it is one's error.
    pub key: Option<String>,
    /// What is wrong.
    pub kind: Box<LessonErrorKind>,
}

/// What is wrong. What a person wrote stands in it raw.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonErrorKind {
    /// The file has so many bytes, more than [`LONGEST`](super::LONGEST).
    TooLong(usize),
    /// It is no TOML, or a key is unknown, missing or of another kind; in the words of the library that reads it.
    Syntax(String),
    /// It is of a format that this program does not know.
    Format,
    /// There is no such order of features.
    Order(String),
    /// There is none of these, and at least one must be.
    Empty,
    /// These are not two of so many documents.
    NotTwo([usize; 2], usize),
    /// A recipe's part is none, or the parts do not go together.
    Recipe(RecipeError),
    /// A document has not what the recipe takes: features where they are given, else a text.
    Document {
        name: Bilingual,
        /// Whether it must have features.
        features: bool,
    },
    /// There are so many sums for so many columns.
    Sums(usize, u8),
    /// Something of a feature.
    Feature { name: String, error: FeatureError },
    /// Bits that are none, or of another width than the recipe's.
    Bits(BitsError),
    /// There is no such screen.
    Show(String),
    /// The number is of none: there are so many, counted from `first`.
    OutOfRange {
        all: usize,
        /// The number of the first.
        first: usize,
    },
    /// There is no such place in a walk.
    At(String),
    /// An answer is neither a number nor what can be computed with so many columns.
    Answer(u8),
    /// A step asks two questions.
    TwoQuestions,
    /// So many blocks, of which so many make a key, at so many bits.
    Blocks {
        /// So many blocks.
        blocks: u8,
        /// Of which so many make a key.
        chosen: u8,
        /// The most that are allowed.
        most: u8,
    },
    /// A distance that does not come out.
    Distance {
        /// Of these documents, from 0.
        between: [usize; 2],
        /// What it is; `None` where one has no fingerprint.
        found: Option<u32>,
        /// What was said.
        wanted: u32,
    },
    /// There are only so many steps of that stage.
    Steps(Stage, usize),
    /// A document is no list of features, and the recipe wants one.
    List(GivenLineError),
    /// It was told to stop.
    Stopped,
    /// A sum that does not come out.
    Sum {
        /// Of which column.
        column: usize,
        /// Of which document.
        name: Bilingual,
        /// What it is.
        found: f64,
        /// What was said.
        wanted: f64,
    },
    /// A fingerprint that does not come out.
    Print {
        /// Of which document.
        name: Bilingual,
        /// What it is, if there is one.
        found: Option<Fingerprint>,
        /// What was said.
        wanted: Fingerprint,
    },
}

/// What is wrong with a feature of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum FeatureError {
    /// Its name holds a tab or a line break.
    Name,
    /// Its weight is no number that can be summed.
    Weight(f64),
    /// Its hash is none.
    Hash(BitsError),
}

/// What is wrong with bits written as digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitsError {
    /// There are other characters than 0 and 1, or none.
    Digits(String),
    /// There are not so many as the recipe has.
    Width(String, u8),
}
