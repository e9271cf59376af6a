//! Contrast of every style on every ground.

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
fn every_theme_has_contrast_on_its_ground_and_on_the_selected_row() {
    let grounds = [(Ground::Dark, Color::Rgb(0x1e, 0x1e, 0x1e)), (Ground::Light, Color::Rgb(255, 255, 255))];
    for &name in ThemeName::ALL.iter().filter(|name| !matches!(name, ThemeName::Mono | ThemeName::Ansi16)) {
        for (ground, paper) in grounds {
            // A theme for one ground is chosen for that ground.
            if (name, ground) == (ThemeName::Dark, Ground::Light) || (name, ground) == (ThemeName::Light, Ground::Dark)
            {
                continue;
            }
            let theme = Theme::new(name, Depth::True, ground);
            let text = if name == ThemeName::HighContrast { 7.0 } else { 4.5 };
            let selected = theme.selected.bg.unwrap();
            let least = |style: Style, paper: Color, least: f64| {
                let contrast = contrast(style.fg.unwrap(), paper);
                assert!(contrast >= least, "{name} {ground:?}: {style:?} on {paper:?} has {contrast:.2}");
            };
            for paper in [paper, selected] {
                for style in
                    [theme.label, theme.positive, theme.negative, theme.alert, theme.moved, theme.struck, theme.error]
                {
                    least(style, paper, text);
                }
                least(theme.bar, paper, 3.0);
            }
            for style in [theme.tab, theme.cursor, theme.flipped, theme.added, theme.removed, theme.found] {
                least(style, style.bg.unwrap(), text);
            }
            for style in theme.shared.into_iter().chain([theme.shared_here]) {
                least(style, style.bg.unwrap(), text);
            }
            least(theme.alert, theme.shared_here.bg.unwrap(), 4.5);
            for block in theme.blocks {
                least(block, paper, 3.0);
            }
            // The hunk under the cursor has its colour on its own ground.
            least(theme.positive, theme.added.bg.unwrap(), 4.5);
            least(theme.negative, theme.removed.bg.unwrap(), 4.5);
            // Numbers are on the warmest ground in the terminal's own text colour, light grey or black.
            let ink = if ground == Ground::Dark { Color::Rgb(0xd8, 0xd8, 0xd8) } else { Color::Rgb(0, 0, 0) };
            least(Style::new().fg(ink), theme.heat(1.0).bg.unwrap(), 4.5);
        }
    }
}

#[test]
fn with_16_colours_every_theme_uses_no_other() {
    for name in ThemeName::ALL {
        for ground in [Ground::Dark, Ground::Light] {
            let theme = Theme::new(name, Depth::Ansi, ground);
            for style in [
                theme.label,
                theme.rule,
                theme.positive,
                theme.negative,
                theme.added,
                theme.removed,
                theme.moved,
                theme.struck,
                theme.bar,
            ] {
                let other = |color: Option<Color>| matches!(color, Some(Color::Rgb(..) | Color::Indexed(_)));
                assert!(!other(style.fg) && !other(style.bg), "{name}: {style:?}");
            }
            assert!(name == ThemeName::Mono || theme.positive != theme.negative, "{name}");
        }
    }
    let named = Theme::new(ThemeName::Ansi16, Depth::True, Ground::Dark);
    assert_eq!(named.positive.fg, Some(Color::LightBlue), "the theme of 16 colours has them wherever there are more");
}

#[test]
fn without_colour_there_is_none() {
    for (name, depth) in
        [(ThemeName::Dark, Depth::Mono), (ThemeName::Mono, Depth::True), (ThemeName::Classic, Depth::Plain)]
    {
        let theme = Theme::new(name, depth, Ground::Dark);
        for style in [
            theme.positive,
            theme.negative,
            theme.alert,
            theme.added,
            theme.removed,
            theme.moved,
            theme.struck,
            theme.tab,
            theme.error,
        ] {
            assert_eq!((style.fg, style.bg), (None, None));
            assert!(depth != Depth::Plain || style == Style::new());
        }
        assert!(!theme.coloured);
    }
}

#[test]
fn the_nearest_of_256() {
    assert_eq!(nearest(0xff_ff_ff), 231);
    assert_eq!(nearest(0x56_b4_e9), 74);
}

#[test]
fn plain_marks_are_ascii_and_all_marks_take_one_cell() {
    for marks in [&Marks::ASCII, &Marks::UNICODE] {
        for mark in marks.all() {
            assert_eq!(crate::text::width(mark), 1, "{mark:?}");
        }
    }
    assert!(Marks::ASCII.all().all(str::is_ascii));
}
