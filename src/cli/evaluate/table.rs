//! The table of labelled pairs: a pair a line, its fields separated by tabs.

use crate::{compare::evaluation::Label, document::safe_name, locale::Lang, t};

/// A line of the table.
pub(in crate::cli) struct NamedPair<'a> {
    pub(in crate::cli) line: usize,
    pub(in crate::cli) names: [&'a str; 2],
    /// An index into the names of the sets.
    pub(in crate::cli) set: usize,
    pub(in crate::cli) label: Label,
}

/// The pairs, and the names of the sets.
///
/// # Errors
/// A sentence with file and line.
pub(in crate::cli) fn read<'a>(
    file: &str,
    text: &'a str,
    lang: Lang,
) -> Result<(Vec<NamedPair<'a>>, Vec<String>), String> {
    let (mut pairs, mut sets): (Vec<NamedPair<'a>>, Vec<String>) = (Vec::new(), Vec::new());
    for (line, row) in (1..).zip(text.lines()) {
        let wrong = |why: String| format!("{}: {why}", t!(lang, "evaluate.line", file = file, line = line));
        let fields: Vec<&str> = row.split('\t').collect();
        let [a, b, set, label, ..] = fields[..] else {
            if row.trim().is_empty() {
                continue;
            }
            return Err(wrong(t!(lang, "evaluate.fields", n = fields.len())));
        };
        let label = match label.trim() {
            "near" => Label::Near,
            "mid" => Label::Mid,
            "far" => Label::Far,
            // The names of the columns.
            "label" if pairs.is_empty() => continue,
            other => return Err(wrong(t!(lang, "evaluate.label", label = format!("{:?}", safe_name(other))))),
        };
        if a.is_empty() || b.is_empty() {
            return Err(wrong(t!(lang, "evaluate.name").into()));
        }
        let set = safe_name(set);
        let at = sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            sets.push(set);
            sets.len() - 1
        });
        pairs.push(NamedPair { line, names: [a, b], set: at, label });
    }
    if pairs.is_empty() {
        return Err(t!(lang, "evaluate.nothing", file = file));
    }
    Ok((pairs, sets))
}
