//! Documents, what is known of them, and where the reader is on each screen. A lesson is a workspace of its own over
//! the one before. Knows no terminal and no key.
//!
//! Results carry the number of their workspace, so one that comes late finds it beneath a lesson. A page of a lesson
//! says where the walk and the cursor are; a reader moves them freely until the next page.

use std::{borrow::Cow, collections::BTreeSet, ops::Range, sync::Arc};

use ratatui::layout::{Position, Rect};

use super::{
    BitsState, DiffMode, DiffState, Diffed, HyperplanesState, LabPane, LabState, LessonState, LibraryState,
    ListContext, ListQuery, Listing, MeaningState, OpenReview, OverviewState, Pane, PassageKey, Passages,
    PipelineState, PlaneState, Results, SharedState, Sort, Tasks, TwoTexts, Workbench,
    dialog::{Dialog, Dialogs},
    order_of,
};
use crate::{
    batch::{Batch, BatchEntry, PairDetail, Work},
    compare::{
        DEFAULT_K, Thresholds, calibration::Calibration, coverage::SharedPassage, evaluation::LabelledPair, pair::Pair,
        profiles::Opinion,
    },
    config::{Config, SettingKey},
    document::Source,
    lesson::{Answer, LessonPart, LessonTerm},
    review::filter::fold_case_and_width,
    tui::{action::Action, screen::Screen},
};

/// One set of documents on the screens.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// Counts the workspaces of a run; results of background work carry the number of theirs.
    pub number: u64,
    /// The threshold: the largest Hamming distance called near, in bits.
    pub k: u32,
    /// The documents and what is known of them.
    pub batch: Batch,
    /// The list of pairs.
    pub listing: Arc<Listing>,
    /// The screen shown.
    pub screen: Screen,
    pub dialogs: Dialogs,
    pub overview: OverviewState,
    pub pipeline: PipelineState,
    /// Both texts of the pair on screen 2.
    pub two_texts: TwoTexts,
    pub bits: BitsState,
    pub diff: DiffState,
    /// The state of screen 4 while it shows shared text.
    pub shared: SharedState,
    pub lab: LabState,
    pub library: LibraryState,
    /// The dialog of the hyperplanes between a pair.
    pub hyperplanes: HyperplanesState,
    /// The dialog of the plane.
    pub plane: PlaneState,
    pub meaning: MeaningState,
    /// The lesson that is read.
    pub lesson: Option<LessonState>,
    /// The review, if this is one.
    pub review: Option<OpenReview>,
    /// The pair that was opened from dialogs, and these, to come back to.
    pub left: Option<([usize; 2], Dialogs)>,
    /// The dialog whose report is being written.
    pub sent: Option<Box<dyn Dialog>>,
    /// The reader was warned on leaving that this report would be lost.
    pub sent_warned: bool,
    /// A message that goes with the next key.
    pub notice: Option<String>,
    pub drawn: Drawn,
    /// The target under the mouse button, until the button is released.
    pub dragged: Option<ClickTarget>,
    pub results: Results,
    /// The computations that run.
    pub tasks: Tasks,
}

/// The places of things in the last frame, as the view returned them, so that a click finds its target and a page knows
/// its length: the layout is written once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawn {
    /// Places that answer to a click, in order of drawing: of two that overlap, the later wins.
    pub targets: Vec<(Rect, ClickTarget)>,
    /// How many rows the main list showed.
    pub rows: usize,
    /// How long the topmost overlay's list was.
    pub length: usize,
    /// How many cells wide a text column was on the diff screen.
    pub columns: u16,
    /// How many cells wide the lab's text was, and how many rows of it were shown.
    pub text: (u16, usize),
    /// The place of the text cursor, for the terminal to show it.
    pub cursor: Option<Position>,
}

impl Drawn {
    /// Has cells of a row answer to a click.
    pub(crate) fn click(&mut self, x: Range<u16>, y: u16, target: ClickTarget) {
        self.targets.push((Rect::new(x.start, y, x.end.saturating_sub(x.start), 1), target));
    }
}

