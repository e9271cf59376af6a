//! PDF with a text layer. The only file that knows which library reads it.
//!
//! The lines of a block are joined to a paragraph: between Chinese characters nothing is there, elsewhere a space; a
//! word that was broken by a hyphen is made whole. So a paragraph is a line, as in every other format, also where a
//! page ends inside it. Text drawn as a picture is not read.
//!
//! Running heads and feet are dropped and counted: a line at the top or bottom of a page that is at the same height of
//! [`RUNNING`] pages, the same but for digits.

use std::collections::{HashMap, HashSet};

use pdfboss_core::{Document, Error, Page};
use pdfboss_output::{
    Block, Cell, FontCache, Line, ReadingOrder, page_layout_with_rulings, retain_rulings_on_page, retain_spans_on_page,
};
use pdfboss_text::extract_spans_and_rulings_reporting_cached;

use super::{super::Mark, ExtractError, Extracted, Format, Metadata, Prose, ReadWarning, ReadWarnings, limits};

/// How far from its end a file says that it ends there, in bytes.
const TAIL: usize = 1024;

/// The text of a document.
pub(super) fn extract(bytes: Vec<u8>) -> Result<Extracted, ExtractError> {
    let tail = &bytes[bytes.len().saturating_sub(TAIL)..];
    let ends = memchr::memmem::find(tail, b"%%EOF").is_some();
    let document = Document::load(bytes).map_err(|error| match error {
        Error::Encrypted => ExtractError::Encrypted,
        _ => ExtractError::Broken,
    })?;
    if document.is_locked() {
        return Err(ExtractError::Encrypted);
    }
    let pages = document.page_count();
    if pages > limits::PAGES {
        return Err(ExtractError::TooMuch);
    }
    if pages == 0 {
        return Err(ExtractError::Broken);
    }
    let mut read: Vec<PageText> = Vec::new();
    let mut warnings = ReadWarnings::NONE;
    warnings.add_if(!ends, ReadWarning::Cut);
    let fonts = FontCache::default();
    let mut length = 0;
    for n in 0..pages {
        // One page at a time in this thread: the library's own threads would need more memory than there may be.
        let page = document.page(n).and_then(|page| blocks(&document, &page, &fonts));
        let Ok((blocks, whole)) = page else {
            warnings.add_if(true, ReadWarning::Missing);
            read.push(PageText::default());
            continue;
        };
        warnings.add_if(!whole, ReadWarning::Missing);
        let page = PageText::of(&blocks);
        length += page.0.iter().map(|part| part.text.len() + 1).sum::<usize>();
        if length > limits::TEXT {
            return Err(ExtractError::TooMuch);
        }
        read.push(page);
    }
    let running = drop_running(&mut read);
    let mut prose = Prose::default();
    write(&read, &mut prose)?;
    let info = document.metadata();
    let date = info.creation_date.or(info.mod_date).unwrap_or_default();
    let metadata = Metadata::new(&info.title.unwrap_or_default(), &day(&date)).by(&info.author.unwrap_or_default());
    Ok(Extracted { running, metadata, ..Extracted::new(Format::Pdf, prose, warnings) })
}

/// The day of a date as PDF writes it, `D:20261122…`; any other text as it is.
fn day(date: &str) -> String {
    let digits: String = date.trim_start_matches("D:").chars().take_while(char::is_ascii_digit).take(8).collect();
    match (digits.get(..4), digits.get(4..6), digits.get(6..8)) {
        (Some(year), Some(month), Some(day)) => format!("{year}-{month}-{day}"),
        _ => date.to_owned(),
    }
}

/// The blocks of a page, and whether they are all of it.
fn blocks(document: &Document, page: &Page, fonts: &FontCache) -> pdfboss_core::Result<(Vec<Block>, bool)> {
    let (mut spans, mut rulings, report) =
        extract_spans_and_rulings_reporting_cached(document, page, fonts, ReadingOrder::Content)?;
    retain_spans_on_page(&mut spans, page);
    retain_rulings_on_page(&mut rulings, page);
    let layout = page_layout_with_rulings(&spans, &rulings, report.order);
    Ok((layout.blocks, report.is_complete()))
}

