//! `simscope diff` and `difftool`. Knows nothing of what they lead to.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use super::output::{DiffFormat, Output, count};
use crate::cli::{documents::DocumentArguments, exclude::ExclusionArguments};

/// `simscope diff`.
#[derive(Debug, Args)]
pub(in crate::cli) struct DiffArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    #[command(flatten)]
    pub output: Output<DiffFormat>,
    #[command(flatten)]
    pub exclude: ExclusionArguments,
    /// How many equal paragraphs to show around a change [default: 2], or lines with --format unified [default: 3]
    #[arg(short = 'U', long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    #[arg(help_heading = "Output")]
    pub context: Option<usize>,
    /// Set paragraph A of the first text beside paragraph B of the second; may be given several times
    #[arg(long, value_name = "A:B", value_parser = point, help_heading = "Output")]
    pub align: Vec<[u32; 2]>,
    /// For how many changes, from the first on, to compute the bits that they affect and HD without them
    /// [default: 100]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, help_heading = "Output")]
    pub effects: Option<usize>,
}

/// `simscope difftool`.
#[derive(Debug, Args)]
pub(in crate::cli) struct DifftoolArguments {
    /// Two files; or what git gives an external diff: PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true, num_args = 1..)]
    pub given: Vec<OsString>,
}

fn point(text: &str) -> Result<[u32; 2], &'static str> {
    let number = |text: &str| text.parse().ok().filter(|&number| number > 0);
    let point = text.split_once(':').and_then(|(a, b)| Some([number(a)?, number(b)?]));
    point.ok_or("allowed are the numbers of two paragraphs, from 1, such as 3:5")
}
