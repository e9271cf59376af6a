//! A screen as a picture: the cells of a [`Buffer`] as SVG. Must not know what the cells mean.
//!
//! Every cell has its own place, so that wide characters align whatever font draws them; the spacing of letters
//! does nearly the same where a program knows only the first place of a text. Grounds, lines, blocks and triangles are
//! shapes, merged where they touch; only what is left is text. The same cells give the same bytes.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write,
};

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};

use super::Ground;
use crate::text::width;

/// Text and ground where a cell names none.
fn default_colors(ground: Ground) -> (u32, u32) {
    match ground {
        Ground::Dark => (0xe6_e6_e6, 0x1e_1e_1e),
        Ground::Light => (0x1e_1e_1e, 0xff_ff_ff),
    }
}

/// Lengths are counted in quarters of a pixel, so that eighths of a cell are whole numbers.
const UNIT: i32 = 4;
const CELL_WIDTH: i32 = 10 * UNIT;
const CELL_HEIGHT: i32 = 20 * UNIT;
const MARGIN: i32 = 10 * UNIT;
/// From the top of a cell to the foot of its letters.
const BASELINE: i32 = 15 * UNIT;
/// From the left edge of two cells to a character that takes both.
const INDENT: i32 = UNIT;

const FONTS: &str = "'DejaVu Sans Mono','Cascadia Mono','SF Mono',Menlo,Consolas,'Liberation Mono','Noto Sans Mono CJK \
                     SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei','WenQuanYi Micro Hei',monospace";

