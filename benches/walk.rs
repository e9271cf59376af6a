//! An arbitrary step of a document of 100,000 tokens against its first one: each is computed by itself, so none may
//! cost what leads up to it. A step is a key, what it computes, and the frame that shows it.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use crossterm::event::KeyCode::{self, Char};
use paired::{Clock, Target, head, paired, row, time};
use simscope::{
    app::Walk,
    document::Source,
    simhash::{Order, Recipe, trace},
    tui::benches::Headless,
};
use texts::{chinese, english};

const TOKENS: usize = 100_000;
const STEPS: usize = 50;
const ROUNDS: usize = 21;

/// The screens on the step that the keys lead to, in the walk of the only document.
fn at_step(text: &str, keys: &[KeyCode]) -> Headless {
    let source = Source::Text { nth: 1, text: text.into() };
    let mut screens = Headless::new(vec![source], 3, (120, 36)).expect("threads");
    for &key in [Char('2')].iter().chain(keys) {
        screens.press(key).expect("threads");
        screens.settle().expect("threads");
    }
    screens
}

/// One step on and one back, each drawn.
fn walk(screens: &mut Headless) {
    for step in 0..STEPS {
        screens.press(Char(if step % 2 == 0 { '.' } else { ',' })).expect("threads");
        screens.draw().expect("no terminal");
    }
}

fn main() {
    head("A step in a walk of 100,000 tokens, with its key and its frame of 120 × 36, against step 1");
    for (name, text) in [("Chinese", chinese as fn(usize, u64) -> String), ("English", english)] {
        // As much of the text as has that many tokens.
        let long = text(1_000_000, 5);
        let traced = trace(&long, &Recipe::default()).expect("nothing stops it");
        let end = traced.token(TOKENS).map_or(long.len(), |(span, _)| span.start as usize);
        let long = &long[..end];
        for (place, keys) in [
            ("the first weight", &[Char('^'), Char('.'), Char('>')][..]),
            ("the last sum but one", &[Char('$'), Char('<'), Char(','), Char(',')]),
            ("the last step but one", &[Char('$'), Char(',')]),
        ] {
            let mut first = at_step(long, &[Char('^'), Char('.')]);
            let mut there = at_step(long, keys);
            let result = paired(Clock::Thread, ROUNDS, || walk(&mut first), || walk(&mut there));
            let [one, other] = [result.naive, result.ours].map(|seconds| seconds / STEPS as f64);
            row(&format!("{name}: {place}"), &time(one), &time(other), 1.0 / result.ratio, "×", Target::AtMost(2.0));
        }
        let traced = trace(long, &Recipe::default()).expect("nothing stops it");
        let steps = Walk::new(&traced, traced.order(Order::Weight));
        let at = steps.last() - 64 - 511;
        let naive = || (0..STEPS).for_each(|_| _ = steps.state(&traced, 1));
        let result = paired(Clock::Thread, ROUNDS, naive, || (0..STEPS).for_each(|_| _ = steps.state(&traced, at)));
        let [one, other] = [result.naive, result.ours].map(|seconds| seconds / STEPS as f64);
        row(&format!("{name}: the numbers alone"), &time(one), &time(other), 1.0 / result.ratio, "×", Target::None);
    }
}
