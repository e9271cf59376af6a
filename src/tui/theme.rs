//! Colours and marks by meaning, never by place. Knows nobody.
//!
//! Two colours carry meaning, one calls: blue is positive, one, added, in B; orange is negative, removed, in A; yellow
//! says look here. Nothing is said by colour alone: signs, digits, gutters and bars say it too.

use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// 24 bits.
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

/// The styles, by meaning.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Text and values.
    pub text: Style,
    /// Heads, the selected row's text, names.
    pub strong: Style,
    /// Labels, zeros, whatever stands back.
    pub label: Style,
    /// Rules and axes.
    pub rule: Style,
    /// The current tab.
    pub tab: Style,
    /// Positive, one, in B.
    pub positive: Style,
    /// Negative, in A.
    pub negative: Style,
    /// Look here.
    pub call: Style,
    /// The cell under the cursor.
    pub cursor: Style,
    /// A line that calls, on its own ground.
    pub banner: Style,
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
    /// A place found by searching.
    pub found: Style,
    /// Trouble.
    pub error: Style,
    /// Whether colour tells positive from negative; else bars need two glyphs.
    pub coloured: bool,
}

/// The palette of a ground, as 24-bit colours.
struct Palette {
    label: u32,
    rule: u32,
    selected: u32,
    positive: u32,
    negative: u32,
    call: u32,
    bar: u32,
    added: u32,
    removed: u32,
    banner: u32,
    error: u32,
    ink: u32,
    paper: u32,
}

const DARK: Palette = Palette {
    label: 0x9a_a3_b0,
    rule: 0x3f_45_50,
    selected: 0x26_30_3b,
    positive: 0x56_b4_e9,
    negative: 0xe6_9f_00,
    call: 0xf0_e4_42,
    bar: 0x46_62_7a,
    added: 0x0f_35_4e,
    removed: 0x4a_34_00,
    banner: 0x3a_36_10,
    error: 0xff_8a_65,
    ink: 0xff_ff_ff,
    paper: 0x14_18_1d,
};

const LIGHT: Palette = Palette {
    label: 0x5a_63_70,
    rule: 0xc4_c9_d0,
    selected: 0xe3_ea_f2,
    positive: 0x00_5f_99,
    negative: 0x94_55_00,
    call: 0x6f_5a_00,
    bar: 0x8f_b0_cc,
    added: 0xcf_e6_f5,
    removed: 0xfb_e3_b8,
    banner: 0xf7_ee_b5,
    error: 0xb0_3a_00,
    ink: 0x00_00_00,
    paper: 0xff_ff_ff,
};

impl Theme {
    /// The theme for a terminal.
    pub fn new(depth: Depth, ground: Ground) -> Self {
        match depth {
            Depth::True => Self::coloured(palette(ground), ground, |rgb| {
                Color::Rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
            }),
            Depth::Indexed => Self::coloured(palette(ground), ground, |rgb| Color::Indexed(nearest(rgb))),
            Depth::Ansi => Self::ansi(ground),
            Depth::Mono => Self::mono(),
            Depth::Plain => Self::plain(),
        }
    }

    fn coloured(palette: &Palette, ground: Ground, color: impl Fn(u32) -> Color) -> Self {
        let fg = |rgb| Style::new().fg(color(rgb));
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let on = |fg: u32, bg: u32| Style::new().fg(color(fg)).bg(color(bg));
        Self {
            text: Style::new(),
            strong: bold,
            label: fg(palette.label),
            rule: fg(palette.rule),
            tab: on(palette.paper, palette.positive).add_modifier(Modifier::BOLD),
            positive: fg(palette.positive),
            negative: fg(palette.negative),
            call: fg(palette.call).add_modifier(if ground == Ground::Light {
                Modifier::BOLD
            } else {
                Modifier::empty()
            }),
            cursor: on(palette.paper, palette.call).add_modifier(Modifier::BOLD),
            banner: on(palette.call, palette.banner),
            bar: fg(palette.bar),
            selected: Style::new().bg(color(palette.selected)),
            flipped: on(palette.call, palette.banner).add_modifier(Modifier::BOLD),
            added: on(palette.ink, palette.added).add_modifier(Modifier::UNDERLINED),
            removed: on(palette.ink, palette.removed),
            found: on(palette.paper, palette.call),
            error: fg(palette.error),
            coloured: true,
        }
    }

