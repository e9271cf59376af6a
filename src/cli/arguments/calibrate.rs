//! `simscope calibrate`. Knows nothing of what it leads to.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueHint};

use super::{AcceptArguments, CacheArguments, Output, TextOrJson};
use crate::{cli::documents::DocumentArguments, compare::calibration::Prior};

/// `simscope calibrate`.
#[derive(Debug, Args)]
pub(in crate::cli) struct CalibrateArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    /// Use the labelled pairs of this table too, as 'simscope evaluate' reads it; its documents are read as well. From 60
    /// pairs on they take the place of the edits
    #[arg(long, value_name = "PAIRS", value_hint = ValueHint::FilePath)]
    pub labelled: Option<PathBuf>,
    /// The folder that the files of the table are in [default: that of the table]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "labelled")]
    pub docs: Option<PathBuf>,
    /// The assumed shares of near-duplicate, related and unrelated pairs, which add up to 1 or to 100; kept with the
    /// calibration [default: those of the last calibration, at first 1:1:98]
    #[arg(long, value_name = "NEAR:RELATED:UNRELATED")]
    pub prior: Option<Prior>,
    /// Read the documents of this library too, or a sample of them if there are many: a name, or a file with a folder or .db
    /// in its name. Its recipe is used
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
