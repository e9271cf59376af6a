//! The parts of a lesson, and the check of its figures against the pipeline.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    Bilingual, LessonError, LessonErrorKind, LessonWarning, PairWalk, Stage, Task, Walk, WalkStep,
    prose::{self, Figures},
};
use crate::{
    compare::geometry::Plane,
    document::Source,
    lab::Trial,
    locale::Lang,
    simhash::{CountError, Feature, Fingerprint, Order, Recipe, Trace, from_fixed, to_fixed, trace},
};

#[derive(Clone, Debug)]
pub struct Lesson {
    /// The file it was read from, safe to show.
    pub file: String,
    /// The language that it is in, if it is in one alone: its texts are that in both.
    pub only: Option<Lang>,
    pub title: Bilingual,
    /// Whose figures these are, such as `article 002`.
    pub source: Option<Bilingual>,
    /// The knowledge that a reader gains, in a sentence.
    pub goal: Bilingual,
    pub recipe: Recipe,
    /// The threshold, in bits.
    pub k: u32,
    /// The order of features in walks.
    pub order: Order,
    /// The terms that its readers know: the screens show no others.
    pub knows: Vec<LessonTerm>,
    pub documents: Vec<LessonText>,
    pub distances: Vec<ExpectedDistance>,
    pub pages: Vec<LessonPage>,
    /// The last page: something for the reader to try.
    pub attempt: LessonPage,
    /// The same for a reader in a browser, who has no keys of the terminal.
    pub attempt_in_browser: Option<Bilingual>,
    /// The summary at the end.
    pub remember: Bilingual,
}

/// A document of a lesson.
#[derive(Clone, Debug)]
pub struct LessonText {
    pub name: Bilingual,
    /// A text, or a list of features if the recipe takes those.
    pub text: String,
    /// The expected sums, leftmost column first.
    pub sums: Option<Vec<f64>>,
    /// The expected fingerprint.
    pub bits: Option<Fingerprint>,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// The distance of two documents according to the file.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedDistance {
    /// Indexes of two documents.
    pub between: [usize; 2],
    pub is: u32,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// A term that the screens use and a reader may not know yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonTerm {
    /// Near-duplicate, and the threshold.
    Near,
    Margin,
    NEff,
    /// The shares of text that two documents have in common, or of the weight that a word has.
    Share,
    Cosine,
}

impl LessonTerm {
    pub const ALL: [(&'static str, Self); 5] = [
        ("near-duplicate", Self::Near),
        ("margin", Self::Margin),
        ("n_eff", Self::NEff),
        ("share", Self::Share),
        ("cosine", Self::Cosine),
    ];
}

/// A part of a screen that a page can leave alone on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonPart {
    /// The digits of fingerprints.
    Bits,
    /// The sums as columns.
    Sums,
    /// Words with their weights or effects.
    Words,
}

impl LessonPart {
    pub const ALL: [(&'static str, Self); 3] = [("bits", Self::Bits), ("sums", Self::Sums), ("words", Self::Words)];
}

/// The exhibit that a page of a lesson shows beside its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    Overview,
    /// One document from text to fingerprint.
    Pipeline,
    /// The first pair, both texts step by step.
    TwoTexts,
    /// The first pair's bits.
    Bits,
    /// The first pair's texts.
    Diff,
    /// The angle of the first pair, and hyperplanes that separate it.
    Angle,
    /// All fingerprints in the tables of a block index, and the page's document looked up in them.
    Index,
    /// The page's document, to be changed.
    Lab,
    /// How far words replaced at random change the page's documents, run by run.
    Robustness,
    /// The page's documents, of two words each, as points of a plane with random lines.
    Plane,
}

impl Show {
    /// With their names in lesson files.
    pub const ALL: [(&'static str, Self); 10] = [
        ("overview", Self::Overview),
        ("pipeline", Self::Pipeline),
        ("two-texts", Self::TwoTexts),
        ("bits", Self::Bits),
        ("diff", Self::Diff),
        ("angle", Self::Angle),
        ("index", Self::Index),
        ("lab", Self::Lab),
        ("robustness", Self::Robustness),
        ("plane", Self::Plane),
    ];
}

/// The place of a page in a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkPlace {
    /// After so many steps of a stage, from 1.
    Step(Stage, usize),
    End,
}

impl WalkPlace {
    /// The number of that step; `None` if the walk has no such step.
    pub fn find(self, walk: &Walk) -> Option<usize> {
        match self {
            Self::End => Some(walk.last()),
            Self::Step(stage, n) => walk.find(WalkStep { stage, item: n.checked_sub(1)? }),
        }
    }

