//! What a lesson is made of, and whether its figures come out.

use super::{Bilingual, LessonError, LessonErrorKind, Stage, Walk, WalkStep};
use crate::{
    document::Source,
    simhash::{CountError, Fingerprint, Order, Recipe, Trace, from_fixed, to_fixed, trace},
};

#[derive(Clone, Debug)]
pub struct Lesson {
    /// The file it was read from, as it is to be shown.
    pub file: String,
    /// Its name.
    pub title: Bilingual,
    /// Whose figures these are, such as `article 002`.
    pub source: Option<Bilingual>,
    /// What the reader will be able to say after it.
    pub goal: Bilingual,
    /// What its documents are taken through.
    pub recipe: Recipe,
    /// The largest distance called near.
    pub k: u32,
    /// In which order features are walked.
    pub order: Order,
    /// What it shows.
    pub documents: Vec<LessonText>,
    /// Distances that must come out.
    pub distances: Vec<ExpectedDistance>,
    pub pages: Vec<LessonPage>,
    /// One thing to try.
    pub attempt: Bilingual,
    /// What to remember.
    pub remember: Bilingual,
}

/// A document of a lesson.
#[derive(Clone, Debug)]
pub struct LessonText {
    /// Its name.
    pub name: Bilingual,
    /// Its text; a list of features where the recipe's are given.
    pub text: String,
    /// The sums that must come out, leftmost column first.
    pub sums: Option<Vec<f64>>,
    /// The fingerprint that must come out.
    pub bits: Option<Fingerprint>,
    /// The line of the file it stands on.
    pub line: usize,
}

/// A distance that must come out.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedDistance {
    /// Of these documents.
    pub between: [usize; 2],
    pub is: u32,
    /// The line of the file it stands on.
    pub line: usize,
}

/// What a page of a lesson shows beside its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    Overview,
    /// One document from text to fingerprint.
    Pipeline,
    /// The first pair's bits.
    Bits,
    /// The first pair's texts.
    Diff,
    /// The angle of the first pair, and planes that part it.
    Angle,
    /// All fingerprints in the tables of a block index, and the page's document looked up in them.
    Index,
}

impl Show {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Overview, Self::Pipeline, Self::Bits, Self::Diff, Self::Angle, Self::Index];

    /// Its name in a lesson file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Overview => "overview",
            Self::Pipeline => "pipeline",
            Self::Bits => "bits",
            Self::Diff => "diff",
            Self::Angle => "angle",
            Self::Index => "index",
        }
    }

    /// The one of that name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|show| show.name() == name)
    }
}

/// Where a page stands in a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkPlace {
    /// After so many steps of a stage, from 1.
    Step(Stage, usize),
    End,
}

impl WalkPlace {
    /// The number of that step; `None` where there is none such.
    pub fn find(self, walk: &Walk) -> Option<usize> {
        match self {
            Self::End => Some(walk.last()),
            Self::Step(stage, n) => walk.find(WalkStep { stage, item: n.checked_sub(1)? }),
        }
    }
}

/// One step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonPage {
    /// What is said.
    pub text: Bilingual,
    /// What is shown.
    pub show: Show,
    /// Of which document.
    pub document: usize,
    /// Where in its walk; all of it is shown done where that is not said.
    pub at: Option<WalkPlace>,
    /// The line of the file on which that stands.
    pub line: usize,
    /// The column under the cursor.
    pub column: Option<usize>,
    /// The recipe from here on, where it is another.
    pub recipe: Option<Recipe>,
    /// Into how many blocks the index cuts the bits.
    pub blocks: u8,
    /// How many of them make a key.
    pub chosen: u8,
    /// What is asked.
    pub exercise: Option<Exercise>,
}

/// A question with a number for an answer.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// What is asked; `None` where the wrong one of `parts` is to be found.
    pub question: Option<Bilingual>,
    /// Parts of a claim, of which one is wrong.
    pub parts: Vec<Bilingual>,
    /// What is right.
    pub answer: Answer,
    pub because: Option<Bilingual>,
}

impl Exercise {
    /// The least and the most that an answer can be, where it is one of a few whole numbers; `bits` are those of the
    /// recipe.
    pub fn range(&self, bits: u8) -> Option<(u32, u32)> {
        match self.answer {
            _ if !self.parts.is_empty() => Some((1, self.parts.len() as u32)),
            Answer::Bit { .. } => Some((0, 1)),
            Answer::Distance => Some((0, bits.into())),
            Answer::Number(_) | Answer::Sum { .. } => None,
        }
    }
}

