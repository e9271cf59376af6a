//! The laws of the diff, on texts made by chance.

use std::time::Instant;

use proptest::prelude::*;

use super::{Diff, RowKind, Side, diff, space};
use crate::simhash::{Segment, segments};

pub(super) fn compare_until(a: &str, b: &str, deadline: Option<Instant>) -> Diff {
    let [in_a, in_b] = [segments(a), segments(b)];
    diff(Side { text: a, segments: &in_a }, Side { text: b, segments: &in_b }, deadline)
}

pub(super) fn compare(a: &str, b: &str) -> Diff {
    compare_until(a, b, None)
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Whether a word of `segments` holds the byte `at` inside.
fn inside_word(segments: &[Segment], at: u32) -> bool {
    let found = segments.partition_point(|segment| segment.span.end <= at);
    segments.get(found).is_some_and(|s| s.is_word() && s.span.start < at && s.span.len() <= 1024)
}

pub(super) fn check(a: &str, b: &str, diff: &Diff) {
    let texts = [a, b];
    assert_eq!(diff.rebuild(a, b), b);
    let spans: Vec<_> = diff.changes().collect();
    let mut at = [0, 0];
    for spans in spans
        .iter()
        .copied()
        .chain([[0, 1].map(|side| crate::simhash::Span::new(texts[side].len(), texts[side].len()))])
    {
        let same = [0, 1].map(|side| &texts[side][at[side]..spans[side].start as usize]);
        assert_eq!(same[0], same[1]);
        at = spans.map(|span| span.end as usize);
    }
    for (side, text) in texts.into_iter().enumerate() {
        let parts = segments(text);
        let mut end = 0;
        let mut number = 0;
        for paragraph in &diff.paragraphs[side] {
            assert_eq!(paragraph.span.start, end);
            end = paragraph.span.end;
            assert!(paragraph.span.start < end && paragraph.body.end <= end);
            assert!(!inside_word(&parts, end));
            if let Some(found) = paragraph.number {
                number += 1;
                assert_eq!(found, number);
            }
        }
        assert_eq!(end as usize, text.len());
        let placed: Vec<u32> = diff.rows.iter().filter_map(|row| [row.a, row.b][side]).collect();
        assert!(placed.iter().copied().eq(0..diff.paragraphs[side].len() as u32));
        for hunk in &diff.hunks {
            let span = [hunk.a, hunk.b][side];
            assert!(!inside_word(&parts, span.start) && !inside_word(&parts, span.end), "{:?}", span.of(text));
        }
        assert_eq!(diff.chars[side] as usize, plain(text).chars().count());
        let marked: usize = diff.hunks.iter().map(|h| plain([h.a, h.b][side].of(text)).chars().count()).sum();
        assert_eq!(diff.equal_chars + marked as u64, diff.chars[side]);
    }
    let mut hunk = 0;
    for (at, row) in diff.rows.iter().enumerate() {
        assert_eq!(row.hunks.start, hunk);
        hunk = row.hunks.end;
        let own = &diff.hunks[row.hunks.start as usize..row.hunks.end as usize];
        assert!(own.iter().all(|hunk| hunk.row as usize == at));
        assert_eq!(own.is_empty(), row.kind == RowKind::Equal || own.is_empty() && row.kind != RowKind::Changed);
        for (side, place) in [row.a, row.b].into_iter().enumerate() {
            let Some(place) = place else { continue };
            let body = diff.paragraphs[side][place as usize].body;
            assert!(own.iter().all(|hunk| {
                let span = [hunk.a, hunk.b][side];
                body.start <= span.start && span.end <= body.end
            }));
        }
    }
    assert_eq!(hunk as usize, diff.hunks.len());
    for spacing in &diff.spacing {
        assert!(space::is_blank(spacing.a.of(a)) && space::is_blank(spacing.b.of(b)));
    }
    for hunk in &diff.hunks {
        assert_ne!(space::fold(hunk.a.of(a)), space::fold(hunk.b.of(b)));
    }
    for (at, hunk) in diff.hunks.iter().enumerate().take(20) {
        let expected = [&b[..hunk.b.start as usize], hunk.a.of(a), &b[hunk.b.end as usize..]].concat();
        assert_eq!(plain(&diff.without(a, b, at)), plain(&expected));
    }
    for moved in &diff.moved {
        assert_eq!(diff.rows[moved.removed as usize].kind, RowKind::Removed);
        assert_eq!(diff.rows[moved.added as usize].kind, RowKind::Added);
    }
}

/// Texts of few words, so that much of them is the same by chance.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "汉明",
        "海明",
        "距离",
        "的",
        "算法",
        "SimHash",
        "word",
        "the",
        "one",
        "every",
        "，",
        "。",
        "“",
        "”",
        ", ",
        ". ",
        " ",
        "  ",
        "\n",
        "\r\n",
        "\n\n",
        "　　",
        "。\n",
        "-",
        "……",
        "🙂",
        "é",
        "e\u{301}",
        "\u{200D}",
        "１",
        "カタカナ",
    ]);
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

