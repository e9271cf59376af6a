//! A report as a file: written beside its place and then put there, so that a half of one is never seen.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
};

use super::{Form, Report};

impl Report {
    /// Writes the report to a file. One that is there stays as it is unless `over`.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] where there is one; else where it cannot be written. Nothing is left of it then.
    pub fn save(&self, form: Form, path: &Path, over: bool) -> io::Result<()> {
        self.save_while(form, path, over, &|| true)
    }

    /// The same, but gives up with an error as soon as it is not wanted any more.
    ///
    /// # Errors
    /// As [`save`](Self::save).
    pub fn save_while(&self, form: Form, path: &Path, over: bool, wanted: &dyn Fn() -> bool) -> io::Result<()> {
        if !over && fs::symlink_metadata(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let beside = beside(path)?;
        let file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
        let written = self.fill(form, Asking { file, wanted }).and_then(|()| place(&beside, path, over));
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
    wanted: &'a dyn Fn() -> bool,
}

impl Write for Asking<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // `Interrupted` would be tried again by whoever writes all of something.
        if (self.wanted)() { self.file.write(bytes) } else { Err(io::Error::other("stopped")) }
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
