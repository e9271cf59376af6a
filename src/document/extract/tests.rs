//! Each format gives its text, and no file does harm.

#[allow(unreachable_pub, reason = "integration tests use it too")]
#[path = "../../../tests/support/files.rs"]
mod files;

use files::{Pdf, docx_of, epub, epub_of, odt_of, zip};
use proptest::prelude::*;

use super::*;
use crate::document::{Document, ExtractError, Format, Mark, ReadError, Source, from_bytes, metadata::are_sound};

fn read_as(name: &str, bytes: Vec<u8>) -> Result<Document, ReadError> {
    from_bytes(Source::File(name.into()), bytes)
}

fn text_of(bytes: Vec<u8>) -> String {
    let document = read_as("document", bytes).expect("read");
    document.text.to_string()
}

fn error_of(bytes: Vec<u8>) -> Option<ExtractError> {
    match read_as("document", bytes) {
        Err(ReadError::Refused { why, .. }) => Some(why),
        _ => None,
    }
}

/// The starts of pages and chapters, by the text that is there.
fn marks(document: &Document) -> Vec<(Mark, &str)> {
    let text = |landmark: &Landmark| document.text[landmark.at..].lines().next().unwrap_or_default();
    document.landmarks.iter().map(|landmark| (landmark.mark, text(landmark))).collect()
}

const PARAGRAPHS: [&str; 3] = [
    "灯塔守望者每天清晨都会记录一次海上的风向。",
    "The keeper lit the lamp & wrote “dusk” < 6 pm.",
    "夜市的牛肉饭 – 12 元",
];

#[test]
fn every_format_gives_the_same_text() {
    let expected = PARAGRAPHS.join("\n") + "\n";
    for (ending, bytes) in files::good(&PARAGRAPHS) {
        let document = read_as(&format!("a.{ending}"), bytes.clone()).unwrap();
        assert_eq!(*document.text, expected, "{ending}");
        let reading = document.reading;
        assert_eq!((reading.format.key(), reading.warnings, reading.replaced), (ending, ReadWarnings::NONE, 0));
        assert_eq!(reading.bytes, bytes.len() as u64);
        // Whatever it is called, its content says what it is.
        let misnamed = read_as("a.txt", bytes).unwrap();
        assert_eq!((&misnamed.text, misnamed.reading.format), (&document.text, reading.format));
        assert!(misnamed.reading.warnings.has(ReadWarning::Misnamed), "{ending}");
    }
}

#[test]
fn whoever_says_what_it_is_is_believed() {
    let page = || files::html(&["灯塔"]);
    let source = Source::As(Box::new(Source::File("a.html".into())), Format::Text);
    let document = from_bytes(source, page()).unwrap();
    assert!(document.text.starts_with("<!DOCTYPE html>") && document.reading.warnings.is_empty());
    let source = Source::As(Box::new(Source::File("a.txt".into())), Format::Html);
    assert_eq!(*from_bytes(source, b"no tag in it".to_vec()).unwrap().text, "no tag in it\n");
    let (gbk, ..) = encoding_rs::GBK.encode("<html><p>茶</p>");
    let said = Source::Encoded(Box::new(Source::File("a.html".into())), Encoding::of("gbk").unwrap());
    let document = from_bytes(said, gbk.into_owned()).unwrap();
    assert_eq!((&**document.text, document.reading.chosen), ("茶\n", Chosen::Given));
    let source = Source::As(Box::new(Source::File("a.docx".into())), Format::Docx);
    let error = from_bytes(source, b"plain".to_vec()).unwrap_err();
    assert_eq!(error.kind(), "broken");
}

