//! The places at which lines break.

use super::*;

fn wrap(text: &str, width: u16) -> Vec<&str> {
    Wrap::new(width).lines(text).into_iter().map(|line| &text[line.span]).collect()
}

#[test]
fn words_stay_whole() {
    assert_eq!(wrap("the quick brown fox", 10), ["the quick", "brown fox"]);
    assert_eq!(wrap("SimHash是一种局部敏感hash", 12), ["SimHash是一", "种局部敏感", "hash"]);
    assert_eq!(wrap("costs 1,024.50 dollars", 9), ["costs", "1,024.50", "dollars"]);
    assert_eq!(wrap("it’s don't", 6), ["it’s", "don't"]);
    assert_eq!(wrap("李’s book", 6), ["李’s", "book"]);
}

#[test]
fn a_word_longer_than_the_line_is_cut_by_cluster() {
    assert_eq!(wrap("a Donaudampf", 5), ["a", "Donau", "dampf"]);
    assert_eq!(wrap("e\u{301}e\u{301}e\u{301}", 2), ["e\u{301}e\u{301}", "e\u{301}"]);
}

#[test]
fn spaces_hang_between_lines_and_stay_before_a_line_feed() {
    assert_eq!(wrap("ab      cd", 4), ["ab", "cd"]);
    assert_eq!(wrap("ab  \ncd    ", 5), ["ab  ", "cd   "]);
    assert_eq!(wrap("中　　文", 2), ["中", "文"]);
    assert_eq!(wrap("a\tb", 3), ["a", "b"]);
    assert_eq!(wrap("  a b", 3), ["  a", "b"]);
    // No line may begin with the comma; the spaces go to the line before it.
    assert_eq!(wrap("a\n  ，", 1), ["a", "", "，"]);
    assert_eq!(wrap("\u{a0}a b", 2), ["\u{a0}a", "b"]);
}

#[test]
fn line_feeds_end_lines() {
    assert_eq!(wrap("", 5), [""]);
    assert_eq!(wrap("\n", 5), [""]);
    assert_eq!(wrap("a\n\nb\n", 5), ["a", "", "b"]);
    assert_eq!(wrap("a\r\nb", 5), ["a", "b"]);
    // Shown as ^M and ^L.
    assert_eq!(Wrap::new(9).lines("a\rb\u{c}c"), [WrappedLine { span: 0..5, width: 7 }]);
}

#[test]
fn no_line_begins_with_closing_marks_or_ends_with_opening_ones() {
    assert_eq!(wrap("汉明距离，海明。", 8), ["汉明距", "离，海", "明。"]);
    assert_eq!(wrap("他说《红楼梦》好", 6), ["他说", "《红楼", "梦》好"]);
    assert_eq!(wrap("只有百分之五十％呀", 14), ["只有百分之五", "十％呀"]);
    assert_eq!(wrap("他花了￥５买的", 8), ["他花了", "￥５买的"]);
    assert_eq!(wrap("SimHash（算法），￥8", 8), ["SimHash", "（算", "法），", "￥8"]);
    let text = "（一）、“汉明距离”：‘两个’等长的《字符串》；「对应位」不同！【共】几个？……对。占 50%，￥8，¥9。";
    for width in 10..60 {
        for line in wrap(text, width) {
            assert!(!line.starts_with(|c| ",。、;；:：?？!！)）》」』】〉”’…，%".contains(c)), "{width}: {line}");
            assert!(!line.ends_with(|c| "《(（「『【“‘¥￥".contains(c)), "{width}: {line}");
        }
    }
}

#[test]
fn curly_quotes_are_brackets_next_to_han_only() {
    assert_eq!(wrap("他说“你好”然后", 6), ["他说", "“你好”", "然后"]);
    assert_eq!(wrap("他说“hello”然后", 7), ["他说", "“hello”", "然后"]);
    assert_eq!(wrap("他说：“‘好’吗？”", 8), ["他说：", "“‘好’", "吗？”"]);
    assert_eq!(wrap("he said “so” to me", 9), ["he said", "“so” to", "me"]);
    assert_eq!(breaks::directed_quotes("it’s “so”"), "it’s “so”");
    assert_eq!(breaks::directed_quotes("李’s ‘好’x"), "李’s 『好』x");
}

#[test]
fn dashes_and_ellipses_stay_whole_and_off_the_beginning() {
    assert_eq!(wrap("甲乙丙——丁", 6), ["甲乙", "丙——丁"]);
    assert_eq!(wrap("甲乙丙——丁", 8), ["甲乙丙——", "丁"]);
    assert_eq!(wrap("甲乙丙……丁", 6), ["甲乙", "丙……丁"]);
    assert_eq!(wrap("卡尔·马克思", 4), ["卡", "尔·", "马克", "思"]);
    // No way around it.
    assert_eq!(wrap("word——", 4), ["word", "——"]);
}

