//! Escapes untrusted text for Markdown. It must not know the documents.

use crate::document::visible;

/// A text as one line of Markdown without markup: a backslash precedes every mark, and `CommonMark` removes it. Line
/// feeds and runs of white space become single spaces.
pub(crate) fn escaped(text: &str) -> String {
    let text = visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let mut safe = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let next = text[at..].chars().nth(1);
        let is_mark = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' | '#' | '$' | '@' => true,
            // At the beginning, the mark of a list or of a heading.
            '-' | '+' | '=' => at == 0,
            '.' | ')' if at == digits => next.is_none_or(char::is_whitespace),
            // Some readers make links and emoji of these.
            '.' => text.as_bytes()[..at].last_chunk::<3>().is_some_and(|before| before.eq_ignore_ascii_case(b"www")),
            ':' => next.is_some_and(|next| next == '/' || next.is_ascii_alphanumeric()),
            _ => false,
        };
        if is_mark {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// Whatever a text says, Markdown says it and no more.
        #[test]
        fn markdown_gives_back_the_text(
            text in "([ -~]|[灯\u{e9}\n]|\\]\\(|www\\.|https://a\\.b|1\\. |\\*\\*|&amp;|:x:){0,12}",
        ) {
            use pulldown_cmark::{Event, Options, Parser};
            let mut read = String::new();
            for event in Parser::new_ext(&escaped(&text), Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
                match event {
                    Event::Text(text) => read.push_str(&text),
                    Event::Start(pulldown_cmark::Tag::Paragraph) | Event::End(pulldown_cmark::TagEnd::Paragraph) => {}
                    other => prop_assert!(false, "{:?} of {:?}", other, text),
                }
            }
            prop_assert_eq!(read.trim(), text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
}
