//! `simscope calibrate`. Knows nothing of what it leads to.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{
    output::{Output, TextOrJson},
    review::AcceptArguments,
};
use crate::{
    cli::{documents::DocumentArguments, reuse::CacheArguments},
    compare::calibration::Prior,
};

/// `simscope calibrate`.
#[derive(Debug, Args)]
pub(in crate::cli) struct CalibrateArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    /// Use the labelled pairs of this table too, as 'simscope evaluate' reads it; its documents are read as well. From 60
    /// pairs on they take the place of the edits
    #[arg(long, value_name = "PAIRS", value_hint = ValueHint::FilePath)]
    pub labelled: Option<PathBuf>,
    /// The assumed shares of near-duplicate, related and unrelated pairs, which add up to 1 or to 100; kept with the
    /// calibration [default: those of the last calibration, at first 1:1:98]
    #[arg(long, value_name = "NEAR:RELATED:UNRELATED")]
    pub prior: Option<Prior>,
    #[command(flatten)]
    pub accept: AcceptArguments,
    #[command(flatten)]
    pub reuse: CacheArguments,
    #[command(flatten)]
    pub output: Output<TextOrJson>,
}