/// The meaning of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClickTarget {
    /// An action, as by its key.
    Do(Action),
    /// Row n of the screen's list.
    Row(usize),
    /// Row n of an overlay's list.
    Choice(usize),
    /// Bit column n.
    Column(usize),
    Step(usize),
    /// The pair of these two documents.
    Pair(usize, usize),
    /// A flipped bit's row in the table.
    Flipped(usize),
    /// A row of screen 6's clusters.
    Cluster(usize),
    /// A row of its passages.
    Passage(usize),
    /// A choice in a row of the dialog on which the review is handed over; behind the last row, to write it.
    Choose(usize, usize),
    /// A place of the whole text, in thousandths.
    Place(u16),
    /// A pane of screen 3.
    Pane(Pane),
    /// A pane of screen 5.
    LabPane(LabPane),
    /// A place in the lab's text, in bytes.
    Text(usize),
}

impl Workspace {
    /// Whether the screens may use a term: in a lesson only what its readers know.
    pub(crate) fn knows(&self, term: LessonTerm) -> bool {
        self.lesson.as_ref().is_none_or(|reading| reading.lesson.knows.contains(&term))
    }

    /// Whether a part of the screen is shown: on a page of a lesson only what it names, if it names any.
    pub(crate) fn shows(&self, part: LessonPart) -> bool {
        let only = self.lesson.as_ref().map(|reading| &reading.shown().only);
        only.is_none_or(|only| only.is_empty() || only.contains(&part))
    }

    /// The right answer to the question of the lesson's page; `None` until it is computed.
    pub(crate) fn right_answer(&self) -> Option<f64> {
        let trace = |at: usize| self.batch.trace(at).map(|trace| &**trace);
        self.lesson.as_ref()?.exercise()?.answer.value(trace)
    }

    /// A workspace over sources that are still to be read.
    pub(crate) fn new(sources: Vec<Source>, config: &Config) -> Self {
        // Whoever read the settings looked at the recipe already.
        let recipe = config.recipe().unwrap_or_default();
        let k = config.k(recipe.bits).unwrap_or(DEFAULT_K.min(u32::from(recipe.bits)));
        let mut batch = Batch::new(sources, recipe, config.run());
        batch.texts = config.text_thresholds();
        if config.hide_names() {
            batch.hide(config.lang());
        }
        let mut workspace = Self::over(batch, k);
        workspace.overview.sort = Sort::of(config.text(SettingKey::Sort));
        workspace.pipeline.order = order_of(config.text(SettingKey::FeatureSort));
        workspace.diff = DiffState::with(config.context(), config.join_lines());
        workspace
    }

    /// A workspace over other documents, with the settings of this one.
    pub(crate) fn beside(&self, sources: Vec<Source>) -> Self {
        let mut batch = Batch::new(sources, self.batch.recipe.clone(), self.batch.run);
        batch.texts = self.batch.texts;
        let mut workspace = Self::over(batch, self.k);
        workspace.diff = DiffState::with(self.diff.context, self.diff.join);
        workspace.lab = LabState::keeping(&self.lab);
        workspace
    }

    /// A workspace with the documents in another order, given by their numbers. Results of pairs and cursors start
    /// anew.
    pub(crate) fn reordered(&mut self, order: &[usize]) -> Self {
        let mut next = self.beside(Vec::new());
        next.batch = std::mem::take(&mut self.batch);
        next.batch.reorder(order);
        let number = |before: usize| order.iter().position(|&at| at == before);
        next.lab = std::mem::take(&mut self.lab);
        let benches = std::mem::take(&mut next.lab.benches).into_iter();
        next.lab.benches = benches.filter_map(|(at, bench)| Some((number(at)?, bench))).collect();
        next.lab.session = next.lab.session.and_then(|(at, row)| Some((number(at)?, row)));
        (next.diff.far, next.diff.inline) = (self.diff.far, self.diff.inline);
        (next.overview.sort, next.overview.filter) = (self.overview.sort, self.overview.filter.take());
        (next.library.opened, next.library.cutoff) = (self.library.opened.take(), self.library.cutoff);
        (next.pipeline.order, next.screen) = (self.pipeline.order, self.screen);
        next
    }

    fn over(mut batch: Batch, k: u32) -> Self {
        batch.work = Work::Screens;
        Self {
            number: 0,
            k,
            batch,
            listing: Arc::default(),
            screen: Screen::Overview,
            dialogs: Dialogs::default(),
            overview: OverviewState::default(),
            pipeline: PipelineState::default(),
            two_texts: TwoTexts::default(),
            bits: BitsState::default(),
            diff: DiffState::default(),
            shared: SharedState::default(),
            lab: LabState::default(),
            library: LibraryState::default(),
            hyperplanes: HyperplanesState::default(),
            plane: PlaneState::default(),
            meaning: MeaningState::default(),
            lesson: None,
            review: None,
            left: None,
            sent: None,
            sent_warned: false,
            notice: None,
            drawn: Drawn::default(),
            dragged: None,
            results: Results::default(),
            tasks: Tasks::default(),
        }
    }

