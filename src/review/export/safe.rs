//! Text from anywhere, made harmless for each form.

use crate::document::{stand_in, visible};

/// A text in HTML, or in a quoted attribute of it when it holds nothing that has a stand-in. Characters that hide, control
/// or turn writing around are shown as elsewhere, in a `span` whose title says which they are.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(c),
            _ => match stand_in(c) {
                None => safe.push(c),
                Some(shown) => {
                    let title = format!("U+{:04X}", u32::from(c));
                    safe.extend(["<span class=\"simscope-control\" title=\"", &title, "\">", &shown, "</span>"]);
                }
            },
        }
    }
    safe
}

/// A text on one line of Markdown, in which nothing is markup: each mark that could be has a backslash, which `CommonMark`
/// takes off. A newline would end the line, and white space at its ends would mean something.
pub(super) fn markdown(text: &str) -> String {
    let text = visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let mut safe = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let next = text[at..].chars().nth(1);
        let is_mark = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' | '#' | '$' | '@' => true,
            // At its beginning: a list, or the line under a heading.
            '-' | '+' | '=' => at == 0,
            '.' | ')' if at == digits => next.is_none_or(char::is_whitespace),
            // What some take for a link or for a picture of a word.
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

/// JSON as it was written, with every character that a terminal might obey, or that hides or turns around others, as
/// `\u....`. Outside of strings there are none.
pub(super) fn json(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut safe, c| {
        if c == '\n' || stand_in(c).is_none() {
            safe.push(c);
        } else {
            safe.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
        safe
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_the_same_to_a_reader() {
        let text = "a\u{202e}b\u{7f}\u{9b}\u{e0041}灯\u{feff}\"\n";
        let written = json(&serde_json::to_string(text).unwrap());
        assert_eq!(written, "\"a\\u202eb\\u007f\\u009b\\udb40\\udc41灯\\ufeff\\\"\\n\"");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
