//! Colours and marks by meaning, never by place. Knows the names of themes, nothing else.
//!
//! Two colours carry meaning, one is an alert: blue is positive, one, added, in B; orange is negative, removed, in A;
//! yellow says look here. Nothing is said by colour alone: signs, digits, gutters and bars say it too.

mod marks;
mod palette;
#[cfg(test)]
mod tests;

pub(super) use marks::Marks;

use palette::{Ansi, Rgb, palette};
use ratatui::style::{Color, Style};

use crate::config::ThemeName;

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// 24 bits a colour.
    True,
    /// The xterm palette.
    Indexed,
    /// The 16 ANSI colours.
    Ansi,
    /// None, but bold, underline and reverse.
    Mono,
    /// None, and no attributes either.
    Plain,
}

/// The ground that the terminal draws on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Light text on dark.
    Dark,
    /// Dark text on light.
    Light,
}

/// The styles, by meaning; the default is the terminal's own for all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Theme {
    /// Text and values.
    pub text: Style,
    /// Heads, the selected row's text, names.
    pub strong: Style,
    /// Labels, zeros, whatever is secondary.
    pub label: Style,
    /// Rules and axes.
    pub rule: Style,
    /// The current tab.
    pub tab: Style,
    /// Positive, one, in B.
    pub positive: Style,
    /// Negative, in A.
    pub negative: Style,
    pub alert: Style,
    /// The subject of a lesson's sentence, in the sentence and in the picture.
    pub marked: Style,
    /// The cell under the cursor.
    pub cursor: Style,
    /// A bar that only measures.
    pub bar: Style,
    /// The ground of the selected row.
    pub selected: Style,
    /// The ground of a flipped bit.
    pub flipped: Style,
    /// Changed words, added.
    pub added: Style,
    /// Changed words, removed.
    pub removed: Style,
    /// Text of a moved block.
    pub moved: Style,
    /// Text of shared passages, in turn.
    pub shared: [Style; 2],
    /// Text of the passage under the cursor.
    pub shared_here: Style,
    /// The blocks of shared passages in a picture of the whole text.
    pub blocks: [Style; 2],
    /// Text excluded from the scores.
    pub struck: Style,
    /// A place found by searching.
    pub found: Style,
    pub error: Style,
    /// The warmest ground of a heat map, and the coldest.
    heat: Option<(Color, Color)>,
    /// Whether colour tells positive from negative; else bars need two glyphs.
    pub coloured: bool,
    /// The characters of lines, bars and signs.
    pub marks: &'static Marks,
}

