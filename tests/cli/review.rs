//! `simscope review` without screens: the pairs with what was decided of them.

use simscope::{
    app::{Exclusion, FileId, ReviewChange, Roots, Target, Verdict, journal::Journal},
    document::{Source, read},
};

use super::fixture::Fixture;

/// Decides that the two English texts are a copy, with a note; the journal stays open, as while a program reviews.
fn decide(fixture: &Fixture) -> Journal {
    let roots = Roots::new([fixture.path()]);
    let file = |name: &str| FileId::of(&read(&Source::File(fixture.path().join(name))).expect("read"), &roots);
    let of = Target::pair(&file("en.txt"), &file("en-edited.txt"));
    let mut journal = Journal::open(&roots, Some(&fixture.reviews())).expect("opened");
    let note = ReviewChange::Note { of: of.clone(), text: "en.txt was first\nsee page 3".into(), over: Vec::new() };
    journal.append(ReviewChange::Verdict { of, verdict: Some(Verdict::Copy) }).expect("saved");
    journal.append(note).expect("saved");
    journal
}

#[test]
fn verdicts_and_notes_are_printed_in_every_form() {
    let fixture = Fixture::new();
    let mut journal = decide(&fixture);
    let text = fixture.run("review .");
    // As compare, by the code: none of them is near.
    assert_eq!((text.code, &*text.err), (1, ""));
    let row = text.out.lines().find(|line| line.contains("en-edited.txt") && line.contains("copy*"));
    assert!(row.is_some_and(|row| row.contains('!')), "{}", text.out);
    assert!(text.out.contains("   en.txt was first\n   see page 3\n"), "{}", text.out);
    // The same pairs and numbers as those of a report.
    let [review, export] = [
        fixture.json("review . --format json --filter 'verdict:copy'"),
        fixture.json("export . -o - --format json --diff none --filter 'verdict:copy'"),
    ];
    assert_eq!(review["pairs"].as_array().map(Vec::len), Some(1));
    for part in ["schema", "counts", "documents", "pairs", "clusters", "cutoff", "filter"] {
        assert_eq!(review[part], export[part], "{part}");
    }
    let csv = fixture.run("review . --format csv --filter note:first");
    assert_eq!(csv.out.matches(",copy,").count(), 1, "{}", csv.out);
    let hidden = fixture.run("review . --hide-names --filter verdict:any");
    assert!(hidden.out.contains("was first") && !hidden.out.contains("en.txt"), "{}", hidden.out);
    // Whoever reads locks nobody out.
    let of =
        Target::pair(&FileId { path: "x".into(), size: 1, hash: 1 }, &FileId { path: "y".into(), size: 1, hash: 2 });
    journal.append(ReviewChange::Verdict { of, verdict: Some(Verdict::Cleared) }).expect("saved");
    let gone = fixture.run("review . --filter verdict:none");
    assert!(gone.out.contains("- x × y  cleared"), "{}", gone.out);
    let wrong = fixture.run("review . --filter 'hd<'");
    assert!(wrong.code == 2 && wrong.err.contains("--filter"), "{}", wrong.err);
}

#[test]
fn exclusions_of_the_review_apply_to_its_output() {
    let fixture = Fixture::new();
    let mut journal = decide(&fixture);
    let plain = fixture.json("review . --format json");
    assert!(plain["exclusions"].as_array().is_some_and(Vec::is_empty));
    let pattern = Exclusion::Pattern { pattern: "[aeiou]".into() };
    let both = vec![pattern.clone(), Exclusion::Quotations];
    journal.append(ReviewChange::Exclude { exclusions: both, on: Some(true) }).expect("saved");
    let kept = fixture.json("review . --format json");
    assert_eq!(kept["exclusions"].as_array().map(Vec::len), Some(2), "{}", kept["exclusions"]);
    assert_eq!(kept["pairs"], fixture.json("export . -o - --format json --diff none")["pairs"]);
    let said = fixture.json("review . --format json --fresh --exclude quotations --exclude-pattern [aeiou]");
    assert_eq!((&kept["exclusions"], &kept["pairs"]), (&said["exclusions"], &said["pairs"]));
    // The command line overrides it, kind by kind.
    let none = fixture.json("review . --format json --exclude none");
    assert_eq!(none["exclusions"].as_array().map(Vec::len), Some(1));
    let none = fixture.json("review . --format json --exclude none --exclude-pattern=");
    assert_eq!(none["exclusions"], plain["exclusions"]);
    journal.append(ReviewChange::Exclude { exclusions: vec![pattern], on: Some(false) }).expect("saved");
    journal.append(ReviewChange::Exclude { exclusions: vec![Exclusion::Quotations], on: None }).expect("saved");
    assert_eq!(fixture.json("review . --format json")["pairs"], plain["pairs"]);
}

#[test]
fn clusters_are_those_of_the_cutoff_wherever_they_are_asked_for() {
    let fixture = Fixture::new();
    let clusters = |line: &str| fixture.json(line)["clusters"].as_array().map_or(0, Vec::len);
    let [near, all] = [0, 128].map(|cutoff| {
        ["review . --format json", "export . -o - --format json"]
            .map(|command| clusters(&format!("{command} --cutoff {cutoff}")))
    });
    assert_eq!((near, all), ([0, 0], [1, 1]), "of at most 128 bits all differ in no more");
    let of_one = fixture.json("review . --format json --cutoff 128 --filter cluster:1");
    assert_eq!(of_one["pairs"], fixture.json("review . --format json --cutoff 128")["pairs"]);
    assert_eq!(fixture.json("review . --format json")["cutoff"], 10);
}

#[test]
fn a_saved_pattern_that_asks_for_a_line_end_remains_and_is_named() {
    let fixture = Fixture::new();
    let mut journal = decide(&fixture);
    let plain = fixture.json("review . --format json");
    let exclusions = ["(?s)a.*b", "e\nf"].map(|pattern| Exclusion::Pattern { pattern: pattern.into() });
    journal.append(ReviewChange::Exclude { exclusions: exclusions.into(), on: Some(true) }).expect("saved");
    let kept = fixture.run("review . --format json");
    assert!(kept.err.contains("2 exclusions of the review no longer apply. The first: (?s)a.*b"), "{}", kept.err);
    assert_eq!(fixture.json("review . --format json")["pairs"], plain["pairs"]);
    assert_eq!(journal.exclusions().len(), 2);
}

#[test]
fn a_command_that_is_refused_accepts_nothing() {
    let fixture = Fixture::new();
    drop(decide(&fixture));
    // As if it came from someone else.
    std::fs::rename(fixture.reviews(), fixture.path().join(".elsewhere")).expect("renamed");
    let is_received = || fixture.run("review .").err.contains("--accept");
    assert!(is_received());
    for line in [
        "review . --filter bogus: --accept",
        "review . --recipe bogus --accept",
        "review . -k 999 --accept",
        "review . --base nosuch.txt --accept",
        "export . -o report.odd --accept",
        "export . -o en.txt --accept",
        "export . -o no/such/report.html --accept",
        "export . -o report.html -k 999 --accept",
    ] {
        let refused = fixture.run(line);
        assert!(refused.code == 2 && is_received(), "{line}: {} {}", refused.code, refused.err);
    }
    assert_eq!(fixture.run("review . --accept").code, 1);
    assert!(!is_received());
}