#[test]
fn pages_of_html() {
    let table = [
        ("<html>one<br>two<br/><br>three", "one\ntwo\n\nthree\n"),
        ("<html><head><title>T</title><style>p{}</style></head><p>a<p>b", "a\nb\n"),
        ("<html><title>T</title>no head", "no head\n"),
        ("<html><body><script>if (a<b) '</p>'</script>x<script src=y></script>y", "xy\n"),
        ("<html>a <b>b</b>c\n  d<i> e</i>", "a bc d e\n"),
        ("<html><table><tr><th>1</th><th>2</th></tr><tr><td>3<td>4</table>after", "1\t2\n3\t4\nafter\n"),
        ("<html><ul><li>one<li>two</ul><pre>\n a\n  b</pre>c", "one\ntwo\n a\n  b\nc\n"),
        ("<html>&lt;p&gt; &amp;&nbsp;&#x706F;&eacute;&unknown;", "<p> &\u{a0}灯é&unknown;\n"),
        ("<html><!-- <p>no --><![CDATA[no]]><textarea>\n <b>t</b></textarea>", " <b>t</b>\n"),
        (
            "<html xmlns='http://www.w3.org/1999/xhtml'><head><script src='x'/><title/></head><p><![CDATA[a<b]]></p>",
            "a<b\n",
        ),
        ("<html><p>a</p>   \n\n  <p>  </p><div><div>b</div></div>", "a\nb\n"),
    ];
    for (page, expected) in table {
        let text = text_of(page.into());
        assert_eq!(text.trim_start_matches('\n'), expected, "{page}");
    }
    let cut = read_as("a.html", b"<html><p>text<script>never ends".to_vec()).unwrap();
    assert!(cut.reading.warnings.has(ReadWarning::Cut) && *cut.text == "text\n");
    let none = read_as("a.html", b"<html><script>all of it".to_vec()).unwrap();
    assert!(none.reading.warnings.has(ReadWarning::NoText));
    let utf16: Vec<u8> = "\u{FEFF}<html><p>灯塔".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(text_of(utf16), "灯塔\n");
    let (big5, ..) = encoding_rs::BIG5.encode("<html><meta charset=big5><p>燈塔");
    assert_eq!(text_of(big5.into_owned()), "燈塔\n");
}

#[test]
fn words_documents() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let p = |inside: &str| format!("<w:p>{inside}</w:p>");
    let boxed = |text: &str| format!("<w:txbxContent>{}</w:txbxContent>", p(&run(text)));
    let table = [
        // Inserted is text, deleted and moved away is not.
        (
            p(&format!(
                "{}<w:ins>{}</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom>{}</w:moveFrom>\
                 <w:moveTo>{}</w:moveTo>",
                run("kept "),
                run("new "),
                run("from"),
                run("to")
            )),
            "kept new to\n",
        ),
        // The end of a paragraph may be deleted too.
        (
            format!("{}{}", p(&format!("<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{}", run("one "))), p(&run("text"))),
            "one text\n",
        ),
        (p(&format!("<w:hyperlink>{}</w:hyperlink>{}", run("link"), run("<w:x/>"))), "link\n"),
        (
            p(&format!(
                "{}<mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback></mc:AlternateContent>{}",
                run("before "),
                boxed("boxed"),
                boxed("boxed"),
                run("after")
            )),
            "before after\nboxed\n",
        ),
        (
            p("<w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>"),
            "a\tb\nc\n",
        ),
        (
            format!(
                "<w:tbl><w:tr><w:tc>{0}</w:tc><w:tc>{0}{1}</w:tc></w:tr><w:tr><w:tc>{1}</w:tc></w:tr></w:tbl>{0}",
                p(&run("x")),
                p(&run("y"))
            ),
            "x\tx\ny\ny\nx\n",
        ),
        (p(&format!("<w:r><w:instrText>PAGE</w:instrText></w:r>{}", run("text"))), "text\n"),
        (
            p("<w:r><w:ruby><w:rt><w:r><w:t>dēng</w:t></w:r></w:rt>\
                 <w:rubyBase><w:r><w:t>灯</w:t></w:r></w:rubyBase></w:ruby></w:r>"),
            "灯\n",
        ),
    ];
    for (body, expected) in table {
        assert_eq!(text_of(docx_of(&body, &[])), expected, "{body}");
    }
    let notes = "<w:footnotes><w:footnote w:type=\"separator\"><w:p><w:r><w:t>no</w:t></w:r></w:p></w:footnote>\
                 <w:footnote w:id=\"1\"><w:p><w:r><w:t>a note</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let body = p(&run("text"));
    assert_eq!(text_of(docx_of(&body, &[("word/footnotes.xml", notes.as_bytes())])), "text\na note\n");
}