/// The paragraphs and rows of tables of a page, from top to bottom.
#[derive(Debug, Default)]
struct PageText(Vec<PagePart>);

#[derive(Debug)]
struct PagePart {
    text: String,
    /// The height of its line, if it has one alone, in points.
    height: Option<f32>,
    /// A row of a table.
    is_row: bool,
}

impl PageText {
    fn of(blocks: &[Block]) -> Self {
        let mut page = Self::default();
        for block in blocks {
            match block {
                Block::Heading { lines, .. } | Block::Paragraph { lines, .. } => page.paragraphs(lines),
                Block::List { items, .. } => items.iter().for_each(|item| page.paragraphs(&item.lines)),
                Block::Table { rows, .. } => rows.iter().for_each(|row| page.row(row)),
            }
        }
        page
    }

    fn row(&mut self, row: &[Cell]) {
        let cells: Vec<String> = row.iter().filter_map(|cell| cell.line.as_ref()).map(text).collect();
        self.push(cells.join("\t"), None, true);
    }

    fn push(&mut self, text: String, height: Option<f32>, is_row: bool) {
        if !text.trim().is_empty() {
            self.0.push(PagePart { text, height, is_row });
        }
    }

    /// Takes a block of lines, which are one paragraph or more: where lines are as far apart as paragraphs, the library
    /// has no means to separate them.
    fn paragraphs(&mut self, lines: &[Line]) {
        let left = lines.iter().map(|line| line.x).fold(f32::INFINITY, f32::min);
        let right = lines.iter().map(|line| line.end_x).fold(f32::NEG_INFINITY, f32::max);
        let indented = |line: &Line| line.x - left > 0.9 * line.size;
        // If most are, the first line of a paragraph stands out.
        let indents_begin = 2 * lines.iter().filter(|line| indented(line)).count() < lines.len();
        let (mut joined, mut height) = (String::new(), None);
        let (mut room, mut above) = (0.0, None);
        for line in lines {
            let text = text(line);
            let text = text.trim();
            // Even double spacing is less.
            let apart = above.is_some_and(|above: f32| (above - line.y).abs() > 3.0 * line.size);
            let begins = apart || indents_begin && indented(line) || first_word(text) * width(line, text) < room;
            if begins && !joined.is_empty() {
                self.push(std::mem::take(&mut joined), height, false);
            }
            height = joined.is_empty().then_some(line.y);
            join(&mut joined, text);
            (room, above) = (right - line.end_x, Some(line.y));
        }
        self.push(joined, height, false);
    }
}

/// The least number of pages of a running head.
const RUNNING: usize = 3;
/// So many lines at the beginning of a page, and at its end, may be running ones.
const EDGE: usize = 3;
/// How far apart in height they may be, in points.
const STEP: f32 = 3.0;

/// Drops running heads and feet, and counts them.
fn drop_running(pages: &mut [PageText]) -> usize {
    // What a line says but for digits, and its height in steps.
    let key = |part: &PagePart| {
        let words = part.text.trim().chars().map(|c| if c.is_numeric() { '0' } else { c });
        let mut said: Vec<char> = words.collect();
        said.dedup_by(|c, before| *c == '0' && *before == '0');
        Some((said, (part.height? / STEP).round() as i64))
    };
    let is_edge = |at: usize, parts: usize| at < EDGE || at + EDGE >= parts;
    let mut seen: HashMap<_, usize> = HashMap::new();
    for page in &*pages {
        let edges = page.0.iter().enumerate().filter(|(at, _)| is_edge(*at, page.0.len()));
        let keys: HashSet<_> = edges.filter_map(|(_, part)| key(part)).collect();
        for key in keys {
            *seen.entry(key).or_default() += 1;
        }
    }
    let near = |(said, height): (Vec<char>, i64)| {
        let beside = (height - 1..=height + 1).filter_map(|height| seen.get(&(said.clone(), height)));
        beside.sum::<usize>()
    };
    let mut dropped = 0;
    for page in pages {
        let all = page.0.len();
        let mut at = 0;
        page.0.retain(|part| {
            let runs = is_edge(at, all) && key(part).is_some_and(|key| near(key) >= RUNNING);
            at += 1;
            dropped += usize::from(runs);
            !runs
        });
    }
    dropped
}

