//! The manual: its topics in English and Chinese, as blocks of text, in lines of a width, and as man pages.
//!
//! The files are in `assets/manual`, in the part of Markdown that [`parse`] reads. Must not know who shows them.

mod layout;
mod parse;
mod roff;
#[cfg(test)]
mod tests;

pub(crate) use layout::{Line, lines};
pub(crate) use parse::{Block, Look, Piece, anchor, parse, plain};
pub(crate) use roff::man_page;

use crate::{locale::Lang, text};

/// A file of the manual.
#[derive(Debug)]
pub(crate) struct Topic {
    pub name: &'static str,
    en: &'static str,
    zh: &'static str,
}

macro_rules! topics {
    ($($name:literal)*) => {
        &[$(Topic {
            name: $name,
            en: include_str!(concat!("../assets/manual/en/", $name, ".md")),
            zh: include_str!(concat!("../assets/manual/zh/", $name, ".md")),
        }),*]
    };
}

/// All topics, in reading order.
static TOPICS: &[Topic] = topics![
    "opening" "screens" "steps" "keys" "review" "exclusions" "filters" "reports" "archives" "library" "lessons"
    "recipes" "profiles" "numbers" "calibration" "methods" "scripts" "json" "settings" "speed" "limits" "development"
];

/// All topics, in reading order.
pub(crate) fn topics() -> &'static [Topic] {
    TOPICS
}

/// The place among the topics of the one with that name, or of the only one whose name begins so.
pub(crate) fn find(name: &str) -> Option<usize> {
    let exact = TOPICS.iter().position(|topic| topic.name == name);
    let mut begun = (0..TOPICS.len()).filter(|&at| TOPICS[at].name.starts_with(name));
    exact.or_else(|| begun.next().filter(|_| begun.next().is_none() && !name.is_empty()))
}

impl Topic {
    /// The file in that language.
    pub(crate) fn text(&self, lang: Lang) -> &'static str {
        if lang.is_chinese() { self.zh } else { self.en }
    }

    pub(crate) fn title(&self, lang: Lang) -> &'static str {
        self.text(lang).lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// The blocks of the file.
    pub(crate) fn blocks(&self, lang: Lang) -> Vec<Block> {
        parse(self.text(lang))
    }
}

/// A block that has the words, after that one, or before it: the topics are searched from there on and all around. The
/// block itself comes last.
pub(crate) fn search(words: &str, from: (usize, usize), forward: bool, lang: Lang) -> Option<(usize, usize)> {
    let found = |topic: usize| -> Vec<(usize, usize)> {
        let blocks = TOPICS[topic].blocks(lang);
        let has = |block: &Block| !text::find(&plain(block), words).is_empty();
        blocks.iter().enumerate().filter(|(_, block)| has(block)).map(|(at, _)| (topic, at)).collect()
    };
    let n = TOPICS.len();
    // The topic of the start is looked through twice: behind the start, and at the end of the round before it.
    for step in 0..=n {
        let topic = if forward { (from.0 + step) % n } else { (from.0 + n * 2 - step) % n };
        let mut here = found(topic);
        if !forward {
            here.reverse();
        }
        let beyond = |at: &(usize, usize)| if forward { at.1 > from.1 } else { at.1 < from.1 };
        let next = if step == 0 { here.into_iter().find(beyond) } else { here.into_iter().next() };
        if next.is_some() {
            return next;
        }
    }
    None
}