    /// The columns that a page of a lesson is about.
    pub(crate) fn marked_columns(&self) -> &[usize] {
        self.lesson.as_ref().map_or(&[], |reading| reading.marked_columns())
    }

    /// Whether a page of a lesson is about the feature of that name.
    pub(crate) fn marks_feature(&self, name: &str) -> bool {
        self.lesson.as_ref().is_some_and(|reading| reading.marked_features().iter().any(|marked| marked == name))
    }

    /// Whether a page of a lesson asks for the distance of the pair, so that screens keep it to themselves; on the
    /// page of the goal, whether the next one does.
    pub(crate) fn asks_distance(&self) -> bool {
        let Some(reading) = self.lesson.as_ref().filter(|reading| reading.answered().is_none()) else { return false };
        let page = if reading.page == 0 { Some(reading.shown()) } else { reading.step() };
        page.and_then(|page| page.exercise.as_ref()).is_some_and(|exercise| matches!(exercise.answer, Answer::Distance))
    }

    /// The document that the pipeline shows.
    pub(crate) fn shown_document(&self) -> usize {
        let sound = |entry: &BatchEntry| !entry.failed() && !entry.waits() && !entry.aside;
        let first = || self.batch.entries.iter().position(sound);
        let chosen = self.pipeline.document.filter(|&at| self.batch.entries.get(at).is_some_and(|entry| !entry.aside));
        chosen.or_else(|| Some(self.pair()?[0])).or_else(first).unwrap_or(0)
    }

    /// The thresholds of all signals now.
    pub(crate) fn thresholds(&self) -> Thresholds {
        self.batch.thresholds(self.k)
    }

    /// The query of the list of pairs now.
    pub(crate) fn list_query(&self) -> ListQuery {
        let (filter, sort) = (self.overview.filter.clone(), self.overview.sort);
        let of_review = filter.is_some() || sort == Sort::Verdict;
        let revision = self.review.as_ref().filter(|_| of_review).map_or(0, |review| review.revision);
        let cutoff = if filter.is_some() { self.library.cutoff } else { 0 };
        let remainders = self.batch.scored_remainders().map(|known| known.revision);
        ListQuery {
            generation: self.batch.ranked,
            thresholds: self.thresholds(),
            sort,
            filter,
            revision,
            cutoff,
            remainders,
        }
    }

    /// The values of documents that the list of pairs needs now.
    pub(crate) fn list_context(&self) -> ListContext {
        let names = self.batch.entries.iter().filter(|_| self.overview.filter.is_some());
        ListContext {
            subjects: match self.batch.scored_remainders() {
                Some(remainders) => remainders.of.iter().map(|of_one| Some(of_one.as_ref()?.subject.clone())).collect(),
                None => self.batch.subjects(),
            },
            names: names.map(|entry| fold_case_and_width(&entry.name)).collect(),
            order: self.batch.name_order(),
            matched: self.review.as_ref().map(|review| review.matched.clone()).unwrap_or_default(),
        }
    }

    /// The pair in that row of the list.
    pub(crate) fn listed(&self, row: usize) -> Option<&Pair> {
        self.batch.pairs.get(self.listing.pair(row)?)
    }

    /// The row of the pair of two documents, if it is listed.
    pub(crate) fn row_of(&self, documents: [usize; 2]) -> Option<usize> {
        self.listing.row(self.batch.pair_number(documents)?)
    }

    /// A pair as the list shows it: whole, or after exclusions.
    pub(crate) fn as_listed<'a>(&'a self, pair: &'a Pair) -> &'a Pair {
        self.listing.shown(pair)
    }

    /// The marked pairs that are listed, and the number of those that the filter hides.
    pub(crate) fn marked_pairs(&self) -> (Vec<[usize; 2]>, usize) {
        let there = self.overview.marked.iter().copied().filter(|&pair| self.batch.pair(pair).is_some());
        let (listed, hidden): (Vec<_>, Vec<_>) = there.partition(|&pair| self.row_of(pair).is_some());
        (listed, hidden.len())
    }

    /// Replaces the calibration.
    pub(crate) fn install_calibration(&mut self, calibration: Calibration) {
        self.meaning.prior = calibration.prior;
        self.batch.calibration = Some(Arc::new(calibration));
        self.meaning.revision += 1;
        self.meaning.failure = None;
    }

