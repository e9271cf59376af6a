//! Completions while a filter is typed.

use std::ops::Range;

use super::{
    fold,
    keywords::{Keyword, decisions},
    parse::{ends_word, mark},
};
use crate::locale::Lang;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// The bytes that it replaces.
    pub at: Range<usize>,
    pub text: String,
    /// Its meaning, in a few words; empty if that is obvious.
    pub hint: &'static str,
}

/// The completions at the byte `cursor`, the likeliest first. None for names, numbers and notes.
pub(crate) fn completions(text: &str, cursor: usize, lang: Lang) -> Vec<Completion> {
    let cursor = cursor.min(text.len());
    let Some(before) = text.get(..cursor) else { return Vec::new() };
    // Text in quotes is free.
    if before.matches('"').count() % 2 == 1 {
        return Vec::new();
    }
    let start = before.rfind(ends_word).map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let signs = before[start..].find(|c| !matches!(mark(c), '-' | '!')).unwrap_or(before.len() - start);
    let start = start + signs;
    let term = &before[start..];
    let found = Keyword::ALL.into_iter().filter(|word| !matches!(word, Keyword::Flag(_))).find_map(|word| {
        let names = [Lang::En, Lang::Zh].map(|lang| word.name(lang));
        let mut ends = term.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
        let end = ends.find(|&end| names.contains(&&*fold(&term[..end])))?;
        let operator = term[end..].chars().next().map(mark)?;
        matches!(operator, ':' | '=')
            .then(|| (word, start + end + term[end..].chars().next().map_or(0, char::len_utf8)))
    });
    if let Some((word, from)) = found {
        let typed = fold(&before[from..]);
        let values = match word {
            Keyword::Verdict => decisions(lang),
            Keyword::Note => decisions(lang).into_iter().take(2).collect(),
            _ => Vec::new(),
        };
        let fits = values.into_iter().filter(|value| value.starts_with(&typed) && *value != typed);
        return fits.map(|value| Completion { at: from..cursor, text: value.into(), hint: "" }).collect();
    }
    let typed = fold(term);
    let fits = Keyword::ALL.into_iter().filter(|word| word.begins(&typed));
    let put = |word: Keyword| Completion {
        at: start..cursor,
        text: format!("{}{}", word.name(lang), word.operator()),
        hint: word.hint(lang),
    };
    fits.map(put).filter(|completion| completion.text != term).collect()
}
