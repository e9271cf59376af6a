//! Makes documents of every format that is read, good ones and hostile ones, so that no test needs a file from
//! elsewhere.
//!
//! Who includes this need not use all of it.
#![allow(
    dead_code,
    clippy::format_push_string,
    clippy::format_collect,
    clippy::doc_markdown,
    clippy::needless_for_each
)]

use std::io::{Cursor, Write};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// An archive of these entries, each compressed.
pub fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        // The first entry of some formats must be readable without unpacking.
        let stored = *name == "mimetype" || bytes.is_empty();
        let method = if stored { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).expect("begun");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("finished").into_inner()
}

/// Text as it may be in markup.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A page with these paragraphs.
pub fn html(paragraphs: &[&str]) -> Vec<u8> {
    let body: String = paragraphs.iter().map(|text| format!("<p>{}</p>\n", escaped(text))).collect();
    format!("<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>No</title></head><body>{body}</body></html>")
        .into_bytes()
}

/// A Word document with these paragraphs.
pub fn docx(paragraphs: &[&str]) -> Vec<u8> {
    let text = |text: &&str| format!("<w:p><w:r><w:t xml:space=\"preserve\">{}</w:t></w:r></w:p>", escaped(text));
    docx_of(&paragraphs.iter().map(text).collect::<String>(), &[])
}

/// A Word document with this body, and these parts beside it.
pub fn docx_of(body: &str, parts: &[(&str, &[u8])]) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><w:document xmlns:w=\"w\"><w:body>{body}\
         <w:sectPr/></w:body></w:document>"
    );
    let relations = "<Relationships><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/\
                     2006/relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>";
    let mut entries: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", b"<Types/>"),
        ("_rels/.rels", relations.as_bytes()),
        ("word/document.xml", document.as_bytes()),
    ];
    entries.extend(parts);
    zip(&entries)
}

/// An OpenDocument text with these paragraphs.
pub fn odt(paragraphs: &[&str]) -> Vec<u8> {
    let text = |text: &&str| format!("<text:p>{}</text:p>", escaped(text));
    odt_of(&paragraphs.iter().map(text).collect::<String>(), &[])
}

/// An OpenDocument text with this body, and these parts beside it.
pub fn odt_of(body: &str, parts: &[(&str, &[u8])]) -> Vec<u8> {
    let content = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content><office:body><office:text>{body}\
         </office:text></office:body></office:document-content>"
    );
    let mut entries: Vec<(&str, &[u8])> =
        vec![("mimetype", b"application/vnd.oasis.opendocument.text"), ("content.xml", content.as_bytes())];
    entries.extend(parts);
    zip(&entries)
}

/// A book with these chapters, each of these paragraphs.
pub fn epub(chapters: &[&[&str]]) -> Vec<u8> {
    let pages: Vec<Vec<u8>> = chapters.iter().map(|paragraphs| html(paragraphs)).collect();
    epub_of(&pages, &[])
}

/// A book with these pages in its spine, listed the other way round, and these parts beside them.
pub fn epub_of(pages: &[Vec<u8>], parts: &[(&str, &[u8])]) -> Vec<u8> {
    let container = "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\"/></rootfiles></container>";
    let names: Vec<String> = (0..pages.len()).map(|n| format!("OEBPS/text/page {n}.xhtml")).collect();
    let items: String =
        (0..pages.len()).rev().map(|n| format!("<item id=\"p{n}\" href=\"text/page%20{n}.xhtml\"/>")).collect();
    let order: String = (0..pages.len()).map(|n| format!("<itemref idref=\"p{n}\"/>")).collect();
    let package = format!("<package><manifest>{items}</manifest><spine>{order}</spine></package>");
    let mut entries: Vec<(&str, &[u8])> = vec![
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", container.as_bytes()),
        ("OEBPS/book.opf", package.as_bytes()),
    ];
    entries.extend(names.iter().map(String::as_str).zip(pages.iter().map(Vec::as_slice)));
    entries.extend(parts);
    zip(&entries)
}

/// A Rich Text document with these paragraphs, their characters as numbers of Unicode.
pub fn rtf(paragraphs: &[&str]) -> Vec<u8> {
    let mut body = String::new();
    for paragraph in paragraphs {
        for unit in paragraph.encode_utf16() {
            match u8::try_from(unit).map(char::from) {
                Ok(c @ ('\\' | '{' | '}')) => body += &format!("\\{c}"),
                Ok(c) if c.is_ascii() => body.push(c),
                _ => body += &format!("\\u{}?", unit.cast_signed()),
            }
        }
        body += "\\par\n";
    }
    format!("{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{{\\f0\\fswiss Arial;}}}}\\uc1\n{body}}}").into_bytes()
}

