//! Results for spreadsheets: RFC 4180, in UTF-8, records ended by CRLF.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::{
    evaluate::Evaluation,
    prints::{Origin, Print, Prints},
};
use crate::{compare::evaluation::Score, document::safe_name};

/// Writes the whole matrix: a record of names, then for each document its name and its distances. A field is empty
/// where one of the two has no fingerprint.
pub(super) fn matrix(out: &mut dyn Write, prints: &Prints) -> io::Result<()> {
    write!(out, "document")?;
    for print in &prints.all {
        write!(out, ",{}", field(&name(print)))?;
    }
    write!(out, "\r\n")?;
    let mut record = String::new();
    for (a, print) in prints.all.iter().enumerate() {
        record.clear();
        record.push_str(&field(&name(print)));
        for b in 0..prints.all.len() {
            record.push(',');
            if let Some(hamming) = prints.hamming(a, b) {
                record.push_str(&hamming.to_string());
            }
        }
        record.push_str("\r\n");
        out.write_all(record.as_bytes())?;
    }
    Ok(())
}

/// Writes a record for each recipe, k, set and rule; an empty set stands for all pairs together, an empty number for a
/// share of nothing.
pub(super) fn evaluation(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    write!(out, "recipe,k,set,rule,near,near_called,far,far_called,precision,recall,f1\r\n")?;
    for (recipe, pairs) in &evaluation.recipes {
        for (set, name) in evaluation.scopes() {
            for k in 0..=evaluation.up_to {
                for (rule, shared) in [("distance", false), ("distance-or-shared", true)] {
                    let score = evaluation.score(pairs, set, k, shared);
                    let Score { near, near_called, far, far_called } = score;
                    let [p, r, f1] = [score.precision(), score.recall(), score.f1()]
                        .map(|value| value.map_or_else(String::new, |value| value.to_string()));
                    let (recipe, set) = (recipe.to_string(), field(name));
                    let recipe = field(&recipe);
                    write!(out, "{recipe},{k},{set},{rule},{near},{near_called},{far},{far_called},{p},{r},{f1}\r\n")?;
                }
            }
        }
    }
    Ok(())
}

/// The name as it was given; with stand-ins for what a terminal would obey, since files of this form are looked at with
/// `cat` too.
fn name(print: &Print) -> String {
    match &print.origin {
        Origin::Document(entry) => safe_name(&entry.source.given()),
        Origin::Stored(stored) => safe_name(&stored.path),
    }
}

/// A field, in double quotes where it holds what would end it. White space at its ends is kept by some readers only
/// inside quotes.
fn field(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\r', '\n']) || text.trim() != text {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads one field back, as RFC 4180 has it.
    fn read(field: &str) -> String {
        match field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inner) => inner.replace("\"\"", "\""),
            None => field.to_owned(),
        }
    }

    #[test]
    fn quotes_stand_where_they_must() {
        let table =
            [("a.txt", "a.txt"), ("a,b", "\"a,b\""), ("say \"so\"", "\"say \"\"so\"\"\""), (" a", "\" a\""), ("", "")];
        for (text, expected) in table {
            assert_eq!(field(text), expected);
        }
    }

    proptest! {
        #[test]
        fn fields_are_read_back(text in "[a\", 夜\r\n]{0,12}") {
            let field = field(&text);
            prop_assert_eq!(read(&field), &*text);
            let inner = field.strip_prefix('"').map_or(&*field, |rest| &rest[..rest.len() - 1]);
            let bare = inner.replace("\"\"", "");
            prop_assert!(!bare.contains('"') && (field.starts_with('"') || !bare.contains([',', '\r', '\n'])));
        }
    }
}
