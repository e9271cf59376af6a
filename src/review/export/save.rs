//! Saves a report: written to a new file first, and renamed when complete, so that nobody sees half of one.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
};

use super::{Report, ReportFormat};
use crate::{document::safe_name, simhash::Watch};

impl Report {
    /// Writes the report to a file. An existing file is only replaced if `over` is true.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] where the file exists, [`ErrorKind::Interrupted`] where the watch was told to stop, and
    /// errors of writing. No file remains then.
    pub(crate) fn save(&self, form: ReportFormat, path: &Path, over: bool, watch: &Watch) -> io::Result<()> {
        if !over && fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let (beside, file) = beside(path)?;
        let go_on = || watch.check().map_err(|_| ErrorKind::Interrupted.into());
        let written = self
            .fill(form, WatchedFile { file, watch })
            .and_then(|()| go_on())
            .and_then(|()| rename(&beside, path, over));
        if written.is_err() {
            _ = fs::remove_file(&beside);
        }
        written
    }

    /// A file name for the report of one pair, the `number`th: number and names of the documents.
    pub(crate) fn case_file(&self, number: usize, form: ReportFormat) -> String {
        let names = self.pairs.first().map(|pair| case_name([pair.a, pair.b].map(|number| self.name(number))));
        format!("{number:04}-{}.{}", names.unwrap_or_default(), form.ending())
    }

    fn fill(&self, form: ReportFormat, file: WatchedFile<'_>) -> io::Result<()> {
        let mut out = BufWriter::new(file);
        self.write(form, &mut out)?;
        out.flush()?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.file.sync_data()
    }
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

/// A file that stops writing when its watch is told to stop.
struct WatchedFile<'a> {
    file: File,
    watch: &'a Watch,
}

impl Write for WatchedFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // `write_all` would retry `Interrupted`.
        self.watch.check().map_err(io::Error::other)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Creates a file beside `path` under an unused name; a killed program may have left files with the first ones.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    let mut tries = 0;
    loop {
        let mut name = name.to_owned();
        name.push(format!(".{}-{tries}.new", process::id()));
        let beside = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < MAX_TRIES => tries += 1,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(io::Error::other(format!("{} is in the way", safe_name(&beside.to_string_lossy()))));
            }
            Err(error) => return Err(error),
        }
    }
}

/// The greatest number of names to try.
const MAX_TRIES: u32 = 99;

/// Gives a file its final name. A hard link fails if the name is taken meanwhile; a file system without links cannot tell.
fn rename(beside: &Path, path: &Path, over: bool) -> io::Result<()> {
    if !over {
        match fs::hard_link(beside, path) {
            Ok(()) => return fs::remove_file(beside),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
            Err(_) if fs::symlink_metadata(path).is_ok() => return Err(ErrorKind::AlreadyExists.into()),
            Err(_) => {}
        }
    }
    fs::rename(beside, path)
}
