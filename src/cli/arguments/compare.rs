//! The commands that compare or hash: `compare`, `matrix`, `hash`, `explain`. Know nothing of what they lead to.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use super::output::{EvidenceArguments, ListFormat, MatrixFormat, Output, TextOrJson};
use crate::cli::{
    documents::DocumentArguments,
    exclude::{BatchExclusionArguments, ExclusionArguments, ScoreArguments},
};

/// `simscope compare`.
#[derive(Debug, Args)]
pub(in crate::cli) struct CompareArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    #[command(flatten)]
    pub stored: StoredArguments,
    #[command(flatten)]
    pub output: Output<ListFormat>,
    #[command(flatten)]
    pub evidence: EvidenceArguments,
    #[command(flatten)]
    pub exclude: BatchExclusionArguments,
    /// One pair under every profile of another system, side by side, and why those that disagree with the recipe do;
    /// takes two documents
    #[arg(long, help_heading = "Output", conflicts_with_all = ["top", "diff", "fingerprints", "kinds", "patterns", "base", "common"])]
    pub profiles: bool,
}

/// `simscope hash`.
#[derive(Debug, Args)]
pub(in crate::cli) struct HashArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    #[command(flatten)]
    pub output: Output<ListFormat>,
    #[command(flatten)]
    pub exclude: ExclusionArguments,
    /// A list of keywords (lines of word TAB weight) that another program printed for the document: tells which words it
    /// cut otherwise; for one document and '--recipe yanyiwu-text'
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub keywords: Option<OsString>,
}

/// `simscope explain`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ExplainArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    #[command(flatten)]
    pub output: Output<TextOrJson>,
    #[command(flatten)]
    pub evidence: EvidenceArguments,
    #[command(flatten)]
    pub exclude: ExclusionArguments,
    #[command(flatten)]
    pub scores: ScoreArguments,
    /// Add what other methods say of the pair: cosine and Euclidean distance, shingles and MinHash, the longest sentences,
    /// the verdict under other weights and tokens, paragraph against paragraph; each with what it sees and misses
    #[arg(long = "evidence", help_heading = "Output")]
    pub methods: bool,
}

/// `simscope matrix`.
#[derive(Debug, Args)]
pub(in crate::cli) struct MatrixArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    #[command(flatten)]
    pub stored: StoredArguments,
    #[command(flatten)]
    pub output: Output<MatrixFormat>,
    #[command(flatten)]
    pub exclude: ExclusionArguments,
    #[command(flatten)]
    pub scores: ScoreArguments,
}

/// Fingerprints that were made before.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct StoredArguments {
    /// Compare with the fingerprints in this file too, as 'hash --format json' or 'jsonl' made it; may be given many
    /// times; - is standard input. Then fingerprints alone are compared, since the file holds no texts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub fingerprints: Vec<OsString>,
}