/// Draws the cells.
pub fn svg(buffer: &Buffer, ground: Ground) -> String {
    let (ink, paper) = default_colors(ground);
    let mut picture = Picture::default();
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        let mut x = area.left();
        while x < area.right() {
            let cell = &buffer[(x, y)];
            let wide = width(cell.symbol()) > 1 && x + 1 < area.right();
            picture.cell(i32::from(x), i32::from(y), cell, wide, ground);
            x += 1 + u16::from(wide);
        }
        picture.end_row();
    }
    let (width, height) = (i32::from(area.width) * CELL_WIDTH, i32::from(area.height) * CELL_HEIGHT);
    let (w, h, m) = (length(width + 2 * MARGIN), length(height + 2 * MARGIN), length(-MARGIN));
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="{m} {m} {w} {h}" fill="{}">"#,
        hex(ink)
    );
    let _ = write!(out, "<style>text{{font:16px {FONTS};letter-spacing:.37px}}.s{{shape-rendering:crispEdges}}");
    for (style, class) in picture.classes() {
        let _ = write!(out, ".{class}{{fill:{}", hex(style.ink));
        if style.bold {
            out.push_str(";font-weight:700");
        }
        if style.wide {
            out.push_str(";font-size:18px;letter-spacing:2px");
        }
        out.push('}');
    }
    out.push_str("</style>\n");
    let _ = writeln!(out, r#"<rect x="{m}" y="{m}" width="{w}" height="{h}" rx="6" fill="{}"/>"#, hex(paper));
    picture.grounds.write(&mut out);
    picture.shapes.write(&mut out);
    out.push_str(&picture.text);
    for (color, path) in &picture.triangles {
        let _ = writeln!(out, r#"<path fill="{}" d="{path}"/>"#, hex(*color));
    }
    out.push_str("</svg>\n");
    out
}

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Style {
    ink: u32,
    bold: bool,
    wide: bool,
}

/// Characters of one style side by side, or a blank apart, each with its place.
struct TextRun {
    style: Style,
    y: i32,
    places: Vec<i32>,
    text: String,
    /// The x of the next character of the run.
    end: i32,
}

#[derive(Default)]
struct Picture {
    grounds: Rectangles,
    shapes: Rectangles,
    triangles: BTreeMap<u32, String>,
    text: String,
    run: Option<TextRun>,
    classes: HashMap<Style, usize>,
}

impl Picture {
    fn cell(&mut self, x: i32, y: i32, cell: &Cell, wide: bool, ground: Ground) {
        let (ink, paper) = default_colors(ground);
        let (mut fg, mut bg) = (color(cell.fg).unwrap_or(ink), color(cell.bg).unwrap_or(paper));
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut fg, &mut bg);
        }
        if cell.modifier.contains(Modifier::DIM) {
            fg = mixed(fg, bg, 0.5);
        }
        let (left, top) = (x * CELL_WIDTH, y * CELL_HEIGHT);
        let width = if wide { 2 * CELL_WIDTH } else { CELL_WIDTH };
        if bg != paper {
            self.grounds.add(bg, [left, top, width, CELL_HEIGHT]);
        }
        for (modifier, down) in [(Modifier::UNDERLINED, 17), (Modifier::CROSSED_OUT, 10)] {
            if cell.modifier.contains(modifier) {
                self.shapes.add(fg, [left, top + down * UNIT, width, UNIT]);
            }
        }
        let symbol = cell.symbol();
        if symbol.trim().is_empty() || self.shape(symbol, left, top, fg, bg) {
            return;
        }
        let style = Style { ink: fg, bold: cell.modifier.contains(Modifier::BOLD), wide };
        let at = if wide { left + INDENT } else { left };
        self.glyph(symbol, style, at, top + BASELINE);
    }

    /// Draws what is a shape. Says whether it was.
    fn shape(&mut self, symbol: &str, left: i32, top: i32, ink: u32, paper: u32) -> bool {
        let mut chars = symbol.chars();
        let (Some(c), None) = (chars.next(), chars.next()) else { return false };
        let (width, height) = (CELL_WIDTH, CELL_HEIGHT);
        let code = c as i32;
        let block = match c {
            '▀' => [0, 0, width, height / 2],
            '▁'..='█' => {
                let high = (code - '▁' as i32 + 1) * height / 8;
                [0, height - high, width, high]
            }
            '▉'..='▏' => [0, 0, ('▏' as i32 - code + 1) * width / 8, height],
            '▐' => [width / 2, 0, width / 2, height],
            '▔' => [0, 0, width, height / 8],
            '▕' => [width - width / 8, 0, width / 8, height],
            '░' | '▒' | '▓' => {
                let share = f64::from(code - '░' as i32 + 1) / 4.0;
                self.shapes.add(mixed(ink, paper, share), [left, top, width, height]);
                return true;
            }
            '▲' | '▼' => {
                let (foot, tip) = if c == '▲' { (14, -8) } else { (7, 8) };
                let path = self.triangles.entry(ink).or_default();
                let (x, y) = (length(left + UNIT), length(top + foot * UNIT));
                let _ = write!(path, "M{x} {y}h8l-4 {tip}z");
                return true;
            }
            '\u{2800}'..='\u{28ff}' => {
                // Two dots across and four down, left column first but for the lowest two.
                const PLACES: [[i32; 2]; 8] = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [0, 3], [1, 3]];
                let (w, h) = (width / 2, height / 4);
                for (bit, [x, y]) in PLACES.into_iter().enumerate() {
                    if (code - 0x2800) >> bit & 1 == 1 {
                        self.shapes.add(ink, [left + x * w + w / 4, top + y * h + h / 4, w / 2, h / 2]);
                    }
                }
                return true;
            }
            _ => {
                let Some(arms) = arms(c) else { return false };
                let [up, right, down, under] = arms.map(|weight| [0, UNIT, 3 * UNIT][weight]);
                let (across, along) = (right.max(under), up.max(down));
                // A line lies on whole pixels, about the middle of the cell.
                let begin = |middle: i32, weight: i32| middle - weight / UNIT / 2 * UNIT;
                let (x, y) = (begin(left + width / 2, along), begin(top + height / 2, across));
                let (west, east) = (if under > 0 { left } else { x }, if right > 0 { left + width } else { x + along });
                let (north, south) = (if up > 0 { top } else { y }, if down > 0 { top + height } else { y + across });
                if across > 0 {
                    self.shapes.add(ink, [west, y, east - west, across]);
                }
                if along > 0 {
                    self.shapes.add(ink, [x, north, along, south - north]);
                }
                return true;
            }
        };
        let [x, y, w, h] = block;
        self.shapes.add(ink, [left + x, top + y, w, h]);
        true
    }

    fn glyph(&mut self, symbol: &str, style: Style, x: i32, y: i32) {
        // Only the first character of a cluster has a place; the font adds the others to it.
        let single = symbol.chars().count() == 1 && symbol.len() < 4;
        let step = if style.wide { 2 * CELL_WIDTH } else { CELL_WIDTH };
        let gap = self.run.as_ref().filter(|run| single && (run.style, run.y) == (style, y)).map(|run| x - run.end);
        if !matches!(gap, Some(0 | CELL_WIDTH)) {
            self.end_row();
        }
        let run = self.run.get_or_insert_with(|| TextRun { style, y, places: Vec::new(), text: String::new(), end: x });
        if gap == Some(CELL_WIDTH) {
            run.places.push(run.end);
            run.text.push(' ');
        }
        run.places.push(x);
        run.text.push_str(symbol);
        run.end = x + step;
        if !single {
            self.end_row();
        }
    }

    /// Writes the run that is open.
    fn end_row(&mut self) {
        let Some(run) = self.run.take() else { return };
        let next = self.classes.len();
        let class = name(*self.classes.entry(run.style).or_insert(next));
        let places: Vec<String> = run.places.into_iter().map(length).collect();
        let (x, y, text) = (places.join(" "), length(run.y), escaped(&run.text));
        let _ = writeln!(self.text, r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#);
    }

    /// The styles in the order in which they came.
    fn classes(&self) -> Vec<(Style, String)> {
        let mut classes: Vec<_> = self.classes.iter().map(|(style, n)| (*n, *style)).collect();
        classes.sort_unstable();
        classes.into_iter().map(|(n, style)| (style, name(n))).collect()
    }
}