/// A PDF with these pages, each of these lines far from each other.
pub fn pdf(pages: &[&[&str]]) -> Vec<u8> {
    Pdf::default().pages(pages)
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Pdf {
    /// The encoding of its text is one of Adobe's for Chinese, and no table says which characters that makes.
    pub predefined: bool,
    /// From line to line, in points.
    pub leading: Option<u32>,
}

impl Pdf {
    /// With these pages.
    pub fn pages(self, pages: &[&[&str]]) -> Vec<u8> {
        let mut objects: Vec<Vec<u8>> = Vec::new();
        let kids: String = (0..pages.len()).map(|n| format!("{} 0 R ", 6 + 2 * n)).collect();
        objects.push(b"<< /Type /Catalog /Pages 2 0 R >>".to_vec());
        objects.push(format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()).into_bytes());
        let (encoding, unicode) =
            if self.predefined { ("UniGB-UCS2-H", "") } else { ("Identity-H", "/ToUnicode 5 0 R") };
        let font = format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /{encoding} /DescendantFonts [4 0 R] {unicode} >>"
        );
        objects.push(font.into_bytes());
        let ordering = if self.predefined { "GB1" } else { "Identity" };
        objects.push(
            format!(
                "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering \
                 ({ordering}) /Supplement 0 >> /DW 1000 >>"
            )
            .into_bytes(),
        );
        objects.push(stream(to_unicode(pages).as_bytes()));
        for (n, lines) in pages.iter().enumerate() {
            objects.push(
                format!(
                    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000 2000] /Resources << /Font << /F1 3 0 R >> >> \
                     /Contents {} 0 R >>",
                    7 + 2 * n
                )
                .into_bytes(),
            );
            let mut content = String::new();
            for (row, line) in lines.iter().enumerate() {
                let hex: String = line.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
                let y = 1900 - row as u32 * self.leading.unwrap_or(60);
                content += &format!("BT /F1 12 Tf 72 {y} Td <{hex}> Tj ET\n");
            }
            objects.push(stream(content.as_bytes()));
        }
        assemble(&objects, "")
    }
}

/// The table that says which character each code stands for: itself.
fn to_unicode(pages: &[&[&str]]) -> String {
    let mut units: Vec<u16> =
        pages.iter().flat_map(|lines| lines.iter()).flat_map(|line| line.encode_utf16()).collect();
    units.sort_unstable();
    units.dedup();
    let mut table = String::from("begincmap\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n");
    for some in units.chunks(100) {
        table += &format!("{} beginbfchar\n", some.len());
        some.iter().for_each(|unit| table += &format!("<{unit:04X}> <{unit:04X}>\n"));
        table += "endbfchar\n";
    }
    table + "endcmap\n"
}

fn stream(bytes: &[u8]) -> Vec<u8> {
    let mut object = format!("<< /Length {} >>\nstream\n", bytes.len()).into_bytes();
    object.extend(bytes);
    object.extend(b"\nendstream");
    object
}

/// A PDF of these objects, of which the first is the root.
pub fn assemble(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec();
    let mut places = Vec::new();
    for (n, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", n + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    places.iter().for_each(|place| file.extend(format!("{place:010} 00000 n \n").bytes()));
    file.extend(
        format!("trailer\n<< /Size {} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1)
            .bytes(),
    );
    file
}

// ---- Hostile files
// -----------------------------------------------------------------------------------------------------

/// A good file of each format, with its usual ending.
pub fn good(paragraphs: &[&str]) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("html", html(paragraphs)),
        ("docx", docx(paragraphs)),
        ("odt", odt(paragraphs)),
        ("epub", epub(&[paragraphs])),
        ("rtf", rtf(paragraphs)),
        ("pdf", pdf(&[paragraphs])),
    ]
}

/// A Word document whose text unpacks to so many bytes of zeros, or of letters.
pub fn bomb(bytes: usize) -> Vec<u8> {
    let mut text = b"<w:document><w:p><w:t>".to_vec();
    text.resize(bytes, b'a');
    zip(&[("[Content_Types].xml", b""), ("word/document.xml", &text)])
}

