//! The report as JSON.

use std::io::{self, Write};

use super::Report;
use crate::document::stand_in;

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(report)?;
    writeln!(out, "{}", safe(&text))
}

/// Escapes characters that a terminal might obey, or that hide or reorder others, as `\u....`. JSON has them only in
/// strings.
fn safe(text: &str) -> String {
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
        let written = safe(&serde_json::to_string(text).unwrap());
        assert_eq!(written, "\"a\\u202eb\\u007f\\u009b\\udb40\\udc41灯\\ufeff\\\"\\n\"");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
