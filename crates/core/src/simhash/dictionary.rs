//! Segmentation of Han characters as by jieba: the most probable words of its dictionary, and between them those of its
//! hidden Markov model. Must not know the use of the words.
//!
//! jieba-rs takes a tenth of a second and 52 MB to load its dictionary; here the same words are read in place in the
//! program. The model is that of jieba-rs. The tests compare all words with those of jieba-rs.

mod memory;
mod table;
#[cfg(test)]
pub(super) mod tests;

use std::{ops::Range, sync::LazyLock};

use jieba_rs::Jieba;
use table::Code;

/// Without a dictionary, jieba uses only its model.
static MODEL: LazyLock<Jieba> = LazyLock::new(Jieba::empty);

/// Cuts one run of Han characters after the other, in the same memory.
#[derive(Default)]
pub(super) struct Cutter {
    codes: Vec<Code>,
    /// The first byte of each character, and the end of the last.
    starts: Vec<u32>,
    /// From each character on, the logarithm of the probability of the best words and how many characters the first of
    /// them has.
    best: Vec<(f64, u32)>,
}

impl Cutter {
    /// Calls `visit` for each word of the run of Han characters that `text` begins with, and returns where the run
    /// ends.
    pub(super) fn cut(&mut self, text: &str, mut visit: impl FnMut(Range<usize>)) -> usize {
        let end = self.read(text);
        self.rate();
        let count = self.codes.len();
        let mut at = 0;
        // The first of the single characters since the last word.
        let mut single = 0;
        while at < count {
            let length = self.best[at].1 as usize;
            if length > 1 {
                self.cut_singles(text, single..at, &mut visit);
                visit(self.bytes(at..at + length));
                single = at + length;
            }
            at += length;
        }
        self.cut_singles(text, single..count, &mut visit);
        end
    }

    /// Reads the characters of the run. A character unknown to jieba is a separate run.
    fn read(&mut self, text: &str) -> usize {
        self.codes.clear();
        self.starts.clear();
        let known = text.starts_with(is_known);
        let mut end = text.len();
        for (at, c) in text.char_indices() {
            if at > 0 && !(known && is_known(c)) {
                end = at;
                break;
            }
            self.codes.push(table::code(c));
            self.starts.push(at as u32);
        }
        self.starts.push(end as u32);
        end
    }

    /// Finds the best words from each character on, the last first, with jieba's operations in jieba's order.
    fn rate(&mut self) {
        let count = self.codes.len();
        self.best.clear();
        self.best.resize(count + 1, (0.0, 0));
        for at in (0..count).rev() {
            let mut best = (f64::NEG_INFINITY, 0);
            table::words(&self.codes[at..], |length, weight| {
                let rating = weight + self.best[at + length].0;
                // The longer word wins a tie.
                if rating >= best.0 {
                    best = (rating, length as u32);
                }
            });
            if best.1 == 0 {
                best = (table::weight_of_unknown() + self.best[at + 1].0, 1);
            }
            self.best[at] = best;
        }
    }

    /// The model joins single characters, unless they are a word: then the dictionary has parted them.
    fn cut_singles(&self, text: &str, run: Range<usize>, visit: &mut impl FnMut(Range<usize>)) {
        if run.len() < 2 {
            run.for_each(|at| visit(self.bytes(at..at + 1)));
            return;
        }
        let codes = &self.codes[run.clone()];
        if let Some(key) = memory::key(codes) {
            let ends = memory::recall(key).unwrap_or_else(|| {
                let mut ends = 0;
                self.cut_by_model(text, run.clone(), |word| {
                    let last = run.clone().find(|&at| self.starts[at + 1] as usize == word.end);
                    ends |= last.map_or(0, |at| 1 << (at - run.start));
                });
                memory::keep(key, ends);
                ends
            });
            let mut start = run.start;
            for at in run.clone() {
                if ends >> (at - run.start) & 1 == 1 {
                    visit(self.bytes(start..at + 1));
                    start = at + 1;
                }
            }
            return;
        }
        self.cut_by_model(text, run, visit);
    }

    fn cut_by_model(&self, text: &str, run: Range<usize>, mut visit: impl FnMut(Range<usize>)) {
        if self.is_word(run.clone()) {
            run.for_each(|at| visit(self.bytes(at..at + 1)));
            return;
        }
        let bytes = self.bytes(run);
        let start = bytes.start;
        for token in MODEL.cut(&text[bytes], true) {
            visit(start + token.byte_start..start + token.byte_end);
        }
    }

    fn is_word(&self, run: Range<usize>) -> bool {
        let codes = &self.codes[run];
        let mut found = false;
        table::words(codes, |length, _| found |= length == codes.len());
        found
    }

    fn bytes(&self, characters: Range<usize>) -> Range<usize> {
        self.starts[characters.start] as usize..self.starts[characters.end] as usize
    }
}

/// Returns true if jieba treats `c` as a Han character. It does not include the newest ones.
fn is_known(c: char) -> bool {
    matches!(c,
        '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{2A6DF}' | '\u{2A700}'..='\u{2EBEF}' | '\u{2F800}'..='\u{2FA1F}')
}
