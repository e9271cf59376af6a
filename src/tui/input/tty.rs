//! The bytes of the terminal, waited for no longer than asked.

use std::{
    fs::File,
    io::{self, IsTerminal, Stdin},
    os::fd::{AsFd, AsRawFd, BorrowedFd},
    time::Duration,
};

use filedescriptor::{POLLIN, poll, pollfd};

/// Bytes that are read at once.
const BUFFER: usize = 4096;

/// The terminal that keys come from: standard input, or the one that controls the program if something else is piped
/// in.
pub(super) struct Terminal {
    input: Input,
    buffer: Vec<u8>,
}

enum Input {
    Standard(Stdin),
    Controlling(File),
}

impl Terminal {
    /// # Errors
    /// If the program has no terminal.
    pub(super) fn open() -> io::Result<Self> {
        let stdin = io::stdin();
        let input = if stdin.is_terminal() {
            Input::Standard(stdin)
        } else {
            Input::Controlling(File::options().read(true).write(true).open("/dev/tty")?)
        };
        Ok(Self { input, buffer: vec![0; BUFFER] })
    }

    /// The bytes that came; `None` if none came within `patience`.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub(super) fn read(&mut self, patience: Option<Duration>) -> io::Result<Option<&[u8]>> {
        loop {
            // macOS cannot poll a terminal; the crate selects there.
            let mut wanted = [pollfd { fd: self.input.as_fd().as_raw_fd(), events: POLLIN, revents: 0 }];
            match poll(&mut wanted, patience) {
                Ok(0) => return Ok(None),
                Ok(_) => {}
                Err(filedescriptor::Error::Poll(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(io::Error::other(error)),
            }
            return match rustix::io::read(self.input.as_fd(), &mut self.buffer) {
                Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(length) => Ok(Some(&self.buffer[..length])),
                Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => continue,
                Err(error) => Err(error.into()),
            };
        }
    }
}

impl AsFd for Input {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Standard(stdin) => stdin.as_fd(),
            Self::Controlling(file) => file.as_fd(),
        }
    }
}
