//! Several screens as one moving picture: an SVG that changes by CSS alone. Rows that look the same are in it once.

use std::{collections::BTreeMap, fmt::Write};

use ratatui::buffer::Buffer;
use simscope::tui::export::{Ground, svg};

/// A screen, and for how many seconds it is shown.
pub struct Frame {
    pub screen: Buffer,
    pub seconds: f64,
}

/// Shows the frames one after another, for ever. A reader who wants no motion sees the last one.
pub fn moving(frames: &[Frame], ground: Ground) -> String {
    let last = frames.last().expect("a frame");
    let all: f64 = frames.iter().map(|frame| frame.seconds).sum();
    let mut styles = String::from("@media (prefers-reduced-motion:reduce){g{animation:none!important}}");
    let mut body = String::new();
    let mut head = String::new();
    let mut looks: BTreeMap<String, usize> = BTreeMap::new();
    for (n, (shown, rows)) in rows(frames).into_iter().enumerate() {
        let mut part = Buffer::empty(last.screen.area);
        for (y, frame) in rows {
            for x in 0..part.area.width {
                part[(x, y)] = frames[frame].screen[(x, y)].clone();
            }
        }
        let picture = svg(&part, ground);
        let lines: Vec<&str> = picture.lines().collect();
        let [open, style, paper, shapes @ .., _] = &lines[..] else { panic!("not a picture: {picture}") };
        if n == 0 {
            // All pictures have the same size, fonts and ground.
            let common = style.find(".c").map_or(style.len(), |at| at);
            head = format!("{open}\n{}", style[..common].trim_end_matches("</style>"));
            body = format!("{paper}\n");
        }
        if shapes.is_empty() {
            continue;
        }
        let shapes = shapes.join("\n");
        // Each picture counts its styles for itself; here a style has one class.
        let mut known = BTreeMap::new();
        for rule in style.trim_end_matches("</style>").split_inclusive('}').filter(|rule| rule.starts_with(".c")) {
            let (class, look) = rule.split_once('{').expect("a rule");
            let next = looks.len();
            known.insert(format!("class=\"{}\"", &class[1..]), *looks.entry(look.to_owned()).or_insert(next));
        }
        let pieces = shapes.split_inclusive(' ').map(|piece| match known.get(piece.trim_end()) {
            Some(class) => format!("class=\"c{class}\" "),
            None => piece.to_owned(),
        });
        let shapes: String = pieces.collect();
        if shown.contains(&false) {
            let visible = |is: bool| if is { "visible" } else { "hidden" };
            let _ = write!(
                styles,
                ".m{n}{{visibility:{};animation:k{n} {all}s step-end infinite}}",
                visible(shown[frames.len() - 1])
            );
            let _ = write!(styles, "@keyframes k{n}{{");
            let mut at = 0.0;
            for (i, frame) in frames.iter().enumerate() {
                if i == 0 || shown[i] != shown[i - 1] {
                    let _ = write!(styles, "{:.2}%{{visibility:{}}}", at / all * 100.0, visible(shown[i]));
                }
                at += frame.seconds;
            }
            styles.push('}');
        }
        let _ = writeln!(body, "<g class=\"m{n}\">\n{shapes}\n</g>");
    }
    for (look, class) in looks {
        let _ = write!(styles, ".c{class}{{{look}");
    }
    format!("{head}{styles}</style>\n{body}</svg>\n")
}

/// The rows by the frames that show them: each row with one of these frames.
fn rows(frames: &[Frame]) -> BTreeMap<Vec<bool>, Vec<(u16, usize)>> {
    let mut all: BTreeMap<Vec<bool>, Vec<(u16, usize)>> = BTreeMap::new();
    let area = frames[0].screen.area;
    for y in 0..area.height {
        let row = |frame: &Frame| (0..area.width).map(|x| frame.screen[(x, y)].clone()).collect::<Vec<_>>();
        let rows: Vec<_> = frames.iter().map(row).collect();
        for (i, row) in rows.iter().enumerate() {
            if !rows[..i].contains(row) {
                all.entry(rows.iter().map(|other| other == row).collect()).or_default().push((y, i));
            }
        }
    }
    all
}
