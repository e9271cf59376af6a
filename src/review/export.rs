//! What is handed over: one value, [`Report`], and four printers of it.
//!
//! | form | for |
//! |---|---|
//! | [`Form::Html`] | reading and printing: one file without scripts, that loads nothing |
//! | [`Form::Markdown`] | pasting into other texts: `CommonMark`, with tables as GitHub has them |
//! | [`Form::Csv`] | spreadsheets: the pairs, RFC 4180 |
//! | [`Form::Json`] | programs: everything; the README has the names |
//!
//! A printer writes the report and computes nothing. Texts, names and notes are untrusted; [`html`](crate::html),
//! [`markdown`](crate::markdown) and [`csv`](crate::table::csv) keep them from becoming markup, formulas or terminal control.
//!
//! [`build`](Material::report) makes a report of what was compared and what was decided. With names hidden, nothing in it
//! tells a document but its number.

mod build;
mod closer;
mod csv;
mod html;
mod json;
mod markdown;
mod matrix;
mod place;
mod report;
mod save;
#[cfg(test)]
mod tests;
mod words;

use std::io::{self, Write};

pub use build::{CLOSER, Listed, Look, MATRIX, Made, Material, Of, Said, Which};
pub use report::{
    Change, Closer, Cluster, Counts, Decided, Differences, Document, Gone, LookedUp, Matrix, Pair, Part, Passage,
    Place, Report, Rest, Row, Run, Spot,
};

/// A form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// One self-contained page.
    Html,
    /// `CommonMark`, with tables.
    Markdown,
    /// The pairs, for spreadsheets.
    Csv,
    /// Everything, for programs.
    Json,
}

impl Form {
    /// The form that the ending of a file's name asks for.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match &*ending.to_ascii_lowercase() {
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// The usual ending.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// How many pairs such a file may list: nobody reads more, and a program that wants all filters them.
    pub fn most_pairs(self) -> usize {
        match self {
            Self::Html | Self::Markdown => 2000,
            Self::Csv | Self::Json => 1_000_000,
        }
    }
}

impl Report {
    /// Writes the report.
    ///
    /// # Errors
    /// Where `out` cannot be written.
    pub fn write(&self, form: Form, out: &mut dyn Write) -> io::Result<()> {
        match form {
            Form::Html => html::write(self, out),
            Form::Markdown => markdown::write(self, out),
            Form::Csv => csv::write(self, out),
            Form::Json => json::write(self, out),
        }
    }
}
