//! A key typed in the lab until its fingerprint is drawn, over a Chinese text of 5 KB, against a frame of a screen that
//! shows sixty of them a second.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use crossterm::event::KeyCode;
use paired::{Clock, Target, head, paired, row, time};
use simscope::{
    document::Source,
    simhash::{Pipeline, Recipe},
    tui::benches::Headless,
};
use texts::chinese;

const KEYS: usize = 20;
const ROUNDS: usize = 21;

fn main() {
    head("The lab: a key until the new fingerprint stands, 120 × 36");
    for size in [5_000, 100_000] {
        let text = chinese(size, 7);
        let source = Source::Text { nth: 1, text: text.as_str().into() };
        let mut screens = Headless::new(vec![source], 3, (120, 36)).expect("threads");
        for key in [KeyCode::Char('5'), KeyCode::Char('i')] {
            screens.press(key).expect("threads");
            // The robustness curve is computed once, and not while anything is typed.
            screens.settle().expect("threads");
        }
        let recipe = Recipe::default();
        let plain = || (0..KEYS).for_each(|_| _ = Pipeline::new(&recipe).without_places().trace(&text));
        let mut typed = 0;
        let ours = || {
            for _ in 0..KEYS {
                typed += 1;
                let key = if typed % 2 == 1 { KeyCode::Char('海') } else { KeyCode::Backspace };
                screens.press(key).expect("threads");
                screens.settle().expect("threads");
            }
        };
        let result = paired(Clock::Wall, ROUNDS, plain, ours);
        let [plain, ours] = [result.naive, result.ours].map(|seconds| seconds / KEYS as f64);
        // One frame in sixty a second, for an ordinary text.
        let target = if size == 5_000 { Target::AtMost(16.7) } else { Target::None };
        row(
            &format!("Chinese, {} KB; the twin only counts and hashes", size / 1000),
            &time(plain),
            &time(ours),
            1e3 * ours,
            " ms",
            target,
        );
    }
}
