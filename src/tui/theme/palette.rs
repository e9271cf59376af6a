//! The table of themes. Each is written first in the 16 colours that a terminal itself defines, then in 24 bits; those
//! of the xterm palette are the nearest.

use ratatui::style::Color;

use super::Ground;
use crate::config::ThemeName;

/// The colours of a theme on a ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette {
    /// In 16 colours.
    pub ansi: Ansi,
    /// In 24 bits.
    pub rgb: Rgb,
}

/// The meanings with a colour of their own on 16-colour terminals; all else is bold or reverse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ansi {
    pub label: Color,
    /// Rules and bars.
    pub rule: Color,
    /// Positive, one, in B.
    pub positive: Color,
    /// Negative, in A.
    pub negative: Color,
}

/// Colours as `0xRRGGBB`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rgb {
    pub label: u32,
    /// Rules: they part, and say nothing.
    pub rule: u32,
    /// The ground of the selected row.
    pub selected: u32,
    /// Positive, one, in B.
    pub positive: u32,
    /// Negative, in A.
    pub negative: u32,
    pub alert: u32,
    /// Bars that measure.
    pub bar: u32,
    /// The warmest ground of a heat map, behind text.
    pub heat: u32,
    /// The ground of what was added.
    pub added: u32,
    /// The ground of what was removed.
    pub removed: u32,
    /// Text of a moved block.
    pub moved: u32,
    /// The grounds of shared passages, in turn.
    pub shared: [u32; 2],
    /// The same passages as blocks.
    pub blocks: [u32; 2],
    /// The ground of a line with an alert.
    pub banner: u32,
    pub error: u32,
    /// Text on a ground of our own.
    pub ink: u32,
    /// Text on a colour, which is the ground of the terminal.
    pub paper: u32,
}

/// The palette of a theme. Themes for one ground have it on any; those without colours of their own have those of the
/// ground.
pub(super) fn palette(name: ThemeName, ground: Ground) -> &'static Palette {
    match (name, ground) {
        (ThemeName::HighContrast, Ground::Dark) => &HIGH_CONTRAST_DARK,
        (ThemeName::HighContrast, Ground::Light) => &HIGH_CONTRAST_LIGHT,
        (ThemeName::Classic, Ground::Dark) => &CLASSIC_DARK,
        (ThemeName::Classic, Ground::Light) => &CLASSIC_LIGHT,
        (ThemeName::Dark, _) | (_, Ground::Dark) => &DARK,
        (ThemeName::Light, _) | (_, Ground::Light) => &LIGHT,
    }
}

const DARK: Palette = Palette {
    ansi: Ansi { label: Color::Gray, rule: Color::DarkGray, positive: Color::LightBlue, negative: Color::LightMagenta },
    rgb: Rgb {
        label: 0x9a_a3_b0,
        rule: 0x3f_45_50,
        selected: 0x26_30_3b,
        positive: 0x56_b4_e9,
        negative: 0xe6_9f_00,
        alert: 0xf0_e4_42,
        bar: 0x5f_86_a6,
        heat: 0x44_5f_76,
        added: 0x0f_35_4e,
        removed: 0x4a_34_00,
        moved: 0xb9_a7_cf,
        shared: [0x26_35_43, 0x3c_3d_44],
        blocks: [0x6b_82_96, 0xa9_ad_b5],
        banner: 0x3a_36_10,
        error: 0xff_8a_65,
        ink: 0xff_ff_ff,
        paper: 0x14_18_1d,
    },
};

const LIGHT: Palette = Palette {
    ansi: Ansi { label: Color::DarkGray, rule: Color::DarkGray, positive: Color::Blue, negative: Color::Magenta },
    rgb: Rgb {
        label: 0x5a_63_70,
        rule: 0xc4_c9_d0,
        selected: 0xe3_ea_f2,
        positive: 0x00_5f_99,
        negative: 0x94_55_00,
        alert: 0x6f_5a_00,
        bar: 0x5a_86_ae,
        heat: 0x8f_b0_cc,
        added: 0xcf_e6_f5,
        removed: 0xfb_e3_b8,
        moved: 0x65_4f_85,
        shared: [0xd8_e6_f2, 0xe8_e8_e8],
        blocks: [0x5f_7d_98, 0x82_86_8c],
        banner: 0xf7_ee_b5,
        error: 0xb0_3a_00,
        ink: 0x00_00_00,
        paper: 0xff_ff_ff,
    },
};

const HIGH_CONTRAST_DARK: Palette = Palette {
    ansi: Ansi { label: Color::White, rule: Color::Gray, positive: Color::LightCyan, negative: Color::LightYellow },
    rgb: Rgb {
        label: 0xd8_d8_d8,
        rule: 0x8c_8c_8c,
        selected: 0x10_30_4f,
        positive: 0x8f_d3_ff,
        negative: 0xff_c0_4d,
        alert: 0xff_ff_66,
        bar: 0x9c_c4_e4,
        heat: 0x2a_4d_6e,
        added: 0x00_3a_66,
        removed: 0x4d_2e_00,
        moved: 0xdc_cb_f2,
        shared: [0x0c_35_55, 0x3c_3c_40],
        blocks: [0x9c_c4_e4, 0xe4_e4_e4],
        banner: 0x40_40_00,
        error: 0xff_b3_a0,
        ink: 0xff_ff_ff,
        paper: 0x00_00_00,
    },
};

const HIGH_CONTRAST_LIGHT: Palette = Palette {
    ansi: Ansi { label: Color::Black, rule: Color::DarkGray, positive: Color::Blue, negative: Color::Red },
    rgb: Rgb {
        label: 0x33_33_33,
        rule: 0x76_76_76,
        selected: 0xe6_ee_fc,
        positive: 0x00_3d_73,
        negative: 0x66_33_00,
        alert: 0x4d_3d_00,
        bar: 0x3b_6a_96,
        heat: 0xb9_d4_ec,
        added: 0xb8_dc_f7,
        removed: 0xf9_d7_9a,
        moved: 0x48_2f_70,
        shared: [0xc4_dc_f2, 0xdc_dc_dc],
        blocks: [0x2a_5a_86, 0x5a_5a_5e],
        banner: 0xff_f2_a0,
        error: 0x8a_1c_00,
        ink: 0x00_00_00,
        paper: 0xff_ff_ff,
    },
};

const CLASSIC_DARK: Palette = Palette {
    ansi: Ansi { label: Color::Gray, rule: Color::DarkGray, positive: Color::LightGreen, negative: Color::LightRed },
    rgb: Rgb {
        positive: 0x6c_c6_6c,
        negative: 0xff_80_80,
        bar: 0x7d_87_94,
        heat: 0x50_5a_66,
        added: 0x10_40_1c,
        removed: 0x56_1a_1a,
        error: 0xff_a0_d0,
        ..DARK.rgb
    },
};

const CLASSIC_LIGHT: Palette = Palette {
    ansi: Ansi { label: Color::DarkGray, rule: Color::DarkGray, positive: Color::Green, negative: Color::Red },
    rgb: Rgb {
        positive: 0x17_6b_2c,
        negative: 0xb3_26_1e,
        bar: 0x7a_85_94,
        heat: 0xb4_bc_c6,
        added: 0xc9_ed_d0,
        removed: 0xfc_d6_d3,
        error: 0x8a_2f_6b,
        ..LIGHT.rgb
    },
};
