//! `simscope evaluate` and `simscope calibrate`. Knows nothing of what they lead to.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueEnum, ValueHint};

use super::{AcceptArguments, CacheArguments, MatrixFormat, Output, TextOrJson};
use crate::{
    cli::documents::DocumentArguments,
    compare::{calibration::Prior, evaluation::Mid},
};

/// `simscope evaluate`.
#[derive(Debug, Args)]
pub(in crate::cli) struct EvaluateArguments {
    /// A table with a pair a line: two files, the set they belong to, and near, mid or far, separated by tabs; extra
    /// columns and a first line of names are ignored. - is standard input
    #[arg(value_name = "PAIRS", value_hint = ValueHint::FilePath)]
    pub pairs: OsString,
    /// The folder that the files of the table are in [default: that of the table]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub docs: Option<PathBuf>,
    /// Measure this recipe too: the name of a profile, or a whole line; may be given many times
    #[arg(long, value_name = "NAME|LINE")]
    pub also: Vec<String>,
    /// Measure the recipe under all its weights too
    #[arg(long)]
    pub all_weights: bool,
    /// Try every k from 0 up to this
    #[arg(long, value_name = "K", default_value_t = 10)]
    pub up_to: u32,
    /// What pairs labelled mid count as
    #[arg(long, value_name = "LABEL", value_enum, default_value_t)]
    pub mid: MidAs,
    /// Measure under so many seeds of the feature hash, from 0 on: mean and standard deviation of each figure, and
    /// crowding
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub seeds: Option<u64>,
    /// Split the documents by family into two parts, choose the best k on one, and give the figures of the other too;
    /// the seed decides which family is in which part [default seed: 0]
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    pub split: Option<u64>,
    /// Fit the probabilities of 'simscope calibrate' on the labels of one part of the families, and compare them with
    /// those of the other: predicted and labelled share of near pairs at each distance, and the expected calibration
    /// error. --split=SEED chooses the parts
    #[arg(long, conflicts_with_all = ["seeds", "also", "all_weights"])]
    pub calibration: bool,
    #[command(flatten)]
    pub output: Output<MatrixFormat>,
}

/// What pairs in between count as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MidAs {
    /// As neither: to call them near is neither right nor wrong.
    #[default]
    Neither,
    /// As near ones.
    Near,
    /// As far ones.
    Far,
}

impl From<MidAs> for Mid {
    fn from(mid: MidAs) -> Self {
        match mid {
            MidAs::Neither => Self::Neither,
            MidAs::Near => Self::Near,
            MidAs::Far => Self::Far,
        }
    }
}

/// `simscope calibrate`.
#[derive(Debug, Args)]
pub(in crate::cli) struct CalibrateArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    /// Use the labelled pairs of this table too, as 'simscope evaluate' reads it; its documents are read as well. From
    /// 60 pairs on they take the place of the edits
    #[arg(long, value_name = "PAIRS", value_hint = ValueHint::FilePath)]
    pub labelled: Option<PathBuf>,
    /// The folder that the files of the table are in [default: that of the table]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "labelled")]
    pub docs: Option<PathBuf>,
    /// The assumed shares of near-duplicate, related and unrelated pairs, which add up to 1 or to 100; kept with the
    /// calibration [default: those of the last calibration, at first 1:1:98]
    #[arg(long, value_name = "NEAR:RELATED:UNRELATED")]
    pub prior: Option<Prior>,
    /// Read the documents of this library too, or a sample of them if there are many: a name, or a file with a folder
    /// or .db in its name. Its recipe is used
    #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath)]
    pub library: Option<OsString>,
    /// Accept the library, which someone else made: the files that it names are opened
    #[arg(long, requires = "library")]
    pub accept_library: bool,
    #[command(flatten)]
    pub accept: AcceptArguments,
    #[command(flatten)]
    pub reuse: CacheArguments,
    #[command(flatten)]
    pub output: Output<TextOrJson>,
}
