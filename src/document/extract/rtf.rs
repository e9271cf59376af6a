//! Rich Text Format (Microsoft, 1.9.1).
//!
//! Text is bytes in the code page of its font, or of the document, or numbers of Unicode with a stand-in behind them
//! that is skipped. Groups that hold no text of the document (tables of fonts and styles, pictures, fields'
//! instructions, and any that say that they may be ignored) are omitted, and so is text that was deleted under change
//! tracking, as are headers, footers and the numbers of lists. Notes are at the end. Title and date are those of the
//! `\info` group.

use std::collections::HashMap;

use super::{
    super::{Mark, Metadata},
    Chosen, Encoding, ExtractError, Extracted, Format, Prose, ReadWarning, ReadWarnings, decode_as, limits,
};

/// The text of a document.
pub(super) fn extract(bytes: &[u8], given: Option<Encoding>) -> Result<Extracted, ExtractError> {
    let mut reader = Reader::new(bytes, given);
    let whole = reader.read()?;
    let Reader { mut prose, notes, document, replaced, info, .. } = reader;
    prose.end_paragraph()?;
    for note in notes.lines() {
        prose.text(note)?;
        prose.end_paragraph()?;
    }
    let mut warnings = ReadWarnings::NONE;
    warnings.add_if(!whole, ReadWarning::Cut);
    let chosen = if given.is_some() { Chosen::Given } else { Chosen::Format };
    let extracted = Extracted::new(Format::Rtf, prose, warnings);
    Ok(Extracted { encoding: document, chosen, replaced, metadata: info.metadata(), ..extracted })
}

/// The meaning of a group; groups within it begin with the same.
#[derive(Clone, Copy)]
struct Group {
    /// The kind of its text.
    kind: GroupKind,
    /// How many characters replace one of Unicode.
    stand_in: usize,
    /// The encoding of its bytes.
    encoding: Encoding,
    /// Text that was deleted.
    deleted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    Text,
    /// No text of the document.
    Left,
    /// The table of fonts.
    Fonts,
    /// A note, which is text of its own. The group that is one; those within it are text.
    Note,
    /// The content of a text box, likewise.
    Box,
    /// Parts of shapes may be ignored, but may hold a text box.
    Shape,
    /// The metadata, and in it the title, the author and the time of making.
    Info,
    InfoLine(InfoLine),
    Created,
}

