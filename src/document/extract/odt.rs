//! `OpenDocument` texts (ISO 26300): paragraphs, headings, tables, text boxes, notes at the end.
//!
//! Deleted text, which change tracking keeps apart, and annotations are omitted, and so are headers and footers,
//! which are in another part.

use super::{
    ExtractError, Extracted, Format, Prose, ReadWarning, ReadWarnings,
    archive::ZipParts,
    xml::{Next, Node, Tag, metadata, walk},
};
use crate::document::Mark;

/// The text of a document.
pub(super) fn extract(archive: &mut ZipParts<'_>) -> Result<Extracted, ExtractError> {
    // An encrypted document says so in the list of its parts; the parts themselves are noise.
    if let Some(Ok(manifest)) = archive.xml("META-INF/manifest.xml")
        && manifest.contains("encryption-data")
    {
        return Err(ExtractError::Encrypted);
    }
    let content = archive.xml("content.xml").ok_or(ExtractError::Broken)??;
    let mut prose = Prose::default();
    if content.contains("text:soft-page-break") {
        prose.mark(Mark::Page(1))?;
    }
    let whole = Body { prose: &mut prose, paragraphs: Vec::new(), rows: Vec::new(), notes: String::new(), page: 1 }
        .write(&content)?;
    if !whole && prose.is_empty() {
        return Err(ExtractError::Broken);
    }
    let mut warnings = ReadWarnings::NONE;
    warnings.add_if(!whole, ReadWarning::Cut);
    let extracted = Extracted::new(Format::Odt, prose, warnings);
    let meta = archive.xml("meta.xml").and_then(Result::ok);
    let metadata = meta.map(|meta| metadata(&meta)).unwrap_or_default();
    Ok(Extracted { replaced: archive.replaced, metadata, ..extracted })
}

struct Body<'p> {
    prose: &'p mut Prose,
    /// For each text that is open, the body, a box or a note, how many paragraphs are open in it; only there is text.
    paragraphs: Vec<usize>,
    /// For each row that is open, whether it has a cell.
    rows: Vec<bool>,
    notes: String,
    page: u32,
}

impl Body<'_> {
    fn write(mut self, xml: &str) -> Result<bool, ExtractError> {
        self.paragraphs.push(0);
        let whole = walk(xml, |node| match node {
            Node::Open(tag) => self.open(tag),
            Node::Close(name) => self.close(name).map(|()| Next::On),
            Node::Text(text) => {
                if self.paragraphs.last().is_some_and(|&open| open > 0) {
                    self.prose.flowing(text)?;
                }
                Ok(Next::On)
            }
        })?;
        self.prose.end_paragraph_with_boxes()?;
        for note in self.notes.lines() {
            self.prose.text(note)?;
            self.prose.end_paragraph()?;
        }
        Ok(whole)
    }

    fn open(&mut self, tag: &Tag<'_>) -> Result<Next, ExtractError> {
        match tag.name() {
            "text:tracked-changes"
            | "office:annotation"
            | "text:note-citation"
            | "text:ruby-text"
            | "svg:title"
            | "svg:desc"
            | "office:forms"
            | "office:scripts" => return Ok(Next::Skip),
            "text:p" | "text:h" => {
                if let Some(open) = self.paragraphs.last_mut() {
                    *open += 1;
                }
            }
            "text:s" => {
                let n = tag.get("c").and_then(|n| n.parse().ok()).unwrap_or(1usize);
                self.prose.text(&" ".repeat(n.min(1000)))?;
            }
            "text:tab" => self.prose.text("\t")?,
            "text:line-break" => self.prose.end_line()?,
            "text:soft-page-break" => {
                self.page = self.page.saturating_add(1);
                self.prose.mark(Mark::Page(self.page))?;
            }
            "table:table-row" => self.rows.push(false),
            "table:table-cell" | "table:covered-table-cell" => self.cell()?,
            "draw:text-box" | "text:note-body" => {
                self.prose.enter()?;
                self.paragraphs.push(0);
            }
            _ => {}
        }
        Ok(Next::On)
    }

    fn close(&mut self, name: &str) -> Result<(), ExtractError> {
        match name {
            "text:p" | "text:h" => {
                if let Some(open) = self.paragraphs.last_mut() {
                    *open = open.saturating_sub(1);
                }
                self.prose.end_paragraph_with_boxes()?;
            }
            "table:table-row" => _ = self.rows.pop(),
            "draw:text-box" => {
                self.prose.leave_box()?;
                self.leave();
            }
            "text:note-body" => {
                let note = self.prose.leave()?;
                self.notes.push_str(&note);
                self.leave();
            }
            _ => {}
        }
        Ok(())
    }

    fn cell(&mut self) -> Result<(), ExtractError> {
        let follows = self.rows.last_mut().is_some_and(|cells| std::mem::replace(cells, true));
        if follows { self.prose.next_cell() } else { Ok(()) }
    }

    fn leave(&mut self) {
        if self.paragraphs.len() > 1 {
            self.paragraphs.pop();
        }
    }
}
