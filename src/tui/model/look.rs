//! The colours and marks: what is wanted, and what the terminal can do. Knows no screen.

use crate::{
    config::{self, ColorChoice, Config},
    tui::theme::{Depth, Ground, Theme},
};

/// The colours and marks wanted and possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub depth: Depth,
    /// The background of the terminal, as far as known.
    pub ground: Ground,
    /// The theme wanted.
    pub theme: config::ThemeName,
    /// Whether colours are wanted at all.
    pub coloured: bool,
    /// Whether all marks are to be ASCII.
    pub plain_marks: bool,
    /// Whether it is large print, for a projector.
    pub big: bool,
}

impl Look {
    /// The look that the settings ask for, on a terminal of that depth.
    pub(crate) fn new(config: &Config, depth: Depth, ground: Ground) -> Self {
        let depth = match (config.color(), depth) {
            (ColorChoice::Always, Depth::Plain) => Depth::Ansi,
            _ => depth,
        };
        let coloured = config.color() != ColorChoice::Never;
        Self { depth, ground, theme: config.theme(), coloured, plain_marks: config.plain_marks(), big: config.big() }
    }

    /// The reader's choice overrides whatever turned colours off.
    pub(crate) fn choose(&mut self, theme: config::ThemeName) {
        *self = Self { theme, coloured: true, ..*self };
    }

    /// The styles to draw with.
    pub(crate) fn styles(self) -> Theme {
        let depth = if self.coloured || self.depth == Depth::Plain { self.depth } else { Depth::Mono };
        // A projector washes colours out.
        let projected = self.big && self.theme == config::ThemeName::Auto;
        let theme = if projected { config::ThemeName::HighContrast } else { self.theme };
        Theme::new(theme, depth, self.ground).in_ascii(self.plain_marks)
    }
}