#[test]
fn pages_of_words_documents() {
    let pages = |body: &str| {
        let document = read_as("a.docx", docx_of(body, &[])).unwrap();
        marks(&document).into_iter().map(|(mark, text)| (mark.number(), text.to_owned())).collect::<Vec<_>>()
    };
    let p = |inside: &str, text: &str| format!("<w:p><w:r>{inside}<w:t>{text}</w:t></w:r></w:p>");
    let page = |number: u32, text: &str| (number, text.to_owned());
    assert_eq!(pages(&p("", "one")), []);
    let by_hand = p("", "one") + &p("<w:br w:type=\"page\"/>", "two") + &p("<w:br/>", "");
    assert_eq!(pages(&by_hand), [page(1, "one"), page(2, "two")]);
    let before = p("", "one") + "<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>two</w:t></w:r></w:p>";
    assert_eq!(pages(&before), [page(1, "one"), page(2, "two")]);
    // Word leaves a mark after the break that was put by hand too.
    let both = p("", "one")
        + &p("<w:br w:type=\"page\"/>", "")
        + &p("<w:lastRenderedPageBreak/>", "two")
        + &p("", "a ").replace("</w:r>", "<w:lastRenderedPageBreak/><w:t>three</w:t></w:r>");
    assert_eq!(pages(&both), [page(1, "one"), page(2, "two"), page(3, "three")]);
}

#[test]
fn open_documents() {
    let table = [
        (
            "<text:h>Title</text:h><text:p>a<text:s text:c=\"2\"/>b<text:tab/>c<text:line-break/>d</text:p>",
            "Title\na  b\tc\nd\n",
        ),
        ("<text:p> much \n white <text:span>space</text:span></text:p>no text here", "much white space\n"),
        ("<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>kept</text:p>", "kept\n"),
        (
            "<text:p>x<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>a note</text:p>\
             </text:note-body></text:note> y</text:p><text:p>z</text:p>",
            "x y\nz\na note\n",
        ),
        ("<text:p>a<office:annotation><text:p>no</text:p></office:annotation>b</text:p>", "ab\n"),
        (
            "<text:p>a<draw:frame><svg:title>no</svg:title>\
             <draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>b</text:p>",
            "ab\nboxed\n",
        ),
        (
            "<table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell>\
             <text:p>2</text:p></table:table-cell></table:table-row></table:table><text:p>3</text:p>",
            "1\t2\n3\n",
        ),
        ("<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>", "one\n"),
    ];
    for (body, expected) in table {
        assert_eq!(text_of(odt_of(body, &[])), expected, "{body}");
    }
    let paged =
        odt_of("<text:p>one <text:soft-page-break/>two</text:p><text:soft-page-break/><text:p>three</text:p>", &[]);
    let document = read_as("a.odt", paged).unwrap();
    assert_eq!(*document.text, "one two\nthree\n");
    let pages = [(Mark::Page(1), "one two"), (Mark::Page(2), "two"), (Mark::Page(3), "three")];
    assert_eq!(marks(&document), pages);
    assert_eq!(document.place_of(5).map(|place| place.mark), Some(Mark::Page(2)));
}

#[test]
fn books() {
    let document = read_as("a.epub", epub(&[&["第一章", "起风了。"], &["Chapter two"]])).unwrap();
    assert_eq!(*document.text, "第一章\n起风了。\nChapter two\n");
    assert_eq!(marks(&document), [(Mark::Chapter(1), "第一章"), (Mark::Chapter(2), "Chapter two")]);
    let (gbk, ..) = encoding_rs::GBK.encode("<?xml version='1.0' encoding='gbk'?><html><body>灯塔守望者</body></html>");
    assert_eq!(text_of(epub_of(&[gbk.into_owned()], &[])), "灯塔守望者\n");
    // A chapter that is not there.
    let full = epub(&[&["one"], &["two"]]);
    let lacking = String::from_utf8_lossy(&full).contains("page 1.xhtml");
    assert!(lacking, "the name stands in the directory as it is");
    let renamed = replaced(&full, b"OEBPS/text/page 1.xhtml", b"OEBPS/text/page X.xhtml");
    let document = read_as("a.epub", renamed).unwrap();
    assert_eq!(*document.text, "one\n");
    assert!(document.reading.warnings.has(ReadWarning::Missing));
    // Fonts may be encrypted, pages not.
    let font = b"<encryption><CipherReference URI=\"OEBPS/fonts/a.otf\"/></encryption>";
    let page = b"<encryption><enc:CipherReference URI=\"OEBPS/text/page%200.xhtml\"/></encryption>";
    assert_eq!(text_of(epub_of(&[files::html(&["x"])], &[("META-INF/encryption.xml", font)])), "x\n");
    let locked = epub_of(&[files::html(&["x"])], &[("META-INF/encryption.xml", page)]);
    assert_eq!(error_of(locked), Some(ExtractError::Encrypted));
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    while let Some(at) = memchr::memmem::find(&bytes, from) {
        bytes[at..at + from.len()].copy_from_slice(to);
    }
    bytes
}