    /// The number of that step of two texts, which have rows and bits alone.
    pub(crate) fn find_in_pair(self, walk: &PairWalk) -> Option<usize> {
        match self {
            Self::End => Some(walk.last()),
            Self::Step(Stage::Text, _) => Some(0),
            Self::Step(Stage::Rows, n) => (1..=walk.rows().len()).contains(&n).then_some(n),
            Self::Step(Stage::Bits, n) => walk.rows().len().checked_add(n).filter(|&at| at <= walk.last()),
            Self::Step(..) => None,
        }
    }
}

/// A page of a lesson; `[[step]]` in the file.
#[derive(Clone, Debug)]
pub struct LessonPage {
    pub text: Bilingual,
    pub show: Show,
    /// Index of the document that is shown.
    pub document: usize,
    /// The documents whose robustness is shown; that one, if no others are named.
    pub watched: Vec<usize>,
    /// The place in the walk of that document; `None` for its end.
    pub at: Option<WalkPlace>,
    /// The line of `at` in the file, from 1; 0 without `at`.
    pub line: usize,
    /// The column under the cursor.
    pub column: Option<usize>,
    /// The columns that its words are about.
    pub marked_columns: Vec<usize>,
    /// The features that its words are about, by name.
    pub marked_features: Vec<String>,
    /// Replaces the recipe from this page on.
    pub recipe: Option<Recipe>,
    /// The parts of the screen that it shows; all where none are named.
    pub only: Vec<LessonPart>,
    /// Whether its sums are drawn on the axis that all documents fit.
    pub scale: bool,
    /// How many random lines the plane has, and hyperplanes the angle; of the angle none stands for the first column.
    pub lines: usize,
    /// The table of the index under the cursor, from 0.
    pub table: usize,
    /// The blocks into which the index cuts the bits.
    pub blocks: u8,
    /// Blocks that make a key.
    pub chosen: u8,
    pub exercise: Option<Exercise>,
    pub task: Option<Task>,
}

/// A question with a number for an answer.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// `None` if the question is which of `parts` is wrong.
    pub question: Option<Bilingual>,
    /// Parts of a claim, of which one is wrong.
    pub parts: Vec<Bilingual>,
    pub answer: Answer,
    pub because: Option<Bilingual>,
}

impl LessonPage {
    /// The pair that is compared: the two documents that it names, else the first two.
    pub fn pair(&self) -> [usize; 2] {
        <[usize; 2]>::try_from(self.watched.as_slice()).unwrap_or([0, 1])
    }

    /// The distance is asked for, so no number and no mark may give it away.
    pub fn asks_distance(&self) -> bool {
        self.answer() == Some(Answer::Distance)
    }

    fn answer(&self) -> Option<Answer> {
        self.exercise.as_ref().map(|exercise| exercise.answer)
    }

    /// The step of its walk on paper and in the browser: the page's own, or, if that gives the answer to the page's
    /// question away, the last one before it.
    pub fn step(&self, walk: &Walk, trace: &Trace) -> usize {
        let at = self.at.and_then(|at| at.find(walk)).unwrap_or(walk.last());
        let reveals = match self.answer() {
            Some(Answer::Bit { document, column }) if document == self.document => {
                walk.find(WalkStep { stage: Stage::Bits, item: column })
            }
            Some(Answer::Sum { document, .. }) if document == self.document => {
                let last = walk.order().len().checked_sub(1);
                last.and_then(|item| walk.find(WalkStep { stage: Stage::Sums, item }))
            }
            Some(Answer::Number(number)) => {
                let WalkStep { stage, item } = walk.step(at);
                let feature = walk.order().get(item).and_then(|&feature| trace.features.get(feature));
                let weighs = |feature: &Feature| (from_fixed(feature.weight) - number).abs() < 0.051;
                (stage == Stage::Weights && feature.is_some_and(weighs)).then_some(at)
            }
            _ => None,
        };
        reveals.map_or(at, |reveals| at.min(reveals.saturating_sub(1)))
    }

