//! Gets at the bytes. Never waits for a FIFO, never reads more than [`LIMIT`].

use std::{
    fs,
    io::{self, IsTerminal, Read},
    path::Path,
};

use super::{ReadError, SpecialFile, source::Source};
use crate::files::{descriptor, open_given};

/// The most that is read of one document, in bytes.
pub const LIMIT: u64 = 256 << 20;

/// The bytes of a file.
pub(super) fn file(path: &Path) -> Result<Vec<u8>, ReadError> {
    let source = Source::File(path.to_owned());
    if descriptor(path) == Some(0) {
        // Not opened a second time by its name: that fails on sockets, which some programs hand to their children.
        return stdin(&source);
    }
    let failed = |error: &io::Error| ReadError::from_io(source.place(), error);
    let file = open_given(path).map_err(|error| {
        // A folder that may not be looked into is another matter.
        let folder = (error.kind() == io::ErrorKind::IsADirectory).then(|| fs::read_dir(path).err()).flatten();
        failed(&folder.unwrap_or(error))
    })?;
    let length = file.metadata().map_err(|e| failed(&e))?.len();
    if length > LIMIT {
        return Err(ReadError::TooLarge { place: source.place(), limit: LIMIT });
    }
    read_up_to(LIMIT, length, file).map_err(|e| failed(&e))
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
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(expected.min(limit) as usize + 1)?;
    from.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
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
