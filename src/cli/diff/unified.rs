//! The differences of two texts as a patch of lines, for `patch` and `git apply`.
//!
//! Into a file or a pipe everything goes out as it is, or it would be no patch. On a terminal the same is shown for
//! reading, with stand-ins for what a terminal would obey.

use std::{
    io::{self, IsTerminal, Write},
    ops::Range,
    time::Instant,
};

use similar::{
    ChangeTag, DiffOp,
    algorithms::{Capture, Compact, Replace, histogram},
    group_diff_ops,
    udiff::UnifiedHunkHeader,
};

use crate::{
    cli::{
        changes::{BUDGET, differences},
        settings::{Colours, END},
    },
    document::{Document, Source, safe_name},
    simhash::Span,
    text::clean,
};

/// The number of equal lines around a change by default.
const CONTEXT: usize = 3;

/// Writes the patch that makes B of A; nothing where they are the same.
pub(super) fn diff(
    out: &mut dyn Write,
    [a, b]: [&Document; 2],
    context: Option<usize>,
    colours: Option<Colours>,
) -> io::Result<()> {
    let look = PatchStyle { safe: io::stdout().is_terminal(), colours };
    let moves = MovedLines::new([&a.text, &b.text]);
    patch(out, [&a.text, &b.text], &[&a.source, &b.source].map(label), &moves, context.unwrap_or(CONTEXT), look)
}

/// The lines of moved blocks, of each the first and the last in A and in B, from 0.
#[derive(Default)]
pub(super) struct MovedLines(Vec<[[usize; 2]; 2]>);

impl MovedLines {
    /// Finds the blocks moved between two texts.
    pub(super) fn new(texts: [&str; 2]) -> Self {
        let diff = differences(texts, &[]);
        let starts = texts.map(|text| {
            let ends = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, end)| end);
            std::iter::once(0).chain(ends).collect::<Vec<u32>>()
        });
        let lines = |side: usize, hunks: &Range<u32>| {
            let span = |hunk: u32| diff.hunks.get(hunk as usize).map_or(Span::new(0, 0), |h| [h.a, h.b][side]);
            let line = |byte: u32| starts[side].partition_point(|&start| start <= byte) - 1;
            [line(span(hunks.start).start), line(span(hunks.end.saturating_sub(1)).end)]
        };
        Self(diff.moved.iter().map(|moved| [lines(0, &moved.removed), lines(1, &moved.added)]).collect())
    }

    /// The note behind the places of a hunk that removes these lines from A and adds these to B.
    fn note(&self, out: &[usize], put: &[usize]) -> String {
        let mut said = String::new();
        for ([from, to], label) in self.0.iter().zip(1..) {
            let holds =
                |lines: &[usize], [first, last]: [usize; 2]| lines.iter().any(|line| (first..=last).contains(line));
            if holds(out, *from) {
                said.extend([" m", &label.to_string(), " moved to +", &(to[0] + 1).to_string()]);
            }
            if holds(put, *to) {
                said.extend([" m", &label.to_string(), " moved from -", &(from[0] + 1).to_string()]);
            }
        }
        said
    }
}

#[derive(Clone, Copy, Default)]
pub(super) struct PatchStyle {
    /// With stand-ins for what a terminal would obey.
    pub safe: bool,
    pub colours: Option<Colours>,
}

/// Writes the patch between two texts called so.
pub(super) fn patch(
    out: &mut dyn Write,
    [a, b]: [&str; 2],
    names: &[String; 2],
    moves: &MovedLines,
    context: usize,
    look: PatchStyle,
) -> io::Result<()> {
    let [a, b] = [a, b].map(|text| text.split_inclusive('\n').collect::<Vec<&str>>());
    for (n, hunk) in hunks(&a, &b, context).into_iter().enumerate() {
        if n == 0 {
            writeln!(out, "--- {}\n+++ {}", names[0], names[1])?;
        }
        let lines = |tag: ChangeTag| {
            let changes = hunk.iter().flat_map(|op| op.iter_changes(&a[..], &b[..]));
            let changes = changes.filter(move |change| change.tag() == tag);
            changes.filter_map(|change| change.old_index().or(change.new_index())).collect::<Vec<usize>>()
        };
        // The note behind the places is for readers; programs ignore it.
        let moved = moves.note(&lines(ChangeTag::Delete), &lines(ChangeTag::Insert));
        writeln!(out, "{}{moved}", UnifiedHunkHeader::new(&hunk))?;
        for change in hunk.iter().flat_map(|op| op.iter_changes(&a[..], &b[..])) {
            let line = change.value();
            let (line, ended) = line.strip_suffix('\n').map_or((line, false), |line| (line, true));
            let (sign, colour) = match change.tag() {
                ChangeTag::Equal => (' ', None),
                ChangeTag::Delete => ('-', look.colours.map(|colours| colours.removed)),
                ChangeTag::Insert => ('+', look.colours.map(|colours| colours.added)),
            };
            let line = if look.safe { clean(line) } else { line.into() };
            match colour {
                Some(colour) => writeln!(out, "{colour}{sign}{line}{END}")?,
                None => writeln!(out, "{sign}{line}")?,
            }
            if !ended {
                writeln!(out, "\\ No newline at end of file")?;
            }
        }
    }
    Ok(())
}

/// The changed lines with those around them. By its own function: a choice at run time would link all algorithms.
fn hunks(a: &[&str], b: &[&str], context: usize) -> Vec<Vec<DiffOp>> {
    let mut ops = Compact::new(Replace::new(Capture::new()), a, b);
    let deadline = Some(Instant::now() + BUDGET);
    let Ok(()) = histogram::diff_deadline(&mut ops, a, 0..a.len(), b, 0..b.len(), deadline);
    let hunks = group_diff_ops(ops.into_inner().into_inner().into_ops(), context.min(a.len() + b.len()));
    hunks.into_iter().filter(|hunk| !hunk.is_empty()).collect()
}

/// The name of a file as a patch has it: in C quotes where it holds what would end it or a terminal would obey, with a
/// tab behind it where it holds a space, as GNU diff and git write them.
fn label(source: &Source) -> String {
    let name = match source.plain() {
        Source::File(path) => path.as_os_str().as_encoded_bytes().to_vec(),
        Source::Stdin => b"-".to_vec(),
        _ => source.name().into_bytes(),
    };
    let mut quoted = String::new();
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            let plain = !matches!(c, '"' | '\\') && safe_name(c.encode_utf8(&mut [0; 4])).chars().eq([c]);
            match c {
                _ if plain => quoted.push(c),
                '"' | '\\' => quoted.extend(['\\', c]),
                _ => quoted.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}"))),
            }
        }
        quoted.extend(chunk.invalid().iter().map(|byte| format!("\\{byte:03o}")));
    }
    if quoted.as_bytes() != name {
        format!("\"{quoted}\"")
    } else if quoted.contains(' ') {
        format!("{quoted}\t")
    } else {
        quoted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_other_tools() {
        let table = [
            ("a.txt", "a.txt"),
            ("夜市.txt", "夜市.txt"),
            ("two words", "two words\t"),
            ("say \"so\"", "\"say \\\"so\\\"\""),
            ("a\nb\u{1b}", "\"a\\012b\\033\""),
        ];
        for (name, expected) in table {
            assert_eq!(label(&Source::File(name.into())), expected);
        }
        assert_eq!(label(&Source::Stdin), "-");
    }
}
