//! Text from anywhere, made harmless for each form.

use std::borrow::Cow;

use crate::document::safe_name;

/// What is shown in place of a character that hides, controls, turns writing around or that files may not hold; `None` for
/// one that is shown as it is. Line feeds and tabs are for the caller.
fn stand_in(c: char) -> Option<String> {
    if is_noncharacter(c) {
        return Some("\u{fffd}".into());
    }
    let shown = safe_name(c.encode_utf8(&mut [0; 4]));
    (!shown.chars().eq([c])).then_some(shown)
}

/// HTML may hold none of these.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xFFFE == 0xFFFE
}

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

/// A text with stand-ins, line feeds and tabs as they are.
pub(super) fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut safe, c| {
        match stand_in(c) {
            Some(shown) if !matches!(c, '\n' | '\t') => safe.push_str(&shown),
            _ => safe.push(c),
        }
        safe
    })
}

/// The same on one line.
pub(super) fn line(text: &str) -> String {
    visible(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text on one line of Markdown, in which nothing is markup: each mark that could be has a backslash, which `CommonMark`
/// takes off. A newline would end the line, and white space at its ends would mean something.
pub(super) fn markdown(text: &str) -> String {
    let text = line(text);
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

/// A field of CSV. In double quotes where it holds what would end it or white space at its ends; what a spreadsheet would
/// take for a formula has a `'` in front, which spreadsheets show as text.
pub(super) fn field(text: &str) -> String {
    let text = visible(text);
    let formula =
        text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%']) || text.starts_with('\t');
    let text = if formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(&*text) };
    if text.contains(['"', ',', '\n', '\t', ';']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into_owned()
    }
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
    fn formulas_are_text() {
        let table = [
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-1+1", "'-1+1"),
            (" =1", "' =1"),
            ("＝1", "'＝1"),
            ("a,b", "\"a,b\""),
            ("\ta", "\"'\ta\""),
            ("a\u{1b}\u{202e}", "a^[\\u{202e}"),
            ("灯塔", "灯塔"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(field(text), expected);
        }
    }

    #[test]
    fn json_is_the_same_to_a_reader() {
        let text = "a\u{202e}b\u{7f}\u{9b}\u{e0041}灯\u{feff}\"\n";
        let written = json(&serde_json::to_string(text).unwrap());
        assert_eq!(written, "\"a\\u202eb\\u007f\\u009b\\udb40\\udc41灯\\ufeff\\\"\\n\"");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
