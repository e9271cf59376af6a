//! Draws the model where nobody looks and keeps what came of it.

use std::{
    cell::RefCell,
    io::{self, Write},
    rc::Rc,
};

use ratatui::{Terminal, TerminalOptions, Viewport, backend::CrosstermBackend, buffer::Buffer, layout::Rect};

use crate::tui::{model::Model, view};

/// A terminal of some size that keeps what it is sent.
pub(super) struct Camera {
    terminal: Terminal<CrosstermBackend<Film>>,
    film: Film,
}

pub(super) struct Shot {
    pub cells: Buffer,
    /// The text and escape sequences that turn the previous frame into this one.
    pub sent: String,
}

#[derive(Clone, Default)]
struct Film(Rc<RefCell<Vec<u8>>>);

impl Write for Film {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Camera {
    /// For frames of that size, as wide as high.
    ///
    /// # Errors
    /// None that memory could make.
    pub(super) fn new(size: (u16, u16)) -> io::Result<Self> {
        let film = Film::default();
        let viewport = Viewport::Fixed(Rect::new(0, 0, size.0, size.1));
        let terminal = Terminal::with_options(CrosstermBackend::new(film.clone()), TerminalOptions { viewport })?;
        Ok(Self { terminal, film })
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn shoot(&mut self, model: &Model) -> io::Result<Shot> {
        let theme = model.styles();
        let cells = self.terminal.draw(|frame| _ = view::draw(model, &theme, frame))?.buffer.clone();
        let sent = self.film.0.take();
        Ok(Shot { cells, sent: String::from_utf8_lossy(&sent).into_owned() })
    }
}