    fn ansi(ground: Ground) -> Self {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let reverse = bold.add_modifier(Modifier::REVERSED);
        let (positive, negative) = match ground {
            Ground::Dark => (Color::LightBlue, Color::LightMagenta),
            Ground::Light => (Color::Blue, Color::Magenta),
        };
        let grey = if ground == Ground::Dark { Color::Gray } else { Color::DarkGray };
        Self {
            text: Style::new(),
            strong: bold,
            label: Style::new().fg(grey),
            rule: Style::new().fg(Color::DarkGray),
            tab: reverse,
            positive: Style::new().fg(positive),
            negative: Style::new().fg(negative),
            call: bold,
            cursor: reverse,
            banner: bold,
            bar: Style::new().fg(Color::DarkGray),
            selected: bold,
            flipped: reverse,
            added: Style::new().fg(positive).add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
            removed: Style::new().fg(negative).add_modifier(Modifier::CROSSED_OUT | Modifier::BOLD),
            found: reverse,
            error: bold,
            coloured: true,
        }
    }

    fn mono() -> Self {
        let none = Style::new();
        let bold = none.add_modifier(Modifier::BOLD);
        let reverse = none.add_modifier(Modifier::REVERSED);
        Self {
            tab: reverse,
            strong: bold,
            call: bold,
            cursor: reverse,
            banner: bold,
            selected: bold,
            flipped: reverse,
            added: bold.add_modifier(Modifier::UNDERLINED),
            removed: none.add_modifier(Modifier::CROSSED_OUT),
            found: reverse,
            error: bold,
            ..Self::plain()
        }
    }

    fn plain() -> Self {
        let none = Style::new();
        Self {
            text: none,
            strong: none,
            label: none,
            rule: none,
            tab: none,
            positive: none,
            negative: none,
            call: none,
            cursor: none,
            banner: none,
            bar: none,
            selected: none,
            flipped: none,
            added: none,
            removed: none,
            found: none,
            error: none,
            coloured: false,
        }
    }

    /// The ground of a cell in a heat map: `warmth` from 0 to 1.
    pub fn heat(&self, warmth: f64) -> Style {
        match (self.bar.fg, self.selected.bg) {
            (Some(Color::Rgb(r, g, b)), Some(Color::Rgb(x, y, z))) => {
                let mix = |a: u8, b: u8| (f64::from(b) + (f64::from(a) - f64::from(b)) * warmth.clamp(0.0, 1.0)) as u8;
                Style::new().bg(Color::Rgb(mix(r, x), mix(g, y), mix(b, z)))
            }
            (_, Some(ground)) => Style::new().bg(ground),
            _ => Style::new(),
        }
    }

    /// The style of a signed value: positive, negative, or zero.
    pub fn signed(&self, value: i64) -> Style {
        match value.signum() {
            1 => self.positive,
            -1 => self.negative,
            _ => self.label,
        }
    }
}

fn palette(ground: Ground) -> &'static Palette {
    match ground {
        Ground::Dark => &DARK,
        Ground::Light => &LIGHT,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as WCAG 2 defines it.
    fn luminance(color: Color) -> f64 {
        let Color::Rgb(r, g, b) = color else { panic!("{color:?} is not a 24-bit colour") };
        let [r, g, b] = [r, g, b].map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_has_contrast_on_its_ground_and_on_the_selected_row() {
        let grounds = [(Ground::Dark, Color::Rgb(0x1e, 0x1e, 0x1e)), (Ground::Light, Color::Rgb(255, 255, 255))];
        for (ground, paper) in grounds {
            let theme = Theme::new(Depth::True, ground);
            let selected = theme.selected.bg.unwrap();
            for style in [theme.label, theme.positive, theme.negative, theme.call, theme.error] {
                for paper in [paper, selected] {
                    let contrast = contrast(style.fg.unwrap(), paper);
                    assert!(contrast >= 4.5, "{ground:?}: {style:?} on {paper:?} has {contrast:.2}");
                }
            }
            for style in [theme.tab, theme.cursor, theme.banner, theme.flipped, theme.added, theme.removed, theme.found]
            {
                let contrast = contrast(style.fg.unwrap(), style.bg.unwrap());
                assert!(contrast >= 4.5, "{ground:?}: {style:?} has {contrast:.2}");
            }
        }
    }

    #[test]
    fn without_colour_there_is_none() {
        for depth in [Depth::Mono, Depth::Plain] {
            let theme = Theme::new(depth, Ground::Dark);
            for style in
                [theme.positive, theme.negative, theme.call, theme.added, theme.removed, theme.tab, theme.error]
            {
                assert_eq!((style.fg, style.bg), (None, None));
                assert!(depth == Depth::Mono || style == Style::new());
            }
        }
    }

    #[test]
    fn the_nearest_of_256() {
        assert_eq!(nearest(0xff_ff_ff), 231);
        assert_eq!(nearest(0x56_b4_e9), 74);
    }
}