#[test]
fn addresses_break_only_when_they_must_and_then_at_their_joints() {
    let text = "见 https://example.com/a/b?c=d 的";
    assert_eq!(wrap(text, 28), ["见", "https://example.com/a/b?c=d", "的"]);
    assert_eq!(wrap(text, 22), ["见", "https://example.com/a/", "b?c=d 的"]);
    assert_eq!(wrap(text, 16), ["见", "https://example.", "com/a/b?c=d 的"]);
    assert_eq!(wrap("www.abcdefgh.org/x", 6), ["www.", "abcdef", "gh.", "org/x"]);
    assert_eq!(wrap("原文地址:http://a.bc/d", 16), ["原文地址:", "http://a.bc/d"]);
    assert_eq!(wrap("是1,2,3,4,5,6,好", 8), ["是", "1,2,3,4,", "5,6,好"]);
    assert_eq!(wrap("abcdefgh, ijk", 8), ["abcdefg", "h, ijk"]);
    assert_eq!(wrap("so either/or", 9), ["so", "either/or"]);
    assert_eq!(wrap("either/or", 7), ["either/", "or"]);
    assert_eq!(wrap("near-duplicate", 11), ["near-", "duplicate"]);
    assert_eq!(wrap("懂C++好", 5), ["懂", "C++好"]);
    assert_eq!(wrap("://a www. x", 5), ["://a", "www.", "x"]);
}

#[test]
fn kept_stretches_stay_whole_if_the_line_stays_full() {
    let text = "原理上仅相当于伪随机数产生算法";
    assert_eq!(wrap(text, 20), ["原理上仅相当于伪随机", "数产生算法"]);
    let keep = |range: Range<usize>| {
        Wrap::new(20).keep(&[range]).lines(text).into_iter().map(|line| &text[line.span]).collect::<Vec<_>>()
    };
    assert_eq!(keep(21..33), ["原理上仅相当于", "伪随机数产生算法"]);
    // The line would be less than two thirds full.
    assert_eq!(keep(12..33), ["原理上仅相当于伪随机", "数产生算法"]);
    // A break at its edge cuts nothing.
    assert_eq!(keep(30..33), ["原理上仅相当于伪随机", "数产生算法"]);
}

#[test]
fn a_label_takes_room_on_the_first_line() {
    let wrap = |text: &'static str, taken| {
        Wrap::new(8).after(taken).lines(text).into_iter().map(|line| &text[line.span]).collect::<Vec<_>>()
    };
    assert_eq!(wrap("one two three", 4), ["one", "two", "three"]);
    assert_eq!(wrap("longword", 4), ["", "longword"]);
    assert_eq!(wrap("汉明距离", 7), ["", "汉明距离"]);
    assert_eq!(wrap("a", 80), ["", "a"]);
    assert_eq!(wrap("\na", 8), ["", "a"]);
}

#[test]
fn one_cell_is_enough() {
    let text = "汉a\u{200b}\t";
    let lines = Wrap::new(1).lines(text);
    assert_eq!(lines.iter().map(|line| line.width).collect::<Vec<_>>(), [1, 1, 1]);
    let shown: Vec<String> =
        lines.iter().flat_map(|line| line.clusters(text)).map(|c| c.shown.as_str().to_owned()).collect();
    assert_eq!(shown, ["…", "a", "…"]);
    assert_eq!(Wrap::new(0).lines("汉").len(), 1);
}

#[test]
fn a_line_is_drawn_in_the_styles_of_its_bytes() {
    let text = "ab汉\u{1b}明 cd";
    let lines = Wrap::new(8).lines(text);
    let mut buffer = Buffer::with_lines(["..........", ".........."]);
    for (y, line) in lines.iter().enumerate() {
        let style = |c: &GraphemeCluster| if c.span.start >= 2 { Style::new().bold() } else { Style::new() };
        assert_eq!(line.draw(text, &mut buffer, Position::new(1, y as u16), style), 1 + line.width);
    }
    let mut expected = Buffer::with_lines([".ab汉^[明.", ".cd......."]);
    for (x, y) in [(3, 0), (5, 0), (6, 0), (7, 0), (1, 1), (2, 1)] {
        expected[(x, y)].set_style(Style::new().bold());
    }
    assert_eq!(buffer, expected);
}
