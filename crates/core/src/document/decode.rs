//! Chooses an encoding and decodes. The order is on [the module's page](super).

use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, GB18030, GBK, UTF_8};

use super::{Chosen, utf16};

/// A character encoding of the Encoding Standard of WHATWG, or UTF-32.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Encoding(Coding);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Coding {
    Web(&'static encoding_rs::Encoding),
    Utf32(ByteOrder),
}

impl Encoding {
    /// The default encoding of texts.
    pub const UTF_8: Self = Self(Coding::Web(UTF_8));

    /// The encoding of that label in the Encoding Standard of WHATWG (`gbk`, `shift_jis`, `latin1` …), or `utf-32le` or
    /// `utf-32be`, in any case.
    pub fn of(label: &str) -> Option<Self> {
        let label = label.trim();
        if let Some(order) = ByteOrder::ALL.into_iter().find(|order| order.name().eq_ignore_ascii_case(label)) {
            return Some(Self(Coding::Utf32(order)));
        }
        let found = encoding_rs::Encoding::for_label(label.as_bytes())?;
        // "replacement" decodes nothing on purpose.
        (found != encoding_rs::REPLACEMENT).then_some(Self::web(if found == GBK { GB18030 } else { found }))
    }

    fn web(encoding: &'static encoding_rs::Encoding) -> Self {
        Self(Coding::Web(encoding))
    }

    /// The encoding that a byte order mark names, and the length of the mark in bytes. The mark of UTF-16LE followed by
    /// a NUL is that of UTF-32LE, because no text begins with NUL.
    fn for_bom(bytes: &[u8]) -> Option<(Self, usize)> {
        if let Some(order) = ByteOrder::for_bom(bytes) {
            return Some((Self(Coding::Utf32(order)), 4));
        }
        encoding_rs::Encoding::for_bom(bytes).map(|(encoding, length)| (Self::web(encoding), length))
    }

    /// The name in the Encoding Standard of WHATWG, as in `UTF-8`, `UTF-16LE`, `GB18030` (spelt there `gb18030`) and
    /// `windows-1252`; besides `UTF-32LE` and `UTF-32BE`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Coding::Web(encoding) if encoding == GB18030 => "GB18030",
            Coding::Web(encoding) => encoding.name(),
            Coding::Utf32(order) => order.name(),
        }
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Encoding").field(&self.name()).finish()
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The byte order of UTF-32, which the WHATWG Encoding Standard does not include: it is read only by its byte order
/// mark, or if requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    const ALL: [Self; 2] = [Self::Little, Self::Big];

    fn name(self) -> &'static str {
        match self {
            Self::Little => "UTF-32LE",
            Self::Big => "UTF-32BE",
        }
    }

    /// The order given by the four bytes of a mark at the beginning.
    fn for_bom(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xFE, 0, 0, ..] => Some(Self::Little),
            [0, 0, 0xFE, 0xFF, ..] => Some(Self::Big),
            _ => None,
        }
    }
}

/// A text from bytes.
pub struct Decoded {
    /// The text without byte order mark, with the line ends that it had.
    pub text: String,
    /// The encoding the bytes were read in.
    pub encoding: Encoding,
    /// The reason for the encoding.
    pub chosen: Chosen,
    /// Places that mean nothing in this encoding; each became a U+FFFD.
    pub replaced: usize,
}

impl Decoded {
    fn new(bytes: &[u8], encoding: Encoding, chosen: Chosen) -> Self {
        let (text, replaced) = match encoding.0 {
            Coding::Web(encoding) => decode_web(encoding, bytes),
            Coding::Utf32(order) => decode_utf32(bytes, order),
        };
        Self { text, encoding, chosen, replaced }
    }

