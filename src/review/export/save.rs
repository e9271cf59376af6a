//! A report as a file: written beside its place and then put there, so that a half of one is never seen.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
};

use super::{Report, ReportFormat};
use crate::{document::safe_name, simhash::Watch};

impl Report {
    /// Writes the report to a file. One that is there stays as it is unless `over`.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] where there is one, [`ErrorKind::Interrupted`] where the watch was told to stop; else
    /// where it cannot be written. Nothing is left of it then.
    pub(crate) fn save(&self, form: ReportFormat, path: &Path, over: bool, watch: &Watch) -> io::Result<()> {
        if !over && fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let (beside, file) = beside(path)?;
        let go_on = || watch.check().map_err(|_| ErrorKind::Interrupted.into());
        let written = self
            .fill(form, WatchedFile { file, watch })
            .and_then(|()| go_on())
            .and_then(|()| place(&beside, path, over));
        if written.is_err() {
            _ = fs::remove_file(&beside);
        }
        written
    }

    fn fill(&self, form: ReportFormat, file: WatchedFile<'_>) -> io::Result<()> {
        let mut out = BufWriter::new(file);
        self.write(form, &mut out)?;
        out.flush()?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.file.sync_data()
    }
}

/// A file that is written as long as it is wanted.
struct WatchedFile<'a> {
    file: File,
    watch: &'a Watch,
}

impl Write for WatchedFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // `Interrupted` would be tried again by whoever writes all of something.
        self.watch.check().map_err(io::Error::other)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file beside it under a name that nobody else has: what a program that was killed left may have that of this one.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    let mut tries = 0;
    loop {
        let mut name = name.to_owned();
        name.push(format!(".{}-{tries}.new", process::id()));
        let beside = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(io::Error::other(format!("{} is in the way", safe_name(&beside.to_string_lossy()))));
            }
            Err(error) => return Err(error),
        }
    }
}

/// So many names are tried.
const TRIES: u32 = 99;

/// Gives a file its name. A link fails where the name is taken, whoever took it since it was looked for; where there are
/// no links, that moment is left to chance.
fn place(beside: &Path, path: &Path, over: bool) -> io::Result<()> {
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
