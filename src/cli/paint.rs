//! Colour in the text forms: only where it was asked for or can be seen.

use std::io::{self, IsTerminal};

use crate::config::Color;

/// What paints, or leaves plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// For standard output. `NO_COLOR` is in `color` already; `dumb` is what the terminal says of itself.
    pub fn of_stdout(color: Color) -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let on = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => io::stdout().is_terminal() && !dumb,
        };
        Self { on }
    }

    /// What stands out: titles.
    pub fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    /// `text`, which must be safe already, between the sequences of SGR parameters; in the 16 colours that every
    /// terminal has.
    pub fn with(self, parameters: &str, text: &str) -> String {
        if self.on && !text.is_empty() { format!("\x1b[{parameters}m{text}\x1b[0m") } else { text.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_colour_holds() {
        let always = Paint::of_stdout(Color::Always);
        assert_eq!([always.strong("a"), always.strong("")], ["\x1b[1ma\x1b[0m", ""]);
        assert_eq!(Paint::of_stdout(Color::Never).strong("a"), "a");
    }
}
