//! The list of screen 1 at each size, and the order of the sentences on a pair.

use std::fs;

use super::{
    whole::{joined, listed, named},
    *,
};
use crate::review::Verdict;

#[test]
fn nine_pairs_are_listed_at_80x24() {
    for lang in [Lang::En, Lang::Zh] {
        for cells in [9, 40] {
            let (folder, mut sources) = named(12, cells);
            fs::write(folder.path().join("broken.docx"), b"PK\x03\x04").unwrap();
            sources.push(Source::File(folder.path().join("broken.docx")));
            let mut bench = Bench::new(sources, lang, (80, 24));
            let rows = listed(&mut bench);
            assert!(rows.lines().filter(|row| row.contains('%')).count() >= 9, "{rows}");
            assert!(joined(&mut bench).contains(&*t!(lang, "label.rule")), "{}", bench.draw());
        }
    }
}

#[test]
fn columns_give_way_to_names_in_order() {
    let heads = |cells: usize| {
        let (_folder, sources) = named(9, cells);
        let mut bench = Bench::new(sources, Lang::En, (80, 24));
        let picture = bench.draw();
        let head = picture.lines().find(|line| line.contains("HD")).unwrap().to_owned();
        (head.contains("A in B"), head.contains("B in A"), head.contains("shared"))
    };
    assert_eq!(heads(24), (true, true, false));
    assert_eq!(heads(29), (false, false, true), "one of the shares yields: the larger stays");
    for (size, bar) in [((140, 36), true), ((80, 24), false)] {
        let rows = listed(&mut Bench::new(samples(), Lang::En, size));
        assert_eq!(rows.contains('█'), bar, "the bar yields first: {rows}");
    }
}

#[test]
fn shared_text_is_said_before_the_rule_and_no_warning_without_need() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("n");
    let picture = bench.draw();
    let place = |what: &str| picture.find(what).unwrap_or_else(|| panic!("{what}: {picture}"));
    assert!(place("% of tea-road-en.txt is in tea-road-en-revised.txt") < place("HD 5 (bits that differ) is above"));
    // Both signals agree on two short texts.
    let mut bench =
        Bench::of(&["one two three four five six seven eight nine ten", "of other words this text has some more"]);
    let picture = bench.draw();
    assert!(picture.contains("No shared text") && !picture.contains("under 128"), "{picture}");
}

#[test]
fn verdicts_are_signs_where_words_do_not_fit() {
    let signs = Verdict::ALL.map(|verdict| verdict.sign(Lang::Zh)).concat();
    assert_eq!(signs, "抄引通无待");
    for (lang, cells, expected) in [(Lang::Zh, 24, "待"), (Lang::Zh, 9, "待定"), (Lang::En, 24, "unsure")] {
        let (folder, sources) = named(3, cells);
        let mut bench = Bench::new(sources, lang, (80, 24));
        bench.open_review(folder.path());
        bench.keys("v 5");
        let rows = listed(&mut bench);
        assert!(rows.split_whitespace().collect::<String>().contains(expected) && !rows.contains('…'), "{rows}");
    }
}

#[test]
fn excluding_a_page_that_many_have_is_offered() {
    let page = (0..60).map(|n| format!("word{n}")).collect::<Vec<_>>().join(" ");
    let own = |at: usize| (0..60).map(|n| format!("own{at}x{n}")).collect::<Vec<_>>().join(" ");
    let texts: Vec<String> = (0..6).map(|at| format!("{page}\n\n{}", own(at))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut bench = Bench::of(&texts);
    assert!(
        bench.draw().contains("15 pairs share only passages in 5 or more documents: b excludes"),
        "{}",
        bench.draw()
    );
    let mut few = Bench::of(&texts[..4]);
    assert!(!few.draw().contains("share only passages"), "{}", few.draw());
}