/// Writes the pages. A paragraph that continues on the next page is one paragraph.
fn write(pages: &[PageText], prose: &mut Prose) -> Result<(), ExtractError> {
    // The end of the page before, while it is not known whether it continues.
    let mut open = String::new();
    for (number, PageText(parts)) in (1..).zip(pages) {
        let continued = parts.first().filter(|first| continues(&open, first));
        if let Some(first) = continued {
            let first = first.text.trim();
            join(&mut open, first);
            let tail = open.split_off(open.len() - first.len());
            prose.flowing(&open)?;
            open = tail;
        } else {
            prose.flowing(&std::mem::take(&mut open))?;
            prose.end_paragraph()?;
        }
        prose.mark(Mark::Page(number))?;
        for part in &parts[usize::from(continued.is_some())..] {
            prose.flowing(&std::mem::take(&mut open))?;
            prose.end_paragraph()?;
            if !part.is_row {
                open.clone_from(&part.text);
                continue;
            }
            for (at, cell) in part.text.split('\t').enumerate() {
                if at > 0 {
                    prose.text("\t")?;
                }
                prose.flowing(cell)?;
            }
        }
    }
    prose.flowing(&open)?;
    prose.end_paragraph()
}

/// A shorter paragraph before the end of a page may be a heading.
const LEAST: usize = 20;

/// Whether a paragraph at the end of a page continues with the first of the next.
fn continues(before: &str, next: &PagePart) -> bool {
    let (before, text) = (before.trim_end(), next.text.trim_start());
    let (Some(last), Some(first)) = (before.chars().next_back(), text.chars().next()) else { return false };
    let ends = matches!(last, '.' | '!' | '?' | ':' | '…' | '。' | '！' | '？' | '：' | '”' | '"' | '」' | '』');
    !next.is_row && !ends && before.chars().count() >= LEAST && (first.is_lowercase() || is_wide(first))
}

/// How wide a character of a line is on average, in points.
fn width(line: &Line, text: &str) -> f32 {
    (line.end_x - line.x) / text.chars().count().max(1) as f32
}

/// How many characters a line that was filled must have had room for to hold more: the first word of the next one; of
/// Chinese three, since punctuation may not be at its beginning.
fn first_word(text: &str) -> f32 {
    match text.chars().next() {
        Some(first) if is_wide(first) => 3.0,
        _ => text.chars().take_while(|&c| c != ' ' && !is_wide(c)).count() as f32 + 1.0,
    }
}

fn text(line: &Line) -> String {
    let text: String = line.inlines.iter().map(|inline| inline.text.as_str()).collect();
    // Line ends and pages are the layout's alone.
    text.replace(|c: char| c.is_control(), " ")
}

/// Puts the next line of a paragraph behind those before it.
fn join(before: &mut String, line: &str) {
    let (Some(last), Some(first)) = (before.chars().next_back(), line.chars().next()) else {
        before.push_str(line);
        return;
    };
    let letter_before = before.chars().rev().nth(1).is_some_and(char::is_lowercase);
    match last {
        '\u{AD}' => _ = before.pop(),
        '-' | '\u{2010}' if letter_before && first.is_lowercase() => _ = before.pop(),
        _ if is_wide(last) || is_wide(first) => {}
        _ => before.push(' '),
    }
    before.push_str(line);
}

/// Characters of scripts that part words by no space, and their punctuation.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_paragraphs() {
        let table: [(&[&str], &str); 7] = [
            (&["The keeper lit", "the lamp."], "The keeper lit the lamp."),
            (&["灯塔守望者每天", "清晨记录。"], "灯塔守望者每天清晨记录。"),
            (&["exam-", "ple"], "example"),
            (&["pages 1-", "2"], "pages 1- 2"),
            (&["Jean-", "Paul"], "Jean- Paul"),
            (&["灯塔", "lamp"], "灯塔lamp"),
            (&["", "one"], "one"),
        ];
        for (lines, expected) in table {
            let mut joined = String::new();
            for line in lines {
                join(&mut joined, line);
            }
            assert_eq!(joined, expected);
        }
    }
}
