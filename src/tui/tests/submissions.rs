//! The documents with what each has from others, and one of them with its sources.

use super::Bench;
use crate::tui::screen::Screen;

/// Words of its own for each text.
fn words(of: &str) -> String {
    (0..40).map(|n| format!("{of}{n}")).collect::<Vec<_>>().join(" ")
}

/// Three texts, and one put together from them.
fn texts() -> Vec<String> {
    let own = ["ash", "birch", "cedar"].map(words);
    let longer = own.each_ref().map(|own| format!("{own}\n\n{}", words(&own[..2])));
    longer.into_iter().chain([own.join("\n\n")]).collect()
}

fn bench(size: (u16, u16)) -> Bench {
    let texts = texts();
    let sources =
        texts.iter().zip(1..).map(|(text, nth)| crate::document::Source::Text { nth, text: text.as_str().into() });
    Bench::with(sources.collect(), &[("color", "never"), ("lang", "en")], size)
}

#[test]
fn a_text_from_three_others_is_first_and_each_passage_leads_to_its_source() {
    for size in [(120, 36), (80, 24)] {
        let mut bench = bench(size);
        let list = bench.keys("d").draw();
        assert!(list.contains("4 documents: 4 with more than 20% found in others."), "{list}");
        let first = list.lines().find(|line| line.contains("100.0%")).unwrap();
        assert!(first.contains('>') && first.contains("  3  "), "{list}");
        let one = bench.keys("Enter").draw();
        assert!(one.contains("is in 3 other documents, word for word") && one.contains("{3 ash0"), "{one}");
        assert!(one.contains("by itself") && one.contains("added"), "{one}");
        let next = bench.keys("Tab").draw();
        assert!(next.contains("{1 birch0"), "{next}");
        bench.keys("Enter");
        let documents = bench.model.workspace.pair().unwrap();
        assert!(documents.contains(&3) && bench.model.workspace.screen == Screen::Diff, "{documents:?}");
        assert!(bench.draw().contains("PASSAGE 1"), "{}", bench.draw());
        // Back at the document, then at the list.
        assert!(bench.keys("Esc").draw().contains("{1 birch0"), "{}", bench.draw());
        assert!(bench.keys("Esc").draw().contains("with edits"), "{}", bench.draw());
    }
}

#[test]
fn escape_goes_back_step_by_step() {
    let mut bench = bench((120, 36));
    bench.keys("d Enter Esc");
    assert!(bench.draw().contains("largest source"), "{}", bench.draw());
    bench.keys("Esc");
    assert!(bench.draw().contains("PAIRS"), "{}", bench.draw());
}
