//! A frame over a document of 10 MB against the same frame over one of 10 KB: only what is seen may cost.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use crossterm::event::KeyCode;
use paired::{Clock, Target, head, paired, row, time};
use simscope::{document::Source, tui::benches::Headless};
use texts::{chinese, edited, english};

const SIZE: (u16, u16) = (200, 60);
/// Any two texts are near, so that differences are marked.
const K: u32 = 64;
const FRAMES: usize = 50;
const ROUNDS: usize = 21;

fn open(texts: Vec<String>) -> Headless {
    let source = |(i, text): (usize, String)| Source::Text { nth: i + 1, text: text.into() };
    let sources = texts.into_iter().enumerate().map(source).collect();
    Headless::new(sources, K, SIZE).expect("threads")
}

/// A text and its revision, with a change every so many bytes.
fn pair(text: String, every: usize) -> Headless {
    let revised = edited(&text, text.len() / every, 3);
    open(vec![text, revised])
}

/// Presses the keys and waits.
fn go(screens: &mut Headless, keys: &[KeyCode]) {
    for &key in keys {
        screens.press(key).expect("threads");
        screens.settle().expect("threads");
    }
}

/// A step to and fro, so that each frame has something new, drawn each time.
fn frames(screens: &mut Headless, step: [KeyCode; 2]) {
    for frame in 0..FRAMES {
        screens.press(step[frame % 2]).expect("threads");
        screens.draw().expect("no terminal");
    }
}

fn main() {
    use KeyCode::{Char, Enter, Esc};
    const ARROWS: [KeyCode; 2] = [KeyCode::Down, KeyCode::Up];
    const SIDEWAYS: [KeyCode; 2] = [KeyCode::Right, KeyCode::Left];
    head("A frame of 200 × 60 with the key before it, 10 KB against 10 MB");
    for (name, text) in [("Chinese", chinese as fn(usize, u64) -> String), ("English", english)] {
        let mut small = pair(text(10_000, 11), 2_000);
        // With so many changes its tables on the bits screen are as full as those of the large one.
        let mut small_and_full = pair(text(10_000, 11), 200);
        let mut large = pair(text(10_000_000, 11), 2_000);
        for (screen, keys, step) in [
            ("overview", &[Char('1')][..], ARROWS),
            ("pipeline", &[Char('2')], ARROWS),
            ("pipeline, along the bits", &[], SIDEWAYS),
            ("pipeline, position in the sum", &[Char(',')], [Char(','), Char('.')]),
            ("a feature's formula", &[Esc, Esc, Char('2'), Enter], ARROWS),
            ("a column's formula", &[Esc, KeyCode::Right, Enter], ARROWS),
            ("bits", &[Esc, Char('3')], ARROWS),
            ("bits, along the bits", &[], SIDEWAYS),
            ("diff, line by line", &[Esc, Char('4')], ARROWS),
            ("diff, hunk by hunk", &[], [Char('n'), Char('N')]),
        ] {
            let small = if screen.starts_with("bits") { &mut small_and_full } else { &mut small };
            for screens in [&mut *small, &mut large] {
                go(screens, keys);
            }
            let result = paired(Clock::Thread, ROUNDS, || frames(small, step), || frames(&mut large, step));
            for screens in [small, &mut large] {
                screens.settle().expect("threads");
            }
            let [one, other] = [result.naive, result.ours].map(|seconds| seconds / FRAMES as f64);
            // Its strip goes through all changes.
            let most = if screen.starts_with("diff") { 1.2 } else { 1.1 };
            row(&format!("{name}: {screen}"), &time(one), &time(other), 1.0 / result.ratio, "×", Target::AtMost(most));
        }
    }
    let few = |n: usize| (0..n).map(|i| english(3_000, i as u64)).collect::<Vec<_>>();
    let (mut small, mut large) = (open(few(6)), open(few(200)));
    let result = paired(Clock::Thread, ROUNDS, || frames(&mut small, ARROWS), || frames(&mut large, ARROWS));
    let [one, other] = [result.naive, result.ours].map(|seconds| seconds / FRAMES as f64);
    row("overview: 6 documents against 200", &time(one), &time(other), 1e3 * other, " ms", Target::AtMost(1.0));
}
