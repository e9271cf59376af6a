//! Screen 4: shared text, and text of a change that occurs elsewhere.

use std::fs;

use super::Bench;
use crate::{
    document::Source,
    locale::Lang,
    review::{GivenRules, Verdict},
    tui::screen::Screen,
};

const OWN: [&str; 3] = [
    "Nobody on the mainland had read a page of it before the autumn, and nobody had asked to.",
    "The harbour office kept its own book, which says little of weather and much of money.",
    "A child asked why the light was painted white, and was told that it had always been so.",
];

/// A sample, and an essay with some of its paragraphs in another order between words of its own; and a third text.
fn texts(chinese: bool) -> [String; 3] {
    let all: Vec<String> =
        super::samples().iter().map(|source| crate::document::read(source).unwrap().text.to_string()).collect();
    let begins = if chinese { "灯塔看守人" } else { "The Road That Tea Built" };
    let sample = all.iter().find(|text| text.starts_with(begins)).expect("the sample").clone();
    let paragraphs: Vec<&str> = sample.lines().filter(|line| !line.is_empty()).collect();
    let essay = [OWN[0], paragraphs[4], OWN[1], paragraphs[2], OWN[2], paragraphs[3]].join("\n\n");
    let third = format!("{}\n\n{}", OWN[2], paragraphs[2]);
    [sample, essay, third]
}

fn sources(texts: &[String]) -> Vec<Source> {
    texts.iter().zip(1..).map(|(text, nth)| Source::Text { nth, text: text.as_str().into() }).collect()
}

fn bench(chinese: bool, settings: &[(&str, &str)], size: (u16, u16)) -> Bench {
    let mut bench = Bench::with(sources(&texts(chinese)), settings, size);
    bench.model.workspace.select([0, 1]);
    bench.keys("4");
    bench
}

#[test]
fn shared_text_in_both_sizes() {
    for (chinese, lang, size) in [(false, "en", (120, 36)), (false, "en", (80, 24)), (true, "zh", (120, 36))] {
        bench(chinese, &[("lang", lang)], size).keys("n").holds("shared");
    }
    let mut plain = bench(false, &[("color", "never"), ("ascii", "true"), ("lang", "en")], (80, 24));
    let picture = plain.keys("n").draw();
    assert!(picture.contains("{2 What") && picture.contains(" 2}") && picture.contains("[3 The"), "{picture}");
    assert!(picture.lines().any(|line| line.starts_with("\">")), "the bar: {picture}");
}

/// The rows on which the passage under the cursor begins.
fn rows(bench: &mut Bench, number: &str) -> [Option<usize>; 2] {
    let label = format!("{number} ");
    let picture = bench.draw();
    let lines: Vec<&str> = picture.lines().collect();
    [7..9, 68..70].map(|columns| {
        lines.iter().position(|line| {
            let cells: Vec<char> = line.chars().skip(1).collect();
            cells.get(columns.clone()).is_some_and(|cells| cells.iter().collect::<String>() == label)
        })
    })
}

#[test]
fn enter_brings_the_passage_into_the_same_row() {
    let mut bench = bench(false, &[("lang", "en")], (120, 36));
    for (key, number) in [("n", "2"), ("n", "3"), ("N", "2"), ("N", "1")] {
        bench.keys(key);
        let seen = rows(&mut bench, number);
        assert!(seen.iter().all(Option::is_some), "passage {number} begins on both sides: {seen:?}\n{}", bench.draw());
        let [a, b] = rows(bench.keys("Enter"), number);
        assert_eq!(a, b, "passage {number}\n{}", bench.draw());
    }
    bench.keys("G g");
    assert_eq!(bench.model.workspace.shared.tops, [(0, 0); 2]);
    bench.keys("Ctrl-d");
    assert!(bench.model.workspace.shared.tops[0] > (0, 0), "B is all on the screen");
}

#[test]
fn one_text_at_a_time_turns_to_the_other() {
    let mut bench = bench(false, &[("lang", "en")], (80, 24));
    assert!(bench.keys("n").draw().contains("A: 2,"), "{}", bench.draw());
    let row = |bench: &mut Bench| bench.draw().lines().position(|line| line.contains("2 What travelled"));
    let before = row(&mut bench);
    assert!(before.is_some(), "{}", bench.draw());
    bench.keys("Tab");
    assert_eq!(row(&mut bench), before, "{}", bench.draw());
    assert!(bench.draw().contains("  B: "), "{}", bench.draw());
}

#[test]
fn a_passage_says_in_how_many_other_documents_it_occurs() {
    let mut bench = bench(false, &[("lang", "en")], (120, 36));
    assert!(
        bench.draw().contains("PASSAGE 1") && bench.draw().contains("also in 1 other document"),
        "{}",
        bench.draw()
    );
    assert!(bench.keys("n").draw().contains("in no other document"), "{}", bench.draw());
}

