//! `simscope lesson`. Knows nothing of what it leads to.

use std::{ffi::OsString, path::PathBuf};

use clap::{Subcommand, ValueEnum, ValueHint};

/// `simscope lesson`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum LessonCommand {
    /// Print the names and titles of the lessons that come with the program
    List,
    /// Open a lesson on the screens; where standard output is not a terminal, print it as Markdown
    Open {
        /// The name of a lesson, or a file; - is standard input
        #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath)]
        lesson: OsString,
    },
    /// Write a lesson with comments into a new file, to be changed into your own
    New {
        /// The file
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Read lesson files and take their figures through the pipeline: says what is wrong, with line and key
    Check {
        /// The files, or names of lessons; - is standard input
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        lessons: Vec<OsString>,
    },
    /// Export a lesson: words and numbers, a page for browsers, a picture of each page, or a recording that terminals
    /// play
    Export {
        /// The name of a lesson, or a file; - is standard input
        #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath, required_unless_present = "all")]
        lesson: Option<OsString>,
        /// All lessons that come with the program as one page: implies --format html
        #[arg(long, conflicts_with_all = ["lesson", "format", "size"])]
        all: bool,
        /// Form of the export
        #[arg(long, value_name = "FORM", value_enum, default_value_t)]
        format: LessonFormat,
        /// Write to this file, or for svg to this folder, which must not exist yet [default: standard output; svg wants a
        /// folder]
        #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
        out: Option<PathBuf>,
        /// Columns and rows of the pictures and of the recording, from 40x10 to 300x100
        #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x36", value_parser = size)]
        size: (u16, u16),
    },
}

/// A form of `lesson export`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum LessonFormat {
    /// For reading: the pages, with sentence and numbers of each step, and the answers.
    #[default]
    Markdown,
    /// A page for browsers in both languages: read, stepped through by keys, printed.
    Html,
    /// A picture of each page.
    Svg,
    /// A recording, version 3, for asciinema play.
    Asciicast,
}

fn size(text: &str) -> Result<(u16, u16), &'static str> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    let fits = |&(columns, rows): &(u16, u16)| (40..=300).contains(&columns) && (10..=100).contains(&rows);
    sides.filter(fits).ok_or("allowed are 40x10 to 300x100, such as 120x36")
}