#[test]
fn rich_text() {
    let gbk = r"{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0\fnil\fcharset134 \'cb\'ce\'cc\'e5;}{\f1\fcharset0 Arial;}}
\f0\'b5\'c6\'cb\'fe\f1  lamp\par\'81A\par}";
    let table: [(&[u8], &str); 16] = [
        (gbk.as_bytes(), "灯塔 lamp\n丄\n"),
        (br"{\rtf1\ansi{\fonttbl{\f0\fcharset136 x;}{\f1\fcharset128 y;}}\f0\'bf\'4f\f1\'93\'94\par}", "燈灯\n"),
        (br"{\rtf1\uc2\u28783\'b5\'c6\u22612 ??\uc0\u23432{\uc1\u26395?}\u-10180\u-8375\par}", "灯塔守望\u{1F349}\n"),
        (br"{\rtf1\uc1\u28783 \u22612 x}", "灯塔\n"),
        (br"{\rtf1 a\tab b\line c\emdash\ldblquote d\rdblquote\~e\_f\-g\par\par h}", "a\tb\nc—“d”\u{a0}e-fg\nh\n"),
        (br"{\rtf1{\info{\title no}}{\*\generator no;}{\stylesheet{\s1 no;}}{\header no}{\pict 0123}text}", "text\n"),
        (br"{\rtf1 a{\field{\*\fldinst HYPERLINK x}{\fldrslt link}}b}", "alinkb\n"),
        (br"{\rtf1 x{\footnote{\super 1} a note\par}y\par z}", "xy\nz\n1 a note\n"),
        (br"{\rtf1 a{\shp{\*\shpinst{\sp{\sn no}{\sv no}}{\shptxt boxed\par}}}b\par c}", "ab\nboxed\nc\n"),
        (br"{\rtf1\trowd a\cell b\cell\row c\cell\row d}", "a\tb\nc\nd\n"),
        (b"{\\rtf1 a\\bin4 }}{{b}", "ab\n"),
        (br"{\rtf1 kept {\deleted gone}{\deleted0 too}}", "kept too\n"),
        (br"{\rtf1 \{\}\\}", "{}\\\n"),
        (b"{\\rtf1 raw \xE9\\'e9}", "raw éé\n"),
        (br"{\rtf1{\listtext 1.\tab}item\par}", "item\n"),
        (br"{\rtf1 one{\*\unknown no{ too}}{\b two}}ignored", "onetwo\n"),
    ];
    for (bytes, expected) in table {
        assert_eq!(text_of(bytes.to_vec()), expected, "{}", bytes.escape_ascii());
    }
    let paged = read_as("a.rtf", br"{\rtf1 one\page two\par}".to_vec()).unwrap();
    assert_eq!(marks(&paged), [(Mark::Page(1), "one"), (Mark::Page(2), "two")]);
    let cut = read_as("a.rtf", br"{\rtf1 {\b one".to_vec()).unwrap();
    assert!(cut.reading.warnings.has(ReadWarning::Cut) && *cut.text == "one\n");
    let empty = read_as("a.rtf", br"{\rtf1{\fonttbl{\f0 ".to_vec()).unwrap();
    assert!(empty.reading.warnings.has(ReadWarning::NoText));
    let lone = read_as("a.rtf", br"{\rtf1\u-10179?x}".to_vec()).unwrap();
    assert_eq!((&**lone.text, lone.reading.replaced), ("\u{FFFD}x\n", 1));
    // The given encoding wins over the one in the file.
    let source = Source::Encoded(Box::new(Source::File("a.rtf".into())), Encoding::of("gbk").unwrap());
    let said = from_bytes(source, br"{\rtf1\ansicpg1252 \'b5\'c6}".to_vec()).unwrap();
    assert_eq!((&**said.text, said.reading.chosen), ("灯\n", Chosen::Given));
}