    /// The same for the walk of two texts.
    pub(crate) fn pair_step(&self, walk: &PairWalk) -> usize {
        let at = self.at.and_then(|at| at.find_in_pair(walk)).unwrap_or(walk.last());
        let reveals = match self.answer() {
            Some(Answer::Bit { column, .. }) => Some(walk.rows().len() + column + 1),
            Some(Answer::Sum { .. } | Answer::Distance) => Some(walk.rows().len()),
            _ => None,
        };
        reveals.map_or(at, |reveals| at.min(reveals.saturating_sub(1)))
    }

    /// All its texts.
    fn texts(&mut self) -> impl Iterator<Item = &mut Bilingual> {
        let exercise = self
            .exercise
            .as_mut()
            .map(|exercise| exercise.question.iter_mut().chain(&mut exercise.parts).chain(&mut exercise.because));
        let task = self.task.as_mut().map(|task| task.hints.iter_mut().chain(&mut task.done));
        std::iter::once(&mut self.text).chain(exercise.into_iter().flatten()).chain(task.into_iter().flatten())
    }
}

/// Puts the figures into a text, and notes its doubtful numbers.
fn fill(text: &mut Bilingual, figures: &Figures<'_>, file: &str, warnings: &mut Vec<LessonWarning>) {
    for of in [&mut text.en, &mut text.zh] {
        let (filled, found) = prose::filled(of, |name| figures.get(name));
        *of = filled;
        warnings.extend(found.into_iter().map(|kind| LessonWarning { file: file.into(), line: text.line, kind }));
    }
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

/// A page with what holds on it.
#[derive(Clone, Debug)]
pub struct TracedPage<'a> {
    pub page: &'a LessonPage,
    /// Its own recipe, or the last one before it.
    pub recipe: &'a Recipe,
    /// The traces of the lesson's documents under that recipe.
    pub traces: Arc<[Trace]>,
}

impl TracedPage<'_> {
    /// The right answer to its question.
    pub fn answer(&self) -> Option<f64> {
        self.page.exercise.as_ref()?.answer.value(|document| self.traces.get(document))
    }
}

/// The right answer to an exercise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    Number(f64),
    /// A bit of a document.
    Bit {
        document: usize,
        column: usize,
    },
    /// The sum of a column of a document.
    Sum {
        document: usize,
        column: usize,
    },
    /// The distance of the first two documents.
    Distance,
}

impl Answer {
    /// The name of the figure that it is.
    fn figure(self) -> Option<String> {
        match self {
            Self::Number(_) => None,
            Self::Bit { column, .. } => Some(format!("bit {column}")),
            Self::Sum { column, .. } => Some(format!("sum {column}")),
            Self::Distance => Some("distance".into()),
        }
    }

    /// The answer as a number, from the traces of the documents; `None` while those are not computed.
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
    /// The number of pages, with the goal before the steps and the end after them.
    pub fn pages_in_all(&self) -> usize {
        self.pages.len() + 2
    }

    /// How many of its pages are tasks.
    pub fn tasks(&self) -> usize {
        self.pages.iter().filter(|page| page.task.is_some()).count()
    }

    /// The minutes it takes, about: half a minute a page, as long again for a question, and two minutes for a task.
    pub fn minutes(&self) -> usize {
        let asked = self.pages.iter().filter(|page| page.exercise.is_some()).count();
        (self.pages_in_all() + asked + 3 * self.tasks()).div_ceil(2)
    }

    /// The sources of its documents, for a workspace.
    pub fn sources(&self) -> Vec<Source> {
        let source =
            |(at, document): (usize, &LessonText)| Source::Text { nth: at + 1, text: document.text.as_str().into() };
        self.documents.iter().enumerate().map(source).collect()
    }

