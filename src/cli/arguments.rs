//! The command line as clap reads it; most doc comments here are the text of `--help`. It must not know how the commands work.

mod compare;
mod diff;
mod lesson;
mod library;
mod output;
mod review;
mod step;
mod study;

use std::ffi::OsString;

use clap::{Parser, Subcommand, ValueEnum, ValueHint};

pub(super) use compare::{CompareArguments, ExplainArguments, HashArguments, MatrixArguments};
pub(super) use diff::{DiffArguments, DifftoolArguments};
pub(super) use lesson::{LessonCommand, LessonFormat};
pub(super) use library::{
    ExportForm, FindFormat, LibraryAddArguments, LibraryChoice, LibraryCommand, LibraryFindArguments,
    LibraryWatchArguments, TableLayout, TextOrLines,
};
pub(super) use output::{
    DiffFormat, DiffWhen, EFFECTS, EvidenceArguments, ListFormat, MatrixFormat, Output, ReviewFormat, TOP, TextOrJson,
};
pub(super) use review::{AcceptArguments, ExportArguments, PairSelectionArguments, ReviewArguments};
pub(super) use step::{StepCommand, StepInputArguments, StepOfTextArguments, StepOutput};
pub(super) use study::{CalibrateArguments, EvaluateArguments};

use super::{documents::DocumentArguments, examples, exclude::BatchExclusionArguments, settings::SettingFlags};