#[cfg(feature = "pdf")]
#[test]
fn pages_of_pdf() {
    let pages: [&[&str]; 3] = [&["灯塔守望者", "The keeper"], &[], &["第三页"]];
    for predefined in [false, true] {
        let bytes = Pdf { predefined, ..Pdf::default() }.pages(&pages);
        let document = read_as("a.pdf", bytes).unwrap();
        assert_eq!(*document.text, "灯塔守望者\nThe keeper\n第三页\n", "{predefined}");
        // Page 2 has nothing to point at.
        assert_eq!(marks(&document), [(Mark::Page(1), "灯塔守望者"), (Mark::Page(3), "第三页")]);
    }
    // Lines near each other are one paragraph.
    let lines: [&[&str]; 1] = [&["The keeper of the lighthouse wrote", "a page every evening, and exam-", "ples too."]];
    let bytes = Pdf { leading: Some(14), ..Pdf::default() }.pages(&lines);
    assert_eq!(text_of(bytes), "The keeper of the lighthouse wrote a page every evening, and examples too.\n");
    let scanned = read_as("a.pdf", files::pdf(&[&[], &[]])).unwrap();
    assert!(scanned.reading.warnings.has(ReadWarning::NoText) && scanned.text.is_empty());
}

#[cfg(feature = "pdf")]
#[test]
fn running_heads_and_feet_of_pdf_are_dropped_and_paragraphs_go_on() {
    let head = |n: u32| format!("Lights of the North 2{n}");
    let bodies = [
        ["The keeper wrote a page every evening.", "He wrote about the fog and the ships that"],
        ["passed, and about the bell.", "第二天清晨，守塔人记下了风向和浪高，还有过往的船"],
        ["只和它们的名字。", "It was the last entry of that winter."],
        ["Spring came late.", "The lamp was lit again."],
    ];
    let pages: Vec<[String; 4]> =
        (1..).zip(bodies).map(|(n, [a, b])| [head(n), a.into(), b.into(), format!("– {n} –")]).collect();
    let lines: Vec<Vec<&str>> = pages.iter().map(|page| page.iter().map(String::as_str).collect()).collect();
    let document = read_as("a.pdf", files::pdf(&lines.iter().map(Vec::as_slice).collect::<Vec<_>>())).unwrap();
    let expected = "The keeper wrote a page every evening.\n\
                    He wrote about the fog and the ships that passed, and about the bell.\n\
                    第二天清晨，守塔人记下了风向和浪高，还有过往的船只和它们的名字。\n\
                    It was the last entry of that winter.\nSpring came late.\nThe lamp was lit again.\n";
    assert_eq!((document.text.as_str(), document.reading.running), (expected, 8));
    let places = ["The keeper", "passed", "只和", "Spring"];
    assert!(document.landmarks.iter().zip(places).all(|(at, begins)| document.text[at.at..].starts_with(begins)));
    // Over a whole page.
    let parts =
        ["The keeper wrote about the fog and the ships", "that passed in the night and about the bell", "and slept."];
    let pages = parts.each_ref().map(std::slice::from_ref);
    let document = read_as("a.pdf", files::pdf(&pages)).unwrap();
    assert_eq!(*document.text, parts.join(" ") + "\n");
    assert!(document.landmarks.iter().zip(parts).all(|(at, begins)| document.text[at.at..].starts_with(begins)));
    // On two pages it may be anything.
    let document = read_as("a.pdf", files::pdf(&lines[..2].iter().map(Vec::as_slice).collect::<Vec<_>>())).unwrap();
    assert!(document.reading.running == 0 && document.text.contains("Lights of the North 22"));
}

