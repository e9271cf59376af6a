//! Quotations: text between quotation marks, and block quotes.
//!
//! Marks are paired within a paragraph, and the enclosed text must be long enough for a quotation: a term in quotation
//! marks does not count, nor do titles (《》). A block quote is a run of lines that begin with `>`.

use crate::{
    compare::diff::paragraphs,
    simhash::{Span, is_han},
};

/// Marks that open and close. ’ is an apostrophe too: it closes only where no letter follows.
const MARKS: [(char, char); 4] = [('“', '”'), ('‘', '’'), ('「', '」'), ('『', '』')];
/// At least so long, a Han character counting [`HAN`] and another word [`WORD`]: 8 characters, or 5 words.
const LEAST: usize = 40;
const HAN: usize = 5;
const WORD: usize = 8;
/// The largest distance in bytes between an opening and its closing mark.
const LONGEST: usize = 16 << 10;

/// All quotations of a text, in no order; they may overlap.
pub(super) fn quotations(text: &str) -> Vec<Span> {
    let mut all = block_quotes(text);
    for paragraph in paragraphs(text) {
        marked(paragraph.of(text), paragraph.start as usize, &mut all);
    }
    all
}

/// The quotations between marks in a paragraph that begins at `base`. One pass, whatever is there.
fn marked(text: &str, base: usize, all: &mut Vec<Span>) {
    // For each pair of marks those that are open, and the straight mark that is.
    let mut open: [Vec<usize>; MARKS.len()] = Default::default();
    let mut straight: Option<usize> = None;
    let mut add = |start: usize, end: usize| {
        if end - start <= LONGEST && is_long(&text[start..end]) {
            all.push(Span::new(base + start, base + end));
        }
    };
    let mut before = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map(|&(_, next)| next);
        let end = at + c.len_utf8();
        if let Some(kind) = MARKS.iter().position(|(opening, _)| *opening == c) {
            open[kind].push(at);
        } else if let Some(kind) = MARKS.iter().position(|(_, closing)| *closing == c) {
            let apostrophe = c == '’' && after.is_some_and(|next| next.is_alphanumeric() && !is_han(next));
            if let Some(start) = (!apostrophe).then(|| open[kind].pop()).flatten() {
                add(start, end);
            }
        } else if c == '"' {
            match straight.take() {
                Some(start) if before.is_some_and(|c: char| !c.is_whitespace()) => add(start, end),
                // One that cannot close opens again, and the one before it was none.
                _ => straight = opens(before, after).then_some(at),
            }
        }
        before = Some(c);
    }
}

/// A straight mark opens if it follows no letter or digit written with spaces, and something follows it.
fn opens(before: Option<char>, after: Option<char>) -> bool {
    before.is_none_or(|c| !c.is_alphanumeric() || is_han(c)) && after.is_some_and(|c| !c.is_whitespace())
}

fn is_long(text: &str) -> bool {
    let mut length = 0;
    let mut in_word = false;
    for c in text.chars() {
        let word = c.is_alphanumeric() && !is_han(c);
        length += match (is_han(c), word && !in_word) {
            (true, _) => HAN,
            (false, true) => WORD,
            (false, false) => 0,
        };
        in_word = word || in_word && matches!(c, '\'' | '’');
        if length >= LEAST {
            return true;
        }
    }
    false
}

/// Runs of lines that begin with `>`, as in Markdown and mail, after up to three spaces.
fn block_quotes(text: &str) -> Vec<Span> {
    let mut all: Vec<Span> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let body = line.trim_start_matches(' ');
        if line.len() - body.len() <= 3 && body.starts_with('>') {
            match all.last_mut() {
                // Right behind the line before: only its line feed is between them.
                Some(last) if text[last.end as usize..start].trim().is_empty() && start - (last.end as usize) <= 2 => {
                    last.end = end as u32;
                }
                _ => all.push(Span::new(start, end)),
            }
        }
        start += line.len();
    }
    all.retain(|span| is_long(span.of(text)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outermost ones.
    fn quoted(text: &str) -> Vec<&str> {
        let mut all = quotations(text);
        all.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        all.dedup_by(|inner, outer| inner.end <= outer.end);
        all.into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn marks_are_paired_within_a_paragraph() {
        for (text, expected) in [
            ("他说：“清晨的风从海上来。”走了。", vec!["“清晨的风从海上来。”"]),
            ("他说：「清晨的『风』从海上来。」走了", vec!["「清晨的『风』从海上来。」"]),
            ("他说“这里的“风”是从海上来的”啊", vec!["“这里的“风”是从海上来的”"]),
            ("所谓“灯塔”与“看守”，见《关于清晨的风从海上来》", vec![]),
            ("“没有结束的话一直说到段落的最后\n\n下一段说完了”", vec![]),
            ("He said: \"The wind comes from the sea.\" So.", vec!["\"The wind comes from the sea.\""]),
            ("a 5\" pipe and a 6\" pipe that go well together", vec![]),
            ("‘It doesn’t matter what they’d say.’ he said", vec!["‘It doesn’t matter what they’d say.’"]),
            ("the so-called “block index”, and \"it\"", vec![]),
            ("他说\"清晨的风从海上吹来\"吧", vec!["\"清晨的风从海上吹来\""]),
            ("“开了没有关，“里面的一句却是从头说到了尾的”啊", vec!["“里面的一句却是从头说到了尾的”"]),
        ] {
            assert_eq!(quoted(text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_of_nothing_but_marks_takes_no_longer_than_any_other() {
        for marks in ["“", "\"", "‘’", "”“", "「『"] {
            assert_eq!(quoted(&marks.repeat(200_000)), Vec::<&str>::new());
        }
    }

    #[test]
    fn block_quotes_are_runs_of_lines() {
        let text =
            "before\n> The wind comes from\n> the sea at dawn.\nafter\n    > code that is indented by four\n>short\n";
        assert_eq!(quoted(text), ["> The wind comes from\n> the sea at dawn."]);
    }
}
