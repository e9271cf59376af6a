//! HTML and XHTML, token by token: no tree is built, so nothing can be nested too deep.
//!
//! Scripts, styles and the head, which no browser shows, are dropped, by the rules of the tokenizer alone; what a style
//! sheet hides is not. Block elements end paragraphs, `br` a line, cells are parted by tabs. White space means what it
//! means on a page.

use std::cell::RefCell;

use html5ever::{
    buffer_queue::BufferQueue,
    tendril::StrTendril,
    tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts, states::RawKind},
};

use super::{Decoded, ExtractError, Extracted, Format, Metadata, Prose, ReadWarning, ReadWarnings};

/// The text of a page.
pub(super) fn extract(page: Decoded) -> Result<Extracted, ExtractError> {
    let Decoded { text, encoding, chosen, replaced } = page;
    let mut prose = Prose::default();
    let (whole, metadata) = write(&text, &mut prose)?;
    let mut warnings = ReadWarnings::NONE;
    warnings.add_if(!whole, ReadWarning::Cut);
    let extracted = Extracted::new(Format::Html, prose, warnings);
    Ok(Extracted { encoding, chosen, replaced, metadata, ..extracted })
}

/// The tokenizer is given so many bytes at once, so that it can be stopped where there is too much.
const PIECE: usize = 64 << 10;

/// Writes the text of `page` down. Returns whether it ended where it may, not within a tag, a comment or a script, and
/// the title, the date and the author in the head.
pub(super) fn write(mut page: &str, prose: &mut Prose) -> Result<(bool, Metadata), ExtractError> {
    let start = page.trim_start();
    let head = &start.as_bytes()[..start.len().min(1024)];
    let xml = head.starts_with(b"<?xml") || memchr::memmem::find(head, b"/1999/xhtml").is_some();
    let sink = Sink(RefCell::new(Page { prose: std::mem::take(prose), xml, ..Page::default() }));
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let queue = BufferQueue::default();
    while !page.is_empty() {
        let end = (0..=PIECE.min(page.len())).rfind(|&at| page.is_char_boundary(at)).unwrap_or(0);
        let (piece, rest) = page.split_at(end);
        page = rest;
        queue.push_back(StrTendril::from_slice(piece));
        // It stops early only to hand over scripts and encodings, neither of which is wanted.
        while !queue.is_empty() {
            _ = tokenizer.feed(&queue);
        }
        if tokenizer.sink.0.borrow().failed.is_some() {
            break;
        }
    }
    tokenizer.end();
    let mut page = tokenizer.sink.0.into_inner();
    if let Some(refusal) = page.failed {
        return Err(refusal);
    }
    page.prose.end_paragraph()?;
    *prose = page.prose;
    Ok((!page.cut && page.raw.is_none(), Metadata::new(&page.title, &page.date).by(&page.author)))
}

struct Sink(RefCell<Page>);

/// The state after the tokens so far.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a place of its own in the page")]
struct Page {
    prose: Prose,
    xml: bool,
    /// In the head, where nothing is shown.
    head: bool,
    /// In an element whose content is no markup, which is omitted if the second is true.
    raw: Option<(String, bool)>,
    /// How many elements are open in which white space stays as it is.
    pre: usize,
    /// A line feed is omitted at the very beginning of such an element.
    pre_begins: bool,
    /// Whether a row has a cell already.
    cells: bool,
    title: String,
    date: String,
    author: String,
    /// The end came within a tag or a comment.
    cut: bool,
    failed: Option<ExtractError>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut page = self.0.borrow_mut();
        if page.failed.is_some() {
            return TokenSinkResult::Continue;
        }
        let next = match token {
            Token::TagToken(tag) => page.tag(&tag),
            Token::CharacterTokens(text) => page.text(&text).map(|()| None),
            Token::ParseError(error) => {
                // The tokenizer has no other word for it.
                page.cut |= error.to_ascii_lowercase().contains("eof");
                Ok(None)
            }
            _ => Ok(None),
        };
        match next {
            Ok(None) => TokenSinkResult::Continue,
            Ok(Some(kind)) => TokenSinkResult::RawData(kind),
            Err(refusal) => {
                page.failed = Some(refusal);
                TokenSinkResult::Continue
            }
        }
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.borrow().xml
    }
}