#[test]
fn hostile_files_are_refused_or_read_in_part() {
    let deep_html = [b"<html>".to_vec(), b"<div>".repeat(200_000), b"deep".to_vec()].concat();
    assert_eq!(text_of(deep_html), "deep\n");
    let nested = |open: &str| docx_of(&open.repeat(2000), &[]);
    let table: Vec<(&str, Vec<u8>, ExtractError)> = vec![
        ("a part that is too large", files::bomb(65 << 20), ExtractError::TooMuch),
        ("too many parts", files::many_entries(20_001), ExtractError::TooMuch),
        ("parts that are the same bytes", files::overlapping(1000, 1 << 20), ExtractError::TooMuch),
        ("archives in archives", files::nested_zip(5), ExtractError::Broken),
        ("elements too deep", nested("<w:p>"), ExtractError::TooDeep),
        ("groups too deep", [b"{\\rtf1".to_vec(), b"{".repeat(100_000)].concat(), ExtractError::TooDeep),
        ("an encrypted docx", files::encrypted_docx(), ExtractError::Encrypted),
        ("an encrypted odt", files::encrypted_odt(), ExtractError::Encrypted),
        ("a doc", files::encrypted_docx()[..1000].to_vec(), ExtractError::OldOffice),
        ("an archive of anything", zip(&[("a.txt", b"text")]), ExtractError::NotADocument),
        ("an empty archive", zip(&[]), ExtractError::NotADocument),
        (
            "a table",
            zip(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")]),
            ExtractError::NotADocument,
        ),
        ("the beginning of an archive", b"PK\x03\x04".to_vec(), ExtractError::Broken),
        ("a book that names no page", zip(&[("META-INF/container.xml", b"<a/>")]), ExtractError::Broken),
    ];
    for (what, bytes, expected) in table {
        assert_eq!(error_of(bytes), Some(expected), "{what}");
    }
    // No entity is expanded, no file read.
    assert_eq!(text_of(files::billion_laughs()), "before &e9; &out; after\n");
    assert_eq!(text_of(files::traversal("text")), "text\n");
}

#[cfg(feature = "pdf")]
#[test]
fn hostile_pdfs() {
    assert_eq!(error_of(files::encrypted_pdf()), Some(ExtractError::Encrypted));
    for (what, bytes) in [
        ("endless", files::endless_pdf()),
        ("deep", files::deep_pdf(3000)),
        ("nested", files::nested_pdf(3000)),
        ("only a head", b"%PDF-1.7\n".to_vec()),
    ] {
        match read_as("a.pdf", bytes) {
            Ok(document) => assert!(document.reading.warnings.has(ReadWarning::NoText), "{what}: {document:?}"),
            Err(ReadError::Refused { why: ExtractError::Broken | ExtractError::TooMuch, .. }) => {}
            Err(error) => panic!("{what}: {error:?}"),
        }
    }
}

#[test]
fn pages_may_be_long_and_tags_too() {
    let attributes = (0..2000).map(|n| format!(" 第{n}='>'")).collect::<Vec<_>>().concat();
    let paragraph = format!("<p{attributes}>灯塔<br{attributes}/>守望者");
    assert_eq!(text_of(format!("<html>{}", paragraph.repeat(9)).into()), "灯塔\n守望者\n".repeat(9));
}

#[test]
fn a_carriage_return_that_was_spelled_out_is_white_space() {
    let page = "<!doctype html><pre>one&#13;two&#xd;\nthree</pre><p>four&#xD;five</p>";
    assert_eq!(text_of(page.into()), "one two\nthree\nfour five\n");
    assert_eq!(text_of(docx_of("<w:p><w:r><w:t>one&#13;two</w:t></w:r></w:p>", &[])), "one two\n");
    assert_eq!(text_of(odt_of("<text:p>one&#xD;two</text:p>", &[])), "one two\n");
}

/// What holds for whatever was read.
fn is_sound(document: &Document) {
    assert!(are_sound(&document.landmarks, &document.text));
    assert!(!document.text.contains('\r'));
    assert!(document.text.matches('\u{FFFD}').count() >= document.reading.replaced);
}

#[test]
fn files_cut_anywhere_are_read_in_part_or_refused() {
    for (ending, bytes) in files::good(&["灯塔守望者", "lamp"]) {
        for cut in 0..bytes.len() {
            match read_as(&format!("a.{ending}"), bytes[..cut].to_vec()) {
                Ok(document) => {
                    is_sound(&document);
                    // Nothing is lost without a word.
                    let reading = document.reading;
                    let whole = document.text.contains("灯塔守望者") && document.text.contains("lamp");
                    assert!(whole || !reading.warnings.is_empty() || cut < 12 || ending == "html", "{ending} {cut}");
                }
                Err(error) => assert_eq!(error.place(), format!("a.{ending}"), "{cut}: {error:?}"),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_in_any_format(
        format in prop::sample::select(&Format::ALL[..]), bytes in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let source = Source::As(Box::new(Source::Stdin), format);
        if let Ok(document) = from_bytes(source, bytes) {
            is_sound(&document);
        }
    }

    #[test]
    fn good_files_with_some_bytes_changed(
        which in 0usize..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let (_, mut bytes) = files::good(&PARAGRAPHS).swap_remove(which);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(document) = read_as("document", bytes) {
            is_sound(&document);
        }
    }

    /// Markup of every kind thrown together, in the formats in which markup is not packed.
    #[test]
    fn markup_soup(parts in prop::collection::vec(prop::sample::select(SOUP), 0..60)) {
        let soup = parts.concat();
        for bytes in [
            format!("<html>{soup}").into_bytes(),
            format!("{{\\rtf1{soup}").into_bytes(),
            docx_of(&soup, &[]),
            odt_of(&soup, &[]),
        ] {
            if let Ok(document) = read_as("document", bytes) {
                is_sound(&document);
            }
        }
    }

    #[test]
    fn texts_come_out_as_they_went_in(
        paragraphs in prop::collection::vec("[灯塔守望者每天a-zA-Z0-9，。]([灯塔守望者 a-z，。！&<]{0,12}[灯塔守望者a-z。])?", 1..6),
        format in 0usize..5,
    ) {
        let spaced = |text: &String| text.split(' ').filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
        let paragraphs: Vec<String> = paragraphs.iter().map(spaced).collect();
        let lines: Vec<&str> = paragraphs.iter().map(String::as_str).collect();
        let (ending, bytes) = files::good(&lines).swap_remove(format);
        let document = read_as(&format!("a.{ending}"), bytes).unwrap();
        prop_assert_eq!(&**document.text, lines.join("\n") + "\n");
    }
}

const SOUP: &[&str] = &[
    "text",
    "灯塔 ",
    "<w:p>",
    "</w:p>",
    "<w:t>",
    "</w:t>",
    "<w:tr>",
    "</w:tr>",
    "<w:tc>",
    "</w:tc>",
    "<w:br w:type=\"page\"/>",
    "<w:lastRenderedPageBreak/>",
    "<w:txbxContent>",
    "</w:txbxContent>",
    "<mc:AlternateContent>",
    "<mc:Choice>",
    "<mc:Fallback>",
    "<text:p>",
    "</text:p>",
    "<text:soft-page-break/>",
    "<text:note-body>",
    "</text:note-body>",
    "<draw:text-box>",
    "</draw:text-box>",
    "<table:table-row>",
    "<table:table-cell>",
    "<text:s text:c=\"9\"/>",
    "<td>",
    "<tr>",
    "<pre>",
    "\n",
    "</pre>",
    "<br>",
    "<script>",
    "</script>",
    "<title>",
    "<head>",
    "{",
    "}",
    "\\par ",
    "\\u28783",
    "\\'b5",
    "\\page ",
    "\\footnote ",
    "\\info",
    "\\title ",
    "\\creatim",
    "\\yr9",
    "\\shptxt ",
    "\\cell ",
    "\\row ",
    "\\bin9 ",
    "\\*",
    "\\uc9 ",
    "\\f1 ",
    "&amp;",
    "&x;",
    "<",
    "\t ",
];

#[test]
fn titles_dates_and_authors_are_those_of_the_formats() {
    let core = b"<cp:coreProperties xmlns:dc='d' xmlns:dcterms='t'><dc:title>The keeper &amp; the fog</dc:title>\
                 <dc:creator>Han Mei</dc:creator>\
                 <dcterms:created>2026-11-22T10:00:00Z</dcterms:created></cp:coreProperties>";
    let meta = "<office:document-meta><office:meta><dc:title>灯塔</dc:title>\
                <meta:creation-date>2025-03-02T08:00:00</meta:creation-date><dc:date>2026-01-01</dc:date>\
                <dc:creator>an editor</dc:creator><meta:initial-creator>韩梅</meta:initial-creator>\
                </office:meta></office:document-meta>";
    let page = "<html><head><title>A\n page</title><meta name='date' content='2024-09-10'>\
                <meta name='Author' content='H. Mei'></head><p>text";
    let word = docx_of("<w:p><w:r><w:t>text</w:t></w:r></w:p>", &[("docProps/core.xml", core)]);
    let files: [(&str, Vec<u8>, [&str; 3]); 3] = [
        ("a.docx", word, ["The keeper & the fog", "2026-11-22", "Han Mei"]),
        ("a.odt", odt_of("<text:p>text</text:p>", &[("meta.xml", meta.as_bytes())]), ["灯塔", "2025-03-02", "韩梅"]),
        ("a.html", page.into(), ["A page", "2024-09-10", "H. Mei"]),
    ];
    for (name, bytes, expected) in files {
        let metadata = read_as(name, bytes).expect("read").metadata;
        assert_eq!([metadata.title, metadata.date, metadata.author].map(Option::unwrap_or_default), expected, "{name}");
    }
    let plain = read_as("a.txt", b"text".to_vec()).expect("read");
    assert_eq!(plain.metadata, Metadata::default());
}

#[test]
fn title_and_date_of_rich_text_are_those_of_its_info_group() {
    let day = r"{\creatim\yr2026\mo3\dy7\hr9\min30}";
    let info = |info: &str| format!(r"{{\rtf1\ansi\ansicpg1251{{\fonttbl{{\f1\fcharset134 x;}}}}{{\info{info}}}text}}");
    let kept = "long ".repeat(60);
    let long = format!(r"{{\title {}}}", "long ".repeat(1_000_000));
    let cases = [
        (
            format!(r"{{\title The \{{keeper\}}\tab{{\b  and}} the fog}}{{\author no}}{day}"),
            "The {keeper} and the fog",
            "2026-03-07",
        ),
        (r"{\title \'cc\'e0\'ff\'ea}{\creatim\yr1987}".into(), "Маяк", "1987"),
        (r"{\title\f1 \'b5\'c6\'cb\'fe}{\creatim\yr1987\mo13\dy1}".into(), "灯塔", "1987"),
        (
            r"{\title \uc2\u28783\'b5\'c6\u22612 ??\uc1\u-10180?\u-8375?}{\creatim\yr0\mo1\dy1}".into(),
            "灯塔\u{1F349}",
            "",
        ),
        (
            r"{\title{\*\unknown no}{\footnote a}\page\par\cell b}{\subject no}{\creatim\yr5\mo4}".into(),
            "ab",
            "0005-04",
        ),
        (r"{\title \u-10180?}{\revtim\yr2000\mo1\dy1}".into(), "", ""),
        (r"{\title}{\creatim no}".into(), "", ""),
        (long, &*kept, ""),
    ];
    for (group, title, date) in cases {
        let read = read_as("a.rtf", info(&group).into_bytes()).expect("read");
        let shown = group.chars().take(60).collect::<String>();
        assert_eq!(read.text.as_str(), "text\n", "{shown}");
        let Metadata { title: found, date: day, .. } = read.metadata;
        assert_eq!(
            (found.as_deref().unwrap_or_default(), day.as_deref().unwrap_or_default()),
            (title, date),
            "{shown}"
        );
    }
    let by = read_as("a.rtf", info(r"{\title a}{\author \'cc\'e0\'ff \b Han}").into_bytes()).expect("read");
    assert_eq!(by.metadata.author.as_deref(), Some("Мая Han"));
    let outside = read_as("a.rtf", br"{\rtf1{\title no}{\creatim\yr9}text}".to_vec()).expect("read");
    assert_eq!(outside.metadata, Metadata::default());
}