/// A text and an edited form of it.
fn edited() -> impl Strategy<Value = (String, String)> {
    (texts(), prop::collection::vec((any::<prop::sample::Index>(), 0..6usize, texts()), 0..4)).prop_map(
        |(text, edits)| {
            let mut chars: Vec<char> = text.chars().collect();
            for (place, out, put) in edits {
                let at = place.index(chars.len() + 1);
                let end = (at + out).min(chars.len());
                chars.splice(at..end, put.chars().take(12));
            }
            (text, chars.into_iter().collect())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold((a, b) in edited()) {
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        prop_assert!(diff.complete);
        prop_assert_eq!(&compare(&a, &b), &diff);
    }

    #[test]
    fn laws_hold_for_unlike_texts(a in texts(), b in texts()) {
        check(&a, &b, &compare(&a, &b));
    }

    #[test]
    fn laws_hold_when_time_is_up((a, b) in edited()) {
        let diff = compare_until(&a, &b, Some(Instant::now()));
        check(&a, &b, &diff);
        prop_assert!(!diff.complete);
    }

    #[test]
    fn a_text_and_itself_have_no_differences(a in texts()) {
        let diff = compare(&a, &a);
        check(&a, &a, &diff);
        prop_assert!(diff.hunks.is_empty() && diff.spacing.is_empty());
        prop_assert!(diff.rows.iter().all(|row| row.kind == RowKind::Equal));
    }

    #[test]
    fn both_directions_mark_the_same_words((a, b) in edited()) {
        let marked = |diff: &Diff| {
            let [mut x, mut y] = [Vec::new(), Vec::new()];
            for hunk in &diff.hunks {
                x.extend(Some(hunk.a).filter(|span| !span.is_empty()));
                y.extend(Some(hunk.b).filter(|span| !span.is_empty()));
            }
            (x, y)
        };
        let (x, y) = marked(&compare(&a, &b));
        prop_assert_eq!(marked(&compare(&b, &a)), (y, x));
    }

    #[test]
    fn undoing_all_gives_the_other_text_but_for_white_space((a, b) in edited()) {
        let diff = compare(&a, &b);
        let mut text = b.clone();
        for hunk in diff.hunks.iter().rev() {
            text.replace_range(hunk.b.range(), hunk.a.of(&a));
        }
        prop_assert_eq!(plain(&text), plain(&a));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold_for_very_long_paragraphs((a, b) in edited(), (c, d) in edited(), times in 0..200usize, late: bool) {
        let deadline = late.then(Instant::now);
        let one_line = |text: &str| text.replace(['\n', '\r'], "x");
        let [a, b] = [(&a, &c), (&b, &d)].map(|(x, y)| format!("{}{y}{}", one_line(x).repeat(times), one_line(y).repeat(99)));
        check(&a, &b, &compare_until(&a, &b, deadline));
    }
}
