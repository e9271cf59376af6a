//! Reports: one value, [`Report`], and a printer of it for each format.
//!
//! | format | for |
//! |---|---|
//! | [`ReportFormat::Html`] | reading and printing on paper: one file without scripts, that loads nothing |
//! | [`ReportFormat::Markdown`] | pasting into other texts: `CommonMark`, with tables as GitHub has them |
//! | [`ReportFormat::Csv`] | spreadsheets: the pairs, RFC 4180 |
//! | [`ReportFormat::Json`] | programs: everything; the manual, `json`, has the names |
//!
//! A printer computes nothing. Texts, names and notes are untrusted; [`html`](crate::html), [`markdown`](crate::markdown)
//! and [`csv`](crate::table::csv) keep them from becoming markup, formulas or terminal control.
//!
//! [`ReportInput::report`] makes a report from what was compared and decided.

mod budget;
mod build;
mod columns;
mod csv;
mod differences;
mod excerpt;
mod heat_map;
mod html;
mod json;
mod locations;
mod markdown;
mod report;
mod save;
#[cfg(test)]
mod tests;
mod wording;

use std::io::{self, Write};

pub(crate) use budget::{MAX_RECORDS, MAX_SECTIONS};
pub(crate) use build::{
    ComparedDocument, DetailInput, DetailedPairs, DocumentInput, DocumentWarning, ListedPairs, ReportInput, ReportScope,
};
pub(crate) use report::{
    ArchiveSummary, ColumnBlock, ColumnPart, Counts, DecidedHunk, DiffPart, DistanceMatrix, HeatCell, HeatMap,
    LibrarySummary, Location, PairFigures, PartKind, RemainderFigures, Report, ReportCluster, ReportColumn,
    ReportDecision, ReportDetail, ReportDifferences, ReportDocument, ReportMissingPair, ReportPair, ReportPassage,
    ReportRow, RunLengths, TextPassage, TopicSentence, UnverifiedMatch,
};
pub(crate) use save::{case_name, not_replaced};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportFormat {
    /// One self-contained page.
    Html,
    /// `CommonMark`, with tables.
    Markdown,
    /// The pairs, for spreadsheets.
    Csv,
    /// Everything, for programs.
    Json,
}

impl ReportFormat {
    /// The format for a file name's extension.
    pub(crate) fn of_ending(ending: &str) -> Option<Self> {
        match &*ending.to_ascii_lowercase() {
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// A reader goes through it from the beginning to the end.
    pub(crate) fn is_for_reading(self) -> bool {
        matches!(self, Self::Html | Self::Markdown)
    }
}

impl Report {
    /// # Errors
    /// That of `out`.
    pub(crate) fn write(&self, form: ReportFormat, out: &mut dyn Write) -> io::Result<()> {
        match form {
            ReportFormat::Html => html::write(self, out),
            ReportFormat::Markdown => markdown::write(self, out),
            ReportFormat::Csv => csv::write(self, out),
            ReportFormat::Json => json::write(self, out),
        }
    }
}