fn name(class: usize) -> String {
    format!("c{class}")
}

/// Rectangles by colour, merged where they touch.
#[derive(Default)]
struct Rectangles(BTreeMap<u32, Vec<[i32; 4]>>);

impl Rectangles {
    fn add(&mut self, color: u32, [x, y, w, h]: [i32; 4]) {
        let all = self.0.entry(color).or_default();
        match all.last_mut() {
            Some(last) if (last[1], last[3], last[0] + last[2]) == (y, h, x) => last[2] += w,
            _ => all.push([x, y, w, h]),
        }
    }

    fn write(&self, out: &mut String) {
        for (color, all) in &self.0 {
            let mut all = all.clone();
            all.sort_by_key(|&[x, y, w, _]| (x, w, y));
            let mut merged: Vec<[i32; 4]> = Vec::new();
            for [x, y, w, h] in all {
                match merged.last_mut() {
                    Some(last) if (last[0], last[2], last[1] + last[3]) == (x, w, y) => last[3] += h,
                    _ => merged.push([x, y, w, h]),
                }
            }
            merged.sort_by_key(|&[x, y, ..]| (y, x));
            let _ = write!(out, r#"<path class="s" fill="{}" d=""#, hex(*color));
            for [x, y, w, h] in merged {
                let _ = write!(out, "M{} {}h{}v{}h{}z", length(x), length(y), length(w), length(h), length(-w));
            }
            out.push_str("\"/>\n");
        }
    }
}

/// How heavy a line leaves a cell upwards, to the right, downwards, to the left: 0, 1 or 2.
fn arms(c: char) -> Option<[usize; 4]> {
    Some(match c {
        '─' => [0, 1, 0, 1],
        '━' => [0, 2, 0, 2],
        '│' => [1, 0, 1, 0],
        '┃' => [2, 0, 2, 0],
        '┌' | '╭' => [0, 1, 1, 0],
        '┐' | '╮' => [0, 0, 1, 1],
        '└' | '╰' => [1, 1, 0, 0],
        '┘' | '╯' => [1, 0, 0, 1],
        '├' => [1, 1, 1, 0],
        '┤' => [1, 0, 1, 1],
        '┬' => [0, 1, 1, 1],
        '┴' => [1, 1, 0, 1],
        '┼' => [1, 1, 1, 1],
        _ => return None,
    })
}

/// A length in pixels, as short as can be.
fn length(quarters: i32) -> String {
    let pixels = f64::from(quarters) / f64::from(UNIT);
    format!("{pixels}")
}

fn hex(color: u32) -> String {
    let digits = format!("{color:06x}");
    let [r, s, g, h, b, c] = digits.as_bytes() else { return format!("#{digits}") };
    if r == s && g == h && b == c {
        return format!("#{}{}{}", char::from(*r), char::from(*g), char::from(*b));
    }
    format!("#{digits}")
}

fn escaped(text: &str) -> String {
    // Cells come clean from `text`; whoever drew others must not break the picture either.
    let known = |c: char| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { c };
    let text: String = text.chars().map(known).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A colour between two: all of `a` where `share` is 1.
fn mixed(a: u32, b: u32, share: f64) -> u32 {
    let part = |shift: u32| {
        let [a, b] = [a, b].map(|color| f64::from(color >> shift & 0xff));
        ((b + (a - b) * share).round() as u32) << shift
    };
    part(16) | part(8) | part(0)
}

/// The 16 colours, as xterm has them.
const ANSI: [u32; 16] = [
    0x00_00_00, 0xcd_00_00, 0x00_cd_00, 0xcd_cd_00, 0x00_00_ee, 0xcd_00_cd, 0x00_cd_cd, 0xe5_e5_e5, 0x7f_7f_7f,
    0xff_00_00, 0x00_ff_00, 0xff_ff_00, 0x5c_5c_ff, 0xff_00_ff, 0x00_ff_ff, 0xff_ff_ff,
];

/// A colour as red, green, blue; `None` for the terminal's own.
fn color(color: Color) -> Option<u32> {
    let index = match color {
        Color::Rgb(r, g, b) => return Some(u32::from_be_bytes([0, r, g, b])),
        Color::Indexed(index) => index,
        Color::Reset => return None,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
    };
    let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * u32::from(n) };
    Some(match index {
        0..=15 => ANSI[usize::from(index)],
        16..=231 => {
            let n = index - 16;
            level(n / 36) << 16 | level(n / 6 % 6) << 8 | level(n % 6)
        }
        _ => (8 + 10 * u32::from(index - 232)) * 0x01_01_01,
    })
}

#[cfg(test)]
mod tests {
    use ratatui::{layout::Rect, style::Style};

