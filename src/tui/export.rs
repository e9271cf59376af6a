//! Exports of the screens: frames as SVG, a recording that a terminal plays, a transcript to read.
//!
//! Frames are drawn by `view` as for a terminal and kept; nothing is drawn a second way. Files are
//! never overwritten.
//!
//! A camera has `view` draw the model into a terminal that keeps what it is sent: its cells make the SVG, its escape
//! sequences the recording. So there is one renderer.

mod position;
mod svg;

pub use super::theme::Ground;
pub(super) use position::position;
pub use svg::svg;

use std::{
    cell::RefCell,
    io::{self, Write},
    rc::Rc,
    time::Duration,
};

use ratatui::{Terminal, TerminalOptions, Viewport, backend::CrosstermBackend, buffer::Buffer, layout::Rect};
use serde_json::json;

use super::{
    headless::Headless,
    model::{LessonState, Model},
    view,
};
use crate::{config::Config, lesson::Lesson, text::width};

/// A terminal of some size that keeps what it is sent.
struct Camera {
    terminal: Terminal<CrosstermBackend<Film>>,
    film: Film,
}

/// A frame.
struct Shot {
    cells: Buffer,
    /// The text and escape sequences that turn the previous frame into this one.
    sent: String,
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
    fn new(size: (u16, u16)) -> io::Result<Self> {
        let film = Film::default();
        let viewport = Viewport::Fixed(Rect::new(0, 0, size.0, size.1));
        let terminal = Terminal::with_options(CrosstermBackend::new(film.clone()), TerminalOptions { viewport })?;
        Ok(Self { terminal, film })
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    fn shoot(&mut self, model: &Model) -> io::Result<Shot> {
        let theme = model.styles();
        let cells = self.terminal.draw(|frame| _ = view::draw(model, &theme, frame))?.buffer.clone();
        let sent = self.film.0.take();
        Ok(Shot { cells, sent: String::from_utf8_lossy(&sent).into_owned() })
    }
}

/// The shortest time that a page is shown.
const LEAST: Duration = Duration::from_secs(4);
/// How many cells of text a reader takes in while a second passes.
const CELLS: u64 = 25;

/// A picture of each page, in a terminal of that size.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn pages(lesson: Lesson, config: &Config, size: (u16, u16)) -> io::Result<Vec<String>> {
    let mut pictures = Vec::new();
    each_page(lesson, config, size, |camera, model| {
        pictures.push(svg(&camera.shoot(model)?.cells, model.look.ground));
        Ok(())
    })?;
    Ok(pictures)
}

/// A recording of all pages, each shown as long as it takes to read, with a marker at each.
///
/// # Errors
/// As [`pages`].
pub(crate) fn recording(lesson: Lesson, config: &Config, size: (u16, u16)) -> io::Result<String> {
    let mut cast = Cast::new(size, lesson.title.get(config.lang()));
    let mut before = Duration::ZERO;
    each_page(lesson, config, size, |camera, model| {
        let Some(reading) = &model.workspace.lesson else { return Ok(()) };
        let text = reading.step().map_or_else(|| reading.lesson.goal.get(model.lang), |page| page.text.get(model.lang));
        cast.output(before, &camera.shoot(model)?.sent);
        cast.marker(&(reading.page + 1).to_string());
        before = LEAST + Duration::from_secs(width(text) as u64 / CELLS);
        Ok(())
    })?;
    Ok(cast.finish(before))
}

fn each_page(
    lesson: Lesson,
    config: &Config,
    size: (u16, u16),
    mut take: impl FnMut(&mut Camera, &Model) -> io::Result<()>,
) -> io::Result<()> {
    let mut camera = Camera::new(size)?;
    let mut screens = Headless::read(lesson, config, size)?;
    let pages = screens.model().workspace.lesson.as_ref().map_or(0, LessonState::pages);
    for page in 0..pages {
        if page > 0 {
            screens.turn_page()?;
        }
        take(&mut camera, screens.model())?;
    }
    Ok(())
}

/// A recording. The same events give the same text: it knows no clock.
#[derive(Debug)]
pub(super) struct Cast(String);

impl Cast {
    /// Begins one for a terminal of that size, as wide as high.
    pub(super) fn new(size: (u16, u16), title: &str) -> Self {
        let header = json!({ "version": 3, "term": { "cols": size.0, "rows": size.1 }, "title": title });
        let mut cast = Self(format!("{header}\n"));
        // Without a cursor, which these screens do not show, and without wrapping, as on the screens.
        cast.output(Duration::ZERO, "\u{1b}[?25l\u{1b}[?7l\u{1b}[2J");
        cast
    }

    /// The terminal is sent `sent` so long after the event before.
    pub(super) fn output(&mut self, after: Duration, sent: &str) {
        self.event(after, "o", sent);
    }

    /// A place that a player can jump to.
    pub(super) fn marker(&mut self, label: &str) {
        self.event(Duration::ZERO, "m", label);
    }

    /// The whole file. The last frame is shown for `rest`.
    pub(super) fn finish(mut self, rest: Duration) -> String {
        self.output(rest, "\u{1b}[?7h\u{1b}[?25h");
        self.0
    }

    fn event(&mut self, after: Duration, code: &str, data: &str) {
        let seconds = after.as_millis() as f64 / 1000.0;
        self.0 += &json!([seconds, code, data]).to_string();
        self.0.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_line_is_json_and_times_count_from_the_event_before() {
        let mut cast = Cast::new((80, 24), "列和 \u{1b}[31m");
        cast.marker("one");
        cast.output(Duration::from_millis(1500), "\u{1b}[1mbold\r\n");
        let text = cast.finish(Duration::from_secs(2));
        assert!(!text.contains('\u{1b}'), "a file that is looked at with cat obeys nothing");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0], json!({ "version": 3, "term": { "cols": 80, "rows": 24 }, "title": "列和 \u{1b}[31m" }));
        assert_eq!(lines[2], json!([0.0, "m", "one"]));
        assert_eq!(lines[3], json!([1.5, "o", "\u{1b}[1mbold\r\n"]));
        assert_eq!((&lines[4][0], lines.len()), (&json!(2.0), 5));
    }
}
