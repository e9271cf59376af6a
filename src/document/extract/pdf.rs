//! PDF with a text layer. The only file that knows which library reads it.
//!
//! The lines of a block are joined to a paragraph: between Chinese characters nothing is there, elsewhere a space; a
//! word that was broken by a hyphen is made whole. So a paragraph is a line, as in every other format. Text drawn as a
//! picture is not read.

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
    let mut prose = Prose::default();
    let mut warnings = ReadWarnings::NONE;
    warnings.add_if(!ends, ReadWarning::Cut);
    let fonts = FontCache::default();
    for n in 0..pages {
        prose.mark(Mark::Page(u32::try_from(n + 1).unwrap_or(u32::MAX)))?;
        // One page at a time in this thread: the library's own threads would need more memory than there may be.
        let page = document.page(n).and_then(|page| blocks(&document, &page, &fonts));
        let Ok((blocks, whole)) = page else {
            warnings.add_if(true, ReadWarning::Missing);
            continue;
        };
        warnings.add_if(!whole, ReadWarning::Missing);
        for block in &blocks {
            write(block, &mut prose)?;
        }
    }
    let info = document.metadata();
    let date = info.creation_date.or(info.mod_date).unwrap_or_default();
    let metadata = Metadata::new(&info.title.unwrap_or_default(), &day(&date)).by(&info.author.unwrap_or_default());
    Ok(Extracted { metadata, ..Extracted::new(Format::Pdf, prose, warnings) })
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

fn write(block: &Block, prose: &mut Prose) -> Result<(), ExtractError> {
    match block {
        Block::Heading { lines, .. } | Block::Paragraph { lines, .. } => paragraph(lines, prose),
        Block::List { items, .. } => items.iter().try_for_each(|item| paragraph(&item.lines, prose)),
        Block::Table { rows, .. } => rows.iter().try_for_each(|row| cells(row, prose)),
    }
}

fn cells(row: &[Cell], prose: &mut Prose) -> Result<(), ExtractError> {
    for (n, line) in row.iter().filter_map(|cell| cell.line.as_ref()).enumerate() {
        if n > 0 {
            prose.text("\t")?;
        }
        prose.flowing(&text(line))?;
    }
    prose.end_paragraph()
}

/// Writes a block of lines, which are one paragraph or more: where lines are as far apart as paragraphs, the library
/// has no means to separate them.
fn paragraph(lines: &[Line], prose: &mut Prose) -> Result<(), ExtractError> {
    let left = lines.iter().map(|line| line.x).fold(f32::INFINITY, f32::min);
    let right = lines.iter().map(|line| line.end_x).fold(f32::NEG_INFINITY, f32::max);
    let indented = |line: &Line| line.x - left > 0.9 * line.size;
    // If most are, the first line of a paragraph stands out.
    let indents_begin = 2 * lines.iter().filter(|line| indented(line)).count() < lines.len();
    let mut joined = String::new();
    let (mut room, mut above) = (0.0, None);
    for line in lines {
        let text = text(line);
        let text = text.trim();
        // Even double spacing is less.
        let apart = above.is_some_and(|above: f32| (above - line.y).abs() > 3.0 * line.size);
        let begins = apart || indents_begin && indented(line) || first_word(text) * width(line, text) < room;
        if begins && !joined.is_empty() {
            prose.flowing(&std::mem::take(&mut joined))?;
            prose.end_paragraph()?;
        }
        join(&mut joined, text);
        (room, above) = (right - line.end_x, Some(line.y));
    }
    prose.flowing(&joined)?;
    prose.end_paragraph()
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
