//! The laws of the diff, on texts made by chance.

use std::{ops::Range, time::Instant};

use proptest::prelude::*;

use super::{Diff, Moved, RowKind, diff, diff_at, space};
use crate::simhash::{Segment, segments};

pub(super) fn compare_until(a: &str, b: &str, deadline: Option<Instant>) -> Diff {
    diff(a, b, deadline)
}

pub(super) fn compare(a: &str, b: &str) -> Diff {
    compare_until(a, b, None)
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect()
}

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
        assert_ne!(space::collapsed(hunk.a.of(a)), space::collapsed(hunk.b.of(b)));
    }
    for (at, hunk) in diff.hunks.iter().enumerate().take(20) {
        // All hunks of a moved block are undone at once.
        let together = match diff.move_of(at) {
            Some(moved) => diff.moved[moved].removed.clone().chain(diff.moved[moved].added.clone()).collect(),
            None => vec![at as u32],
        };
        let mut all: Vec<_> = together.iter().map(|&hunk| diff.hunks[hunk as usize]).collect();
        all.sort_by_key(|hunk| (hunk.b.start, hunk.a.start));
        let mut expected = b.to_owned();
        all.iter().rev().for_each(|hunk| expected.replace_range(hunk.b.range(), hunk.a.of(a)));
        assert!(together.len() > 1 || all == [*hunk]);
        assert_eq!(plain(&diff.without(a, b, at)), plain(&expected));
    }
    check_moves(a, b, diff);
}

/// A paragraph that was moved and split, or several that were moved and joined, are the same words.
fn check_divided(a: &str, b: &str, diff: &Diff, at: usize, moved: &Moved) {
    assert!(moved.edits.is_empty() && (moved.removed.len() == 1 || moved.added.len() == 1));
    let says = |hunks: &Range<u32>, side: usize| -> String {
        let hunks = hunks.clone().map(|hunk| &diff.hunks[hunk as usize]);
        hunks.map(|hunk| plain([hunk.a, hunk.b][side].of([a, b][side]))).collect()
    };
    assert_eq!(says(&moved.removed, 0), says(&moved.added, 1));
    for hunk in moved.removed.clone().chain(moved.added.clone()) {
        assert_eq!(diff.move_of(hunk as usize), Some(at));
        assert!(diff.other_end(hunk as usize).is_some_and(|other| diff.move_of(other) == Some(at)));
    }
}

