//! The two texts of a pair with their shared passages, as the columns of a section.

use std::{
    cmp::Reverse,
    io::{self, Write},
};

use CsvField::{Of, Own};

use super::{
    ColumnBlock, ColumnPart, ListedBy, Location, Report, ReportColumn, ReportPair, ReportPassage, TextPassage,
};
use crate::{
    compare::{
        coverage::{NumberedPassage, SharedText, passages::bare},
        diff,
        exclusion::{self, ExcludedSpan},
        pair::Disagreement,
    },
    document::{Document, place_of},
    review::{
        Verdict,
        pairs::{
            A, A_IN_B, A_IN_B_EDITED, A_IN_B_EDITED_REST, A_IN_B_REST, B, B_IN_A, B_IN_A_EDITED, B_IN_A_EDITED_REST,
            B_IN_A_REST, COSINE, HAMMING, HAMMING_REST, LONGEST, LONGEST_REST, NUMBER, PairColumn, Row,
        },
        redactor::HiddenName,
        submissions,
    },
    simhash::{Span, is_han},
    table::{Value, csv},
};

/// A text of at most so many characters is shown whole, and so is a passage.
pub(super) const WHOLE: usize = 2000;
/// A longer passage is shown by so many characters of its beginning, and as many of its end.
pub(super) const EXCERPT: usize = 500;
/// So many cells of text are shown before and after a passage.
pub(super) const CONTEXT: usize = 60;
/// The greatest number of passages in the table of a section.
const MAX_PASSAGES: usize = 60;
/// The greatest number of characters of a passage in a file for programs.
const MAX_TEXT: usize = 600;

/// Two texts and what they share.
pub(super) struct Columns<'a> {
    documents: [&'a Document; 2],
    excluded: [&'a [ExcludedSpan]; 2],
    /// The names that are hidden.
    hidden: [&'a [HiddenName<'a>]; 2],
    /// The spans of paragraphs, without blank lines.
    paragraphs: [Vec<Span>; 2],
    shared: SharedText,
    /// The marked spans with the numbers of their passages; no two overlap.
    marks: [Vec<(Span, u32)>; 2],
}

impl<'a> Columns<'a> {
    pub(super) fn new(
        documents: [&'a Document; 2],
        excluded: [&'a [ExcludedSpan]; 2],
        hidden: [&'a [HiddenName<'a>]; 2],
        shared: SharedText,
    ) -> Self {
        Self {
            documents,
            excluded,
            hidden,
            paragraphs: documents.map(|document| diff::paragraphs(&document.text)),
            marks: [0, 1].map(|side| shared.marked(side).collect()),
            shared,
        }
    }

    pub(super) fn text(&self, side: usize) -> &'a str {
        &self.documents[side].text
    }

    /// A stretch as it is printed, with the lines of hard-wrapped paragraphs joined.
    pub(super) fn line(&self, side: usize, span: Span) -> String {
        let parts = diff::joined_lines(self.text(side), span).into_iter();
        parts.map(|(part, shown)| shown.map_or_else(|| self.with_names_hidden(side, part), str::to_owned)).collect()
    }

    /// What replaces a name that is cut goes with its beginning.
    fn with_names_hidden(&self, side: usize, span: Span) -> String {
        let (text, hidden) = (self.text(side), self.hidden[side]);
        let (mut shown, mut at) = (String::new(), span.start);
        let first = hidden.partition_point(|(name, _)| name.end <= at);
        for (name, replacement) in hidden[first..].iter().take_while(|(name, _)| name.start < span.end) {
            if name.start >= at {
                shown.push_str(Span { start: at, end: name.start }.of(text));
                shown.push_str(replacement);
            }
            at = name.end.min(span.end);
        }
        shown.push_str(Span { start: at, end: span.end }.of(text));
        shown
    }

    /// A span cut where excluded text begins and ends, with whether a part is excluded.
    pub(super) fn excluded(&self, span: Span, side: usize) -> Vec<(Span, bool)> {
        exclusion::parts(span, self.excluded[side])
    }

    /// The shared passages.
    pub(super) fn shared(&self) -> &SharedText {
        &self.shared
    }

    /// The first of the places of a passage; empty if it has none.
    fn first(&self, passage: &NumberedPassage, side: usize) -> Span {
        let place = passage.shared.places[side].first().copied().unwrap_or(Span::new(0, 0));
        bare(self.text(side), place)
    }

