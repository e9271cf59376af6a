//! A batch of hundreds: traces only of the documents shown, and the same screens.

use super::*;

/// Texts of which each two neighbours share most words.
fn bench(n: usize) -> Bench {
    let words = |at: usize| (0..40).map(move |word| at / 2 * 7 + word * (1 + at / 2 % 3));
    let text =
        |at| words(at).map(|word| format!("word{word}")).chain([format!("end{at}")]).collect::<Vec<_>>().join(" ");
    let texts: Vec<String> = (0..n).map(text).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    Bench::of(&texts)
}

fn held(bench: &Bench) -> usize {
    (0..bench.model.workspace.batch.entries.len()).filter(|&at| bench.model.workspace.batch.trace(at).is_some()).count()
}

#[test]
fn of_many_documents_only_those_looked_at_keep_their_traces() {
    let mut bench = bench(210);
    assert_eq!(bench.model.workspace.listing.len(), 210 * 209 / 2);
    assert!((2..=3).contains(&held(&bench)), "the selected pair, and what was shown before there was one");
    assert!(bench.draw().contains("RULE"));
    for _ in 0..20 {
        bench.keys("j");
        assert!(bench.draw().contains("RULE"));
    }
    assert!((3..=12).contains(&held(&bench)), "{} are held", held(&bench));
    // Every screen finds what it needs.
    for (key, shown) in [("2", "FEATURES"), ("3", "A xor B"), ("4", "×"), ("5", "FINGERPRINT"), ("1", "MATRIX")] {
        bench.keys(key);
        assert!(bench.draw().contains(shown), "screen {key}");
    }
    // Under another recipe too.
    bench.command("set recipe weight=tf");
    assert_eq!(bench.model.workspace.batch.ranked, bench.model.workspace.batch.generation);
    assert!(bench.draw().contains("RULE") && held(&bench) <= 12);
}

#[test]
fn a_list_too_long_to_be_made_at_once_keeps_its_pair() {
    let mut bench = bench(210);
    bench.keys("j j j");
    let pair = bench.model.workspace.pair();
    for sort in ["s j Enter", "s j Enter", "+", "+", "s g Enter"] {
        bench.keys(sort);
        assert_eq!(bench.model.workspace.pair(), pair, "after {sort}");
        assert_eq!(bench.model.workspace.listing.query, bench.model.workspace.list_query());
    }
}

#[test]
fn a_traced_number_counts_what_it_does_not_list() {
    let words: Vec<String> = (0..1_203).map(|n| format!("w{n}")).collect();
    let mut bench = Bench::of(&[&words.join(" "), "fog again fog"]);
    bench.keys("2 Tab Enter G");
    assert!(bench.draw().contains("203 more"), "{}", bench.draw());
    bench.keys("k G");
    assert!(bench.draw().contains("203 more"), "{}", bench.draw());
}
