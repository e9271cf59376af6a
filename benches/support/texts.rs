//! Texts of any length, the same on every machine: words drawn as often as documents hold them, by the program's own
//! IDF table, in sentences and paragraphs.

use std::{fmt::Write, sync::LazyLock};

use simscope::simhash::segments;

/// The words of one language with their shares, for drawing.
struct Words {
    words: Vec<&'static str>,
    /// The sum of the shares up to each word.
    sums: Vec<f64>,
}

impl Words {
    fn new(wanted: impl Fn(&str) -> bool) -> Self {
        let table = include_str!("../../crates/core/assets/idf-zh-en-1.txt");
        let (mut words, mut sums, mut sum) = (Vec::new(), Vec::new(), 0.0);
        for (idf, list) in table.lines().filter(|l| !l.starts_with(['#', '@'])).filter_map(|l| l.split_once('\t')) {
            let share = (-idf.parse::<f64>().unwrap_or(f64::INFINITY)).exp();
            for word in list.split(' ').filter(|word| wanted(word)) {
                sum += share;
                words.push(word);
                sums.push(sum);
            }
        }
        Self { words, sums }
    }

    fn draw(&self, dice: &mut Dice) -> &'static str {
        let at = dice.share() * self.sums.last().copied().unwrap_or(0.0);
        self.words.get(self.sums.partition_point(|&sum| sum < at)).copied().unwrap_or("")
    }
}

static CHINESE: LazyLock<Words> = LazyLock::new(|| Words::new(|word| !word.is_ascii()));
static ENGLISH: LazyLock<Words> =
    LazyLock::new(|| Words::new(|word| word.is_ascii() && word.starts_with(|c: char| c.is_ascii_lowercase())));

/// Pseudo-random numbers (xorshift64*).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// 0 to n − 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.number() % n.max(1)
    }

    fn share(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Chinese prose of about `bytes` bytes in paragraphs, now and then with a number or a Latin word.
pub fn chinese(bytes: usize, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut text = String::with_capacity(bytes + 1000);
    while text.len() < bytes {
        for _ in 0..3 + dice.below(5) {
            for clause in 0..=dice.below(3) {
                if clause > 0 {
                    text.push('，');
                }
                for _ in 0..4 + dice.below(7) {
                    text.push_str(CHINESE.draw(&mut dice));
                }
                match dice.below(40) {
                    0 => _ = write!(text, "{}年", 1900 + dice.below(130)),
                    1 => text.push_str(" SimHash "),
                    _ => {}
                }
            }
            text.push_str(if dice.below(12) == 0 { "？" } else { "。" });
        }
        text.push('\n');
    }
    text
}

/// English prose of about `bytes` bytes in paragraphs, now and then with a printer's quotes or dash.
pub fn english(bytes: usize, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut text = String::with_capacity(bytes + 1000);
    while text.len() < bytes {
        for sentence in 0..3 + dice.below(5) {
            if sentence > 0 {
                text.push(' ');
            }
            let quoted = dice.below(12) == 0;
            if quoted {
                text.push('“');
            }
            for at in 0..8 + dice.below(15) {
                match (at, dice.below(40)) {
                    (0, _) => {}
                    (_, 0) => text.push('—'),
                    (_, 1..=3) => text.push_str(", "),
                    _ => text.push(' '),
                }
                let word = ENGLISH.draw(&mut dice);
                match (at, dice.below(60)) {
                    (0, _) | (_, 0) => {
                        let mut letters = word.chars();
                        text.extend(letters.next().map(|c| c.to_ascii_uppercase()));
                        text.push_str(letters.as_str());
                    }
                    (_, 1) => text.push_str(&dice.below(3000).to_string()),
                    _ => text.push_str(word),
                }
            }
            text.push_str(if quoted { ".”" } else { "." });
        }
        text.push_str("\n\n");
    }
    text
}

/// The text with words at about `edits` places, evenly spread, replaced, taken out or put in.
pub fn edited(text: &str, edits: usize, seed: u64) -> String {
    let words: Vec<_> = segments(text).into_iter().filter(|s| s.is_word()).map(|s| s.span.range()).collect();
    let mut dice = Dice::new(seed);
    let every = (words.len() / edits.max(1)).max(1);
    let mut result = String::with_capacity(text.len() + 20 * edits);
    let mut end = 0;
    for (n, near) in words.chunks(every).enumerate().take(edits) {
        let Some(word) = near.get(dice.below(near.len() as u64) as usize) else { break };
        result.push_str(&text[end..word.start]);
        end = word.end;
        match n % 3 {
            0 => result.push_str("海明replaced"),
            1 => {}
            _ => {
                result.push_str("加入 added ");
                result.push_str(&text[word.clone()]);
            }
        }
    }
    result.push_str(&text[end..]);
    result
}