/// What is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    Number(f64),
    /// What this bit of a document is.
    Bit {
        document: usize,
        column: usize,
    },
    /// What this column of a document sums to.
    Sum {
        document: usize,
        column: usize,
    },
    /// How far apart the first two documents are.
    Distance,
}

impl Answer {
    /// The number, from the documents' traces; `None` while these are not there.
    pub fn value<'a>(self, trace: impl Fn(usize) -> Option<&'a Trace>) -> Option<f64> {
        let fingerprint = |document| trace(document)?.sketch.fingerprint;
        match self {
            Self::Number(number) => Some(number),
            Self::Bit { document, column } => Some(f64::from(u8::from(fingerprint(document)?.bit(column)))),
            Self::Sum { document, column } => trace(document)?.sums.get(column).map(|&sum| from_fixed(sum)),
            Self::Distance => Some(f64::from(fingerprint(0)?.hamming(fingerprint(1)?))),
        }
    }
}

impl Lesson {
    /// How many pages it has: before its steps the goal, behind them the end.
    pub fn pages_in_all(&self) -> usize {
        self.pages.len() + 2
    }

    /// Its documents, to be put on a desk.
    pub fn sources(&self) -> Vec<Source> {
        let source =
            |(at, document): (usize, &LessonText)| Source::Text { nth: at + 1, text: document.text.as_str().into() };
        self.documents.iter().enumerate().map(source).collect()
    }

    /// Takes its documents through the pipeline and looks whether what it says of them is so.
    ///
    /// # Errors
    /// The first figure that does not come out, or step that does not exist.
    pub fn check(&self) -> Result<(), LessonError> {
        let traces = self.traces(&self.recipe)?;
        for (document, trace) in self.documents.iter().zip(&traces) {
            self.check_document(document, trace)?;
        }
        for ExpectedDistance { between: [a, b], is, line } in self.distances.iter().copied() {
            let print = |at: usize| traces.get(at).and_then(|trace| trace.sketch.fingerprint);
            let found = print(a).zip(print(b)).map(|(a, b)| a.hamming(b));
            if found != Some(is) {
                return Err(self.error(line, "is", LessonErrorKind::Distance { between: [a, b], found, wanted: is }));
            }
        }
        let mut current = traces;
        for page in &self.pages {
            if let Some(recipe) = &page.recipe {
                current = self.traces(recipe)?;
            }
            let Some(trace) = current.get(page.document) else { continue };
            let walk = Walk::new(trace, trace.order(self.order));
            if let Some(WalkPlace::Step(stage, _)) = page.at
                && page.at.and_then(|at| at.find(&walk)).is_none()
            {
                let features = walk.order().len();
                let all = if matches!(stage, Stage::Rows | Stage::Sums) { features } else { walk.range(stage).len() };
                return Err(self.error(page.line, "at", LessonErrorKind::Steps(stage, all)));
            }
        }
        Ok(())
    }

    /// Its documents taken through the pipeline.
    ///
    /// # Errors
    /// Where one of them is no list of features and the recipe wants one.
    pub fn traces(&self, recipe: &Recipe) -> Result<Vec<Trace>, LessonError> {
        let traced = |document: &LessonText| {
            trace(&document.text, recipe).map_err(|error| {
                let kind = match error {
                    CountError::Given(error) => LessonErrorKind::List(error.why),
                    CountError::Stopped(_) => LessonErrorKind::Stopped,
                };
                self.error(document.line, "features", kind)
            })
        };
        self.documents.iter().map(traced).collect()
    }

    fn check_document(&self, document: &LessonText, trace: &Trace) -> Result<(), LessonError> {
        let name = &document.name;
        for (column, (&wanted, &sum)) in document.sums.iter().flatten().zip(&trace.sums).enumerate() {
            if to_fixed(wanted) != sum {
                let kind = LessonErrorKind::Sum { column, name: name.clone(), found: from_fixed(sum), wanted };
                return Err(self.error(document.line, "sums", kind));
            }
        }
        if let Some(bits) = document.bits.filter(|&bits| Some(bits) != trace.sketch.fingerprint) {
            let kind = LessonErrorKind::Print { name: name.clone(), found: trace.sketch.fingerprint, wanted: bits };
            return Err(self.error(document.line, "bits", kind));
        }
        Ok(())
    }

    fn error(&self, line: usize, key: &str, kind: LessonErrorKind) -> LessonError {
        LessonError { file: self.file.clone(), line, key: Some(key.into()), kind: Box::new(kind) }
    }
}
