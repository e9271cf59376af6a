//! Writes HTML made by maud, which escapes every text, and the head that all pages have. Control characters, invisible
//! characters and those that reverse the writing direction get visible stand-ins here, so no printer has to think of
//! them. It must not know the pages.

use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};

use crate::document::stand_in;

/// The head of a page that a browser loads nothing for and runs nothing in, beyond what the policy allows.
pub(crate) fn head(title: &str, policy: &str, style: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8"; "\n"
            meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
            meta http-equiv="Content-Security-Policy" content=(policy); "\n"
            meta name="color-scheme" content="light dark"; "\n"
            meta name="referrer" content="no-referrer"; "\n"
            title { (title) } "\n"
            style { (PreEscaped(style)) } "\n"
        }
    }
}

/// Writes a page or a part of one.
///
/// A stand-in is a `span` whose title is the code point; inside a tag it is plain text.
pub(crate) fn write(out: &mut dyn Write, markup: &Markup) -> io::Result<()> {
    let html = markup.0.as_str();
    // maud escapes the angle brackets of texts: all others are of tags.
    let (mut in_tag, mut written) = (false, 0);
    for (at, c) in html.char_indices() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            '\n' | '\t' => {}
            _ => {
                let Some(shown) = stand_in(c) else { continue };
                out.write_all(&html.as_bytes()[written..at])?;
                let code = u32::from(c);
                if in_tag {
                    write!(out, "{shown}")?;
                } else {
                    write!(out, "<span class=\"simscope-control\" title=\"U+{code:04X}\">{shown}</span>")?;
                }
                written = at + c.len_utf8();
            }
        }
    }
    out.write_all(&html.as_bytes()[written..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_control_characters_are_shown() {
        let text = "<b> & \"x\"\u{1b}\u{202e}\u{ffff}\n\t灯";
        let mut out = Vec::new();
        write(&mut out, &html! { p title=(text) { (text) } }).unwrap();
        let span = |code, shown| format!("<span class=\"simscope-control\" title=\"U+{code}\">{shown}</span>");
        let [escape, turn, none] = [span("001B", "^["), span("202E", "\\u{202e}"), span("FFFF", "\u{fffd}")];
        let expected = format!(
            "<p title=\"&lt;b&gt; &amp; &quot;x&quot;^[\\u{{202e}}\u{fffd}\n\t灯\">\
             &lt;b&gt; &amp; &quot;x&quot;{escape}{turn}{none}\n\t灯</p>"
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
