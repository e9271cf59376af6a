//! The encoding that the head of an HTML or XML text declares.
//!
//! Read as browsers and XML parsers do, as far as plain text goes: only the first kilobyte, only in the places where a
//! declaration may be. Whether it is true is for [`decode`](super::decode) to find out.

/// How far a declaration is looked for, in bytes; the HTML standard's prescan ends there too.
const HEAD: usize = 1024;

/// The encoding that the text says it has. Never UTF-16: that could not be read as ASCII, and here it was.
pub(super) fn declared(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    // ASCII bytes mean the same in all encodings that can declare themselves; the others are only skipped.
    let head: String = bytes.iter().take(HEAD).map(|&byte| char::from(byte).to_ascii_lowercase()).collect();
    let label = xml(&head).or_else(|| html(&head))?;
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
    encoding.is_ascii_compatible().then_some(encoding)
}

/// `<?xml … encoding="LABEL"?>` at the very start.
fn xml(head: &str) -> Option<&str> {
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?;
    value(declaration, "encoding")
}

/// `<meta charset=LABEL>`, or `<meta http-equiv=… content="text/html; charset=LABEL">`.
fn html(head: &str) -> Option<&str> {
    // Nothing that says it is a page, nothing to believe: prose about HTML quotes such tags too.
    let start = head.trim_start_matches(|c: char| c.is_ascii_whitespace());
    if !["<!doctype html", "<html", "<head", "<meta", "<!--", "<?xml"].iter().any(|tag| start.starts_with(tag)) {
        return None;
    }
    head.split("<meta").skip(1).find_map(|tag| value(tag.split('>').next()?, "charset"))
}

/// The value of `name=` in a tag, with or without quotes.
fn value<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut after = tag.match_indices(name).map(|(at, _)| tag[at + name.len()..].trim_start());
    let given = after.find_map(|rest| rest.strip_prefix('='))?.trim_start();
    let given = given.trim_start_matches(['"', '\'']);
    let end = given.find(|c: char| matches!(c, '"' | '\'' | ';' | '/' | '?') || c.is_ascii_whitespace());
    Some(&given[..end.unwrap_or(given.len())]).filter(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

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
