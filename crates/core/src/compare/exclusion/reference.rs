//! The list of references at the end of a text.
//!
//! Either it has a heading, and reaches from there to the end or to the next heading of equal kind; or it has none and
//! is a list numbered [1], [2], [3] … with which the text ends.

use crate::simhash::Span;

/// Headings of such lists, in lower case.
const HEADINGS: [&str; 22] = [
    "参考文献",
    "參考文獻",
    "引用文献",
    "引用文獻",
    "参考资料",
    "參考資料",
    "参考书目",
    "參考書目",
    "参考文献与注释",
    "references",
    "reference list",
    "references and notes",
    "notes and references",
    "bibliography",
    "works cited",
    "literature cited",
    "literature",
    "sources cited",
    "literaturverzeichnis",
    "références",
    "bibliographie",
    "bibliografía",
];
/// Other headings at the end of papers, in lower case: one of them ends a list whose heading has no number and no `#`
/// to show its level.
const OTHERS: [&str; 16] = [
    "附录",
    "附錄",
    "致谢",
    "致謝",
    "作者简介",
    "作者簡介",
    "后记",
    "後記",
    "appendix",
    "appendices",
    "acknowledgements",
    "acknowledgments",
    "about the author",
    "about the authors",
    "author contributions",
    "index",
];
/// A heading is no longer than this, in characters.
const HEADING: usize = 40;
/// The least number of entries of a list without a heading, and the longest entry in bytes.
const ENTRIES: usize = 3;
const ENTRY: usize = 1200;

/// The signs by which a heading is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeadingKind {
    /// The number of `#` in Markdown.
    Marked(usize),
    /// A number before it.
    Numbered,
    /// Neither mark nor number.
    Plain,
}

/// A line that may be a heading, without what marks it.
struct Heading {
    kind: HeadingKind,
    title: String,
}

/// The list, if there is one.
pub(super) fn references(text: &str) -> Option<Span> {
    let lines: Vec<(usize, &str)> = lines(text).collect();
    headed(text, &lines).or_else(|| numbered(text, &lines))
}

/// Each line with where it begins, without its line end.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line.trim_end_matches(['\n', '\r']))
    })
}

fn heading(line: &str) -> Option<Heading> {
    let line = line.trim();
    if line.is_empty() || line.chars().count() > HEADING {
        return None;
    }
    let marks = line.len() - line.trim_start_matches('#').len();
    let body = line[marks..].trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*' | '_'));
    let unnumbered = body
        .trim_start_matches(|c: char| c.is_ascii_digit() || "一二三四五六七八九十.、．:：()（）[]【】 ".contains(c));
    let numbered = unnumbered.len() < body.len() && !unnumbered.is_empty() && !body.starts_with(['[', '【']);
    let title = if numbered { unnumbered } else { body };
    let title = title.trim_matches(|c: char| c.is_whitespace() || ":：[]【】".contains(c)).to_lowercase();
    let kind = match (marks, numbered) {
        (1..=6, _) => HeadingKind::Marked(marks),
        (_, true) => HeadingKind::Numbered,
        _ => HeadingKind::Plain,
    };
    Some(Heading { kind, title })
}

/// The last list with a heading.
fn headed(text: &str, lines: &[(usize, &str)]) -> Option<Span> {
    let found = (0..lines.len()).rev().find_map(|at| {
        let found = heading(lines[at].1)?;
        // A name in a table of contents has no entries behind it.
        let entry = || lines[at + 1..].iter().map(|(_, line)| *line).find(|line| !line.trim().is_empty());
        (HEADINGS.contains(&found.title.as_str()) && entry().is_some_and(is_entry)).then_some((at, found))
    });
    let (at, found) = found?;
    let ends = |line: &str| {
        heading(line).is_some_and(|next| match (found.kind, next.kind) {
            (HeadingKind::Marked(level), HeadingKind::Marked(other)) => other <= level,
            (HeadingKind::Marked(_), _) => false,
            // Entries are numbered too, so a number alone makes no heading.
            (_, _) => OTHERS.iter().any(|other| {
                next.title
                    .strip_prefix(other)
                    .is_some_and(|rest| rest.is_empty() || !rest.starts_with(char::is_alphabetic))
                    && next.title.chars().count() <= HEADING / 2
            }),
        })
    };
    let next = lines[at + 1..].iter().find(|(_, line)| ends(line));
    let end = next.map_or(text.len(), |&(start, _)| start);
    let list = text[..end].trim_end();
    Some(Span::new(lines[at].0, list.len()))
}