    /// Compares the figures of the lesson with those of the pipeline, and puts those that its texts ask for into them.
    ///
    /// # Errors
    /// For all figures that differ, and places that do not exist.
    pub fn checked(self) -> Result<(Self, Vec<LessonWarning>), Vec<LessonError>> {
        let mut errors = Vec::new();
        self.check(&mut errors).unwrap_or_else(|error| errors.push(error));
        if !errors.is_empty() {
            errors.sort_by_key(|error| error.line);
            return Err(errors);
        }
        self.fill(false).map_err(|error| vec![error])
    }

    /// The lesson with a blank in place of each figure that answers a question before it.
    ///
    /// # Errors
    /// That of the pipeline on one of its documents.
    pub fn with_blanks(self) -> Result<Self, LessonError> {
        self.fill(true).map(|(lesson, _)| lesson)
    }

    fn fill(mut self, with_blanks: bool) -> Result<(Self, Vec<LessonWarning>), LessonError> {
        let mut blanks = Vec::new();
        let mut warnings = Vec::new();
        let mut recipe = self.recipe.clone();
        let mut traces = self.traces(&recipe)?;
        // Not the title, which lists show without working anything out.
        let mut whole = [&mut self.goal, &mut self.remember].map(std::mem::take);
        for text in &mut whole {
            fill(text, &self.figures(0, &recipe, &traces), &self.file, &mut warnings);
        }
        let mut pages = std::mem::take(&mut self.pages);
        pages.push(self.attempt.clone());
        for page in &mut pages {
            if let Some(other) = &page.recipe {
                recipe = other.clone();
                traces = self.traces(&recipe)?;
            }
            let figures = Figures { blanks: &blanks, ..self.figures(page.document, &recipe, &traces) };
            for text in page.texts() {
                fill(text, &figures, &self.file, &mut warnings);
            }
            let answer = page.exercise.as_ref().and_then(|exercise| exercise.answer.figure());
            blanks.extend(answer.filter(|_| with_blanks));
        }
        let mut in_browser = self.attempt_in_browser.take();
        if let Some(text) = &mut in_browser {
            fill(text, &self.figures(self.attempt.document, &recipe, &traces), &self.file, &mut warnings);
        }
        self.attempt_in_browser = in_browser;
        self.attempt = pages.pop().unwrap_or(self.attempt);
        self.pages = pages;
        [self.goal, self.remember] = whole;
        warnings.sort_by_key(|warning| warning.line);
        Ok((self, warnings))
    }