    /// A passage as it is in A.
    pub(super) fn whole(&self, passage: &NumberedPassage) -> String {
        self.line(0, self.first(passage, 0))
    }

    pub(super) fn location(&self, side: usize, byte: u32) -> Location {
        let number = self.paragraphs[side].partition_point(|paragraph| paragraph.start <= byte);
        let mark = place_of(&self.documents[side].landmarks, byte as usize).map(|landmark| landmark.mark);
        Location::new(number as u32, mark)
    }

    /// The longest passages, in the order of A, and the number of the others.
    pub(super) fn listed(&self) -> (Vec<ReportPassage>, usize) {
        let all = &self.shared.passages;
        let mut listed = self.longest_first();
        listed.truncate(MAX_PASSAGES);
        listed.sort_unstable();
        let more = all.len() - listed.len();
        let passage = |at: usize| {
            let [here, there] = [0, 1].map(|side| self.first(&all[at], side));
            let whole = here.of(self.text(0));
            let end = whole.char_indices().nth(MAX_TEXT).map_or(whole.len(), |(end, _)| end);
            ReportPassage {
                number: all[at].number,
                cut: end < whole.len(),
                text: self.with_names_hidden(0, Span { end: here.start + end as u32, ..here }),
                chars: all[at].shared.chars,
                kept: all[at].shared.kept,
                edits: all[at].shared.edits.len(),
                here: self.location(0, here.start),
                there: self.location(1, there.start),
                excluded: all[at].number.is_none(),
            }
        };
        (listed.into_iter().map(passage).collect(), more)
    }

    /// Indices of the passages.
    fn longest_first(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.shared.passages.len()).collect();
        order.sort_by_key(|&at| Reverse(self.shared.passages[at].shared.chars));
        order
    }

    /// Both texts, if they share any, and how many passages are not shown in both. Long texts have as many of the
    /// longest passages as `budget`, in cells of both columns together, admits; `None` shows texts whole, however long
    /// they are. The numbers are those of the documents.
    pub(super) fn columns(&self, numbers: [usize; 2], budget: Option<u64>) -> (Vec<ReportColumn>, usize) {
        let mut hidden = self.shared.numbered() as usize;
        if hidden == 0 && budget.is_some() {
            return (Vec::new(), 0);
        }
        let is_whole = [0, 1].map(|side| budget.is_none() || is_short(self.text(side), WHOLE));
        let whole = (0..2).filter(|&side| is_whole[side]).map(|side| cells(self.text(side)));
        let mut left = budget.unwrap_or(u64::MAX).saturating_sub(whole.sum());
        let mut shown = [Vec::new(), Vec::new()];
        for passage in self.longest_first().into_iter().map(|at| &self.shared.passages[at]) {
            if passage.number.is_none() {
                continue;
            }
            let spans = [0, 1].map(|side| {
                if is_whole[side] { Vec::new() } else { with_context(self.text(side), self.first(passage, side)) }
            });
            let cost: u64 =
                (0..2).flat_map(|side| spans[side].iter().map(move |span| cells(span.of(self.text(side))))).sum();
            // The longest is always shown.
            if cost > left && shown.iter().any(|shown| !shown.is_empty()) {
                break;
            }
            left = left.saturating_sub(cost);
            hidden -= 1;
            shown.iter_mut().zip(spans).for_each(|(shown, spans)| shown.extend(spans));
        }
        let column = |(side, spans): (usize, Vec<Span>)| {
            let text = self.text(side);
            let shown = if is_whole[side] { vec![Span::new(0, text.len())] } else { joined(text, spans) };
            self.column(side, numbers[side], &shown)
        };
        (shown.into_iter().enumerate().map(column).collect(), hidden)
    }

    /// A text that is identical to the other, once: whole if it is short.
    pub(super) fn once(&self, number: usize, budget: Option<u64>) -> Vec<ReportColumn> {
        let text = self.text(0);
        let all = Span::new(0, text.len());
        let shown = if budget.is_none() || is_short(text, WHOLE) { vec![all] } else { ends(text, all, EXCERPT) };
        vec![self.column(0, number, &shown)]
    }

    fn column(&self, side: usize, document: usize, shown: &[Span]) -> ReportColumn {
        let text = self.text(side);
        let mut blocks = Vec::new();
        let mut end = 0;
        for span in shown {
            omit(text, Span { start: end, end: span.start }, &mut blocks);
            end = span.end;
            let first = self.paragraphs[side].partition_point(|paragraph| paragraph.end <= span.start);
            for paragraph in self.paragraphs[side][first..].iter().take_while(|next| next.start < span.end) {
                let piece = Span { start: paragraph.start.max(span.start), end: paragraph.end.min(span.end) };
                blocks.push(ColumnBlock::Paragraph {
                    at: self.location(side, piece.start),
                    continued: piece.start > paragraph.start,
                    parts: self.parts(side, piece),
                });
            }
        }
        omit(text, Span { start: end, end: text.len() as u32 }, &mut blocks);
        let whole = !blocks.iter().any(|block| matches!(block, ColumnBlock::Omitted { .. }));
        ReportColumn { document, characters: text.chars().count() as u64, whole, blocks }
    }

    /// A piece of a paragraph, cut where passages and excluded text begin and end.
    fn parts(&self, side: usize, piece: Span) -> Vec<ColumnPart> {
        let marks = &self.marks[side];
        let mut parts = Vec::new();
        for (span, excluded) in self.excluded(piece, side) {
            let mut add = |span: Span, mark: Option<&(Span, u32)>| {
                let cut = match mark {
                    Some(_) => self.shared.altered_parts(side, span),
                    None if span.is_empty() => return,
                    None => vec![(span, false)],
                };
                for (span, edited) in cut {
                    let passage = mark.map(|&(mark, number)| TextPassage {
                        number,
                        begins: mark.start == span.start,
                        ends: mark.end == span.end,
                        edited,
                    });
                    parts.push(ColumnPart { text: self.line(side, span), excluded, passage });
                }
            };
            let first = marks.partition_point(|(mark, _)| mark.end <= span.start);
            let mut at = span.start;
            for mark in marks[first..].iter().take_while(|(mark, _)| mark.start < span.end && !excluded) {
                let (start, end) = (mark.0.start.max(at), mark.0.end.min(span.end));
                add(Span { start: at, end: start }, None);
                add(Span { start, end }, Some(mark));
                at = end;
            }
            add(Span { start: at, end: span.end }, None);
        }
        parts
    }
}

