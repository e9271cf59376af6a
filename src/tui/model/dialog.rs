//! The dialogs over a screen: help, pickers, prompts, a number traced to its operands. Draws nothing.

use super::{
    Browser, CommandPrompt, ExclusionDialog, ExportDialog, FilterPrompt, HelpPage, List, ManualReader, MeaningPage,
    NoteDialog, PassageOrder, Picker, VerdictDialog,
};

/// Something over a screen. It takes all keys until it is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EvidencePage {
    /// The cursor among the methods.
    pub methods: List,
    /// The cursor among the paragraphs of A, while they are listed.
    pub paragraphs: Option<List>,
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