impl Page {
    fn text(&mut self, text: &str) -> Result<(), ExtractError> {
        let in_title = self.raw.as_ref().is_some_and(|(raw, _)| raw == "title");
        // Pictures in the text have titles too.
        if in_title && self.prose.is_empty() && self.title.len() < TITLE {
            self.title.push_str(text);
        }
        if self.head || matches!(self.raw, Some((_, true))) {
            return Ok(());
        }
        let begins = std::mem::take(&mut self.pre_begins);
        if self.pre == 0 && !matches!(self.raw, Some((_, false))) {
            return self.prose.flowing(text);
        }
        let text = if begins { text.strip_prefix('\n').unwrap_or(text) } else { text };
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 {
                self.prose.end_line()?;
            }
            self.prose.text(line)?;
        }
        Ok(())
    }

    /// The state that the tokenizer must continue in if the content of the element is no markup.
    fn tag(&mut self, tag: &Tag) -> Result<Option<RawKind>, ExtractError> {
        let name = &*tag.name;
        let opens = tag.kind == TagKind::StartTag;
        if !opens && self.raw.as_ref().is_some_and(|(raw, _)| raw == name) {
            self.raw = None;
        }
        // The head ends at the first element that cannot occur in it.
        if name == "head" {
            self.head = opens && !(tag.self_closing && self.xml);
        } else if opens && !HEAD.contains(&name) {
            self.head = false;
        }
        if name == "meta" {
            for (names, known) in [(&DATE[..], &mut self.date), (&AUTHOR[..], &mut self.author)] {
                if known.is_empty() {
                    *known = content_of(tag, names).unwrap_or_default();
                }
            }
        }
        match name {
            "br" => self.prose.end_line()?,
            "td" | "th" if opens => {
                let follows = std::mem::replace(&mut self.cells, true);
                return if follows { self.prose.next_cell().map(|()| None) } else { Ok(None) };
            }
            "tr" => {
                self.cells = false;
                self.prose.end_paragraph()?;
            }
            name if BLOCKS.contains(&name) => self.prose.end_paragraph()?,
            _ => {}
        }
        match name {
            "pre" | "listing" if opens => {
                self.pre += 1;
                self.pre_begins = true;
            }
            "pre" | "listing" => self.pre = self.pre.saturating_sub(1),
            _ => {}
        }
        if !opens || tag.self_closing && self.xml {
            return Ok(None);
        }
        let Some(&(_, kind, dropped)) = RAW.iter().find(|(raw, ..)| *raw == name) else { return Ok(None) };
        self.raw = Some((name.to_owned(), dropped));
        self.pre_begins = name == "textarea";
        // In XML there is no such content, but scripts written for both would be read as text.
        Ok(Some(kind))
    }
}

/// A title is kept until it has so many bytes.
const TITLE: usize = 4096;

/// The names of the elements `meta` that hold the date.
const DATE: [&str; 5] = ["date", "dc.date", "dcterms.created", "dcterms.date", "article:published_time"];
/// Those that hold the author.
const AUTHOR: [&str; 3] = ["author", "dc.creator", "dcterms.creator"];

/// The content of an element `meta` with one of these names.
fn content_of(tag: &Tag, names: &[&str]) -> Option<String> {
    let value =
        |name: &str| tag.attrs.iter().find(|attribute| *attribute.name.local == *name).map(|found| &*found.value);
    let name = value("name").or_else(|| value("property"))?.to_ascii_lowercase();
    names.contains(&&*name).then(|| value("content").map(str::to_owned))?
}

/// Elements whose content is no markup, and whether it is dropped.
const RAW: [(&str, RawKind, bool); 8] = [
    ("script", RawKind::ScriptData, true),
    ("style", RawKind::Rawtext, true),
    ("iframe", RawKind::Rawtext, true),
    ("noembed", RawKind::Rawtext, true),
    ("noframes", RawKind::Rawtext, true),
    ("xmp", RawKind::Rawtext, false),
    ("title", RawKind::Rcdata, true),
    ("textarea", RawKind::Rcdata, false),
];

/// Elements that may be in the head.
const HEAD: [&str; 9] = ["head", "base", "link", "meta", "noscript", "script", "style", "template", "title"];

/// Elements that begin and end paragraphs.
const BLOCKS: [&str; 50] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "pre",
    "search",
    "section",
    "select",
    "summary",
    "table",
    "tbody",
    "textarea",
    "ul",
    "xmp",
];