    /// Returns true if there are too many characters that do not occur in texts.
    fn is_binary(&self) -> bool {
        let too_many = |controls: usize, characters: usize| {
            let bad = controls + self.replaced;
            match self.chosen {
                // That bytes are valid UTF-8 is no accident, unless most are control characters; a table whose columns
                // are parted by ^A has many.
                Chosen::Utf8 | Chosen::Utf8Damaged => 2 * bad > characters,
                Chosen::Bom if self.encoding == Encoding::UTF_8 => 2 * bad > characters,
                // Any bytes at all are text in some old encoding. Random ones are one tenth control characters; text
                // has next to none, but a short one may have a damaged place or two.
                Chosen::Bom | Chosen::Utf16Test | Chosen::Declared | Chosen::Detected => bad > 2 + characters / 20,
                // Whoever says what it is, knows.
                Chosen::Given | Chosen::Format => false,
            }
        };
        // The bytes that controls begin with are counted many at a time, and nearly always there are too few of them,
        // however long each character is.
        let begins = |byte: &u8| u8::from(matches!(byte, 0..=0x1F | 0x7F | 0xC2));
        let chunks = self.text.as_bytes().chunks(usize::from(u8::MAX));
        let candidates = chunks.map(|chunk| usize::from(chunk.iter().map(begins).sum::<u8>())).sum();
        too_many(candidates, self.text.len() / 4)
            && too_many(self.text.chars().filter(|&c| is_stray_control(c)).count(), self.text.chars().count())
    }

    fn unless_binary(self) -> Option<Self> {
        (!self.is_binary()).then_some(self)
    }
}

/// Decodes `bytes`; `None` if they are not text.
pub fn decode(mut bytes: Vec<u8>) -> Option<Decoded> {
    if let Some((encoding, length)) = Encoding::for_bom(&bytes) {
        if encoding == Encoding::UTF_8 {
            bytes.drain(..length);
            return match String::from_utf8(bytes) {
                Ok(text) => Decoded { text, encoding: Encoding::UTF_8, chosen: Chosen::Bom, replaced: 0 },
                Err(error) => Decoded::new(error.as_bytes(), encoding, Chosen::Bom),
            }
            .unless_binary();
        }
        return Decoded::new(&bytes[length..], encoding, Chosen::Bom).unless_binary();
    }
    if memchr::memchr(0, &bytes).is_some() {
        return decode_utf16(&bytes);
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => {
            let valid = Decoded { text, encoding: Encoding::UTF_8, chosen: Chosen::Utf8, replaced: 0 };
            return valid.unless_binary();
        }
        Err(error) => error.into_bytes(),
    };
    if is_damaged_utf8(&bytes) {
        return Decoded::new(&bytes, Encoding::UTF_8, Chosen::Utf8Damaged).unless_binary();
    }
    if let Some(encoding) = declared(&bytes) {
        let encoding = if encoding == GBK { GB18030 } else { encoding };
        let read = Decoded::new(&bytes, Encoding::web(encoding), Chosen::Declared);
        // Declarations are often wrong.
        if read.replaced == 0 && !read.is_binary() {
            return Some(read);
        }
    }
    // Chinese UTF-16 without any ASCII has no NUL. To ask for it earlier would break Shift_JIS and GBK.
    Decoded::new(&bytes, Encoding::web(detect(&bytes)), Chosen::Detected)
        .unless_binary()
        .or_else(|| decode_utf16(&bytes))
}

/// Decodes `bytes` in a given encoding. This never fails.
pub fn decode_as(bytes: &[u8], encoding: Encoding) -> Decoded {
    let mark = match Encoding::for_bom(bytes) {
        Some((marked, length)) if marked == encoding => length,
        _ => 0,
    };
    Decoded::new(&bytes[mark..], encoding, Chosen::Given)
}

/// Returns true if `bytes`, which are not valid UTF-8, are UTF-8 nevertheless, with some places damaged.
///
/// They are if at least two whole multi-byte characters stand for each broken place. This does not happen by chance in
/// other encodings: of 3,000 pieces of 16 characters (and as many of 24, 32 and 64), at most one in GBK had as many,
/// and none in Big5, Shift-JIS, EUC-JP, EUC-KR or the code pages of Thai, Russian, Greek and Arabic.
///
/// A character cut off at the very front is one place, however many bytes are left of it.
/// A text whose only damage is that its last character is cut off is UTF-8 if it has one whole multi-byte character.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let front = bytes.iter().take(3).take_while(|byte| (0x80..0xC0).contains(*byte)).count();
    let mut broken = usize::from(front > 0);
    let mut whole = 0usize;
    for chunk in bytes[front..].utf8_chunks() {
        whole += chunk.valid().bytes().filter(|byte| *byte >= 0xC0).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    let cut = str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none());
    whole >= 2 * broken || (cut && whole >= 1)
}

