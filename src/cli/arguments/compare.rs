//! The commands that compare or hash: `compare`, `matrix`, `hash`, `explain`. Know nothing of what they lead to.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use super::output::{Evidence, Format, ListFormat, MatrixFormat, Output};
use crate::cli::{
    documents::Documents,
    exclude::{Exclude, ExcludeOfMany},
};

/// `simscope compare`.
#[derive(Debug, Args)]
pub struct Compare {
    /// What to compare.
    #[command(flatten)]
    pub documents: Documents,
    /// Fingerprints made before.
    #[command(flatten)]
    pub stored: Stored,
    /// In which form.
    #[command(flatten)]
    pub output: Output<ListFormat>,
    /// How much of it.
    #[command(flatten)]
    pub evidence: Evidence,
    /// The exclusions.
    #[command(flatten)]
    pub exclude: ExcludeOfMany,
    /// One pair under every profile of another system, side by side, and why those that disagree with the recipe do;
    /// takes two documents
    #[arg(long, help_heading = "Output", conflicts_with_all = ["top", "diff", "fingerprints", "kinds", "patterns", "base", "common"])]
    pub profiles: bool,
}

/// `simscope hash`.
#[derive(Debug, Args)]
pub struct Hash {
    /// What to hash.
    #[command(flatten)]
    pub documents: Documents,
    /// In which form.
    #[command(flatten)]
    pub output: Output<ListFormat>,
    /// The exclusions.
    #[command(flatten)]
    pub exclude: Exclude,
    /// A list of keywords (lines of word TAB weight) that another program printed for the document: tells which words it
    /// cut otherwise; for one document and '--recipe yanyiwu-text'
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub keywords: Option<OsString>,
}

/// `simscope explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The pair.
    #[command(flatten)]
    pub documents: Documents,
    /// In which form.
    #[command(flatten)]
    pub output: Output<Format>,
    /// How much of it.
    #[command(flatten)]
    pub evidence: Evidence,
    /// The exclusions.
    #[command(flatten)]
    pub exclude: Exclude,
    /// Add what other methods say of the pair: cosine and Euclidean distance, shingles and MinHash, the longest sentences,
    /// the verdict under other weights and tokens, paragraph against paragraph; each with what it sees and misses
    #[arg(long = "evidence", help_heading = "Output")]
    pub methods: bool,
}

/// `simscope matrix`.
#[derive(Debug, Args)]
pub struct Matrix {
    /// What to compare.
    #[command(flatten)]
    pub documents: Documents,
    /// Fingerprints made before.
    #[command(flatten)]
    pub stored: Stored,
    /// In which form.
    #[command(flatten)]
    pub output: Output<MatrixFormat>,
    /// The exclusions.
    #[command(flatten)]
    pub exclude: Exclude,
}

/// Fingerprints that were made before.
#[derive(Debug, Default, Args)]
pub struct Stored {
    /// Compare with the fingerprints in this file too, as 'hash --format json' or 'jsonl' made it; may be given many
    /// times; - is standard input. Then fingerprints alone are compared, since the file holds no texts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub fingerprints: Vec<OsString>,
}