    /// The verdicts of the review as labels.
    pub(crate) fn labels(&self) -> Vec<LabelledPair> {
        self.review.as_ref().map(|review| review.matched.labels()).unwrap_or_default()
    }

    /// The distance of the selected pair, by the scores that count.
    pub(crate) fn selected_hamming(&self) -> Option<u32> {
        self.batch.scored_pair(self.listed(self.overview.list.selected)?.documents())?.hamming()
    }

    /// Whether the selected pair is a near-duplicate at threshold k.
    pub(crate) fn near(&self) -> bool {
        let listed = self.listed(self.overview.list.selected);
        listed.and_then(|pair| self.batch.scored_pair(pair.documents())).is_some_and(|pair| pair.near(self.k))
    }

    /// The way screen 4 shows the pair: near-duplicates by their differences, and two documents that are all there is,
    /// unless the reader chose. A review of two may get more.
    pub(crate) fn diff_mode(&self) -> DiffMode {
        if let Some((_, mode)) = self.diff.mode.filter(|(documents, _)| self.pair() == Some(*documents)) {
            return mode;
        }
        let alone = self.review.is_none() && self.batch.present().nth(2).is_none();
        let far = || self.diff.far.unwrap_or(if alone { DiffMode::Differences } else { DiffMode::Shared });
        if self.near() { DiffMode::Differences } else { far() }
    }

    /// Has screen 4 show the pair that way, whatever becomes of its distance.
    pub(crate) fn set_diff_mode(&mut self, mode: DiffMode) {
        self.diff.mode = self.pair().map(|documents| (documents, mode));
    }

