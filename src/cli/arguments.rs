//! The options that several commands share, as clap reads them; their doc comments are the text of `--help`. Knows no
//! command.

use std::ffi::OsString;

use clap::{Args, ValueEnum, ValueHint};

use super::settings::ResolvedSettings;
use crate::{cache::CacheFolder, review::Roots};

#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct Output<F: ValueEnum + Default + Send + Sync + 'static> {
    /// Output format
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub format: F,
    /// Print only errors
    #[arg(short, long)]
    pub quiet: bool,
}

/// A form of the output of `explain`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TextOrJson {
    /// For reading.
    #[default]
    Text,
    /// For programs: described by 'simscope manual json'.
    Json,
}

/// A form of the output of `hash`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ListFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: one JSON value, described by 'simscope manual json'.
    Json,
    /// For programs: one document per line, as soon as it is ready.
    Jsonl,
}

/// A form of the output of `compare`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum CompareFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: one JSON value, described by 'simscope manual json'.
    Json,
    /// For programs: one pair per line, as soon as it is ready.
    Jsonl,
    /// For spreadsheets: the pairs, RFC 4180.
    Csv,
    /// Print the distances between all documents; for many documents, the nearest of each.
    Matrix,
    /// The distances for spreadsheets: RFC 4180.
    MatrixCsv,
    /// The distances for programs.
    MatrixJson,
}

/// A form of the output of `evaluate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// For reading.
    #[default]
    Text,
    /// For spreadsheets: RFC 4180.
    Csv,
    /// For programs: described by 'simscope manual json'.
    Json,
}

#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct EvidenceArguments {
    /// Features listed for each bit that differs; for compare only in JSON [default: 10; explain in JSON: all]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub top: Option<usize>,
    /// Add the differences of the texts to the JSON of a pair
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = DiffWhen::Never)]
    pub diff: DiffWhen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffWhen {
    /// For near-duplicates.
    Auto,
    /// For all.
    Always,
    /// For none.
    Never,
}

/// How many features a bit lists unless set otherwise.
pub(super) const TOP: usize = 10;
/// For how many changes of a pair the effect on the bits is computed by default: each is a text hashed again.
pub(super) const EFFECTS: usize = 100;

/// A number of things to be printed.
pub(super) fn count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "allowed: a whole number from 0")
}

/// Fingerprints that were made before.
#[derive(Debug, Default, Args)]
pub(super) struct StoredArguments {
    /// Compare with the fingerprints in this file too; repeatable
    ///
    /// A file from 'hash --format json' or 'jsonl'; - is standard input. Only fingerprints are compared, since the file
    /// contains no texts.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub fingerprints: Vec<OsString>,
}

/// Whether what someone else made is accepted.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct AcceptArguments {
    /// Accept a review or library that someone else made
    ///
    /// The review's exclusion rules then apply, and the files named in the library are opened.
    #[arg(long, help_heading = None::<&str>)]
    pub accept: bool,
}

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct CacheArguments {
    /// Re-read every file, even if unchanged
    #[arg(long, help_heading = None::<&str>)]
    fresh: bool,
}

impl CacheArguments {
    /// The cache for a review of those folders, if one is to be used.
    pub(super) fn cache(self, roots: &Roots, settings: &ResolvedSettings) -> Option<CacheFolder> {
        if !settings.config.cache() {
            return None;
        }
        let folder = CacheFolder::of_user(roots.key())?;
        if self.fresh {
            folder.clear(&settings.recipe, settings.run);
        }
        Some(folder)
    }
}
