//! A value as JSON. The outer levels have a line for each value, the inner ones are on one line; with no outer levels
//! all is one line.
//!
//! Texts are in it as they are, but with every character that a terminal might obey, or that hides or turns around
//! others, written as `\u....`; JSON readers get back the very characters.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::document::is_unsafe;

/// Writes a value, its outer levels with a line for each value.
pub(crate) fn write(out: &mut dyn Write, levels: usize, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, JsonLayout::new(levels)))?;
    writeln!(out)
}

struct JsonLayout {
    levels: usize,
    depth: usize,
    /// The innermost list or object holds something.
    filled: bool,
}

impl JsonLayout {
    fn new(levels: usize) -> Self {
        Self { levels, depth: 0, filled: false }
    }

    fn open<W: Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        out.write_all(bracket)
    }

    fn close<W: Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        let outer = self.depth <= self.levels;
        self.depth = self.depth.saturating_sub(1);
        if outer && self.filled {
            self.new_line(out)?;
        }
        self.filled = true;
        out.write_all(bracket)
    }

    fn next<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        match self.depth <= self.levels {
            true => self.new_line(out),
            false if first => Ok(()),
            false => out.write_all(b" "),
        }
    }

    fn new_line<W: Write + ?Sized>(&self, out: &mut W) -> io::Result<()> {
        writeln!(out)?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for JsonLayout {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        // What `document` thinks unsafe is so here too; most texts hold nothing of the kind.
        let mut rest = fragment;
        while let Some(at) = rest.find(is_unsafe) {
            let (before, from) = rest.split_at(at);
            out.write_all(before.as_bytes())?;
            let mut chars = from.chars();
            let mut units = [0; 2];
            for unit in chars.next().map_or(&mut [][..], |c| c.encode_utf16(&mut units)) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = chars.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Serializer, Value, json};

    use super::*;

    fn written(value: &Value) -> String {
        let mut out = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut out, JsonLayout::new(4))).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn inner_levels_are_on_one_line() {
        let value = json!({"a": [], "b": [{"c": [{"d": [1, 2], "e": {}}, {}]}]});
        let expected = "{\n  \"a\": [],\n  \"b\": [\n    {\n      \"c\": [\n        \
                        {\"d\": [1, 2], \"e\": {}},\n        {}\n      ]\n    }\n  ]\n}";
        assert_eq!(written(&value), expected);
        assert_eq!(serde_json::from_str::<Value>(expected).unwrap(), value);
    }

    #[test]
    fn nothing_that_a_terminal_obeys_goes_out_and_all_comes_back() {
        let value = json!(["\u{1b}[31m 红\u{9b}\u{202e}\u{e0041}\u{7f}\"\\"]);
        let text = written(&value);
        assert!(text.contains(r"\u001b[31m 红\u009b\u202e\udb40\udc41\u007f"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
