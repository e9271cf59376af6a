//! The dialogs over a screen, and the state of the small ones: prompts, pickers, a number traced to its operands. Draws
//! nothing.

use super::{
    Browser, CommandPrompt, ExportDialog, List, ManualReader, MeaningPage, NoteDialog, PassageOrder, Sort,
    VerdictDialog, next_of,
};
use crate::{
    config::ThemeName,
    lab::Preset,
    lesson::IncludedLesson,
    locale::Lang,
    review::filter::{Completion, completions},
    simhash::{FeatureHash, Fold, Keep, Order, Recipe, Tie, Tokenizer, Weighting},
};

/// Something over a screen. It takes all keys until it is closed.
#[derive(Clone, Debug)]
pub(crate) enum Dialog {
    /// The keys and the terms.
    Help(HelpPage),
    /// A topic of the manual, or the list of them.
    Manual(Box<ManualReader>),
    /// A setting to choose.
    Picker(Picker),
    /// All settings of the recipe.
    Recipe(List),
    /// A number traced to its operands.
    Formula(TracedNumber, List),
    /// The pair of these documents under every profile.
    Profiles([usize; 2], List),
    /// The passages that these documents share.
    Passages([usize; 2], PassageOrder, List),
    /// The exclusions of the texts.
    Exclusions(ExclusionDialog),
    /// The pair of these documents by other methods.
    Evidence([usize; 2], EvidencePage),
    /// The meaning of a distance among the documents.
    Meaning(MeaningPage),
    /// The angle of the selected pair, and random hyperplanes that separate it.
    Geometry,
    /// The runs of the robustness of texts, one after another.
    Runs,
    /// A filter of pairs, as typed so far.
    Filter(FilterPrompt),
    /// A verdict that is being given.
    Verdict(Box<VerdictDialog>),
    /// Whether what came with the folder is accepted.
    Received(List),
    /// A note that is being written.
    Note(Box<NoteDialog>),
    /// Documents to be added and taken away.
    Browser(Box<Browser>),
    /// Verdicts and notes that have lost what they were of.
    Orphans(List),
    /// The review is handed over.
    Export(Box<ExportDialog>),
    /// Something to look for, as typed so far.
    Find(String),
    /// The command line.
    Command(CommandPrompt),
    /// Messages, until a key is pressed.
    Messages(Vec<String>),
    /// A choice between keeping and discarding unsaved work.
    Leave(List),
}

/// The cursors of the dialog with other methods.
#[derive(Clone, Debug, Default)]
pub(crate) struct EvidencePage {
    /// The cursor among the methods.
    pub methods: List,
    /// The cursor among the paragraphs of A, while they are listed.
    pub paragraphs: Option<List>,
}

/// A number that can be traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TracedNumber {
    /// A feature of a document: its weight, its hash, its places.
    Feature {
        document: usize,
        /// The index in its trace.
        feature: usize,
    },
    /// A column sum of a document, after the step that is shown.
    Column { document: usize, column: usize },
}

impl Dialog {
    /// Whether pages of lessons open it, and stay visible beside it.
    pub(crate) fn of_pages(&self) -> bool {
        matches!(self, Self::Geometry | Self::Runs)
    }

    /// Whether a text is typed, and takes all keys.
    pub(crate) fn types(&self) -> bool {
        match self {
            Self::Find(_) | Self::Filter(_) | Self::Command(_) | Self::Note(_) => true,
            Self::Exclusions(dialog) => dialog.typed.is_some(),
            Self::Browser(browser) => browser.typing,
            Self::Help(page) => page.typing,
            Self::Manual(reader) => reader.typed.is_some(),
            Self::Export(dialog) => dialog.text(dialog.field()).is_some(),
            _ => false,
        }
    }
}

impl EvidencePage {
    /// The list under the cursor.
    pub(crate) fn list_under_cursor(&mut self) -> &mut List {
        self.paragraphs.as_mut().unwrap_or(&mut self.methods)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ExclusionDialog {
    pub list: List,
    /// A pattern that is being typed.
    pub typed: Option<String>,
    /// Why it is none.
    pub error: Option<String>,
}

/// A filter that is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilterPrompt {
    pub typed: String,
    /// The completion that is inserted.
    pub picked: Option<usize>,
    /// The reason why the filter is wrong.
    pub error: Option<String>,
}

/// The longest filter that can be typed, in characters.
const LONGEST: usize = 400;

impl FilterPrompt {
    /// Begins with a filter that holds.
    pub(crate) fn of(filter: &str) -> Self {
        Self { typed: filter.into(), ..Self::default() }
    }

    /// The completions at the end of the line.
    pub(crate) fn completions(&self, lang: Lang) -> Vec<Completion> {
        completions(&self.typed, self.typed.len(), lang)
    }

    /// The line with the completion that is chosen.
    pub(crate) fn line(&self, lang: Lang) -> String {
        let mut line = self.typed.clone();
        if let Some(completion) = self.picked.and_then(|at| self.completions(lang).into_iter().nth(at)) {
            line.replace_range(completion.at, &completion.text);
        }
        line
    }

