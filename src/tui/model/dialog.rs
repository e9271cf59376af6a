//! The dialogs over a screen, and the state of the small ones: prompts, help, a number traced to its operands. Draws
//! nothing.

use super::{
    Browser, CommandPrompt, ExportDialog, List, ManualReader, MeaningPage, NoteDialog, PassageOrder, Picker,
    VerdictDialog, next_of,
};
use crate::{
    locale::Lang,
    review::filter::{Completion, completions},
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
