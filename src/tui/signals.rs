//! Signals that would end the program and leave the terminal raw, suspend it, or announce a new size. Must not know the
//! model.
//!
//! Windows has none of them: there Ctrl-C is a key, and a console that is closed ends the program outright.

use std::io;

#[cfg(unix)]
use signal_hook::{
    consts::{
        SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGWINCH,
        SIGXCPU,
    },
    iterator::Signals,
};

use super::{event::Event, queue::InputSender};

#[cfg(unix)]
const CAUGHT: [i32; 13] = [
    SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGTSTP, SIGCONT,
    SIGWINCH,
];

/// The signals, which no longer do what they do by default.
pub(super) struct CaughtSignals {
    #[cfg(unix)]
    signals: Signals,
}

impl CaughtSignals {
    /// # Errors
    /// If the system refuses.
    pub(super) fn catch() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            signals: Signals::new(CAUGHT)?,
        })
    }

    /// Sends each as an event, from a thread of its own, for as long as the program runs; those that end the program
    /// come before all that waits.
    ///
    /// # Errors
    /// If no thread can be started.
    #[cfg(unix)]
    pub(super) fn send(mut self, sender: InputSender) -> io::Result<()> {
        std::thread::Builder::new().name("signals".into()).spawn(move || {
            for signal in self.signals.forever() {
                match signal {
                    SIGTSTP | SIGCONT => sender.send_now(Event::Signal(signal)),
                    SIGWINCH => {
                        if let Ok((columns, rows)) = crossterm::terminal::size() {
                            sender.send_now(Event::Input(crossterm::event::Event::Resize(columns, rows)));
                        }
                    }
                    _ => sender.end_by(signal),
                }
            }
        })?;
        Ok(())
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "Elsewhere a thread is started")]
    pub(super) fn send(self, _: InputSender) -> io::Result<()> {
        Ok(())
    }
}

/// Stops the program as Ctrl-Z would have, until the shell lets it go on.
pub(super) fn suspend() {
    #[cfg(unix)]
    end_by(SIGTSTP);
}

/// Does what the signal would have done without us, so that whoever sent it sees the program end by it.
pub(super) fn end_by(signal: i32) {
    _ = signal_hook::low_level::emulate_default_handler(signal);
}