/// Blocks are whole paragraphs, no two share one, the listed edits are all that differs, and each is one change.
fn check_moves(a: &str, b: &str, diff: &Diff) {
    let mut all = Vec::new();
    for (at, moved) in diff.moved.iter().enumerate() {
        if moved.removed.len() != moved.added.len() {
            check_divided(a, b, diff, at, moved);
            all.extend(moved.removed.clone().chain(moved.added.clone()));
            continue;
        }
        let mut edits = moved.edits.iter().peekable();
        for (from, to) in moved.removed.clone().zip(moved.added.clone()) {
            all.extend([from, to]);
            assert_eq!([from, to].map(|hunk| diff.move_of(hunk as usize)), [Some(at); 2]);
            assert_eq!([from, to].map(|hunk| diff.other_end(hunk as usize)), [Some(to as usize), Some(from as usize)]);
            let [from, to] = [from, to].map(|hunk| diff.hunks[hunk as usize]);
            let kinds = [from, to].map(|hunk| diff.rows[hunk.row as usize].kind);
            assert_eq!(kinds, [RowKind::Removed, RowKind::Added]);
            let (mut made, mut at) = (String::new(), from.a.start as usize);
            while let Some(edit) = edits.next_if(|edit| edit.a.start < from.a.end || edit.b.start < to.b.end) {
                assert!(from.a.start <= edit.a.start && edit.a.end <= from.a.end);
                assert!(to.b.start <= edit.b.start && edit.b.end <= to.b.end);
                made += &a[at..edit.a.start as usize];
                made += edit.b.of(b);
                at = edit.a.end as usize;
            }
            made += &a[at..from.a.end as usize];
            assert_eq!(plain(&made), plain(to.b.of(b)));
        }
        assert!(edits.next().is_none());
    }
    let ends = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), ends, "no hunk is an end of two moves");
    assert!(diff.moved.is_sorted_by(|x, y| x.removed.end <= y.removed.start));
    let begins: Vec<usize> = (0..diff.hunks.len()).filter(|&hunk| diff.begins_change(hunk)).collect();
    assert_eq!(begins.len(), diff.changes_total());
    assert_eq!(diff.changes_total(), diff.hunks.len() - ends + diff.moved.len());
    for (number, &hunk) in begins.iter().enumerate() {
        assert_eq!(diff.change_number(hunk), number + 1);
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
    fn laws_hold_between_points_and_their_paragraphs_are_aligned(
        (a, b) in edited(),
        points in prop::collection::vec((1..6u32, 1..6u32), 0..3),
    ) {
        let mut points: Vec<[u32; 2]> = points.into_iter().map(|(i, j)| [i, j]).collect();
        points.sort_unstable();
        points.dedup_by(|next, before| next[0] == before[0] || next[1] <= before[1]);
        let diff = diff_at(&a, &b, &points, None);
        check(&a, &b, &diff);
        let row = |side: usize, number: u32| {
            let of = |row: &&super::DiffRow| {
                [row.a, row.b][side].is_some_and(|at| diff.paragraphs[side][at as usize].number == Some(number))
            };
            diff.rows.iter().find(of)
        };
        for [i, j] in points {
            if let (Some(x), Some(y)) = (row(0, i), row(1, j)) {
                prop_assert_eq!(x, y, "{} and {}", i, j);
            }
        }
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

/// Paragraphs of their own words, and the same ones shuffled, some with words replaced.
fn shuffled() -> impl Strategy<Value = (String, String)> {
    let order = prop::collection::vec(any::<prop::sample::Index>(), 3..12);
    (order, prop::collection::vec((any::<prop::sample::Index>(), 0..9usize), 0..3)).prop_map(|(order, edits)| {
        let paragraph = |n: usize| -> Vec<String> { (0..9).map(|w| format!("word{n}x{w} ")).collect() };
        let mut paragraphs: Vec<Vec<String>> = (0..order.len()).map(paragraph).collect();
        let text = |all: &[Vec<String>]| all.iter().map(|words| words.concat() + "end.\n").collect::<String>();
        let a = text(&paragraphs);
        for (place, word) in edits {
            paragraphs[place.index(order.len())][word] = "other ".to_owned();
        }
        for (n, place) in order.iter().enumerate() {
            paragraphs.swap(n, place.index(order.len()));
        }
        (a, text(&paragraphs))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn shuffled_paragraphs_are_moved_and_nothing_else((a, b) in shuffled()) {
        let diff = compare(&a, &b);
        check(&a, &b, &diff);
        // Whatever is alone on one side has its other end.
        let whole = |hunk: usize| diff.hunks[hunk].a.is_empty() || diff.hunks[hunk].b.is_empty();
        let rows = |hunk: usize| diff.rows[diff.hunks[hunk].row as usize].kind;
        for hunk in (0..diff.hunks.len()).filter(|&hunk| whole(hunk) && rows(hunk) != RowKind::Changed) {
            prop_assert!(diff.move_of(hunk).is_some(), "{a}\n{b}\n{diff:?}");
        }
        let back = compare(&b, &a);
        check(&b, &a, &back);
        prop_assert_eq!(back.moved.len(), diff.moved.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold_for_very_long_paragraphs((a, b) in edited(), (c, d) in edited(), times in 0..200usize, late: bool) {
        let deadline = late.then(Instant::now);
        let one_line = |text: &str| text.replace(['\n', '\r'], "x");
        let long = |x: &str, y: &str| format!("{}{y}{}", one_line(x).repeat(times), one_line(y).repeat(99));
        let [a, b] = [long(&a, &c), long(&b, &d)];
        check(&a, &b, &compare_until(&a, &b, deadline));
    }
}