/// Notes omitted text, if there is anything to read in it.
fn omit(text: &str, span: Span, blocks: &mut Vec<ColumnBlock>) {
    let chars = diff::visible_chars(span.of(text));
    if chars > 0 {
        blocks.push(ColumnBlock::Omitted { chars });
    }
}

/// A passage with some words before and after it; of a long one its beginning and its end.
fn with_context(text: &str, passage: Span) -> Vec<Span> {
    let mut shown = if is_short(passage.of(text), WHOLE) { vec![passage] } else { ends(text, passage, EXCERPT) };
    if let Some(first) = shown.first_mut() {
        first.start = before(text, first.start, CONTEXT);
    }
    if let Some(last) = shown.last_mut() {
        last.end = after(text, last.end, CONTEXT);
    }
    shown
}

/// In order; those that overlap, or have next to nothing between them, are one.
fn joined(text: &str, mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut all: Vec<Span> = Vec::new();
    for span in spans {
        match all.last_mut() {
            Some(last)
                if span.start <= last.end || is_short(&text[last.end as usize..span.start as usize], CONTEXT) =>
            {
                last.end = last.end.max(span.end);
            }
            _ => all.push(span),
        }
    }
    all
}

pub(super) fn is_short(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_none()
}

/// The beginning and the end of a stretch of more than twice so many characters.
pub(super) fn ends(text: &str, span: Span, chars: usize) -> Vec<Span> {
    let inside = span.of(text);
    let byte = |at: Option<(usize, char)>| span.start + at.map_or(0, |(at, _)| at) as u32;
    let first = word_end(text, byte(inside.char_indices().nth(chars)));
    let last = word_start(text, byte(inside.char_indices().rev().nth(chars)));
    if last <= first {
        return vec![span];
    }
    vec![Span { start: span.start, end: first }, Span { start: last, end: span.end }]
}

/// The longest word that is not cut, in characters.
const MAX_WORD: usize = 30;

/// The end of the word at `at`.
fn word_end(text: &str, at: u32) -> u32 {
    let mut chars = text[at as usize..].char_indices().take(MAX_WORD);
    at + chars.find(|&(_, c)| c.is_whitespace() || is_han(c)).map_or(0, |(end, _)| end as u32)
}

