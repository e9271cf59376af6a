//! Opens files to read them. Never waits, neither to open one nor to read from it.
//!
//! A FIFO waits for its writer when it is opened, a device may do anything, and some files in `/proc` wait for what is
//! to come. Looking at the path first is not enough, as the file may be another one by the time it is opened.

use std::{
    error::Error,
    fmt,
    fs::{self, File, FileType, OpenOptions},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::system;

/// The kind of thing that was found in place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecialFile {
    /// A pipe with a name (FIFO), whose reader waits for a writer.
    NamedPipe,
    /// A Unix socket.
    Socket,
    /// A disk, a sound card, `/dev/zero`.
    Device,
    /// Standard input, with a person at the other end.
    Terminal,
    /// Something this program has no name for.
    Unknown,
}

impl SpecialFile {
    /// A stable name for files and translations.
    pub fn key(self) -> &'static str {
        match self {
            Self::NamedPipe => "named-pipe",
            Self::Socket => "socket",
            Self::Device => "device",
            Self::Terminal => "terminal",
            Self::Unknown => "unknown",
        }
    }

    /// The kind of file that an error names, if it names one.
    pub(crate) fn of_error(error: &io::Error) -> Option<Self> {
        // A file that has nothing to read now but may have later, such as `/proc/kmsg`.
        let waits = (error.kind() == ErrorKind::WouldBlock).then_some(Self::Unknown);
        error.get_ref().and_then(|inner| inner.downcast_ref()).copied().or(waits)
    }

    pub(super) fn of(found: FileType) -> Self {
        if system::is_pipe(found) {
            Self::NamedPipe
        } else if system::is_socket(found) {
            Self::Socket
        } else if system::is_device(found) {
            Self::Device
        } else {
            Self::Unknown
        }
    }
}

impl fmt::Display for SpecialFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NamedPipe => "named pipe",
            Self::Socket => "socket",
            Self::Device => "device",
            Self::Terminal => "terminal",
            Self::Unknown => "special file",
        })
    }
}

impl Error for SpecialFile {}

/// Opens a file to read it.
///
/// # Errors
/// Besides those of the system, [`ErrorKind::IsADirectory`] for a folder, and a [`SpecialFile`] for whatever else is no
/// file. Reading fails with [`ErrorKind::WouldBlock`] instead of waiting.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    // Looked at before as well, since opening a device may do something.
    look(path)?;
    let mut options = OpenOptions::new();
    without_waiting(options.read(true), true);
    checked(&options, path)
}

/// The same as [`open`], but for a path that a person gave: the pipe that a shell names in place of `<(command)` will
/// do, and is waited for.
pub(crate) fn open_given(path: &Path) -> io::Result<File> {
    if descriptor(path).is_none() {
        return open(path);
    }
    if !is_anonymous(path) {
        look(path)?;
    }
    let file = File::open(path)?;
    match only_file(file.metadata()?.file_type()) {
        Err(error) if SpecialFile::of_error(&error) != Some(SpecialFile::NamedPipe) => Err(error),
        _ => Ok(file),
    }
}

/// The same as [`open`], but only if the file lies below one of these folders, whose paths are canonical. No link that
/// takes the place of the file or of a folder meanwhile leads out of them, where the system can be asked so (Linux).
///
/// # Errors
/// Also where it lies elsewhere.
pub(crate) fn open_below(path: &Path, roots: &[PathBuf]) -> io::Result<File> {
    let target = path.canonicalize()?;
    let below = roots.iter().find_map(|root| Some((root, target.strip_prefix(root).ok()?)));
    let Some((root, rest)) = below else { return Err(io::Error::other("it lies outside of the folder")) };
    look(&target)?;
    let mut options = OpenOptions::new();
    without_waiting(options.read(true), false);
    match system::open_beneath(root, rest) {
        Some(file) => {
            let file = file?;
            only_file(file.metadata()?.file_type())?;
            Ok(file)
        }
        None => checked(&options, &target),
    }
}

/// Opens a pipe, a terminal or another device to write to it, if a person named one as the place of a result; it is
/// never replaced by a file. `None` for all else, and for disks, which no result belongs on.
///
/// # Errors
/// If it cannot be opened.
pub(crate) fn open_stream(path: &Path) -> io::Result<Option<File>> {
    if fs::metadata(path).is_ok_and(|found| system::is_stream(found.file_type())) {
        return OpenOptions::new().write(true).open(path).map(Some);
    }
    Ok(None)
}

