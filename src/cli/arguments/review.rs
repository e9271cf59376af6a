//! The commands that go by verdicts and notes: `review` and `export`. Know nothing of what they lead to.

use std::path::PathBuf;

use clap::{Args, ValueHint, value_parser};

use super::output::ReviewFormat;
use crate::{
    cli::{documents::DocumentArguments, exclude::BatchExclusionArguments, reuse::CacheArguments},
    compare::cluster::CUTOFF,
    review::export::{DetailedPairs, ReportFormat},
};

/// `simscope review`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReviewArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    /// Compare with the documents of this folder or file too, and not those among themselves; a .jsonl file of
    /// fingerprints, as 'simscope hash --format jsonl' writes it, stands for the documents it lists, be they millions; may
    /// be given many times. In a library, named by its file or its name, documents that share passages are found too
    #[arg(long, value_name = "DIR", value_hint = ValueHint::AnyPath)]
    pub against: Vec<PathBuf>,
    /// Compare only the pairs of this CSV file, which another tool found: columns path_a, path_b and hamming, or a folder of
    /// such files as Spark writes it. With documents beside it, only pairs with one of these
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub pairs_from: Option<PathBuf>,
    #[command(flatten)]
    pub exclude: BatchExclusionArguments,
    #[command(flatten)]
    pub accept: AcceptArguments,
    #[command(flatten)]
    pub reuse: CacheArguments,
    /// Print the pairs in this form, with verdicts and notes, and open no screen
    #[arg(long, value_name = "FORM", value_enum, help_heading = "Output")]
    pub format: Option<ReviewFormat>,
    #[command(flatten)]
    pub meant: PairSelectionArguments,
}

/// Whether the review that came with a folder is accepted.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct AcceptArguments {
    /// Accept the review that came with the folder, with its rules of exclusion
    #[arg(long, help_heading = "Exclusions")]
    pub accept_review: bool,
}

/// Which pairs are meant, and what their documents are called.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct PairSelectionArguments {
    /// Which pairs are listed, such as 'hd<=10 share>50 name:draft verdict:none' [default: all]
    #[arg(long, visible_alias = "filter", value_name = "FILTER", allow_hyphen_values = true)]
    pub pairs: Option<String>,
    /// Up to this distance pairs join clusters, of which 'cluster:N' speaks
    #[arg(long, value_name = "HD", default_value_t = CUTOFF, value_parser = value_parser!(u32).range(0..=128))]
    pub cutoff: u32,
    /// Call documents by numbers and omit their paths
    #[arg(long)]
    pub hide_names: bool,
}

/// `simscope export`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ExportArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    /// Write to this file; - is standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: PathBuf,
    /// Form of the report [default: what the ending of OUT says]
    #[arg(long, value_name = "FORM", value_enum, help_heading = "Output")]
    pub format: Option<ReportFormat>,
    #[command(flatten)]
    pub meant: PairSelectionArguments,
    /// Which of these have a section with their texts, shared passages and differences
    #[arg(long, value_name = "WHICH", value_enum, default_value_t, help_heading = "Output")]
    pub diffs: DetailedPairs,
    /// List pairs that share no text and are over the threshold, too
    #[arg(long, help_heading = "Output")]
    pub all_pairs: bool,
    /// Print texts, passages and differences whole, however long they are
    #[arg(long, help_heading = "Output")]
    pub full: bool,
    /// Also write a file of its own for each decided pair into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub cases: Option<PathBuf>,
    /// Compare with the documents of this folder or file too, as in 'simscope review'; may be given many times
    #[arg(long, value_name = "DIR", value_hint = ValueHint::AnyPath)]
    pub against: Vec<PathBuf>,
    #[command(flatten)]
    pub exclude: BatchExclusionArguments,
    #[command(flatten)]
    pub accept: AcceptArguments,
    #[command(flatten)]
    pub reuse: CacheArguments,
    /// Write over a file that is there
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}