/// An archive whose entries are so many that nobody would count them.
pub fn many_entries(n: usize) -> Vec<u8> {
    let names: Vec<String> = (0..n).map(|n| format!("word/{n}")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    zip(&entries)
}

/// A book whose many chapters all are the same bytes of the file: the directory names them again and again. Their
/// checksum is wrong besides, which is seen only when all of it is unpacked.
pub fn overlapping(chapters: usize, size: usize) -> Vec<u8> {
    let page = vec![0; size];
    let container = b"<container><rootfile full-path=\"book.opf\"/></container>";
    let mut package = String::from("<package><manifest>");
    (0..chapters).for_each(|n| package += &format!("<item id=\"p{n:05}\" href=\"{n:05}\"/>"));
    package += "</manifest><spine>";
    (0..chapters).for_each(|n| package += &format!("<itemref idref=\"p{n:05}\"/>"));
    package += "</spine></package>";
    let file = zip(&[("META-INF/container.xml", container), ("book.opf", package.as_bytes()), ("00000", &page)]);
    // The directory is parsed and put together again with one entry more for each chapter.
    let end = file.len() - 22;
    let directory = u32::from_le_bytes(file[end + 16..end + 20].try_into().expect("four bytes")) as usize;
    let name = file[directory..end].windows(5).rposition(|name| name == b"00000").expect("the chapter") + directory;
    let mut all = file[..end].to_vec();
    all[name - 30] ^= 0xFF;
    let entry = all[name - 46..end].to_vec();
    for n in 1..chapters {
        let begin = all.len();
        all.extend(&entry);
        all[begin + 46..begin + 51].copy_from_slice(format!("{n:05}").as_bytes());
    }
    let size = (all.len() - directory) as u32;
    let count = (chapters + 2) as u16;
    let mut tail = file[end..].to_vec();
    tail[8..10].copy_from_slice(&count.to_le_bytes());
    tail[10..12].copy_from_slice(&count.to_le_bytes());
    tail[12..16].copy_from_slice(&size.to_le_bytes());
    [all, tail].concat()
}

/// A Word document that refers to an entity of an entity of an entity, ten of each.
pub fn billion_laughs() -> Vec<u8> {
    let mut xml = String::from("<!DOCTYPE d [<!ENTITY e0 \"lol\">");
    (1..10).for_each(|n| xml += &format!("<!ENTITY e{n} \"{}\">", format!("&e{};", n - 1).repeat(10)));
    xml += "<!ENTITY out SYSTEM \"file:///etc/passwd\">]>";
    xml += "<w:document><w:p><w:t>before &e9; &out; after</w:t></w:p></w:document>";
    zip(&[("[Content_Types].xml", b""), ("word/document.xml", xml.as_bytes())])
}

/// A good Word document among entries that lead out of any folder it might be unpacked to.
pub fn traversal(text: &str) -> Vec<u8> {
    let body = format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    docx_of(&body, &[("../../evil.txt", b"evil"), ("/tmp/evil.txt", b"evil"), ("..\\evil.txt", b"evil")])
}

/// A document encrypted in the manner of Word: a container of before 2007 with the package in it.
pub fn encrypted_docx() -> Vec<u8> {
    let mut file = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    file.resize(1024, 0);
    file.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    file.resize(4096, 0);
    file
}

/// An OpenDocument text whose parts are encrypted.
pub fn encrypted_odt() -> Vec<u8> {
    let manifest = b"<manifest:manifest><manifest:file-entry manifest:full-path=\"content.xml\">\
                     <manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
    zip(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", b"\x93\x11\xfe\x00noise"),
        ("META-INF/manifest.xml", manifest),
    ])
}

/// A PDF that needs a password.
pub fn encrypted_pdf() -> Vec<u8> {
    let hex = |byte: u8| format!("<{}>", format!("{byte:02X}").repeat(32));
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>".to_vec(),
        format!("<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O {} /U {} >>", hex(0x11), hex(0x22)).into_bytes(),
    ];
    assemble(&objects, &format!("/Encrypt 4 0 R /ID [{0} {0}]", "<00112233445566778899AABBCCDDEEFF>"))
}

/// A PDF whose pages lead in a circle and claim to be without number.
pub fn endless_pdf() -> Vec<u8> {
    assemble(
        &[
            b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
            b"<< /Type /Pages /Kids [3 0 R 3 0 R 2 0 R] /Count 2147483647 >>".to_vec(),
            b"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 2147483647 >>".to_vec(),
        ],
        "",
    )
}

/// A PDF whose tree of pages is a chain of so many nodes.
pub fn deep_pdf(depth: usize) -> Vec<u8> {
    let mut objects = vec![b"<< /Type /Catalog /Pages 2 0 R >>".to_vec()];
    objects.extend((0..depth).map(|n| format!("<< /Type /Pages /Kids [{} 0 R] /Count 1 >>", n + 3).into_bytes()));
    objects.push(b"<< /Type /Page /MediaBox [0 0 100 100] >>".to_vec());
    assemble(&objects, "")
}

/// A PDF with an object that is so many arrays in each other.
pub fn nested_pdf(depth: usize) -> Vec<u8> {
    let nested = [b"[".repeat(depth), b"]".repeat(depth)].concat();
    assemble(
        &[
            [b"<< /Type /Catalog /Pages 2 0 R /Names ".to_vec(), nested, b" >>".to_vec()].concat(),
            b"<< /Type /Pages /Kids [] /Count 0 >>".to_vec(),
        ],
        "",
    )
}

/// A small PDF whose one page unpacks to so many million operators.
pub fn operators_pdf(millions: usize) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    (0..millions).for_each(|_| packed.write_all(&b"q ".repeat(1 << 20)).expect("written"));
    let packed = packed.finish().expect("finished");
    let mut content = format!("<< /Length {} /Filter /FlateDecode >>\nstream\n", packed.len()).into_bytes();
    content.extend(packed);
    content.extend(b"\nendstream");
    assemble(
        &[
            b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>".to_vec(),
            content,
        ],
        "",
    )
}

/// An archive in an archive in an archive, so many deep, each called as a document is.
pub fn nested_zip(depth: usize) -> Vec<u8> {
    (0..depth).fold(docx(&["inmost"]), |inner, _| zip(&[("[Content_Types].xml", b""), ("word/document.xml", &inner)]))
}
