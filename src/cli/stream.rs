//! Documents that come one a line on standard input, each answered by a line of JSON before the next is waited for: so
//! the program can be in a pipe behind any queue, with its dictionary loaded once.

use std::io::{self, BufRead, Read};

use clap::{Args, error::ErrorKind};
use serde_json::{Value, json};

use super::{Code, CommandError, json, print, usage};
use crate::{
    batch::{
        Failure, Work,
        stream::{Streamed, each},
    },
    document::{Document, ReadError, Source},
    locale::Lang,
    simhash::CountError,
    t,
};

/// A longer line is not read: the largest text, with escapes.
const LONGEST: u64 = 512 << 20;

/// Whether documents come so.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct StreamFlag {
    /// Read one document per line from standard input, and answer each with a line of JSON at once
    ///
    /// A line is a file name, or an object with "path" or "text"; the answer repeats its "id".
    #[arg(long, conflicts_with_all = ["format", "quiet"])]
    stream: bool,
}

impl StreamFlag {
    /// Whether it is set, for a command with these documents.
    ///
    /// # Errors
    /// There is no document, neither here nor there, or both.
    pub(super) fn is_set(self, command: &str, named: &[Source]) -> Result<bool, CommandError> {
        match (self.stream, named.is_empty()) {
            (false, true) => {
                Err(usage(command, ErrorKind::TooFewValues, &format!("{command} takes one document or more")))
            }
            (true, false) => Err(usage(command, ErrorKind::ArgumentConflict, "with --stream no document is named")),
            (stream, _) => Ok(stream),
        }
    }
}

/// Answers each line. `value` makes the answer of a document.
pub(super) fn answer_each<T: Send>(
    lang: Lang,
    make: impl Fn(Document) -> Result<T, CountError> + Sync,
    mut value: impl FnMut(&Streamed<T>) -> Value,
) -> Code {
    let mut failed = false;
    let code = print(Code::Done, lang, |out| {
        let mut lines = io::stdin().lock();
        for nth in 1.. {
            let mut line = Vec::new();
            if (&mut lines).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
                lines.skip_until(b'\n')?;
            }
            let mut answer = |id: &Value, wrong: Option<String>, streamed: &Streamed<T>| {
                failed |= streamed.seen.is_err();
                let mut of = value(streamed);
                if let Some(wrong) = wrong {
                    of["error"] = json!({ "kind": "line", "message": wrong });
                }
                json::write(out, 0, &json::joined(json!({ "id": id }), of))?;
                out.flush()
            };
            match asked(&line, nth, lang) {
                None => {}
                Some((id, Ok(source))) => {
                    each(vec![source], Work::Hash, &make, |streamed, _| answer(&id, None, &streamed))?;
                }
                Some((id, Err(reason))) => {
                    let name = t!(lang, "cli.stream-line", nth);
                    let wrong = t!(lang, "print.of", name = name.clone(), why = reason.clone());
                    let error = ReadError::Io { place: name.clone(), reason };
                    let source = Source::Text { nth, text: "".into() };
                    answer(&id, Some(wrong), &Streamed { source, name, seen: Err(Failure::Read(error)) })?;
                }
            }
        }
        Ok(())
    });
    if failed { Code::Error } else { code }
}

/// The id of a line, `null` where it has none, and its document, or what is wrong with it; nothing for an empty line.
fn asked(line: &[u8], nth: usize, lang: Lang) -> Option<(Value, Result<Source, String>)> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.is_empty() {
        return None;
    }
    let Ok(line) = str::from_utf8(line) else { return Some((Value::Null, Err(t!(lang, "cli.no-utf-8").into()))) };
    if !line.trim_start().starts_with('{') {
        return Some((Value::Null, again(Source::File(line.into()), lang)));
    }
    let mut object: Value = match serde_json::from_str(line) {
        Ok(object) => object,
        Err(error) => return Some((Value::Null, Err(error.to_string()))),
    };
    let source = match (object["path"].take(), object["text"].take()) {
        (Value::Null, Value::String(text)) => Ok(Source::Text { nth, text: text.into() }),
        (Value::String(path), Value::Null) => Ok(Source::File(path.into())),
        _ => Err(t!(lang, "cli.path-or-text").into()),
    };
    Some((object["id"].take(), source.and_then(|source| again(source, lang))))
}

/// A document that can be read: not the standard input, from which the lines come, under another name.
fn again(source: Source, lang: Lang) -> Result<Source, String> {
    if source.is_read_once() { Err(t!(lang, "cli.no-descriptor").into()) } else { Ok(source) }
}
