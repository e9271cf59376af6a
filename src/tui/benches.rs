//! The screens without a terminal, for the benchmarks of this package: the same model, update, jobs and view as the
//! loop has, one key and one frame at a time. Frames are written as escape sequences, to nowhere.

use std::{
    io::{self, Sink},
    sync::mpsc::{self, Receiver},
};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, TerminalOptions, Viewport, backend::CrosstermBackend, layout::Rect};

use super::{
    event::Event,
    model::{Look, Model, effect::Request, job::Jobs},
    theme::{Depth, Ground},
    update, view,
};
use crate::{
    config::{Config, SettingKey, SettingOrigin},
    document::Source,
};

/// The screens over some documents.
#[derive(Debug)]
pub struct Headless {
    model: Model,
    terminal: Terminal<CrosstermBackend<Sink>>,
    jobs: Jobs,
    events: Receiver<Event>,
}

impl Headless {
    /// Opens `sources` in a terminal of that size, as wide as high, and waits until all is computed.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(sources: Vec<Source>, k: u32, size: (u16, u16)) -> io::Result<Self> {
        let mut config = Config::default();
        for (key, text) in [(SettingKey::Lang, "en"), (SettingKey::K, &*k.to_string())] {
            config.set(key, text, SettingOrigin::Flag).map_err(|_| io::ErrorKind::InvalidInput)?;
        }
        let look = Look::new(&config, Depth::True, Ground::Dark);
        let mut model = Model::new(sources, &config, look);
        model.size = size;
        let viewport = Viewport::Fixed(Rect::new(0, 0, size.0, size.1));
        let terminal = Terminal::with_options(CrosstermBackend::new(io::sink()), TerminalOptions { viewport })?;
        let (sender, events) = mpsc::channel();
        let mut headless = Self {
            model,
            terminal,
            jobs: Jobs::new(move |workspace, message| _ = sender.send(Event::Job(workspace, message))),
            events,
        };
        headless.draw()?;
        let effects = update::start(&mut headless.model);
        headless.perform(effects)?;
        headless.settle()?;
        Ok(headless)
    }

    /// Handles a key. Requests are started, not waited for.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn press(&mut self, key: KeyCode) -> io::Result<()> {
        let event = Event::Input(Input::Key(KeyEvent::new(key, KeyModifiers::NONE)));
        let effects = update::update(&mut self.model, event);
        self.perform(effects)
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// None that an empty terminal could make.
    pub fn draw(&mut self) -> io::Result<()> {
        let theme = self.model.styles();
        let mut drawn = None;
        self.terminal.draw(|frame| drawn = Some(view::draw(&self.model, &theme, frame)))?;
        self.model.workspace.drawn = drawn.unwrap_or_default();
        Ok(())
    }

    /// Waits until no work is left, then draws.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn settle(&mut self) -> io::Result<()> {
        while self.jobs.running() {
            let Ok(event) = self.events.recv() else { break };
            let effects = update::update(&mut self.model, event);
            self.perform(effects)?;
        }
        self.draw()
    }

    fn perform(&mut self, effects: Vec<Request>) -> io::Result<()> {
        for effect in effects {
            if let Request::Start(workspace, job) = effect {
                self.jobs.start(workspace, job)?;
            }
        }
        Ok(())
    }
}