#[test]
fn a_passage_is_excluded_and_included_again() {
    let mut bench = bench(false, &[("lang", "en")], (120, 36));
    let passages = |bench: &Bench| bench.model.workspace.results.passages.value().cloned().unwrap();
    assert_eq!(passages(&bench).shared.numbered(), 3);
    bench.keys("n x");
    assert_eq!((passages(&bench).shared.numbered(), passages(&bench).total()), (2, 3));
    let picture = bench.draw();
    assert!(picture.contains("EXCLUDED"), "the cursor stays on it: {picture}");
    assert!(bench.keys("n").draw().contains("PASSAGE 2") && bench.draw().contains("2 of 2"), "{}", bench.draw());
    bench.keys("N x");
    assert_eq!(passages(&bench).shared.numbered(), 3, "{}", bench.draw());
    assert!(bench.draw().contains("PASSAGE 2"));
}

#[test]
fn texts_without_shared_text_say_so_and_have_empty_strips() {
    let mut bench = Bench::of(&[OWN[0], OWN[1]]);
    let picture = bench.keys("4 d").draw();
    assert!(
        picture.contains("No shared text") && !picture.lines().take(30).any(|line| line.contains('█')),
        "{picture}"
    );
}

#[test]
fn a_verdict_on_a_passage_is_saved_and_no_orphan() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.txt", "b.txt"].map(|name| folder.path().join(name));
    for (path, text) in paths.iter().zip(texts(false)) {
        fs::write(path, text).unwrap();
    }
    let mut first = super::review::opened(folder.path(), &paths, GivenRules::default());
    first.keys("4 n v Tab 2");
    let picture = first.draw();
    assert!(picture.contains("Saved: verdict 'quotation' on a passage of a.txt × b.txt."), "{picture}");
    assert!(first.keys("N n").draw().contains("quotation"), "{}", first.draw());
    drop(first);
    let mut again = super::review::opened(folder.path(), &paths, GivenRules::default());
    again.keys("4 n");
    let passages = again.model.workspace.results.passages.value().cloned().unwrap();
    let review = again.model.workspace.review.clone().unwrap();
    let decision = review.matched.hunk([0, 1], passages.id(1).unwrap()).expect("a decision");
    assert_eq!(decision.verdict.as_ref().map(|given| given.verdict), Some(Verdict::Quotation));
    assert!(review.orphans.is_empty(), "{:?}", review.orphans);
}

#[test]
fn text_that_occurs_elsewhere_is_not_painted_as_removed_or_added() {
    let [sample, ..] = texts(false);
    let paragraphs: Vec<&str> = sample.lines().filter(|line| !line.is_empty()).collect();
    let first = |at: usize| paragraphs[at].split_inclusive(". ").next().unwrap_or_default();
    let answer = format!("{}{}{}\n\n{}\n\n{}\n", first(1), first(2), first(3), OWN[0], paragraphs[2]);
    let settings = [("color", "never"), ("lang", "en")];
    let mut bench = Bench::with(sources(&[paragraphs[1..4].join("\n\n"), answer]), &settings, (120, 36));
    bench.keys("4");
    if bench.model.workspace.shows_shared() {
        bench.keys("d");
    }
    let picture = bench.draw();
    assert!(picture.contains("[=The road climbs") && picture.contains("also in A ¶ "), "{picture}");
    assert!(!picture.contains("{+The road climbs") && picture.contains("{+Nobody on the mainland"), "{picture}");
}

#[test]
fn hard_wrapped_lines_are_joined_unless_a_setting_says_no() {
    let wrapped = |text: &str| -> String {
        let mut lines = String::new();
        let mut cells = 0;
        for word in text.split(' ') {
            if cells + word.len() > 60 {
                lines.push('\n');
                cells = 0;
            } else if cells > 0 {
                lines.push(' ');
            }
            lines.push_str(word);
            cells += word.len() + 1;
        }
        lines
    };
    let [sample, essay, _] = texts(false);
    let both = [sample, essay].map(|text| text.split("\n\n").map(wrapped).collect::<Vec<_>>().join("\n\n"));
    let mut bench = Bench::new(sources(&both), Lang::En, (120, 36));
    bench.keys("4 d");
    assert_eq!(bench.model.workspace.screen, Screen::Diff);
    let lines = |bench: &mut Bench| {
        let passages = bench.model.workspace.results.passages.value().cloned().unwrap();
        let place = passages.first_place(0, 0).unwrap();
        let inside = place.of(&passages.texts[0].text).lines().nth(1).unwrap_or_default().to_owned();
        let start = format!("  {}", inside.split(' ').take(3).collect::<Vec<_>>().join(" "));
        bench.draw().lines().any(|line| line.contains(&start))
    };
    assert!(bench.draw().contains(", line "), "{}", bench.draw());
    assert!(!lines(&mut bench), "{}", bench.draw());
    bench.keys(":").type_text("set join-lines false").keys("Enter");
    assert!(lines(&mut bench), "{}", bench.draw());
}
