//! The marks that an editor expects, on small examples.

use std::time::Instant;

use super::{
    Diff, HunkKind, Moved, RowKind,
    laws::{check, compare, compare_until},
};

/// The hunks, as (A, B).
fn hunks(a: &str, b: &str) -> Vec<(String, String)> {
    let diff = compare(a, b);
    check(a, b, &diff);
    diff.hunks.iter().map(|hunk| (hunk.a.of(a).to_owned(), hunk.b.of(b).to_owned())).collect()
}

/// The rows, as the numbers of the paragraphs.
fn rows(diff: &Diff) -> Vec<(RowKind, Option<u32>, Option<u32>)> {
    let number = |side: usize, at: Option<u32>| at.and_then(|at| diff.paragraphs[side][at as usize].number);
    diff.rows.iter().map(|row| (row.kind, number(0, row.a), number(1, row.b))).collect()
}

fn pair(a: &str, b: &str) -> (String, String) {
    (a.to_owned(), b.to_owned())
}

#[cfg(feature = "chinese")]
#[test]
fn one_word_is_one_hunk() {
    assert_eq!(hunks("计算文档之间的汉明距离。", "计算文档之间的海明距离。"), [pair("汉明", "海明")]);
    assert_eq!(hunks("The big cat sat.", "The cat sat."), [pair("big ", "")]);
    assert_eq!(hunks("他来了，我走。", "他来了。我走。"), [pair("，", "。")]);
}

#[test]
fn words_become_phrases() {
    let a = "传统的Hash算法只负责将原始内容尽量均匀随机地映射为一个签名值。";
    let b = "普通的Hash函数只负责将原始内容尽量均匀随机地映射为一个签名值。";
    assert_eq!(hunks(a, b), [pair("传统", "普通"), pair("算法", "函数")]);
    let a = "It shows the quick brown fox of the farm, and much more of the same kind of thing.";
    let b = "It shows the lazy grey dogs of my house, and much more of the same kind of thing.";
    assert_eq!(hunks(a, b), [pair("quick brown fox of the farm", "lazy grey dogs of my house")]);
}

#[test]
fn a_sentence_is_marked_with_its_own_full_stop() {
    assert_eq!(hunks("第一句话。第三句话。", "第一句话。第二句。第三句话。"), [pair("", "第二句。")]);
    assert_eq!(
        hunks("One is here. Two is there.", "One is here. Six is gone. Two is there."),
        [pair("", "Six is gone. ")]
    );
}

#[test]
fn paragraphs_are_removed_and_added() {
    let [one, two, three] = ["今天天气很好。\n", "我们去公园玩。\n", "晚上回家吃饭。\n"];
    let a = [one, two, three].concat();
    let b = [two, three].concat();
    let diff = compare(&a, &b);
    check(&a, &b, &diff);
    assert_eq!(
        rows(&diff),
        [(RowKind::Removed, Some(1), None), (RowKind::Equal, Some(2), Some(1)), (RowKind::Equal, Some(3), Some(2)),]
    );
    assert_eq!((diff.hunks[0].kind, diff.without(&a, &b, 0)), (HunkKind::Removed, a.clone()));
    let back = compare(&b, &a);
    assert_eq!((back.hunks[0].kind, back.without(&b, &a, 0)), (HunkKind::Added, b.clone()));
    // The last paragraph, without a line end.
    let diff = compare("one line\ntwo words", "one line");
    assert_eq!(diff.without("one line\ntwo words", "one line", 0), "one line\ntwo words");
}

#[test]
fn a_paragraph_that_was_split_is_aligned_with_both_halves() {
    let a = "小明早上出门去学校，路上遇见了老师。中午他在食堂吃饭，下午又去踢球。\n结束。\n";
    let b = "小明早上出门去学校，路上遇见了老师。\n中午他在饭馆吃饭，下午又去踢球。\n结束。\n";
    let diff = compare(a, b);
    check(a, b, &diff);
    assert_eq!(
        rows(&diff),
        [(RowKind::Equal, Some(1), Some(1)), (RowKind::Changed, None, Some(2)), (RowKind::Equal, Some(2), Some(3))]
    );
    assert_eq!(hunks(a, b), [pair("食堂", "饭馆")]);
    assert_eq!(hunks(b, a), [pair("饭馆", "食堂")]);
}