/// The start of the word that ends at `at`.
fn word_start(text: &str, at: u32) -> u32 {
    let mut chars = text[..at as usize].char_indices().rev().take(MAX_WORD);
    chars.find(|&(_, c)| c.is_whitespace() || is_han(c)).map_or(at, |(start, c)| (start + c.len_utf8()) as u32)
}

/// The start of the words before `at`, of at most so many cells, in the same line.
pub(super) fn before(text: &str, at: u32, most: usize) -> u32 {
    let (mut width, mut start) = (0, at);
    for (place, c) in text[..at as usize].char_indices().rev() {
        width += cells_of(c);
        if width > most as u64 || c == '\n' {
            break;
        }
        if is_han(c) || place == 0 {
            start = place as u32;
        } else if c.is_whitespace() {
            start = (place + c.len_utf8()) as u32;
        }
    }
    start
}

/// The end of the words after `at`, of at most so many cells, in the same line.
pub(super) fn after(text: &str, at: u32, most: usize) -> u32 {
    let (mut width, mut end) = (0, at);
    let behind = &text[at as usize..];
    for (place, c) in behind.char_indices() {
        width += cells_of(c);
        if width > most as u64 || c == '\n' {
            break;
        }
        let next = place + c.len_utf8();
        if is_han(c) || next == behind.len() {
            end = at + next as u32;
        } else if c.is_whitespace() {
            end = at + place as u32;
        }
    }
    end
}

/// The width of a text.
pub(super) fn cells(text: &str) -> u64 {
    text.chars().map(cells_of).sum()
}

fn cells_of(c: char) -> u64 {
    if is_han(c) { 2 } else { 1 }
}

struct CsvRecord<'r> {
    report: &'r Report,
    pair: &'r ReportPair,
    row: Row<'r>,
}

/// A column of this file.
enum CsvField {
    /// Shared with other lists.
    Of(PairColumn),
    /// Only in this file: name and value.
    Own(&'static str, for<'r> fn(&'r CsvRecord<'_>) -> Value<'r>),
}

/// The columns in order, which is part of the format.
const FIELDS: [CsvField; 37] = [
    Of(NUMBER),
    Of(A),
    Of(B),
    Own("path_a", |record| path(record, record.pair.a)),
    Own("path_b", |record| path(record, record.pair.b)),
    Of(HAMMING),
    Own("near_duplicate", |record| Value::Flag(record.pair.whole.near)),
    Own("disagreement", |record| Value::text(record.pair.whole.disagreement.map_or("", Disagreement::key))),
    Own("identical", |record| Value::Flag(record.pair.identical)),
    Of(A_IN_B),
    Of(B_IN_A),
    Of(LONGEST),
    Of(COSINE),
    Of(HAMMING_REST),
    Of(A_IN_B_REST),
    Of(B_IN_A_REST),
    Own("cluster", |record| Value::Number(record.pair.cluster.map(u64::from))),
    Own("verdict", |record| Value::text(record.pair.decision.verdict.map_or("", |verdict| verdict.key()))),
    Own("verdict_at", |record| Value::text(record.pair.decision.verdict_at.as_ref().map_or("", |at| at.as_str()))),
    Own("changed_since", |record| {
        let names = record.pair.decision.changed_since.iter().map(|&number| record.report.name(number));
        Value::text(names.collect::<Vec<_>>().join("; "))
    }),
    Own("note", |record| Value::text(record.pair.decision.note.as_deref().unwrap_or_default())),
    Own("recipe", |record| Value::text(&record.report.recipe)),
    Own("k", |record| count(record.report.k)),
    Own("run_han", |record| count(record.report.run.han)),
    Own("run_words", |record| count(record.report.run.words)),
    Own("cutoff", |record| count(record.report.cutoff)),
    Own("exclusions", |record| Value::text(record.report.exclusions.join("; "))),
    Own("version", |record| Value::text(record.report.version)),
    Own("made", |record| Value::text(record.report.created.as_str())),
    // Once, since it is the same for all.
    Own("caution", |record| {
        let is_first = record.report.pairs.first().is_some_and(|first| first.number == record.pair.number);
        Value::text(if is_first { &record.report.caution } else { "" })
    }),
    Own("received", |record| Value::Flag(record.pair.decision.received)),
    Of(A_IN_B_EDITED),
    Of(B_IN_A_EDITED),
    Of(A_IN_B_EDITED_REST),
    Of(B_IN_A_EDITED_REST),
    Of(LONGEST_REST),
    Own("reviewer", |record| Value::text(record.pair.decision.reviewer.as_deref().unwrap_or_default())),
];

/// Writes the names of the columns, then a record for each document.
fn write_documents(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    // These two are words, which depend on the language.
    let columns = || submissions::COLUMNS.iter().filter(|(name, _)| !["altered", "state"].contains(name));
    let names = columns().map(|(name, _)| *name).chain(["altered", "undecided", "verdict", "path"]);
    let mut csv = csv::Writer::new(out, names.map(Into::into))?;
    for (row, number) in report.submission_rows().zip(report.submissions.iter().map(|one| one.document)) {
        let path = report.documents.get(number.wrapping_sub(1)).and_then(|document| document.path.as_deref());
        let own = [
            Value::Flag(row.altered),
            Value::Number(Some(row.state.undecided as u64)),
            Value::text(row.state.verdict.map_or("", Verdict::key)),
            Value::text(path.unwrap_or_default()),
        ];
        csv.record(columns().map(|(_, of)| (of.cell)(&row, report.lang).value).chain(own))?;
    }
    csv.finish()
}

/// Writes the names of the columns, then a record for each pair, or for each document if those are listed.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.by == ListedBy::Document {
        return write_documents(report, out);
    }
    let names = FIELDS.iter().map(|field| match field {
        Of(PairColumn { name, .. }) | Own(name, _) => (*name).into(),
    });
    let mut csv = csv::Writer::new(out, names)?;
    for pair in &report.pairs {
        let record = CsvRecord { report, pair, row: report.row(pair) };
        csv.record(FIELDS.iter().map(|field| match field {
            Of(column) => (column.cell)(&record.row).value,
            Own(_, value) => value(&record),
        }))?;
    }
    csv.finish()
}

