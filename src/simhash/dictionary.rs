//! Words of Han characters, cut by jieba: dictionary and hidden Markov model. Knows jieba, and nothing that is done
//! with the words.

use std::sync::OnceLock;

use jieba_rs::Jieba;

static JIEBA: OnceLock<Jieba> = OnceLock::new();

fn jieba() -> &'static Jieba {
    JIEBA.get_or_init(Jieba::new)
}

/// Loads jieba's dictionary, once, for all later cuts. Takes about a tenth of a second the first time; whoever does not
/// call it waits as long at the first Chinese text.
pub fn load_dictionary() {
    jieba();
}

/// Whether anything has needed the dictionary so far.
pub fn dictionary_loaded() -> bool {
    JIEBA.get().is_some()
}

/// The words of `text` and the gaps between them, each with its first byte, in bytes.
pub(super) fn cut(text: &str) -> impl Iterator<Item = (usize, &str)> {
    jieba().cut(text, true).into_iter().map(|token| (token.byte_start, token.word))
}