/// Returns true if a line can be an entry of a list: it has a number before it, a bullet, a year or an address in it.
fn is_entry(line: &str) -> bool {
    let line = line.trim_start();
    let marked = number(line).is_some() || line.starts_with(['-', '*', '•', '·', '–', '—']);
    let year = line
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() == 4 && matches!(&digits[..2], "15" | "16" | "17" | "18" | "19" | "20"));
    marked || year || line.contains("://") || line.contains("doi")
}

/// The number before an entry, as in [1], 1., (1), ［1］, 1、.
fn number(line: &str) -> Option<u32> {
    let inner = line.trim_start_matches(['[', '(', '（', '［', '【']);
    let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let closed = inner[digits..].starts_with([']', ')', '）', '］', '】', '.', '、', '．']);
    (digits > 0 && digits <= 4 && closed).then(|| inner[..digits].parse().ok()).flatten()
}

/// A list [1], [2], [3] … with which the text ends.
fn numbered(text: &str, lines: &[(usize, &str)]) -> Option<Span> {
    let bracketed =
        |line: &str| if line.trim_start().starts_with(['[', '［']) { number(line.trim_start()) } else { None };
    let first = lines.iter().rposition(|(_, line)| bracketed(line) == Some(1))?;
    let (mut entries, mut start, mut blank) = (0, lines[first].0, false);
    for &(at, line) in &lines[first..] {
        if line.trim().is_empty() {
            blank = true;
            continue;
        }
        match bracketed(line) {
            Some(n) if n as usize == entries + 1 => (entries, start) = (entries + 1, at),
            // A line that goes on with its entry, and none that is behind the list.
            None if !blank && at + line.len() - start <= ENTRY => {}
            _ => return None,
        }
        blank = false;
    }
    (entries >= ENTRIES).then(|| Span::new(lines[first].0, text.trim_end().len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Option<&str> {
        references(text).map(|span| span.of(text))
    }

    #[test]
    fn lists_with_a_heading() {
        for (text, expected) in [
            (
                "正文。\n\n参考文献\n[1] 张三. 灯塔. 2001.\n[2] 李四\n",
                Some("参考文献\n[1] 张三. 灯塔. 2001.\n[2] 李四"),
            ),
            ("text\n\n## References\n\n- Broder 1997\n", Some("## References\n\n- Broder 1997")),
            (
                "text\n# References:\n1. A\n## Books\n2. B\n# Appendix\nmore",
                Some("# References:\n1. A\n## Books\n2. B"),
            ),
            (
                "text\n\n5. REFERENCES\n\nManku, G. (2007).\n\nAppendix A: tables\nmore\n",
                Some("5. REFERENCES\n\nManku, G. (2007)."),
            ),
            ("一、引言\n文\n五、参考文献：\n［1］ 某某\n致谢\n谢谢", Some("五、参考文献：\n［1］ 某某")),
            (
                "**Works Cited**\n\nCharikar, 2002. https://example.org",
                Some("**Works Cited**\n\nCharikar, 2002. https://example.org"),
            ),
        ] {
            assert_eq!(list(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_list_stays() {
        for text in [
            "",
            "References\n",
            "Contents\nReferences\nAppendix\n\nThe references of the text are good. 1999\n",
            "参考文献很重要。\n[1] 这样的标记",
            "text [1] and [2] and [3] in a sentence",
        ] {
            assert_eq!(list(text), None, "{text}");
        }
    }

    #[test]
    fn a_numbered_list_at_the_end_needs_no_heading() {
        let text = "text\n\n[1] One, which\ngoes on.\n[2] Two.\n\n[3] Three.\n";
        assert_eq!(list(text), Some("[1] One, which\ngoes on.\n[2] Two.\n\n[3] Three."));
        assert_eq!(list("text\n[1] One.\n[2] Two.\n"), None, "two are no list");
        assert_eq!(list("text\n[1] One.\n[2] Two.\n[3] Three.\n\nAnd the text goes on."), None);
        assert_eq!(list("text\n[1] One.\n[3] Three.\n[4] Four.\n"), None);
    }
}
