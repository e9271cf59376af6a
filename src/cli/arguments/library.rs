//! `simscope library`. Knows nothing of what it leads to.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::TextOrJson;
use crate::{cli::documents::DocumentArguments, store::LARGEST};

/// `simscope library`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum LibraryCommand {
    /// Add documents and folders of them; files that have not changed since are skipped, changed ones replaced
    ///
    /// The library is made where there is none. Ctrl-C keeps what was added; the same command again goes on.
    ///
    /// Exit code: 0, or 2 on errors.
    Add(LibraryAddArguments),
    /// Add documents and folders of them, then each file that appears or changes there, until Ctrl-C
    ///
    /// Each event is a line of JSON on standard output, which `simscope manual json` describes. A file is added once it
    /// has not been written to for half a second. If the library cannot be reached any more, the command ends; the same
    /// command again first adds the files that changed meanwhile.
    ///
    /// Exit code: 2, when it is stopped by Ctrl-C or SIGTERM and on errors.
    Watch(LibraryWatchArguments),
    /// Find what the library has of documents: near-duplicates, and documents that share passages though they are far
    ///
    /// Exit code: 0 where a near-duplicate was found, 1 where none was, 2 on errors.
    Find(LibraryFindArguments),
    /// List the documents, or those with one of these texts in title, date or path
    ///
    /// Exit code: 0, or 2 on errors.
    List {
        /// Texts, in any case
        #[arg(value_name = "TEXT")]
        texts: Vec<String>,
        #[command(flatten)]
        choice: LibraryChoice,
        /// Form of the output
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: TextOrLines,
    },
    /// Show what the library has of documents
    ///
    /// Exit code: 0, or 2 on errors.
    Show {
        /// Numbers of documents as in 'library list', or their files
        #[arg(value_name = "DOCUMENT", required = true, value_hint = ValueHint::FilePath)]
        documents: Vec<OsString>,
        #[command(flatten)]
        choice: LibraryChoice,
        /// Form of the output
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: TextOrLines,
    },
    /// Remove documents; their files stay
    ///
    /// Exit code: 0, or 2 on errors.
    Remove {
        /// Numbers of documents as in 'library list', their files, or folders with all documents in them
        #[arg(value_name = "DOCUMENT", required = true, value_hint = ValueHint::AnyPath)]
        documents: Vec<OsString>,
        #[command(flatten)]
        choice: LibraryChoice,
    },
    /// Print counts and sizes
    ///
    /// Exit code: 0, or 2 on errors.
    Stats {
        /// Also look the last document up in every way there is, and print look-ups, rows, space and time of each
        #[arg(long)]
        ways: bool,
        #[command(flatten)]
        choice: LibraryChoice,
        /// Form of the output
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: TextOrJson,
    },
    /// Print what so many documents take in each engine: space, memory, look-ups, candidates, time, and up to how many
    /// it is sensible
    ///
    /// Exit code: 0, or 2 on errors.
    Plan {
        /// How many documents, such as 1000000, 1e8 or 2^34
        #[arg(long, value_name = "N", value_parser = document_count)]
        documents: u64,
        /// Form of the output
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: TextOrJson,
    },
    /// Look for damage in every part, and name it
    ///
    /// Exit code: 0 where there is none, 2 on damage and errors.
    Verify(LibraryChoice),
    /// Merge the hashes of passages and give unused space back
    ///
    /// Exit code: 0, or 2 on errors.
    Compact(LibraryChoice),
    /// Write all documents with their fingerprints and the blocks of these; the lines of jsonl are those of 'simscope
    /// hash'
    ///
    /// Exit code: 0, or 2 on errors.
    Export {
        #[command(flatten)]
        choice: LibraryChoice,
        /// Form of the output
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: ExportForm,
    },
    /// Add fingerprints without texts, as 'simscope hash --format jsonl' and 'library export' write them; their
    /// documents are found by distance alone
    ///
    /// Exit code: 0, or 2 on errors.
    Import {
        /// Files of fingerprints
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        choice: LibraryChoice,
    },
}

/// A number of documents: digits, a power (`2^34`) or a number with an exponent (`1e8`).
fn document_count(text: &str) -> Result<u64, String> {
    let power = |(base, exponent): (&str, &str)| base.parse::<u64>().ok()?.checked_pow(exponent.parse().ok()?);
    let decimal = || text.parse::<f64>().ok().filter(|number| number.fract() == 0.0 && *number >= 0.0);
    let count = text.split_once('^').map_or_else(|| decimal().map(|number| number as u64), power);
    let range = 1..=LARGEST;
    count.filter(|count| range.contains(count)).ok_or_else(|| format!("a number from 1 to {LARGEST} is expected"))
}

/// The library of a command.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryChoice {
    /// The library: a name, a file with a folder or .db in its name, or a URL that begins with redis:, rediss: or
    /// redis+cluster: [default: library]
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
    /// Remove documents in the folders given whose files are gone
    #[arg(long)]
    pub prune: bool,
    /// Keep the texts in the library, so that passages can be read when the files are gone
    #[arg(long)]
    pub keep_text: bool,
    /// How a new library on a server keeps its tables: packed strings, or a set for each segment, which takes more
    /// memory
    #[arg(long, value_name = "LAYOUT", value_enum)]
    pub layout: Option<TableLayout>,
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    pub format: TextOrLines,
}

/// `simscope library watch`.
#[derive(Debug, Args)]
pub(in crate::cli) struct LibraryWatchArguments {
    /// Files and folders to watch; what is in a folder, in its folders too
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub choice: LibraryChoice,
    /// Remove documents whose files are gone; without it they stay, and are reported as missing
    #[arg(long)]
    pub prune: bool,
    /// Keep the texts in the library, so that passages can be read when the files are gone
    #[arg(long)]
    pub keep_text: bool,
    /// How a new library on a server keeps its tables: packed strings, or a set for each segment, which takes more
    /// memory
    #[arg(long, value_name = "LAYOUT", value_enum)]
    pub layout: Option<TableLayout>,
}

/// How a library on a server keeps its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TableLayout {
    Packed,
    Sets,
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

/// A form of the output of `library add`, `list` and `show`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TextOrLines {
    /// For reading.
    #[default]
    Text,
    /// For programs: a document a line.
    Jsonl,
}

/// A form of the output of `library export`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ExportForm {
    /// For programs: a document a line.
    #[default]
    Jsonl,
    /// For spreadsheets and databases: RFC 4180.
    Csv,
    /// For the shell of HBase: a table with the row keys.
    Hbase,
}

/// A form of the output of `library find`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum FindFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: one value; `simscope manual json` describes it.
    Json,
    /// For programs: a document a line, as soon as it is there.
    Jsonl,
    /// For spreadsheets: RFC 4180, a record for each document found.
    Csv,
}
