//! Writing that takes more than one call: whole files, folders, and files that are appended to.

use std::{
    fs::TryLockError,
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::{Access, Disk, FileKind, OpenFile};

/// How a file that was written takes its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placing {
    /// It may replace a file, whose permissions and owner it gets. Anything else is never replaced.
    pub over: bool,
    /// Only its owner can read it, unless it replaces a file that others can read.
    pub private: bool,
    /// It survives a power cut from when it was written.
    pub durable: bool,
}

impl Placing {
    /// A new file for everybody, where none is.
    pub(crate) const NEW: Self = Self { over: false, private: false, durable: true };
}

/// Writes a file that gets its name when it is complete. Nobody sees half of it, and on an error the file that had the
/// name is as it was.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if there is something that may not be replaced, and errors of writing and of `fill`.
pub(crate) fn write(
    disk: &Disk,
    path: &Path,
    placing: Placing,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let replaced = replaceable(disk, path, placing.over)?;
    let (beside, mut file) = beside(disk, path, placing.private || replaced)?;
    let written = fill_buffered(&mut *file, fill)
        .and_then(|()| if replaced { file.adopt(path) } else { Ok(()) })
        .and_then(|()| if placing.durable { file.sync() } else { Ok(()) });
    drop(file);
    let placed = written.and_then(|()| place(disk, &beside, path, placing.over));
    if placed.is_err() {
        _ = disk.remove(&beside);
        return placed;
    }
    if placing.durable { disk.sync_folder(folder_of(path)) } else { Ok(()) }
}

/// The same with the bytes at hand.
///
/// # Errors
/// See [`write`].
pub(crate) fn write_all(disk: &Disk, path: &Path, placing: Placing, bytes: &[u8]) -> io::Result<()> {
    write(disk, path, placing, |out| out.write_all(bytes))
}

fn fill_buffered(file: &mut dyn OpenFile, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(Appending(file));
    let filled = fill(&mut out).and_then(|()| out.flush());
    // Dropped, it would write what it holds after an error too.
    _ = out.into_parts();
    filled
}

/// Whether there is a file to be replaced.
fn replaceable(disk: &Disk, path: &Path, over: bool) -> io::Result<bool> {
    match disk.metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(_) if !over => Err(ErrorKind::AlreadyExists.into()),
        Ok(found) if found.kind == FileKind::File => Ok(true),
        Ok(found) => Err(io::Error::new(ErrorKind::InvalidInput, found.kind)),
    }
}

/// Creates a file beside `path` under an unused name; a killed program may have left files with the first ones.
fn beside(disk: &Disk, path: &Path, private: bool) -> io::Result<(PathBuf, Box<dyn OpenFile>)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    let mut tries = 0;
    loop {
        let mut name = name.to_owned();
        name.push(format!(".{}-{}.new", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
        let beside = path.with_file_name(name);
        match disk.open(&beside, Access::New { private }) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < MAX_TRIES => tries += 1,
            opened => return opened.map(|file| (beside, file)),
        }
    }
}

/// The greatest number of names to try.
const MAX_TRIES: u32 = 99;

/// Gives a file its final name. A hard link fails if the name is taken meanwhile; a file system without links cannot
/// tell.
fn place(disk: &Disk, beside: &Path, path: &Path, over: bool) -> io::Result<()> {
    if !over {
        match disk.link(beside, path) {
            Ok(()) => {
                // Complete under its name; the other one harms nobody.
                _ = disk.remove(beside);
                return Ok(());
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
            Err(_) if disk.metadata(path).is_ok() => return Err(ErrorKind::AlreadyExists.into()),
            Err(_) => {}
        }
    }
    disk.rename(beside, path)
}

/// Creates a folder and those above it, if they are not there; all that are created survive a power cut.
///
/// # Errors
/// If one cannot be created.
pub(crate) fn create_folders(disk: &Disk, folder: &Path, private: bool) -> io::Result<()> {
    // The root, and the folder that the program runs in.
    if folder.file_name().is_none() {
        return Ok(());
    }
    match disk.metadata(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            create_folders(disk, folder_of(folder), private)?;
            match disk.create_folder(folder, private) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => created?,
            }
        }
        found => _ = found?,
    }
    // Also if it existed, as a program that was killed may have created it. So nothing is ever created in a folder
    // whose own name could be lost.
    disk.sync_folder(folder_of(folder))
}

/// Opens a file to append to it, and creates it if there is none.
///
/// # Errors
/// If it is no file, or cannot be opened or created.
pub(crate) fn append_to(disk: &Disk, path: &Path, private: bool) -> io::Result<Box<dyn OpenFile>> {
    match disk.open(path, Access::Append) {
        Err(error) if error.kind() == ErrorKind::NotFound => match disk.open(path, Access::New { private }) {
            // Another program was faster.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => disk.open(path, Access::Append),
            created => created,
        },
        opened => opened,
    }
}

/// Writes at the end of a file that is locked; when this returns, the bytes survive a power cut. On an error none of
/// them stay in the file, if the disk allows that.
///
/// # Errors
/// Errors of writing.
pub(crate) fn append_durably(file: &mut dyn OpenFile, bytes: &[u8]) -> io::Result<()> {
    let end = file.metadata()?.len;
    append_all(file, bytes).inspect_err(|_| _ = file.set_len(end).and_then(|()| file.sync()))
}

/// Writes at the end of a file that others may write to at the same time; when this returns, the bytes survive a power
/// cut. On an error some of them may stay.
///
/// # Errors
/// Errors of writing.
pub(crate) fn append_all(file: &mut dyn OpenFile, bytes: &[u8]) -> io::Result<()> {
    Appending(file).write_all(bytes).and_then(|()| file.sync())
}

/// How long a lock that is taken is left alone before it is asked for again.
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(5);

/// Locks a file until it is closed; waits so long for a program that holds it.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if it is still held.
pub(crate) fn lock(file: &mut dyn OpenFile, shared: bool, patience: Duration) -> Result<(), TryLockError> {
    let until = Instant::now() + patience;
    loop {
        match file.lock(shared) {
            Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(LOCK_RETRY_INTERVAL),
            done => return done,
        }
    }
}

/// The bytes of a file from one on.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read_from(file: &mut dyn OpenFile, from: u64) -> io::Result<Vec<u8>> {
    let expected = file.metadata()?.len.saturating_sub(from);
    let mut bytes = vec![0; expected as usize];
    let mut read = 0;
    while read < bytes.len() {
        match file.read_at(from + read as u64, &mut bytes[read..]) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(read);
    Ok(bytes)
}

/// The folder that holds the name of a path.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Writes at the end of a file.
struct Appending<'a>(&'a mut dyn OpenFile);

impl Write for Appending<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.append(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
