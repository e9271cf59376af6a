//! Whether standard output was closed when the program was started (`>&-`).
//!
//! Before `main`, the standard library opens `/dev/null` in the place of a standard descriptor that is closed: what is
//! written is lost without an error. From then on it looks like the `/dev/null` that Python or systemd opens for a program
//! whose output nobody wants, which is no error. So the descriptor is looked at before, by a function that the system's
//! loader calls first.

use std::{
    io::{self, Write},
    sync::atomic::{AtomicBool, Ordering},
};

static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look() {
        CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
    }
}

/// Standard output; writing to a closed one is an error.
pub(super) fn output() -> Box<dyn Write> {
    if is_closed() { Box::new(Closed) } else { Box::new(io::stdout().lock()) }
}

/// Whether standard output was closed from the beginning.
pub(super) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        // EBADF, on every Unix.
        Err(io::Error::from_raw_os_error(9))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
