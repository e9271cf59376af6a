//! The commands of the interface: verbs. The keymap binds them to keys, the locale names them; neither is known here.

use std::fmt::Debug;

use serde::{
    Deserialize,
    de::{IntoDeserializer, value},
};

/// A command of the interface. Its name in the keymap is the kebab-case form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Action {
    ShowOverview,
    ShowPipeline,
    ShowBits,
    ShowDiff,
    ShowLab,
    ShowLibrary,
    NextPane,
    PreviousPane,
    Down,
    Up,
    Left,
    Right,
    First,
    Last,
    HalfDown,
    HalfUp,
    PageDown,
    PageUp,
    /// The next thing worth seeing here.
    Next,
    /// The one before.
    Previous,
    /// Open what is under the cursor, or trace the number under it.
    Open,
    Back,
    /// The recipe panel.
    Recipe,
    /// k + 1.
    MoreK,
    /// k − 1.
    LessK,
    /// Copy the thing under the cursor.
    Copy,
    /// Copy all of it.
    CopyAll,
    /// Join clusters at a larger distance.
    MoreCutoff,
    /// Join clusters at a smaller distance only.
    LessCutoff,
    /// Another plan of the block index.
    Plan,
    /// Choose which pairs are listed.
    Filter,
    Verdict,
    /// Mark the pair for a verdict on several, or unmark it.
    MarkPair,
    /// Mark all listed pairs, or unmark them.
    MarkAll,
    Note,
    /// Verdicts and notes that have lost what they were of.
    Orphans,
    /// Add documents, or take some away.
    AddDocuments,
    /// Choose a folder to review.
    ReviewFolder,
    /// Add the documents of the workspace to the library.
    AddToLibrary,
    /// Choose the document, or the two; in a lesson, the page.
    Choose,
    /// Choose the colours.
    Colours,
    Command,
    Help,
    /// Read the manual, at the page on this screen.
    Manual,
    /// Close; at the top, quit.
    Quit,
    /// Stop the running work; with none, quit.
    Interrupt,
    /// Resume stopped work.
    Resume,
    /// Suspend the program.
    Suspend,
    /// Choose the order of a list.
    Sort,
    /// The selected pair under every profile.
    Profiles,
    /// The angle of the selected pair, and random hyperplanes that separate it.
    Geometry,
    /// The meaning of a distance among the documents.
    Meaning,
    /// The selected pair by other methods than SimHash.
    Evidence,
    Find,
    /// One step back.
    StepBack,
    /// One step forward.
    StepForward,
    /// The same step for the feature before.
    FeatureBack,
    /// The same step for the next feature.
    FeatureForward,
    /// To the start of the stage, or of the one before.
    StageBack,
    /// To the start of the next stage.
    StageForward,
    /// Before all steps.
    StepFirst,
    /// After all steps.
    StepLast,
    /// Both texts of the pair, or one.
    TwoTexts,
    /// Have steps follow by themselves, or stop that.
    Play,
    Slower,
    Faster,
    /// Choose a lesson to read.
    Lessons,
    /// Ask the questions of a lesson, or do not.
    Prompts,
    /// Begin the lesson again, without the answers.
    Restart,
    /// Export the review, or the picture of screen 2.
    Export,
    /// Call documents by their numbers, or by their names again.
    HideNames,
    /// Choose how many bits there are in a row.
    BitsPerRow,
    /// Exclude a feature, or include it again.
    Untick,
    /// Exclude the smallest set that changes the bit.
    Smallest,
    /// Include all features again.
    Reset,
    /// Go between shared text and differences.
    Mode,
    /// Side by side or inline.
    Layout,
    /// A and B change sides.
    Swap,
    /// Open or close one fold.
    Fold,
    /// Open or close all folds.
    FoldAll,
    /// The next end of a moved block.
    NextMoved,
    /// The one before.
    PreviousMoved,
    /// The documents, with what each has from others.
    Submissions,
    /// The passages that two documents share.
    Passages,
    /// The exclusions of the texts.
    Exclusions,
    /// List the scores after exclusions, or those of the whole texts.
    Scores,
    /// Exclude this as common text, or undo that.
    MarkCommon,
    /// Exclude this as a quotation, or undo that.
    MarkQuotation,
    /// Edit the text.
    Edit,
    /// Choose a change to make.
    Presets,
    /// Back to the state before.
    Undo,
    Redo,
    /// Compute the robustness curve.
    Robustness,
    /// Save what was tried as a lesson.
    SaveLesson,
    /// Give the next hint for a task, or the answer to a question.
    Hint,
}

impl Action {
    pub(super) fn moves(self) -> bool {
        matches!(
            self,
            Self::Down
                | Self::Up
                | Self::Left
                | Self::Right
                | Self::First
                | Self::Last
                | Self::HalfDown
                | Self::HalfUp
                | Self::PageDown
                | Self::PageUp
        )
    }

    /// How many lines down it scrolls a text, or up if negative, where so many lines make a page.
    pub(super) fn lines(self, page: isize) -> Option<isize> {
        Some(match self {
            Self::Down => 1,
            Self::Up => -1,
            Self::HalfDown => page / 2,
            Self::HalfUp => -page / 2,
            Self::PageDown => page,
            Self::PageUp => -page,
            _ => return None,
        })
    }

    /// Whether it closes what is open.
    pub(super) fn leaves(self) -> bool {
        matches!(self, Self::Back | Self::Quit)
    }

    pub(super) fn find(name: &str) -> Option<Self> {
        let name: value::StrDeserializer<'_, value::Error> = name.into_deserializer();
        Self::deserialize(name).ok()
    }

    /// Its name in the keymap and on the command line.
    pub(super) fn name(self) -> String {
        kebab(self)
    }
}

/// The name of a variant of an enumeration, in kebab case, as in files and in the keys of texts.
pub(super) fn kebab(variant: impl Debug) -> String {
    let mut name = String::new();
    for c in format!("{variant:?}").chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(c.to_lowercase());
    }
    name
}
