//! The state of a lesson: page, answers, and the index of a page that shows one. Computes no step.

use crate::{
    lesson::{Exercise, IncludedLesson, Lesson, LessonAnswer, LessonPage, LessonProgress, Task, TaskState},
    locale::Lang,
    search::BlockIndex,
    simhash::{Fingerprint, Recipe},
};

/// The pair on the pages of a lesson: its first two documents, wherever they are in the ranking.
pub(crate) const LESSON_PAIR: [usize; 2] = [0, 1];

/// The columns of the page beside a screen that is wide enough.
pub(crate) const PAGE_WIDTH: u16 = 38;

/// A lesson being read.
#[derive(Debug)]
pub(crate) struct LessonState {
    pub lesson: Lesson,
    /// The lesson of the program that it is, if it is one.
    pub included: Option<IncludedLesson>,
    /// The page: 0 is the goal, then the steps, then the end.
    pub page: usize,
    /// Whether the screen shows the place that the page names; if not, it will as soon as the place is known.
    pub placed: bool,
    /// The answer to each step, if given.
    pub answers: Vec<Option<LessonAnswer>>,
    /// The answer as typed so far.
    pub typed: String,
    /// Whether the task of each step was done.
    pub tasks: Vec<bool>,
    /// How far the text in the lab has come with the task of this page.
    pub task_state: Option<TaskState>,
    /// How many hints are shown on this page.
    pub hints: usize,
    /// Whether the answer to its question is.
    pub shows_answer: bool,
    /// The tables of a block index, on a page that shows them.
    pub index: Option<LessonTables>,
}

/// The fingerprints of a lesson's documents in the tables of a block index.
#[derive(Debug)]
pub(crate) struct LessonTables {
    pub index: BlockIndex,
    /// The document looked up.
    pub document: usize,
    pub query: Fingerprint,
    /// The table under the cursor.
    pub table: usize,
}

impl LessonState {
    /// The lesson from its beginning.
    pub(crate) fn new(lesson: Lesson, included: Option<IncludedLesson>) -> Self {
        let answers = vec![None; lesson.pages.len()];
        let tasks = vec![false; lesson.pages.len()];
        Self {
            lesson,
            included,
            page: 0,
            placed: false,
            answers,
            typed: String::new(),
            tasks,
            task_state: None,
            hints: 0,
            shows_answer: false,
            index: None,
        }
    }

    /// Goes on where the reader stopped; from the beginning after the end. Whether it goes on. Tasks stay done.
    pub(crate) fn resume(&mut self, progress: &LessonProgress) -> bool {
        if progress.tasks.len() == self.tasks.len() {
            self.tasks.clone_from(&progress.tasks);
        }
        let begun = (1..self.pages() - 1).contains(&progress.page) && progress.answers.len() == self.answers.len();
        if begun {
            self.page = progress.page;
            self.keep(&progress.answers);
        }
        begun
    }

    /// Takes over the answers to each step that were given to the same numbers: in another language, or in another
    /// version of the program, a lesson may have others.
    pub(crate) fn keep(&mut self, answers: &[Option<LessonAnswer>]) {
        let pages = self.lesson.traced_pages().unwrap_or_default();
        for ((own, kept), page) in self.answers.iter_mut().zip(answers).zip(&pages) {
            *own = kept.filter(|kept| page.answer() == Some(kept.is));
        }
    }

    /// How far it is read; `before` is how far it was.
    pub(crate) fn progress(&self, before: Option<&LessonProgress>) -> LessonProgress {
        let [right, _, asked] = self.score();
        let ended = self.page + 1 == self.pages();
        let score = if ended { Some([right, asked]) } else { before.and_then(|before| before.score) };
        let answers = if self.page == 0 { Vec::new() } else { self.answers.clone() };
        // Nothing was done: nothing is to be kept.
        let tasks = if self.tasks.contains(&true) { self.tasks.clone() } else { Vec::new() };
        LessonProgress { page: self.page, answers, tasks, score }
    }

    /// How many pages there are, the goal and the end among them.
    pub(crate) fn pages(&self) -> usize {
        self.lesson.pages_in_all()
    }

    /// Whether another lesson follows this page.
    pub(crate) fn leads_on(&self) -> bool {
        self.included.is_some() && self.page + 1 == self.pages()
    }

    /// The step on this page; `None` on the first and on the last one.
    pub(crate) fn step(&self) -> Option<&LessonPage> {
        self.lesson.pages.get(self.page.checked_sub(1)?)
    }

    /// The page whose place is shown: the first step before it, what there is to try after the last.
    pub(crate) fn shown(&self) -> &LessonPage {
        self.lesson.pages.get(self.page.saturating_sub(1)).unwrap_or(&self.lesson.attempt)
    }

    /// The columns that the words of this page are about.
    pub(crate) fn marked_columns(&self) -> &[usize] {
        self.step().map_or(&[], |page| &page.marked_columns)
    }

    /// The features that the words of this page are about.
    pub(crate) fn marked_features(&self) -> &[String] {
        self.step().map_or(&[], |page| &page.marked_features)
    }

    /// The recipe that holds on this page.
    pub(crate) fn recipe(&self) -> &Recipe {
        let all = self.lesson.pages.iter().chain([&self.lesson.attempt]);
        let changed = all.take(self.page.max(1)).filter_map(|page| page.recipe.as_ref()).last();
        changed.unwrap_or(&self.lesson.recipe)
    }

    pub(crate) fn exercise(&self) -> Option<&Exercise> {
        self.step()?.exercise.as_ref()
    }

    pub(crate) fn task(&self) -> Option<&Task> {
        self.step()?.task.as_ref()
    }

    pub(crate) fn task_done(&self) -> bool {
        self.page.checked_sub(1).and_then(|at| self.tasks.get(at)) == Some(&true)
    }

    /// The answer given on this page.
    pub(crate) fn answered(&self) -> Option<LessonAnswer> {
        *self.answers.get(self.page.checked_sub(1)?)?
    }

    /// Whether the page says already what the answer is: of a claim with a wrong part it does as soon as one is given.
    pub(crate) fn judged(&self) -> bool {
        let spotted = || self.exercise().is_some_and(|exercise| exercise.question.is_none());
        self.shows_answer || self.answered().is_some() && spotted()
    }

    /// The words of a page, from 0.
    pub(crate) fn said(&self, page: usize, lang: Lang) -> &str {
        let step = page.checked_sub(1).map(|at| self.lesson.pages.get(at).unwrap_or(&self.lesson.attempt));
        step.map_or(&self.lesson.goal, |step| &step.text).get(lang)
    }

    /// How many questions were answered rightly, how many answered, how many there are.
    pub(crate) fn score(&self) -> [usize; 3] {
        let right = self.answers.iter().flatten().filter(|answered| answered.right()).count();
        let asked = self.lesson.pages.iter().filter(|page| page.exercise.is_some()).count();
        [right, self.answers.iter().flatten().count(), asked]
    }
}