fn path<'r>(record: &'r CsvRecord<'_>, number: usize) -> Value<'r> {
    let document = record.report.documents.get(number.wrapping_sub(1));
    Value::text(document.and_then(|document| document.path.as_deref()).unwrap_or_default())
}

fn count(n: u32) -> Value<'static> {
    Value::Number(Some(n.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compare::{coverage::RunLength, exclusion::shared_text},
        document::{Source, from_bytes},
        simhash::Watch,
    };

    const KEEPER: &str = "The keeper wrote a page every evening about the fog on the sea and the ships that passed.";
    const BELL: &str = "He rang the bell for forty days, and all the ships came home in the end, every one of them.";

    fn document(text: &str) -> Document {
        from_bytes(Source::File("a.txt".into()), text.as_bytes().to_vec()).expect("text")
    }

    fn columns(documents: [&Document; 2]) -> Columns<'_> {
        let texts = documents.map(|document| document.text.as_str());
        let shared = shared_text(texts, [&[], &[]], RunLength::default(), &|_| false, &Watch::default())
            .expect("nobody stops it");
        Columns::new(documents, [&[], &[]], [&[], &[]], shared)
    }

    /// Text with `[1 … 1]` around passages and `(n)` for omitted characters.
    fn read(column: &ReportColumn) -> String {
        let part = |part: &ColumnPart| match part.passage {
            None => part.text.clone(),
            Some(TextPassage { number, begins, ends, edited }) => {
                let begins = if begins { format!("[{number} ") } else { String::new() };
                let text = if edited { format!("~{}~", part.text) } else { part.text.clone() };
                format!("{begins}{text}{}", if ends { format!(" {number}]") } else { String::new() })
            }
        };
        let block = |block: &ColumnBlock| match block {
            ColumnBlock::Omitted { chars } => format!("({chars})"),
            ColumnBlock::Paragraph { at, parts, .. } => {
                format!("{} {}", at.paragraph, parts.iter().map(part).collect::<String>())
            }
        };
        column.blocks.iter().map(block).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn edits_inside_a_passage_are_marked() {
        let other = KEEPER.replace("evening", "night").replace("ships that", "boats that");
        let [a, b] = [document(KEEPER), document(&other)];
        let (shown, _) = columns([&a, &b]).columns([1, 2], Some(1000));
        assert!(
            read(&shown[0]).starts_with("1 [1 The keeper wrote a page every ~evening~ about"),
            "{}",
            read(&shown[0])
        );
        assert!(read(&shown[1]).contains("~boats~ that"), "{}", read(&shown[1]));
    }

    #[test]
    fn short_texts_are_whole_and_numbers_are_in_the_order_of_a() {
        let [a, b] = [format!("{KEEPER}\n\nMine.\n\n{BELL}\n"), format!("{BELL}\n\n{KEEPER}\n")];
        let [a, b] = [document(&a), document(&b)];
        let (shown, hidden) = columns([&a, &b]).columns([1, 2], Some(0));
        let bare = |text: &str| text.trim_end_matches('.').to_owned();
        let [keeper, bell] = [bare(KEEPER), bare(BELL)];
        assert_eq!(read(&shown[0]), format!("1 [1 {keeper} 1].\n2 Mine.\n3 [2 {bell} 2]."));
        assert_eq!(read(&shown[1]), format!("1 [2 {bell} 2].\n2 [1 {keeper} 1]."));
        assert!(shown.iter().all(|column| column.whole) && hidden == 0);
    }

    #[test]
    fn of_long_texts_passages_are_shown_with_some_words_around_them() {
        let own = "Nothing here is in the other text at all, not even a little. ".repeat(60);
        let [a, b] = [document(&format!("{own}{KEEPER} {own}")), document(&format!("{KEEPER}\n"))];
        let (shown, _) = columns([&a, &b]).columns([1, 2], Some(4_000));
        let text = read(&shown[0]);
        assert!(text.starts_with('(') && text.ends_with(')') && !shown[0].whole && shown[1].whole, "{text}");
        let middle = text.lines().nth(1).expect("the passage");
        assert!(middle.starts_with("1 ") && middle.contains("little. [1 The keeper") && middle.len() < 240, "{middle}");
        let (full, hidden) = columns([&a, &b]).columns([1, 2], None);
        assert!(full[0].whole && hidden == 0 && read(&full[0]).len() > own.len());
    }

    #[test]
    fn of_long_passages_both_ends_are_shown() {
        let long = (0..900).map(|n| format!("word{n} ")).collect::<Vec<_>>().concat();
        let [a, b] = [document(&long), document(&format!("Other. {long}"))];
        let (shown, _) = columns([&a, &b]).columns([1, 2], Some(32_000));
        let text = read(&shown[0]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].starts_with("1 [1 word0 ") && lines[2].ends_with("word899 1]"), "{text}");
        assert!((500..560).contains(&lines[0].chars().count()), "{}", lines[0]);
    }

    #[test]
    fn a_section_has_room_for_so_many_passages_and_always_for_the_longest() {
        let passage = |n: usize| (0..40).map(|word| format!("w{n}x{word} ")).collect::<Vec<_>>().concat();
        let own =
            |side: &str, n: usize| (0..60).map(|word| format!("{side}{n}own{word} ")).collect::<Vec<_>>().concat();
        let text = |side: &str| (0..8).map(|n| passage(n) + &own(side, n)).collect::<Vec<_>>().concat();
        let [a, b] = [document(&text("a")), document(&text("b"))];
        let columns = columns([&a, &b]);
        let marked = |budget| {
            let (shown, hidden) = columns.columns([1, 2], Some(budget));
            let marked = read(&shown[0]).matches('[').count();
            assert_eq!(marked + hidden, 8);
            marked
        };
        assert_eq!(marked(1), 1);
        assert!((2..8).contains(&marked(2_000)), "{}", marked(2_000));
        assert_eq!((marked(32_000), columns.listed().0.len()), (8, 8));
    }

    #[test]
    fn words_are_whole() {
        let text = "one two three 灯塔的灯 four";
        let lamp = text.find('灯').expect("a lamp") as u32;
        let around = |most| [&text[before(text, lamp, most) as usize..], &text[..after(text, lamp, most) as usize]];
        assert_eq!(around(9), ["three 灯塔的灯 four", "one two three 灯塔的灯"]);
        assert_eq!(around(4), ["灯塔的灯 four", "one two three 灯塔"]);
        assert_eq!(around(99), [text, text]);
        assert_eq!(before("a\nb", 2, 9), 2, "in the same line");
    }

    #[test]
    fn ends_do_not_overlap() {
        let text = (0..50).map(|n| format!("word{n} ")).collect::<Vec<_>>().concat();
        let all = Span::new(0, text.len());
        let [first, last] = ends(&text, all, 20)[..] else { panic!("two ends") };
        assert_eq!((first.of(&text), last.of(&text)), ("word0 word1 word2 word3", "word47 word48 word49 "));
        assert_eq!(ends(&text, all, 9_999), [all]);
    }

    #[test]
    fn han_characters_are_wide() {
        assert_eq!(cells("灯塔 ab"), 7);
    }
}