#[test]
fn swapped_sentences_keep_the_longer() {
    let a = "短的一句。很长很长的一句话在这里结束了。";
    let b = "很长很长的一句话在这里结束了。短的一句。";
    assert_eq!(hunks(a, b), [pair("短的一句。", ""), pair("", "短的一句。")]);
}

#[test]
fn rewrapping_changes_nothing() {
    let words = "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in \
                 want of a wife. However little known the feelings or views of such a man may be on his first \
                 entering a neighbourhood, this truth is well fixed.";
    let wrap = |width: usize| {
        let mut text = String::new();
        for _ in 0..2 {
            let mut line = 0;
            for word in words.split(' ') {
                if line + word.len() > width {
                    text.push('\n');
                    line = 0;
                } else if line > 0 {
                    text.push(' ');
                }
                text.push_str(word);
                line += word.len() + 1;
            }
            text.push_str("\n\n");
        }
        text
    };
    assert_eq!(hunks(&wrap(60), &wrap(45)), []);
    assert_eq!(hunks(&wrap(60), &wrap(10_000)), []);
    assert_eq!(
        hunks(&wrap(60), &wrap(45).replace("single man", "rich\nman")),
        [pair("single", "rich"), pair("single", "rich")]
    );
}

#[test]
fn white_space_alone_is_no_change() {
    assert_eq!(hunks("　　用 SimHash 计算。\n\n\n好", "用SimHash计算。 \r\n好\n"), []);
    let line = "这个算法很好，速度非常快，结果也很准确，大家都说它是最好的算\n法，没有哪一个比它更好，所以我们决定从                明天开始就在所有\n的地方使用它，直到有更好的。";
    assert_eq!(hunks(line, &line.replace('\n', "")), []);
    assert_eq!(hunks("every one knows", "everyone knows"), [pair("every one", "everyone")]);
    assert_eq!(hunks("", "\n\n"), []);
}

#[test]
fn moved_paragraphs_are_known() {
    let [one, two, three] =
        ["今天天气很好，我们都很高兴。\n", "我们去公园玩了很久才回来。\n", "晚上回家吃饭，然后睡觉。\n"];
    let a = [one, two, three, three.replace('晚', "早").as_str()].concat();
    let b = [two, three, three.replace('晚', "早").as_str(), one].concat();
    let diff = compare(&a, &b);
    check(&a, &b, &diff);
    assert_eq!(diff.moved, [Moved { removed: 0..1, added: 1..2, edits: Vec::new() }]);
    assert_eq!((diff.hunks.len(), diff.changes_total()), (2, 1));
    assert_eq!([0, 1].map(|hunk| diff.without(&a, &b, hunk)), [a.clone(), a.clone()]);
}

#[cfg(feature = "chinese")]
#[test]
fn a_paragraph_edited_on_the_way_is_one_change_with_its_words_marked() {
    let kept = ["夜里的海是黑色的，灯塔亮着。\n", "守塔人每天清晨记录风向和浪高。\n", "船队在正午之前回到港口。\n"];
    let moved = "老人说，这座灯塔已经站了一百年，没有一个冬天灭过灯，也没有一艘船在它脚下沉没。\n";
    let edited = moved.replace("一百年", "两百年").replace("冬天", "夜晚");
    let a = [moved, kept[0], kept[1], kept[2]].concat();
    let b = [kept[0], kept[1], kept[2], &edited].concat();
    let diff = compare(&a, &b);
    check(&a, &b, &diff);
    let [found] = &diff.moved[..] else { panic!("{:?}", diff.moved) };
    let edits: Vec<_> = found.edits.iter().map(|edit| (edit.a.of(&a), edit.b.of(&b))).collect();
    assert_eq!((edits, diff.changes_total()), (vec![("一百年", "两百年"), ("冬天", "夜晚")], 1));
    assert_eq!(diff.without(&a, &b, 1), a);
    let back = compare(&b, &a);
    assert_eq!((back.moved[0].edits[0].a.of(&b), back.moved[0].edits[0].b.of(&a)), ("两百年", "一百年"));
    // Another text about the same things is no moved one.
    let other = "老人说，这艘船已经走了许多年，没有一个港口不认识它，也没有一座灯塔不为它亮灯。\n";
    let b = [kept[0], kept[1], kept[2], other].concat();
    assert_eq!(compare(&a, &b).moved, []);
}

