//! Reports: one value, [`Report`], and a printer of it for each format.
//!
//! | format | for |
//! |---|---|
//! | [`ReportFormat::Html`] | reading and printing on paper: one file without scripts, that loads nothing |
//! | [`ReportFormat::Markdown`] | pasting into other texts: `CommonMark`, with tables as GitHub has them |
//! | [`ReportFormat::Csv`] | spreadsheets: the pairs, RFC 4180 |
//! | [`ReportFormat::Json`] | programs: everything; the manual, `json`, has the names |
//!
//! A printer computes nothing. Texts, names and notes are untrusted; [`html`](crate::html),
//! [`markdown`](crate::markdown) and [`csv`](crate::table::csv) keep them from becoming markup, formulas or terminal
//! control.
//!
//! [`ReportInput::report`] makes a report from what was compared and decided.

mod build;
mod columns;
mod html;
mod report;
mod selection;
#[cfg(test)]
mod tests;
mod wording;

use std::{
    io::{self, ErrorKind, Write},
    path::Path,
};

pub(crate) use build::{ComparedDocument, DetailInput, DocumentInput, DocumentWarning, ReportInput};
pub(crate) use report::{
    ArchiveSummary, ColumnBlock, ColumnPart, Counts, DecidedHunk, DiffPart, DistanceMatrix, LibrarySummary, Location,
    NamesInTexts, PartKind, Report, ReportCluster, ReportColumn, ReportDecision, ReportDetail, ReportDifferences,
    ReportDocument, ReportMissingPair, ReportPair, ReportPassage, ReportRow, ReportSubmission, RunLengths, TextPassage,
    TopicSentence, UnverifiedMatch,
};
pub(crate) use selection::{DetailedPairs, ListedBy, ListedPairs, MAX_RECORDS, MAX_SECTIONS, ReportScope};

use crate::{
    files::{self, Disk, FileKind, Placing},
    json,
    locale::Lang,
    markdown,
    simhash::Watch,
    t,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportFormat {
    /// One self-contained page.
    Html,
    /// CommonMark, with tables.
    #[value(name = "md")]
    Markdown,
    /// The pairs, for spreadsheets.
    Csv,
    /// All data, for programs.
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
            ReportFormat::Markdown => html::parts(self).try_for_each(|part| markdown::write(out, &part)),
            ReportFormat::Csv => columns::write(self, out),
            ReportFormat::Json => json::write(out, usize::MAX, self),
        }
    }

    /// Writes the report to a file. An existing file is only replaced if `over` is true.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] where the file exists, [`ErrorKind::Interrupted`] where the watch was told to
    /// stop, and errors of writing. No file remains then.
    pub(crate) fn save(&self, form: ReportFormat, path: &Path, over: bool, watch: &Watch) -> io::Result<()> {
        self.save_on(&Disk::default(), form, path, over, watch)
    }

    /// The same on that file system.
    fn save_on(&self, disk: &Disk, form: ReportFormat, path: &Path, over: bool, watch: &Watch) -> io::Result<()> {
        files::write(disk, path, Placing { over, ..Placing::NEW }, |out| {
            self.write(form, &mut Watched { out, watch })?;
            watch.check().map_err(|_| ErrorKind::Interrupted.into())
        })
    }

    /// A file name for the report of one pair, the `number`th: number and names of the documents.
    pub(crate) fn case_file(&self, number: usize, form: ReportFormat) -> String {
        let names = self.pairs.first().map(|pair| case_name([pair.a, pair.b].map(|number| self.name(number))));
        format!("{number:04}-{}.{}", names.unwrap_or_default(), form.ending())
    }
}

/// A sentence on an error of saving, if a link, a folder or another thing has the name, which is never replaced.
pub(crate) fn not_replaced(error: &io::Error, place: &str, lang: Lang) -> Option<String> {
    let what = lang.find(&format!("special-file.{}", FileKind::of_error(error)?.key()))?;
    Some(t!(lang, "exporting.not-a-file", place, what))
}

/// The name of a file on a pair, without ending.
pub(crate) fn case_name(documents: [&str; 2]) -> String {
    documents.map(tame).join("-")
}

/// A document's name as a part of a file name on any system: letters and digits, at most so many bytes that two of
/// them fit.
fn tame(name: &str) -> String {
    let stem = Path::new(name).file_stem().map_or_else(|| name.into(), |stem| stem.to_string_lossy());
    let mut tame = String::new();
    for c in stem.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }) {
        if tame.len() + c.len_utf8() > MAX_NAME {
            break;
        }
        tame.push(c);
    }
    tame
}

/// The greatest length of a document's name in the name of a file, in bytes.
const MAX_NAME: usize = 80;

/// Stops writing when its watch is told to stop.
struct Watched<'a> {
    out: &'a mut dyn Write,
    watch: &'a Watch,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // `write_all` would retry `Interrupted`.
        self.watch.check().map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
