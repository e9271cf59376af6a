//! The only writer of CSV: RFC 4180 in UTF-8, records ended by CRLF, safe for spreadsheets and for terminals. It must
//! not know what the records contain.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::Value;
use crate::document::visible;

/// Writes records of equal length.
pub(crate) struct Writer<'a>(csv::Writer<&'a mut dyn Write>);

impl<'a> Writer<'a> {
    /// Writes the names of the columns.
    pub(crate) fn new<'n>(out: &'a mut dyn Write, names: impl IntoIterator<Item = Cow<'n, str>>) -> io::Result<Self> {
        // The crate quotes fields that contain the comment mark. Nothing here is a comment, but LibreOffice separates
        // at semicolons too.
        let writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).comment(Some(b';')).from_writer(out);
        let mut writer = Self(writer);
        writer.record(names.into_iter().map(Value::Text))?;
        Ok(writer)
    }

    /// Writes one record, which must be as long as the first.
    pub(crate) fn record<'v>(&mut self, values: impl IntoIterator<Item = Value<'v>>) -> io::Result<()> {
        for value in values {
            self.0.write_field(&*field(&value)).map_err(unwrapped)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(unwrapped)
    }

    /// Flushes the writer, and reports errors that dropping it would hide.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The inner I/O error, whose kind tells a closed pipe from other errors.
fn unwrapped(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A value as a field. Shares become percentages; texts get stand-ins for control characters, and a `'` if a
/// spreadsheet would run them as a formula.
fn field<'v>(value: &'v Value<'_>) -> Cow<'v, str> {
    match value {
        Value::Text(text) | Value::Document(_, text) => {
            // LibreOffice separates at tabs too.
            let text = visible(text).replace('\t', "^I");
            let formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%']);
            Cow::Owned(if formula { format!("'{text}") } else { text })
        }
        Value::Number(number) => written(*number, |number| number.to_string()),
        Value::Share(share) => written(*share, |share| format!("{:.1}", share * 100.0)),
        Value::Decimal(number) => written(*number, |number| format!("{number:.3}")),
        Value::Exact(number) => written(*number, |number| number.to_string()),
        Value::Flag(holds) => Cow::Owned(holds.to_string()),
    }
}

/// A number, or an empty field.
fn written<T>(number: Option<T>, write: impl FnOnce(T) -> String) -> Cow<'static, str> {
    number.map_or(Cow::Borrowed(""), |number| Cow::Owned(write(number)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn csv_of(records: &[Vec<Value<'_>>]) -> String {
        let mut out = Vec::new();
        let names = (0..records[0].len()).map(|at| at.to_string().into());
        let mut writer = Writer::new(&mut out, names).unwrap();
        for record in records {
            writer.record(record.iter().cloned()).unwrap();
        }
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
            let record = vec![Value::Text(text.into()), Value::Decimal(Some(-0.5))];
            assert_eq!(csv_of(&[record]), format!("0,1\r\n{expected},-0.500\r\n"));
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
            let csv = csv_of(&[texts.iter().map(|text| Value::Text(text.into())).collect()]);
            let mut reader = csv::Reader::from_reader(csv.as_bytes());
            let record = reader.records().next().expect("a record").expect("sound");
            prop_assert!(record.iter().eq(texts.iter().map(String::as_str)));
        }
    }
}
