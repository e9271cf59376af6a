//! The screen of a terminal after one frame was drawn over another.

use std::num::NonZero;

use proptest::prelude::*;
use ratatui::{
    Terminal, TerminalOptions, Viewport,
    backend::CrosstermBackend,
    layout::{Position, Rect},
    style::Style,
};

use crate::text::{clusters, mark_hidden};

const CELLS: u16 = 16;

/// Pieces of text, some on a ground of their own.
type Pieces = Vec<(String, bool)>;

/// The cells of an emulated terminal after these frames: what is in them and on which ground. The content of the second
/// cell of a wide character is not seen.
fn screen(frames: &[Pieces]) -> Vec<(String, vt100::Color)> {
    let mut bytes = Vec::new();
    let viewport = Viewport::Fixed(Rect::new(0, 0, CELLS, 1));
    let mut terminal =
        Terminal::with_options(CrosstermBackend::new(&mut bytes), TerminalOptions { viewport }).expect("no terminal");
    for pieces in frames {
        terminal
            .draw(|frame| {
                let mut x = 0;
                for (text, marked) in pieces {
                    let style = if *marked { Style::new().on_blue() } else { Style::new() };
                    for cluster in clusters(text) {
                        cluster.draw(frame.buffer_mut(), Position::new(x, 0), style);
                        x += u16::from(cluster.width);
                    }
                }
                mark_hidden(frame.buffer_mut());
            })
            .expect("writing to memory");
    }
    drop(terminal);
    let one = NonZero::<u16>::MIN;
    let mut emulated = vt100::Parser::new(one, NonZero::new(CELLS).unwrap_or(one), 0);
    emulated.process(&bytes);
    let cells = (0..CELLS).filter_map(|x| emulated.screen().cell(0, x)).filter(|cell| !cell.is_wide_continuation());
    let text = |text: &str| if text.is_empty() { " ".to_owned() } else { text.to_owned() };
    cells.map(|cell| (text(cell.contents()), cell.bgcolor())).collect()
}

proptest! {
    #[test]
    fn nothing_of_it_is_left(
        frames in prop::collection::vec(prop::collection::vec(("[ab 中文]{1,3}", any::<bool>()), 0..8), 2..4),
    ) {
        prop_assert_eq!(screen(&frames), screen(&frames[frames.len() - 1..]));
    }
}