/// A microscope for SimHash: every number between a text and its fingerprint, and which words flipped which bit.
///
/// Without a command, opens the screens with the documents given, or with the built-in samples. If standard output
/// is not a terminal, prints what 'simscope compare' prints ('simscope hash' for one document).
#[derive(Debug, Parser)]
#[command(version, override_usage = USAGE, after_long_help = examples::ALL, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub documents: DocumentArguments,
    #[command(flatten)]
    pub exclude: BatchExclusionArguments,
    /// The library of screen 6: a name, or a file with a folder or .db in its name [default: library]
    #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath)]
    pub library: Option<OsString>,
    #[command(flatten)]
    pub settings: SettingFlags,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Compare every two documents: a ranked list, and findings on the pairs that matter
    ///
    /// Exit code: 0 if a near-duplicate was found, 1 if none was, 2 on errors (any document that cannot be read is an
    /// error, reported after the results).
    #[command(after_long_help = examples::COMPARE)]
    Compare(CompareArguments),
    /// Print the fingerprint of each document
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(after_long_help = examples::HASH)]
    Hash(HashArguments),
    /// Explain one pair: for every bit that differs, the features that flipped it, and the smallest undo
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(after_long_help = examples::EXPLAIN)]
    Explain(ExplainArguments),
    /// Show the settings and where each comes from, or make a file for them
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(subcommand, disable_help_subcommand = true)]
    Config(ConfigCommand),
    /// Print the distances of all documents from each other as a matrix
    ///
    /// Exit code: as of compare.
    #[command(after_long_help = examples::MATRIX)]
    Matrix(MatrixArguments),
    /// Print the differences of two texts: marked words, a patch, JSON or HTML
    ///
    /// Exit code: 0 if the texts are the same, 1 if they differ, 2 on errors.
    #[command(after_long_help = examples::DIFF)]
    Diff(DiffArguments),
    /// Show two versions of a file to git: as git difftool on the screens, as `GIT_EXTERNAL_DIFF` as marked words
    ///
    /// Exit code: 0, also where a file cannot be read; 2 for wrong arguments.
    #[command(after_long_help = examples::DIFFTOOL)]
    Difftool(DifftoolArguments),
    /// Review the documents of folders: which pairs are suspicious and why, with a verdict and a note for each, kept
    ///
    /// Verdicts and notes are saved at once, beside the folder if it can be written. If standard output is not a
    /// terminal, prints what compare prints.
    ///
    /// Exit code: 0, or 2 on errors; without a terminal, that of compare.
    #[command(after_long_help = examples::REVIEW)]
    Review(ReviewArguments),
    /// Write a report of all pairs, with verdicts and notes, as one file to hand over: HTML, Markdown, CSV or JSON
    ///
    /// Exit code: 0, or 2 on errors (any document that cannot be read is an error; the report is written all the same
    /// and says so).
    #[command(after_long_help = examples::EXPORT)]
    Export(ExportArguments),
    /// Measure recipes on labelled pairs: precision, recall and F1 at each k, by set and in all, and what shared passages
    /// add
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(after_long_help = examples::EVALUATE)]
    Evaluate(EvaluateArguments),
    /// Calibrate distances by your own texts: how close unrelated ones come, how far small edits go, and how probable a
    /// near-duplicate is at each distance
    ///
    /// The result is kept with the review of the folder, and used wherever a distance is explained. A calibration needs
    /// 50 documents or more that are no versions of each other.
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(after_long_help = examples::CALIBRATE)]
    Calibrate(CalibrateArguments),
    /// Print one step of the pipeline: what it makes of a text, or of words, weights, bits and numbers given by hand
    ///
    /// The steps in their order: tokens, weights, hash, row, sum, sign; and xor, for two fingerprints. From hash on,
    /// each step reads what the one before it prints: give it - in place of operands.
    ///
    /// Exit code: 0, or 2 on errors.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = examples::STEP)]
    Step(StepCommand),
    /// Learn SimHash step by step: list the lessons, open one on the screens, check a file of your own, export one
    ///
    /// A lesson is one that comes with the program, by its name, or a file of your own.
    ///
    /// Exit code: 0, or 2 on errors; check returns 2 if something is wrong with a file.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = examples::LESSON)]
    Lesson(LessonCommand),
    /// Keep documents in a library, and find near-duplicates and shared passages in it
    ///
    /// A library is one file with the fingerprints of its documents and the hashes of their passages; their texts only with
    /// --keep-text. All of it has one recipe.
    ///
    /// Exit code: 0, or 2 on errors; of find, as of compare.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = examples::LIBRARY)]
    Library(LibraryCommand),
    /// Print the script that has a shell complete the command line of simscope
    #[command(after_long_help = examples::COMPLETIONS)]
    Completions {
        /// The shell to complete for
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
    /// Read the manual: the list of its topics, or one of them
    ///
    /// On a terminal it is shown in the pager that PAGER names, or less. On the screens, F1 opens it.
    Manual {
        /// A topic, such as opening, review or filters
        topic: Option<String>,
    },
    /// Print the manual page of simscope, or of a topic of the manual
    Man {
        /// A topic of the manual
        topic: Option<String>,
    },
}

/// The shells that there are scripts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Shell {
    Bash,
    Elvish,
    Fish,
    Nushell,
    Powershell,
    Zsh,
}

/// `simscope config`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub(super) enum ConfigCommand {
    /// Print which file the settings are in
    Path,
    /// Print every setting with its value and where it was said: in the file, by a variable, on the command line; and
    /// what confines the process that parses documents
    Show {
        /// Form of the output
        #[arg(long, value_name = "FORM", value_enum, default_value_t)]
        format: TextOrJson,
    },
    /// Write a file with all settings at their defaults, commented out; one that is there stays as it is
    Init,
}

const USAGE: &str = "\
simscope [OPTIONS] [FILE]...
       simscope <compare|matrix|hash|explain|diff|difftool|review|export|calibrate> [OPTIONS] FILE...
       simscope step <tokens|weights|hash|row|sum|sign|xor> [OPTIONS] ...
       simscope lesson <list|open|new|check|export> [OPTIONS] ...
       simscope library <add|find|list|show|remove|stats|verify|compact|export|import> ...
       simscope <manual [TOPIC]|completions SHELL|man [TOPIC]|config COMMAND>";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn clap_accepts_the_definition() {
        Arguments::command().debug_assert();
    }
}