    use super::*;

    fn drawn(text: &str, style: Style) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 2));
        buffer.set_string(0, 0, text, style);
        svg(&buffer, Ground::Dark)
    }

    #[test]
    fn wide_characters_take_two_places() {
        let svg = drawn("a中b", Style::new());
        assert!(svg.contains(r#"x="0" y="15">a<"#), "{svg}");
        assert!(svg.contains(r#"x="11" y="15">中<"#), "{svg}");
        assert!(svg.contains(r#"x="30" y="15">b<"#), "{svg}");
    }

    #[test]
    fn blocks_and_lines_are_shapes_merged_where_they_touch() {
        let svg = drawn("██▌─", Style::new());
        assert!(!svg.contains("<text "), "{svg}");
        assert!(svg.contains("M0 0h25v20h-25z"), "{svg}");
        assert!(svg.contains("M30 10h10v1h-10z"), "{svg}");
    }

    #[test]
    fn braille_is_dots() {
        let svg = drawn("⠁⢀", Style::new());
        assert!(!svg.contains("<text "), "{svg}");
        assert!(svg.contains("M1.25 1.25h2.5v2.5h-2.5z") && svg.contains("M16.25 16.25h2.5v2.5h-2.5z"), "{svg}");
    }

    #[test]
    fn reverse_is_a_ground_and_markup_is_escaped() {
        let svg = drawn("<&", Style::new().add_modifier(Modifier::REVERSED));
        assert!(svg.contains("&lt;&amp;"), "{svg}");
        assert!(escaped("a\u{1b}\u{9b}\u{ffff}").chars().all(|c| c == 'a' || c == '\u{fffd}'));
        assert!(svg.contains(r##"fill="#e6e6e6" d="M0 0h20v20h-20z""##), "{svg}");
    }
}