    fn figures<'a>(&'a self, document: usize, recipe: &'a Recipe, traces: &'a [Trace]) -> Figures<'a> {
        let texts = self.documents.iter().map(|document| document.text.as_str()).collect();
        Figures { texts, traces, recipe, document, order: self.order, k: self.k, blanks: &[] }
    }

    /// Checks figures, places, marks and goals, and notes all errors; returns the one after which nothing can be
    /// checked.
    fn check(&self, errors: &mut Vec<LessonError>) -> Result<(), LessonError> {
        let traces = self.traces(&self.recipe)?;
        for (document, trace) in self.documents.iter().zip(&traces) {
            errors.extend(self.check_document(document, trace).err());
        }
        for ExpectedDistance { between: [a, b], is, line } in self.distances.iter().copied() {
            let print = |at: usize| traces.get(at).and_then(|trace| trace.sketch.fingerprint);
            let found = print(a).zip(print(b)).map(|(a, b)| a.hamming(b));
            if found != Some(is) {
                errors.push(self.error(line, "is", LessonErrorKind::Distance { between: [a, b], found, wanted: is }));
            }
        }
        for traced in self.traced(self.pages.iter().chain([&self.attempt]))? {
            errors.extend(self.check_page(&traced).err());
        }
        Ok(())
    }

    fn check_page(&self, TracedPage { page, recipe, traces }: &TracedPage<'_>) -> Result<(), LessonError> {
        let Some(trace) = traces.get(page.document) else { return Ok(()) };
        let pair = traces.first().zip(traces.get(1)).filter(|_| page.show == Show::TwoTexts);
        let shown = pair.map_or_else(|| vec![trace], |(a, b)| vec![a, b]);
        let has = |trace: &&Trace, name: &str| (0..trace.features.len()).any(|at| trace.name(at) == name);
        let missing = |name: &&String| !shown.iter().any(|trace| has(trace, name));
        if let Some(name) = page.marked_features.iter().find(missing) {
            return Err(self.error(page.text.line, "mark", LessonErrorKind::Mark(name.clone())));
        }
        let keys = |trace: &Trace| trace.features.iter().map(|feature| feature.key).collect::<BTreeSet<_>>();
        let first = page.watched.first().and_then(|&at| traces.get(at)).map(keys).filter(|keys| keys.len() == 2);
        let fits = |feature: &Feature| (0.0..=Plane::MOST).contains(&from_fixed(feature.weight));
        let two_words = |&at: &usize| {
            traces.get(at).is_some_and(|trace| Some(keys(trace)) == first && trace.features.iter().all(fits))
        };
        if page.show == Show::Plane && !(page.watched.len() <= 2 && page.watched.iter().all(two_words)) {
            return Err(self.error(page.text.line, "show", LessonErrorKind::Plane));
        }
        if let Some(task) = &page.task {
            let own = Arc::new(self.traces(recipe)?.swap_remove(page.document));
            let as_it_is = Trial::new(own.clone(), own, BTreeSet::new());
            if task.state(&as_it_is, recipe).reached() {
                return Err(self.error(task.line, "goal", LessonErrorKind::TaskDone));
            }
            if task.is_impossible(&as_it_is) {
                return Err(self.error(task.line, "goal", LessonErrorKind::TaskImpossible));
            }
        }
        if let Some((a, b)) = pair {
            let walk = PairWalk::new([a, b], &a.order(self.order));
            if page.at.is_some_and(|at| at.find_in_pair(&walk).is_none()) {
                return Err(self.error(page.line, "at", LessonErrorKind::Steps(Stage::Rows, walk.rows().len())));
            }
            return Ok(());
        }
        let walk = Walk::new(trace, trace.order(self.order));
        if let Some(WalkPlace::Step(stage, _)) = page.at
            && page.at.and_then(|at| at.find(&walk)).is_none()
        {
            let features = walk.order().len();
            let all = if matches!(stage, Stage::Rows | Stage::Sums) { features } else { walk.range(stage).len() };
            return Err(self.error(page.line, "at", LessonErrorKind::Steps(stage, all)));
        }
        Ok(())
    }

    /// Its pages, without the goal and the end.
    ///
    /// # Errors
    /// If the recipe takes lists of features and a document is not one.
    pub fn traced_pages(&self) -> Result<Vec<TracedPage<'_>>, LessonError> {
        self.traced(self.pages.iter())
    }

    fn traced<'a>(&'a self, pages: impl Iterator<Item = &'a LessonPage>) -> Result<Vec<TracedPage<'a>>, LessonError> {
        let mut recipe = &self.recipe;
        let mut traces: Arc<[Trace]> = self.traces(recipe)?.into();
        let traced = |page: &'a LessonPage| {
            if let Some(other) = &page.recipe {
                recipe = other;
                traces = self.traces(recipe)?.into();
            }
            Ok(TracedPage { page, recipe, traces: traces.clone() })
        };
        pages.map(traced).collect()
    }

    /// The traces of its documents under a recipe.
    ///
    /// # Errors
    /// If the recipe takes lists of features and a document is not one.
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
            let kind =
                LessonErrorKind::Fingerprint { name: name.clone(), found: trace.sketch.fingerprint, wanted: bits };
            return Err(self.error(document.line, "bits", kind));
        }
        Ok(())
    }

    fn error(&self, line: usize, key: &str, kind: LessonErrorKind) -> LessonError {
        LessonError { file: self.file.clone(), line, key: Some(key.into()), kind: Box::new(kind) }
    }
}
