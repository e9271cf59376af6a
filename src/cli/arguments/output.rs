//! In which form results are printed, and how much of them: what several commands have alike. Knows no command.

use clap::{Args, ValueEnum};

#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct Output<F: ValueEnum + Default + Send + Sync + 'static> {
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub format: F,
    /// Print nothing but errors; the exit code tells the result
    #[arg(short, long)]
    pub quiet: bool,
}

/// A form of the output of `explain`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TextOrJson {
    /// For reading.
    #[default]
    Text,
    /// For programs; `simscope manual json` describes it.
    Json,
}

/// A form of the output of `hash` and `compare`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ListFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: one value; `simscope manual json` describes it.
    Json,
    /// For programs: a document or a pair a line, as soon as it is there.
    Jsonl,
}

/// A form of the output of `review`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ReviewFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: the report of 'export', without differences.
    Json,
    /// For spreadsheets: RFC 4180.
    Csv,
}

/// A form of the output of `matrix` and `evaluate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MatrixFormat {
    /// For reading.
    #[default]
    Text,
    /// For spreadsheets: RFC 4180.
    Csv,
    /// For programs; `simscope manual json` describes it.
    Json,
}

/// A form of the output of `diff`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DiffFormat {
    /// For reading: paragraphs with the changed words marked.
    #[default]
    Text,
    /// A patch of lines, for patch and git apply.
    Unified,
    /// For programs; `simscope manual json` describes it.
    Json,
    /// A section with ins and del, to be put in a page.
    HtmlFragment,
}

#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct EvidenceArguments {
    /// Features listed for each bit that differs, the strongest first: a whole number from 0 [default: 10; 'explain
    /// --format json' lists all]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub top: Option<usize>,
    /// Add the differences of the texts to the JSON of a pair; 'auto' does for near-duplicates
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = DiffWhen::Never)]
    pub diff: DiffWhen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DiffWhen {
    /// For near-duplicates.
    Auto,
    /// For all.
    Always,
    /// For none.
    Never,
}

/// How many features a bit lists unless set otherwise.
pub(in crate::cli) const TOP: usize = 10;
/// For how many changes of a pair the effect on the bits is computed by default: each is a text hashed again.
pub(in crate::cli) const EFFECTS: usize = 100;

/// A number of things to be printed.
pub(super) fn count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "allowed is a whole number from 0")
}
