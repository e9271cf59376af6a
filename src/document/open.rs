//! Gets at the bytes. Never waits for a FIFO, never reads more than [`LIMIT`].

use std::{
    fs::{self, File, FileType},
    io::{self, IsTerminal, Read},
    path::Path,
};

use super::{
    ReadError, SpecialFile,
    source::{Source, descriptor},
};

/// The most that is read of one document, in bytes.
pub const LIMIT: u64 = 256 << 20;

/// The bytes of a file.
pub(super) fn file(path: &Path) -> Result<Vec<u8>, ReadError> {
    let source = Source::File(path.to_owned());
    let failed = |error: &io::Error| ReadError::from_io(source.place(), error);
    let descriptor = descriptor(path);
    if descriptor == Some(0) {
        // Not opened a second time by its name: that fails on sockets, which some programs hand to their children.
        return stdin(&source);
    }
    // Asked before opening as well, since to open a FIFO is to wait for its writer.
    let expected = fs::metadata(path).map_err(|e| failed(&e))?.file_type();
    refuse(&source, expected, descriptor.is_some() && is_anonymous(path))?;
    let file = File::open(path).map_err(|e| failed(&e))?;
    let found = file.metadata().map_err(|e| failed(&e))?;
    refuse(&source, found.file_type(), descriptor.is_some())?;
    if found.is_file() && found.len() > LIMIT {
        return Err(ReadError::TooLarge { place: source.place(), limit: LIMIT });
    }
    read_up_to(LIMIT, found.len(), file).map_err(|e| failed(&e))
}

/// The bytes of standard input.
pub(super) fn stdin(source: &Source) -> Result<Vec<u8>, ReadError> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        // The screens read the keys from the same terminal, and neither would get all of them.
        return Err(ReadError::Special { place: source.place(), what: SpecialFile::Terminal });
    }
    read_up_to(LIMIT, 0, stdin.lock()).map_err(|e| ReadError::from_io(source.place(), &e))
}

/// All of `from`, or one byte more than `limit`, by which the caller sees that there was too much.
fn read_up_to(limit: u64, expected: u64, from: impl Read) -> io::Result<Vec<u8>> {
    // The file may have grown since its size was asked, and files in /proc claim to be empty.
    let mut bytes = Vec::with_capacity(expected.min(limit) as usize + 1);
    from.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether the open file that `path` names has no other name. A FIFO that has one could keep us waiting here too.
fn is_anonymous(path: &Path) -> bool {
    // Where this is no link (macOS), opening it duplicates the open file and waits for nobody.
    fs::read_link(path).map_or(true, |target| target.to_string_lossy().starts_with("pipe:"))
}

/// Fails on anything but files, and pipes if those will do.
fn refuse(source: &Source, found: FileType, pipe_will_do: bool) -> Result<(), ReadError> {
    let place = || source.place();
    if found.is_file() {
        return Ok(());
    }
    if found.is_dir() {
        let Source::File(path) = source else { return Err(ReadError::IsFolder { place: place() }) };
        // One that may not be looked into is another matter.
        let why = fs::read_dir(path).err().map(|error| ReadError::from_io(place(), &error));
        return Err(why.unwrap_or_else(|| ReadError::IsFolder { place: place() }));
    }
    match special(found) {
        SpecialFile::NamedPipe if pipe_will_do => Ok(()),
        what => Err(ReadError::Special { place: place(), what }),
    }
}

#[cfg(unix)]
fn special(found: FileType) -> SpecialFile {
    use std::os::unix::fs::FileTypeExt;
    if found.is_fifo() {
        SpecialFile::NamedPipe
    } else if found.is_socket() {
        SpecialFile::Socket
    } else if found.is_char_device() || found.is_block_device() {
        SpecialFile::Device
    } else {
        SpecialFile::Unknown
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> SpecialFile {
    SpecialFile::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_stops_one_byte_after_the_limit() {
        for (text, read) in [("", ""), ("four", "four"), ("five!", "five!"), ("too much", "too m")] {
            assert_eq!(read_up_to(4, 0, text.as_bytes()).unwrap(), read.as_bytes());
        }
        assert_eq!(read_up_to(4, 0, io::repeat(b'a')).unwrap().len(), 5);
    }
}