/// The number of bytes searched for a declaration; the HTML standard's prescan ends there too.
const HEAD: usize = 1024;

/// The encoding that the head of an HTML or XML text declares: read as browsers and XML parsers do, as far as plain
/// text goes, only in the places where a declaration may be. Never UTF-16: that could not be read as ASCII, and here it
/// was.
fn declared(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    // ASCII bytes mean the same in all encodings that can declare themselves; the others are only skipped.
    let head: String = bytes.iter().take(HEAD).map(|&byte| char::from(byte).to_ascii_lowercase()).collect();
    let label = xml_label(&head).or_else(|| html_label(&head))?;
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
    encoding.is_ascii_compatible().then_some(encoding)
}

/// `<?xml … encoding="LABEL"?>` at the very start.
fn xml_label(head: &str) -> Option<&str> {
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?;
    attribute(declaration, "encoding")
}

/// `<meta charset=LABEL>`, or `<meta http-equiv=… content="text/html; charset=LABEL">`.
fn html_label(head: &str) -> Option<&str> {
    // Nothing that says it is a page, nothing to believe: prose about HTML quotes such tags too.
    let start = head.trim_start_matches(|c: char| c.is_ascii_whitespace());
    if !["<!doctype html", "<html", "<head", "<meta", "<!--", "<?xml"].iter().any(|tag| start.starts_with(tag)) {
        return None;
    }
    head.split("<meta").skip(1).find_map(|tag| attribute(tag.split('>').next()?, "charset"))
}

/// The value of `name=` in a tag, with or without quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut after = tag.match_indices(name).map(|(at, _)| tag[at + name.len()..].trim_start());
    let given = after.find_map(|rest| rest.strip_prefix('='))?.trim_start();
    let given = given.trim_start_matches(['"', '\'']);
    let end = given.find(|c: char| matches!(c, '"' | '\'' | ';' | '/' | '?') || c.is_ascii_whitespace());
    Some(&given[..end.unwrap_or(given.len())]).filter(|label| !label.is_empty())
}

/// The number of bytes given to chardetng, from the first that is not ASCII. It reads 3 MB per second, a hundred times
/// slower than decoding, and needs only some dozens to be certain.
const DETECTION_WINDOW: usize = 1 << 20;

fn decode_utf16(bytes: &[u8]) -> Option<Decoded> {
    Decoded::new(bytes, Encoding::web(utf16::recognise(bytes)?), Chosen::Utf16Test).unless_binary()
}

fn detect(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    // ASCII says nothing, but for the two bytes before the first of the others.
    let start = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0).saturating_sub(2);
    let rest = &bytes[start..];
    let window = &rest[..rest.len().min(DETECTION_WINDOW)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(window, window.len() == rest.len());
    let guess = detector.guess(None, Utf8Detection::Deny);
    if guess == GBK { GB18030 } else { guess }
}

/// `bytes` as text, and how many places were replaced by U+FFFD.
fn decode_web(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> (String, usize) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len());
    let mut replaced = 0;
    let mut rest = bytes;
    // A buffer of our own: encoding_rs clears what it is given to write to on every call, and there is a call for
    // each broken byte.
    let mut buffer = [0; 4096];
    loop {
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer, true);
        // Always valid, and so never copied.
        text.push_str(&String::from_utf8_lossy(&buffer[..written]));
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return (text, replaced),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                text.push(char::REPLACEMENT_CHARACTER);
                replaced += 1;
            }
        }
    }
}

