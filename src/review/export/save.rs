//! A report as a file: written beside its place and then put there, so that a half of one is never seen.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
};

use super::{Form, Report};
use crate::simhash::Watch;

impl Report {
    /// Writes the report to a file. One that is there stays as it is unless `over`.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] where there is one, [`ErrorKind::Interrupted`] where the watch was told to stop; else
    /// where it cannot be written. Nothing is left of it then.
    pub fn save(&self, form: Form, path: &Path, over: bool, watch: &Watch) -> io::Result<()> {
        if !over && fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let beside = beside(path)?;
        let file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
        let go_on = || watch.check().map_err(|_| ErrorKind::Interrupted.into());
        let written =
            self.fill(form, Asking { file, watch }).and_then(|()| go_on()).and_then(|()| place(&beside, path, over));
        if written.is_err() {
            _ = fs::remove_file(&beside);
        }
        written
    }

    fn fill(&self, form: Form, file: Asking<'_>) -> io::Result<()> {
        let mut out = BufWriter::new(file);
        self.write(form, &mut out)?;
        out.flush()?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.file.sync_data()
    }
}

/// A file that is written as long as it is wanted.
struct Asking<'a> {
    file: File,
    watch: &'a Watch,
}

impl Write for Asking<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // `Interrupted` would be tried again by whoever writes all of something.
        self.watch.check().map_err(io::Error::other)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A name beside it that nobody else has.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.file_name().ok_or(ErrorKind::IsADirectory)?.to_owned();
    name.push(format!(".{}.new", process::id()));
    Ok(path.with_file_name(name))
}

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