struct Reader<'a> {
    rest: &'a [u8],
    prose: Prose,
    notes: String,
    groups: Vec<Group>,
    group: Group,
    /// The encoding of the document, and that of each font that has another.
    document: Encoding,
    given: Option<Encoding>,
    fonts: HashMap<i32, Encoding>,
    /// The font that the table of fonts is telling of, or the document's own.
    font: i32,
    /// Bytes not decoded yet.
    bytes: Vec<u8>,
    /// The first half of a character of two units.
    half: Option<u16>,
    /// How many characters to skip yet.
    skip: usize,
    /// `\*` is before the control word that comes.
    optional: bool,
    /// nothing is in the group yet, so a control word may say what it is.
    fresh: bool,
    page: u32,
    replaced: usize,
    info: Info,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], given: Option<Encoding>) -> Self {
        let document = given.unwrap_or_else(|| code_page(1252));
        let group = Group { kind: GroupKind::Text, stand_in: 1, encoding: document, deleted: false };
        Self {
            rest: bytes,
            prose: Prose::default(),
            notes: String::new(),
            groups: Vec::new(),
            group,
            document,
            given,
            fonts: HashMap::new(),
            font: 0,
            bytes: Vec::new(),
            half: None,
            skip: 0,
            optional: false,
            fresh: false,
            page: 1,
            replaced: 0,
            info: Info::default(),
        }
    }

    fn read(&mut self) -> Result<bool, ExtractError> {
        if memchr::memmem::find(self.rest, b"\\page").is_some() {
            self.prose.mark(Mark::Page(1))?;
        }
        while let Some((&byte, rest)) = self.rest.split_first() {
            self.rest = rest;
            match byte {
                b'{' => self.open()?,
                b'}' => {
                    self.close()?;
                    if self.groups.is_empty() {
                        return Ok(true);
                    }
                }
                b'\\' => self.control()?,
                b'\r' | b'\n' | 0 => {}
                byte => self.byte(byte)?,
            }
        }
        self.flush()?;
        // What ends within a note is still text.
        while !self.groups.is_empty() {
            self.close()?;
        }
        Ok(false)
    }

    fn open(&mut self) -> Result<(), ExtractError> {
        self.flush()?;
        if self.groups.len() >= limits::DEPTH {
            return Err(ExtractError::TooDeep);
        }
        self.groups.push(self.group);
        if matches!(self.group.kind, GroupKind::Note | GroupKind::Box) {
            self.group.kind = GroupKind::Text;
        }
        (self.skip, self.fresh, self.optional) = (0, true, false);
        Ok(())
    }

    fn close(&mut self) -> Result<(), ExtractError> {
        self.flush()?;
        self.skip = 0;
        let Some(outer) = self.groups.pop() else { return Ok(()) };
        match self.group.kind {
            GroupKind::Note => {
                let note = self.prose.leave()?;
                self.notes.push_str(&note);
            }
            GroupKind::Box => self.prose.leave_box()?,
            // Its characters do not go on in the text.
            GroupKind::InfoLine(_) => self.half = None,
            _ => {}
        }
        self.group = outer;
        Ok(())
    }

    /// Takes what is behind a backslash.
    fn control(&mut self) -> Result<(), ExtractError> {
        let Some((&first, rest)) = self.rest.split_first() else { return Ok(()) };
        if !first.is_ascii_alphabetic() {
            self.rest = rest;
            return self.symbol(first);
        }
        let end = self.rest.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        let digits =
            rest.iter().skip(usize::from(rest.first() == Some(&b'-'))).take_while(|b| b.is_ascii_digit()).count();
        let sign = usize::from(digits > 0 && rest.first() == Some(&b'-'));
        let (number, rest) = rest.split_at(digits + sign);
        let number: Option<i32> = str::from_utf8(number).ok().and_then(|number| number.parse().ok());
        self.rest = rest.strip_prefix(b" ").unwrap_or(rest);
        // Data that is no text at all, and may hold braces.
        if name == b"bin" {
            let length = usize::try_from(number.unwrap_or(0)).unwrap_or(0).min(self.rest.len());
            self.rest = &self.rest[length..];
            return Ok(());
        }
        if name == b"u" {
            // A number of Unicode is no stand-in, even where the one before it lacks its own.
            self.skip = 0;
        } else if self.skip > 0 {
            self.skip -= 1;
            return Ok(());
        }
        let fresh = std::mem::take(&mut self.fresh);
        let optional = std::mem::take(&mut self.optional);
        self.flush()?;
        self.word(str::from_utf8(name).unwrap_or_default(), number, fresh, optional)
    }

    fn symbol(&mut self, symbol: u8) -> Result<(), ExtractError> {
        match symbol {
            b'\'' => {
                let digits = self.rest.get(..2).and_then(|pair| str::from_utf8(pair).ok());
                if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    self.rest = &self.rest[2..];
                    self.byte(byte)?;
                }
                Ok(())
            }
            b'*' => {
                self.optional = true;
                Ok(())
            }
            b'{' | b'}' | b'\\' => self.byte(symbol),
            b'~' => self.write("\u{A0}"),
            b'_' => self.write("-"),
            b'\r' | b'\n' => self.paragraph(),
            b'\t' => self.write("\t"),
            // Hyphens that only show where a line breaks, and entries that are only for indices.
            _ => Ok(()),
        }
    }

    fn word(&mut self, name: &str, number: Option<i32>, fresh: bool, optional: bool) -> Result<(), ExtractError> {
        if (fresh || optional)
            && let Some(kind) = self.destination(name, optional)
        {
            if matches!(kind, GroupKind::Note | GroupKind::Box) {
                self.prose.enter()?;
            }
            self.group.kind = kind;
            return Ok(());
        }
        let n = number.unwrap_or(1);
        match name {
            _ if self.group.kind == GroupKind::Created => self.info.time(name, n),
            "u" => self.unicode(number.unwrap_or(0) as u16)?,
            "uc" => self.group.stand_in = usize::try_from(n).unwrap_or(1).min(16),
            "ansicpg" if self.given.is_none() => {
                self.document = code_page(n);
                self.group.encoding = self.document;
            }
            "mac" if self.given.is_none() => {
                self.document = code_page(10_000);
                self.group.encoding = self.document;
            }
            "deff" => self.font = n,
            "f" if self.group.kind == GroupKind::Fonts => self.font = number.unwrap_or(0),
            "fcharset" if self.group.kind == GroupKind::Fonts => {
                if let Some(encoding) = charset(n) {
                    self.fonts.insert(self.font, encoding);
                }
            }
            "cpg" if self.group.kind == GroupKind::Fonts => _ = self.fonts.insert(self.font, code_page(n)),
            "f" => {
                let own = self.fonts.get(&number.unwrap_or(0)).copied();
                self.group.encoding = self.given.or(own).unwrap_or(self.document);
            }
            "plain" => {
                self.group.deleted = false;
                self.group.encoding = self.document;
            }
            "deleted" => self.group.deleted = number != Some(0),
            "par" | "sect" => self.paragraph()?,
            "line" | "lbr" => {
                if self.is_text() {
                    self.prose.end_line()?;
                }
            }
            "page" if self.is_text() => {
                self.prose.end_paragraph()?;
                self.page = self.page.saturating_add(1);
                self.prose.mark(Mark::Page(self.page))?;
            }
            "cell" | "nestcell" => {
                if self.is_text() {
                    self.prose.text("\t")?;
                }
            }
            "row" | "nestrow" => {
                if self.is_text() {
                    self.prose.end_paragraph()?;
                }
            }
            _ => {
                if let Some(text) = named(name) {
                    self.write(text)?;
                }
            }
        }
        Ok(())
    }

    /// The kind of a group that begins with this control word.
    fn destination(&self, name: &str, optional: bool) -> Option<GroupKind> {
        if self.group.kind == GroupKind::Left {
            return Some(GroupKind::Left);
        }
        if self.group.kind == GroupKind::Info {
            return Some(match name {
                "title" => GroupKind::InfoLine(InfoLine::Title),
                "author" => GroupKind::InfoLine(InfoLine::Author),
                "creatim" => GroupKind::Created,
                _ => GroupKind::Left,
            });
        }
        if matches!(self.group.kind, GroupKind::InfoLine(_) | GroupKind::Created) {
            return optional.then_some(GroupKind::Left);
        }
        match name {
            "fonttbl" => Some(GroupKind::Fonts),
            "info" => Some(GroupKind::Info),
            // Not within the table of fonts, where `\*` leads to other names of a font.
            _ if self.group.kind == GroupKind::Fonts && optional => Some(GroupKind::Left),
            "footnote" => Some(GroupKind::Note),
            "shptxt" => Some(GroupKind::Box),
            "shpinst" | "shp" => Some(GroupKind::Shape),
            "colortbl" | "stylesheet" | "pict" | "header" | "headerl" | "headerr" | "headerf" | "footer"
            | "footerl" | "footerr" | "footerf" | "fldinst" | "nonshppict" | "listtext" | "pntext" | "filetbl"
            | "sp" | "shprslt" | "annotation" | "atnid" | "atnauthor" | "xe" | "tc" | "rxe" | "objdata"
            | "bkmkstart" | "bkmkend" => Some(GroupKind::Left),
            _ => optional.then_some(GroupKind::Left),
        }
    }

    fn is_text(&self) -> bool {
        matches!(self.group.kind, GroupKind::Text | GroupKind::Note | GroupKind::Box) && !self.group.deleted
    }

    /// Whether the characters of the group are kept.
    fn is_kept(&self) -> bool {
        match self.group.kind {
            GroupKind::InfoLine(line) => !self.info.is_full(line, self.bytes.len()),
            _ => self.is_text(),
        }
    }

    /// Adds characters to the text, or to the metadata.
    fn put(&mut self, text: &str) -> Result<(), ExtractError> {
        match self.group.kind {
            GroupKind::InfoLine(line) => {
                self.info.lines[line as usize].push_str(text);
                Ok(())
            }
            _ => self.prose.text(text),
        }
    }

    fn paragraph(&mut self) -> Result<(), ExtractError> {
        self.flush()?;
        if self.is_text() { self.prose.end_paragraph_with_boxes() } else { Ok(()) }
    }

    fn byte(&mut self, byte: u8) -> Result<(), ExtractError> {
        self.fresh = false;
        if self.skip > 0 {
            self.skip -= 1;
            return Ok(());
        }
        if self.is_kept() {
            self.bytes.push(byte);
            // Not for ever: what is decoded at once bounds the memory.
            if self.bytes.len() >= 1 << 20 && byte == b' ' {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), ExtractError> {
        if self.skip > 0 {
            self.skip -= 1;
            return Ok(());
        }
        self.flush()?;
        if self.is_kept() { self.put(text) } else { Ok(()) }
    }

    fn unicode(&mut self, unit: u16) -> Result<(), ExtractError> {
        self.skip = self.group.stand_in;
        if !self.is_kept() {
            return Ok(());
        }
        let first = self.half.take();
        if (0xD800..0xDC00).contains(&unit) {
            self.replace_if(first.is_some())?;
            self.half = Some(unit);
            return Ok(());
        }
        let units: Vec<u16> = first.into_iter().chain([unit]).collect();
        for c in char::decode_utf16(units) {
            match c {
                Ok('\n' | '\r') => {}
                Ok(c) => self.put(c.encode_utf8(&mut [0; 4]))?,
                Err(_) => self.replace_if(true)?,
            }
        }
        Ok(())
    }

    fn replace_if(&mut self, reason: bool) -> Result<(), ExtractError> {
        if !reason {
            return Ok(());
        }
        self.replaced += 1;
        self.put("\u{FFFD}")
    }

    /// Decodes what came since the last control word.
    fn flush(&mut self) -> Result<(), ExtractError> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        let half = self.half.take();
        self.replace_if(half.is_some())?;
        let bytes = std::mem::take(&mut self.bytes);
        let decoded = decode_as(&bytes, self.group.encoding);
        self.replaced += decoded.replaced;
        if decoded.text.contains(['\n', '\r']) {
            self.put(&decoded.text.replace(['\n', '\r'], " "))
        } else {
            self.put(&decoded.text)
        }
    }
}

