//! Word documents (Office Open XML, ECMA-376): paragraphs, tables, text boxes, notes at the end.
//!
//! Text inserted under change tracking is read, text deleted or moved away is not. Comments, headers and footers
//! are omitted, and so are numbers that Word makes up for lists.

use super::{
    super::Mark,
    ExtractError, Extracted, Format, Prose, ReadWarning, ReadWarnings,
    archive::{ZipParts, resolve},
    xml::{Next, Node, Tag, local, metadata, walk},
};

/// The text of a document.
pub(super) fn extract(archive: &mut ZipParts<'_>) -> Result<Extracted, ExtractError> {
    let main = main_part(archive)?;
    let body = archive.xml(&main).ok_or(ExtractError::Broken)??;
    let mut prose = Prose::default();
    let mut warnings = ReadWarnings::NONE;
    // Word leaves both after it has laid a document out; the breaks that were put by hand are among these then.
    let breaks = if body.contains("lastRenderedPageBreak") { PageBreaks::Rendered } else { PageBreaks::Explicit };
    let mut whole = Story::new(&mut prose, breaks).write(&body)?;
    let empty = prose.is_empty();
    for part in ["footnotes.xml", "endnotes.xml"] {
        match archive.xml(&resolve(&main, part)) {
            None => {}
            Some(Ok(notes)) => whole &= Story::new(&mut prose, PageBreaks::None).write(&notes)?,
            Some(Err(ExtractError::Broken)) => warnings.add_if(true, ReadWarning::Missing),
            Some(Err(refusal)) => return Err(refusal),
        }
    }
    if empty && !whole && prose.is_empty() {
        return Err(ExtractError::Broken);
    }
    warnings.add_if(!whole, ReadWarning::Cut);
    let extracted = Extracted::new(Format::Docx, prose, warnings);
    let core = archive.xml("docProps/core.xml").and_then(Result::ok);
    let metadata = core.map(|core| metadata(&core)).unwrap_or_default();
    Ok(Extracted { replaced: archive.replaced, metadata, ..extracted })
}

/// The part that holds the text: the one that the package names, or the usual one.
fn main_part(archive: &mut ZipParts<'_>) -> Result<String, ExtractError> {
    let mut found = None;
    if let Some(relations) = archive.xml("_rels/.rels").transpose()? {
        walk(&relations, |node| {
            if let Node::Open(tag) = node
                && tag.get("Type").is_some_and(|kind| kind.ends_with("/officeDocument"))
                && found.is_none()
            {
                found = tag.get("Target").map(|target| resolve("", &target));
            }
            Ok(Next::On)
        })?;
    }
    Ok(found.filter(|part| archive.has(part)).unwrap_or_else(|| "word/document.xml".into()))
}

/// Which breaks begin a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageBreaks {
    None,
    Explicit,
    Rendered,
}

/// One part that holds text.
struct Story<'p> {
    prose: &'p mut Prose,
    breaks: PageBreaks,
    page: u32,
    /// Within how many elements whose text is text.
    text: usize,
    /// The mark at the end of this paragraph was deleted: it goes on in the next.
    joined: bool,
    /// In the properties of a paragraph.
    properties: usize,
    /// For each row that is open, whether it has a cell.
    rows: Vec<bool>,
    /// For each choice that is open, whether one was taken.
    choices: Vec<bool>,
}

impl<'p> Story<'p> {
    fn new(prose: &'p mut Prose, breaks: PageBreaks) -> Self {
        Self { prose, breaks, page: 1, text: 0, joined: false, properties: 0, rows: Vec::new(), choices: Vec::new() }
    }

    fn write(mut self, xml: &str) -> Result<bool, ExtractError> {
        let has_pages = match self.breaks {
            PageBreaks::None => false,
            PageBreaks::Rendered => true,
            PageBreaks::Explicit => xml.contains("\"page\"") || xml.contains("pageBreakBefore"),
        };
        if has_pages {
            self.prose.mark(Mark::Page(1))?;
        }
        let whole = walk(xml, |node| match node {
            Node::Open(tag) => self.open(tag),
            Node::Close(name) => self.close(local(name)).map(|()| Next::On),
            Node::Text(text) => {
                if self.text > 0 {
                    self.characters(text)?;
                }
                Ok(Next::On)
            }
        })?;
        self.prose.end_paragraph_with_boxes()?;
        Ok(whole)
    }

    fn characters(&mut self, text: &str) -> Result<(), ExtractError> {
        if !text.contains(['\n', '\r']) {
            return self.prose.text(text);
        }
        self.prose.text(&text.replace("\r\n", " ").replace(['\n', '\r'], " "))
    }

    fn open(&mut self, tag: &Tag<'_>) -> Result<Next, ExtractError> {
        match local(tag.name()) {
            // In the properties of a paragraph these only say that its end was inserted or deleted.
            "del" | "moveFrom" if self.properties > 0 => {
                self.joined = true;
                return Ok(Next::Skip);
            }
            // A change's record of how it was before; moved away, deleted, the reading over a character, comments.
            "del" | "moveFrom" | "pPrChange" | "rPrChange" | "rt" | "instrText" | "delText" => return Ok(Next::Skip),
            // The lines between text and notes.
            "footnote" | "endnote" if tag.get("type").is_some_and(|kind| kind != "normal") => return Ok(Next::Skip),
            "AlternateContent" => self.choices.push(false),
            "Choice" => {
                if let Some(taken) = self.choices.last_mut() {
                    *taken = true;
                }
            }
            "Fallback" if self.choices.last() == Some(&true) => return Ok(Next::Skip),
            "pPr" => self.properties += 1,
            "pageBreakBefore" if self.properties > 0 && !is_off(tag) => self.page_break(PageBreaks::Explicit)?,
            "t" => self.text += 1,
            "tab" if self.properties == 0 => self.prose.text("\t")?,
            "noBreakHyphen" => self.prose.text("-")?,
            "br" if tag.get("type").as_deref() == Some("page") => {
                self.prose.end_paragraph()?;
                self.page_break(PageBreaks::Explicit)?;
            }
            "br" | "cr" => self.prose.end_line()?,
            "lastRenderedPageBreak" => self.page_break(PageBreaks::Rendered)?,
            "tr" => self.rows.push(false),
            "tc" => self.cell()?,
            "txbxContent" => self.prose.enter()?,
            _ => {}
        }
        Ok(Next::On)
    }

    fn close(&mut self, name: &str) -> Result<(), ExtractError> {
        match name {
            "t" => self.text = self.text.saturating_sub(1),
            "pPr" => self.properties = self.properties.saturating_sub(1),
            "p" => {
                let joined = std::mem::take(&mut self.joined);
                return if joined { Ok(()) } else { self.prose.end_paragraph_with_boxes() };
            }
            "tr" => _ = self.rows.pop(),
            "AlternateContent" => _ = self.choices.pop(),
            "txbxContent" => self.prose.leave_box()?,
            _ => {}
        }
        Ok(())
    }

    fn cell(&mut self) -> Result<(), ExtractError> {
        let follows = self.rows.last_mut().is_some_and(|cells| std::mem::replace(cells, true));
        if follows { self.prose.next_cell() } else { Ok(()) }
    }

    fn page_break(&mut self, kind: PageBreaks) -> Result<(), ExtractError> {
        if self.breaks == kind {
            self.page = self.page.saturating_add(1);
            self.prose.mark(Mark::Page(self.page))?;
        }
        Ok(())
    }
}

fn is_off(tag: &Tag<'_>) -> bool {
    tag.get("val").is_some_and(|value| matches!(&*value, "0" | "false" | "off"))
}
