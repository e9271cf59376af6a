//! Saves a report: written to a new file first, and renamed when complete, so that nobody sees half of one.

use std::{
    io::{self, ErrorKind, Write},
    path::Path,
};

use super::{Report, ReportFormat};
use crate::{
    files::{Disk, FileKind, Placing, write},
    locale::Lang,
    simhash::Watch,
    t,
};

impl Report {
    /// Writes the report to a file. An existing file is only replaced if `over` is true.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] where the file exists, [`ErrorKind::Interrupted`] where the watch was told to stop, and
    /// errors of writing. No file remains then.
    pub(crate) fn save(&self, form: ReportFormat, path: &Path, over: bool, watch: &Watch) -> io::Result<()> {
        self.save_on(&Disk::default(), form, path, over, watch)
    }

    /// The same on that file system.
    pub(super) fn save_on(
        &self,
        disk: &Disk,
        form: ReportFormat,
        path: &Path,
        over: bool,
        watch: &Watch,
    ) -> io::Result<()> {
        write(disk, path, Placing { over, ..Placing::NEW }, |out| {
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
    Some(t!(lang, "exporting.not-a-file", place = place, what = what))
}

/// The name of a file on a pair, without ending.
pub(crate) fn case_name(documents: [&str; 2]) -> String {
    documents.map(tame).join("-")
}

/// A document's name as a part of a file name on any system: letters and digits, at most so many bytes that two of them fit.
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