/// More of a title or an author is not kept, in bytes: the longest one has fewer characters.
const LINE: usize = 4096;

/// A text of the metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InfoLine {
    Title,
    Author,
}

#[derive(Default)]
struct Info {
    /// Each [`InfoLine`].
    lines: [String; 2],
    /// Year, month and day in which it was made.
    made: [Option<i32>; 3],
}

impl Info {
    /// Whether a text with so many bytes more is as long as it may be.
    fn is_full(&self, line: InfoLine, more: usize) -> bool {
        self.lines[line as usize].len() + more >= LINE
    }

    /// Takes a control word of the time at which it was made. Those of hours and minutes say nothing here.
    fn time(&mut self, name: &str, number: i32) {
        let part = match name {
            "yr" => 0,
            "mo" => 1,
            "dy" => 2,
            _ => return,
        };
        self.made[part] = Some(number);
    }

    /// The title, the author and the day, or as much of the day as is said.
    fn metadata(&self) -> Metadata {
        let [year, month, day] = self.made;
        let year = year.filter(|year| (1..=9999).contains(year)).map(|year| format!("{year:04}"));
        let month = month.filter(|month| (1..=12).contains(month)).map(|month| format!("-{month:02}"));
        let day = day.filter(|day| (1..=31).contains(day)).map(|day| format!("-{day:02}"));
        let month = month.map(|month| month + &day.unwrap_or_default());
        let date = year.map(|year| year + &month.unwrap_or_default());
        let [title, author] = &self.lines;
        Metadata::new(title, &date.unwrap_or_default()).by(author)
    }
}

/// Characters that have a control word of their own.
fn named(word: &str) -> Option<&'static str> {
    Some(match word {
        "tab" => "\t",
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" | "enspace" | "qmspace" => " ",
        _ => return None,
    })
}

/// The encoding of a Windows code page; that of western languages where it is not known.
fn code_page(number: i32) -> Encoding {
    let label = match number {
        936 => "gbk".to_owned(),
        950 => "big5".to_owned(),
        932 => "shift_jis".to_owned(),
        949 | 1361 => "euc-kr".to_owned(),
        54_936 => "gb18030".to_owned(),
        10_000 => "macintosh".to_owned(),
        65_001 => "utf-8".to_owned(),
        866 => "ibm866".to_owned(),
        number => format!("windows-{number}"),
    };
    Encoding::of(&label).or_else(|| Encoding::of("windows-1252")).unwrap_or(Encoding::UTF_8)
}

/// The encoding of a font's character set, where it is another than the document's.
fn charset(number: i32) -> Option<Encoding> {
    let page = match number {
        77 => 10_000,
        128 => 932,
        129 | 130 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    };
    Some(code_page(page))
}