/// `bytes` as text, and the number of places replaced by U+FFFD: four bytes that are not a character, and fewer at the
/// end.
fn decode_utf32(bytes: &[u8], order: ByteOrder) -> (String, usize) {
    let (units, rest) = bytes.as_chunks::<4>();
    // Most characters take a quarter of their bytes here; Chinese ones three quarters.
    let mut text = String::with_capacity(bytes.len() / 4);
    let mut replaced = usize::from(!rest.is_empty());
    for &unit in units {
        let code = match order {
            ByteOrder::Little => u32::from_le_bytes(unit),
            ByteOrder::Big => u32::from_be_bytes(unit),
        };
        let c = char::from_u32(code);
        replaced += usize::from(c.is_none());
        text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (text, replaced)
}

/// Control characters other than those that occur in text: whitespace, escape sequences, and the backspace with which
/// manual pages print bold.
fn is_stray_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\x08'..='\r' | '\x1B' | '\u{85}')
}

/// `text` with LF for CRLF and CR.
pub fn unify_line_ends(text: String) -> String {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return text;
    }
    // In place: a text may be a quarter of a gigabyte.
    let mut bytes = text.into_bytes();
    let (mut from, mut to) = (0, 0);
    while let Some(length) = memchr::memchr(b'\r', &bytes[from..]) {
        bytes.copy_within(from..from + length, to);
        (from, to) = (from + length + 1, to + length + 1);
        bytes[to - 1] = b'\n';
        from += usize::from(bytes.get(from) == Some(&b'\n'));
    }
    bytes.copy_within(from.., to);
    bytes.truncate(to + bytes.len() - from);
    // Only ASCII was taken out or replaced.
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result for `bytes`: the text, the encoding, the reason, and the number of replaced places.
    fn outcome(bytes: &[u8]) -> Option<(String, &'static str, Chosen, usize)> {
        decode(bytes.to_vec()).map(|d| (d.text, d.encoding.name(), d.chosen, d.replaced))
    }

    #[test]
    fn texts() {
        use Chosen::{Bom, Detected, Utf8, Utf8Damaged, Utf16Test};
        let table: &[(&[u8], &str, &str, Chosen, usize)] = &[
            (b"", "", "UTF-8", Utf8, 0),
            (b"plain", "plain", "UTF-8", Utf8, 0),
            ("灯塔".as_bytes(), "灯塔", "UTF-8", Utf8, 0),
            ("\u{FFFD} was here".as_bytes(), "\u{FFFD} was here", "UTF-8", Utf8, 0),
            (b"\xEF\xBB\xBFcaf\xC3\xA9", "café", "UTF-8", Bom, 0),
            (b"\xEF\xBB\xBF", "", "UTF-8", Bom, 0),
            (b"\xEF\xBB\xBFbroken \xFF here", "broken \u{FFFD} here", "UTF-8", Bom, 1),
            (b"\xFF\xFEa\0b\0", "ab", "UTF-16LE", Bom, 0),
            (b"\xFE\xFF\x4E\x2D", "中", "UTF-16BE", Bom, 0),
            (b"\xFF\xFE", "", "UTF-16LE", Bom, 0),
            (b"\xFF\xFEa\0b\0c", "ab\u{FFFD}", "UTF-16LE", Bom, 1),
            (b"\xFF\xFE\0\0a\0\0\0-N\0\0", "a中", "UTF-32LE", Bom, 0),
            (b"\0\0\xFE\xFF\0\0\0a\0\x01\xF6\x80", "a🚀", "UTF-32BE", Bom, 0),
            (b"\xFF\xFE\0\0", "", "UTF-32LE", Bom, 0),
            (b"\xFF\xFE\0\0a\0\0\0b\0", "a\u{FFFD}", "UTF-32LE", Bom, 1),
            (b"\0\0\xFE\xFF\0\x11\0\0\0\0\xD8\0\0\0\0a", "\u{FFFD}\u{FFFD}a", "UTF-32BE", Bom, 2),
            (b"a\0b\0c\0\n\0", "abc\n", "UTF-16LE", Utf16Test, 0),
            (b"\0a\0b\0c\0\n", "abc\n", "UTF-16BE", Utf16Test, 0),
            (b"\0a\0b\0c\0", "abc\u{FFFD}", "UTF-16BE", Utf16Test, 1),
            (b"caf\xC3\xA9 na\xC3\xAFve \xFF!", "café naïve \u{FFFD}!", "UTF-8", Utf8Damaged, 1),
            (b"\xE7\x81\xAF\xE5\xA1", "灯\u{FFFD}", "UTF-8", Utf8Damaged, 1),
            (b"caf\xE9 cr\xE8me", "café crème", "windows-1252", Detected, 0),
            (b"\x1B[31mred\x1B[0m", "\x1B[31mred\x1B[0m", "UTF-8", Utf8, 0),
            (b"1\x012\x013\n", "1\x012\x013\n", "UTF-8", Utf8, 0),
            (b"b\x08bo\x08ol\x08ld\x08d", "b\x08bo\x08ol\x08ld\x08d", "UTF-8", Utf8, 0),
        ];
        for (bytes, text, encoding, chosen, replaced) in table {
            let expected = Some(((*text).to_owned(), *encoding, *chosen, *replaced));
            assert_eq!(outcome(bytes), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn old_encodings() {
        use encoding_rs::{BIG5, EUC_JP, EUC_KR, SHIFT_JIS, WINDOWS_1251};
        let table = [
            (GB18030, "灯塔守望者每天清晨都会记录一次海上的风向，然后点亮那盏老灯。"),
            (GB18030, "the lighthouse keeper 灯塔守望者 wrote down the wind 风向 every morning 每天清晨"),
            (GB18030, "夜市里的小吃🍵，还有𠮷野家的牛肉饭，每天晚上都要排很长的队。"),
            (BIG5, "燈塔守望者每天清晨都會記錄一次海上的風向，然後點亮那盞老燈。"),
            (SHIFT_JIS, "灯台守は毎朝、海の風向きを記録してから古いランプに火をともす。"),
            (EUC_JP, "灯台守は毎朝、海の風向きを記録してから古いランプに火をともす。"),
            (EUC_KR, "등대지기는 매일 아침 바다의 바람 방향을 기록하고 낡은 등을 켠다."),
            (WINDOWS_1251, "Смотритель маяка каждое утро записывает направление ветра."),
        ];
        for (encoding, text) in table {
            let (bytes, _, failed) = encoding.encode(text);
            assert!(!failed);
            let expected = Some((text.to_owned(), Encoding::web(encoding).name(), Chosen::Detected, 0));
            assert_eq!(outcome(&bytes), expected);
        }
    }

    #[test]
    fn what_the_head_declares_counts_where_it_is_so() {
        use encoding_rs::BIG5;
        // Too little for a guess to be sure of.
        let page = |label: &str| format!("<!doctype html><meta charset={label}><p>茶</p>");
        let bytes = BIG5.encode(&page("big5")).0.into_owned();
        assert_eq!(outcome(&bytes), Some((page("big5"), "Big5", Chosen::Declared, 0)));
        let bytes = GB18030.encode(&page("gb2312")).0.into_owned();
        assert_eq!(outcome(&bytes), Some((page("gb2312"), "GB18030", Chosen::Declared, 0)));
        // Valid UTF-8 is UTF-8 whatever it says, and a declaration under which bytes mean nothing is skipped.
        assert_eq!(outcome(page("big5").as_bytes()).map(|found| found.2), Some(Chosen::Utf8));
        let text = page("shift_jis").replace('茶', "灯塔守望者每天清晨都会记录一次海上的风向，然后点亮那盏老灯。");
        let bytes = GB18030.encode(&text).0.into_owned();
        assert_eq!(outcome(&bytes).map(|found| found.1), Some("GB18030"));
    }

    #[test]
    fn what_is_given_is_obeyed() {
        let given = |bytes: &[u8], label: &str| {
            let read = decode_as(bytes, Encoding::of(label).unwrap());
            (read.text, read.encoding.name(), read.chosen, read.replaced)
        };
        assert_eq!(given("é".as_bytes(), "latin1"), ("Ã©".into(), "windows-1252", Chosen::Given, 0));
        assert_eq!(given(b"\xB2\xE8", "GBK"), ("茶".into(), "GB18030", Chosen::Given, 0));
        assert_eq!(given(b"\xFF\xFEa\0", "utf-16le"), ("a".into(), "UTF-16LE", Chosen::Given, 0));
        assert_eq!(given(b"\0\0\0a", "UTF-32be"), ("a".into(), "UTF-32BE", Chosen::Given, 0));
        assert_eq!(given(b"a\xFFb", "utf-8"), ("a\u{FFFD}b".into(), "UTF-8", Chosen::Given, 1));
        assert_eq!(Encoding::of("klingon"), None);
        assert_eq!(Encoding::of("replacement"), None);
    }

    proptest::proptest! {
        #[test]
        fn line_ends_are_unified_as_if_replaced(text in "(\r|\n|a|茶){0,12}") {
            let expected = text.replace("\r\n", "\n").replace('\r', "\n");
            proptest::prop_assert_eq!(unify_line_ends(text), expected);
        }
    }

    #[test]
    fn no_text() {
        let noise: Vec<u8> = (0u32..4096).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 | 1).collect();
        let table: &[&[u8]] = &[
            b"\0",
            b"one stray \0 in a text",
            "灯塔\0守望者".as_bytes(),
            b"\x01\x02\x03",
            b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0\x01\0\0\0",
            b"\xFF\xFEa\0\0\0b\0\0\0c\0\0\0d\0\0\0",
            &noise,
        ];
        for bytes in table {
            assert_eq!(outcome(bytes), None, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn chinese_utf16_without_a_nul() {
        let text = "灯塔守望者每次清晨都会记录海上的风向，然后点亮那盏老灯。".repeat(4);
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(!bytes.contains(&0));
        assert_eq!(outcome(&bytes), Some((text, "UTF-16LE", Chosen::Utf16Test, 0)));
    }

    #[test]
    fn line_ends() {
        for (text, expected) in
            [("", ""), ("\r", "\n"), ("a\r\n\r\nb", "a\n\nb"), ("a\r\rb\n\r", "a\n\nb\n\n"), ("a\n", "a\n")]
        {
            assert_eq!(unify_line_ends(text.to_owned()), expected, "{text:?}");
        }
    }

    #[test]
    fn damaged_utf8() {
        let cut = "中文".as_bytes();
        let table: &[(&[u8], bool)] = &[
            (b"caf\xE9", false),
            (b"\xFF", false),
            (&cut[..5], true),
            (&cut[..4], true),
            (&cut[..2], false),
            (&cut[1..], false),
            (&"一个灯塔".as_bytes()[1..], true),
            ("naïve café".as_bytes(), true),
            (b"na\xC3\xAFve caf\xC3\xA9 \xFF", true),
            (b"na\xC3\xAFve caf\xC3\xA9 \xFF \xFF", false),
            (b"\xC4\xE3\xBA\xC3\xA3\xAC\xCA\xC0\xBD\xE7", false),
        ];
        for (bytes, expected) in table {
            assert_eq!(is_damaged_utf8(bytes), *expected, "{bytes:X?}");
        }
    }

    #[test]
    fn declarations() {
        let table: [(&str, Option<&str>); 14] = [
            ("<?xml version='1.0' encoding='GB2312'?><a/>", Some("GBK")),
            ("<?xml version=\"1.0\" encoding = \"big5\" ?>", Some("Big5")),
            ("<?xml version=\"1.0\"?><a encoding=\"big5\"/>", None),
            (" <?xml version=\"1.0\" encoding=\"big5\"?>", None),
            ("<!DOCTYPE html><html><head><meta charset=GBK></head>", Some("GBK")),
            ("<html><META CHARSET=\"Shift_JIS\" />", Some("Shift_JIS")),
            ("<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=euc-jp\">", Some("EUC-JP")),
            ("<html><meta name=x content=y><meta charset='windows-1251'>", Some("windows-1251")),
            ("<html><meta charset=>", None),
            ("<html><meta charset=utf-16>", None),
            ("<html><meta charset=klingon>", None),
            ("To say so in HTML write <meta charset=big5>.", None),
            ("", None),
            ("<html><body>charset=big5", None),
        ];
        for (text, expected) in table {
            assert_eq!(declared(text.as_bytes()).map(encoding_rs::Encoding::name), expected, "{text}");
        }
    }

    #[test]
    fn only_the_head_is_read() {
        let late = format!("<html>{}<meta charset=big5>", " ".repeat(HEAD));
        assert_eq!(declared(late.as_bytes()), None);
    }
}
