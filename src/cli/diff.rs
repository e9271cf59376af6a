//! `simscope diff`: the differences of two texts.

use super::{Code, arguments::Diff, settings::Chosen};

/// Checks the arguments and compares.
pub(super) fn run(_arguments: Diff, _chosen: Chosen) -> Result<Code, clap::Error> {
    todo!()
}