    /// The next completion, or the one before.
    pub(crate) fn pick(&mut self, forward: bool, lang: Lang) {
        let all = self.completions(lang).len();
        if all > 0 {
            let first = if forward { 0 } else { all - 1 };
            self.picked = Some(self.picked.map_or(first, |at| next_of(at, all, forward)));
            self.error = None;
        }
    }

    /// Appends text, without control characters and up to the greatest length.
    pub(crate) fn push(&mut self, text: &str, lang: Lang) {
        self.typed = self.line(lang);
        let free = LONGEST.saturating_sub(self.typed.chars().count());
        self.typed.extend(text.chars().filter(|c| !c.is_control()).take(free));
        (self.picked, self.error) = (None, None);
    }

    /// Takes the last character out.
    pub(crate) fn pop(&mut self, lang: Lang) {
        self.typed = self.line(lang);
        self.typed.pop();
        (self.picked, self.error) = (None, None);
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct HelpPage {
    /// The first line shown.
    pub list: List,
    /// The words searched, as typed; without any, the keys of the screen are shown.
    pub words: String,
    /// Keys go to the words.
    pub typing: bool,
}

/// A list to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    pub setting: Setting,
    pub choices: Vec<Choice>,
    pub list: List,
    /// The row of what holds now.
    pub opened_on: usize,
    /// Digits typed for a number that is not in the list.
    pub typed: String,
    /// Why what was chosen cannot be.
    pub error: Option<String>,
}

/// A setting that a picker changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    Profile,
    Tokens,
    Fold,
    Weight,
    /// The feature hash.
    Hash,
    Width,
    /// The tie rule.
    Tie,
    Colours,
    /// The order of pairs.
    PairSort,
    /// The order of features.
    FeatureSort,
    /// The document to show.
    Document,
    /// The pair to show.
    Pair,
    /// Bits in a row.
    BitsPerRow,
    /// The lesson to read.
    Lesson,
    /// A change to make in the lab.
    Preset,
    /// The kind of export of a walk.
    Export,
}

/// Something to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The default recipe.
    Default,
    /// A profile, by its place in the list of profiles.
    Profile(usize),
    Tokens(Tokenizer),
    Fold(Fold),
    Weight(Weighting),
    Hash(FeatureHash),
    Width(u8),
    /// A tie rule.
    Tie(Tie),
    Colours(ThemeName),
    /// An order of pairs.
    PairSort(Sort),
    /// An order of features.
    FeatureSort(Order),
    Document(usize),
    /// A pair, by its place in the list.
    Pair(usize),
    /// Bits in a row; `None` as fits.
    BitsPerRow(Option<u8>),
    Lesson(IncludedLesson),
    /// A change; of the one that appends a document, which.
    Preset(Preset, Option<usize>),
    /// A kind of export.
    Export(WalkExport),
}

/// The kinds of files that a walk is exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkExport {
    /// All steps in words and numbers, as Markdown.
    Transcript,
    /// The frame that is shown, as a picture.
    Frame,
    /// Each step as a picture.
    Frames,
    /// All steps as a recording that terminals play.
    Recording,
}

impl WalkExport {
    pub(crate) const ALL: [Self; 4] = [Self::Transcript, Self::Frame, Self::Frames, Self::Recording];
}

impl Setting {
    /// The rows of the recipe panel.
    pub(crate) const RECIPE: [Self; 7] =
        [Self::Profile, Self::Tokens, Self::Fold, Self::Weight, Self::Hash, Self::Width, Self::Tie];
}

impl Choice {
    /// The recipe with this choice made; `None` where the choice is not about the recipe.
    pub(crate) fn apply(self, recipe: &Recipe) -> Option<Recipe> {
        let mut recipe = recipe.clone();
        match self {
            Self::Default => recipe = Recipe::default(),
            Self::Profile(preset) => recipe = crate::simhash::Profile::named().nth(preset)?.recipe(),
            Self::Tokens(tokenizer) => {
                if (tokenizer == Tokenizer::Given) != (recipe.tokenizer == Tokenizer::Given) {
                    recipe = of_other_kind(&recipe);
                }
                recipe.tokenizer = tokenizer;
            }
            Self::Weight(weight) => {
                if weight.is_given() != recipe.weight.is_given() {
                    recipe = of_other_kind(&recipe);
                }
                recipe.weight = weight;
            }
            Self::Fold(fold) => recipe.fold = fold,
            Self::Hash(hash) => recipe.hash = hash,
            Self::Width(bits) => recipe.bits = bits,
            Self::Tie(tie) => recipe.tie = tie,
            _ => return None,
        }
        Some(recipe)
    }
}

/// The recipe for lists of features in place of texts, or the other way round. Given features and given weights go
/// together, so choosing one chooses the other.
fn of_other_kind(recipe: &Recipe) -> Recipe {
    let Recipe { tokenizer, weight, fold, .. } = Recipe::default();
    if recipe.weight.is_given() {
        Recipe { tokenizer, weight, fold: recipe.fold.and(fold), ..*recipe }
    } else {
        let (tokenizer, weight) = (Tokenizer::Given, Weighting::Given(Keep::All));
        Recipe { tokenizer, weight, fold: recipe.fold.of_lists(), ..*recipe }
    }
}
