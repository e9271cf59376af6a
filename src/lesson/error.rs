//! Errors in lesson files, each with its place. [`say`](crate::say) words them.

use super::{Bilingual, ProseWarning, Stage};
use crate::{
    locale::Lang,
    simhash::{Fingerprint, GivenLineError, RecipeError},
};

#[derive(Clone, Debug, PartialEq)]
pub struct LessonError {
    /// Safe to show.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// `None` if the error belongs to no key.
    pub key: Option<String>,
    pub kind: Box<LessonErrorKind>,
}

/// A doubtful number or brace in a text of a lesson file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonWarning {
    /// Safe to show.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    pub kind: ProseWarning,
}

/// Quotes of the file are raw.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonErrorKind {
    /// The bytes of a file longer than [`LONGEST`](super::LONGEST).
    TooLong(usize),
    /// Not valid TOML, or a key is unknown, missing or of another type; in the words of the TOML library.
    Syntax(String),
    /// An unknown version of the format.
    Format,
    /// Not one or two of the languages of the program.
    Languages,
    /// A text lacks that language.
    Missing(Lang),
    /// At least one is required.
    Empty,
    /// More of them than a lesson has, and the most that there may be.
    TooMany(usize, usize),
    /// The bytes of all documents, more than a lesson has, and the most that there may be.
    Texts(usize, usize),
    /// Not the numbers of two different documents; how many documents there are.
    NotTwo([usize; 2], usize),
    /// A part of the recipe is not known, or the parts contradict each other.
    Recipe(RecipeError),
    /// A document has a text and the recipe takes features, or the other way round.
    Document {
        name: Bilingual,
        /// Whether the recipe takes features.
        features: bool,
    },
    /// The number of sums is not the number of columns.
    Sums(usize, u8),
    Feature {
        name: String,
        error: FeatureError,
    },
    Bits(BitsError),
    /// Not one of these values.
    Unknown(String, Vec<&'static str>),
    /// The number is out of range: there are `all`, counted from `first`.
    OutOfRange {
        all: usize,
        first: usize,
    },
    /// An unknown place in a walk.
    At(String),
    /// An answer is neither a number nor a value that can be computed with so many columns.
    Answer(u8),
    /// A step asks two questions.
    TwoQuestions,
    /// An unknown goal of a task; the last column.
    Goal(String, u8),
    /// A page with a task shows another screen than the lab.
    TaskShow,
    /// A plane shows one or two documents, of two words each.
    Plane,
    /// The text as it is reaches the goal.
    TaskDone,
    /// No text reaches the goal.
    TaskImpossible,
    /// A mark is neither a column nor a feature.
    MarkSyntax(String),
    /// The document has no feature of that name.
    Mark(String),
    Blocks {
        blocks: u8,
        /// Blocks that make a key.
        chosen: u8,
        /// The most blocks allowed.
        most: u8,
    },
    /// A distance in the file is not the computed one.
    Distance {
        /// Indexes of two documents.
        between: [usize; 2],
        /// The computed distance; `None` if a document has no fingerprint.
        found: Option<u32>,
        wanted: u32,
    },
    /// The stage has only so many steps.
    Steps(Stage, usize),
    /// A document is not a list of features, which the recipe takes.
    List(GivenLineError),
    Stopped,
    /// A sum in the file is not the computed one.
    Sum {
        column: usize,
        /// The name of the document.
        name: Bilingual,
        found: f64,
        wanted: f64,
    },
    /// A fingerprint in the file is not the computed one.
    Fingerprint {
        /// The name of the document.
        name: Bilingual,
        found: Option<Fingerprint>,
        wanted: Fingerprint,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum FeatureError {
    /// The name contains a tab or a line break.
    Name,
    /// The weight is not finite.
    Weight(f64),
    Hash(BitsError),
}

/// An error in bits written as digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitsError {
    /// Empty, or with other characters than 0 and 1.
    Digits(String),
    /// Not as many as the recipe has bits.
    Width(String, u8),
}