    /// The name of the entries of the bottom line: that of the screen, or of its mode.
    pub(crate) fn footer(&self) -> &'static str {
        match self.screen {
            _ if self.lesson.is_some() => "lesson",
            Screen::Diff if self.shows_shared() => "shared",
            screen => screen.key(),
        }
    }

    pub(crate) fn shows_shared(&self) -> bool {
        self.diff_mode() == DiffMode::Shared
    }

    /// Whether screen 4 shows differences that are others where the texts are read as they are written.
    pub(crate) fn offers_as_written(&self) -> bool {
        let diffed = self.pair().and_then(|documents| self.results.diff_of(documents));
        self.diff_mode() == DiffMode::Differences && diffed.is_some_and(|diffed| diffed.two_readings)
    }

    /// The lab's bench of the document that is shown.
    pub(crate) fn bench(&self) -> Option<&Workbench> {
        self.lab.benches.get(&self.shown_document())
    }

    pub(crate) fn bench_mut(&mut self) -> Option<&mut Workbench> {
        let shown = self.shown_document();
        self.lab.benches.get_mut(&shown)
    }

    /// Whether keys go to the lab's text.
    pub(crate) fn editing(&self) -> bool {
        self.screen == Screen::Lab && self.lab.editing && self.dialogs.is_empty()
    }

    /// The filter of the list as it may be shown.
    pub(crate) fn shown_filter(&self) -> Option<String> {
        let filter = self.overview.filter.as_ref()?;
        let hidden = self.batch.hidden.as_ref();
        let nameless = hidden.map(|hiding| hiding.known.redact(&filter.nameless().to_string()).into_owned());
        Some(nameless.unwrap_or_else(|| filter.to_string()))
    }

    /// A text without names that are hidden.
    pub(crate) fn redacted<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.batch.hidden.as_ref().map_or(Cow::Borrowed(text), |hiding| hiding.known.redact(text))
    }

    /// The documents of the selected pair.
    pub(crate) fn pair(&self) -> Option<[usize; 2]> {
        self.listed(self.overview.list.selected).map(Pair::documents)
    }

    /// Whether the pairs are those of the documents as they are.
    pub(crate) fn is_ranked(&self) -> bool {
        self.batch.ranked == self.batch.generation
    }

    /// The selected pair in detail, once it is known.
    pub(crate) fn detail(&self) -> Option<&Arc<PairDetail>> {
        self.results.detail_of(self.pair()?)
    }

    /// The differences of the selected pair, once they are known.
    pub(crate) fn diffed(&self) -> Option<&Arc<Diffed>> {
        self.results.diff_of(self.pair()?)
    }

    /// Whether the batch is ranked and nothing is seen to be done: what comes after it may begin.
    pub(crate) fn is_settled(&self) -> bool {
        self.is_ranked() && self.tasks.in_footer().next().is_none()
    }

    /// Whether something is seen to be computed, or about to be.
    pub(crate) fn works(&self) -> bool {
        !self.is_settled()
    }

    pub(crate) fn writes_report(&self) -> bool {
        self.results.report.asked().is_some()
    }

    /// Another list of the same pairs in the place of the one shown; the selected pair stays selected.
    pub(crate) fn install_list(&mut self, listing: Arc<Listing>) {
        let top = std::mem::take(&mut self.overview.top) && self.overview.list.selected == 0;
        let selected = self.take_wanted().or(self.pair().filter(|_| !top));
        self.replace_list(listing, selected);
    }

    /// The pair that is to be selected, once it is there.
    pub(crate) fn take_wanted(&mut self) -> Option<[usize; 2]> {
        let batch = &self.batch;
        self.overview.wanted.take_if(|documents| batch.pair_number(*documents).is_some())
    }

    /// The list of pairs, with these documents selected.
    pub(crate) fn replace_list(&mut self, listing: Arc<Listing>, selected: Option<[usize; 2]>) {
        self.listing = listing;
        let row = selected.and_then(|documents| self.row_of(documents)).unwrap_or(0);
        self.overview.list.select(row, self.listing.len(), self.drawn.rows);
    }

    /// Selects the pair of these documents, even if a filter hides it.
    pub(crate) fn show(&mut self, documents: [usize; 2]) {
        if self.row_of(documents).is_none() {
            self.overview.filter = None;
            self.overview.wanted = Some(documents);
        } else {
            self.select(documents);
        }
    }

    pub(crate) fn select(&mut self, documents: [usize; 2]) {
        if let Some(row) = self.row_of(documents) {
            self.overview.list.select(row, self.listing.len(), self.drawn.rows);
        }
    }

    /// Finds the clusters at another cutoff.
    pub(crate) fn cut(&mut self, cutoff: u32) {
        self.library.cutoff = cutoff;
        if let Some(index_view) = self.results.index_view.value() {
            self.library.found = Arc::new(index_view.forest.clusters(&self.batch.pairs, cutoff));
        }
        let last = self.library.found.clusters.len().saturating_sub(1);
        self.library.clusters.selected = self.library.clusters.selected.min(last);
    }

    /// The passage under the cursor, and the two documents that are laid beside each other for it.
    pub(crate) fn shared_passage(&self) -> Option<(&SharedPassage, [u32; 2])> {
        let passage = self.results.index_view.value()?.passages.get(self.library.passages.selected)?;
        let second = passage.texts.get(self.library.second).or(passage.texts.get(1))?;
        Some((passage, [*passage.texts.first()?, *second]))
    }

    /// The next cutoff at which the clusters are others; the one before.
    pub(crate) fn next_cutoff(&self, up: bool) -> u32 {
        let cutoff = self.library.cutoff;
        let Some(index_view) = self.results.index_view.value() else { return cutoff };
        let joins: BTreeSet<u32> = index_view.forest.counts().into_iter().map(|(hamming, _)| hamming).collect();
        if up {
            joins.range(cutoff + 1..).next().copied().unwrap_or(cutoff)
        } else {
            // Just below the present one's last join, or none at all.
            joins.range(..cutoff).next_back().copied().unwrap_or(0)
        }
    }

    /// The passages that these documents share, as they are now.
    pub(crate) fn passages_of(&self, documents: [usize; 2]) -> Option<&Arc<Passages>> {
        let [a, b] = documents.map(|at| self.batch.document(at).map(|document| document.reading.content_hash));
        let contents = [a?, b?];
        self.results.passages.value().filter(|passages| passages.is_of(documents, contents))
    }

    /// The shared passages of the texts that were compared, once they are known.
    pub(crate) fn shared_text_of(&self, diffed: &Diffed) -> Option<&Arc<Passages>> {
        self.passages_of(diffed.documents).filter(|passages| passages.is_of_texts(&diffed.texts))
    }

    /// The passage under the cursor of screen 4.
    pub(crate) fn passage_key(&self) -> Option<PassageKey> {
        let documents = self.pair()?;
        let span = self.passages_of(documents)?.first_place(0, self.shared.passage)?;
        Some(PassageKey { documents, span, generation: self.batch.generation })
    }

    /// The result of every profile for these documents, if known for the present recipe.
    pub(crate) fn opinions_of(&self, documents: [usize; 2]) -> Option<&[Opinion]> {
        self.results.profiles.get(&(documents, self.batch.generation)).map(Vec::as_slice)
    }
}
