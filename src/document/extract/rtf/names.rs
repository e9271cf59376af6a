//! Characters and encodings that control words and numbers of Rich Text mean.

use crate::document::Encoding;

/// Characters that have a control word of their own.
pub(super) fn named(word: &str) -> Option<&'static str> {
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
pub(super) fn code_page(number: i32) -> Encoding {
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
pub(super) fn charset(number: i32) -> Option<Encoding> {
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