impl Theme {
    /// The theme of that name for a terminal.
    pub(super) fn new(name: ThemeName, depth: Depth, ground: Ground) -> Self {
        let ground = match name {
            ThemeName::Dark => Ground::Dark,
            ThemeName::Light => Ground::Light,
            _ => ground,
        };
        let palette = palette(name, ground);
        match (name, depth) {
            (_, Depth::Plain) => Self::default(),
            (_, Depth::Mono) | (ThemeName::Mono, _) => Self::mono(),
            (_, Depth::Ansi) | (ThemeName::Ansi16, _) => Self::ansi(&palette.ansi),
            (_, Depth::True) => {
                Self::coloured(&palette.rgb, ground, |rgb| Color::Rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8))
            }
            (_, Depth::Indexed) => Self::coloured(&palette.rgb, ground, |rgb| Color::Indexed(nearest(rgb))),
        }
    }

    /// The same with other marks.
    #[must_use]
    pub(super) fn with_marks(self, marks: &'static Marks) -> Self {
        Self { marks, ..self }
    }

    fn coloured(palette: &Rgb, ground: Ground, color: impl Fn(u32) -> Color) -> Self {
        let fg = |rgb| Style::new().fg(color(rgb));
        let bold = Style::new().bold();
        let on = |fg: u32, bg: u32| Style::new().fg(color(fg)).bg(color(bg));
        Self {
            strong: bold,
            label: fg(palette.label),
            rule: fg(palette.rule),
            tab: on(palette.paper, palette.positive).bold(),
            positive: fg(palette.positive),
            negative: fg(palette.negative),
            alert: if ground == Ground::Light { fg(palette.alert).bold() } else { fg(palette.alert) },
            marked: fg(palette.alert).bold().underlined(),
            cursor: on(palette.paper, palette.alert).bold(),
            bar: fg(palette.bar),
            selected: Style::new().bg(color(palette.selected)),
            flipped: on(palette.alert, palette.banner).bold(),
            added: on(palette.ink, palette.added).underlined(),
            removed: on(palette.ink, palette.removed),
            moved: fg(palette.moved),
            shared: palette.shared.map(|ground| on(palette.ink, ground)),
            shared_here: on(palette.ink, palette.banner),
            blocks: palette.blocks.map(fg),
            struck: fg(palette.label).crossed_out(),
            found: on(palette.paper, palette.alert),
            error: fg(palette.error),
            heat: Some((color(palette.heat), color(palette.selected))),
            coloured: true,
            ..Self::default()
        }
    }

    fn ansi(palette: &Ansi) -> Self {
        let fg = |color| Style::new().fg(color);
        let bold = Style::new().bold();
        let reverse = bold.reversed();
        let (positive, negative) = (palette.positive, palette.negative);
        Self {
            strong: bold,
            label: fg(palette.label),
            rule: fg(palette.rule),
            tab: reverse,
            positive: fg(positive),
            negative: fg(negative),
            alert: bold,
            marked: bold.underlined(),
            cursor: reverse,
            bar: fg(palette.rule),
            selected: bold,
            flipped: reverse,
            added: fg(positive).underlined().bold(),
            removed: fg(negative).crossed_out().bold(),
            moved: fg(palette.label),
            shared: [bold, Style::new().underlined()],
            shared_here: reverse,
            blocks: [fg(palette.rule), fg(palette.label)],
            struck: fg(palette.label).crossed_out().dim(),
            found: reverse,
            error: bold,
            coloured: true,
            ..Self::default()
        }
    }

    fn mono() -> Self {
        let none = Style::new();
        let bold = none.bold();
        let reverse = none.reversed();
        Self {
            tab: reverse,
            strong: bold,
            alert: bold,
            marked: bold.underlined(),
            cursor: reverse,
            selected: bold,
            flipped: reverse,
            added: bold.underlined(),
            removed: none.crossed_out(),
            shared: [bold, none.underlined()],
            shared_here: reverse,
            struck: none.crossed_out().dim(),
            found: reverse,
            error: bold,
            ..Self::default()
        }
    }

    /// The ground of a cell in a heat map: `warmth` from 0 to 1.
    pub(super) fn heat(&self, warmth: f64) -> Style {
        match self.heat {
            Some((Color::Rgb(r, g, b), Color::Rgb(x, y, z))) => {
                let mix = |a: u8, b: u8| (f64::from(b) + (f64::from(a) - f64::from(b)) * warmth.clamp(0.0, 1.0)) as u8;
                Style::new().bg(Color::Rgb(mix(r, x), mix(g, y), mix(b, z)))
            }
            Some((_, cold)) => Style::new().bg(cold),
            None => Style::new(),
        }
    }

    /// Positive and emphasized: what has the focus, and bits that are 1.
    pub(super) fn accent(&self) -> Style {
        self.positive.patch(self.strong)
    }

    /// A number, or the mark of one that is unknown.
    pub(super) fn number(&self, number: Option<impl ToString>) -> String {
        number.map_or_else(|| self.marks.none.to_owned(), |number| number.to_string())
    }

    /// The style of the text of a row.
    pub(super) fn row(&self, selected: bool) -> Style {
        if selected { self.strong } else { self.text }
    }

    /// The style of a signed value: positive, negative, or zero.
    pub(super) fn signed(&self, value: i64) -> Style {
        match value.signum() {
            1 => self.positive,
            -1 => self.negative,
            _ => self.label,
        }
    }
}

/// The nearest colour of xterm's 6×6×6 cube and grey ramp.
fn nearest(rgb: u32) -> u8 {
    const LEVELS: [u32; 6] = [0, 95, 135, 175, 215, 255];
    let parts = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255];
    let apart = |other: [u32; 3]| -> u32 { parts.iter().zip(other).map(|(a, b)| a.abs_diff(b).pow(2)).sum() };
    let cube = (0..216u8).map(|i| {
        let level = |n: u8| LEVELS[usize::from(n % 6)];
        (16 + i, [level(i / 36), level(i / 6), level(i)])
    });
    let greys = (0..24u8).map(|i| (232 + i, [8 + 10 * u32::from(i); 3]));
    cube.chain(greys).min_by_key(|&(_, color)| apart(color)).map_or(7, |(i, _)| i)
}