/// The bytes of a file.
///
/// # Errors
/// Those of [`open`], and [`ErrorKind::FileTooLarge`] where there are more than `limit`.
pub(crate) fn read(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(file, limit + 1), &mut bytes)?;
    if bytes.len() as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// The number of the open file that `path` names, as shells do in place of `<(command)`.
pub(crate) fn descriptor(path: &Path) -> Option<u32> {
    if path == Path::new("/dev/stdin") {
        return Some(0);
    }
    let number = path.strip_prefix("/dev/fd").or_else(|_| path.strip_prefix("/proc/self/fd")).ok()?.to_str()?;
    number.parse().ok()
}

/// Whether the open file that `path` names has no other name. A FIFO that has one could keep us waiting.
fn is_anonymous(path: &Path) -> bool {
    // On macOS this is no link; opening it duplicates the open file and waits for nobody.
    fs::read_link(path).map_or(true, |target| target.to_string_lossy().starts_with("pipe:"))
}

/// Opens a file, and looks at what was opened.
pub(super) fn checked(options: &OpenOptions, path: &Path) -> io::Result<File> {
    // The system says of a socket no more than that it cannot be opened.
    let file = options.open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::AlreadyExists => error,
        _ => look(path).err().unwrap_or_else(|| {
            // It is a file by now, but was none when it was opened.
            let gone = system::is_no_file(&error);
            if gone { io::Error::new(ErrorKind::InvalidInput, SpecialFile::Unknown) } else { error }
        }),
    })?;
    only_file(file.metadata()?.file_type())?;
    Ok(file)
}

/// Opens neither wait for the other end of a pipe nor take over a terminal; they `follow` links or fail on them.
pub(super) fn without_waiting(options: &mut OpenOptions, follow: bool) {
    system::without_waiting(options, follow);
}

/// Fails unless a path leads to a file.
fn look(path: &Path) -> io::Result<()> {
    only_file(fs::metadata(path)?.file_type())
}

/// Fails unless a path is that of a file, no link.
pub(super) fn look_at(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path)?.file_type() {
        found if found.is_symlink() => Err(io::Error::new(ErrorKind::InvalidInput, "symbolic link")),
        found => only_file(found),
    }
}

fn only_file(found: FileType) -> io::Result<()> {
    if found.is_file() {
        Ok(())
    } else if found.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, SpecialFile::of(found)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors() {
        let table = [
            ("/dev/stdin", Some(0)),
            ("/dev/fd/63", Some(63)),
            ("/proc/self/fd/5", Some(5)),
            ("/dev/fd", None),
            ("/dev/fd/x", None),
            ("/dev/fd/6/3", None),
            ("dev/fd/6", None),
        ];
        for (path, expected) in table {
            assert_eq!(descriptor(Path::new(path)), expected, "{path}");
        }
    }

    /// Whatever takes the file's place between look and open, opening returns, and gives a file or says what was found.
    #[cfg(unix)]
    #[test]
    fn what_takes_the_place_of_a_file_is_not_waited_for() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "text").unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().is_ok_and(|status| status.success()));
        let _listener = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        fs::hard_link(at("file"), at("name")).unwrap();
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for name in ["pipe", "file", "socket", "file"].iter().cycle() {
                    fs::hard_link(at(name), at("next")).unwrap();
                    fs::rename(at("next"), at("name")).unwrap();
                    // A hard link to itself is not renamed.
                    _ = fs::remove_file(at("next"));
                    if done.load(Ordering::Relaxed) {
                        return;
                    }
                }
            });
            let wrong = (0..500).find_map(|_| match open(&at("name")) {
                Ok(file) => (!file.metadata().unwrap().is_file()).then(|| "no file".to_owned()),
                Err(error) => SpecialFile::of_error(&error).is_none().then(|| error.to_string()),
            });
            done.store(true, Ordering::Relaxed);
            assert_eq!(wrong, None);
        });
    }

    /// The file that was opened is looked at, not the one that was there before.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_opened_without_waiting_and_refused() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
        let mut options = OpenOptions::new();
        without_waiting(options.read(true), true);
        let error = checked(&options, &pipe).unwrap_err();
        assert_eq!(SpecialFile::of_error(&error), Some(SpecialFile::NamedPipe));
        assert_eq!(checked(&options, folder.path()).unwrap_err().kind(), ErrorKind::IsADirectory);
    }
}