#[test]
fn a_paragraph_that_was_moved_and_split_is_one_change() {
    let line = |n: u32| format!("Line {n} tells of the number {} and of nothing else.\n", n * n);
    let kept: String = (1..6).map(line).collect();
    let [first, second] = ["The keeper wrote the weather down. ", "Nobody asked him for it before the spring.\n"];
    let (a, b) = (format!("{first}{second}{kept}"), format!("{kept}{}\n{second}", first.trim_end()));
    let diff = compare(&a, &b);
    check(&a, &b, &diff);
    assert_eq!(diff.moved, [Moved { removed: 0..1, added: 1..3, edits: Vec::new() }]);
    assert_eq!((diff.changes_total(), diff.other_end(0), diff.other_end(2)), (1, Some(1), Some(0)));
    assert_eq!(compare(&b, &a).moved, [Moved { removed: 1..3, added: 0..1, edits: Vec::new() }]);
}

#[test]
fn neighbours_that_went_together_are_one_block() {
    let line = |n: u32| format!("Line {n} tells of the number {} and of nothing else.\n", n * n);
    let text = |order: &[u32]| order.iter().copied().map(line).collect::<String>();
    let (a, b) = (text(&[1, 2, 3, 4, 5, 6, 7, 8]), text(&[1, 4, 5, 6, 7, 8, 2, 3]));
    let diff = compare(&a, &b);
    check(&a, &b, &diff);
    assert_eq!(diff.moved, [Moved { removed: 0..2, added: 2..4, edits: Vec::new() }]);
    assert_eq!((diff.changes_total(), [0, 1, 2, 3].map(|hunk| diff.change_number(hunk))), (1, [1; 4]));
    assert_eq!(diff.other_end(1), Some(3));
}

#[test]
fn folds_leave_context() {
    let a = (0..20).map(|n| format!("这是第{n}段的内容。\n")).collect::<Vec<_>>().concat();
    let b = a.replace("第10段", "第七十段");
    let diff = compare(&a, &b);
    assert_eq!(diff.folds(2), [0..8, 13..20]);
    assert_eq!(diff.folds(9), [] as [std::ops::Range<u32>; 0]);
    assert_eq!(compare(&a, &a).folds(1), [] as [std::ops::Range<u32>; 0]);
}

#[test]
fn a_very_long_line_comes_in_rows_that_match() {
    let sentence = |n: usize| format!("第{n}句话说的是数字{}和它的{}倍。", n * 7 % 1000, n % 13);
    let a: String = (0..3_000).map(sentence).collect();
    let b: String = (0..3_000).filter(|n| n % 400 != 7).map(|n| sentence(n).replace("第900句话", "第九百句")).collect();
    let diff = compare(&a, &b);
    check(&a, &b, &diff);
    assert!(diff.paragraphs.iter().flatten().all(|paragraph| paragraph.body.len() <= 9 * 1024));
    assert!(
        diff.paragraphs.iter().all(|side| side.len() > 10 && side.iter().filter(|p| p.number.is_some()).count() == 1)
    );
    assert!(diff.hunks.len() < 20 && diff.equal_chars * 100 > diff.chars[0] * 99);
    // Cut quite otherwise, once.
    let b = format!("{}{b}", "前言。".repeat(4_000));
    let diff = compare(&a, &b);
    check(&a, &b, &diff);
    assert!(diff.equal_chars * 100 > diff.chars[0] * 99);
    check(&a, &b, &compare_until(&a, &b, Some(Instant::now())));
    check(&"=".repeat(50_000), &"-".repeat(40_000), &compare(&"=".repeat(50_000), &"-".repeat(40_000)));
}
