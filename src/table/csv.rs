//! The one writer of CSV: RFC 4180 in UTF-8, records ended by CRLF, for spreadsheets and for `cat`. No text in it is a
//! formula, ends its field, or is obeyed by a terminal. It must not know what the records are of.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::Value;
use crate::document::visible;

/// Writes records that all have as many fields.
pub(crate) struct Writer<'a>(csv::Writer<&'a mut dyn Write>);

impl<'a> Writer<'a> {
    /// A writer with a first record: the names of the columns.
    pub(crate) fn new<'n>(out: &'a mut dyn Write, names: impl IntoIterator<Item = Cow<'n, str>>) -> io::Result<Self> {
        // A field with the mark of a comment in it is quoted. Nothing here is a comment, but spreadsheets may be set to
        // take a semicolon for a comma.
        let writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).comment(Some(b';')).from_writer(out);
        let mut writer = Self(writer);
        writer.record(names.into_iter().map(Value::Text))?;
        Ok(writer)
    }

    /// Writes a record.
    pub(crate) fn record<'v>(&mut self, values: impl IntoIterator<Item = Value<'v>>) -> io::Result<()> {
        for value in values {
            self.0.write_field(&*field(&value)).map_err(unwrapped)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(unwrapped)
    }

    /// Hands all of it on.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The error of whoever was written to, so that a closed pipe is still known as one.
fn unwrapped(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// The value of a field: numbers as other programs read them, shares as percentages; a text with stand-ins for what
/// hides or controls, and with a `'` before what a spreadsheet would take for a formula.
fn field<'v>(value: &'v Value<'_>) -> Cow<'v, str> {
    match value {
        Value::Missing => Cow::Borrowed(""),
        Value::Text(text) => {
            // A tab would part two fields for some.
            let text = visible(text).replace('\t', "^I");
            let formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%']);
            Cow::Owned(if formula { format!("'{text}") } else { text })
        }
        Value::Number(number) => Cow::Owned(number.to_string()),
        Value::Share(share) => Cow::Owned(format!("{:.1}", share * 100.0)),
        Value::Decimal(number) => Cow::Owned(format!("{number:.3}")),
        Value::Exact(number) => Cow::Owned(number.to_string()),
        Value::Flag(holds) => Cow::Owned(holds.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(records: &[Vec<Value<'_>>]) -> String {
        let mut out = Vec::new();
        let names = (0..records[0].len()).map(|at| at.to_string().into());
        let mut writer = Writer::new(&mut out, names).unwrap();
        records.iter().for_each(|record| writer.record(record.iter().cloned()).unwrap());
        writer.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn formulas_are_text_and_numbers_are_not() {
        let table = [
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-1+1", "'-1+1"),
            ("+1", "'+1"),
            (" =1", "' =1"),
            ("＝1", "'＝1"),
            ("\n=1", "\"'\n=1\""),
            ("\r=1", "^M=1"),
            ("\t=1", "^I=1"),
            ("a,b", "\"a,b\""),
            ("a;=1", "\"a;=1\""),
            ("a\u{1b}\u{202e}", "a^[\\u{202e}"),
            ("灯塔", "灯塔"),
            ("", ""),
        ];
        for (text, expected) in table {
            let record = vec![Value::Text(text.into()), Value::Decimal(-0.5)];
            assert_eq!(written(&[record]), format!("0,1\r\n{expected},-0.500\r\n"));
        }
    }

    #[test]
    fn a_closed_pipe_is_known_as_one() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut closed = Closed;
        let long = ["a".repeat(1 << 20)];
        let error = Writer::new(&mut closed, long.map(Cow::Owned)).err().map(|error| error.kind());
        assert_eq!(error, Some(io::ErrorKind::BrokenPipe));
    }

    proptest! {
        #[test]
        fn texts_are_read_back(texts in prop::collection::vec("[a\", 夜\n;]{0,8}", 2..5)) {
            let csv = written(&[texts.iter().map(|text| Value::Text(text.into())).collect()]);
            let mut reader = csv::Reader::from_reader(csv.as_bytes());
            let record = reader.records().next().expect("a record").expect("sound");
            prop_assert!(record.iter().eq(texts.iter().map(String::as_str)));
        }
    }
}
