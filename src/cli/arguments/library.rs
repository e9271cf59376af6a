//! `simscope library`. Knows nothing of what it leads to.

use std::ffi::OsString;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::cli::documents::DocumentArguments;

/// `simscope library`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum LibraryCommand {
    /// Add documents and folders of them; files that have not changed since are skipped, changed ones replaced
    ///
    /// The library is made where there is none. Ctrl-C keeps what was added; the same command again goes on.
    ///
    /// Exit code: 0, or 2 on errors.
    Add(LibraryAddArguments),
    /// Find what the library has of documents: near-duplicates, and documents that share passages though they are far
    ///
    /// Exit code: 0 where a near-duplicate was found, 1 where none was, 2 on errors.
    Find(LibraryFindArguments),
}

/// The library of a command.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryChoice {
    /// The library: a name, or a file with a folder or .db in its name [default: library]
    #[arg(long, value_name = "LIB", value_hint = ValueHint::FilePath)]
    pub library: Option<OsString>,
    /// Accept the library, which someone else made: it may be written, and the files that it names are opened
    #[arg(long)]
    pub accept_library: bool,
}

/// `simscope library add`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryAddArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    #[command(flatten)]
    pub choice: LibraryChoice,
    /// Keep the texts in the library, so that passages can be read when the files are gone
    #[arg(long)]
    pub keep_text: bool,
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    pub format: TextOrLines,
}

/// `simscope library find`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryFindArguments {
    #[command(flatten)]
    pub documents: DocumentArguments,
    #[command(flatten)]
    pub choice: LibraryChoice,
    /// Also list the N nearest documents, whatever their distance
    #[arg(long, value_name = "N", default_value_t)]
    pub nearest: usize,
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    pub format: FindFormat,
    /// Print nothing but errors; the exit code tells the result
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

/// A form of the output of `library add`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TextOrLines {
    /// For reading.
    #[default]
    Text,
    /// For programs: a file a line, as soon as it is on the disk.
    Jsonl,
}

/// A form of the output of `library find`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum FindFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: one value; the README describes it.
    Json,
    /// For programs: a document a line, as soon as it is there.
    Jsonl,
    /// For spreadsheets: RFC 4180, a record for each document found.
    Csv,
}
